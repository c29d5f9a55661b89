// SPDX-License-Identifier: MIT
// Is it possible? One function answers for the playing of magic cards, for `may`
// questions, for the variants of `or` and for the choice of a player.
//
// It runs in two modes. With a `knower`, that player's own hand is looked into.
// Without, every hand counts only by its size, which is public. Whether a question
// is *asked* is decided in the public mode, what may be *answered* in the other:
// so nobody learns from a question that was not asked what a hand does not hold.
#include "unicorns/verb.h"

// Cards an effect is going to draw for its owner.
static int draws(const uni_deck *d, uint16_t at) {
    const uni_node *n = &d->node[at];
    if (n->op == UNI_OP_AND) {
        return draws(d, n->a) + draws(d, n->b);
    }
    return n->op == UNI_OP_VERB && n->verb == UNI_VERB_OF_draw ? n->n : 0;
}

// A pick needs one card; all of them when it is a price or cannot be halved.
static bool enough(const uni_scope *c, int found) {
    int count = uni_pick_of(c)->count;
    bool whole = (c->node->flags & UNI_NODE_COST) || (uni_verb_of(c->node)->flags & UNI_VERB_WHOLE);
    if (count == UNI_ALL || count == UNI_THAT_MANY) {
        return found > 0 || !(c->node->flags & UNI_NODE_COST);
    }
    return found >= (whole ? count : 1);
}

static bool verb_possible(const uni_scope *c) {
    const uni_verb *v = uni_verb_of(c->node);
    if (v->possible) {
        return v->possible(c);
    }
    if (v->targets) {
        uni_set open = uni_minus(v->targets(c), c->s->targeted);
        return enough(c, uni_count(open));
    }
    if (v->players) {
        return v->players(c) != 0;
    }
    return c->node->pick == 0 || enough(c, uni_fit_in_hand(c));
}

static bool possible_for(const uni_scope *c, uint16_t node, int p) {
    uni_scope inner = *c;
    if (p != c->you) {
        inner.drawn = 0;
        inner.spent = 0;
    }
    inner.you = (uint8_t)p;
    return uni_possible(&inner, node);
}

uint32_t uni_able(const uni_scope *c, uint16_t node) {
    const uni_node *n = &c->d->node[node];
    uint32_t mask = 0;
    for (int p = 0; p < c->d->players; p++) {
        bool meant = n->op != UNI_OP_ANOTHER || p != c->you;
        if (meant && possible_for(c, n->a, p)) {
            mask |= 1u << p;
        }
    }
    return mask;
}

bool uni_possible(const uni_scope *c, uint16_t node) {
    uni_scope inner = *c;
    const uni_node *n = inner.node = &c->d->node[node];
    switch ((uni_op)n->op) {
    case UNI_OP_VERB: return verb_possible(&inner);
    case UNI_OP_MAY: return true;
    case UNI_OP_AND:
        if (!uni_possible(&inner, n->a)) {
            return false;
        }
        inner.drawn = (uint8_t)(inner.drawn + draws(c->d, n->a));
        return uni_possible(&inner, n->b);
    case UNI_OP_OR: return uni_possible(&inner, n->a) || uni_possible(&inner, n->b);
    case UNI_OP_THEN:
    case UNI_OP_IF_DONE: return uni_possible(&inner, n->a);
    case UNI_OP_EACH:
    case UNI_OP_ANY:
    case UNI_OP_ANOTHER: return uni_able(&inner, node) != 0;
    case UNI_OP_THAT: return c->who < c->d->players && possible_for(&inner, n->a, c->who);
    }
    return false;
}

int uni_variants(const uni_deck *d, uint16_t node, uint16_t out[UNI_VARIANTS]) {
    const uni_node *n = &d->node[node];
    if (n->op != UNI_OP_OR) {
        out[0] = node;
        return 1;
    }
    int count = uni_variants(d, n->a, out); // leans left
    if (count < UNI_VARIANTS) {
        out[count++] = n->b;
    }
    return count;
}
