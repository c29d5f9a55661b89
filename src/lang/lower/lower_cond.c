// SPDX-License-Identifier: MIT
//
// Conditions: code that jumps. There are no truth values at run time.
#include "lang/lower/lower_expr.h"

#include <string.h>

static int is_word(const lower *l, const ast *e, const char *word) {
    return e && e->kind == A_WORD && strcmp(e->name, word) == 0 && !lower_find_binding(l, word);
}

static void jump_if_any(lower *l, int set, int want, label *to) {
    lower_emit_jump(l, want ? OP_JANY : OP_JNONE, set, 0, to);
}

// --- is, in -----------------------------------------------------------------------

static int subject(lower *l, const ast *e) {
    if (!e->a) {
        ast word = *e;
        word.kind = A_WORD;
        word.name = "here";
        return lower_set(l, &word, "");
    }
    return lower_set(l, e->a, "only cells can be somewhere");
}

static void lower_last_is(lower *l, const ast *e, int want, label *to) {
    int i = e->b->kind == A_WORD ? lower_find_label(l, e->b->name, 0) : 0;
    if (!i) {
        lower_unknown_word(l, e->b, "move label");
        return;
    }
    // The slot keeps labels as bits, and only those asked for.
    l->p->past.asked_labels |= 1u << (i - 1);
    value bit = lower_value_of_int((int32_t)(1u << (i - 1)));
    int reg = lower_num_reg(l, &bit);
    lower_emit_jump(l, want ? OP_JEQ : OP_JNE, l->p->at.last_label, reg, to);
}

// All of the subject is safe, or all of it is attacked.
static void lower_is_attacked(lower *l, const ast *e, int safe, int want, label *to) {
    int x = subject(l, e);
    label no = {0};
    lower_emit_jump(l, OP_JNONE, x, 0, want ? &no : to);
    if (safe) {
        label hit = {0};
        lower_attacked(l, x, &hit);
        if (want) {
            lower_emit_jump(l, OP_JMP, 0, 0, to);
            lower_emit_label(l, &hit);
        } else {
            label yes = {0};
            lower_emit_jump(l, OP_JMP, 0, 0, &yes);
            lower_emit_label(l, &hit);
            lower_emit_jump(l, OP_JMP, 0, 0, to);
            lower_emit_label(l, &yes);
        }
    } else {
        int hit = lower_attacked(l, x, NULL);
        lower_emit_jump(l, want ? OP_JINSIDE : OP_JOUTSIDE, x, hit, to);
    }
    lower_emit_label(l, &no);
}

static void lower_is(lower *l, const ast *e, int want, label *to) {
    want = e->flag ? !want : want;
    if (is_word(l, e->a, "last") && e->a) {
        lower_last_is(l, e, want, to);
        return;
    }
    if (is_word(l, e->b, "safe") || is_word(l, e->b, "attacked")) {
        lower_is_attacked(l, e, is_word(l, e->b, "safe"), want, to);
        return;
    }
    int x = subject(l, e);
    int y = lower_set(l, e->b, "this compares with cells");
    lower_emit_jump(l, want ? OP_JINSIDE : OP_JOUTSIDE, x, y, to);
}

// --- Comparisons --------------------------------------------------------------------

static int numbers_compare(const char *op, int32_t a, int32_t b) {
    const int or_equal = op[1] == '=';
    switch (op[0]) {
    case '=': return a == b;
    case '!': return a != b;
    case '<': return or_equal ? a <= b : a < b;
    default: return or_equal ? a >= b : a > b;
    }
}

static void compare_numbers(lower *l, const ast *e, const value *x, const value *y, int want,
                            label *to) {
    const char *op = e->name;
    if (x->konst && y->konst) {
        if (numbers_compare(op, x->num, y->num) == want) {
            lower_emit_jump(l, OP_JMP, 0, 0, to);
        }
        return;
    }
    int a = lower_num_reg(l, x), b = lower_num_reg(l, y);
    if (strcmp(op, "=") == 0 || strcmp(op, "!=") == 0) {
        int equal = (op[0] == '=') == want;
        lower_emit_jump(l, equal ? OP_JEQ : OP_JNE, a, b, to);
        return;
    }
    // a < b, a <= b, and the rest by swapping and negating.
    int less = op[0] == '<', or_equal = op[1] == '=';
    int p = less ? a : b, q = less ? b : a;
    if (want) {
        lower_emit_jump(l, or_equal ? OP_JLE : OP_JLT, p, q, to);
    } else {
        lower_emit_jump(l, or_equal ? OP_JLT : OP_JLE, q, p, to);
    }
}

