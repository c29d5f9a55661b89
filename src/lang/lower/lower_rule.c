// SPDX-License-Identifier: MIT
//
// Rules to nodes: sequences, alternatives, conditions, repetitions. A rule is lowered knowing the node
// that follows it, so sequences are built from their end.
#include "lang/lower/lower_expr.h"

#include <stdio.h>
#include <string.h>

#include "lang/ir/pass.h"
#include "lang/ir/rt/sets.h"
#include "lang/lower/lower_follow.h"
#include "lang/lower/ranges.h"

enum { MAX_SEQUENCE = 64 };

// --- What a rule contains ------------------------------------------------------------

static int is_always_possible(const ast *r) {
    return r->kind == R_PASS || r->kind == R_OPTIONAL || r->kind == R_NOTHING ||
           (r->kind == R_LABEL && is_always_possible(r->a));
}

static int here_in(lower *l, const rule_context *ctx) {
    return ctx->bound == HERE_OPEN ? NO_REG : l->p->at.here;
}

static int lower_effect(lower *l, const ast *r, const rule_context *ctx, int next) {
    int node = lower_new_node(l, N_DO, next, 0);
    l->here = here_in(l, ctx);
    uint32_t code = lower_begin_code(l);
    (r->kind == R_EACH ? lower_each_step : lower_emit_effect)(l, r);
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    return node;
}

// --- Combinators ---------------------------------------------------------------------------

static int lower_test(lower *l, const ast *cond, const rule_context *ctx, int next) {
    int node = lower_new_node(l, N_TEST, next, 0);
    l->here = here_in(l, ctx);
    uint32_t code = lower_cond_code(l, cond);
    l->p->node[node].code = code;
    lower_explain(l, node, cond);
    return node;
}

// Guards that no choice took: they are tested as they stand.
static int lower_pending_guards(lower *l, const rule_context *ctx, int next) {
    for (const guard *g = ctx->guards; g; g = g->up) {
        const binding *saved = l->env;
        l->env = g->env;
        next = lower_test(l, g->cond, ctx, next);
        l->env = saved;
    }
    return next;
}

static const ast *unwrapped(const ast *r) {
    while (r->kind == R_LABEL || r->kind == R_IF || r->kind == R_WHERE) {
        r = r->a;
    }
    return r;
}

// The number that `choose n in a..b` names, between all that a and b can be.
static value chosen_number(lower *l, const ast *r) {
    const int saved = l->here;
    l->here = l->p->at.here;
    value low = lower_peek(l, r->a), high = lower_peek(l, r->b);
    l->here = saved;
    return lower_value_of_reg(l, lower_roll_register(l, r), low.type == V_INT ? low.lo : 0,
                              high.type == V_INT ? high.hi : UINT8_MAX);
}

static const ast *named_by(lower *l, const ast *step, int is_way);

static void note_same_name(lower *l, const ast *later, const ast *first) {
    for (int i = 0; i < l->same_names; i++) {
        if (l->same_name[i][0] == later) {
            return;
        }
    }
    if (l->same_names == MAX_SAME_NAMES) {
        lower_too_big(l, later->at, "choices of one name");
        return;
    }
    l->same_name[l->same_names][0] = later;
    l->same_name[l->same_names++][1] = first;
}

// What two ways both name, if it is a cell by the same name.
static const ast *named_by_both(lower *l, const ast *first, const ast *way) {
    const ast *other = first ? named_by(l, way, 1) : NULL;
    if (!other || first->kind != R_CHOOSE || other->kind != R_CHOOSE || first->flag ||
        other->flag || strcmp(first->name, other->name) != 0) {
        return NULL;
    }
    note_same_name(l, other, first);
    return first;
}

// Alternatives that all choose a cell by the same name: `choose x in a or choose x in b`. The first of them.
static const ast *named_by_all(lower *l, const ast *list) {
    const ast *first = named_by(l, list, 1);
    for (const ast *x = list->next; first && x; x = x->next) {
        first = named_by_both(l, first, x);
    }
    return first;
}

// The choice or roll by which a step, or one way of several, names something for the steps after it, or NULL.
static const ast *named_by(lower *l, const ast *step, int is_way) {
    const ast *r = unwrapped(step);
    switch ((ast_kind)r->kind) {
    case R_CHOOSE:
    case R_ROLL: return r;
    case R_UNION: return named_by_all(l, r->list);
    case R_ELSE: return named_by_both(l, named_by(l, r->a, 1), r->b);
    case R_SEQ: return is_way && r->list ? named_by(l, r->list, 1) : NULL;
    default: return NULL;
    }
}

