// SPDX-License-Identifier: MIT
//
// `attacked`, turned round: from the cell asked about, look outward through every
// enemy ability reversed, instead of listing what each enemy could do.
//
// What cannot be turned round is tried: a rule of its own puts a piece of ours on the cell, does the
// ability and asks whether it is gone. Abilities that ask about `last` or about attacks themselves
// take no part; the latter must not take anything (error 8).
#include "lang/lower/attack.h"

#include <string.h>

enum { MAX_GROUPS = 64, MAX_SHIFTS_KEPT = 128 };

// Motions of the same form are asked in one go: (kind, shift) -> types.
typedef struct simple {
    uint16_t shift;
    uint8_t slide;
    uint8_t done;
    uint32_t types;
} simple;

typedef struct collector {
    lower *l;
    int enemy, type;
    simple list[MAX_SHIFTS_KEPT];
    int count;
    int victim;   // whose piece is thought to stand there
    int cell;     // register of the cell asked about
    label *hit;   // where to go when it is attacked
    int emitting; // second pass: motions that need code of their own
    int walking;  // third: what has to be walked becomes nodes
    int walked;   // the node of all of them, or -1
    int next;     // ... which lead here
    const ast *ability;
    const char *label; // of the ability we are in, or NULL
} collector;

// --- Simple motions -------------------------------------------------------------------

static void add_simple(collector *k, uint16_t shift, int slide) {
    for (int i = 0; i < k->count; i++) {
        if (k->list[i].shift == shift && k->list[i].slide == slide) {
            k->list[i].types |= 1u << k->type;
            return;
        }
    }
    if (k->count < MAX_SHIFTS_KEPT) {
        simple s = {shift, (uint8_t)slide, 0, 1u << k->type};
        k->list[k->count++] = s;
    } else {
        lower_too_big(k->l, k->ability->at, "directions of attack");
    }
}

static int is_simple(lower *l, const ast *m, const guard *guards) {
    return !guards && m->num <= MOTION_SLIDE && !m->flag && attack_landing(l, m) == COVER_ALWAYS;
}

// --- Motions with conditions or odd shapes ------------------------------------------------

static int attackers(collector *k) {
    lower *l = k->l;
    int r = lower_new_set(l);
    int type = lower_type_set(l, k->type);
    lower_emit(l, OP_AND, r, l->p->at.own + k->enemy, type, 0, 0);
    return r;
}

// Pieces of `who` that could come from the cell by the motion undone.
static int candidates(collector *k, const ast *m, const value *dirs, int who) {
    lower *l = k->l;
    int out = lower_new_set(l);
    uint16_t back[DIRSET_MAX];
    int n = 0;
    if (m->num == MOTION_STEP || m->num == MOTION_LEAP) {
        uint16_t d = board_dirset(l->b, dirs->shift, dirs->count);
        if (!l->b->lattice) {
            board_need_near(l->b, d);
        }
        lower_emit(l, OP_NEARB, out, k->cell, d, 0, 0);
    } else {
        for (int i = 0; i < dirs->count; i++) {
            uint16_t s = board_shift_back(l->b, dirs->shift[i]);
            if (s != BOARD_NONE) {
                board_need_ray(l->b, s);
                back[n++] = s;
            }
        }
        int empty = lower_empty(l);
        uint16_t d = board_dirset(l->b, back, n);
        if (m->flag & MOTION_REACH) {
            lower_emit(l, OP_SLIDE, out, k->cell, d, empty, m->num2);
        } else {
            lower_emit(l, OP_SIGHT, out, k->cell, d, empty, 0);
        }
    }
    lower_emit(l, OP_AND, out, out, who, 0, 0);
    return out;
}

// Whether a hop of `who` crosses the cell: a hopper behind it, room in front.
static void attack_by_hop(collector *k, const value *dirs, int who) {
    lower *l = k->l;
    int empty = lower_empty(l);
    for (int i = 0; i < dirs->count; i++) {
        int beyond = lower_new_set(l), from = lower_new_set(l);
        label next = {0};
        lower_emit(l, OP_SHIFT, beyond, k->cell, dirs->shift[i], 0, 0);
        lower_emit_jump(l, OP_JAPART, beyond, empty, &next);
        lower_emit(l, OP_BACK, from, k->cell, dirs->shift[i], 0, 0);
        lower_emit_jump(l, OP_JMEET, from, who, k->hit);
        lower_emit_label(l, &next);
    }
}

