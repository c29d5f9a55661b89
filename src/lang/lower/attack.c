// SPDX-License-Identifier: MIT
//
// `attacked`, turned round: from the cell asked about, look outward through every
// enemy ability reversed, instead of listing what each enemy could do.
//
// A cell is attacked when an enemy ability, ignoring turn structure and `require`,
// would remove a piece of ours standing there. So the `to` of a motion is read as
// if our piece stood on the cell: `enemy` and `pieces` are true, `empty` is false.
// Abilities that ask about `last` or about attacks themselves take no part; the
// latter must not capture (error 8).
#include "lang/lower/lower.h"

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
    int cell;     // register of the cell asked about
    label *hit;   // where to go when it is attacked
    int emitting; // second pass: motions that need code of their own
    const ast *label_at;
    const char *label; // of the ability we are in, or NULL
} collector;

// --- What a motion can capture ---------------------------------------------------------

// 1: landing removes an enemy piece; 0: never.
static int lands_on_enemy(lower *l, const ast *to) {
    if (!to) {
        return 1;
    }
    switch ((ast_kind)to->kind) {
    case A_WORD: {
        const binding *b = lower_find_binding(l, to->name);
        if (b && b->kind == BIND_LET) {
            return lands_on_enemy(l, b->let);
        }
        return strcmp(to->name, "enemy") == 0 || strcmp(to->name, "pieces") == 0 ||
               strcmp(to->name, "board") == 0;
    }
    case A_UNION: return lands_on_enemy(l, to->a) || lands_on_enemy(l, to->b);
    case A_MEET: return lands_on_enemy(l, to->a) || lands_on_enemy(l, to->b);
    case A_SUB: return lands_on_enemy(l, to->a);
    case A_TITLE:
    case A_OWNED: return 1;
    default: return 0;
    }
}

static int captures_hopped(const ast *m) {
    return m->c && m->c->kind == A_WORD && strcmp(m->c->name, "it") == 0 && m->num >= MOTION_HOP;
}

static int asks_attacks(lower *l, const ast *e) {
    return lower_mentions_word(l, e, "attacked") || lower_mentions_word(l, e, "safe");
}

// The part of a conjunction that asks about attacks.
static const ast *asking_part(lower *l, const ast *cond) {
    while (cond->kind == A_AND) {
        cond = asks_attacks(l, cond->b) ? cond->b : cond->a;
    }
    return cond;
}

static void refuse_loop(lower *l, const ast *m, const ast *cond, const char *name) {
    diag *d = diag_add(l->diags, DIAG_ATTACK_LOOP, m->at,
                       name ? "`%s` asks which squares are attacked, but could itself attack"
                            : "this move asks which squares are attacked, but could itself attack",
                       name);
    diag_note(d, "with no `to`, a %s may capture",
              m->num == MOTION_LEAP   ? "leap"
              : m->num == MOTION_STEP ? "step"
                                      : "slide");
    diag_also(d, asking_part(l, cond)->at, "asked here");
    diag_help(d, "if it never captures, say so:   %s%s%.*s to empty if …", name ? name : "",
              name ? ": " : "", (int)(m->end - m->pos), m->src + m->pos);
}

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
        lower_too_big(k->l, k->label_at->at, "directions of attack");
    }
}

static int plain_target(const ast *to) {
    return !to ||
           (to->kind == A_WORD &&
            (strcmp(to->name, "enemy") == 0 || strcmp(to->name, "pieces") == 0)) ||
           (to->kind == A_UNION && plain_target(to->a) + plain_target(to->b) > 0);
}

