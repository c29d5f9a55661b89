// SPDX-License-Identifier: MIT
//
// What becomes of a piece that a motion takes: `taken: bring it to my hand`, and `taken: becomes Pawn` of a type
// of its own. It is known before play, so it is a table: each type goes to the hand as one type, or nowhere.
#include "lang/lower/lower.h"

#include <string.h>

enum { TO_NO_HAND = -1 };

static int is_it(const ast *e) {
    return !e || (e->kind == A_WORD && strcmp(e->name, "it") == 0);
}

// One step on a taken piece of type *now: 1 = it is brought to the hand, 0 = on, -1 = that cannot be said.
static int step_of(const lower *l, const ast *r, int *now) {
    if (r->kind == R_BECOMES && r->flag && is_it(r->a) && !r->list->next) {
        *now = lower_find_type(l, r->list->name);
        return *now < 0 ? -1 : 0;
    }
    int to_hand = r->kind == R_BRING && !r->flag && !r->name && is_it(r->a) &&
                  r->b->kind == A_OWNED && !r->b->flag && strcmp(r->b->name, "hand") == 0;
    return to_hand ? 1 : r->kind == R_NOTHING ? 0 : -1;
}

// Follows one list of steps; *wrong is the first that cannot be said, and the answer 1 if it ends in the hand.
static int follow(const lower *l, const ast *r, int *now, const ast **wrong) {
    const ast *x = r && r->kind == R_SEQ ? r->list : r;
    int found = 0;
    for (; x && !found; x = r->kind == R_SEQ ? x->next : NULL) {
        found = step_of(l, x, now);
        if (found < 0) {
            *wrong = *wrong ? *wrong : x;
            return 0;
        }
    }
    return found;
}

// The type that a piece of `type` is in the hand of who takes it, or TO_NO_HAND.
static int hand_type(const lower *l, int type, const ast **wrong) {
    int now = type;
    const int own = follow(l, l->g->pieces[type].taken, &now, wrong);
    return own || follow(l, l->g->taken, &now, wrong) ? now : TO_NO_HAND;
}

void lower_check_taken(lower *l) {
    for (int t = 0; t < l->p->types; t++) {
        const ast *wrong = NULL;
        const int to = hand_type(l, t, &wrong);
        if (wrong && wrong->kind == R_BECOMES && wrong->flag && wrong->list->next) {
            diag *d = diag_add(l->diags, DIAG_TAKEN_ASKS, wrong->at,
                               "what happens to a taken piece cannot ask the player");
            diag_note(d, "two types are a choice, and the taker's move is over");
            diag_help(d, "say which:   becomes %s", wrong->list->name);
        } else if (wrong) {
            diag *d =
                diag_add(l->diags, DIAG_SYNTAX, wrong->at,
                         "a taken piece can only become another piece or be brought to a hand");
            diag_help(d, "for example:   taken: bring it to my hand");
        } else if (to >= 0 && l->p->at.hands == BOARD_NONE) {
            diag *d = diag_add(l->diags, DIAG_MISSING, l->g->taken_at, "nobody has a hand");
            diag_help(d, "for example:   area hand each 38");
        }
        if (wrong || l->diags->errors) {
            return;
        }
    }
}

// One taken cell: who stands there goes to the hand.
static void emit_one(lower *l, int cell) {
    label done = {0};
    for (int t = 0; t < l->p->types; t++) {
        const ast *wrong = NULL;
        const int to = hand_type(l, t, &wrong);
        if (to < 0) {
            continue;
        }
        label other = {0};
        if (l->p->types > 1) {
            lower_emit_jump(l, OP_JAPART, lower_type_set(l, t), cell, &other);
        }
        lower_emit(l, OP_HAND, l->me, to, 1, 0, 0);
        lower_emit_jump(l, OP_JMP, 0, 0, &done);
        lower_emit_label(l, &other);
    }
    lower_emit_label(l, &done);
}

void lower_emit_taken(lower *l, int cells, int is_one) {
    label none = {0};
    if (l->in_attack || l->p->at.hands == BOARD_NONE || l->diags->errors ||
        (!l->g->taken && !l->has->taken)) {
        return;
    }
    int there = lower_new_set(l), sets = l->set_top;
    lower_emit(l, OP_AND, there, lower_pieces(l), cells, 0, 0);
    if (is_one) { // who comes round to where it began takes nothing
        lower_emit(l, OP_ANDN, there, there, l->p->at.from, 0, 0);
    }
    lower_emit_jump(l, OP_JNONE, there, 0, &none);
    if (is_one) {
        emit_one(l, there);
    } else {
        int one = lower_new_set(l);
        uint32_t top = lower_emit_here(l);
        lower_emit_jump(l, OP_EACH, one, there, &none);
        emit_one(l, one);
        lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    }
    lower_emit_label(l, &none);
    l->set_top = sets;
}

// --- stuck, as a condition -------------------------------------------------------------------

// A turn of its own begins: what the one around it has done so far is not its doing.
static int forget_this(lower *l, int next) {
    int node = lower_new_node(l, N_DO, next, 0);
    uint32_t code = lower_begin_code(l);
    for (int i = 0; i < THIS_CELLS; i++) {
        const int reg = lower_this(l, (this_cells)i);
        if (reg != NO_REG) {
            lower_emit(l, OP_ZERO, reg, 0, 0, 0, 0);
        }
    }
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    return node;
}

// Whether the player has no legal turn; in looking for one, nobody is.
void lower_stuck(lower *l, const ast *e, int want, label *to) {
    const rule_context ctx = {.bound = HERE_OPEN, .type = -1};
    const busy_ability *busy = l->busy;
    const binding *env = l->env;
    const int sets = l->set_top, nums = l->num_top, here = l->here;
    label over = {0};
    if (l->in_stuck) {
        if (!want) {
            lower_emit_jump(l, OP_JMP, 0, 0, to);
        }
        return;
    }
    if (l->g->phase_count > 1 || !l->in_turn) {
        diag_add(l->diags, DIAG_SYNTAX, e->at, "`stuck` looks ahead from a turn of the only phase");
        return;
    }
    lower_emit_jump(l, OP_JMP, 0, 0, &over);
    l->in_stuck = 1;
    l->busy = NULL;
    l->env = NULL;
    int node = forget_this(l, lower_rule(l, l->g->phases[0].turn, ctx, 0));
    l->in_stuck = 0;
    l->busy = busy;
    l->env = env;
    l->here = here;
    l->set_top = sets;
    l->num_top = nums;
    l->shared_count = 0;
    lower_emit_label(l, &over);
    label can = {0};
    lower_emit_jump(l, OP_JCAN, node, here == NO_REG ? l->p->at.here : here, want ? &can : to);
    if (want) {
        lower_emit_jump(l, OP_JMP, 0, 0, to);
        lower_emit_label(l, &can);
    }
}
