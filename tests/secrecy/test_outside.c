// SPDX-License-Identifier: MIT
//
// What the server tells outsiders about a match that goes on: records, copies, refusals,
// and what watchers are sent.

#include "server/world.h"

#include "server/hub_impl.h"
#include "support/help.h"
#include "unicorns/unicorns.h"

// A live match of `game` between pages 0 and 1; the others look on.
static void begin(world *w, uint64_t seed, const char *game) {
    char path[80];
    world_open(w, seed, 3);
    world_match(w, &w->pages[0], game, 2, "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    snprintf(path, sizeof path, "/api/matches/%s/join", w->pages[0].match);
    assert_int_equal(world_ask(w, &w->pages[1], "POST", path, "{\"seat\":1}"), 200);
    world_connect(w, &w->pages[1], w->pages[0].match, 0);
    world_connect(w, &w->pages[2], w->pages[0].match, 0);
}

static int ask_about(world *w, page *p, const char *method, const char *what, const char *body) {
    char path[80];
    snprintf(path, sizeof path, "/api/matches/%s/%s", w->pages[0].match, what);
    return world_ask(w, p, method, path, body);
}

static void no_seed_before_the_end(void **state) {
    world w;
    (void)state;
    begin(&w, 41, "tictactoe");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ask_about(&w, &w.pages[i], "GET", "record", ""), 200);
        assert_non_null(strstr(w.raw, "\nseed\t-\n"));
    }
    // A copy of it has a seed of its own: its draws and its bots say nothing about this one's.
    assert_int_equal(ask_about(&w, &w.pages[2], "POST", "fork", "{}"), 200);
    world_say(&w, &w.pages[0], "\"t\":\"resign\",\"seat\":0}");
    assert_int_equal(w.pages[1].overs, 1);
    assert_int_equal(ask_about(&w, &w.pages[2], "GET", "record", ""), 200);
    unsigned long long low = 0, high = 0;
    const char *line = strstr(w.raw, "\nseed\t");
    assert_non_null(line);
    assert_int_equal(sscanf(line, "\nseed\t%llu\t%llu\n", &low, &high), 2);
    assert_true(low && high); // 128 bits
    world_close(&w);
}

static void no_record_and_no_copy_of_secrets(void **state) {
    static const char *const games[] = {"azul", "unicorns"};
    (void)state;
    for (int g = 0; g < 2; g++) {
        world w;
        begin(&w, 42, games[g]);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(ask_about(&w, &w.pages[i], "GET", "record", ""), 403);
            assert_int_equal(ask_about(&w, &w.pages[i], "POST", "fork", "{}"), 403);
            assert_int_equal(ask_about(&w, &w.pages[i], "POST", "fork", "{\"ply\":0}"), 403);
        }
        world_close(&w);
    }
}

// A refused attempt stands in the record with its reason, and nobody else hears of it.
static void refused_attempts_are_recorded(void **state) {
    world w;
    (void)state;
    begin(&w, 43, "tictactoe");
    int heard = w.pages[1].events, watched = w.pages[2].events;
    world_say(&w, &w.pages[0], "\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"my lucky corner\"}");
    assert_int_equal(w.pages[0].refusals, 1);
    world_say(&w, &w.pages[1], "\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"not my seat\"}");
    assert_int_equal(w.pages[1].refusals, 1);
    assert_int_equal(w.pages[1].events, heard);
    assert_int_equal(w.pages[2].events, watched);
    assert_int_equal(ask_about(&w, &w.pages[0], "GET", "record", ""), 200);
    assert_non_null(strstr(w.raw, "\tfail\tmy lucky corner\t"));
    assert_non_null(strstr(w.raw, "\tthat is not a move of this game\n"));
    assert_null(strstr(w.raw, "not my seat"));
    for (int i = 0; i < 60; i++) { // playing with the door fills no disk
        world_say(&w, &w.pages[0], "\"t\":\"move\",\"seat\":0,\"ply\":1,\"text\":\"again\"}");
    }
    assert_int_equal(ask_about(&w, &w.pages[0], "GET", "record", ""), 200);
    int lines = 0;
    for (const char *at = w.raw; (at = strstr(at, "\tfail\t")) != NULL; at++) {
        lines++;
    }
    assert_int_equal(lines, TSR_KEPT_REFUSALS);
    world_close(&w);
}

// --- Watchers ----------------------------------------------------------------

// Kinds of cards that are in a hand, nowhere in the open, and not known to be in a hand (as one
// that came back to it is): nobody but their holder may read their names.
static int hidden_kinds(const tsr_rules *r, const void *state, int *out) {
    static tsr_unicorns u, seen; // large
    static uint64_t view[TSR_MAX_STATE / 8];
    int n = 0;
    r->g.view(r, state, TSR_WATCHER, view);
    tsr_unicorns_read(r, state, &u);
    tsr_unicorns_read(r, view, &seen);
    for (int kind = 0; kind < tsr_unicorns_kind_count(r); kind++) {
        int held = 0, open = u.discard[kind] + (u.top_kind == kind) + (u.bottom_kind == kind);
        for (int p = 0; p < u.players; p++) {
            held += u.seat[p].hand[kind];
            open += seen.seat[p].hand[kind];
            for (int i = 0; i < u.seat[p].stable_count; i++) {
                open += tsr_unicorns_kind_of(r, u.seat[p].stable[i]) == kind;
            }
        }
        if (held && !open) {
            out[n++] = kind;
        }
    }
    return n;
}

