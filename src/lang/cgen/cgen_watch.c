// SPDX-License-Identifier: MIT
//
// How random play of games that only fill cells (cgen_fill.c) notices that a turn might end one.
//
// Lines on large boards are kept as words, one for each line of the board; on boards of one word
// the pieces of a player are a wide word, where there is room for it. Links are marks on the
// cells that are beside what is linked to the first side. Where nothing in the loop looks at the
// sets of pieces, they are made of these words or marks when it ends.
#include "lang/cgen/cgen_fill.h"

#include <inttypes.h>

enum { MAX_LINES = 250, LONG_LINE = 31, SHORT_LINE = 15 };

// --- Lines ------------------------------------------------------------------------------------------

// Numbers the lines of the board, and gives every cell its place in each.
static void number_lines(fill *f) {
    const board *b = &f->g->p->b;
    int longest = 0;
    if (b->axis_count > 4) {
        return;
    }
    for (int axis = 0; axis < b->axis_count; axis++) {
        int number[BOARD_MAX_CELLS];
        if (!b->axis_back[axis]) {
            return;
        }
        for (int c = 0; c < b->cells; c++) {
            number[c] = -1;
        }
        for (int c = 0; c < b->cells; c++) {
            int at = c, bit = 0;
            while (b->axis_back[axis][at] != BOARD_NONE && bit <= LONG_LINE) {
                at = b->axis_back[axis][at];
                bit++;
            }
            if (number[at] < 0) {
                number[at] = f->lines++;
            }
            if (f->lines > MAX_LINES || bit >= LONG_LINE) {
                return;
            }
            f->line[axis][c] = (uint8_t)number[at];
            f->bit[axis][c] = (uint8_t)bit;
            longest = bit + 1 > longest ? bit + 1 : longest;
        }
    }
    f->lanes = longest <= SHORT_LINE ? 16 : 32;
}

static void put_line_tables(const fill *f) {
    cgen *g = f->g;
    const board *b = &g->p->b;
    cgen_put(g,
             "\n// Where the cells are in the lines of the board.\n"
             "static const struct {\n    uint8_t line[%d], bit[%d];\n} in_lines[CELLS] = {\n",
             b->axis_count, b->axis_count);
    for (int c = 0; c < b->cells; c++) {
        cgen_put(g, "    {{");
        for (int k = 0; k < b->axis_count; k++) {
            cgen_put(g, "%s%u", k ? ", " : "", f->line[k][c]);
        }
        cgen_put(g, "}, {");
        for (int k = 0; k < b->axis_count; k++) {
            cgen_put(g, "%s%u", k ? ", " : "", f->bit[k][c]);
        }
        cgen_put(g, "}},\n");
    }
    cgen_put(g, "};\n");
}

// A run of n in some lane of `v`: runs grow by shifting. An empty bit parts the lanes. The bits
// of a lane are `far` apart.
static void put_runs(cgen *g, int n, const char *v, int far) {
    for (int have = 1; have < n;) {
        int step = have < n - have ? have : n - have;
        cgen_put(g, "    %s &= %s >> %d;\n", v, v, step * far);
        have += step;
    }
}

// line_N: adds a cell to the lines of a player, and tells whether it makes N in a row.
static void put_line_watch(const fill *f, int n) {
    cgen *g = f->g;
    int axes = g->p->b.axis_count, lanes = f->lanes, words = (axes * lanes + 63) / 64;
    cgen_put(g, "\nRT int line_%d(uint%d_t *lines, int c) {\n", n, lanes);
    for (int k = 0; k < axes; k++) {
        cgen_put(g,
                 "    const uint32_t w%d = lines[in_lines[c].line[%d]] | 1u << "
                 "in_lines[c].bit[%d];\n    lines[in_lines[c].line[%d]] = (uint%d_t)w%d;\n",
                 k, k, k, k, lanes, k);
    }
    for (int w = 0; w < words; w++) {
        cgen_put(g, "    uint64_t v%d = 0", w);
        for (int k = w * (64 / lanes); k < axes && k < (w + 1) * (64 / lanes); k++) {
            cgen_put(g, " | (uint64_t)w%d << %d", k, (k - w * (64 / lanes)) * lanes);
        }
        cgen_put(g, ";\n");
    }
    for (int w = 0; w < words; w++) {
        put_runs(g, n, w ? "v1" : "v0", 1);
    }
    cgen_put(g, words > 1 ? "    return (v0 | v1) != 0;\n}\n" : "    return v0 != 0;\n}\n");
}

