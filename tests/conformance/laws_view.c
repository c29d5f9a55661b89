// SPDX-License-Identifier: MIT
//
// Laws 10 and 11: a player decides from a view alone, and a guess fits it.
#include "law.h"

#include <string.h>

// --- Law 10: a view is enough ------------------------------------------------

static void view_is_steady(law_run *run, int index) {
    const tsr_rules *r = run->r;
    const law_spot *spot = &run->spot;
    int viewer = law_viewer(run, index);
    const void *view = spot->view[index];
    void *s = run->scratch[0];
    law_fill(run, s, 0xaa);
    law_dirty_stack(0xaa);
    r->g.view(r, spot->state, viewer, s);
    law_same(run, s, view, "the view of %s into memory of 0xaa", law_who(viewer));
    law_copy(run, s, spot->state);
    r->g.view(r, s, viewer, s);
    law_same(run, s, view, "the view of %s made in place", law_who(viewer));
    law_copy(run, s, view);
    r->g.view(r, s, viewer, s);
    law_same(run, s, view, "the view of the view of %s", law_who(viewer));
    if (!(r->g.flags & TSR_HAS_HIDDEN)) {
        law_same(run, view, spot->state,
                 "the game is not flagged TSR_HAS_HIDDEN, but the view of %s differs",
                 law_who(viewer));
    }
}

static void info_is_equal(law_run *run, int index) {
    const tsr_rules *r = run->r;
    const tsr_info *full = &run->spot.info;
    int viewer = law_viewer(run, index);
    tsr_info seen;
    memset(&seen, 0, sizeof seen);
    r->g.info(r, run->spot.view[index], &seen);
    uint32_t turn = r->g.turn(r, run->spot.view[index]);
    LAW_HOLDS(run, turn == run->spot.turn, "turn is 0x%x for %s and 0x%x in truth", (unsigned)turn,
              law_who(viewer), (unsigned)run->spot.turn);
    LAW_HOLDS(run, seen.ask == full->ask && seen.flags == full->flags && seen.round == full->round,
              "info asks %s for something else than in truth", law_who(viewer));
    if (law_is_decider(run, viewer)) {
        LAW_HOLDS(run, memcmp(&seen, full, sizeof seen) == 0,
                  "info of %s, who must decide, differs between view and state", law_who(viewer));
    }
}

static void moves_are_equal(law_run *run, int p) {
    const tsr_rules *r = run->r;
    const law_spot *spot = &run->spot;
    int n = r->g.moves(r, spot->view[p], p, run->list);
    LAW_HOLDS(run,
              n == spot->count[p] &&
                  memcmp(run->list, spot->moves[p], (size_t)n * sizeof *run->list) == 0,
              "%s has other moves (%d) by the own view than in truth (%d)", law_who(p), n,
              spot->count[p]);
    n = r->more.count(r, spot->view[p], p);
    LAW_HOLDS(run, n == spot->count[p], "count for %s is %d by the own view and %d in truth",
              law_who(p), n, spot->count[p]);
}

static void reasons_are_equal(law_run *run, int p) {
    const tsr_rules *r = run->r;
    for (int i = 0; i < 30; i++) {
        tsr_line a, b;
        tsr_move m = law_wrong_move(run, p);
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        int x = r->g.why_not(r, run->spot.state, p, m, &a);
        int y = r->g.why_not(r, run->spot.view[p], p, m, &b);
        LAW_HOLDS(
            run, x == y && (x == 0 || memcmp(&a, &b, sizeof a) == 0),
            "why %s may not play 0x%llx is %d by the own view and %d in truth, or has other words",
            law_who(p), (unsigned long long)m, y, x);
    }
}

static int same_picks(const tsr_picks *a, const tsr_picks *b) {
    return a->picks == b->picks && a->marks == b->marks &&
           memcmp(a->pick, b->pick, a->picks * sizeof a->pick[0]) == 0 &&
           memcmp(a->mark, b->mark, a->marks * sizeof a->mark[0]) == 0;
}

