// SPDX-License-Identifier: MIT
//
// The machine's loop for sets of four words.
#include "lang/vm/vm_loops.h"

#ifdef VM_HAS_WIDE
#define VM_WORDS 4
#define VM_LOOP  vm_run_four
#include "lang/vm/vm_loop.def"
#endif