// The name that a step gives to what it picks, for the steps after it.
static int bind_pick(lower *l, const ast *step, binding *out, const binding *env) {
    const ast *r = named_by(l, step, 0);
    if (!r) {
        return 0;
    }
    if (board_cell(l->b, r->name) >= 0) {
        diag_add(l->diags, DIAG_SHADOW, r->at, "`%s` is a cell of this board", r->name);
    }
    memset(out, 0, sizeof *out);
    out->name = r->name;
    out->kind = BIND_VALUE;
    out->up = env;
    if (r->kind == R_ROLL) {
        out->v = lower_value_of_reg(l, lower_roll_register(l, r), r->num, r->num + r->num2);
    } else if (r->flag) {
        out->v = chosen_number(l, r);
    } else {
        out->v = lower_value_of_set(lower_named(l, r), 0);
        out->picked = r->a;
        out->v.within = r == unwrapped(step) ? lower_peek(l, r->a).k : NULL;
    }
    return 1;
}

// Behind it nothing is `here`: in which order things were taken does not matter.
static int takes_any_number(const ast *step) {
    const ast *r = unwrapped(step);
    r = r->kind == R_OPTIONAL ? unwrapped(r->a) : r;
    return r->kind == R_NUMBER;
}

static int lower_sequence(lower *l, const ast *r, rule_context ctx, int next) {
    const ast *item[MAX_SEQUENCE];
    rule_context at[MAX_SEQUENCE];
    const binding *env[MAX_SEQUENCE], *saved = l->env;
    binding picks[MAX_SEQUENCE];
    ir_range known[MAX_SEQUENCE][MAX_VARS], before[MAX_VARS];
    int n = 0, named = 0;
    memcpy(before, l->var_now, sizeof before);
    for (const ast *x = r->list; x; x = x->next) {
        if (n == MAX_SEQUENCE) {
            lower_too_big(l, x->at, "steps in a row");
            break;
        }
        item[n] = x;
        env[n] = l->env;
        memcpy(known[n], l->var_now, sizeof known[n]);
        at[n++] = ctx;
        ctx.guards = NULL;
        ranges_pass(l, x);
        if (bind_pick(l, x, &picks[named], l->env)) {
            l->env = &picks[named++];
        }
        if (lower_chooses_cells(l, x)) {
            ctx.bound = takes_any_number(x) ? HERE_OPEN : HERE_MOVED;
        }
    }
    while (n-- > 0) {
        l->env = env[n];
        memcpy(l->var_now, known[n], sizeof known[n]);
        next = lower_rule(l, item[n], at[n], next);
    }
    l->env = saved;
    memcpy(l->var_now, before, sizeof before);
    return next;
}

// Several results, and nothing by which the player could say which.
static void nobody_is_asked(lower *l, const ast *r, span at, const rule_context *ctx) {
    char text[60], rest[60];
    ast_line(r, text, sizeof text);
    diag *d = diag_add(l->diags, DIAG_NOBODY_ASKED, at, "nobody is asked here");
    diag_note(d, "`%s` is a consequence, so there are two results and no choice", text);
    if (r->kind == R_BECOMES && r->flag && !r->a && ctx->type >= 0) {
        ast behind = *r; // what follows on the line
        behind.pos = r->end;
        behind.end = r->end + (uint32_t)strcspn(r->src + r->end, "\n#");
        ast_line(&behind, rest, sizeof rest);
        diag_help(d, "name both:   becomes %s | %s%s%s", l->g->pieces[ctx->type].name,
                  r->list->name, *rest ? " " : "", rest);
    } else {
        diag_help(d, "let the player choose something, or say when it happens:   %s when …", text);
    }
}

// Two ways of rule `r`.
static int either(lower *l, const ast *r, int one, int other) {
    const int node = lower_new_node(l, N_OR, one, other);
    l->way_rule[node] = r;
    return node;
}

static int lower_optional(lower *l, const ast *r, rule_context ctx, int next) {
    if (!lower_has_choice(l, r->a)) {
        span word = r->at;
        word.len = 8;
        nobody_is_asked(l, r->a, word, &ctx);
        return NODE_DEAD;
    }
    return either(l, r, lower_rule(l, r->a, ctx, next), next);
}

