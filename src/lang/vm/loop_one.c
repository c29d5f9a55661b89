// SPDX-License-Identifier: MIT
//
// The machine's loop for sets of one word.
#include "lang/vm/vm_loops.h"

#ifdef VM_HAS_ONE
#define VM_WORDS 1
#define VM_LOOP  vm_run_one
#include "lang/vm/vm_loop.def"
#endif
