// SPDX-License-Identifier: MIT
//
// Many things at once: `bring S by D` moves all of S along a direction, or a quarter turn around a cell.
// A turn is a map from cells to cells like a direction, but one for each cell it may go around.
#include "lang/lower/lower_expr.h"

enum { MOST_CENTRES = 64 };

// --- Turns -----------------------------------------------------------------------------

value lower_around(lower *l, const ast *e) {
    value at = lower_expr(l, e->a), v = none_value();
    if (at.type != V_SET) {
        lower_wrong_type(l, e->a, "one turns around a cell", (value_type)at.type);
        return v;
    }
    if (l->b->kind != BOARD_GRID || l->b->wrap_x || l->b->wrap_y) {
        diag_add(l->diags, DIAG_NO_FORWARD, e->at, "quarter turns need a grid with edges");
        return v;
    }
    v = at;
    v.type = V_TURN;
    v.num = e->num;
    v.within = at.k ? at.k : at.within ? at.within : l->b->on;
    return v;
}

static int count_cells(const lower *l, const uint64_t *set) {
    int cells = 0;
    for (int i = 0; i < l->b->words; i++) {
        cells += __builtin_popcountll(set[i]);
    }
    return cells;
}

// Whether the cells it may go around are few enough; if not, that is said.
static int has_few_centres(lower *l, const ast *e, const value *turn) {
    if (count_cells(l, turn->within) <= MOST_CENTRES) {
        return 1;
    }
    diag *d = diag_add(l->diags, DIAG_NOT_CONSTANT, e->at,
                       "this could be a turn around more than %d cells", MOST_CENTRES);
    diag_help(d, "let the player choose among a few:   choose block in b2 | e2");
    return 0;
}

// Where a quarter turn to the left around cell `o`, `times` times, takes cell `c`; -1 = off the board.
static int turned_cell(const board *b, int c, int o, int times) {
    int x = c % b->width - o % b->width, y = c / b->width - o / b->width;
    for (int i = 0; i < times; i++) {
        int was = x;
        x = -y;
        y = was;
    }
    x += o % b->width;
    y += o / b->width;
    int to = y * b->width + x;
    return x < 0 || y < 0 || x >= b->width || y >= b->height || !board_has(b->all, to) ? -1 : to;
}

static int is_table(const board *b, int shift, const uint16_t *to) {
    return memcmp(b->shift[shift].to, to, (size_t)b->cells * sizeof *to) == 0;
}

// The shift of a turn, for cells of `of`. It is its own first part, so that nobody takes it for steps by (dx, dy).
static uint16_t turn_shift(lower *l, int centre, int times, const uint64_t *of) {
    board *b = l->b;
    uint16_t to[BOARD_MAX_CELLS];
    for (int c = 0; c < b->cells; c++) {
        int t = board_has(b->on, c) && board_has(of, c) ? turned_cell(b, c, centre, times) : -1;
        to[c] = t < 0 ? BOARD_NONE : (uint16_t)t;
    }
    for (int i = 0; i < b->shift_count; i++) {
        if (b->shift[i].part[0] == i && is_table(b, i, to)) {
            return (uint16_t)i;
        }
    }
    uint16_t id = board_shift_new(b);
    if (!b->failed) {
        memcpy(b->shift[id].to, to, (size_t)b->cells * sizeof *to);
        b->shift[id].part[0] = id;
        board_shift_finish(b, id);
    }
    return id;
}

static value one_cell(lower *l, int c) {
    uint64_t *one = lower_fresh_set(l);
    board_put(one, c);
    return lower_value_of_const(one);
}

// A branch for the turn around cell `c`; code behind it runs if that is the one.
static void test_centre(lower *l, const value *turn, int c, label *other) {
    if (!turn->k) {
        value k = one_cell(l, c);
        lower_emit_jump(l, OP_JAPART, turn->reg, lower_set_reg(l, &k), other);
    }
}

value lower_turn_set(lower *l, const ast *e, const value *x, const value *turn, int back) {
    value from = lower_value_of_set(lower_set_reg(l, x), 0);
    int out = lower_new_set(l);
    lower_emit(l, OP_ZERO, out, 0, 0, 0, 0);
    if (!has_few_centres(l, e, turn)) {
        return lower_value_of_set(out, 1);
    }
    for (int c = 0; c < l->b->cells; c++) {
        if (board_has(turn->within, c)) {
            int sets = l->set_top;
            label other = {0};
            test_centre(l, turn, c, &other);
            uint16_t shift = turn_shift(l, c, back ? 4 - turn->num : turn->num, l->b->on);
            value by = lower_value_of_dirs(&shift, 1), moved = lower_shift_set(l, &from, &by, 0);
            lower_emit(l, OP_OR, out, out, moved.reg, 0, 0);
            lower_emit_label(l, &other);
            l->set_top = sets;
        }
    }
    return lower_value_of_set(out, 1);
}

// --- bring S by D ------------------------------------------------------------------------

