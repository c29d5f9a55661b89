// SPDX-License-Identifier: MIT
//
// Who plays, and where: players, seats, the board, links between its cells.
#include "lang/front/parse_decl.h"

#include <string.h>

void parse_players(parser *p) {
    if (p->g->player_count) {
        decl_said_twice(p, p->g->players[0].at, (p->t - 1)->at, "the list of players");
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
        if (!decl_room(p, p->g->player_count, MAX_PLAYERS, "players")) {
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
                decl_name_twice(p, p->g->players[i].at, d->at, "player", d->name);
            }
        }
        p->g->player_count++;
    } while (parse_take(p, ","));
}

void parse_seats(parser *p) {
    if (!decl_room(p, p->g->seats_count, MAX_PLAYERS, "lists of seats")) {
        return;
    }
    decl_seats *s = &p->g->seats[p->g->seats_count++];
    memset(s, 0, sizeof *s);
    s->at = p->t->at;
    parse_int(p, "how many play: seats 3 Red, Yellow, Blue", &s->players);
    do {
        if (!decl_room(p, s->count, MAX_PLAYERS, "players")) {
            return;
        }
        const char *name = parse_title(p, "a player's name, which starts with a capital letter");
        s->name[s->count++] = name;
    } while (parse_take(p, ","));
}

// `piles` behind everything else that is said of a board.
static int ends_with_piles(const parser *p) {
    return parse_is(p, "piles") && (p->t[1].kind == T_NEWLINE || p->t[1].kind == T_END);
}

static void parse_cells(parser *p, decl_board *b, int edges) {
    ast **tail = &b->cells;
    while (p->t->kind == T_WORD && !ends_with_piles(p) && !p->failed && !p->panicking) {
        ast *n = parse_node(p, edges ? A_SPAN : A_WORD, p->t);
        n->name = parse_ascii_word(p, "a cell's name", "cells");
        if (edges) {
            parse_expect(p, "-", "an edge joins two cells: a-b");
            n->name2 = parse_ascii_word(p, "a cell's name", "cells");
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

// 8x8; 4x4x4 would be one thing more.
void parse_width_and_height(parser *p, decl_board *b) {
    b->width = parse_size(p);
    parse_expect(p, "x", "width and height: 8x8");
    b->height = parse_size(p);
    if (parse_is(p, "x") && !p->panicking) {
        diag *d =
            diag_add(p->diags, DIAG_SYNTAX, p->t->at, "a board has rows and columns, no levels");
        diag_note(d, "no direction leads up or down");
        diag_help(d, "put the levels side by side:   board grid 16x4");
        p->panicking = 1;
    }
}

void parse_board(parser *p) {
    decl_board *b = &p->g->board;
    decl_said_twice(p, b->at, (p->t - 1)->at, "the board");
    memset(b, 0, sizeof *b);
    b->at = p->t->at;
    if (parse_is(p, "grid") || parse_is(p, "hex")) {
        b->kind = parse_is(p, "grid") ? TOPO_GRID : TOPO_HEX;
        parse_advance(p);
        parse_width_and_height(p, b);
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
        decl_picture(p, &b->picture, &b->picture_size, &b->picture_line);
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

void parse_link(parser *p) {
    const char *name = parse_word(p, "a name for the link");
    forget_inherited_link(p, name);
    while (p->t->kind == T_WORD && !p->panicking) {
        if (!decl_room(p, p->g->link_count, MAX_LINKS, "links")) {
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
