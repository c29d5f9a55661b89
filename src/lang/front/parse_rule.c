// SPDX-License-Identifier: MIT
//
// Rules: steps in sequences, alternatives, conditions and repetitions.
#include "lang/front/parse.h"

#include <string.h>

static ast *parse_for(parser *p) {
    ast *n = parse_node(p, R_FOR, p->t);
    parse_advance(p);
    n->name = parse_word(p, "a name for the cell or direction");
    parse_expect(p, "in", "say among which: for rook in my Rook");
    n->a = parse_set(p);
    parse_finish(p, n);
    parse_expect(p, ":", "the rules for each follow a colon");
    n->b = parse_body(p, R_UNION);
    return n;
}

static ast *parse_when_block(parser *p) {
    ast *n = parse_node(p, R_WHEN, p->t);
    parse_advance(p);
    int saved = p->in_rule;
    p->in_rule = 0;
    n->a = parse_cond(p);
    p->in_rule = saved;
    parse_finish(p, n);
    parse_expect(p, ":", "what happens then follows a colon");
    n->b = parse_body(p, R_SEQ);
    if (p->t->kind == T_NEWLINE && parse_is_at(p, 1, "otherwise") && parse_is_at(p, 2, ":")) {
        parse_advance(p); // after a body on the line of its `when`
    }
    if (parse_is(p, "otherwise") && parse_is_at(p, 1, ":")) {
        parse_advance(p);
        parse_advance(p);
        n->c = parse_body(p, R_SEQ);
    }
    return n;
}

static ast *parse_prefix(parser *p, ast_kind kind);
static ast *parse_any_number(parser *p);

// Whether a verb stands there, with which a rule begins and no set.
static int is_verb_at(const parser *p, int i) {
    static const char *const verbs[] = {
        "move",    "step",   "leap",  "slide",    "hop",    "vault",   "place", "choose",
        "pass",    "remove", "swap",  "roll",     "put",    "becomes", "bring", "sow",
        "require", "close",  "again", "optional", "repeat", "longest", "when",  "for"};
    int found = 0;
    for (size_t k = 0; k < sizeof verbs / sizeof *verbs; k++) {
        found |= parse_is_at(p, i, verbs[k]);
    }
    return found;
}

// `(a | b) & c becomes mine`: the token behind the bracket continues a set; a rule is never followed by it.
static int opens_set(const parser *p) {
    int i = 0, depth = 0, first = 0;
    while (parse_is_at(p, first, "(")) {
        first++;
    }
    if (is_verb_at(p, first)) { // and what is wrong is behind the bracket
        return 0;
    }
    do {
        depth += parse_is_at(p, i, "(") - parse_is_at(p, i, ")");
        i++;
    } while (depth > 0 && p->t[i].kind != T_NEWLINE && p->t[i].kind != T_END);
    return i > 1 && (parse_is_at(p, i, "becomes") || parse_is_at(p, i, "&") ||
                     parse_is_at(p, i, "|") || parse_is_at(p, i, "+") || parse_is_at(p, i, "-") ||
                     parse_is_at(p, i, "on") || parse_is_at(p, i, "with"));
}

static ast *parse_prim_inner(parser *p) {
    if (opens_set(p)) return parse_named_step(p);
    if (parse_take(p, "(")) {
        ast *n = parse_rule(p);
        parse_expect(p, ")", "this bracket is not closed");
        return n;
    }
    if (parse_is(p, "optional")) return parse_prefix(p, R_OPTIONAL);
    if (parse_is(p, "repeat")) return parse_prefix(p, R_REPEAT);
    if (parse_is(p, "longest")) return parse_prefix(p, R_LONGEST);
    if (parse_starts_distinct(p)) return parse_prefix(p, R_DISTINCT);
    if (parse_is(p, "any") && parse_is_at(p, 1, "number") && parse_is_at(p, 2, "of")) {
        return parse_any_number(p);
    }
    if (parse_is(p, "when")) return parse_when_block(p);
    if (parse_is(p, "for")) return parse_for(p);
    return parse_verb(p);
}

static ast *parse_prim(parser *p) {
    if (!parse_enter(p)) {
        return parse_node(p, R_NOTHING, p->t);
    }
    ast *n = parse_prim_inner(p);
    p->depth--;
    return n;
}

static ast *parse_prefix(parser *p, ast_kind kind) {
    ast *n = parse_node(p, kind, p->t);
    parse_advance(p);
    n->a = parse_prim(p);
    if (kind == R_REPEAT && parse_is(p, "up") && parse_is_at(p, 1, "to")) {
        parse_advance(p);
        parse_advance(p);
        parse_int(p, "how often at most", &n->num);
    }
    if (kind == R_LONGEST && parse_take(p, "by")) {
        n->b = parse_set(p);
    }
    return n;
}

// `any number of hop …` is one motion that goes on, told by where it ends.
static ast *parse_any_number(parser *p) {
    ast *n = parse_node(p, R_NUMBER, p->t);
    parse_advance(p);
    parse_advance(p);
    parse_advance(p);
    n->a = parse_prim(p);
    if (n->a->kind != R_MOTION) {
        return parse_finish(p, n);
    }
    n->a->flag |= MOTION_MANY;
    n->a->pos = n->pos;
    n->a->at = n->at;
    return parse_finish(p, n->a);
}

// --- Combinators -------------------------------------------------------------

static int is_choice(const ast *n) {
    return n->kind == R_MOTION || n->kind == R_MOVE || n->kind == R_PLACE || n->kind == R_CHOOSE ||
           n->kind == R_TAKE || n->kind == R_PASS || n->kind == R_SWAP || n->kind == R_SAY;
}

