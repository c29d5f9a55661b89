// SPDX-License-Identifier: MIT
//
// Choices: the code that offers them, and the code that does the chosen one.
//
// A motion of many pieces in few directions is offered as classes (all targets of
// one shift together), otherwise piece by piece. Conditions on `here` are lifted
// to sets where possible (lift.c), else asked for each piece or cell.
#include "lang/lower/lower.h"

#include <string.h>

#include "lang/ir/pass.h"

enum { CLASS_LIMIT = 4 };

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

static const ast this_key[THIS_CELLS]; // they are named like the cells of `choose`

int lower_this(lower *l, this_cells which) {
    return l->has->of_this[which] ? lower_named(l, &this_key[which]) : NO_REG;
}

// Notes a choice for `this`: the first cell that something came from, the last it went to, all it crossed.
static void note_this(lower *l, int crosses) {
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

static int add_choice(lower *l, choice_kind kind, const ast *r, const rule_context *ctx, int type) {
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
    c->reads_last = (uint8_t)reads_last(r, ctx->guards);
    if (c->reads_last) {
        p->past.last_choices |= (uint64_t)1 << (id & 63);
    }
    if (id > p->choice_count) {
        p->choice_count = id;
    }
    return id;
}

static int choice_node(lower *l, int id, int next) {
    int node = lower_new_node(l, N_CHOICE, next, 0);
    l->p->node[node].choice = (uint16_t)id;
    return node;
}

// --- Guards --------------------------------------------------------------------------

static void with_env(lower *l, const guard *g, const binding **saved) {
    *saved = l->env;
    l->env = g->env;
}

// Conditions that do not ask about `here`: without them nothing is offered.
static void emit_free_guards(lower *l, const guard *g, label *out) {
    const binding *saved;
    for (; g; g = g->up) {
        with_env(l, g, &saved);
        if (!lower_mentions_here(l, g->cond)) {
            lower_cond(l, g->cond, 0, out);
        }
        l->env = saved;
    }
}

static int all_guards_lift(lower *l, const guard *g) {
    const binding *saved;
    int yes = 1;
    for (; g; g = g->up) {
        with_env(l, g, &saved);
        yes = yes && lower_can_lift(l, g->cond);
        l->env = saved;
    }
    return yes;
}

static void emit_lifted_guards(lower *l, const guard *g, int cells) {
    const binding *saved;
    for (; g; g = g->up) {
        with_env(l, g, &saved);
        if (lower_mentions_here(l, g->cond) && lower_can_lift(l, g->cond)) {
            int sets = l->set_top;
            lower_emit(l, OP_AND, cells, cells, lower_lift_cond(l, g->cond), 0, 0);
            l->set_top = sets;
        }
        l->env = saved;
    }
}

// The rest, for the cell that `l->here` holds.
static void emit_cell_guards(lower *l, const guard *g, label *no) {
    const binding *saved;
    for (; g; g = g->up) {
        with_env(l, g, &saved);
        if (lower_mentions_here(l, g->cond) && !lower_can_lift(l, g->cond)) {
            lower_cond(l, g->cond, 0, no);
        }
        l->env = saved;
    }
}

// --- Cells: place, choose, remove one ----------------------------------------------------

// Offers the cells of register `cells` that pass the guards.
static void offer_cells(lower *l, const guard *g, int cells) {
    int mine = lower_new_set(l);
    lower_emit(l, OP_MOV, mine, cells, 0, 0, 0);
    emit_lifted_guards(l, g, mine);
    if (all_guards_lift(l, g)) {
        lower_emit(l, OP_EMIT, mine, 0, 0, 0, 0);
        return;
    }
    int sum = lower_new_set(l), cell = lower_new_set(l), here = l->here;
    label next = {0}, done = {0};
    lower_emit(l, OP_ZERO, sum, 0, 0, 0, 0);
    uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, cell, mine, &done);
    l->here = cell;
    emit_cell_guards(l, g, &next);
    lower_emit(l, OP_OR, sum, sum, cell, 0, 0);
    lower_emit_label(l, &next);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &done);
    lower_emit(l, OP_EMIT, sum, 0, 0, 0, 0);
    l->here = here;
}

