// SPDX-License-Identifier: MIT
#ifndef TESSERA_GRID_H
#define TESSERA_GRID_H

// The grid kit: games on a board of square cells, from a page of code.
//
// An author fills in a `tsr_grid_game`: the board, the pieces, and functions for
// what makes this game different. Everything left out has a sound default. The
// kit turns it into a whole `tsr_game`: legal moves, reasons for illegal ones,
// position text, pictures with picks, random playouts, sentences, checks.
//
//     static int three_in_line(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m) {
//         return tsr_grid_has_line(b, m.piece, 3);
//     }
//
//     static const tsr_grid_piece pieces[] = {{'X', 0, .word = "X"}, {'O', 1, .word = "O"}};
//
//     static const tsr_grid_game tictactoe = {
//         .size = TSR_GRID_SIZE, .height = 3, .width = 3, .flags = TSR_GRID_PLACES,
//         .pieces = pieces, .piece_count = 2, .finished = three_in_line,
//     };
//
//     const tsr_game tsr_game_tictactoe = {
//         TSR_GRID_SLOTS, TSR_GRID_PLAIN_LINES, .self = &tictactoe, .name = "tictactoe", ...
//     };
//
// The board is the state. A `tsr_grid` is a small header, then one character a
// cell: a piece's letter, '_' for a free cell, ' ' where there is no cell. Rows
// and columns count from 0, row first, row 0 on top.
//
// A move is a placement, written "X 0,2", or a movement, "3,1 3,2". A turn of
// several moves (a step and a shot, a jump after a jump) is several moves by the
// same player: `next_player` names the same player again, and what is pending
// stands in the board or in an extra number. They can be taken back one by one.
//
// What the kit does not do: hidden cells (fill the slots `view`, `guess` and
// `seen` beside the kit's own), boards that are no grid, pieces in stacks.
//
// Everything here is pure and re-entrant, as game.h asks. Unlike the contract, the kit
// is not inline: a plugin that uses it links libtessera. docs/grid-kit.md is the
// guide; games/tictactoe is the game to copy.

#include <string.h>

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TSR_GRID_MAX_SIDE = 64,     // rows or columns of a board
    TSR_GRID_MAX_PIECES = 64,   // letters of one game
    TSR_GRID_MAX_EXTRAS = 1024, // extra numbers in one state
    TSR_GRID_MAX_CHANCE = 64    // outcomes of one draw
};

#define TSR_GRID_FREE    '_' // a cell that a piece can enter
#define TSR_GRID_NO_CELL ' ' // a hole in the board

// --- The board ---------------------------------------------------------------

// Height and width never change during a game. A game's functions may read all
// of this; `perform` may also write `quiet` and `stamp`, the kit looks after the
// rest. The cells follow directly, see tsr_grid_cells.
typedef struct tsr_grid {
    uint8_t height, width;
    uint8_t player; // whose turn it is; after the end: who moved last; or TSR_CHANCE
    uint8_t over;   // 1 when the game is over
    uint8_t winner; // when over: a player, or TSR_NOBODY; else TSR_NOBODY
    uint8_t pad;    // 0
    uint16_t round; // from 1
    uint16_t ply;   // moves made so far
    uint16_t quiet; // moves since the last one that can never be undone
    uint16_t stamp; // take-back: counts changes of the player, and reveals
    uint16_t pad2;  // 0
} tsr_grid;

// All cells, row by row from the top: cell (row, col) is [row * width + col].
static inline const char *tsr_grid_cells(const tsr_grid *b) {
    return (const char *)(b + 1);
}

// Whether there is such a place; a hole counts.
static inline int tsr_grid_inside(const tsr_grid *b, int row, int col) {
    return row >= 0 && col >= 0 && row < b->height && col < b->width;
}

// What stands on a cell. Any numbers are safe: beyond the edge there is no cell.
static inline char tsr_grid_at(const tsr_grid *b, int row, int col) {
    return tsr_grid_inside(b, row, col) ? tsr_grid_cells(b)[row * b->width + col]
                                        : TSR_GRID_NO_CELL;
}

