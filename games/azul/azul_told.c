// SPDX-License-Identifier: MIT
//
// What followed from a move of Azul: where its tiles went, and at the end of a round every tile
// laid with what it brought, what the floors cost, who begins next, and in the end the bonuses.
//
// It is told from the two positions around the move. Everything is in their difference: a
// player lays at most one tile in a row of the wall, from the top row down, before the floor
// is settled, so the tiles that are new on a wall tell the order and the points of each.

#include "azul/azul_state.h"

typedef struct teller {
    const tsr_rules *r;
    const azul_state *before, *after;
    int who, viewer;
    int marker;                   // who holds the marker once the tiles are taken
    int line[AZUL_SIZE];          // lines of `who` once the tiles are taken: how many,
    int colour[AZUL_SIZE];        // of which colour,
    int fallen[AZUL_MAX_PLAYERS]; // and tiles that lie on a floor by now
    tsr_story *out;
} teller;

static tsr_place board_place(const teller *t, int player, azul_zone part, int row, int col) {
    return tsr_place_of(azul_board_zone(t->r, t->viewer, player, part), row, col);
}

static tsr_place line_end(const teller *t, int player, int line) {
    return board_place(t, player, AZUL_ZONE_LINES, line, AZUL_SIZE - 1);
}

static tsr_event move_event(int who, int count, tsr_place from, tsr_place to) {
    tsr_event e = tsr_event_of(TSR_EVENT_MOVE, who);
    e.count = (uint16_t)count;
    e.from = from;
    e.to = to;
    return e;
}

// --- Taking ----------------------------------------------------------------------

// Tiles that do not fit: to the floor while it has room, and then out of play. `said`: the move's
// own sentence tells of the floor.
static void tell_overflow(teller *t, int player, int colour, int count, tsr_place from, int said) {
    int used = t->fallen[player] + (t->marker == player);
    int room = used < AZUL_FLOOR_SPACES ? AZUL_FLOOR_SPACES - used : 0;
    int falls = count < room ? count : room;
    if (falls) {
        tsr_event e =
            move_event(player, falls, from, board_place(t, player, AZUL_ZONE_FLOOR, 0, used));
        if (!said) {
            tsr_say(&e.line, AZUL_TOLD_FALL, TSR_PLAYER(player), TSR_INT(falls), TSR_NAME(colour));
        }
        tsr_tell(t->out, e);
    }
    if (count > falls) {
        tsr_event e = tsr_event_of(TSR_EVENT_TAKE, player);
        e.count = (uint16_t)(count - falls);
        e.from = from;
        tsr_say(&e.line, AZUL_TOLD_GONE, TSR_PLAYER(player), TSR_INT(count - falls),
                TSR_NAME(colour));
        tsr_tell(t->out, e);
    }
    t->fallen[player] += falls;
}

static void tell_marker(teller *t) {
    tsr_event e = move_event(t->who, 1, tsr_place_of(azul_source_zone(AZUL_CENTRE), 0, 0),
                             board_place(t, t->who, AZUL_ZONE_FLOOR, 0, 0));
    tsr_say(&e.line, AZUL_TOLD_MARKER, TSR_PLAYER(t->who));
    t->marker = t->who;
    tsr_tell(t->out, e);
}

// What else lay on the display slides into the centre; seen, not said.
static void tell_rest(const teller *t, int source, int colour) {
    for (int c = 0; c < AZUL_COLOURS; c++) {
        int count = azul_count(t->before->source[source], c);
        if (c != colour && count) {
            tsr_tell(t->out,
                     move_event(TSR_NOBODY, count, tsr_place_of(azul_source_zone(source), 0, 0),
                                tsr_place_of(azul_source_zone(AZUL_CENTRE), 0, 0)));
        }
    }
}

static void tell_take(teller *t, tsr_move m) {
    int source = tsr_move_byte(m, 1), colour = tsr_move_byte(m, 2), target = tsr_move_byte(m, 3);
    int count = azul_count(t->before->source[source], colour), fits = 0;
    tsr_place from = tsr_place_of(azul_source_zone(source), 0, 0);
    if (source == AZUL_CENTRE && t->before->marker == TSR_NOBODY) {
        tell_marker(t);
    }
    if (target != AZUL_FLOOR) {
        int have = t->line[target];
        fits = count < target + 1 - have ? count : target + 1 - have;
        t->line[target] = have + fits;
        t->colour[target] = colour;
        tsr_tell(t->out,
                 move_event(t->who, fits, from,
                            board_place(t, t->who, AZUL_ZONE_LINES, target, AZUL_SIZE - 1 - have)));
    }
    if (count > fits) {
        tell_overflow(t, t->who, colour, count - fits, from, target == AZUL_FLOOR);
    }
    if (source != AZUL_CENTRE) {
        tell_rest(t, source, colour);
    }
}

// --- Wall-tiling -------------------------------------------------------------------

