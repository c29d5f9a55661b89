// SPDX-License-Identifier: MIT
//
// Declarations: what a rules file says besides rules and expressions.
#include "lang/front/kinds.h"

#include <stdio.h>
#include <string.h>

#include "base/near.h"

// `before` is where the same thing was said already. In another file it is inherited,
// and what is said now replaces it; in this one it is a mistake.
static int said_twice(parser *p, span before, span at, const char *what) {
    if (!before.line || before.file != p->file || p->panicking) {
        return 0;
    }
    diag *d = diag_add(p->diags, DIAG_TWICE, at, "%s is declared twice", what);
    diag_also(d, before, "here first");
    return 1;
}

static int name_twice(parser *p, span before, span at, const char *what, const char *name) {
    char thing[100];
    (void)snprintf(thing, sizeof thing, "%s `%.60s`", what, name);
    return said_twice(p, before, at, thing);
}

static int room(parser *p, int count, int max, const char *what) {
    if (count < max) {
        return 1;
    }
    diag_add(p->diags, DIAG_TOO_BIG, (p->t - 1)->at, "a game has at most %d %s", max, what);
    p->panicking = 1;
    return 0;
}

static void parse_players(parser *p) {
    if (p->g->player_count) {
        said_twice(p, p->g->players[0].at, (p->t - 1)->at, "the list of players");
    }
    p->g->player_count = 0;
    p->g->seats_count = 0;
    p->g->least_players = p->g->most_players = 0;
    p->g->players_at = p->t->at;
    if (p->t->kind == T_INT) {
        parse_int(p, "how many at least", &p->g->least_players);
        parse_expect(p, "..", "so many to so many may play: players 2..6 of Red, Green, Blue");
        parse_int(p, "how many at most", &p->g->most_players);
        parse_expect(p, "of", "so many to so many may play: players 2..6 of Red, Green, Blue");
    }
    do {
        if (!room(p, p->g->player_count, MAX_PLAYERS, "players")) {
            return;
        }
        decl_player *d = &p->g->players[p->g->player_count];
        d->at = p->t->at;
        d->facing = d->from = NULL;
        d->place = p->g->player_count;
        d->name = parse_title(p, "a player's name, which starts with a capital letter");
        if (parse_take(p, "facing")) {
            d->facing = parse_word(p, "a direction");
        }
        if (parse_take(p, "from")) {
            d->from_at = p->t->at;
            d->from = parse_word(p, "the cell where the player begins");
        }
        if (p->t->kind == T_NAME) {
            parse_expect(p, ",", "commas stand between players: players White, Black");
            return;
        }
        for (int i = 0; i < p->g->player_count; i++) {
            if (strcmp(p->g->players[i].name, d->name) == 0) {
                name_twice(p, p->g->players[i].at, d->at, "player", d->name);
            }
        }
        p->g->player_count++;
    } while (parse_take(p, ","));
}

static void parse_seats(parser *p) {
    if (!room(p, p->g->seats_count, MAX_PLAYERS, "lists of seats")) {
        return;
    }
    decl_seats *s = &p->g->seats[p->g->seats_count++];
    memset(s, 0, sizeof *s);
    s->at = p->t->at;
    parse_int(p, "how many play: seats 3 Red, Yellow, Blue", &s->players);
    do {
        if (!room(p, s->count, MAX_PLAYERS, "players")) {
            return;
        }
        const char *name = parse_title(p, "a player's name, which starts with a capital letter");
        s->name[s->count++] = name;
    } while (parse_take(p, ","));
}

static ast *parse_size_of(parser *p, int products);

static ast *parse_size_part(parser *p) {
    if (parse_is(p, "(") && parse_enter(p)) {
        parse_advance(p);
        ast *sum = parse_size_of(p, 0);
        p->depth--;
        parse_expect(p, ")", "a closing bracket");
        return sum;
    }
    ast *n = parse_node(p, A_NUM, p->t);
    if (p->t->kind == T_WORD) {
        n->kind = A_WORD;
        n->name = parse_word(p, "a size or an option");
    } else {
        parse_int(p, "a size: 8x8", &n->num);
    }
    return parse_finish(p, n);
}

