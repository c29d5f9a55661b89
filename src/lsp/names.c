// SPDX-License-Identifier: MIT
// Finding declared names; see names.h.
#include "lsp/names.h"

#include <string.h>

// A walk over the tokens, statement by statement.
typedef struct walk {
    name_list *list;
    arena *a;
    int cap;
    const token *first; // of the statement
    int statement;
    int blocks, brackets;
} walk;

static int is(const token *t, const char *text) {
    return (t->kind == T_WORD || t->kind == T_MARK) && strcmp(t->text, text) == 0;
}

// Whether a statement ends with this token; *blocks counts the open ones.
static int ends_statement(const token *t, int *blocks) {
    *blocks += t->kind == T_INDENT;
    *blocks -= t->kind == T_DEDENT;
    return *blocks == 0 && (t->kind == T_DEDENT || (t->kind == T_NEWLINE && t[1].kind != T_INDENT));
}

static int is_one_of(const token *t, const char *const *words) {
    for (; *words; words++) {
        if (is(t, *words)) {
            return 1;
        }
    }
    return 0;
}

static void add(walk *w, name_kind kind, const token *at) {
    name_list *list = w->list;
    if (list->count == w->cap) {
        int cap = w->cap ? 2 * w->cap : 64;
        name *grown = arena_new(w->a, (size_t)cap * sizeof *grown);
        if (!grown) {
            return;
        }
        if (list->count) {
            memcpy(grown, list->item, (size_t)list->count * sizeof *grown);
        }
        list->item = grown;
        w->cap = cap;
    }
    list->item[list->count++] = (name){kind, at, w->statement};
}

// --- One token ---------------------------------------------------------------

// `piece Rook`, `def check`: the word behind the first of a statement.
static int declared_by_first(const walk *w, const token *t, name_kind *kind) {
    static const struct {
        const char *word;
        name_kind kind;
        token_kind wanted;
    } rows[] = {{"game", NAME_GAME, T_STRING}, {"piece", NAME_PIECE, T_NAME},
                {"phase", NAME_PHASE, T_NAME}, {"option", NAME_OPTION, T_WORD},
                {"var", NAME_VAR, T_WORD},     {"tokens", NAME_TOKENS, T_WORD},
                {"link", NAME_LINK, T_WORD},   {"def", NAME_DEF, T_WORD}};
    for (size_t i = 0; t == w->first + 1 && i < sizeof rows / sizeof *rows; i++) {
        if (is(w->first, rows[i].word) && t->kind == rows[i].wanted) {
            *kind = rows[i].kind;
            return 1;
        }
    }
    return 0;
}

// `players White, Black`, `tokens seeds, stones`, `South has pits a..f, store x`.
static int declared_in_list(const walk *w, const token *t, name_kind *kind) {
    int behind_comma = is(t - 1, ",") && w->brackets == 0;
    if (is(w->first, "players") && t->kind == T_NAME && (t == w->first + 1 || behind_comma)) {
        *kind = NAME_PLAYER;
        return 1;
    }
    if (is(w->first, "tokens") && t->kind == T_WORD && behind_comma) {
        *kind = NAME_TOKENS;
        return 1;
    }
    if (w->first->kind == T_NAME && is(w->first + 1, "has") && t->kind == T_WORD &&
        (t == w->first + 2 || behind_comma)) {
        *kind = NAME_HAS;
        return 1;
    }
    return 0;
}

// A word before a colon is a label where a rule may begin.
static int is_label(const token *t) {
    static const char *const openers[] = {"then", "or",       "else",    "otherwise", ":",
                                          "(",    "optional", "longest", "repeat",    NULL};
    static const char *const others[] = {"after", "turn", "setup", "stuck", "score", NULL};
    int begins = t[-1].kind == T_NEWLINE || t[-1].kind == T_INDENT || t[-1].kind == T_DEDENT;
    return t->kind == T_WORD && is(t + 1, ":") && (begins || is_one_of(t - 1, openers)) &&
           !is_one_of(t, others);
}

static int declared_in_rule(const walk *w, const token *t, name_kind *kind) {
    static const char *const namers[] = {"choose", "roll", "for", "each", "where", NULL};
    int parameter = is(w->first, "def") && t >= w->first + 3 && is(w->first + 2, "(") &&
                    w->brackets == 1 && (is(t - 1, "(") || is(t - 1, ",")) && w->blocks == 0;
    for (const token *k = w->first; parameter && k < t; k++) {
        parameter = !is(k, "=") && !is(k, ":");
    }
    *kind = is_label(t) ? NAME_LABEL : NAME_LOCAL;
    return t->kind == T_WORD && (*kind == NAME_LABEL || parameter || is_one_of(t - 1, namers));
}

