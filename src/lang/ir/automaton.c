// SPDX-License-Identifier: MIT
//
// The automaton of a turn, as lines for programs that draw it: where turns begin, and what can be reached from
// there.
#include <tessera/text.h>

#include "lang/ir/ir.h"

static const char *const kind_word[] = {"end",  "dead", "do",      "test", "when",   "or",
                                        "else", "for",  "longest", "mark", "choice", "roll"};

typedef struct reached {
    uint8_t is[IR_MAX_NODES];
} reached;

static int mark(reached *seen, uint16_t node) {
    int is_new = !seen->is[node];
    seen->is[node] = 1;
    return is_new;
}

static int leads_on(const ir_node *n) {
    return n->kind > N_DEAD;
}

// Marks what follows, until nothing is new: a turn may lead back to where it was.
static void spread(const program *p, reached *seen) {
    for (int is_new = 1; is_new;) {
        is_new = 0;
        for (int i = 0; i < p->node_count; i++) {
            const ir_node *n = &p->node[i];
            if (seen->is[i] && leads_on(n)) {
                is_new |= mark(seen, n->next);
                is_new |= ir_has_alt(n->kind) && mark(seen, n->alt);
            }
        }
    }
}

static void put_starts(tsr_out *o, const program *p, reached *seen) {
    for (int phase = 0; phase < p->phases; phase++) {
        for (int who = 0; who < p->players; who++) {
            uint16_t node = p->phase[phase].start[who];
            (void)mark(seen, node);
            tsr_putf(o, "start\t%d\t%s\t%u\n", phase, p->words.player[who], node);
        }
    }
}

static void put_node(tsr_out *o, const program *p, int i) {
    const ir_node *n = &p->node[i];
    const char *words = n->kind == N_CHOICE ? p->words.choice[n->choice] : NULL;
    tsr_putf(o, "node\t%d\t%s\t%d\t%d\t%s\n", i, kind_word[n->kind], leads_on(n) ? n->next : -1,
             ir_has_alt(n->kind) ? n->alt : -1, words ? words : "");
}

int ir_automaton(const program *p, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    reached seen = {{0}};
    put_starts(&o, p, &seen);
    spread(p, &seen);
    for (int i = 0; i < p->node_count; i++) {
        if (seen.is[i]) {
            put_node(&o, p, i);
        }
    }
    return tsr_out_end(&o);
}
