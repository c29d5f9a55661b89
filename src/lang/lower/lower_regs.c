// SPDX-License-Identifier: MIT
//
// Registers that a part of the tree has for itself: of named cells, of what is rolled, of `this`.
#include "lang/lower/lower.h"

// The register for the cell that `for` or `choose` names; the same for every player.
int lower_named(lower *l, const ast *r) {
    for (int i = 0; i < l->same_names; i++) {
        r = l->same_name[i][0] == r ? l->same_name[i][1] : r;
    }
    for (int i = 0; i < l->named; i++) {
        if (l->named_rule[i] == r) {
            return l->p->at.named + i;
        }
    }
    if (l->named >= l->p->named_count) {
        lower_too_big(l, r->at, "named cells");
        return l->p->at.named;
    }
    l->named_rule[l->named] = r;
    l->named++;
    return l->p->at.named + l->named - 1;
}

static const ast this_key[THIS_CELLS]; // they are named like the cells of `choose`

int lower_this(lower *l, this_cells which) {
    return l->has->of_this[which] ? lower_named(l, &this_key[which]) : NO_REG;
}

int lower_roll_register(lower *l, const ast *r) {
    int reg = -1;
    for (int i = 0; i < l->rolls; i++) {
        if (l->p->words.roll_rule[i] == r) {
            reg = i;
        }
    }
    if (reg < 0) {
        reg = l->rolls < l->p->roll_count && l->rolls < 16 ? l->rolls++ : 0;
        l->p->words.roll_rule[reg] = r;
    }
    return l->p->at.rolls + reg;
}
