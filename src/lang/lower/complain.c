// SPDX-License-Identifier: MIT
//
// What the checker says of words nobody knows, of the wrong kind of thing, and of words
// that have no meaning where they stand. All in game words, with something to write
// instead.
#include "lang/lower/lower_expr.h"

#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "lang/front/letter.h"

// --- Where a word stands ---------------------------------------------------------------

// The place of `name` inside the text of `e`, if it stands there as a word; else all of `e`.
static span place_of(const ast *e, const char *name) {
    size_t n = strlen(name);
    const char *text = e->src ? e->src + e->pos : "";
    size_t size = e->src && e->end > e->pos ? e->end - e->pos : 0;
    for (size_t i = 0; n && i + n <= size && text[i] != '\n'; i++) {
        if (strncmp(text + i, name, n) == 0 && (i == 0 || !letter_goes_on(text[i - 1])) &&
            !letter_goes_on(text[i + n])) {
            span at = e->at;
            at.col = (uint16_t)(at.col + i);
            at.len = (uint16_t)n;
            return at;
        }
    }
    return e->at;
}

// --- Did you mean ----------------------------------------------------------------------

typedef struct guess {
    const char *typed, *best;
    int distance;
} guess;

static void consider(guess *g, const char *word) {
    int d = near_distance(g->typed, word);
    // A word that shares no letter in its place is no help.
    if (d < g->distance && d < (int)strlen(word)) {
        g->distance = d;
        g->best = word;
    }
}

static void consider_all(guess *g, const char *const *words) {
    for (; *words; words++) {
        consider(g, *words);
    }
}

static void consider_pieces(guess *g, const lower *l) {
    for (int i = 0; i < l->g->piece_count; i++) {
        consider(g, l->g->pieces[i].name);
    }
}

static void consider_players(guess *g, const lower *l) {
    for (int i = 0; i < l->g->player_count; i++) {
        consider(g, l->g->players[i].name);
    }
}

static void consider_directions(guess *g, const lower *l) {
    static const char *const words[] = {"forward",  "backward",   "sideways",
                                        "leftward", "rightward",  "any",
                                        "diagonal", "orthogonal", NULL};
    consider_all(g, words);
    for (int i = 0; i < l->b->dir_count; i++) {
        consider(g, l->b->dir[i].name);
    }
}

static void consider_own_words(guess *g, const lower *l) {
    for (int i = 0; i < l->g->def_count; i++) {
        if (!l->g->defs[i].is_rule) {
            consider(g, l->g->defs[i].name);
        }
    }
    for (int i = 0; i < l->g->var_count; i++) {
        consider(g, l->g->vars[i].name);
    }
    for (int i = 0; i < l->g->option_count; i++) {
        consider(g, l->g->options[i].name);
    }
    for (const binding *b = l->env; b; b = b->up) {
        consider(g, b->name);
    }
}

static void consider_sets(guess *g, const lower *l) {
    static const char *const words[] = {"empty",   "pieces", "mine",    "enemy", "neutral",
                                        "board",   "top",    "bottom",  "left",  "right",
                                        "corners", "edge",   "dark",    "light", "attacked",
                                        "safe",    "turns",  "unmoved", NULL};
    consider_all(g, words);
    if (l->here != NO_REG) {
        consider(g, "here");
    }
}

static void consider_rules(guess *g, const lower *l) {
    static const char *const words[] = {"move", "pass", "swap", "again", "nothing", NULL};
    consider_all(g, words);
    for (int i = 0; i < l->g->def_count; i++) {
        if (l->g->defs[i].is_rule && !l->g->defs[i].param_count) {
            consider(g, l->g->defs[i].name);
        }
    }
    for (int i = 0; i < l->p->words.label_count; i++) {
        consider(g, l->p->words.label[i]);
    }
}