static void lower_cmp(lower *l, const ast *e, int want, label *to) {
    label never = {0};
    lower_jump_without(l, e->a, want ? &never : to);
    lower_jump_without(l, e->b, want ? &never : to);
    value x = lower_expr(l, e->a), y = lower_expr(l, e->b);
    if (x.type == V_INT && y.type == V_INT) {
        compare_numbers(l, e, &x, &y, want, to);
    } else if (x.type == V_SET && y.type == V_SET && (e->name[0] == '=' || e->name[0] == '!')) {
        int same = (e->name[0] == '=') == want;
        int p = lower_set_reg(l, &x), q = lower_set_reg(l, &y);
        lower_emit_jump(l, same ? OP_JSAME : OP_JDIFF, p, q, to);
    } else if (x.type && y.type) {
        char text[60];
        diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, e->at,
                           "`%s` compares two numbers, or two sets of cells", e->name);
        if (x.type == V_SET && y.type == V_INT) {
            lower_quote_text(l, e->a, text, sizeof text);
            diag_note(d, "`%s` is a set of cells", text);
            diag_help(d, "how many they are is a number:   count %s %s …", text, e->name);
        }
    }
    lower_emit_label(l, &never);
}

// --- History ---------------------------------------------------------------------------

static uint32_t event_bits(lower *l, const ast *list, uint32_t *labels) {
    uint32_t bits = 0;
    for (const ast *e = list; e; e = e->next) {
        if (e->flag == 0) {
            bits |= EVENT_CAPTURE;
        } else if (e->flag == 1) {
            int t = lower_find_type(l, e->name);
            if (t < 0) {
                lower_unknown_word(l, e, "piece");
            } else if (t >= IR_EVENT_TYPES) {
                diag_add(l->diags, DIAG_TOO_BIG, e->at,
                         "moves of the first %d kinds can be counted, and this is a later one",
                         IR_EVENT_TYPES);
            } else {
                bits |= event_of_type(t);
            }
        } else {
            int i = lower_find_label(l, e->name, 0);
            if (!i) {
                lower_unknown_word(l, e, "move label");
            } else {
                *labels |= 1u << (i - 1);
            }
        }
    }
    return bits;
}

static int quiet_counter(lower *l, const ast *e) {
    program *p = l->p;
    ir_quiet q = {0, 0, e->num};
    q.events = event_bits(l, e->list, &q.labels);
    for (int i = 0; i < p->past.quiet_count; i++) {
        if (p->past.quiet[i].events == q.events && p->past.quiet[i].labels == q.labels) {
            if (q.limit > p->past.quiet[i].limit) {
                p->past.quiet[i].limit = q.limit;
            }
            return i;
        }
    }
    if (p->past.quiet_count >= IR_MAX_QUIET) {
        lower_too_big(l, e->at, "kinds of quiet turns");
        return 0;
    }
    p->past.quiet[p->past.quiet_count] = q;
    return p->past.quiet_count++;
}

static void lower_quiet(lower *l, const ast *e, int want, label *to) {
    int i = quiet_counter(l, e);
    value limit = lower_value_of_int(e->num);
    int n = lower_num_reg(l, &limit), at = l->p->at.quiet + i;
    if (want) {
        lower_emit_jump(l, OP_JLE, n, at, to);
    } else {
        lower_emit_jump(l, OP_JLT, at, n, to);
    }
}

// An instruction that only jumps when true.
static void jump_unless(lower *l, opcode op, int a, int b, int want, label *to) {
    if (want) {
        lower_emit_jump(l, op, a, b, to);
        return;
    }
    label yes = {0};
    lower_emit_jump(l, op, a, b, &yes);
    lower_emit_jump(l, OP_JMP, 0, 0, to);
    lower_emit_label(l, &yes);
}