static int lower_union(lower *l, const ast *r, rule_context ctx, int next) {
    int all = -1, silent = 0;
    for (const ast *x = r->list; x; x = x->next) {
        silent += !lower_has_choice(l, x);
        if (silent > 1) {
            nobody_is_asked(l, x, x->at, &ctx);
            return NODE_DEAD;
        }
        int node = lower_rule(l, x, ctx, next);
        if (node != NODE_DEAD) {
            all = all < 0 ? node : either(l, r, all, node);
        }
    }
    return all < 0 ? NODE_DEAD : all;
}

// A node that leads to `next` if `r` is impossible.
static int unless_possible(lower *l, const ast *r, rule_context ctx, int next) {
    int first = lower_rule(l, r, ctx, 0), node = lower_new_node(l, N_TEST, next, 0);
    label no = {0};
    uint32_t code = lower_begin_code(l);
    lower_emit_jump(l, OP_JCAN, first, l->p->at.here, &no);
    lower_end_code(l, 1);
    lower_emit_label(l, &no);
    lower_end_code(l, 0);
    l->p->node[node].code = code;
    return node;
}

static int lower_else(lower *l, const ast *r, rule_context ctx, int next) {
    if (is_always_possible(r->a)) {
        diag *d = diag_add(l->diags, DIAG_DEAD_ELSE, r->a->at, "this `else` can never happen");
        diag_note(d,
                  r->a->kind == R_PASS ? "passing is always possible" : "this is always possible");
        diag_help(d, "to let the player pick either one, use `or`");
    }
    int first = lower_rule(l, r->a, ctx, next);
    const ast *failed = l->failed;
    l->failed = lower_follow_failed(l, r);
    int second = lower_rule(l, r->b, ctx, next);
    l->failed = failed;
    if (first != NODE_DEAD && l->in_attack) { // that A takes nothing does not make it impossible
        return lower_new_node(l, N_OR, first, unless_possible(l, r->a, ctx, second));
    }
    return first == NODE_DEAD ? second : lower_new_node(l, N_ELSE, first, second);
}

// `for d in orthogonal: …`: a way for each direction, which is known before play.
static int lower_for_dirs(lower *l, const ast *r, rule_context ctx, int next) {
    const binding *saved = l->env;
    value dirs = lower_dirs(l, r->a, "`for` goes through cells or directions");
    int all = NODE_DEAD;
    for (int i = 0; i < dirs.count; i++) {
        binding b = {.name = r->name, .kind = BIND_VALUE, .up = saved};
        b.v = lower_value_of_dirs(&dirs.shift[i], 1);
        l->env = &b;
        int one = lower_rule(l, r->b, ctx, next);
        l->env = saved;
        all = one == NODE_DEAD ? all : all == NODE_DEAD ? one : either(l, r, all, one);
    }
    return all;
}

static int lower_for(lower *l, const ast *r, rule_context ctx, int next) {
    binding b;
    const binding *saved = l->env;
    if (lower_peek(l, r->a).type == V_DIR) {
        return lower_for_dirs(l, r, ctx, next);
    }
    int node = lower_new_node(l, N_FOR, 0, 0), reg = lower_named(l, r);
    if (board_cell(l->b, r->name) >= 0) {
        diag_add(l->diags, DIAG_SHADOW, r->at, "`%s` is a cell of this board", r->name);
    }
    l->here = here_in(l, &ctx);
    uint32_t code = lower_begin_code(l);
    int cells = lower_set(l, r->a, "`for` goes through cells");
    if (lower_ret_unmoved(l, r->b, r->name, cells)) {
        l->p->node[node].reach = lower_begin_code(l);
        lower_emit(l, OP_RETS, lower_set(l, r->a, "`for` goes through cells"), 0, 0, 0, 0);
    }
    memset(&b, 0, sizeof b);
    b.name = r->name;
    b.kind = BIND_VALUE;
    b.v = lower_value_of_set(reg, 0);
    b.v.within = lower_peek(l, r->a).k;
    b.up = l->env;
    l->env = &b;
    int body = lower_rule(l, r->b, ctx, next);
    l->env = saved;
    l->p->node[node].code = code;
    l->p->node[node].reg = (uint16_t)reg;
    l->p->node[node].next = (uint16_t)body;
    return body == NODE_DEAD ? NODE_DEAD : node;
}

// `on rank 8`: the constant of the cells asked about + 1, or 0.
static int constant_zone(lower *l, const ast *cond) {
    if (cond->kind != A_IN || cond->a || l->diags->errors) {
        return 0;
    }
    uint32_t before = lower_emit_here(l);
    value v = lower_expr(l, cond->b);
    l->p->code_count = before;
    return v.type == V_SET && v.k ? lower_new_const(l, v.k) + 1 : 0;
}

