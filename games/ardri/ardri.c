// SPDX-License-Identifier: MIT
//
// Ard Ri, "high king": the Scottish game of the tafl family, 7 x 7 cells.
//
// Sixteen attackers, V, move first, against eight defenders, A, and the king, K,
// in the centre. Every piece moves one cell up, down, left or right. Only the
// king may stand on the centre cell. A piece between two enemies on a line, up and
// down or left and right, is taken, the king too. The attackers win by taking the
// king, the defenders when the king reaches the edge of the board.
//
// Decided here, where the rules leave it open:
//   - Being between two enemies is enough, whoever moved: walking in between them
//     is allowed and loses the piece. First the enemies that the mover's piece has
//     shut in are taken; then the piece itself, if two enemies still hold it.
//   - The king counts as an enemy of the attackers and helps to take; an empty
//     centre and the edge help nobody.
//   - Taking comes before the end: a king who steps onto the edge between two
//     attackers is taken, and the attackers have won.
//   - Whoever has no move on his turn has lost (all pieces taken, or shut in).
//   - A hundred moves in a row without a capture, or 1000 moves in all, are a draw;
//     this also ends repetitions.

#include <tessera/grid.h>

enum { CENTRE = 3, EDGE = 6, QUIET_MOVES = 100, ALL_MOVES = 1000 };

static const char layout[] = "__VVV__\n"
                             "___V___\n"
                             "V_AAA_V\n"
                             "VVAKAVV\n"
                             "V_AAA_V\n"
                             "___V___\n"
                             "__VVV__\n";

static const tsr_grid_piece pieces[] = {
    {.letter = 'V', .owner = 0, .shape = TSR_SHAPE_TRIANGLE, .word = "man", .glyph = "V"},
    {.letter = 'A', .owner = 1, .shape = TSR_SHAPE_DISC, .word = "man", .glyph = "A"},
    {.letter = 'K', .owner = 1, .shape = TSR_SHAPE_STAR, .word = "king", .glyph = "K"},
};

static const char *const seats[] = {"attacker", "defender"};

enum { ONE_STEP = TSR_GRID_OWN, KING_ONLY, TAKES, KING_TAKEN, KING_ESCAPED, SHUT_IN, BAD_KING };

static const char *const lines[] = {
    TSR_GRID_LINE_ROWS,
    [ONE_STEP] = "a piece moves one cell up, down, left or right, not from {0} to {1}",
    [KING_ONLY] = "only the king may stand in the centre, {0}",
    [TAKES] = "{0} moves from {1} to {2} and takes {3} {3?piece:pieces}",
    [KING_TAKEN] = "{0} wins: the king is taken",
    [KING_ESCAPED] = "{0} wins: the king has reached the edge",
    [SHUT_IN] = "{0} wins: {1} has no move",
    [BAD_KING] = "there must be one king while the game goes on",
};

static int is_centre(int row, int col) {
    return row == CENTRE && col == CENTRE;
}

static int validate(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    (void)r;
    if (is_centre(m.row, m.col) && tsr_grid_at(b, m.from_row, m.from_col) != 'K') {
        return tsr_say(why, KING_ONLY, TSR_CELL(m.row, m.col));
    }
    return tsr_say(why, 0);
}

// --- Captures ----------------------------------------------------------------

// The owner of a cell; nobody owns free cells and what is off the board.
static int side_of(const tsr_grid *b, int row, int col) {
    char c = tsr_grid_at(b, row, col);
    return c == 'V' ? 0 : c == 'A' || c == 'K' ? 1 : TSR_NOBODY;
}

// Whether two pieces of `enemy` stand on both sides of a cell.
static int is_shut_in(const tsr_grid *b, int row, int col, int enemy) {
    return (side_of(b, row - 1, col) == enemy && side_of(b, row + 1, col) == enemy) ||
           (side_of(b, row, col - 1) == enemy && side_of(b, row, col + 1) == enemy);
}

static void take(tsr_grid *b, int row, int col) {
    tsr_grid_set(b, row, col, TSR_GRID_FREE);
    b->quiet = 0;
}

// Whether a piece of `mover` on (row, col) shuts in its neighbour in direction `d`.
// The cell it came from is next to it, so this is the same before and after.
static int shuts_in(const tsr_grid *b, int row, int col, tsr_grid_step d, int mover) {
    return side_of(b, row + d.row, col + d.col) == 1 - mover &&
           side_of(b, row + 2 * d.row, col + 2 * d.col) == mover;
}

static int is_edge(int row, int col) {
    return row == 0 || col == 0 || row == EDGE || col == EDGE;
}

