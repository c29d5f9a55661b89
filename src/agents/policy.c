// SPDX-License-Identifier: MIT
#include "agents/policy.h"

#include <string.h>

extern const tsr_agent_type tsr_agent_random, tsr_agent_greedy;

// Players of every game that may serve as policies.
static const tsr_agent_type *const general[] = {&tsr_agent_random, &tsr_agent_greedy, NULL};

static int is_any(const char *spec) {
    return spec[0] == '\0' || strcmp(spec, "auto") == 0;
}

// Among the NULL-ended list `types`, the first trusted one, or the one that `spec` names.
static const tsr_agent_type *find_in(const tsr_agent_type *const *types, const char *spec) {
    size_t n = tsr_agent_spec_name(spec);
    for (; types && *types; types++) {
        const tsr_agent_type *t = *types;
        int named = strlen(t->name) == n && strncmp(t->name, spec, n) == 0;
        if (is_any(spec) ? (t->flags & TSR_AGENT_TRUSTED) != 0 : named) {
            return t;
        }
    }
    return NULL;
}

static const tsr_agent_type *find_type(const char *spec, const tsr_rules *r) {
    const tsr_agent_type *own = find_in(r->more.agents, spec);
    return own ? own : find_in(general, spec);
}

tsr_err policy_open(policy *p, const char *spec, const tsr_rules *r, const tsr_alloc *alloc,
                    tsr_error *err) {
    *p = (policy){0};
    if (strcmp(spec, "none") == 0) {
        return TSR_OK;
    }
    int any = is_any(spec);
    const tsr_agent_type *type = find_type(spec, r);
    if (!type) {
        return any ? TSR_OK
                   : tsr_fail(err, TSR_ERR_UNKNOWN,
                              "'%.40s' cannot be the policy of a search in %s; 'none' can", spec,
                              r->g.name);
    }
    p->view = tsr_mem_new(alloc, r->state_size);
    if (!p->view) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for a policy");
    }
    p->quick = (type->flags & TSR_AGENT_QUICK) != 0;
    p->value = type->value;
    p->uses_time = type->advise != NULL;
    tsr_err e = tsr_agent_open(type, any ? type->name : spec, r, alloc, &p->agent, err);
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

// What of a budget is used up, for those it is lent to.
static double used(void *self, int nodes) {
    budget *b = self;
    if (nodes == 0) {
        (void)budget_late(b);
    }
    for (int i = 0; i < nodes; i++) {
        if (budget_spend(b)) {
            return 1;
        }
    }
    return budget_share(b);
}

tsr_move policy_advice(policy *p, const tsr_query *q, budget *b, double share) {
    tsr_move move = TSR_NO_MOVE;
    tsr_error err;
    if (!p->agent || p->quick) {
        return TSR_NO_MOVE;
    }
    tsr_lease lease = {.self = b, .share = share, .used = used};
    tsr_err e = p->uses_time ? p->agent->type->advise(p->agent, q, &lease, &move, &err)
                             : p->agent->type->choose(p->agent, q, &move, &err);
    return e ? TSR_NO_MOVE : move;
}
