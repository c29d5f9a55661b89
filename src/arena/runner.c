// SPDX-License-Identifier: MIT
#include "arena/runner.h"

#include <string.h>

#include <tessera/host.h>

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
static void permute(int players, uint64_t index, int *out) {
    int left[TSR_MAX_PLAYERS];
    uint64_t below = runner_rounds(RUNNER_PERMUTE, players);
    for (int i = 0; i < players; i++) {
        left[i] = i;
    }
    for (int seat = 0; seat < players; seat++) {
        below /= (uint64_t)(players - seat);
        int pick = (int)(index / below);
        index %= below;
        out[seat] = left[pick];
        memmove(left + pick, left + pick + 1, (size_t)(players - seat - pick - 1) * sizeof *left);
    }
}

void runner_seats(runner_seating seating, int players, uint64_t number, int *player_on) {
    uint64_t index = number % runner_rounds(seating, players);
    if (seating == RUNNER_PERMUTE) {
        permute(players, index, player_on);
        return;
    }
    for (int seat = 0; seat < players; seat++) {
        player_on[seat] = (int)(((uint64_t)seat + (uint64_t)players - index) % (uint64_t)players);
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

typedef struct run {
    const runner_config *config;
    runner_report *report;
    seats seats;
    tsr_agent *agent[TSR_MAX_PLAYERS]; // by player
} run;

static int is_stopped(void *self) {
    const runner_config *config = ((const run *)self)->config;
    return config->stopped && config->stopped(config->self);
}

// Agents may be told to think for a second. Nothing else here reads a clock.
static uint64_t agent_now(void *self) {
    (void)self;
    return tsr_now_us();
}

static tsr_err open_match(run *r, runner_game *game, tsr_match **out, tsr_error *err) {
    const runner_config *config = r->config;
    tsr_match_config mc;
    tsr_match_config_init(&mc, config->rules);
    mc.seed = game->seed;
    mc.start = config->start;
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

static tsr_err play_match(run *r, const runner_game *game, tsr_match *match, tsr_error *err) {
    tsr_agent *sitting[TSR_MAX_PLAYERS] = {0};
    for (int seat = 0; seat < r->config->rules->players; seat++) {
        sitting[seat] = r->agent[game->player_on[seat]];
    }
    seats_begin(&r->seats, match, sitting);
    while (tsr_match_waiting(match) && !is_stopped(r)) {
        seats_reply reply;
        tsr_err e = seats_ask(&r->seats, tsr_mover(seats_waiting(&r->seats)), &reply);
        if (e != TSR_OK) {
            return tsr_fail(err, e, "game %llu: the record cannot be written",
                            (unsigned long long)game->number + 1);
        }
        if (reply.failed && r->report->complaint.code == TSR_OK) {
            r->report->complaint = reply.error;
        }
    }
    return TSR_OK;
}

static void add_result(run *r, const runner_game *game) {
    int players = r->config->rules->players;
    runner_report *report = r->report;
    report->games++;
    report->plies += (uint64_t)game->plies;
    for (int seat = 0; seat < players; seat++) {
        int player = game->player_on[seat];
        tally_add(&report->player[player], game->result, players, seat);
        tally_add(&report->seat[seat], game->result, players, seat);
        report->fault[player].illegal += game->fault[seat].illegal;
        report->fault[player].late += game->fault[seat].late;
        report->fault[player].failed += game->fault[seat].failed;
    }
}

static void end_group(run *r) {
    for (int i = 0; i < r->config->rules->players; i++) {
        tally_end_group(&r->report->player[i]);
        tally_end_group(&r->report->seat[i]);
    }
}

static void finish(run *r, runner_game *game, const tsr_match *match) {
    const runner_config *config = r->config;
    game->match = match;
    game->end = tsr_match_end(match);
    game->plies = tsr_match_ply_count(match);
    tsr_match_result(match, game->result);
    for (int seat = 0; seat < config->rules->players; seat++) {
        game->fault[seat] = tsr_match_faults(match, seat);
    }
    add_result(r, game);
    if (!shares_chance(config) || (game->number + 1) % group_size(config) == 0) {
        end_group(r);
    }
    if (config->played) {
        config->played(config->self, game);
    }
}

static tsr_err play_game(run *r, uint64_t number, tsr_error *err) {
    const runner_config *config = r->config;
    runner_game game = {.number = number, .seed = runner_seed(config, number)};
    tsr_match *match = NULL;
    runner_seats(config->seating, config->rules->players, number, game.player_on);
    tsr_err e = open_match(r, &game, &match, err);
    if (e == TSR_OK) {
        e = play_match(r, &game, match, err);
    }
    if (e == TSR_OK && tsr_match_waiting(match) == 0) {
        finish(r, &game, match);
    }
    tsr_match_close(match);
    if (config->close_record) {
        config->close_record(config->self);
    }
    return e;
}

// --- The run ---------------------------------------------------------------------------

static tsr_err open_agents(run *r, tsr_error *err) {
    for (int i = 0; i < r->config->rules->players; i++) {
        tsr_err e = seats_open_agent(r->config->registry, r->config->spec[i], r->config->rules,
                                     &r->agent[i], err);
        if (e != TSR_OK) {
            r->report->bad_player = i;
            return e;
        }
    }
    return TSR_OK;
}

tsr_err runner_run(const runner_config *config, runner_report *report, tsr_error *err) {
    run r = {.config = config, .report = report};
    memset(report, 0, sizeof *report);
    report->bad_player = -1;
    tsr_err e = seats_init(&r.seats, config->rules);
    if (e != TSR_OK) {
        return tsr_fail(err, e, "no memory for a match");
    }
    r.seats.host.self = &r;
    r.seats.host.stopped = is_stopped;
    r.seats.host.now_us = agent_now;
    r.seats.now_ms = config->clock.base_ms || config->clock.move_ms ? tsr_now_ms : NULL;
    e = open_agents(&r, err);
    for (uint64_t i = 0; e == TSR_OK && i < config->games; i++) {
        if (is_stopped(&r)) {
            report->stopped = 1;
            break;
        }
        e = play_game(&r, i, err);
    }
    report->stopped |= report->games < config->games && e == TSR_OK;
    end_group(&r);
    for (int i = 0; i < TSR_MAX_PLAYERS; i++) {
        tsr_agent_close(r.agent[i]);
    }
    seats_deinit(&r.seats);
    return e;
}
