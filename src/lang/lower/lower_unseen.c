// SPDX-License-Identifier: MIT
//
// `unseen: S`: cells of which a player does not see whether anything is there. Which cells these are must tell
// nothing by itself: it may only be read off what that player sees. Proved like this: whatever is subtracted from
// S, `S = A - Hit - Miss`, lies nowhere in S, so it is seen wherever it is; and S may ask for nothing else that stands
// on the board. A proof that fails is a message, though a longer one might have succeeded.
#include "lang/lower/lower_expr.h"

#include <string.h>

enum { MOST_SEEN = 16, MOST_DEEP = 24 };

typedef struct sight_proof {
    lower *l;
    const ast *seen[MOST_SEEN]; // what lies nowhere in S
    int count;
    const ast *blame; // the first that is asked for without being one of these
} sight_proof;

// --- What is seen ----------------------------------------------------------------------------------

static int is_word_of(const ast *e, const char *word) {
    return e->kind == A_WORD && strcmp(e->name, word) == 0;
}

// A name for things on the board: a type, an owner, both.
static int names_things(lower *l, const ast *e) {
    static const char *const words[] = {"pieces", "mine", "enemy", "neutral"};
    int found = e->kind == A_TITLE || (e->kind == A_OWNED && lower_find_type(l, e->name) >= 0);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        found |= is_word_of(e, words[i]);
    }
    return found;
}

static void note_seen(sight_proof *s, const ast *e) {
    if (e->kind == A_UNION) {
        note_seen(s, e->a);
        note_seen(s, e->b);
    } else if (names_things(s->l, e) && s->count < MOST_SEEN) {
        s->seen[s->count++] = e;
    }
}

static void note_subtracted(sight_proof *s, const ast *e) {
    for (; e->kind == A_SUB; e = e->a) {
        note_seen(s, e->b);
    }
}

// Whether all that `e` names is among what `by` names.
static int covers(const ast *by, const ast *e) {
    if (is_word_of(by, "pieces")) {
        return 1;
    }
    const int same = strcmp(by->name, e->name) == 0;
    if (e->kind != A_OWNED) {
        return same && by->kind == e->kind;
    }
    return (same && (by->kind == A_TITLE || (by->kind == A_OWNED && by->flag == e->flag))) ||
           is_word_of(by, e->flag ? "enemy" : "mine");
}

static int is_seen(const sight_proof *s, const ast *e) {
    int found = 0;
    for (int i = 0; i < s->count; i++) {
        found |= covers(s->seen[i], e);
    }
    return found;
}

// --- What is asked for -----------------------------------------------------------------------------

static void prove(sight_proof *s, const ast *e, int depth);

static void prove_word(sight_proof *s, const ast *e, int depth) {
    const decl_def *d = lower_find_def(s->l, e->name);
    if (names_things(s->l, e)) {
        s->blame = is_seen(s, e) ? NULL : e;
    } else if (d && !d->is_rule && !d->param_count) {
        prove(s, d->body, depth + 1);
    } else if (is_word_of(e, "empty") || is_word_of(e, "attacked") || is_word_of(e, "safe") ||
               is_word_of(e, "last") || is_word_of(e, "this")) {
        s->blame = e;
    }
}

static void prove_owned(sight_proof *s, const ast *e, int depth) {
    if (names_things(s->l, e)) {
        s->blame = is_seen(s, e) ? NULL : e;
    }
    for (int i = 0; i < s->l->g->has_count && !s->blame; i++) {
        const decl_has *h = &s->l->g->has[i];
        if (strcmp(h->name, e->name) == 0) {
            prove(s, h->value, depth + 1);
        }
    }
}

// Everything below a node that adds no question of its own.
static void prove_parts(sight_proof *s, const ast *e, int depth) {
    const ast *const part[] = {e->a, e->b, e->c};
    for (size_t i = 0; i < sizeof part / sizeof *part && !s->blame; i++) {
        if (part[i]) {
            prove(s, part[i], depth + 1);
        }
    }
}

