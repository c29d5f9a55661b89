// SPDX-License-Identifier: MIT
//
// Which abilities can attack, and how each is asked: most are one motion that can be turned round, from
// the cell to the pieces it may come from. What depends on other pieces, goes on for several steps or
// takes elsewhere than it lands is walked.
#include "lang/lower/attack.h"

#include <string.h>

// --- What a set covers ------------------------------------------------------------------

static int is_direction(lower *l, const ast *e) {
    static const char *const words[] = {"any",      "orthogonal", "diagonal", "forward",
                                        "backward", "sideways",   "leftward", "rightward"};
    if (e->kind == A_VEC || e->kind == A_TOWARD || e->kind == A_NEG || e->kind == A_MUL) {
        return 1;
    }
    if (e->kind == A_UNION || e->kind == A_ADD) {
        return is_direction(l, e->a);
    }
    int found = e->kind == A_WORD && board_dir_find(l->b, e->name) >= 0;
    for (size_t i = 0; e->kind == A_WORD && i < sizeof words / sizeof *words; i++) {
        found |= strcmp(words[i], e->name) == 0;
    }
    return found;
}

// What does not speak of pieces is the same with one more of them.
static cover cover_plain(lower *l, const ast *e) {
    return lower_mentions_pieces(l, e) || lower_mentions_here(l, e) ? COVER_HARD : COVER_REGION;
}

static cover cover_word(lower *l, const ast *e) {
    const binding *b = lower_find_binding(l, e->name), *saved = l->env;
    const decl_def *d = b ? NULL : lower_find_def(l, e->name);
    if (b && b->kind == BIND_VALUE) {
        return COVER_HARD;
    }
    if (b || (d && !d->is_rule && !d->param_count && !d->busy)) {
        l->env = b ? b->env : NULL;
        cover c = attack_cover(l, b ? b->let : d->body);
        l->env = saved;
        return c;
    }
    if (strcmp(e->name, "enemy") == 0 || strcmp(e->name, "pieces") == 0 ||
        strcmp(e->name, "board") == 0) {
        return COVER_ALWAYS;
    }
    if (strcmp(e->name, "empty") == 0 || strcmp(e->name, "mine") == 0 ||
        strcmp(e->name, "neutral") == 0) {
        return COVER_NEVER;
    }
    return cover_plain(l, e);
}

static int names_type(const lower *l, const ast *e) {
    return (e->kind == A_TITLE || e->kind == A_OWNED) && lower_find_type(l, e->name) >= 0;
}

// A piece's kind is known where one of mine stands; elsewhere it could be any.
static cover cover_kind(lower *l, const ast *e) {
    if (e->kind == A_TITLE) {
        int player = lower_find_player(l, e->name);
        return names_type(l, e) ? COVER_REGION : player == l->me ? COVER_NEVER : COVER_HARD;
    }
    if (names_type(l, e)) {
        return e->flag ? COVER_REGION : COVER_NEVER;
    }
    return cover_plain(l, e);
}

static cover cover_union(lower *l, const ast *e) {
    cover a = attack_cover(l, e->a), b = attack_cover(l, e->b);
    if (a == COVER_ALWAYS || b == COVER_ALWAYS) return COVER_ALWAYS;
    return a > b ? a : b;
}

static cover cover_meet(lower *l, const ast *e) {
    cover a = attack_cover(l, e->a), b = attack_cover(l, e->b);
    if (a == COVER_NEVER || b == COVER_NEVER) return COVER_NEVER;
    // Each could be true of some kind of piece, and both together of none.
    if (a == COVER_REGION && b == COVER_REGION && lower_mentions_pieces(l, e->a) &&
        lower_mentions_pieces(l, e->b)) {
        return COVER_HARD;
    }
    return a > b ? a : b;
}

static cover cover_minus(lower *l, const ast *e) {
    if (is_direction(l, e->b)) {
        return cover_plain(l, e);
    }
    cover a = attack_cover(l, e->a), b = attack_cover(l, e->b);
    if (a == COVER_NEVER || b == COVER_ALWAYS) return COVER_NEVER;
    if (b == COVER_NEVER) return a;
    if (b == COVER_HARD || a == COVER_HARD || lower_mentions_pieces(l, e->b)) return COVER_HARD;
    return COVER_REGION;
}

cover attack_cover(lower *l, const ast *to) {
    switch ((ast_kind)to->kind) {
    case A_WORD: return cover_word(l, to);
    case A_TITLE:
    case A_OWNED: return cover_kind(l, to);
    case A_UNION: return cover_union(l, to);
    case A_MEET: return cover_meet(l, to);
    case A_SUB: return cover_minus(l, to);
    default: return cover_plain(l, to);
    }
}

cover attack_landing(lower *l, const ast *m) {
    return m->b ? attack_cover(l, m->b) : m->num >= MOTION_HOP ? COVER_NEVER : COVER_ALWAYS;
}

// --- What a rule may do -----------------------------------------------------------------

typedef struct taking {
    lower *l;
    int found;
    int strict; // only what is certainly meant to take
} taking;

static int look_for_taking(const ast *n, void *with) {
    taking *t = with;
    switch ((ast_kind)n->kind) {
    case R_MOTION: t->found |= n->c || attack_landing(t->l, n) != COVER_NEVER; break;
    case R_PLACE: t->found |= !lower_is_empty_set(t->l, n->a); break;
    case R_BECOMES: t->found |= !n->flag; break;
    case R_REMOVE:
    case R_TAKE:
    case R_PUT:
    case R_PUT_LIKE:
    case R_CLOSE: t->found = 1; break;
    case R_BRING:
    case R_REF:
    case R_MOVE: t->found |= !t->strict; break;
    default: break;
    }
    return !t->found;
}

