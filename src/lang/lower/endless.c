// SPDX-License-Identifier: MIT
//
// Whether a `repeat` comes to an end: every pass must use something up. Men are taken off, cells are
// filled, a hand or an area empties, a var runs towards the end of its range, nothing is crossed twice, or the
// piece only ever goes one way. Where none of it can be seen, error 31.
#include "lang/lower/lower.h"

#include <stdio.h>
#include <string.h>

// What a pass uses up, as bits. Men and room are the two sides of one scale: whoever takes off and
// puts on in one pass gets nowhere.
enum { USES_MEN = 1, USES_ROOM = 2, USES_OTHER = 4, MAX_NESTED = 16 };

typedef struct loop_search {
    lower *l;
    int adds, takes; // somewhere in a pass
    uint32_t fills;  // areas that something is brought to, as bits
    const ast *seq;  // the steps around
    int depth;
    uint64_t seen;   // definitions
    int seen_motion; // what comes after it
} loop_search;

// The area that a step puts new things in, or -1.
static int put_in_area(lower *l, const ast *n) {
    int player;
    const int puts = n->kind == R_PUT || n->kind == R_PUT_LIKE || n->kind == R_THROW;
    return puts && n->a ? lower_area_of(l, n->a, &player) : -1;
}

// --- What a pass may do ------------------------------------------------------------------

static int note_changes(const ast *n, void *with) {
    loop_search *s = with;
    s->adds |= n->kind == R_PLACE || n->kind == R_PUT || n->kind == R_PUT_LIKE;
    s->takes |= n->kind == R_REMOVE || n->kind == R_TAKE;
    const int named =
        n->kind == R_BRING && (n->b->kind == A_WORD || n->b->kind == A_OWNED || n->b->kind == A_OF);
    const int area = named ? lower_find_area(s->l, n->b->name) : put_in_area(s->l, n);
    s->fills |= area >= 0 ? 1u << area : 0;
    if (n->kind == R_MOTION) {
        s->takes |= n->c || !n->b || !lower_is_empty_set(s->l, n->b);
    }
    const decl_def *d = n->kind == R_REF ? lower_find_def(s->l, n->name) : NULL;
    uint64_t bit = d ? (uint64_t)1 << (d - s->l->g->defs) : 0;
    if (d && !(s->seen & bit)) {
        s->seen |= bit;
        scan_tree(d->body, note_changes, s);
    }
    if (!s->seen_motion && (n->kind == R_MOVE || (n->kind == R_REF && !d))) {
        s->seen_motion = 1;
        for (int i = 0; i < s->l->g->piece_count; i++) {
            scan_tree(s->l->g->pieces[i].after, note_changes, s);
        }
    }
    return 1;
}

// Whether a piece stands on every cell of a set.
static int is_occupied(lower *l, const ast *e) {
    switch ((ast_kind)e->kind) {
    case A_WORD:
        return !lower_find_binding(l, e->name) &&
               (strcmp(e->name, "enemy") == 0 || strcmp(e->name, "mine") == 0 ||
                strcmp(e->name, "pieces") == 0 || strcmp(e->name, "neutral") == 0);
    case A_TITLE: return 1;
    case A_OWNED: return lower_find_type(l, e->name) >= 0;
    case A_UNION: return is_occupied(l, e->a) && is_occupied(l, e->b);
    case A_MEET: return is_occupied(l, e->a) || is_occupied(l, e->b);
    case A_SUB: return is_occupied(l, e->a);
    default: return 0;
    }
}

// --- One way -----------------------------------------------------------------------------