static void set_here(lower *l, int cell) {
    lower_emit(l, OP_MOV, l->p->at.here, cell, 0, 0, 0);
}

static void note_label(lower *l, const rule_context *ctx) {
    if (ctx->label) {
        uint32_t bit = 1u << (ctx->label - 1);
        lower_emit(l, OP_EVENT, (int)(bit & 0xffff), (int)(bit >> 16), 1, 0, 0);
    }
}

// The end of a choice: what it leaves behind, and the node that finds its motions by `code` and makes them
// by `apply`, which ends here.
static int end_choice(lower *l, const rule_context *ctx, int node, uint32_t code, uint32_t apply) {
    note_label(l, ctx);
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    l->p->node[node].apply = apply;
    return node;
}

static int here_for(lower *l, const rule_context *ctx) {
    return ctx->bound == HERE_OPEN ? NO_REG : l->p->at.here;
}

// Whether all cells of an expression are certainly empty.
int lower_is_empty_set(lower *l, const ast *e) {
    switch ((ast_kind)e->kind) {
    case A_WORD: return strcmp(e->name, "empty") == 0 && !lower_find_binding(l, "empty");
    case A_MEET: return lower_is_empty_set(l, e->a) || lower_is_empty_set(l, e->b);
    case A_SUB: return lower_is_empty_set(l, e->a);
    case A_RAY: return e->b && !e->flag && lower_is_empty_set(l, e->b);
    default: return 0;
    }
}

static int lower_place_one(lower *l, const ast *r, const rule_context *ctx, const char *name,
                           int next) {
    int type = lower_find_type(l, name);
    if (type < 0) {
        ast word = *r;
        word.name = name;
        lower_unknown_word(l, &word, "piece");
        return 1;
    }
    const int whose = r->flag == 2 ? lower_next_player(l) : l->me; // out of whose hand it comes
    int owner = l->g->pieces[type].neutral ? IR_NEUTRAL : whose;
    int node = choice_node(l, add_choice(l, CH_PLACE, r, ctx, type), next);
    int hand = l->p->at.hands + whose * l->p->types + type;
    if (r->flag == 2 && l->p->players != 2) {
        diag_add(l->diags, DIAG_ON_WHOM, r->at,
                 "with more than two players `enemy hand` is not one hand");
        return NODE_DEAD;
    }
    label out = {0};
    l->here = here_for(l, ctx);
    uint32_t code = lower_begin_code(l);
    if (r->flag) {
        value zero = lower_value_of_int(0);
        lower_emit_jump(l, OP_JLE, hand, lower_num_reg(l, &zero), &out);
    }
    emit_free_guards(l, ctx->guards, &out);
    offer_cells(l, ctx->guards, lower_set(l, r->a, "`place … on` needs cells"));
    lower_emit_label(l, &out);
    lower_end_code(l, 1);
    uint32_t apply = lower_begin_code(l);
    int free = pass_on(l->p, PASS_place) && lower_is_empty_set(l, r->a);
    if (!lower_is_empty_set(l, r->a)) {
        lower_bury(l, l->p->at.to);
    }
    lower_emit(l, free ? OP_ADD : OP_PUT, l->p->at.to, owner, type, 0, 0);
    if (r->flag) {
        lower_emit(l, OP_HAND, whose, type, (uint16_t)-1, 0, 0);
    }
    if (l->p->at.next_to != BOARD_NONE) {
        lower_emit(l, OP_NOTE, l->p->at.to, l->p->at.to, 0, 0, 0);
    }
    note_this(l, -1);
    set_here(l, l->p->at.to);
    return end_choice(l, ctx, node, code, apply);
}

