// SPDX-License-Identifier: MIT
//
// Choices: the code that offers them, and the code that does the chosen one.
//
// choice_new.c gives them numbers and nodes; choice_cell.c, choice_bare.c and choice_motion.c know what each
// kind means, choice_guard.c the conditions around it. Here is which is which, and code for reasons.
#include "lang/lower/choice.h"

// Code for reasons: what the motion could reach, and each condition alone.
static void explain_choice(lower *l, const ast *r, const rule_context *ctx, int node) {
    l->here = l->p->at.here;
    if (r->kind == R_MOTION) {
        uint32_t code = lower_begin_code(l);
        motion_reaches(l, r);
        lower_end_code(l, 1);
        l->p->node[node].reach = code;
    }
    guards_explain(l, ctx->guards, node);
}

static int choice_of_kind(lower *l, const ast *r, rule_context ctx, int next) {
    switch ((ast_kind)r->kind) {
    case R_PLACE: return choice_place(l, r, &ctx, next);
    case R_CHOOSE: return (r->flag ? choice_number : choice_pick)(l, r, &ctx, next);
    case R_TAKE: return choice_pick(l, r, &ctx, next);
    case R_PASS: return choice_bare(l, r, &ctx, CH_PASS, next);
    case R_SWAP: return choice_bare(l, r, &ctx, CH_SWAP, next);
    case R_SAY: return choice_say(l, r, &ctx, next);
    case R_BECOMES: return choice_promotion(l, r, &ctx, next);
    default: return choice_motion(l, r, &ctx, next);
    }
}

int lower_choice(lower *l, const ast *r, rule_context ctx, int next) {
    int node = choice_of_kind(l, r, ctx, next);
    if (l->p->node[node].kind == N_CHOICE && !l->diags->errors && !l->in_attack) {
        explain_choice(l, r, &ctx, node);
    }
    return node;
}
