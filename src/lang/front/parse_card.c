// SPDX-License-Identifier: MIT
//
// Cards and players: what is dealt and shown, and steps that are done by others or by each player in turn.
#include "lang/front/parse.h"

#include <string.h>

// --- Who -----------------------------------------------------------------------------------------

// teams North with South, East with West
void parse_teams(parser *p) {
    game_ast *g = p->g;
    g->team_count = 0;
    int number = 0;
    do {
        number++;
        do {
            if (g->team_count == MAX_PLAYERS) {
                diag_add(p->diags, DIAG_TOO_BIG, p->t->at, "a game has at most %d players",
                         MAX_PLAYERS);
                p->panicking = 1;
                return;
            }
            decl_team *d = &g->team[g->team_count++];
            d->at = p->t->at;
            d->number = number;
            d->name = parse_title(p, "a player's name: teams North with South, East with West");
        } while (parse_take(p, "with"));
    } while (parse_take(p, ",") && !p->panicking);
}

// Whether the author has a rule of this name, above or below: words that came later give way to it.
static int is_own_rule(const parser *p, const char *name) {
    int found = 0;
    for (int i = 0; i < p->g->def_count; i++) {
        found |= strcmp(p->g->defs[i].name, name) == 0;
    }
    for (const token *t = p->t; t->kind != T_END; t++) {
        found |= t->kind == T_WORD && strcmp(t->text, "def") == 0 && t[1].kind == T_WORD &&
                 strcmp(t[1].text, name) == 0;
    }
    return found;
}

int parse_starts_out(const parser *p) {
    return parse_is(p, "out") && !parse_is_at(p, 1, "(") && !is_own_rule(p, "out");
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

// each x in mine: remove x; of directions, too
ast *parse_each_cell(parser *p) {
    ast *n = parse_node(p, R_EACH, p->t);
    parse_advance(p);
    n->name = parse_word(p, "a name for the cell or direction");
    parse_expect(p, "in", "say among which: each x in mine: remove x");
    n->a = parse_set(p);
    parse_finish(p, n);
    parse_expect(p, ":", "what happens to each follows a colon: each x in mine: remove x");
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

// `roll 5 Die on cup`, `roll Die on cup`, and `roll cup` for those that lie there.
ast *parse_throw(parser *p) {
    ast *n = parse_node(p, R_THROW, p->t);
    parse_advance(p);
    if (p->t->kind == T_INT || p->t->kind == T_NAME) {
        n->num = 1;
        if (p->t->kind == T_INT) {
            parse_int(p, "how many dice", &n->num);
        }
        n->name = parse_title(p, "the piece that is a die");
        parse_expect(p, "on", "say where: roll 5 Die on cup");
    }
    n->a = parse_set(p);
    return parse_finish(p, n);
}

ast *parse_show(parser *p) {
    ast *n = parse_node(p, R_SHOW, p->t);
    parse_advance(p);
    n->a = parse_set(p);
    n->b = parse_take(p, "to") ? parse_who(p) : NULL;
    return parse_finish(p, n);
}

ast *parse_shuffle(parser *p) {
    ast *n = parse_node(p, R_SHUFFLE, p->t);
    parse_advance(p);
    n->a = parse_set(p);
    return parse_finish(p, n);
}

ast *parse_next_is(parser *p) {
    ast *n = parse_node(p, R_NEXT_IS, p->t);
    parse_advance(p);
    parse_advance(p);
    n->a = parse_who(p);
    return parse_finish(p, n);
}

static int is_reason(const decl_reason *r, const char *text, const char *var) {
    return strcmp(r->text, text) == 0 && (var && r->var ? strcmp(r->var, var) == 0 : var == r->var);
}

// The number of a reason from 1, of equal ones the same; 0 = there are too many.
static int number_of_reason(parser *p, const token *text, const char *var) {
    game_ast *g = p->g;
    for (int i = 0; i < g->reason_count; i++) {
        if (is_reason(&g->reasons[i], text->text, var)) {
            return i + 1;
        }
    }
    if (!text->text[0]) {
        diag *d = diag_add(p->diags, DIAG_SYNTAX, text->at, "this reason is empty");
        diag_help(d, "say what for:   points += 3 for \"the row\"");
        return 0;
    }
    if (g->reason_count == MAX_REASONS) {
        diag_add(p->diags, DIAG_TOO_BIG, text->at, "a game has at most %d reasons", MAX_REASONS);
        return 0;
    }
    g->reasons[g->reason_count] = (decl_reason){text->text, var};
    return ++g->reason_count;
}

// `for "the pot"`: why `var` changes, or what it is that ends, for whoever is told of the move. Its
// number, 0 = none is given.
int parse_reason(parser *p, const char *var) {
    if (!parse_is(p, "for") || p->t[1].kind != T_STRING) {
        return 0;
    }
    parse_advance(p);
    const int reason = number_of_reason(p, p->t, var);
    parse_advance(p);
    return reason;
}
