// SPDX-License-Identifier: MIT
//
// Law 12, the twin law: what a viewer sees of a move and what the viewer's view
// shows afterwards tell exactly the same.
//
// Two different moves of one mover in one position are tried. (a) If they look the
// same to a viewer, the views afterwards are the same, or the view tells too much.
// (b) If the views afterwards are the same although the truths differ, the moves
// look the same, or the event line tells too much. So every leak shows, without
// knowing anything about the game. A game with secrets in which no viewer ever
// meets twins hides nothing: view and seen both forgot.
#include "law.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 64 }; // moves compared at one position

typedef struct twins {
    uint64_t met[LAW_VIEWERS];
} twins;

// A move tried: what a viewer sees of it, and hashes of what follows.
typedef struct trial {
    tsr_move move, seen;
    uint64_t state, view;
} trial;

static void try_move(law_run *run, int who, tsr_move m, int viewer, trial *out) {
    const tsr_rules *r = run->r;
    void *s = run->scratch[0];
    law_copy(run, s, run->spot.state);
    out->move = m;
    out->seen = r->g.seen(r, s, who, m, viewer);
    r->g.play(r, s, who, m);
    out->state = tsr_hash_bytes(s, r->state_size, 1);
    r->g.view(r, s, viewer, s);
    out->view = tsr_hash_bytes(s, r->state_size, 1);
}

static void seen_is_sound(law_run *run, int who, const trial *t, int viewer) {
    LAW_HOLDS(run, t->seen == t->move || (t->seen & TSR_HIDDEN),
              "%s sees 0x%llx of the move 0x%llx of %s: neither the move nor a masked code",
              law_who(viewer), (unsigned long long)t->seen, (unsigned long long)t->move,
              law_who(who));
    if (who == viewer) {
        LAW_HOLDS(run, t->seen == t->move, "%s does not see the own move 0x%llx", law_who(viewer),
                  (unsigned long long)t->move);
    }
}

static void compare(law_run *run, int who, const trial *a, const trial *b, int viewer,
                    uint64_t *met) {
    if (a->seen == b->seen) {
        ++*met;
        LAW_HOLDS(run, a->view == b->view,
                  "0x%llx and 0x%llx of %s look the same to %s, but the view tells them apart",
                  (unsigned long long)a->move, (unsigned long long)b->move, law_who(who),
                  law_who(viewer));
    } else if (a->view == b->view && a->state != b->state) {
        LAW_HOLDS(run, 0,
                  "%s sees 0x%llx or 0x%llx of a move of %s, but the view does not know which",
                  law_who(viewer), (unsigned long long)a->seen, (unsigned long long)b->seen,
                  law_who(who));
    }
}

static void twins_of(law_run *run, int who, const tsr_move *moves, int count) {
    twins *t = law_keep(run, sizeof *t);
    trial tried[MOST];
    int step = law_stride(count, MOST);
    for (int v = 0; v < run->viewers; v++) {
        int viewer = law_viewer(run, v), n = 0;
        for (int i = 0; i < count; i += step) {
            try_move(run, who, moves[i], viewer, &tried[n++]);
            seen_is_sound(run, who, &tried[n - 1], viewer);
        }
        for (int i = 0; i < n; i++) {
            for (int k = i + 1; k < n; k++) {
                compare(run, who, &tried[i], &tried[k], viewer, &t->met[v]);
            }
        }
    }
}

static void law12_deep(law_run *run) {
    const law_spot *spot = &run->spot;
    for (int p = 0; p < run->r->players; p++) {
        if (spot->count[p] > 0) {
            twins_of(run, p, spot->moves[p], spot->count[p]);
        }
    }
    if (spot->outcomes > 0) {
        twins_of(run, TSR_CHANCE, spot->outcome, spot->outcomes);
    }
}

static void law12_finish(law_run *run) {
    twins *t = law_keep(run, sizeof *t);
    if (!(run->r->g.flags & TSR_HAS_HIDDEN) || run->tally->positions < 200) {
        return; // too little was seen to miss anything
    }
    for (int v = 0; v < run->viewers; v++) {
        LAW_HOLDS(run, t->met[v] > 0,
                  "the game is flagged TSR_HAS_HIDDEN, but nothing was ever hidden from %s",
                  law_who(law_viewer(run, v)));
    }
}

const law_hooks law_12 = {.deep = law12_deep, .finish = law12_finish};
