// SPDX-License-Identifier: MIT
//
// Domineering: dominoes on a board of 6 x 6 cells, or another size.
//
// The first player places horizontal dominoes, H: the named cell and the one to
// its right. The second places vertical ones, V: the named cell and the one above
// it. Both cells must be free. Whoever cannot place a domino loses; so there are
// no draws.
//
// A move is the placement of the named cell: "H 2,3" covers 2,3 and 2,4, and
// "V 2,3" covers 2,3 and 1,3. Decided here: boards from 1 to 16 rows and
// columns; a first player who has no room at all has lost before the first move.

#include <tessera/grid.h>

enum { ROWS, COLUMNS, OPTIONS };

static const tsr_option options[OPTIONS] = {
    [ROWS] = {"rows", "rows of the board", TSR_OPTION_INT, 6, 1, 16, NULL},
    [COLUMNS] = {"columns", "columns of the board", TSR_OPTION_INT, 6, 1, 16, NULL},
};

static const tsr_grid_piece pieces[] = {
    {.letter = 'H', .owner = 0, .shape = TSR_SHAPE_SQUARE, .word = "domino", .glyph = "H"},
    {.letter = 'V', .owner = 1, .shape = TSR_SHAPE_DIAMOND, .word = "domino", .glyph = "V"},
};

static const char *const seats[] = {"horizontal", "vertical"};

enum { OVER_EDGE = TSR_GRID_OWN, OTHER_TAKEN, PLACED };

static const char *const lines[] = {
    TSR_GRID_LINE_ROWS,
    [OVER_EDGE] = "a domino of {0} on {1} would stick out over the edge",
    [OTHER_TAKEN] = "a domino on {0} also needs {1}, which is taken",
    [PLACED] = "{0} covers {1} and {2}",
};

// The second cell of a domino: to the right of an H, above a V.
static int other_row(char piece, int row) {
    return piece == 'V' ? row - 1 : row;
}

static int other_col(char piece, int col) {
    return piece == 'H' ? col + 1 : col;
}

static void adapt(const tsr_rules *r, tsr_grid_game *mine) {
    mine->height = (uint8_t)r->opt[ROWS];
    mine->width = (uint8_t)r->opt[COLUMNS];
}

static int validate(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    int row = other_row(m.piece, m.row), col = other_col(m.piece, m.col);
    (void)r;
    if (!tsr_grid_inside(b, row, col)) {
        return tsr_say(why, OVER_EDGE, TSR_PLAYER(b->player), TSR_CELL(m.row, m.col));
    }
    if (!tsr_grid_is_free(b, row, col)) {
        return tsr_say(why, OTHER_TAKEN, TSR_CELL(m.row, m.col), TSR_CELL(row, col));
    }
    return tsr_say(why, 0);
}

// One pass over the board: a cell and its neighbour are free or they are not.
static int candidates(const tsr_rules *r, const tsr_grid *b, tsr_move *out, int cap) {
    const char *cells = tsr_grid_cells(b);
    char piece = b->player == 0 ? 'H' : 'V';
    int first_row = piece == 'V', last_col = b->width - (piece == 'H');
    int other = piece == 'H' ? 1 : -(int)b->width;
    int n = 0;
    (void)r;
    for (int row = first_row; row < b->height; row++) {
        for (int col = 0; col < last_col; col++) {
            int i = row * b->width + col;
            if (cells[i] == TSR_GRID_FREE && cells[i + other] == TSR_GRID_FREE) {
                out[n++] = tsr_grid_placement(piece, row, col);
                if (n == cap) {
                    return n;
                }
            }
        }
    }
    return n;
}

static void perform(const tsr_rules *r, tsr_grid *b, tsr_grid_move m) {
    (void)r;
    tsr_grid_set(b, m.row, m.col, m.piece);
    tsr_grid_set(b, other_row(m.piece, m.row), other_col(m.piece, m.col), m.piece);
}

static void marks(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_picks *out) {
    (void)r;
    tsr_mark(out, tsr_grid_cell_ref(b, other_row(m.piece, m.row), other_col(m.piece, m.col)));
}

static void say(const tsr_rules *r, const tsr_grid *b, int who, tsr_grid_move m, tsr_line *out) {
    (void)r, (void)b;
    (void)tsr_say(out, PLACED, TSR_PLAYER(who), TSR_CELL(m.row, m.col),
                  TSR_CELL(other_row(m.piece, m.row), other_col(m.piece, m.col)));
}

static const tsr_grid_game domineering = {
    .size = TSR_GRID_SIZE,
    .flags = TSR_GRID_PLACES | TSR_GRID_EXACT,
    .height = 6,
    .width = 6,
    .stuck = TSR_GRID_STUCK_LOSES,
    .pieces = pieces,
    .piece_count = sizeof pieces / sizeof pieces[0],
    .adapt = adapt,
    .validate = validate,
    .perform = perform,
    .candidates = candidates,
    .say = say,
    .marks = marks,
};

static const char leaflet[] =
    "Domineering is played with dominoes on a board of 6 x 6 cells (options: rows and\n"
    "columns). The first player lays dominoes across, the second lays them upright,\n"
    "one in each turn, on two free cells.\n"
    "\n"
    "Whoever has no room left for a domino loses.\n"
    "\n"
    "A move names one cell, row first, counted from 0. H 2,3 covers 2,3 and the cell\n"
    "to its right, 2,4. V 2,3 covers 2,3 and the cell above it, 1,3. The cell alone,\n"
    "2,3, is enough.\n"
    "\n"
    "Tags: tiles, placing, blocking, mathematics.\n";

static const tsr_game_more more = {TSR_GRID_MORE, .minutes = 5};

const tsr_game tsr_game_domineering = {
    TSR_GRID_SLOTS_BUT_MORE, // what the kit does
    TSR_GRID_LINES_OF(lines),
    .self = &domineering,
    .more = &more,
    .name = "domineering",
    .title = "Domineering",
    .about = "lay dominoes, one player across, the other upright, until one is stuck",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_ZERO_SUM,
    .min_players = 2,
    .max_players = 2,
    .option_count = OPTIONS,
    .options = options,
    .seats = seats,
};