// A number, an option, or what they add up to: 2 * size + 1.
static ast *parse_size(parser *p) {
    return parse_size_of(p, 0);
}

static ast *parse_size_of(parser *p, int products) {
    ast *n = products ? parse_size_part(p) : parse_size_of(p, 1);
    while (products ? parse_is(p, "*") : parse_is(p, "+") || parse_is(p, "-")) {
        ast *sum = parse_node(p, products ? A_MUL : parse_is(p, "+") ? A_ADD : A_SUB, p->t);
        parse_advance(p);
        sum->a = n;
        sum->b = products ? parse_size_part(p) : parse_size_of(p, 1);
        sum->at = n->at;
        sum->pos = n->pos;
        n = parse_finish(p, sum);
    }
    return n;
}

// `piles` behind everything else that is said of a board.
static int ends_with_piles(const parser *p) {
    return parse_is(p, "piles") && (p->t[1].kind == T_NEWLINE || p->t[1].kind == T_END);
}

static void parse_cells(parser *p, decl_board *b, int edges) {
    ast **tail = &b->cells;
    while (p->t->kind == T_WORD && !ends_with_piles(p) && !p->failed && !p->panicking) {
        ast *n = parse_node(p, edges ? A_SPAN : A_WORD, p->t);
        n->name = parse_word(p, "a cell's name");
        if (edges) {
            parse_expect(p, "-", "an edge joins two cells: a-b");
            n->name2 = parse_word(p, "a cell's name");
        }
        *tail = parse_finish(p, n);
        tail = &n->next;
    }
    if (!b->cells) {
        parse_unexpected(p, "the names of the cells");
    }
}

static int topo_flag(parser *p) {
    return parse_take(p, "dark")         ? TOPO_DARK
           : parse_take(p, "orthogonal") ? TOPO_ORTHOGONAL
           : parse_take(p, "wrap")       ? TOPO_WRAP
           : parse_take(p, "torus")      ? TOPO_TORUS
           : parse_take(p, "piles")      ? TOPO_PILES
                                         : 0;
}

static void take_picture(parser *p, const char **text, uint32_t *size, uint32_t *line) {
    if (p->t->kind != T_PICTURE) {
        parse_unexpected(p, "a picture, indented below");
        return;
    }
    *text = p->t->text;
    *size = p->t->size;
    *line = p->t->at.line;
    parse_advance(p);
}

static void parse_board(parser *p) {
    decl_board *b = &p->g->board;
    said_twice(p, b->at, (p->t - 1)->at, "the board");
    memset(b, 0, sizeof *b);
    b->at = p->t->at;
    if (parse_is(p, "grid") || parse_is(p, "hex")) {
        b->kind = parse_is(p, "grid") ? TOPO_GRID : TOPO_HEX;
        parse_advance(p);
        b->width = parse_size(p);
        parse_expect(p, "x", "width and height: 8x8");
        b->height = parse_size(p);
        for (int f = topo_flag(p); f; f = topo_flag(p)) {
            b->flags |= f;
        }
    } else if (parse_take(p, "hexagon")) {
        b->kind = TOPO_HEXAGON;
        b->width = parse_size(p);
    } else if (parse_take(p, "star")) {
        b->kind = TOPO_STAR;
        b->width = parse_size(p);
    } else if (parse_is(p, "loop") || parse_is(p, "track")) {
        b->kind = parse_is(p, "loop") ? TOPO_LOOP : TOPO_TRACK;
        parse_advance(p);
        if (p->t->kind == T_INT) {
            b->width = parse_size(p);
        } else {
            parse_cells(p, b, 0);
        }
    } else if (parse_take(p, "graph")) {
        b->kind = TOPO_GRAPH;
        parse_cells(p, b, 1);
    } else if (parse_is(p, "drawn") || parse_is(p, "shape")) {
        b->kind = parse_is(p, "drawn") ? TOPO_DRAWN : TOPO_SHAPE;
        parse_advance(p);
        take_picture(p, &b->picture, &b->picture_size, &b->picture_line);
        return;
    } else {
        parse_unexpected(p, "a board: grid 8x8, hex 11x11, hexagon 5, star 4, loop, track, drawn, "
                            "shape or graph");
    }
    if (ends_with_piles(p)) {
        parse_advance(p);
        b->flags |= TOPO_PILES;
    }
}

