// SPDX-License-Identifier: MIT
//
// Random play of games that only fill cells, as C.
//
// In many games a turn puts one piece on one of some empty cells, and the one thing that can
// end the game early is a line or a link through it. Such games are played on by a loop of
// their own, `fill_on`, until a turn might end the game; that turn, whose cell is drawn
// already, is made by the code that all turns are made by. So the loop decides nothing: it
// only must not overlook an ending.
//
// The cells to draw from are a list. Where they are not simply the empty ones (they must lie
// on something, say) the list is kept up with the set: if anything but the cell drawn left
// it, it is made anew. Lines on large boards are kept as words, one for each line of the
// board; links as marks on the cells that are beside what is linked to the first side.
#include <stdio.h>
#include <string.h>

#include "lang/cgen_impl.h"
#include "lang/vm.h"

// On fewer cells a game is over before its own loop pays.
enum { MIN_CELLS = 32 };

enum { MAX_CODE = 64, MAX_LINES = 250, LONG_LINE = 31, SHORT_LINE = 15 };

typedef struct fill {
    cgen *g;
    const ir_node *node[2]; // the choice of each player
    const insn *end[2];     // what may end the game after it, or NULL
    const insn *side[2][2]; // of a link: the KSETs of both sides
    int empties;            // what is drawn from are the empty cells
    int after;              // other turns are possible up to this number of turns, -1 = none
    int lanes;              // bits of a line word; 0 = whole sets are looked at
    int lines;              // on the board
    uint8_t line[8][BOARD_MAX_CELLS], bit[8][BOARD_MAX_CELLS];
} fill;

// --- What is offered ---------------------------------------------------------------------------

// Sets that are made of nothing but which cells are occupied.
static int is_of_occupied(const cgen *g, const insn *x) {
    const ir_layout *at = &g->p->at;
    const char *format = ir_op_format[x->op];
    const uint16_t v[] = {x->a, x->b, x->c, x->d, x->e};
    int states = 0;
    for (int i = 1; format[i]; i++) {
        states += format[i] == 'S' && v[i] < at->state_sets;
    }
    int both = (x->op == OP_OR || x->op == OP_NOR) && x->b + x->c == 2 * at->own + 1 &&
               (x->b == at->own || x->c == at->own);
    return format[0] == 'D' && x->a >= at->state_sets && x->op < OP_LINE && (states == 0 || both);
}

// One choice with cells; others only in a turn that is told by its number.
static int find_choice(fill *f, int me) {
    const cgen *g = f->g;
    const insn *code[MAX_CODE];
    int count = cgen_block(g, g->p->phase[0].offers[me], code, MAX_CODE), found = 0;
    for (int i = 0; i < count && count <= MAX_CODE; i++) {
        const insn *x = code[i];
        if (x->op == OP_EMIT) {
            f->node[me] = &g->p->node[x->b];
            found += x->b ? 1 : 100;
        } else if (x->op == OP_EMIT1) {
            int told = i >= 3 && code[i - 1]->op == OP_JNE && code[i - 2]->op == OP_KINT &&
                       code[i - 3]->op == OP_TURNS && code[i - 1]->a == code[i - 3]->a &&
                       code[i - 1]->b == code[i - 2]->a && code[i - 2]->c == 0;
            found += told ? 0 : 100;
            f->after = told && code[i - 2]->b > f->after ? code[i - 2]->b : f->after;
        } else if (x->op != OP_RET && x->op != OP_TURNS && x->op != OP_KINT && x->op != OP_JNE &&
                   x->op != OP_JNONE && x->op != OP_JANY && !is_of_occupied(g, x)) {
            return 0;
        }
    }
    return found == 1;
}

// --- What may end the game ------------------------------------------------------------------------

