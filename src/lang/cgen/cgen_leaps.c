// SPDX-License-Identifier: MIT
//
// Chains of hops as C, on boards of many words: sets are long to shift there, and hops lead to few cells, so those are
// gone through one by one.
//
// Where a hop in every direction leads by the same number of bits from any cell, the cells that one can cross and end on
// are found side by side: 64 bits of a set before a cell and 64 behind it, of which PEXT takes one for each direction.
// Processors without it look up the cells.
#include <inttypes.h>
#include <stdlib.h>

#include "lang/cgen/cgen_board.h"

// --- By looking cells up -------------------------------------------------------------------------------

// For each cell, what a hop in each direction crosses and where it ends; off the board, a cell that no set has.
static void put_hop_table(cgen *g, int dirs, int far) {
    const board *b = &g->p->b;
    const unsigned off = 64u * (unsigned)b->words - 1;
    buffer_addf(&g->tables, "static const uint16_t hop_%s_%d[CELLS][%d] = {", far ? "end" : "over",
                dirs, b->set[dirs].count);
    for (int c = 0; c < b->cells; c++) {
        buffer_add_text(&g->tables, "\n    {");
        for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
            const uint16_t *to = b->shift[s].to, over = to[c];
            const int there = over != BOARD_NONE && to[over] != BOARD_NONE;
            buffer_addf(&g->tables, "%s%u", i ? ", " : "", !there ? off : far ? to[over] : over);
        }
        buffer_add_text(&g->tables, "},");
    }
    buffer_add_text(&g->tables, "\n};\n");
}

static void put_looked_up(cgen *g, int dirs) {
    buffer *t = &g->tables;
    put_hop_table(g, dirs, 0);
    put_hop_table(g, dirs, 1);
    buffer_addf(
        t,
        "FN set hops_%d(set from, set over, set to) {\n"
        "    uint16_t left[CELLS];\n    int count = 0;\n"
        "    set all = NO_CELLS, room = set_minus(to, from);\n"
        "    while (set_any(from)) {\n        left[count++] = (uint16_t)set_pop(&from);\n    }\n"
        "    while (count > 0) {\n"
        "        const uint16_t *const mid = hop_over_%d[left[--count]];\n"
        "        const uint16_t *const end = hop_end_%d[left[count]];\n"
        "        uint64_t open = 0;\n",
        dirs, dirs, dirs);
    for (int i = 0; i < g->p->b.set[dirs].count; i++) {
        buffer_addf(t,
                    "        open |= (uint64_t)(set_has(over, mid[%d]) & set_has(room, end[%d])) "
                    "<< %d;\n",
                    i, i, i);
    }
    buffer_add_text(t, "        for (; open; open &= open - 1) {\n"
                       "            const int z = end[word_first(open)];\n"
                       "            if (set_has(room, z)) {\n"
                       "                room.w[z >> 6] &= ~((uint64_t)1 << (z & 63));\n"
                       "                all.w[z >> 6] |= (uint64_t)1 << (z & 63);\n"
                       "                left[count++] = (uint16_t)z;\n            }\n        }\n"
                       "    }\n    return all;\n}\n");
}

// --- Side by side ----------------------------------------------------------------------------------------

// Shifts in the order of the bits they lead by.
typedef struct leaps {
    int count, down; // down: so many lead to lower cells
    const board_shift *shift[DIRSET_MAX];
} leaps;

static int compare_amounts(const void *x, const void *y) {
    const board_shift *const *a = x, *const *b = y;
    return (*a)->amount - (*b)->amount;
}

// 0 = some hop leads too far, or not from every cell by as many bits, or as far as another.
static int sort_leaps(const cgen *g, int dirs, leaps *l) {
    l->count = l->down = 0;
    for (int i = 0, s; (s = cgen_each_shift(g, dirs, i)) >= 0; i++) {
        const board_shift *shift = &g->p->b.shift[s];
        if (!shift->uniform || !shift->amount || abs(2 * shift->amount) > 63) {
            return 0;
        }
        l->shift[l->count++] = shift;
        l->down += shift->amount < 0;
    }
    qsort((void *)l->shift, (size_t)l->count, sizeof *l->shift, compare_amounts);
    int differ = 1;
    for (int i = 1; i < l->count; i++) {
        differ &= l->shift[i]->amount != l->shift[i - 1]->amount;
    }
    return differ;
}

// Which bits behind a cell, or of the 64 before it, are so many steps away.
static uint64_t bits_of(const leaps *l, int down, int steps) {
    uint64_t bits = 0;
    for (int i = down ? 0 : l->down; i < (down ? l->down : l->count); i++) {
        bits |= (uint64_t)1 << (steps * l->shift[i]->amount & 63);
    }
    return bits;
}