// Whether all steps lead up one slope, so that nobody comes back.
static int goes_one_way(lower *l, const ast *m) {
    const board *b = l->b;
    if (!m->a || lower_mentions_here(l, m->a)) {
        return 0;
    }
    uint32_t before = lower_emit_here(l);
    value dirs = lower_dirs(l, m->a, "a motion has directions");
    l->p->code_count = before;
    if (dirs.type != V_DIR || !dirs.count) {
        return 0;
    }
    if (b->kind == BOARD_TRACK) {
        return dirs.count == 1;
    }
    if (!b->lattice || b->wrap_x || b->wrap_y) {
        return 0;
    }
    for (int slope = 0; slope < 9; slope++) {
        int x = slope % 3 - 1, y = slope / 3 - 1, up = 1;
        for (int i = 0; i < dirs.count; i++) {
            const board_shift *s = &b->shift[dirs.shift[i]];
            up = up && s->dx * x + s->dy * y > 0;
        }
        if (up) {
            return 1;
        }
    }
    return 0;
}

// --- What a pass surely uses up ---------------------------------------------------------

static int uses(loop_search *s, const ast *r);

int lower_takes_crossed(lower *l, const ast *m) {
    int wraps = !l->b->lattice || l->b->wrap_x || l->b->wrap_y; // a vault may cross others there
    return m->c && m->c->kind == A_WORD && strcmp(m->c->name, "it") == 0 &&
           !lower_find_binding(l, "it") &&
           (m->num == MOTION_HOP || (m->num == MOTION_VAULT && !wraps)) && is_occupied(l, m->list);
}

// `enemy - this.over`: what it crosses, it has not crossed before.
static int crosses_anew(lower *l, const ast *e) {
    const ast *b = e->kind == A_SUB ? e->b : NULL;
    if (b && b->kind == A_MEMBER && b->a->kind == A_WORD && strcmp(b->a->name, "this") == 0 &&
        strcmp(b->name, "over") == 0 && !lower_find_binding(l, "this")) {
        return 1;
    }
    return (e->kind == A_SUB || e->kind == A_MEET) &&
           (crosses_anew(l, e->a) || (e->kind == A_MEET && crosses_anew(l, e->b)));
}

// The least that a chosen number can be is one.
static int is_at_least_one(const ast *n, const ast *seq) {
    if (!n || n->kind == A_NUM) {
        return !n || n->num > 0;
    }
    for (const ast *x = seq; n->kind == A_WORD && x; x = x->next) {
        if (x->kind == R_CHOOSE && x->flag && strcmp(x->name, n->name) == 0) {
            return x->a->kind == A_NUM && x->a->num > 0;
        }
    }
    return 0;
}

// The area from which one thing was chosen by this name, or -1.
static int area_chosen_from(loop_search *s, const ast *name) {
    int player;
    for (const ast *x = s->seq; name->kind == A_WORD && x; x = x->next) {
        if (x->kind == R_CHOOSE && !x->flag && strcmp(x->name, name->name) == 0) {
            return lower_area_of(s->l, x->a, &player);
        }
    }
    return -1;
}

// What was chosen from an area leaves the game, and nothing comes to that area.
static int uses_remove(loop_search *s, const ast *r) {
    const int chosen = r->flag ? -1 : area_chosen_from(s, r->a);
    return chosen >= 0 && !(s->fills >> chosen & 1) ? USES_OTHER : 0;
}

// Something leaves an area that nothing comes to. (`if lifted` or the like keeps it from going on without.)
static int uses_bring(loop_search *s, const ast *r) {
    const int chosen = r->flag ? -1 : area_chosen_from(s, r->a);
    if (chosen >= 0 && !(s->fills >> chosen & 1)) {
        return USES_OTHER;
    }
    int player, area = lower_area_of(s->l, r->a, &player);
    return area >= 0 && !(s->fills >> area & 1) && r->flag & PART_OF &&
                   is_at_least_one(r->c, s->seq)
               ? USES_OTHER
               : 0;
}

static int uses_motion(loop_search *s, const ast *m) {
    lower *l = s->l;
    int found = lower_takes_crossed(l, m) || (m->b && is_occupied(l, m->b)) ? USES_MEN : 0;
    if (goes_one_way(l, m) || (m->num == MOTION_HOP && crosses_anew(l, m->list))) {
        found |= USES_OTHER;
    }
    return found;
}

