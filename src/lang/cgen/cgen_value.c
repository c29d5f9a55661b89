// SPDX-License-Identifier: MIT
//
// Instructions that make sets and numbers, as C.
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

int cgen_put_set(const block *b, const insn *x) {
    cgen *g = b->g;
    switch ((opcode)x->op) {
    case OP_MOV: cgen_put(g, "    %s = %s;\n", A, B); break;
    case OP_KSET: {
        cgen_word k = cgen_const(g, x->b);
        cgen_put(g, "    %s = %s;\n", A, k.t);
        break;
    }
    case OP_ZERO: cgen_put(g, "    %s = NO_CELLS;\n", A); break;
    case OP_AND: set_to(g, x, cgen_and(g, B, C)); break;
    case OP_OR: set_to(g, x, cgen_or(g, B, C)); break;
    case OP_ANDN: set_to(g, x, cgen_minus(g, B, C)); break;
    case OP_NOT: set_to(g, x, cgen_minus(g, cgen_all(g).t, B)); break;
    case OP_NOR: set_to(g, x, cgen_minus(g, cgen_all(g).t, cgen_or(g, B, C).t)); break;
    case OP_KANDN: set_to(g, x, cgen_minus(g, cgen_const(g, x->b).t, C)); break;
    case OP_SHIFTAND: set_to(g, x, cgen_and(g, cgen_shift(g, B, x->c).t, D)); break;
    case OP_ANDK: set_to(g, x, cgen_and(g, B, cgen_const(g, x->c).t)); break;
    case OP_ANDNK: set_to(g, x, cgen_minus(g, B, cgen_const(g, x->c).t)); break;
    case OP_SHIFT: set_to(g, x, cgen_shift(g, B, x->c)); break;
    case OP_BACK: set_to(g, x, cgen_back(g, B, x->c)); break;
    case OP_NEAR: put_near(b, x, 0); break;
    case OP_NEARB: put_near(b, x, 1); break;
    case OP_SHIFTI:
        cgen_need_shift_by(g);
        cgen_put(g, "    %s = shift_by(%s, %s, %d);\n", A, B, IC, (int16_t)x->d);
        break;
    case OP_RAYI:
        cgen_need_ray_by(g);
        cgen_put(g, "    %s = ray_by(%s, %s, %s);\n", A, B, IC, D);
        break;
    case OP_RAY:
    case OP_SIGHT: put_sight(b, x); break;
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
    case OP_FIRST:
        cgen_put(g, "    %s = set_any(%s) ? set_one(set_first(%s)) : NO_CELLS;\n", A, B, B);
        break;
    case OP_TOKENS:
        cgen_put(g, "    %s = tokens_at(s->n + %d);\n", A, g->p->at.tokens + x->b * g->p->b.cells);
        break;
    default: return 0;
    }
    return 1;
}

int cgen_put_num(cgen *g, const insn *x) {
    switch ((opcode)x->op) {
    case OP_KINT:
        cgen_put(g, "    %s = %d;\n", IA, (int32_t)((uint32_t)x->b | (uint32_t)x->c << 16));
        break;
    case OP_IMOV: cgen_put(g, "    %s = %s;\n", IA, IB); break;
    case OP_IUPTO:
        cgen_put(g, "    %s = %s < %d ? %s + 1 : %s;\n", IA, IB,
                 (int32_t)((uint32_t)x->c | (uint32_t)x->d << 16), IB, IB);
        break;
    case OP_IANDK:
        cgen_put(g, "    %s = (int32_t)((uint32_t)%s & %uu);\n", IA, IB,
                 (uint32_t)x->c | (uint32_t)x->d << 16);
        break;
    case OP_IADD: cgen_put(g, "    %s = bounded((int64_t)%s + %s);\n", IA, IB, IC); break;
    case OP_ISUB: cgen_put(g, "    %s = bounded((int64_t)%s - %s);\n", IA, IB, IC); break;
    case OP_IMUL: cgen_put(g, "    %s = bounded((int64_t)%s * %s);\n", IA, IB, IC); break;
    case OP_COUNT: cgen_put(g, "    %s = set_count(%s);\n", IA, B); break;
    case OP_TOKSUM:
        cgen_put(g, "    %s = tokens_on(s->n + %d, %s);\n", IA,
                 g->p->at.tokens + x->c * g->p->b.cells, B);
        break;
    case OP_TURNS: cgen_put(g, "    %s = (int32_t)s->h.turns;\n", IA); break;
    case OP_TOWARD:
        cgen_need_toward(g);
        cgen_put(g, "    %s = toward(%s, %s);\n", IA, B, C);
        break;
    case OP_CLAMP:
        cgen_put(g, "    %s = clamped(%s, %d, %d);\n", IA, IB, g->p->var_range[x->c].min,
                 g->p->var_range[x->c].max);
        break;
    default: return 0;
    }
    return 1;
}
