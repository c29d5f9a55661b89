// SPDX-License-Identifier: MIT
//
// The parser's tools: looking at words, making nodes, complaining, and skipping to the next line after a
// mistake.
#include "lang/front/parse.h"

#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "lang/front/letter.h"

ast *parse_node(parser *p, ast_kind kind, const token *from) {
    ast *n = p->failed ? NULL : arena_new(p->a, sizeof *n);
    if (!n) {
        p->failed = 1;
        n = &p->spare;
        memset(n, 0, sizeof *n);
    }
    n->kind = (uint8_t)kind;
    n->at = from->at;
    n->pos = from->pos;
    n->end = from->pos + from->size;
    n->src = p->source;
    return n;
}

ast *parse_finish(parser *p, ast *n) {
    const token *last = p->t - 1;
    n->end = last->pos + last->size + last->quoted;
    if (last->at.line == n->at.line && last->at.col >= n->at.col) {
        n->at.len = (uint16_t)(last->at.col + last->at.len - n->at.col);
    } else { // over several lines: point at the first one's text only
        const char *s = p->source + n->pos;
        uint16_t len = 0;
        while (s[len] && s[len] != '\n' && s[len] != '#') {
            len++;
        }
        while (len > 1 && (s[len - 1] == ' ' || s[len - 1] == '\r')) {
            len--;
        }
        n->at.len = len;
    }
    return n;
}

ast *parse_wrap(parser *p, ast_kind kind, ast *a) {
    ast *n = parse_node(p, kind, p->t);
    n->a = a;
    n->at = a->at;
    n->pos = a->pos;
    n->end = a->end;
    return n;
}

void parse_advance(parser *p) {
    if (p->t->kind != T_END) {
        p->t++;
    }
}

int parse_is_at(const parser *p, int ahead, const char *text) {
    const token *t = p->t;
    for (int i = 0; i < ahead; i++, t++) {
        if (t->kind == T_END) {
            return 0;
        }
    }
    return !p->failed && (t->kind == T_WORD || t->kind == T_MARK) && strcmp(t->text, text) == 0;
}

int parse_is(const parser *p, const char *text) {
    return parse_is_at(p, 0, text);
}

int parse_take(parser *p, const char *text) {
    if (!parse_is(p, text)) {
        return 0;
    }
    parse_advance(p);
    return 1;
}

static const char *const reserved[] = {
    "then",      "or",       "else",  "otherwise", "if",     "when",    "and",   "where",
    "not",       "no",       "is",    "in",        "on",     "with",    "to",    "over",
    "capturing", "later",    "while", "until",     "within", "of",      "at",    "from",
    "move",      "step",     "leap",  "slide",     "hop",    "vault",   "place", "choose",
    "remove",    "pass",     "swap",  "roll",      "put",    "becomes", "bring", "sow",
    "require",   "close",    "again", "optional",  "repeat", "longest", "for",   "up",
    "connects",  "skipping", "along", "furthest"};

int parse_is_reserved(const char *word) {
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        if (strcmp(reserved[i], word) == 0) {
            return 1;
        }
    }
    return 0;
}

// `or place …` below the line it belongs to, but no deeper.
int parse_refuse_dangling(parser *p) {
    static const char *const words[] = {"then", "or", "else", "if", "and", "where", "|", "&"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (parse_is(p, words[i]) && !p->panicking) {
            diag *d =
                diag_add(p->diags, DIAG_INDENT, p->t->at,
                         "a line that begins with `%s` goes on with the line above", words[i]);
            diag_note(d, "so it must stand deeper than that line");
            diag_help(d, "indent it further:       %s …", words[i]);
            p->panicking = 1;
            return 1;
        }
    }
    return 0;
}

static const char *name_of(const token *t) {
    switch ((token_kind)t->kind) {
    case T_END: return "the end of the file";
    case T_NEWLINE: return "the end of the line";
    case T_INDENT: return "a deeper line";
    case T_DEDENT: return "the end of the block";
    case T_PICTURE: return "a picture";
    case T_WORD:
    case T_NAME:
    case T_INT:
    case T_HALF:
    case T_STRING:
    case T_MARK:
    case T_BAD: break;
    }
    return NULL;
}

