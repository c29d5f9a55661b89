// SPDX-License-Identifier: MIT
//
// A position as numbers for a network that learns: how they are filled in.
#include "lang/game/features.h"

#include <string.h>

#include "lang/game/state.h"

// Counts are kept near 1, as the other inputs are.
static const float few = 1.0f / 8;

static const lang_features *features_of(const tsr_rules *r) {
    return ((const lang_unit *)r->data)->features;
}

// Where the pieces of one owner stand, kind by kind.
static float *put_pieces(const program *p, const void *s, int owner, const uint16_t *turned,
                         float *out) {
    for (int t = 0; t < p->types; t++, out += p->b.cells) {
        for (int w = 0; w < p->b.words; w++) {
            uint64_t x = state_set(p, s, owner)[w];
            if (p->at.type != BOARD_NONE) {
                x &= state_set(p, s, p->at.type + t)[w];
            }
            for (; x; x &= x - 1) {
                int cell = 64 * w + __builtin_ctzll(x);
                out[turned ? turned[cell] : cell] = 1;
            }
        }
    }
    return out;
}

static float *put_tokens(const program *p, const lang_features *f, const void *s,
                         const uint16_t *turned, float *out) {
    const int32_t *tokens = state_nums(p, s) + p->at.tokens;
    for (int i = 0; i < f->token_kinds * p->b.cells; i++) {
        int cell = i % p->b.cells;
        out[i - cell + (turned ? turned[cell] : cell)] = few * (float)tokens[i];
    }
    return out + f->token_kinds * p->b.cells;
}

static float *put_hands(const program *p, const void *s, int me, float *out) {
    const int32_t *hands = state_nums(p, s) + p->at.hands;
    for (int i = 0; i < p->players; i++) {
        for (int t = 0; t < p->types; t++) {
            *out++ = few * (float)hands[(me + i) % p->players * p->types + t];
        }
    }
    return out;
}

void slot_features(const tsr_rules *r, const void *view, int viewer, float *out) {
    const program *p = program_of(r);
    const lang_features *f = features_of(r);
    const ir_head *h = view;
    int me = viewer < 0 || viewer >= p->players ? 0 : seat_of(h, viewer);
    const uint16_t *turned = me == 1 ? f->turned : NULL;
    memset(out, 0, f->count * sizeof *out);
    for (int i = 0; i < p->players; i++) {
        out = put_pieces(p, view, p->at.own + (me + i) % p->players, turned, out);
    }
    if (f->owners > p->players) {
        out = put_pieces(p, view, p->at.neutral, turned, out);
    }
    if (f->token_kinds) {
        out = put_tokens(p, f, view, turned, out);
    }
    if (p->at.hands != BOARD_NONE) {
        out = put_hands(p, view, me, out);
    }
    if (p->g->phase_count > 1) {
        out[h->phase] = 1;
        out += p->g->phase_count;
    }
    *out++ = h->me == me;
    out[me] = 1;
}