// The cells where a piece of that kind of mine stands, and those where one could.
static int kind_set(collector *k, const ast *e) {
    lower *l = k->l;
    int out = lower_new_set(l), type = lower_type_set(l, lower_find_type(l, e->name));
    lower_emit(l, OP_ANDN, out, l->p->at.own + k->victim, type, 0, 0);
    lower_emit(l, OP_NOT, out, out, 0, 0, 0);
    return out;
}

// The cells that a set has with a piece of mine on them (attack_cover says REGION).
static int cover_set(collector *k, const ast *e) {
    lower *l = k->l;
    const binding *b = e->kind == A_WORD ? lower_find_binding(l, e->name) : NULL, *saved = l->env;
    const decl_def *d = e->kind == A_WORD && !b ? lower_find_def(l, e->name) : NULL;
    cover c = attack_cover(l, e);
    if (c == COVER_ALWAYS || c == COVER_NEVER) {
        uint64_t none[BOARD_MAX_WORDS] = {0};
        value v = lower_value_of_const(c == COVER_ALWAYS ? l->b->all : none);
        return lower_set_reg(l, &v);
    }
    if (b || d) {
        l->env = b ? b->env : NULL;
        int out = cover_set(k, b ? b->let : d->body);
        l->env = saved;
        return out;
    }
    if ((e->kind == A_TITLE || e->kind == A_OWNED) && lower_find_type(l, e->name) >= 0) {
        return kind_set(k, e);
    }
    if (!lower_mentions_pieces(l, e) && !lower_mentions_here(l, e)) {
        return lower_set(l, e, "a motion ends on cells");
    }
    int x = cover_set(k, e->a), y = cover_set(k, e->b), out = lower_new_set(l);
    lower_emit(l,
               e->kind == A_UNION  ? OP_OR
               : e->kind == A_MEET ? OP_AND
                                   : OP_ANDN,
               out, x, y, 0, 0);
    return out;
}

// Jumps to `no` unless the piece on the cell is one that the motion may land on.
static void test_landing(collector *k, const ast *m, label *no) {
    if (m->b && attack_landing(k->l, m) == COVER_REGION) {
        lower_emit_jump(k->l, OP_JAPART, k->cell, cover_set(k, m->b), no);
    }
}

static int attackers_that_may(collector *k, const guard *guards) {
    lower *l = k->l;
    int who = attackers(k);
    for (const guard *g = guards; g; g = g->up) {
        const binding *env = l->env;
        l->env = g->env;
        if (lower_can_lift(l, g->cond)) {
            lower_emit(l, OP_AND, who, who, lower_lift_cond(l, g->cond), 0, 0);
        }
        l->env = env;
    }
    return who;
}

static void attack_by_motion(collector *k, const ast *m, const guard *guards) {
    lower *l = k->l;
    label skip = {0}, loop = {0};
    int here = l->here, who = attackers_that_may(k, guards);
    value dirs = lower_dirs(l, m->a, "a motion has directions");
    if (dirs.type != V_DIR) {
        return;
    }
    test_landing(k, m, &skip);
    int each = lower_new_set(l), from = who;
    if (m->num != MOTION_HOP) {
        from = candidates(k, m, &dirs, who);
    }
    int asks = 0; // of each piece
    for (const guard *g = guards; g; g = g->up) {
        const binding *env = l->env;
        l->env = g->env;
        asks |= !lower_can_lift(l, g->cond);
        l->env = env;
    }
    if (!asks && m->num == MOTION_HOP) {
        attack_by_hop(k, &dirs, who);
    } else if (!asks) {
        lower_emit_jump(l, OP_JANY, from, 0, k->hit);
    } else {
        uint32_t top = lower_emit_here(l);
        lower_emit_jump(l, OP_EACH, each, from, &skip);
        l->here = each;
        for (const guard *g = guards; g; g = g->up) {
            const binding *env = l->env;
            l->env = g->env;
            if (!lower_can_lift(l, g->cond)) {
                lower_cond(l, g->cond, 0, &loop);
            }
            l->env = env;
        }
        if (m->num == MOTION_HOP) {
            attack_by_hop(k, &dirs, each);
        } else {
            lower_emit_jump(l, OP_JMP, 0, 0, k->hit);
        }
        lower_emit_label(l, &loop);
        lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    }
    lower_emit_label(l, &skip);
    l->here = here;
}

// --- Abilities that are walked -----------------------------------------------------------------

// The register that holds the cell while abilities are walked: no rule of the author's names it.
static int walk_cell(lower *l) {
    static const ast key;
    return lower_named(l, &key);
}

