// SPDX-License-Identifier: MIT
//
// Which hidden men stand where, or which cards are in which hands, as one who does not know them may imagine it: at
// random among all ways that agree with what everybody could tell by moves (ir_layout.could_not, could_not_have). If
// none is found by trying, one is found by exchange along chains; there always is one, namely what is true. Those that
// are found so are not all as likely as each other.
#include "lang/game/guess_men.h"

#include <string.h>

#include "lang/game/state.h"

enum { TRIES = 64 };

// On the board, or in an area, where every kind has cells of its own.
static int is_barred(const program *p, const void *s, int cell, int type) {
    if (cell < p->b.area0) {
        return p->at.could_not != BOARD_NONE &&
               board_has(state_set(p, s, p->at.could_not + type), cell);
    }
    for (int i = 0; p->at.could_not_have != BOARD_NONE && i < p->areas; i++) {
        const ir_area *a = &p->area[i];
        const int far = cell - a->first;
        if (a->sorted && far >= 0 && far < a->size * (a->each ? p->players : 1)) {
            const uint16_t *at = p->slot_at + i * (p->types + 1) + type;
            const int first = a->first + far / a->size * a->size + at[0];
            return at[0] == at[1] || board_has(state_set(p, s, p->at.could_not_have), first);
        }
    }
    return 0;
}

int kind_pool_draw(tsr_rng *g, kind_pool *of) {
    uint32_t n = tsr_rng_below(g, of->all);
    int t = 0;
    while (n >= of->left[t]) {
        n -= of->left[t++];
    }
    of->left[t]--;
    of->all--;
    return t;
}

// Kinds for all men, drawn without looking; 1 = they may be these.
static int try_kinds(const program *p, const void *s, tsr_rng *g, const men *m, kind_pool *of,
                     uint8_t *kind) {
    int good = 1;
    for (int i = 0; i < m->count; i++) {
        kind[i] = (uint8_t)kind_pool_draw(g, of);
        good &= !is_barred(p, s, m->cell[i], kind[i]);
    }
    return good;
}

// --- By exchange --------------------------------------------------------------------------------------

enum { NO_KIND = 255 };

typedef struct exchange {
    const program *p;
    const void *s;
    const men *m;
    kind_pool *of;
    uint8_t *kind;              // of each man, or NO_KIND
    uint8_t seen[IR_MAX_TYPES]; // kinds that were asked for on this chain
    int first;                  // the kind that is asked for first
} exchange;

// Finds a kind for a man, which another may have to give away for one of his own.
static int place(exchange *x, int man) {
    for (int i = 0; i < x->p->types; i++) {
        const int t = (x->first + i) % x->p->types;
        if (x->seen[t] || is_barred(x->p, x->s, x->m->cell[man], t)) {
            continue;
        }
        x->seen[t] = 1;
        if (x->of->left[t]) {
            x->of->left[t]--;
            x->of->all--;
            x->kind[man] = (uint8_t)t;
            return 1;
        }
        for (int other = 0; other < x->m->count; other++) {
            if (x->kind[other] == t && place(x, other)) {
                x->kind[man] = (uint8_t)t;
                return 1;
            }
        }
    }
    return 0;
}

static void exchange_kinds(exchange *x, tsr_rng *g) {
    uint16_t order[BOARD_MAX_CELLS];
    memset(x->kind, NO_KIND, (size_t)x->m->count);
    for (int i = 0; i < x->m->count; i++) {
        const uint32_t k = tsr_rng_below(g, (uint32_t)i + 1);
        order[i] = order[k];
        order[k] = (uint16_t)i;
    }
    for (int n = 0; n < x->m->count; n++) {
        const int i = order[n];
        memset(x->seen, 0, sizeof x->seen);
        x->first = (int)tsr_rng_below(g, (uint32_t)x->p->types);
        if (!place(x, i) && x->of->all) { // a position that cannot be: any will do
            x->kind[i] = (uint8_t)kind_pool_draw(g, x->of);
        }
    }
}

int guess_men(const program *p, const void *s, tsr_rng *g, const men *m, kind_pool *of,
              uint8_t *kind) {
    const kind_pool full = *of;
    if (of->all < (uint32_t)m->count) {
        return 0;
    }
    for (int i = 0; i < TRIES; i++) {
        *of = full;
        if (try_kinds(p, s, g, m, of, kind)) {
            return 1;
        }
    }
    *of = full;
    exchange x = {.p = p, .s = s, .m = m, .of = of, .kind = kind};
    exchange_kinds(&x, g);
    return 1;
}
