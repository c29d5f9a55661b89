// SPDX-License-Identifier: MIT
#include "conformance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "law.h"

void law_here(const law_run *run); // report.c: remembers the run for law_where

// What must hold with every option at either end.
#define BASIC_LAWS (LAW_BIT(1) | LAW_BIT(2) | LAW_BIT(3) | LAW_BIT(4) | LAW_BIT(5))

static const law_hooks *const hooks[LAW_COUNT + 1] = {
#define LAW(n, title) [n] = &law_##n,
#include "laws.def"
#undef LAW
};

void law_config_init(law_config *config) {
    *config = (law_config){.laws = LAW_ALL, .seed = 1, .games = 20, .deep = 24, .told = 3};
}

// --- A run's memory ----------------------------------------------------------

static void run_open(law_run *run, const tsr_rules *r) {
    size_t moves = ((size_t)(r->max_moves > r->max_chance ? r->max_moves : r->max_chance) + 1);
    run->r = r;
    run->viewers = r->players + 1;
    run->state = law_guarded(run, r->state_size);
    run->next = law_guarded(run, r->state_size);
    run->pristine = law_guarded(run, r->state_size);
    for (size_t i = 0; i < sizeof run->scratch / sizeof run->scratch[0]; i++) {
        run->scratch[i] = law_guarded(run, r->state_size);
    }
    for (int i = 0; i < run->viewers; i++) {
        run->spot.view[i] = law_guarded(run, r->state_size);
    }
    for (int p = 0; p < r->players; p++) {
        run->spot.moves[p] = law_guarded(run, r->max_moves * sizeof(tsr_move));
    }
    run->spot.outcome = law_guarded(run, r->max_chance * sizeof(tsr_move));
    run->spot.weight = law_guarded(run, r->max_chance * sizeof(uint32_t));
    run->list = law_guarded(run, moves * sizeof(tsr_move));
    run->weights = law_guarded(run, moves * sizeof(uint32_t));
}

static void run_close(law_run *run) {
    for (int n = 0; n <= LAW_COUNT; n++) {
        free(run->memory[n]);
    }
    while (run->blocks) {
        law_block *b = run->blocks;
        run->blocks = b->next;
        free(b->bytes);
        free(b);
    }
    free(run->steps);
    free(run->text[0]);
    free(run->text[1]);
}

// --- Calling the laws --------------------------------------------------------

typedef enum hook { START, BEGIN, AT, DEEP, END, FINISH } hook;

static void (*hook_of(int law, hook which))(law_run *) {
    const law_hooks *h = hooks[law];
    switch (which) {
    case START: return h->start;
    case BEGIN: return h->begin;
    case AT: return h->at;
    case DEEP: return h->deep;
    case END: return h->end;
    case FINISH: return h->finish;
    }
    return NULL;
}

// Readies a law: its randomness depends on the game, the ply and the law alone.
static void take_up(law_run *run, int law) {
    run->law = law;
    tsr_rng_init(&run->g, tsr_seed_of(run->seed, (uint64_t)run->spot.ply * 64 + (uint64_t)law));
}

static void call_all(law_run *run, hook which) {
    for (int n = 1; n <= LAW_COUNT; n++) {
        void (*call)(law_run *) = hook_of(n, which);
        if (!call || !(run->config->laws & LAW_BIT(n))) {
            continue;
        }
        take_up(run, n);
        call(run);
        // Slots get states as const: whatever they do, the position stays.
        if (run->spot.state && which != START && which != FINISH) {
            law_same(run, run->spot.state, run->pristine, "a slot changed the state it only reads");
            law_copy(run, run->state, run->pristine);
        }
    }
}

static void call_moved(law_run *run, int who, tsr_move m, const void *after) {
    for (int n = 1; n <= LAW_COUNT; n++) {
        if (hooks[n]->moved && (run->config->laws & LAW_BIT(n))) {
            take_up(run, n);
            hooks[n]->moved(run, who, m, after);
        }
    }
}

// --- Walking one game --------------------------------------------------------

// Some positions are looked at closely: the first few, the last, and others at
// random, about config->deep in all.
static int looks_deep(const law_run *run, int ply) {
    int deep = run->config->deep, length = run->step_count + 1;
    if (deep == 0 || length <= deep || ply < 3 || ply >= length - 1) {
        return 1;
    }
    return tsr_seed_of(run->seed ^ 0xdee9, (uint64_t)ply) % (uint64_t)length < (uint64_t)deep;
}

static void remember_moves(law_run *run) {
    const law_spot *spot = &run->spot;
    for (int p = 0; p < run->r->players; p++) {
        for (int i = 0; i < 3 && i < spot->count[p]; i++) {
            uint64_t at = tsr_seed_of(run->seed, (uint64_t)(spot->ply * 32 + p * 4 + i));
            run->near[at % LAW_NEAR] = spot->moves[p][(at >> 8) % (uint64_t)spot->count[p]];
            run->near_count = LAW_NEAR;
        }
    }
}

static void walk_to(law_run *run, int ply) {
    law_visit(run, run->state, ply, looks_deep(run, ply));
    law_copy(run, run->pristine, run->state);
    if (ply == 0) {
        call_all(run, BEGIN);
    }
    call_all(run, AT);
    if (run->spot.deep) {
        run->tally->positions++;
        call_all(run, DEEP);
    }
    remember_moves(run);
}

static void walk_game(law_run *run) {
    const tsr_rules *r = run->r;
    void *next = run->next;
    run->near_count = 0;
    memset(run->near, 0, sizeof run->near);
    law_fill(run, run->state, 0);
    r->g.init(r, run->state);
    for (int i = 0;; i++) {
        walk_to(run, i);
        if (i == run->step_count) {
            break;
        }
        law_copy(run, next, run->state);
        r->g.play(r, next, run->steps[i].who, run->steps[i].move);
        call_moved(run, run->steps[i].who, run->steps[i].move, next);
        law_copy(run, run->state, next);
    }
    call_all(run, END);
    run->tally->games++;
    run->tally->plies += (uint64_t)run->step_count;
}

