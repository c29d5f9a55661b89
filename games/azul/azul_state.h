// SPDX-License-Identifier: MIT
#ifndef AZUL_STATE_H
#define AZUL_STATE_H

// Azul from the inside: its state, its moves, and what its files share.
//
// Five colours, five counts: wherever loose tiles lie (bag, lid, a display, the
// centre, a floor line) they are one `azul_tiles`, five counts of five bits in a
// word, because no place ever holds more than 20 of a colour. Pouring one place
// into another is a single addition.
//
//     bits 0-4 blue   5-9 yellow   10-14 red   15-19 black   20-24 white
//
// A wall is five sets of cells, one for each colour; cell = 5 * row + column. That
// serves the fixed wall and the free one alike.
//
// Two derived words make random play fast, since they turn "how many moves are
// there, and which is the k-th?" into arithmetic. `where` has for each colour the
// set of sources that hold it; `open` has for each colour the set of targets that
// accept it. The moves are, colour by colour, all pairs from the two sets:
//
//     where   12 bits a colour: bit 12 * colour + source   (0 centre, 1-9 displays)
//     open     6 bits a colour: bit  6 * colour + target   (0-4 lines, 5 floor)
//
// The order of tiles on a floor line scores nothing and is not kept. The marker
// is not among a floor line's tiles: it takes up a space there if one is free, so
// spaces used = min(7, tiles + marker), whichever came first.
//
// Moves (bytes kind, a, b, c as in tsr_move_of):
//     START  player                     who begins the game: chance
//     DRAW   tiles                      from the bag to the next display: chance
//     TAKE   source, colour, target     the factory offer
//     PLACE  column                     the free wall: where the topmost full line goes
//
// A draw is all the tiles of a display at once, as people see it happen: at most 70
// outcomes, each weighing as many as there are ways to draw it. Only where the bag
// runs empty in the middle of a display are there two draws for it. The move holds
// the tiles as an `azul_tiles`, from bit 8 on.

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <tessera/agent.h>
#include <tessera/game.h>

enum {
    AZUL_MAX_PLAYERS = 4,
    AZUL_COLOURS = 5,
    AZUL_SIZE = 5, // rows and columns of a wall; line i has i + 1 spaces
    AZUL_CELLS = 25,
    AZUL_TARGETS = 6, // lines 0 to 4 and the floor
    AZUL_FLOOR = 5,   // the floor as a target; above it, the number of no line
    AZUL_FLOOR_SPACES = 7,
    AZUL_SOURCES = 10, // the centre and up to nine displays
    AZUL_CENTRE = 0,
    AZUL_DISPLAY_TILES = 4,
    AZUL_COPIES = 20,    // tiles of one colour
    AZUL_MAX_ROUNDS = 99 // the rulebook has no limit; see azul_play.c
};

typedef enum azul_phase {
    AZUL_BEGIN = 0, // chance names the first player
    AZUL_DEAL,      // chance fills the displays
    AZUL_OFFER,     // players take tiles
    AZUL_TILING,    // free wall only: a player chooses a column
    AZUL_OVER
} azul_phase;

typedef enum azul_kind { AZUL_START = 1, AZUL_DRAW, AZUL_TAKE, AZUL_PLACE } azul_kind;

typedef enum azul_option {
    AZUL_OPT_MODE = 0, // 0 basic: fixed wall, 1 advanced: free wall
    AZUL_OPT_TILES,    // 0 used tiles return to the bag, 1 they leave the game
    AZUL_OPT_STARTER,  // 0 the first player is drawn, 1 it is seat 1
    AZUL_OPT_COUNT
} azul_option;

typedef uint32_t azul_tiles;

typedef struct azul_player {
    uint32_t cells[AZUL_COLOURS]; // the wall: which cells hold this colour
    uint32_t wall;                // all of them; derived
    uint32_t open;                // targets that accept a colour; derived
    azul_tiles floor;             // tiles on the floor line, without the marker
    uint8_t line[AZUL_SIZE];      // pattern lines: colour * 8 + count, 0 = empty
    uint8_t paid;                 // points that the floor has taken off so far; see azul_check.c
    uint16_t score;
} azul_player;

