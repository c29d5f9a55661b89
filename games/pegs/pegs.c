// SPDX-License-Identifier: MIT
//
// Peg solitaire on the English board: 33 holes in the shape of a cross, a peg in
// all of them but the centre.
//
// The only move is a jump: a peg goes over a neighbouring peg, up, down, left or
// right, into the empty hole right behind, and the peg it jumped over is removed.
// When no jump is left, the game is over: solved if one peg is left and it is in
// the centre, else lost. The score is the number of pegs removed, at most 31.
//
// Decided here: every single jump is a move; jumping on with the same peg has no
// advantage, so chains are not counted as one.

#include <tessera/grid.h>

enum { PEGS = 32, CENTRE = 3 };

static const char layout[] = "  XXX  \n"
                             "  XXX  \n"
                             "XXXXXXX\n"
                             "XXX_XXX\n"
                             "XXXXXXX\n"
                             "  XXX  \n"
                             "  XXX  \n";

static const tsr_grid_piece pieces[] = {
    {.letter = 'X', .owner = 0, .shape = TSR_SHAPE_DISC, .word = "peg", .glyph = "o"},
};

static const char *const seats[] = {"the player"};

static const tsr_grid_step jumps[] = {{-2, 0}, {0, 2}, {2, 0}, {0, -2}};

enum { NOT_A_JUMP = TSR_GRID_OWN, NO_PEG_BETWEEN, JUMPED, SOLVED, LEFT_OVER, NOT_CENTRE };

static const char *const lines[] = {
    TSR_GRID_LINE_ROWS,
    [NOT_A_JUMP] = "a peg jumps two cells up, down, left or right, not from {0} to {1}",
    [NO_PEG_BETWEEN] = "there is no peg on {0} to jump over",
    [JUMPED] = "the peg on {0} jumps over {1} to {2}",
    [SOLVED] = "solved: the last peg stands in the centre",
    [LEFT_OVER] = "not solved: no jump is left, but {0} pegs are",
    [NOT_CENTRE] = "not solved: the last peg does not stand in the centre",
};

static int middle_row(tsr_grid_move m) {
    return (m.row + m.from_row) / 2;
}

static int middle_col(tsr_grid_move m) {
    return (m.col + m.from_col) / 2;
}

static int validate(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    (void)r;
    if (tsr_grid_at(b, middle_row(m), middle_col(m)) != 'X') {
        return tsr_say(why, NO_PEG_BETWEEN, TSR_CELL(middle_row(m), middle_col(m)));
    }
    return tsr_say(why, 0);
}

static void perform(const tsr_rules *r, tsr_grid *b, tsr_grid_move m) {
    tsr_grid_apply(r, b, m);
    tsr_grid_set(b, middle_row(m), middle_col(m), TSR_GRID_FREE);
}

static int score(const tsr_rules *r, const tsr_grid *b, int player) {
    (void)r, (void)player;
    return PEGS - tsr_grid_count(b, 'X');
}

static int winner(const tsr_rules *r, const tsr_grid *b) {
    (void)r;
    int solved = tsr_grid_count(b, 'X') == 1 && tsr_grid_at(b, CENTRE, CENTRE) == 'X';
    return solved ? 0 : TSR_NOBODY;
}

static void finish_message(const tsr_rules *r, const tsr_grid *b, tsr_line *out) {
    int left = tsr_grid_count(b, 'X');
    (void)r;
    if (left > 1) {
        (void)tsr_say(out, LEFT_OVER, TSR_INT(left));
    } else {
        (void)tsr_say(out, b->winner == 0 ? SOLVED : NOT_CENTRE);
    }
}

static void marks(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_picks *out) {
    (void)r;
    tsr_mark(out, tsr_grid_cell_ref(b, middle_row(m), middle_col(m)));
}

static void say(const tsr_rules *r, const tsr_grid *b, int who, tsr_grid_move m, tsr_line *out) {
    (void)r, (void)b, (void)who;
    (void)tsr_say(out, JUMPED, TSR_CELL(m.from_row, m.from_col),
                  TSR_CELL(middle_row(m), middle_col(m)), TSR_CELL(m.row, m.col));
}

static const tsr_grid_game pegs = {
    .size = TSR_GRID_SIZE,
    .flags = TSR_GRID_MOVES,
    .form = TSR_FORM_DISC,
    .height = 7,
    .width = 7,
    .layout = layout,
    .stuck = TSR_GRID_STUCK_ENDS,
    .pieces = pieces,
    .piece_count = sizeof pieces / sizeof pieces[0],
    .ply_limit = PEGS,
    .max_moves = 4 * 33,
    .reach = jumps,
    .reach_count = sizeof jumps / sizeof jumps[0],
    .reach_line = NOT_A_JUMP,
    .validate = validate,
    .perform = perform,
    .winner = winner,
    .score = score,
    .score_word = "pegs removed",
    .finish_message = finish_message,
    .say = say,
    .marks = marks,
};

static const char leaflet[] =
    "Peg solitaire is for one player. The board is a cross of 33 holes with a peg in\n"
    "each but the centre.\n"
    "\n"
    "A peg jumps over a neighbouring peg, up, down, left or right, into the empty\n"
    "hole right behind it; the peg it jumped over is taken off the board. The game\n"
    "ends when no jump is left. You have won if only one peg is left and it stands in\n"
    "the centre.\n"
    "\n"
    "A move is the cell of the peg and the cell where it lands, row first, counted\n"
    "from 0: 3,1 3,3 jumps to the centre.\n"
    "\n"
    "Tags: puzzle, hopping, classic.\n";

static const tsr_game_more more = {TSR_GRID_MORE, .minutes = 10};

const tsr_game tsr_game_pegs = {
    TSR_GRID_SLOTS_BUT_MORE, // what the kit does
    TSR_GRID_LINES_OF(lines),
    .self = &pegs,
    .more = &more,
    .name = "pegs",
    .title = "Peg solitaire",
    .about = "jump and remove pegs until one is left in the centre; for one player",
    .rules = leaflet,
    .rules_version = 1,
    .min_players = 1,
    .max_players = 1,
    .seats = seats,
};
