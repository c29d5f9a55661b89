// SPDX-License-Identifier: MIT
//
// unicorns-weights: the same thinking as unicorns-rules, with what every card is
// worth as a number that a tournament can change.
//
// The weights are one text, `genes`, a character each from 0-9, A-Z, a-z, - and _
// for 0/63 to 63/63: first patience and grudge, then the kinds of the deck in its
// order. So an individual of a population is an agent spec, "unicorns-weights:genes=...",
// and evolving means changing characters. A text that is too short is filled
// from the tiers of unicorns-rules.
#include <string.h>

#include "unicorns/mind.h"

enum { GENES, OPTION_COUNT };

static const tsr_agent_option options[OPTION_COUNT] = {
    [GENES] = {.name = "genes",
               .help = "weights, a character each: patience, grudge, then every card",
               .kind = TSR_VALUE_TEXT},
};

// The value of a gene, 0 to 1000; -1 = it is none.
static int gene_value(char c) {
    static const char letters[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
    const char *at = c ? strchr(letters, c) : NULL;
    return at ? (int)(at - letters) * 1000 / 63 : -1;
}

static tsr_err read_genes(mind *m, const char *genes, int kinds, tsr_error *err) {
    size_t n = strlen(genes);
    if (n > (size_t)kinds + 2) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "there are %d genes, the deck needs %d", (int)n,
                        kinds + 2);
    }
    for (size_t i = 0; i < n; i++) {
        int value = gene_value(genes[i]);
        if (value < 0) {
            return tsr_fail(err, TSR_ERR_ARGUMENT, "gene %d is '%c'; genes are 0-9 A-Z a-z - _",
                            (int)i + 1, genes[i]);
        }
        if (i == 0) {
            m->patience = value;
        } else if (i == 1) {
            m->grudge = value;
        } else {
            m->worth[i - 2] = value;
        }
    }
    return TSR_OK;
}

static void weights_close(tsr_agent *a) {
    mind_free(a, a->self);
    a->self = NULL;
}

static tsr_err weights_open(tsr_agent *a, tsr_error *err) {
    if (!tsr_is_unicorns(a->rules)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "unicorns-weights plays only unicorns");
    }
    mind *m = a->self = mind_new(a, 1);
    if (!m) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    m->patience = 250;
    m->grudge = 200;
    const char *genes = a->value[GENES].text;
    tsr_err e = read_genes(m, genes ? genes : "", tsr_unicorns_kind_count(a->rules), err);
    if (e) {
        weights_close(a);
    }
    return e;
}

static tsr_err weights_choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    return mind_choose(a->self, a->rules, q, out, err);
}

const tsr_agent_type tsr_agent_unicorns_weights = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "unicorns-weights",
    .about = "Unstable Unicorns by a weight for every card, which evolution can change",
    .game = "unicorns",
    .option_count = OPTION_COUNT,
    .flags = TSR_AGENT_QUICK,
    .options = options,
    .open = weights_open,
    .close = weights_close,
    .choose = weights_choose,
};
