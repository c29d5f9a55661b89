// SPDX-License-Identifier: MIT
//
// The machine's loop for sets of any number of words.
#define VM_WORDS f->p->b.words
#define VM_LOOP  vm_run_any
#include "lang/vm/vm_loop.def"