static int note_end(fill *f, int me, const insn *x) {
    const ir_layout *at = &f->g->p->at;
    int mine = at->own + me, ok = 0;
    switch ((opcode)x->op) {
    case OP_JNOLINE: ok = x->a == mine; break;
    case OP_JNOLINETO: ok = x->a == mine && x->b == at->to; break;
    case OP_JUNLINKED: ok = x->a == at->to && x->b == mine; break;
    default: break;
    }
    ok = ok && !f->end[me];
    f->end[me] = x;
    return ok;
}

// Code that does nothing but put a piece on the cell, and ask for one line or link.
static int only_fills(fill *f, int me, uint32_t start, int *adds) {
    const program *p = f->g->p;
    const insn *code[MAX_CODE], *side[2] = {NULL, NULL};
    int count = cgen_block(f->g, start, code, MAX_CODE), ok = count <= MAX_CODE;
    for (int i = 0; ok && i < count; i++) {
        const insn *x = code[i];
        switch ((opcode)x->op) {
        case OP_RET: break;
        case OP_MOV: ok = x->a == p->at.here && x->b == p->at.to; break;
        case OP_KSET:
            side[0] = side[1];
            side[1] = x;
            ok = x->a >= p->at.state_sets;
            break;
        case OP_ADD:
            ok = x->a == p->at.to && x->b == me;
            (*adds)++;
            break;
        case OP_OUTCOME: ok = i > 0 && code[i - 1] == f->end[me] && code[i - 1] == x - 1; break;
        default: ok = note_end(f, me, x); break;
        }
        if (ok && x->op == OP_JUNLINKED) {
            f->side[me][0] = side[0];
            f->side[me][1] = side[1];
            ok = side[0] && side[1] && x->c == side[0]->a && x->d == side[1]->a &&
                 side[0]->a != side[1]->a;
        }
    }
    return ok;
}

static int find_end(fill *f, int me) {
    const program *p = f->g->p;
    const ir_node *n = f->node[me];
    int adds = 0;
    if (n->tail != TAIL_PLAIN || p->choice[n->choice].kind != CH_PLACE || !n->turn ||
        n->bind != BOARD_NONE) {
        return 0;
    }
    if (n->ply) {
        return only_fills(f, me, n->ply, &adds) && adds == 1;
    }
    return only_fills(f, me, n->turn, &adds) && adds == 1 &&
           (!p->endings_code[me] || only_fills(f, me, p->endings_code[me], &adds)) && adds == 1;
}

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

static int is_line(const insn *x) {
    return x && (x->op == OP_JNOLINE || x->op == OP_JNOLINETO);
}

