// SPDX-License-Identifier: MIT
//
// Laws 19, 21 and 22's own share: results, the end, and options.
#include "law.h"

#include <stdio.h>
#include <string.h>

// --- Law 19: results ---------------------------------------------------------

static void results_are_steady(law_run *run, const tsr_result *out) {
    tsr_result again[TSR_MAX_PLAYERS + 1];
    size_t n = run->r->players;
    memset(again, 0xaa, sizeof again);
    run->r->g.result(run->r, run->spot.state, again);
    for (size_t p = 0; p < n; p++) {
        LAW_HOLDS(run, again[p].score == out[p].score && again[p].rank == out[p].rank,
                  "result does not write all of %s", law_who((int)p));
    }
    const unsigned char *past = (const unsigned char *)&again[n];
    LAW_HOLDS(run, past[0] == 0xaa && past[4] == 0xaa, "result writes more than %zu entries", n);
}

// Ranks are one more than the number of better players. When all have lost
// together nobody is first: then somebody who does not play counts as better.
static void ranks_are_sound(law_run *run, const tsr_result *out) {
    int n = run->r->players, nobody = 1;
    for (int p = 0; p < n; p++) {
        nobody &= out[p].rank != 1;
    }
    for (int p = 0; p < n; p++) {
        int better = nobody;
        for (int q = 0; q < n; q++) {
            better += out[q].rank < out[p].rank;
        }
        LAW_HOLDS(run, out[p].rank == 1 + better, "%s has rank %d, and %d did better", law_who(p),
                  out[p].rank, better);
        LAW_HOLDS(run, !(run->r->g.flags & TSR_COOPERATIVE) || out[p].rank == out[0].rank,
                  "the game is flagged TSR_COOPERATIVE, but %s ranks apart", law_who(p));
    }
    LAW_HOLDS(run, !(run->r->g.flags & TSR_ZERO_SUM) || (n == 2 && !nobody),
              "the game is flagged TSR_ZERO_SUM, but it is not one's gain and the other's loss");
}

static void law19_at(law_run *run) {
    tsr_result out[TSR_MAX_PLAYERS + 1];
    memset(out, 0, sizeof out);
    run->r->g.result(run->r, run->spot.state, out);
    results_are_steady(run, out);
    if (run->spot.turn == 0) {
        ranks_are_sound(run, out);
        return;
    }
    for (int p = 0; p < run->r->players; p++) {
        LAW_HOLDS(run, out[p].rank == 0, "%s has rank %d although the game goes on", law_who(p),
                  out[p].rank);
    }
}

static void law19_deep(law_run *run) {
    tsr_result out[TSR_MAX_PLAYERS + 1];
    for (int i = 0; i < run->viewers; i++) {
        run->r->g.result(run->r, run->spot.view[i], out); // any viewer may ask for scores
    }
}

static void law19_end(law_run *run) {
    float u[TSR_MAX_PLAYERS] = {0};
    float sum = 0;
    int n = run->r->players;
    if (run->spot.turn) {
        return;
    }
    tsr_utility(run->r, run->spot.state, u);
    for (int p = 0; p < n; p++) {
        LAW_HOLDS(run, u[p] >= 0.0f && u[p] <= 1.0f, "the utility of %s is %g", law_who(p),
                  (double)u[p]);
        sum += u[p];
    }
    if (n > 1 && !(run->r->g.flags & TSR_COOPERATIVE)) {
        LAW_HOLDS(run, sum <= (float)n / 2.0f + 0.001f, "utilities add up to %g", (double)sum);
    }
}

const law_hooks law_19 = {.at = law19_at, .deep = law19_deep, .end = law19_end};

// --- Law 21: the end ---------------------------------------------------------

static void law21_end(law_run *run) {
    LAW_HOLDS(run, run->ended || (uint32_t)run->step_count < run->r->max_plies,
              "after max_plies (%u) plies the game still goes on", run->r->max_plies);
}

const law_hooks law_21 = {.end = law21_end};

// --- Law 22: options ---------------------------------------------------------
//
// The walk over option values is in conformance.c; here is what an opened setup
// must say about its own options.

static void option_reads_back(law_run *run, int i) {
    const tsr_option *o = &run->r->g.options[i];
    tsr_setup setup;
    tsr_error err = {0};
    char value[128] = "";
    if (o->kind == TSR_OPTION_FILE) {
        return;
    }
    tsr_option_text(run->r, i, value, sizeof value);
    tsr_setup_init(&setup, &run->r->g);
    setup.opt[i] = o->min - 1;
    tsr_err code = tsr_setup_option(&setup, o->name, value, &err);
    LAW_HOLDS(run, !code && setup.opt[i] == run->r->opt[i], "option %s=%s does not read back: %s",
              o->name, value, err.message);
    LAW_HOLDS(run, o->help && o->help[0], "option %s has no help", o->name);
}

// One value more than allowed, one less: refused with a sentence.
static void option_is_bounded(law_run *run, int i) {
    const tsr_option *o = &run->r->g.options[i];
    const long wrong[2] = {(long)o->min - 1, (long)o->max + 1};
    for (int k = 0; k < 2 && o->kind != TSR_OPTION_FILE; k++) {
        tsr_setup setup;
        tsr_error err = {0};
        char value[32];
        tsr_setup_init(&setup, &run->r->g);
        snprintf(value, sizeof value, "%ld", wrong[k]);
        tsr_err code = tsr_setup_option(&setup, o->name, value, &err);
        LAW_HOLDS(run, code && err.message[0], "option %s takes %s, out of its range", o->name,
                  value);
    }
}

// Other rules, other hash.
static void hash_tells_players_apart(law_run *run) {
    tsr_setup setup = *run->setup;
    tsr_rules *other = NULL;
    for (int players = run->r->g.min_players; players <= run->r->g.max_players; players++) {
        setup.players = players;
        if (players != run->r->players && tsr_rules_open(&setup, NULL, &other, NULL) == TSR_OK) {
            LAW_HOLDS(run, other->hash != run->r->hash,
                      "the hash is the same for %d and for %d players", players, run->r->players);
            tsr_rules_close(other);
        }
    }
}

static void law22_start(law_run *run) {
    for (int i = 0; i < run->r->g.option_count; i++) {
        option_reads_back(run, i);
        option_is_bounded(run, i);
    }
    hash_tells_players_apart(run);
}

const law_hooks law_22 = {.start = law22_start};
