// SPDX-License-Identifier: MIT
//
// Rules that go on: repeat, longest, distinct, any number of.
#include "lang/lower/lower.h"

#include <string.h>

#include "lang/lower/ranges.h"

// Why `r` could be done again for ever, or NULL if something stops it.
static const char *why_endless(lower *l, const ast *r) {
    if (!lower_has_choice(l, r)) {
        return "nobody chooses anything inside it, so it is always possible to do it again";
    }
    if (r->kind == R_PASS || r->kind == R_CHOOSE) {
        return "this choice changes nothing, so it is always possible to make it again";
    }
    if (r->kind == R_PLACE && !r->flag && !lower_mentions_word(l, r->a, "empty")) {
        return "it may be placed on what is there already, so it is always possible again";
    }
    return NULL;
}

// A then (again or, if that is impossible, go on). With a limit a counter stops it.
int lower_repeat(lower *l, const ast *r, rule_context ctx, int next) {
    const char *endless = r->num ? NULL : why_endless(l, r->a);
    if (endless) {
        span word = r->at;
        word.len = 6;
        diag *d = diag_add(l->diags, DIAG_ENDLESS_REPEAT, word, "this `repeat` would never stop");
        diag_note(d, "%s", endless);
        diag_help(d, "repeat a choice (`repeat hop …`) or give a limit (`repeat … up to 3`)");
        return NODE_DEAD;
    }
    if (!r->num && lower_refuse_endless(l, r)) {
        return NODE_DEAD;
    }
    rule_context again = ctx;
    again.guards = NULL;
    if (lower_chooses_cells(l, r->a)) {
        again.bound = HERE_MOVED;
    }
    ranges_forget(l, r->a); // by the passes before
    int loop = lower_new_node(l, N_ELSE, 0, next);
    if (r->num == 0) {
        l->in_repeat++;
        int first = lower_rule(l, r->a, again, loop), begin = lower_rule(l, r->a, ctx, loop);
        l->in_repeat--;
        l->p->node[loop].next = (uint16_t)first;
        return begin;
    }
    int counter = l->p->at.loops + l->loops % (l->p->loop_count ? l->p->loop_count : 1);
    l->loops++;
    value limit = lower_value_of_int(r->num), one = lower_value_of_int(1);
    int more = lower_new_node(l, N_WHEN, loop, next), bump = lower_new_node(l, N_DO, more, 0);
    uint32_t code = lower_begin_code(l);
    lower_emit(l, OP_IADD, counter, counter, lower_num_reg(l, &one), 0, 0);
    lower_end_code(l, 1);
    l->p->node[bump].code = code;
    code = lower_begin_code(l);
    label no = {0};
    lower_emit_jump(l, OP_JLE, lower_num_reg(l, &limit), counter, &no);
    lower_end_code(l, 1);
    lower_emit_label(l, &no);
    lower_end_code(l, 0);
    l->p->node[more].code = code;
    int body = lower_rule(l, r->a, again, bump);
    l->p->node[loop].next = (uint16_t)body;
    int first = lower_rule(l, r->a, ctx, bump), reset = lower_new_node(l, N_DO, first, 0);
    code = lower_begin_code(l);
    lower_emit(l, OP_KINT, counter, 0, 0, 0, 0);
    lower_end_code(l, 1);
    l->p->node[reset].code = code;
    return reset;
}

// Code that says how much a way is worth, at least 0.
static uint32_t worth_code(lower *l, const ast *e) {
    l->here = l->p->at.here;
    uint32_t code = lower_begin_code(l);
    int out = lower_new_num(l);
    value v = lower_int(l, e, "ways are measured by a number");
    value least = lower_value_of_int(v.lo);
    int number = lower_num_reg(l, &v);
    lower_emit(l, OP_ISUB, out, number, lower_num_reg(l, &least), 0, 0);
    lower_end_code(l, 1);
    return code;
}

int lower_longest(lower *l, const ast *r, rule_context ctx, int next) {
    if (l->in_longest) {
        diag_add(l->diags, DIAG_SYNTAX, r->at, "a `longest` inside another has no meaning");
        return NODE_DEAD;
    }
    int mark = lower_new_node(l, N_MARK, next, 0);
    if (r->b) {
        uint32_t code = worth_code(l, r->b);
        l->p->node[mark].code = code;
    }
    l->in_longest = 1;
    int body = lower_rule(l, r->a, ctx, mark);
    l->in_longest = 0;
    return lower_new_node(l, N_LONGEST, body, mark);
}

static int refuse_split(lower *l, const ast *r, const char *word) {
    if (l->g->view != VIEW_SPLIT) {
        return 0;
    }
    diag *d = diag_add(l->diags, DIAG_SYNTAX, r->at,
                       "`%s` compares whole turns, and this one is asked in parts", word);
    diag_help(d, "leave out `split`:   turn: …");
    return 1;
}