static inline int tsr_grid_is_free(const tsr_grid *b, int row, int col) {
    return tsr_grid_at(b, row, col) == TSR_GRID_FREE;
}

// Writes a cell of the board, whatever was there.
static inline void tsr_grid_set(tsr_grid *b, int row, int col, char piece) {
    ((char *)(b + 1))[row * b->width + col] = piece;
}

// Extra numbers of a game's state stand behind the cells; see tsr_grid_extra.
static inline size_t tsr_grid_cell_bytes(const tsr_grid *b) {
    return ((size_t)b->height * b->width + 7) & ~(size_t)7;
}

static inline int tsr_grid_get_extra(const tsr_grid *b, int i) {
    int16_t v;
    memcpy(&v, tsr_grid_cells(b) + tsr_grid_cell_bytes(b) + (size_t)i * sizeof v, sizeof v);
    return v;
}

static inline void tsr_grid_set_extra(tsr_grid *b, int i, int value) {
    int16_t v = (int16_t)value;
    memcpy((char *)(b + 1) + tsr_grid_cell_bytes(b) + (size_t)i * sizeof v, &v, sizeof v);
}

// Ends the game: for `perform`, where the end is part of what a move does.
static inline void tsr_grid_end(tsr_grid *b, int winner) {
    b->over = 1;
    b->winner = (uint8_t)winner;
}

// A board on its own, without a game: the bytes it needs, and its start. `layout`
// has `height` rows of `width` characters, separated by line feeds (one more at
// the end is fine); NULL = all free. Too short and too long layouts are refused,
// and `b` is then untouched.
size_t tsr_grid_bytes(int height, int width);
TSR_NODISCARD tsr_err tsr_grid_set_up(tsr_grid *b, int height, int width, const char *layout,
                                      tsr_error *err);

// The board as lines of text with row and column numbers; snprintf's rule. Every
// line ends with a line feed:
//
//       0 1 2
//     0 X _ _
//     1 _ O _
//     2 _ _ _
int tsr_grid_print(const tsr_grid *b, char *buf, size_t cap);

// --- Moves -------------------------------------------------------------------

typedef enum tsr_grid_kind {
    TSR_GRID_PLACEMENT = 1, // "X 0,2": a piece comes onto the board
    TSR_GRID_MOVEMENT = 2   // "3,1 3,2": what stands on the first cell goes to the second
} tsr_grid_kind;

// A move as the kit's functions see it. `row, col` is where the piece arrives, in
// both kinds. As a 64-bit code the fields are its bytes, lowest first:
//
//     byte   0     1      2    3    4         5         6, 7
//            kind  piece  row  col  from_row  from_col  0
//
// `piece` is 0 in a movement, the origin 0,0 in a placement, so that every move
// has one code only.
typedef struct tsr_grid_move {
    uint8_t kind; // tsr_grid_kind
    char piece;
    uint8_t row, col;
    uint8_t from_row, from_col;
    uint8_t pad[2]; // 0
} tsr_grid_move;

static inline tsr_move tsr_grid_placement(char piece, int row, int col) {
    return tsr_move_of(TSR_GRID_PLACEMENT, (unsigned char)piece, row, col, 0);
}

static inline tsr_move tsr_grid_movement(int from_row, int from_col, int row, int col) {
    tsr_move to = tsr_move_of(TSR_GRID_MOVEMENT, 0, row, col, from_row);
    return to | (tsr_move)(from_col & 0xff) << 40;
}

static inline tsr_grid_move tsr_grid_decode(tsr_move code) {
    tsr_grid_move m;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    code = __builtin_bswap64(code);
#endif
    memcpy(&m, &code, sizeof m);
    return m;
}

