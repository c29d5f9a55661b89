// SPDX-License-Identifier: MIT
#ifndef TESSERA_GRID_H
#define TESSERA_GRID_H

// The grid kit: games on a board of square cells in little code.
//
// An author fills in a `tsr_grid_game`: the board, the pieces, and functions for the rules that are
// specific to this game. Everything else has a default. The kit makes a complete `tsr_game` from
// it: legal moves, reasons for illegal ones, positions as text, scenes and picks, random playouts,
// messages, checks.
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
// The board is the state. A `tsr_grid` is a header followed by one character per cell: the letter
// of a piece, '_' for a free cell, ' ' for a hole. Cells are written row first; rows and columns
// count from 0, and row 0 is at the top.
//
// A move is a placement, "X 0,2", or a movement, "3,1 3,2". A turn of several parts (a step and a
// shot, several jumps) is several moves of the same player: `next_player` returns the same player
// again, and what is pending is stored in the board or in an extra number. They can be taken back
// one at a time.
//
// The kit does not support hidden cells (a game may fill in the slots `view`, `guess` and `seen`
// itself), boards that are not a grid, or stacks of pieces.
//
// All functions are pure and re-entrant, as game.h requires. Unlike game.h, the kit is not inline:
// a plugin that uses it links libtessera. docs/grid-kit.md is the guide; games/tictactoe is an
// example to start from.

#include <string.h>

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TSR_GRID_MAX_SIDE = 64,     // rows, and columns, of a board
    TSR_GRID_MAX_PIECES = 64,   // kinds of pieces in one game
    TSR_GRID_MAX_EXTRAS = 1024, // extra numbers in one state
    TSR_GRID_MAX_CHANCE = 64    // outcomes of one draw
};

#define TSR_GRID_FREE    '_' // an empty cell
#define TSR_GRID_NO_CELL ' ' // a hole in the board

// --- The board ---------------------------------------------------------------

// Height and width do not change during a game. The functions of a game may read all members;
// `perform` may also write `quiet` and `stamp`. The kit updates the others. The cells follow the
// struct; see tsr_grid_cells.
typedef struct tsr_grid {
    uint8_t height, width;
    uint8_t player; // the player on turn, or TSR_CHANCE; after the end: the last mover
    uint8_t over;   // 1 when the game is over
    uint8_t winner; // when over: a player, or TSR_NOBODY; else TSR_NOBODY
    uint8_t pad;    // 0
    uint16_t round; // from 1
    uint16_t ply;   // moves made so far
    uint16_t quiet; // moves since the last irreversible one
    uint16_t stamp; // for take-back: changes with the player on turn and on every reveal
    uint16_t pad2;  // 0
} tsr_grid;

// All cells, row by row from the top: cell (row, col) is [row * width + col].
static inline const char *tsr_grid_cells(const tsr_grid *b) {
    return (const char *)(b + 1);
}

// Whether the cell lies within the board; holes do.
static inline int tsr_grid_inside(const tsr_grid *b, int row, int col) {
    return row >= 0 && col >= 0 && row < b->height && col < b->width;
}

// The contents of a cell; TSR_GRID_NO_CELL if it lies outside the board.
static inline char tsr_grid_at(const tsr_grid *b, int row, int col) {
    return tsr_grid_inside(b, row, col) ? tsr_grid_cells(b)[row * b->width + col]
                                        : TSR_GRID_NO_CELL;
}

static inline int tsr_grid_is_free(const tsr_grid *b, int row, int col) {
    return tsr_grid_at(b, row, col) == TSR_GRID_FREE;
}

// Sets a cell, which must lie within the board.
static inline void tsr_grid_set(tsr_grid *b, int row, int col, char piece) {
    ((char *)(b + 1))[row * b->width + col] = piece;
}

// The extra numbers of the state follow the cells; see tsr_grid_extra.
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

// Ends the game; for use in `perform`.
static inline void tsr_grid_end(tsr_grid *b, int winner) {
    b->over = 1;
    b->winner = (uint8_t)winner;
}

// A board without a game: its size in bytes, and its initialisation. `layout` has `height` rows
// of `width` characters, separated by line feeds (one more at the end is allowed); NULL = all
// cells free. If the layout is too short or too long, an error is returned and `b` is not
// written.
size_t tsr_grid_bytes(int height, int width);
TSR_NODISCARD tsr_err tsr_grid_set_up(tsr_grid *b, int height, int width, const char *layout,
                                      tsr_error *err);

// The board as lines of text with row and column numbers; length as snprintf (see text.h). Every
// line ends with a line feed:
//
//       0 1 2
//     0 X _ _
//     1 _ O _
//     2 _ _ _
int tsr_grid_print(const tsr_grid *b, char *buf, size_t cap);

// --- Moves -------------------------------------------------------------------

