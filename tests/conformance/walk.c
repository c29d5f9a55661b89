// SPDX-License-Identifier: MIT
#include "law.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Memory ------------------------------------------------------------------

enum { GUARD = 2048, GUARD_BYTE = 0xa5 };

void *law_memory(size_t size) {
    void *p = calloc(1, size ? size : 1);
    if (!p) {
        fprintf(stderr, "conformance: out of memory\n");
        exit(3);
    }
    return p;
}

void *law_guarded(law_run *run, size_t size) {
    law_block *b = law_memory(sizeof *b);
    b->bytes = law_memory(size + GUARD);
    b->size = size;
    b->next = run->blocks;
    memset(b->bytes + size, GUARD_BYTE, GUARD);
    run->blocks = b;
    return b->bytes;
}

int law_guards_hold(law_run *run) {
    unsigned char whole[GUARD];
    int hold = 1;
    memset(whole, GUARD_BYTE, sizeof whole);
    for (law_block *b = run->blocks; b; b = b->next) {
        if (memcmp(b->bytes + b->size, whole, GUARD) != 0) {
            hold = 0;
            memset(b->bytes + b->size, GUARD_BYTE, GUARD);
        }
    }
    return hold;
}

void *law_keep(law_run *run, size_t size) {
    if (!run->memory[run->law]) {
        run->memory[run->law] = law_memory(size);
    }
    return run->memory[run->law];
}

void law_copy(const law_run *run, void *to, const void *from) {
    memcpy(to, from, run->r->state_size);
}

void law_fill(const law_run *run, void *state, int byte) {
    memset(state, byte, run->r->state_size);
}

void law_dirty_stack(int byte) {
    volatile unsigned char here[4096];
    for (size_t i = 0; i < sizeof here; i++) {
        here[i] = (unsigned char)byte;
    }
}

// --- Who, and which move -----------------------------------------------------

int law_viewer(const law_run *run, int index) {
    return index < run->r->players ? index : TSR_WATCHER;
}

int law_is_decider(const law_run *run, int who) {
    return who < TSR_CHANCE && (run->spot.turn >> who & 1u);
}

int law_sole(uint32_t turn) {
    return turn && turn < 1u << TSR_CHANCE && (turn & (turn - 1)) == 0 ? tsr_mover(turn) : -1;
}

int law_random_mover(uint32_t turn, tsr_rng *g) {
    int bits = 0;
    for (int p = 0; p <= TSR_CHANCE; p++) {
        bits += (int)(turn >> p & 1u);
    }
    uint32_t pick = bits > 1 ? tsr_rng_below(g, (uint32_t)bits) : 0;
    for (int p = 0; p <= TSR_CHANCE; p++) {
        if ((turn >> p & 1u) && pick-- == 0) {
            return p;
        }
    }
    return -1;
}

int law_draw(const uint32_t *weight, int count, tsr_rng *g) {
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        sum += weight[i];
    }
    if (sum == 0 || sum > UINT32_MAX) {
        return 0;
    }
    uint64_t at = tsr_rng_below(g, (uint32_t)sum);
    for (int i = 0; i < count; i++) {
        if (at < weight[i]) {
            return i;
        }
        at -= weight[i];
    }
    return 0;
}

tsr_move law_random_move(law_run *run, const void *s, int who, tsr_rng *g) {
    const tsr_rules *r = run->r;
    if (who == TSR_CHANCE) {
        int n = r->g.chance(r, s, run->list, run->weights);
        return n > 0 && n <= (int)r->max_chance ? run->list[law_draw(run->weights, n, g)] : 0;
    }
    int n = r->g.moves(r, s, who, run->list);
    return n > 0 && n <= (int)r->max_moves ? run->list[tsr_rng_below(g, (uint32_t)n)] : 0;
}

int law_stride(int count, int most) {
    return count > most ? (count + most - 1) / most : 1;
}

int law_offset(law_run *run, int stride) {
    return (int)tsr_rng_below(&run->g, (uint32_t)stride);
}

int law_listed(const tsr_move *moves, int count, tsr_move m) {
    for (int i = 0; i < count; i++) {
        if (moves[i] == m) {
            return 1;
        }
    }
    return 0;
}