static void walk_ability(collector *k, const ast *r, const guard *guards) {
    lower *l = k->l;
    const ast *after = l->g->pieces[k->type].after;
    rule_context ctx = {.bound = HERE_OPEN, .type = k->type, .guards = guards};
    rule_context then = {.bound = HERE_MOVED, .type = k->type};
    int next = after ? lower_rule(l, after, then, k->next) : k->next;
    int node = lower_ability(l, r, ctx, next);
    k->walked = k->walked < 0 ? node : lower_new_node(l, N_OR, k->walked, node);
}

// --- Through the abilities ----------------------------------------------------------------

static void ask_ability(collector *k, const ast *r, const guard *guards) {
    lower *l = k->l;
    attack_form form = attack_form_of(l, r, guards, l->g->pieces[k->type].after, k->label);
    if (form == ATTACK_WALKED) {
        if (k->walking) {
            walk_ability(k, r, guards);
        }
        return;
    }
    const ast *m = attack_first_motion(r);
    if (form == ATTACK_NONE || k->walking) {
        return;
    }
    int alone = !is_simple(l, m, guards);
    if (alone && k->emitting) {
        int sets = l->set_top;
        attack_by_motion(k, m, guards);
        lower_free_sets(l, sets);
    }
    if (alone || k->emitting) {
        return;
    }
    value dirs = lower_dirs(l, m->a, "a motion has directions");
    for (int i = 0; dirs.type == V_DIR && i < dirs.count; i++) {
        add_simple(k, dirs.shift[i], m->num == MOTION_SLIDE);
    }
}

// What an ability may begin with, one alternative at a time.
static void visit(collector *k, const ast *r, const guard *guards) {
    lower *l = k->l;
    if (!r || l->broken) {
        return;
    }
    switch ((ast_kind)r->kind) {
    case R_LABEL: {
        const char *saved = k->label;
        k->label = r->name;
        visit(k, r->a, guards);
        k->label = saved;
        break;
    }
    case R_IF: {
        guard g = {r->b, l->env, guards};
        visit(k, r->a, &g);
        break;
    }
    case R_WHERE: {
        binding lets[MAX_WHERES];
        const binding *saved = l->env;
        lower_bind_lets(l, r->list, lets);
        visit(k, r->a, guards);
        l->env = saved;
        break;
    }
    case R_UNION:
        for (const ast *x = r->list; x; x = x->next) {
            visit(k, x, guards);
        }
        break;
    default: ask_ability(k, r, guards); break;
    }
}

static int are_enemies(const lower *l, int one, int other) {
    return l->p->team[one] != l->p->team[other];
}

static void visit_enemies(collector *k) {
    lower *l = k->l;
    for (int t = 0; t < l->g->piece_count; t++) {
        k->type = t;
        for (const ast *r = l->g->pieces[t].abilities; r && !l->g->pieces[t].neutral; r = r->next) {
            k->ability = r;
            visit(k, r, NULL);
        }
    }
}

// --- Code ------------------------------------------------------------------------------------

// A register with the enemy's pieces of these types.
static int types_set(lower *l, int enemy, uint32_t types) {
    int out = lower_new_set(l), first = 1;
    uint32_t all = (1u << l->p->types) - 1;
    if (l->p->at.type == BOARD_NONE || (types & all) == all) {
        return l->p->at.own + enemy;
    }
    for (int t = 0; t < l->p->types; t++) {
        if (types >> t & 1) {
            if (first) {
                lower_emit(l, OP_MOV, out, l->p->at.type + t, 0, 0, 0);
            } else {
                lower_emit(l, OP_OR, out, out, l->p->at.type + t, 0, 0);
            }
            first = 0;
        }
    }
    lower_emit(l, OP_AND, out, out, l->p->at.own + enemy, 0, 0);
    return out;
}

typedef struct group {
    int who, slide;
    uint16_t dirs;
} group;

// Shifts with the same types and form together make one look.
static int make_groups(collector *k, group *out) {
    lower *l = k->l;
    int n = 0;
    for (int i = 0; i < k->count && n < MAX_GROUPS; i++) {
        uint16_t shifts[DIRSET_MAX];
        int m = 0;
        if (k->list[i].done) {
            continue;
        }
        for (int j = i; j < k->count && m < DIRSET_MAX; j++) {
            simple *s = &k->list[j];
            if (s->done || s->slide != k->list[i].slide || s->types != k->list[i].types) {
                continue;
            }
            s->done = 1;
            uint16_t shift = s->slide ? board_shift_back(l->b, s->shift) : s->shift;
            if (shift == BOARD_NONE) {
                continue;
            }
            if (s->slide) {
                board_need_ray(l->b, shift);
            }
            shifts[m++] = shift;
        }
        out[n].slide = k->list[i].slide;
        out[n].dirs = board_dirset(l->b, shifts, m);
        if (!out[n].slide) {
            board_need_near(l->b, out[n].dirs);
        }
        out[n].who = types_set(l, k->enemy, k->list[i].types);
        n++;
    }
    return n;
}

