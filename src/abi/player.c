// SPDX-License-Identifier: MIT
// Players that are programs, by spec; they get views, whoever asks them.
#include <stdlib.h>
#include <string.h>

#include <tessera/abi.h>
#include <tessera/host.h>
#include <tessera/registry.h>
#include <tessera/text.h>

#include "abi/player.h"

static uint64_t now_us(void *self) {
    (void)self;
    return tsr_now_us();
}

static const tsr_agent_type *find_type(tsr_registry *reg, const tsr_ruleset *rs, const char *spec,
                                       tsr_error *err) {
    char name[64];
    size_t n = tsr_agent_spec_name(spec);
    if (n >= sizeof name) {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN, "no player is called '%.60s'", spec);
        return NULL;
    }
    memcpy(name, spec, n);
    name[n] = '\0';
    const tsr_agent_type *type = tsr_registry_agent(reg, name, err);
    if (type && type->game && strcmp(type->game, rs->r->g.name) != 0) {
        (void)tsr_fail(err, TSR_ERR_MISMATCH, "%s plays %s only", name, type->game);
        return NULL;
    }
    return type;
}

int tsr_player_open(const tsr_ruleset *rs, const char *spec, tsr_player **out, tsr_problem *why) {
    tsr_error err = {.code = TSR_ERR_UNKNOWN};
    if (!rs || !spec || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no player was named");
    }
    tsr_registry *reg = abi_registry();
    tsr_player *p = calloc(1, sizeof *p);
    const tsr_agent_type *type = reg && p ? find_type(reg, rs, spec, &err) : NULL;
    int code = !reg || !p ? abi_fail(why, TSR_FAIL_MEMORY, "out of memory") : 0;
    if (!code && (!type || tsr_agent_open(type, spec, rs->r, NULL, &p->agent, &err) != TSR_OK)) {
        code = abi_fail_by(why, &err);
    }
    tsr_registry_free(reg); // types are static
    if (code) {
        free(p);
        return code;
    }
    p->rs = rs;
    *out = p;
    return 0;
}

void tsr_player_close(tsr_player *p) {
    if (p) {
        tsr_agent_close(p->agent);
        free(p);
    }
}

int tsr_player_start(tsr_player *p, int who) {
    if (!p || who < 0 || who >= p->rs->r->players) {
        return TSR_FAIL_ARGUMENT;
    }
    if (p->agent->type->start) {
        p->agent->type->start(p->agent, who);
    }
    return 0;
}

int player_ask(tsr_player *p, const tsr_state *s, int who, const tsr_query *q, uint64_t *move,
               tsr_problem *why) {
    tsr_error err = {0};
    tsr_state *view = NULL;
    tsr_move m = TSR_NO_MOVE;
    int seat = s ? state_seat(s, who) : -2;
    if (!p || seat < 0 || !move) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "there is no such player, state or seat");
    }
    if (s->rs->r->hash != p->rs->r->hash) {
        return abi_fail(why, TSR_FAIL_MISMATCH, "the player was opened for other rules");
    }
    if (!(tsr_state_turn(s) >> seat & 1)) {
        return abi_fail(why, TSR_FAIL_STATE, "it is not this seat's turn");
    }
    int code = tsr_state_view(s, seat, &view);
    if (code) {
        return abi_fail(why, code, "out of memory");
    }
    tsr_query asked = *q;
    asked.view = view->at;
    asked.who = seat;
    tsr_err e = p->agent->type->choose(p->agent, &asked, &m, &err);
    tsr_state_free(view);
    if (e) {
        err.code = err.code ? err.code : e;
        return abi_fail_by(why, &err);
    }
    *move = m;
    return 0;
}

int tsr_player_choose(tsr_player *p, const tsr_state *s, int who, uint64_t seed, uint64_t nodes,
                      uint32_t time_ms, uint64_t *move, tsr_problem *why) {
    static const tsr_agent_host host = {.now_us = now_us};
    const tsr_query q = {.seed = seed, .nodes = nodes, .time_ms = time_ms, .host = &host};
    return player_ask(p, s, who, &q, move, why);
}

int tsr_player_list(char *buf, size_t cap) {
    tsr_out out = tsr_out_to(buf, buf ? cap : 0);
    tsr_registry *reg = abi_registry();
    if (!reg) {
        return TSR_FAIL_MEMORY;
    }
    for (int i = 0; i < tsr_registry_agent_count(reg); i++) {
        const tsr_agent_type *type = tsr_registry_agent_at(reg, i);
        tsr_putf(&out, "%s%s\t%s", i ? "\n" : "", type->name, type->about ? type->about : "");
    }
    tsr_registry_free(reg);
    return tsr_out_end(&out);
}