typedef enum tsr_grid_kind {
    TSR_GRID_PLACEMENT = 1, // "X 0,2": a piece is placed on the board
    TSR_GRID_MOVEMENT = 2   // "3,1 3,2": the piece on the first cell moves to the second
} tsr_grid_kind;

// A decoded move. `row, col` is the target cell in both kinds. The fields are the bytes of the
// 64-bit code, lowest first:
//
//     byte   0     1      2    3    4         5         6, 7
//            kind  piece  row  col  from_row  from_col  0
//
// In a movement `piece` is 0; in a placement the origin is 0,0. So every move has exactly one
// code.
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

// Whether the whole text is a move by this grammar, in which a blank is any white space:
//
//     placement   one character, blanks, digits, comma, digits
//     movement    digits, comma, digits, blanks, digits, comma, digits
//
// Blanks are allowed around a comma. The character is any code point in UTF-8 (a digit too) except
// white space. Numbers have no sign and may have any length; a value above INT32_MAX is read as
// INT32_MAX.
int tsr_grid_is_placement(const char *text);
int tsr_grid_is_movement(const char *text);

typedef struct tsr_grid_elements {
    uint32_t piece; // placement: the character's code point; movement: 0
    int32_t row, col;
    int32_t from_row, from_col; // movement only, else 0
} tsr_grid_elements;

// Parses the text of a move; returns its kind, or 0 if it is neither (`out` is not written).
int tsr_grid_split(const char *text, tsr_grid_elements *out);

// --- Describing a game -------------------------------------------------------

// A kind of piece. Letters are printable ASCII except '_', '/' and '.'.
typedef struct tsr_grid_piece {
    char letter;       // in layouts, moves and positions
    uint8_t owner;     // the player who places and moves it, or TSR_NOBODY
    uint8_t colour;    // tsr_colour; 0 = the colour of the owner
    uint8_t shape;     // tsr_shape
    uint16_t reserve;  // the initial number in reserve; see TSR_GRID_RESERVES
    const char *word;  // its name: "king"
    const char *glyph; // one or two terminal columns; NULL = the letter
} tsr_grid_piece;

// Extra numbers in the state: `count` numbers from `min` to `max` with the initial value `start`.
// All extra numbers of a game are indexed from 0, in the order listed.
typedef struct tsr_grid_extra {
    const char *name; // in positions as text: "captured=2,0"
    int16_t count, min, max, start;
} tsr_grid_extra;

// A step between cells: rows down, columns to the right.
typedef struct tsr_grid_step {
    int8_t row, col;
} tsr_grid_step;

extern const tsr_grid_step tsr_grid_orthogonal[4]; // up, right, down, left
extern const tsr_grid_step tsr_grid_diagonal[4];
extern const tsr_grid_step tsr_grid_around[8]; // both

enum {                              // tsr_grid_game.flags
    TSR_GRID_PLACES = 1u << 0,      // players place their own pieces on free cells
    TSR_GRID_MOVES = 1u << 1,       // players move their own pieces to free cells
    TSR_GRID_TAKES = 1u << 2,       // movements may also capture pieces that are not one's own
    TSR_GRID_COVERS = 1u << 3,      // placements may also be on occupied cells
    TSR_GRID_RESERVES = 1u << 4,    // only pieces from the reserve can be placed
    TSR_GRID_EXACT = 1u << 5,       // `candidates` lists legal moves only
    TSR_GRID_CHECKED = 1u << 6,     // a checkered board
    TSR_GRID_ROUND_COUNTS = 1u << 7 // the rules depend on `round`; it is hashed
};

typedef enum tsr_grid_stuck { // if the next player has no legal move
    TSR_GRID_STUCK_DRAWS = 0, // the game is drawn
    TSR_GRID_STUCK_LOSES,     // that player loses; the other wins, of several the last mover
    TSR_GRID_STUCK_ENDS,      // the game is over; `winner` or `score` decides
    TSR_GRID_STUCK_PASSES     // the next player who can move does; if none can: ENDS
} tsr_grid_stuck;

// The description of a game. In all functions, `b->player` is the mover. All functions are
// optional; the comments name the defaults.
typedef struct tsr_grid_game tsr_grid_game;
struct tsr_grid_game {
    uint32_t size; // TSR_GRID_SIZE

    uint32_t flags;        // TSR_GRID_PLACES ...
    uint8_t height, width; // 1 to TSR_GRID_MAX_SIDE
    uint8_t stuck;         // tsr_grid_stuck
    uint8_t material;      // of the board: tsr_material; 0 = wood
    const char *layout;    // the start position, as in tsr_grid_set_up; NULL = all free
    const tsr_grid_piece *pieces;
    const tsr_grid_extra *extras;
    uint16_t piece_count, extra_count;

