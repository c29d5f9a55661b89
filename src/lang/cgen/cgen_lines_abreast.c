// SPDX-License-Identifier: MIT
//
// Whether a set of one word has a run of so many cells, as C for processors that shift four words at once by
// amounts of their own: all axes of the board side by side, one in each word.
#include <inttypes.h>

#include "lang/cgen/cgen_board.h"
#include "lang/plan/fill.h"

enum {
    ABREAST = 4,
    FEWEST = 3
}; // words of a vector; with fewer axes one after the other is as quick

// What the words of the vector are: by how many bits a step of an axis moves, and where a run may start.
typedef struct abreast {
    int count, amount[ABREAST];
    uint64_t room[ABREAST];
} abreast;

// 0 = an axis has no place in it.
static int set_abreast(const board *b, int n, abreast *out) {
    *out = (abreast){.count = 0};
    for (int i = 0; i < b->axis_count; i++) {
        const int shift = b->axis[i];
        if (!cgen_fits_line(b, shift, n)) {
            continue;
        }
        if (out->count == ABREAST || b->shift[shift].amount <= 0) {
            return 0;
        }
        out->amount[out->count] = b->shift[shift].amount;
        cgen_find_room(b, shift, n - 1, &out->room[out->count++]);
    }
    return out->count >= FEWEST;
}

static void put_step(cgen *g, const abreast *a, int times) {
    buffer_add_text(&g->tables, "    run &= run >> (words_abreast){");
    for (int i = 0; i < ABREAST; i++) {
        buffer_addf(&g->tables, "%s%d", i ? ", " : "", a->amount[i] * times);
    }
    buffer_add_text(&g->tables, "};\n");
}

static void put_room(cgen *g, const abreast *a) {
    buffer_add_text(&g->tables, "    run &= (words_abreast){");
    for (int i = 0; i < ABREAST; i++) {
        buffer_addf(&g->tables, "%s0x%" PRIx64 "ull", i ? ", " : "", a->room[i]);
    }
    buffer_add_text(&g->tables, "};\n");
}

// Where random play has a loop of its own that notices lines, a test at its end is all there is: vectors would not
// pay for the room they need.
static int is_asked_often(const program *p) {
    fill_game f = {.p = p};
    return !fill_find(&f, p);
}

int cgen_has_line_abreast(cgen *g, int n) {
    const board *b = &g->p->b;
    abreast a;
    if (b->words != 1 || n < 2 || !is_asked_often(g->p) || !set_abreast(b, n, &a)) {
        return 0;
    }
    buffer_addf(&g->tables,
                "#ifdef __AVX2__\n"
                "RT int has_line_%d(set x) {\n"
                "    typedef uint64_t words_abreast __attribute__((vector_size(%d)));\n"
                "    typedef long long tested __attribute__((vector_size(%d)));\n"
                "    words_abreast run = {x, x, x, x};\n",
                n, 8 * ABREAST, 8 * ABREAST);
    for (int known = 1; known < n;) {
        const int more = known * 2 <= n ? known : n - known;
        put_step(g, &a, more);
        known += more;
    }
    put_room(g, &a);
    buffer_add_text(&g->tables,
                    "    return !__builtin_ia32_ptestz256((tested)run, (tested)run);\n}\n#else\n");
    return 1;
}
