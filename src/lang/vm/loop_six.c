// SPDX-License-Identifier: MIT
//
// The machine's loop for sets of six words.
#include "lang/vm/vm_loops.h"

#ifdef VM_HAS_WIDE
#define VM_WORDS 6
#define VM_LOOP  vm_run_six
#include "lang/vm/vm_loop.def"
#endif
