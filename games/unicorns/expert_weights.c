// SPDX-License-Identifier: MIT
//
// unicorns-weights: the same thinking as unicorns-rules, with what every card is
// worth as a number that a tournament can change.
//
// The weights are one text, `genes`, a character each from 0-9, A-Z, a-z, - and _
// for 0/63 to 63/63: first patience and grudge, then the kinds of the deck in its
// order. So an individual of a population is an agent spec, "unicorns-weights:genes=...",
// and evolving means changing characters. A text that is too short is filled
// from the tiers of unicorns-rules; without any, the option's value shows the tiers in the
// nearest characters, for evolution to begin with.
#include <string.h>

#include "unicorns/mind.h"

enum { GENES, OPTION_COUNT };

static const tsr_agent_option options[OPTION_COUNT] = {
    [GENES] = {.name = "genes",
               .help = "weights, a character each: patience, grudge, then every card",
               .kind = TSR_VALUE_TEXT},
};

static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

typedef struct weights {
    mind *mind;
    char tiers[TSR_UNICORNS_KINDS + 3];
} weights;

// The value of a gene, 0 to 1000; -1 = it is none.
static int gene_value(char c) {
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

static char nearest_letter(int value) {
    int inside = value < 0 ? 0 : value > 1000 ? 1000 : value;
    return letters[(inside * 63 + 500) / 1000];
}

static void write_tiers(weights *w, int kinds) {
    w->tiers[0] = nearest_letter(w->mind->patience);
    w->tiers[1] = nearest_letter(w->mind->grudge);
    for (int k = 0; k < kinds; k++) {
        w->tiers[k + 2] = nearest_letter(w->mind->worth[k]);
    }
}

static void weights_close(tsr_agent *a) {
    weights *w = a->self;
    mind_free(a, w->mind);
    tsr_mem_free(a->alloc, w, sizeof *w);
    a->self = NULL;
}

static tsr_err weights_open(tsr_agent *a, tsr_error *err) {
    if (!tsr_is_unicorns(a->rules)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "unicorns-weights plays only unicorns");
    }
    weights *w = a->self = tsr_mem_new(a->alloc, sizeof *w);
    mind *m = w ? w->mind = mind_new(a, 1) : NULL;
    if (!m) {
        tsr_mem_free(a->alloc, w, sizeof *w);
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    m->patience = 250;
    m->grudge = 200;
    const char *genes = a->value[GENES].text;
    int kinds = tsr_unicorns_kind_count(a->rules);
    tsr_err e = read_genes(m, genes ? genes : "", kinds, err);
    if (e) {
        weights_close(a);
    } else if (!genes || !*genes) {
        write_tiers(w, kinds);
        a->value[GENES].text = w->tiers;
    }
    return e;
}

static tsr_err weights_choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    return mind_choose(((weights *)a->self)->mind, a->rules, q, out, err);
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