typedef struct azul_state {
    uint64_t where;                  // sources that hold a colour; derived
    azul_tiles source[AZUL_SOURCES]; // the centre, then the displays
    azul_tiles bag, lid;
    uint8_t phase;   // azul_phase
    uint8_t mover;   // player, or TSR_CHANCE; 0 when over
    uint8_t starter; // who began this round; 0 when over
    uint8_t marker;  // player who holds the marker, TSR_NOBODY = it lies in the centre
    uint8_t round;   // from 1
    uint8_t dealt;   // AZUL_DEAL: tiles on the displays so far; else 0
    uint8_t pad[2];
    azul_player player[AZUL_MAX_PLAYERS]; // only `rules->players` of them exist
} azul_state;

static_assert(sizeof(azul_player) == 40, "no padding, and states stay small");
static_assert(offsetof(azul_state, player) == 64, "no padding, and states stay small");
static_assert(offsetof(azul_state, player) + 2 * sizeof(azul_player) == 144, "two players");

// --- Rules -------------------------------------------------------------------

static inline int azul_displays(const tsr_rules *r) {
    return 2 * r->players + 1;
}

static inline int azul_is_advanced(const tsr_rules *r) {
    return r->opt[AZUL_OPT_MODE] == 1;
}

static inline int azul_recycles(const tsr_rules *r) {
    return r->opt[AZUL_OPT_TILES] == 0;
}

static inline int azul_after(const tsr_rules *r, int player) {
    return player + 1 < r->players ? player + 1 : 0;
}

// --- Loose tiles -------------------------------------------------------------

static inline azul_tiles azul_some(int colour, int count) {
    return (azul_tiles)count << 5 * colour;
}

static inline int azul_count(azul_tiles t, int colour) {
    return (int)(t >> 5 * colour & 31u);
}

// The tiles of all colours together: odd and even colours are added side by side
// in fields of ten bits, then those three fields.
static inline int azul_total(azul_tiles t) {
    uint32_t pairs = (t & 0x01f07c1fu) + (t >> 5 & 0x00007c1fu);
    return (int)((pairs + (pairs >> 10) + (pairs >> 20)) & 1023u);
}

// A draw as a move, and its tiles.
static inline tsr_move azul_draw_move(azul_tiles tiles) {
    return (tsr_move)tiles << 8 | AZUL_DRAW;
}

static inline azul_tiles azul_drawn(tsr_move m) {
    return (azul_tiles)(m >> 8);
}

// --- Sets --------------------------------------------------------------------

// Bit 0 of the field of every colour in `open` and in `where`.
#define AZUL_OPEN_ALL  ((uint32_t)0x01041041)
#define AZUL_WHERE_ALL ((uint64_t)0x0001001001001001)

// `open` of an empty board: every target accepts every colour.
#define AZUL_OPEN_EMPTY ((uint32_t)0x3fffffff)

static inline uint32_t azul_open(const azul_player *p, int colour) {
    return p->open >> 6 * colour & 63u;
}

static inline uint32_t azul_where(const azul_state *s, int colour) {
    return (uint32_t)(s->where >> 12 * colour) & 0x3ffu;
}

// The lowest member of a set that is not empty.
static inline int azul_lowest(uint32_t set) {
    return __builtin_ctz(set);
}

// --- Lines, walls and floors -------------------------------------------------

static inline int azul_line_count(const azul_player *p, int line) {
    return p->line[line] & 7;
}

// The colour of a line that is not empty; an empty one says 0.
static inline int azul_line_colour(const azul_player *p, int line) {
    return p->line[line] >> 3;
}

static inline int azul_line_is_full(const azul_player *p, int line) {
    return azul_line_count(p, line) == line + 1;
}

