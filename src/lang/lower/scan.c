// SPDX-License-Identifier: MIT
//
// What a game uses at all: the tree is walked once, so that registers and history exist only where a
// rule asks for them.
#include "lang/lower/lower.h"

#include <string.h>

int scan_tree(const ast *n, int (*visit)(const ast *n, void *with), void *with) {
    for (; n; n = n->next) {
        if (!visit(n, with) || !scan_tree(n->a, visit, with) || !scan_tree(n->b, visit, with) ||
            !scan_tree(n->c, visit, with) || !scan_tree(n->list, visit, with)) {
            return 0;
        }
    }
    return 1;
}

typedef struct named_scan {
    const game_ast *g;
    int (*visit)(const ast *n, void *with);
    void *with;
    uint64_t seen; // definitions
} named_scan;

// The definition that a step names for the first time, or NULL.
static const decl_def *newly_named(named_scan *s, const ast *n) {
    for (int i = 0; n->kind == R_REF && i < s->g->def_count; i++) {
        const decl_def *d = &s->g->defs[i];
        const uint64_t bit = (uint64_t)1 << i;
        if (d->is_rule && !(s->seen & bit) && strcmp(d->name, n->name) == 0) {
            s->seen |= bit;
            return d;
        }
    }
    return NULL;
}

static int visit_named(const ast *n, void *with) {
    named_scan *s = with;
    const int goes_on = s->visit(n, s->with);
    const decl_def *d = goes_on ? newly_named(s, n) : NULL;
    return d ? scan_tree(d->body, visit_named, s) : goes_on;
}

int scan_named(const game_ast *g, const ast *n, int (*visit)(const ast *n, void *with),
               void *with) {
    named_scan s = {.g = g, .visit = visit, .with = with};
    return scan_tree(n, visit_named, &s);
}

static int scan_own(named_scan *s, const ast *n) {
    for (; n; n = n->next) {
        if (n->kind == R_ASK) {
            continue;
        }
        if (!s->visit(n, s->with)) {
            return 0;
        }
        const decl_def *d = newly_named(s, n);
        if ((d && !scan_own(s, d->body)) || !scan_own(s, n->a) || !scan_own(s, n->b) ||
            !scan_own(s, n->c) || !scan_own(s, n->list)) {
            return 0;
        }
    }
    return 1;
}

int scan_own_steps(const game_ast *g, const ast *n, int (*visit)(const ast *n, void *with),
                   void *with) {
    named_scan s = {.g = g, .visit = visit, .with = with};
    return scan_own(&s, n);
}

const char *const lower_this_word[THIS_CELLS] = {"from", "to", "over"};

static int is_word(const ast *n, const char *word) {
    return n && (n->kind == A_WORD || n->kind == R_REF) && strcmp(n->name, word) == 0;
}

static int note(const ast *n, void *with) {
    features *f = with;
    switch ((ast_kind)n->kind) {
    case A_WORD:
        f->unmoved |= is_word(n, "unmoved");
        f->attacked |= is_word(n, "attacked") || is_word(n, "safe");
        break;
    case A_MEMBER:
        f->unmoved |= strcmp(n->name, "unmoved") == 0;
        f->last |= is_word(n->a, "last");
        for (int i = 0; is_word(n->a, "this") && i < THIS_CELLS; i++) {
            f->of_this[i] |= strcmp(n->name, lower_this_word[i]) == 0;
        }
        break;
    case A_IS: f->last |= is_word(n->a, "last"); break;
    case A_REPEATED: f->repeated = 1; break;
    case A_NEW_POS: f->fresh = 1; break;
    case A_QUIET: f->quiet++; break;
    case R_MOTION: f->later |= (n->flag & MOTION_LATER) != 0; break;
    case R_CLOSE: f->closed = 1; break;
    case R_BECOMES: f->neutral |= !n->flag && n->name && strcmp(n->name, "neutral") == 0; break;
    case R_PUT: f->neutral |= n->name2 && strcmp(n->name2, "neutral") == 0; break;
    case R_PUT_LIKE: f->neutral = 1; break;
    case R_REMOVE: f->removes = 1; break;
    case R_SWAP: f->swap = 1; break;
    case R_ROLL:
        f->roll = 1;
        f->rolls++;
        break;
    case R_DEAL:
        f->roll = 1;
        f->rolls++;
        break;
    case R_THROW:
        f->roll = 1;
        f->rolls += n->name ? 1 : 2;
        break;
    case R_FOR:
    case R_NUMBER: f->named++; break;
    case R_EACH: f->named += n->name != NULL; break;
    case R_CHOOSE:
        f->named += !n->flag;
        f->rolls += n->flag;
        break;
    case A_WAS:
        f->named++; // what it was is kept like a chosen cell
        if (f->was < MAX_WAS) {
            f->was_rule[f->was++] = n;
        }
        break;
    case R_REPEAT: f->loops += n->num > 0; break;
    default: break;
    }
    return 1;
}

