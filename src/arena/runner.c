// SPDX-License-Identifier: MIT
#include "arena/runner.h"

#include <string.h>
#include <time.h>

#include <tessera/host.h>
#include <tessera/rules.h>

#include "arena/seats.h"

// --- Seatings and seeds --------------------------------------------------------------

uint64_t runner_rounds(runner_seating seating, int players) {
    uint64_t n = 1;
    switch (seating) {
    case RUNNER_FIXED: return 1;
    case RUNNER_ROTATE: return (uint64_t)players;
    case RUNNER_PERMUTE: break;
    }
    for (int i = 2; i <= players; i++) {
        n *= (uint64_t)i;
    }
    return n;
}

// Permutation number `index` in the order of their factorial digits.
static void permute(int players, uint64_t index, uint8_t *out) {
    uint8_t left[TSR_MAX_PLAYERS];
    uint64_t below = runner_rounds(RUNNER_PERMUTE, players);
    for (int i = 0; i < players; i++) {
        left[i] = (uint8_t)i;
    }
    for (int seat = 0; seat < players; seat++) {
        below /= (uint64_t)(players - seat);
        int pick = (int)(index / below);
        index %= below;
        out[seat] = left[pick];
        memmove(left + pick, left + pick + 1, (size_t)(players - seat - pick - 1) * sizeof *left);
    }
}

void runner_seats(runner_seating seating, int players, uint64_t number, uint8_t *player_on) {
    uint64_t index = number % runner_rounds(seating, players);
    if (seating == RUNNER_PERMUTE) {
        permute(players, index, player_on);
        return;
    }
    for (int seat = 0; seat < players; seat++) {
        player_on[seat] =
            (uint8_t)(((uint64_t)seat + (uint64_t)players - index) % (uint64_t)players);
    }
}

static int shares_chance(const runner_config *config) {
    return (config->rules->g.flags & TSR_HAS_CHANCE) != 0;
}

static uint64_t group_size(const runner_config *config) {
    return runner_rounds(config->seating, config->rules->players);
}

uint64_t runner_seed(const runner_config *config, uint64_t number) {
    return tsr_seed_of(config->seed, shares_chance(config) ? number / group_size(config) : number);
}

// --- One game --------------------------------------------------------------------------

struct runner {
    const runner_config *config;
    seats seats;
    pace pace;                         // for programs of others
    tsr_agent *agent[TSR_MAX_PLAYERS]; // by player
};

static int is_stopped(void *self) {
    const runner_config *config = ((const runner *)self)->config;
    return config->stopped && config->stopped(config->self);
}

static uint64_t cpu_us(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static uint64_t cpu_ms(void) {
    return cpu_us() / 1000;
}

// Agents may be told to think for a second. Nothing else here reads a clock.
static uint64_t agent_now(void *self) {
    return ((const runner *)self)->config->cpu_clock ? cpu_us() : tsr_now_us();
}

static void pass_thought(void *self, const tsr_agent_info *info) {
    const runner *r = self;
    r->config->thought(r->config->self, r->seats.match, info);
}

static tsr_err open_match(runner *r, uint64_t opening, const runner_game *game, tsr_match **out,
                          tsr_error *err) {
    const runner_config *config = r->config;
    const void *start = config->openings ? openings_at(config->openings, opening) : NULL;
    tsr_match_config mc;
    if (config->openings && config->openings->failed) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for openings");
    }
    tsr_match_config_init(&mc, config->rules);
    mc.seed = game->seed;
    mc.start = start ? start : config->start;
    mc.data_name = config->data_name;
    mc.now_ms = r->seats.now_ms ? r->seats.now_ms() : 0;
    for (int seat = 0; seat < config->rules->players; seat++) {
        int player = game->player_on[seat];
        mc.seat[seat].name = config->name[player];
        mc.seat[seat].kind = config->spec[player];
        mc.seat[seat].policy = (uint8_t)config->policy;
        mc.seat[seat].tries = config->tries;
        mc.seat[seat].clock = config->clock;
    }
    if (config->open_record) {
        tsr_err e = config->open_record(config->self, game->number, &mc.sink, err);
        if (e != TSR_OK) {
            return e;
        }
    }
    return tsr_match_open(&mc, out, err);
}

// Asks the agent on a seat, and notes what it took, the referee's part of it included.
static tsr_err ask(runner *r, runner_game *game, int seat, seats_reply *reply) {
    uint64_t asked = r->config->cpu_clock ? cpu_us() : 0;
    tsr_err e = seats_ask(&r->seats, seat, reply);
    if (r->config->cpu_clock) {
        game->cpu_us[seat] += cpu_us() - asked;
        game->answers[seat]++;
    }
    return e;
}

