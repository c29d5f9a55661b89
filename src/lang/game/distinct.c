// SPDX-License-Identifier: MIT
//
// `distinct`: of the turns that differ in nothing but the choices inside of it, those that lead to one position are
// one move. Each is played on a copy, and what comes of it is compared by a hash of all its bytes; so this is the
// same for both back ends, which list all ways.
#include "lang/game/distinct.h"

#include <string.h>

#include <tessera/rng.h>
#include <tessera/rules.h>

#include "lang/game/noted.h"

typedef struct result {
    uint64_t key; // of the position, and of the choices that are told apart
    int steps;
} result;

// What a move is told apart by, whatever it leads to.
static uint64_t hash_outside(const program *p, const walk_step *step, int count) {
    uint64_t h = 0;
    for (int i = 0; i < count; i++) {
        const walk_step *x = &step[i];
        if (!p->choice[x->choice].distinct) {
            h = tsr_mix(h ^ (uint64_t)(unsigned)x->choice << 32 ^
                        (uint64_t)(unsigned)(x->from + 1) << 16 ^ (uint64_t)(unsigned)(x->to + 1));
        }
    }
    return h;
}

static result result_of_steps(const program *p, const void *s, const walk_step *step, int count) {
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } after;
    memcpy(after.bytes, s, p->size.state_size);
    walk_play_steps(p, after.bytes, step, count);
    return (result){tsr_hash_bytes(after.bytes, p->size.state_size, hash_outside(p, step, count)),
                    count};
}

// Of move number `i` of the list.
static result result_of(const program *p, const void *s, tsr_move m, const noted *n, int i) {
    spelled x;
    noted_spell(n, p, s, i, m, &x);
    return result_of_steps(p, s, x.step, x.count < 0 ? 0 : x.count);
}

enum { SLOTS = 2 * TSR_MAX_MOVES };

// `of` gets what comes of those that are kept.
static int keep(const program *p, const void *s, tsr_move *list, int count,
                result of[TSR_MAX_MOVES]) {
    uint16_t slot[SLOTS] = {0}; // the move with that key, + 1
    int kept = 0;
    noted hashed;
    noted_begin(&hashed, p, s, list, count);
    for (int i = 0; i < count; i++) {
        const result x = result_of(p, s, list[i], &hashed, i);
        uint32_t at = (uint32_t)(x.key % SLOTS);
        while (slot[at] && of[slot[at] - 1].key != x.key) {
            at = (at + 1) % SLOTS;
        }
        const int same = slot[at] ? slot[at] - 1 : kept;
        if (!slot[at] || x.steps < of[same].steps) {
            of[same] = x;
            list[same] = list[i];
        }
        kept += !slot[at];
        slot[at] = (uint16_t)(same + 1);
    }
    return kept;
}

int distinct_keep(const program *p, const void *s, tsr_move *list, int count) {
    result of[TSR_MAX_MOVES];
    return keep(p, s, list, count, of);
}

tsr_move distinct_same(const program *p, const void *s, tsr_move m) {
    tsr_move list[TSR_MAX_MOVES];
    result of[TSR_MAX_MOVES];
    walk_step step[WALK_MAX_CHOICES];
    const int steps = walk_steps(p, s, m, step, WALK_MAX_CHOICES);
    const int n = keep(p, s, list, walk_moves(p, s, list, p->size.max_moves), of);
    const uint64_t key = result_of_steps(p, s, step, steps < 0 ? 0 : steps).key;
    for (int i = 0; i < n; i++) {
        if (of[i].key == key) {
            return list[i];
        }
    }
    return m;
}