static void lower_repeated(lower *l, const ast *e, int want, label *to) {
    if (e->num < 2 || e->num > 100) {
        diag_add(l->diags, DIAG_OUT_OF_RANGE, e->at, "`repeated` takes a number from 2 to 100");
    }
    jump_unless(l, OP_JREPEAT, e->num, 0, want, to);
}

// --- Rules as conditions -------------------------------------------------------------------

static void lower_can(lower *l, const ast *e, int want, label *to) {
    // The rule becomes a small automaton of its own; its code stands elsewhere, so
    // the present code jumps over it.
    label over = {0};
    int sets = l->set_top, nums = l->num_top, here = l->here;
    rule_context ctx = {.bound = here == NO_REG ? HERE_OPEN : HERE_GIVEN, .type = -1};
    lower_emit_jump(l, OP_JMP, 0, 0, &over);
    int end = 0;
    if (e->kind == A_SUPPOSING) {
        end = lower_new_node(l, N_TEST, 0, 0);
        l->here = l->p->at.here;
        uint32_t code = lower_begin_code(l);
        label no = {0};
        lower_cond(l, e->b, 0, &no);
        lower_end_code(l, 1);
        lower_emit_label(l, &no);
        lower_end_code(l, 0);
        l->p->node[end].code = code;
    }
    int node = lower_rule(l, e->a, ctx, end);
    l->here = here;
    l->set_top = sets;
    l->num_top = nums;
    l->shared_count = 0;
    lower_emit_label(l, &over);
    jump_unless(l, OP_JCAN, node, here == NO_REG ? l->p->at.here : here, want, to);
}

// Whether the same is asked about these pieces after the turns of whom they belong to. An ending
// that names its player is the same after every turn; `line 3 of enemy` is not.
static int is_asked_of_owner(lower *l, const ast *pieces, int reg, int is_named) {
    int me = l->me, sets = l->set_top;
    uint32_t before = lower_emit_here(l);
    if (is_named) {
        return 1;
    }
    l->me = reg - l->p->at.own;
    int same = lower_set(l, pieces, "") == reg;
    l->me = me;
    l->p->code_count = before;
    l->set_top = sets;
    return same;
}

// A line or a connection was not there before, or the game would be over. So it can only
// go through the cell that the mover has added to his own, and it is the mover's. Answers 0
// if this is none of them, or if nobody would have seen that it was there before.
int lower_delta(lower *l, const ast *e, int is_named, label *no) {
    int own = l->p->at.own, x, sets = l->set_top;
    uint32_t before = lower_emit_here(l);
    if (l->mover < 0 || (e->kind != A_LINE && e->kind != A_CONNECTS)) {
        return 0;
    }
    const int n = e->kind == A_LINE ? lower_line_length(l, e) : 0;
    const ast *pieces = e->kind == A_LINE ? e->b : e->a;
    x = lower_set(l, pieces, "");
    if (x < own || x >= own + l->p->players || !is_asked_of_owner(l, pieces, x, is_named)) {
        l->p->code_count = before;
        l->set_top = sets;
        return 0;
    }
    if (x != own + l->mover) {
        lower_emit_jump(l, OP_JMP, 0, 0, no); // nobody else has gained anything
    } else if (e->kind == A_LINE) {
        label chain = *no;
        int i = lower_emit(l, OP_JNOLINETO, x, l->p->at.to, n, chain.head, 0);
        no->head = i + 1;
    } else {
        int from = lower_set(l, e->b, "a side is a set of cells");
        int goal = lower_set(l, e->c, "a side is a set of cells");
        board_need_linked(l->b);
        int i = lower_emit(l, OP_JUNLINKED, l->p->at.to, x, from, goal, no->head);
        no->head = i + 1;
    }
    return 1;
}

static void lower_connects(lower *l, const ast *e, int want, label *to) {
    int x = lower_set(l, e->a, "pieces connect cells");
    int from = lower_set(l, e->b, "a side is a set of cells");
    int goal = lower_set(l, e->c, "a side is a set of cells"), seed = lower_new_set(l);
    uint16_t d = board_dirset(l->b, l->b->any, l->b->any_count);
    if (!l->b->lattice) {
        board_need_near(l->b, d);
    }
    lower_emit(l, OP_AND, seed, x, from, 0, 0);
    lower_emit(l, OP_FLOOD, seed, seed, x, d, 0);
    lower_emit_jump(l, want ? OP_JMEET : OP_JAPART, seed, goal, to);
}