// The grammar of moves, for the whole text, with "blank" any white space:
//
//     placement   one character, blanks, digits, comma, digits
//     movement    digits, comma, digits, blanks, digits, comma, digits
//
// Blanks may stand round a comma. The character is one code point of UTF-8, digits
// included, but neither a line feed nor another blank. Numbers have no sign
// and any length; what exceeds an int32_t counts as INT32_MAX.
int tsr_grid_is_placement(const char *text);
int tsr_grid_is_movement(const char *text);

typedef struct tsr_grid_elements {
    uint32_t piece; // placement: the character's code point; movement: 0
    int32_t row, col;
    int32_t from_row, from_col; // movement only, else 0
} tsr_grid_elements;

// Splits a move's text: the kind, or 0 if it is neither (then `out` is untouched).
int tsr_grid_split(const char *text, tsr_grid_elements *out);

// --- Describing a game -------------------------------------------------------

// A kind of piece. Letters are printable ASCII except '_', '/' and '.'.
typedef struct tsr_grid_piece {
    char letter;       // in layouts, moves and position text
    uint8_t owner;     // the player who places and moves it, or TSR_NOBODY
    uint8_t colour;    // tsr_colour; 0 = the owner's
    uint8_t shape;     // tsr_shape
    uint16_t reserve;  // how many its owner holds at the start; see TSR_GRID_RESERVES
    const char *word;  // as spoken: "king"
    const char *glyph; // one or two columns; NULL = the letter
} tsr_grid_piece;

// An extra part of the state: `count` numbers from `min` to `max`, starting at
// `start`. Together with all others they are numbered from 0 in order of listing.
typedef struct tsr_grid_extra {
    const char *name; // in position text: "captured=2,0"
    int16_t count, min, max, start;
} tsr_grid_extra;

// A step from a cell: rows down, columns to the right.
typedef struct tsr_grid_step {
    int8_t row, col;
} tsr_grid_step;

extern const tsr_grid_step tsr_grid_orthogonal[4]; // up, right, down, left
extern const tsr_grid_step tsr_grid_diagonal[4];
extern const tsr_grid_step tsr_grid_around[8]; // both

enum {                              // tsr_grid_game.flags
    TSR_GRID_PLACES = 1u << 0,      // players place pieces of their own on free cells
    TSR_GRID_MOVES = 1u << 1,       // players move pieces of their own to free cells
    TSR_GRID_TAKES = 1u << 2,       // movements may also end on what is not one's own
    TSR_GRID_COVERS = 1u << 3,      // placements may also go onto occupied cells
    TSR_GRID_RESERVES = 1u << 4,    // only pieces from the reserve can be placed
    TSR_GRID_EXACT = 1u << 5,       // `candidates` lists legal moves only
    TSR_GRID_CHECKED = 1u << 6,     // draw light and dark cells
    TSR_GRID_ROUND_COUNTS = 1u << 7 // the rules read `round`, so the hash must too
};

typedef enum tsr_grid_stuck { // when the player whose turn comes has no legal move
    TSR_GRID_STUCK_DRAWS = 0, // the game is drawn
    TSR_GRID_STUCK_LOSES,     // he has lost: the other one wins, of several who moved last
    TSR_GRID_STUCK_ENDS,      // the game is over; `winner` or `score` says who won
    TSR_GRID_STUCK_PASSES     // the next one who can move does; if none: as ENDS
} tsr_grid_stuck;

// What an author fills in. `b->player` is the mover in every function; all
// functions are optional, and the comment says what happens without.
typedef struct tsr_grid_game tsr_grid_game;
struct tsr_grid_game {
    uint32_t size; // TSR_GRID_SIZE

    uint32_t flags;        // TSR_GRID_PLACES ...
    uint8_t height, width; // 1 to TSR_GRID_MAX_SIDE
    uint8_t stuck;         // tsr_grid_stuck
    uint8_t material;      // what the board is made of: tsr_material; 0 = wood
    const char *layout;    // the start, as in tsr_grid_set_up; NULL = all free
    const tsr_grid_piece *pieces;
    const tsr_grid_extra *extras;
    uint16_t piece_count, extra_count;

