// SPDX-License-Identifier: MIT
// Is it possible? One function answers for the playing of magic cards, for `may`
// questions, for the variants of `or` and for the choice of a player.
//
// It runs in two modes. With a `knower`, that player's own hand is looked into.
// Without, every hand counts only by its size, which is public. Whether a question
// is *asked* is decided in the public mode, what may be *answered* in the other:
// so nobody learns from a question that was not asked what a hand does not hold.
#include "unicorns/table.h"
#include "unicorns/verb.h"

// Cards an effect is going to draw for its owner.
static int draws(const uni_deck *d, uint16_t at) {
    const uni_node *n = &d->node[at];
    if (n->op == UNI_OP_AND) {
        return draws(d, n->a) + draws(d, n->b);
    }
    bool counts = n->op == UNI_OP_VERB && n->verb == UNI_VERB_OF_draw && n->measure == 0;
    return counts ? n->n : 0;
}

// A pick needs one card; all of them when it is a price or cannot be halved.
static bool enough(const uni_scope *c, int found) {
    int count = uni_pick_of(c)->count;
    bool whole = (c->node->flags & UNI_NODE_COST) || (uni_verb_of(c->node)->flags & UNI_VERB_WHOLE);
    if (count == UNI_ALL || count == UNI_THAT_MANY) {
        return found > 0 || !(c->node->flags & UNI_NODE_COST);
    }
    if (uni_pick_of(c)->flags & UNI_PICK_UP_TO) {
        return found > 0;
    }
    count = uni_wanted(c);
    return found >= (whole || count == 0 ? count : 1);
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

// Whom "each other player", "next player" and the like mean, as bits.
uint32_t uni_meant(const uni_deck *d, uni_op op, int you) {
    int next = (you + 1) % d->players, previous = (you + d->players - 1) % d->players;
    uint32_t all = (1u << d->players) - 1, others = all & ~(1u << you);
    switch (op) {
    case UNI_OP_OTHERS:
    case UNI_OP_ANOTHER: return others;
    case UNI_OP_NEIGHBOURS: return (1u << next | 1u << previous) & others;
    case UNI_OP_NEXT: return 1u << next;
    case UNI_OP_PREVIOUS: return 1u << previous;
    default: return all;
    }
}

// A condition that does not hold and has no `otherwise`: there is nothing to do.
static bool is_idle(const uni_scope *c, uint16_t node) {
    const uni_node *n = &c->d->node[node];
    return n->op == UNI_OP_IF && n->b == 0 &&
           !uni_holds(c->d, c->s, &c->d->measure[n->measure], c->you, c->who);
}

uint32_t uni_able(const uni_scope *c, uint16_t node) {
    const uni_node *n = &c->d->node[node];
    uint32_t mask = 0, meant = uni_meant(c->d, (uni_op)n->op, c->you);
    for (int p = 0; p < c->d->players; p++) {
        if ((meant >> p & 1) && possible_for(c, n->a, p)) {
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
        if (is_idle(&inner, n->a)) {
            return uni_possible(&inner, n->b);
        }
        if (!uni_possible(&inner, n->a)) {
            return false;
        }
        if (is_idle(&inner, n->b)) {
            return true;
        }
        inner.drawn = (uint16_t)(inner.drawn + draws(c->d, n->a));
        return uni_possible(&inner, n->b);
    case UNI_OP_OR: return uni_possible(&inner, n->a) || uni_possible(&inner, n->b);
    case UNI_OP_THEN:
    case UNI_OP_IF_DONE: return uni_possible(&inner, n->a);
    case UNI_OP_EACH:
    case UNI_OP_ANY:
    case UNI_OP_ANOTHER:
    case UNI_OP_OTHERS:
    case UNI_OP_NEIGHBOURS:
    case UNI_OP_NEXT:
    case UNI_OP_PREVIOUS: return uni_able(&inner, node) != 0;
    case UNI_OP_IF: {
        bool holds = uni_holds(c->d, c->s, &c->d->measure[n->measure], c->you, c->who);
        uint16_t part = holds ? n->a : n->b;
        return part && uni_possible(&inner, part);
    }
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