// --- Wide words -----------------------------------------------------------------------------------
//
// On a board of one word, lines that lead over its edge would go on at the other side and must be
// masked. If there is room, rows are kept with an empty bit after each, and no line needs a mask.

static void put_wide_line(const fill *f, int n) {
    cgen *g = f->g;
    cgen_put(g, "\nRT int wide_line_%d(set x) {\n    set any = 0, run;\n", n);
    for (int axis = 0; axis < g->p->b.axis_count; axis++) {
        int step = fill_step(&f->game, g->p->b.axis[axis]);
        cgen_put(g, "    run = x;\n");
        put_runs(g, n, "run", step < 0 ? -step : step);
        cgen_put(g, "    any |= run;\n");
    }
    cgen_put(g, "    return any != 0;\n}\n");
}

// The bits that cells have in a wide word. They are in the order of the cells, so that PDEP and PEXT
// widen and narrow.
static uint64_t wide_bits(const fill *f) {
    uint64_t bits = 0;
    for (int c = 0; c < f->g->p->b.cells; c++) {
        bits |= (uint64_t)1 << f->game.place[c];
    }
    return bits;
}

// widen and narrow: from the usual word to the wide one, and back.
static void put_widen(const fill *f) {
    cgen *g = f->g;
    const board *b = &g->p->b;
    for (int narrow = 0; narrow < 2; narrow++) {
        cgen_put(g,
                 "\nRT set %s(set x) {\n#ifdef __BMI2__\n    return _p%s_u64(x, 0x%" PRIx64
                 "u);\n#else\n    set sum = 0;\n",
                 narrow ? "narrow" : "widen", narrow ? "ext" : "dep", wide_bits(f));
        for (int c = 0; c < b->cells; c++) {
            uint64_t row = 0;
            for (int k = c; fill_starts_row(&f->game, c) && k < b->cells &&
                            (k == c || !fill_starts_row(&f->game, k));
                 k++) {
                row |= (uint64_t)1 << k;
            }
            if (row) {
                cgen_put(g,
                         narrow ? "    sum |= x >> %d & 0x%" PRIx64 "u;\n"
                                : "    sum |= (x << %d) & 0x%" PRIx64 "u;\n",
                         f->game.place[c] - c, narrow ? row : row << (f->game.place[c] - c));
            }
        }
        cgen_put(g, "    return sum;\n#endif\n}\n");
    }
}

// --- Links --------------------------------------------------------------------------------------------

// On a lattice the marks lie with a border round them, so that a cell's neighbours are found by
// adding numbers: the place of cell (x, y), and how far apart rows are.
static int stride_of(const board *b) {
    return b->width + 1; // what is left of a row is right of the one before
}

static int place_of(const board *b, int cell) {
    return (cell / b->width + 1) * stride_of(b) + cell % b->width + 1;
}

static int place_count(const board *b) {
    return (b->height + 2) * stride_of(b) + 1;
}

// Whether that is so: neighbours are one step away, nothing wraps, and places fit a byte.
static int has_border(const board *b) {
    int ok = b->lattice && !b->wrap_x && !b->wrap_y && place_count(b) <= 256;
    for (int k = 0; k < b->any_count; k++) {
        const board_shift *s = &b->shift[b->any[k]];
        ok &= s->part[0] == BOARD_NONE && s->dx >= -1 && s->dx <= 1 && s->dy >= -1 && s->dy <= 1;
    }
    return ok;
}

