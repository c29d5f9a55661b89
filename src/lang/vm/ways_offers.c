// SPDX-License-Identifier: MIT
//
// Runs the functions of ways: instructions about offers, and about each cell of a set.
#include <string.h>

#include "lang/ir/rt/sets.h"
#include "lang/ir/rt/tokens.h"
#include "lang/vm/walk_impl.h"

static int origin_of(const program *p, const offer *o, int to) {
    return o->form == OFFER_ORIGIN  ? o->aux
           : o->form == OFFER_CLASS ? walk_class_origin(p, o->aux, to)
                                    : -1;
}

int walk_offer(walker *w, uint32_t fn, int i) {
    frame *f = w->f;
    const int words = w->p->b.words;
    const offer o = f->offer[i];
    uint64_t cells[BOARD_MAX_WORDS];
    if (o.form == OFFER_ONE) {
        return walk_try(w, fn, -1, -1);
    }
    set_copy(cells, f->target + i * words, words);
    for (int to = set_take_first(cells, words); to >= 0; to = set_take_first(cells, words)) {
        if (walk_try(w, fn, origin_of(w->p, &o, to), to)) {
            return 1;
        }
    }
    return 0;
}

int walk_call_with_offers(walker *w, const way_insn *x) {
    frame *f = w->f;
    int first = f->offer_count, stop = 0;
    (void)vm_run(f, x->a);
    for (int i = first, last = f->offer_count; i < last && !stop; i++) {
        stop = walk_offer(w, x->b, i);
    }
    f->offer_count = first;
    return stop;
}

// Moves that go on with one choice differ in its cells alone: the others' bits are packed once.
static int list_row(walker *w, walk_row row, const offer *o, const uint64_t *cells) {
    if (o->form != OFFER_CLASS) {
        row.head |= (tsr_move)(row.has_from ? o->aux : 0) << row.from_at;
        row.has_from = 0;
    }
    FOR_CELLS(to, cells, w->p->b.words) {
        if (w->count >= w->cap) {
            return 1;
        }
        const tsr_move from = row.has_from ? (tsr_move)walk_class_origin(w->p, o->aux, to) : 0;
        w->out[w->count++] = row.head | from << row.from_at | (tsr_move)to << row.to_at;
    }
    return 0;
}

// The same for ways that are too long for their bits.
static int list_long(walker *w, int choice, const offer *o, const uint64_t *cells) {
    const int count = w->now.count;
    FOR_CELLS(to, cells, w->p->b.words) {
        int full = !walk_add_step(w, choice, origin_of(w->p, o, to), to) || walk_emit(w);
        w->now.count = count;
        if (full) {
            return 1;
        }
    }
    return 0;
}

static int list_offer(walker *w, int choice, int i) {
    frame *f = w->f;
    const int words = w->p->b.words, count = w->now.count;
    const offer o = f->offer[i];
    const uint64_t *cells = f->target + i * words;
    if (!w->out) {
        w->count += (int)o.size;
        return 0;
    }
    if (o.form == OFFER_ONE) {
        int full = walk_add_step(w, choice, -1, -1) && walk_emit(w);
        w->now.count = count;
        return full;
    }
    const walk_row row = walk_row_of(w->p, &w->now, choice);
    return row.fits ? list_row(w, row, &o, cells) : list_long(w, choice, &o, cells);
}

int walk_list_offers(walker *w, const way_insn *x) {
    frame *f = w->f;
    const int choice = w->p->node[x->c].choice;
    int first = f->offer_count, full = 0;
    if (w->now.count >= WALK_MAX_CHOICES) {
        f->cut = 1;
        return 0;
    }
    (void)vm_run(f, x->a);
    for (int i = first; i < f->offer_count && !full; i++) {
        full = list_offer(w, choice, i);
    }
    f->offer_count = first;
    return full;
}

int walk_offers_any(frame *f, uint32_t code) {
    const int first = f->offer_count;
    (void)vm_run(f, code);
    const int any = f->offer_count > first;
    f->offer_count = first;
    return any;
}

int walk_is_offered(frame *f, uint32_t code, int from, int to) {
    const int first = f->offer_count, words = f->p->b.words;
    int found = 0;
    (void)vm_run(f, code);
    for (int i = first; i < f->offer_count && !found; i++) {
        const offer *o = &f->offer[i];
        found = o->form == OFFER_ONE ||
                (board_has(f->target + i * words, to) &&
                 (o->form == OFFER_CELLS || from < 0 || origin_of(f->p, o, to) == from));
    }
    f->offer_count = first;
    return found;
}

int walk_call_with_cells(walker *w, const way_insn *x, int looks) {
    frame *f = w->f;
    const int words = w->p->b.words;
    uint64_t cells[BOARD_MAX_WORDS], saved[BOARD_MAX_WORDS];
    int stop = 0;
    (void)vm_run(f, x->a);
    set_copy(cells, vm_set(f, f->ret_set), words);
    set_copy(saved, vm_set(f, x->c), words);
    for (int c = set_take_first(cells, words); c >= 0; c = set_take_first(cells, words)) {
        set_one(vm_set(f, x->c), c, words);
        stop = walk_try(w, x->b, -1, -1);
        if (stop) {
            break;
        }
    }
    if (!stop || looks) {
        set_copy(vm_set(f, x->c), saved, words);
    }
    return stop;
}