static void paths_are_equal(law_run *run, int p) {
    const tsr_rules *r = run->r;
    const law_spot *spot = &run->spot;
    int step = law_stride(spot->count[p], 48);
    for (int i = law_offset(run, step); i < spot->count[p]; i += step) {
        tsr_picks a = {0}, b = {0};
        char x[TSR_MOVE_TEXT_MAX], y[TSR_MOVE_TEXT_MAX];
        tsr_move m = spot->moves[p][i];
        r->g.path(r, spot->state, p, m, &a);
        r->g.path(r, spot->view[p], p, m, &b);
        LAW_HOLDS(run, same_picks(&a, &b),
                  "the path of 0x%llx differs between view and state of %s", (unsigned long long)m,
                  law_who(p));
        r->g.move_text(r, spot->state, p, m, x, sizeof x);
        r->g.move_text(r, spot->view[p], p, m, y, sizeof y);
        LAW_HOLDS(run, strcmp(x, y) == 0, "a move of %s is '%s' in the view and '%s' in truth",
                  law_who(p), y, x);
    }
}

// The picture for a viewer is made from what the viewer sees.
static void scenes_are_equal(law_run *run, int index) {
    law_scene a, b;
    int viewer = law_viewer(run, index);
    law_scene_make(run, run->spot.state, viewer, &a);
    law_scene_make(run, run->spot.view[index], viewer, &b);
    int equal = a.sc.zone_count == b.sc.zone_count && a.sc.item_count == b.sc.item_count &&
                a.sc.edge_count == b.sc.edge_count && a.sc.text_size == b.sc.text_size &&
                memcmp(a.sc.zones, b.sc.zones, a.sc.zone_count * sizeof(tsr_zone)) == 0 &&
                memcmp(a.sc.items, b.sc.items, a.sc.item_count * sizeof(tsr_item)) == 0 &&
                memcmp(a.sc.edges, b.sc.edges, a.sc.edge_count * sizeof(tsr_edge)) == 0 &&
                memcmp(a.sc.text, b.sc.text, a.sc.text_size) == 0;
    LAW_HOLDS(run, equal, "the scene of %s differs between state and view", law_who(viewer));
    law_scene_free(&a);
    law_scene_free(&b);
}

static void law10_deep(law_run *run) {
    for (int i = 0; i < run->viewers; i++) {
        view_is_steady(run, i);
        info_is_equal(run, i);
        if (run->r->g.flags & TSR_HAS_HIDDEN) {
            scenes_are_equal(run, i);
        }
    }
    for (int p = 0; p < run->r->players; p++) {
        if (run->spot.count[p] > 0) {
            moves_are_equal(run, p);
            reasons_are_equal(run, p);
            paths_are_equal(run, p);
        }
    }
}

const law_hooks law_10 = {.deep = law10_deep};

// --- Law 11: a guess fits its view -------------------------------------------

// Counted apart for what chance hid and what a player hid.
typedef struct variety {
    uint32_t chances[LAW_VIEWERS][2]; // times a view stood for more than one truth
    uint32_t varied[LAW_VIEWERS][2];  // of these, times that two guesses differed
} variety;

static void guess_is_steady(law_run *run, int index, uint64_t seed) {
    const tsr_rules *r = run->r;
    int viewer = law_viewer(run, index);
    const void *view = run->spot.view[index];
    tsr_rng g;
    for (int i = 0; i < 3; i++) {
        tsr_rng_init(&g, seed);
        law_fill(run, run->scratch[i], i ? 0xaa : 0x00);
        if (i == 2) {
            law_copy(run, run->scratch[2], view);
        }
        r->g.guess(r, i == 2 ? run->scratch[2] : view, viewer, &g, run->scratch[i]);
    }
    law_same(run, run->scratch[1], run->scratch[0], "the guess of %s into memory of 0xaa",
             law_who(viewer));
    law_same(run, run->scratch[2], run->scratch[0], "the guess of %s made in place",
             law_who(viewer));
}

