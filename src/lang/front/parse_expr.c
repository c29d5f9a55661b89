// SPDX-License-Identifier: MIT
//
// Expressions and conditions. Sets, directions and numbers share one grammar and
// are told apart by type when they are lowered.
#include "lang/front/kinds.h"

#include <string.h>

static ast *binary(parser *p, ast_kind kind, ast *left, ast *right) {
    ast *n = parse_node(p, kind, p->t);
    n->a = left;
    n->b = right;
    n->at = left->at;
    n->pos = left->pos;
    n->end = right->end;
    if (right->at.line == left->at.line && right->at.col >= left->at.col) {
        n->at.len = (uint16_t)(right->at.col + right->at.len - left->at.col);
    }
    return n;
}

static ast *unary_of(parser *p, ast_kind kind) {
    ast *n = parse_node(p, kind, p->t);
    parse_advance(p);
    n->a = parse_unary(p);
    return parse_finish(p, n);
}

// --- Words that begin an expression ------------------------------------------

static ast *parse_lines(parser *p, ast_kind kind) {
    ast *n = parse_node(p, kind, p->t);
    parse_advance(p);
    if (kind == A_RANK && parse_take(p, "at")) {
        n->kind = A_AT;
        n->name = "rank";
        n->a = parse_unary(p);
    } else if (parse_take(p, "of")) {
        n->flag = 1;
        n->a = parse_unary(p);
    } else {
        n->a = parse_unary(p);
        n->b = kind == A_RANK && parse_take(p, "..") ? parse_unary(p) : NULL;
    }
    return parse_finish(p, n);
}

static ast *parse_line(parser *p) {
    ast *n = parse_node(p, A_LINE, p->t);
    parse_advance(p);
    n->a = parse_unary(p);
    parse_expect(p, "of", "`line 3 of mine` says whose line it is");
    n->b = parse_unary(p);
    return parse_finish(p, n);
}

static ast *parse_ray(parser *p) {
    ast *n = parse_node(p, A_RAY, p->t);
    parse_advance(p);
    n->a = parse_unary(p);
    n->flag = (uint8_t)parse_is(p, "until");
    if (parse_take(p, "while") || parse_take(p, "until")) {
        n->b = parse_unary(p);
    }
    return parse_finish(p, n);
}

static ast *parse_flood(parser *p) {
    ast *n = parse_node(p, A_FLOOD, p->t);
    parse_advance(p);
    n->a = parse_set(p);
    parse_expect(p, "within", "`flood x within y` needs the cells it may spread over");
    n->b = parse_unary(p);
    return parse_finish(p, n);
}

ast *parse_wheres(parser *p, ast *inside) {
    if (!parse_is(p, "where")) {
        return inside;
    }
    ast *n = parse_node(p, R_WHERE, p->t);
    ast **tail = &n->list;
    n->a = inside;
    n->pos = inside->pos;
    n->at = inside->at;
    for (int count = 0; parse_take(p, "where"); count++) {
        ast *let = parse_node(p, R_LET, p->t);
        if (count == MAX_WHERES) {
            diag_add(p->diags, DIAG_TOO_BIG, (p->t - 1)->at,
                     "at most %d values can be named in one place", MAX_WHERES);
        }
        let->name = parse_word(p, "a name for the value");
        parse_expect(p, "=", "`where d = toward rook` gives a value a name");
        let->a = parse_set(p);
        *tail = parse_finish(p, let);
        tail = &let->next;
    }
    return parse_finish(p, n);
}

static ast *parse_each(parser *p) {
    ast *n = parse_node(p, A_EACH, p->t);
    parse_advance(p);
    n->name = parse_word(p, "a name for the direction");
    parse_expect(p, "in", "`each d in any: ...` goes through directions");
    n->a = parse_set(p);
    parse_expect(p, ":", "the set follows a colon: each d in any: ray d while enemy");
    n->b = parse_set(p);
    if (parse_take(p, "if")) {
        n->c = parse_both(p);
    }
    while (parse_is(p, "where")) {
        ast *let = parse_wheres(p, n);
        // The values belong to this node; keep the chain, drop the wrapper.
        n->list = let->list;
        break;
    }
    return parse_finish(p, n);
}