// The topmost full line, or -1.
static inline int azul_full_line(const azul_player *p) {
    for (int line = 0; line < AZUL_SIZE; line++) {
        if (azul_line_is_full(p, line)) return line;
    }
    return -1;
}

// The columns of `row` that are in the set of cells.
static inline uint32_t azul_row_of(uint32_t cells, int row) {
    return cells >> 5 * row & 31u;
}

// The columns that have a member in the set of cells, in any row.
static inline uint32_t azul_columns_of(uint32_t cells) {
    return (cells | cells >> 5 | cells >> 10 | cells >> 15 | cells >> 20) & 31u;
}

// The column of `colour` in `row` of the fixed wall.
static inline int azul_fixed_column(int row, int colour) {
    int column = row + colour;
    return column < AZUL_SIZE ? column : column - AZUL_SIZE;
}

static inline int azul_fixed_colour(int row, int column) {
    return column >= row ? column - row : column - row + AZUL_SIZE;
}

// The columns where a full line of `colour` may go in `row`, which lacks it. On
// the fixed wall there is always exactly one.
static inline uint32_t azul_columns_for(const tsr_rules *r, const azul_player *p, int row,
                                        int colour) {
    if (!azul_is_advanced(r)) return 1u << azul_fixed_column(row, colour);
    return 31u & ~azul_row_of(p->wall, row) & ~azul_columns_of(p->cells[colour]);
}

// How many tiles the next draw has: what the display lacks, or all of the bag.
static inline int azul_draw_size(const azul_state *s) {
    int lacks = AZUL_DISPLAY_TILES - s->dealt % AZUL_DISPLAY_TILES;
    int bag = azul_total(s->bag);
    return lacks < bag ? lacks : bag;
}

static inline int azul_floor_used(const azul_state *s, int player) {
    int used = azul_total(s->player[player].floor) + (s->marker == player);
    return used < AZUL_FLOOR_SPACES ? used : AZUL_FLOOR_SPACES;
}

// --- Worked out from scratch (azul_board.c) ----------------------------------

// The colour that lies on a cell, or -1.
int azul_cell_colour(const azul_player *p, int row, int column);

// What `open` must be, from lines and wall.
uint32_t azul_open_of(const azul_player *p);

// What `where` must be, from the sources.
uint64_t azul_where_of(const azul_state *s);

// Whether a row, column or colour of a free wall can still be completed, by itself:
// what it lacks fits into the places that are left. (On the fixed wall all can.)
int azul_can_complete_row(const azul_player *p, int row);
int azul_can_complete_column(const azul_player *p, int column);
int azul_can_complete_colour(const azul_player *p, int colour);

// Whether any row can.
int azul_can_complete_a_row(const azul_player *p);

// Whether `player` has finished the wall-tiling that is going on: the floor is paid
// for and cleared, though the marker stays until all have finished.
int azul_has_tiled(const tsr_rules *r, const azul_state *s, int player);

// All tiles of one colour, wherever they lie.
int azul_tiles_of(const tsr_rules *r, const azul_state *s, int colour);

// --- Points (azul_score.c) ---------------------------------------------------

enum { AZUL_ROW_BONUS = 2, AZUL_COLUMN_BONUS = 7, AZUL_COLOUR_BONUS = 10 };

// Points for the tile just laid on `row`, `column` of `wall`, which includes it.
int azul_points(uint32_t wall, int row, int column);

// The same in its two parts: what the row brings and what the column; one of them is 0 if the
// tile has neighbours in the other alone, and a tile without neighbours counts as a row of 1.
void azul_runs(uint32_t wall, int row, int column, int *across, int *down);

// What `used` floor spaces cost.
int azul_penalty(int used);

int azul_full_rows(const azul_player *p);
int azul_full_columns(const azul_player *p);
int azul_full_colours(const azul_player *p);

// The bonuses for all of these together.
int azul_bonus(const azul_player *p);

void azul_result(const tsr_rules *r, const void *state, tsr_result *out);

// --- Play (azul_play.c, azul_moves.c) ----------------------------------------

