// SPDX-License-Identifier: MIT
// How the planes and scalars of a position are filled in, and moves as numbers; see observe.h.
#include "lang/game/observe.h"

#include <stdio.h>
#include <string.h>

#include "base/spread.h"
#include "lang/game/actions.h"
#include "lang/game/state.h"

// Counts are kept near 1, as the other inputs are.
static const float few = 1.0f / 8;

static const lang_sight *sight_of(const tsr_rules *r) {
    return ((const lang_unit *)r->data)->sight;
}

// --- Planes --------------------------------------------------------------------------------------

static inline void put_cells(const program *p, const lang_sight *f, const uint64_t *x,
                             const uint64_t *and, int turns, uint8_t *out) {
    const board *b = &p->b;
    uint64_t v[BOARD_MAX_WORDS];
    for (int w = 0; w < b->words; w++) {
        v[w] = and? x[w] & and[w] : x[w];
    }
    if (!turns) {
        spread_bits(v, (uint32_t)b->cells, out);
    } else if (f->mirrors) {
        v[0] = __builtin_bswap64(v[0]);
        spread_bits(v, 64, out);
    } else {
        memset(out, 0, (size_t)b->cells);
        for (int w = 0; w < b->words; w++) {
            for (uint64_t left = v[w]; left; left &= left - 1) {
                out[f->turned[64 * w + __builtin_ctzll(left)]] = 1;
            }
        }
    }
}

static void put_tokens(const program *p, const void *s, int kind, const uint16_t *turned,
                       uint8_t *out) {
    const int32_t *count = state_nums(p, s) + p->at.tokens + kind * p->b.cells;
    for (int c = 0; c < p->b.cells; c++) {
        out[turned ? turned[c] : c] = (uint8_t)(count[c] < 0 ? 0 : count[c] < 255 ? count[c] : 255);
    }
}

// A plane is a word, so all of them are spread together.
static void put_words(const program *p, const lang_sight *f, const void *s, int me, uint8_t *out) {
    const ir_head *h = s;
    const uint64_t *set = state_set(p, s, 0);
    const uint64_t *type = p->at.type != BOARD_NONE ? set + p->at.type : NULL;
    uint64_t word[SIGHT_AT_ONCE];
    for (uint32_t i = 0; i < f->planes; i++) {
        const lang_plane *plane = &f->plane[i];
        uint64_t x;
        if (plane->kind == PLANE_PIECE) {
            x = set[plane->owner[me]] & (type ? type[plane->b] : ~(uint64_t)0);
        } else {
            x = plane->only_inside && !h->pc ? 0 : set[plane->a];
        }
        word[i] = me == 1 && f->mirrors ? __builtin_bswap64(x) : x;
    }
    spread_rows(word, f->planes, (uint32_t)p->b.cells, out);
}

static void put_planes(const program *p, const lang_sight *f, const void *s, int me, uint8_t *out) {
    const ir_head *h = s;
    const uint16_t *turned = me == 1 ? f->turned : NULL;
    for (uint32_t i = 0; i < f->planes; i++, out += p->b.cells) {
        const lang_plane *plane = &f->plane[i];
        if (plane->kind == PLANE_PIECE) {
            const uint64_t *type =
                p->at.type != BOARD_NONE ? state_set(p, s, p->at.type + plane->b) : NULL;
            put_cells(p, f, state_set(p, s, plane->owner[me]), type, turned != NULL, out);
        } else if (plane->kind == PLANE_TOKENS) {
            put_tokens(p, s, plane->a, turned, out);
        } else if (plane->only_inside && !h->pc) {
            memset(out, 0, (size_t)p->b.cells);
        } else {
            put_cells(p, f, state_set(p, s, plane->a), NULL, turned != NULL, out);
        }
    }
}

// --- Scalars -------------------------------------------------------------------------------------

static float *put_always(const program *p, const lang_sight *f, const ir_head *h, int me,
                         float *out) {
    *out++ = !h->over && h->me == me;
    *out++ = h->passes * few;
    *out++ = h->pc != 0;
    *out++ = f->limit > 0 ? (float)h->turns / f->limit : 0.0f;
    for (int i = 0; i < p->players; i++) {
        *out++ = i == me;
    }
    return out;
}

static float *put_hands(const program *p, const lang_sight *f, const int32_t *nums, int me,
                        float *out) {
    for (int i = 0; i < f->hands; i++) {
        int owner = (me + i / p->types) % p->players;
        *out++ = few * (float)nums[p->at.hands + owner * p->types + i % p->types];
    }
    return out;
}

static void put_scalars(const program *p, const lang_sight *f, const void *s, int me, float *out) {
    const ir_head *h = s;
    const int32_t *nums = state_nums(p, s);
    out = put_always(p, f, h, me, out);
    for (int i = 0; i < f->phases; i++) {
        *out++ = h->phase == i;
    }
    out = put_hands(p, f, nums, me, out);
    for (int i = 0; i < f->vars; i++) {
        *out++ = few * (float)nums[i];
    }
    for (int i = 0; i < f->quiets; i++) {
        *out++ = (float)nums[p->at.quiet + i] / (float)p->past.quiet[i].limit;
    }
}

static void observe(const tsr_rules *r, const void *view, int viewer, uint8_t *planes,
                    float *scalars) {
    const program *p = program_of(r);
    const lang_sight *f = sight_of(r);
    int me = viewer < 0 || viewer >= p->players ? 0 : seat_of(view, viewer);
    if (planes && f->one_word) {
        put_words(p, f, view, me, planes);
    } else if (planes) {
        put_planes(p, f, view, me, planes);
    }
    if (scalars) {
        put_scalars(p, f, view, me, scalars);
    }
}

