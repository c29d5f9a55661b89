// SPDX-License-Identifier: MIT
//
// How much is sent, how often and in which order. A message may be silent about a card and
// still tell of it: by being longer, by coming twice, by coming before another.
//
// Two worlds are made that look the same to a viewer (an opponent or a watcher) and differ in what
// he cannot see: in one a seat holds other cards than in the other. Both are played on with moves that
// look the same to him; in one of them the others also try things in vain, which concern nobody else. As long
// as his views are equal he must be sent the same bytes: then no number, size or order can
// tell the worlds apart. Whoever sees the difference is the control: he is sent other bytes.

#include "server/world.h"

#include "server/hub_impl.h"
#include "support/help.h"

#include "arena/seats.h"

extern const tsr_game tsr_game_unicorns, tsr_game_mastermind;

enum { STEPS = 12 };

// --- Twins -------------------------------------------------------------------

// One of two matches that look the same to the viewer.
typedef struct side {
    tsr_match *match;
    world w; // of a match on the server
    room *room;
} side;

static int same_view(const side *twin, int seer) {
    static uint64_t view[2][TSR_MAX_STATE / 8];
    for (int i = 0; i < 2; i++) {
        tsr_match_view(twin[i].match, seer, view[i]);
    }
    return memcmp(view[0], view[1], tsr_match_rules(twin[0].match)->state_size) == 0;
}

static tsr_move seen_by(const tsr_match *m, int who, tsr_move move, int seer) {
    const tsr_rules *r = tsr_match_rules(m);
    return r->g.seen(r, tsr_match_state(m), who, move, seer);
}

// A move of `who` in either world, both of which look the same to the viewer; 0 = there are none.
static int find_alike(const side *twin, int who, int seer, tsr_rng *g, tsr_move out[2]) {
    static tsr_move moves[2][TSR_MAX_MOVES];
    int n[2];
    for (int i = 0; i < 2; i++) {
        const tsr_match *m = twin[i].match;
        n[i] = tsr_moves(tsr_match_rules(m), tsr_match_state(m), who, moves[i]);
    }
    for (int k = 0, at = (int)tsr_rng_below(g, (uint32_t)n[0]); k < n[0]; k++, at++) {
        out[0] = moves[0][at % n[0]];
        for (int j = 0; j < n[1]; j++) {
            out[1] = moves[1][j];
            if (seen_by(twin[0].match, who, out[0], seer) ==
                seen_by(twin[1].match, who, out[1], seer)) {
                return 1;
            }
        }
    }
    return 0;
}

// A position of some random game, and another that looks the same to the seer. 0 = the game was
// over, or nothing is hidden.
static int make_twins(const tsr_rules *r, int seer, tsr_rng *g, void *state[2]) {
    static uint64_t view[TSR_MAX_STATE / 8];
    tsr_match *m = help_match(r, tsr_rng_next(g), NULL);
    help_play(m, 2 + (int)tsr_rng_below(g, 40), g);
    int goes_on = tsr_match_waiting(m) != 0;
    memcpy(state[0], tsr_match_state(m), r->state_size);
    r->g.view(r, state[0], seer, view);
    r->g.guess(r, view, seer, g, state[1]);
    tsr_match_close(m);
    return goes_on && memcmp(state[0], state[1], r->state_size) != 0;
}

// --- On the server -----------------------------------------------------------

static void sit_down(world *w, const char *game, int players) {
    char places[160] = "[{\"kind\":\"me\"}", path[80];
    for (int p = 1; p < players; p++) {
        strcat(places, ",{\"kind\":\"open\"}");
    }
    strcat(places, "]");
    world_match(w, &w->pages[0], game, players, places);
    snprintf(path, sizeof path, "/api/matches/%s/join", w->pages[0].match);
    for (int p = 1; p < players; p++) {
        char body[40];
        snprintf(body, sizeof body, "{\"seat\":%d}", p);
        assert_int_equal(world_ask(w, &w->pages[p], "POST", path, body), 200);
    }
}

// A match whose players have the first pages; the last one looks on. It begins anew from `state`.
static void open_world(side *s, const char *game, int players, const void *state) {
    world *w = &s->w;
    world_open(w, 5, players + 1);
    sit_down(w, game, players);
    world_disconnect(w, &w->pages[0]);
    s->room = map_get(&w->hub->rooms, ident_read(w->pages[0].match));
    tsr_match_close(s->room->match);
    s->room->match = NULL;
    s->room->state = ROOM_OPEN;
    assert_int_equal(room_start(s->room, state, w->now_ms, NULL), TSR_OK);
    s->match = s->room->match;
    for (int i = 0; i <= players; i++) {
        w->pages[i].heard = json_loads("[]", 0, NULL);
        world_connect(w, &w->pages[i], w->pages[0].match, 0);
    }
}

