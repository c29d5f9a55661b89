// SPDX-License-Identifier: MIT
//
// Azul's moves: all of them, one at random, how many, and why not that one.

#include "azul/azul_state.h"

// --- Counting ----------------------------------------------------------------

static const uint8_t bits_in_6[64] = {
    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5,
    1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6};

// The sizes of the five sets in `where`, each in its field of 12 bits: bits are
// added to pairs, pairs to fours, and the three fours of a field to one.
static uint64_t where_sizes(uint64_t where) {
    where -= where >> 1 & 0x0555555555555555u;
    where = (where & 0x0333333333333333u) + (where >> 2 & 0x0333333333333333u);
    return where + (where >> 4) + (where >> 8);
}

// How many moves take `colour`, for each colour; returns the sum.
static uint32_t count_takes(const azul_state *s, const azul_player *p, uint32_t *by_colour) {
    uint64_t sizes = where_sizes(s->where);
    uint32_t sum = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        uint32_t sources = (uint32_t)(sizes >> 12 * colour) & 15u;
        by_colour[colour] = sources * bits_in_6[azul_open(p, colour)];
        sum += by_colour[colour];
    }
    return sum;
}

// The k-th member of a set of six, from 0. Always five steps, since a branch on a
// random number would be guessed wrong half of the time.
static int member(uint32_t set, uint32_t k) {
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t without_lowest = set & (set - 1);
        set = i < k ? without_lowest : set;
    }
    return azul_lowest(set);
}

// The same for a set of twelve, such as the sources of a colour.
static int member_of_12(uint32_t set, uint32_t k) {
    uint32_t in_low = bits_in_6[set & 63u];
    int low = k < in_low;
    int found = member(low ? set & 63u : set >> 6, low ? k : k - in_low);
    return low ? found : found + 6;
}

// The columns that `p` may choose now.
static uint32_t columns_now(const tsr_rules *r, const azul_player *p) {
    int line = azul_full_line(p);
    return azul_columns_for(r, p, line, azul_line_colour(p, line));
}

static int is_decider(const azul_state *s, int who) {
    return (s->phase == AZUL_OFFER || s->phase == AZUL_TILING) && s->mover == who;
}

int azul_count_moves(const tsr_rules *r, const void *state, int who) {
    const azul_state *s = state;
    if (who == TSR_CHANCE) return azul_chance(r, s, NULL, NULL);
    if (!is_decider(s, who)) return 0;
    const azul_player *p = &s->player[who];
    if (s->phase == AZUL_TILING) return bits_in_6[columns_now(r, p)];
    uint32_t by_colour[AZUL_COLOURS];
    return (int)count_takes(s, p, by_colour);
}

// --- Listing -----------------------------------------------------------------

static tsr_move take_move(int source, int colour, int target) {
    return tsr_move_of(AZUL_TAKE, source, colour, target, 0);
}

static int list_takes(const tsr_rules *r, const azul_state *s, const azul_player *p,
                      tsr_move *out) {
    int count = 0;
    for (int source = 0; source <= azul_displays(r); source++) {
        for (int colour = 0; colour < AZUL_COLOURS; colour++) {
            if (azul_count(s->source[source], colour) == 0) continue;
            for (uint32_t set = azul_open(p, colour); set; set &= set - 1) {
                out[count++] = take_move(source, colour, azul_lowest(set));
            }
        }
    }
    return count;
}

int azul_moves(const tsr_rules *r, const void *state, int who, tsr_move *out) {
    const azul_state *s = state;
    if (!is_decider(s, who)) return 0;
    const azul_player *p = &s->player[who];
    if (s->phase == AZUL_OFFER) return list_takes(r, s, p, out);
    int count = 0;
    for (uint32_t set = columns_now(r, p); set; set &= set - 1) {
        out[count++] = tsr_move_of(AZUL_PLACE, azul_lowest(set), 0, 0, 0);
    }
    return count;
}

// --- Chance ------------------------------------------------------------------

// The list of outcomes as it grows.
typedef struct outcomes {
    tsr_move *moves; // NULL = only count
    uint32_t *weights;
    int count;
} outcomes;

