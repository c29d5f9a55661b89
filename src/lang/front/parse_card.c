// SPDX-License-Identifier: MIT
//
// Cards and players: what is dealt and shown, and steps that are done by others or by each player in turn.
#include "lang/front/parse.h"

// --- Who -----------------------------------------------------------------------------------------

// me, enemy, all, others, next player, a player's name, owner of x
ast *parse_who(parser *p) {
    static const char *const words[] = {"me", "enemy", "all", "others"};
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
    parse_unexpected(p, "a player: me, enemy, all, others, next player, owner of x, or a name");
    n->name = "me";
    return n;
}

ast *parse_let(parser *p) {
    ast *n = parse_node(p, R_ASK, p->t);
    parse_advance(p);
    n->a = parse_who(p);
    parse_finish(p, n);
    parse_expect(p, ":", "what they do follows a colon: let enemy: chips += 1");
    n->b = p->nested->steps(p);
    return n;
}

ast *parse_each_player(parser *p) {
    ast *n = parse_node(p, R_EACH, p->t);
    parse_advance(p);
    parse_advance(p);
    parse_finish(p, n);
    parse_expect(p, ":",
                 "what each does follows a colon: each player: deal 1 from deck to my hand");
    n->b = p->nested->steps(p);
    return n;
}

// --- Cards ---------------------------------------------------------------------------------------

ast *parse_deal(parser *p) {
    ast *n = parse_node(p, R_DEAL, p->t);
    parse_advance(p);
    n->a = parse_sum(p);
    parse_expect(p, "from", "say from where: deal 1 from deck to my hand");
    n->b = parse_set(p);
    parse_expect(p, "to", "say where to: deal 1 from deck to my hand");
    n->c = parse_set(p);
    return parse_finish(p, n);
}

ast *parse_show(parser *p) {
    ast *n = parse_node(p, R_SHOW, p->t);
    parse_advance(p);
    n->a = parse_set(p);
    n->b = parse_take(p, "to") ? parse_who(p) : NULL;
    return parse_finish(p, n);
}

ast *parse_next_is(parser *p) {
    ast *n = parse_node(p, R_NEXT_IS, p->t);
    parse_advance(p);
    parse_advance(p);
    n->a = parse_who(p);
    return parse_finish(p, n);
}

// `for "the pot"`: why it happens, for whoever reads the rules.
void parse_reason(parser *p) {
    if (parse_is(p, "for") && p->t[1].kind == T_STRING) {
        parse_advance(p);
        parse_advance(p);
    }
}
