// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_LOOPS_H
#define TSR_LANG_VM_LOOPS_H

// The machine's loops, one for each number of words in a set that is worth it and one for all others: what
// runs the code at `start` and returns its answer. vm_run chooses.

#include "lang/ir/rt/sets.h"
#include "lang/vm/vm.h"

#if !defined(VM_SANITIZED) // one is enough there, and quicker to compile
#define VM_HAS_ONE 1
#if !defined(VM_SMALL) // each loop is a twentieth of what a page has to load
#define VM_HAS_WIDE 1
#endif
#endif

int vm_run_any(frame *f, uint32_t start);
int vm_run_one(frame *f, uint32_t start);
int vm_run_two(frame *f, uint32_t start);
int vm_run_four(frame *f, uint32_t start);
int vm_run_six(frame *f, uint32_t start);

#endif
