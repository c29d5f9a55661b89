// SPDX-License-Identifier: MIT
//
// The lexer: from text to words, numbers, names and the beginnings and ends of blocks. Pictures are
// kept as lines. It never fails: what it cannot read becomes a message and is left out.
#include "lang/front/lex.h"

#include <string.h>

#include "lang/front/letter.h"
#include "lang/front/visible.h"

enum { MAX_DEPTH = 32 };

typedef struct lexer {
    const char *source, *at;
    arena *a;
    diag_list *diags;
    token *item;
    int count, cap;
    uint32_t line;
    uint16_t file;
    const char *line_start;
    int indent[MAX_DEPTH]; // columns of the open blocks
    int depth;
    int statement;   // indentation of the statement we are in
    int line_first;  // index of the first token of this physical line
    int block_opens; // the line above ended with a colon
} lexer;

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static span span_at(const lexer *x, const char *from, size_t len) {
    return (span){.line = x->line,
                  .col = (uint16_t)(from - x->line_start + 1),
                  .len = (uint16_t)(len > 999 ? 999 : len),
                  .file = x->file};
}

static token *add(lexer *x, token_kind kind, const char *from, size_t len) {
    if (x->count == x->cap) {
        int cap = x->cap ? 2 * x->cap : 256;
        token *grown = arena_new(x->a, (size_t)cap * sizeof *grown);
        if (!grown) {
            return NULL;
        }
        if (x->count) {
            memcpy(grown, x->item, (size_t)x->count * sizeof *grown);
        }
        x->item = grown;
        x->cap = cap;
    }
    token *t = &x->item[x->count++];
    memset(t, 0, sizeof *t);
    t->kind = (uint8_t)kind;
    t->at = span_at(x, from, len);
    t->pos = (uint32_t)(from - x->source);
    t->size = (uint32_t)len;
    t->glued = from > x->line_start && from[-1] != ' ';
    t->text = kind == T_PICTURE || len == 0 ? from : arena_text(x->a, from, len);
    if (!t->text) {
        return NULL;
    }
    return t;
}

// --- One token ---------------------------------------------------------------

static int lex_word(lexer *x) {
    const char *p = x->at;
    int after_digit = p > x->line_start && is_digit(p[-1]);
    size_t first, n = after_digit && *p == 'x' ? 1 : letter_word(p); // the `x` of 8x8 stands alone
    letter_kind kind = letter_at(p, &first);
    x->at += n;
    token *t = add(x, kind == LETTER_CAPITAL ? T_NAME : T_WORD, p, n);
    if (t && n > LEX_MAX_LETTERS && !letter_all_ascii(t->text)) {
        diag_add(x->diags, DIAG_TOO_BIG, t->at, "a name with such letters has at most %d bytes",
                 LEX_MAX_LETTERS);
    }
    return t != NULL;
}

// `test perft 6 = 19864709`: how many there are has no limit of the rules.
static int counts_positions(const lexer *x, const token *t) {
    return t - x->item >= 3 && t[-3].kind == T_WORD && strcmp(t[-3].text, "perft") == 0 &&
           t[-1].kind == T_MARK && strcmp(t[-1].text, "=") == 0;
}

static int lex_number(lexer *x) {
    const char *p = x->at;
    size_t n = 0;
    int32_t v = 0;
    for (; is_digit(p[n]); n++) {
        v = v > LEX_MAX_INT ? v : v * 10 + (p[n] - '0');
    }
    int half = p[n] == '.' && p[n + 1] == '5' && !is_digit(p[n + 2]);
    x->at += n + (half ? 2 : 0);
    token *t = add(x, half ? T_HALF : T_INT, p, n + (half ? 2 : 0));
    if (!t) {
        return 0;
    }
    if (v > LEX_MAX_INT && !counts_positions(x, t)) {
        diag_add(x->diags, DIAG_TOO_BIG, t->at, "this number is too big for a board game");
        v = LEX_MAX_INT;
    }
    t->value = half ? 2 * v + 1 : v;
    return 1;
}

// Whether a text is a name: of a script without capital letters, where titles and reasons do not stand.
static int is_quoted_name(const lexer *x, const token *t) {
    static const char *const before[] = {"game", "from", "for", "test"};
    size_t size;
    for (size_t i = 0; t > x->item && i < sizeof before / sizeof *before; i++) {
        if (t[-1].kind == T_WORD && strcmp(t[-1].text, before[i]) == 0) {
            return 0;
        }
    }
    return t->size > 0 && t->size <= LEX_MAX_LETTERS && letter_at(t->text, &size) == LETTER_PLAIN &&
           letter_word(t->text) == t->size;
}

