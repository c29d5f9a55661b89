// SPDX-License-Identifier: MIT
//
// The machine's loop for sets of two words.
#include "lang/vm/vm_loops.h"

#ifdef VM_HAS_WIDE
#define VM_WORDS 2
#define VM_LOOP  vm_run_two
#include "lang/vm/vm_loop.def"
#endif
