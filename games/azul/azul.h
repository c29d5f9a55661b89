// SPDX-License-Identifier: MIT
#ifndef AZUL_AZUL_H
#define AZUL_AZUL_H

// Azul for those who want more than the contract: a view unpacked into plain
// numbers, a judgement of a board for bots, and two drawings for terminals.
//
// Everything here takes rules opened for the game "azul" and a state or a view
// (Azul hides nothing, they are the same), allocates nothing, keeps nothing and
// may be called from any thread.
//
// Colours are 0 blue, 1 yellow, 2 red, 3 black, 4 white; people see them as
// types 1 to 5. Lines, rows and columns count from 0, from the top and the left.

#include <tessera/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TSR_AZUL_COLOURS = 5, TSR_AZUL_SIZE = 5, TSR_AZUL_SOURCES = 10, TSR_AZUL_PLAYERS = 4 };

// Whether `r` are rules of Azul; the functions below need that.
int tsr_is_azul(const tsr_rules *r);

// --- A view in plain numbers -------------------------------------------------

typedef struct tsr_azul_board {
    int score;                              // with the bonuses once the game is over
    int line_count[TSR_AZUL_SIZE];          // tiles on each pattern line
    int line_colour[TSR_AZUL_SIZE];         // -1 = empty
    int wall[TSR_AZUL_SIZE][TSR_AZUL_SIZE]; // colour on row, column; -1 = empty
    int floor[TSR_AZUL_COLOURS];            // tiles on the floor line
    int floor_used;                         // spaces, 0 to 7, the marker's included
    int floor_paid;                         // points that the floor has taken off so far
    int has_marker;
    int full_rows, full_columns, full_colours;
    int bonus; // what these are worth at the end
} tsr_azul_board;

typedef struct tsr_azul {
    int players, displays;
    int is_advanced; // the free wall
    int round;       // from 1
    int is_over;
    int mover;      // the player who decides; -1 = chance or nobody
    int tiled_line; // the mover's line that goes to the wall now; -1 = tiles are taken
    int marker_in_centre;
    int source[TSR_AZUL_SOURCES][TSR_AZUL_COLOURS]; // 0 the centre, 1 to 9 the displays
    int bag[TSR_AZUL_COLOURS], lid[TSR_AZUL_COLOURS];
    tsr_azul_board board[TSR_AZUL_PLAYERS];
} tsr_azul;

void tsr_azul_read(const tsr_rules *r, const void *view, tsr_azul *out);

// --- Judgement ---------------------------------------------------------------

// How much the parts of a board count beside its points; 1 = as many points as
// a part would bring once it is complete.
typedef struct tsr_azul_weights {
    float line;   // pattern lines under way
    float row;    // progress to complete rows,
    float column; // columns
    float colour; // and colours
    float marker; // points for starting the next round
} tsr_azul_weights;

extern const tsr_azul_weights tsr_azul_weights_default;

// The points `player` may hope for: those of today, were the wall tiled now, less
// the floor, and what rows, columns, colours and lines under way promise.
float tsr_azul_value(const tsr_rules *r, const void *view, int player,
                     const tsr_azul_weights *weights);

// --- Drawings ----------------------------------------------------------------

// The classic picture for a terminal, from the seat of `viewer` (a player, or
// TSR_WATCHER), in plain ASCII: the others, the table (until the game is over), one's
// own board and score.
// `names` may be NULL. snprintf's rule.
int tsr_azul_draw(const tsr_rules *r, const void *view, int viewer, tsr_player_names names,
                  char *buf, size_t cap);

// The final table: rank, name, score and where it came from. The same for every
// `viewer`. snprintf's rule.
int tsr_azul_draw_result(const tsr_rules *r, const void *view, int viewer, tsr_player_names names,
                         char *buf, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