static int lex_string(lexer *x) {
    const char *p = x->at + 1;
    size_t n = 0;
    while (p[n] && p[n] != '"' && p[n] != '\n') {
        n++;
    }
    if (p[n] != '"') {
        diag *d = diag_add(x->diags, DIAG_SYNTAX, span_at(x, x->at, n + 1),
                           "this text has no closing quote");
        diag_help(d, "a text stands between two quotes on one line: \"Chess\"");
    }
    for (size_t i = 0, width; i < n; i += width) {
        width = visible_char(p + i);
        if (!width) {
            diag_add(x->diags, DIAG_BAD_CHARACTER, span_at(x, p + i, 1),
                     "a text has no control characters, and is UTF-8");
            break;
        }
    }
    token *t = add(x, T_STRING, p, n);
    x->at = p + n + (p[n] == '"');
    if (t && n == 0) {
        t->text = "";
    }
    if (t) {
        t->quoted = 1;
        t->kind = is_quoted_name(x, t) ? T_NAME : T_STRING;
    }
    return t != NULL;
}

static int in_test(const lexer *x) {
    if (x->count <= x->line_first) {
        return 0;
    }
    const token *t = &x->item[x->line_first];
    return t->kind == T_WORD && strcmp(t->text, "test") == 0;
}

// U+0300 to U+036F
static int is_accent(const char *s) {
    uint32_t code;
    return visible_code(s, &code) && code >= 0x300 && code <= 0x36f;
}

static int refuse_accent(lexer *x, size_t size) {
    diag *d = diag_add(x->diags, DIAG_BAD_CHARACTER, span_at(x, x->at, 1),
                       "an accent follows its letter here as a character of its own");
    diag_help(d, "write both as one character, as keyboards do (Unicode's form NFC)");
    x->at += size;
    return 1;
}

static int lex_mark(lexer *x) {
    static const char *const pairs[] = {"+=", "-=", "!=", "<=", ">=", ".."};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (strncmp(x->at, pairs[i], 2) == 0) {
            x->at += 2;
            return add(x, T_MARK, x->at - 2, 2) != NULL;
        }
    }
    if (strchr("(),:|&+-*=<>./", *x->at)) {
        x->at++;
        return add(x, T_MARK, x->at - 1, 1) != NULL;
    }
    size_t n = 1;
    while ((x->at[n] & 0xC0) == 0x80) { // the rest of a UTF-8 character
        n++;
    }
    if (in_test(x)) { // moves have signs of their own
        x->at += n;
        return add(x, T_MARK, x->at - n, n) != NULL;
    }
    if (is_accent(x->at)) {
        return refuse_accent(x, n);
    }
    size_t run = n; // several of the same are one mistake
    while (strncmp(x->at + run, x->at, n) == 0) {
        run += n;
    }
    diag *d = diag_add(x->diags, DIAG_BAD_CHARACTER, span_at(x, x->at, n > 1 ? 1 : run),
                       "`%.*s` has no meaning in a rules file", (int)n, x->at);
    diag_help(d, "comments start with #, texts stand between quotes");
    x->at += run;
    return 1;
}

// --- Lines and layout --------------------------------------------------------

static int is_connective(const char *p) {
    static const char *const words[] = {"then", "or",  "else",  "otherwise", "if",
                                        "when", "and", "where", "|",         "&"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        if (strncmp(p, words[i], n) == 0 && !letter_goes_on(p[n])) {
            return 1;
        }
    }
    return 0;
}

static void skip_rest_of_line(lexer *x) {
    while (*x->at && *x->at != '\n') {
        x->at++;
    }
}

static void next_line(lexer *x) {
    if (*x->at == '\n') {
        x->at++;
    }
    x->line++;
    x->line_start = x->at;
}

// Blanks before the first character of this line, or -1 for a blank line.
static int measure_indent(lexer *x) {
    const char *p = x->at;
    while (*p == ' ' || *p == '\t' || *p == '\r') {
        if (*p == '\t') {
            diag *d =
                diag_add(x->diags, DIAG_TAB, span_at(x, p, 1), "this line is indented with a tab");
            diag_help(d, "use blanks: a tab is as wide as each editor likes");
        }
        p++;
    }
    int n = (int)(p - x->at);
    x->at = p;
    return *p == '\0' || *p == '\n' || *p == '#' ? -1 : n;
}

static int token_is(const token *t, const char *text) {
    return (t->kind == T_WORD || t->kind == T_MARK) && strcmp(t->text, text) == 0;
}

// Whether the line just read is `setup`, `board drawn` or `board shape`, below
// which a picture stands.
static int opens_picture(const lexer *x) {
    int n = x->count - x->line_first;
    if (n < 1) {
        return 0;
    }
    const token *t = x->item + x->line_first;
    return (n == 1 && token_is(t, "setup")) ||
           (n == 2 && token_is(t, "board") &&
            (token_is(t + 1, "drawn") || token_is(t + 1, "shape")));
}

