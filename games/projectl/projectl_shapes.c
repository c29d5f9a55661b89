// SPDX-License-Identifier: MIT

// Shapes as bit masks: all 387 ways in which the nine pieces lie on the grid, and
// the table that finds those which fit into a mask.

#include "projectl_state.h"

const uint8_t projectl_levels[TSR_PL_SHAPES] = {1, 4, 2, 3, 4, 3, 4, 4, 4};

const uint16_t projectl_level_masks[TSR_PL_LEVELS + 2] = {
    0,
    1u << TSR_PL_O1,
    1u << TSR_PL_I2,
    1u << TSR_PL_I3 | 1u << TSR_PL_L2,
    1u << TSR_PL_O2 | 1u << TSR_PL_I4 | 1u << TSR_PL_L3 | 1u << TSR_PL_Z | 1u << TSR_PL_T,
    0,
};

const char *const projectl_turn_names[8] = {"",  "r90",  "r180",  "r270",
                                            "f", "r90f", "r180f", "r270f"};

// The shapes unturned, as drawn in the rules: cells (row, col) in a 4 x 4 box.
static const struct {
    const char *name;
    uint8_t cell[4][2];
} drawing[TSR_PL_SHAPES] = {
    {"O1", {{0, 0}}},
    {"O2", {{0, 0}, {0, 1}, {1, 0}, {1, 1}}},
    {"I2", {{0, 0}, {0, 1}}},
    {"I3", {{0, 0}, {0, 1}, {0, 2}}},
    {"I4", {{0, 0}, {0, 1}, {0, 2}, {0, 3}}},
    {"L2", {{0, 0}, {0, 1}, {1, 0}}},
    {"L3", {{0, 0}, {0, 1}, {0, 2}, {1, 0}}},
    {"Z", {{0, 0}, {0, 1}, {1, 1}, {1, 2}}},
    {"T", {{0, 0}, {0, 1}, {0, 2}, {1, 1}}},
};

const char *tsr_pl_shape_name(int shape) {
    return shape >= 0 && shape < TSR_PL_SHAPES ? drawing[shape].name : "?";
}

int tsr_pl_shape_colour(int shape) {
    static const uint8_t colour[TSR_PL_SHAPES] = {
        TSR_COLOUR_YELLOW, TSR_COLOUR_RED,  TSR_COLOUR_GREEN, TSR_COLOUR_BLUE, TSR_COLOUR_PURPLE,
        TSR_COLOUR_ORANGE, TSR_COLOUR_CYAN, TSR_COLOUR_BROWN, TSR_COLOUR_PINK,
    };
    return shape >= 0 && shape < TSR_PL_SHAPES ? colour[shape] : TSR_COLOUR_NONE;
}

int tsr_pl_level(int shape) {
    return shape >= 0 && shape < TSR_PL_SHAPES ? projectl_levels[shape] : 0;
}

uint32_t tsr_pl_level_shapes(int level) {
    return level >= 1 && level <= TSR_PL_LEVELS ? projectl_level_masks[level] : 0;
}

// --- Making the placements -------------------------------------------------------

// One orientation of a shape, moved to the top left corner.
typedef struct form {
    uint32_t mask;
    int height, width;
} form;

static form turned(int shape, int turn) {
    int row[4], col[4], count = projectl_levels[shape], top = 9, left = 9;
    form f = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        int y = drawing[shape].cell[i][0], x = drawing[shape].cell[i][1];
        x = turn >= 4 ? -x : x;
        for (int quarter = 0; quarter < (turn & 3); quarter++) {
            int old_y = y;
            y = x; // clockwise: (row, col) -> (col, -row)
            x = -old_y;
        }
        row[i] = y;
        col[i] = x;
        top = i == 0 || y < top ? y : top;
        left = i == 0 || x < left ? x : left;
    }
    for (int i = 0; i < count; i++) {
        int y = row[i] - top, x = col[i] - left;
        f.mask |= 1u << (TSR_PL_SIDE * y + x);
        f.height = y + 1 > f.height ? y + 1 : f.height;
        f.width = x + 1 > f.width ? x + 1 : f.width;
    }
    return f;
}

