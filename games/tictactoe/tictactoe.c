// SPDX-License-Identifier: MIT
//
// Tic-tac-toe: the game to copy.
//
// Two players, X first, fill a board of 3 x 3 cells in turn. Three of one's own in
// a row, a column or a diagonal win, also with the ninth stone; a full board
// without a line is a draw.
//
// Everything that is not below comes from the grid kit: a player may place the
// pieces he owns on free cells; the other player is next; when nobody can move
// the game is drawn. To make another game of this file:
//
//   1. copy it to games/NAME/NAME.c and replace "tictactoe" by NAME; the build finds it;
//   2. change the board and the pieces, then one function after the other.
//
// docs/grid-kit.md explains every field and function there is.

#include <tessera/grid.h>

// --- The board and the pieces ------------------------------------------------

// One row for each kind: the letter that is typed and recorded, its owner (players
// count from 0), and how it is spoken and drawn. Shape and glyph differ, so that
// nobody needs to tell the sides apart by colour.
static const tsr_grid_piece pieces[] = {
    {.letter = 'X', .owner = 0, .shape = TSR_SHAPE_CROSS, .word = "X", .glyph = "X"},
    {.letter = 'O', .owner = 1, .shape = TSR_SHAPE_RING, .word = "O", .glyph = "O"},
};

// What the sides are called: "X to move".
static const char *const seats[] = {"X", "O"};

// --- The rules ---------------------------------------------------------------

// Has the move just made ended the game? `b` is the board after it, `b->player`
// is still the one who made it.
//
// Nobody has to be named: whoever makes the last move has won. And the full board
// needs no test, because a player who cannot move ends the game with a draw.
static int finished(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m) {
    (void)r;
    return tsr_grid_has_line(b, m.piece, 3);
}

static const tsr_grid_game tictactoe = {
    .size = TSR_GRID_SIZE,
    .flags = TSR_GRID_PLACES, // players place pieces of their own on free cells
    .height = 3,
    .width = 3,
    .pieces = pieces,
    .piece_count = sizeof pieces / sizeof pieces[0],
    .finished = finished,
};

// --- The game ----------------------------------------------------------------

static const char leaflet[] =
    "Tic-tac-toe is played on a board of 3 x 3 cells. X begins. In turn, each player\n"
    "puts one piece of his own on a free cell, where it stays.\n"
    "\n"
    "Whoever first has three in a row, in a column or in a diagonal wins. When the\n"
    "board is full and nobody has, the game is a draw.\n"
    "\n"
    "A move is the piece and the cell, row first, counted from 0: X 0,2 is the upper\n"
    "right corner. The cell alone, 0,2, is enough.\n"
    "\n"
    "Tags: line, small, classic.\n";

static const tsr_game_more more = {TSR_GRID_MORE, .minutes = 1};

const tsr_game tsr_game_tictactoe = {
    TSR_GRID_SLOTS_BUT_MORE, // what the kit does
    TSR_GRID_PLAIN_LINES,    // and says
    .self = &tictactoe,
    .more = &more,
    .name = "tictactoe",
    .title = "Tic-tac-toe",
    .about = "three in a row on a board of 3 x 3",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_ZERO_SUM,
    .min_players = 2,
    .max_players = 2,
    .seats = seats,
};