// Takes the deeper lines that follow as one token.
static int lex_picture(lexer *x) {
    const char *start = x->at;
    const char *end = start;
    uint32_t first = x->line;
    for (;;) {
        const char *save = x->at;
        int n = measure_indent(x);
        if ((n >= 0 && n <= x->statement) || *x->at == '\0') {
            x->at = save;
            break;
        }
        skip_rest_of_line(x);
        if (n >= 0) {
            end = x->at;
        }
        next_line(x);
    }
    token *t = add(x, T_PICTURE, start, (size_t)(end - start));
    if (t) {
        t->at.line = first;
        t->at.col = 1;
        t->at.len = 1;
    }
    return t != NULL;
}

static int close_blocks(lexer *x, int indent) {
    while (x->depth > 0 && x->indent[x->depth] > indent) {
        x->depth--;
        if (!add(x, T_DEDENT, x->at, 0)) {
            return 0;
        }
    }
    if (x->indent[x->depth] != indent) {
        diag *d = diag_add(x->diags, DIAG_INDENT, span_at(x, x->at, 1),
                           "this line starts between two levels of indentation");
        diag_help(d, "start it below the line it belongs to");
    }
    return 1;
}

// Decides what the first column of a line means. `*joined` is set when the line
// goes on with the one above.
static int lex_layout(lexer *x, int indent, int *joined) {
    *joined = 0;
    if (x->count == 0) {
        x->indent[0] = indent;
        x->statement = indent;
        return 1;
    }
    if (!x->block_opens && indent > x->statement && is_connective(x->at)) {
        *joined = 1;
        return 1;
    }
    if (!add(x, T_NEWLINE, x->at, 0)) {
        return 0;
    }
    x->statement = indent;
    if (indent > x->indent[x->depth]) {
        if (x->depth + 1 >= MAX_DEPTH) {
            diag_add(x->diags, DIAG_TOO_BIG, span_at(x, x->at, 1), "blocks are nested too deep");
            return 0;
        }
        x->indent[++x->depth] = indent;
        return add(x, T_INDENT, x->at, 0) != NULL;
    }
    return close_blocks(x, indent);
}

static int begins_word(const char *s) {
    size_t size;
    letter_kind kind = letter_at(s, &size);
    return kind != LETTER_NONE && kind != LETTER_MARK;
}

static int lex_line_tokens(lexer *x) {
    while (*x->at && *x->at != '\n' && *x->at != '#') {
        int ok = 1;
        if (*x->at == ' ' || *x->at == '\r' || *x->at == '\t') {
            x->at++;
        } else if (begins_word(x->at)) {
            ok = lex_word(x);
        } else if (is_digit(*x->at)) {
            ok = lex_number(x);
        } else if (*x->at == '"') {
            ok = lex_string(x);
        } else {
            ok = lex_mark(x);
        }
        if (!ok) {
            return 0;
        }
    }
    return 1;
}

static int lex_line(lexer *x) {
    int indent = measure_indent(x);
    int joined = 0;
    if (indent < 0) {
        skip_rest_of_line(x);
        next_line(x);
        return 1;
    }
    if (!lex_layout(x, indent, &joined)) {
        return 0;
    }
    if (!joined) {
        x->line_first = x->count;
    }
    int before = x->count;
    if (!lex_line_tokens(x)) {
        return 0;
    }
    x->block_opens = x->count > before && token_is(&x->item[x->count - 1], ":");
    skip_rest_of_line(x);
    next_line(x);
    return opens_picture(x) ? lex_picture(x) : 1;
}

// --- All of it ---------------------------------------------------------------

int lex_all(const char *source, int file, arena *a, diag_list *diags, token_list *out) {
    lexer x = {
        .source = source, .at = source, .a = a, .diags = diags, .line = 1, .file = (uint16_t)file};
    x.line_start = source;
    if (strlen(source) > LEX_MAX_SOURCE) {
        span nowhere = {.line = 1, .col = 1, .len = 1, .file = x.file};
        diag_add(diags, DIAG_TOO_BIG, nowhere, "a rules file may have at most %d bytes",
                 LEX_MAX_SOURCE);
        x.at = source + strlen(source);
    }
    while (*x.at) {
        if (!lex_line(&x)) {
            return 0;
        }
    }
    if (!add(&x, T_NEWLINE, x.at, 0)) {
        return 0;
    }
    while (x.depth-- > 0) {
        if (!add(&x, T_DEDENT, x.at, 0)) {
            return 0;
        }
    }
    if (!add(&x, T_END, x.at, 0)) {
        return 0;
    }
    out->item = x.item;
    out->count = x.count;
    return 1;
}