    // Bounds. A game that reaches a limit is drawn (with one player: lost).
    uint16_t ply_limit;   // moves of a whole game; 0 = the number of cells, for games that
                          // only place on free cells. Games with movements must say it
    uint16_t quiet_limit; // moves in a row that change nothing for good; 0 = none.
                          // Placements and captures by the kit begin anew, as does
                          // `perform` by writing b->quiet = 0
    uint32_t max_moves;   // of one decision; 0 = reckoned from board and pieces
    uint32_t max_chance;  // outcomes of one draw; 0 = no chance

    // Movements may only go by one of these steps; NULL = anywhere. Saves trying
    // every cell. `reach_line` is the sentence for others, with the arguments
    // from-cell and to-cell; 0 = the kit's.
    const tsr_grid_step *reach;
    uint8_t reach_count;
    uint8_t form; // how its places look: tsr_form
    uint16_t reach_line;
    uint32_t pad3;

    // Changes `mine`, this very table's copy, to suit r->players and r->opt. Before
    // anything else; everything above may be changed.
    void (*adapt)(const tsr_rules *r, tsr_grid_game *mine);

    // Finishes the start position: pieces that depend on options, extra numbers.
    void (*begin)(const tsr_rules *r, tsr_grid *b);

    // 0 = player 0. Or TSR_CHANCE.
    int (*first_player)(const tsr_rules *r);

    // Is the move allowed by this game's own rules? 0 = yes, else a sentence:
    // `return tsr_say(why, MY_LINE, ...)`. The kit has made sure that the cells
    // exist, that what is placed or moved is the player's own and in reserve, and
    // that the target is free (or what TAKES and COVERS allow).
    int (*validate)(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why);

    // Does the move. Default: tsr_grid_apply, which many begin with. May end the game
    // with tsr_grid_end; then nothing below is asked.
    void (*perform)(const tsr_rules *r, tsr_grid *b, tsr_grid_move m);

    // Has the move ended the game? Asked before the turn passes on. Default: no, it
    // goes on until somebody is stuck or a limit is reached.
    int (*finished)(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m);

    // Who has won, or TSR_NOBODY for a draw (with one player: lost). Asked once, at
    // the end. Default: the highest `score`, or without one whoever moved last.
    int (*winner)(const tsr_rules *r, const tsr_grid *b);

    // A player's points, at any time. Default: 1 for the winner, else 0. Without
    // `winner`, ranks follow the points.
    int (*score)(const tsr_rules *r, const tsr_grid *b, int player);
    const char *score_word; // what the points are: "pegs removed"; NULL = "score"

    // Whose turn comes. Default: the next seat. The same player again: the turn goes
    // on. TSR_CHANCE: the slot `chance` lists what may be drawn.
    int (*next_player)(const tsr_rules *r, const tsr_grid *b);

    // The new value of `round`. Called after the turn has passed on. Default: + 1.
    int (*next_round)(const tsr_rules *r, const tsr_grid *b);

    // --- Speed, where it matters ---

    // Lists the moves worth asking `validate` about, at most `cap` of them, in a
    // stable order: all legal ones must be there. With EXACT they are all legal and
    // nobody asks; then a list cut short by `cap` is fine.
    int (*candidates)(const tsr_rules *r, const tsr_grid *b, tsr_move *out, int cap);

    // One legal move, each with the same chance.
    tsr_move (*sample)(const tsr_rules *r, const tsr_grid *b, tsr_rng *g);

    // --- Words and pictures ---

    // What is asked. Default: "X to move".
    void (*prompt)(const tsr_rules *r, const tsr_grid *b, tsr_line *out);

    // How it ended. Default: "X wins", "the game is drawn", "X has lost".
    void (*finish_message)(const tsr_rules *r, const tsr_grid *b, tsr_line *out);