static int lower_place(lower *l, const ast *r, const rule_context *ctx, int next) {
    int node = lower_place_one(l, r, ctx, r->name, next);
    for (const ast *t = r->list; t; t = t->next) {
        node = lower_new_node(l, N_OR, node, lower_place_one(l, r, ctx, t->name, next));
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

static int lower_pick(lower *l, const ast *r, const rule_context *ctx, int next) {
    int take = r->kind == R_TAKE;
    int id = add_choice(l, take ? CH_TAKE : CH_CHOOSE, r, ctx, 255);
    int node = choice_node(l, id, next);
    label out = {0};
    l->here = here_for(l, ctx);
    const uint16_t shift = l->here == NO_REG ? BOARD_NONE : shift_from_here(l, r->a);
    l->choice_shift[id] = shift;
    uint32_t code = lower_begin_code(l);
    emit_free_guards(l, ctx->guards, &out);
    int cells = lower_set(l, r->a, take ? "`remove one` needs cells" : "`choose` needs cells");
    offer_cells(l, ctx->guards, cells);
    lower_emit_label(l, &out);
    lower_end_code(l, 1);
    uint32_t apply = lower_begin_code(l);
    if (take) {
        lower_emit(l, OP_CAPTURE, l->p->at.to, 0, 0, 0, 0);
        lower_raze(l, l->p->at.to);
    } else {
        int named = lower_named(l, r);
        lower_emit(l, OP_MOV, named, l->p->at.to, 0, 0, 0);
        set_here(l, l->p->at.to);
    }
    return end_choice(l, ctx, node, code, apply);
}

// --- Choices without a cell -----------------------------------------------------------------

static int lower_bare(lower *l, const ast *r, const rule_context *ctx, choice_kind kind, int next) {
    int node = choice_node(l, add_choice(l, kind, r, ctx, 255), next);
    label out = {0};
    l->here = here_for(l, ctx);
    uint32_t code = lower_begin_code(l);
    for (const guard *g = ctx->guards; g; g = g->up) {
        const binding *saved;
        with_env(l, g, &saved);
        lower_cond(l, g->cond, 0, &out);
        l->env = saved;
    }
    lower_emit(l, OP_EMIT1, 0, 0, 0, 0, 0);
    lower_emit_label(l, &out);
    lower_end_code(l, 1);
    uint32_t apply = lower_begin_code(l);
    if (kind != CH_SAY) {
        lower_emit(l, kind == CH_PASS ? OP_PASSED : OP_SWAP, 0, 0, 0, 0, 0);
    }
    return end_choice(l, ctx, node, code, apply);
}

// The number that is chosen is one of few, each a choice of its own: between what `a` and `b` are now.
static int lower_one_number(lower *l, const ast *r, const rule_context *ctx, int n, int next) {
    int id = add_choice(l, CH_NUMBER, r, ctx, 255), node = choice_node(l, id, next);
    label out = {0};
    l->p->choice[id].number = (uint8_t)n;
    l->here = here_for(l, ctx);
    uint32_t code = lower_begin_code(l);
    for (const guard *g = ctx->guards; g; g = g->up) {
        const binding *saved;
        with_env(l, g, &saved);
        lower_cond(l, g->cond, 0, &out);
        l->env = saved;
    }
    value low = lower_int(l, r->a, "a number is chosen"), is = lower_value_of_int(n);
    value high = lower_int(l, r->b, "a number is chosen");
    if (!low.konst) {
        int reg = lower_num_reg(l, &is);
        lower_emit_jump(l, OP_JLT, reg, low.reg, &out);
    }
    if (!high.konst) {
        int reg = lower_num_reg(l, &is);
        lower_emit_jump(l, OP_JLT, high.reg, reg, &out);
    }
    lower_emit(l, OP_EMIT1, 0, 0, 0, 0, 0);
    lower_emit_label(l, &out);
    lower_end_code(l, 1);
    uint32_t apply = lower_begin_code(l);
    lower_emit(l, OP_KINT, lower_roll_register(l, r), n, 0, 0, 0);
    return end_choice(l, ctx, node, code, apply);
}

static int lower_number(lower *l, const ast *r, const rule_context *ctx, int next) {
    enum { MOST_NUMBERS = 64, HIGHEST = 250 };
    l->here = here_for(l, ctx);
    value low = lower_peek(l, r->a), high = lower_peek(l, r->b);
    int all = NODE_DEAD;
    if (low.type == V_INT && high.type == V_INT &&
        (low.lo < 0 || high.hi > HIGHEST || low.lo > high.hi || high.hi - low.lo >= MOST_NUMBERS)) {
        diag *d =
            diag_add(l->diags, DIAG_OUT_OF_RANGE, r->at,
                     "a player chooses among 1 to %d numbers from 0 to %d", MOST_NUMBERS, HIGHEST);
        diag_note(d, "these go from %d to %d", low.lo, high.hi);
        return NODE_DEAD;
    }
    if (low.type != V_INT || high.type != V_INT) {
        (void)lower_int(l, low.type != V_INT ? r->a : r->b, "a number is chosen");
        return NODE_DEAD;
    }
    for (int n = low.lo; n <= high.hi; n++) {
        int one = lower_one_number(l, r, ctx, n, next);
        all = n == low.lo ? one : lower_new_node(l, N_OR, all, one);
    }
    return all;
}

// What is said is the move's text, so it must not be read as another one's.
static int lower_say(lower *l, const ast *r, const rule_context *ctx, int next) {
    rule_context said = *ctx;
    if (board_cell(l->b, r->name) >= 0) {
        diag_add(l->diags, DIAG_SHADOW, r->at, "`%s` is a cell of this board", r->name);
    } else if (strcmp(r->name, "done") == 0) {
        diag *d = diag_add(l->diags, DIAG_SHADOW, r->at, "`done` ends a turn of several choices");
        diag_help(d, "say another word:   say stop");
    }
    said.label = lower_find_label(l, r->name, 1);
    if (!said.label) {
        lower_too_big(l, r->at, "labels");
    }
    return lower_bare(l, r, &said, CH_SAY, next);
}

static int lower_promotion(lower *l, const ast *r, const rule_context *ctx, int next) {
    int all = 1;
    int count = 0;
    for (const ast *t = r->list; t; t = t->next) {
        int type = lower_find_type(l, t->name);
        if (type < 0) {
            lower_unknown_word(l, t, "piece");
            continue;
        }
        int node = choice_node(l, add_choice(l, CH_BECOME, r, ctx, type), next);
        l->here = here_for(l, ctx);
        uint32_t code = lower_begin_code(l);
        label out = {0};
        emit_free_guards(l, ctx->guards, &out);
        lower_emit(l, OP_EMIT1, 0, 0, 0, 0, 0);
        lower_emit_label(l, &out);
        lower_end_code(l, 1);
        uint32_t apply = lower_begin_code(l);
        int cells = r->a ? lower_set(l, r->a, "only pieces become something") : l->p->at.here;
        lower_emit(l, OP_TYPE, cells, type, 0, 0, 0);
        lower_end_code(l, 1);
        l->p->node[node].code = code;
        l->p->node[node].apply = apply;
        all = count++ ? lower_new_node(l, N_OR, all, node) : node;
    }
    return all;
}

// --- Motions ----------------------------------------------------------------------------------

typedef struct motion {
    const ast *m;
    value dirs;
    int from;   // register: the pieces that may move
    int target; // register
    int empty;
    int over; // register, hop and vault
} motion;

// What may be landed on when nothing is said: empty or enemy; a hop needs room.
int lower_default_target(lower *l, const ast *m) {
    int empty = lower_empty(l);
    if (m->num >= MOTION_HOP) {
        return empty;
    }
    int r = lower_new_set(l);
    lower_emit(l, OP_OR, r, empty, lower_enemies(l), 0, 0);
    return r;
}

static void motion_sets(lower *l, motion *m) {
    m->empty = lower_empty(l);
    m->target =
        m->m->b ? lower_set(l, m->m->b, "a motion ends on cells") : lower_default_target(l, m->m);
    if (m->m->num >= MOTION_HOP) {
        m->over = lower_set(l, m->m->list, "a hop crosses cells");
        if (l->p->at.later != BOARD_NONE) { // nothing is crossed twice
            int r = lower_new_set(l);
            lower_emit(l, OP_ANDN, r, m->over, l->p->at.later, 0, 0);
            m->over = r;
        }
    }
}

static uint16_t dirs_with_rays(lower *l, const value *dirs) {
    for (int i = 0; i < dirs->count; i++) {
        board_need_ray(l->b, dirs->shift[i]);
    }
    return board_dirset(l->b, dirs->shift, dirs->count);
}

// The whole way of a motion that is offered as a class, as one shift.
static uint16_t whole_shift(lower *l, const motion *m, uint16_t s) {
    int steps = m->m->num == MOTION_HOP                                  ? 2
                : m->m->num == MOTION_SLIDE && m->m->flag & MOTION_REACH ? motion_reach_max(m->m)
                                                                         : 1;
    uint16_t whole = s;
    for (int k = 1; k < steps; k++) {
        whole = board_shift_join(l->b, whole, s);
    }
    return whole;
}

// Whether no two directions lead from one cell to the same one, as they may on a small board that
// wraps: that would be one move, offered twice.
static int classes_differ(lower *l, const motion *m) {
    for (int i = 0; i < m->dirs.count; i++) {
        for (int k = 0; k < i; k++) {
            const uint16_t *x = l->b->shift[whole_shift(l, m, m->dirs.shift[i])].to;
            const uint16_t *y = l->b->shift[whole_shift(l, m, m->dirs.shift[k])].to;
            for (int c = 0; c < l->b->cells; c++) {
                if (x[c] != BOARD_NONE && x[c] == y[c]) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

// All pieces at once, one class for each direction.
static void offer_classes(lower *l, const motion *m) {
    int reach = m->m->flag & MOTION_REACH ? motion_reach_max(m->m) : 1;
    for (int i = 0; i < m->dirs.count; i++) {
        uint16_t s = m->dirs.shift[i], whole = s;
        int x = lower_new_set(l);
        lower_emit(l, OP_SHIFT, x, m->from, s, 0, 0);
        if (m->m->num == MOTION_HOP) {
            lower_emit(l, OP_AND, x, x, m->over, 0, 0);
            lower_emit(l, OP_SHIFT, x, x, s, 0, 0);
            whole = board_shift_join(l->b, s, s);
        }
        for (int k = 1; m->m->num == MOTION_SLIDE && k < reach; k++) {
            lower_emit(l, OP_AND, x, x, m->empty, 0, 0);
            lower_emit(l, OP_SHIFT, x, x, s, 0, 0);
            whole = board_shift_join(l->b, whole, s);
        }
        lower_emit(l, OP_AND, x, x, m->target, 0, 0);
        lower_emit(l, OP_EMITC, x, whole, 0, 0, 0);
    }
}

// All that one piece on register `from` can reach by going on: a fill, for nothing else changes on the
// way. It cannot cross the cell that it has left.
static int reach_by_going_on(lower *l, const motion *m, int from) {
    int x = lower_new_set(l);
    uint16_t d = board_dirset(l->b, m->dirs.shift, m->dirs.count);
    if (m->m->num == MOTION_HOP) {
        lower_emit(l, OP_ANDN, x, m->over, from, 0, 0);
        lower_emit(l, OP_CHAIN, x, from, x, m->target, d);
        return x;
    }
    if (!l->b->lattice) {
        board_need_near(l->b, d);
    }
    lower_emit(l, OP_NEAR, x, from, d, 0, 0);
    lower_emit(l, OP_FLOOD, x, x, m->target, d, 0);
    lower_emit(l, OP_ANDN, x, x, from, 0, 0);
    return x;
}

// The targets of the one piece on register `from`.
static void offer_origin(lower *l, const motion *m, int from) {
    int x = lower_new_set(l);
    const value *dirs = &m->dirs;
    if (!m->m->a) { // leap anywhere
        lower_emit(l, OP_ANDN, x, m->target, from, 0, 0);
        lower_emit(l, OP_EMITO, from, x, 0, 0, 0);
        return;
    }
    if (m->m->flag & MOTION_MANY) {
        lower_emit(l, OP_EMITO, from, reach_by_going_on(l, m, from), 0, 0, 0);
        return;
    }
    if (dirs->type == V_DIRI) {
        lower_emit(l, OP_SHIFTI, x, from, dirs->reg, (uint16_t)(int16_t)dirs->num, 0);
    } else if (m->m->num == MOTION_SLIDE) {
        uint16_t d = dirs_with_rays(l, dirs);
        if (m->m->flag & MOTION_FURTHEST) {
            lower_emit(l, OP_FARTHEST, x, from, d, m->empty, 0);
        } else if (m->m->flag & MOTION_REACH) {
            lower_emit(l, OP_SLIDE, x, from, d, m->empty, m->m->num2);
        } else {
            lower_emit(l, OP_SIGHT, x, from, d, m->empty, 0);
        }
    } else if (m->m->num == MOTION_VAULT) {
        lower_emit(l, OP_VAULT, x, from, dirs_with_rays(l, dirs), m->empty, m->over);
    } else if (m->m->num == MOTION_HOP) {
        int sum = lower_new_set(l);
        lower_emit(l, OP_ZERO, sum, 0, 0, 0, 0);
        for (int i = 0; i < dirs->count; i++) {
            lower_emit(l, OP_SHIFT, x, from, dirs->shift[i], 0, 0);
            lower_emit(l, OP_AND, x, x, m->over, 0, 0);
            lower_emit(l, OP_SHIFT, x, x, dirs->shift[i], 0, 0);
            lower_emit(l, OP_OR, sum, sum, x, 0, 0);
        }
        x = sum;
    } else {
        uint16_t d = board_dirset(l->b, dirs->shift, dirs->count);
        if (dirs->count > 2 || !l->b->lattice) {
            board_need_near(l->b, d);
        }
        lower_emit(l, OP_NEAR, x, from, d, 0, 0);
    }
    lower_emit(l, OP_AND, x, x, m->target, 0, 0);
    lower_emit(l, OP_EMITO, from, x, 0, 0, 0);
}

// A class says where pieces arrive; whence they came must follow from that.
static int tells_origin(const board *b, const value *dirs) {
    for (int i = 0; i < dirs->count; i++) {
        if (!board_shift_is_one_to_one(b, dirs->shift[i])) {
            return 0;
        }
    }
    return 1;
}

// Whether the whole motion can be said without naming one piece.
static int fits_classes(lower *l, const motion *m) {
    const ast *a = m->m;
    int exact = !(a->flag & (MOTION_FURTHEST | MOTION_REACH)) ||
                (a->flag & MOTION_REACH && motion_reach_min(a) == motion_reach_max(a));
    int shape = a->num == MOTION_STEP || a->num == MOTION_LEAP || a->num == MOTION_HOP ||
                (a->num == MOTION_SLIDE && a->flag & MOTION_REACH && motion_reach_max(a) <= 4);
    return pass_on(l->p, PASS_classes) && a->a && !(a->flag & MOTION_MANY) &&
           m->dirs.type == V_DIR && shape && exact && m->dirs.count <= CLASS_LIMIT &&
           tells_origin(l->b, &m->dirs) && classes_differ(l, m);
}

static int needs_piece(lower *l, const ast *m, const guard *guards) {
    return !all_guards_lift(l, guards) || (m->a && lower_mentions_here(l, m->a)) ||
           (m->b && lower_mentions_here(l, m->b)) || (m->list && lower_mentions_here(l, m->list));
}

static void offer_each_piece(lower *l, motion *m, const guard *guards, int ask) {
    int piece = lower_new_set(l), here = l->here;
    label next = {0}, done = {0};
    if (!ask) {
        motion_sets(l, m);
    }
    uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, piece, m->from, &done);
    l->here = piece;
    if (ask) {
        emit_cell_guards(l, guards, &next);
        m->dirs = m->m->a ? lower_dirs(l, m->m->a, "a motion has directions") : m->dirs;
        motion_sets(l, m);
    }
    offer_origin(l, m, piece);
    lower_emit_label(l, &next);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &done);
    l->here = here;
}

// The pieces that this motion may move, as a register that may be changed.
static int origin_set(lower *l, const rule_context *ctx) {
    int r = lower_new_set(l);
    if (ctx->bound != HERE_OPEN) {
        lower_emit(l, OP_MOV, r, l->p->at.here, 0, 0, 0);
        return r;
    }
    int type = ctx->type;
    if (ctx->any_owner) {
        int s = lower_origin(l, ctx);
        lower_emit(l, OP_AND, r, s, type < 0 ? lower_pieces(l) : lower_type_set(l, type), 0, 0);
    } else if (type < 0 || l->p->at.type == BOARD_NONE) {
        lower_emit(l, OP_MOV, r, l->p->at.own + l->me, 0, 0, 0);
    } else {
        lower_emit(l, OP_AND, r, l->p->at.own + l->me, l->p->at.type + type, 0, 0);
    }
    return lower_on_board(l, r);
}

static void emit_offers(lower *l, const ast *r, const rule_context *ctx) {
    motion m = {.m = r};
    label out = {0};
    emit_free_guards(l, ctx->guards, &out);
    m.from = origin_set(l, ctx);
    if (ctx->bound != HERE_OPEN) {
        l->here = l->p->at.here;
    }
    emit_lifted_guards(l, ctx->guards, m.from);
    lower_emit_jump(l, OP_JNONE, m.from, 0, &out);
    int ask = needs_piece(l, r, ctx->guards);
    if (!ask) {
        m.dirs = r->a ? lower_dirs(l, r->a, "a motion has directions") : lower_value_of_int(0);
    }
    if (!ask && fits_classes(l, &m)) {
        motion_sets(l, &m);
        offer_classes(l, &m);
    } else {
        offer_each_piece(l, &m, ctx->guards, ask);
    }
    lower_emit_label(l, &out);
}

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

// What a motion crosses becomes `it`.
static void emit_crossed(lower *l, const ast *r) {
    const ir_layout *at = &l->p->at;
    value dirs = lower_dirs(l, r->a, "a motion has directions");
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

static void emit_motion(lower *l, const ast *r, const rule_context *ctx) {
    const ir_layout *at = &l->p->at;
    l->here = at->here;
    set_here(l, at->from);
    if (r->num >= MOTION_HOP && !(r->flag & MOTION_MANY)) {
        emit_crossed(l, r);
    }
    if (r->c) {
        int x = lower_set(l, r->c, "`capturing` takes cells");
        lower_emit_taken(l, x, 0);
        if (r->flag & MOTION_LATER) {
            lower_emit(l, OP_LATER, x, 0, 0, 0, 0);
            lower_emit(l, OP_EVENT, EVENT_CAPTURE, 0, 0, 0, 0);
        } else {
            lower_emit(l, OP_CAPTURE, x, 0, 0, 0, 0);
            lower_raze(l, x);
        }
    }
    note_this(l, r->num >= MOTION_HOP && !(r->flag & MOTION_MANY));
    const int is_free = r->b ? lower_is_empty_set(l, r->b) : r->num >= MOTION_HOP;
    if (!is_free) {
        lower_emit_taken(l, at->to, 1);
    }
    if (at->next_to != BOARD_NONE) {
        need_between(l);
        lower_emit(l, OP_NOTE, at->from, at->to, 0, 0, 0);
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
    set_here(l, at->to);
    note_label(l, ctx);
}

// `move Neutron` asks for what all types of pieces can do, but only those of one are meant.
static int is_of_another_type(lower *l, const rule_context *ctx) {
    const ast *pieces = ctx->any_owner ? ctx->origin : NULL;
    const int type =
        pieces && pieces->kind == A_TITLE ? lower_find_type(l, pieces->name) : ctx->type;
    return type >= 0 && type != ctx->type;
}

// `it` is what the motion crosses, and that is known when it has been made: not in what says where it may go.
static int asks_too_early(lower *l, const ast *r, const rule_context *ctx) {
    int found = 0;
    if (ctx->bound == HERE_MOVED || lower_find_binding(l, "it")) {
        return 0; // what was crossed before; or a name of the author's
    }
    found |= r->a && lower_mentions_word(l, r->a, "it");
    found |= r->b && lower_mentions_word(l, r->b, "it");
    found |= r->list && lower_mentions_word(l, r->list, "it");
    for (const guard *g = ctx->guards; g; g = g->up) {
        const binding *saved;
        with_env(l, g, &saved);
        found |= lower_mentions_word(l, g->cond, "it");
        l->env = saved;
    }
    if (found) {
        diag *d = diag_add(l->diags, DIAG_NO_HERE, r->at,
                           "what a motion crosses is not known before it is made");
        diag_note(d, "so `it` has no meaning here");
        diag_help(d, "ask afterwards:   hop … then require it is …");
    }
    return found;
}

static int lower_motion(lower *l, const ast *r, const rule_context *ctx, int next) {
    choice_kind kind = ctx->bound == HERE_MOVED ? CH_CONTINUE : CH_MOTION;
    int id = add_choice(l, kind, r, ctx, ctx->type < 0 ? 255 : ctx->type);
    int node = choice_node(l, id, next);
    if (!l->in_attack) {
        l->p->choice[id].any_owner = ctx->any_owner != 0;
        l->p->choice[id].idle = is_of_another_type(l, ctx) != 0;
        l->p->choice[id].takes_crossed = r->num == MOTION_HOP && lower_takes_crossed(l, r);
    }
    if (!r->a && r->num != MOTION_LEAP) {
        diag *d = diag_add(l->diags, DIAG_MISSING, r->at, "this motion has no direction");
        diag_help(d, "for example:   step any, slide orthogonal, hop diagonal over enemy");
        return 1;
    }
    l->here = ctx->bound == HERE_OPEN ? NO_REG : l->p->at.here;
    if (asks_too_early(l, r, ctx) || (r->flag & MOTION_MANY && !lower_can_go_on(l, r))) {
        return 1;
    }
    uint32_t code = lower_begin_code(l);
    emit_offers(l, r, ctx);
    lower_end_code(l, 1);
    uint32_t apply = lower_begin_code(l);
    emit_motion(l, r, ctx);
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    l->p->node[node].apply = apply;
    return node;
}

// Code for reasons: what the motion could reach, and each condition alone.
static void explain_choice(lower *l, const ast *r, const rule_context *ctx, int node) {
    l->here = l->p->at.here;
    if (r->kind == R_MOTION) {
        motion m = {.m = r, .from = l->p->at.here};
        value all = lower_value_of_const(l->b->all);
        uint32_t code = lower_begin_code(l);
        m.dirs = r->a ? lower_dirs(l, r->a, "a motion has directions") : lower_value_of_int(0);
        motion_sets(l, &m);
        m.target = lower_set_reg(l, &all);
        offer_origin(l, &m, l->p->at.here);
        lower_end_code(l, 1);
        l->p->node[node].reach = code;
    }
    for (const guard *g = ctx->guards; g; g = g->up) {
        const binding *saved;
        with_env(l, g, &saved);
        lower_explain(l, node, g->cond);
        l->env = saved;
    }
}

static int lower_choice_kind(lower *l, const ast *r, rule_context ctx, int next) {
    switch ((ast_kind)r->kind) {
    case R_PLACE: return lower_place(l, r, &ctx, next);
    case R_CHOOSE: return (r->flag ? lower_number : lower_pick)(l, r, &ctx, next);
    case R_TAKE: return lower_pick(l, r, &ctx, next);
    case R_PASS: return lower_bare(l, r, &ctx, CH_PASS, next);
    case R_SWAP: return lower_bare(l, r, &ctx, CH_SWAP, next);
    case R_SAY: return lower_say(l, r, &ctx, next);
    case R_BECOMES: return lower_promotion(l, r, &ctx, next);
    default: return lower_motion(l, r, &ctx, next);
    }
}

int lower_choice(lower *l, const ast *r, rule_context ctx, int next) {
    int node = lower_choice_kind(l, r, ctx, next);
    if (l->p->node[node].kind == N_CHOICE && !l->diags->errors && !l->in_attack) {
        explain_choice(l, r, &ctx, node);
    }
    return node;
}
