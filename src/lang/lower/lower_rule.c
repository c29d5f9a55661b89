// SPDX-License-Identifier: MIT
//
// Rules to nodes. A rule is lowered knowing the node that follows it, so sequences
// are built from their end.
#include "lang/lower/lower.h"

#include <string.h>

#include "lang/ir/pass.h"

enum { NODE_DEAD = 1, MAX_SEQUENCE = 64 };

// The register for the cell that `for` or `choose` names; the same for every player.
int lower_named(lower *l, const ast *r) {
    for (int i = 0; i < l->named; i++) {
        if (l->named_rule[i] == r) {
            return l->p->at.named + i;
        }
    }
    if (l->named >= l->p->named_count) {
        lower_too_big(l, r->at, "named cells");
        return l->p->at.named;
    }
    l->named_rule[l->named] = r;
    l->named++;
    return l->p->at.named + l->named - 1;
}

// --- What a rule contains ------------------------------------------------------------

typedef struct choice_search {
    lower *l;
    int found, cells, depth;
} choice_search;

static int has_label(lower *l, const char *name);

static int look_for_choice(const ast *n, void *with) {
    choice_search *s = with;
    switch ((ast_kind)n->kind) {
    case R_MOVE:
    case R_MOTION:
    case R_PLACE:
    case R_CHOOSE:
    case R_TAKE: s->found = s->cells = 1; break;
    case R_PASS:
    case R_SWAP:
    case R_ROLL: s->found = 1; break;
    case R_BECOMES: s->found |= n->flag && n->list && n->list->next; break;
    case R_SOW: s->cells = 1; break; // `here` is where the last one fell
    case R_REF: {
        const decl_def *d = lower_find_def(s->l, n->name);
        if (d && d->is_rule && s->depth < 16) {
            s->depth++;
            scan_tree(d->body, look_for_choice, s);
            s->depth--;
        } else if (!d) {
            s->found = s->cells = 1;
        }
        break;
    }
    case A_CAN:
    case A_SUPPOSING: break;
    default: break;
    }
    return 1;
}

static choice_search find_choices(lower *l, const ast *r) {
    choice_search s = {l, 0, 0, 0};
    ast only = *r;
    only.next = NULL;
    scan_tree(&only, look_for_choice, &s);
    return s;
}

int lower_has_choice(lower *l, const ast *r) {
    return find_choices(l, r).found;
}

static int is_always_possible(const ast *r) {
    return r->kind == R_PASS || r->kind == R_OPTIONAL || r->kind == R_NOTHING ||
           (r->kind == R_LABEL && is_always_possible(r->a));
}

// Whether the first motion of an ability can pick its own piece, without `here`
// being known before.
static int picks_its_piece(lower *l, const ast *r) {
    switch ((ast_kind)r->kind) {
    case R_MOTION: return 1;
    case R_LABEL:
    case R_REPEAT:
    case R_LONGEST:
    case R_IF:
    case R_WHERE: return picks_its_piece(l, r->a);
    case R_SEQ: return picks_its_piece(l, r->list);
    case R_UNION:
        for (const ast *x = r->list; x; x = x->next) {
            if (!picks_its_piece(l, x)) {
                return 0;
            }
        }
        return 1;
    case R_ELSE: return picks_its_piece(l, r->a) && picks_its_piece(l, r->b);
    default: return 0;
    }
}

// --- Effects ------------------------------------------------------------------------------

static int owner_of(lower *l, const ast *r, const char *name) {
    if (strcmp(name, "mine") == 0 || strcmp(name, "me") == 0) return l->me;
    if (strcmp(name, "neutral") == 0) {
        return l->p->at.neutral == BOARD_NONE ? -1 : IR_NEUTRAL;
    }
    if (strcmp(name, "enemy") == 0 && l->p->players == 2) return 1 - l->me;
    int p = lower_find_player(l, name);
    if (p < 0) {
        ast word = *r;
        word.name = name;
        lower_unknown_word(l, &word, "owner");
    }
    return p;
}

