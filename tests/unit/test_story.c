// SPDX-License-Identifier: MIT
//
// What followed from a move, found by comparing two pictures, and told by a game itself.
#include "support/help.h"

#include <tessera/registry.h>

#include "support/test_alloc.h"

typedef struct fixture {
    tsr_registry *reg;
    tsr_rules *r;
    void *before, *after;
    tsr_story story;
} fixture;

static void open_game(fixture *f, const char *name) {
    tsr_setup setup;
    f->reg = tsr_registry_new(NULL);
    assert_int_equal(tsr_registry_add_builtin(f->reg, NULL), TSR_OK);
    tsr_setup_init(&setup, tsr_registry_game(f->reg, name, NULL));
    assert_int_equal(tsr_rules_open(&setup, NULL, &f->r, NULL), TSR_OK);
    f->before = calloc(1, f->r->state_size);
    f->after = calloc(1, f->r->state_size);
    tsr_init(f->r, f->after);
}

static void close_game(fixture *f) {
    tsr_story_free(NULL, &f->story);
    free(f->before);
    free(f->after);
    tsr_rules_close(f->r);
    tsr_registry_free(f->reg);
}

// Plays a typed move and takes its story as player 0 sees it.
static void play(fixture *f, const char *text) {
    int who = tsr_mover(tsr_turn(f->r, f->after));
    tsr_move m;
    assert_int_equal(tsr_move_read(f->r, f->after, who, text, &m, NULL), TSR_OK);
    memcpy(f->before, f->after, f->r->state_size);
    assert_int_equal(tsr_play_checked(f->r, f->after, who, m, NULL), 0);
    assert_int_equal(tsr_story_take(f->r, f->before, who, m, f->after, 0, NULL, &f->story), TSR_OK);
}

static void play_all(fixture *f, const char *const *texts) {
    for (; *texts; texts++) {
        play(f, *texts);
    }
}

static int count_kind(const fixture *f, tsr_event_kind kind) {
    int n = 0;
    for (uint32_t i = 0; i < f->story.count; i++) {
        n += f->story.events[i].kind == kind;
    }
    return n;
}

static const tsr_event *first_of(const fixture *f, tsr_event_kind kind) {
    for (uint32_t i = 0; i < f->story.count; i++) {
        if (f->story.events[i].kind == kind) {
            return &f->story.events[i];
        }
    }
    fail_msg("no event of kind %d", (int)kind);
    return NULL;
}

static void is_at(tsr_place p, int row, int col) {
    assert_true(p.zone >= 0);
    assert_int_equal(p.row, row);
    assert_int_equal(p.col, col);
}

static void a_step_is_a_move(void **state) {
    fixture f = {0};
    (void)state;
    open_game(&f, "chess");
    play(&f, "e2e4");
    assert_int_equal(f.story.count, 1);
    is_at(first_of(&f, TSR_EVENT_MOVE)->from, 6, 4);
    is_at(first_of(&f, TSR_EVENT_MOVE)->to, 4, 4);
    assert_int_equal(first_of(&f, TSR_EVENT_MOVE)->who, 0);
    close_game(&f);
}

static void a_capture_is_a_move_and_a_take(void **state) {
    static const char *const moves[] = {"e2e4", "d7d5", "e4d5", NULL};
    fixture f = {0};
    (void)state;
    open_game(&f, "chess");
    play_all(&f, moves);
    assert_int_equal(f.story.count, 2);
    is_at(first_of(&f, TSR_EVENT_MOVE)->to, 3, 3);
    is_at(first_of(&f, TSR_EVENT_TAKE)->from, 3, 3);
    assert_int_equal(first_of(&f, TSR_EVENT_TAKE)->who, 1);
    close_game(&f);
}

static void castling_is_two_moves(void **state) {
    static const char *const moves[] = {"e2e4", "a7a6", "g1f3", "b7b6",
                                        "f1e2", "c7c6", "e1g1", NULL};
    fixture f = {0};
    (void)state;
    open_game(&f, "chess");
    play_all(&f, moves);
    assert_int_equal(f.story.count, 2);
    assert_int_equal(count_kind(&f, TSR_EVENT_MOVE), 2);
    close_game(&f);
}

static void discs_are_turned_over(void **state) {
    fixture f = {0};
    (void)state;
    open_game(&f, "reversi");
    play(&f, "d3");
    assert_int_equal(count_kind(&f, TSR_EVENT_DEAL), 1);
    assert_int_equal(count_kind(&f, TSR_EVENT_FLIP), 1);
    assert_int_equal(count_kind(&f, TSR_EVENT_TAKE), 0);
    close_game(&f);
}

