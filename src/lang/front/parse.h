// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_PARSE_H
#define TSR_LANG_PARSE_H

// The parser: tokens to a tree, by recursive descent. After an error it skips to
// the next statement and goes on, so one run finds many errors. The tree is only
// used when there was none. parse_decl.c and decl_*.c read declarations, parse_rule.c
// rules, parse_verb.c their steps, parse_expr.c expressions and conditions.

#include "lang/front/ast.h"
#include "lang/front/lex.h"

// Reads one file into `g`; `file` is what its spans say. A game that inherits is read
// after its ancestors, the eldest first: the same name replaces what another file
// said, endings go before the inherited ones. File 0 is the game itself; tests and
// titles of the others are passed over. Returns 0 for lack of memory.
int parse_game(const char *source, int file, arena *a, diag_list *diags, game_ast *g);

// --- Shared by these files -----------------------------------------------

typedef struct parser parser;

// What nests in something smaller than itself. A file of the parser calls those below it by name (kinds.c,
// parse_expr.c, parse_card.c, parse_verb.c, parse_rule.c, decl_*.c, parse_decl.c, from low to high) and reads what stands above it through
// this table.
typedef struct parse_nested {
    ast *(*operand)(parser *p); // in a question about kinds: highest number in (mine | enemy)
    ast *(*rule)(parser *p);    // in a condition: can(step forward)
    ast *(*steps)(
        parser *p); // after the colon of a step done by others: one sequence, or lines below it
} parse_nested;

struct parser {
    const char *source;
    token *t; // the token we look at
    arena *a;
    diag_list *diags;
    game_ast *g;
    ast spare;     // stands in when memory runs out
    int failed;    // memory ran out
    int panicking; // an error was reported in this statement
    int in_rule;   // `or` separates choices
    int depth;     // of recursion
    int file;      // 0 = the game itself, others are its ancestors
    const parse_nested *nested;
};

enum { PARSE_MAX_DEPTH = 64 };

ast *parse_node(parser *p, ast_kind kind, const token *from);
ast *parse_finish(parser *p, ast *n);              // notes where the node ends
ast *parse_wrap(parser *p, ast_kind kind, ast *a); // a node around another, where that stands
int parse_is(const parser *p, const char *text);
int parse_take(parser *p, const char *text);
int parse_is_at(const parser *p, int ahead, const char *text);
void parse_advance(parser *p);
int parse_expect(parser *p, const char *text, const char *why);
void parse_unexpected(parser *p, const char *wanted);
const char *parse_word(parser *p, const char *what);  // lower case
const char *parse_title(parser *p, const char *what); // capitalised
// A word of ASCII; `things` is what such words name, in the plural.
const char *parse_ascii_word(parser *p, const char *what, const char *things);
// Says so if a name that is declared would begin an expression where it is used (`area row 8`).
void parse_refuse_opener(parser *p, const char *name, span at);
int parse_int(parser *p, const char *what, int32_t *out);
int parse_enter(parser *p); // 0 and an error when nested too deep
int parse_is_reserved(const char *word);
int parse_refuse_dangling(
    parser *p); // a line that begins as if it went on with the one above; 1 = it was said

void parse_declaration(parser *p);
void parse_skip_statement(parser *p); // to the next one at the left margin
void parse_end_line(parser *p);       // of a block; after an error, skips the rest of the line
void parse_too_much(parser *p);       // complains about what stands behind a statement

ast *parse_set(parser *p);       // set = inter { | inter }
ast *parse_plain_set(parser *p); // the same without `on` and `with`, which begin what follows
ast *parse_sum(parser *p);
ast *parse_unary(parser *p);
ast *parse_both(parser *p); // conditions joined by `and`
ast *parse_cond(parser *p); // ... and by `or`
ast *parse_rule(parser *p);
ast *parse_body(parser *p, ast_kind list_kind); // after a colon: same line or indented
ast *parse_wheres(parser *p, ast *inside);
ast *parse_steps(parser *p); // parse_nested.steps

// parse_verb.c: single steps
ast *parse_verb(parser *p);
ast *parse_named_step(parser *p); // a name used as a rule, or the subject of `becomes`
int parse_starts_distinct(const parser *p);

// parse_card.c: a player; let WHO: …; each player: …; each x in set: …; deal …; show …; next is …; for "a reason", which may be there
ast *parse_who(parser *p);
ast *parse_let(parser *p);
ast *parse_each_player(parser *p);
ast *parse_each_cell(parser *p);
ast *parse_deal(parser *p);
ast *parse_throw(parser *p);
ast *parse_show(parser *p);
ast *parse_shuffle(parser *p);
ast *parse_next_is(parser *p);
int parse_reason(parser *p, const char *var);
void parse_teams(parser *p);
int parse_starts_out(const parser *p); // whether the step is `out`, and no rule of the author's

#endif