static void emit_becomes(lower *l, const ast *r) {
    int cells = r->a ? lower_set(l, r->a, "only pieces become something") : l->here;
    const char *name = r->flag ? r->list->name : r->name;
    if (cells == NO_REG) {
        ast word = *r;
        word.kind = A_WORD;
        word.name = "here";
        lower_set(l, &word, "");
        return;
    }
    int type = r->flag ? lower_find_type(l, name) : -1;
    if (type >= 0) {
        lower_emit(l, OP_TYPE, cells, type, 0, 0, 0);
        return;
    }
    int p = owner_of(l, r, name);
    if (p >= 0) {
        lower_emit(l, OP_OWN, cells, p, 0, 0, 0);
    }
}

static int token_kind_of(lower *l, const ast *r, const char *name) {
    for (int i = 0; i < l->g->token_count; i++) {
        if (strcmp(l->g->tokens[i], name) == 0) {
            return i;
        }
    }
    ast word = *r;
    word.name = name;
    lower_unknown_word(l, &word, "kind of tokens");
    return -1;
}

static void emit_put(lower *l, const ast *r) {
    int cells = lower_set(l, r->a, "`put … on` needs cells");
    if (r->flag) {
        int kind = token_kind_of(l, r, r->name);
        if (kind >= 0) {
            lower_emit(l, OP_TOKADD, cells, kind, (uint16_t)r->num, 0, 0);
        }
        return;
    }
    int type = lower_find_type(l, r->name);
    if (type < 0) {
        lower_unknown_word(l, r, "piece");
        return;
    }
    int owner = l->g->pieces[type].neutral ? IR_NEUTRAL : l->me;
    if (r->name2) {
        owner = owner_of(l, r, r->name2);
    }
    if (owner >= 0) {
        lower_emit(l, OP_PUT, cells, owner, type, 0, 0);
    }
}

static void emit_bring(lower *l, const ast *r) {
    int from = lower_set(l, r->a, "`bring` needs cells");
    int to = lower_set(l, r->b, "`bring … to` needs a cell");
    if (r->name) {
        int kind = token_kind_of(l, r, r->name);
        if (kind >= 0) {
            lower_emit(l, OP_TOKBRING, from, to, kind, 0, 0);
        }
    } else {
        lower_emit(l, OP_CARRY, from, to, 0, 0, 0);
    }
}

static void emit_sow(lower *l, const ast *r) {
    int kind = token_kind_of(l, r, r->name);
    int from = lower_set(l, r->a, "`sow … from` needs a cell");
    ast word = *r;
    word.kind = A_WORD;
    word.name = "next";
    value dirs = lower_dirs(l, r->b ? r->b : &word, "`along` takes a direction");
    int skip;
    if (r->c) {
        skip = lower_set(l, r->c, "`skipping` takes cells");
    } else {
        skip = lower_new_set(l);
        lower_emit(l, OP_ZERO, skip, 0, 0, 0, 0);
    }
    if (dirs.type != V_DIR || dirs.count != 1) {
        diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, r->b ? r->b->at : r->at,
                           "one sows along one direction");
        diag_help(d, "for example:   sow %s from … along next", r->name);
        return;
    }
    if (kind >= 0) {
        lower_emit(l, OP_SOW, l->p->at.here, from, dirs.shift[0], skip, kind);
    }
}

static void check_range(lower *l, const ast *r, int var, const value *v) {
    const decl_number *d = &l->g->vars[var];
    if (v->lo >= d->min && v->hi <= d->max) {
        return;
    }
    int high = v->hi > d->max;
    diag *g = diag_add(l->diags, DIAG_OUT_OF_RANGE, r->at, "`%s` can %s its limit of %d", d->name,
                       high ? "rise above" : "fall below", high ? d->max : d->min);
    int step = r->a->kind == A_NUM && strcmp(r->name2, "=") != 0 ? r->a->num : 0;
    if (step > 0) { // the first value that is too much
        diag_note(g, "from %d this makes %d", high ? d->max - step + 1 : d->min + step - 1,
                  high ? d->max + 1 : d->min - 1);
    } else {
        diag_note(g, "this can make %d", high ? v->hi : v->lo);
    }
    diag_also(g, d->at, "it goes from %d to %d", d->min, d->max);
    if (strcmp(r->name2, "+=") == 0 && r->a->kind == A_NUM) {
        diag_help(g, "widen the range, or add a condition:   %s += %d when %s <= %d", d->name,
                  r->a->num, d->name, d->max - r->a->num);
    } else if (strcmp(r->name2, "-=") == 0 && r->a->kind == A_NUM) {
        diag_help(g, "widen the range, or add a condition:   %s -= %d when %s >= %d", d->name,
                  r->a->num, d->name, d->min + r->a->num);
    } else {
        diag_help(g, "widen the range, or add a condition");
    }
}