    // One sentence about a move. Default: "X places king on 3,4" and so on.
    void (*say)(const tsr_rules *r, const tsr_grid *b, int who, tsr_grid_move m, tsr_line *out);

    // How a cell's piece looks, where the letter alone does not tell. NULL = by letter.
    const tsr_grid_piece *(*look)(const tsr_rules *r, const tsr_grid *b, int row, int col);

    // The picks for a move, where "cell" or "piece, cell" or "cell, cell" is not
    // right. Refs: tsr_grid_cell_ref, tsr_grid_piece_ref.
    void (*picks)(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_picks *out);

    // Adds what else a move touches: tsr_mark(out, tsr_grid_cell_ref(b, row, col)).
    void (*marks)(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_picks *out);

    // Reads what is no plain "X r,c" or "r,c r,c", or returns TSR_NO_MOVE.
    tsr_move (*shorthand)(const tsr_rules *r, const tsr_grid *b, const char *text);

    // More that must hold in a position, beyond known letters, holes in their places
    // and numbers in their ranges. 0 = sound, else a sentence. Must be safe on any
    // such board.
    int (*check)(const tsr_rules *r, const tsr_grid *b, tsr_line *why);
};

// --- For the functions of a game ---------------------------------------------

// Places or moves, as the move says: what leaves a cell leaves it free, what was on
// the target is gone. Takes from the reserve if there is one.
void tsr_grid_apply(const tsr_rules *r, tsr_grid *b, tsr_grid_move m);

// The owner of a letter: a player, or TSR_NOBODY (also for free cells and holes).
int tsr_grid_owner(const tsr_rules *r, char letter);

// The piece of that letter; NULL if there is none.
const tsr_grid_piece *tsr_grid_piece_of(const tsr_rules *r, char letter);

// How many of a letter lie in reserve; and adding to it (a negative number takes).
int tsr_grid_in_reserve(const tsr_rules *r, const tsr_grid *b, char letter);
void tsr_grid_add_reserve(const tsr_rules *r, tsr_grid *b, char letter, int n);

// Whether the player on turn has a legal move.
int tsr_grid_can_move(const tsr_rules *r, const tsr_grid *b);

// How often a letter stands on the board.
int tsr_grid_count(const tsr_grid *b, char letter);

// The first place of a letter, row by row; 0 if it stands nowhere.
int tsr_grid_find(const tsr_grid *b, char letter, int *row, int *col);

// How many cells next to (row, col) in one direction hold the same as it does.
int tsr_grid_run(const tsr_grid *b, int row, int col, int row_step, int col_step);

// The longest line of equal pieces through (row, col): across, down or diagonal.
int tsr_grid_line(const tsr_grid *b, int row, int col);

// Whether there are `n` of a letter in a line anywhere: across, down or diagonal.
// Up to 64 cells this is quicker than the line through one cell, beyond it is slower.
int tsr_grid_has_line(const tsr_grid *b, char letter, int n);

// Whether all cells strictly between two cells of one row, column or diagonal are
// free. 0 if they are on no common line.
int tsr_grid_clear(const tsr_grid *b, int row, int col, int to_row, int to_col);

// A letter's word as the argument of a sentence.
tsr_arg tsr_grid_word(const tsr_rules *r, char letter);

// Item numbers in the kit's scenes: a cell, and a piece in the reserve or palette.
static inline uint32_t tsr_grid_cell_ref(const tsr_grid *b, int row, int col) {
    return 1u + (uint32_t)(row * b->width + col);
}
uint32_t tsr_grid_piece_ref(const tsr_rules *r, char letter);

// --- Sentences ---------------------------------------------------------------

