// SPDX-License-Identifier: MIT
//
// Lists of moves: from joined code where there is some (quick.c), by walking elsewhere (walk.c); and
// the questions that come down to a list: is there a move, may the turn stop here.
#include <string.h>

#include "lang/vm/quick.h"

static int list_raw(frame *f, int at, tsr_move *out, int cap) {
    if (quick_ready(f) && at == walk_start_node(f)) {
        return quick_list(f, out, cap);
    }
    walker w = walk_begin(f, f->p->split ? WALK_FIRST : WALK_LIST);
    w.out = out;
    w.cap = cap;
    w.split = f->p->split;
    walk_resume_longest(&w, at);
    (void)walk_from(&w, at);
    return w.count;
}

int walk_exists(frame *f, int at) {
    if (quick_ready(f) && at == walk_start_node(f)) {
        return quick_exists(f);
    }
    walker w = walk_begin(f, WALK_EXISTS);
    walk_resume_longest(&w, at);
    (void)walk_from(&w, at);
    return w.count > 0;
}

// Whether the turn may end here without another choice. For split moves.
int walk_may_stop(frame *f, int at) {
    const program *p = f->p;
    for (int guard = 0; guard < 200; guard++) {
        const ir_node *n = &p->node[at];
        switch ((node_kind)n->kind) {
        case N_END:
        case N_ROLL: return 1;
        case N_DO:
        case N_MARK: at = n->next; break;
        case N_WHEN: at = vm_run(f, n->code) == VM_YES ? n->next : n->alt; break;
        case N_OR: return walk_may_stop(f, n->next) || walk_may_stop(f, n->alt);
        case N_ELSE:
            if (walk_exists(f, n->next)) {
                at = n->next;
            } else {
                at = n->alt;
            }
            break;
        case N_TEST:
            if (vm_run(f, n->code) != VM_YES) {
                return 0;
            }
            at = n->next;
            break;
        case N_DEAD:
        case N_FOR:
        case N_LONGEST:
        case N_CHOICE: return 0;
        }
    }
    return 0;
}

// The same cells by another rule of the same piece and label: one move.
static int is_twin(const program *p, tsr_move m, tsr_move n) {
    path a, b;
    if (!walk_unpack(p, m, &a) || !walk_unpack(p, n, &b) || a.count != b.count) {
        return 0;
    }
    for (int i = 0; i < a.count; i++) {
        const ir_choice *x = &p->choice[a.step[i].choice], *y = &p->choice[b.step[i].choice];
        if (a.step[i].from != b.step[i].from || a.step[i].to != b.step[i].to ||
            x->kind != y->kind || x->type != y->type || x->label != y->label) {
            return 0;
        }
    }
    return 1;
}

static int drop_twins(const program *p, tsr_move *list, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        int twin = 0;
        for (int k = 0; k < kept && !twin; k++) {
            twin = is_twin(p, list[k], list[i]);
        }
        if (!twin) {
            list[kept++] = list[i];
        }
    }
    return kept;
}

static int list_apart(frame *f, int at, tsr_move *out, int cap) {
    tsr_move list[TSR_MAX_MOVES];
    int n = drop_twins(f->p, list, list_raw(f, at, list, cap));
    if (out) {
        memcpy(out, list, (size_t)n * sizeof *out);
    }
    return n;
}

int walk_list(frame *f, int at, tsr_move *out, int cap) {
    return f->p->fact.overlaps ? list_apart(f, at, out, cap) : list_raw(f, at, out, cap);
}

int walk_moves(const program *p, const void *state, tsr_move *out, int cap) {
    frame f;
    vm_load(&f, p, state);
    int at = walk_start_node(&f);
    int n = walk_list(&f, at, out, cap);
    if (p->split && f.h.pc && n < cap && walk_may_stop(&f, at)) {
        if (out) {
            out[n] = 1; // done
        }
        n++;
    }
    return n;
}
