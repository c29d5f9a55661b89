// SPDX-License-Identifier: MIT
//
// What a motion does: the code that makes it, with all it crosses, takes and leaves behind.
#include "lang/ir/pass.h"
#include "lang/lower/choice.h"

static void need_between(lower *l) {
    for (int i = 0; i < l->b->any_count; i++) {
        board_need_ray(l->b, l->b->any[i]);
    }
    for (int i = 0; i < l->b->diagonal_count; i++) {
        board_need_ray(l->b, l->b->diagonal[i]);
    }
}

// Whether the cell that a hop crosses is the one between where it began and where it ends: on boards
// that wrap there may be others, and in odd directions none.
static int crosses_between(const lower *l, const value *dirs) {
    int plain = l->b->lattice && !l->b->wrap_x && !l->b->wrap_y && dirs->type == V_DIR;
    for (int i = 0; plain && i < dirs->count; i++) {
        const board_shift *s = &l->b->shift[dirs->shift[i]];
        plain = s->dx >= -1 && s->dx <= 1 && s->dy >= -1 && s->dy <= 1;
    }
    return plain;
}

// And whether it is the one halfway by its number, as where each step adds the same to it.
static int crosses_middle(const lower *l, const value *dirs) {
    int even = crosses_between(l, dirs);
    for (int i = 0; even && i < dirs->count; i++) {
        even = l->b->shift[dirs->shift[i]].uniform;
    }
    return even;
}

// What lies between the ends of a vault in directions that go further than to a neighbour, such as (0,2): of the
// cells a ray from one end meets, those that a ray back from the other meets, too.
static void emit_vaulted(lower *l, const value *dirs) {
    const ir_layout *at = &l->p->at;
    const value all = lower_value_of_const(l->b->all);
    const int cells = lower_set_reg(l, &all), ahead = lower_new_set(l), behind = lower_new_set(l);
    lower_emit(l, OP_ZERO, at->it, 0, 0, 0, 0);
    for (int i = 0; i < dirs->count; i++) {
        const uint16_t back = board_shift_back(l->b, dirs->shift[i]);
        if (back == BOARD_NONE) {
            continue;
        }
        board_need_ray(l->b, dirs->shift[i]);
        board_need_ray(l->b, back);
        lower_emit(l, OP_RAY, ahead, at->from, board_dirset(l->b, &dirs->shift[i], 1), cells, 0);
        lower_emit(l, OP_RAY, behind, at->to, board_dirset(l->b, &back, 1), cells, 0);
        lower_emit(l, OP_AND, ahead, ahead, behind, 0, 0);
        lower_emit(l, OP_OR, at->it, at->it, ahead, 0, 0);
    }
    lower_emit(l, OP_AND, at->it, at->it, lower_pieces(l), 0, 0);
}

// What a motion crosses becomes `it`.
static void emit_crossed(lower *l, const ast *r) {
    const ir_layout *at = &l->p->at;
    value dirs = lower_dirs(l, r->a, "a motion has directions");
    if (r->num == MOTION_HOP && crosses_middle(l, &dirs)) {
        lower_emit(l, OP_MIDDLE, at->it, at->from, at->to, 0, 0);
        return;
    }
    if (r->num == MOTION_VAULT && dirs.type == V_DIR && !crosses_between(l, &dirs) &&
        l->b->lattice && !l->b->wrap_x && !l->b->wrap_y) {
        emit_vaulted(l, &dirs);
        return;
    }
    if (r->num == MOTION_VAULT || dirs.type != V_DIR || crosses_between(l, &dirs)) {
        need_between(l);
        lower_emit(l, OP_BETWEEN, at->it, at->from, at->to, 0, 0);
        if (r->num == MOTION_VAULT) {
            lower_emit(l, OP_AND, at->it, at->it, lower_pieces(l), 0, 0);
        }
        return;
    }
    int sum = lower_new_set(l), ahead = lower_new_set(l), back = lower_new_set(l);
    lower_emit(l, OP_ZERO, sum, 0, 0, 0, 0);
    for (int i = 0; i < dirs.count; i++) {
        lower_emit(l, OP_SHIFT, ahead, at->from, dirs.shift[i], 0, 0);
        lower_emit(l, OP_BACK, back, at->to, dirs.shift[i], 0, 0);
        lower_emit(l, OP_AND, ahead, ahead, back, 0, 0);
        lower_emit(l, OP_OR, sum, sum, ahead, 0, 0);
    }
    int over = lower_set(l, r->list, "a hop crosses cells");
    lower_emit(l, OP_AND, at->it, sum, over, 0, 0);
}

// `capturing` these cells, now or when the turn ends.
static void emit_capturing(lower *l, const ast *r) {
    int x = lower_set(l, r->c, "`capturing` takes cells");
    lower_emit_taken(l, x, 0);
    lower_know_taken(l, x, l->p->at.from);
    if (r->flag & MOTION_LATER) {
        lower_emit(l, OP_LATER, x, 0, 0, 0, 0);
        lower_emit(l, OP_EVENT, EVENT_CAPTURE, 0, 0, 0, 0);
    } else {
        lower_emit(l, OP_CAPTURE, x, 0, 0, 0, 0);
        lower_raze(l, x);
    }
}

// What stands where the piece arrives is taken; who comes round to where it began takes nothing of a pile.
static void emit_landing(lower *l) {
    const ir_layout *at = &l->p->at;
    int to = at->to;
    if (l->p->pile.at) {
        to = lower_new_set(l);
        lower_emit(l, OP_ANDN, to, at->to, at->from, 0, 0);
    }
    lower_emit(l, OP_CAPTURE, to, 0, 0, 0, 0);
    lower_raze(l, to);
}

void motion_make(lower *l, const ast *r, const rule_context *ctx) {
    const ir_layout *at = &l->p->at;
    l->here = at->here;
    choice_set_here(l, at->from);
    if (r->num >= MOTION_HOP && !(r->flag & MOTION_MANY)) {
        emit_crossed(l, r);
    }
    if (r->c) {
        emit_capturing(l, r);
    }
    choice_note_this(l, r->num >= MOTION_HOP && !(r->flag & MOTION_MANY));
    const int is_free = r->b ? lower_is_empty_set(l, r->b) : r->num >= MOTION_HOP;
    if (!is_free) {
        lower_emit_taken(l, at->to, 1);
    }
    if (at->next_to != BOARD_NONE) {
        need_between(l);
        lower_emit(l, OP_NOTE, at->from, at->to, 0, 0, 0);
    }
    if (!is_free) {
        lower_know_taken(l, at->to, at->from);
    }
    if (ctx->bound == HERE_MOVED || ctx->any_owner || ctx->type < 0 || l->p->pile.at) {
        emit_landing(l);
        lower_carry(l, at->from, at->to);
        if (ctx->type >= 0) {
            uint32_t bit = event_of_type(ctx->type);
            lower_emit(l, OP_EVENT, (int)(bit & 0xffff), (int)(bit >> 16), 0, 0, 0);
        }
    } else {
        int owner = l->g->pieces[ctx->type].neutral ? IR_NEUTRAL : l->me;
        const opcode op = is_free && pass_on(l->p, PASS_place) ? OP_GO : OP_MOVE;
        lower_emit(l, op, at->from, at->to, owner, ctx->type, 0);
    }
    if (l->p->hides_pieces) {
        lower_know_arrived(l, at->from, at->to, -1, l->me);
    }
    choice_set_here(l, at->to);
    choice_note_label(l, ctx);
}
