// SPDX-License-Identifier: MIT
//
// Choices of a cell: place, choose, remove one.
#include <string.h>

#include "lang/ir/pass.h"
#include "lang/lower/choice.h"
#include "lang/lower/lower_could.h"
#include "lang/lower/lower_follow.h"
#include "lang/lower/overlap.h"

// Offers the cells of register `cells` that pass the guards.
static void offer_cells(lower *l, const guard *g, int cells) {
    int mine = lower_new_set(l);
    lower_emit(l, OP_MOV, mine, cells, 0, 0, 0);
    guards_lifted(l, g, mine);
    if (guards_all_lift(l, g)) {
        lower_emit(l, OP_EMIT, mine, 0, 0, 0, 0);
        return;
    }
    int sum = lower_new_set(l), cell = lower_new_set(l), here = l->here;
    label next = {0}, done = {0};
    lower_emit(l, OP_ZERO, sum, 0, 0, 0, 0);
    uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, cell, mine, &done);
    l->here = cell;
    guards_of_cell(l, g, &next);
    lower_emit(l, OP_OR, sum, sum, cell, 0, 0);
    lower_emit_label(l, &next);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &done);
    lower_emit(l, OP_EMIT, sum, 0, 0, 0, 0);
    l->here = here;
}

// place Man from my camp: of the cells where such a piece lies the first; none: it is not offered
static int piece_in_store(lower *l, const ast *r, int type) {
    const int cells = lower_set(l, r->c, "`from` is a hand, or cells"), one = lower_new_set(l);
    lower_emit(l, OP_AND, one, cells, lower_type_set(l, type), 0, 0);
    lower_emit(l, OP_AND, one, one, lower_pieces(l), 0, 0);
    lower_emit(l, OP_FIRST, one, one, 0, 0, 0);
    return one;
}

// What was nobody's is the player's who places it, unless it is of a type that belongs to nobody.
static void take_over(lower *l, int cell, int type) {
    label owned = {0};
    for (int i = 0; !l->g->pieces[type].neutral && i < l->p->players; i++) {
        lower_emit_jump(l, OP_JMEET, cell, l->p->at.own + i, &owned);
    }
    if (!l->g->pieces[type].neutral) {
        lower_emit(l, OP_OWN, cell, l->me, 0, 0, 0);
    }
    lower_emit_label(l, &owned);
}

static void place_from_set(lower *l, const ast *r, int type) {
    const int from = piece_in_store(l, r, type), to = l->p->at.to;
    lower_know_taken(l, to, from);
    lower_carry(l, from, to);
    lower_know_arrived(l, from, to, -1, l->me);
    lower_close_gap(l, from);
    take_over(l, to, type);
}

static void place_new(lower *l, const ast *r, int owner, int type) {
    const int is_empty = lower_is_empty_set(l, r->a);
    if (!is_empty) {
        lower_bury(l, l->p->at.to);
    }
    lower_emit(l, pass_on(l->p, PASS_place) && is_empty ? OP_ADD : OP_PUT, l->p->at.to, owner, type,
               0, 0);
}

static int place_one(lower *l, const ast *r, const rule_context *ctx, const char *name, int next) {
    int type = lower_find_type(l, name);
    if (type < 0) {
        ast word = *r;
        word.name = name;
        lower_unknown_word(l, &word, "piece");
        return 1;
    }
    const int is_held = r->flag == PLACE_FROM_HAND || r->flag == PLACE_FROM_ENEMY_HAND;
    // out of whose hand it comes
    const int holder = r->flag == PLACE_FROM_ENEMY_HAND ? lower_next_player(l) : l->me;
    int owner = l->g->pieces[type].neutral ? IR_NEUTRAL : holder;
    int node = choice_node(l, choice_add(l, CH_PLACE, r, ctx, type), next);
    int hand = l->p->at.hands + holder * l->p->types + type;
    if (r->flag == PLACE_FROM_ENEMY_HAND && l->p->players != 2) {
        diag_add(l->diags, DIAG_ON_WHOM, r->at,
                 "with more than two players `enemy hand` is not one hand");
        return NODE_DEAD;
    }
    label out = {0};
    l->here = choice_here(l, ctx);
    uint32_t code = lower_begin_code(l);
    if (is_held) {
        value zero = lower_value_of_int(0);
        lower_emit_jump(l, OP_JLE, hand, lower_num_reg(l, &zero), &out);
    } else if (r->flag) {
        lower_emit_jump(l, OP_JNONE, piece_in_store(l, r, type), 0, &out);
    }
    guards_free(l, ctx->guards, &out);
    offer_cells(l, ctx->guards, lower_set(l, r->a, "`place … on` needs cells"));
    lower_emit_label(l, &out);
    lower_end_code(l, 1);
    uint32_t apply = lower_begin_code(l);
    if (r->flag == PLACE_FROM_SET) {
        place_from_set(l, r, type);
    } else {
        place_new(l, r, owner, type);
    }
    if (is_held) {
        lower_emit(l, OP_HAND, holder, type, (uint16_t)-1, 0, 0);
    }
    if (l->p->at.next_to != BOARD_NONE) {
        lower_emit(l, OP_NOTE, l->p->at.to, l->p->at.to, 0, 0, 0);
    }
    choice_note_this(l, -1);
    choice_set_here(l, l->p->at.to);
    return choice_end(l, ctx, node, code, apply);
}

