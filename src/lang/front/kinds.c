// SPDX-License-Identifier: MIT
//
// Kinds: `piece Stone of number 1..6` is six pieces, which have a name and what they can do in common. The family's
// name stands for all of them, and the words of attributes for some; so the tree knows of single kinds only.
#include "lang/front/kinds.h"

#include <stdio.h>
#include <string.h>

#include "lang/front/letter.h"

// --- Declaring them ---------------------------------------------------------------------------

static int find_attr(const game_ast *g, const char *name) {
    for (int i = 0; i < g->attr_count; i++) {
        if (strcmp(g->attrs[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

// A number, or the option that says it: then what it can be at the utmost.
static const char *parse_bound(parser *p, const char *what, int is_high, int32_t *out) {
    for (int i = 0; p->t->kind == T_WORD && i < p->g->option_count; i++) {
        const decl_number *o = &p->g->options[i];
        if (strcmp(o->name, p->t->text) == 0) {
            parse_advance(p);
            *out = is_high ? o->max : o->min;
            return o->name;
        }
    }
    parse_int(p, what, out);
    return NULL;
}

static void parse_numbers(parser *p, decl_attr *a) {
    int32_t last = 0;
    const span at = p->t->at;
    a->least = parse_bound(p, "the lowest number: of number 1..6", 0, &a->first);
    parse_expect(p, "..", "say which numbers: of number 1..6");
    a->most = parse_bound(p, "the highest number: of number 1..6", 1, &last);
    if (last < a->first || last - a->first >= MAX_PIECES) {
        diag_add(p->diags, DIAG_TOO_BIG, at, "an attribute has 1 to %d values", MAX_PIECES);
        last = a->first;
    }
    a->count = last - a->first + 1;
}

static void parse_names(parser *p, decl_attr *a) {
    do {
        if (a->count == MAX_PIECES) {
            diag_add(p->diags, DIAG_TOO_BIG, p->t->at, "an attribute has 1 to %d values",
                     MAX_PIECES);
            p->panicking = 1;
            return;
        }
        a->value[a->count++] = parse_word(p, "a value: of suit clubs | hearts");
    } while (parse_take(p, "|") && !p->failed);
}

static void parse_attr(parser *p) {
    decl_attr *a = &p->g->attrs[p->g->attr_count];
    memset(a, 0, sizeof *a);
    a->at = p->t->at;
    a->name = parse_word(p, "what tells its kinds apart: of number 1..6");
    if (find_attr(p->g, a->name) >= 0) {
        diag_add(p->diags, DIAG_TWICE, a->at, "there is an attribute `%s` already", a->name);
    }
    if (p->t->kind == T_INT || parse_is_at(p, 1, "..")) {
        parse_numbers(p, a);
    } else {
        parse_names(p, a);
    }
    p->g->attr_count++;
}

// What is said of a value: "3", "hearts".
static size_t put_value(const decl_attr *a, int index, char *out, size_t cap) {
    const int n = a->value[index] ? snprintf(out, cap, "%s", a->value[index])
                                  : snprintf(out, cap, "%d", (int)a->first + index);
    return n < 0 ? 0 : (size_t)n;
}

// The kind numbered `k` of a family, whose attributes are those from `from` on; the last one runs fastest.
static void make_kind(parser *p, decl_piece *d, const char *family, int from, int k) {
    char text[120];
    size_t n = (size_t)snprintf(text, sizeof text, "%.40s", family), mark = n + 1;
    int index[MAX_ATTRS] = {0};
    for (int i = p->g->attr_count - 1; i >= from; i--) {
        index[i] = k % p->g->attrs[i].count;
        k /= p->g->attrs[i].count;
    }
    for (int i = from; i < p->g->attr_count && n + 2 < sizeof text; i++) {
        const decl_attr *a = &p->g->attrs[i];
        text[n++] = ' ';
        n += put_value(a, index[i], text + n, sizeof text - n);
        d->value[i] = a->value[0] ? index[i] + 1 : a->first + index[i];
        d->has_attr = (uint8_t)(d->has_attr | 1u << i);
        n = n < sizeof text ? n : sizeof text - 1;
    }
    const decl_attr *first = &p->g->attrs[from];
    d->letter = first->value[0] && letter_all_ascii(first->value[index[from]])
                    ? (char)(first->value[index[from]][0] & ~32)
                    : (char)('A' + index[from]);
    const char *name = arena_text(p->a, text, n);
    p->failed |= !name;
    d->family = family;
    d->name = name ? name : family;
    d->mark = name ? name + mark : family;
}

int kinds_declare(parser *p, decl_piece *d, int is_new) {
    const int from = p->g->attr_count, room = MAX_PIECES - (int)(d - p->g->pieces);
    const decl_piece one = *d;
    int total = 1;
    if (!is_new) {
        diag_add(p->diags, DIAG_TWICE, one.at, "`%s` was one piece where this game comes from",
                 one.name);
        p->panicking = 1;
        return 1;
    }
    do {
        if (p->g->attr_count == MAX_ATTRS) {
            diag_add(p->diags, DIAG_TOO_BIG, p->t->at, "a game has at most %d attributes",
                     MAX_ATTRS);
            p->panicking = 1;
            return 1;
        }
        parse_attr(p);
        total *= p->panicking ? 1 : p->g->attrs[p->g->attr_count - 1].count;
    } while (parse_take(p, ",") && !p->panicking);
    if (total > room || p->panicking) {
        if (!p->panicking) {
            diag_add(p->diags, DIAG_TOO_BIG, one.at, "a game has at most %d kinds of pieces",
                     MAX_PIECES);
        }
        p->panicking = 1;
        return 1;
    }
    for (int k = 0; k < total; k++) {
        d[k] = one;
        make_kind(p, &d[k], one.name, from, k);
    }
    p->g->piece_count += total - 1;
    return total;
}

void kinds_share(decl_piece *d, int count) {
    for (int i = 1; i < count; i++) {
        d[i].abilities = d->abilities;
        d[i].after = d->after;
        d[i].taken = d->taken;
    }
}

static int32_t option_of(const game_ast *g, const int32_t *values, const char *name,
                         int32_t other) {
    for (int i = 0; name && i < g->option_count; i++) {
        if (strcmp(g->options[i].name, name) == 0) {
            return values[i];
        }
    }
    return other;
}

void kinds_choose(game_ast *g, const int32_t *values) {
    for (int i = 0; i < g->attr_count; i++) {
        const decl_attr *a = &g->attrs[i];
        const int32_t low = option_of(g, values, a->least, INT32_MIN),
                      high = option_of(g, values, a->most, INT32_MAX);
        for (int t = 0; t < g->piece_count; t++) {
            decl_piece *d = &g->pieces[t];
            const int out = d->value[i] < low || d->value[i] > high;
            d->absent = (uint8_t)(d->absent | ((d->has_attr >> i & 1) && out));
        }
    }
}

// --- Naming them ------------------------------------------------------------------------------

int kinds_is_family(const game_ast *g, const char *name) {
    for (int i = 0; i < g->piece_count; i++) {
        if (g->pieces[i].family && strcmp(g->pieces[i].family, name) == 0) {
            return 1;
        }
    }
    return 0;
}

void kinds_refuse_family(parser *p, const char *name, const token *at) {
    if (!p->panicking && kinds_is_family(p->g, name)) {
        diag *d =
            diag_add(p->diags, DIAG_WRONG_TYPE, at->at, "`%s` is several kinds of pieces", name);
        diag_note(d, "which of them is meant?");
        diag_help(d, "all of them are put down by   setup: put every %s on my camp", name);
        p->panicking = 1;
    }
}

static ast *kind_node(parser *p, const token *at, const char *name, int owner) {
    ast *n = parse_node(p, owner < 0 ? A_TITLE : A_OWNED, at);
    n->name = name;
    n->flag = (uint8_t)(owner > 0);
    return parse_finish(p, n);
}

static ast *joined(parser *p, const token *at, ast *some, ast *more) {
    if (!some) {
        return more;
    }
    ast *n = parse_node(p, A_UNION, at);
    n->a = some;
    n->b = more;
    return parse_finish(p, n);
}

ast *kinds_of_family(parser *p, const token *at, const char *name, int owner) {
    ast *all = NULL;
    for (int i = 0; i < p->g->piece_count; i++) {
        const decl_piece *d = &p->g->pieces[i];
        if (d->family && strcmp(d->family, name) == 0) {
            all = joined(p, at, all, kind_node(p, at, d->name, owner));
        }
    }
    return all;
}

// Those of which attribute `attr` is `value`.
static ast *kinds_of_value(parser *p, int attr, int32_t value) {
    const token *at = p->t;
    ast *all = NULL;
    parse_advance(p);
    for (int i = 0; i < p->g->piece_count; i++) {
        const decl_piece *d = &p->g->pieces[i];
        if (d->has_attr >> attr & 1 && d->value[attr] == value) {
            all = joined(p, at, all, kind_node(p, at, d->name, -1));
        }
    }
    return all;
}

// Every kind that has the attribute, with the number it has.
static ast *chain_of(parser *p, const token *at, int attr) {
    ast *first = NULL, **tail = &first;
    for (int i = 0; i < p->g->piece_count; i++) {
        const decl_piece *d = &p->g->pieces[i];
        if (d->has_attr >> attr & 1) {
            *tail = kind_node(p, at, d->name, -1);
            (*tail)->num = d->value[attr];
            tail = &(*tail)->next;
        }
    }
    return first;
}

static ast *ask(parser *p, const token *from, kinds_question what, int attr) {
    ast *n = parse_node(p, A_KINDS, from);
    n->flag = (uint8_t)what;
    n->name = p->g->attrs[attr].name;
    n->list = chain_of(p, from, attr);
    return n;
}

static ast *ask_best(parser *p, kinds_question what, int attr) {
    ast *n = ask(p, p->t, what, attr);
    parse_advance(p);
    parse_advance(p);
    parse_expect(p, "in", "of which: highest number in mine");
    n->a = p->nested->operand(p);
    return parse_finish(p, n);
}

static ast *ask_which(parser *p, int attr) {
    ast *n = ask(p, p->t, KINDS_WITH, attr);
    parse_advance(p);
    if (parse_take(p, "of")) {
        n->flag = KINDS_SAME;
        n->a = p->nested->operand(p);
        return parse_finish(p, n);
    }
    n->a = p->nested->operand(p);
    if (n->a->kind == A_SPAN) { // value low..high, which looks like cells
        n->b = n->a->b;
        n->a = n->a->a;
    } else if (parse_take(p, "..")) {
        n->b = p->nested->operand(p);
    }
    return parse_finish(p, n);
}

ast *kinds_word(parser *p) {
    static const struct {
        const char *word;
        kinds_question what;
    } best[] = {{"highest", KINDS_HIGHEST}, {"lowest", KINDS_LOWEST}, {"sum", KINDS_SUM}};
    const token *t = p->t;
    for (size_t i = 0; i < sizeof best / sizeof *best && t[1].kind == T_WORD; i++) {
        const int attr = parse_is(p, best[i].word) ? find_attr(p->g, t[1].text) : -1;
        if (attr >= 0) {
            return ask_best(p, best[i].what, attr);
        }
    }
    const int attr = find_attr(p->g, t->text);
    if (attr >= 0) {
        return ask_which(p, attr);
    }
    for (int i = 0; i < p->g->attr_count; i++) {
        for (int k = 0; k < p->g->attrs[i].count && p->g->attrs[i].value[k]; k++) {
            if (strcmp(p->g->attrs[i].value[k], t->text) == 0) {
                return kinds_of_value(p, i, k + 1);
            }
        }
    }
    return NULL;
}

int kinds_member(parser *p, ast *member) {
    const int attr = find_attr(p->g, member->name);
    if (attr < 0) {
        return 0;
    }
    member->kind = A_KINDS;
    member->flag = KINDS_VALUE;
    member->list = chain_of(p, p->t, attr);
    return 1;
}

ast *kinds_put_every(parser *p, const char *name, const token *from, ast *where) {
    ast *n = parse_node(p, R_SEQ, from), **tail = &n->list;
    for (int i = 0; i < p->g->piece_count; i++) {
        const decl_piece *d = &p->g->pieces[i];
        if (d->family ? strcmp(d->family, name) == 0 : strcmp(d->name, name) == 0) {
            *tail = parse_node(p, R_PUT, from);
            (*tail)->name = d->name;
            (*tail)->a = where;
            (void)parse_finish(p, *tail);
            tail = &(*tail)->next;
        }
    }
    return parse_finish(p, n);
}
