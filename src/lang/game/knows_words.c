// SPDX-License-Identifier: MIT
//
// Where the things lie that a single word names: an area, a type, a player's pieces (knows.h).
#include "lang/game/knows.h"

#include <string.h>

enum { BITS_OF_AREA = MAX_PLAYERS };

int knows_area(const game_ast *g, const char *name) {
    for (int i = 0; i < g->area_count; i++) {
        if (strcmp(g->areas[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

uint64_t knows_places(const knows *k, int area, int player) {
    const uint64_t first = (uint64_t)1 << area * BITS_OF_AREA;
    if (!k->g->areas[area].each) {
        return first & k->secret;
    }
    return (player < 0 ? first * (((uint64_t)1 << k->g->player_count) - 1) : first << player) &
           k->secret;
}

static int player_of(const game_ast *g, const char *name) {
    for (int i = 0; i < g->player_count; i++) {
        if (strcmp(g->players[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

// --- Areas -------------------------------------------------------------------------------------------

static int is_called(const ast *who, const char *word) {
    return strcmp(who->name, word) == 0;
}

// hand of partner, hand of others; 0 where it is not known here who that is.
static uint64_t places_of_who(const knows *k, int area, const ast *who) {
    const uint64_t all = knows_places(k, area, -1),
                   own = k->me < 0 ? 0 : knows_places(k, area, k->me);
    const int others =
        is_called(who, "others") ||
        (k->g->player_count == 2 && (is_called(who, "enemy") || is_called(who, "next")));
    return is_called(who, "all")  ? all
           : k->me < 0            ? 0
           : is_called(who, "me") ? own
           : others               ? all & ~own
                                  : 0;
}

// The secret places of an area that `e` names as a whole; 0 where it names none.
uint64_t knows_whole(const knows *k, const ast *e) {
    const int area =
        e->kind == A_WORD || e->kind == A_OWNED || e->kind == A_OF ? knows_area(k->g, e->name) : -1;
    if (e->kind == A_UNION) {
        return knows_whole(k, e->a) | knows_whole(k, e->b);
    }
    if (area < 0 || (e->kind == A_OF && e->a)) {
        return 0;
    }
    if (e->kind == A_OF) {
        return e->b ? places_of_who(k, area, e->b)
                    : knows_places(k, area, player_of(k->g, e->name2));
    }
    if (e->kind == A_WORD) {
        return k->g->areas[area].each ? 0 : knows_places(k, area, -1);
    }
    if (k->me < 0) {
        return 0;
    }
    return e->flag ? knows_places(k, area, -1) & ~knows_places(k, area, k->me)
                   : knows_places(k, area, k->me);
}

knows_reading knows_read_area(const knows *k, int area, const ast *e) {
    const uint64_t whole = knows_whole(k, e);
    const int is_whole =
        e->kind == A_OF ? !e->a && (!e->b || whole) : e->kind == A_WORD || k->me >= 0;
    return (knows_reading){.where = KNOWS_OPEN | (is_whole ? whole : knows_places(k, area, -1))};
}

// --- Words -------------------------------------------------------------------------------------------

// Where it depends on kinds which cells have a piece of this type.
static uint64_t type_depends(const knows *k, const char *type) {
    for (int i = 0; i < k->g->piece_count; i++) {
        if (strcmp(k->g->pieces[i].name, type) == 0) {
            return k->g->pieces[i].hidden ? k->secret : k->secret & ~KNOWS_BOARD;
        }
    }
    return 0;
}

knows_reading knows_read_kind(const knows *k, const char *type) {
    return (knows_reading){.where = KNOWS_OPEN | k->secret, .depends = type_depends(k, type)};
}

knows_reading knows_read_owned(const knows *k, const ast *e) {
    const int area = knows_area(k->g, e->name);
    if (area >= 0) {
        return knows_read_area(k, area, e);
    }
    const uint64_t depends = type_depends(k, e->name) & KNOWS_BOARD;
    const int is_own = !e->flag && k->me == k->viewer && k->me >= 0;
    return is_own ? KNOWS_IN_THE_OPEN
                  : (knows_reading){.where = KNOWS_OPEN | depends, .depends = depends};
}

knows_reading knows_everywhere(const knows *k, int depends) {
    const uint64_t all = KNOWS_OPEN | k->secret;
    return (knows_reading){.where = depends ? all : KNOWS_OPEN | (k->secret & KNOWS_BOARD),
                           .depends = depends ? all : 0};
}