static int newly_broken(const law_tally *now, const law_tally *before) {
    int n = 0;
    for (int i = 1; i <= LAW_COUNT; i++) {
        n += now->broken[i] > before->broken[i];
    }
    return n;
}

// All games of one opened setup.
static int run_rules(const tsr_rules *r, const tsr_setup *setup, const law_config *config,
                     law_tally *tally, int variant) {
    law_run run = {.setup = setup, .config = config, .tally = tally, .variant = variant};
    law_tally before = *tally;
    run.seed = config->seed;
    run_open(&run, r);
    law_here(&run);
    call_all(&run, START);
    for (run.game = 0; run.game < config->games; run.game++) {
        run.seed = config->seed + (uint64_t)run.game;
        law_play_game(&run);
        walk_game(&run);
    }
    run.whole = 1;
    call_all(&run, FINISH);
    law_here(NULL);
    run_close(&run);
    return newly_broken(tally, &before);
}

// --- Setups ------------------------------------------------------------------

static void tell_refusal(const law_config *config, law_tally *tally, const tsr_setup *setup,
                         const char *what, const tsr_error *err) {
    char text[512];
    tally->broken[22]++;
    snprintf(text, sizeof text, "%s (%d players%s%s) breaks law 22, %s:\n  it does not open: %s\n",
             setup->game->name, setup->players, what ? ", " : "", what ? what : "", law_title(22),
             err->message);
    if (config->tell) {
        config->tell(config->self, text);
    }
}

// Opens and runs; `what` names the option that stands at its end, or is NULL.
static int run_one(const tsr_setup *setup, const law_config *config, law_tally *tally,
                   const char *what, int may_refuse) {
    tsr_error err = {0};
    tsr_rules *r = NULL;
    tsr_err code = tsr_rules_open(setup, NULL, &r, &err);
    if (code && may_refuse && err.message[0]) {
        tally->refused++;
        return 0;
    }
    if (code) {
        tell_refusal(config, tally, setup, what, &err);
        return 1;
    }
    int broken = run_rules(r, setup, config, tally, what != NULL);
    tsr_rules_close(r);
    return broken;
}

int law_run_setup(const tsr_setup *setup, const law_config *config, law_tally *tally) {
    return run_one(setup, config, tally, NULL, 0);
}

static int has_file_option(const tsr_game *game) {
    for (int i = 0; i < game->option_count; i++) {
        if (game->options[i].kind == TSR_OPTION_FILE) {
            return 1;
        }
    }
    return 0;
}

// Option `i` at `value` for one number of players: laws 1 to 5. With an unusual
// number of players, or without the file that the game could be given, the end of
// the range may be too much, and `open` may say so.
static int run_variant(const tsr_setup *base, int i, int32_t value, int players, uint32_t laws,
                       const law_config *config, law_tally *tally) {
    tsr_setup setup = *base;
    law_config few = *config;
    char what[96];
    int usual = players == base->players;
    setup.players = players;
    setup.opt[i] = value;
    few.laws = laws;
    few.games = (config->games + 3) / 4;
    few.deep = config->deep ? (config->deep + 2) / 3 : 0;
    snprintf(what, sizeof what, "%s=%d", base->game->options[i].name, (int)value);
    return run_one(&setup, &few, tally, what, !usual || has_file_option(base->game));
}

static int run_variants(const tsr_game *game, uint32_t laws, const law_config *config,
                        law_tally *tally) {
    int broken = 0;
    tsr_setup base;
    tsr_setup_init(&base, game);
    for (int i = 0; i < game->option_count; i++) {
        const tsr_option *o = &game->options[i];
        const int32_t ends[2] = {o->min, o->max};
        for (int e = 0; e < 2 && o->kind != TSR_OPTION_FILE; e++) {
            if (ends[e] == o->def || (e == 1 && ends[0] == ends[1])) {
                continue;
            }
            broken += run_variant(&base, i, ends[e], base.players, laws, config, tally);
            if (game->min_players != base.players) {
                broken += run_variant(&base, i, ends[e], game->min_players, laws, config, tally);
            }
            if (game->max_players != base.players) {
                broken += run_variant(&base, i, ends[e], game->max_players, laws, config, tally);
            }
        }
    }
    return broken;
}

static void add_tally(law_tally *to, const law_tally *from) {
    to->games += from->games;
    to->plies += from->plies;
    to->positions += from->positions;
    to->refused += from->refused;
    for (int n = 1; n <= LAW_COUNT; n++) {
        to->checks[n] += from->checks[n];
        to->broken[n] += from->broken[n];
    }
}

int law_run_game(const tsr_game *game, const law_config *config, law_tally *tally) {
    int broken = 0;
    tsr_setup setup;
    tsr_setup_init(&setup, game);
    int usual = setup.players;
    law_tally mine = {0};
    for (int players = game->min_players; players <= game->max_players; players++) {
        law_config few = *config;
        // The usual number of players gets the whole measure, the others half.
        few.games = players == usual ? config->games : (config->games + 1) / 2;
        setup.players = players;
        broken += law_run_setup(&setup, &few, &mine);
    }
    if (config->laws & LAW_BIT(22)) {
        // What is broken anyway is not the options' fault.
        uint32_t laws = BASIC_LAWS & ~law_broken_bits(&mine);
        broken += run_variants(game, laws, config, &mine);
    }
    add_tally(tally, &mine);
    return broken;
}