// --- Names --------------------------------------------------------------------------------

static void lower_let_cond(lower *l, const binding *b, int want, label *to) {
    const binding *saved = l->env;
    l->env = b->env;
    lower_cond(l, b->let, want, to);
    l->env = saved;
}

static void lower_def_cond(lower *l, const ast *e, const decl_def *d, int want, label *to) {
    binding args[4];
    const binding *saved = l->env;
    if (!lower_bind_arguments(l, d, e, args) || !lower_enter_def(l, e, d)) {
        return;
    }
    l->env = d->param_count ? &args[d->param_count - 1] : NULL;
    lower_cond(l, d->body, want, to);
    l->env = saved;
    lower_leave_def(l, d);
}

static void jump_if_latched(lower *l, int cells, int want, label *to) {
    lower_emit_jump(l, want ? OP_JMEET : OP_JAPART, cells, l->p->at.latch, to);
}

static void lower_line_cond(lower *l, const ast *e, int want, label *to) {
    const int n = lower_line_length(l, e);
    int x = lower_set(l, e->b, "a line is made of cells");
    lower_emit_jump(l, want ? OP_JHASLINE : OP_JNOLINE, x, n, to);
}

static void lower_where_cond(lower *l, const ast *e, int want, label *to) {
    binding lets[MAX_WHERES];
    const binding *saved = l->env;
    lower_bind_lets(l, e->list, lets);
    lower_cond(l, e->a, want, to);
    l->env = saved;
}

// A set is true when it has a cell.
static void lower_set_cond(lower *l, const ast *e, int want, label *to) {
    if (e->kind == A_MEET && is_word(l, e->b, "attacked") && want) {
        int x = lower_set(l, e->a, "`attacked` is about cells");
        lower_attacked(l, x, to);
        return;
    }
    value v = lower_expr(l, e);
    if (v.type == V_SET) {
        jump_if_any(l, lower_set_reg(l, &v), want, to);
    } else if (v.type == V_INT) {
        value zero = lower_value_of_int(0);
        int p = lower_num_reg(l, &v), q = lower_num_reg(l, &zero);
        lower_emit_jump(l, want ? OP_JNE : OP_JEQ, p, q, to);
    } else {
        lower_wrong_type(l, e, "this should be true or false", (value_type)v.type);
    }
}

static void lower_name_cond(lower *l, const ast *e, int want, label *to) {
    const binding *b = lower_find_binding(l, e->name);
    const decl_def *d = b ? NULL : lower_find_def(l, e->name);
    if (b && b->kind == BIND_LET) {
        lower_let_cond(l, b, want, to);
    } else if (!b && e->kind == A_WORD && strcmp(e->name, "unmoved") == 0) {
        ast word = *e;
        word.name = "here";
        jump_if_latched(l, lower_set(l, &word, ""), want, to);
    } else if (d && !d->is_rule) {
        lower_def_cond(l, e, d, want, to);
    } else if (!b && !d && e->kind == A_WORD && strcmp(e->name, "stuck") == 0) {
        lower_stuck(l, e, want, to);
    } else {
        lower_set_cond(l, e, want, to);
    }
}

// As the next player reads it, of whose vars nothing is known but their range.
static void lower_cond_for(lower *l, const ast *e, int want, label *to) {
    readers r;
    ir_range known[MAX_VARS];
    memcpy(known, l->var_now, sizeof known);
    for (int i = 0; i < l->g->var_count; i++) {
        l->var_now[i] = l->p->var_range[i];
    }
    lower_readers(l, e->b, &r);
    while (lower_next_reader(l, &r)) {
        lower_cond(l, e->a, want, to);
    }
    memcpy(l->var_now, known, sizeof known);
}