static int uses_abilities(loop_search *s, const char *only) {
    int all = -1;
    for (int i = 0; i < s->l->g->piece_count; i++) {
        for (const ast *r = s->l->g->pieces[i].abilities; r; r = r->next) {
            if (!only || lower_has_label(r, only)) {
                int one = uses(s, r);
                all = all < 0 ? one : all & one;
            }
        }
    }
    return all < 0 ? 0 : all;
}

// What a definition does depends on what it is called with.
static int uses_definition(loop_search *s, const ast *r, const decl_def *d) {
    binding args[4];
    const binding *saved = s->l->env;
    if (!lower_bind_argument_texts(s->l, d, r, args) || !lower_enter_def(s->l, r, d)) {
        return USES_OTHER; // that was complained about
    }
    s->l->env = d->param_count ? &args[d->param_count - 1] : NULL;
    int found = uses(s, d->body);
    s->l->env = saved;
    lower_leave_def(s->l, d);
    return found;
}

static int uses_reference(loop_search *s, const ast *r) {
    const decl_def *d = lower_find_def(s->l, r->name);
    return !d ? uses_abilities(s, r->name) : d->is_rule ? uses_definition(s, r, d) : 0;
}

// In one pass this direction and in another that: it is all of them that must not lead back.
static int uses_for(loop_search *s, const ast *r) {
    const binding *saved = s->l->env;
    binding b = {.name = r->name, .kind = BIND_VALUE, .up = saved};
    b.v = lower_peek(s->l, r->a);
    if (b.v.type == V_DIR) {
        s->l->env = &b;
    }
    int found = uses(s, r->b);
    s->l->env = saved;
    return found;
}

// Something of each alternative.
static int uses_each(loop_search *s, const ast *list) {
    int all = -1;
    for (const ast *x = list; x; x = x->next) {
        int one = uses(s, x);
        all = all < 0 ? one : all & one;
    }
    return all < 0 ? 0 : all;
}

static int uses_both(loop_search *s, const ast *a, const ast *b) {
    int first = uses(s, a), second = uses(s, b);
    return first & second;
}

static int uses_some(loop_search *s, const ast *list) {
    int all = 0;
    for (const ast *x = list; x; x = x->next) {
        all |= uses(s, x);
    }
    return all;
}

static int uses_steps(loop_search *s, const ast *r) {
    const ast *around = s->seq;
    s->seq = r->list;
    int found = uses_some(s, r->list);
    s->seq = around;
    return found;
}

static int uses(loop_search *s, const ast *r) {
    int found = 0;
    if (s->depth > MAX_NESTED) {
        return 0;
    }
    s->depth++;
    switch ((ast_kind)r->kind) {
    case R_SEQ: found = uses_steps(s, r); break;
    case R_UNION: found = uses_each(s, r->list); break;
    case R_ELSE: found = uses_both(s, r->a, r->b); break;
    case R_LABEL:
    case R_IF:
    case R_WHERE:
    case R_LONGEST:
    case R_DISTINCT:
    case R_REPEAT: found = uses(s, r->a); break;
    case R_FOR: found = uses_for(s, r); break;
    case R_WHEN: found = r->c ? uses_both(s, r->b, r->c) : 0; break;
    case R_MOTION: found = uses_motion(s, r); break;
    case R_BRING: found = uses_bring(s, r); break;
    case R_REMOVE: found = uses_remove(s, r); break;
    case R_PLACE:
        found = r->flag && !r->c ? USES_OTHER : lower_is_empty_set(s->l, r->a) ? USES_ROOM : 0;
        break;
    case R_TAKE: found = is_occupied(s->l, r->a) ? USES_MEN : 0; break;
    case R_ASSIGN: // error 13 sees to it that a var stays in its range
        found = r->name2[0] != '=' && r->a->kind == A_NUM && r->a->num > 0 ? USES_OTHER : 0;
        break;
    case R_CLOSE: found = r->a->kind == A_WORD && strcmp(r->a->name, "here") == 0; break;
    case R_MOVE: found = uses_abilities(s, NULL); break;
    case R_REF: found = uses_reference(s, r); break;
    default: break;
    }
    s->depth--;
    return found;
}

