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

// widen and narrow: from the usual word to the wide one, and back.
static void put_widen(const fill *f) {
    cgen *g = f->g;
    const board *b = &g->p->b;
    for (int narrow = 0; narrow < 2; narrow++) {
        cgen_put(g, "\nRT set %s(set x) {\n    set sum = 0;\n", narrow ? "narrow" : "widen");
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
        cgen_put(g, "    return sum;\n}\n");
    }
}

// --- Links --------------------------------------------------------------------------------------------

static int put_besides(const fill *f) {
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
    return b->any_count;
}

// link_to: puts a piece; if it is beside what is linked to the first side, then so is all it
// reaches, and so are the cells beside that. Each piece is linked once a game.
static void put_link_watch(const fill *f) {
    cgen *g = f->g;
    int sides = put_besides(f);
    cgen_put(g, "\nenum { PIECE = 1, BESIDE = 4, FAR_SIDE = 16 }; // of player 0; the other's are "
                "twice that\n"
                "\nRT int link_to(uint8_t *place, int c, const int player) {\n"
                "    const unsigned piece = (unsigned)PIECE << player, beside = (unsigned)BESIDE "
                "<< player;\n"
                "    const unsigned put = place[c] | piece;\n    place[c] = (uint8_t)put;\n"
                "    if (!(put & beside)) {\n        return 0;\n    }\n");
    cgen_put(g,
             "    uint8_t waiting[CELLS + %d];\n    unsigned waits = 1, seen = 0;\n"
             "    waiting[0] = (uint8_t)c;\n    while (waits > 0) {\n"
             "        const unsigned at = waiting[--waits];\n        seen |= place[at];\n",
             sides + 1);
    for (int k = 0; k < sides; k++) {
        cgen_put(
            g,
            "        {\n            const unsigned next = besides[at][%d], was = place[next];\n"
            "            place[next] = (uint8_t)(was | beside);\n"
            "            waiting[waits] = (uint8_t)next;\n"
            "            waits += (was & (piece | beside)) == piece;\n        }\n",
            k);
    }
    cgen_put(g, "    }\n    return (seen & (unsigned)(FAR_SIDE << player)) != 0;\n}\n");
}

// The marks of an empty board.
static void put_link_marks(const fill *f) {
    cgen *g = f->g;
    const program *p = g->p;
    cgen_put(g, "\nstatic const uint8_t no_links[MARKS] = {");
    for (int c = 0; c <= p->b.cells; c++) {
        int mark = 0;
        for (int me = 0; me < 2 && c < p->b.cells; me++) {
            for (int k = 0; k < 2; k++) {
                const uint64_t *side = p->consts + f->game.side[me][k]->b * p->b.words;
                mark |= board_has(side, c) ? (k ? 16 : 4) << me : 0;
            }
        }
        cgen_put(g, "%s%s%d", c ? "," : "", c % 24 ? " " : "\n    ", mark);
    }
    cgen_put(g, "\n};\n");
}

// --- What the loop asks for ---------------------------------------------------------------------------

int cgen_watch_plan(fill *f) {
    const board *b = &f->g->p->b;
    const int line = fill_is_line(f->game.end[0]);
    if (line && b->words > 1) {
        number_lines(f);
        f->game.rows = f->lanes ? fill_rows(&f->g->p->b) : -1;
    }
    f->rebuilds = f->listed && f->game.end[0] && (!line || (f->lanes && f->game.rows >= 0));
    f->wide = f->listed && line && b->words == 1 && fill_places(&f->game);
    return line || !f->game.end[0] || b->cells < 255;
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
        cgen_set(test.t, sizeof test.t, "link_to(place, c, %d)", me);
    }
    return test;
}

void cgen_watch_begin(const fill *f) {
    cgen *g = f->g;
    if (f->wide) {
        cgen_put(g, "    set wide0 = widen(%s);\n", cgen_reg(g, g->p->at.own).t);
        cgen_put(g, "    set wide1 = widen(%s);\n", cgen_reg(g, g->p->at.own + 1).t);
    } else if (f->lanes) {
        cgen_put(g, "    uint%d_t lines[2][%d] = {{0}};\n", f->lanes, f->lines);
    } else if (f->game.end[0] && !fill_is_line(f->game.end[0])) {
        cgen_put(g, "    uint8_t place[MARKS];\n    memcpy(place, no_links, sizeof place);\n");
    }
    for (int me = 0; me < 2 && f->game.end[0] && (f->lanes || !fill_is_line(f->game.end[0]));
         me++) {
        char call[80];
        if (f->lanes) {
            cgen_set(call, sizeof call, "line_%d(lines[%d], set_pop(&x))",
                     fill_line_length(f->game.end[me]), me);
        } else {
            cgen_set(call, sizeof call, "link_to(place, set_pop(&x), %d)", me);
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
    for (int me = 0; me < 2; me++) {
        cgen_word own = cgen_reg(g, g->p->at.own + me);
        if (f->wide) {
            cgen_put(g, "    %s = narrow(wide%d);\n", own.t, me);
        }
        if (!f->rebuilds) {
            continue;
        }
        if (!f->lanes) {
            cgen_put(g, "    %s = set_of_marks(place, %d);\n", own.t, me);
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
