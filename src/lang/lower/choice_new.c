// SPDX-License-Identifier: MIT
//
// A new choice: its number, its node, and what every one leaves behind.
#include <string.h>

#include "lang/lower/choice.h"
#include "lang/lower/overlap.h"

static int is_last(const ast *n, void *with) {
    int *found = with;
    *found |= n->kind == A_WORD && strcmp(n->name, "last") == 0;
    return 1;
}

static int reads_last(const ast *r, const guard *g) {
    int found = 0;
    scan_tree(r->a, is_last, &found);
    scan_tree(r->b, is_last, &found);
    scan_tree(r->c, is_last, &found);
    for (; g; g = g->up) {
        ast only = *g->cond;
        only.next = NULL;
        scan_tree(&only, is_last, &found);
    }
    return found;
}

// For comments in printed code, whose printer knows no tree.
static void keep_text(lower *l, int id, const ast *r) {
    char text[160];
    if (r->src) {
        size_t n = ast_line(r, text, sizeof text);
        l->p->words.choice[id] = arena_text(l->a, text, n);
    }
}

int choice_add(lower *l, choice_kind kind, const ast *r, const rule_context *ctx, int type) {
    program *p = l->p;
    for (int i = 2; l->in_attack && i <= l->choices; i++) { // what is only tried has no text
        if (p->choice[i].rule == r && p->choice[i].kind == kind && p->choice[i].type == type) {
            return i;
        }
    }
    if (l->choices >= IR_MAX_CHOICES) {
        lower_too_big(l, r->at, "kinds of moves");
        return 1;
    }
    int id = ++l->choices;
    ir_choice *c = &p->choice[id];
    c->kind = (uint8_t)kind;
    c->type = (uint8_t)type;
    c->label = (uint8_t)ctx->label;
    c->motion = r->kind == R_MOTION ? (uint8_t)r->num : 0;
    c->rule = r;
    keep_text(l, id, r);
    c->alike = c->alike ? c->alike : (uint8_t)id;
    c->guard = ctx->guards ? ctx->guards->cond : NULL;
    l->choice_me[id] = (uint8_t)l->me;
    l->choice_names[id] = overlap_read_names(l, ctx->guards);
    c->distinct = l->in_distinct > 0;
    c->reads_last = (uint8_t)reads_last(r, ctx->guards);
    if (c->reads_last) {
        p->past.last_choices |= (uint64_t)1 << (id & 63);
    }
    if (id > p->choice_count) {
        p->choice_count = id;
    }
    return id;
}

int choice_node(lower *l, int id, int next) {
    int node = lower_new_node(l, N_CHOICE, next, 0);
    l->p->node[node].choice = (uint16_t)id;
    return node;
}

void choice_set_here(lower *l, int cell) {
    lower_emit(l, OP_MOV, l->p->at.here, cell, 0, 0, 0);
}

int choice_here(lower *l, const rule_context *ctx) {
    return ctx->bound == HERE_OPEN ? NO_REG : l->p->at.here;
}

void choice_note_label(lower *l, const rule_context *ctx) {
    if (ctx->label) {
        uint32_t bit = 1u << (ctx->label - 1);
        lower_emit(l, OP_EVENT, (int)(bit & 0xffff), (int)(bit >> 16), 1, 0, 0);
    }
}

// The end of a choice: what it leaves behind, and the node that finds its motions by `code` and makes them
// by `apply`, which ends here.
int choice_end(lower *l, const rule_context *ctx, int node, uint32_t code, uint32_t apply) {
    choice_note_label(l, ctx);
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    l->p->node[node].apply = apply;
    return node;
}

// Notes a choice for `this`: the first cell that something came from, the last it went to, all it crossed.
void choice_note_this(lower *l, int crosses) {
    const ir_layout *at = &l->p->at;
    const int from = lower_this(l, THIS_FROM), to = lower_this(l, THIS_TO);
    const int over = lower_this(l, THIS_OVER);
    if (from != NO_REG && crosses >= 0) {
        label known = {0};
        lower_emit_jump(l, OP_JANY, from, 0, &known);
        lower_emit(l, OP_MOV, from, at->from, 0, 0, 0);
        lower_emit_label(l, &known);
    }
    if (to != NO_REG) {
        lower_emit(l, OP_MOV, to, at->to, 0, 0, 0);
    }
    if (over != NO_REG && crosses > 0) {
        lower_emit(l, OP_OR, over, over, at->it, 0, 0);
    }
}