static void emit_assign(lower *l, const ast *r) {
    int var = -1;
    for (int i = 0; i < l->g->var_count; i++) {
        if (strcmp(l->g->vars[i].name, r->name) == 0) {
            var = i;
        }
    }
    if (var < 0) {
        lower_unknown_word(l, r, "var");
        return;
    }
    value v = lower_int(l, r->a, "a var holds a number");
    int reg = l->p->var_at[var] + (l->g->vars[var].each ? l->me : 0);
    if (strcmp(r->name2, "=") != 0) {
        int add = strcmp(r->name2, "+=") == 0;
        int out = lower_new_num(l);
        lower_emit(l, add ? OP_IADD : OP_ISUB, out, reg, lower_num_reg(l, &v), 0, 0);
        ir_range now = l->var_now[var];
        v = lower_value_of_reg(l, out, add ? now.min + v.lo : now.min - v.hi,
                               add ? now.max + v.hi : now.max - v.lo);
    }
    check_range(l, r, var, &v);
    lower_emit(l, OP_CLAMP, reg, lower_num_reg(l, &v), var, 0, 0);
}

static void emit_outcome(lower *l, const ast *r) {
    int who = l->me;
    if (r->name) {
        who = lower_find_player(l, r->name);
        if (who < 0) {
            lower_unknown_word(l, r, "player");
            return;
        }
    }
    lower_emit(l, OP_OUTCOME, r->num, who, 0, 0, 0);
}

static void emit_effect(lower *l, const ast *r) {
    switch ((ast_kind)r->kind) {
    case R_PUT: emit_put(l, r); break;
    case R_REMOVE:
        lower_emit(l, OP_CAPTURE, lower_set(l, r->a, "`remove` needs cells"), 0, 0, 0, 0);
        break;
    case R_BECOMES: emit_becomes(l, r); break;
    case R_BRING: emit_bring(l, r); break;
    case R_SOW: emit_sow(l, r); break;
    case R_ASSIGN: emit_assign(l, r); break;
    case R_AGAIN: lower_emit(l, OP_AGAIN, 0, 0, 0, 0, 0); break;
    case R_NEXT_PLAYER: lower_emit(l, OP_HALFPLY, 0, 0, 0, 0, 0); break;
    case R_CLOSE:
        lower_emit(l, OP_CLOSE, lower_set(l, r->a, "`close` needs cells"), 0, 0, 0, 0);
        break;
    case R_OUTCOME: emit_outcome(l, r); break;
    default: break;
    }
}

static int here_in(lower *l, const rule_context *ctx) {
    return ctx->bound == HERE_OPEN ? NO_REG : l->p->at.here;
}

