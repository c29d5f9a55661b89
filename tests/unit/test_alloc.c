// SPDX-License-Identifier: MIT
//
// Out of memory at the first request, the second, the third ...: everything that
// allocates says so, gives back what it took, and stays usable.
#include "support/help.h"

#include <tessera/lang.h>
#include <tessera/perft.h>
#include <tessera/registry.h>

#include "support/script.h"
#include "support/test_alloc.h"

static const tsr_game *const games[] = {&planted_chess, &planted_tiles, &planted_cards};

// --- Opening every game ------------------------------------------------------

static int open_rules(const tsr_alloc *alloc, void *self) {
    const tsr_setup *setup = self;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    tsr_err code = tsr_rules_open(setup, alloc, &r, &err);
    if (code) {
        assert_int_equal(code, TSR_ERR_MEMORY);
        assert_true(err.message[0]);
        assert_null(r);
        return 0;
    }
    tsr_rules_close(r);
    return 1;
}

static int is_rules_file(const tsr_game *g) {
    int is = 0;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        is |= tsr_lang_builtin_at(i) == g;
    }
    return is;
}

// Games in C; test_lang_front opens those that are rules files.
static void every_game_opens_or_says_why(void **state) {
    (void)state;
    int opened = 0;
    tsr_registry *reg = tsr_registry_new(NULL);
    assert_int_equal(tsr_registry_add_builtin(reg, NULL), TSR_OK);
    for (int i = 0; i < tsr_registry_game_count(reg); i++) {
        tsr_setup setup;
        if (is_rules_file(tsr_registry_game_at(reg, i))) {
            continue;
        }
        tsr_setup_init(&setup, tsr_registry_game_at(reg, i));
        assert_true(test_alloc_each(open_rules, &setup, 0) >= 1);
        opened++;
    }
    assert_true(opened >= 3);
    tsr_registry_free(reg);
}

// --- Matches -----------------------------------------------------------------

typedef struct job {
    const tsr_rules *r;
    uint64_t state[32]; // where the work ends when nothing fails
    int known;
    const paper *record;
} job;

static tsr_err open_match(const tsr_rules *r, const tsr_alloc *alloc, paper *p, tsr_match **out) {
    tsr_match_config config;
    tsr_error err = {0};
    tsr_match_config_init(&config, r);
    config.alloc = alloc;
    config.seed = 5;
    config.sink = paper_sink(p);
    tsr_err code = tsr_match_open(&config, out, &err);
    assert_true(code == TSR_OK || (code == TSR_ERR_MEMORY && err.message[0]));
    return code;
}

// A step that fails for lack of memory changes nothing and can be repeated.
static void step(tsr_match *m, int i) {
    const tsr_rules *r = tsr_match_rules(m);
    uint64_t before[32];
    uint32_t waiting = tsr_match_waiting(m);
    int plies = tsr_match_ply_count(m);
    memcpy(before, tsr_match_state(m), r->state_size);
    tsr_err code = script_act(m, i, 0);
    int tick = i % 9 == 6; // acts on one seat after the other
    if (code && !tick) {
        assert_int_equal(code, TSR_ERR_MEMORY);
        assert_memory_equal(tsr_match_state(m), before, r->state_size);
        assert_int_equal(tsr_match_waiting(m), waiting);
        assert_int_equal(tsr_match_ply_count(m), plies);
    }
    if (code) {
        assert_int_equal(script_act(m, i, 0), TSR_OK);
    }
}

// Plays the script; where memory fails after the opening, it goes on all the same.
static int play_match(const tsr_alloc *alloc, void *self) {
    job *j = self;
    paper p = {0};
    tsr_match *m = NULL;
    if (open_match(j->r, alloc, &p, &m)) {
        assert_int_equal(p.size, 0); // nothing was written of a match that never was
        paper_free(&p);
        return 0;
    }
    for (int i = 0; i < SCRIPT_STEPS; i++) {
        step(m, i);
    }
    if (!j->known) {
        memcpy(j->state, tsr_match_state(m), j->r->state_size);
        j->known = 1;
    }
    assert_memory_equal(tsr_match_state(m), j->state, j->r->state_size);
    tsr_match_close(m);
    paper_free(&p);
    return 1;
}

