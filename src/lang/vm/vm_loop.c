// SPDX-License-Identifier: MIT
//
// Which of the machine's loops runs a program: that for the number of words its sets have.
#include "lang/vm/vm_loops.h"

int vm_run(frame *f, uint32_t at) {
    switch (f->p->b.words) {
#ifdef VM_HAS_ONE
    case 1: return vm_run_one(f, at);
#endif
#ifdef VM_HAS_WIDE
    case 2: return vm_run_two(f, at);
    case 4: return vm_run_four(f, at);
    case 6: return vm_run_six(f, at);
#endif
    default: return vm_run_any(f, at);
    }
}
