// SPDX-License-Identifier: MIT
//
// Tron: two heads that leave trails, on a board of 8 x 8 cells or another size.
//
// A and B start as diagonal neighbours in the centre. In turn, each moves its head
// one cell up, down, left or right, not onto the other head. The cell it leaves
// keeps a marker, a or b. Whoever steps onto a marker, whosesoever it is, has
// lost.
//
// Decided here: A begins, on the upper left of the four centre cells, with B on
// the lower right (on a board of odd size B stands in the very centre). Stepping
// onto a marker is a legal move that loses, so a player always has a move: at
// worst back onto the last marker of his own; and before the first move all
// neighbours but one are free. Leaving the board is not allowed. A head that has
// run into a trail is shown where it happened. The game needs no limit: every move
// but the last uses up a free cell.

#include <tessera/grid.h>

enum { SIZE, OPTIONS };

static const tsr_option options[OPTIONS] = {
    [SIZE] = {"size", "rows and columns of the board", TSR_OPTION_INT, 8, 4, 26, NULL},
};

// The trails belong to nobody: players neither move nor place them.
static const tsr_grid_piece pieces[] = {
    {.letter = 'A', .owner = 0, .shape = TSR_SHAPE_TRIANGLE, .word = "A"},
    {.letter = 'B', .owner = 1, .shape = TSR_SHAPE_DISC, .word = "B"},
    {.letter = 'a',
     .owner = TSR_NOBODY,
     .colour = TSR_COLOUR_PLAYER,
     .shape = TSR_SHAPE_SQUARE,
     .word = "trail of A"},
    {.letter = 'b',
     .owner = TSR_NOBODY,
     .colour = TSR_COLOUR_PLAYER + 1,
     .shape = TSR_SHAPE_DIAMOND,
     .word = "trail of B"},
};

static const char *const seats[] = {"A", "B"};

enum { ONE_STEP = TSR_GRID_OWN, HEAD_THERE, STEPS, CRASHES, BAD_HEADS };

static const char *const lines[] = {
    TSR_GRID_LINE_ROWS,
    [ONE_STEP] = "a head moves one cell up, down, left or right, not from {0} to {1}",
    [HEAD_THERE] = "{0} stands on {1}",
    [STEPS] = "{0} goes from {1} to {2}",
    [CRASHES] = "{0} runs into the {1} on {2}",
    [BAD_HEADS] = "there must be one A and one B",
};

static int is_trail(char c) {
    return c == 'a' || c == 'b';
}

static void adapt(const tsr_rules *r, tsr_grid_game *mine) {
    mine->height = mine->width = (uint8_t)r->opt[SIZE];
    mine->ply_limit = (uint16_t)(r->opt[SIZE] * r->opt[SIZE]);
}

static void begin(const tsr_rules *r, tsr_grid *b) {
    int at = r->opt[SIZE] / 2 - 1;
    tsr_grid_set(b, at, at, 'A');
    tsr_grid_set(b, at + 1, at + 1, 'B');
}

// What is not one's own may be entered (TSR_GRID_TAKES): the trails, not a head.
static int validate(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    char there = tsr_grid_at(b, m.row, m.col);
    if (there != TSR_GRID_FREE && !is_trail(there)) {
        return tsr_say(why, HEAD_THERE, TSR_PLAYER(tsr_grid_owner(r, there)),
                       TSR_CELL(m.row, m.col));
    }
    return tsr_say(why, 0);
}

static void perform(const tsr_rules *r, tsr_grid *b, tsr_grid_move m) {
    int crash = is_trail(tsr_grid_at(b, m.row, m.col));
    tsr_grid_apply(r, b, m);
    tsr_grid_set(b, m.from_row, m.from_col, b->player == 0 ? 'a' : 'b');
    if (crash) {
        tsr_grid_end(b, 1 - b->player);
    }
}

static void say(const tsr_rules *r, const tsr_grid *b, int who, tsr_grid_move m, tsr_line *out) {
    char there = tsr_grid_at(b, m.row, m.col);
    if (is_trail(there)) {
        (void)tsr_say(out, CRASHES, TSR_PLAYER(who), tsr_grid_word(r, there),
                      TSR_CELL(m.row, m.col));
    } else {
        (void)tsr_say(out, STEPS, TSR_PLAYER(who), TSR_CELL(m.from_row, m.from_col),
                      TSR_CELL(m.row, m.col));
    }
}

static int check(const tsr_rules *r, const tsr_grid *b, tsr_line *why) {
    (void)r;
    int sound = tsr_grid_count(b, 'A') == 1 && tsr_grid_count(b, 'B') == 1;
    return tsr_say(why, sound ? 0 : BAD_HEADS);
}

static const tsr_grid_game tron = {
    .size = TSR_GRID_SIZE,
    .flags = TSR_GRID_MOVES | TSR_GRID_TAKES,
    .material = TSR_MATERIAL_SLATE,
    .height = 8,
    .width = 8,
    .pieces = pieces,
    .piece_count = sizeof pieces / sizeof pieces[0],
    .ply_limit = 64,
    .max_moves = 4,
    .reach = tsr_grid_orthogonal,
    .reach_count = 4,
    .reach_line = ONE_STEP,
    .adapt = adapt,
    .begin = begin,
    .validate = validate,
    .perform = perform,
    .say = say,
    .check = check,
};

static const char leaflet[] =
    "Tron is played on a board of 8 x 8 cells (option: size). A and B start in the\n"
    "centre, A begins. In turn, each goes one cell up, down, left or right, but not\n"
    "onto the other one. The cell it leaves becomes part of its trail for good.\n"
    "\n"
    "Whoever runs into a trail, the other's or his own, loses.\n"
    "\n"
    "A move is the cell where the head stands and the cell it goes to, row first,\n"
    "counted from 0: 3,3 3,4 goes right.\n"
    "\n"
    "Tags: blocking, race.\n";

static const tsr_game_more more = {TSR_GRID_MORE, .minutes = 3};

const tsr_game tsr_game_tron = {
    TSR_GRID_SLOTS_BUT_MORE, // what the kit does
    TSR_GRID_LINES_OF(lines),
    .self = &tron,
    .more = &more,
    .name = "tron",
    .title = "Tron",
    .about = "two heads leave trails; whoever runs into one loses",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_ZERO_SUM,
    .min_players = 2,
    .max_players = 2,
    .option_count = OPTIONS,
    .options = options,
    .seats = seats,
};
