// SPDX-License-Identifier: MIT
//
// Chains of hops from many pieces as C, for processors that compute with four words at once.
//
// A hop goes two steps along a row, a column or a diagonal, so a piece stays on the cells whose row and column are as
// odd or even as its own. These are a *leaf*: the board falls into four. What a hop crosses lies on another leaf, so no
// piece stands in the way of its own chain. A leaf of a board of many words fits one word, its cells in the order of the
// board and every direction a shift by one amount; so all four are gone through side by side, each word with the chain
// of one piece, and nobody asks how many words a set has.
#include <inttypes.h>

#include "lang/cgen/cgen_board.h"

enum {
    LEAVES = 4,
    PLACES = 65,   // of a leaf: its bits, and one for no cell
    MOST_AXES = 6, // pairs of opposite directions that are written out
    NOWHERE = 64   // the place of cells off the lattice
};

typedef struct axis {
    const board_shift *shift; // of the two directions, the one that leads to higher cells
    int dx, dy, by;           // by: bits of a leaf from end to end of a hop
} axis;

typedef struct folded {
    const board *b;
    int stride; // bits from row to row of a leaf
    int base[LEAVES];
    axis axis[MOST_AXES];
    int axes;
} folded;

// --- The layout --------------------------------------------------------------------------------------------

static int half(int x) { // rounded down
    return x < 0 ? -((1 - x) / 2) : x / 2;
}

static int leaf_at(int x, int y) {
    return (x & 1) | (y & 1) << 1;
}

static int leaf_of(const folded *f, int cell) {
    return leaf_at(cell % f->b->width, cell / f->b->width);
}

static int is_on_leaf(const folded *f, int cell) {
    return cell < f->b->width * f->b->height && board_has(f->b->on, cell);
}

// As a bit of its leaf, before the leaf's first one is made bit 0.
static int raw_bit(const folded *f, int x, int y) {
    return half(x) + f->stride * half(y);
}

static int bit_of(const folded *f, int cell) {
    return raw_bit(f, cell % f->b->width, cell / f->b->width) - f->base[leaf_of(f, cell)];
}

// Whether cells of a leaf are bits of a word in the order of the board, if its rows lie `stride` bits apart.
static int fits_stride(folded *f, int stride) {
    int last[LEAVES] = {-1, -1, -1, -1};
    f->stride = stride;
    for (int k = 0; k < LEAVES; k++) {
        f->base[k] = 0;
    }
    for (int c = 0; c < f->b->cells; c++) {
        const int leaf = leaf_of(f, c);
        if (!is_on_leaf(f, c)) {
            continue;
        }
        if (last[leaf] < 0) {
            f->base[leaf] = bit_of(f, c);
        }
        if (bit_of(f, c) <= last[leaf] || bit_of(f, c) >= 64) {
            return 0;
        }
        last[leaf] = bit_of(f, c);
    }
    return 1;
}

static int find_stride(folded *f) {
    for (int stride = 1; stride <= f->b->width; stride++) {
        if (fits_stride(f, stride)) {
            return 1;
        }
    }
    return 0;
}

// Whether a shift does what it says of itself, in columns and rows, wherever it leads.
static int is_plain(const board *b, const board_shift *s) {
    for (int c = 0; c < b->cells; c++) {
        const int to = s->to[c];
        if (to != BOARD_NONE &&
            (to % b->width != c % b->width + s->dx || to / b->width != c / b->width + s->dy)) {
            return 0;
        }
    }
    return s->uniform && ((s->dx & 1) || (s->dy & 1));
}

static int find_axes(const cgen *g, folded *f, int dirs) {
    f->axes = 0;
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        const board_shift *shift = &f->b->shift[s];
        if (!is_plain(f->b, shift)) {
            return 0;
        }
        if (shift->amount < 0) {
            continue;
        }
        if (f->axes == MOST_AXES) {
            return 0;
        }
        const int by = shift->dx + f->stride * shift->dy;
        f->axis[f->axes++] = (axis){shift, shift->dx, shift->dy, by};
        if (by <= 0 || by >= 64) {
            return 0;
        }
    }
    return f->axes > 0;
}

static int fold(const cgen *g, folded *f, int dirs) {
    const board *b = &g->p->b;
    *f = (folded){.b = b};
    return b->lattice && !b->wrap_x && !b->wrap_y && cgen_comes_in_pairs(b, dirs) &&
           find_stride(f) && find_axes(g, f, dirs);
}

// --- What is printed ---------------------------------------------------------------------------------------