static int may_take(lower *l, const ast *r, int strict) {
    taking t = {.l = l, .strict = strict};
    if (r) {
        ast only = *r;
        only.next = NULL;
        scan_tree(&only, look_for_taking, &t);
    }
    return t.found;
}

// Whether a consequence neither fails nor takes or puts a piece.
static int is_harmless(const ast *r) {
    switch ((ast_kind)r->kind) {
    case R_BECOMES: return r->flag;
    case R_ASSIGN:
    case R_AGAIN:
    case R_NEXT_PLAYER:
    case R_OUTCOME:
    case R_NOTHING: return 1;
    case R_WHEN: return is_harmless(r->b) && (!r->c || is_harmless(r->c));
    case R_LABEL: return is_harmless(r->a);
    case R_SEQ:
        for (const ast *x = r->list; x; x = x->next) {
            if (!is_harmless(x)) {
                return 0;
            }
        }
        return 1;
    default: return 0;
    }
}

const ast *attack_first_motion(const ast *r) {
    if (r->kind == R_MOTION) {
        return r;
    }
    if (r->kind != R_SEQ || !r->list || r->list->kind != R_MOTION) {
        return NULL;
    }
    for (const ast *x = r->list->next; x; x = x->next) {
        if (!is_harmless(x)) {
            return NULL;
        }
    }
    return r->list;
}

// --- How it is asked --------------------------------------------------------------------

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

static int find_motion(const ast *n, void *with) {
    const ast **found = with;
    if (n->kind == R_MOTION) {
        *found = n;
    }
    return !*found;
}

static void refuse_loop(lower *l, const ast *r, const ast *cond, const char *name) {
    const ast *m = NULL;
    ast only = *r;
    only.next = NULL;
    scan_tree(&only, find_motion, &m);
    diag *d = diag_add(l->diags, DIAG_ATTACK_LOOP, m ? m->at : r->at,
                       name ? "`%s` asks which squares are attacked, but could itself attack"
                            : "this move asks which squares are attacked, but could itself attack",
                       name);
    if (cond) {
        diag_also(d, asking_part(l, cond)->at, "asked here");
    }
    if (!m || m->b || m->c) {
        diag_note(d, "it may take a piece");
        return;
    }
    diag_note(d, "with no `to`, a %s may capture",
              m->num == MOTION_LEAP   ? "leap"
              : m->num == MOTION_STEP ? "step"
                                      : "slide");
    diag_help(d, "if it never captures, say so:   %s%s%.*s to empty if …", name ? name : "",
              name ? ": " : "", (int)(m->end - m->pos), m->src + m->pos);
}

// What a rule calls itself, and its condition that asks about attacks.
typedef struct asking {
    lower *l;
    const char *name;
    const ast *cond;
} asking;

static int find_asking(const ast *n, void *with) {
    asking *a = with;
    if (n->kind == R_LABEL && !a->name) {
        a->name = n->name;
    }
    if (n->kind == R_IF && !a->cond && asks_attacks(a->l, n->b)) {
        a->cond = n->b;
    }
    return 1;
}

// The condition among the guards that asks about attacks, or NULL.
static const ast *asking_guard(lower *l, const guard *guards) {
    const binding *saved = l->env;
    const ast *found = NULL;
    for (const guard *g = guards; g && !found; g = g->up) {
        l->env = g->env;
        found = asks_attacks(l, g->cond) ? g->cond : NULL;
    }
    l->env = saved;
    return found;
}

static int any_guard_mentions(lower *l, const guard *guards, int (*what)(lower *l, const ast *e)) {
    const binding *saved = l->env;
    int found = 0;
    for (const guard *g = guards; g; g = g->up) {
        l->env = g->env;
        found |= what(l, g->cond);
    }
    l->env = saved;
    return found;
}

static int mentions_last(lower *l, const ast *e) {
    return lower_mentions_word(l, e, "last");
}

// Whether a motion can be followed back from where it takes. On boards that wrap, and on graphs, it may
// lead back to where it began.
static int can_turn(lower *l, const ast *m, const guard *guards) {
    const board *b = l->b;
    if (!m->a || lower_mentions_here(l, m->a) || !b->lattice || b->wrap_x || b->wrap_y ||
        any_guard_mentions(l, guards, lower_mentions_pieces)) {
        return 0;
    }
    if (m->num == MOTION_HOP) {
        int takes_it = m->c && m->c->kind == A_WORD && strcmp(m->c->name, "it") == 0;
        return takes_it && !m->b && !l->has->later && attack_cover(l, m->list) == COVER_ALWAYS;
    }
    int straight = m->num != MOTION_SLIDE || !(m->flag & MOTION_FURTHEST);
    return m->num <= MOTION_SLIDE && straight && !m->c && attack_landing(l, m) != COVER_HARD;
}

attack_form attack_form_of(lower *l, const ast *r, const guard *guards, const ast *after,
                           const char *name) {
    const ast *asked = asking_guard(l, guards), *m = attack_first_motion(r);
    if (asked || asks_attacks(l, r)) {
        asking found = {l, name, asked};
        ast only = *r;
        only.next = NULL;
        scan_tree(&only, find_asking, &found);
        if (may_take(l, r, 1)) {
            refuse_loop(l, r, found.cond, found.name);
        }
        return ATTACK_NONE;
    }
    if (any_guard_mentions(l, guards, mentions_last) || mentions_last(l, r) ||
        !(may_take(l, r, 0) || may_take(l, after, 0))) {
        return ATTACK_NONE;
    }
    return m && can_turn(l, m, guards) && (!after || is_harmless(after)) ? ATTACK_TURNED
                                                                         : ATTACK_WALKED;
}