static int tell_laid(const teller *t, int player, uint32_t wall, int row, int column) {
    int across, down;
    azul_runs(wall, row, column, &across, &down);
    tsr_event e = tsr_event_of(TSR_EVENT_MOVE, player);
    int colour = azul_cell_colour(&t->after->player[player], row, column);
    e.from = line_end(t, player, row);
    e.to = board_place(t, player, AZUL_ZONE_WALL, row, column);
    e.points = across + down;
    if (across && down) {
        tsr_say(&e.line, AZUL_TOLD_BOTH_1 + row, TSR_PLAYER(player), TSR_NAME(colour),
                TSR_INT(across), TSR_INT(down));
    } else {
        tsr_say(&e.line, AZUL_TOLD_LAID_1 + row, TSR_PLAYER(player), TSR_NAME(colour),
                TSR_INT(e.points));
    }
    tsr_tell(t->out, e);
    return e.points;
}

// Tells every line of `player` that went to the wall or fell; returns the points.
static int tell_lines(teller *t, int player) {
    const azul_player *was = &t->before->player[player], *is = &t->after->player[player];
    uint32_t wall = was->wall;
    int points = 0;
    for (int row = 0; row < AZUL_SIZE; row++) {
        uint32_t laid = azul_row_of(is->wall & ~was->wall, row);
        int full = (player == t->who ? t->line[row] : azul_line_count(was, row)) == row + 1;
        if (laid) {
            int column = azul_lowest(laid);
            wall |= 1u << (5 * row + column);
            points += tell_laid(t, player, wall, row, column);
        } else if (full && azul_line_count(is, row) == 0) {
            int colour = player == t->who ? t->colour[row] : azul_line_colour(was, row);
            tsr_event e = tsr_event_of(TSR_EVENT_SAY, player);
            tsr_say(&e.line, AZUL_TOLD_NO_COLUMN, TSR_PLAYER(player), TSR_INT(row + 1));
            tsr_tell(t->out, e);
            tell_overflow(t, player, colour, row + 1, line_end(t, player, row), 1);
        }
    }
    return points;
}

// What the floor cost: never more than there was.
static void tell_floor(const teller *t, int player, int score) {
    int used = t->fallen[player] + (t->marker == player);
    used = used < AZUL_FLOOR_SPACES ? used : AZUL_FLOOR_SPACES;
    int cost = azul_penalty(used), paid = cost < score ? cost : score;
    if (used == 0) return;
    tsr_event e = tsr_event_of(TSR_EVENT_SCORE, player);
    e.points = -paid;
    e.from = board_place(t, player, AZUL_ZONE_FLOOR, 0, 0);
    if (paid == cost) {
        tsr_say(&e.line, AZUL_TOLD_FLOOR, TSR_PLAYER(player), TSR_INT(paid), TSR_INT(used));
    } else {
        tsr_say(&e.line, AZUL_TOLD_FLOOR_PART, TSR_PLAYER(player), TSR_INT(paid), TSR_INT(cost));
    }
    tsr_tell(t->out, e);
}

static void tell_bonus(const teller *t, int player, int code, int count, int each) {
    if (count == 0) return;
    tsr_event e = tsr_event_of(TSR_EVENT_SCORE, player);
    e.points = count * each;
    tsr_say(&e.line, code, TSR_PLAYER(player), TSR_INT(count), TSR_INT(e.points));
    tsr_tell(t->out, e);
}

// Why there is no further round.
static int reason_to_end(const teller *t) {
    int rows = 0;
    for (int p = 0; p < t->r->players; p++) {
        rows += azul_full_rows(&t->after->player[p]);
    }
    return rows                                 ? AZUL_TOLD_ROW
           : t->after->bag == 0                 ? AZUL_TOLD_NO_TILES
           : t->after->round == AZUL_MAX_ROUNDS ? AZUL_TOLD_LONG
                                                : AZUL_TOLD_STUCK;
}

static void tell_end(const teller *t) {
    tsr_event e = tsr_event_of(TSR_EVENT_SAY, TSR_NOBODY);
    tsr_say(&e.line, reason_to_end(t));
    tsr_tell(t->out, e);
    for (int p = 0; p < t->r->players; p++) {
        const azul_player *is = &t->after->player[p];
        tell_bonus(t, p, AZUL_TOLD_ROWS, azul_full_rows(is), AZUL_ROW_BONUS);
        tell_bonus(t, p, AZUL_TOLD_COLUMNS, azul_full_columns(is), AZUL_COLUMN_BONUS);
        tell_bonus(t, p, AZUL_TOLD_COLOURS, azul_full_colours(is), AZUL_COLOUR_BONUS);
    }
}

static void tell_next_round(const teller *t) {
    tsr_event e = tsr_event_of(TSR_EVENT_SAY, t->after->starter);
    tsr_say(&e.line, AZUL_TOLD_NEXT, TSR_PLAYER(t->after->starter), TSR_INT(t->after->round));
    tsr_tell(t->out, e);
}