// --- The rule that tries what has to be walked ---------------------------------------------------

// Whether kinds of pieces matter to some ability.
static int is_kind(const ast *n, void *with) {
    const lower *l = with;
    return !((n->kind == A_TITLE || n->kind == A_OWNED) && lower_find_type(l, n->name) >= 0);
}

static int kinds_matter(lower *l) {
    int plain = 1;
    for (int t = 0; t < l->g->piece_count; t++) {
        plain = plain && scan_tree(l->g->pieces[t].abilities, is_kind, l) &&
                scan_tree(l->g->pieces[t].after, is_kind, l);
    }
    for (int i = 0; i < l->g->def_count; i++) {
        plain = plain && scan_tree(l->g->defs[i].body, is_kind, l);
    }
    return !plain;
}

// A node that puts a piece of `me` on the cell, of any kind that matters.
static int put_some_piece(lower *l, int me, int next) {
    int all = -1, every = kinds_matter(l);
    for (int t = 0; t < l->p->types && (all < 0 || every); t++) {
        if (l->g->pieces[t].neutral) {
            continue;
        }
        int node = lower_new_node(l, N_DO, next, 0);
        uint32_t code = lower_begin_code(l);
        lower_emit(l, OP_PUT, walk_cell(l), me, t, 0, 0);
        lower_end_code(l, 1);
        l->p->node[node].code = code;
        all = all < 0 ? node : lower_new_node(l, N_OR, all, node);
    }
    return all < 0 ? next : all;
}

// Code that answers whether a piece of `me` stands on the cell (`want`), or not.
static uint32_t stands_code(lower *l, int me, int want) {
    label no = {0};
    uint32_t code = lower_begin_code(l);
    int men = l->p->at.own + me;
    if (l->p->at.later != BOARD_NONE) { // taken when the turn ends
        men = lower_new_set(l);
        lower_emit(l, OP_ANDN, men, l->p->at.own + me, l->p->at.later, 0, 0);
    }
    lower_emit_jump(l, want ? OP_JAPART : OP_JMEET, walk_cell(l), men, &no);
    lower_end_code(l, 1);
    lower_emit_label(l, &no);
    lower_end_code(l, 0);
    return code;
}

// A rule for the cell in `here`: with a piece of `me` there, does an enemy take it? -1 = nothing has
// to be walked.
static int walk_rule(lower *l, int me) {
    collector k = {.l = l, .walking = 1, .walked = -1, .victim = me};
    k.next = lower_new_node(l, N_TEST, 0, 0);
    l->p->node[k.next].code = stands_code(l, me, 0);
    for (int e = 0; e < l->p->players; e++) {
        if (are_enemies(l, e, me)) {
            l->me = k.enemy = e;
            visit_enemies(&k);
        }
    }
    l->me = me;
    if (k.walked < 0) {
        return -1;
    }
    int there = lower_new_node(l, N_WHEN, k.walked, put_some_piece(l, me, k.walked));
    l->p->node[there].code = stands_code(l, me, 1);
    int cell = lower_new_node(l, N_FOR, there, 0);
    uint32_t code = lower_begin_code(l);
    lower_emit(l, OP_RETS, l->p->at.here, 0, 0, 0, 0);
    l->p->node[cell].code = code;
    l->p->node[cell].reg = (uint16_t)walk_cell(l);
    return cell;
}

// The same, in the middle of other code, which jumps over it.
static int walk_rule_aside(lower *l, int me) {
    int sets = l->set_top, nums = l->num_top, here = l->here;
    label over = {0};
    if (!l->has->attack_walks) {
        return -1;
    }
    lower_emit_jump(l, OP_JMP, 0, 0, &over);
    int node = walk_rule(l, me);
    lower_emit_label(l, &over);
    l->here = here;
    l->num_top = nums;
    lower_free_sets(l, sets);
    return node;
}

// --- All of it -------------------------------------------------------------------------------

enum { MAX_KINDS = 8 };

typedef struct looks {
    group group[MAX_PLAYERS][MAX_KINDS];
    int count[MAX_PLAYERS];
} looks;

