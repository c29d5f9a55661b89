// SPDX-License-Identifier: MIT
// Records that are read again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/abi.h>
#include <tessera/record.h>
#include <tessera/registry.h>

#include "abi/state.h"

struct tsr_replay {
    tsr_record record;
    const tsr_ruleset *rs;
    tsr_ruleset *owned; // `rs`, if it was opened here
    tsr_match *match;
};

// Opens the rules that a record names.
static int open_rules(tsr_replay *p, tsr_problem *why) {
    tsr_error err = {.code = TSR_ERR_UNKNOWN};
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_registry *reg = abi_registry();
    if (!reg) {
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    const tsr_game *game = tsr_registry_game(reg, p->record.game, &err);
    int code = 0;
    if (p->record.data_name) {
        code = abi_fail(why, TSR_FAIL_ARGUMENT,
                        "the record was played with the file %.200s: give "
                        "the ruleset opened with it",
                        p->record.data_name);
    } else if (!game || tsr_record_setup(&p->record, game, &setup, &err) ||
               tsr_rules_open(&setup, NULL, &r, &err)) {
        code = abi_fail_by(why, &err);
    }
    tsr_registry_free(reg);
    code = code ? code : ruleset_around(r, &p->owned, why);
    if (code) {
        tsr_rules_close(r);
    }
    p->rs = p->owned;
    return code;
}

static int resume(tsr_replay *p, tsr_problem *why) {
    tsr_match_config config;
    tsr_error err = {0};
    tsr_match_config_init(&config, p->rs->r);
    config.data_name = p->record.data_name;
    return tsr_record_resume(&p->record, &config, &p->match, &err) ? abi_fail_by(why, &err) : 0;
}

int tsr_replay_open(const char *bytes, size_t size, const tsr_ruleset *ruleset, tsr_replay **out,
                    tsr_problem *why) {
    tsr_error err = {0};
    if (!bytes || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no record was given");
    }
    tsr_replay *p = calloc(1, sizeof *p);
    if (!p) {
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    if (tsr_record_read(bytes, size, NULL, &p->record, &err) != TSR_OK) {
        free(p);
        return abi_fail_by(why, &err);
    }
    p->rs = ruleset;
    int code = ruleset ? 0 : open_rules(p, why);
    code = code ? code : resume(p, why);
    if (code) {
        tsr_replay_close(p);
        return code;
    }
    *out = p;
    return 0;
}

void tsr_replay_close(tsr_replay *p) {
    if (p) {
        tsr_match_close(p->match);
        tsr_close(p->owned);
        tsr_record_free(&p->record);
        free(p);
    }
}

const tsr_ruleset *tsr_replay_ruleset(const tsr_replay *p) {
    return p ? p->rs : NULL;
}

int tsr_replay_plies(const tsr_replay *p) {
    return p ? tsr_match_ply_count(p->match) : TSR_FAIL_ARGUMENT;
}

int tsr_replay_ply(const tsr_replay *p, int ply, int *who, uint64_t *move, uint32_t *time_ms) {
    if (!p || ply < 0 || ply >= tsr_match_ply_count(p->match)) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_ply one = tsr_match_ply(p->match, ply);
    if (who) {
        *who = one.who;
    }
    if (move) {
        *move = one.move;
    }
    if (time_ms) {
        *time_ms = one.time_ms;
    }
    return 0;
}

int tsr_replay_state(const tsr_replay *p, int ply, tsr_state **out) {
    if (!p || !out || ply < 0 || ply > tsr_match_ply_count(p->match)) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_state *s = state_make(p->rs, NULL, 0);
    if (!s) {
        return TSR_FAIL_MEMORY;
    }
    tsr_match_state_at(p->match, ply, s->at);
    *out = s;
    return 0;
}

int tsr_replay_result(const tsr_replay *p, int32_t *score, uint32_t *rank) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    if (!p) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_match_result(p->match, result);
    for (int i = 0; i < p->rs->r->players; i++) {
        if (score) {
            score[i] = result[i].score;
        }
        if (rank) {
            rank[i] = result[i].rank;
        }
    }
    return 0;
}

int tsr_replay_seat(const tsr_replay *p, int seat, char *buf, size_t cap) {
    if (!p || seat < 0 || seat >= p->rs->r->players) {
        return TSR_FAIL_ARGUMENT;
    }
    return snprintf(buf, buf ? cap : 0, "%s", tsr_match_seat(p->match, seat)->name);
}

uint64_t tsr_replay_seed(const tsr_replay *p) {
    return p ? p->record.seed : 0;
}