static tsr_err play_match(runner *r, runner_game *game, tsr_match *match, tsr_error *err) {
    tsr_agent *sitting[TSR_MAX_PLAYERS] = {0};
    adjudicate_watch watch = {.leader = -1};
    for (int seat = 0; seat < r->config->rules->players; seat++) {
        sitting[seat] = r->agent[game->player_on[seat]];
    }
    seats_begin(&r->seats, match, sitting);
    while (tsr_match_waiting(match) && !is_stopped(r)) {
        seats_reply reply;
        tsr_err e = ask(r, game, tsr_mover(seats_waiting(&r->seats)), &reply);
        if (e == TSR_OK) {
            int ended;
            uint64_t now = r->seats.now_ms ? r->seats.now_ms() : 0;
            e = adjudicate_look(&r->config->adjudicate, &watch, match, now, &ended);
            game->adjudicated |= ended;
        }
        if (e != TSR_OK) {
            return tsr_fail(err, e, "game %llu: the record cannot be written",
                            (unsigned long long)game->number + 1);
        }
        if (reply.failed && game->complaint.code == TSR_OK) {
            game->complaint = reply.error;
        }
    }
    seats_tell(&r->seats);
    return TSR_OK;
}

// Where the game began, who sat where, and every move.
static uint64_t hash_of(const runner *r, const runner_game *game, const tsr_match *match) {
    const tsr_rules *rules = r->config->rules;
    uint64_t h = tsr_hash_bytes(game->player_on, rules->players, 0);
    tsr_match_state_at(match, 0, r->seats.view);
    h = tsr_hash_bytes(r->seats.view, rules->state_size, h);
    for (int i = 0; i < tsr_match_ply_count(match); i++) {
        tsr_ply ply = tsr_match_ply(match, i);
        h = tsr_mix(h ^ ply.move) + ply.who;
    }
    return h;
}

static void finish(runner *r, runner_game *game, const tsr_match *match) {
    game->end = (int32_t)tsr_match_end(match);
    game->plies = tsr_match_ply_count(match);
    game->hash = hash_of(r, game, match);
    tsr_match_result(match, game->result);
    for (int seat = 0; seat < r->config->rules->players; seat++) {
        game->fault[seat] = tsr_match_faults(match, seat);
    }
    if (r->config->played) {
        r->config->played(r->config->self, game, match);
    }
}

tsr_err runner_play(runner *r, uint64_t number, uint64_t opening, runner_game *out,
                    tsr_error *err) {
    const runner_config *config = r->config;
    tsr_match *match = NULL;
    memset(out, 0, sizeof *out); // padding too: it is sent as bytes
    out->number = number;
    out->seed = runner_seed(config, number);
    runner_seats(config->seating, config->rules->players, number, out->player_on);
    tsr_err e = open_match(r, opening, out, &match, err);
    if (e == TSR_OK) {
        e = play_match(r, out, match, err);
    }
    if (e == TSR_OK && tsr_match_waiting(match) == 0) {
        finish(r, out, match);
    }
    tsr_match_close(match);
    if (config->close_record) {
        config->close_record(config->self);
    }
    return e;
}

// --- Opening -----------------------------------------------------------------------------

static tsr_err open_agents(runner *r, int *bad, tsr_error *err) {
    for (int i = 0; i < r->config->rules->players; i++) {
        tsr_err e = seats_open_agent(r->config->registry, r->config->spec[i], r->config->rules,
                                     &r->agent[i], err);
        if (e != TSR_OK) {
            *bad = i;
            return e;
        }
    }
    return TSR_OK;
}

// Programs of others can measure when answers come; our own agents ask no clock about that.
static int can_be_timed(runner *r) {
    int others = 0;
    for (int i = 0; i < r->config->rules->players; i++) {
        const char *name = r->agent[i] ? r->agent[i]->type->name : "";
        others |= strcmp(name, "exec") == 0 || strcmp(name, "uci") == 0;
    }
    pace_init(&r->pace);
    return others;
}

tsr_err runner_open(const runner_config *config, runner **out, int *bad, tsr_error *err) {
    int nobody;
    runner *r = tsr_mem_new(NULL, sizeof *r);
    bad = bad ? bad : &nobody;
    *bad = -1;
    if (!r || seats_init(&r->seats, config->rules) != TSR_OK) {
        tsr_mem_free(NULL, r, sizeof *r);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a match");
    }
    r->config = config;
    r->seats.host.self = r;
    r->seats.host.stopped = is_stopped;
    r->seats.host.now_us = agent_now;
    r->seats.host.info = config->thought ? pass_thought : NULL;
    if (config->clock.base_ms || config->clock.move_ms) {
        r->seats.now_ms = config->cpu_clock ? cpu_ms : tsr_now_ms;
    }
    tsr_err e = open_agents(r, bad, err);
    r->seats.pace = e == TSR_OK && can_be_timed(r) ? &r->pace : NULL;
    if (e != TSR_OK) {
        runner_close(r);
        return e;
    }
    *out = r;
    return TSR_OK;
}

void runner_close(runner *r) {
    if (!r) {
        return;
    }
    for (int i = 0; i < TSR_MAX_PLAYERS; i++) {
        tsr_agent_close(r->agent[i]);
    }
    seats_deinit(&r->seats);
    tsr_mem_free(NULL, r, sizeof *r);
}
