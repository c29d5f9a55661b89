// SPDX-License-Identifier: MIT
//
// Expressions: sets of cells, directions, numbers. What depends on the board alone
// is computed now and becomes a constant. The parts are in lower_board.c, lower_dirs.c, lower_rays.c,
// lower_ops.c and lower_word.c; here is what each kind of expression means.
#include "lang/lower/lower_expr.h"

#include <string.h>

static value lower_flood(lower *l, const ast *e) {
    int seed = lower_set(l, e->a, "a flood starts from cells");
    int within = lower_set(l, e->b, "a flood spreads over cells"), out = lower_new_set(l);
    uint16_t d = board_dirset(l->b, l->b->any, l->b->any_count);
    if (!l->b->lattice) {
        board_need_near(l->b, d);
    }
    lower_emit(l, OP_FLOOD, out, seed, within, d, 0);
    return lower_value_of_set(out, 1);
}

// The cells of the shortest line that runs back into itself before it is `n` cells long, or 0.
static int ring_below(const board *b, int n) {
    int least = n;
    for (int i = 0; i < b->axis_count; i++) {
        const uint16_t *to = b->shift[b->axis[i]].to;
        for (int c = 0; c < b->cells; c++) {
            int length = 1, at = to[c];
            for (; at != c && at != BOARD_NONE && length < least; at = to[at]) {
                length++;
            }
            least = at == c && length < least ? length : least;
        }
    }
    return least < n ? least : 0;
}

int lower_line_length(lower *l, const ast *e) {
    const value n = lower_int(l, e->a, "a line has a length");
    if (n.type != V_INT) {
        return 1;
    }
    if (!n.konst || n.num < 1 || n.num > 64) {
        diag_add(l->diags, DIAG_NOT_CONSTANT, e->a->at, "a line's length is a number from 1 to 64");
        return 1;
    }
    const int ring = ring_below(l->b, n.num);
    if (ring) {
        diag *d = diag_add(l->diags, DIAG_OUT_OF_RANGE, e->a->at,
                           "no line of %d cells fits a ring of %d", (int)n.num, ring);
        diag_note(d, "round this board a line comes back to where it began");
        diag_help(d, "the longest is   line %d of …", ring);
    }
    return n.num;
}

static value lower_line(lower *l, const ast *e) {
    const int n = lower_line_length(l, e);
    int x = lower_set(l, e->b, "a line is made of cells"), out = lower_new_set(l);
    lower_emit(l, OP_LINE, out, x, n, 0, 0);
    return lower_value_of_set(out, 1);
}

// Cells of the turn that is being made.
static value lower_this_value(lower *l, const ast *e) {
    for (int i = 0; i < THIS_CELLS; i++) {
        if (strcmp(e->name, lower_this_word[i]) != 0) {
            continue;
        }
        if (!l->in_turn) {
            diag *d = diag_add(l->diags, DIAG_NO_HERE, e->at,
                               "`this` is about the turn that is being played");
            diag_help(d, "the turn before is `last`:   last.%s", e->name);
            return none_value();
        }
        return lower_value_of_set(lower_this(l, (this_cells)i), 0);
    }
    diag *d = diag_add(l->diags, DIAG_UNKNOWN_WORD, e->at, "`this` has no `%s`", e->name);
    diag_note(d, "it has from, to and over");
    return none_value();
}

static value lower_member(lower *l, const ast *e) {
    const ir_layout *at = &l->p->at;
    if (e->a->kind == A_WORD && strcmp(e->a->name, "last") == 0) {
        if (strcmp(e->name, "from") == 0) return lower_value_of_set(at->last_from, 0);
        if (strcmp(e->name, "to") == 0) return lower_value_of_set(at->last_to, 0);
        if (strcmp(e->name, "over") == 0) return lower_value_of_set(at->last_over, 0);
        diag *d = diag_add(l->diags, DIAG_UNKNOWN_WORD, e->at, "`last` has no `%s`", e->name);
        diag_note(d, "it has from, to and over");
        return none_value();
    }
    if (e->a->kind == A_WORD && strcmp(e->a->name, "this") == 0 && !lower_find_binding(l, "this")) {
        return lower_this_value(l, e);
    }
    diag *d = diag_add(l->diags, DIAG_UNKNOWN_WORD, e->at, "a cell has no `%s`", e->name);
    diag_note(d, "one can ask a piece whether it is `unmoved`");
    return none_value();
}

// A set as it stood when the turn began; it was noted then.
static value lower_was(lower *l, const ast *e) {
    if (l->in_turn) {
        return lower_value_of_set(lower_named(l, e), 0);
    }
    diag *d =
        diag_add(l->diags, DIAG_NO_HERE, e->at, "`was` is about the turn that is being played");
    diag_help(d, "in endings and scores, the position is all there is; keep a var for the rest");
    return none_value();
}