// The pieces are the same for all cells; they are collected before the loop.
static void collect_looks(lower *l, int me, looks *out) {
    for (int e = 0; e < l->p->players; e++) {
        group all[MAX_GROUPS];
        collector k = {.l = l, .enemy = e, .victim = me, .cell = NO_REG};
        out->count[e] = 0;
        if (!are_enemies(l, e, me)) {
            continue;
        }
        l->me = e;
        visit_enemies(&k);
        out->count[e] = make_groups(&k, all);
        if (out->count[e] > MAX_KINDS) {
            lower_too_big(l, k.ability->at, "kinds of attack");
            out->count[e] = MAX_KINDS;
        }
        memcpy(out->group[e], all, (size_t)out->count[e] * sizeof *all);
    }
    l->me = me;
}

// Jumps to `hit` if the cell is attacked by player `e`.
static void ask_player(lower *l, int me, int e, const looks *seen, int cell, int empty,
                       label *hit) {
    int look = lower_new_set(l);
    for (int i = 0; i < seen->count[e]; i++) {
        const group *g = &seen->group[e][i];
        if (g->slide) {
            lower_emit(l, OP_SIGHT, look, cell, g->dirs, empty, 0);
        } else {
            lower_emit(l, OP_NEARB, look, cell, g->dirs, 0, 0);
        }
        lower_emit_jump(l, OP_JMEET, look, g->who, hit);
    }
    collector k = {.l = l, .enemy = e, .victim = me, .cell = cell, .hit = hit, .emitting = 1};
    l->me = e;
    visit_enemies(&k);
    l->me = me;
}

int lower_attacked(lower *l, int cells, label *hit) {
    const binding *env = l->env;
    int me = l->me, here = l->here, result = NO_REG;
    label found = {0}, done = {0};
    looks seen;
    int iter = lower_new_set(l), cell = lower_new_set(l);
    if (l->in_attack) {
        return cells;
    }
    l->in_attack = 1;
    l->env = NULL;
    l->shared_count = 0;
    int walk = walk_rule_aside(l, me);
    lower_emit(l, OP_MOV, iter, cells, 0, 0, 0);
    if (!hit) {
        result = lower_new_set(l);
        lower_emit(l, OP_ZERO, result, 0, 0, 0, 0);
    }
    int empty = lower_empty(l);
    collect_looks(l, me, &seen);
    label *yes = hit ? hit : &found;
    uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, cell, iter, &done);
    for (int e = 0; e < l->p->players; e++) {
        if (are_enemies(l, e, me)) {
            label away = {0};
            lower_jump_if_out(l, e, &away);
            ask_player(l, me, e, &seen, cell, empty, yes);
            lower_emit_label(l, &away);
        }
    }
    if (walk >= 0) {
        lower_emit_jump(l, OP_JCAN, walk, cell, yes);
    }
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    if (!hit) {
        lower_emit_label(l, &found);
        lower_emit(l, OP_OR, result, result, cell, 0, 0);
        lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    }
    lower_emit_label(l, &done);
    l->me = me;
    l->here = here;
    l->env = env;
    l->in_attack = 0;
    l->shared_count = 0;
    return result;
}

// --- Beforehand --------------------------------------------------------------------------------

static int has_walked(lower *l, const ast *r, const guard *guards, const decl_piece *d,
                      const char *name) {
    int found = 0;
    switch ((ast_kind)r->kind) {
    case R_LABEL: return has_walked(l, r->a, guards, d, r->name);
    case R_IF: {
        guard g = {r->b, l->env, guards};
        return has_walked(l, r->a, &g, d, name);
    }
    case R_WHERE: {
        binding lets[MAX_WHERES];
        const binding *saved = l->env;
        lower_bind_lets(l, r->list, lets);
        found = has_walked(l, r->a, guards, d, name);
        l->env = saved;
        return found;
    }
    case R_UNION:
        for (const ast *x = r->list; x; x = x->next) {
            found |= has_walked(l, x, guards, d, name);
        }
        return found;
    default: return attack_form_of(l, r, guards, d->after, name) == ATTACK_WALKED;
    }
}

int attack_walks(lower *l) {
    int found = 0;
    for (int t = 0; t < l->g->piece_count; t++) {
        const decl_piece *d = &l->g->pieces[t];
        for (const ast *r = d->abilities; r && !d->neutral; r = r->next) {
            found |= has_walked(l, r, NULL, d, NULL);
        }
    }
    return found;
}
