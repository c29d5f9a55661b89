// SPDX-License-Identifier: MIT
//
// Paths of choices as moves: the bits of a move, and back.
#include "lang/vm/walk_impl.h"

static int has_from(int kind) {
    return kind == CH_MOTION;
}

static int has_to(int kind) {
    return kind <= CH_TAKE;
}

walk_step walk_step_of(const program *p, int choice, int from, int to) {
    const int kind = p->choice[choice].kind;
    return (walk_step){choice, has_from(kind) ? from : -1, has_to(kind) ? to : -1};
}

// FNV over the steps, for paths that are too long to pack.
static tsr_move hash_path(const path *w) {
    uint64_t h = NO_STEPS;
    for (int i = 0; i < w->count; i++) {
        const walk_step *s = &w->step[i];
        h = hash_step(h, s->choice, s->from, s->to);
    }
    return hashed_move(h);
}

tsr_move walk_pack(const program *p, const path *w) {
    tsr_move m = 0;
    int at = 0;
    for (int i = 0; i < w->count; i++) {
        const walk_step *s = &w->step[i];
        int kind = p->choice[s->choice].kind;
        int need = p->size.choice_bits + (has_from(kind) + has_to(kind)) * p->size.cell_bits;
        if (at + need > 62) {
            return hash_path(w);
        }
        m |= (tsr_move)s->choice << at;
        at += p->size.choice_bits;
        if (has_from(kind)) {
            m |= (tsr_move)s->from << at;
            at += p->size.cell_bits;
        }
        if (has_to(kind)) {
            m |= (tsr_move)s->to << at;
            at += p->size.cell_bits;
        }
    }
    return w->count ? m : 1; // a turn without any choice is the move "done"
}

walk_row walk_row_of(const program *p, const path *w, int choice) {
    const int kind = p->choice[choice].kind;
    int at = 0;
    for (int i = 0; i < w->count; i++) {
        const int before = p->choice[w->step[i].choice].kind;
        at += p->size.choice_bits + (has_from(before) + has_to(before)) * p->size.cell_bits;
    }
    const int from_at = at + p->size.choice_bits;
    const int to_at = from_at + has_from(kind) * p->size.cell_bits;
    walk_row row = {.from_at = from_at, .to_at = to_at, .has_from = has_from(kind)};
    row.fits = has_to(kind) && to_at + p->size.cell_bits <= 62;
    if (row.fits) {
        row.head = (w->count ? walk_pack(p, w) : 0) | (tsr_move)choice << at;
    }
    return row;
}

int walk_unpack(const program *p, tsr_move m, path *w) {
    uint64_t choice_mask = ((uint64_t)1 << p->size.choice_bits) - 1;
    uint64_t cell_mask = ((uint64_t)1 << p->size.cell_bits) - 1;
    w->count = 0;
    if (m >> 62) {
        return 0;
    }
    while (m && w->count < WALK_MAX_CHOICES) {
        walk_step *s = &w->step[w->count++];
        s->choice = (int)(m & choice_mask);
        s->from = s->to = -1;
        m >>= p->size.choice_bits;
        if (s->choice < 1 || s->choice > p->choice_count) {
            return 0;
        }
        int kind = p->choice[s->choice].kind;
        if (has_from(kind)) {
            s->from = (int)(m & cell_mask);
            m >>= p->size.cell_bits;
        }
        if (has_to(kind)) {
            s->to = (int)(m & cell_mask);
            m >>= p->size.cell_bits;
        }
        if (s->from >= p->b.cells || s->to >= p->b.cells) {
            return 0;
        }
    }
    return m == 0 && w->count > 0;
}

// --- Noted ---------------------------------------------------------------------------------------

// A choice, and two cells + 1.
enum { NOTE_CELL = 11 };

_Static_assert(IR_MAX_CHOICES < 1 << (32 - 2 * NOTE_CELL) && BOARD_MAX_CELLS < 1 << NOTE_CELL,
               "a step is 32 bits");

void walk_note_path(walker *w) {
    const path *now = &w->now;
    w->paths->count[w->count] = (uint8_t)now->count;
    for (int i = 0; i < now->count; i++) {
        const walk_step *s = &now->step[i];
        w->paths->step[w->count][i] = (uint32_t)s->choice << 2 * NOTE_CELL |
                                      (uint32_t)(s->from + 1) << NOTE_CELL | (uint32_t)(s->to + 1);
    }
}

int walk_noted_steps(const walk_paths *paths, int i, walk_step *out) {
    const uint32_t cell = (1u << NOTE_CELL) - 1;
    for (int k = 0; k < paths->count[i]; k++) {
        const uint32_t s = paths->step[i][k];
        out[k] = (walk_step){.choice = (int)(s >> 2 * NOTE_CELL),
                             .from = (int)(s >> NOTE_CELL & cell) - 1,
                             .to = (int)(s & cell) - 1};
    }
    return paths->count[i];
}

// The cell a class move to `to` comes from.
int walk_class_origin(const program *p, int shift, int to) {
    const board_shift *s = &p->b.shift[shift];
    if (s->uniform) {
        return to - s->amount;
    }
    for (int c = 0; c < p->b.cells; c++) {
        if (s->to[c] == to) {
            return c;
        }
    }
    return to;
}