static ast *parse_event(parser *p) {
    ast *n = parse_node(p, A_EVENT, p->t);
    if (p->t->kind == T_NAME) {
        n->flag = 1;
        n->name = parse_title(p, "a piece");
        parse_expect(p, "move", "an event is `capture`, `Pawn move` or a move's label");
    } else if (parse_take(p, "capture")) {
        n->name = "capture";
    } else {
        n->flag = 2;
        n->name = parse_word(p, "`capture`, a piece's move, or a label");
    }
    return parse_finish(p, n);
}

static ast *parse_quiet(parser *p) {
    ast *n = parse_node(p, A_QUIET, p->t);
    n->num = p->t->value;
    parse_advance(p);
    parse_advance(p);
    parse_advance(p);
    ast **tail = &n->list;
    do {
        *tail = parse_event(p);
        tail = &(*tail)->next;
    } while (parse_take(p, "or"));
    return parse_finish(p, n);
}

static int starts_turn(const parser *p) {
    return (parse_is(p, "left") || parse_is(p, "right")) && parse_is_at(p, 1, "around");
}

static ast *parse_around(parser *p) {
    ast *n = parse_node(p, A_AROUND, p->t);
    n->num = parse_is(p, "left") ? 1 : 3;
    parse_advance(p);
    parse_advance(p);
    n->a = parse_unary(p);
    return parse_finish(p, n);
}

static ast *parse_owned(parser *p) {
    ast *n = parse_node(p, A_OWNED, p->t);
    n->flag = (uint8_t)parse_is(p, "enemy");
    parse_advance(p);
    const token *of = p->t;
    n->name = of->text;
    parse_advance(p);
    ast *kinds = of->kind == T_NAME ? kinds_of_family(p, of - 1, n->name, n->flag) : NULL;
    return kinds ? kinds : parse_finish(p, n);
}

static ast *parse_sub_rule(parser *p, ast_kind kind) {
    ast *n = parse_node(p, kind, p->t);
    parse_advance(p);
    parse_advance(p);
    int saved = p->in_rule;
    p->in_rule = 1;
    n->a = p->nested->rule(p);
    p->in_rule = 0;
    if (kind == A_SUPPOSING) {
        parse_expect(p, ",", "`supposing(rule, condition)` asks what would be true afterwards");
        n->b = parse_cond(p);
    }
    p->in_rule = saved;
    parse_expect(p, ")", "this bracket is not closed");
    return parse_finish(p, n);
}

static ast *parse_was(parser *p) {
    ast *n = parse_node(p, A_WAS, p->t);
    parse_advance(p);
    parse_advance(p);
    n->a = parse_set(p);
    parse_expect(p, ")", "this bracket is not closed");
    return parse_finish(p, n);
}

// --- Atoms -------------------------------------------------------------------

static int takes_owner(const parser *p) {
    const token *t = p->t + 1;
    if (parse_is(p, "my")) {
        return 1;
    }
    return parse_is(p, "enemy") &&
           (t->kind == T_NAME || (t->kind == T_WORD && !parse_is_reserved(t->text)));
}

static ast *parse_call(parser *p) {
    ast *n = parse_node(p, A_CALL, p->t);
    n->name = p->t->text;
    parse_advance(p);
    parse_advance(p);
    ast **tail = &n->list;
    int saved = p->in_rule;
    p->in_rule = 0;
    do {
        *tail = parse_set(p);
        tail = &(*tail)->next;
    } while (parse_take(p, ",") && !p->failed);
    p->in_rule = saved;
    parse_expect(p, ")", "this bracket is not closed");
    return parse_finish(p, n);
}