static tsr_move swap_bytes(tsr_move m, int i, int j) {
    tsr_move a = m >> (8 * i) & 0xff, b = m >> (8 * j) & 0xff;
    m &= ~((tsr_move)0xff << (8 * i) | (tsr_move)0xff << (8 * j));
    return m | a << (8 * j) | b << (8 * i);
}

static tsr_move with_swapped_bytes(tsr_rng *g, tsr_move m) {
    int i = (int)tsr_rng_below(g, 6), j = (int)tsr_rng_below(g, 6);
    return swap_bytes(m, i, j);
}

// Another value in one of the low bytes.
static tsr_move with_another_byte(tsr_rng *g, tsr_move m) {
    tsr_move change = 1 + tsr_rng_below(g, 255);
    return m ^ change << (8 * tsr_rng_below(g, 5));
}

tsr_move law_wrong_move(law_run *run, int who) {
    const law_spot *spot = &run->spot;
    tsr_rng *g = &run->g;
    const tsr_move *moves = who == TSR_CHANCE ? spot->outcome : spot->moves[who];
    int count = who == TSR_CHANCE ? spot->outcomes : spot->count[who];
    tsr_move m = moves[tsr_rng_below(g, (uint32_t)count)];
    switch (tsr_rng_below(g, 10)) {
    case 0: return tsr_rng_next(g);
    case 1: return m | TSR_HIDDEN;
    case 2: return with_swapped_bytes(g, m);
    case 3: return with_another_byte(g, m);
    case 4:
    case 5: // what was possible a little while ago, or is for somebody else
        return run->near_count ? run->near[tsr_rng_below(g, (uint32_t)run->near_count)] : ~m;
    case 6: // one argument a little off
        return m + ((tsr_move)1 << (8 * tsr_rng_below(g, 5)));
    case 7: return tsr_rng_below(g, 8) ? tsr_rng_below(g, 65536) : 0;
    default: return m ^ (tsr_move)1 << tsr_rng_below(g, 64);
    }
}

// --- Texts and random play ---------------------------------------------------

const char *law_position_text(law_run *run, const void *s, int slot) {
    const tsr_rules *r = run->r;
    int n = r->g.text(r, s, NULL, 0);
    if (n < 0 || n > 1 << 20) {
        return NULL;
    }
    if (run->text_cap[slot] < (size_t)n + 1) {
        run->text_cap[slot] = (size_t)n * 2 + 64;
        free(run->text[slot]);
        run->text[slot] = law_memory(run->text_cap[slot]);
    }
    return r->g.text(r, s, run->text[slot], (size_t)n + 1) == n ? run->text[slot] : NULL;
}

const char *law_play_on(law_run *run, void *s, int plies) {
    const tsr_rules *r = run->r;
    for (int i = 0; i < plies; i++) {
        uint32_t turn = r->g.turn(r, s);
        if (turn == 0) {
            return NULL;
        }
        int who = law_random_mover(turn, &run->g);
        if (who < 0 || (who < TSR_CHANCE && who >= r->players)) {
            return "it is the turn of somebody who does not play";
        }
        tsr_move m = law_random_move(run, s, who, &run->g);
        if (m == 0) {
            return "the one to decide has no moves, or more than were declared";
        }
        r->g.play(r, s, who, m);
        if (r->g.check(r, s, NULL)) {
            return "a legal move leads to a position that check refuses";
        }
    }
    return NULL;
}

void law_mutate_text(tsr_rng *g, char *text, size_t cap) {
    static const char odd[] = "?-/,:;.0123456789abcxyzKQRP_* \t";
    for (int times = 1 + (int)tsr_rng_below(g, 3); times > 0; times--) {
        size_t n = strlen(text);
        uint32_t at = tsr_rng_below(g, (uint32_t)n + 1);
        char c = odd[tsr_rng_below(g, sizeof odd - 1)];
        switch (tsr_rng_below(g, 6)) {
        case 0: // cut
            text[at] = '\0';
            break;
        case 1: // leave one out
            memmove(text + at, text + at + (at < n), n - at + (at == n));
            break;
        case 2: // put one in
            if (n + 2 < cap) {
                memmove(text + at + 1, text + at, n - at + 1);
                text[at] = c;
            }
            break;
        case 3: // exchange two
            if (n > 1) {
                uint32_t a = tsr_rng_below(g, (uint32_t)n), b = tsr_rng_below(g, (uint32_t)n);
                char t = text[a];
                text[a] = text[b];
                text[b] = t;
            }
            break;
        case 4: // double the tail
            if (n > at && n + (n - at) + 1 < cap) {
                memmove(text + n, text + at, n - at);
                text[n + (n - at)] = '\0';
            }
            break;
        default: // replace
            if (at < n) {
                text[at] = tsr_rng_below(g, 4) ? c : (char)(1 + tsr_rng_below(g, 255));
            }
        }
    }
}