static void add_outcome(outcomes *list, tsr_move m, uint32_t weight) {
    if (list->moves) {
        list->moves[list->count] = m;
        list->weights[list->count] = weight;
    }
    list->count++;
}

// The number of ways to choose `k` of `n` things.
static uint32_t choose(int n, int k) {
    uint32_t ways = 1;
    for (int i = 0; i < k; i++) {
        ways = ways * (uint32_t)(n - i) / (uint32_t)(i + 1);
    }
    return ways;
}

// Adds every way to draw `left` more tiles of `colour` and those after it, beside
// the `drawn` ones, which can be drawn in `weight` ways.
static void add_draws(outcomes *list, azul_tiles bag, int colour, int left, azul_tiles drawn,
                      uint32_t weight) {
    int have = azul_count(bag, colour);
    if (colour == AZUL_COLOURS - 1) {
        if (left > have) return;
        add_outcome(list, azul_draw_move(drawn + azul_some(colour, left)),
                    weight * choose(have, left));
        return;
    }
    for (int k = left < have ? left : have; k >= 0; k--) {
        add_draws(list, bag, colour + 1, left - k, drawn + azul_some(colour, k),
                  weight * choose(have, k));
    }
}

int azul_chance(const tsr_rules *r, const void *state, tsr_move *out, uint32_t *weight) {
    const azul_state *s = state;
    outcomes list = {out, weight, 0};
    if (s->phase == AZUL_BEGIN) {
        for (int player = 0; player < r->players; player++) {
            add_outcome(&list, tsr_move_of(AZUL_START, player, 0, 0, 0), 1);
        }
    } else if (s->phase == AZUL_DEAL) {
        add_draws(&list, s->bag, 0, azul_draw_size(s), 0, 1);
    }
    return list.count;
}

// --- Sampling ----------------------------------------------------------------

// One tile of the bag, by its share: no branches on what was drawn.
static azul_tiles sample_tile(azul_tiles bag, tsr_rng *g) {
    int k = (int)tsr_rng_below(g, (uint32_t)azul_total(bag));
    int colour = 0, sum = 0;
    for (int c = 0; c < AZUL_COLOURS - 1; c++) {
        sum += azul_count(bag, c);
        colour += k >= sum;
    }
    return azul_some(colour, 1);
}

static tsr_move sample_chance(const tsr_rules *r, const azul_state *s, tsr_rng *g) {
    azul_tiles drawn = 0;
    if (s->phase == AZUL_BEGIN) {
        return tsr_move_of(AZUL_START, (int)tsr_rng_below(g, r->players), 0, 0, 0);
    }
    for (int left = azul_draw_size(s); left > 0; left--) {
        drawn += sample_tile(s->bag - drawn, g);
    }
    return azul_draw_move(drawn);
}

// Uniform over all moves: first a colour by its share of them, then any of the
// sources that hold it with any of the targets that accept it.
static tsr_move sample_take(const azul_state *s, const azul_player *p, tsr_rng *g) {
    uint32_t by_colour[AZUL_COLOURS];
    uint32_t k = tsr_rng_below(g, count_takes(s, p, by_colour));
    uint32_t sum = 0, before = 0;
    int colour = 0;
    for (int c = 0; c < AZUL_COLOURS - 1; c++) {
        sum += by_colour[c];
        colour += k >= sum;
        before = k >= sum ? sum : before;
    }
    k -= before;
    uint32_t targets = azul_open(p, colour);
    uint32_t target_count = bits_in_6[targets];
    int source = member_of_12(azul_where(s, colour), k / target_count);
    return take_move(source, colour, member(targets, k % target_count));
}

tsr_move azul_sample(const tsr_rules *r, const void *state, int who, tsr_rng *g) {
    const azul_state *s = state;
    if (who == TSR_CHANCE) return sample_chance(r, s, g);
    const azul_player *p = &s->player[who];
    if (s->phase == AZUL_OFFER) return sample_take(s, p, g);
    uint32_t columns = columns_now(r, p);
    int column = member(columns, tsr_rng_below(g, bits_in_6[columns]));
    return tsr_move_of(AZUL_PLACE, column, 0, 0, 0);
}