// What the kit itself can say. X(name, code, template). A game's own sentences
// begin at TSR_GRID_OWN:
//
//     enum { NOT_A_JUMP = TSR_GRID_OWN };
//     static const char *const lines[] = {
//         TSR_GRID_LINE_ROWS,
//         [NOT_A_JUMP] = "there is no peg on {0} to jump over",
//     };
//
// and TSR_GRID_LINES_OF(lines) in the table names them.
#define TSR_GRID_LINES(X)                                                                          \
    X(TSR_GRID_NOT_A_MOVE, 1, "a move is 'X row,column' or 'row,column row,column'")               \
    X(TSR_GRID_ONLY_PLACES, 2, "pieces are placed here, not moved: write 'X row,column'")          \
    X(TSR_GRID_ONLY_MOVES, 3, "pieces are moved here, not placed: write 'row,column row,column'")  \
    X(TSR_GRID_OFF_BOARD, 4, "that is off the board: rows are 0 to {0}, columns 0 to {1}")         \
    X(TSR_GRID_HOLE, 5, "the board has no cell at {0}")                                            \
    X(TSR_GRID_TAKEN, 6, "{0} is taken ({1})")                                                     \
    X(TSR_GRID_NO_SUCH_PIECE, 7, "this game has no piece '{0}'")                                   \
    X(TSR_GRID_NOT_YOURS, 8, "'{0}' belongs to {1}, not to {2}")                                   \
    X(TSR_GRID_NOBODYS, 9, "'{0}' is not for players to place")                                    \
    X(TSR_GRID_NONE_LEFT, 10, "{0} has no '{1}' left in reserve")                                  \
    X(TSR_GRID_NOTHING_THERE, 11, "there is no piece on {0} to move")                              \
    X(TSR_GRID_OTHERS_PIECE, 12, "the {0} on {1} belongs to {2}")                                  \
    X(TSR_GRID_NOT_MOVABLE, 13, "the {0} on {1} belongs to nobody")                                \
    X(TSR_GRID_SAME_CELL, 14, "the piece already stands on {0}")                                   \
    X(TSR_GRID_OWN_PIECE, 15, "{0} holds a piece of your own ({1})")                               \
    X(TSR_GRID_OUT_OF_REACH, 16, "no piece goes from {0} to {1} in one move")                      \
    X(TSR_GRID_PLACED, 17, "{0} places {1} on {2}")                                                \
    X(TSR_GRID_MOVED, 18, "{0} moves {1} from {2} to {3}")                                         \
    X(TSR_GRID_TOOK, 19, "{0} takes {1} on {3}, coming from {2}")                                  \
    X(TSR_GRID_WINS, 20, "{0} wins")                                                               \
    X(TSR_GRID_DRAWN, 21, "the game is drawn")                                                     \
    X(TSR_GRID_LOST, 22, "{0} has lost")                                                           \
    X(TSR_GRID_BAD_SHAPE, 23, "the board is not {0} rows of {1} cells")                            \
    X(TSR_GRID_BAD_PLAYER, 24, "nobody of that number can be on turn")                             \
    X(TSR_GRID_BAD_END, 25, "the end of the game is not told rightly")                             \
    X(TSR_GRID_BAD_COUNT, 26, "a count of moves or rounds is out of range")                        \
    X(TSR_GRID_BAD_CELL, 27, "{0} holds what this board cannot hold there")                        \
    X(TSR_GRID_BAD_EXTRA, 28, "number {0} of the extra numbers is out of range")                   \
    X(TSR_GRID_BAD_RESERVE, 29, "the reserve of '{0}' is out of range")                            \
    X(TSR_GRID_BAD_FILL, 30, "unused bytes are not zero")                                          \
    X(TSR_GRID_STUCK, 31, "{0} is on turn but has no move")                                        \
    X(TSR_GRID_DREW, 32, "'{0}' is drawn for {1}")

enum {
#define X(name, code, text) name = code,
    TSR_GRID_LINES(X)
#undef X
        TSR_GRID_OWN = 40
};

#define TSR_GRID_LINE_ROW(name, code, text) [name] = text,
#define TSR_GRID_LINE_ROWS                  TSR_GRID_LINES(TSR_GRID_LINE_ROW)[0] = NULL

extern const char *const tsr_grid_lines[TSR_GRID_OWN];

