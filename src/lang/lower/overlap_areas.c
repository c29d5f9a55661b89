// SPDX-License-Identifier: MIT
//
// Cards that are chosen out of several areas: what they are does not say which of two equal ones is meant.
#include "lang/lower/overlap.h"

#include <string.h>

enum { MAX_DEEP = 12 };

static int cells_of(lower *l, const ast *e, uint64_t *out, int depth);

static int cells_of_both(lower *l, const ast *e, uint64_t *out, int depth) {
    uint64_t other[BOARD_MAX_WORDS];
    const int first = cells_of(l, e->a, out, depth), second = cells_of(l, e->b, other, depth);
    if (e->kind == A_UNION ? !first || !second : !first && !second) {
        return 0;
    }
    for (int i = 0; i < l->b->words; i++) {
        out[i] = e->kind == A_UNION            ? out[i] | other[i]
                 : !first                      ? other[i]
                 : second && e->kind == A_MEET ? out[i] & other[i]
                                               : out[i];
    }
    return 1;
}

static int cells_of_area(lower *l, const ast *e, uint64_t *out) {
    const int are_several = e->kind == A_OWNED && e->flag;
    int player, area = are_several ? lower_find_area(l, e->name) : lower_area_of(l, e, &player);
    if (area < 0 || (are_several && !l->g->areas[area].each)) {
        return 0;
    }
    memset(out, 0, (size_t)l->b->words * sizeof *out);
    for (int p = 0; p < l->p->players; p++) {
        for (int i = 0; (are_several ? lower_is_enemy(l, p) : p == player) && i < l->b->words;
             i++) {
            out[i] |= l->area[area][p][i];
        }
    }
    return 1;
}

// The cells of areas that a set is out of, by its text; 0 = that is not known.
static int cells_of(lower *l, const ast *e, uint64_t *out, int depth) {
    if (depth > MAX_DEEP) {
        return 0;
    }
    if (e->kind == A_UNION || e->kind == A_MEET) {
        return cells_of_both(l, e, out, depth + 1);
    }
    if (e->kind == A_SUB || (e->kind == A_KINDS && e->a && e->flag != KINDS_WITH)) {
        return e->kind == A_KINDS && e->flag == KINDS_SAME ? 0 : cells_of(l, e->a, out, depth + 1);
    }
    const decl_def *d =
        e->kind == A_WORD && !lower_find_binding(l, e->name) ? lower_find_def(l, e->name) : NULL;
    if (d && !d->is_rule && !d->param_count) {
        return cells_of(l, d->body, out, depth + 1);
    }
    return cells_of_area(l, e, out);
}

// Whether two cells of different areas, or of different players, are for the same kind.
static int are_alike(const program *p, int a, int b) {
    int first = -1, other = -1;
    (void)ir_area_at(p, a, &first);
    (void)ir_area_at(p, b, &other);
    return p->slot_kind[a] != 255 && p->slot_kind[a] == p->slot_kind[b] && first != other;
}

int overlap_spans_areas(lower *l, const ast *e) {
    uint64_t cells[BOARD_MAX_WORDS];
    if (!l->p->slot_kind || !cells_of(l, e, cells, 0)) {
        return 0;
    }
    for (int a = l->b->area0; a < l->b->cells; a++) {
        for (int b = a + 1; board_has(cells, a) && b < l->b->cells; b++) {
            if (board_has(cells, b) && are_alike(l->p, a, b)) {
                return 1;
            }
        }
    }
    return 0;
}