static void put_besides(const fill *f) {
    cgen *g = f->g;
    const board *b = &g->p->b;
    cgen_put(g,
             "\n// The cells beside each; CELLS is none.\nstatic const uint8_t besides[CELLS][%d] "
             "= {\n",
             b->any_count);
    for (int c = 0; c < b->cells; c++) {
        cgen_put(g, "    {");
        for (int k = 0; k < b->any_count; k++) {
            int to = b->shift[b->any[k]].to[c];
            cgen_put(g, "%s%d", k ? ", " : "", to == BOARD_NONE ? b->cells : to);
        }
        cgen_put(g, "},\n");
    }
    cgen_put(g, "};\n");
}

static void put_places(const fill *f) {
    cgen *g = f->g;
    const board *b = &g->p->b;
    cgen_put(g, "\n// Where the marks of each cell lie: there is a border round the board.\n"
                "static const uint8_t place_of[CELLS] = {");
    for (int c = 0; c < b->cells; c++) {
        cgen_put(g, "%s%s%d", c ? "," : "", c % 16 ? " " : "\n    ", place_of(b, c));
    }
    cgen_put(g, "\n};\n");
}

// The place beside `at` in direction `k`, as an expression.
static cgen_word beside(const fill *f, int k) {
    const board *b = &f->g->p->b;
    const board_shift *s = &b->shift[b->any[k]];
    cgen_word w;
    if (has_border(b)) {
        cgen_set(w.t, sizeof w.t, "(unsigned)((int)at + %d)", s->dy * stride_of(b) + s->dx);
    } else {
        cgen_set(w.t, sizeof w.t, "besides[at][%d]", k);
    }
    return w;
}

// link_to: puts a piece; if it is beside what is linked to the first side, then so is all it
// reaches, and so are the cells beside that. Each piece is linked once a game.
static void put_link_watch(const fill *f) {
    cgen *g = f->g;
    const int sides = g->p->b.any_count, border = has_border(&g->p->b);
    if (border) {
        put_places(f);
    } else {
        put_besides(f);
    }
    cgen_put(g,
             "\nenum { PIECE = 1, BESIDE = 4, FAR_SIDE = 16 }; // of player 0; the other's are "
             "twice that\n"
             "\nRT int link_to(uint8_t *place, %sint c, const int player) {\n"
             "    const unsigned piece = (unsigned)PIECE << player, beside = (unsigned)BESIDE "
             "<< player;\n",
             g->lanes ? "uint8_t *waiting, " : "");
    cgen_put(g, "    const unsigned first = %s, put = place[first] | piece;\n",
             border ? "place_of[c]" : "(unsigned)c");
    cgen_put(g, "    place[first] = (uint8_t)put;\n"
                "    if (!(put & beside)) {\n        return 0;\n    }\n");
    if (!g->lanes) {
        cgen_put(g, "    uint8_t waiting[CELLS + %d];\n", sides + 1);
    }
    cgen_put(g, "    unsigned waits = 1, seen = 0;\n"
                "    waiting[0] = (uint8_t)first;\n    while (waits > 0) {\n"
                "        const unsigned at = waiting[--waits];\n        seen |= place[at];\n");
    for (int k = 0; k < sides; k++) {
        cgen_put(g,
                 "        {\n            const unsigned next = %s, was = place[next];\n"
                 "            place[next] = (uint8_t)(was | beside);\n"
                 "            waiting[waits] = (uint8_t)next;\n"
                 "            waits += (was & (piece | beside)) == piece;\n        }\n",
                 beside(f, k).t);
    }
    cgen_put(g, "    }\n    return (seen & (unsigned)(FAR_SIDE << player)) != 0;\n}\n");
}

