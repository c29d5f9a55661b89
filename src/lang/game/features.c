// SPDX-License-Identifier: MIT
//
// A position as numbers for a network that learns: which planes there are, and how they are filled.
#include "lang/game/features.h"

#include <string.h>

#include "lang/game/state.h"

// Counts are kept near 1, as the other inputs are.
static const float few = 1.0f / 8;

// --- Turning the board ------------------------------------------------------------------

static int exists(const board *b, int cell) {
    return (int)(b->all[cell / 64] >> (cell % 64) & 1);
}

// The cell mirrored from top to bottom, or turned by half a circle.
static int seen_at(const board *b, int cell, int half_circle) {
    int x = cell % b->width, y = cell / b->width;
    return (b->height - 1 - y) * b->width + (half_circle ? b->width - 1 - x : x);
}

static int maps_onto_itself(const board *b, int half_circle) {
    for (int c = 0; c < b->cells; c++) {
        if (exists(b, c) != exists(b, seen_at(b, c, half_circle))) {
            return 0;
        }
    }
    return 1;
}

// Where the rules speak of sides, whoever looks south sees the board mirrored, as `forward` and
// ranks do. (Where they do not, down may be down for both: discs fall.) Where the board has
// not the cells for it (the dark squares of an even board) it is turned; hexagons are as well,
// since mirrored they would have other neighbours.
static void turn_board(const program *p, uint16_t *turned) {
    const board *b = &p->b;
    const char *facing = p->players == 2 ? p->g->players[1].facing : NULL;
    int turns = p->has_sides && p->players == 2 && b->lattice && b->cells == b->width * b->height &&
                (!facing || strcmp(facing, "south") == 0);
    int hexagons = b->kind == BOARD_HEX || b->kind == BOARD_HEXAGON;
    int mirror = turns && !hexagons && maps_onto_itself(b, 0);
    turns = turns && (mirror || maps_onto_itself(b, 1));
    for (int c = 0; c < b->cells; c++) {
        turned[c] = (uint16_t)(turns ? seen_at(b, c, !mirror) : c);
    }
}

// --- The slot ---------------------------------------------------------------------------

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

static void features(const tsr_rules *r, const void *view, int viewer, float *out) {
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

lang_features *features_new(const program *p, arena *a) {
    lang_features *f = arena_new(a, sizeof *f);
    uint16_t *turned = arena_new(a, (size_t)p->b.cells * sizeof *turned);
    if (!f || !turned) {
        return NULL;
    }
    f->owners = p->players + (p->at.neutral != BOARD_NONE);
    f->token_kinds = p->at.tokens != BOARD_NONE ? p->g->token_count : 0;
    f->turned = turned;
    turn_board(p, turned);
    int count = (f->owners * p->types + f->token_kinds) * p->b.cells;
    count += p->at.hands != BOARD_NONE ? p->players * p->types : 0;
    count += p->g->phase_count > 1 ? p->g->phase_count : 0;
    f->count = (uint32_t)(count + 1 + p->players);
    return f;
}

void features_fit(lang_features *f, const tsr_game_ai *base) {
    f->ai = *base;
    f->ai.feature_count = f->count;
    f->ai.features = features;
}