void parse_unexpected(parser *p, const char *wanted) {
    if (p->panicking || p->failed) {
        return;
    }
    p->panicking = 1;
    const token *t = p->t;
    const char *name = name_of(t);
    span at = t->at;
    if (name && t->kind != T_PICTURE && t->kind != T_INDENT && t != NULL && (t - 1)->at.line) {
        at = (t - 1)->at; // point behind the last word, not at the next line
        at.col = (uint16_t)(at.col + at.len);
        at.len = 1;
    }
    if (name) {
        diag_add(p->diags, DIAG_SYNTAX, at, "I expected %s, but here is %s", wanted, name);
    } else {
        diag_add(p->diags, DIAG_SYNTAX, at, "I expected %s, not `%s`", wanted, t->text);
    }
}

int parse_expect(parser *p, const char *text, const char *why) {
    if (parse_take(p, text)) {
        return 1;
    }
    if (!p->panicking) {
        int before = p->diags->count;
        char wanted[32];
        (void)snprintf(wanted, sizeof wanted, "`%s`", text);
        parse_unexpected(p, wanted);
        if (p->diags->count > before) {
            diag_help(&p->diags->item[before], "%s", why);
        }
    }
    return 0;
}

// The message that parse_unexpected has just added, for more words about it; or NULL.
static diag *unexpected(parser *p, const char *wanted) {
    int before = p->diags->count;
    parse_unexpected(p, wanted);
    return p->diags->count > before ? &p->diags->item[before] : NULL;
}

static const char *near_reserved(const char *word) {
    const char *best = NULL;
    int distance = near_limit(word) + 1;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        int far = near_distance(word, reserved[i]);
        if (far < distance && far < (int)strlen(reserved[i])) {
            distance = far;
            best = reserved[i];
        }
    }
    return best;
}

static int is_token(const game_ast *g, const char *word) {
    for (int i = 0; i < g->token_count; i++) {
        if (strcmp(g->tokens[i], word) == 0) {
            return 1;
        }
    }
    return 0;
}

// `lose when … for "too much"`: in a turn the reason stands before the condition.
static void place_reason(diag *d, const token *t) {
    static const char *const words[] = {"win", "lose", "draw", "finish", "out"};
    for (const token *before = t - 1; before->kind == T_WORD || before->kind == T_NAME ||
                                      before->kind == T_INT || before->kind == T_MARK;
         before--) {
        for (size_t i = 0; before[1].kind == T_WORD && i < sizeof words / sizeof *words; i++) {
            if (before->kind == T_WORD && strcmp(before->text, words[i]) == 0 &&
                (strcmp(before[1].text, "when") == 0 || strcmp(before[1].text, "if") == 0)) {
                diag_help(d,
                          "in a turn the reason stands before the condition:   %s for \"%s\" %s …",
                          words[i], t[1].text, before[1].text);
                return;
            }
        }
    }
}

// Something stands where the line should end: say what it may have been meant for.
void parse_too_much(parser *p) {
    const token *t = p->t;
    diag *d = unexpected(p, "the end of the line");
    if (d && t->kind == T_MARK && strcmp(t->text, "|") == 0) {
        diag_help(d, "`|` joins cells; choices are joined with `or`:   step north or step east");
    }
    if (!d || t->kind != T_WORD) {
        return;
    }
    if (strcmp(t->text, "for") == 0 && t[1].kind == T_STRING) {
        place_reason(d, t);
    } else if (is_token(p->g, t->text)) {
        diag_help(d, "tokens are taken by bringing them away:   bring %s from … to …", t->text);
    } else if (strcmp(t->text, "and") == 0) {
        diag_help(d, "`and` joins conditions; cells are joined with `|`:   rank 1 | rank 2");
    } else if (strcmp(t->text, "repeated") == 0) {
        diag_help(d, "the number follows:   draw when repeated 3");
    } else if (!parse_is_reserved(t->text) && near_reserved(t->text)) {
        diag_note(d, "did you mean `%s`?", near_reserved(t->text));
    }
}

const char *parse_word(parser *p, const char *what) {
    if (p->t->kind != T_WORD || parse_is_reserved(p->t->text)) {
        parse_unexpected(p, what);
        return "";
    }
    const char *s = p->t->text;
    parse_advance(p);
    return s;
}

// Words that begin an expression of their own: as the name of something declared they could not be read.
static const char *const openers[] = {"my",     "rank", "row", "column", "count",   "each",
                                      "toward", "line", "ray", "flood",  "point",   "repeated",
                                      "enemy",  "sum",  "was", "can",    "highest", "lowest"};

void parse_refuse_opener(parser *p, const char *name, span at) {
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        if (strcmp(openers[i], name) == 0) {
            diag *d = diag_add(p->diags, DIAG_SHADOW, at, "`%s` is a word of the language", name);
            diag_help(d, "give it a name of your own, such as `my_%s`", name);
        }
    }
}

