// SPDX-License-Identifier: MIT
// Agents at the table of a network that learns; see company.h.
#include "teach/company.h"

#include <string.h>

#include "arena/seats.h"

struct company {
    const tsr_rules *rules;
    const tsr_registry *registry;
    const char *spec;
    tsr_agent *agent[TSR_MAX_PLAYERS]; // NULL = not opened yet
    uint32_t seats;                    // that take part in this game
    uint64_t seed, asked;              // of this game, and how many answers it had
    void *view;
};

tsr_err company_open(const tsr_rules *r, const tsr_registry *registry, const char *spec,
                     company **out, tsr_error *err) {
    company *c = tsr_mem_new(NULL, sizeof *c);
    void *view = tsr_mem_new(NULL, r->state_size);
    if (!c || !view) {
        tsr_mem_free(NULL, c, sizeof *c);
        tsr_mem_free(NULL, view, r->state_size);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for agents to learn from");
    }
    *c = (company){.rules = r, .registry = registry, .spec = spec, .view = view};
    *out = c;
    return TSR_OK;
}

void company_leave(company *c) {
    for (int seat = 0; c && seat < TSR_MAX_PLAYERS; seat++) {
        tsr_agent_close(c->agent[seat]);
        c->agent[seat] = NULL;
    }
}

void company_close(company *c) {
    if (c) {
        company_leave(c);
        tsr_mem_free(NULL, c->view, c->rules->state_size);
        tsr_mem_free(NULL, c, sizeof *c);
    }
}

static int sits(const company *c, int seat) {
    return c->seats >> seat & 1;
}

tsr_err company_begin(company *c, uint32_t taken, uint64_t seed, tsr_error *err) {
    c->seats = taken;
    c->seed = seed;
    c->asked = 0;
    for (int seat = 0; seat < c->rules->players; seat++) {
        tsr_agent **a = &c->agent[seat];
        tsr_err e = sits(c, seat) && !*a ? seats_open_agent(c->registry, c->spec, c->rules, a, err)
                                         : TSR_OK;
        if (e) {
            return e;
        }
        if (sits(c, seat) && (*a)->type->start) {
            (*a)->type->start(*a, seat);
        }
    }
    return TSR_OK;
}

// What it expects may change while it thinks; what it said last counts.
static void listen(void *self, const tsr_agent_info *info) {
    company_answer *out = self;
    out->expects = 1;
    memcpy(out->win, info->win, sizeof out->win);
}

tsr_err company_ask(company *c, const void *view, int who, company_answer *out, tsr_error *err) {
    const tsr_agent_host host = {.self = out, .info = listen};
    tsr_agent *a = c->agent[who];
    tsr_error why = {0};
    tsr_query q = {.view = view,
                   .who = who,
                   .seed = tsr_mix(tsr_seed_of(c->seed, c->asked++) ^ (uint64_t)who),
                   .host = &host};
    *out = (company_answer){0};
    tsr_err e = a->type->choose(a, &q, &out->move, &why);
    if (e) {
        return tsr_fail(err, e, "%.60s has no answer: %.150s", c->spec,
                        why.message[0] ? why.message : tsr_err_text(e));
    }
    return tsr_why_not(c->rules, view, who, out->move, NULL)
               ? tsr_fail(err, TSR_ERR_AGENT, "%.100s made an illegal move", c->spec)
               : TSR_OK;
}

tsr_err company_place(company *c, const void *view, int who, const tsr_move *moves, int count,
                      company_answer *out, int *place, tsr_error *err) {
    tsr_err e = company_ask(c, view, who, out, err);
    for (*place = 0; !e && *place < count && moves[*place] != out->move;) {
        ++*place;
    }
    return e || *place < count
               ? e
               : tsr_fail(err, TSR_ERR_AGENT, "%.100s made a move that is not listed", c->spec);
}

void company_tell(company *c, const void *before, int by, tsr_move m, const void *after) {
    for (int seat = 0; c && seat < c->rules->players; seat++) {
        tsr_agent *a = c->agent[seat];
        if (sits(c, seat) && a->type->event) {
            const tsr_game *g = &c->rules->g;
            tsr_move seen = g->seen(c->rules, before, by, m, seat);
            g->view(c->rules, after, seat, c->view);
            a->type->event(a, by, seen, c->view);
        }
    }
}

void company_end(company *c, const void *state) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    for (int seat = 0; c && seat < c->rules->players; seat++) {
        if (sits(c, seat)) {
            c->rules->g.result(c->rules, state, result);
            tsr_agent_end(c->agent[seat], tsr_end_word(TSR_END_RULES), result);
        }
    }
}