static void perform(const tsr_rules *r, tsr_grid *b, tsr_grid_move m) {
    int king_row, king_col;
    tsr_grid_apply(r, b, m);
    // Only the piece that moved and its neighbours can be shut in anew.
    for (int i = 0; i < 4; i++) {
        tsr_grid_step d = tsr_grid_orthogonal[i];
        if (shuts_in(b, m.row, m.col, d, b->player)) {
            take(b, m.row + d.row, m.col + d.col);
        }
    }
    if (is_shut_in(b, m.row, m.col, 1 - b->player)) {
        take(b, m.row, m.col);
    }
    if (!tsr_grid_find(b, 'K', &king_row, &king_col)) {
        tsr_grid_end(b, 0);
    } else if (is_edge(king_row, king_col)) {
        tsr_grid_end(b, 1);
    }
}

static void finish_message(const tsr_rules *r, const tsr_grid *b, tsr_line *out) {
    int row, col;
    int king = tsr_grid_find(b, 'K', &row, &col);
    (void)r;
    if (b->winner == TSR_NOBODY) {
        (void)tsr_say(out, TSR_GRID_DRAWN);
    } else if (b->winner == 0 && !king) {
        (void)tsr_say(out, KING_TAKEN, TSR_PLAYER(0));
    } else if (b->winner == 1 && king && is_edge(row, col)) {
        (void)tsr_say(out, KING_ESCAPED, TSR_PLAYER(1));
    } else {
        (void)tsr_say(out, SHUT_IN, TSR_PLAYER(b->winner), TSR_PLAYER(1 - b->winner));
    }
}

static void marks(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_picks *out) {
    (void)r;
    for (int i = 0; i < 4; i++) {
        tsr_grid_step d = tsr_grid_orthogonal[i];
        if (shuts_in(b, m.row, m.col, d, b->player)) {
            tsr_mark(out, tsr_grid_cell_ref(b, m.row + d.row, m.col + d.col));
        }
    }
}

static void say(const tsr_rules *r, const tsr_grid *b, int who, tsr_grid_move m, tsr_line *out) {
    tsr_arg from = TSR_CELL(m.from_row, m.from_col), to = TSR_CELL(m.row, m.col);
    int taken = 0;
    for (int i = 0; i < 4; i++) {
        taken += shuts_in(b, m.row, m.col, tsr_grid_orthogonal[i], who);
    }
    if (taken) {
        (void)tsr_say(out, TAKES, TSR_PLAYER(who), from, to, TSR_INT(taken));
    } else {
        char piece = tsr_grid_at(b, m.from_row, m.from_col);
        (void)tsr_say(out, TSR_GRID_MOVED, TSR_PLAYER(who), tsr_grid_word(r, piece), from, to);
    }
}

static int check(const tsr_rules *r, const tsr_grid *b, tsr_line *why) {
    int kings = tsr_grid_count(b, 'K');
    (void)r;
    return tsr_say(why, kings == 1 || (kings == 0 && b->over) ? 0 : BAD_KING);
}

static const tsr_grid_game ardri = {
    .size = TSR_GRID_SIZE,
    .flags = TSR_GRID_MOVES,
    .height = 7,
    .width = 7,
    .layout = layout,
    .stuck = TSR_GRID_STUCK_LOSES,
    .pieces = pieces,
    .piece_count = sizeof pieces / sizeof pieces[0],
    .ply_limit = ALL_MOVES,
    .quiet_limit = QUIET_MOVES,
    .max_moves = 4 * 16, // the attackers are sixteen
    .reach = tsr_grid_orthogonal,
    .reach_count = 4,
    .reach_line = ONE_STEP,
    .validate = validate,
    .perform = perform,
    .finish_message = finish_message,
    .say = say,
    .marks = marks,
    .check = check,
};

static const char leaflet[] =
    "Ard Ri is played on a board of 7 x 7 cells. Sixteen attackers, V, surround eight\n"
    "defenders, A, and their king, K, in the centre. The attackers begin.\n"
    "\n"
    "In turn, each player moves one piece one cell up, down, left or right. Only the\n"
    "king may stand on the centre cell. A piece that stands between two enemies, on\n"
    "its left and right or above and below, is taken off the board, even if it walked\n"
    "in between them itself. The king is taken in the same way, and helps to take.\n"
    "\n"
    "The attackers win when the king is taken. The defenders win when the king\n"
    "reaches the edge of the board. Whoever has no move loses. A hundred moves\n"
    "without a capture, or a thousand in all, are a draw.\n"
    "\n"
    "A move is two cells, from and to, row first, counted from 0: 1,3 1,2.\n"
    "\n"
    "Tags: tafl, hunt, unequal, old.\n";

static const tsr_game_more more = {TSR_GRID_MORE, .minutes = 15};

const tsr_game tsr_game_ardri = {
    TSR_GRID_SLOTS_BUT_MORE, // what the kit does
    TSR_GRID_LINES_OF(lines),
    .self = &ardri,
    .more = &more,
    .name = "ardri",
    .title = "Ard Ri",
    .about = "the king and his men break through to the edge; the attackers shut him in",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_ZERO_SUM,
    .min_players = 2,
    .max_players = 2,
    .seats = seats,
};
