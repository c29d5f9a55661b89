// SPDX-License-Identifier: MIT
//
// The choices of hashed moves of a list, by listing them once more; see noted.h.
#include "lang/game/noted.h"

#include <string.h>

void spell(spelled *out, const program *p, const void *s, tsr_move m) {
    out->move = m;
    out->count = walk_steps(p, s, m, out->step, WALK_MAX_CHOICES);
}

void noted_begin(noted *n, const program *p, const void *s, const tsr_move *list, int count) {
    int hashed = 0;
    for (int i = 0; i < count; i++) {
        hashed |= (list[i] & WALK_HASHED) != 0;
    }
    n->count = hashed ? walk_moves_noted(p, s, n->move, count, &n->paths) : 0;
}

int noted_list(noted *n, const program *p, const void *s, tsr_move *list) {
    n->count = walk_moves_noted(p, s, n->move, p->size.max_moves, &n->paths);
    if (!n->count) {
        return walk_moves(p, s, list, p->size.max_moves);
    }
    memcpy(list, n->move, (size_t)n->count * sizeof *list);
    return n->count;
}

void noted_spell(const noted *n, const program *p, const void *s, int i, tsr_move m, spelled *out) {
    if (m & WALK_HASHED && i < n->count && n->move[i] == m) {
        out->move = m;
        out->count = walk_noted_steps(&n->paths, i, out->step);
    } else {
        spell(out, p, s, m);
    }
}