static int moved_by(lower *l, int reg, const value *by) {
    value x = lower_value_of_set(reg, 0);
    value moved = by->type == V_DIRI ? lower_shift_set_by_number(l, &x, by, 0)
                                     : lower_shift_set(l, &x, by, 0);
    return moved.reg;
}

// Takes all that stands on `cells` and puts it down where `by` leads, in groups of one owner and type.
// What is led off the board is gone, and so is what stood where others arrive.
static void emit_moved(lower *l, int cells, const value *by) {
    const program *p = l->p;
    const int owners = p->players + (p->at.neutral != BOARD_NONE);
    int group[(IR_MAX_PLAYERS + 1) * IR_MAX_TYPES], count = 0;
    for (int o = 0; o < owners; o++) {
        int own = lower_new_set(l);
        lower_emit(l, OP_AND, own, lower_owner_set(l, o < p->players ? o : IR_NEUTRAL), cells, 0,
                   0);
        for (int t = 0; t < p->types; t++) {
            int one = own;
            if (p->at.type != BOARD_NONE) {
                one = lower_new_set(l);
                lower_emit(l, OP_AND, one, own, lower_type_set(l, t), 0, 0);
            }
            group[count++] = moved_by(l, one, by);
        }
    }
    lower_emit(l, OP_CLEAR, cells, 0, 0, 0, 0);
    for (int i = 0; i < count; i++) {
        int o = i / p->types;
        lower_emit(l, OP_PUT, group[i], o < p->players ? o : IR_NEUTRAL, i % p->types, 0, 0);
    }
}

// The name of the one cell that things turn around, if it has one.
static const binding *centre_name(lower *l, const ast *by) {
    const binding *b = by->kind == A_AROUND && by->a->kind == A_WORD && lower_is_single(l, by->a)
                           ? lower_find_binding(l, by->a->name)
                           : NULL;
    return b && b->kind == BIND_VALUE ? b : NULL;
}

// What turns around cell `c`, if it is always the same: `block | block + any`, where block is that cell.
static const uint64_t *turned_around(lower *l, const ast *r, int c) {
    const binding *saved = l->env, *name = centre_name(l, r->b);
    binding known = {.kind = BIND_VALUE, .up = saved};
    if (name) {
        known.name = name->name;
        known.v = one_cell(l, c);
        l->env = &known;
    }
    value x = lower_peek(l, r->a);
    l->env = saved;
    return x.type == V_SET && l->b->shift_count < BOARD_MAX_SHIFTS / 2 ? x.k : NULL;
}

// A turn of cells that are known moves only those: a back end may have better ways to move a few.
static void emit_turned_around(lower *l, const ast *r, int cells, const value *turn, int c) {
    const uint64_t *known = turned_around(l, r, c);
    value k = lower_value_of_const(known);
    uint16_t shift = turn_shift(l, c, turn->num, known ? known : l->b->on);
    value by = lower_value_of_dirs(&shift, 1);
    emit_moved(l, known ? lower_set_reg(l, &k) : cells, &by);
}

static void emit_turned(lower *l, const ast *r, int cells, const value *turn) {
    label done = {0};
    for (int c = 0; has_few_centres(l, r->b, turn) && c < l->b->cells; c++) {
        if (board_has(turn->within, c)) {
            int sets = l->set_top;
            label other = {0};
            test_centre(l, turn, c, &other);
            emit_turned_around(l, r, cells, turn, c);
            lower_emit_jump(l, OP_JMP, 0, 0, &done);
            lower_emit_label(l, &other);
            l->set_top = sets;
        }
    }
    lower_emit_label(l, &done);
}

// Whether every cell has one image and no two the same one.
static int is_one_to_one(const lower *l, const value *by) {
    const board *b = l->b;
    for (int i = 0; by->type == V_DIRI && i < b->any_count; i++) {
        if (!board_shift_is_one_to_one(b, b->any[i])) {
            return 0;
        }
    }
    return by->type == V_DIRI || (by->count == 1 && board_shift_is_one_to_one(b, by->shift[0]));
}

void lower_bring_by(lower *l, const ast *r) {
    value x = lower_expr(l, r->a);
    if (x.type != V_SET) {
        lower_wrong_type(l, r->a, "`bring` needs cells", (value_type)x.type);
        return;
    }
    if (l->p->pile.at) {
        diag_add(l->diags, DIAG_SYNTAX, r->at, "`bring … by` is for boards without piles");
        return;
    }
    int cells = lower_own_reg(l, &x);
    value by = lower_peek(l, r->b);
    if (by.type == V_TURN) {
        by = lower_expr(l, r->b);
        emit_turned(l, r, cells, &by);
        return;
    }
    by = lower_dirs(l, r->b, "`bring … by` needs a direction");
    if (l->diags->errors) {
        return;
    }
    if (!is_one_to_one(l, &by)) {
        diag *d = diag_add(l->diags, DIAG_SEVERAL_THINGS, r->b->at,
                           "`bring … by` moves everything one way");
        diag_note(d, "this leads several ways, or several cells to one");
        diag_help(d, "name one direction:   bring … by north");
        return;
    }
    emit_moved(l, cells, &by);
}