static int lower_effect(lower *l, const ast *r, const rule_context *ctx, int next) {
    int node = lower_new_node(l, N_DO, next, 0);
    l->here = here_in(l, ctx);
    uint32_t code = lower_begin_code(l);
    emit_effect(l, r);
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

static int roll_register(lower *l, const ast *r);

// The name that a step gives to what it picks, for the steps after it.
static int bind_pick(lower *l, const ast *step, binding *out, const binding *env) {
    const ast *r = unwrapped(step);
    if (r->kind != R_CHOOSE && r->kind != R_ROLL) {
        return 0;
    }
    if (board_cell(l->b, r->name) >= 0) {
        diag_add(l->diags, DIAG_SHADOW, r->at, "`%s` is a cell of this board", r->name);
    }
    memset(out, 0, sizeof *out);
    out->name = r->name;
    out->kind = BIND_VALUE;
    out->up = env;
    out->v = r->kind == R_CHOOSE
                 ? lower_value_of_set(lower_named(l, r), 0)
                 : lower_value_of_reg(l, roll_register(l, r), r->num, r->num + r->num2);
    return 1;
}

static int lower_sequence(lower *l, const ast *r, rule_context ctx, int next) {
    const ast *item[MAX_SEQUENCE];
    rule_context at[MAX_SEQUENCE];
    const binding *env[MAX_SEQUENCE], *saved = l->env;
    binding picks[MAX_SEQUENCE];
    int n = 0, named = 0;
    for (const ast *x = r->list; x; x = x->next) {
        if (n == MAX_SEQUENCE) {
            lower_too_big(l, x->at, "steps in a row");
            break;
        }
        item[n] = x;
        env[n] = l->env;
        at[n++] = ctx;
        ctx.guards = NULL;
        if (bind_pick(l, x, &picks[named], l->env)) {
            l->env = &picks[named++];
        }
        if (find_choices(l, x).cells) {
            ctx.bound = HERE_MOVED;
        }
    }
    while (n-- > 0) {
        l->env = env[n];
        next = lower_rule(l, item[n], at[n], next);
    }
    l->env = saved;
    return next;
}

static int lower_union(lower *l, const ast *r, rule_context ctx, int next) {
    int all = -1;
    for (const ast *x = r->list; x; x = x->next) {
        int node = lower_rule(l, x, ctx, next);
        if (node != NODE_DEAD) {
            all = all < 0 ? node : lower_new_node(l, N_OR, all, node);
        }
    }
    return all < 0 ? NODE_DEAD : all;
}

static int lower_else(lower *l, const ast *r, rule_context ctx, int next) {
    if (is_always_possible(r->a)) {
        diag *d = diag_add(l->diags, DIAG_DEAD_ELSE, r->a->at, "this `else` can never happen");
        diag_note(d,
                  r->a->kind == R_PASS ? "passing is always possible" : "this is always possible");
        diag_help(d, "to let the player pick either one, use `or`");
    }
    int first = lower_rule(l, r->a, ctx, next);
    int second = lower_rule(l, r->b, ctx, next);
    return first == NODE_DEAD ? second : lower_new_node(l, N_ELSE, first, second);
}

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
static int lower_repeat(lower *l, const ast *r, rule_context ctx, int next) {
    const char *endless = r->num ? NULL : why_endless(l, r->a);
    if (endless) {
        span word = r->at;
        word.len = 6;
        diag *d = diag_add(l->diags, DIAG_ENDLESS_REPEAT, word, "this `repeat` would never stop");
        diag_note(d, "%s", endless);
        diag_help(d, "repeat a choice (`repeat hop …`) or give a limit (`repeat … up to 3`)");
        return NODE_DEAD;
    }
    rule_context again = ctx;
    again.guards = NULL;
    if (find_choices(l, r->a).cells) {
        again.bound = HERE_MOVED;
    }
    int loop = lower_new_node(l, N_ELSE, 0, next);
    if (r->num == 0) {
        int first = lower_rule(l, r->a, again, loop);
        l->p->node[loop].next = (uint16_t)first;
        return lower_rule(l, r->a, ctx, loop);
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

static int lower_longest(lower *l, const ast *r, rule_context ctx, int next) {
    if (l->in_longest) {
        diag_add(l->diags, DIAG_SYNTAX, r->at, "a `longest` inside another has no meaning");
        return NODE_DEAD;
    }
    int mark = lower_new_node(l, N_MARK, next, 0);
    l->in_longest = 1;
    int body = lower_rule(l, r->a, ctx, mark);
    l->in_longest = 0;
    return lower_new_node(l, N_LONGEST, body, mark);
}

// Whether a condition cannot hold unless `name` (NULL: here) is unmoved.
static int asks_unmoved(const ast *cond, const char *name) {
    if (cond->kind == A_AND) {
        return asks_unmoved(cond->a, name) || asks_unmoved(cond->b, name);
    }
    if (!name) {
        return cond->kind == A_WORD && strcmp(cond->name, "unmoved") == 0;
    }
    return cond->kind == A_MEMBER && strcmp(cond->name, "unmoved") == 0 &&
           cond->a->kind == A_WORD && strcmp(cond->a->name, name) == 0;
}

// Whether a rule begins with a choice that needs it to be: `castle: leap … if unmoved`.
static int needs_unmoved(const ast *r, const char *name) {
    switch ((ast_kind)r->kind) {
    case R_FOR: return (!name || strcmp(r->name, name) != 0) && needs_unmoved(r->b, name);
    case R_LABEL: return needs_unmoved(r->a, name);
    case R_WHERE:
        for (const ast *let = r->list; let; let = let->next) {
            if (strcmp(let->name, name ? name : "unmoved") == 0) {
                return 0;
            }
        }
        return needs_unmoved(r->a, name);
    case R_SEQ: return r->list && needs_unmoved(r->list, name);
    case R_IF: return asks_unmoved(r->b, name) || needs_unmoved(r->a, name);
    default: return 0;
    }
}

// Ends the code of a `for` with its cells: only what has not moved, where nothing else will do.
// Returns 1 if that leaves cells out, which reasons still want to see.
static int ret_unmoved(lower *l, const ast *r, const char *name, int cells) {
    if (!pass_on(l->p, PASS_latch) || l->p->at.latch == BOARD_NONE || !needs_unmoved(r, name)) {
        lower_emit(l, OP_RETS, cells, 0, 0, 0, 0);
        return 0;
    }
    int out = lower_new_set(l);
    lower_emit(l, OP_AND, out, cells, l->p->at.latch, 0, 0);
    lower_emit(l, OP_RETS, out, 0, 0, 0, 0);
    return 1;
}

static int lower_for(lower *l, const ast *r, rule_context ctx, int next) {
    binding b;
    const binding *saved = l->env;
    int node = lower_new_node(l, N_FOR, 0, 0), reg = lower_named(l, r);
    if (board_cell(l->b, r->name) >= 0) {
        diag_add(l->diags, DIAG_SHADOW, r->at, "`%s` is a cell of this board", r->name);
    }
    l->here = here_in(l, &ctx);
    uint32_t code = lower_begin_code(l);
    int cells = lower_set(l, r->a, "`for` goes through cells");
    if (ret_unmoved(l, r->b, r->name, cells)) {
        l->p->node[node].reach = lower_begin_code(l);
        lower_emit(l, OP_RETS, lower_set(l, r->a, "`for` goes through cells"), 0, 0, 0, 0);
    }
    memset(&b, 0, sizeof b);
    b.name = r->name;
    b.kind = BIND_VALUE;
    b.v = lower_value_of_set(reg, 0);
    b.up = l->env;
    l->env = &b;
    int body = lower_rule(l, r->b, ctx, next);
    l->env = saved;
    l->p->node[node].code = code;
    l->p->node[node].reg = (uint16_t)reg;
    l->p->node[node].next = (uint16_t)body;
    return body == NODE_DEAD ? NODE_DEAD : node;
}

// What a comparison in a condition says about a var, for range checks inside.
static void narrow(lower *l, const ast *cond) {
    if (cond->kind == A_AND) {
        narrow(l, cond->a);
        narrow(l, cond->b);
        return;
    }
    if (cond->kind != A_CMP || cond->a->kind != A_WORD || cond->b->kind != A_NUM) {
        return;
    }
    for (int i = 0; i < l->g->var_count; i++) {
        if (strcmp(l->g->vars[i].name, cond->a->name) != 0) {
            continue;
        }
        ir_range *now = &l->var_now[i];
        int n = cond->b->num, strict = cond->name[1] != '=';
        if (cond->name[0] == '<') {
            n = strict ? n - 1 : n;
            now->max = n < now->max ? n : now->max;
        } else if (cond->name[0] == '>') {
            n = strict ? n + 1 : n;
            now->min = n > now->min ? n : now->min;
        } else if (cond->name[0] == '=') {
            now->min = now->max = n;
        }
    }
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

static int lower_when(lower *l, const ast *r, rule_context ctx, int next) {
    ir_range saved[MAX_VARS];
    int node = lower_new_node(l, N_WHEN, 0, next);
    l->here = here_in(l, &ctx);
    uint32_t code = lower_cond_code(l, r->a);
    int zone = constant_zone(l, r->a);
    memcpy(saved, l->var_now, sizeof saved);
    narrow(l, r->a);
    int yes = lower_rule(l, r->b, ctx, next);
    memcpy(l->var_now, saved, sizeof saved);
    int no = r->c ? lower_rule(l, r->c, ctx, next) : next;
    l->p->node[node].code = code;
    l->p->node[node].next = (uint16_t)yes;
    l->p->node[node].alt = (uint16_t)no;
    l->p->node[node].zone = (uint16_t)zone;
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

// --- Abilities ------------------------------------------------------------------------------

static int ability_has_label(const ast *r, const char *name) {
    for (; r; r = r->next) {
        if ((r->kind == R_LABEL && strcmp(r->name, name) == 0) ||
            (r->kind == R_FOR && ability_has_label(r->b, name)) ||
            (r->kind == R_UNION && ability_has_label(r->list, name)) ||
            ((r->kind == R_WHERE || r->kind == R_IF) && ability_has_label(r->a, name))) {
            return 1;
        }
    }
    return 0;
}

static int has_label(lower *l, const char *name) {
    for (int i = 0; i < l->g->piece_count; i++) {
        if (ability_has_label(l->g->pieces[i].abilities, name)) {
            return 1;
        }
    }
    return 0;
}

// The pieces that have an ability.
static int ability_cells(lower *l, const rule_context *ctx) {
    int cells = lower_new_set(l);
    int whose =
        ctx->any_owner ? lower_set(l, ctx->origin, "`move` takes pieces") : l->p->at.own + l->me;
    lower_emit(l, OP_AND, cells, whose, lower_type_set(l, ctx->type), 0, 0);
    return cells;
}

// One ability: on its own if its first motion picks the piece, else for each piece.
static int lower_ability(lower *l, const ast *r, rule_context ctx, int next) {
    if (picks_its_piece(l, r)) {
        return lower_rule(l, r, ctx, next);
    }
    int node = lower_new_node(l, N_FOR, 0, 0);
    l->here = NO_REG;
    uint32_t code = lower_begin_code(l);
    if (ret_unmoved(l, r, NULL, ability_cells(l, &ctx))) {
        l->p->node[node].reach = lower_begin_code(l);
        lower_emit(l, OP_RETS, ability_cells(l, &ctx), 0, 0, 0, 0);
    }
    ctx.bound = HERE_GIVEN;
    int body = lower_rule(l, r, ctx, next);
    l->p->node[node].code = code;
    l->p->node[node].reg = l->p->at.here;
    l->p->node[node].next = (uint16_t)body;
    return body == NODE_DEAD ? NODE_DEAD : node;
}

static int is_busy(const lower *l, const ast *ability) {
    for (const busy_ability *b = l->busy; b; b = b->up) {
        if (b->rule == ability) {
            return 1;
        }
    }
    return 0;
}

// Lowers `r`, an ability or what comes after all of a piece's abilities, unless we are
// inside it already.
static int lower_once(lower *l, const ast *at, const ast *r, rule_context ctx, int next,
                      int is_after) {
    const binding *saved = l->env;
    busy_ability self = {r, l->busy};
    if (l->broken) {
        return NODE_DEAD;
    }
    if (is_busy(l, r)) {
        diag *d = diag_add(l->diags, DIAG_DEF_LOOP, at->at, "this ability is part of itself");
        diag_note(d, "it stands for everything a piece can do, this too");
        diag_help(d, "name the motions instead:   step any, slide orthogonal, leap (1,2)");
        return NODE_DEAD;
    }
    l->env = NULL;
    l->busy = &self;
    int node = is_after ? lower_rule(l, r, ctx, next) : lower_ability(l, r, ctx, next);
    l->busy = self.up;
    l->env = saved;
    return node;
}

int lower_abilities(lower *l, const ast *at, const ast *origin, const char *only, rule_context ctx,
                    int next) {
    int all = -1;
    for (int t = 0; t < l->g->piece_count; t++) {
        const decl_piece *d = &l->g->pieces[t];
        rule_context c = {.bound = HERE_OPEN,
                          .type = t,
                          .any_owner = origin != NULL,
                          .origin = origin,
                          .only = only,
                          .guards = ctx.guards};
        int after = -1;
        if ((d->neutral && !origin) || (only && !ability_has_label(d->abilities, only))) {
            continue;
        }
        for (const ast *r = d->abilities; r; r = r->next) {
            if (only && !(r->kind == R_UNION) &&
                !ability_has_label(
                    &(ast){.kind = r->kind, .name = r->name, .a = r->a, .b = r->b, .list = r->list},
                    only)) {
                continue;
            }
            if (after < 0) {
                rule_context then = {.bound = HERE_MOVED, .type = t};
                after = d->after ? lower_once(l, at, d->after, then, next, 1) : next;
            }
            int node = lower_once(l, at, r, c, after, 0);
            if (node != NODE_DEAD) {
                all = all < 0 ? node : lower_new_node(l, N_OR, all, node);
            }
        }
    }
    return all < 0 ? NODE_DEAD : all;
}

static int lower_move(lower *l, const ast *r, rule_context ctx, int next) {
    return lower_abilities(l, r, r->a, NULL, ctx, next);
}

static int lower_reference(lower *l, const ast *r, rule_context ctx, int next) {
    const decl_def *d = lower_find_def(l, r->name);
    if (!d || !d->is_rule) {
        if (!r->list && has_label(l, r->name)) {
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
    if (l->depth > 16) {
        diag_add(l->diags, DIAG_DEF_LOOP, r->at, "`%s` is defined by itself", r->name);
        return NODE_DEAD;
    }
    if (!lower_bind_argument_texts(l, d, r, args)) {
        return NODE_DEAD;
    }
    l->env = d->param_count ? &args[d->param_count - 1] : NULL;
    l->depth++;
    int node = lower_rule(l, d->body, ctx, next);
    l->depth--;
    l->env = saved;
    return node;
}

static int roll_register(lower *l, const ast *r) {
    int reg = -1;
    for (int i = 0; i < l->rolls; i++) {
        if (l->p->words.roll_rule[i] == r) {
            reg = i;
        }
    }
    if (reg < 0) {
        reg = l->rolls < l->p->roll_count && l->rolls < 16 ? l->rolls++ : 0;
        l->p->words.roll_rule[reg] = r;
    }
    return l->p->at.rolls + reg;
}

static int lower_roll(lower *l, const ast *r, int next) {
    int node = lower_new_node(l, N_ROLL, next, 0);
    l->p->node[node].reg = (uint16_t)roll_register(l, r);
    l->p->node[node].code = (uint32_t)r->num;
    l->p->node[node].apply = (uint32_t)r->num2;
    if (r->num2 + 1 > l->p->size.max_chance) {
        l->p->size.max_chance = r->num2 + 1;
    }
    return node;
}

// --- All of it --------------------------------------------------------------------------------

static int is_effect(const ast *r) {
    switch ((ast_kind)r->kind) {
    case R_PUT:
    case R_REMOVE:
    case R_BRING:
    case R_SOW:
    case R_ASSIGN:
    case R_AGAIN:
    case R_NEXT_PLAYER:
    case R_CLOSE:
    case R_OUTCOME: return 1;
    case R_BECOMES: return !(r->flag && r->list && r->list->next);
    default: return 0;
    }
}

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

int lower_rule(lower *l, const ast *r, rule_context ctx, int next) {
    if (l->broken || label_is_wrong(&ctx, r)) {
        return NODE_DEAD;
    }
    if (is_effect(r)) {
        rule_context plain = ctx;
        plain.guards = NULL;
        return lower_pending_guards(l, &ctx, lower_effect(l, r, &plain, next));
    }
    switch ((ast_kind)r->kind) {
    case R_SEQ: return lower_sequence(l, r, ctx, next);
    case R_UNION: return lower_union(l, r, ctx, next);
    case R_ELSE: return lower_else(l, r, ctx, next);
    case R_LABEL: return lower_label(l, r, ctx, next);
    case R_IF: {
        guard g = {r->b, l->env, ctx.guards};
        ctx.guards = &g;
        return lower_rule(l, r->a, ctx, next);
    }
    case R_WHERE: return lower_where_rule(l, r, ctx, next);
    case R_REPEAT: return lower_repeat(l, r, ctx, next);
    case R_LONGEST: return lower_longest(l, r, ctx, next);
    case R_MOVE: return lower_move(l, r, ctx, next);
    case R_REF: return lower_reference(l, r, ctx, next);
    case R_MOTION:
    case R_PLACE:
    case R_CHOOSE:
    case R_TAKE:
    case R_PASS:
    case R_SWAP:
    case R_BECOMES: return lower_choice(l, r, ctx, next);
    default: break;
    }
    // From here on guards are tested before the rule.
    rule_context plain = ctx;
    plain.guards = NULL;
    int node = next;
    switch ((ast_kind)r->kind) {
    case R_WHEN: node = lower_when(l, r, plain, next); break;
    case R_OPTIONAL: node = lower_new_node(l, N_OR, lower_rule(l, r->a, plain, next), next); break;
    case R_FOR: node = lower_for(l, r, plain, next); break;
    case R_REQUIRE: node = lower_test(l, r->a, &plain, next); break;
    case R_ROLL: node = lower_roll(l, r, next); break;
    case R_NOTHING: break;
    default: diag_add(l->diags, DIAG_SYNTAX, r->at, "this is not something that can happen"); break;
    }
    return node == NODE_DEAD ? NODE_DEAD : lower_pending_guards(l, &ctx, node);
}