// The marks of an empty board.
static void put_link_marks(const fill *f) {
    cgen *g = f->g;
    const program *p = g->p;
    const int border = has_border(&p->b), count = border ? place_count(&p->b) : p->b.cells + 1;
    uint8_t mark[BOARD_MAX_CELLS + 1] = {0};
    for (int c = 0; c < p->b.cells; c++) {
        for (int i = 0; i < 4; i++) {
            const int me = i / 2, far = i % 2;
            const uint64_t *side = p->consts + f->game.side[me][far]->b * p->b.words;
            if (board_has(side, c)) {
                mark[border ? place_of(&p->b, c) : c] |= (uint8_t)((far ? 16 : 4) << me);
            }
        }
    }
    if (border) {
        cgen_put(g, "\nenum { PLACES = %d, STRIDE = %d };\n", count, stride_of(&p->b));
    }
    cgen_put(g, "\nstatic const uint8_t no_links[%s] = {", border ? "PLACES" : "MARKS");
    for (int c = 0; c < count; c++) {
        cgen_put(g, "%s%s%d", c ? "," : "", c % 24 ? " " : "\n    ", mark[c]);
    }
    cgen_put(g, "\n};\n");
}

// --- What the loop asks for ---------------------------------------------------------------------------

void cgen_watch_plan(fill *f) {
    const board *b = &f->g->p->b;
    const int line = fill_is_line(f->game.end[0]);
    if (line && b->words > 1) {
        number_lines(f);
        f->game.rows = f->lanes ? fill_rows(&f->g->p->b) : -1;
    }
    f->rebuilds = f->listed && f->game.end[0] && (!line || (f->lanes && f->game.rows >= 0));
    f->wide = f->listed && line && b->words == 1 && fill_places(&f->game);
}

static int watches_links(const fill *f) {
    return f->game.end[0] && !fill_is_line(f->game.end[0]);
}

// Lanes keep what the loop writes in a room of their own, which is nearer than a stack on a GPU. An odd
// number of words apart, the rooms of neighbours begin in different banks.
void cgen_watch_room(const fill *f) {
    cgen *g = f->g;
    const board *b = &g->p->b;
    const int links = watches_links(f);
    int size = 4 + 64 * b->words * (b->cells <= 256 ? 1 : 2);
    cgen_put(g, "\ntypedef struct lane_room {\n    pool cells;\n");
    if (f->lanes) {
        cgen_put(g, "    uint%d_t lines[2][%d];\n", f->lanes, f->lines);
        size += 2 * f->lines * f->lanes / 8;
    } else if (links) {
        const int places = has_border(b) ? place_count(b) : 64 * b->words + 8;
        cgen_put(g, "    uint8_t place[%s], waiting[CELLS + %d];\n",
                 has_border(b) ? "PLACES" : "MARKS", b->any_count + 1);
        size += places + b->cells + b->any_count + 1;
    }
    cgen_put(
        g,
        "} lane_room;\n#define ROOM_WORDS %d\n"
        "_Static_assert(sizeof(lane_room) <= ROOM_WORDS * 4, \"the caller knows how large\");\n",
        ((size + 3) / 4) | 1);
}

void cgen_watch_print(const fill *f) {
    const insn *const *end = f->game.end;
    if (!end[0]) {
        return;
    }
    if (!fill_is_line(end[0])) {
        put_link_marks(f);
        put_link_watch(f);
        return;
    }
    if (f->lanes) {
        put_line_tables(f);
    } else if (f->wide) {
        put_widen(f);
    }
    for (int me = 0; me < 2; me++) {
        int n = fill_line_length(end[me]);
        if (me && n == fill_line_length(end[0])) {
            return;
        }
        if (f->lanes) {
            put_line_watch(f, n);
        } else if (f->wide) {
            put_wide_line(f, n);
        } else {
            cgen_need_line(f->g, n, 1);
        }
    }
}

cgen_word cgen_watch_test(const fill *f, int me) {
    const insn *end = f->game.end[me];
    cgen_word test = {"0"};
    if (fill_is_line(end) && f->lanes) {
        cgen_set(test.t, sizeof test.t, "line_%d(lines[%d], c)", fill_line_length(end), me);
    } else if (fill_is_line(end)) {
        cgen_set(test.t, sizeof test.t, "%s_line_%d(put)", f->wide ? "wide" : "has",
                 fill_line_length(end));
    } else if (end) {
        cgen_set(test.t, sizeof test.t, "link_to(place, %sc, %d)", f->g->lanes ? "waiting, " : "",
                 me);
    }
    return test;
}