// --- The slots ---------------------------------------------------------------

tsr_err tsr_grid_open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err);
void tsr_grid_close(tsr_rules *r);
void tsr_grid_init(const tsr_rules *r, void *out);
uint32_t tsr_grid_turn(const tsr_rules *r, const void *s);
int tsr_grid_moves(const tsr_rules *r, const void *s, int who, tsr_move *out);
tsr_move tsr_grid_sample(const tsr_rules *r, const void *s, int who, tsr_rng *g);
int tsr_grid_why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out);
void tsr_grid_play(const tsr_rules *r, void *s, int who, tsr_move m);
void tsr_grid_result(const tsr_rules *r, const void *s, tsr_result *out);
int tsr_grid_move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                       size_t cap);
tsr_err tsr_grid_move_parse(const tsr_rules *r, const void *s, int who, const char *text,
                            tsr_move *out);
int tsr_grid_text(const tsr_rules *r, const void *s, char *buf, size_t cap);
tsr_err tsr_grid_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err);
int tsr_grid_check(const tsr_rules *r, const void *s, tsr_line *out);
void tsr_grid_info(const tsr_rules *r, const void *s, tsr_info *out);
void tsr_grid_scene(const tsr_rules *r, const void *s, int viewer, tsr_scene *out);
int tsr_grid_path(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out);
void tsr_grid_say(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out);
uint64_t tsr_grid_hash(const tsr_rules *r, const void *s);
int tsr_grid_legal_count(const tsr_rules *r, const void *s, int who);
int tsr_grid_action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out);
int tsr_grid_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap);
uint32_t tsr_grid_playout(const tsr_rules *r, void *s, tsr_rng *g, uint32_t max_plies);
tsr_move tsr_grid_picked(const tsr_rules *r, const void *s, int who, const uint32_t *pick,
                         int picks);

#define TSR_GRID_SIZE sizeof(tsr_grid_game)

// For the initialiser of a `tsr_game`: every slot the kit fills. Free for a game's
// own: chance, view, guess, seen, ai.
#define TSR_GRID_SLOTS TSR_GRID_SLOTS_BUT_MORE, .more = &tsr_grid_more

// The same without `more`, for a game that has a table of its own there.
#define TSR_GRID_SLOTS_BUT_MORE                                                                    \
    .size = sizeof(tsr_game), .abi = TSR_ABI, .open = tsr_grid_open, .close = tsr_grid_close,      \
    .init = tsr_grid_init, .turn = tsr_grid_turn, .moves = tsr_grid_moves,                         \
    .why_not = tsr_grid_why_not, .play = tsr_grid_play, .result = tsr_grid_result,                 \
    .move_text = tsr_grid_move_text, .move_parse = tsr_grid_move_parse, .text = tsr_grid_text,     \
    .parse = tsr_grid_parse, .check = tsr_grid_check, .info = tsr_grid_info,                       \
    .scene = tsr_grid_scene, .path = tsr_grid_path

// The kit's part of `tsr_game_more`. A game that adds to it (minutes, tags, agents, skins) makes a
// table of its own with TSR_GRID_MORE in front, and names it as `.more` after TSR_GRID_SLOTS_BUT_MORE.
extern const tsr_game_more tsr_grid_more;

#define TSR_GRID_MORE                                                                              \
    .size = sizeof(tsr_game_more), .say = tsr_grid_say, .picked = tsr_grid_picked,                 \
    .action = tsr_grid_action, .action_text = tsr_grid_action_text, .sample = tsr_grid_sample,     \
    .hash = tsr_grid_hash, .count = tsr_grid_legal_count, .playout = tsr_grid_playout

#define TSR_GRID_PLAIN_LINES     .lines = tsr_grid_lines, .line_count = TSR_GRID_OWN
#define TSR_GRID_LINES_OF(table) .lines = (table), .line_count = sizeof(table) / sizeof((table)[0])

#ifdef __cplusplus
}
#endif

#endif
