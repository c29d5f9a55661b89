// SPDX-License-Identifier: MIT
//
// Draws openings by random plies, keeps those that are given, and throws away what is decided.
#include "arena/openings.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/agent.h>

enum {
    TRIES = 400,       // positions drawn without finding a new one before plies are added
    LONGER = 12,       // plies added at most
    MAX_STEPS = 10000, // of one opening with its draws; no game is so unruly
    STORE = 1 << 30    // bytes of positions kept; then they come round again
};

uint32_t openings_usual_plies(const tsr_rules *r) {
    return 2u * r->players;
}

tsr_err openings_init(openings *o, openings_kind kind, uint32_t plies, const tsr_rules *rules,
                      uint64_t seed, tsr_error *err) {
    // A stream of its own: games count up from the same seed.
    static const uint64_t salt = 0x6f70656e696e6773;
    *o = (openings){.kind = kind, .rules = rules, .seed = tsr_mix(seed ^ salt), .plies = plies};
    o->tried = tsr_mem_new(NULL, rules->state_size);
    o->after = tsr_mem_new(NULL, rules->state_size);
    o->moves = tsr_mem_new(NULL, rules->max_moves * sizeof *o->moves);
    if (!o->tried || !o->after || !o->moves) {
        openings_deinit(o);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for openings");
    }
    return TSR_OK;
}

void openings_deinit(openings *o) {
    if (o->rules) {
        tsr_mem_free(NULL, o->tried, o->rules->state_size);
        tsr_mem_free(NULL, o->after, o->rules->state_size);
        tsr_mem_free(NULL, o->moves, o->rules->max_moves * sizeof *o->moves);
        tsr_mem_free(NULL, o->state, o->cap * o->rules->state_size);
    }
    repeats_deinit(&o->seen);
    memset(o, 0, sizeof *o);
}

// --- What fits --------------------------------------------------------------------------

// What `who` may expect from a position by the end of the game or the evaluation.
static float expects(const openings *o, const void *s, int who) {
    const tsr_rules *r = o->rules;
    float u[TSR_MAX_PLAYERS];
    if (tsr_turn(r, s) == 0) {
        tsr_utility(r, s, u);
    } else if (r->g.ai && r->g.ai->heuristic) {
        r->g.ai->heuristic(r, s, u);
    } else {
        return 0.5f;
    }
    return u[who];
}

// Who is on turn tries every move: a win at hand or a lost position shows at once. Games that one
// player plays alone, or all together, are never decided so.
int openings_fits(openings *o, const void *state) {
    const tsr_rules *r = o->rules;
    uint32_t turn = tsr_turn(r, state);
    int who = tsr_mover(turn);
    float best = 0;
    if (turn == 0) {
        return 0;
    }
    if (who == TSR_CHANCE || r->players == 1 || r->g.flags & TSR_COOPERATIVE) {
        return 1;
    }
    int n = tsr_moves(r, state, who, o->moves);
    for (int i = 0; i < n; i++) {
        memcpy(o->after, state, r->state_size);
        tsr_play(r, o->after, who, o->moves[i]);
        float e = expects(o, o->after, who);
        best = e > best ? e : best;
    }
    return best >= OPENINGS_LOW && best <= OPENINGS_HIGH;
}

// What a viewer sees is what he sees of it, and guessing fills something in. A whole position of which
// he happens to see everything is guessed as it is.
static int is_view_of(const tsr_rules *r, const void *state, int viewer, unsigned char *scratch) {
    tsr_rng g;
    r->g.view(r, state, viewer, scratch);
    if (memcmp(scratch, state, r->state_size) != 0) {
        return 0;
    }
    tsr_rng_init(&g, 1);
    r->g.guess(r, state, viewer, &g, scratch);
    return memcmp(scratch, state, r->state_size) != 0;
}

int openings_is_view(const tsr_rules *r, const void *state) {
    unsigned char *scratch = r->g.flags & TSR_HAS_HIDDEN ? tsr_mem_new(NULL, r->state_size) : NULL;
    int found = 0;
    for (int i = 0; scratch && !found && i <= r->players; i++) {
        found = is_view_of(r, state, i < r->players ? i : TSR_WATCHER, scratch);
    }
    tsr_mem_free(NULL, scratch, r->state_size);
    return found;
}

