// SPDX-License-Identifier: MIT
// Holds positions that are read from a text or from bytes (slot_parse, slot_check) to the numbers of pieces that
// the rules allow; see most_pieces.h.
#include "lang/game/most_pieces.h"

#include "lang/ir/rt/sets.h"

static int count_set(const program *p, const void *s, int reg) {
    const uint64_t *sets = (const uint64_t *)(const void *)((const char *)s + p->size.head_sets);
    return set_count(sets + reg * p->b.words, p->b.words);
}

int pieces_own(const program *p, const void *s, int player) {
    return count_set(p, s, p->at.own + player);
}

int pieces_type(const program *p, const void *s, int type) {
    return p->at.type == BOARD_NONE ? 0 : count_set(p, s, p->at.type + type);
}

int pieces_all(const program *p, const void *s) {
    const int has_neutral = p->at.neutral != BOARD_NONE;
    int n = has_neutral ? count_set(p, s, p->at.neutral) : 0;
    for (int i = 0; i < p->players; i++) {
        n += pieces_own(p, s, i);
    }
    return n;
}

int most_pieces_hold(const program *p, const void *state, tsr_error *err) {
    const int all = pieces_all(p, state);
    if (all > p->size.most_all) {
        (void)tsr_fail(err, TSR_ERR_PARSE, "there are %d pieces and can never be more than %d", all,
                       p->size.most_all);
        return 0;
    }
    for (int i = 0; i < p->players; i++) {
        const int n = pieces_own(p, state, i);
        if (n > p->size.most_own) {
            (void)tsr_fail(err, TSR_ERR_PARSE, "%s has %d pieces and can never have more than %d",
                           p->words.player[i], n, p->size.most_own);
            return 0;
        }
    }
    for (int t = 0; t < p->types; t++) {
        const int n = pieces_type(p, state, t);
        if (n > p->size.most_of[t]) {
            (void)tsr_fail(err, TSR_ERR_PARSE, "there are %d of %s and can never be more than %d",
                           n, p->words.type[t], (int)p->size.most_of[t]);
            return 0;
        }
    }
    return 1;
}
