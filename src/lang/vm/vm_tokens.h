// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_TOKENS_H
#define TSR_LANG_VM_TOKENS_H

// Tokens on cells and pieces in hand: what the instructions about them do to a frame.

#include "lang/ir/rt/sets.h"
#include "lang/vm/vm.h"

VM_HELPER int32_t *tokens_of(frame *f, int kind) {
    return f->num + f->p->at.tokens + kind * f->p->b.cells;
}

VM_HELPER void cells_with_tokens(frame *f, uint64_t *out, int kind) {
    const int32_t *tok = tokens_of(f, kind);
    set_zero(out, f->p->b.words);
    for (int c = 0; c < f->p->b.cells; c++) {
        if (tok[c] > 0) {
            board_put(out, c);
        }
    }
}

VM_HELPER void add_tokens(frame *f, const uint64_t *cells, int kind, int count) {
    const board *b = &f->p->b;
    int32_t *tok = tokens_of(f, kind);
    for (int c = 0; c < b->cells; c++) {
        if (board_has(cells, c)) {
            tok[c] = clamped(tok[c] + count, 0, TOKEN_MAX);
        }
    }
}

VM_HELPER int32_t count_tokens(frame *f, const uint64_t *cells, int kind) {
    const board *b = &f->p->b;
    const int32_t *tok = tokens_of(f, kind);
    int32_t n = 0;
    for (int c = 0; c < b->cells; c++) {
        n += board_has(cells, c) && n < TOKEN_MAX ? tok[c] : 0;
    }
    return n;
}

VM_HELPER void bring_tokens(frame *f, const uint64_t *from, const uint64_t *to, int kind) {
    const board *b = &f->p->b;
    int target = set_first(to, b->words);
    int32_t *tok = tokens_of(f, kind), n = 0;
    if (target < 0) {
        return;
    }
    for (int c = 0; c < b->cells; c++) {
        if (board_has(from, c)) {
            n = n + tok[c] > TOKEN_MAX ? TOKEN_MAX : n + tok[c];
            tok[c] = 0;
        }
    }
    tok[target] = tok[target] + n > TOKEN_MAX ? TOKEN_MAX : tok[target] + n;
}

VM_HELPER void sow(frame *f, uint64_t *out, const uint64_t *from, const board_shift *s,
                   const uint64_t *skip, int kind) {
    const board *b = &f->p->b;
    uint64_t without[BOARD_MAX_WORDS]; // `out` may be `skip`
    int at = set_first(from, b->words);
    int32_t *tok = tokens_of(f, kind);
    set_copy(without, skip, b->words);
    set_zero(out, b->words);
    if (at < 0) {
        return;
    }
    int n = tok[at], skipped = 0;
    tok[at] = 0;
    int last = at;
    while (n > 0 && s->to[at] != BOARD_NONE && skipped <= b->cells) {
        at = s->to[at];
        if (board_has(without, at)) {
            skipped++;
            continue;
        }
        skipped = 0;
        tok[at]++;
        n--;
        last = at;
    }
    tok[last] += n; // the end of a track keeps what is left
    board_put(out, last);
}

VM_HELPER void change_hand(frame *f, int player, int type, int by) {
    int32_t *n = &f->num[f->p->at.hands + player * f->p->types + type];
    *n = clamped(*n + by, 0, TOKEN_MAX);
}

#endif
