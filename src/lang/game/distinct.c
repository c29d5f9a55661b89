// SPDX-License-Identifier: MIT
//
// `distinct`: of the turns that differ in nothing but the choices inside of it, those that lead to one position are
// one move. Each is played on a copy, and what comes of it is compared by a hash of all its bytes; so this is the
// same for both back ends, which list all ways.
#include "lang/game/distinct.h"

#include <string.h>

#include <tessera/rng.h>
#include <tessera/rules.h>

#include "lang/vm/walk.h"

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

static result result_of(const program *p, const void *s, tsr_move m) {
    walk_step step[WALK_MAX_CHOICES];
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } after;
    const int count = walk_steps(p, s, m, step, WALK_MAX_CHOICES);
    memcpy(after.bytes, s, p->size.state_size);
    walk_play(p, after.bytes, m);
    return (result){tsr_hash_bytes(after.bytes, p->size.state_size, hash_outside(p, step, count)),
                    count};
}

enum { SLOTS = 2 * TSR_MAX_MOVES };

int distinct_keep(const program *p, const void *s, tsr_move *list, int count) {
    uint16_t slot[SLOTS] = {0}; // the move with that key, + 1
    result of[TSR_MAX_MOVES];
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const result x = result_of(p, s, list[i]);
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

tsr_move distinct_same(const program *p, const void *s, tsr_move m) {
    tsr_move list[TSR_MAX_MOVES];
    const uint64_t key = result_of(p, s, m).key;
    const int n = distinct_keep(p, s, list, walk_moves(p, s, list, p->size.max_moves));
    for (int i = 0; i < n; i++) {
        if (result_of(p, s, list[i]).key == key) {
            return list[i];
        }
    }
    return m;
}