static ast *parse_bracket(parser *p) {
    ast *n = parse_node(p, A_VEC, p->t);
    const token *t = p->t;
    int neg = (t[1].kind == T_MARK && strcmp(t[1].text, "-") == 0);
    if (t[1 + neg].kind == T_INT && parse_is_at(p, 2 + neg, ",")) {
        parse_advance(p);
        int32_t x = 0, y = 0;
        int sign = parse_take(p, "-") ? -1 : 1;
        parse_int(p, "a number", &x);
        parse_expect(p, ",", "a leap is written (1,2)");
        int sign2 = parse_take(p, "-") ? -1 : 1;
        parse_int(p, "a number", &y);
        parse_expect(p, ")", "a leap is written (1,2)");
        n->num = sign * (int32_t)x;
        n->num2 = (uint16_t)(int16_t)(sign2 * y);
        return parse_finish(p, n);
    }
    parse_advance(p);
    int saved = p->in_rule;
    p->in_rule = 0;
    ast *inside = parse_cond(p);
    p->in_rule = saved;
    parse_expect(p, ")", "this bracket is not closed");
    return inside;
}

static ast *parse_atom(parser *p) {
    const token *t = p->t;
    ast *n;
    if (t->kind == T_INT || t->kind == T_HALF) {
        n = parse_node(p, A_NUM, t);
        n->num = t->value;
        n->flag = t->kind == T_HALF;
        parse_advance(p);
        return parse_finish(p, n);
    }
    if (t->kind == T_NAME) {
        n = parse_node(p, A_TITLE, t);
        n->name = t->text;
        parse_advance(p);
        ast *kinds = kinds_of_family(p, t, n->name, -1);
        return kinds ? kinds : parse_finish(p, n);
    }
    if (parse_is(p, "(")) {
        return parse_bracket(p);
    }
    if (t->kind == T_WORD && !parse_is_reserved(t->text)) {
        if (parse_is_at(p, 1, "(") && t[1].glued) {
            return parse_call(p);
        }
        n = parse_node(p, A_WORD, t);
        n->name = t->text;
        parse_advance(p);
        return parse_finish(p, n);
    }
    parse_unexpected(p, "cells, a direction or a number");
    n = parse_node(p, A_WORD, t);
    n->name = "here";
    return n;
}

// trick.1: one cell of an area.
static void parse_nth(parser *p, ast *m) {
    m->kind = A_NTH;
    m->name = m->a->name;
    parse_int(p, "which of its cells: trick.1", &m->num);
}

// Whether an area is declared by this name, above or below.
static int names_area(const parser *p, const char *name) {
    int found = p->g->board.each && strcmp(p->g->board.each, name) == 0;
    for (int i = 0; i < p->g->area_count; i++) {
        found |= strcmp(p->g->areas[i].name, name) == 0;
    }
    for (const token *t = p->t; t->kind != T_END && !found; t++) {
        found = t[0].kind == T_NEWLINE && t[1].kind == T_WORD && strcmp(t[1].text, "area") == 0 &&
                t[2].kind == T_WORD && strcmp(t[2].text, name) == 0;
    }
    return found || (p->g->has_hand && strcmp(name, "hand") == 0);
}

// `line n of enemy` is about no area.
static int is_area_of_who(const parser *p, const char *name) {
    static const char *const who[] = {"me", "enemy", "all", "others", "partner"};
    int found = parse_is_at(p, 1, "next") && parse_is_at(p, 2, "player");
    for (size_t i = 0; i < sizeof who / sizeof *who; i++) {
        found |= parse_is_at(p, 1, who[i]);
    }
    return found && names_area(p, name);
}

// `line n of Red`, `top n of Red`: where such a line or part stands, a name before `of` is a number.
static int is_area_of_player(const parser *p, const char *name) {
    const token *before = p->t - 2; // the first token is never an operand
    const int counts = strcmp(before->text, "line") == 0 || strcmp(before->text, "top") == 0 ||
                       strcmp(before->text, "bottom") == 0;
    return p->t[1].kind == T_NAME && (!counts || names_area(p, name));
}