static void put_leap_tables(cgen *g, int dirs, const leaps *l) {
    buffer *t = &g->tables;
    buffer_addf(t,
                "// Where hops lead, and from each cell those that stay on the board.\n"
                "static const int8_t hop_by_%d[] = {",
                dirs);
    for (int i = 0; i < l->count; i++) {
        buffer_addf(t, "%s%d", i ? ", " : "", 2 * l->shift[i]->amount);
    }
    buffer_addf(t, "};\nstatic const uint16_t hop_ways_%d[CELLS] = {", dirs);
    for (int c = 0; c < g->p->b.cells; c++) {
        unsigned ways = 0;
        for (int i = 0; i < l->count; i++) {
            const uint16_t *to = l->shift[i]->to;
            ways |= (unsigned)(to[c] != BOARD_NONE && to[to[c]] != BOARD_NONE) << i;
        }
        buffer_addf(t, c % 16 ? " %u," : "\n    %u,", ways);
    }
    buffer_add_text(t, "};\n");
}

// One more word on either side, so that there are always 64 bits before a cell and behind it.
static void put_side_by_side(cgen *g, int dirs, const leaps *l) {
    buffer *t = &g->tables;
    put_leap_tables(g, dirs, l);
    buffer_addf(
        t,
        "FN void leap_%d(uint16_t *left, int count, const uint64_t *over, uint64_t *room) {\n"
        "    while (count > 0) {\n"
        "        const int c = left[--count], w = c >> 6, s = c & 63, up = 63 - s;\n"
        "        const uint64_t o0 = over[w], o1 = over[w + 1], o2 = over[w + 2];\n"
        "        const uint64_t r0 = room[w], r1 = room[w + 1], r2 = room[w + 2];\n"
        "        uint64_t open = _pext_u64(o0 >> s | o1 << 1 << up, 0x%" PRIx64 "u) &\n"
        "                        _pext_u64(r0 >> s | r1 << 1 << up, 0x%" PRIx64 "u);\n",
        dirs, bits_of(l, 1, 1), bits_of(l, 1, 2));
    buffer_addf(t,
                "        open |= (_pext_u64(o1 >> s | o2 << 1 << up, 0x%" PRIx64 "u) &\n"
                "                 _pext_u64(r1 >> s | r2 << 1 << up, 0x%" PRIx64 "u)) << %d;\n"
                "        for (open &= hop_ways_%d[c]; open; open &= open - 1) {\n"
                "            const int z = c + hop_by_%d[word_first(open)];\n"
                "            room[(z >> 6) + 1] &= ~((uint64_t)1 << (z & 63));\n"
                "            left[count++] = (uint16_t)z;\n        }\n    }\n}\n",
                bits_of(l, 0, 1), bits_of(l, 0, 2), l->down, dirs, dirs);
    buffer_addf(
        t,
        "RT set hops_%d(set from, set over, set to) {\n"
        "    uint16_t left[CELLS];\n    int count = 0;\n"
        "    uint64_t across[WORDS + 2] = {0}, room[WORDS + 2] = {0};\n"
        "#define BEFORE(i) across[i + 1] = over.w[i], room[i + 1] = to.w[i] &= ~from.w[i];\n"
        "    EACH_WORD(BEFORE)\n#undef BEFORE\n"
        "    while (set_any(from)) {\n"
        "        left[count++] = (uint16_t)set_pop(&from);\n    }\n"
        "    leap_%d(left, count, across, room);\n"
        "#define BEHIND(i) to.w[i] &= ~room[i + 1];\n"
        "    EACH_WORD(BEHIND)\n#undef BEHIND\n    return to;\n}\n",
        dirs, dirs);
}

static int is_long(const cgen *g, int dirs) {
    enum { MOST_HOPS = 12 }; // directions that are looked at side by side
    return g->p->b.words > 2 && g->p->b.set[dirs].count <= MOST_HOPS;
}

// Whether cells are gone through one by one: the board has many words, and one cell more than it has.
static int is_looked_at(const cgen *g, int dirs) {
    return is_long(g, dirs) && g->p->b.cells < 64 * g->p->b.words;
}

int cgen_put_leaps(cgen *g, int dirs) {
    leaps l;
    if (!is_looked_at(g, dirs)) {
        return 0;
    }
    const int sorted = sort_leaps(g, dirs, &l);
    if (sorted) {
        buffer_add_text(&g->tables, "#if defined(__BMI2__)\n");
        put_side_by_side(g, dirs, &l);
        buffer_add_text(&g->tables, "#else\n");
    }
    put_looked_up(g, dirs);
    if (sorted) {
        buffer_add_text(&g->tables, "#endif\n");
    }
    return 1;
}

// --- Counted -----------------------------------------------------------------------------------------------

