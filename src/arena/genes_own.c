// SPDX-License-Identifier: MIT
// What an agent takes by itself where its spec has gaps: it is opened without these options and looked
// at. So an evolution can begin with the agent as it is, and is never worse.
#include <stdio.h>
#include <string.h>

#include "arena/genes.h"
#include "arena/seats.h"

enum { NAME = 64 };

// A gap that is the whole value of an option: "row={0..2}".
typedef struct place {
    char option[NAME];
    char gap[GENES_SPEC]; // "{0..2}"
    int first, genes;     // which of the genes
} place;

// The option that begins at `at`, up to its comma or the end. 0 = it is not one gap.
static int read_place(const char *at, size_t size, int first, place *out) {
    const char *open = memchr(at, '{', size);
    if (!open || open == at || open[-1] != '=' || at[size - 1] != '}' ||
        (size_t)(open - at) > NAME || memchr(open + 1, '{', size - (size_t)(open - at) - 1)) {
        return 0;
    }
    genes one;
    snprintf(out->option, NAME, "%.*s", (int)(open - 1 - at), at);
    snprintf(out->gap, sizeof out->gap, "%.*s", (int)(size - (size_t)(open - at)), open);
    if (genes_read(out->gap, &one, NULL) != TSR_OK) {
        return 0;
    }
    out->first = first;
    out->genes = one.count;
    return 1;
}

static int count_genes(const char *at, size_t size) {
    char text[GENES_SPEC];
    genes g;
    snprintf(text, sizeof text, "%.*s", (int)size, at);
    return genes_read(text, &g, NULL) == TSR_OK ? g.count : 0;
}

// The value as it would be written into the gap, into the genes.
static void take_value(genes *g, const place *p, const tsr_agent *a, uint32_t option) {
    char text[GENES_SPEC];
    double gene[GENES_MAX];
    genes one;
    if (a->type->options[option].kind == TSR_VALUE_TEXT) {
        snprintf(text, sizeof text, "%s", a->value[option].text);
    } else {
        snprintf(text, sizeof text, "%.9g", a->value[option].number);
    }
    if (genes_read(p->gap, &one, NULL) != TSR_OK || genes_find(&one, text, gene, NULL) != TSR_OK) {
        return; // it lies outside the gap, or the agent does not say
    }
    for (int i = 0; i < p->genes; i++) {
        if (!g->given[p->first + i]) {
            g->start[p->first + i] = gene[i];
        }
    }
}

static void take_all(genes *g, const place *places, int count, const tsr_agent *a) {
    for (int i = 0; i < count; i++) {
        for (uint32_t k = 0; k < a->type->option_count; k++) {
            if (strcmp(a->type->options[k].name, places[i].option) == 0) {
                take_value(g, &places[i], a, k);
            }
        }
    }
}

tsr_err genes_ask_agent(genes *g, const tsr_registry *registry, const tsr_rules *r,
                        tsr_error *err) {
    place places[TSR_AGENT_OPTIONS];
    char bare[GENES_SPEC];
    size_t n = tsr_agent_spec_name(g->text);
    int count = 0, first = 0;
    tsr_agent *a = NULL;
    snprintf(bare, sizeof bare, "%.*s", (int)n, g->text);
    for (const char *at = g->text + n; *at && count < TSR_AGENT_OPTIONS;) {
        size_t size = strcspn(++at, ",");
        int gaps = count_genes(at, size);
        if (!gaps) { // an option without a gap stays
            size_t have = strlen(bare);
            snprintf(bare + have, sizeof bare - have, "%c%.*s", have == n ? ':' : ',', (int)size,
                     at);
        }
        count += gaps && read_place(at, size, first, &places[count]);
        first += gaps;
        at += size;
    }
    tsr_err e = seats_open_agent(registry, bare, r, &a, err);
    if (!e) {
        take_all(g, places, count, a);
        tsr_agent_close(a);
    }
    return e;
}