void lower_mean_cond(lower *l, const ast *e, int want, label *to) {
    switch ((ast_kind)e->kind) {
    case A_NOT: lower_cond(l, e->a, !want, to); break;
    case A_NO: lower_set_cond(l, e->a, !want, to); break;
    case A_AND:
    case A_OR:
        if ((e->kind == A_AND) == (want == 0)) {
            lower_cond(l, e->a, want, to);
            lower_cond(l, e->b, want, to);
        } else {
            label skip = {0};
            lower_cond(l, e->a, !want, &skip);
            lower_cond(l, e->b, want, to);
            lower_emit_label(l, &skip);
        }
        break;
    case A_CMP: lower_cmp(l, e, want, to); break;
    case A_IS:
    case A_IN: lower_is(l, e, want, to); break;
    case A_CONNECTS: lower_connects(l, e, want, to); break;
    case A_REPEATED: lower_repeated(l, e, want, to); break;
    case A_NEW_POS: jump_unless(l, OP_JNEW, 0, 0, want, to); break;
    case A_PASSED: jump_unless(l, OP_JPASSED, 0, 0, want, to); break;
    case A_QUIET: lower_quiet(l, e, want, to); break;
    case A_CAN:
    case A_SUPPOSING: lower_can(l, e, want, to); break;
    case A_LINE: lower_line_cond(l, e, want, to); break;
    case A_FOR: lower_cond_for(l, e, want, to); break;
    case R_WHERE: lower_where_cond(l, e, want, to); break;
    case A_WORD:
    case A_CALL: lower_name_cond(l, e, want, to); break;
    case A_MEMBER:
        if (strcmp(e->name, "unmoved") == 0) {
            jump_if_latched(l, lower_set(l, e->a, "only pieces are unmoved"), want, to);
            break;
        }
        lower_set_cond(l, e, want, to);
        break;
    default: lower_set_cond(l, e, want, to); break;
    }
}

int lower_is_condition(lower *l, const ast *e) {
    (void)l;
    return e->kind >= A_NOT && e->kind <= A_CONNECTS;
}

// --- Reasons ------------------------------------------------------------------------

// The cells that make a condition fail, as code that answers a set; 0 if it is not
// about cells.
static uint32_t lower_blame(lower *l, const ast *e, int *attacked) {
    int is = (e->kind == A_IS || e->kind == A_IN) && !is_word(l, e->a, "last");
    int safe = is && !e->flag && is_word(l, e->b, "safe");
    int none = e->kind == A_NO || e->kind == A_NOT;
    if (!is && !none) {
        return 0;
    }
    uint32_t code = lower_begin_code(l);
    int out = lower_new_set(l);
    *attacked = safe;
    if (safe) {
        lower_emit(l, OP_MOV, out, lower_attacked(l, subject(l, e), NULL), 0, 0, 0);
    } else if (is && !is_word(l, e->b, "attacked")) {
        int x = subject(l, e);
        lower_emit(l, e->flag ? OP_AND : OP_ANDN, out, x, lower_set(l, e->b, ""), 0, 0);
    } else if (is) {
        l->p->code_count = code;
        return 0;
    } else {
        const ast *x = e->a;
        const decl_def *d = x->kind == A_WORD && !lower_find_binding(l, x->name)
                                ? lower_find_def(l, x->name)
                                : NULL;
        x = d && !d->param_count && !d->is_rule ? d->body : x;
        if (x->kind != A_MEET) {
            l->p->code_count = code;
            return 0;
        }
        *attacked = is_word(l, x->b, "attacked");
        lower_emit(l, OP_MOV, out, lower_set(l, x, ""), 0, 0, 0);
    }
    lower_emit(l, OP_RETS, out, 0, 0, 0, 0);
    return code;
}

void lower_explain(lower *l, int node, const ast *cond) {
    program *p = l->p;
    if (cond->kind == A_AND) {
        lower_explain(l, node, cond->a);
        lower_explain(l, node, cond->b);
        return;
    }
    if (p->words.explain_count >= IR_MAX_EXPLAINS || l->diags->errors) {
        return;
    }
    int attacked = 0;
    ir_explain x = {.cond = cond};
    x.code = lower_cond_code(l, cond);
    x.cells = lower_blame(l, cond, &attacked);
    x.attacked = (uint8_t)attacked;
    if (!p->node[node].explains) {
        p->node[node].explain = (uint16_t)p->words.explain_count;
    }
    if (p->node[node].explain + p->node[node].explains == p->words.explain_count) {
        p->node[node].explains++;
        p->words.explain[p->words.explain_count++] = x;
    }
}