// The word of this kind that comes nearest, or NULL.
static const char *suggestion(const lower *l, const char *what, const char *typed) {
    guess g = {typed, NULL, near_limit(typed) + 1};
    if (strcmp(what, "piece") == 0) {
        consider_pieces(&g, l);
    } else if (strcmp(what, "player") == 0) {
        consider_players(&g, l);
    } else if (strcmp(what, "owner") == 0) {
        static const char *const words[] = {"mine", "enemy", NULL};
        consider_all(&g, words);
        consider_players(&g, l);
    } else if (strcmp(what, "piece or player") == 0) {
        consider_pieces(&g, l);
        consider_players(&g, l);
    } else if (strcmp(what, "phase") == 0) {
        for (int i = 0; i < l->g->phase_count; i++) {
            consider(&g, l->g->phases[i].name ? l->g->phases[i].name : "");
        }
    } else if (strcmp(what, "var") == 0) {
        for (int i = 0; i < l->g->var_count; i++) {
            consider(&g, l->g->vars[i].name);
        }
    } else if (strcmp(what, "kind of tokens") == 0) {
        for (int i = 0; i < l->g->token_count; i++) {
            consider(&g, l->g->tokens[i]);
        }
    } else if (strcmp(what, "definition") == 0) {
        for (int i = 0; i < l->g->def_count; i++) {
            consider(&g, l->g->defs[i].name);
        }
        consider(&g, "between");
    } else if (strcmp(what, "thing of a player") == 0) {
        consider_pieces(&g, l);
        if (l->g->board.each) {
            consider(&g, l->g->board.each);
        }
        for (int i = 0; i < l->g->has_count; i++) {
            consider(&g, l->g->has[i].name);
        }
    } else if (strstr(what, "label")) {
        consider_rules(&g, l);
    } else if (strcmp(what, "direction") == 0) {
        consider_directions(&g, l);
        consider_own_words(&g, l);
    } else {
        consider_sets(&g, l);
        consider_directions(&g, l);
        consider_own_words(&g, l);
    }
    return g.best;
}

// --- Unknown words ---------------------------------------------------------------------

static void list_players(const lower *l, diag *d) {
    char text[DIAG_TEXT] = "";
    int n = l->g->player_count;
    size_t at = 0;
    for (int i = 0; i < n && at + 40 < sizeof text; i++) {
        const char *join = i == 0 ? "" : i + 1 < n ? ", " : " and ";
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%.30s", join, l->g->players[i].name);
    }
    diag_help(d, "the players are %s", text);
}

// Where nothing comes near: how such a thing is made.
static void how_to_declare(const lower *l, diag *d, const char *what, const char *name) {
    if (strcmp(what, "piece") == 0) {
        diag_help(d, "a piece has a line of its own:   piece %s", name);
    } else if (strcmp(what, "player") == 0 || strcmp(what, "owner") == 0) {
        list_players(l, d);
    } else if (strcmp(what, "var") == 0) {
        diag_help(d, "a number that changes has a line of its own:   var %s = 0 in 0..10", name);
    } else if (strcmp(what, "kind of tokens") == 0) {
        diag_help(d, "tokens have a line of their own:   tokens %s", name);
    } else if (strcmp(what, "phase") == 0) {
        diag_help(d, "a phase has lines of its own:   phase %s:", name);
    } else if (strcmp(what, "thing of a player") == 0) {
        diag_help(d, "say what each player has:   %s has %s row 1", l->g->players[0].name, name);
    } else if (strstr(what, "label")) {
        diag_help(d, "a label stands before an ability of a piece:   %s: step any", name);
    } else if (strcmp(what, "definition") == 0) {
        diag_help(d, "a definition has a line of its own:   def %s(s) = s + any", name);
    }
}

static int looks_like_cell(const char *s) {
    return s[0] >= 'a' && s[0] <= 'z' && s[1] >= '0' && s[1] <= '9';
}

static void no_such_cell(lower *l, span at, const char *name) {
    const board *b = l->b;
    const char *first = NULL, *last = NULL;
    diag *d = diag_add(l->diags, DIAG_NO_SUCH_CELL, at, "`%s` is not on this board", name);
    for (int c = 0; c < b->cells; c++) {
        if (b->name[c]) {
            first = first ? first : b->name[c];
            last = b->name[c];
        }
    }
    diag_note(d, "the squares run from %s to %s", first, last);
}

void lower_say_unknown(lower *l, const ast *e, const char *what, const char *name) {
    span at = place_of(e, name);
    if (looks_like_cell(name) && l->b->lattice) {
        no_such_cell(l, at, name);
        return;
    }
    const char *best = suggestion(l, what, name);
    diag *d = diag_add(l->diags, DIAG_UNKNOWN_WORD, at, "there is no %s called `%s`", what, name);
    if (best) {
        diag_note(d, "did you mean `%s`?", best);
    } else {
        how_to_declare(l, d, what, name);
    }
}

void lower_unknown_word(lower *l, const ast *e, const char *what) {
    if (e->name) {
        lower_say_unknown(l, e, what, e->name);
    } else {
        diag_add(l->diags, DIAG_UNKNOWN_WORD, e->at, "this is not the name of a %s", what);
    }
}

// --- The wrong kind of thing -----------------------------------------------------------

const char *lower_type_phrase(value_type t) {
    switch (t) {
    case V_NONE: return "nothing";
    case V_SET: return "a set of cells";
    case V_DIR:
    case V_DIRI: return "a set of directions";
    case V_INT: return "a number";
    case V_TURN: return "a turn";
    }
    return "";
}

