// SPDX-License-Identifier: MIT
//
// From cell to cell as C: which way leads there, what lies between, and shifts that are known by number only.
#include "lang/cgen/cgen_board.h"

// The shifts that `toward` looks along, in its order.
static int toward_shifts(const cgen *g, uint16_t *out) {
    const board *b = &g->p->b;
    const uint16_t *lists[3] = {b->any, b->orthogonal, b->diagonal};
    const int counts[3] = {b->any_count, b->orthogonal_count, b->diagonal_count};
    int n = 0;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < counts[k]; i++) {
            int known = !b->shift[lists[k][i]].ray;
            for (int j = 0; j < n && !known; j++) {
                known = out[j] == lists[k][i];
            }
            if (!known) {
                out[n++] = lists[k][i];
            }
        }
    }
    return n;
}

void cgen_need_toward(cgen *g) {
    uint16_t shift[48];
    buffer *t = &g->tables;
    if (g->has_toward) {
        return;
    }
    g->has_toward = 1;
    int n = toward_shifts(g, shift);
    for (int i = 0; i < n; i++) {
        cgen_need_ray(g, shift[i]);
        if (!g->p->b.shift[shift[i]].uniform) {
            cgen_need_to(g, shift[i]);
        }
    }
    buffer_add_text(t, "// The number of the shift that leads from one cell to another, or -1.\n"
                       "FN int toward(set x, set y) {\n"
                       "    int from = set_first(x), to = set_first(y);\n"
                       "    if (from < 0 || to < 0) {\n        return -1;\n    }\n");
    for (int i = 0; i < n; i++) {
        buffer_addf(t, "    if (set_has(ray_%d[from], to)) {\n        return %d;\n    }\n",
                    shift[i], shift[i]);
    }
    buffer_add_text(t, "    return -1;\n}\n"
                       "FN set between(set x, set y) {\n"
                       "    int from = set_first(x), to = set_first(y);\n"
                       "    if (from < 0 || to < 0) {\n        return NO_CELLS;\n    }\n");
    for (int i = 0; i < n; i++) {
        buffer_addf(t, "    if (set_has(ray_%d[from], to)) {\n", shift[i]);
        if (g->p->b.shift[shift[i]].uniform) {
            buffer_addf(t,
                        "        return set_minus(set_minus(ray_%d[from], ray_%d[to]), "
                        "set_one(to));\n    }\n",
                        shift[i], shift[i]);
        } else {
            buffer_addf(t,
                        "        set sum = NO_CELLS;\n"
                        "        for (int at = to_%d[from]; at != to && at != NONE; at = "
                        "to_%d[at]) {\n            sum = set_or(sum, set_one(at));\n        }\n"
                        "        return sum;\n    }\n",
                        shift[i], shift[i]);
        }
    }
    buffer_add_text(t, "    return NO_CELLS;\n}\n");
}

void cgen_need_shift_by(cgen *g) {
    const board *b = &g->p->b;
    buffer *t = &g->tables;
    if (g->has_shift_by) {
        return;
    }
    g->has_shift_by = 1;
    for (int i = 0; i < b->shift_count; i++) {
        (void)cgen_shift(g, "x", i);
        (void)cgen_back(g, "x", i);
    }
    buffer_add_text(t, "FN set shift_by(set x, int shift, int times) {\n"
                       "    for (; times > 0; times--) {\n        switch (shift) {\n");
    for (int i = 0; i < b->shift_count; i++) {
        buffer_addf(t, "        case %d: x = %s; break;\n", i, cgen_shift(g, "x", i).t);
    }
    buffer_add_text(t, "        default: return NO_CELLS;\n        }\n    }\n"
                       "    for (; times < 0; times++) {\n        switch (shift) {\n");
    for (int i = 0; i < b->shift_count; i++) {
        buffer_addf(t, "        case %d: x = %s; break;\n", i, cgen_back(g, "x", i).t);
    }
    buffer_addf(t,
                "        default: return NO_CELLS;\n        }\n    }\n"
                "    return shift < 0 || shift >= %d ? NO_CELLS : x;\n}\n",
                b->shift_count);
}

void cgen_need_ray_by(cgen *g) {
    const board *b = &g->p->b;
    buffer *t = &g->tables;
    if (g->has_ray_by) {
        return;
    }
    g->has_ray_by = 1;
    for (int i = 0; i < b->shift_count; i++) {
        if (b->shift[i].ray) {
            (void)cgen_sight_from(g, i, "c", "open");
        }
    }
    buffer_add_text(t, "FN set ray_by(set from, int shift, set open) {\n"
                       "    set sum = NO_CELLS;\n    while (set_any(from)) {\n"
                       "        int c = set_pop(&from);\n        switch (shift) {\n");
    for (int i = 0; i < b->shift_count; i++) {
        if (b->shift[i].ray) {
            buffer_addf(t, "        case %d: sum = set_or(sum, %s); break;\n", i,
                        cgen_sight_from(g, i, "c", "open").t);
        }
    }
    buffer_add_text(t, "        default: return NO_CELLS;\n        }\n    }\n"
                       "    return set_and(sum, open);\n}\n");
}