static void look_at(walk *w, const token *t) {
    name_kind kind;
    if (is(w->first, "test")) {
        if (t == w->first) {
            add(w, NAME_TEST, t);
        }
        return;
    }
    if (t->kind == T_STRING && is(w->first, "game") && is(t - 1, "from")) {
        w->list->parent = t;
    }
    if (t > w->first && (declared_by_first(w, t, &kind) || declared_in_list(w, t, &kind) ||
                         declared_in_rule(w, t, &kind))) {
        add(w, kind, t);
    }
}

// --- All tokens --------------------------------------------------------------

static void step(walk *w, const token *t) {
    if (ends_statement(t, &w->blocks)) {
        w->first = t + 1;
        w->statement++;
        w->brackets = 0;
        return;
    }
    w->brackets -= is(t, ")") && w->brackets > 0;
    look_at(w, t);
    w->brackets += is(t, "(");
}

void names_read(const char *text, arena *a, name_list *out) {
    diag_list *ignored = arena_new(a, sizeof *ignored);
    memset(out, 0, sizeof *out);
    if (!ignored || !lex_all(text, 0, a, ignored, &out->tokens)) {
        out->tokens.count = 0;
        return;
    }
    walk w = {.list = out, .a = a, .first = out->tokens.item};
    for (int i = 0; i < out->tokens.count - 1; i++) { // the last one is T_END
        step(&w, &out->tokens.item[i]);
    }
}

const char *names_kind_text(name_kind kind) {
    static const char *const words[] = {"game",  "player", "piece", "phase",      "option",
                                        "var",   "tokens", "link",  "definition", "property",
                                        "label", "name",   "test"};
    return words[kind];
}

int names_token_at(const name_list *list, size_t offset) {
    int best = -1;
    for (int i = 0; i < list->tokens.count; i++) {
        const token *t = &list->tokens.item[i];
        int named = t->kind == T_WORD || t->kind == T_NAME || t->kind == T_STRING;
        if (named && t->pos <= offset && offset <= (size_t)t->pos + t->size) {
            best = i;
        }
    }
    return best;
}

int names_statement_of(const name_list *list, int i) {
    int statement = 0, blocks = 0;
    for (int k = 0; k < i; k++) {
        statement += ends_statement(&list->tokens.item[k], &blocks);
    }
    return statement;
}

const int *names_statements(const name_list *list, arena *a) {
    int *numbers = arena_new(a, ((size_t)list->tokens.count + 1) * sizeof *numbers);
    int statement = 0, blocks = 0;
    for (int i = 0; numbers && i < list->tokens.count; i++) {
        numbers[i] = statement;
        statement += ends_statement(&list->tokens.item[i], &blocks);
    }
    return numbers;
}

const name *names_find(const name_list *list, const char *text, int i) {
    int statement = i < 0 ? -1 : names_statement_of(list, i);
    const name *found = NULL;
    for (int k = 0; k < list->count; k++) {
        const name *n = &list->item[k];
        int own = n->statement == statement;
        if (n->kind == NAME_GAME || n->kind == NAME_TEST || strcmp(n->at->text, text) != 0 ||
            (n->kind == NAME_LOCAL && !own)) {
            continue;
        }
        if (n->kind == NAME_LOCAL) {
            return n; // hides whatever else has that name
        }
        found = found ? found : n;
    }
    return found;
}

void names_statement_bytes(const name_list *list, int statement, size_t *from, size_t *to) {
    int at = 0, blocks = 0;
    *from = *to = 0;
    for (int i = 0; i < list->tokens.count - 1 && at <= statement; i++) {
        const token *t = &list->tokens.item[i];
        int word = t->kind != T_NEWLINE && t->kind != T_INDENT && t->kind != T_DEDENT;
        if (at == statement && word) {
            int quote = t->quoted; // a text is counted without its quotes
            *from = *to ? *from : (size_t)t->pos - (size_t)quote;
            *to = (size_t)t->pos + t->size + (size_t)quote;
        }
        at += ends_statement(t, &blocks);
    }
}