void azul_play(const tsr_rules *r, void *state, int who, tsr_move m);
uint32_t azul_playout(const tsr_rules *r, void *state, tsr_rng *g, uint32_t max_plies);

int azul_moves(const tsr_rules *r, const void *state, int who, tsr_move *out);
int azul_count_moves(const tsr_rules *r, const void *state, int who);
// With `out` NULL, only counts.
int azul_chance(const tsr_rules *r, const void *state, tsr_move *out, uint32_t *weight);
tsr_move azul_sample(const tsr_rules *r, const void *state, int who, tsr_rng *g);
int azul_why_not(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_line *out);

// --- Soundness (azul_check.c) ------------------------------------------------

int azul_check(const tsr_rules *r, const void *state, tsr_line *out);

// --- Text (azul_position.c, azul_words.c) ------------------------------------

int azul_text(const tsr_rules *r, const void *state, char *buf, size_t cap);
tsr_err azul_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err);

int azul_move_text(const tsr_rules *r, const void *state, int who, tsr_move m, char *buf,
                   size_t cap);
tsr_err azul_move_parse(const tsr_rules *r, const void *state, int who, const char *text,
                        tsr_move *out);
void azul_say(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_line *out);

// --- For front ends and agents (azul_scene.c, azul_ai.c) ---------------------

void azul_scene(const tsr_rules *r, const void *state, int viewer, tsr_scene *out);
int azul_path(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_picks *out);
tsr_move azul_picked(const tsr_rules *r, const void *state, int who, const uint32_t *pick,
                     int picks);

// Where zones stand in the scene of `viewer`, for stories and words.
typedef enum azul_zone {
    AZUL_ZONE_GROUP = 0, // a player's board: what follows lies in it
    AZUL_ZONE_SCORE,
    AZUL_ZONE_LINES,
    AZUL_ZONE_WALL,
    AZUL_ZONE_FLOOR,
    AZUL_ZONES // of a board
} azul_zone;

int azul_source_zone(int source);
int azul_bag_zone(const tsr_rules *r);
int azul_board_zone(const tsr_rules *r, int viewer, int player, azul_zone part);
// The part of a board that zone number `zone` is; 0 = it belongs to no board.
int azul_zone_part(const tsr_rules *r, int viewer, int zone, azul_zone *part);

// --- Stories (azul_told.c) -----------------------------------------------------

void azul_told(const tsr_rules *r, const void *before, int who, tsr_move m, const void *after,
               int viewer, tsr_story *out);
int azul_parts(const tsr_rules *r, const void *state, tsr_part *out);
int azul_words_of(const tsr_rules *r, const void *state, int viewer, const tsr_item *item,
                  char *buf, size_t cap);

extern const tsr_game_ai azul_ai;
extern const tsr_game_learn azul_learn;

// The legal column of `row` that scores most for `colour`, or -1.
int azul_best_column(const tsr_rules *r, const azul_player *p, int row, int colour);

// For networks (azul_sight.c, azul_pieces.c): 64 numbers of the table and 84 of each board; numbers of which a move is made.
enum { AZUL_FEATURES = 64 + AZUL_MAX_PLAYERS * 84, AZUL_PIECES = 152 };

void azul_features(const tsr_rules *r, const void *view, int viewer, float *out);
int azul_move_pieces(const tsr_rules *r, const void *state, int who, tsr_move m, uint16_t *index);
extern const tsr_skin azul_skin_term;              // skin_term.c
extern const tsr_agent_type tsr_agent_azul_greedy; // azul_greedy.c
extern const uint32_t azul_action_count;
int azul_things(const tsr_rules *r, char *buf, size_t cap); // azul_things.c
int azul_action(const tsr_rules *r, const void *state, int who, tsr_move m, uint32_t *out);
int azul_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap);

// --- Words (azul_words.c) ----------------------------------------------------