static void prove(sight_proof *s, const ast *e, int depth) {
    if (depth > MOST_DEEP) {
        s->blame = e;
        return;
    }
    switch ((ast_kind)e->kind) {
    case A_NUM:
    case A_VEC:
    case A_SPAN: break;
    case A_WORD:
    case A_TITLE: prove_word(s, e, depth); break;
    case A_OWNED: prove_owned(s, e, depth); break;
    case A_UNION:
    case A_MEET:
    case A_ADD:
    case A_SUB:
    case A_MUL:
    case A_NEG:
    case A_COUNT:
    case A_RANK:
    case A_ROW:
    case A_COLUMN:
    case A_POINT:
    case A_RAY:
    case A_FLOOD: prove_parts(s, e, depth); break;
    default: s->blame = e; break;
    }
}

// --- Messages --------------------------------------------------------------------------------------

static void gives_away(lower *l, const ast *e) {
    char text[60];
    ast_line(e, text, sizeof text);
    diag *d =
        diag_add(l->diags, DIAG_GIVES_AWAY, lower_span_of(e), "this would give away what it hides");
    diag_note(d, "which cells these are would tell where `%s` is", text);
    diag_help(d, "hide every cell that might hold one, and leave out what is seen:   unseen: %s%s",
              l->g->board.each ? "enemy " : "board - ",
              l->g->board.each ? l->g->board.each : "mine");
}

// A type that a player may own, and one that is neutral, for an example.
static const char *example_type(const game_ast *g, int neutral) {
    for (int i = 0; i < g->piece_count; i++) {
        if (g->pieces[i].neutral == neutral && strcmp(g->pieces[i].name, "?") != 0) {
            return g->pieces[i].name;
        }
    }
    return NULL;
}

static void hard_to_guess(lower *l) {
    const char *own = example_type(l->g, 0), *other = example_type(l->g, 1);
    diag *d = diag_add(l->diags, DIAG_HARD_TO_GUESS, lower_span_of(l->g->unseen),
                       "bots cannot guess this well");
    diag_note(d, "where pieces lie is hidden, so guesses may tear them apart");
    if (own && other) {
        diag_help(d,
                  "if none lies alone, for example, say so:   always no %s - ((%s | %s) + "
                  "orthogonal)",
                  own, own, other);
    } else if (own) {
        diag_help(d, "if none lies alone, for example, say so:   always no %s - (%s + orthogonal)",
                  own, own);
    }
}

// --- Code ------------------------------------------------------------------------------------------

static int is_sound(lower *l, const ast *cells) {
    sight_proof s = {.l = l};
    if (l->g->board.flags & TOPO_PILES || l->g->token_count) {
        diag_add(l->diags, DIAG_SYNTAX, lower_span_of(cells),
                 "`unseen` is for boards without piles and tokens");
        return 0;
    }
    note_subtracted(&s, cells);
    prove(&s, cells, 0);
    if (s.blame) {
        gives_away(l, s.blame);
    }
    return !s.blame;
}

void lower_unseen(lower *l) {
    const ast *cells = l->g->unseen;
    if (!cells || l->diags->errors || !is_sound(l, cells)) {
        return;
    }
    for (int me = 0; me < l->p->players; me++) {
        l->me = me;
        l->here = NO_REG;
        const uint32_t code = lower_begin_code(l);
        value on = lower_value_of_const(l->b->on);
        int out = lower_new_set(l), all = lower_set(l, cells, "`unseen` is about cells");
        lower_emit(l, OP_AND, out, all, lower_set_reg(l, &on), 0, 0);
        lower_emit(l, OP_RETS, out, 0, 0, 0, 0);
        l->p->words.unseen_code[me] = code;
    }
    if (!l->g->always_count) {
        hard_to_guess(l);
    }
}
