// SPDX-License-Identifier: MIT
//
// What lies beside the board: hands, areas, what was taken.
#include "lang/front/parse_decl.h"

#include <string.h>

#include "lang/front/kinds.h"
#include "lang/front/like.h"

static decl_hand *hand_slot(parser *p, span at, const char *type) {
    for (int i = 0; i < p->g->hand_count; i++) {
        if (strcmp(p->g->hands[i].type, type) == 0) {
            decl_name_twice(p, p->g->hands[i].at, at, "the hand of", type);
            return &p->g->hands[i];
        }
    }
    if (!decl_room(p, p->g->hand_count, MAX_HANDS, "hands")) {
        return NULL;
    }
    p->g->hands[p->g->hand_count].type = type;
    return &p->g->hands[p->g->hand_count++];
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
            decl_name_twice(p, p->g->areas[i].at, at, "area", name);
            return &p->g->areas[i];
        }
    }
    return decl_room(p, p->g->area_count, MAX_AREAS, "areas") ? &p->g->areas[p->g->area_count++]
                                                              : NULL;
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
    decl_said_twice(p, b->at, at, "the board");
    memset(b, 0, sizeof *b);
    b->at = at;
    b->kind = TOPO_GRID;
    b->each = name;
    parse_width_and_height(p, b);
}

// `area hand each 38`: what players hold, which is counted by kinds. How many cells it has is kept, for games in which
// it turns out to be an area (area_take_hand).
static void parse_hand_area(parser *p, span at) {
    decl_area *d = &p->g->hand_area;
    memset(d, 0, sizeof *d);
    *d = (decl_area){.name = "hand", .each = 1, .at = at};
    parse_expect(p, "each", "every player has one: area hand each 38");
    if (p->t->kind == T_INT) {
        d->size = parse_size(p);
    } else {
        parse_unexpected(p, "for how many pieces there is room");
    }
    p->g->hand_at = at;
    p->g->has_hand = 1;
}

void area_take_hand(game_ast *g) {
    const int counted = g->hand_count || g->uses_hand || g->taken || !g->attr_count;
    if (g->has_hand && !counted && g->area_count < MAX_AREAS) {
        g->areas[g->area_count++] = g->hand_area;
        g->has_hand = 0;
    }
}

// `area ring each loop 6`: only rows are a shape that an area may have.
static int refuse_shape(parser *p, const char *name) {
    static const char *const shapes[] = {"loop", "track", "hex",   "hexagon",
                                         "star", "graph", "drawn", "shape"};
    int found = 0;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        found |= parse_is(p, shapes[i]) && p->t[1].kind != T_NEWLINE;
    }
    if (found) {
        diag *d = diag_add(p->diags, DIAG_SYNTAX, p->t->at, "an area cannot be a `%s`", p->t->text);
        diag_note(d, "it is cells without directions, or rows of each player");
        diag_help(d, "for example:   area %s each 6   or   area %s each grid 5x5", name, name);
        p->panicking = 1;
    }
    return found;
}

void parse_area(parser *p) {
    const span at = p->t->at;
    const char *name = parse_ascii_word(p, "the name of the area", "cells");
    if (p->panicking) {
        return;
    }
    parse_refuse_opener(p, name, at);
    if (strcmp(name, "hand") == 0 && is_counted_hand(p)) {
        parse_hand_area(p, at);
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
    if (refuse_shape(p, name)) {
        return;
    }
    if (!parse_is(p, "piles") && !parse_is(p, "hidden") && p->t->kind != T_NEWLINE) {
        d->size = parse_size(p);
    }
    d->piles = parse_take(p, "piles");
    d->hidden = parse_take(p, "hidden");
}

void parse_taken(parser *p) {
    decl_said_twice(p, p->g->taken_at, (p->t - 1)->at, "what is done with a taken piece");
    p->g->taken_at = p->t->at;
    parse_expect(p, ":", "what happens then follows a colon");
    ast *steps = parse_body(p, R_SEQ);
    p->g->taken = steps;
}

void parse_hand(parser *p) {
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
