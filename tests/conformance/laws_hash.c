// SPDX-License-Identifier: MIT
//
// Law 20: equal bytes have equal hashes; and positions that a search would take
// for the same by their hash have the same future.
#include "law.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 8192, MOST_BYTES = 8 << 20, BACK = 40 };

// The positions met in a run, by their hash.
typedef struct known {
    uint64_t hash[SLOTS];
    uint32_t where[SLOTS]; // 1 + index of the state; 0 = free
    void *states;
    uint32_t count, most;
} known;

static unsigned char *state_at(const law_run *run, const known *k, uint32_t i) {
    return (unsigned char *)k->states + (size_t)i * run->r->state_size;
}

static known *kept(law_run *run) {
    known *k = law_keep(run, sizeof *k);
    if (!k->states) {
        uint32_t fit = MOST_BYTES / run->r->state_size;
        k->most = fit < SLOTS / 2 ? fit : SLOTS / 2;
        k->states = law_guarded(run, (size_t)k->most * run->r->state_size);
    }
    return k;
}

static int same_moves(law_run *run, const void *a, const void *b, int who) {
    const tsr_rules *r = run->r;
    tsr_move *first = run->list, *second;
    int n, m, same = 1;
    second = law_memory((r->max_moves + 1u + r->max_chance) * sizeof *second);
    if (who == TSR_CHANCE) {
        uint32_t *w = law_memory((r->max_chance + 1u) * sizeof *w);
        n = r->g.chance(r, a, first, run->weights);
        m = r->g.chance(r, b, second, w);
        same = n == m && memcmp(w, run->weights, (size_t)n * sizeof *w) == 0;
        free(w);
    } else {
        n = r->g.moves(r, a, who, first);
        m = r->g.moves(r, b, who, second);
    }
    for (int i = 0; i < n && same && n == m; i++) {
        same = law_listed(second, m, first[i]);
    }
    free(second);
    return same && n == m;
}

// Two different states with one hash: same turn, same moves, and the same again
// after the same move.
static void same_future(law_run *run, const void *a, const void *b) {
    const tsr_rules *r = run->r;
    uint32_t turn = r->g.turn(r, a);
    int who = tsr_mover(turn);
    if (!LAW_HOLDS(run, turn == r->g.turn(r, b),
                   "the position %s has the same hash, but not the same turn",
                   law_position_text(run, b, 0)) ||
        who < 0 ||
        !LAW_HOLDS(run, same_moves(run, a, b, who),
                   "the position %s has the same hash, but other moves",
                   law_position_text(run, b, 0))) {
        return;
    }
    tsr_move m = law_random_move(run, a, who, &run->g);
    law_copy(run, run->scratch[2], a);
    law_copy(run, run->scratch[3], b);
    r->g.play(r, run->scratch[2], who, m);
    r->g.play(r, run->scratch[3], who, m);
    uint32_t next = r->g.turn(r, run->scratch[2]);
    if (next && r->g.turn(r, run->scratch[3])) { // a counter near its limit may end one of them
        LAW_HOLDS(run,
                  next == r->g.turn(r, run->scratch[3]) &&
                      same_moves(run, run->scratch[2], run->scratch[3], tsr_mover(next)),
                  "the position %s has the same hash, but after the same move other moves",
                  law_position_text(run, b, 0));
    }
}

// Compares `s` with what is known and adds it.
static void meet(law_run *run, const void *s) {
    const tsr_rules *r = run->r;
    known *k = kept(run);
    uint64_t h = r->more.hash(r, s);
    uint32_t at = (uint32_t)(tsr_mix(h) % SLOTS);
    for (; k->where[at]; at = (at + 1) % SLOTS) {
        if (k->hash[at] == h) {
            const void *other = state_at(run, k, k->where[at] - 1);
            run->far = 1; // the other may stem from an earlier game
            if (memcmp(other, s, r->state_size) != 0) {
                same_future(run, s, other);
            }
            run->far = 0;
            return;
        }
    }
    if (k->count < k->most) {
        k->hash[at] = h;
        law_copy(run, state_at(run, k, k->count), s);
        k->where[at] = ++k->count;
    }
}

// The hash reads the state's bytes and nothing else.
static void hash_is_steady(law_run *run) {
    const tsr_rules *r = run->r;
    uint64_t h = r->more.hash(r, run->spot.state);
    unsigned char *around = law_memory(r->state_size + 32);
    for (int byte = 0; byte < 256; byte += 0xaa) {
        memset(around, byte, r->state_size + 32);
        law_copy(run, around + 16, run->spot.state);
        law_dirty_stack(byte);
        LAW_HOLDS(run, r->more.hash(r, around + 16) == h, "a copy of the state has another hash");
    }
    free(around);
}