// The words of TSR_NAME arguments: five colours, the sources, and the 15 pairs of
// colours (a sentence has four arguments, and a display four tiles and a name).
enum {
    AZUL_NAME_COLOUR = 0,
    AZUL_NAME_SOURCE = AZUL_COLOURS,
    AZUL_NAME_PAIR = AZUL_NAME_SOURCE + AZUL_SOURCES,
    AZUL_NAME_COUNT = AZUL_NAME_PAIR + 15
};

extern const char *const azul_names[AZUL_NAME_COUNT];
extern const char azul_letters[AZUL_COLOURS + 1]; // "BYRKW"
extern const char azul_rules_text[];              // the leaflet

// Every sentence of the game. X(code, template)
#define AZUL_LINES(X)                                                                              \
    /* Why a move is refused. */                                                                   \
    X(AZUL_NOT_A_MOVE, "that is not a move of Azul")                                               \
    X(AZUL_TAKE_NOW, "tiles are taken now: a source, a type and a line, such as H3 3 4")           \
    X(AZUL_PLACE_NOW, "line {0} goes to the wall now: name a column from 1 to 5")                  \
    X(AZUL_NO_DISPLAY, "there is no display {0}: this game has {1}")                               \
    X(AZUL_NO_TYPE, "there is no type {0}: types are 1 to 5")                                      \
    X(AZUL_NO_LINE, "there is no line {0}: lines are 1 to 5, and F is the floor")                  \
    X(AZUL_NO_COLUMN, "there is no column {0}: columns are 1 to 5")                                \
    X(AZUL_EMPTY, "{0} is empty")                                                                  \
    X(AZUL_NOT_THERE, "{0} has no {1}")                                                            \
    X(AZUL_LINE_FULL, "line {0} is full")                                                          \
    X(AZUL_LINE_HOLDS, "line {0} already holds {1}")                                               \
    X(AZUL_ROW_HAS, "row {0} of the wall has {1}")                                                 \
    X(AZUL_CELL_TAKEN, "column {0} of row {1} is taken by {2}")                                    \
    X(AZUL_COLUMN_HAS, "column {0} of the wall has {1}")                                           \
    /* What is asked. */                                                                           \
    X(AZUL_ASK_TAKE, "{0} takes tiles")                                                            \
    X(AZUL_ASK_PLACE, "{0} chooses a column for the {1} tile of line {2}")                         \
    X(AZUL_ASK_DRAW, "display {0} is filled from the bag")                                         \
    X(AZUL_ASK_START, "the first player is drawn")                                                 \
    /* What happened; to which line is told by the code, as there are only four arguments. */      \
    X(AZUL_STARTS, "{0} starts")                                                                   \
    X(AZUL_GETS, "{0} gets {1}")                                                                   \
    X(AZUL_GETS_MORE, "{0} gets {1}, {2}")                                                         \
    X(AZUL_TAKES_TO_1, "{0} takes {1} {2} from {3} to line 1")                                     \
    X(AZUL_TAKES_TO_2, "{0} takes {1} {2} from {3} to line 2")                                     \
    X(AZUL_TAKES_TO_3, "{0} takes {1} {2} from {3} to line 3")                                     \
    X(AZUL_TAKES_TO_4, "{0} takes {1} {2} from {3} to line 4")                                     \
    X(AZUL_TAKES_TO_5, "{0} takes {1} {2} from {3} to line 5")                                     \
    X(AZUL_TAKES_TO_FLOOR, "{0} takes {1} {2} from {3} to the floor")                              \
    X(AZUL_PLACES, "{0} places {1} from line {2} in column {3}")                                   \
    /* What followed from it; in which row is told by the code. */                                 \
    X(AZUL_TOLD_MARKER, "{0} takes the marker")                                                    \
    X(AZUL_TOLD_FALL, "{0}: {1} {2} on the floor")                                                 \
    X(AZUL_TOLD_GONE, "{0}: {1} {2} {1?finds:find} no space on the floor")                         \
    X(AZUL_TOLD_LAID_1, "{0} lays {1} in row 1: +{2}")                                             \
    X(AZUL_TOLD_LAID_2, "{0} lays {1} in row 2: +{2}")                                             \
    X(AZUL_TOLD_LAID_3, "{0} lays {1} in row 3: +{2}")                                             \
    X(AZUL_TOLD_LAID_4, "{0} lays {1} in row 4: +{2}")                                             \
    X(AZUL_TOLD_LAID_5, "{0} lays {1} in row 5: +{2}")                                             \
    X(AZUL_TOLD_BOTH_1, "{0} lays {1} in row 1: +{2} across +{3} down")                            \
    X(AZUL_TOLD_BOTH_2, "{0} lays {1} in row 2: +{2} across +{3} down")                            \
    X(AZUL_TOLD_BOTH_3, "{0} lays {1} in row 3: +{2} across +{3} down")                            \
    X(AZUL_TOLD_BOTH_4, "{0} lays {1} in row 4: +{2} across +{3} down")                            \
    X(AZUL_TOLD_BOTH_5, "{0} lays {1} in row 5: +{2} across +{3} down")                            \
    X(AZUL_TOLD_NO_COLUMN, "{0}: line {1} finds no column and falls to the floor")                 \
    X(AZUL_TOLD_FLOOR, "{0}: the floor costs {1}, for {2} {2?space:spaces}")                       \
    X(AZUL_TOLD_FLOOR_PART, "{0}: the floor costs {1} of {2}, as no score falls below 0")          \
    X(AZUL_TOLD_NEXT, "{0} begins round {1}")                                                      \
    X(AZUL_TOLD_REFILL, "the tiles of the lid return to the bag")                                  \
    X(AZUL_TOLD_ROW, "a row is complete, and the game ends")                                       \
    X(AZUL_TOLD_NO_TILES, "there are no tiles left, and the game ends")                            \
    X(AZUL_TOLD_LONG, "that was the last round there can be")                                      \
    X(AZUL_TOLD_STUCK, "nobody can complete a row any more, and the game ends")                    \
    X(AZUL_TOLD_ROWS, "{0}: {1} complete {1?row:rows} +{2}")                                       \
    X(AZUL_TOLD_COLUMNS, "{0}: {1} complete {1?column:columns} +{2}")                              \
    X(AZUL_TOLD_COLOURS, "{0}: {1} complete {1?colour:colours} +{2}")                              \
    /* What would come of a move. */                                                               \
    X(AZUL_NOTE_LINE, "completes line {0}")                                                        \
    X(AZUL_NOTE_FALL, "{0} {0?tile falls:tiles fall} to the floor")                                \
    X(AZUL_NOTE_BOTH, "completes line {0}, {1} {1?tile falls:tiles fall} to the floor")            \
    X(AZUL_NOTE_LAYS, "brings {0} {0?point:points}")                                               \
    /* What is wrong with a position. */                                                           \
    X(AZUL_BAD_FIELD, "a field of the state is out of range")                                      \
    X(AZUL_BAD_PHASE, "the parts of the position belong to different phases of the game")          \
    X(AZUL_BAD_SOURCE, "{0} cannot hold that")                                                     \
    X(AZUL_BAD_SOURCES, "there are more tiles on the table than the displays hold")                \
    X(AZUL_BAD_LINE, "line {1} of {0} cannot hold that")                                           \
    X(AZUL_BAD_WALL, "the wall of {0} breaks the rules")                                           \
    X(AZUL_BAD_FLOOR, "the floor of {0} cannot hold that")                                         \
    X(AZUL_BAD_SCORE, "the score of {0} is impossible")                                            \
    X(AZUL_BAD_DERIVED, "a derived field does not fit the rest")                                   \
    X(AZUL_BAD_TILES, "there are {0} {1} tiles in all, not 20")

typedef enum azul_line_code {
    AZUL_NOTHING = 0,
#define X(code, text) code,
    AZUL_LINES(X)
#undef X
} azul_line_code;

enum { AZUL_LINE_COUNT = AZUL_BAD_TILES + 1 };

extern const char *const azul_lines[AZUL_LINE_COUNT];

#endif
