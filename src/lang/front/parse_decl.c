// SPDX-License-Identifier: MIT
//
// Declarations: which word begins which line, and the short ones.
#include "lang/front/parse_decl.h"

#include <string.h>

#include "base/near.h"
#include "lang/front/kinds.h"

static void parse_def(parser *p) {
    span at = p->t->at;
    const char *name = parse_word(p, "a name for the definition");
    decl_def *d = NULL;
    for (int i = 0; i < p->g->def_count; i++) {
        if (strcmp(p->g->defs[i].name, name) == 0) {
            d = &p->g->defs[i];
            decl_name_twice(p, d->at, at, "definition", name);
        }
    }
    if (!d) {
        if (!decl_room(p, p->g->def_count, MAX_DEFS, "definitions")) {
            return;
        }
        d = &p->g->defs[p->g->def_count++];
    }
    memset(d, 0, sizeof *d);
    d->name = name;
    d->at = at;
    if (parse_take(p, "(")) {
        do {
            if (d->param_count == 4) {
                diag_add(p->diags, DIAG_TOO_BIG, p->t->at, "a definition has at most 4 parameters");
                p->panicking = 1;
                return;
            }
            d->param[d->param_count++] = parse_word(p, "a parameter's name");
        } while (parse_take(p, ","));
        parse_expect(p, ")", "this bracket is not closed");
    }
    if (parse_take(p, ":")) {
        d->is_rule = 1;
        d->body = parse_body(p, R_SEQ);
        return;
    }
    parse_expect(p, "=", "a definition has `= value` or `: rule`");
    d->body = parse_cond(p);
    d->body = parse_wheres(p, d->body);
}

static void parse_has(parser *p) {
    const char *player = parse_title(p, "a player");
    parse_expect(p, "has", "`White has komi 7.5` gives a player something");
    do {
        decl_has *d = NULL;
        span at = p->t->at;
        const char *name = parse_word(p, "what the player has");
        for (int i = 0; i < p->g->has_count; i++) {
            if (strcmp(p->g->has[i].name, name) == 0 && strcmp(p->g->has[i].player, player) == 0) {
                d = &p->g->has[i];
                decl_name_twice(p, d->at, at, player, name);
            }
        }
        if (!d && !decl_room(p, p->g->has_count, MAX_HAS, "properties")) {
            return;
        }
        d = d ? d : &p->g->has[p->g->has_count++];
        d->player = player;
        d->name = name;
        d->at = at;
        d->value = parse_set(p);
    } while (parse_take(p, ",") && !p->panicking);
}

static void parse_number_decl(parser *p, decl_number *list, int *count, int max, const char *what) {
    decl_number *d = NULL;
    span at = p->t->at;
    const char *name =
        list == p->g->options ? parse_ascii_word(p, "a name", "options") : parse_word(p, "a name");
    for (int i = 0; i < *count; i++) {
        if (strcmp(list[i].name, name) == 0) {
            d = &list[i];
            decl_name_twice(p, d->at, at, what, name);
        }
    }
    if (!d && !decl_room(p, *count, max, what)) {
        return;
    }
    d = d ? d : &list[(*count)++];
    memset(d, 0, sizeof *d);
    d->name = name;
    d->at = at;
    d->each = parse_take(p, "each");
    parse_expect(p, "=", "give it a value and a range: size = 8 in 4..12");
    parse_int(p, "a number", &d->def);
    parse_expect(p, "in", "give it a range: size = 8 in 4..12");
    parse_int(p, "the lowest value", &d->min);
    parse_expect(p, "..", "give it a range: size = 8 in 4..12");
    parse_int(p, "the highest value", &d->max);
    if (!p->panicking && (d->min > d->max || d->def < d->min || d->def > d->max)) {
        diag_add(p->diags, DIAG_OUT_OF_RANGE, at, "`%s` starts at %d, outside %d..%d", name, d->def,
                 d->min, d->max);
    }
}

static void parse_always(parser *p) {
    if (decl_room(p, p->g->always_count, MAX_ALWAYS, "lines of `always`")) {
        ast *condition = parse_cond(p);
        p->g->always[p->g->always_count++] = condition;
    }
}

static void parse_unseen(parser *p) {
    decl_said_twice(p, p->g->unseen_at, (p->t - 1)->at, "what is unseen");
    parse_expect(p, ":", "the cells follow a colon: unseen: enemy sea - Hit - Miss");
    p->g->unseen_at = p->t->at;
    ast *cells = parse_set(p);
    p->g->unseen = cells;
}

static void parse_tokens(parser *p) {
    game_ast *g = p->g;
    span at = p->t->at;
    const char *name = parse_word(p, "a name for the tokens");
    for (int i = 0; i < g->token_count; i++) {
        if (strcmp(g->tokens[i], name) == 0) {
            decl_name_twice(p, g->tokens_at[i], at, "the tokens", name);
            return;
        }
    }
    if (decl_room(p, g->token_count, MAX_TOKENS, "kinds of tokens")) {
        g->tokens_at[g->token_count] = at;
        g->tokens[g->token_count++] = name;
    }
}