// From `player` on, in turn, until somebody must choose a column or all have finished.
static void tell_tiling(teller *t, int player) {
    do {
        int asked = t->after->phase == AZUL_TILING && t->after->mover == player;
        int points = tell_lines(t, player);
        if (asked) return;
        tell_floor(t, player, t->before->player[player].score + points);
        player = azul_after(t->r, player);
    } while (player != t->before->starter);
    if (t->after->phase == AZUL_OVER) {
        tell_end(t);
    } else {
        tell_next_round(t);
    }
}

// --- Drawing -----------------------------------------------------------------------

static void tell_refill(const teller *t) {
    tsr_event e = tsr_event_of(TSR_EVENT_SHUFFLE, TSR_NOBODY);
    tsr_say(&e.line, AZUL_TOLD_REFILL);
    tsr_tell(t->out, e);
}

static void tell_draw(const teller *t, azul_tiles tiles) {
    int source = 1 + t->before->dealt / AZUL_DISPLAY_TILES;
    for (int c = 0; c < AZUL_COLOURS; c++) {
        int count = azul_count(tiles, c);
        if (count) {
            tsr_event e = move_event(TSR_NOBODY, count, tsr_place_of(azul_bag_zone(t->r), 0, 0),
                                     tsr_place_of(azul_source_zone(source), 0, 0));
            e.kind = TSR_EVENT_DEAL;
            tsr_tell(t->out, e);
        }
    }
    if (t->before->lid && !t->after->lid) {
        tell_refill(t);
    }
}

void azul_told(const tsr_rules *r, const void *before, int who, tsr_move m, const void *after,
               int viewer, tsr_story *out) {
    teller t = {.r = r, .before = before, .after = after, .viewer = viewer, .out = out};
    int kind = tsr_move_byte(m, 0);
    if (kind == AZUL_DRAW) {
        tell_draw(&t, azul_drawn(m));
    }
    if (kind != AZUL_TAKE && kind != AZUL_PLACE) return;
    t.who = who;
    t.marker = t.before->marker;
    for (int i = 0; i < AZUL_SIZE; i++) {
        t.line[i] = azul_line_count(&t.before->player[who], i);
        t.colour[i] = azul_line_colour(&t.before->player[who], i);
    }
    for (int p = 0; p < r->players; p++) {
        t.fallen[p] = azul_total(t.before->player[p].floor);
    }
    if (kind == AZUL_TAKE) {
        tell_take(&t, m);
    }
    if (t.after->phase != AZUL_OFFER) {
        tell_tiling(&t, kind == AZUL_PLACE ? who : t.before->starter);
    }
    if (t.before->bag == 0 && t.after->bag != 0) {
        tell_refill(&t);
    }
}

// --- Parts and words -----------------------------------------------------------------

// Points by tiles are all that are not told apart otherwise.
int azul_parts(const tsr_rules *r, const void *state, tsr_part *out) {
    const azul_state *s = state;
    static const char *const names[] = {"tiles on the wall", "complete rows", "complete columns",
                                        "complete colours", "floor"};
    enum { PARTS = sizeof names / sizeof *names };
    for (int i = 0; i < PARTS; i++) {
        out[i] = (tsr_part){.name = names[i]};
    }
    for (int p = 0; p < r->players; p++) {
        const azul_player *b = &s->player[p];
        int over = s->phase == AZUL_OVER;
        out[0].points[p] = b->score - (over ? azul_bonus(b) : 0) + b->paid;
        out[1].points[p] = over ? AZUL_ROW_BONUS * azul_full_rows(b) : 0;
        out[2].points[p] = over ? AZUL_COLUMN_BONUS * azul_full_columns(b) : 0;
        out[3].points[p] = over ? AZUL_COLOUR_BONUS * azul_full_colours(b) : 0;
        out[4].points[p] = -b->paid;
    }
    return PARTS;
}

static int put_points(char *buf, size_t cap, const char *what, int points) {
    return snprintf(buf, cap, "%s %d %s", what, points, points == 1 ? "point" : "points");
}

// What a place of a board would bring or cost.
int azul_words_of(const tsr_rules *r, const void *state, int viewer, const tsr_item *item,
                  char *buf, size_t cap) {
    const azul_state *s = state;
    int row = item->row, column = item->col;
    int player = item->owner;
    azul_zone part;
    if (cap) buf[0] = '\0';
    if (!item->ref || player >= r->players || !azul_zone_part(r, viewer, item->zone, &part))
        return 0;
    if (part == AZUL_ZONE_FLOOR && column < AZUL_FLOOR_SPACES) {
        int cost = azul_penalty(column + 1) - azul_penalty(column);
        return put_points(buf, cap, "a tile here costs", cost);
    }
    uint32_t cell = 1u << (5 * row + column);
    if (part != AZUL_ZONE_WALL || s->player[player].wall & cell) return 0;
    return put_points(buf, cap, "a tile here would bring",
                      azul_points(s->player[player].wall | cell, row, column));
}