// hand of North, hand of partner, base of owner of x
static ast *parse_area_of(parser *p, ast *n) {
    const int is_owner = parse_is_at(p, 1, "owner") && parse_is_at(p, 2, "of");
    if (n->kind != A_WORD || !parse_is(p, "of") ||
        (!is_owner && !is_area_of_player(p, n->name) && !is_area_of_who(p, n->name))) {
        return NULL;
    }
    n->kind = A_OF;
    parse_advance(p);
    if (is_owner) {
        parse_advance(p);
        parse_advance(p);
        n->a = parse_unary(p);
    } else if (p->t->kind == T_NAME) {
        n->name2 = parse_title(p, "a player");
    } else {
        n->b = parse_who(p);
    }
    return parse_finish(p, n);
}

static ast *parse_postfix(parser *p) {
    ast *n = parse_atom(p);
    while (parse_is(p, ".") || (parse_is(p, "..") && n->kind == A_WORD)) {
        ast *m = parse_node(p, parse_is(p, ".") ? A_MEMBER : A_SPAN, p->t);
        parse_advance(p);
        m->a = n;
        m->at = n->at;
        m->pos = n->pos;
        if (m->kind == A_MEMBER && p->t->kind == T_INT && n->kind == A_WORD) {
            parse_nth(p, m);
        } else if (m->kind == A_MEMBER) {
            m->name = p->t->text; // `over` and `to` are reserved elsewhere
            if (p->t->kind == T_WORD) {
                parse_advance(p);
            } else {
                parse_unexpected(p, "what you want to know of it");
            }
            (void)kinds_member(p, m);
        } else {
            m->b = parse_atom(p);
        }
        n = parse_finish(p, m);
    }
    if (parse_area_of(p, n)) {
        return n;
    }
    if (n->kind == A_WORD && parse_is(p, "at")) {
        ast *m = parse_node(p, A_AT, p->t);
        parse_advance(p);
        m->name = n->name;
        m->at = n->at;
        m->pos = n->pos;
        m->a = parse_unary(p);
        n = parse_finish(p, m);
    }
    return n;
}

static ast *parse_simple(parser *p, ast_kind kind, int words) {
    ast *n = parse_node(p, kind, p->t);
    for (int i = 0; i < words; i++) {
        parse_advance(p);
    }
    return parse_finish(p, n);
}

static ast *parse_repeated(parser *p) {
    ast *n = parse_node(p, A_REPEATED, p->t);
    parse_advance(p);
    parse_int(p, "how often: repeated 3", &n->num);
    return parse_finish(p, n);
}

// `holding Cap`, which is no word of the language: what lies covered is not asked for by its type.
static int refuse_holding(parser *p) {
    const token *t = p->t;
    if (strcmp(t->text, "holding") != 0 || t[1].kind != T_NAME || p->panicking) {
        return 0;
    }
    diag *d =
        diag_add(p->diags, DIAG_SYNTAX, t->at, "what lies covered in a pile cannot be asked for");
    diag_note(d, "a type is about what lies on top: `%s` is all cells where one does", t[1].text);
    diag_help(d, "mark the pile when it comes to cover one:   stack becomes Bearer when goal is %s",
              t[1].text);
    p->panicking = 1;
    return 1;
}

