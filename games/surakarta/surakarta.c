// SPDX-License-Identifier: MIT
//
// Surakarta: stones that step one point, and take along lines that run in loops round the corners.
//
// Decided here: after a hundred moves (fifty of each side) in which nothing was taken the game is over, and
// whoever has more stones wins; so it is if nobody can move. A stone that goes round may pass the
// point it came from, which is free by then.

#include "surakarta/surakarta.h"

enum { QUIET = 100, STONES = 12, MOST_PLIES = 2 * STONES * QUIET };

static const char layout[] = "BBBBBB\n"
                             "BBBBBB\n"
                             "______\n"
                             "______\n"
                             "WWWWWW\n"
                             "WWWWWW\n";

static const tsr_grid_piece pieces[] = {
    {.letter = 'W',
     .owner = 0,
     .colour = TSR_COLOUR_WHITE,
     .shape = TSR_SHAPE_RING,
     .word = "white stone"},
    {.letter = 'B',
     .owner = 1,
     .colour = TSR_COLOUR_BLACK,
     .shape = TSR_SHAPE_DISC,
     .word = "black stone"},
};

static const char *const seats[] = {"white", "black"};

enum { ONE_STEP = TSR_GRID_OWN, NO_LOOP, TOO_MANY };

static const char *const lines[] = {
    TSR_GRID_LINE_ROWS,
    [ONE_STEP] = "a stone steps to a neighbouring point, not from {0} to {1}",
    [NO_LOOP] = "no free line round a loop leads from {0} to {1}",
    [TOO_MANY] = "a side has at most twelve stones",
};

// --- Along the lines ---------------------------------------------------------

// A point and the way that a stone goes on from there.
typedef struct place_and_way {
    int row, col, down, right;
} place_and_way;

// The first and the last line have no loop. The others turn at a corner: a row that is left at one side
// is gone on along the column that lies as far from that corner.
static void turn_corner(place_and_way *at) {
    int last = SURAKARTA_SIDE - 1, line = at->right ? at->row : at->col;
    int low = line < SURAKARTA_SIDE / 2, far = low ? line : last - line;
    int at_end = at->right > 0 || at->down > 0; // leaves at the right or at the bottom
    int across = at_end ? last - far : far, side = low ? 0 : last, inward = low ? 1 : -1;
    *at = at->right ? (place_and_way){side, across, inward, 0}
                    : (place_and_way){across, side, 0, inward};
}

// One point on along the lines and loops; adds to `loops` if that was round a loop. 0: the line ends there.
static int step_on(place_and_way *at, int *loops) {
    int last = SURAKARTA_SIDE - 1, row = at->row + at->down, col = at->col + at->right;
    if (row >= 0 && row <= last && col >= 0 && col <= last) {
        at->row = row;
        at->col = col;
        return 1;
    }
    int line = at->right ? at->row : at->col;
    if (line == 0 || line == last) {
        return 0;
    }
    turn_corner(at);
    (*loops)++;
    return 1;
}

// Whom a stone may take that goes off in one direction: 1 and the point, or 0.
static int victim(const tsr_grid *b, int row, int col, tsr_grid_step way, place_and_way *out) {
    char own = tsr_grid_at(b, row, col);
    int loops = 0;
    *out = (place_and_way){row, col, way.row, way.col};
    for (int i = 0; i < SURAKARTA_CELLS && step_on(out, &loops); i++) {
        char there = tsr_grid_at(b, out->row, out->col);
        int start = out->row == row && out->col == col;
        if (there != TSR_GRID_FREE && !start) {
            return there != own && loops > 0;
        }
    }
    return 0;
}

// --- Moves -------------------------------------------------------------------

static int can_take(const tsr_grid *b, tsr_grid_move m) {
    place_and_way found;
    for (int i = 0; i < 4; i++) {
        if (victim(b, m.from_row, m.from_col, tsr_grid_orthogonal[i], &found) &&
            found.row == m.row && found.col == m.col) {
            return 1;
        }
    }
    return 0;
}

static int validate(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    int down = m.row - m.from_row, right = m.col - m.from_col;
    int near = down >= -1 && down <= 1 && right >= -1 && right <= 1;
    int takes = !tsr_grid_is_free(b, m.row, m.col);
    int code = takes ? can_take(b, m) ? 0 : NO_LOOP : near ? 0 : ONE_STEP;
    return tsr_say(why, code, TSR_CELL(m.from_row, m.from_col), TSR_CELL(m.row, m.col));
}

static int steps_from(const tsr_grid *b, int row, int col, tsr_move *out, int room) {
    int n = 0;
    for (int i = 0; i < 8 && n < room; i++) {
        int to = row + tsr_grid_around[i].row, across = col + tsr_grid_around[i].col;
        if (tsr_grid_is_free(b, to, across)) {
            out[n++] = tsr_grid_movement(row, col, to, across);
        }
    }
    return n;
}

