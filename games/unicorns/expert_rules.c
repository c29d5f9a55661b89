// SPDX-License-Identifier: MIT
//
// unicorns-rules: a player of Unstable Unicorns with a rule for every question.
//
// Cards are ranked in eight tiers; those that nobody has ranked are judged by their rules:
// what they destroy, draw, stop, protect, and cost (appraise.c). It plays unicorns and upgrades at home and
// downgrades on whoever leads, uses nearly every optional effect, gives away and
// sacrifices the worst, takes and steals the best, destroys what hurts the leader
// most, and spends a Neigh when a game or a strong card is at stake or to defend a
// card of its own. What it has learned of the others' hands tells it from whom to
// take cards and with whom to exchange.
#include <string.h>

#include "unicorns/mind.h"

enum { PATIENCE, GRUDGE, READ, OPTION_COUNT };

static const tsr_agent_option options[OPTION_COUNT] = {
    [PATIENCE] = {.name = "patience",
                  .help = "what must be at stake before an instant is spent",
                  .kind = TSR_VALUE_REAL,
                  .def = 0.25,
                  .min = 0,
                  .max = 2},
    [GRUDGE] = {.name = "grudge",
                .help = "how much more it counts to hurt the leader",
                .kind = TSR_VALUE_REAL,
                .def = 0.2,
                .min = 0,
                .max = 2},
    [READ] = {.name = "read",
              .help = "judge cards nobody has ranked by their rules (0: by their class)",
              .kind = TSR_VALUE_INT,
              .def = 1,
              .min = 0,
              .max = 1},
};

static tsr_err rules_open(tsr_agent *a, tsr_error *err) {
    if (!tsr_is_unicorns(a->rules)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "unicorns-rules plays only unicorns");
    }
    mind *m = a->self = mind_new(a, (int)a->value[READ].number);
    if (!m) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    m->patience = (int)(1000 * a->value[PATIENCE].number);
    m->grudge = (int)(1000 * a->value[GRUDGE].number);
    return TSR_OK;
}

static void rules_close(tsr_agent *a) {
    mind_free(a, a->self);
    a->self = NULL;
}

static tsr_err rules_choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    return mind_choose(a->self, a->rules, q, out, err);
}

const tsr_agent_type tsr_agent_unicorns_rules = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "unicorns-rules",
    .about = "Unstable Unicorns by rules of thumb: good cards home, bad ones to the leader",
    .game = "unicorns",
    .option_count = OPTION_COUNT,
    .flags = TSR_AGENT_QUICK | TSR_AGENT_TRUSTED,
    .options = options,
    .open = rules_open,
    .close = rules_close,
    .choose = rules_choose,
};