// --- Who reads `last` ---------------------------------------------------------------------

static int is_last(const ast *n, void *with) {
    (void)with;
    return !(n->kind == A_WORD && strcmp(n->name, "last") == 0);
}

static int reads_last(const ast *n) {
    return n && !scan_tree(n, is_last, NULL);
}

// Whether a rule begins with a choice that its conditions belong to.
static int begins_with_choice(const ast *r) {
    while (r->kind == R_LABEL || r->kind == R_IF || r->kind == R_WHERE || r->kind == R_SEQ) {
        r = r->kind == R_SEQ ? r->list : r->a;
    }
    return r->kind == R_MOTION || r->kind == R_PLACE || r->kind == R_CHOOSE || r->kind == R_TAKE ||
           r->kind == R_PASS || r->kind == R_SWAP || r->kind == R_SAY;
}

// Whether `last` is read by anything but the first choice of a rule: where it may go, what it
// captures, and its conditions.
static int reads_last_later(const ast *r) {
    switch ((ast_kind)r->kind) {
    case R_MOTION: return reads_last(r->list);
    case R_PLACE:
    case R_CHOOSE:
    case R_TAKE: return 0;
    case R_LABEL: return reads_last_later(r->a);
    case R_IF: return (!begins_with_choice(r->a) && reads_last(r->b)) || reads_last_later(r->a);
    case R_WHERE: return reads_last(r->list) || reads_last_later(r->a);
    case R_FOR: return reads_last(r->a) || reads_last_later(r->b);
    case R_SEQ: return r->list && (reads_last_later(r->list) || reads_last(r->list->next));
    case R_UNION:
        for (const ast *x = r->list; x; x = x->next) {
            if (reads_last_later(x)) {
                return 1;
            }
        }
        return 0;
    case R_ELSE: return reads_last_later(r->a) || reads_last_later(r->b);
    default: {
        ast only = *r;
        only.next = NULL;
        return reads_last(&only);
    }
    }
}

static int reads_last_elsewhere(const game_ast *g) {
    int found = reads_last(g->score);
    for (int i = 0; i < g->piece_count; i++) {
        found |= reads_last(g->pieces[i].after);
        for (const ast *r = g->pieces[i].abilities; r; r = r->next) {
            found |= reads_last_later(r);
        }
    }
    for (int i = 0; i < g->def_count; i++) {
        found |= reads_last(g->defs[i].body);
    }
    for (int i = 0; i < g->phase_count; i++) {
        found |= g->phases[i].turn && reads_last_later(g->phases[i].turn);
        for (int k = 0; k < g->phases[i].next_count; k++) {
            found |= reads_last(g->phases[i].next[k].cond);
        }
    }
    for (int i = 0; i < g->ending_count; i++) {
        found |= reads_last(g->endings[i].cond) || reads_last(g->endings[i].stuck);
    }
    return found;
}

typedef struct common_search {
    const game_ast *g;
    int found;
} common_search;

// What the setup puts into an area that all have in common is nobody's.
static int look_for_common(const ast *n, void *with) {
    common_search *s = with;
    for (int i = 0; n->kind == R_PUT && n->a->kind == A_WORD && i < s->g->area_count; i++) {
        s->found |= !s->g->areas[i].each && strcmp(s->g->areas[i].name, n->a->name) == 0;
    }
    return 1;
}

// What comes into one that nobody sees into becomes nobody's, too.
static int has_common(const game_ast *g) {
    common_search s = {.g = g};
    scan_named(g, g->setup.steps, look_for_common, &s);
    for (int i = 0; i < g->area_count; i++) {
        s.found |= g->areas[i].hidden && !g->areas[i].each;
    }
    return s.found;
}

void scan_game(const game_ast *g, features *out) {
    memset(out, 0, sizeof *out);
    for (int i = 0; i < g->piece_count; i++) {
        int before = out->unmoved;
        out->unmoved = 0;
        scan_tree(g->pieces[i].abilities, note, out);
        scan_tree(g->pieces[i].after, note, out);
        out->latch_types[i] = (uint8_t)(out->unmoved != 0);
        out->unmoved |= before;
        out->neutral |= g->pieces[i].neutral;
        out->taken |= g->pieces[i].taken != NULL;
    }
    for (int i = 0; i < g->def_count; i++) {
        if (!g->defs[i].unfolded) {
            scan_tree(g->defs[i].body, note, out);
        }
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, note, out);
        for (int k = 0; k < g->phases[i].next_count; k++) {
            scan_tree(g->phases[i].next[k].cond, note, out);
        }
    }
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].cond, note, out);
        scan_tree(g->endings[i].stuck, note, out);
    }
    scan_tree(g->setup.steps, note, out);
    out->neutral |= has_common(g);
    scan_tree(g->score, note, out);
    for (int i = 0; i < THIS_CELLS; i++) {
        out->named += out->of_this[i];
    }
    out->tokens = g->token_count;
    out->last_elsewhere = reads_last_elsewhere(g);
}