static ast *parse_unary_inner(parser *p) {
    const token *t = p->t;
    if (parse_is(p, "-")) return unary_of(p, A_NEG);
    if (t->kind == T_INT && parse_is_at(p, 1, "turns") && parse_is_at(p, 2, "without")) {
        return parse_quiet(p);
    }
    if (t->kind != T_WORD || refuse_holding(p)) return parse_postfix(p);
    if (takes_owner(p)) return parse_owned(p);
    if (parse_is(p, "count")) return unary_of(p, A_COUNT);
    if (parse_is(p, "toward")) return unary_of(p, A_TOWARD);
    if (starts_turn(p)) return parse_around(p);
    if (parse_is(p, "line")) return parse_line(p);
    if (parse_is(p, "ray")) return parse_ray(p);
    if (parse_is(p, "flood")) return parse_flood(p);
    if (parse_is(p, "rank")) return parse_lines(p, A_RANK);
    if (parse_is(p, "row")) return parse_lines(p, A_ROW);
    if (parse_is(p, "point") && (t[1].kind == T_INT || (parse_is_at(p, 1, "(") && !t[1].glued))) {
        return unary_of(p, A_POINT);
    }
    if (parse_is(p, "column")) return parse_lines(p, A_COLUMN);
    if (parse_is(p, "each")) return parse_each(p);
    if (parse_is(p, "repeated")) return parse_repeated(p);
    if (parse_is(p, "new") && parse_is_at(p, 1, "position")) return parse_simple(p, A_NEW_POS, 2);
    if (parse_is(p, "all") && parse_is_at(p, 1, "passed")) return parse_simple(p, A_PASSED, 2);
    if (parse_is(p, "can") && parse_is_at(p, 1, "(")) return parse_sub_rule(p, A_CAN);
    if (parse_is(p, "supposing") && parse_is_at(p, 1, "(")) return parse_sub_rule(p, A_SUPPOSING);
    if (parse_is(p, "was") && parse_is_at(p, 1, "(")) return parse_was(p);
    ast *kinds = kinds_word(p);
    return kinds ? kinds : parse_postfix(p);
}

// me, enemy, all, others, partner, next player, a player's name, owner of x
ast *parse_who(parser *p) {
    static const char *const words[] = {"me", "enemy", "all", "others", "partner"};
    ast *n = parse_node(p, A_WHO, p->t);
    if (p->t->kind == T_NAME) {
        n->name = parse_title(p, "a player");
        return parse_finish(p, n);
    }
    if (parse_is(p, "owner") && parse_is_at(p, 1, "of")) {
        parse_advance(p);
        parse_advance(p);
        n->name = "owner";
        n->a = parse_unary(p);
        return parse_finish(p, n);
    }
    if (parse_take(p, "next")) {
        n->name = "next";
        parse_expect(p, "player", "the player whose turn comes: next player");
        return parse_finish(p, n);
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (parse_take(p, words[i])) {
            n->name = words[i];
            return parse_finish(p, n);
        }
    }
    parse_unexpected(
        p, "a player: me, enemy, all, others, partner, next player, owner of x, or a name");
    n->name = "me";
    return n;
}

// `mine for next player`: as another player reads it.
static int is_for_player(const parser *p) {
    return parse_is(p, "for") &&
           (p->t[1].kind == T_NAME || parse_is_at(p, 1, "partner") || parse_is_at(p, 1, "enemy") ||
            parse_is_at(p, 1, "others") || parse_is_at(p, 1, "all") || parse_is_at(p, 1, "me") ||
            (parse_is_at(p, 1, "next") && parse_is_at(p, 2, "player")));
}

ast *parse_unary(parser *p) {
    if (!parse_enter(p)) {
        return parse_node(p, A_WORD, p->t);
    }
    ast *n = parse_unary_inner(p);
    if (is_for_player(p)) {
        ast *other = parse_node(p, A_FOR, p->t);
        other->a = n;
        other->at = n->at;
        other->pos = n->pos;
        parse_advance(p);
        other->b = parse_who(p);
        n = parse_finish(p, other);
    }
    p->depth--;
    return n;
}

// --- Operators ---------------------------------------------------------------

static ast *parse_product(parser *p) {
    ast *n = parse_unary(p);
    while (parse_take(p, "*")) {
        n = binary(p, A_MUL, n, parse_unary(p));
    }
    return n;
}

ast *parse_sum(parser *p) {
    ast *n = parse_product(p);
    while (parse_is(p, "+") || parse_is(p, "-")) {
        ast_kind kind = parse_is(p, "+") ? A_ADD : A_SUB;
        parse_advance(p);
        n = binary(p, kind, n, parse_product(p));
    }
    return n;
}