// scratch[0] holds a guess.
static void guess_fits(law_run *run, int index) {
    const tsr_rules *r = run->r;
    const law_spot *spot = &run->spot;
    int viewer = law_viewer(run, index);
    void *guess = run->scratch[0];
    r->g.view(r, guess, viewer, run->scratch[1]);
    law_same(run, run->scratch[1], spot->view[index], "the view of a guess of %s is not the view",
             law_who(viewer));
    int code = r->g.check(r, guess, NULL);
    LAW_HOLDS(run, code == 0, "check finds fault %d with a guess of %s", code, law_who(viewer));
    LAW_HOLDS(run, r->g.turn(r, guess) == spot->turn, "in a guess of %s it is somebody else's turn",
              law_who(viewer));
    if (law_is_decider(run, viewer)) {
        int n = r->g.moves(r, guess, viewer, run->list);
        LAW_HOLDS(run,
                  n == spot->count[viewer] &&
                      memcmp(run->list, spot->moves[viewer], (size_t)n * sizeof *run->list) == 0,
                  "in a guess of %s the own moves are others", law_who(viewer));
    }
    // Where things can be hidden a view may equal the truth by chance (a treasure on the first cell that is not seen);
    // then another position with this view, as the guess was found to be, shows that something is hidden.
    if (!(r->g.flags & TSR_HAS_HIDDEN)) {
        law_same(run, guess, spot->state, "nothing is hidden from %s, but the guess differs",
                 law_who(viewer));
    }
    if (code == 0 && tsr_rng_below(&run->g, 4) == 0) {
        const char *fault = law_play_on(run, guess, 20);
        LAW_HOLDS(run, !fault, "playing on from a guess of %s, %s", law_who(viewer), fault);
    }
}

// Whether some move at the spot leads to truths that the viewer cannot tell apart;
// leaves such a view in scratch[2].
static int makes_secret(law_run *run, int viewer) {
    const tsr_rules *r = run->r;
    const law_spot *spot = &run->spot;
    int who = tsr_mover(spot->turn);
    const tsr_move *moves = who == TSR_CHANCE ? spot->outcome : who >= 0 ? spot->moves[who] : NULL;
    int count = who == TSR_CHANCE ? spot->outcomes : who >= 0 ? spot->count[who] : 0;
    for (int i = 0; i < count && i < 8; i++) {
        void *s = run->scratch[i ? 1 : 0], *v = run->scratch[i ? 3 : 2];
        law_copy(run, s, spot->state);
        r->g.play(r, s, who, moves[i]);
        r->g.view(r, s, viewer, v);
        if (i && memcmp(v, run->scratch[2], r->state_size) == 0 &&
            memcmp(s, run->scratch[0], r->state_size) != 0) {
            return 1;
        }
    }
    return 0;
}

static void count_variety(law_run *run, int index) {
    const tsr_rules *r = run->r;
    variety *v = law_keep(run, sizeof *v);
    int viewer = law_viewer(run, index), player = run->spot.turn != 1u << TSR_CHANCE;
    if (!makes_secret(run, viewer)) {
        return;
    }
    v->chances[index][player]++;
    r->g.guess(r, run->scratch[2], viewer, &run->g, run->scratch[0]);
    for (int i = 0; i < 8; i++) {
        r->g.guess(r, run->scratch[2], viewer, &run->g, run->scratch[1]);
        if (memcmp(run->scratch[0], run->scratch[1], r->state_size) != 0) {
            v->varied[index][player]++;
            return;
        }
    }
}

static void law11_deep(law_run *run) {
    for (int i = 0; i < run->viewers; i++) {
        guess_is_steady(run, i, tsr_rng_next(&run->g));
        guess_fits(run, i);
        if (run->r->g.flags & TSR_HAS_HIDDEN) {
            count_variety(run, i);
        }
    }
}

// Where several truths are possible, guesses vary: nobody plays against one
// imagined truth only.
static void law11_finish(law_run *run) {
    variety *v = law_keep(run, sizeof *v);
    for (int i = 0; i < 2 * run->viewers; i++) {
        uint32_t chances = v->chances[i / 2][i % 2];
        LAW_HOLDS(run, chances < 20 || v->varied[i / 2][i % 2] > 0,
                  "%s guesses one truth every time, %u times, whatever %s did",
                  law_who(law_viewer(run, i / 2)), chances, i % 2 ? "another player" : "chance");
    }
}

const law_hooks law_11 = {.deep = law11_deep, .finish = law11_finish};