static decl_piece *piece_slot(parser *p, const char *name, span at) {
    for (int i = 0; i < p->g->piece_count; i++) {
        if (strcmp(p->g->pieces[i].name, name) == 0) {
            name_twice(p, p->g->pieces[i].at, at, "piece", name);
            return &p->g->pieces[i];
        }
    }
    return room(p, p->g->piece_count, MAX_PIECES, "kinds of pieces")
               ? &p->g->pieces[p->g->piece_count++]
               : NULL;
}

static void add_ability(parser *p, decl_piece *d, ast ***tail) {
    if (parse_refuse_dangling(p)) {
        return;
    }
    if (parse_is(p, "after") && parse_is_at(p, 1, ":")) {
        parse_advance(p);
        parse_advance(p);
        d->after = parse_body(p, R_SEQ);
        return;
    }
    if (parse_is(p, "taken") && parse_is_at(p, 1, ":")) {
        parse_advance(p);
        parse_advance(p);
        d->taken = parse_body(p, R_SEQ);
        return;
    }
    **tail = parse_rule(p);
    *tail = &(**tail)->next;
}

static void parse_abilities(parser *p, decl_piece *d) {
    ast **tail = &d->abilities;
    if (p->t->kind != T_NEWLINE) {
        add_ability(p, d, &tail);
        return;
    }
    if (p->t[1].kind != T_INDENT) {
        parse_unexpected(p, "what the piece can do");
        return;
    }
    parse_advance(p);
    parse_advance(p);
    while (p->t->kind != T_DEDENT && p->t->kind != T_END && !p->failed) {
        add_ability(p, d, &tail);
        parse_end_line(p);
    }
    if (p->t->kind == T_DEDENT) {
        parse_advance(p);
    }
}

static void parse_piece(parser *p) {
    span at = p->t->at;
    const char *name = parse_title(p, "a piece's name, which starts with a capital letter");
    if (kinds_is_family(p->g, name)) {
        diag_add(p->diags, DIAG_TWICE, at, "the kinds of `%s` are declared once", name);
        p->panicking = 1;
        return;
    }
    const int before = p->g->piece_count;
    decl_piece *d = p->panicking ? NULL : piece_slot(p, name, at);
    if (!d) {
        return;
    }
    char letter = d->letter;
    memset(d, 0, sizeof *d);
    d->name = name;
    d->at = at;
    d->letter = letter;
    if (parse_take(p, "as")) {
        if (p->t->size != 1) {
            parse_unexpected(p, "one letter");
            return;
        }
        d->letter = p->t->text[0];
        parse_advance(p);
    }
    d->neutral = (uint8_t)parse_take(p, "neutral");
    d->hidden = (uint8_t)parse_take(p, "hidden");
    if (parse_take(p, "like")) {
        d->like_at = p->t->at;
        d->like = parse_title(p, "a piece that can do the same");
    }
    const int kinds = parse_take(p, "of") ? kinds_declare(p, d, p->g->piece_count > before) : 1;
    if (parse_take(p, ":")) {
        parse_abilities(p, d);
    }
    kinds_share(d, kinds);
}