static value lower_where(lower *l, const ast *e) {
    binding lets[MAX_WHERES];
    const binding *saved = l->env;
    int shared = l->shared_count;
    lower_bind_lets(l, e->list, lets);
    value v = lower_expr(l, e->a);
    l->env = saved;
    l->shared_count = l->shared_count < shared ? l->shared_count : shared; // `lets` ends here
    return v;
}

static value lower_call(lower *l, const ast *e) {
    if ((strcmp(e->name, "min") == 0 || strcmp(e->name, "max") == 0) &&
        !lower_find_def(l, e->name)) {
        return lower_number_call(l, e);
    }
    if (strcmp(e->name, "between") == 0) {
        if (!e->list || !e->list->next || e->list->next->next) {
            diag_add(l->diags, DIAG_ARGUMENTS, e->at, "`between` takes two cells");
            return none_value();
        }
        int x = lower_set(l, e->list, "`between` needs cells");
        int y = lower_set(l, e->list->next, "`between` needs cells"), out = lower_new_set(l);
        lower_need_one(l, e->list);
        lower_need_one(l, e->list->next);
        lower_need_all_rays(l);
        lower_emit(l, OP_BETWEEN, out, x, y, 0, 0);
        return lower_value_of_set(out, 1);
    }
    const decl_def *d = lower_find_def(l, e->name);
    if (d) {
        return lower_expand_def(l, e, d);
    }
    lower_unknown_word(l, e, "definition");
    return none_value();
}

static value lower_count(lower *l, const ast *e) {
    int x = lower_set(l, e->a, "`count` counts cells"), r = lower_new_num(l);
    lower_emit(l, OP_COUNT, r, x, 0, 0, 0);
    return lower_value_of_reg(l, r, 0, l->b->cells);
}

static value lower_at(lower *l, const ast *e) {
    int kind = lower_find_tokens(l, e->name);
    if (kind < 0 && strcmp(e->name, "height") == 0) {
        return lower_height(l, e);
    }
    if (kind < 0 && strcmp(e->name, "rank") == 0) {
        return lower_rank_at(l, e);
    }
    int x = lower_set(l, e->a, "tokens lie at cells"), r = lower_new_num(l);
    if (kind < 0) {
        lower_unknown_word(l, e, "kind of tokens");
        return none_value();
    }
    lower_emit(l, OP_TOKSUM, r, x, kind, 0, 0);
    return lower_value_of_reg(l, r, 0, 1000000);
}

static value refuse_owner_of(lower *l, const ast *e) {
    diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, e->at,
                       "`%s of owner of …` is where something is brought", e->name);
    diag_help(d, "for example:   bring x to %s of owner of x", e->name);
    return none_value();
}

static value lower_negation(lower *l, const ast *e) {
    value v = lower_expr(l, e->a);
    if (v.type == V_DIR) return lower_negate_dirs(l, e, &v);
    if (v.type == V_DIRI) {
        v.num = -v.num;
        return v;
    }
    value zero = lower_value_of_int(0);
    if (v.type == V_INT) return lower_combine_ints(l, A_SUB, &zero, &v);
    lower_wrong_type(l, e->a, "`-` turns round a direction or a number", (value_type)v.type);
    return none_value();
}

value lower_mean_expr(lower *l, const ast *e) {
    switch ((ast_kind)e->kind) {
    case A_NUM:
        if (e->flag) {
            diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "halves are for scores only");
        }
        return lower_value_of_int(e->num);
    case A_WORD: return lower_word(l, e);
    case A_TITLE: return lower_title(l, e);
    case A_SPAN: return lower_span(l, e);
    case A_VEC: return lower_vector_dirs(l, e);
    case A_CALL: return lower_call(l, e);
    case A_WAS: return lower_was(l, e);
    case A_MEMBER: return lower_member(l, e);
    case A_MEET: return lower_meet(l, e);
    case A_UNION:
    case A_ADD:
    case A_SUB:
    case A_MUL: return lower_binary(l, e);
    case A_NEG: return lower_negation(l, e);
    case A_COUNT: return lower_count(l, e);
    case A_TOWARD: return lower_toward(l, e);
    case A_AROUND: return lower_around(l, e);
    case A_OWNED: return lower_owned(l, e);
    case A_LINE: return lower_line(l, e);
    case A_RAY: return lower_ray(l, e);
    case A_FLOOD: return lower_flood(l, e);
    case A_RANK:
    case A_ROW:
    case A_COLUMN: return lower_rank(l, e);
    case A_POINT: return lower_point(l, e);
    case A_EACH: return lower_each(l, e);
    case A_AT: return lower_at(l, e);
    case A_OF: return e->a ? refuse_owner_of(l, e) : lower_area_of_player(l, e);
    case A_NTH: return lower_area_cell(l, e);
    case A_KINDS: return lower_kinds(l, e);
    case A_FOR: return lower_for_player(l, e);
    case R_WHERE: return lower_where(l, e);
    default: break;
    }
    diag *d =
        diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "this is a condition, not cells or a number");
    diag_help(d, "conditions stand after `if`, `when` and `require`");
    return none_value();
}
