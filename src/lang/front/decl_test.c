// SPDX-License-Identifier: MIT
//
// What an author expects of the rules: tests in the file itself.
#include "lang/front/parse_decl.h"

#include <stdio.h>
#include <string.h>

#include "lang/front/letter.h"

static int says_who_wins(const char *verdict) {
    return strncmp(verdict, "win", 3) == 0 || strncmp(verdict, "lose", 4) == 0;
}

// A player's name begins there: White, or "白" with its quotes.
static int is_player(const char *s) {
    size_t size;
    letter_kind kind = letter_at(*s == '"' ? s + 1 : s, &size);
    return kind == LETTER_CAPITAL || (*s == '"' && kind == LETTER_PLAIN);
}

static const char *without_quotes(parser *p, const char *s, size_t size) {
    char *text = arena_new(p->a, size + 1);
    size_t n = 0;
    for (size_t i = 0; text && i < size; i++) {
        if (s[i] != '"') {
            text[n++] = s[i];
        }
    }
    return text;
}

// `test "title": e2e4 e7e5 legal`: the words are kept as text, since moves have
// their own notation.
static void parse_test_line(parser *p, decl_test *d) {
    d->title = p->t->text;
    parse_advance(p);
    parse_expect(p, ":", "moves follow a colon: test \"opening\": e2e4 legal");
    uint32_t from = p->t->pos, to = from, last = from;
    while (p->t->kind != T_NEWLINE && p->t->kind != T_END) {
        if (!p->t->glued) {
            last = p->t->pos;
        }
        to = p->t->pos + p->t->size;
        parse_advance(p);
    }
    const char *s = p->source;
    if (to == from) {
        parse_unexpected(p, "moves and a verdict: legal, illegal, win, lose, draw");
        return;
    }
    uint32_t end = last;
    while (end > from && s[end - 1] == ' ') {
        end--;
    }
    uint32_t who = end;
    while (who > from && s[who - 1] != ' ') {
        who--;
    }
    d->moves = arena_text(p->a, s + from, last - from);
    d->verdict = without_quotes(p, s + last, to - last);
    p->failed |= !d->moves || !d->verdict;
    if (is_player(s + who) && says_who_wins(s + last)) {
        d->who = without_quotes(p, s + who, end - who);
        p->failed |= !d->who;
    }
}

void parse_test(parser *p) {
    if (p->file) { // a parent's tests are about the parent
        parse_skip_statement(p);
        return;
    }
    if (!decl_room(p, p->g->test_count, MAX_TESTS, "tests")) {
        return;
    }
    decl_test *d = &p->g->tests[p->g->test_count++];
    memset(d, 0, sizeof *d);
    d->at = (p->t - 1)->at;
    if (parse_take(p, "perft")) {
        int32_t depth = 0;
        parse_int(p, "a depth", &depth);
        d->depth = depth;
        parse_expect(p, "=", "test perft 4 = 197281");
        if (p->t->kind == T_INT) { // may exceed the numbers of rules
            d->nodes = 0;
            for (uint32_t i = 0; i < p->t->size && d->nodes < INT64_MAX / 100; i++) {
                d->nodes = d->nodes * 10 + (p->t->text[i] - '0');
            }
            parse_advance(p);
        } else {
            parse_unexpected(p, "the number of positions");
        }
    } else if (p->t->kind == T_STRING) {
        parse_test_line(p, d);
    } else {
        parse_unexpected(p, "`perft` or a title");
    }
}
