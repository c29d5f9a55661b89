// SPDX-License-Identifier: MIT
//
// Whether a rule asks anybody to choose, and whether a cell: through definitions, without lowering it.
#include "lang/lower/lower.h"

typedef struct choice_search {
    lower *l;
    int found, cells;
    uint64_t seen; // definitions
} choice_search;

static int look_for_choice(const ast *n, void *with) {
    choice_search *s = with;
    switch ((ast_kind)n->kind) {
    case R_MOVE:
    case R_MOTION:
    case R_PLACE:
    case R_TAKE: s->found = s->cells = 1; break;
    case R_CHOOSE:
        s->found = 1;
        s->cells |= !n->flag;
        break;
    case R_PASS:
    case R_SWAP:
    case R_SAY:
    case R_ROLL: s->found = 1; break;
    case R_BECOMES: s->found |= n->flag && n->list && n->list->next; break;
    case R_SOW: s->cells = 1; break; // `here` is where the last one fell
    case R_REF: {
        const decl_def *d = lower_find_def(s->l, n->name);
        uint64_t bit = d ? (uint64_t)1 << (d - s->l->g->defs) : 0;
        if (d && d->is_rule && !(s->seen & bit)) {
            s->seen |= bit;
            scan_tree(d->body, look_for_choice, s);
        } else if (!d) {
            s->found = s->cells = 1;
        }
        break;
    }
    case A_CAN:
    case A_SUPPOSING: break;
    default: break;
    }
    return 1;
}

static choice_search find_choices(lower *l, const ast *r) {
    choice_search s = {.l = l};
    ast only = *r;
    only.next = NULL;
    scan_tree(&only, look_for_choice, &s);
    return s;
}

int lower_has_choice(lower *l, const ast *r) {
    return find_choices(l, r).found;
}

int lower_chooses_cells(lower *l, const ast *r) {
    return find_choices(l, r).cells;
}