// --- any number of -------------------------------------------------------------------------

static const char *why_not_on(lower *l, const ast *m) {
    if (m->kind != R_MOTION || m->num == MOTION_SLIDE || m->num == MOTION_VAULT || !m->a) {
        return "`any number of` is for step, leap and hop, or for things of an area";
    }
    if (m->c || !(m->b ? lower_is_empty_set(l, m->b) : m->num == MOTION_HOP)) {
        return "`any number of` is for motions that take nothing";
    }
    if (lower_mentions_here(l, m->a) || (m->b && lower_mentions_here(l, m->b)) ||
        (m->list && (lower_mentions_here(l, m->list) || !is_occupied(l, m->list)))) {
        return "where it goes next must not depend on where it came from";
    }
    return lower_peek(l, m->a).type == V_DIRI ? "these directions must be known before play" : NULL;
}

int lower_can_go_on(lower *l, const ast *m) {
    const char *why = why_not_on(l, m);
    if (why && !l->diags->errors) {
        diag *d = diag_add(l->diags, DIAG_SYNTAX, m->at, "%s", why);
        diag_help(d, "for example:   any number of hop any over pieces");
    }
    return !why;
}

// --- Saying so -----------------------------------------------------------------------------

static int find_motion(const ast *n, void *with) {
    const ast **found = with;
    if (n->kind == R_MOTION) {
        *found = n;
    }
    return !*found;
}

static void refuse(lower *l, const ast *r) {
    static const char *const verb[] = {"step", "leap", "slide", "hop", "vault"};
    const ast *motion = NULL;
    char text[100];
    span word = r->at;
    word.len = 6;
    ast only = *r;
    only.next = NULL;
    scan_tree(&only, find_motion, &motion);
    const char *what = motion ? verb[motion->num] : "go on";
    diag *d = diag_add(l->diags, DIAG_ROUND_AND_ROUND, word, "this `repeat` can %s for ever", what);
    if (motion) {
        diag_note(d, "nothing is captured, so a piece can %s back", verb[motion->num]);
    } else {
        diag_note(d, "nothing is used up, so it is possible again and again");
    }
    if (r->a->kind == R_MOTION && !why_not_on(l, r->a) &&
        ast_line(r->a, text, sizeof text) + 1 < sizeof text) {
        diag_help(d, "as far as the player likes, told by where it ends:   any number of %s", text);
    } else if (ast_line(r->a, text, sizeof text) + 1 < sizeof text) {
        int brackets = r->a->kind == R_SEQ || r->a->kind == R_UNION || r->a->kind == R_IF;
        diag_help(d, "say how often at most:   repeat %s%s%s up to 3", brackets ? "(" : "", text,
                  brackets ? ")" : "");
    } else {
        diag_help(d, "say how often at most:   repeat … up to 3");
    }
}

static loop_search changes_of(lower *l, const ast *pass) {
    loop_search s = {.l = l};
    ast only = *pass;
    only.next = NULL;
    scan_tree(&only, note_changes, &s);
    return s;
}

int lower_refuse_endless(lower *l, const ast *r) {
    loop_search s = changes_of(l, r->a);
    int found = uses(&s, r->a);
    found &= ~((s.adds ? USES_MEN : 0) | (s.takes ? USES_ROOM : 0));
    if (!found && !l->diags->errors) {
        refuse(l, r);
    }
    return !found;
}

int lower_area_emptied(lower *l, const ast *pass) {
    loop_search s = changes_of(l, pass);
    s.seq = pass->kind == R_SEQ ? pass->list : NULL;
    for (const ast *x = s.seq; x; x = x->next) {
        const int area = x->kind == R_BRING && !x->flag ? area_chosen_from(&s, x->a) : -1;
        if (area >= 0 && !(s.fills >> area & 1)) {
            return area;
        }
    }
    return -1;
}
