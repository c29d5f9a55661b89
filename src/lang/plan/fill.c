// SPDX-License-Identifier: MIT
//
// Finds games that only fill cells: every turn puts a piece on an empty cell and nothing ever leaves.
// Their playouts and endings can be done without making every turn.
#include "lang/plan/fill.h"

enum { MAX_CODE = 64 };

int fill_is_line(const insn *x) {
    return x && (x->op == OP_JNOLINE || x->op == OP_JNOLINETO);
}

int fill_line_length(const insn *x) {
    return x->op == OP_JNOLINE ? x->b : x->c;
}

// --- What is offered ---------------------------------------------------------------------------

// Sets that are made of nothing but which cells are occupied.
static int is_of_occupied(const ir_layout *at, const insn *x) {
    const char *format = ir_op_format[x->op];
    const uint16_t v[] = {x->a, x->b, x->c, x->d, x->e};
    int states = 0;
    for (int i = 1; format[i]; i++) {
        states += format[i] == 'S' && v[i] < at->state_sets;
    }
    int both = (x->op == OP_OR || x->op == OP_NOR) && x->b + x->c == 2 * at->own + 1 &&
               (x->b == at->own || x->c == at->own);
    return format[0] == 'D' && x->a >= at->state_sets && ir_op_class[x->op] <= CLASS_ALONG &&
           (states == 0 || both);
}

// One choice with cells; others only in a turn that is told by its number.
int fill_choice(fill_game *f, int me) {
    const program *p = f->p;
    const insn *code[MAX_CODE];
    int count = ir_block(p, p->phase[0].offers[me], code, MAX_CODE), found = 0;
    for (int i = 0; i < count && count <= MAX_CODE; i++) {
        const insn *x = code[i];
        if (x->op == OP_EMIT) {
            f->node[me] = &p->node[x->b];
            found += x->b ? 1 : 100;
        } else if (x->op == OP_EMIT1) {
            int told = i >= 3 && code[i - 1]->op == OP_JNE && code[i - 2]->op == OP_KINT &&
                       code[i - 3]->op == OP_TURNS && code[i - 1]->a == code[i - 3]->a &&
                       code[i - 1]->b == code[i - 2]->a && code[i - 2]->c == 0;
            found += told ? 0 : 100;
            f->after = told && code[i - 2]->b > f->after ? code[i - 2]->b : f->after;
        } else if (x->op != OP_RET && x->op != OP_TURNS && x->op != OP_KINT && x->op != OP_JNE &&
                   x->op != OP_JNONE && x->op != OP_JANY && !is_of_occupied(&p->at, x)) {
            return 0;
        }
    }
    return found == 1;
}

// --- What may end the game ------------------------------------------------------------------------

static int note_end(fill_game *f, int me, const insn *x) {
    const ir_layout *at = &f->p->at;
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
static int only_fills(fill_game *f, int me, uint32_t start, int *adds) {
    const program *p = f->p;
    const insn *code[MAX_CODE], *side[2] = {NULL, NULL};
    int count = ir_block(p, start, code, MAX_CODE), ok = count <= MAX_CODE;
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

static int find_end(fill_game *f, int me) {
    const program *p = f->p;
    const ir_node *n = f->node[me];
    int adds = 0;
    if (ir_path(p, n)->tail != TAIL_PLAIN || p->choice[n->choice].kind != CH_PLACE ||
        !ir_turn(p, n)->turn || ir_turn(p, n)->bind != BOARD_NONE) {
        return 0;
    }
    if (ir_turn(p, n)->ply) {
        return only_fills(f, me, ir_turn(p, n)->ply, &adds) && adds == 1;
    }
    return only_fills(f, me, ir_turn(p, n)->turn, &adds) && adds == 1 &&
           (!p->root[me].endings || only_fills(f, me, p->root[me].endings, &adds)) && adds == 1;
}

// --- All of it ---------------------------------------------------------------------------------

int fill_find(fill_game *f, const program *p) {
    int ok = p->players == 2 && p->phases == 1 && !p->fact.overlaps && !p->split &&
             p->at.neutral == BOARD_NONE && p->at.closed == BOARD_NONE &&
             p->at.type == BOARD_NONE && p->at.latch == BOARD_NONE &&
             !(p->fact.duties & ~(uint32_t)DUTY_TRACES);
    *f = (fill_game){.p = p, .after = -1, .opens = -1, .rows = -1};
    for (int me = 0; ok && me < 2; me++) {
        ok = p->phase[0].offers[me] && fill_choice(f, me) && find_end(f, me);
    }
    return ok && !f->end[0] == !f->end[1] && fill_is_line(f->end[0]) == fill_is_line(f->end[1]);
}

// --- Wide words ----------------------------------------------------------------------------------

int fill_rows(const board *b) {
    for (int axis = 0; axis < b->axis_count; axis++) {
        const uint16_t *next = b->shift[b->axis[axis]].to;
        int rows = 1;
        for (int c = 0; c < b->cells && rows; c++) {
            rows = next[c] == BOARD_NONE || next[c] == c + 1;
        }
        if (rows) {
            return axis;
        }
    }
    return -1;
}

int fill_step(const fill_game *f, int shift) {
    const board *b = &f->p->b;
    const uint16_t *next = b->shift[shift].to;
    int cell_at[64], step = 0;
    for (int i = 0; i < 64; i++) {
        cell_at[i] = -1;
    }
    for (int c = 0; c < b->cells; c++) {
        int by = next[c] == BOARD_NONE ? step : f->place[next[c]] - f->place[c];
        if (step && by != step) {
            return 0;
        }
        step = by;
        cell_at[f->place[c]] = c;
    }
    for (int c = 0; c < b->cells; c++) {
        int to = f->place[c] + step;
        if (to >= 0 && to < 64 && cell_at[to] >= 0 && cell_at[to] != next[c]) {
            return 0;
        }
    }
    return step;
}

int fill_starts_row(const fill_game *f, int c) {
    const board *b = &f->p->b;
    return c == 0 || b->shift[b->axis[f->rows]].to[c - 1] != c;
}

int fill_places(fill_game *f) {
    const board *b = &f->p->b;
    int row = -1;
    f->rows = fill_rows(b);
    for (int c = 0; f->rows >= 0 && c < b->cells; c++) {
        row += fill_starts_row(f, c);
        if (c + row >= 64) {
            return 0;
        }
        f->place[c] = (uint8_t)(c + row);
    }
    for (int axis = 0; f->rows >= 0 && axis < b->axis_count; axis++) {
        int step = fill_step(f, b->axis[axis]), longest = fill_line_length(f->end[0]);
        longest = fill_line_length(f->end[1]) > longest ? fill_line_length(f->end[1]) : longest;
        if (!step || longest * (step < 0 ? -step : step) >= 64) {
            return 0;
        }
    }
    return f->rows >= 0;
}
