// SPDX-License-Identifier: MIT
//
// Codes that are copies of each other, on boards of many words: a rule that every player's turn comes to, or that is
// done once for every card, is lowered as often, and printed once. Elsewhere each is printed, so that compilers may melt
// it into its own place.
#include "lang/cgen/cgen_insn.h"

static int is_shared_form(cgen_form form) {
    return form == FORM_RUN || form == FORM_TURN || form == FORM_SCORE || form == FORM_DEALT;
}

// Whether two instructions do the same, `apart` from each other.
static int is_same(const insn *x, const insn *y, int apart) {
    const int jump = insn_jump(x);
    const uint16_t ours[] = {x->a, x->b, x->c, x->d, x->e},
                   theirs[] = {y->a, y->b, y->c, y->d, y->e};
    int same = x->op == y->op;
    for (int i = 0; same && i < 5; i++) {
        const int moved = i == jump ? apart : 0;
        same = ours[i] == theirs[i] + moved;
    }
    return same;
}

static int is_copy(const block *b, uint32_t of) {
    const insn *code = b->g->p->code;
    const int apart = (int)(b->start - of);
    int same = 1;
    for (int i = 0; same && i < b->count; i++) {
        same = b->at[i] >= b->start && is_same(&code[b->at[i]], &code[b->at[i] - apart], apart);
    }
    return same && b->count > 0 && b->at[0] == b->start;
}

int cgen_put_copy(const block *b) {
    static const char *const names[FORM_COUNT_][2] = {[FORM_RUN] = {"run", "ask"},
                                                      [FORM_TURN] = {"turn", "make"},
                                                      [FORM_SCORE] = {"score", NULL},
                                                      [FORM_DEALT] = {"dealt", NULL}};
    cgen *g = b->g;
    if (!is_shared_form(b->form) || !cgen_has_spans(g)) {
        return 0;
    }
    for (uint32_t of = 0; of < b->start; of++) {
        if (g->has_code[b->form][of] != CGEN_PRINTED || !is_copy(b, of)) {
            continue;
        }
        for (int i = 0; i < 2 && names[b->form][i]; i++) {
            const char *name = names[b->form][i];
            cgen_put(g, "#define %s_%u %s_%u\n", name, b->start, name, of);
        }
        g->has_code[b->form][b->start] = CGEN_COPIED;
        return 1;
    }
    return 0;
}