// Two ways round may lead to the same stone.
static int takes_from(const tsr_grid *b, int row, int col, tsr_move *out, int room) {
    place_and_way found;
    int n = 0;
    for (int i = 0; i < 4 && n < room; i++) {
        if (victim(b, row, col, tsr_grid_orthogonal[i], &found)) {
            tsr_move m = tsr_grid_movement(row, col, found.row, found.col);
            int known = 0;
            for (int k = 0; k < n; k++) {
                known |= out[k] == m;
            }
            out[n] = m;
            n += !known;
        }
    }
    return n;
}

static int candidates(const tsr_rules *r, const tsr_grid *b, tsr_move *out, int cap) {
    int n = 0;
    for (int i = 0; i < SURAKARTA_CELLS; i++) {
        int row = i / SURAKARTA_SIDE, col = i % SURAKARTA_SIDE;
        if (tsr_grid_owner(r, tsr_grid_at(b, row, col)) == b->player) {
            n += steps_from(b, row, col, out + n, cap - n);
            n += takes_from(b, row, col, out + n, cap - n);
        }
    }
    return n;
}

// --- The end -----------------------------------------------------------------

static int score(const tsr_rules *r, const tsr_grid *b, int player) {
    return tsr_grid_count(b, pieces[player].letter);
}

static int finished(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m) {
    return tsr_grid_count(b, 'W') == 0 || tsr_grid_count(b, 'B') == 0;
}

static int check(const tsr_rules *r, const tsr_grid *b, tsr_line *why) {
    int most = tsr_grid_count(b, 'W') > STONES || tsr_grid_count(b, 'B') > STONES;
    return tsr_say(why, most ? TOO_MANY : 0);
}

static const tsr_grid_game surakarta = {
    .size = TSR_GRID_SIZE,
    .flags = TSR_GRID_MOVES | TSR_GRID_TAKES | TSR_GRID_EXACT,
    .form = TSR_FORM_POINT,
    .height = SURAKARTA_SIDE,
    .width = SURAKARTA_SIDE,
    .layout = layout,
    .stuck = TSR_GRID_STUCK_ENDS,
    .pieces = pieces,
    .piece_count = sizeof pieces / sizeof pieces[0],
    .ply_limit = MOST_PLIES,
    .quiet_limit = QUIET,
    .max_moves = STONES * 12,
    .validate = validate,
    .candidates = candidates,
    .finished = finished,
    .score = score,
    .score_word = "stones",
    .check = check,
};

static const char leaflet[] =
    "Surakarta comes from Java. Each side has twelve stones on the crossings of six\n"
    "lines and six lines; white begins. All lines but the outermost are joined at the\n"
    "corners by loops: the second lines by small ones, the third by large ones.\n"
    "\n"
    "A stone steps to a free neighbouring point, also diagonally. Or it takes: it runs\n"
    "along a line, straight on and round the corners, over free points only, and takes\n"
    "the first stone it meets, if that is the enemy's and the run went round at least one\n"
    "loop. Nobody has to take.\n"
    "\n"
    "Who has taken all stones of the other wins. If nothing is taken for fifty moves of\n"
    "each side, or somebody cannot move, whoever has more stones wins.\n"
    "\n"
    "A move is the point of the stone and the point where it comes to, row first,\n"
    "counted from 0 at the top left: 4,2 3,2.\n"
    "\n"
    "Tags: capture, loops, classic, old.\n";

static const tsr_game_ai ai = {.size = sizeof(tsr_game_ai), .heuristic = surakarta_heuristic};
static const tsr_game_more more = {TSR_GRID_MORE, .minutes = 20};

extern const tsr_game tsr_game_surakarta;

const tsr_game tsr_game_surakarta = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "surakarta",
    .title = "Surakarta",
    .about = "take along lines that run in loops round the corners",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_ZERO_SUM | TSR_SAME_TO_ALL,
    .min_players = 2,
    .max_players = 2,
    TSR_GRID_LINES_OF(lines),
    .seats = seats,
    .self = &surakarta,
    .open = tsr_grid_open,
    .close = tsr_grid_close,
    .init = tsr_grid_init,
    .turn = tsr_grid_turn,
    .moves = tsr_grid_moves,
    .why_not = tsr_grid_why_not,
    .play = tsr_grid_play,
    .result = tsr_grid_result,
    .move_text = tsr_grid_move_text,
    .move_parse = tsr_grid_move_parse,
    .text = tsr_grid_text,
    .parse = tsr_grid_parse,
    .check = tsr_grid_check,
    .info = tsr_grid_info,
    .scene = surakarta_scene,
    .path = tsr_grid_path,
    .more = &more,
    .ai = &ai,
};