int projectl_plain_turn(int shape, int turn) {
    uint32_t mask = turned(shape, turn).mask;
    int first = 0;
    while (turned(shape, first).mask != mask) {
        first++;
    }
    return first;
}

// Adds the placements of one shape after `at`; returns where the next one goes.
static int place_everywhere(tsr_pl_placement *out, int at, int shape) {
    for (int turn = 0; turn < 8; turn++) {
        form f = turned(shape, turn);
        if (projectl_plain_turn(shape, turn) != turn) {
            continue;
        }
        for (int y = 0; y + f.height <= TSR_PL_SIDE; y++) {
            for (int x = 0; x + f.width <= TSR_PL_SIDE; x++) {
                uint32_t mask = f.mask << (TSR_PL_SIDE * y + x);
                out[at++] = (tsr_pl_placement){mask, (uint8_t)shape, (uint8_t)turn,
                                               (uint8_t)projectl_lowest(mask), 0};
            }
        }
    }
    return at;
}

static void add_to_set(tsr_pl_set *set, int placement) {
    set->w[placement / 64] |= 1ull << (placement % 64);
}

// Chunk c holds the cells from chunk_at[c]; its sets begin at inside_at[c].
static const uint8_t chunk_at[PROJECTL_CHUNKS + 1] = {0, 7, 13, 19, 25};
static const uint16_t inside_at[PROJECTL_CHUNKS] = {0, 128, 192, 256};

static void make_inside(projectl_tables *t) {
    for (int chunk = 0; chunk < PROJECTL_CHUNKS; chunk++) {
        int bits = chunk_at[chunk + 1] - chunk_at[chunk];
        for (uint32_t cells = 0; cells < 1u << bits; cells++) {
            tsr_pl_set *set = &t->inside[inside_at[chunk] + cells];
            for (int i = 0; i < TSR_PL_PLACEMENTS; i++) {
                uint32_t part = t->placement[i].mask >> chunk_at[chunk] & ((1u << bits) - 1);
                if ((part & ~cells) == 0) {
                    add_to_set(set, i);
                }
            }
        }
    }
}

static void make_shape_sets(projectl_tables *t) {
    for (int i = 0; i < TSR_PL_PLACEMENTS; i++) {
        int shape = t->placement[i].shape;
        for (int bits = 0; bits < 32; bits++) {
            if (shape < 5 && bits >> shape & 1) {
                add_to_set(&t->low_shapes[bits], i);
            }
            if (shape >= 5 && bits < 16 && bits >> (shape - 5) & 1) {
                add_to_set(&t->high_shapes[bits], i);
            }
        }
    }
}

static void make_anchors(projectl_tables *t) {
    int at = 0;
    for (int cell = 0; cell < TSR_PL_CELLS; cell++) {
        t->anchored[cell] = (uint16_t)at;
        for (int level = TSR_PL_LEVELS; level >= 1; level--) {
            for (int i = 0; i < TSR_PL_PLACEMENTS; i++) {
                const tsr_pl_placement *p = &t->placement[i];
                if (p->anchor == cell && projectl_levels[p->shape] == level) {
                    t->by_anchor[at++] = (uint16_t)i;
                }
            }
        }
    }
    t->anchored[TSR_PL_CELLS] = (uint16_t)at;
}

void projectl_tables_make(projectl_tables *t) {
    memset(t, 0, sizeof *t);
    int at = 0;
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        t->first[shape] = (uint16_t)at;
        at = place_everywhere(t->placement, at, shape);
    }
    t->first[TSR_PL_SHAPES] = (uint16_t)at;
    make_inside(t);
    make_shape_sets(t);
    make_anchors(t);
}

