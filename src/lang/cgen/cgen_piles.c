// SPDX-License-Identifier: MIT
//
// Piles as C: their text (lang/ir/rt/piles.h) is the interpreter's, and so are the bytes of a state.
#include "lang/cgen/cgen_insn.h"

// The sets of a state are its first members, one behind the other; what lies covered is behind its numbers.
#define SETS  "(uint64_t *)(void *)s"
#define BYTES "(uint8_t *)(s->n + %d)"

int cgen_is_piled(const cgen *g, int num) {
    const int first = g->p->at.piles - 1;
    return first >= 0 && num >= first && num < g->p->at.position_nums;
}

// Piece by piece: for one long copy compilers use an instruction that takes as long to begin as all of these.
void cgen_copy_piles(cgen *g, const char *to, const char *from) {
    enum { PIECE = 16 }; // numbers: a few registers full
    const int first = g->p->at.piles - 1, end = g->p->at.position_nums;
    for (int i = first, count; first >= 0 && i < end; i += count) {
        count = end - i < PIECE ? end - i : PIECE;
        cgen_put(g, "    memcpy(%s + %d, %s + %d, %d * sizeof(int32_t));\n", to, i, from, i, count);
    }
}

void cgen_put_piles(const cgen *g, void (*put_text)(buffer *out, const char *text), buffer *out) {
    const program *p = g->p;
    const pile_form *form = &p->pile;
    if (!form->at) {
        return;
    }
    buffer_add_text(out, "\n// ---- Piles ----\n");
    put_text(out, cgen_text_piles);
    buffer_add_text(out, "static const uint16_t pile_at[] = {");
    for (int c = 0; c <= p->b.cells; c++) {
        buffer_addf(out, c % 16 ? " %u," : "\n    %u,", form->at[c]);
    }
    buffer_add_text(out, "};\nstatic const uint8_t pile_room[] = {");
    for (int c = 0; c < p->b.cells; c++) {
        buffer_addf(out, c % 16 ? " %u," : "\n    %u,", form->room[c]);
    }
    buffer_addf(out,
                "};\nstatic const pile_form piles = {\n    .owners = %u,\n    .types = %u,\n"
                "    .words = %u,\n    .typed = %u,\n    .cells = %u,\n    .bits = %u,\n"
                "    .at = pile_at,\n    .room = pile_room};\n",
                form->owners, form->types, form->words, form->typed, form->cells, form->bits);
}

// Instructions on whole sets want them behind a pointer.
static void put_cells(cgen *g, const insn *x) {
    cgen_put(g, "    {\n        const set x = %s;\n", A);
}

int cgen_put_pile(const block *b, const insn *x) {
    cgen *g = b->g;
    const int bytes = g->p->at.piles - 1;
    switch ((opcode)x->op) {
    case OP_HEIGHT:
        cgen_put(g,
                 "    {\n        const set x = %s;\n"
                 "        %s = pile_height(&piles, (const uint64_t *)(const void *)s,\n"
                 "                         (const uint8_t *)(s->n + %d),\n"
                 "                         (const uint64_t *)(const void *)&x);\n    }\n",
                 B, IA, bytes);
        break;
    case OP_TALL:
        cgen_put(g,
                 "    {\n        const set x = %s;\n        uint64_t tall[WORDS];\n"
                 "        pile_tall(&piles, (const uint8_t *)(s->n + %d),\n"
                 "                  (const uint64_t *)(const void *)&x, %u, tall);\n"
                 "        %s = set_load(tall);\n    }\n",
                 B, bytes, x->c, A);
        break;
    case OP_BURY:
        put_cells(g, x);
        cgen_put(g,
                 "        pile_bury(&piles, " SETS ", " BYTES
                 ", (const uint64_t *)(const void *)&x);\n    }\n",
                 bytes);
        break;
    case OP_RAZE:
        put_cells(g, x);
        cgen_put(
            g, "        pile_raze(&piles, " BYTES ", (const uint64_t *)(const void *)&x);\n    }\n",
            bytes);
        break;
    case OP_STACK:
        cgen_put(g,
                 "    pile_bring(&piles, " SETS ", " BYTES
                 ", set_first(%s), set_first(%s), %s, %u);\n",
                 bytes, A, B, IC, x->d);
        break;
    default: return 0;
    }
    return 1;
}