// What a node stood for, in brackets if it has parts; 0 if there is no room for all of it.
static int whole_line(const ast *n, char *out, size_t cap) {
    const size_t in_brackets = n->kind >= R_SEQ && n->kind <= R_WHERE;
    const size_t room = cap - 2 * in_brackets;
    const size_t used = ast_line(n, out + in_brackets, room) + in_brackets;
    if (in_brackets) {
        out[0] = '(';
        memcpy(out + used, ")", 2);
    }
    return used + 2 < room + in_brackets;
}

// `A when x otherwise B when y` is `(A when x otherwise B) when y`: where x and y share no cell, A never happens.
static void look_at_two_whens(lower *l, const ast *r, int zone, int inner) {
    const ast *in = r->b;
    const uint64_t *sets = l->p->consts;
    const int w = l->b->words;
    if (!zone || !inner || r->pos != in->pos || !in->c ||
        set_meets(sets + (zone - 1) * w, sets + (inner - 1) * w, w)) {
        return;
    }
    diag *d = diag_add(l->diags, DIAG_NEVER, in->b->at, "this can never happen");
    diag_also(d, r->a->at, "this `when` applies to everything before it on the line");
    char first[160], x[160], second[160], y[160], last[160] = "", all[DIAG_TEXT - 40];
    if (!whole_line(in->b, first, sizeof first) || !whole_line(in->a, x, sizeof x) ||
        !whole_line(in->c, second, sizeof second) || !whole_line(r->a, y, sizeof y) ||
        (r->c && !whole_line(r->c, last, sizeof last))) {
        return;
    }
    const int size = snprintf(all, sizeof all, "%s when %s otherwise (%s when %s%s%s)", first, x,
                              second, y, r->c ? " otherwise " : "", last);
    if (size > 0 && (size_t)size < sizeof all) {
        diag_help(d, "put the second in brackets:   %s", all);
    }
}

static int lower_when(lower *l, const ast *r, rule_context ctx, int next) {
    ir_range saved[MAX_VARS];
    int node = lower_new_node(l, N_WHEN, 0, next);
    l->here = here_in(l, &ctx);
    uint32_t code = lower_cond_code(l, r->a);
    int zone = constant_zone(l, r->a);
    memcpy(saved, l->var_now, sizeof saved);
    ranges_narrow(l, r->a, 1);
    int yes = lower_rule(l, r->b, ctx, next);
    if (r->b->kind == R_WHEN) {
        look_at_two_whens(l, r, zone, l->p->node[yes].zone);
    }
    memcpy(l->var_now, saved, sizeof saved);
    ranges_narrow(l, r->a, 0);
    int no = r->c ? lower_rule(l, r->c, ctx, next) : next;
    memcpy(l->var_now, saved, sizeof saved);
    l->p->node[node].code = code;
    l->p->node[node].next = (uint16_t)yes;
    l->p->node[node].alt = (uint16_t)no;
    l->p->node[node].zone = (uint16_t)zone;
    return node;
}

// A choice under a condition, which holds for what the choice does as well.
static int lower_if(lower *l, const ast *r, rule_context ctx, int next) {
    ir_range saved[MAX_VARS];
    guard g = {r->b, l->env, ctx.guards};
    ctx.guards = &g;
    memcpy(saved, l->var_now, sizeof saved);
    ranges_narrow(l, r->b, 1);
    int node = lower_rule(l, r->a, ctx, next);
    memcpy(l->var_now, saved, sizeof saved);
    return node;
}

static int lower_where_rule(lower *l, const ast *r, rule_context ctx, int next) {
    binding lets[MAX_WHERES];
    const binding *saved = l->env;
    lower_bind_lets(l, r->list, lets);
    int node = lower_rule(l, r->a, ctx, next);
    l->env = saved;
    return node;
}

static int lower_move(lower *l, const ast *r, rule_context ctx, int next) {
    return lower_abilities(l, r, r->a, NULL, ctx, next);
}

static int lower_reference(lower *l, const ast *r, rule_context ctx, int next) {
    const decl_def *d = lower_find_def(l, r->name);
    if (!d || !d->is_rule) {
        if (!r->list && lower_any_has_label(l, r->name)) {
            return lower_abilities(l, r, NULL, r->name, ctx, next);
        }
        if (d) {
            diag *g = diag_add(l->diags, DIAG_OR_IN_RULE, r->at,
                               "I expected something the player can do");
            diag_note(g, "`%s` is defined as a value", r->name);
            diag_help(g, "a test is written `require %s`", r->name);
        } else {
            lower_unknown_word(l, r, "rule or move label");
        }
        return NODE_DEAD;
    }
    binding args[4];
    const binding *saved = l->env;
    if (!lower_bind_argument_texts(l, d, r, args) || !lower_enter_def(l, r, d)) {
        return NODE_DEAD;
    }
    l->env = d->param_count ? &args[d->param_count - 1] : NULL;
    int node = lower_rule(l, d->body, ctx, next);
    l->env = saved;
    lower_leave_def(l, d);
    return node;
}