static int line_length(const insn *x) {
    return x->op == OP_JNOLINE ? x->b : x->c;
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

// A run of n in some lane of `v`: runs grow by shifting. An empty bit parts the lanes.
static void put_runs(cgen *g, int n, const char *v) {
    for (int have = 1; have < n;) {
        int step = have < n - have ? have : n - have;
        cgen_put(g, "    %s &= %s >> %d;\n", v, v, step);
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
        put_runs(g, n, w ? "v1" : "v0");
    }
    cgen_put(g, words > 1 ? "    return (v0 | v1) != 0;\n}\n" : "    return v0 != 0;\n}\n");
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
    cgen_put(g, "\nstatic const uint8_t no_links[CELLS + 1] = {");
    for (int c = 0; c <= p->b.cells; c++) {
        int mark = 0;
        for (int me = 0; me < 2 && c < p->b.cells; me++) {
            for (int k = 0; k < 2; k++) {
                const uint64_t *side = p->consts + f->side[me][k]->b * p->b.words;
                mark |= board_has(side, c) ? (k ? 16 : 4) << me : 0;
            }
        }
        cgen_put(g, "%s%s%d", c ? "," : "", c % 24 ? " " : "\n    ", mark);
    }
    cgen_put(g, "\n};\n");
}

// --- The plan -----------------------------------------------------------------------------------------

static int find_fill(fill *f) {
    const program *p = f->g->p;
    int ok = p->b.cells >= MIN_CELLS && p->players == 2 && p->g->phase_count == 1 && !p->overlaps &&
             !p->split && p->at.neutral == BOARD_NONE && p->at.closed == BOARD_NONE &&
             pass_on(p, PASS_fill) && !(p->duties & ~(uint32_t)DUTY_TRACES);
    f->after = -1;
    for (int me = 0; ok && me < 2; me++) {
        ok = cgen_quick(f->g, 0, me) && find_choice(f, me) && find_end(f, me);
    }
    if (!ok || !f->end[0] != !f->end[1] ||
        (f->end[0] && is_line(f->end[0]) != is_line(f->end[1]))) {
        return 0;
    }
    if (is_line(f->end[0]) && p->b.words > 1) {
        number_lines(f);
    }
    return is_line(f->end[0]) || !f->end[0] || p->b.cells < 255;
}

// --- The loop -------------------------------------------------------------------------------------------

static void take_cells(cgen_taker *t, const cgen_offer *o) {
    if (o->form == OFFER_CELLS) {
        cgen_put(t->g, "    now = %s;\n", o->cells);
    }
}

static void put_cells_to_draw(const fill *f, int me) {
    cgen_taker taker = {.take = take_cells, .g = f->g};
    cgen_put(f->g, "\nRT set cells_to_draw_%d(const st *s) {\n    set now = NO_CELLS;\n", me);
    cgen_offers(f->g, f->g->p->phase[0].offers[me], &taker);
    cgen_put(f->g, "    return now;\n}\n");
}

static void put_watch(const fill *f, int me) {
    cgen *g = f->g;
    const insn *end = f->end[me];
    char test[80] = "0";
    if (is_line(end) && f->lanes) {
        cgen_set(test, sizeof test, "line_%d(lines[%d], c)", line_length(end), me);
    } else if (is_line(end)) {
        cgen_set(test, sizeof test, "has_line_%d(put)", line_length(end));
    } else if (end) {
        cgen_set(test, sizeof test, "link_to(place, c, %d)", me);
    }
    cgen_put(g, "        if (%s) {\n            *next = c;\n            goto out;\n        }\n",
             test);
}

static void put_step(const fill *f, int me, const char *bits) {
    cgen *g = f->g;
    cgen_word own = cgen_reg(g, g->p->at.own + me);
    cgen_put(g,
             "    {\n        if (made == room || cells.count == 0) {\n            goto out;\n"
             "        }\n        const uint32_t r = below(&g, %s, (uint32_t)cells.count);\n"
             "        const int c = cells.cell[r];\n        set put = %s;\n"
             "        set_add(&put, c);\n",
             bits, own.t);
    put_watch(f, me);
    cgen_put(g, "        %s = put;\n        made++;\n", own.t);
    if (f->empties) {
        cgen_put(g, "        cells.cell[r] = cells.cell[--cells.count];\n    }\n");
        return;
    }
    cgen_put(g,
             "        const set was = now;\n        now = cells_to_draw_%d(s);\n"
             "        pool_follow(&cells, r, c, was, now);\n    }\n",
             1 - me);
}

static void put_fill_on(const fill *f) {
    cgen *g = f->g;
    const program *p = g->p;
    cgen_put(g,
             "\n// Plays on until a turn might end the game: *next is its cell, or -1.\n"
             "FN uint32_t fill_on(st *in, tsr_rng *rng, uint32_t max, int *next) {\n"
             "    st own;\n    st *const s = &own;\n    copy(s, in);\n    tsr_rng g = *rng;\n"
             "    pool cells;\n    set now = NO_CELLS;\n"
             "    const uint32_t left = (uint32_t)%d - s->h.turns;\n"
             "    const uint32_t room = max < left ? max : left;\n"
             "    uint32_t made = 0;\n    uint64_t bits = tsr_rng_next(&g);\n    *next = -1;\n",
             p->limit - 1);
    if (f->lanes) {
        cgen_put(g, "    uint%d_t lines[2][%d] = {{0}};\n", f->lanes, f->lines);
    } else if (f->end[0] && !is_line(f->end[0])) {
        cgen_put(g, "    uint8_t place[CELLS + 1];\n    memcpy(place, no_links, sizeof place);\n");
    }
    for (int me = 0; me < 2 && f->end[0] && (f->lanes || !is_line(f->end[0])); me++) {
        char call[80];
        if (f->lanes) {
            cgen_set(call, sizeof call, "line_%d(lines[%d], set_pop(&x))", line_length(f->end[me]),
                     me);
        } else {
            cgen_set(call, sizeof call, "link_to(place, set_pop(&x), %d)", me);
        }
        cgen_put(g, "    for (set x = %s; set_any(x);) {\n        (void)%s;\n    }\n",
                 cgen_reg(g, p->at.own + me).t, call);
    }
    cgen_put(g, "    now = s->h.me == 1 ? cells_to_draw_1(s) : cells_to_draw_0(s);\n"
                "    pool_fill(&cells, now);\n    if (s->h.me == 1) {\n        goto second;\n"
                "    }\n    for (;;) {\n    bits = tsr_rng_next(&g);\n");
    put_step(f, 0, "(uint32_t)(bits >> 32)");
    cgen_put(g, "second:;\n");
    put_step(f, 1, "(uint32_t)bits");
    cgen_put(g, "    }\nout:;\n    s->h.turns += made;\n"
                "    s->h.me = (uint8_t)((s->h.me + made) & 1);\n"
                "    s->h.passes = made ? 0 : s->h.passes;\n    copy(in, s);\n    *rng = g;\n"
                "    return made;\n}\n");
}

int cgen_fill(cgen *g, int *after) {
    fill f = {.g = g};
    buffer *was = g->out;
    if (!find_fill(&f)) {
        return 0;
    }
    f.empties = g->keeps_pool;
    g->out = &g->turns;
    if (f.lanes) {
        put_line_tables(&f);
        put_line_watch(&f, line_length(f.end[0]));
        if (line_length(f.end[1]) != line_length(f.end[0])) {
            put_line_watch(&f, line_length(f.end[1]));
        }
    } else if (is_line(f.end[0])) {
        cgen_need_line(g, line_length(f.end[0]), 1);
        cgen_need_line(g, line_length(f.end[1]), 1);
    } else if (f.end[0]) {
        put_link_marks(&f);
        put_link_watch(&f);
    }
    put_cells_to_draw(&f, 0);
    put_cells_to_draw(&f, 1);
    put_fill_on(&f);
    g->out = was;
    *after = f.after;
    return 1;
}

// In the loop of `playout`: the turn that might end the game is made as all are.
void cgen_put_fill(cgen *g, int after) {
    cgen_put(g,
             "        if (!filled && (int)s.h.turns > %d) {\n            int z = -1;\n"
             "            filled = 1;\n            st t;\n            tsr_rng q = g;\n"
             "            copy(&t, &s);\n            plies += fill_on(&t, &q, max - plies, &z);\n"
             "            copy(&s, &t);\n            g = q;\n            if (z < 0) {\n"
             "                plies--; // none was made here\n                continue;\n"
             "            }\n            s.h.passes = 0;\n",
             after);
    for (int me = 0; me < 2; me++) {
        fill f = {.g = g};
        (void)find_choice(&f, me);
        const ir_node *n = f.node[me];
        cgen_word make =
            cgen_turn_call(g, (int)(n - g->p->node), n->ply ? n->ply : n->turn, "&s", "0");
        cgen_put(g,
                 "            %s (s.h.me == %d) {\n                (void)%s;\n"
                 "                finish_turn(&s, %d, 1, %d);\n            }\n",
                 me ? "else if" : "if", me, make.t, me, n->ply != 0);
    }
    cgen_put(g, "            continue;\n        }\n");
}
