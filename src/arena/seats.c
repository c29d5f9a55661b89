// SPDX-License-Identifier: MIT
//
// Asks the agent whose turn it is, submits its answer, and shows every event to all of them.
#include "arena/seats.h"

#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>

#include "core/answers.h"

tsr_err seats_init(seats *s, const tsr_rules *rules) {
    memset(s, 0, sizeof *s);
    s->rules = rules;
    s->mirror = tsr_mem_new(NULL, rules->state_size);
    s->view = tsr_mem_new(NULL, rules->state_size);
    if (!s->mirror || !s->view) {
        seats_deinit(s);
        return TSR_ERR_MEMORY;
    }
    return TSR_OK;
}

void seats_deinit(seats *s) {
    if (s->rules) {
        tsr_mem_free(NULL, s->mirror, s->rules->state_size);
        tsr_mem_free(NULL, s->view, s->rules->state_size);
    }
    memset(s, 0, sizeof *s);
}

void seats_begin(seats *s, tsr_match *match, tsr_agent *const *agent) {
    s->match = match;
    s->listeners = 0;
    s->told = 0;
    s->told_end = 0;
    s->answers = 0;
    if (s->pace) {
        memset(s->pace->longest_ms, 0, sizeof s->pace->longest_ms);
    }
    for (int i = 0; i < s->rules->players; i++) {
        const char *name = tsr_match_seat(match, i)->name;
        s->agent[i] = agent[i];
        s->salt[i] = tsr_hash_bytes(name, strlen(name), 0);
        if (!agent[i]) {
            continue;
        }
        s->listeners += agent[i]->type->event != NULL;
        if (agent[i]->type->start) {
            agent[i]->type->start(agent[i], i);
        }
    }
    if (s->listeners > 0) {
        tsr_match_state_at(match, 0, s->mirror);
        seats_tell(s);
    }
}

uint32_t seats_waiting(const seats *s) {
    uint32_t waiting = tsr_match_waiting(s->match);
    uint32_t ours = 0;
    for (int i = 0; i < s->rules->players; i++) {
        ours |= (waiting >> i & 1u) && s->agent[i] ? 1u << i : 0;
    }
    return ours;
}

// --- Telling -----------------------------------------------------------------------

// Ply `i` is told again to those who could not be told what it was while the decision was open.
static void tell_answer(seats *s, int i, int closing) {
    const tsr_rules *r = s->rules;
    for (int v = 0; v < r->players; v++) {
        tsr_agent *a = s->agent[v];
        if (!a || !a->type->event) {
            continue;
        }
        const tsr_move then = answers_seen(s->match, i, i + 1, v, s->view);
        const tsr_move now = answers_seen(s->match, i, closing + 1, v, s->view);
        if (now != then) {
            r->g.view(r, s->mirror, v, s->view);
            a->type->event(a, tsr_match_ply(s->match, i).who, now, s->view);
        }
    }
}

// Before the ply that closes a decision of several players: what the others have answered.
static void tell_answers(seats *s, int closing) {
    const uint32_t turn = tsr_turn(s->rules, s->mirror);
    if (!(s->rules->g.flags & TSR_HAS_HIDDEN)) {
        return;
    }
    if (turn & (turn - 1)) {
        s->answers++;
        return;
    }
    for (int i = closing - s->answers; i < closing; i++) {
        tell_answer(s, i, closing);
    }
    s->answers = 0;
}

// One ply: what each listener sees of it, then the view it leads to.
static void tell_ply(seats *s, tsr_ply ply) {
    tsr_move seen[TSR_MAX_PLAYERS];
    const tsr_rules *r = s->rules;
    for (int i = 0; i < r->players; i++) {
        seen[i] = r->g.seen(r, s->mirror, ply.who, ply.move, i);
    }
    tsr_play(r, s->mirror, ply.who, ply.move);
    for (int i = 0; i < r->players; i++) {
        tsr_agent *a = s->agent[i];
        if (a && a->type->event) {
            r->g.view(r, s->mirror, i, s->view);
            a->type->event(a, ply.who, seen[i], s->view);
        }
    }
}

static void tell_end(seats *s) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    const char *how = tsr_end_word(tsr_match_end(s->match));
    tsr_match_result(s->match, result);
    for (int i = 0; i < s->rules->players; i++) {
        if (s->agent[i]) {
            tsr_agent_end(s->agent[i], how, result);
        }
    }
    s->told_end = 1;
}

void seats_tell(seats *s) {
    int count = s->listeners > 0 ? tsr_match_ply_count(s->match) : 0;
    for (; s->told < count; s->told++) {
        tell_answers(s, s->told);
        tell_ply(s, tsr_match_ply(s->match, s->told));
    }
    if (!s->told_end && tsr_match_end(s->match) != TSR_END_NONE) {
        tell_end(s);
    }
}