// --- Legality ----------------------------------------------------------------

static int why_not_from(const tsr_rules *r, const azul_state *s, int source, int colour,
                        tsr_line *out) {
    int displays = azul_displays(r);
    if (source > displays) {
        return tsr_say(out, AZUL_NO_DISPLAY, TSR_INT(source), TSR_INT(displays));
    }
    if (colour >= AZUL_COLOURS) return tsr_say(out, AZUL_NO_TYPE, TSR_INT(colour + 1));
    if (s->source[source] == 0) {
        return tsr_say(out, AZUL_EMPTY, TSR_NAME(AZUL_NAME_SOURCE + source));
    }
    if (azul_count(s->source[source], colour) == 0) {
        return tsr_say(out, AZUL_NOT_THERE, TSR_NAME(AZUL_NAME_SOURCE + source), TSR_NAME(colour));
    }
    return 0;
}

static int why_not_to(const azul_player *p, int colour, int target, tsr_line *out) {
    if (target == AZUL_FLOOR) return 0;
    if (target > AZUL_FLOOR) return tsr_say(out, AZUL_NO_LINE, TSR_INT(target));
    if (azul_line_is_full(p, target)) return tsr_say(out, AZUL_LINE_FULL, TSR_INT(target + 1));
    if (azul_line_count(p, target) && azul_line_colour(p, target) != colour) {
        return tsr_say(out, AZUL_LINE_HOLDS, TSR_INT(target + 1),
                       TSR_NAME(azul_line_colour(p, target)));
    }
    if (azul_row_of(p->cells[colour], target)) {
        return tsr_say(out, AZUL_ROW_HAS, TSR_INT(target + 1), TSR_NAME(colour));
    }
    return 0;
}

static int why_not_take(const tsr_rules *r, const azul_state *s, const azul_player *p, tsr_move m,
                        tsr_line *out) {
    int source = tsr_move_byte(m, 1), colour = tsr_move_byte(m, 2), target = tsr_move_byte(m, 3);
    int why = why_not_from(r, s, source, colour, out);
    return why ? why : why_not_to(p, colour, target, out);
}

static int why_not_place(const azul_player *p, int column, tsr_line *out) {
    int row = azul_full_line(p);
    int colour = azul_line_colour(p, row);
    if (column >= AZUL_SIZE) return tsr_say(out, AZUL_NO_COLUMN, TSR_INT(column + 1));
    int there = azul_cell_colour(p, row, column);
    if (there >= 0) {
        return tsr_say(out, AZUL_CELL_TAKEN, TSR_INT(column + 1), TSR_INT(row + 1),
                       TSR_NAME(there));
    }
    if (azul_columns_of(p->cells[colour]) >> column & 1u) {
        return tsr_say(out, AZUL_COLUMN_HAS, TSR_INT(column + 1), TSR_NAME(colour));
    }
    return 0;
}

// Whether all bits that a move of this kind does not use are 0.
static int is_well_formed(tsr_move m) {
    switch (tsr_move_byte(m, 0)) {
    case AZUL_TAKE: return m >> 32 == 0;
    case AZUL_PLACE: return m >> 16 == 0;
    default: return 0;
    }
}

int azul_why_not(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_line *out) {
    const azul_state *s = state;
    if (!is_decider(s, who)) return tsr_say(out, TSR_LINE_NOT_TURN, TSR_PLAYER(who));
    const azul_player *p = &s->player[who];
    if (!is_well_formed(m)) return tsr_say(out, AZUL_NOT_A_MOVE);
    int kind = tsr_move_byte(m, 0);
    if (s->phase == AZUL_OFFER) {
        if (kind != AZUL_TAKE) return tsr_say(out, AZUL_TAKE_NOW);
        return why_not_take(r, s, p, m, out);
    }
    if (kind != AZUL_PLACE) return tsr_say(out, AZUL_PLACE_NOW, TSR_INT(azul_full_line(p) + 1));
    return why_not_place(p, tsr_move_byte(m, 1), out);
}
