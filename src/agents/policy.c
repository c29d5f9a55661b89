// SPDX-License-Identifier: MIT
#include "agents/policy.h"

#include <string.h>

#include "agents/projectl_expert.h"

extern const tsr_agent_type tsr_agent_random, tsr_agent_greedy, tsr_agent_azul_greedy,
    tsr_agent_projectl_expert, tsr_agent_unicorns_rules, tsr_agent_unicorns_weights;

// Players that may serve as policies. `own`: taken without asking where it plays its game.
static const struct row {
    const tsr_agent_type *type;
    int quick, own;
    void (*value)(tsr_agent *a, const void *state, float *out);
    tsr_move (*advise)(tsr_agent *a, const tsr_query *q, budget *b, double share);
} rows[] = {
    {&tsr_agent_random, 1, 0, NULL, NULL},
    {&tsr_agent_greedy, 0, 0, NULL, NULL},
    {&tsr_agent_azul_greedy, 1, 0, NULL, NULL},
    {&tsr_agent_projectl_expert, 0, 1, projectl_expert_value, projectl_expert_advise},
    {&tsr_agent_unicorns_rules, 1, 1, NULL, NULL},
    {&tsr_agent_unicorns_weights, 1, 0, NULL, NULL},
};

static const struct row *find_row(const char *spec, const tsr_rules *r) {
    int any = spec[0] == '\0' || strcmp(spec, "auto") == 0;
    size_t n = tsr_agent_spec_name(spec);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const tsr_agent_type *t = rows[i].type;
        int fits = !t->game || strcmp(t->game, r->g.name) == 0;
        int named = strlen(t->name) == n && strncmp(t->name, spec, n) == 0;
        if (fits && (any ? rows[i].own : named)) {
            return &rows[i];
        }
    }
    return NULL;
}

tsr_err policy_open(policy *p, const char *spec, const tsr_rules *r, const tsr_alloc *alloc,
                    tsr_error *err) {
    *p = (policy){0};
    if (strcmp(spec, "none") == 0) {
        return TSR_OK;
    }
    int any = spec[0] == '\0' || strcmp(spec, "auto") == 0;
    const struct row *row = find_row(spec, r);
    if (!row) {
        return any ? TSR_OK
                   : tsr_fail(err, TSR_ERR_UNKNOWN,
                              "'%.40s' cannot be the policy of a search in %s; 'none' can", spec,
                              r->g.name);
    }
    p->view = tsr_mem_new(alloc, r->state_size);
    if (!p->view) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a policy");
    }
    p->quick = row->quick;
    p->value = row->value;
    p->advise = row->advise;
    tsr_err e = tsr_agent_open(row->type, any ? row->type->name : spec, r, alloc, &p->agent, err);
    if (e) {
        policy_close(p, r, alloc);
    }
    return e;
}

void policy_close(policy *p, const tsr_rules *r, const tsr_alloc *alloc) {
    tsr_agent_close(p->agent);
    tsr_mem_free(alloc, p->view, r->state_size);
    *p = (policy){0};
}

tsr_move policy_move(policy *p, const tsr_rules *r, const void *state, int who, uint64_t seed) {
    static const tsr_agent_host alone = {0};
    tsr_query q = {.view = p->view, .who = who, .seed = seed, .host = &alone};
    tsr_move move = TSR_NO_MOVE;
    tsr_error err;
    r->g.view(r, state, who, p->view);
    return p->agent->type->choose(p->agent, &q, &move, &err) ? TSR_NO_MOVE : move;
}

tsr_move policy_advice(policy *p, const tsr_query *q, budget *b, double share) {
    tsr_move move = TSR_NO_MOVE;
    tsr_error err;
    if (!p->agent || p->quick) {
        return TSR_NO_MOVE;
    }
    if (p->advise) {
        return p->advise(p->agent, q, b, share);
    }
    return p->agent->type->choose(p->agent, q, &move, &err) ? TSR_NO_MOVE : move;
}