// Plays `moves` of alternating players; 0 if one is not possible.
static int play_line(law_run *run, void *s, const law_step *line, int count) {
    law_copy(run, s, run->spot.state);
    for (int i = 0; i < count; i++) {
        if (tsr_play_checked(run->r, s, line[i].who, line[i].move, NULL)) {
            return 0;
        }
    }
    return 1;
}

// Two moves of one player in either order, with the same answer between.
static void transpose(law_run *run) {
    const tsr_rules *r = run->r;
    void *s = run->scratch[0], *t = run->scratch[1];
    law_step line[3];
    law_copy(run, s, run->spot.state);
    for (int i = 0; i < 3; i++) {
        uint32_t turn = r->g.turn(r, s);
        if (turn == 0) {
            return;
        }
        line[i].who = tsr_mover(turn);
        line[i].move = law_random_move(run, s, line[i].who, &run->g);
        if (line[i].move == 0) {
            return;
        }
        r->g.play(r, s, line[i].who, line[i].move);
    }
    law_step turned[3] = {line[2], line[1], line[0]};
    if (line[0].who != line[2].who || line[0].who == TSR_CHANCE || !play_line(run, t, turned, 3)) {
        return;
    }
    if (memcmp(s, t, r->state_size) == 0) {
        LAW_HOLDS(run, r->more.hash(r, s) == r->more.hash(r, t),
                  "two ways to one position give two hashes");
    } else if (r->more.hash(r, s) == r->more.hash(r, t)) {
        law_copy(run, run->scratch[4], t);
        same_future(run, s, run->scratch[4]);
    }
}

// Tries every move of the one to decide in `s`, and every answer to it, for one that
// comes back to the hash of the spot: there and back again, something may have
// changed that the hash has forgotten (a right to castle, a counter).
static void come_back_from(law_run *run, const void *s, uint64_t home) {
    const tsr_rules *r = run->r;
    void *one = run->scratch[1], *two = run->scratch[4];
    tsr_move first[BACK], second[BACK];
    int p = law_sole(r->g.turn(r, s));
    int n = p >= 0 && r->more.count(r, s, p) <= BACK ? r->g.moves(r, s, p, first) : 0;
    for (int i = 0; i < n; i++) {
        law_copy(run, one, s);
        r->g.play(r, one, p, first[i]);
        int q = law_sole(r->g.turn(r, one));
        int m = q >= 0 && r->more.count(r, one, q) <= BACK ? r->g.moves(r, one, q, second) : 0;
        for (int k = 0; k < m; k++) {
            law_copy(run, two, one);
            r->g.play(r, two, q, second[k]);
            if (r->more.hash(r, two) == home && memcmp(two, run->spot.state, r->state_size) != 0) {
                same_future(run, run->spot.state, two);
                return;
            }
        }
    }
}

// A hash of every byte of the state forgets nothing: for such a game (most have it,
// and unicorns' thousands of bytes a position make it dear) there is nothing to find.
static int hashes_every_byte(const tsr_rules *r, const void *s, uint64_t hash) {
    return hash == tsr_hash_bytes(s, r->state_size, 0);
}

static void come_back(law_run *run) {
    const tsr_rules *r = run->r;
    void *s = run->scratch[0];
    uint64_t home = r->more.hash(r, run->spot.state);
    if (hashes_every_byte(r, run->spot.state, home)) {
        return;
    }
    law_copy(run, s, run->spot.state);
    for (int i = 0; i < 2; i++) {
        int p = law_sole(r->g.turn(r, s));
        tsr_move m = p >= 0 ? law_random_move(run, s, p, &run->g) : 0;
        if (m == 0) {
            return;
        }
        r->g.play(r, s, p, m);
    }
    come_back_from(run, s, home);
}

static void law20_at(law_run *run) {
    meet(run, run->spot.state);
}

static void law20_deep(law_run *run) {
    hash_is_steady(run);
    for (int i = 0; i < 4 && run->spot.turn; i++) {
        transpose(run);
    }
    for (int i = 0; i < 2 && run->spot.turn; i++) {
        come_back(run);
    }
}

const law_hooks law_20 = {.at = law20_at, .deep = law20_deep};
