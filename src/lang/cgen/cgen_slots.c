// SPDX-License-Identifier: MIT
//
// Cells of cards as C: the text is the interpreter's (lang/ir/rt/slots.h), the table of cells the program's.
#include "lang/cgen/cgen_insn.h"

void cgen_put_slots(const cgen *g, void (*put_text)(buffer *out, const char *text), buffer *out) {
    const program *p = g->p;
    const int row = p->types + 1;
    if (!p->slot_at) {
        return;
    }
    buffer_add_text(out, "\n// ---- Kinds and their cells ----\n");
    put_text(out, cgen_text_slots);
    // A game whose cards only the setup lays out, which is never printed, asks for no cell by its kind.
    buffer_add_text(out, "static const uint16_t slot_at[] __attribute__((unused)) = {");
    for (int i = 0; i < p->areas * row; i++) {
        buffer_addf(out, i % 16 ? " %u," : "\n    %u,", p->slot_at[i]);
    }
    buffer_add_text(out, "};\nstatic const uint8_t slot_kinds[] __attribute__((unused)) = {");
    for (int c = 0; c < p->b.cells; c++) {
        buffer_addf(out, c % 16 ? " %u," : "\n    %u,", p->slot_kind[c]);
    }
    buffer_addf(out,
                "};\n#define SLOT_KINDS slot_kinds\n#define TYPE_SETS ((const uint64_t *)(const "
                "void *)s + %d * WORDS)\n",
                p->at.type == BOARD_NONE ? 0 : p->at.type);
    if (p->at.type != BOARD_NONE) {
        buffer_addf(out,
                    "#define OWNER_SETS ((const uint64_t *)(const void *)s + %d * WORDS), %d\n",
                    p->at.own, p->at.type - p->at.own);
    }
}

int cgen_put_slot(cgen *g, const insn *x) {
    cgen_put(g,
             "    {\n        const set x = %s;\n"
             "        %s = set_single(slot_cell(slot_at + %d, %s, TYPES, WORDS_OF(x), %u, %u));\n"
             "    }\n",
             C, A, (x->e >> 1) * (g->p->types + 1), IB, x->d, x->e & 1);
    return 1;
}