const char *parse_ascii_word(parser *p, const char *what, const char *things) {
    const token *t = p->t;
    const char *s = parse_word(p, what);
    if (!letter_all_ascii(s)) {
        diag *d = diag_add(p->diags, DIAG_BAD_CHARACTER, t->at,
                           "%s are called by the letters of ASCII, which `%s` is not", things, s);
        diag_help(
            d, "moves, positions and commands name them; titles and pieces may have any letters");
    }
    return s;
}

// `low` of `piece Man of grade low | high`: the attribute it is a value of, or NULL.
static const char *attribute_with(const game_ast *g, const char *value) {
    for (int i = 0; i < g->attr_count; i++) {
        for (int k = 0; k < g->attrs[i].count && g->attrs[i].value[k]; k++) {
            if (strcmp(g->attrs[i].value[k], value) == 0) {
                return g->attrs[i].name;
            }
        }
    }
    return NULL;
}

// A name without its capital letter; or no name, but a value of some pieces.
static void suggest_title(const parser *p, diag *d, const token *t) {
    const char *attr = attribute_with(p->g, t->text);
    if (!attr) {
        diag_note(d, "did you mean `%c%s`?", t->text[0] - 32, t->text + 1);
        return;
    }
    const char *family = NULL;
    for (int i = 0; i < p->g->piece_count; i++) {
        family = p->g->pieces[i].family ? p->g->pieces[i].family : family;
    }
    diag_note(d, "this is a value of `%s`; kinds are not put one by one", attr);
    diag_help(d,
              "all of them are put in an area, from which players place them:   put every %s on …",
              family ? family : "Man");
}

const char *parse_title(parser *p, const char *what) {
    if (p->t->kind != T_NAME) {
        const token *t = p->t;
        diag *d = unexpected(p, what);
        if (d && t->kind == T_WORD && !parse_is_reserved(t->text) && t->text[0] >= 'a' &&
            t->text[0] <= 'z') {
            suggest_title(p, d, t);
        } else if (d && t->kind == T_STRING) {
            diag_help(d, "a name stands between quotes only if its script has no capital letters");
        }
        return "";
    }
    const char *s = p->t->text;
    parse_advance(p);
    return s;
}

int parse_int(parser *p, const char *what, int32_t *out) {
    int neg = p->t->kind == T_MARK && parse_is(p, "-") && p->t[1].kind == T_INT;
    if (neg) {
        parse_advance(p);
    }
    if (p->t->kind != T_INT) {
        parse_unexpected(p, what);
        return 0;
    }
    *out = neg ? -p->t->value : p->t->value;
    parse_advance(p);
    return 1;
}

// To the end of this line and of the blocks it opens.
static void skip_line(parser *p) {
    int depth = 0;
    while (p->t->kind != T_END) {
        if ((p->t->kind == T_NEWLINE && depth == 0 && p->t[1].kind != T_INDENT) ||
            (p->t->kind == T_DEDENT && depth == 0)) {
            return;
        }
        depth += p->t->kind == T_INDENT;
        depth -= p->t->kind == T_DEDENT;
        p->t++;
        if (depth == 0 && p->t[-1].kind == T_DEDENT) {
            return;
        }
    }
}

void parse_end_line(parser *p) {
    // A block (`when ...:`) has already eaten its newline and dedent.
    if (p->t->kind != T_NEWLINE && p->t->kind != T_DEDENT && (p->t - 1)->kind != T_DEDENT) {
        parse_too_much(p);
    }
    if (p->panicking) {
        skip_line(p);
        p->panicking = 0;
        p->depth = 0;
    }
    while (p->t->kind == T_NEWLINE) {
        parse_advance(p);
    }
}

int parse_enter(parser *p) {
    if (p->depth >= PARSE_MAX_DEPTH) {
        if (!p->panicking) {
            diag_add(p->diags, DIAG_TOO_BIG, p->t->at, "this is nested too deep");
        }
        p->panicking = 1;
        return 0;
    }
    p->depth++;
    return 1;
}

// To the next statement at the left margin.
void parse_skip_statement(parser *p) {
    int depth = 0;
    while (p->t->kind != T_END) {
        depth += p->t->kind == T_INDENT;
        depth -= p->t->kind == T_DEDENT && depth > 0;
        if (p->t->kind == T_NEWLINE && depth == 0 && p->t[1].kind != T_INDENT) {
            return;
        }
        p->t++;
    }
}