// What a seat does that concerns nobody else.
static void try_in_vain(world *w, int seat, int ply) {
    page *p = &w->pages[seat];
    for (int i = 0; i < 3; i++) {
        world_say(w, p, "\"t\":\"move\",\"seat\":%d,\"ply\":%d,\"text\":\"neigh: all\"}", seat,
                  ply);
    }
    world_say(w, p, "\"t\":\"why\",\"seat\":%d,\"pick\":[1,2,3]}", seat);
    world_say(w, p, "\"t\":\"look\",\"ply\":0}");
    assert_int_equal(p->closed, 0);
}

static void play_on_server(side *s, int who, tsr_move move, int in_vain) {
    char text[TSR_MOVE_TEXT_MAX];
    int ply = tsr_match_ply_count(s->match) + 1;
    page *p = &s->w.pages[who];
    int acks = p->acks;
    if (in_vain) {
        try_in_vain(&s->w, who, ply);
        acks = p->acks;
    }
    tsr_move_text(s->room->entry->rules, tsr_match_state(s->match), who, move, text, sizeof text);
    json_t *word = json_string(text);
    char *quoted = json_dumps(word, JSON_ENCODE_ANY);
    world_say(&s->w, p, "\"t\":\"move\",\"seat\":%d,\"ply\":%d,\"text\":%s}", who, ply, quoted);
    assert_int_equal(p->acks, acks + 1);
    free(quoted);
    json_decref(word);
    world_pass(&s->w, 1000);
}

static void print_first_difference(const json_t *a, const json_t *b) {
    printf("%d messages here, %d there\n", (int)json_array_size(a), (int)json_array_size(b));
    for (size_t i = 0; i < json_array_size(a) && i < json_array_size(b); i++) {
        const json_t *x = json_array_get(a, i), *y = json_array_get(b, i);
        if (!json_equal(x, y)) {
            int sizes[2] = {(int)json_string_length(x), (int)json_string_length(y)};
            printf("message %d, %d and %d bytes:\n", (int)i + 1, sizes[0], sizes[1]);
            printf("%s\n", json_string_value(x));
            printf("%s\n", json_string_value(y));
            return;
        }
    }
}

static int heard_the_same(const side *twin, int i) {
    return json_equal(twin[0].w.pages[i].heard, twin[1].w.pages[i].heard);
}

// What an outsider reads without a socket.
static void ask_from_outside(side *twin, int i) {
    char path[80];
    for (int k = 0; k < 2; k++) {
        snprintf(path, sizeof path, "/api/matches/%s", twin[k].w.pages[0].match);
        assert_int_equal(world_ask(&twin[k].w, &twin[k].w.pages[i], "GET", path, ""), 200);
    }
    assert_string_equal(twin[0].w.raw, twin[1].w.raw);
}

typedef struct counts {
    int pairs, steps, told_apart; // by whoever sees the difference
} counts;

// Plays both on while they look the same to the viewer, who has page `eyes`.
static void follow(side *twin, int seer, int eyes, tsr_rng *g, counts *c) {
    tsr_move move[2];
    int step = 0;
    for (; step < STEPS && same_view(twin, seer); step++) {
        int who = tsr_mover(tsr_match_waiting(twin[0].match));
        assert_int_equal(tsr_match_waiting(twin[0].match), tsr_match_waiting(twin[1].match));
        if (!heard_the_same(twin, eyes)) {
            print_first_difference(twin[0].w.pages[eyes].heard, twin[1].w.pages[eyes].heard);
            fail_msg("step %d: what is sent to page %d tells what is hidden", step, eyes);
        }
        ask_from_outside(twin, eyes);
        if (who < 0 || !find_alike(twin, who, seer, g, move)) {
            break;
        }
        play_on_server(&twin[0], who, move[0], who != seer);
        play_on_server(&twin[1], who, move[1], 0);
        if (twin[0].room->state == ROOM_OVER || twin[1].room->state == ROOM_OVER) {
            break; // then everything is shown
        }
    }
    c->pairs++;
    c->steps += step;
    for (int p = 0; p < twin[0].room->players; p++) {
        c->told_apart += p != seer && !heard_the_same(twin, p);
    }
}

// All viewers of a game in turn: every seat, and the watcher.
static counts attack_server(const tsr_game *game, int players, int pairs) {
    tsr_rules *r = help_open(game, players);
    counts c = {0};
    tsr_rng g;
    void *state[2] = {malloc(r->state_size), malloc(r->state_size)};
    tsr_rng_init(&g, 17);
    for (int i = 0; i < pairs; i++) {
        int eyes = i % (players + 1), seer = eyes < players ? eyes : TSR_WATCHER;
        if (make_twins(r, seer, &g, state)) {
            side twin[2];
            for (int k = 0; k < 2; k++) {
                open_world(&twin[k], game->name, players, state[k]);
            }
            follow(twin, seer, eyes, &g, &c);
            world_close(&twin[0].w);
            world_close(&twin[1].w);
        }
    }
    printf("%s: %d pairs of worlds, %d steps alike; others were sent other bytes in %d cases\n",
           game->name, c.pairs, c.steps, c.told_apart);
    free(state[0]);
    free(state[1]);
    tsr_rules_close(r);
    return c;
}