static void matches_survive_it(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        tsr_rules *r = help_open(games[k], 0);
        job j = {.r = r};
        assert_true(play_match(NULL, &j));
        assert_true(test_alloc_each(play_match, &j, 1) > 6);
        tsr_rules_close(r);
    }
}

// --- Records -----------------------------------------------------------------

static int resume(const tsr_alloc *alloc, void *self) {
    const job *j = self;
    tsr_record rec = {0};
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_error err = {0};
    tsr_err code = tsr_record_read(j->record->bytes, j->record->size, alloc, &rec, &err);
    if (!code) {
        tsr_match_config_init(&config, j->r);
        config.alloc = alloc;
        code = tsr_record_resume(&rec, &config, &m, &err);
    }
    assert_true(code == TSR_OK || (code == TSR_ERR_MEMORY && err.message[0]));
    if (!code) {
        assert_memory_equal(tsr_match_state(m), j->state, j->r->state_size);
        tsr_match_close(m);
    }
    tsr_record_free(&rec);
    return code == TSR_OK;
}

static void records_survive_it(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        tsr_rules *r = help_open(games[k], 0);
        paper p = {0};
        job j = {.r = r, .record = &p};
        tsr_match *m = help_match(r, 3, &p);
        help_finish(m, 4);
        memcpy(j.state, tsr_match_state(m), r->state_size);
        tsr_match_close(m);
        assert_true(test_alloc_each(resume, &j, 0) > 6);
        paper_free(&p);
        tsr_rules_close(r);
    }
}

// --- Agents ------------------------------------------------------------------

typedef struct seat_for {
    const tsr_rules *r;
    const tsr_agent_type *type;
} seat_for;

static int think(const tsr_alloc *alloc, void *self) {
    const seat_for *f = self;
    tsr_agent *a = NULL;
    tsr_error err = {0};
    tsr_err code = tsr_agent_open(f->type, f->type->name, f->r, alloc, &a, &err);
    assert_true(code == TSR_OK || (code == TSR_ERR_MEMORY && err.message[0]));
    if (code) {
        return 0;
    }
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_rng g;
    tsr_move m = 0;
    tsr_rng_init(&g, 1);
    tsr_init(f->r, s);
    while (tsr_turn(f->r, s) == 1u << TSR_CHANCE) {
        tsr_play(f->r, s, TSR_CHANCE, tsr_draw(f->r, s, &g));
    }
    int who = tsr_mover(tsr_turn(f->r, s));
    tsr_agent_host host = {0};
    tsr_query q = {.view = s, .who = who, .seed = 9, .nodes = 50, .host = &host};
    f->r->g.view(f->r, s, who, s);
    if (f->type->start) {
        f->type->start(a, who);
    }
    code = f->type->choose(a, &q, &m, &err);
    assert_true(code == TSR_OK);
    assert_int_equal(tsr_why_not(f->r, s, who, m, NULL), 0);
    tsr_agent_close(a);
    return 1;
}

static void agents_survive_it(void **state) {
    (void)state;
    tsr_registry *reg = tsr_registry_new(NULL);
    assert_int_equal(tsr_registry_add_builtin(reg, NULL), TSR_OK);
    for (int i = 0; i < tsr_registry_agent_count(reg); i++) {
        const tsr_agent_type *type = tsr_registry_agent_at(reg, i);
        const char *name = type->game ? type->game : "tictactoe";
        const tsr_game *game = tsr_registry_game(reg, name, NULL);
        if (strcmp(type->name, "exec") == 0 || strcmp(type->name, "uci") == 0 ||
            strcmp(type->name, "az") == 0 || strcmp(type->name, "reflex") == 0 ||
            strcmp(type->name, "cfr") == 0) {
            continue; // these start programs, read a network or want a small game, and have tests of their own
        }
        if (game) {
            tsr_rules *r = help_open(game, 0);
            seat_for f = {r, type};
            test_alloc_each(think, &f, 0);
            tsr_rules_close(r);
        }
    }
    tsr_registry_free(reg);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(every_game_opens_or_says_why),
        TEST(matches_survive_it),
        TEST(records_survive_it),
        TEST(agents_survive_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