static const struct {
    const char *word;
    notation_kind kind;
} notations[] = {{"coordinates", NOTATION_COORDINATES},
                 {"fen", NOTATION_FEN},
                 {"points", NOTATION_POINTS},
                 {"ptn", NOTATION_PTN},
                 {"san", NOTATION_SAN},
                 {"sfen", NOTATION_SFEN},
                 {"plain", NOTATION_COORDINATES}};

enum { NOTATION_WORDS = sizeof notations / sizeof *notations };

static int take_notation(parser *p) {
    for (int i = 0; i < NOTATION_WORDS; i++) {
        if (parse_take(p, notations[i].word)) {
            return (int)notations[i].kind;
        }
    }
    return -1;
}

static void add_notation(parser *p, int kind, span at) {
    game_ast *g = p->g;
    for (int i = 0; i < g->notation_count; i++) {
        if (g->notation[i].kind == kind) {
            decl_said_twice(p, g->notation[i].at, at, "this notation");
            return;
        }
    }
    g->notation[g->notation_count++] = (decl_notation){kind, at};
}

// `notation fen san`: what follows must be a notation too.
static void parse_notation(parser *p) {
    span at = (p->t - 1)->at;
    decl_said_twice(p, p->g->notation_at, at, "the notation");
    p->g->notation_at = at;
    p->g->notation_count = 0;
    for (int kind = take_notation(p); kind >= 0; kind = take_notation(p)) {
        add_notation(p, kind, (p->t - 1)->at);
    }
    if (!p->g->notation_count || p->t->kind == T_WORD || p->t->kind == T_MARK) {
        parse_unexpected(p, "`coordinates`, `fen`, `points`, `ptn`, `san` or `sfen`");
    }
}

static void parse_option(parser *p) {
    parse_number_decl(p, p->g->options, &p->g->option_count, MAX_OPTIONS, "option");
}

static void parse_var(parser *p) {
    parse_number_decl(p, p->g->vars, &p->g->var_count, MAX_VARS, "var");
}

static void parse_score(parser *p) {
    game_ast *g = p->g;
    decl_said_twice(p, g->score_at, (p->t - 1)->at, "the score");
    g->score_at = (p->t - 1)->at;
    parse_expect(p, ":", "the score follows a colon: score: count mine");
    g->score = parse_set(p);
}

static void parse_limit(parser *p) {
    game_ast *g = p->g;
    decl_said_twice(p, g->limit_at, (p->t - 1)->at, "the limit");
    g->limit_at = (p->t - 1)->at;
    parse_int(p, "a number of turns", &g->limit);
    parse_expect(p, "turns", "limit 200 turns");
}

// The words that begin a line.
static const struct {
    const char *word;
    void (*read)(parser *p); // NULL: endings, where a player's name may stand before the word
} declarations[] = {
    {"players", parse_players},
    {"board", parse_board},
    {"piece", parse_piece},
    {"hand", parse_hand},
    {"tokens", parse_tokens},
    {"link", parse_link},
    {"option", parse_option},
    {"var", parse_var},
    {"def", parse_def},
    {"setup", parse_setup},
    {"phase", parse_phase},
    {"turn", parse_only_turn},
    {"stuck", parse_stuck},
    {"score", parse_score},
    {"win", NULL},
    {"lose", NULL},
    {"draw", NULL},
    {"finish", NULL},
    {"test", parse_test},
    {"limit", parse_limit},
    {"notation", parse_notation},
    {"seats", parse_seats},
    {"teams", parse_teams},
    {"out", NULL},
    {"always", parse_always},
    {"area", parse_area},
    {"taken", parse_taken},
    {"unseen", parse_unseen},
};

enum { COUNT = sizeof declarations / sizeof *declarations };

static void suggest_declaration(parser *p) {
    const char *best = NULL;
    int distance = near_limit(p->t->text) + 1;
    if (parse_refuse_dangling(p)) {
        return;
    }
    for (size_t i = 0; i < COUNT; i++) {
        int d = near_distance(p->t->text, declarations[i].word);
        if (d < distance) {
            distance = d;
            best = declarations[i].word;
        }
    }
    p->panicking = 1;
    diag *d =
        diag_add(p->diags, DIAG_SYNTAX, p->t->at, "a line cannot start with `%s`", p->t->text);
    if (parse_is_reserved(p->t->text)) {
        diag_help(d, "indent it below the line it belongs to");
    } else if (best) {
        diag_note(d, "did you mean `%s`?", best);
    } else {
        diag_help(d, "lines start with players, board, piece, setup, turn, win, stuck, draw …");
    }
}

void parse_declaration(parser *p) {
    if (decl_is_ending(p, p->t->kind == T_NAME)) {
        parse_ending(p);
        return;
    }
    if (p->t->kind == T_NAME) {
        parse_has(p);
        return;
    }
    for (int i = 0; i < COUNT; i++) {
        if (declarations[i].read && parse_take(p, declarations[i].word)) {
            declarations[i].read(p);
            return;
        }
    }
    if (p->t->kind == T_WORD) {
        suggest_declaration(p);
    } else if (!parse_refuse_dangling(p)) {
        parse_unexpected(p, "a line such as `board grid 8x8`");
    }
}
