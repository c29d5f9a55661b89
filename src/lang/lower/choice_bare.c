// SPDX-License-Identifier: MIT
//
// Choices without a cell: passing, swapping, words that are said, numbers, what a piece becomes.
#include <string.h>

#include "lang/lower/choice.h"

int choice_bare(lower *l, const ast *r, const rule_context *ctx, choice_kind kind, int next) {
    int node = choice_node(l, choice_add(l, kind, r, ctx, 255), next);
    label out = {0};
    l->here = choice_here(l, ctx);
    uint32_t code = lower_begin_code(l);
    guards_all(l, ctx->guards, &out);
    lower_emit(l, OP_EMIT1, 0, 0, 0, 0, 0);
    lower_emit_label(l, &out);
    lower_end_code(l, 1);
    uint32_t apply = lower_begin_code(l);
    if (kind != CH_SAY) {
        lower_emit(l, kind == CH_PASS ? OP_PASSED : OP_SWAP, 0, 0, 0, 0, 0);
    }
    return choice_end(l, ctx, node, code, apply);
}

// The number that is chosen is one of few, each a choice of its own: between what `a` and `b` are now.
static int one_number(lower *l, const ast *r, const rule_context *ctx, int n, int next) {
    int id = choice_add(l, CH_NUMBER, r, ctx, 255), node = choice_node(l, id, next);
    label out = {0};
    l->p->choice[id].number = (uint8_t)n;
    l->here = choice_here(l, ctx);
    uint32_t code = lower_begin_code(l);
    guards_all(l, ctx->guards, &out);
    value low = lower_int(l, r->a, "a number is chosen"), is = lower_value_of_int(n);
    value high = lower_int(l, r->b, "a number is chosen");
    if (!low.konst) {
        int reg = lower_num_reg(l, &is);
        lower_emit_jump(l, OP_JLT, reg, low.reg, &out);
    }
    if (!high.konst) {
        int reg = lower_num_reg(l, &is);
        lower_emit_jump(l, OP_JLT, high.reg, reg, &out);
    }
    lower_emit(l, OP_EMIT1, 0, 0, 0, 0, 0);
    lower_emit_label(l, &out);
    lower_end_code(l, 1);
    uint32_t apply = lower_begin_code(l);
    lower_emit(l, OP_KINT, lower_roll_register(l, r), n, 0, 0, 0);
    return choice_end(l, ctx, node, code, apply);
}

int choice_number(lower *l, const ast *r, const rule_context *ctx, int next) {
    enum { MOST_NUMBERS = 64, HIGHEST = 250 };
    l->here = choice_here(l, ctx);
    value low = lower_peek(l, r->a), high = lower_peek(l, r->b);
    int all = NODE_DEAD;
    if (low.type == V_INT && high.type == V_INT &&
        (low.lo < 0 || high.hi > HIGHEST || low.lo > high.hi || high.hi - low.lo >= MOST_NUMBERS)) {
        diag *d =
            diag_add(l->diags, DIAG_OUT_OF_RANGE, r->at,
                     "a player chooses among 1 to %d numbers from 0 to %d", MOST_NUMBERS, HIGHEST);
        diag_note(d, "these go from %d to %d", low.lo, high.hi);
        return NODE_DEAD;
    }
    if (low.type != V_INT || high.type != V_INT) {
        (void)lower_int(l, low.type != V_INT ? r->a : r->b, "a number is chosen");
        return NODE_DEAD;
    }
    for (int n = low.lo; n <= high.hi; n++) {
        int one = one_number(l, r, ctx, n, next);
        all = n == low.lo ? one : lower_new_node(l, N_OR, all, one);
    }
    return all;
}

// What is said is the move's text, so it must not be read as another one's.
int choice_say(lower *l, const ast *r, const rule_context *ctx, int next) {
    rule_context said = *ctx;
    if (board_cell(l->b, r->name) >= 0) {
        diag_add(l->diags, DIAG_SHADOW, r->at, "`%s` is a cell of this board", r->name);
    } else if (strcmp(r->name, "done") == 0) {
        diag *d = diag_add(l->diags, DIAG_SHADOW, r->at, "`done` ends a turn of several choices");
        diag_help(d, "say another word:   say stop");
    }
    said.label = lower_find_label(l, r->name, 1);
    if (!said.label) {
        lower_too_big(l, r->at, "labels");
    }
    return choice_bare(l, r, &said, CH_SAY, next);
}

int choice_promotion(lower *l, const ast *r, const rule_context *ctx, int next) {
    int all = 1;
    int count = 0;
    for (const ast *t = r->list; t; t = t->next) {
        int type = lower_find_type(l, t->name);
        if (type < 0) {
            lower_unknown_word(l, t, "piece");
            continue;
        }
        int node = choice_node(l, choice_add(l, CH_BECOME, r, ctx, type), next);
        l->here = choice_here(l, ctx);
        uint32_t code = lower_begin_code(l);
        label out = {0};
        guards_free(l, ctx->guards, &out);
        lower_emit(l, OP_EMIT1, 0, 0, 0, 0, 0);
        lower_emit_label(l, &out);
        lower_end_code(l, 1);
        uint32_t apply = lower_begin_code(l);
        int cells = r->a ? lower_set(l, r->a, "only pieces become something") : l->p->at.here;
        lower_emit(l, OP_TYPE, cells, type, 0, 0, 0);
        lower_end_code(l, 1);
        l->p->node[node].code = code;
        l->p->node[node].apply = apply;
        all = count++ ? lower_new_node(l, N_OR, all, node) : node;
    }
    return all;
}
