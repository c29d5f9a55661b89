// SPDX-License-Identifier: MIT
//
// Unashogi: the pieces of shogi on an empty board of 9 x 9 cells.
//
// Each player holds all twenty pieces in reserve: A king, B rook, C bishop, D gold
// (2), E silver (2), F knight (2), G lance (2), H pawn (9); capitals for the
// first player, black, who faces up, small letters for white, who faces down. A
// turn is one of three: drop a piece from the reserve on any free cell, move a
// piece to a free cell, or capture with it. A captured piece changes sides into
// the captor's reserve. Nobody may capture before his own king is on the board.
// There is no promotion, no check and no mate: taking the king wins.
//
// Decided here, where the rules leave it open:
//   - The knight jumps: two cells forward and one to the side, whatever is between.
//   - Drops know no further rule: two pawns on a file and pieces on the last row,
//     where they cannot move on, are allowed.
//   - Whoever has no move at all loses.
//   - A hundred moves in a row without drop or capture are a draw; so are 1000 moves in
//     all, since captures and drops could go on for ever.
//   - A drop is one move of up to 648, not a pick of the piece and one of the cell:
//     "H 6,4" is what the notation of placements says, and so wide only at the start.

#include <tessera/grid.h>

enum { SIDE = 9, KINDS = 8, QUIET_MOVES = 100, ALL_MOVES = 1000, MOST_DROPS = KINDS * SIDE * SIDE };

// Of all forty pieces in one hand: 182 movements at most.
enum { MOST_MOVEMENTS = 184 };

#define PIECE(letter_, owner_, count_, shape_, word_)                                              \
    { .letter = letter_, .owner = owner_, .reserve = count_, .shape = shape_, .word = word_ }

// Of each kind, black's and then white's.
static const tsr_grid_piece pieces[] = {
    PIECE('A', 0, 1, TSR_SHAPE_STAR, "king"),       PIECE('a', 1, 1, TSR_SHAPE_STAR, "king"),
    PIECE('B', 0, 1, TSR_SHAPE_CROSS, "rook"),      PIECE('b', 1, 1, TSR_SHAPE_CROSS, "rook"),
    PIECE('C', 0, 1, TSR_SHAPE_DIAMOND, "bishop"),  PIECE('c', 1, 1, TSR_SHAPE_DIAMOND, "bishop"),
    PIECE('D', 0, 2, TSR_SHAPE_HEXAGON, "gold"),    PIECE('d', 1, 2, TSR_SHAPE_HEXAGON, "gold"),
    PIECE('E', 0, 2, TSR_SHAPE_RING, "silver"),     PIECE('e', 1, 2, TSR_SHAPE_RING, "silver"),
    PIECE('F', 0, 2, TSR_SHAPE_TRIANGLE, "knight"), PIECE('f', 1, 2, TSR_SHAPE_TRIANGLE, "knight"),
    PIECE('G', 0, 2, TSR_SHAPE_SQUARE, "lance"),    PIECE('g', 1, 2, TSR_SHAPE_SQUARE, "lance"),
    PIECE('H', 0, 9, TSR_SHAPE_DISC, "pawn"),       PIECE('h', 1, 9, TSR_SHAPE_DISC, "pawn"),
};

static const char *const seats[] = {"black", "white"};

enum {
    NOT_SO = TSR_GRID_OWN,
    IN_THE_WAY,
    NO_KING_YET,
    KING_TAKEN,
    NO_MOVE_LEFT,
    BAD_TOTAL,
    BAD_KINGS
};

static const char *const lines[] = {
    TSR_GRID_LINE_ROWS,
    [NOT_SO] = "a {0} does not go from {1} to {2}",
    [IN_THE_WAY] = "something stands between {0} and {1}",
    [NO_KING_YET] = "{0} may not capture before the {1} is on the board",
    [KING_TAKEN] = "{0} wins: the king is taken",
    [NO_MOVE_LEFT] = "{0} wins: {1} has no move",
    [BAD_TOTAL] = "there must be {0} pieces of the kind '{1}' on the board and in reserve",
    [BAD_KINGS] = "each player must have one king while the game goes on",
};

// --- How pieces go -----------------------------------------------------------

// Steps for a piece that faces up; the second player's are the other way round.
typedef struct gait {
    uint8_t slides; // any number of steps, over free cells
    uint8_t count;
    tsr_grid_step step[8];
} gait;

static const gait gaits[KINDS] = {
    {0, 8, {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}}, // A king
    {1, 4, {{-1, 0}, {0, -1}, {0, 1}, {1, 0}}},                                     // B rook
    {1, 4, {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}},                                   // C bishop
    {0, 6, {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}}},                  // D gold
    {0, 5, {{-1, -1}, {-1, 0}, {-1, 1}, {1, -1}, {1, 1}}},                          // E silver
    {0, 2, {{-2, -1}, {-2, 1}}},                                                    // F knight
    {1, 1, {{-1, 0}}},                                                              // G lance
    {0, 1, {{-1, 0}}},                                                              // H pawn
};

static int is_capital(char c) {
    return c >= 'A' && c <= 'H';
}