// --- What they mean ------------------------------------------------------------------------------

static int plane_legend(const program *p, const lang_plane *plane, char *buf, size_t cap) {
    if (plane->kind == PLANE_TOKENS) {
        return snprintf(buf, cap, "%s", p->g->tokens[plane->a]);
    }
    if (plane->kind == PLANE_SET) {
        return snprintf(buf, cap, "%s", plane->name);
    }
    const char *type = p->words.names[p->words.name_types + plane->b];
    if (plane->a >= p->players) {
        return snprintf(buf, cap, "neutral %s", type);
    }
    if (plane->a < 2) {
        return snprintf(buf, cap, "%s %s", plane->a ? "next player's" : "my", type);
    }
    return snprintf(buf, cap, "%s of player %d after me", type, plane->a);
}

static int scalar_legend(const program *p, const lang_sight *f, int i, char *buf, size_t cap) {
    static const char *const always[SIGHT_ALWAYS] = {"to move", "passes / 8", "inside a turn",
                                                     "turns / limit"};
    if (i < SIGHT_ALWAYS) {
        return snprintf(buf, cap, "%s", always[i]);
    }
    i -= SIGHT_ALWAYS;
    if (i < p->players) {
        return snprintf(buf, cap, "I am %s", p->g->players[i].name);
    }
    i -= p->players;
    if (i < f->phases) {
        return snprintf(buf, cap, "phase %d", i + 1);
    }
    i -= f->phases;
    if (i < f->hands) {
        return snprintf(buf, cap, "%s in hand / 8, player %d after me",
                        p->words.names[p->words.name_types + i % p->types], i / p->types);
    }
    i -= f->hands;
    return i < f->vars ? snprintf(buf, cap, "number %d / 8", i + 1)
                       : snprintf(buf, cap, "quiet turns / limit, %d", i - f->vars + 1);
}

static int legend(const tsr_rules *r, uint32_t i, char *buf, size_t cap) {
    const program *p = program_of(r);
    const lang_sight *f = sight_of(r);
    return i < f->planes ? plane_legend(p, &f->plane[i], buf, cap)
                         : scalar_legend(p, f, (int)(i - f->planes), buf, cap);
}

// --- Steps ---------------------------------------------------------------------------------------

static int mask(const tsr_rules *r, const void *s, int who, uint64_t *bits) {
    const program *p = program_of(r);
    const lang_unit *u = r->data;
    const lang_native *native = native_of(r);
    if (native && native->mask && !u->actions->by_cells) {
        return native->mask(s, &u->actions->ids, bits);
    }
    tsr_move list[TSR_MAX_MOVES];
    int n = r->g.moves(r, s, who, list);
    for (int i = 0; i < n; i++) {
        int64_t id = actions_first(p, u->actions, list[i]);
        if (id < 0) {
            return 0;
        }
        bits[id / 64] |= (uint64_t)1 << (id % 64);
    }
    return 1;
}

// Among all moves, by their codes.
static tsr_move only_listed(const tsr_rules *r, const void *s, int who, uint32_t action) {
    const lang_unit *u = r->data;
    tsr_move list[TSR_MAX_MOVES], found = TSR_NO_MOVE;
    int n = r->g.moves(r, s, who, list);
    for (int i = 0; i < n; i++) {
        int64_t id = actions_first(&u->p, u->actions, list[i]);
        if (id < 0 || (id == (int64_t)action && found)) {
            return TSR_NO_MOVE;
        }
        found = id == (int64_t)action ? list[i] : found;
    }
    return found;
}

// Where the number alone tells the move, or the number and the piece that moves; else 0.
static inline tsr_move only_told(const program *p, const lang_actions *f, const void *s,
                                 uint32_t action) {
    tsr_move move = action < f->count && !p->split ? f->whole[action] : TSR_NO_MOVE;
    if (!move || move & (((tsr_move)1 << p->size.choice_bits) - 1)) {
        return move;
    }
    tsr_move from = move >> p->size.choice_bits & (((tsr_move)1 << p->size.cell_bits) - 1);
    uint32_t type = (uint32_t)lang_type_at(p, s, (int)from);
    uint16_t choice = f->mover[action * (uint32_t)p->types + type];
    return choice == NO_MOVER || choice >= SEVERAL_WHOLE ? TSR_NO_MOVE : move | choice;
}

static tsr_move only(const tsr_rules *r, const void *s, int who, uint32_t action) {
    const lang_unit *u = r->data;
    tsr_move move = only_told(&u->p, u->actions, s, action);
    return move ? move : only_listed(r, s, who, action);
}

// Machine code tests only those endings that a turn can bring about: see slots.c.
static int step(const tsr_rules *r, void *s, int who, tsr_move m, uint64_t *bits) {
    const lang_unit *u = r->data;
    const lang_native *native = ((const ir_head *)s)->whole ? NULL : native_of(r);
    (void)who;
    return native && native->step && !u->actions->by_cells &&
           native->step(s, m, &u->actions->ids, bits);
}

const tsr_game_learn lang_learn = {
    .size = sizeof(tsr_game_learn),
    .sight = slot_sight,
    .observe = observe,
    .legend = legend,
    .turned = slot_action_turned,
    .sees_turned = slot_sees_turned,
    .mask = mask,
    .only = only,
    .step = step,
};