    // Limits. A game that reaches a limit is drawn (with one player: lost).
    uint16_t ply_limit;   // moves in a game; 0 = the number of cells, which is right for games
                          // that only place on free cells. Required if there are movements
    uint16_t quiet_limit; // reversible moves in a row; 0 = no limit. The kit restarts the
                          // count after placements and captures; `perform` may do so by
                          // setting b->quiet to 0
    uint32_t max_moves;   // in one decision; 0 = computed from board and pieces
    uint32_t max_chance;  // outcomes of one chance event; 0 = no chance

    // The steps that movements may take; NULL = to any cell, which is slower. `reach_line` is
    // the message for other movements, with the arguments from-cell and to-cell; 0 = that of the
    // kit.
    const tsr_grid_step *reach;
    uint8_t reach_count;
    uint8_t form; // of the cells: tsr_form
    uint16_t reach_line;
    uint32_t pad3;

    // Adapts `mine`, a copy of this table, to r->players and r->opt. Called first; it may change
    // all members above.
    void (*adapt)(const tsr_rules *r, tsr_grid_game *mine);

    // Completes the start position: pieces that depend on options, extra numbers.
    void (*begin)(const tsr_rules *r, tsr_grid *b);

    // The first player, or TSR_CHANCE. Default: 0.
    int (*first_player)(const tsr_rules *r);

    // Whether the move is legal by the rules specific to this game: 0 = yes, else a message:
    // `return tsr_say(why, MY_LINE, ...)`. The kit has already checked that the cells exist, that
    // the piece belongs to the player and is in reserve, and that the target is free (or allowed by
    // TAKES or COVERS). Default: yes.
    int (*validate)(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why);

    // Plays the move. Default: tsr_grid_apply, which most implementations call first. It may end
    // the game with tsr_grid_end; then `finished` and `winner` are not called.
    void (*perform)(const tsr_rules *r, tsr_grid *b, tsr_grid_move m);

    // Whether the move has ended the game. Called before the turn passes. Default: no; the game
    // ends when a player has no move or a limit is reached.
    int (*finished)(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m);

    // The winner, or TSR_NOBODY for a draw (with one player: lost). Called once, at the end.
    // Default: the player with the highest `score`; without `score`, the last mover.
    int (*winner)(const tsr_rules *r, const tsr_grid *b);

    // The points of a player, at any time. Default: 1 for the winner, else 0. Without `winner`, the
    // points determine the ranks.
    int (*score)(const tsr_rules *r, const tsr_grid *b, int player);
    const char *score_word; // the name of the points: "pegs removed"; NULL = "score"

    // The next player. Default: the next seat. If it is the same player, the turn continues.
    // TSR_CHANCE: the slot `chance` lists the outcomes.
    int (*next_player)(const tsr_rules *r, const tsr_grid *b);

    // The new value of `round`. Called after the turn has passed. Default: + 1.
    int (*next_round)(const tsr_rules *r, const tsr_grid *b);

    // --- Speed ---

    // Lists candidate moves for `validate`, at most `cap`, in a fixed order. All legal moves must
    // be among them. With TSR_GRID_EXACT all of them must be legal and `validate` is not called;
    // the list may then be truncated at `cap`.
    int (*candidates)(const tsr_rules *r, const tsr_grid *b, tsr_move *out, int cap);

    // A uniformly random legal move.
    tsr_move (*sample)(const tsr_rules *r, const tsr_grid *b, tsr_rng *g);

    // --- Messages and scenes ---

    // The prompt. Default: "X to move".
    void (*prompt)(const tsr_rules *r, const tsr_grid *b, tsr_line *out);

    // The result. Default: "X wins", "the game is drawn", "X has lost".
    void (*finish_message)(const tsr_rules *r, const tsr_grid *b, tsr_line *out);

    // One sentence about a move. Default: "X places king on 3,4" and so on.
    void (*say)(const tsr_rules *r, const tsr_grid *b, int who, tsr_grid_move m, tsr_line *out);

    // The piece to draw in a cell, if it depends on more than the letter. NULL = by letter.
    const tsr_grid_piece *(*look)(const tsr_rules *r, const tsr_grid *b, int row, int col);

    // The picks for a move. Default: "cell", "piece, cell" or "cell, cell". For refs see
    // tsr_grid_cell_ref and tsr_grid_piece_ref.
    void (*picks)(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_picks *out);

    // Marks other cells affected by a move: tsr_mark(out, tsr_grid_cell_ref(b, row, col)).
    void (*marks)(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_picks *out);

    // Parses text other than "X r,c" and "r,c r,c"; TSR_NO_MOVE if it is not a move.
    tsr_move (*shorthand)(const tsr_rules *r, const tsr_grid *b, const char *text);