// --- Keeping them -----------------------------------------------------------------------

static int keep(openings *o, const void *state) {
    size_t size = o->rules->state_size;
    if (o->count == o->cap) {
        size_t cap = o->cap ? 2 * o->cap : 64;
        unsigned char *more = cap * size <= STORE ? tsr_mem_new(NULL, cap * size) : NULL;
        if (!more) {
            o->complete = o->count > 0;
            o->failed = o->count == 0;
            return 0;
        }
        if (o->count) {
            memcpy(more, o->state, o->count * size);
        }
        tsr_mem_free(NULL, o->state, o->cap * size);
        o->state = more;
        o->cap = cap;
    }
    memcpy(o->state + o->count++ * size, state, size);
    return 1;
}

int openings_take(openings *o, const void *state) {
    const tsr_rules *r = o->rules;
    return tsr_turn(r, state) != 0 && repeats_add(&o->seen, r->more.hash(r, state)) &&
           keep(o, state);
}

// --- Drawing ----------------------------------------------------------------------------

// Everybody who decides now moves: of a decision that is made together none is left half made.
static uint32_t draw_turn(openings *o, tsr_rng *g) {
    const tsr_rules *r = o->rules;
    uint32_t turn = tsr_turn(r, o->tried), made = 0;
    for (int who = 0; who <= TSR_CHANCE; who++) {
        if (turn & tsr_turn(r, o->tried) & 1u << who) {
            tsr_play(r, o->tried, who, tsr_sample(r, o->tried, who, g));
            made += who != TSR_CHANCE;
        }
    }
    return made;
}

// Plays `plies` moves of players at random into `tried`; 0 = the game is over before. Draws are
// made on the way and do not count. One that comes next is left to the match: deals differ.
static int draw(openings *o, uint32_t plies) {
    tsr_rng g;
    uint32_t made = 0;
    tsr_rng_init(&g, tsr_seed_of(o->seed, o->drawn++));
    tsr_init(o->rules, o->tried);
    for (int step = 0; made < plies && step < MAX_STEPS; step++) {
        if (tsr_turn(o->rules, o->tried) == 0) {
            return 0;
        }
        made += draw_turn(o, &g);
    }
    return made >= plies;
}

// Adds one more opening, or finds that there are no more.
static void draw_one(openings *o) {
    const tsr_rules *r = o->rules;
    while (!o->complete && !o->failed) {
        for (int i = 0; i < TRIES; i++) {
            if (draw(o, o->plies + o->longer) &&
                !repeats_has(&o->seen, r->more.hash(r, o->tried)) && openings_fits(o, o->tried) &&
                openings_take(o, o->tried)) {
                return;
            }
        }
        o->longer++;
        o->complete = o->longer > LONGER;
    }
}

const void *openings_at(openings *o, uint64_t index) {
    while (o->kind == OPENINGS_RANDOM && index >= o->count && !o->complete && !o->failed) {
        draw_one(o);
    }
    if (o->kind == OPENINGS_NONE || o->count == 0) {
        return NULL;
    }
    return o->state + (size_t)(index % o->count) * o->rules->state_size;
}

// --- Whether there should be any ----------------------------------------------------------

// Agents that draw their moves, or a good part of them, as the levels below 3 do.
static int draws_moves(const char *spec) {
    size_t n = tsr_agent_spec_name(spec);
    if (n == strlen("random") && memcmp(spec, "random", n) == 0) {
        return 1;
    }
    const char *level =
        n == strlen("level") && memcmp(spec, "level", n) == 0 ? strstr(spec, "n=") : NULL;
    return level && strtol(level + 2, NULL, 10) < 3;
}

int openings_are_wanted(const tsr_rules *r, const char *const *specs, int count) {
    if (r->g.flags & TSR_HAS_CHANCE || r->players == 1) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        if (draws_moves(specs[i])) {
            return 0;
        }
    }
    return 1;
}
