// SPDX-License-Identifier: MIT
//
// What a move of Azul is made of, for networks. "Display 3, red, line 2" says nothing from one round to the next, since
// other tiles lie there; which colour goes where, how many tiles that takes, what it leaves and what it brings does.

#include "azul/azul.h"
#include "azul/azul_state.h"

#include <math.h>

enum { MOST_TILES = 8, MOST_POINTS = 10, GAINS = 24, NO_GAIN = 10 };

// Where each kind of number begins.
enum {
    COLOUR_TO = 0,                                      // colour and target
    TILES_TO = COLOUR_TO + AZUL_COLOURS * AZUL_TARGETS, // how many, and target
    FALL = TILES_TO + MOST_TILES * AZUL_TARGETS,        // how many fall
    LEFT_ON = FALL + AZUL_FLOOR_SPACES + 1,             // line, and spaces left on it
    POINTS = LEFT_ON + AZUL_SIZE * AZUL_SIZE,           // of the tile, if the line is full now
    MARKER = POINTS + MOST_POINTS + 1,                  // it takes the marker
    GAIN = MARKER + 1,                                  // what the board gains, in points
    COLUMN = GAIN + GAINS,                              // of a tile on the free wall
    PIECES = COLUMN + AZUL_SIZE
};

static_assert((int)PIECES == (int)AZUL_PIECES, "as many as the table of azul_ai.c says");

static int at_most(int x, int most) {
    return x < most ? x : most;
}

// What one more tile in a set of five promises, as tsr_azul_value has it.
static float next_of(uint32_t set, float weight, int bonus) {
    int n = __builtin_popcount(set);
    return weight * (float)bonus * (float)(2 * n + 1) / (float)(AZUL_SIZE * AZUL_SIZE);
}

// Points of the tile of a line, on the wall as it is; -1 where it can go nowhere.
static int points_of(const tsr_rules *r, const azul_player *p, int line, int colour) {
    int column = azul_best_column(r, p, line, colour);
    return column < 0 ? -1 : azul_points(p->wall | 1u << (5 * line + column), line, column);
}

// What a line with so many tiles is worth.
static float line_worth(const tsr_rules *r, const azul_player *p, int line, int colour, int count) {
    const tsr_azul_weights *w = &tsr_azul_weights_default;
    int points = count ? points_of(r, p, line, colour) : 0;
    if (count == 0 || points < 0) return 0;
    if (count <= line) {
        float share = (float)count / (float)(line + 1);
        return w->line * share * share * (float)points;
    }
    int column = azul_best_column(r, p, line, colour);
    return (float)points + next_of(azul_row_of(p->wall, line), w->row, AZUL_ROW_BONUS) +
           next_of(p->wall >> column & 0x108421u, w->column, AZUL_COLUMN_BONUS) +
           next_of(p->cells[colour], w->colour, AZUL_COLOUR_BONUS);
}

typedef struct take {
    int colour, target, tiles, fall, marker;
    int before, after; // tiles on the line
} take;

static take read_take(const azul_state *s, int who, tsr_move m) {
    int source = tsr_move_byte(m, 1);
    take t = {.colour = tsr_move_byte(m, 2), .target = tsr_move_byte(m, 3)};
    t.tiles = azul_count(s->source[source], t.colour);
    t.marker = source == AZUL_CENTRE && s->marker == TSR_NOBODY;
    t.fall = t.tiles;
    if (t.target < AZUL_SIZE) {
        t.before = azul_line_count(&s->player[who], t.target);
        t.after = at_most(t.before + t.tiles, t.target + 1);
        t.fall = t.before + t.tiles - t.after;
    }
    return t;
}

static float gain_of(const tsr_rules *r, const azul_state *s, int who, const take *t) {
    const azul_player *p = &s->player[who];
    int used = azul_floor_used(s, who);
    int more = at_most(used + t->fall + t->marker, AZUL_FLOOR_SPACES);
    float gain = (float)(azul_penalty(used) - azul_penalty(more));
    gain += t->marker ? tsr_azul_weights_default.marker : 0;
    if (t->target < AZUL_SIZE) {
        gain += line_worth(r, p, t->target, t->colour, t->after) -
                line_worth(r, p, t->target, t->colour, t->before);
    }
    return gain;
}

static int pieces_of_take(const tsr_rules *r, const azul_state *s, int who, tsr_move m,
                          uint16_t *index) {
    take t = read_take(s, who, m);
    int n = 0, gain = (int)lrintf(gain_of(r, s, who, &t)) + NO_GAIN;
    index[n++] = (uint16_t)(COLOUR_TO + t.colour * AZUL_TARGETS + t.target);
    index[n++] =
        (uint16_t)(TILES_TO + (at_most(t.tiles, MOST_TILES) - 1) * AZUL_TARGETS + t.target);
    index[n++] = (uint16_t)(FALL + at_most(t.fall, AZUL_FLOOR_SPACES));
    index[n++] = (uint16_t)(GAIN + (gain < 0 ? 0 : at_most(gain, GAINS - 1)));
    if (t.marker) index[n++] = MARKER;
    if (t.target < AZUL_SIZE) {
        int is_full = t.after > t.target;
        int points = is_full ? points_of(r, &s->player[who], t.target, t.colour) : 0;
        index[n++] = (uint16_t)(LEFT_ON + t.target * AZUL_SIZE + t.target + 1 - t.after);
        index[n++] = (uint16_t)(POINTS + (points < 0 ? 0 : at_most(points, MOST_POINTS)));
    }
    return n;
}

int azul_move_pieces(const tsr_rules *r, const void *state, int who, tsr_move m, uint16_t *index) {
    const azul_state *s = state;
    if (tsr_move_byte(m, 0) == AZUL_TAKE) return pieces_of_take(r, s, who, m, index);
    const azul_player *p = &s->player[who];
    int line = azul_full_line(p), column = tsr_move_byte(m, 1);
    int points = azul_points(p->wall | 1u << (5 * line + column), line, column);
    index[0] = (uint16_t)(COLUMN + column);
    index[1] = (uint16_t)(POINTS + at_most(points, MOST_POINTS));
    return 2;
}