// --- Visiting a position -----------------------------------------------------

static void visit_players(law_run *run) {
    law_spot *spot = &run->spot;
    const tsr_rules *r = run->r;
    for (int p = 0; p < r->players; p++) {
        spot->count[p] = spot->turn >> p & 1u ? r->g.moves(r, spot->state, p, spot->moves[p]) : 0;
    }
}

void law_visit(law_run *run, const void *s, int ply, int deep) {
    law_spot *spot = &run->spot;
    const tsr_rules *r = run->r;
    spot->state = s;
    spot->ply = ply;
    spot->deep = deep;
    spot->turn = r->g.turn(r, s);
    memset(&spot->info, 0, sizeof spot->info);
    r->g.info(r, s, &spot->info);
    spot->outcomes = 0;
    if (spot->turn == 1u << TSR_CHANCE) {
        spot->outcomes = r->g.chance(r, s, spot->outcome, spot->weight);
    }
    visit_players(run);
    for (int i = 0; deep && i < run->viewers; i++) {
        r->g.view(r, s, law_viewer(run, i), spot->view[i]);
    }
}

// --- Playing a game beforehand -----------------------------------------------

// How a game is chosen: mostly at random, but always the first move, always the
// last, and going to and fro find other corners.
typedef enum habit { UNIFORM, FIRST, LAST, TO_AND_FRO } habit;

static habit habit_of(uint64_t seed) {
    switch (tsr_mix(seed ^ 0x5eed) % 8) {
    case 0: return FIRST;
    case 1: return LAST;
    case 2: return TO_AND_FRO;
    default: return UNIFORM;
    }
}

// The move `who` made before the last one, if it is possible again.
static tsr_move move_before_last(const law_run *run, int who) {
    int seen = 0;
    for (int i = run->step_count - 1; i >= 0; i--) {
        if (run->steps[i].who == who && ++seen == 2) {
            return run->steps[i].move;
        }
    }
    return 0;
}

static tsr_move choose(law_run *run, const void *s, int who, habit h, tsr_rng *g) {
    const tsr_rules *r = run->r;
    if (who == TSR_CHANCE || h == UNIFORM) {
        return law_random_move(run, s, who, g);
    }
    int n = r->g.moves(r, s, who, run->list);
    if (n <= 0 || n > (int)r->max_moves) {
        return 0;
    }
    if (h == TO_AND_FRO) {
        tsr_move m = move_before_last(run, who);
        return law_listed(run->list, n, m) ? m : run->list[tsr_rng_below(g, (uint32_t)n)];
    }
    return run->list[h == FIRST ? 0 : n - 1];
}

static void add_step(law_run *run, int who, tsr_move m) {
    if (run->step_count == run->step_cap) {
        run->step_cap = run->step_cap ? run->step_cap * 2 : 256;
        law_step *more = realloc(run->steps, (size_t)run->step_cap * sizeof *more);
        if (!more) {
            fprintf(stderr, "conformance: out of memory\n");
            exit(3);
        }
        run->steps = more;
    }
    run->steps[run->step_count++] = (law_step){m, who};
}

void law_play_game(law_run *run) {
    const tsr_rules *r = run->r;
    void *s = run->scratch[0];
    habit h = habit_of(run->seed);
    tsr_rng g;
    tsr_rng_init(&g, run->seed);
    run->step_count = 0;
    run->ended = 0;
    law_fill(run, s, 0);
    r->g.init(r, s);
    for (;;) {
        uint32_t turn = r->g.turn(r, s);
        int who = turn ? law_random_mover(turn, &g) : -1;
        run->ended = turn == 0;
        if (turn == 0 || who < 0 || (who >= r->players && who != TSR_CHANCE) ||
            (uint32_t)run->step_count >= r->max_plies) {
            return;
        }
        tsr_move m = choose(run, s, who, h, &g);
        if (m == 0) {
            return;
        }
        add_step(run, who, m);
        r->g.play(r, s, who, m);
    }
}
