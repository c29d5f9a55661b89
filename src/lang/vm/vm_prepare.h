// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_PREPARE_H
#define TSR_LANG_VM_PREPARE_H

// From the code of a program to that of the machine: program.vm.
//
// The machine runs a copy of the code in which some instructions are others, those of
// vm_codes.def: they mean the same, and are quicker because something is known where they
// stand (that a code ends a turn, that pieces have no types) or because they do the work of
// several. Everything has the same place in both codes. The verifier has seen the original;
// nothing else reads the copy.

#include "lang/ir/ir.h"

typedef enum vm_code {
    VM_FIRST_CODE = OP_COUNT_ - 1,
#define CODE(name, stands_for, meaning) OP_##name,
#include "lang/vm/vm_codes.def"
#undef CODE
    VM_CODE_COUNT
} vm_code;

// Makes program.vm anew, from verified code. For lack of memory it is the code itself.
void vm_prepare(program *p, arena *a);

#endif