// A set with one more word on either side; cells that are popped without asking which word comes next by a jump, as
// that cannot be foreseen.
static void put_wide(cgen *g) {
    if (g->has_wide) {
        return;
    }
    g->has_wide = 1;
    buffer_add_text(
        &g->tables,
        "typedef struct wide {\n    uint64_t w[WORDS + 2];\n} wide;\n"
        "RT wide wide_of(set x) {\n    wide y = {{0}};\n"
        "#define COPY(i) y.w[i + 1] = x.w[i];\n    EACH_WORD(COPY)\n#undef COPY\n    return y;\n}\n"
        "// The 64 bits before a cell; those from it on.\n"
        "RT uint64_t wide_before(const wide *x, int c) {\n"
        "    return x->w[c >> 6] >> (c & 63) | x->w[(c >> 6) + 1] << 1 << (63 - (c & 63));\n}\n"
        "RT uint64_t wide_from(const wide *x, int c) {\n"
        "    return x->w[(c >> 6) + 1] >> (c & 63) | x->w[(c >> 6) + 2] << 1 << (63 - (c & 63));\n"
        "}\n"
        "typedef struct queue {\n    set left;\n    uint64_t some; // words that are not empty\n"
        "} queue;\n"
        "RT queue queue_of(set x) {\n    queue q = {x, 0};\n"
        "#define SOME(i) q.some |= (uint64_t)(x.w[i] != 0) << i;\n    EACH_WORD(SOME)\n"
        "#undef SOME\n    return q;\n}\n"
        "RT int queue_next(queue *q) { // never of an empty one\n"
        "    const int word = word_first(q->some);\n"
        "    const uint64_t x = q->left.w[word], rest = x & (x - 1);\n"
        "    q->left.w[word] = rest;\n    q->some &= rest ? q->some : q->some - 1;\n"
        "    return 64 * word + word_first(x);\n}\n");
}

// All steps lie among the 64 bits that begin as far below a cell as they lead.
static void put_steps(cgen *g, int dirs, const leaps *l) {
    buffer *t = &g->tables;
    const int low = -l->shift[0]->amount, high = l->shift[l->count - 1]->amount;
    const int reach = low > high ? low : high;
    buffer_addf(t,
                "// Where steps lead from each cell, among the bits from %d below it on.\n"
                "static const uint64_t step_bits_%d[CELLS] = {",
                reach, dirs);
    for (int c = 0; c < g->p->b.cells; c++) {
        uint64_t bits = 0;
        for (int i = 0; i < l->count; i++) {
            const int to = l->shift[i]->to[c];
            bits |= to == BOARD_NONE ? 0 : (uint64_t)1 << (reach + to - c);
        }
        buffer_addf(t, c % 4 ? " 0x%" PRIx64 "u," : "\n    0x%" PRIx64 "u,", bits);
    }
    buffer_addf(t,
                "\n};\nRT uint64_t steps_open_%d(int c, const wide *room) {\n"
                "    return wide_before(room, c + %d) & step_bits_%d[c];\n}\n"
                "RT uint32_t steps_from_%d(int c, const wide *room) {\n"
                "    return (uint32_t)word_count(steps_open_%d(c, room));\n}\n"
                "RT int steps_nth_%d(int c, const wide *room, uint32_t n) {\n"
                "    const uint64_t open = steps_open_%d(c, room);\n"
                "    return c - %d + census_nth(open, census_of(open), n);\n}\n",
                dirs, 64 - reach, dirs, dirs, dirs, dirs, dirs, reach);
}

// Where one piece can hop to, as it is found for any set of pieces.
static void put_plain_chains(cgen *g, int dirs) {
    buffer_addf(&g->tables,
                "typedef struct chains_%d {\n    set over, room;\n} chains_%d;\n"
                "RT void chains_none_%d(chains_%d *k) {\n    k->over = k->room = NO_CELLS;\n}\n"
                "RT void chains_begin_%d(chains_%d *k, set men, set over, set room) {\n"
                "    (void)men;\n    k->over = over;\n    k->room = room;\n}\n",
                dirs, dirs, dirs, dirs, dirs, dirs);
    buffer_addf(&g->tables,
                "RT set chains_to_%d(const chains_%d *k, int c) {\n"
                "    const set from = set_one(c);\n"
                "    return hops_%d(from, set_minus(k->over, from), k->room);\n}\n"
                "RT uint32_t chains_from_%d(const chains_%d *k, int c) {\n"
                "    return (uint32_t)set_count(chains_to_%d(k, c));\n}\n"
                "RT int chains_nth_%d(const chains_%d *k, int c, uint32_t n) {\n"
                "    return set_nth(chains_to_%d(k, c), n);\n}\n",
                dirs, dirs, dirs, dirs, dirs, dirs, dirs, dirs, dirs);
}

