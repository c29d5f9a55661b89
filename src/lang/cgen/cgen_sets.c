// SPDX-License-Identifier: MIT
//
// Sets as C: constants, what is common to two, all cells moved by a shift.
#include <inttypes.h>
#include <string.h>

#include "lang/cgen/cgen_board.h"

cgen_word cgen_literal(const uint64_t *x, int words) {
    cgen_word w;
    if (words == 1) {
        // As wide as a set even if it is small: what follows may be its complement.
        cgen_set(w.t, sizeof w.t, "0x%" PRIx64 "ull", x[0]);
    } else {
        cgen_set(w.t, sizeof w.t, "SET2(0x%" PRIx64 "u, 0x%" PRIx64 "u)", x[1], x[0]);
    }
    return w;
}

// A constant set: written in place where it is short, else by the name given.
static cgen_word constant(cgen *g, const uint64_t *x, uint8_t *has, const char *kind, int number) {
    cgen_word w;
    if (g->p->b.words <= 2) {
        return cgen_literal(x, g->p->b.words);
    }
    cgen_set(w.t, sizeof w.t, "%s_%d", kind, number);
    if (!*has) {
        *has = 1;
        buffer_addf(&g->tables, "static const set %s = ", w.t);
        cgen_put_literal(&g->tables, x, g->p->b.words);
        buffer_add_text(&g->tables, ";\n");
    }
    return w;
}

cgen_word cgen_const(cgen *g, int k) {
    return constant(g, g->p->consts + k * g->p->b.words, &g->has_const[k], "cells", k);
}

cgen_word cgen_all(cgen *g) {
    return constant(g, g->p->b.all, &g->has_all, "board", 0);
}

static cgen_word mask(cgen *g, int shift) {
    return constant(g, g->p->b.shift[shift].mask, &g->has_mask[shift], "mask", shift);
}

// --- Algebra ------------------------------------------------------------------------------

static cgen_word binary(const cgen *g, const char *x, const char *op, const char *name,
                        const char *y) {
    cgen_word w;
    if (g->p->b.words <= 2) {
        cgen_set(w.t, sizeof w.t, "(%s %s%s)", x, op, y);
    } else {
        cgen_set(w.t, sizeof w.t, "%s(%s, %s)", name, x, y);
    }
    return w;
}

cgen_word cgen_and(cgen *g, const char *x, const char *y) {
    return binary(g, x, "& ", "set_and", y);
}

cgen_word cgen_or(cgen *g, const char *x, const char *y) {
    return binary(g, x, "| ", "set_or", y);
}

cgen_word cgen_minus(cgen *g, const char *x, const char *y) {
    return binary(g, x, "& ~", "set_minus", y);
}

// --- Moving sets ----------------------------------------------------------------------------

cgen_word cgen_slide(const cgen *g, const char *x, int amount) {
    cgen_word w;
    if (amount == 0) {
        cgen_set(w.t, sizeof w.t, "%s", x);
    } else if (g->p->b.words <= 2) {
        cgen_set(w.t, sizeof w.t, "(%s %s %d)", x, amount > 0 ? "<<" : ">>",
                 amount > 0 ? amount : -amount);
    } else {
        cgen_set(w.t, sizeof w.t, "set_%s(%s, %d)", amount > 0 ? "up" : "down", x,
                 amount > 0 ? amount : -amount);
    }
    return w;
}

// A shift taken apart: which cells move by how many bits.
enum { MOST_PARTS = 12 };

typedef struct shift_parts {
    int count, amount[MOST_PARTS];
    uint64_t cells[MOST_PARTS][BOARD_MAX_WORDS];
} shift_parts;

// 0 = it has too many parts.
static int take_apart(const board *b, const board_shift *s, shift_parts *out) {
    memset(out, 0, sizeof *out);
    for (int c = 0; c < b->cells; c++) {
        int part = 0;
        while (part < out->count && out->amount[part] != s->to[c] - c) {
            part++;
        }
        if (s->to[c] == BOARD_NONE) {
            continue;
        }
        if (part == MOST_PARTS) {
            return 0;
        }
        out->count += part == out->count;
        out->amount[part] = s->to[c] - c;
        board_put(out->cells[part], c);
    }
    return 1;
}

// A function that moves all cells of a set without a loop; 0 = that would take too long.
static int need_moved(cgen *g, int shift) {
    const board *b = &g->p->b;
    shift_parts parts;
    if (b->words > 2 || !take_apart(b, &b->shift[shift], &parts)) {
        return 0;
    }
    if (!g->has_moved[shift]) {
        g->has_moved[shift] = 1;
        buffer_addf(&g->tables, "RT set moved_%d(set x) {\n    set sum = NO_CELLS;\n", shift);
        for (int i = 0; i < parts.count; i++) {
            buffer_addf(&g->tables, "    sum |= %s;\n",
                        cgen_slide(g, cgen_and(g, "x", cgen_literal(parts.cells[i], b->words).t).t,
                                   parts.amount[i])
                            .t);
        }
        buffer_addf(&g->tables, "%s    return sum;\n}\n", parts.count ? "" : "    (void)x;\n");
    }
    return 1;
}

cgen_word cgen_shift(cgen *g, const char *x, int shift) {
    const board_shift *s = &g->p->b.shift[shift];
    cgen_word w;
    if (s->uniform) {
        return cgen_slide(g, cgen_and(g, x, mask(g, shift).t).t, s->amount);
    }
    if (need_moved(g, shift)) {
        cgen_set(w.t, sizeof w.t, "moved_%d(%s)", shift, x);
        return w;
    }
    cgen_need_to(g, shift);
    cgen_set(w.t, sizeof w.t, "set_steps(%s, to_%d)", x, shift);
    return w;
}

cgen_word cgen_back(cgen *g, const char *x, int shift) {
    const board_shift *s = &g->p->b.shift[shift];
    cgen_word w;
    if (s->uniform) {
        return cgen_and(g, cgen_slide(g, x, -s->amount).t, mask(g, shift).t);
    }
    cgen_need_to(g, shift);
    cgen_set(w.t, sizeof w.t, "set_unsteps(%s, to_%d)", x, shift);
    return w;
}