static int is_small(char c) {
    return c >= 'a' && c <= 'h';
}

static int kind_of(char c) {
    return is_capital(c) ? c - 'A' : c - 'a';
}

static char letter_of(int kind, int player) {
    return (char)((player == 0 ? 'A' : 'a') + kind);
}

static int is_enemy(const tsr_grid *b, char c) {
    return b->player == 0 ? is_small(c) : is_capital(c);
}

// A king is on the board unless it is still in reserve: one that is taken ends the
// game.
static int may_capture(const tsr_rules *r, const tsr_grid *b) {
    return tsr_grid_in_reserve(r, b, letter_of(0, b->player)) == 0;
}

// Whether steps of this gait lead `down` and `right`, counted as for one facing up.
static int leads_to(const gait *g, int down, int right) {
    int far = down > 0 ? down : -down;
    far = right > far ? right : -right > far ? -right : far;
    for (int i = 0; i < g->count; i++) {
        int steps = g->slides ? far : 1;
        if (g->step[i].row * steps == down && g->step[i].col * steps == right) {
            return 1;
        }
    }
    return 0;
}

static int validate(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    tsr_arg from = TSR_CELL(m.from_row, m.from_col), to = TSR_CELL(m.row, m.col);
    if (m.kind == TSR_GRID_PLACEMENT) {
        return tsr_say(why, 0);
    }
    char piece = tsr_grid_at(b, m.from_row, m.from_col);
    const gait *g = &gaits[kind_of(piece)];
    int down = m.row - m.from_row, right = m.col - m.from_col;
    if (!leads_to(g, b->player == 0 ? down : -down, right)) {
        return tsr_say(why, NOT_SO, tsr_grid_word(r, piece), from, to);
    }
    if (g->slides && !tsr_grid_clear(b, m.from_row, m.from_col, m.row, m.col)) {
        return tsr_say(why, IN_THE_WAY, from, to);
    }
    if (!tsr_grid_is_free(b, m.row, m.col) && !may_capture(r, b)) {
        return tsr_say(why, NO_KING_YET, TSR_PLAYER(b->player),
                       tsr_grid_word(r, letter_of(0, b->player)));
    }
    return tsr_say(why, 0);
}

// --- Lists -------------------------------------------------------------------

static int list_from(const tsr_grid *b, int row, int col, int capture, tsr_move *out) {
    const gait *g = &gaits[kind_of(tsr_grid_at(b, row, col))];
    int n = 0;
    for (int i = 0; i < g->count; i++) {
        int down = b->player == 0 ? g->step[i].row : -g->step[i].row, right = g->step[i].col;
        int to_row = row + down, to_col = col + right;
        char there = tsr_grid_at(b, to_row, to_col);
        for (; there == TSR_GRID_FREE; there = tsr_grid_at(b, to_row, to_col)) {
            out[n++] = tsr_grid_movement(row, col, to_row, to_col);
            if (!g->slides) {
                break;
            }
            to_row += down;
            to_col += right;
        }
        if (capture && is_enemy(b, there)) {
            out[n++] = tsr_grid_movement(row, col, to_row, to_col);
        }
    }
    return n;
}

static int list_movements(const tsr_rules *r, const tsr_grid *b, tsr_move *out) {
    const char *cells = tsr_grid_cells(b);
    int capture = may_capture(r, b);
    int n = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (b->player == 0 ? is_capital(cells[i]) : is_small(cells[i])) {
            n += list_from(b, i / SIDE, i % SIDE, capture, out + n);
        }
    }
    return n;
}

// The player's letters that lie in reserve, and the free cells: drops are all pairs.
typedef struct drops {
    int letters, cells;
    char letter[KINDS];
    uint8_t cell[SIDE * SIDE];
} drops;

static void find_drops(const tsr_rules *r, const tsr_grid *b, drops *out) {
    const char *cells = tsr_grid_cells(b);
    out->letters = out->cells = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        char letter = letter_of(kind, b->player);
        out->letter[out->letters] = letter;
        out->letters += tsr_grid_in_reserve(r, b, letter) > 0;
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        out->cell[out->cells] = (uint8_t)i;
        out->cells += cells[i] == TSR_GRID_FREE;
    }
}

static tsr_move drop_number(const drops *d, int i) {
    int cell = d->cell[i % d->cells];
    return tsr_grid_placement(d->letter[i / d->cells], cell / SIDE, cell % SIDE);
}

static int candidates(const tsr_rules *r, const tsr_grid *b, tsr_move *out, int cap) {
    tsr_move movements[MOST_MOVEMENTS];
    drops d;
    int n = 0;
    find_drops(r, b, &d);
    for (; n < d.letters * d.cells && n < cap; n++) {
        out[n] = drop_number(&d, n);
    }
    if (n < cap) {
        int count = list_movements(r, b, movements);
        for (int i = 0; i < count && n < cap; i++) {
            out[n++] = movements[i];
        }
    }
    return n;
}