static void messages_tell_no_hands(void **state) {
    (void)state;
    counts c = attack_server(&tsr_game_unicorns, 3, 48);
    assert_true(c.pairs >= 30 && c.steps >= 100);
    assert_true(c.told_apart >= c.pairs); // the control
}

static void messages_tell_no_code(void **state) {
    (void)state;
    counts c = attack_server(&tsr_game_mastermind, 1, 60);
    assert_true(c.pairs >= 12 && c.steps >= 30);
}

// --- To programs -------------------------------------------------------------

// An agent that notes everything it is told, and answers as its seed says.
static void note(tsr_agent *a, json_t *what) {
    json_array_append_new(a->self, what);
}

static json_t *bytes_of(const tsr_agent *a, const void *view) {
    uint64_t hash = tsr_hash_bytes(view, a->rules->state_size, 0);
    return json_integer((json_int_t)(hash >> 1));
}

static void on_start(tsr_agent *a, int who) {
    note(a, json_pack("[s,i]", "start", who));
}

static void on_event(tsr_agent *a, int by, tsr_move seen, const void *view) {
    note(a, json_pack("[s,i,I,o]", "event", by, (json_int_t)(seen >> 1), bytes_of(a, view)));
}

static tsr_err on_question(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    static tsr_move moves[TSR_MAX_MOVES];
    int n = tsr_moves(a->rules, q->view, q->who, moves);
    (void)err;
    note(a, json_pack("[s,i,i,o]", "question", q->who, (int)q->time_ms, bytes_of(a, q->view)));
    *out = moves[json_array_size(a->self) * 7 % (size_t)n];
    return TSR_OK;
}

static const tsr_agent_type listener = {.size = sizeof(tsr_agent_type),
                                        .abi = TSR_ABI,
                                        .name = "listener",
                                        .start = on_start,
                                        .event = on_event,
                                        .choose = on_question};

typedef struct program {
    side side;
    seats seats;
    tsr_agent agent;
} program;

static void open_program(program *p, const tsr_rules *r, int seer, const void *state) {
    tsr_match_config config;
    tsr_agent *sitting[TSR_MAX_PLAYERS] = {0};
    tsr_match_config_init(&config, r);
    config.start = state;
    config.seed = 9;
    assert_int_equal(tsr_match_open(&config, &p->side.match, NULL), TSR_OK);
    assert_int_equal(seats_init(&p->seats, r), TSR_OK);
    p->agent = (tsr_agent){.type = &listener, .rules = r, .self = json_loads("[]", 0, NULL)};
    sitting[seer] = &p->agent;
    seats_begin(&p->seats, p->side.match, sitting);
}

static void close_program(program *p) {
    seats_deinit(&p->seats);
    tsr_match_close(p->side.match);
    json_decref(p->agent.self);
}

// The seer's program answers for itself; others are moved, in one world after attempts in vain.
static void step_program(program *p, int who, int seer, tsr_move move, int in_vain) {
    seats_reply reply;
    tsr_answer answer;
    if (who == seer) {
        assert_int_equal(seats_ask(&p->seats, who, &reply), TSR_OK);
        return;
    }
    for (int i = 0; in_vain && i < 3; i++) {
        assert_int_equal(tsr_match_submit_text(p->side.match, who, "neigh: all", 0, &answer, NULL),
                         TSR_OK);
    }
    assert_int_equal(tsr_match_submit(p->side.match, who, move, 0, &answer, NULL), TSR_OK);
    seats_tell(&p->seats);
}

static int follow_program(program *twin, int seer, tsr_rng *g) {
    side both[2] = {twin[0].side, twin[1].side};
    tsr_move move[2];
    int step = 0;
    for (; step < STEPS && same_view(both, seer); step++) {
        int who = tsr_mover(tsr_match_waiting(both[0].match));
        assert_true(json_equal(twin[0].agent.self, twin[1].agent.self));
        if (who < 0 || !find_alike(both, who, seer, g, move)) {
            break;
        }
        step_program(&twin[0], who, seer, move[0], 1);
        step_program(&twin[1], who, seer, move[1], 0);
    }
    return step;
}

static void programs_are_told_no_hands(void **state) {
    (void)state;
    tsr_rules *r = help_open(&tsr_game_unicorns, 3);
    tsr_rng g;
    void *s[2] = {malloc(r->state_size), malloc(r->state_size)};
    int pairs = 0, steps = 0;
    tsr_rng_init(&g, 18);
    for (int i = 0; i < 120; i++) {
        int seer = i % 3;
        if (make_twins(r, seer, &g, s)) {
            program twin[2] = {0};
            open_program(&twin[0], r, seer, s[0]);
            open_program(&twin[1], r, seer, s[1]);
            steps += follow_program(twin, seer, &g);
            pairs++;
            close_program(&twin[0]);
            close_program(&twin[1]);
        }
    }
    printf("programs: %d pairs of matches, %d steps alike\n", pairs, steps);
    assert_true(pairs >= 80 && steps >= 200);
    free(s[0]);
    free(s[1]);
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(messages_tell_no_hands),
        TEST(messages_tell_no_code),
        TEST(programs_are_told_no_hands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