static int is_simple(lower *l, const ast *m, const guard *guards) {
    (void)l;
    return !guards && m->a && plain_target(m->b) && m->num <= MOTION_SLIDE && !m->flag;
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
static void attack_by_hop(collector *k, const ast *m, const value *dirs, int who) {
    lower *l = k->l;
    int target = m->b ? lower_set(l, m->b, "a hop lands on cells") : lower_empty(l);
    int empty = lower_empty(l);
    for (int i = 0; i < dirs->count; i++) {
        int beyond = lower_new_set(l), from = lower_new_set(l);
        label next = {0};
        lower_emit(l, OP_SHIFT, beyond, k->cell, dirs->shift[i], 0, 0);
        lower_emit_jump(l, OP_JAPART, beyond, target, &next);
        if (m->num == MOTION_HOP) {
            lower_emit(l, OP_BACK, from, k->cell, dirs->shift[i], 0, 0);
        } else {
            uint16_t s = board_shift_back(l->b, dirs->shift[i]);
            if (s == BOARD_NONE) {
                continue;
            }
            board_need_ray(l->b, s);
            lower_emit(l, OP_SIGHT, from, k->cell, board_dirset(l->b, &s, 1), empty, 0);
        }
        lower_emit_jump(l, OP_JMEET, from, who, k->hit);
        lower_emit_label(l, &next);
    }
}

static void attack_by_vault_landing(collector *k, const ast *m, const value *dirs, int who) {
    lower *l = k->l;
    int over = lower_set(l, m->list, "a vault crosses cells"), empty = lower_empty(l);
    int out = lower_new_set(l);
    for (int i = 0; i < dirs->count; i++) {
        board_need_ray(l->b, dirs->shift[i]);
    }
    lower_emit(l, OP_VAULT, out, who, board_dirset(l->b, dirs->shift, dirs->count), empty, over);
    lower_emit_jump(l, OP_JMEET, out, k->cell, k->hit);
}

static void attack_by_motion(collector *k, const ast *m, const guard *guards) {
    lower *l = k->l;
    label skip = {0};
    int here = l->here, who = attackers(k);
    for (const guard *g = guards; g; g = g->up) {
        const binding *env = l->env;
        l->env = g->env;
        if (lower_can_lift(l, g->cond)) {
            lower_emit(l, OP_AND, who, who, lower_lift_cond(l, g->cond), 0, 0);
        }
        l->env = env;
    }
    value dirs = m->a ? lower_dirs(l, m->a, "a motion has directions") : lower_value_of_int(0);
    if (m->num >= MOTION_HOP) {
        if (captures_hopped(m)) {
            attack_by_hop(k, m, &dirs, who);
        } else if (m->num == MOTION_VAULT) {
            attack_by_vault_landing(k, m, &dirs, who);
        }
        return;
    }
    int from = m->a && dirs.type == V_DIR ? candidates(k, m, &dirs, who) : who;
    int each = lower_new_set(l);
    label loop = {0};
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
    lower_emit_jump(l, OP_JMP, 0, 0, k->hit);
    lower_emit_label(l, &loop);
    lower_emit(l, OP_JMP, (int)top, 0, 0, 0, 0);
    lower_emit_label(l, &skip);
    l->here = here;
}

// --- Through the abilities ----------------------------------------------------------------

static void visit_motion(collector *k, const ast *m, const guard *guards) {
    lower *l = k->l;
    int captures = m->num >= MOTION_HOP ? captures_hopped(m) || (m->b && lands_on_enemy(l, m->b))
                                        : lands_on_enemy(l, m->b);
    if (!captures) {
        return;
    }
    for (const guard *g = guards; g; g = g->up) {
        if (asks_attacks(l, g->cond)) {
            refuse_loop(l, m, g->cond, k->label);
            return;
        }
        if (lower_mentions_word(l, g->cond, "last")) {
            return;
        }
    }
    if (m->b && lower_mentions_word(l, m->b, "last")) {
        return;
    }
    if (!is_simple(l, m, guards)) {
        if (k->emitting) {
            int sets = l->set_top;
            attack_by_motion(k, m, guards);
            l->set_top = sets;
        }
        return;
    }
    if (k->emitting) {
        return;
    }
    value dirs = lower_dirs(l, m->a, "a motion has directions");
    for (int i = 0; dirs.type == V_DIR && i < dirs.count; i++) {
        add_simple(k, dirs.shift[i], m->num == MOTION_SLIDE);
    }
}

// The first motions of a rule; what comes after them is turn structure.
static void visit(collector *k, const ast *r, const guard *guards) {
    lower *l = k->l;
    if (!r || l->broken) {
        return;
    }
    switch ((ast_kind)r->kind) {
    case R_MOTION: visit_motion(k, r, guards); break;
    case R_LABEL: {
        const char *saved = k->label;
        k->label = r->name;
        visit(k, r->a, guards);
        k->label = saved;
        break;
    }
    case R_OPTIONAL:
    case R_REPEAT:
    case R_LONGEST: visit(k, r->a, guards); break;
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
    case R_SEQ: visit(k, r->list, guards); break;
    case R_UNION:
        for (const ast *x = r->list; x; x = x->next) {
            visit(k, x, guards);
        }
        break;
    case R_ELSE:
        visit(k, r->a, guards);
        visit(k, r->b, guards);
        break;
    case R_FOR: {
        // Only a motion that cannot capture may stand in here; it is checked, not used.
        binding b;
        const binding *saved = l->env;
        memset(&b, 0, sizeof b);
        b.name = r->name;
        b.kind = BIND_VALUE;
        b.v = lower_value_of_set(k->cell == NO_REG ? l->p->at.here : k->cell, 0);
        b.up = l->env;
        l->env = &b;
        visit(k, r->b, guards);
        l->env = saved;
        break;
    }
    default: break;
    }
}

static void visit_enemies(collector *k) {
    lower *l = k->l;
    for (int t = 0; t < l->g->piece_count; t++) {
        k->type = t;
        for (const ast *r = l->g->pieces[t].abilities; r; r = r->next) {
            k->label_at = r;
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

int lower_attacked(lower *l, int cells, label *hit) {
    const binding *env = l->env;
    int me = l->me, here = l->here, result = NO_REG;
    label found = {0}, done = {0};
    int iter = lower_new_set(l), cell = lower_new_set(l);
    if (l->in_attack) {
        return cells;
    }
    l->in_attack = 1;
    l->env = NULL;
    lower_emit(l, OP_MOV, iter, cells, 0, 0, 0);
    if (!hit) {
        result = lower_new_set(l);
        lower_emit(l, OP_ZERO, result, 0, 0, 0, 0);
    }
    // The pieces are the same for all cells; they are collected before the loop.
    static const collector fresh;
    collector one[1];
    group groups[MAX_PLAYERS][8];
    int counts[MAX_PLAYERS] = {0};
    int empty = lower_empty(l);
    for (int e = 0; e < l->p->players; e++) {
        if (e == me) {
            continue;
        }
        group all[MAX_GROUPS];
        one[0] = fresh;
        one[0].l = l;
        one[0].enemy = e;
        one[0].cell = NO_REG;
        l->me = e;
        visit_enemies(&one[0]);
        counts[e] = make_groups(&one[0], all);
        if (counts[e] > 8) {
            lower_too_big(l, one[0].label_at->at, "kinds of attack");
            counts[e] = 8;
        }
        memcpy(groups[e], all, (size_t)counts[e] * sizeof *all);
    }
    uint32_t top = lower_emit_here(l);
    lower_emit_jump(l, OP_EACH, cell, iter, &done);
    int look = lower_new_set(l);
    for (int e = 0; e < l->p->players; e++) {
        for (int i = 0; i < counts[e]; i++) {
            const group *g = &groups[e][i];
            if (g->slide) {
                lower_emit(l, OP_SIGHT, look, cell, g->dirs, empty, 0);
            } else {
                lower_emit(l, OP_NEARB, look, cell, g->dirs, 0, 0);
            }
            lower_emit_jump(l, OP_JMEET, look, g->who, hit ? hit : &found);
        }
        if (e != me) {
            one[0] = fresh;
            one[0].l = l;
            one[0].enemy = e;
            one[0].cell = cell;
            one[0].hit = hit ? hit : &found;
            one[0].emitting = 1;
            l->me = e;
            visit_enemies(&one[0]);
        }
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
    return result;
}