static int mentions(const json_t *message, const char *name) {
    char *text = json_dumps(message, JSON_ENCODE_ANY | JSON_COMPACT);
    int found = text && strstr(text, name) != NULL;
    free(text);
    return found;
}

// What the watcher was sent last must not name a card that is only in hands. (Names within
// names, such as Narwhal, are looked for with their quotes or blanks by choosing long ones.)
static int look_for_hands(world *w, const room *match) {
    int kinds[TSR_UNICORNS_KINDS];
    const tsr_rules *r = match->entry->rules;
    int n = hidden_kinds(r, tsr_match_state(match->match), kinds), looked = 0;
    for (int i = 0; i < n; i++) {
        const char *name = tsr_unicorns_kind_at(r, kinds[i]).name;
        if (strlen(name) > 12) {
            if (mentions(w->pages[2].last, name)) {
                fail_msg("the watcher reads %s", name);
            }
            looked++;
        }
    }
    return looked;
}

static void watchers_read_no_hands(void **state) {
    world w;
    int looked = 0;
    (void)state;
    begin(&w, 44, "unicorns");
    const room *match = map_get(&w.hub->rooms, ident_read(w.pages[0].match));
    for (int i = 0; i < 150 && match->state == ROOM_LIVE; i++) {
        page *p = w.pages[0].ask ? &w.pages[0] : &w.pages[1];
        if (p->ask) {
            world_play(&w, p, (int)tsr_rng_below(&w.rng, 1000));
        }
        if (i % 10 == 0) { // who comes late is told no more
            world_disconnect(&w, &w.pages[2]);
            world_connect(&w, &w.pages[2], w.pages[0].match, 0);
        }
        looked += look_for_hands(&w, match);
    }
    assert_true(looked > 100);
    world_close(&w);
}

// --- The clock ---------------------------------------------------------------

enum { WINDOWS = 120, STEP_MS = 50 };

typedef struct watch {
    int count[2];         // windows without a choice, with one
    uint64_t least, most; // milliseconds until the answer was heard of
} watch;

// The bot is asked: it thinks for long if it has a choice, and not at all if it has none. Notes
// when the page hears of it.
static void let_the_bot_answer(world *w, watch *t) {
    const page *p = &w->pages[0];
    const hub_thought *job = w->thoughts[0];
    tsr_move moves[TSR_MAX_MOVES];
    int choice = tsr_moves(job->entry->rules, job->view, job->seat, moves) > 1;
    int window = job->window_ms > 0;
    uint64_t asked = w->now_ms, version = p->version;
    if (choice) {
        world_pass(w, 600);
    }
    world_think(w);
    while (p->version == version && w->now_ms < asked + 5000) {
        world_pass(w, STEP_MS);
    }
    uint64_t took = w->now_ms - asked;
    if (window) {
        t->count[choice]++;
        t->least = took < t->least ? took : t->least;
        t->most = took > t->most ? took : t->most;
    }
}

static void play_unicorns(world *w, watch *t) {
    page *p = &w->pages[0];
    world_match(w, p, "unicorns", 2,
                "[{\"kind\":\"me\"},{\"kind\":\"bot\",\"spec\":\"level:n=1\"}]");
    for (int i = 0; i < 400 && t->count[0] + t->count[1] < WINDOWS; i++) {
        if (w->thought_count) {
            let_the_bot_answer(w, t);
        } else if (p->ask) {
            world_play(w, p, (int)tsr_rng_below(&w->rng, 1000));
        } else {
            world_pass(w, STEP_MS);
        }
        if (json_object_get(p->full, "result") || p->overs) {
            return;
        }
    }
}

static void the_clock_does_not_tell_what_bots_hold(void **state) {
    watch t = {.least = UINT64_MAX};
    (void)state;
    for (uint64_t seed = 1; t.count[0] + t.count[1] < WINDOWS; seed++) {
        world w;
        assert_true(seed < 60);
        world_open(&w, seed, 1);
        w.bots_wait = 1;
        play_unicorns(&w, &t);
        world_close(&w);
    }
    printf("%d windows without a choice, %d with one: all took %d to %d ms\n", t.count[0],
           t.count[1], (int)t.least, (int)t.most);
    assert_true(t.count[0] >= 20 && t.count[1] >= 20);
    assert_true(t.least == t.most);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(no_seed_before_the_end),
        TEST(no_record_and_no_copy_of_secrets),
        TEST(refused_attempts_are_recorded),
        TEST(watchers_read_no_hands),
        TEST(the_clock_does_not_tell_what_bots_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