static int lower_roll(lower *l, const ast *r, int next) {
    int node = lower_new_node(l, N_ROLL, next, 0);
    l->p->node[node].reg = (uint16_t)lower_roll_register(l, r);
    l->p->node[node].code = (uint32_t)r->num;
    l->p->node[node].apply = (uint32_t)r->num2;
    if (r->num2 + 1 > l->p->size.max_chance) {
        l->p->size.max_chance = r->num2 + 1;
    }
    return node;
}

// --- All of it --------------------------------------------------------------------------------

static int label_is_wrong(const rule_context *ctx, const ast *r) {
    return ctx->only && ctx->label == 0 &&
           (r->kind == R_MOTION || r->kind == R_SEQ || r->kind == R_REPEAT || r->kind == R_PLACE);
}

static int lower_label(lower *l, const ast *r, rule_context ctx, int next) {
    if (ctx.only && strcmp(ctx.only, r->name) != 0) {
        return NODE_DEAD;
    }
    ctx.label = lower_find_label(l, r->name, 1);
    if (!ctx.label) {
        lower_too_big(l, r->at, "labels");
    }
    return lower_rule(l, r->a, ctx, next);
}

int lower_mean_rule(lower *l, const ast *r, rule_context ctx, int next) {
    if (label_is_wrong(&ctx, r)) {
        return NODE_DEAD;
    }
    if (l->in_attack && r->kind == R_OUTCOME) {
        return next; // what is taken is taken
    }
    if (lower_is_effect(r)) {
        rule_context plain = ctx;
        plain.guards = NULL;
        return lower_pending_guards(l, &ctx, lower_effect(l, r, &plain, next));
    }
    switch ((ast_kind)r->kind) {
    case R_SEQ: return lower_sequence(l, r, ctx, next);
    case R_UNION: return lower_union(l, r, ctx, next);
    case R_ELSE: return lower_else(l, r, ctx, next);
    case R_LABEL: return lower_label(l, r, ctx, next);
    case R_IF: return lower_if(l, r, ctx, next);
    case R_WHERE: return lower_where_rule(l, r, ctx, next);
    case R_REPEAT: {
        ir_range saved[MAX_VARS];
        memcpy(saved, l->var_now, sizeof saved);
        int node = lower_repeat(l, r, ctx, next);
        memcpy(l->var_now, saved, sizeof saved);
        return node;
    }
    case R_LONGEST: return lower_longest(l, r, ctx, next);
    case R_DISTINCT: return lower_distinct(l, r, ctx, next);
    case R_NUMBER: return lower_any_number(l, r, ctx, next);
    case R_MOVE: return lower_move(l, r, ctx, next);
    case R_REF: return lower_reference(l, r, ctx, next);
    case R_MOTION:
    case R_PLACE:
    case R_CHOOSE:
    case R_TAKE:
    case R_PASS:
    case R_SWAP:
    case R_SAY:
    case R_BECOMES: return lower_choice(l, r, ctx, next);
    default: break;
    }
    // From here on guards are tested before the rule.
    rule_context plain = ctx;
    plain.guards = NULL;
    int node = next;
    switch ((ast_kind)r->kind) {
    case R_WHEN: node = lower_when(l, r, plain, next); break;
    case R_OPTIONAL: node = lower_optional(l, r, plain, next); break;
    case R_FOR: node = lower_for(l, r, plain, next); break;
    case R_REQUIRE: node = lower_test(l, r->a, &plain, next); break;
    case R_ROLL: node = lower_roll(l, r, next); break;
    case R_DEAL: node = lower_deal(l, r, next); break;
    case R_THROW: node = lower_throw(l, r, next); break;
    case R_ASK: node = lower_let(l, r, plain, next); break;
    case R_EACH: node = lower_each_player(l, r, plain, next); break;
    case R_NOTHING: break;
    default: diag_add(l->diags, DIAG_SYNTAX, r->at, "this is not something that can happen"); break;
    }
    return node == NODE_DEAD ? NODE_DEAD : lower_pending_guards(l, &ctx, node);
}