// Cells that are found are taken out of the room and put back in the end: the next piece has the same.
static void put_hops_on(cgen *g, int dirs) {
    buffer_addf(&g->tables,
                "FN uint32_t hops_on_%d(const int from, uint64_t open, wide *over, wide *room) {\n"
                "    uint16_t found[CELLS];\n    uint32_t count = 0, next = 0;\n"
                "    const int at = (from >> 6) + 1;\n"
                "    const uint64_t one = (uint64_t)1 << (from & 63);\n"
                "    const uint64_t crossed = over->w[at] & one, free = room->w[at] & one;\n"
                "    over->w[at] &= ~one;\n    room->w[at] &= ~one;\n    for (int c = from;;) {\n"
                "        for (; open; open &= open - 1) {\n"
                "            const int z = c + hop_by_%d[word_first(open)];\n"
                "            room->w[(z >> 6) + 1] &= ~((uint64_t)1 << (z & 63));\n"
                "            found[count++] = (uint16_t)z;\n        }\n"
                "        if (next == count) {\n            break;\n        }\n"
                "        c = found[next++];\n        open = hops_open_%d(c, over, room);\n    }\n"
                "    for (uint32_t i = 0; i < count; i++) {\n"
                "        room->w[(found[i] >> 6) + 1] |= (uint64_t)1 << (found[i] & 63);\n    }\n"
                "    over->w[at] |= crossed;\n    room->w[at] |= free;\n    return count;\n}\n",
                dirs, dirs, dirs);
}

// Piece by piece, each along all directions at once.
static void put_chains(cgen *g, int dirs, const leaps *l) {
    buffer *t = &g->tables;
    buffer_addf(t,
                "#if defined(__BMI2__)\n"
                "RT uint64_t hops_open_%d(int c, const wide *over, const wide *room) {\n"
                "    const uint64_t down = _pext_u64(wide_before(over, c), 0x%" PRIx64 "u) &\n"
                "                          _pext_u64(wide_before(room, c), 0x%" PRIx64 "u);\n",
                dirs, bits_of(l, 1, 1), bits_of(l, 1, 2));
    buffer_addf(t,
                "    const uint64_t up = _pext_u64(wide_from(over, c), 0x%" PRIx64 "u) &\n"
                "                        _pext_u64(wide_from(room, c), 0x%" PRIx64 "u);\n"
                "    return (down | up << %d) & hop_ways_%d[c];\n}\n",
                bits_of(l, 0, 1), bits_of(l, 0, 2), l->down, dirs);
    put_hops_on(g, dirs);
    buffer_addf(t,
                "typedef struct chains_%d {\n    set over, room;\n    wide across, free;\n"
                "} chains_%d;\n"
                "RT void chains_none_%d(chains_%d *k) {\n    k->over = k->room = NO_CELLS;\n}\n"
                "RT void chains_begin_%d(chains_%d *k, set men, set over, set room) {\n"
                "    (void)men;\n    k->over = over;\n    k->room = room;\n"
                "    k->across = wide_of(over);\n    k->free = wide_of(room);\n}\n",
                dirs, dirs, dirs, dirs, dirs, dirs);
    buffer_addf(t,
                "RT uint32_t chains_from_%d(chains_%d *k, int c) {\n"
                "    const uint64_t open = hops_open_%d(c, &k->across, &k->free);\n"
                "    return open ? hops_on_%d(c, open, &k->across, &k->free) : 0;\n}\n"
                "RT int chains_nth_%d(const chains_%d *k, int c, uint32_t n) {\n"
                "    const set from = set_one(c);\n"
                "    return set_nth(hops_%d(from, set_minus(k->over, from), k->room), n);\n}\n",
                dirs, dirs, dirs, dirs, dirs, dirs, dirs);
}

static void put_counted_hops(cgen *g, int dirs, const leaps *l) {
    if (!cgen_put_leaves(g, dirs)) {
        put_chains(g, dirs, l);
    }
    buffer_add_text(&g->tables, "#else\n");
    put_plain_chains(g, dirs);
    buffer_add_text(&g->tables, "#endif\n");
}

int cgen_need_counts(cgen *g, int dirs, int hops) {
    leaps l;
    if (!is_long(g, dirs) || !sort_leaps(g, dirs, &l) ||
        (hops && !is_looked_at(g, dirs) && !cgen_has_leaves(g, dirs))) {
        return 0;
    }
    if (!g->has_counts[hops][dirs]) {
        g->has_counts[hops][dirs] = 1;
        put_wide(g);
        if (hops) {
            put_counted_hops(g, dirs, &l);
        } else {
            put_steps(g, dirs, &l);
        }
    }
    return 1;
}
