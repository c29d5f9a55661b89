// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_WORDS_H
#define TSR_LANG_VM_WORDS_H

// The words of ops.def inside the machine's loop, where `x` is an instruction, `f` the frame it works on,
// `p` and `b` its program and board, and sets are `w` words behind a pointer. To be included last.

#include "lang/ir/rt/head.h"
#include "lang/ir/rt/slots.h"
#include "lang/ir/rt/tokens.h"
#include "lang/vm/vm.h"

// What an instruction names.
#define A     (f->set + x->a * w)
#define B     (f->set + x->b * w)
#define C     (f->set + x->c * w)
#define D     (f->set + x->d * w)
#define E     (f->set + x->e * w)
#define KB    (p->consts + x->b * w)
#define KC    (p->consts + x->c * w)
#define ALL   b->all
#define IA    f->num[x->a]
#define IB    f->num[x->b]
#define IC    f->num[x->c]
#define SC    (int16_t) x->c
#define LA    (int32_t)((uint32_t)x->a | (uint32_t)x->b << 16)
#define LB    (int32_t)((uint32_t)x->b | (uint32_t)x->c << 16)
#define LC    (int32_t)((uint32_t)x->c | (uint32_t)x->d << 16)
#define LEAST p->var_range[x->c].min
#define MOST  p->var_range[x->c].max

// Sets.
#define W                   , w
#define WORDS               w
#define WORDS_OF(x)         (x)
#define ONE_CELL(set, cell) set_single(set, cell, w)
#define EACH_WORD(what)                                                                            \
    for (int i = 0; i < w; i++) {                                                                  \
        what;                                                                                      \
    }

// The position, and how its turn ends.
#define PLAYERS      p->players
#define TYPES        p->types
#define CELLS        b->cells
#define TOKENS(kind) (f->num + p->at.tokens + (kind)*b->cells)
#define HANDS        (f->num + p->at.hands)
#define EVENTS       (f->num + p->at.events)
#define TYPE_SETS    reg(f, p->at.type, w)
#define SLOT_KINDS   p->slot_kind
#define SLOTS(area)  (p->slot_at + (area) * (p->types + 1))
#define HEEDS_EVENTS p->fact.heeds_events
#define LAZY         f->lazy
#define PLIED        f->plied
#define SUB          f->sub
#define OFFERED      (f->offer_count > f->offer_first)

#define note_key(f)                vm_note_key(f)
#define push_key(f, one_way, lazy) vm_push_key(f, one_way)

#endif