static tsr_move sample(const tsr_rules *r, const tsr_grid *b, tsr_rng *g) {
    tsr_move movements[MOST_MOVEMENTS];
    drops d;
    find_drops(r, b, &d);
    int count = list_movements(r, b, movements);
    int i = (int)tsr_rng_below(g, (uint32_t)(count + d.letters * d.cells));
    return i < count ? movements[i] : drop_number(&d, i - count);
}

// --- Moves and the end -------------------------------------------------------

static void perform(const tsr_rules *r, tsr_grid *b, tsr_grid_move m) {
    char taken = tsr_grid_at(b, m.row, m.col);
    tsr_grid_apply(r, b, m);
    if (taken == TSR_GRID_FREE) {
        return;
    }
    tsr_grid_add_reserve(r, b, letter_of(kind_of(taken), b->player), 1);
    if (kind_of(taken) == 0) {
        tsr_grid_end(b, b->player);
    }
}

static void finish_message(const tsr_rules *r, const tsr_grid *b, tsr_line *out) {
    if (b->winner == TSR_NOBODY) {
        (void)tsr_say(out, TSR_GRID_DRAWN);
    } else if (tsr_grid_in_reserve(r, b, letter_of(0, b->winner))) {
        (void)tsr_say(out, KING_TAKEN, TSR_PLAYER(b->winner));
    } else {
        (void)tsr_say(out, NO_MOVE_LEFT, TSR_PLAYER(b->winner), TSR_PLAYER(1 - b->winner));
    }
}

static int owned(const tsr_rules *r, const tsr_grid *b, int kind, int player) {
    char letter = letter_of(kind, player);
    return tsr_grid_count(b, letter) + tsr_grid_in_reserve(r, b, letter);
}

// Pieces change sides but none appears or goes; and there is a king for each.
static int check(const tsr_rules *r, const tsr_grid *b, tsr_line *why) {
    for (int kind = 0; kind < KINDS; kind++) {
        int total = 2 * pieces[2 * kind].reserve;
        if (owned(r, b, kind, 0) + owned(r, b, kind, 1) != total) {
            return tsr_say(why, BAD_TOTAL, TSR_INT(total), TSR_CHAR('A' + kind));
        }
    }
    if (!b->over && owned(r, b, 0, 0) != 1) {
        return tsr_say(why, BAD_KINGS);
    }
    return tsr_say(why, 0);
}

static const tsr_grid_game unashogi = {
    .size = TSR_GRID_SIZE,
    .flags = TSR_GRID_PLACES | TSR_GRID_MOVES | TSR_GRID_TAKES | TSR_GRID_RESERVES | TSR_GRID_EXACT,
    .height = SIDE,
    .width = SIDE,
    .stuck = TSR_GRID_STUCK_LOSES,
    .pieces = pieces,
    .piece_count = sizeof pieces / sizeof pieces[0],
    .ply_limit = ALL_MOVES,
    .quiet_limit = QUIET_MOVES,
    .max_moves = MOST_DROPS + MOST_MOVEMENTS,
    .validate = validate,
    .perform = perform,
    .candidates = candidates,
    .sample = sample,
    .finish_message = finish_message,
    .check = check,
};

static const char leaflet[] =
    "Unashogi is played with the pieces of shogi on a board of 9 x 9 cells, which is\n"
    "empty at first. Each player has twenty pieces in reserve: a king (A), a rook (B),\n"
    "a bishop (C), two golds (D), two silvers (E), two knights (F), two lances (G) and\n"
    "nine pawns (H). Black has capital letters, faces up and begins; white has small\n"
    "letters and faces down.\n"
    "\n"
    "In your turn, drop a piece from the reserve on any free cell, or move a piece on\n"
    "the board to a free cell, or capture an enemy piece by moving onto it. What you\n"
    "capture becomes yours and goes into your reserve. You may not capture before\n"
    "your own king is on the board.\n"
    "\n"
    "  king    one cell in any direction\n"
    "  rook    any distance across or straight, over free cells\n"
    "  bishop  any distance diagonally, over free cells\n"
    "  gold    one cell in any direction but diagonally backwards\n"
    "  silver  one cell diagonally or forward\n"
    "  knight  two cells forward and one to the side, jumping over what is between\n"
    "  lance   any distance forward, over free cells\n"
    "  pawn    one cell forward\n"
    "\n"
    "Whoever takes the enemy's king wins; whoever has no move loses. A hundred moves\n"
    "without drop or capture, or a thousand in all, are a draw.\n"
    "\n"
    "A drop is the piece and the cell, row first, counted from 0: H 6,4. Other moves\n"
    "are two cells, from and to: 6,4 5,4.\n"
    "\n"
    "Tags: chess, drops.\n";

static const tsr_game_more more = {TSR_GRID_MORE, .minutes = 20};

const tsr_game tsr_game_unashogi = {
    TSR_GRID_SLOTS_BUT_MORE, // what the kit does
    TSR_GRID_LINES_OF(lines),
    .self = &unashogi,
    .more = &more,
    .name = "unashogi",
    .title = "Unashogi",
    .about = "shogi's pieces dropped onto an empty board; take the king",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_ZERO_SUM,
    .min_players = 2,
    .max_players = 2,
    .seats = seats,
};
