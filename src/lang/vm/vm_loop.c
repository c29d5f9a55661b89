// SPDX-License-Identifier: MIT
//
// The machine's loops: vm_loop.def once for each number of words in a set that is worth a loop of its
// own, and one for all others.
#include "base/assert.h"
#include "lang/vm/vm_effects.h"
#include "lang/vm/vm_offers.h"
#include "lang/vm/vm_piles.h"
#include "lang/vm/vm_play.h"
#include "lang/vm/vm_prepare.h"
#include "lang/vm/vm_words.h"

#if defined(__GNUC__) && !defined(VM_SWITCH)
#define VM_THREADED 1
// Addresses of labels are an extension; the switch is there for those who have none.
#pragma GCC diagnostic ignored "-Wpedantic"
#endif

#define VM_WORDS f->p->b.words
#define VM_LOOP  run_any
#include "lang/vm/vm_loop.def"
#undef VM_WORDS
#undef VM_LOOP

#ifndef VM_SANITIZED // one is enough there, and quicker to compile
#define VM_WORDS 1
#define VM_LOOP  run_one
#include "lang/vm/vm_loop.def"
#undef VM_WORDS
#undef VM_LOOP

#ifndef VM_SMALL // each loop is a twentieth of what a page has to load
#define VM_WORDS 2
#define VM_LOOP  run_two
#include "lang/vm/vm_loop.def"
#undef VM_WORDS
#undef VM_LOOP

#define VM_WORDS 4
#define VM_LOOP  run_four
#include "lang/vm/vm_loop.def"
#undef VM_WORDS
#undef VM_LOOP

#define VM_WORDS 6
#define VM_LOOP  run_six
#include "lang/vm/vm_loop.def"
#undef VM_WORDS
#undef VM_LOOP
#endif

int vm_run(frame *f, uint32_t at) {
    switch (f->p->b.words) {
    case 1: return run_one(f, at);
#ifndef VM_SMALL
    case 2: return run_two(f, at);
    case 4: return run_four(f, at);
    case 6: return run_six(f, at);
#endif
    default: return run_any(f, at);
    }
}
#else
int vm_run(frame *f, uint32_t at) {
    return run_any(f, at);
}
#endif