// --- Asking ------------------------------------------------------------------------

static uint64_t now_of(const seats *s) {
    return s->now_ms ? s->now_ms() : 0;
}

// What an agent may spend of its clock on one answer: a twentieth of what is left and
// most of the increment, and never so much that the way back costs the match.
static uint32_t time_for(const seats *s, int seat) {
    enum { WAY_BACK_MS = 20 };
    const tsr_clock *c = &tsr_match_seat(s->match, seat)->clock;
    uint32_t left = tsr_match_time_left(s->match, seat, now_of(s));
    if (left == UINT32_MAX) {
        return s->time_ms;
    }
    uint32_t most = left > 2 * WAY_BACK_MS ? left - WAY_BACK_MS : left / 2;
    uint32_t share = c->base_ms ? left / 20 + c->increment_ms / 4 * 3 : most;
    share = share < most ? share : most;
    share = s->time_ms && s->time_ms < share ? s->time_ms : share;
    return share ? share : 1; // 0 would mean no limit
}

// The owner's host, and an ear for answers in words that are no legal move.
typedef struct ear {
    const tsr_agent_host *owner;
    seats_reply *reply;
    char words[256]; // more than the record keeps
    int heard;
} ear;

static uint64_t ear_now(void *self) {
    const ear *e = self;
    return e->owner->now_us(e->owner->self);
}

static int ear_stopped(void *self) {
    const ear *e = self;
    return e->owner->stopped(e->owner->self);
}

static void ear_info(void *self, const tsr_agent_info *info) {
    const ear *e = self;
    e->owner->info(e->owner->self, info);
}

static void ear_refused(void *self, const char *text, const tsr_line *why) {
    ear *e = self;
    snprintf(e->words, sizeof e->words, "%s", text);
    e->reply->why = *why;
    e->heard = 1;
}

static tsr_agent_host host_of(ear *e) {
    const tsr_agent_host *owner = e->owner;
    return (tsr_agent_host){.self = e,
                            .now_us = owner->now_us ? ear_now : NULL,
                            .stopped = owner->stopped ? ear_stopped : NULL,
                            .info = owner->info ? ear_info : NULL,
                            .refused = ear_refused};
}

tsr_err seats_ask(seats *s, int seat, seats_reply *reply) {
    tsr_agent *a = s->agent[seat];
    ear listening = {.owner = &s->host, .reply = reply};
    tsr_agent_host host = host_of(&listening);
    pace_question question = pace_begin(s->pace, s->match, seat);
    seats_tell(s);
    memset(reply, 0, sizeof *reply);
    tsr_match_view(s->match, seat, s->view);
    tsr_query query = {
        .view = s->view,
        .who = seat,
        .seed = tsr_mix(tsr_match_agent_seed(s->match, seat) ^ s->salt[seat]),
        .nodes = s->nodes,
        .time_ms = pace_time(&question, time_for(s, seat)),
        .host = &host,
    };
    tsr_err e = a->type->choose(a, &query, &reply->move, &reply->error);
    pace_end(s->pace, &question);
    if (e != TSR_OK) {
        reply->failed = 1;
        if (reply->error.message[0] == '\0') {
            (void)tsr_fail(&reply->error, e, "%s", tsr_err_text(e));
        }
    }
    if (listening.heard) {
        return tsr_match_refuse(s->match, seat, listening.words, &reply->why, now_of(s),
                                &reply->answer);
    }
    if (reply->failed) {
        return tsr_match_fail(s->match, seat, now_of(s), &reply->answer);
    }
    return tsr_match_submit(s->match, seat, reply->move, now_of(s), &reply->answer, &reply->why);
}

tsr_err seats_open_agent(const tsr_registry *reg, const char *spec, const tsr_rules *rules,
                         tsr_agent **out, tsr_error *err) {
    char name[64];
    size_t size = tsr_agent_spec_name(spec);
    if (size == 0 || size >= sizeof name) {
        return tsr_fail(err, TSR_ERR_UNKNOWN, "'%.60s' names no agent", spec);
    }
    snprintf(name, sizeof name, "%.*s", (int)size, spec);
    tsr_error unknown = {0};
    const tsr_agent_type *type = tsr_registry_agent(reg, name, &unknown);
    if (!type) {
        return tsr_fail(err, TSR_ERR_UNKNOWN, "%s ('tessera list agents' shows them)",
                        unknown.message);
    }
    if (type->game && strcmp(type->game, rules->g.name) != 0) {
        return tsr_fail(err, TSR_ERR_MISMATCH, "the agent '%s' plays %s, not %s", name, type->game,
                        rules->g.name);
    }
    return tsr_agent_open(type, spec, rules, NULL, out, err);
}