int choice_place(lower *l, const ast *r, const rule_context *ctx, int next) {
    int node = place_one(l, r, ctx, r->name, next);
    for (const ast *t = r->list; t; t = t->next) {
        node = lower_new_node(l, N_OR, node, place_one(l, r, ctx, t->name, next));
    }
    return node;
}

// The shift that leads from `here` to all cells of a set, or BOARD_NONE.
static uint16_t shift_from_here(lower *l, const ast *e) {
    if (e->kind == A_MEET) {
        uint16_t s = shift_from_here(l, e->a);
        return s != BOARD_NONE ? s : shift_from_here(l, e->b);
    }
    if (e->kind == A_SUB) {
        return lower_peek(l, e->b).type == V_SET ? shift_from_here(l, e->a) : BOARD_NONE;
    }
    if (e->kind != A_ADD || e->a->kind != A_WORD || strcmp(e->a->name, "here") != 0) {
        return BOARD_NONE;
    }
    value dirs = lower_peek(l, e->b);
    return dirs.type == V_DIR && dirs.count == 1 ? dirs.shift[0] : BOARD_NONE;
}

// Of several things that are taken in order: those before the one that is chosen now are passed by. (Of equal ones the
// next moves up to its cell.)
static void pass_by(lower *l, const ast *r) {
    const int left = lower_new_set(l), cell = lower_new_set(l);
    const int cells = lower_first_copies(l, lower_set(l, r->a, "`choose` needs cells"));
    label other = {0}, done = {0};
    lower_emit(l, OP_MOV, left, cells, 0, 0, 0);
    const uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, cell, left, &done);
    lower_emit_jump(l, OP_JAPART, cell, l->p->at.to, &other);
    lower_emit_jump(l, OP_JMP, 0, 0, &done);
    lower_emit_label(l, &other);
    lower_emit(l, OP_OR, l->passed_by, l->passed_by, cell, 0, 0);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &done);
    if (l->next_copy == BOARD_NONE) {
        lower_emit(l, OP_OR, l->passed_by, l->passed_by, l->p->at.to, 0, 0);
    }
}

int choice_pick(lower *l, const ast *r, const rule_context *ctx, int next) {
    int take = r->kind == R_TAKE;
    int id = choice_add(l, take ? CH_TAKE : CH_CHOOSE, r, ctx, 255);
    int node = choice_node(l, id, next);
    label out = {0};
    l->p->choice[id].by_place |= (uint8_t)overlap_spans_areas(l, r->a);
    l->here = choice_here(l, ctx);
    const uint16_t shift = l->here == NO_REG ? BOARD_NONE : shift_from_here(l, r->a);
    l->choice_shift[id] = shift;
    uint32_t code = lower_begin_code(l);
    guards_free(l, ctx->guards, &out);
    int cells = lower_set(l, r->a, take ? "`remove one` needs cells" : "`choose` needs cells");
    cells = lower_first_copies(l, cells);
    if (l->passed_by != NO_REG) {
        const int ahead = lower_new_set(l);
        lower_emit(l, OP_ANDN, ahead, cells, l->passed_by, 0, 0);
        cells = ahead;
    }
    offer_cells(l, ctx->guards, cells);
    lower_emit_label(l, &out);
    lower_end_code(l, 1);
    uint32_t apply = lower_begin_code(l);
    if (take) {
        lower_know_gone(l, l->p->at.to);
        lower_emit(l, OP_CAPTURE, l->p->at.to, 0, 0, 0, 0);
        lower_raze(l, l->p->at.to);
    } else {
        int named = lower_named(l, r);
        if (l->passed_by != NO_REG) {
            pass_by(l, r);
        }
        lower_emit(l, OP_MOV, named, l->p->at.to, 0, 0, 0);
        lower_could_chosen(l, r->a, l->p->at.to);
        lower_follow_chosen(l);
        choice_set_here(l, l->p->at.to);
    }
    return choice_end(l, ctx, node, code, apply);
}