static void put_numbers(cgen *g, const char *name, int dirs, const char *size, const int *number,
                        int count) {
    buffer_addf(&g->tables, "static const uint16_t %s_%d[%s] = {", name, dirs, size);
    for (int i = 0; i < count; i++) {
        buffer_addf(&g->tables, i % 16 ? " %d," : "\n    %d,", number[i]);
    }
    buffer_add_text(&g->tables, "\n};\n");
}

static void put_places(cgen *g, const folded *f, int dirs) {
    int place[BOARD_MAX_CELLS], cell[LEAVES * PLACES] = {0};
    for (int c = 0; c < f->b->cells; c++) {
        place[c] = NOWHERE;
        if (is_on_leaf(f, c)) {
            place[c] = PLACES * leaf_of(f, c) + bit_of(f, c);
            cell[place[c]] = c;
        }
    }
    put_numbers(g, "leaf_place", dirs, "CELLS", place, f->b->cells);
    put_numbers(g, "leaf_cell", dirs, "4 * 65", cell, LEAVES * PLACES);
}

// The cells of a word of a set that lie on a leaf. In the order of the board, so PEXT and PDEP move all of them.
static int put_piece(cgen *g, const folded *f, int leaf, int word, int any) {
    uint64_t from = 0, to = 0;
    for (int c = 64 * word; c < f->b->cells && c < 64 * word + 64; c++) {
        if (is_on_leaf(f, c) && leaf_of(f, c) == leaf) {
            from |= (uint64_t)1 << (c & 63);
            to |= (uint64_t)1 << bit_of(f, c);
        }
    }
    if (from) {
        buffer_addf(&g->tables, "%s_pdep_u64(_pext_u64(x.w[%d], 0x%" PRIx64 "u), 0x%" PRIx64 "u)",
                    any ? " |\n            " : "", word, from, to);
    }
    return any || from;
}

static void put_leaves_of(cgen *g, const folded *f, int dirs) {
    buffer_addf(&g->tables, "RT leaves leaves_of_%d(set x) {\n    return (leaves){\n", dirs);
    for (int leaf = 0; leaf < LEAVES; leaf++) {
        int any = 0;
        buffer_add_text(&g->tables, "        ");
        for (int word = 0; word < f->b->words; word++) {
            any = put_piece(g, f, leaf, word, any);
        }
        buffer_add_text(&g->tables, any ? ",\n" : "0,\n");
    }
    buffer_add_text(&g->tables, "    };\n}\n");
}

// Bits of the leaf of what is crossed, moved to where hops along an axis begin.
static void put_crossed(cgen *g, const folded *f, const axis *a, int leaf) {
    const int x = leaf & 1, y = leaf >> 1, other = leaf_at(x + a->dx, y + a->dy);
    const int up =
        raw_bit(f, x + a->dx, y + a->dy) - f->base[other] - raw_bit(f, x, y) + f->base[leaf];
    uint64_t begins = 0;
    for (int c = 0; c < f->b->cells; c++) {
        const int over = a->shift->to[c];
        if (is_on_leaf(f, c) && leaf_of(f, c) == leaf && over != BOARD_NONE &&
            a->shift->to[over] != BOARD_NONE) {
            begins |= (uint64_t)1 << bit_of(f, c);
        }
    }
    if (begins) {
        buffer_addf(&g->tables, "(crossed[%d] %s %d) & 0x%" PRIx64 "u", other, up < 0 ? "<<" : ">>",
                    up < 0 ? -up : up, begins);
    } else {
        buffer_add_text(&g->tables, "0");
    }
}

static void put_ways(cgen *g, const folded *f, int dirs) {
    buffer_addf(&g->tables,
                "RT void chains_ways_%d(chains_%d *k, leaves crossed, leaves room) {\n"
                "    k->room = room;\n",
                dirs, dirs);
    for (int i = 0; i < f->axes; i++) {
        buffer_addf(&g->tables, "    k->open[%d] = (leaves){", i);
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            buffer_add_text(&g->tables, leaf ? ",\n                           " : "");
            put_crossed(g, f, &f->axis[i], leaf);
        }
        buffer_add_text(&g->tables, "};\n");
    }
    buffer_add_text(&g->tables, "}\n");
}

static void put_hop(cgen *g, const folded *f, int dirs) {
    buffer_addf(&g->tables, "RT leaves chains_hop_%d(const chains_%d *k, leaves x) {\n    return ",
                dirs, dirs);
    for (int i = 0; i < f->axes; i++) {
        buffer_addf(&g->tables, "%s((x & k->open[%d]) << %d) | ((x >> %d) & k->open[%d])",
                    i ? " |\n           " : "", i, f->axis[i].by, f->axis[i].by, i);
    }
    buffer_add_text(&g->tables, ";\n}\n");
}