static void parse_def(parser *p) {
    span at = p->t->at;
    const char *name = parse_word(p, "a name for the definition");
    decl_def *d = NULL;
    for (int i = 0; i < p->g->def_count; i++) {
        if (strcmp(p->g->defs[i].name, name) == 0) {
            d = &p->g->defs[i];
            name_twice(p, d->at, at, "definition", name);
        }
    }
    if (!d) {
        if (!room(p, p->g->def_count, MAX_DEFS, "definitions")) {
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
                name_twice(p, d->at, at, player, name);
            }
        }
        if (!d && !room(p, p->g->has_count, MAX_HAS, "properties")) {
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
    const char *name = parse_word(p, "a name");
    for (int i = 0; i < *count; i++) {
        if (strcmp(list[i].name, name) == 0) {
            d = &list[i];
            name_twice(p, d->at, at, what, name);
        }
    }
    if (!d && !room(p, *count, max, what)) {
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

static decl_hand *hand_slot(parser *p, span at, const char *type) {
    for (int i = 0; i < p->g->hand_count; i++) {
        if (strcmp(p->g->hands[i].type, type) == 0) {
            name_twice(p, p->g->hands[i].at, at, "the hand of", type);
            return &p->g->hands[i];
        }
    }
    if (!room(p, p->g->hand_count, MAX_HANDS, "hands")) {
        return NULL;
    }
    p->g->hands[p->g->hand_count].type = type;
    return &p->g->hands[p->g->hand_count++];
}

// `area hand each 38`: what players hold, which is counted by kinds.
static void parse_hand_area(parser *p) {
    int32_t room_for = 0;
    parse_expect(p, "each", "every player has one: area hand each 38");
    parse_int(p, "for how many pieces there is room", &room_for);
    p->g->has_hand = 1;
}

// ... unless more is said of it: then it is an area like any other, with cells.
static int is_counted_hand(const parser *p) {
    const token *t = p->t;
    return !parse_is(p, "each") || (t[1].kind == T_INT && t[2].kind == T_NEWLINE) ||
           t[1].kind == T_NEWLINE;
}

static decl_area *area_slot(parser *p, const char *name, span at) {
    for (int i = 0; i < p->g->area_count; i++) {
        if (strcmp(p->g->areas[i].name, name) == 0) {
            name_twice(p, p->g->areas[i].at, at, "area", name);
            return &p->g->areas[i];
        }
    }
    return room(p, p->g->area_count, MAX_AREAS, "areas") ? &p->g->areas[p->g->area_count++] : NULL;
}

// `area sea each grid 5x5`: boards of their own, side by side, with nothing between them.
static void parse_grid_area(parser *p, const char *name, span at, int each) {
    decl_board *b = &p->g->board;
    if (!each) {
        diag *d = diag_add(p->diags, DIAG_SYNTAX, at, "an area with rows belongs to each player");
        diag_help(d, "for example:   area %s each grid 5x5", name);
        p->panicking = 1;
        return;
    }
    said_twice(p, b->at, at, "the board");
    memset(b, 0, sizeof *b);
    b->at = at;
    b->kind = TOPO_GRID;
    b->each = name;
    b->width = parse_size(p);
    parse_expect(p, "x", "width and height: 8x8");
    b->height = parse_size(p);
}

static void parse_area(parser *p) {
    const span at = p->t->at;
    const char *name = parse_word(p, "the name of the area");
    if (p->panicking) {
        return;
    }
    if (strcmp(name, "hand") == 0 && is_counted_hand(p)) {
        p->g->hand_at = at;
        parse_hand_area(p);
        return;
    }
    const int has_grid = parse_is(p, "grid") || parse_is_at(p, 1, "grid");
    const int each = has_grid && parse_take(p, "each");
    if (has_grid && parse_take(p, "grid")) {
        parse_grid_area(p, name, at, each);
        return;
    }
    decl_area *d = area_slot(p, name, at);
    if (!d) {
        return;
    }
    memset(d, 0, sizeof *d);
    d->name = name;
    d->at = at;
    d->each = parse_take(p, "each");
    if (!parse_is(p, "piles") && !parse_is(p, "hidden") && p->t->kind != T_NEWLINE) {
        d->size = parse_size(p);
    }
    d->piles = parse_take(p, "piles");
    d->hidden = parse_take(p, "hidden");
}

static void parse_taken(parser *p) {
    said_twice(p, p->g->taken_at, (p->t - 1)->at, "what is done with a taken piece");
    p->g->taken_at = p->t->at;
    parse_expect(p, ":", "what happens then follows a colon");
    ast *steps = parse_body(p, R_SEQ);
    p->g->taken = steps;
}

static void parse_hand(parser *p) {
    do {
        span at = p->t->at;
        int32_t count = 0;
        parse_int(p, "how many", &count);
        if (count < 0 || count > 1000) {
            diag_add(p->diags, DIAG_OUT_OF_RANGE, at, "a hand holds 0 to 1000 pieces");
        }
        span type_at = p->t->at; // before parse_title moves on
        const char *type = parse_title(p, "a piece");
        decl_hand *d = hand_slot(p, type_at, type);
        if (!d) {
            return;
        }
        d->at = at;
        d->count = count;
    } while (parse_take(p, ","));
}

// Several lines may add to one link; those of another file give way.
static void forget_inherited_link(parser *p, const char *name) {
    int kept = 0;
    for (int i = 0; i < p->g->link_count; i++) {
        const decl_link *d = &p->g->links[i];
        if (d->at.file == p->file || strcmp(d->name, name) != 0) {
            p->g->links[kept++] = *d;
        }
    }
    p->g->link_count = kept;
}

static void parse_link(parser *p) {
    const char *name = parse_word(p, "a name for the link");
    forget_inherited_link(p, name);
    while (p->t->kind == T_WORD && !p->panicking) {
        if (!room(p, p->g->link_count, MAX_LINKS, "links")) {
            return;
        }
        decl_link *d = &p->g->links[p->g->link_count++];
        d->at = p->t->at;
        d->name = name;
        d->from = parse_word(p, "a cell");
        parse_expect(p, "-", "a link joins two cells: a-l");
        d->to = parse_word(p, "a cell");
    }
}

static void parse_setup(parser *p) {
    decl_setup *s = &p->g->setup;
    said_twice(p, s->at, (p->t - 1)->at, "the setup");
    memset(s, 0, sizeof *s);
    s->at = (p->t - 1)->at;
    if (parse_take(p, ":")) {
        s->steps = parse_body(p, R_SEQ);
    } else {
        take_picture(p, &s->picture, &s->picture_size, &s->picture_line);
    }
}

static void parse_turn(parser *p, decl_phase *ph) {
    if (ph->turn) {
        said_twice(p, ph->turn->at, (p->t - 1)->at, "the turn");
    }
    ph->at = (p->t - 1)->at;
    if (parse_take(p, "split")) {
        p->g->view = VIEW_SPLIT;
    } else if (parse_take(p, "joined")) {
        p->g->view = VIEW_JOINED;
    }
    parse_expect(p, ":", "the turn follows a colon: turn: move");
    ph->turn = parse_body(p, R_SEQ);
}

static int outcome_word(const parser *p, int ahead) {
    if (parse_is_at(p, ahead, "out") && parse_is_at(p, ahead + 1, "when")) {
        return OUT_OUT;
    }
    static const char *const words[] = {"", "win", "lose", "draw", "finish", "wins", "loses"};
    for (int i = 1; i < 7; i++) {
        if (parse_is_at(p, ahead, words[i])) {
            return i > 4 ? i - 4 : i;
        }
    }
    return 0;
}

static decl_ending *ending_slot(parser *p) {
    game_ast *g = p->g;
    if (!room(p, g->ending_count, MAX_ENDINGS, "endings")) {
        return NULL;
    }
    // Own endings stand before the inherited ones.
    int at = g->ending_count - g->inherited_endings;
    memmove(&g->endings[at + 1], &g->endings[at],
            (size_t)g->inherited_endings * sizeof *g->endings);
    g->ending_count++;
    memset(&g->endings[at], 0, sizeof g->endings[at]);
    return &g->endings[at];
}

static void parse_ending(parser *p) {
    decl_ending *d = ending_slot(p);
    if (!d) {
        return;
    }
    d->at = p->t->at;
    if (p->t->kind == T_NAME) {
        d->player = parse_title(p, "a player");
    }
    d->what = (ast_outcome)outcome_word(p, 0);
    parse_advance(p);
    parse_expect(p, "when", "an ending has a condition: win when line 3 of mine");
    d->cond = parse_cond(p);
    d->reason = parse_reason(p, NULL);
}

static void parse_stuck(parser *p) {
    game_ast *g = p->g;
    for (int i = 0; i < g->ending_count; i++) {
        if (g->endings[i].stuck) {
            if (said_twice(p, g->endings[i].at, (p->t - 1)->at, "the ending `stuck`")) {
                p->panicking = 1; // the rest of the line is not read
                return;
            }
            memmove(&g->endings[i], &g->endings[i + 1],
                    (size_t)(g->ending_count - i - 1) * sizeof *g->endings);
            g->ending_count--;
            g->inherited_endings--;
            break;
        }
    }
    decl_ending *d = ending_slot(p);
    if (!d) {
        return;
    }
    d->at = (p->t - 1)->at;
    parse_expect(p, ":", "what happens follows a colon: stuck: lose");
    d->stuck = parse_body(p, R_SEQ);
}

static void parse_next(parser *p, decl_phase *ph) {
    if (!room(p, ph->next_count, MAX_NEXT, "successors of a phase")) {
        return;
    }
    decl_next *n = &ph->next[ph->next_count++];
    n->at = p->t->at;
    n->phase = parse_title(p, "a phase");
    parse_expect(p, "when", "say when the phase changes: next Battle when my hand = 0");
    n->cond = parse_cond(p);
}

static void refuse_later_setup(parser *p) {
    diag *d = diag_add(p->diags, DIAG_SYNTAX, p->t->at, "only the first phase has a setup");
    diag_help(d, "what comes later is done at the end of a turn:   when no my camp: put …");
    p->panicking = 1;
}

static void parse_phase_line(parser *p, decl_phase *ph) {
    if (parse_is(p, "setup") && ph != p->g->phases) {
        refuse_later_setup(p);
    } else if (parse_take(p, "setup")) {
        parse_setup(p);
    } else if (parse_take(p, "turn")) {
        parse_turn(p, ph);
    } else if (parse_take(p, "next")) {
        parse_next(p, ph);
    } else {
        parse_unexpected(p, "`turn:`, `next` or `setup:`");
    }
}

static void parse_phase(parser *p) {
    game_ast *g = p->g;
    span at = p->t->at;
    const char *name = parse_title(p, "a phase's name, which starts with a capital letter");
    if (g->phase_count == 1 && !g->phases[0].name && !g->phases[0].turn) {
        g->phase_count = 0;
    }
    decl_phase *ph = NULL;
    for (int i = 0; i < g->phase_count; i++) {
        if (g->phases[i].name && strcmp(g->phases[i].name, name) == 0) {
            ph = &g->phases[i];
            name_twice(p, ph->at, at, "phase", name);
        }
    }
    if (!ph && !room(p, g->phase_count, MAX_PHASES, "phases")) {
        return;
    }
    ph = ph ? ph : &g->phases[g->phase_count++];
    memset(ph, 0, sizeof *ph);
    ph->name = name;
    ph->at = at;
    parse_expect(p, ":", "the phase's lines follow a colon, indented");
    if (p->t->kind != T_NEWLINE || p->t[1].kind != T_INDENT) {
        parse_unexpected(p, "the lines of the phase, indented below");
        return;
    }
    parse_advance(p);
    parse_advance(p);
    while (p->t->kind != T_DEDENT && p->t->kind != T_END && !p->failed) {
        parse_phase_line(p, ph);
        parse_end_line(p);
    }
    parse_advance(p);
}

static int says_who_wins(const char *verdict) {
    return strncmp(verdict, "win", 3) == 0 || strncmp(verdict, "lose", 4) == 0;
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
    // "White wins" is a verdict of two words.
    for (int words = 0; last > from && words < 1; words++) {
        uint32_t k = last;
        while (k > from && s[k - 1] == ' ') {
            k--;
        }
        uint32_t w = k;
        while (w > from && s[w - 1] != ' ') {
            w--;
        }
        if (s[w] >= 'A' && s[w] <= 'Z' && says_who_wins(s + last)) {
            last = w;
        }
    }
    if (to == from) {
        parse_unexpected(p, "moves and a verdict: legal, illegal, win, lose, draw");
        return;
    }
    d->moves = arena_text(p->a, s + from, last - from);
    d->verdict = arena_text(p->a, s + last, to - last);
    p->failed |= !d->moves || !d->verdict;
}

static void parse_test(parser *p) {
    if (p->file) { // a parent's tests are about the parent
        parse_skip_statement(p);
        return;
    }
    if (!room(p, p->g->test_count, MAX_TESTS, "tests")) {
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

static void parse_always(parser *p) {
    if (room(p, p->g->always_count, MAX_ALWAYS, "lines of `always`")) {
        ast *condition = parse_cond(p);
        p->g->always[p->g->always_count++] = condition;
    }
}

static void parse_unseen(parser *p) {
    said_twice(p, p->g->unseen_at, (p->t - 1)->at, "what is unseen");
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
            name_twice(p, g->tokens_at[i], at, "the tokens", name);
            return;
        }
    }
    if (room(p, g->token_count, MAX_TOKENS, "kinds of tokens")) {
        g->tokens_at[g->token_count] = at;
        g->tokens[g->token_count++] = name;
    }
}

static void parse_notation(parser *p) {
    span at = (p->t - 1)->at;
    said_twice(p, p->g->notation_at, at, "the notation");
    p->g->notation_at = at;
    if (parse_take(p, "fen")) {
        p->g->notation = NOTATION_FEN;
    } else if (parse_take(p, "plain")) {
        p->g->notation = NOTATION_PLAIN;
    } else {
        parse_unexpected(p, "`fen` or `plain`");
    }
}

static decl_phase *only_phase(game_ast *g) {
    if (g->phase_count == 0) {
        g->phase_count = 1;
    }
    return &g->phases[0];
}

static void suggest_declaration(parser *p) {
    static const char *const words[] = {
        "players", "board", "piece",    "hand",  "tokens", "link", "option", "var",  "def",
        "setup",   "phase", "turn",     "stuck", "score",  "win",  "lose",   "draw", "finish",
        "test",    "limit", "notation", "seats", "teams",  "out",  "always"};
    const char *best = NULL;
    int distance = near_limit(p->t->text) + 1;
    if (parse_refuse_dangling(p)) {
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        int d = near_distance(p->t->text, words[i]);
        if (d < distance) {
            distance = d;
            best = words[i];
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
    game_ast *g = p->g;
    if (p->t->kind == T_NAME) {
        if (outcome_word(p, 1)) {
            parse_ending(p);
        } else {
            parse_has(p);
        }
    } else if (outcome_word(p, 0))
        parse_ending(p);
    else if (parse_take(p, "players"))
        parse_players(p);
    else if (parse_take(p, "seats"))
        parse_seats(p);
    else if (parse_take(p, "teams"))
        parse_teams(p);
    else if (parse_take(p, "board"))
        parse_board(p);
    else if (parse_take(p, "piece"))
        parse_piece(p);
    else if (parse_take(p, "hand"))
        parse_hand(p);
    else if (parse_take(p, "area"))
        parse_area(p);
    else if (parse_take(p, "taken"))
        parse_taken(p);
    else if (parse_take(p, "link"))
        parse_link(p);
    else if (parse_take(p, "option")) {
        parse_number_decl(p, g->options, &g->option_count, MAX_OPTIONS, "option");
    } else if (parse_take(p, "var")) {
        parse_number_decl(p, g->vars, &g->var_count, MAX_VARS, "var");
    } else if (parse_take(p, "def"))
        parse_def(p);
    else if (parse_take(p, "setup"))
        parse_setup(p);
    else if (parse_take(p, "phase"))
        parse_phase(p);
    else if (parse_take(p, "turn"))
        parse_turn(p, only_phase(g));
    else if (parse_take(p, "stuck"))
        parse_stuck(p);
    else if (parse_take(p, "test"))
        parse_test(p);
    else if (parse_take(p, "score")) {
        said_twice(p, g->score_at, (p->t - 1)->at, "the score");
        g->score_at = (p->t - 1)->at;
        parse_expect(p, ":", "the score follows a colon: score: count mine");
        g->score = parse_set(p);
    } else if (parse_take(p, "limit")) {
        said_twice(p, g->limit_at, (p->t - 1)->at, "the limit");
        g->limit_at = (p->t - 1)->at;
        parse_int(p, "a number of turns", &g->limit);
        parse_expect(p, "turns", "limit 200 turns");
    } else if (parse_take(p, "tokens")) {
        parse_tokens(p);
    } else if (parse_take(p, "always")) {
        parse_always(p);
    } else if (parse_take(p, "unseen")) {
        parse_unseen(p);
    } else if (parse_take(p, "notation")) {
        parse_notation(p);
    } else if (p->t->kind == T_WORD) {
        suggest_declaration(p);
    } else if (!parse_refuse_dangling(p)) {
        parse_unexpected(p, "a line such as `board grid 8x8`");
    }
}