// Turns that differ in it alone and lead to one position are one move: game/distinct.c. Where every choice is a move
// there is nothing to compare: what follows from two choices is one position, or two.
int lower_distinct(lower *l, const ast *r, rule_context ctx, int next) {
    if (l->g->view == VIEW_SPLIT) {
        l->p->always_split = 1; // its author knows why
        return lower_rule(l, r->a, ctx, next);
    }
    l->p->distinct = 1;
    l->in_distinct++;
    int body = lower_rule(l, r->a, ctx, next);
    l->in_distinct--;
    return body;
}

// Every order is walked before those that lead to one position become one move: 13,699 ways for seven things. In order
// they are 1,023 for ten.
enum { MOST_TAKEN = 7, MOST_IN_ORDER = 10 };

static int refuse_many(lower *l, const ast *r, int area, int in_order) {
    const decl_area *d = &l->g->areas[area];
    const option_values options = {l->p->option_value, l->g->option_count};
    const int room = board_area_room(l->g, options, area);
    const int most = in_order ? MOST_IN_ORDER : MOST_TAKEN;
    if (room <= most) {
        return 0;
    }
    diag *m = diag_add(l->diags, DIAG_TOO_BIG, r->at,
                       "`any number of` takes things from an area of at most %d", most);
    if (!in_order) {
        diag_note(m, "where more is done than to bring them to an area");
    }
    diag_also(m, d->at, "`%s` has room for %d", d->name, room);
    return 1;
}

// Whether a pass does nothing but bring one thing to an area where the order does not matter: then one order of taking
// things is as good as any.
static int is_any_order(lower *l, const ast *pass, const rule_context *ctx) {
    const ast *pick = pass->kind == R_SEQ ? pass->list : NULL, *bring = pick ? pick->next : NULL;
    int player;
    if (ctx->guards || !bring || bring->next || pick->kind != R_CHOOSE || pick->flag ||
        bring->kind != R_BRING || bring->flag || bring->name || bring->a->kind != A_WORD ||
        strcmp(bring->a->name, pick->name) != 0) {
        return 0;
    }
    const int from = lower_area_of(l, pick->a, &player), to = lower_area_of(l, bring->b, &player);
    return from >= 0 && to >= 0 && l->g->areas[from].sorted && l->g->areas[to].sorted &&
           !l->g->areas[from].piles && !l->g->areas[to].piles;
}

// What the last pass has chosen is forgotten, or the order in which things were taken would matter.
static int forget_chosen(lower *l, const ast *pass, int next) {
    const int node = lower_new_node(l, N_DO, next, 0);
    const uint32_t code = lower_begin_code(l);
    lower_emit(l, OP_ZERO, l->p->at.here, 0, 0, 0, 0);
    for (const ast *x = pass->list; x; x = x->next) {
        if (x->kind == R_CHOOSE && !x->flag) {
            lower_emit(l, OP_ZERO, lower_named(l, x), 0, 0, 0, 0);
        }
    }
    if (l->passed_by != NO_REG) {
        lower_emit(l, OP_ZERO, l->passed_by, 0, 0, 0, 0);
    }
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    return node;
}

// One pass or more of what uses something up, as many as the player likes; in which order does not matter.
static int one_or_more(lower *l, const ast *r, rule_context ctx, int next) {
    rule_context again = ctx;
    again.guards = NULL;
    if (lower_chooses_cells(l, r->a)) {
        again.bound = HERE_MOVED;
    }
    ranges_forget(l, r->a); // by the passes before
    const int loop = lower_new_node(l, N_OR, 0, next), more = lower_rule(l, r->a, again, loop);
    l->p->node[loop].next = (uint16_t)more;
    return lower_rule(l, r->a, ctx, loop);
}

int lower_any_number(lower *l, const ast *r, rule_context ctx, int next) {
    const int area = lower_area_emptied(l, r->a);
    if (area < 0) {
        (void)lower_can_go_on(l, r->a);
        return NODE_DEAD;
    }
    const int in_order = is_any_order(l, r->a, &ctx), before = l->passed_by;
    if (refuse_split(l, r, "any number of") || refuse_many(l, r, area, in_order)) {
        return NODE_DEAD;
    }
    l->p->distinct = l->p->undivided = 1;
    l->in_distinct++;
    l->passed_by = in_order ? lower_named(l, r) : NO_REG;
    const int body = one_or_more(l, r, ctx, forget_chosen(l, r->a, next));
    l->passed_by = before;
    l->in_distinct--;
    return body;
}