// In Azul the three tiles of a display go to a line or to the centre; nothing is lost, and a
// game that tells points says how many.
static void points_are_told(void **state) {
    fixture f = {0};
    tsr_rng g;
    long told[TSR_MAX_PLAYERS] = {0};
    (void)state;
    open_game(&f, "azul");
    tsr_rng_init(&g, 3);
    for (uint32_t turn; (turn = tsr_turn(f.r, f.after)) != 0;) {
        int who = tsr_mover(turn);
        tsr_move m = tsr_sample(f.r, f.after, who, &g);
        memcpy(f.before, f.after, f.r->state_size);
        tsr_play(f.r, f.after, who, m);
        assert_int_equal(tsr_story_take(f.r, f.before, who, m, f.after, 0, NULL, &f.story), TSR_OK);
        for (uint32_t i = 0; i < f.story.count; i++) {
            if (f.story.events[i].who < TSR_MAX_PLAYERS) {
                told[f.story.events[i].who] += f.story.events[i].points;
            }
        }
    }
    tsr_result result[TSR_MAX_PLAYERS];
    f.r->g.result(f.r, f.after, result);
    for (int p = 0; p < f.r->players; p++) {
        assert_int_equal(told[p], result[p].score);
    }
    close_game(&f);
}

// Lack of memory leaves nothing behind; see test_alloc_each.
static int take_story(const tsr_alloc *alloc, void *self) {
    fixture *f = self;
    tsr_story story = {0};
    tsr_err e = tsr_story_take(f->r, f->before, 0, 1, f->after, 0, alloc, &story);
    tsr_story_free(alloc, &story);
    return e == TSR_OK;
}

static void memory_may_run_out(void **state) {
    fixture f = {0};
    (void)state;
    open_game(&f, "chess");
    play(&f, "e2e4");
    test_alloc_each(take_story, &f, 0);
    close_game(&f);
}

// One teller for several games tells what a new one would, and says whether it has drawn.
static void a_teller_is_used_again(void **state) {
    static const struct {
        const char *name;
        int draws;
    } games[] = {{"chess", 1}, {"azul", 0}, {"reversi", 1}, {"chess", 1}};
    tsr_teller t = {0};
    tsr_rng g;
    (void)state;
    tsr_rng_init(&g, 7);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        fixture f = {0};
        open_game(&f, games[i].name);
        for (int ply = 0; ply < 40; ply++) {
            int who = tsr_mover(tsr_turn(f.r, f.after));
            tsr_move m = tsr_sample(f.r, f.after, who, &g);
            memcpy(f.before, f.after, f.r->state_size);
            tsr_play(f.r, f.after, who, m);
            assert_int_equal(tsr_story_take(f.r, f.before, who, m, f.after, 0, NULL, &f.story),
                             TSR_OK);
            assert_int_equal(tsr_teller_tell(&t, f.r, f.before, who, m, f.after, 0), TSR_OK);
            assert_int_equal(t.has_scenes, games[i].draws);
            assert_int_equal(t.story.count, f.story.count);
            assert_memory_equal(t.story.events, f.story.events,
                                t.story.count * sizeof *t.story.events);
        }
        close_game(&f);
    }
    tsr_teller_free(&t);
}

static void words_are_joined(void **state) {
    static const char *const words[] = {"", "White", " ", "", "King", ""};
    char text[16] = "";
    tsr_scene sc = {.text = text, .text_cap = sizeof text, .text_size = 1};
    (void)state;
    assert_int_equal(tsr_scene_join(&sc, words, 6), 1);
    assert_string_equal(text + 1, "White King");
    assert_int_equal(sc.text_size, 12);
    assert_int_equal(tsr_scene_join(&sc, words, 1), 0); // nothing to say
    assert_int_equal(tsr_scene_join(&sc, words, 6), 12);
    assert_string_equal(text + 12, "Whi"); // what fits; the size says what it takes
    assert_int_equal(sc.text_size, 23);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_a_move),       cmocka_unit_test(a_capture_is_a_move_and_a_take),
        cmocka_unit_test(castling_is_two_moves),  cmocka_unit_test(discs_are_turned_over),
        cmocka_unit_test(points_are_told),        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(a_teller_is_used_again), cmocka_unit_test(words_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
