// SPDX-License-Identifier: MIT
//
// Instructions that look at the board, as C: printed code knows shifts, directions and tables by name.
#include "lang/cgen/cgen_insn.h"

static void set_to(cgen *g, const insn *x, cgen_word value) {
    cgen_put(g, "    %s = %s;\n", A, value.t);
}

// The union of a set moved by every shift of a set of directions.
static void put_near(const block *b, const insn *x, int backwards) {
    cgen *g = b->g;
    const dirset *d = &g->p->b.set[x->c];
    int uniform = 1;
    for (int i = 0; i < d->count; i++) {
        uniform &= g->p->b.shift[d->shift[i]].uniform;
    }
    if (b->is_cell[x->b]) {
        cgen_need_near(g, x->c, backwards);
        cgen_put(g, "    %s = %s_%u[c%u];\n", A, backwards ? "into" : "near", x->c, x->b);
    } else if (!uniform || d->count == 0) {
        cgen_need_near(g, x->c, backwards);
        cgen_put(g, "    %s = set_rows(%s, %s_%u);\n", A, B, backwards ? "into" : "near", x->c);
    } else {
        cgen_put(g, "    {\n        const set x = %s;\n        set moved = NO_CELLS;\n", B);
        for (int i = 0; i < d->count; i++) {
            cgen_word one =
                backwards ? cgen_back(g, "x", d->shift[i]) : cgen_shift(g, "x", d->shift[i]);
            cgen_put(g, "        moved = %s;\n", cgen_or(g, "moved", one.t).t);
        }
        cgen_put(g, "        %s = moved;\n    }\n", A);
    }
}

static void put_sight(const block *b, const insn *x) {
    cgen *g = b->g;
    if (g->loosely) {
        cgen_need_star(g, x->c);
        cgen_put(g, "    %s = set_rows(%s, star_%u);\n", A, B, x->c);
        set_to(g, x, cgen_and(g, A, D));
        return;
    }
    cgen_need_sights(g, x->c);
    if (b->is_cell[x->b]) {
        cgen_put(g, "    %s = sight_%u(c%u, %s);\n", A, x->c, x->b, D);
    } else {
        cgen_put(g, "    %s = sights_%u(%s, %s);\n", A, x->c, B, D);
    }
    if (x->op == OP_RAY) {
        set_to(g, x, cgen_and(g, A, D));
    }
}

// Sets made by functions over the whole board.
int cgen_put_named_set(cgen *g, const insn *x) {
    switch ((opcode)x->op) {
    case OP_SHIFTAND: set_to(g, x, cgen_and(g, cgen_shift(g, B, x->c).t, D)); break;
    case OP_SHIFT: set_to(g, x, cgen_shift(g, B, x->c)); break;
    case OP_BACK: set_to(g, x, cgen_back(g, B, x->c)); break;
    case OP_SHIFTI:
        cgen_need_shift_by(g);
        cgen_put(g, "    %s = shift_by(%s, %s, %d);\n", A, B, IC, (int16_t)x->d);
        break;
    case OP_SHIFTN:
    case OP_BACKN:
        cgen_need_nth(g, x->d, x->op == OP_BACKN);
        cgen_put(g, "    %s = %s_nth_%u(%s, (uint32_t)(%s - %u));\n", A,
                 x->op == OP_BACKN ? "back" : "move", x->d, B, IC, x->e);
        break;
    case OP_RAYI:
        cgen_need_ray_by(g);
        cgen_put(g, "    %s = ray_by(%s, %s, %s);\n", A, B, IC, D);
        break;
    case OP_SLIDE:
        cgen_need_slide(g, x->c);
        cgen_put(g, "    %s = slides_%u(%s, %s, %d, %d);\n", A, x->c, B, D, x->e & 255, x->e >> 8);
        break;
    case OP_FARTHEST:
        cgen_need_farthest(g, x->c);
        cgen_put(g, "    %s = farthests_%u(%s, %s);\n", A, x->c, B, D);
        break;
    case OP_VAULT:
        cgen_need_vault(g, x->c);
        cgen_put(g, "    %s = vaults_%u(%s, %s, %s);\n", A, x->c, B, D, E);
        break;
    case OP_FLOOD:
        cgen_need_flood(g, x->d);
        cgen_put(g, "    %s = flood_%u(%s, %s);\n", A, x->d, B, C);
        break;
    case OP_CHAIN:
        cgen_need_hops(g, x->e);
        cgen_put(g, "    %s = hops_%u(%s, %s, %s);\n", A, x->e, B, C, D);
        break;
    case OP_FLANK:
        cgen_need_flank(g, x->e);
        cgen_put(g, "    %s = flank_%u(%s, %s, %s);\n", A, x->e, B, C, D);
        break;
    case OP_RAYHIT:
        cgen_need_rayhit(g, x->e);
        cgen_put(g, "    %s = set_and(rayhit_%u(%s, %s), %s);\n", A, x->e, C, D, B);
        break;
    case OP_LINE:
        cgen_need_line(g, x->c, 0);
        cgen_put(g, "    %s = lines_%u(%s);\n", A, x->c, B);
        break;
    case OP_BETWEEN:
        cgen_need_toward(g);
        cgen_put(g, "    %s = between(%s, %s);\n", A, B, C);
        break;
    case OP_ROWOF:
    case OP_COLOF:
        cgen_need_rows(g, x->op == OP_COLOF);
        cgen_put(g, "    %s = set_rows(%s, %s);\n", A, B,
                 x->op == OP_COLOF ? "column_of" : "row_of");
        break;
    case OP_SLOT: return cgen_put_slot(g, x);
    case OP_TOWARD:
        cgen_need_toward(g);
        cgen_put(g, "    %s = toward(%s, %s);\n", IA, B, C);
        break;
    default: return 0;
    }
    return 1;
}

int cgen_put_set(const block *b, const insn *x) {
    switch ((opcode)x->op) {
    case OP_NEAR: put_near(b, x, 0); break;
    case OP_NEARB: put_near(b, x, 1); break;
    case OP_RAY:
    case OP_SIGHT: put_sight(b, x); break;
    default: return cgen_put_named_set(b->g, x);
    }
    return 1;
}
