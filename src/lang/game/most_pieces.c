// SPDX-License-Identifier: MIT
// Counts pieces; see most_pieces.h.
//
// Whoever gets no more during play (ir_grows) has no more than at the start. Positions that are read from a
// text or from bytes are held to the same numbers (slot_parse, slot_check).
#include "lang/game/most_pieces.h"

#include "lang/ir/rt/sets.h"
#include "lang/vm/walk.h"

static int count_set(const program *p, const void *s, int reg) {
    const uint64_t *sets = (const uint64_t *)(const void *)((const char *)s + p->size.head_sets);
    return set_count(sets + reg * p->b.words, p->b.words);
}

static int count_own(const program *p, const void *s, int player) {
    return count_set(p, s, p->at.own + player);
}

static int count_type(const program *p, const void *s, int type) {
    return p->at.type == BOARD_NONE ? 0 : count_set(p, s, p->at.type + type);
}

static int count_all(const program *p, const void *s) {
    const int has_neutral = p->at.neutral != BOARD_NONE;
    int n = has_neutral ? count_set(p, s, p->at.neutral) : 0;
    for (int i = 0; i < p->players; i++) {
        n += count_own(p, s, i);
    }
    return n;
}

int most_pieces(program *p, arena *a) {
    const ir_growth g = ir_grows(p);
    ir_sizes *size = &p->size;
    void *start = arena_new(a, size->state_size);
    if (!start) {
        return 0;
    }
    walk_start(p, start);
    int own = 0;
    for (int i = 0; i < p->players; i++) {
        const int n = count_own(p, start, i);
        own = n > own ? n : own;
    }
    size->most_own = g.own ? p->b.cells : own;
    size->most_all = g.all ? p->b.cells : count_all(p, start);
    for (int t = 0; t < p->types; t++) {
        const int typed = p->at.type != BOARD_NONE && !g.type[t] && t != p->unknown;
        size->most_of[t] = (uint16_t)(typed ? count_type(p, start, t) : p->b.cells);
    }
    return 1;
}

int most_pieces_hold(const program *p, const void *state, tsr_error *err) {
    const int all = count_all(p, state);
    if (all > p->size.most_all) {
        (void)tsr_fail(err, TSR_ERR_PARSE, "there are %d pieces and can never be more than %d", all,
                       p->size.most_all);
        return 0;
    }
    for (int i = 0; i < p->players; i++) {
        const int n = count_own(p, state, i);
        if (n > p->size.most_own) {
            (void)tsr_fail(err, TSR_ERR_PARSE, "%s has %d pieces and can never have more than %d",
                           p->words.player[i], n, p->size.most_own);
            return 0;
        }
    }
    for (int t = 0; t < p->types; t++) {
        const int n = count_type(p, state, t);
        if (n > p->size.most_of[t]) {
            (void)tsr_fail(err, TSR_ERR_PARSE, "there are %d of %s and can never be more than %d",
                           n, p->words.type[t], (int)p->size.most_of[t]);
            return 0;
        }
    }
    return 1;
}