    // Checks further invariants of a position: 0 = valid, else a message. The kit has already
    // checked letters, holes and the ranges of numbers; the function must be safe for any board
    // that passes these checks.
    int (*check)(const tsr_rules *r, const tsr_grid *b, tsr_line *why);
};

// --- Helpers for the functions of a game -------------------------------------

// Plays a placement or a movement: the origin becomes free, and a piece on the target is removed. A
// placement with TSR_GRID_RESERVES takes the piece from the reserve.
void tsr_grid_apply(const tsr_rules *r, tsr_grid *b, tsr_grid_move m);

// The owner of a piece: a player, or TSR_NOBODY (also for free cells and holes).
int tsr_grid_owner(const tsr_rules *r, char letter);

// The piece with that letter; NULL if there is none.
const tsr_grid_piece *tsr_grid_piece_of(const tsr_rules *r, char letter);

// The number of pieces in reserve, and a function that adds to it (`n` may be negative).
int tsr_grid_in_reserve(const tsr_rules *r, const tsr_grid *b, char letter);
void tsr_grid_add_reserve(const tsr_rules *r, tsr_grid *b, char letter, int n);

// Whether the player on turn has a legal move.
int tsr_grid_can_move(const tsr_rules *r, const tsr_grid *b);

// The number of cells that contain a letter.
int tsr_grid_count(const tsr_grid *b, char letter);

// Finds the first cell with a letter, row by row; returns 0 if there is none.
int tsr_grid_find(const tsr_grid *b, char letter, int *row, int *col);

// The number of consecutive cells after (row, col) in one direction with the same contents.
int tsr_grid_run(const tsr_grid *b, int row, int col, int row_step, int col_step);

// The length of the longest row, column or diagonal of equal pieces through (row, col).
int tsr_grid_line(const tsr_grid *b, int row, int col);

// Whether a letter occurs `n` times in a line anywhere: in a row, column or diagonal. On boards of
// up to 64 cells this is faster than tsr_grid_line, on larger ones slower.
int tsr_grid_has_line(const tsr_grid *b, char letter, int n);

// Whether all cells strictly between two cells are free; 0 if the two are not in the same row,
// column or diagonal.
int tsr_grid_clear(const tsr_grid *b, int row, int col, int to_row, int to_col);

// The name of a piece as the argument of a message.
tsr_arg tsr_grid_word(const tsr_rules *r, char letter);

// The refs of cells, and of pieces in the reserve or palette, in the kit's scenes.
static inline uint32_t tsr_grid_cell_ref(const tsr_grid *b, int row, int col) {
    return 1u + (uint32_t)(row * b->width + col);
}
uint32_t tsr_grid_piece_ref(const tsr_rules *r, char letter);

// --- Messages ----------------------------------------------------------------

// The messages of the kit. X(name, code, template). The codes of a game's own messages begin at
// TSR_GRID_OWN:
//
//     enum { NOT_A_JUMP = TSR_GRID_OWN };
//     static const char *const lines[] = {
//         TSR_GRID_LINE_ROWS,
//         [NOT_A_JUMP] = "there is no peg on {0} to jump over",
//     };
//
// with TSR_GRID_LINES_OF(lines) in the table.
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
    X(TSR_GRID_BAD_PLAYER, 24, "the player on turn is not valid")                                  \
    X(TSR_GRID_BAD_END, 25, "the result does not fit the position")                                \
    X(TSR_GRID_BAD_COUNT, 26, "a count of moves or rounds is out of range")                        \
    X(TSR_GRID_BAD_CELL, 27, "{0} contains something that is not allowed there")                   \
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

// For the initialiser of a `tsr_game`: all slots that the kit fills in. A game may add chance,
// view, guess, seen and ai.
#define TSR_GRID_SLOTS TSR_GRID_SLOTS_BUT_MORE, .more = &tsr_grid_more

// The same without `more`, for a game that has its own table there.
#define TSR_GRID_SLOTS_BUT_MORE                                                                    \
    .size = sizeof(tsr_game), .abi = TSR_ABI, .open = tsr_grid_open, .close = tsr_grid_close,      \
    .init = tsr_grid_init, .turn = tsr_grid_turn, .moves = tsr_grid_moves,                         \
    .why_not = tsr_grid_why_not, .play = tsr_grid_play, .result = tsr_grid_result,                 \
    .move_text = tsr_grid_move_text, .move_parse = tsr_grid_move_parse, .text = tsr_grid_text,     \
    .parse = tsr_grid_parse, .check = tsr_grid_check, .info = tsr_grid_info,                       \
    .scene = tsr_grid_scene, .path = tsr_grid_path

// The kit's table `more`. A game that adds to it (minutes, tags, agents, skins) defines its own
// table that begins with TSR_GRID_MORE, and sets `.more` to it after TSR_GRID_SLOTS_BUT_MORE.
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