static void put_type(cgen *g, int axes, int dirs) {
    buffer *t = &g->tables;
    if (!g->has_leaves) {
        g->has_leaves = 1;
        buffer_add_text(t,
                        "// Every second row and column is a leaf, and a word: hops stay on it.\n"
                        "typedef uint64_t leaves __attribute__((vector_size(32)));\n"
                        "RT int leaves_any(leaves x) {\n"
                        "    return !_mm256_testz_si256((__m256i)x, (__m256i)x);\n}\n");
    }
    buffer_addf(t,
                "typedef struct chains_%d {\n    leaves open[%d]; // where hops begin, upwards\n"
                "    leaves room;\n    uint8_t count[4 * 65];\n} chains_%d;\n",
                dirs, axes, dirs);
}

// How many hops follow each other cannot be foreseen, so that two are made before it is asked whether there are more.
static void put_follow(cgen *g, int dirs) {
    buffer_addf(&g->tables,
                "RT leaves chains_to_%d(const chains_%d *k, leaves from) {\n"
                "    const leaves room = k->room & ~from;\n"
                "    for (leaves all = chains_hop_%d(k, from) & room;;) {\n"
                "        const leaves next = all | (chains_hop_%d(k, all) & room);\n"
                "        all = next | (chains_hop_%d(k, next) & room);\n"
                "        if (!leaves_any(all ^ next)) {\n            return all;\n        }\n"
                "    }\n}\n",
                dirs, dirs, dirs, dirs, dirs);
}

// All pieces that can hop, four at a time. Who has nothing left on its leaf counts none at the place for no cell.
static void put_begin(cgen *g, int dirs) {
    buffer *t = &g->tables;
    buffer_addf(t,
                "RT void chains_none_%d(chains_%d *k) {\n"
                "    chains_ways_%d(k, (leaves){0}, (leaves){0});\n}\n"
                "RT void chains_begin_%d(chains_%d *k, set men, set over, set room) {\n"
                "    chains_ways_%d(k, leaves_of_%d(over), leaves_of_%d(room));\n"
                "    memset(k->count, 0, sizeof k->count);\n",
                dirs, dirs, dirs, dirs, dirs, dirs, dirs, dirs);
    buffer_addf(t,
                "    leaves left = leaves_of_%d(men) & chains_hop_%d(k, k->room);\n"
                "    while (leaves_any(left)) {\n"
                "        const leaves one = left & -left, below = ~one & (one - 1);\n"
                "        const leaves all = chains_to_%d(k, one);\n        left ^= one;\n",
                dirs, dirs, dirs);
    for (int leaf = 0; leaf < LEAVES; leaf++) {
        buffer_addf(
            t, "        k->count[%d + word_count(below[%d])] = (uint8_t)word_count(all[%d]);\n",
            PLACES * leaf, leaf, leaf);
    }
    buffer_add_text(t, "    }\n}\n");
}

static void put_answers(cgen *g, int dirs) {
    buffer_addf(&g->tables,
                "RT uint32_t chains_from_%d(const chains_%d *k, int c) {\n"
                "    return k->count[leaf_place_%d[c]];\n}\n"
                "RT int chains_nth_%d(const chains_%d *k, int c, uint32_t n) {\n"
                "    const int at = leaf_place_%d[c], leaf = at / 65;\n"
                "    leaves from = {0};\n    from[leaf] = (uint64_t)1 << (at - 65 * leaf);\n"
                "    const uint64_t to = chains_to_%d(k, from)[leaf];\n"
                "    return leaf_cell_%d[65 * leaf + census_nth(to, census_of(to), n)];\n}\n",
                dirs, dirs, dirs, dirs, dirs, dirs, dirs, dirs);
}

int cgen_has_leaves(const cgen *g, int dirs) {
    folded f;
    return fold(g, &f, dirs);
}

int cgen_put_leaves(cgen *g, int dirs) {
    folded f;
    if (!fold(g, &f, dirs)) {
        return 0;
    }
    buffer_add_text(&g->tables, "#if defined(__AVX2__) && defined(__BMI2__)\n");
    put_type(g, f.axes, dirs);
    put_places(g, &f, dirs);
    put_leaves_of(g, &f, dirs);
    put_ways(g, &f, dirs);
    put_hop(g, &f, dirs);
    put_follow(g, dirs);
    put_begin(g, dirs);
    put_answers(g, dirs);
    return 1;
}