static const char *verb_of(parser *p, const ast *n) {
    size_t len = 0;
    const char *s = p->source + n->pos;
    while (s[len] >= 'a' && s[len] <= 'z') {
        len++;
    }
    const char *copy = arena_text(p->a, s, len);
    return copy ? copy : "this";
}

static void refuse_when_on_choice(parser *p, const ast *choice) {
    diag *d =
        diag_add(p->diags, DIAG_IF_NOT_WHEN, p->t->at, "a choice is limited with `if`, not `when`");
    diag_note(d, "`%s` offers the player a choice", verb_of(p, choice));
    diag_help(d, "`if` says which choices are allowed; `when` says which consequences happen");
}

static ast *parse_step(parser *p) {
    ast *n = parse_prim(p);
    for (;;) {
        if (p->t[-1].kind == T_DEDENT) { // a line of its own, below a body
            return n;
        }
        if (parse_is(p, "if")) {
            parse_advance(p);
            ast *g = parse_wrap(p, R_IF, n);
            g->b = parse_both(p);
            n = parse_finish(p, g);
        } else if (parse_is(p, "when")) {
            if (is_choice(n) || (n->kind == R_IF && is_choice(n->a))) {
                refuse_when_on_choice(p, n);
            }
            parse_advance(p);
            ast *g = parse_wrap(p, R_WHEN, n);
            g->b = n;
            g->a = parse_both(p);
            g->c = parse_take(p, "otherwise") ? parse_prim(p) : NULL;
            n = parse_finish(p, g);
        } else {
            return n;
        }
    }
}

static ast *chain(parser *p, ast_kind kind, ast *first, const char *word, ast *(*part)(parser *)) {
    if (!parse_is(p, word)) {
        return first;
    }
    ast *n = parse_wrap(p, kind, first);
    n->a = NULL;
    n->list = first;
    ast **tail = &first->next;
    while (parse_take(p, word) && !p->failed) {
        *tail = part(p);
        tail = &(*tail)->next;
    }
    return parse_finish(p, n);
}

static ast *parse_sequence(parser *p) {
    const token *from = p->t;
    const char *label = NULL;
    if (p->t->kind == T_WORD && parse_is_at(p, 1, ":") && !parse_is_reserved(p->t->text)) {
        label = p->t->text;
        parse_advance(p);
        parse_advance(p);
    }
    ast *n = parse_wheres(p, chain(p, R_SEQ, parse_step(p), "then", parse_step));
    if (label) {
        n = parse_wrap(p, R_LABEL, n);
        n->name = label;
        n->at = from->at;
    }
    return n;
}

// `walk: step north or step east`: only the first is a walk, which few mean.
static void look_at_label(parser *p, const ast *first, const ast *others) {
    for (const ast *n = others; first->kind == R_LABEL && n; n = n->next) {
        if (n->kind != R_LABEL && !p->failed) {
            diag *d = diag_add(p->diags, DIAG_FIRST_ONLY, n->at, "`%s` does not name this choice",
                               first->name);
            diag_note(d, "behind `or` the label no longer counts");
            diag_help(d, "for all of them:   %s: (... or ...)", first->name);
            return;
        }
    }
}

static ast *parse_union(parser *p) {
    ast *first = parse_sequence(p), *all = chain(p, R_UNION, first, "or", parse_sequence);
    look_at_label(p, first, first->next);
    return all;
}

ast *parse_rule(parser *p) {
    int saved = p->in_rule;
    p->in_rule = 1;
    ast *n = parse_union(p);
    while (parse_take(p, "else")) {
        ast *e = parse_wrap(p, R_ELSE, n);
        e->b = parse_union(p);
        n = parse_finish(p, e);
    }
    p->in_rule = saved;
    return n;
}

static int body_goes_on(const parser *p) {
    return p->t->kind != T_DEDENT && p->t->kind != T_END && !p->failed;
}

// A line `A then B` adds its steps to those of the other lines: a name chosen in `choose x in … then …` holds on the
// lines below, too. Names chosen within one bracket, behind whose last step the bracket closes, stay in it.
static int adds_its_steps(const parser *p, const ast *line) {
    const token *last = p->t - 1;
    return line->kind == R_SEQ && line->end == last->pos + last->size + last->quoted;
}

// The lines of an indented block as a chain.
static ast *parse_lines(parser *p, ast_kind kind, const token *from) {
    ast *n = parse_node(p, kind, from);
    ast **tail = &n->list;
    parse_advance(p); // newline
    parse_advance(p); // indent
    while (body_goes_on(p)) {
        if (!parse_refuse_dangling(p)) {
            *tail = parse_rule(p);
            if (kind == R_SEQ && adds_its_steps(p, *tail)) {
                *tail = (*tail)->list;
            }
            while (*tail) {
                tail = &(*tail)->next;
            }
        }
        parse_end_line(p);
    }
    if (p->t->kind == T_DEDENT) {
        parse_advance(p);
    }
    return n->list && !n->list->next ? n->list : n;
}

ast *parse_body(parser *p, ast_kind list_kind) {
    if (p->t->kind == T_NEWLINE && p->t[1].kind == T_INDENT) {
        return parse_lines(p, list_kind, p->t);
    }
    if (p->t->kind == T_NEWLINE) {
        int before = p->diags->count;
        parse_unexpected(p, "a rule after the colon");
        if (p->diags->count > before) {
            diag_help(&p->diags->item[before], "write it on this line, or indented below");
        }
        return parse_node(p, R_NOTHING, p->t);
    }
    return parse_rule(p);
}

// One sequence ends at `or`.
ast *parse_steps(parser *p) {
    return p->t->kind == T_NEWLINE ? parse_body(p, R_SEQ) : parse_sequence(p);
}