void cgen_watch_begin(const fill *f) {
    cgen *g = f->g;
    if (f->wide) {
        cgen_put(g, "    set wide0 = widen(%s);\n", cgen_reg(g, g->p->at.own).t);
        cgen_put(g, "    set wide1 = widen(%s);\n", cgen_reg(g, g->p->at.own + 1).t);
    } else if (f->lanes && g->lanes) {
        cgen_put(
            g,
            "    uint%d_t(*const lines)[%d] = own_room->lines;\n"
            "    for (int i = 0; i < 2 * %d; i++) {\n        lines[i / %d][i %% %d] = 0;\n    }\n",
            f->lanes, f->lines, f->lines, f->lines, f->lines);
    } else if (f->lanes) {
        cgen_put(g, "    uint%d_t lines[2][%d] = {{0}};\n", f->lanes, f->lines);
    } else if (watches_links(f) && g->lanes) {
        cgen_put(g,
                 "    uint8_t *const place = own_room->place, *const waiting = own_room->waiting;\n"
                 "    for (int i = 0; i < %s; i++) {\n        place[i] = no_links[i];\n    }\n",
                 has_border(&g->p->b) ? "PLACES" : "MARKS");
    } else if (watches_links(f)) {
        cgen_put(g, "    uint8_t place[%s];\n    memcpy(place, no_links, sizeof place);\n",
                 has_border(&g->p->b) ? "PLACES" : "MARKS");
    }
    for (int me = 0; me < 2 && f->game.end[0] && (f->lanes || !fill_is_line(f->game.end[0]));
         me++) {
        char call[80];
        if (f->lanes) {
            cgen_set(call, sizeof call, "line_%d(lines[%d], set_pop(&x))",
                     fill_line_length(f->game.end[me]), me);
        } else {
            cgen_set(call, sizeof call, "link_to(place, %sset_pop(&x), %d)",
                     g->lanes ? "waiting, " : "", me);
        }
        cgen_put(g,
                 "    for (set x = %s; set_any(x);) {\n        if (%s) { // from the beginning\n"
                 "            return 0;\n        }\n    }\n",
                 cgen_reg(g, g->p->at.own + me).t, call);
    }
}

// The sets of pieces, from the lines or marks; without the cell of the turn that is not made.
void cgen_watch_end(const fill *f) {
    cgen *g = f->g;
    const board *b = &g->p->b;
    if (f->wide) {
        cgen_put(g, "    *next = *next < 0 ? -1 : set_first(narrow(set_one(*next)));\n");
    }
    const int flatten = f->rebuilds && !f->lanes && has_border(b);
    if (flatten) {
        cgen_put(g,
                 "    uint8_t marks[MARKS] = {0};\n    for (int y = 0; y < %d; y++) {\n"
                 "        memcpy(marks + y * %d, place + (y + 1) * STRIDE + 1, %d);\n    }\n",
                 b->height, b->width, b->width);
    }
    for (int me = 0; me < 2; me++) {
        cgen_word own = cgen_reg(g, g->p->at.own + me);
        if (f->wide) {
            cgen_put(g, "    %s = narrow(wide%d);\n", own.t, me);
        }
        if (!f->rebuilds) {
            continue;
        }
        if (!f->lanes) {
            cgen_put(g, "    %s = set_of_marks(%s, %d);\n", own.t, flatten ? "marks" : "place", me);
        } else {
            cgen_put(g, "    %s = NO_CELLS;\n", own.t);
        }
        for (int c = 0; c < b->cells && f->lanes; c++) {
            if (f->bit[f->game.rows][c] == 0) {
                cgen_put(g, "    set_add_bits(&%s, lines[%d][%u], %d);\n", own.t, me,
                         f->line[f->game.rows][c], c);
            }
        }
        cgen_put(g, "    if (*next >= 0) {\n        %s = set_minus(%s, set_one(*next));\n    }\n",
                 own.t, own.t);
    }
}