static ast *parse_meet(parser *p) {
    ast *n = parse_sum(p);
    while (parse_take(p, "&")) {
        n = binary(p, A_MEET, n, parse_sum(p));
    }
    return n;
}

ast *parse_plain_set(parser *p) {
    ast *n = parse_meet(p);
    while (parse_take(p, "|")) {
        n = binary(p, A_UNION, n, parse_meet(p));
    }
    return n;
}

// `on` and `with` mean the same as `&` but reach further, as they do in prose: `my King
// on d4 | e4` is a king on either.
ast *parse_set(parser *p) {
    ast *n = parse_plain_set(p);
    while (parse_take(p, "on") || parse_take(p, "with")) {
        n = binary(p, A_MEET, n, parse_plain_set(p));
    }
    return n;
}

static int is_comparison(const parser *p) {
    static const char *const ops[] = {"=", "!=", "<", "<=", ">", ">="};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        if (parse_is(p, ops[i])) {
            return 1;
        }
    }
    return 0;
}

// A test of `here` without naming it: `on rank 8`, `in store`, `is safe`.
static ast *parse_here_test(parser *p) {
    ast *n = parse_node(p, parse_is(p, "is") ? A_IS : A_IN, p->t);
    parse_advance(p);
    if (n->kind == A_IS) {
        n->flag = (uint8_t)parse_take(p, "not");
    }
    n->b = parse_set(p);
    return parse_finish(p, n);
}

// What the last turn was is a label or a word that was said, also one that means something elsewhere.
static ast *parse_what_is(parser *p, const ast *left) {
    if (left->kind != A_WORD || strcmp(left->name, "last") != 0 || p->t->kind != T_WORD ||
        !parse_is_reserved(p->t->text)) {
        return parse_set(p);
    }
    ast *n = parse_node(p, A_WORD, p->t);
    n->name = p->t->text;
    parse_advance(p);
    return parse_finish(p, n);
}

static ast *parse_relation(parser *p) {
    if (parse_is(p, "on") || parse_is(p, "in") || parse_is(p, "is")) {
        return parse_here_test(p);
    }
    ast *left = parse_set(p);
    if (is_comparison(p)) {
        const char *op = p->t->text;
        parse_advance(p);
        ast *n = binary(p, A_CMP, left, parse_set(p));
        n->name = op;
        return n;
    }
    if (parse_take(p, "is")) {
        int flag = parse_take(p, "not");
        ast *n = binary(p, A_IS, left, parse_what_is(p, left));
        n->flag = (uint8_t)flag;
        return n;
    }
    if (parse_take(p, "in")) {
        return binary(p, A_IN, left, parse_set(p));
    }
    if (parse_take(p, "connects")) {
        ast *n = binary(p, A_CONNECTS, left, parse_set(p));
        parse_expect(p, "to", "`Red connects top to bottom` needs two sides");
        n->c = parse_set(p);
        return parse_finish(p, n);
    }
    return left;
}

static ast *parse_not(parser *p) {
    if (!parse_enter(p)) {
        return parse_node(p, A_WORD, p->t);
    }
    ast *n;
    if (parse_is(p, "not")) {
        n = parse_node(p, A_NOT, p->t);
        parse_advance(p);
        n->a = parse_not(p);
        parse_finish(p, n);
    } else if (parse_is(p, "no")) {
        n = parse_node(p, A_NO, p->t);
        parse_advance(p);
        n->a = parse_set(p);
        parse_finish(p, n);
    } else {
        n = parse_relation(p);
    }
    p->depth--;
    return n;
}

ast *parse_both(parser *p) {
    ast *n = parse_not(p);
    while (parse_take(p, "and")) {
        n = binary(p, A_AND, n, parse_not(p));
    }
    return n;
}

ast *parse_cond(parser *p) {
    ast *n = parse_both(p);
    while (!p->in_rule && parse_take(p, "or")) {
        n = binary(p, A_OR, n, parse_both(p));
    }
    return n;
}