// --- Asking ----------------------------------------------------------------------

void projectl_fits(const projectl_tables *t, uint32_t free, tsr_pl_set *out) {
    const tsr_pl_set *a = &t->inside[free & 127];
    const tsr_pl_set *b = &t->inside[128 + (free >> 7 & 63)];
    const tsr_pl_set *c = &t->inside[192 + (free >> 13 & 63)];
    const tsr_pl_set *d = &t->inside[256 + (free >> 19 & 63)];
    for (int i = 0; i < TSR_PL_SET_WORDS; i++) {
        out->w[i] = a->w[i] & b->w[i] & c->w[i] & d->w[i];
    }
}

// The placement that covers exactly `mask`: it is among those with that anchor.
static int find(const projectl_tables *t, uint32_t mask) {
    if (mask == 0 || mask > TSR_PL_FULL) {
        return -1;
    }
    int anchor = projectl_lowest(mask);
    for (int i = t->anchored[anchor]; i < t->anchored[anchor + 1]; i++) {
        if (t->placement[t->by_anchor[i]].mask == mask) {
            return t->by_anchor[i];
        }
    }
    return -1;
}

int projectl_shape_of(const projectl_tables *t, uint32_t mask) {
    int i = find(t, mask);
    return i < 0 ? -1 : t->placement[i].shape;
}

const tsr_pl_placement *tsr_pl_placements(const tsr_rules *r, int shape, int *count) {
    const projectl_tables *t = &projectl_of(r)->t;
    if (shape < 0 || shape >= TSR_PL_SHAPES) {
        *count = 0;
        return t->placement;
    }
    *count = t->first[shape + 1] - t->first[shape];
    return &t->placement[t->first[shape]];
}

int tsr_pl_placement_of(const tsr_rules *r, uint32_t mask) {
    return find(&projectl_of(r)->t, mask);
}

int tsr_pl_is_shape(const tsr_rules *r, int shape, uint32_t mask) {
    return shape >= 0 && projectl_shape_of(&projectl_of(r)->t, mask) == shape;
}

void tsr_pl_fits(const tsr_rules *r, uint32_t free, tsr_pl_set *out) {
    projectl_fits(&projectl_of(r)->t, free & TSR_PL_FULL, out);
}

// --- Pieces in a puzzle ------------------------------------------------------------

#define LAST_COLUMN (1u << 4 | 1u << 9 | 1u << 14 | 1u << 19 | 1u << 24)

void projectl_slot_lay(projectl_slot *slot, uint32_t mask) {
    slot->free &= ~mask;
    slot->right |= mask & mask >> 1 & ~LAST_COLUMN;
    slot->down |= mask & mask >> TSR_PL_SIDE;
}

uint32_t projectl_piece_at(const projectl_slot *slot, int cell) {
    uint32_t piece = 1u << cell, grown = 0;
    uint32_t right = slot->right & ~LAST_COLUMN;
    while (piece != grown) {
        grown = piece;
        piece |= (piece & right) << 1 | (piece >> 1 & right);
        piece |= (piece & slot->down) << TSR_PL_SIDE | (piece >> TSR_PL_SIDE & slot->down);
        piece &= TSR_PL_FULL;
    }
    return piece;
}

int projectl_slot_pieces(const projectl_data *d, const projectl_slot *slot,
                         uint8_t count[TSR_PL_SHAPES]) {
    uint32_t laid = projectl_puzzle(d, slot->puzzle)->mask & ~slot->free;
    int pieces = 0;
    memset(count, 0, TSR_PL_SHAPES);
    while (laid) {
        uint32_t piece = projectl_piece_at(slot, projectl_lowest(laid));
        int shape = projectl_shape_of(&d->t, piece);
        if (shape < 0 || (piece & ~laid) != 0) {
            return -1;
        }
        laid &= ~piece;
        count[shape]++;
        pieces++;
    }
    return pieces;
}