void lower_quote_text(lower *l, const ast *e, char *buf, size_t cap) {
    size_t n = e->end > e->pos ? e->end - e->pos : 0;
    n = n < cap ? n : cap - 1;
    (void)l;
    memcpy(buf, e->src + e->pos, n);
    buf[n] = '\0';
}

void lower_wrong_type(lower *l, const ast *e, const char *wanted, value_type got) {
    char text[60];
    if (got == V_NONE) {
        return; // said already
    }
    lower_quote_text(l, e, text, sizeof text);
    diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, e->at, "%s, but `%s` is %s", wanted, text,
                       lower_type_phrase(got));
    if (got == V_DIR || got == V_DIRI) {
        diag_note(d, "directions have no starting point");
        diag_help(d,
                  "the neighbours of the piece are `here + %s`; everything in its sight is `ray "
                  "%s while empty`",
                  text, text);
    } else if (got == V_SET && strstr(wanted, "direction")) {
        diag_help(d, "where a motion may end follows `to`:   step any to %s", text);
    } else if (got == V_SET && strstr(wanted, "number")) {
        diag_help(d, "how many they are is a number:   count %s", text);
    }
}

// --- Words without a meaning here ------------------------------------------------------

// The author's line without `here in`; 0 if it says something else of `here`.
static int without_here(const ast *e, char *buf, size_t cap) {
    static const char asked[] = "here in ";
    const char *here = e->src + e->pos, *from = here, *end = here;
    while (from > e->src && from[-1] != '\n') {
        from--;
    }
    while (*end && *end != '\n' && *end != '#') {
        end++;
    }
    while (end > here && end[-1] == ' ') {
        end--;
    }
    if (strncmp(here, asked, sizeof asked - 1) != 0 || (size_t)(end - from) >= cap) {
        return 0;
    }
    const char *rest = here + sizeof asked - 1;
    (void)snprintf(buf, cap, "%.*s%.*s", (int)(here - from), from, (int)(end - rest), rest);
    return 1;
}

value lower_no_here(lower *l, const ast *e) {
    char line[100];
    const char *word = e->kind == A_WORD && e->name ? e->name : "here";
    diag *d = diag_add(l->diags, DIAG_NO_HERE, e->at,
                       l->setup ? "nothing is moving during the setup, so `%s` has no meaning"
                       : l->in_turn
                           ? "nothing has been chosen yet, so `%s` has no meaning"
                           : "nothing is moving when endings are checked, so `%s` has no meaning",
                       word);
    if (l->setup) {
        diag_help(d, "name the cells: put Pawn on rank 2");
    } else if (l->in_turn) {
        diag_help(d, "choose first:   choose man in mine then …");
    } else if (without_here(e, line, sizeof line)) {
        diag_help(d, "write `%s`; the cell just played is `last.to`", line);
    } else {
        diag_help(d, "the cell just played is `last.to`");
    }
    return none_value();
}

static const char *board_phrase(const board *b) {
    switch (b->kind) {
    case BOARD_HEX:
    case BOARD_HEXAGON: return "a hex board";
    case BOARD_LOOP: return "a loop";
    case BOARD_TRACK: return "a track";
    case BOARD_DRAWN: return "a drawn board";
    case BOARD_GRAPH: return "a graph";
    case BOARD_EMPTY:
    case BOARD_GRID:
    case BOARD_SHAPE: break;
    }
    return "this board";
}

static void tell_to_face(const game_ast *g, diag *d) {
    static const char *const side[] = {"north", "east", "south", "west"};
    char players[160] = "";
    size_t n = 0;
    for (int i = 0; i < g->player_count && n + 40 < sizeof players; i++) {
        n += (size_t)snprintf(players + n, sizeof players - n, "%s%.20s facing %s", i ? ", " : "",
                              g->players[i].name, side[i % 4]);
    }
    diag_note(d, "only two players face each other without being told");
    diag_help(d, "say where each one looks:   players %s", players);
}

void lower_no_facing(lower *l, const ast *e) {
    const game_ast *g = l->g;
    diag *d =
        diag_add(l->diags, DIAG_NO_FORWARD, e->at, "`%s` has no meaning on this board", e->name);
    if (l->b->kind == BOARD_GRID || l->b->kind == BOARD_SHAPE) {
        tell_to_face(g, d);
        return;
    }
    diag_note(d, "players on %s do not face a side", board_phrase(l->b));
    if (l->b->kind == BOARD_LOOP || l->b->kind == BOARD_TRACK) {
        diag_help(d, "use `next` or `prev`, or say   players %s facing next", g->players[0].name);
    } else if (board_dir_find(l->b, "north") < 0) {
        diag_help(d, "use `any`");
    } else {
        diag_help(d, "use `any` or `north`, or say   players %s facing north, %s facing south",
                  g->players[0].name, g->player_count > 1 ? g->players[1].name : "Black");
    }
}
