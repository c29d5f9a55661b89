// SPDX-License-Identifier: MIT
// A simulated evening at the server, from one seed: many pages play many matches over a
// network that loses and repeats, the disk lags and fails now and then, and the
// server dies at any moment. Afterwards every acknowledged move must be in its
// match's record exactly once, where it was made.
#include "server/world.h"

#include "support/help.h"
#include "support/sanitized.h"

typedef struct sent { // a move on its way
    char text[400];
    char move[TSR_MOVE_TEXT_MAX];
    int ply, seat;
    int64_t a;
} sent;

typedef struct promise { // a move that was acknowledged
    char match[32];
    char move[TSR_MOVE_TEXT_MAX];
    int ply, seat;
} promise;

typedef struct evening {
    world w;
    sent *sent; // for each page; a = 0: none
    promise *promises;
    int promise_count, promise_cap;
    int crashes, failures, refused, drops, repeats;
} evening;

static int chance(evening *e, int in) {
    return tsr_rng_below(&e->w.rng, (uint32_t)in) == 0;
}

static void note_promise(evening *e, const page *p, const sent *s) {
    if (e->promise_count == e->promise_cap) {
        e->promise_cap = e->promise_cap ? e->promise_cap * 2 : 1024;
        e->promises = realloc(e->promises, (size_t)e->promise_cap * sizeof *e->promises);
        assert_non_null(e->promises);
    }
    promise *k = &e->promises[e->promise_count++];
    *k = (promise){.ply = s->ply, .seat = s->seat};
    snprintf(k->match, sizeof k->match, "%s", p->match);
    snprintf(k->move, sizeof k->move, "%s", s->move);
}

// Whether the record has this move at this ply, exactly once.
static int is_kept(evening *e, const promise *k) {
    buffer meta, record;
    int found = 0;
    store_match stored;
    char needle[TSR_MOVE_TEXT_MAX + 64];
    uint64_t id = 0;
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    for (const char *c = k->match; *c; c++) {
        id = id << 5 | (uint64_t)(strchr(letters, *c) - letters);
    }
    buffer_init(&meta, NULL);
    buffer_init(&record, NULL);
    assert_true(store_db_match(e->w.db, id, &stored, &meta, &record));
    snprintf(needle, sizeof needle, "\tok\t%s\t", k->move);
    for (char *line = record.bytes; line && *line;) {
        char *end = strchr(line, '\n');
        *end = '\0';
        char who[24];
        snprintf(who, sizeof who, "\tp%d\t", k->seat + 1);
        found += atoi(line) == k->ply && strstr(line, who) && strstr(line, needle);
        line = end + 1;
    }
    buffer_deinit(&meta);
    buffer_deinit(&record);
    return found == 1;
}

static void new_match(evening *e, page *a, page *b) {
    static const char *const games[] = {"tictactoe", "domineering", "azul", "tron"};
    world *w = &e->w;
    char body[200], path[80];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
             games[tsr_rng_below(&w->rng, 4)]);
    world_disconnect(w, a);
    world_disconnect(w, b);
    if (world_ask(w, a, "POST", "/api/matches", body) != 200) {
        return;
    }
    char id[32];
    snprintf(id, sizeof id, "%s", json_string_value(json_object_get(w->body, "id")));
    snprintf(path, sizeof path, "/api/matches/%s/join", id);
    if (world_ask(w, b, "POST", path, "{}") != 200) {
        return;
    }
    snprintf(a->match, sizeof a->match, "%s", id);
    snprintf(b->match, sizeof b->match, "%s", id);
    a->overs = b->overs = 0;
    e->sent[a - w->pages].a = e->sent[b - w->pages].a = 0;
}

// The page has heard about its move.
static void take_answer(evening *e, page *p, sent *s) {
    if (!s->a || !p->answer || json_integer_value(json_object_get(p->answer, "a")) != s->a) {
        return;
    }
    if (strcmp(json_string_value(json_object_get(p->answer, "t")), "ack") == 0) {
        note_promise(e, p, s);
    }
    s->a = 0;
}

static void begin_move(evening *e, page *p, sent *s) {
    const json_t *moves = json_object_get(p->ask, "moves");
    const json_t *m =
        json_array_get(moves, tsr_rng_below(&e->w.rng, (uint32_t)json_array_size(moves)));
    char *text = json_dumps(json_object_get(m, "text"), JSON_ENCODE_ANY);
    s->a = ++p->next_a;
    s->ply = (int)json_integer_value(json_object_get(p->ask, "ply"));
    s->seat = (int)json_integer_value(json_object_get(p->ask, "seat"));
    snprintf(s->move, sizeof s->move, "%s", json_string_value(json_object_get(m, "text")));
    snprintf(s->text, sizeof s->text,
             "{\"a\":%d,\"t\":\"move\",\"seat\":%d,\"ply\":%d,\"text\":%s}", (int)s->a, s->seat,
             s->ply, text);
    free(text);
}

static void step_page(evening *e, page *p) {
    world *w = &e->w;
    sent *s = &e->sent[p - w->pages];
    take_answer(e, p, s);
    if (!p->match[0]) {
        return;
    }
    if (!p->conn) {
        world_connect(w, p, p->match, !chance(e, 3));
    } else if (chance(e, 40)) {
        world_disconnect(w, p);
        e->drops++;
        return;
    }
    if (!s->a && p->ask) {
        begin_move(e, p, s);
    }
    if (s->a && !chance(e, 10)) { // one in ten is lost on the way
        world_raw(w, p, s->text);
        if (chance(e, 10)) {
            e->repeats++;
            world_raw(w, p, s->text);
        }
    }
    take_answer(e, p, s);
}

static void trouble(evening *e, int crash_in) {
    world *w = &e->w;
    if (chance(e, 20)) {
        w->held_back = !w->held_back;
    }
    if (chance(e, 4)) {
        world_sync(w);
    }
    if (chance(e, 200)) {
        w->fail_disk = 1;
        world_sync(w);
        w->fail_disk = 0;
        e->failures++;
    }
    if (chance(e, 60)) { // the file refuses something, and the hub hears of it sooner or later
        w->poison = 1;
        w->at_once = (int)tsr_rng_below(&w->rng, 4);
        e->refused++;
    }
    if (chance(e, crash_in)) {
        world_crash(w);
        e->crashes++;
    }
}

static void run_evening(uint64_t seed, int pages, int steps, int crash_in) {
    evening e = {0};
    world *w = &e.w;
    world_open(w, seed, pages);
    e.sent = calloc((size_t)pages, sizeof *e.sent);
    for (int i = 0; i < steps; i++) {
        int k = (int)tsr_rng_below(&w->rng, (uint32_t)pages);
        page *p = &w->pages[k], *q = &w->pages[k ^ 1];
        if (!p->match[0] || p->overs || q->overs) {
            int held = w->held_back;
            w->held_back = 0;
            world_sync(w);
            take_answer(&e, p, &e.sent[k]);
            take_answer(&e, q, &e.sent[k ^ 1]);
            w->now_ms += 10000; // so that the limits for new matches do not bite
            new_match(&e, p, q);
            w->held_back = held;
        } else {
            step_page(&e, p);
        }
        w->now_ms += tsr_rng_below(&w->rng, 3000);
        hub_tick(w->hub, w->now_ms);
        trouble(&e, crash_in);
    }
    w->held_back = 0;
    world_sync(w);
    int lost = 0;
    for (int i = 0; i < e.promise_count; i++) {
        lost += !is_kept(&e, &e.promises[i]);
    }
    print_message("seed %d: %d pages, %d moves promised, %d lost; %d crashes, %d disk failures, "
                  "%d batches refused, %d drops, %d repeats\n",
                  (int)seed, pages, e.promise_count, lost, e.crashes, e.failures, e.refused,
                  e.drops, e.repeats);
    assert_true(e.promise_count > steps / 10);
    assert_int_equal(lost, 0);
    free(e.promises);
    free(e.sent);
    world_close(w);
}

static void test_evenings(void **state) {
    (void)state;
    int part = IS_SANITIZED ? 3 : 1;
    run_evening(1, 20, 3000 / part, 300);
    run_evening(2, 6, 3000 / part, 60);
    run_evening(3, 200 / part, 6000 / part, 2000 / part);
}

static void test_long_evening(void **state) {
    (void)state;
    for (uint64_t seed = 10; seed < 30; seed++) {
        run_evening(seed, 2000, 100000, 5000);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest quick[] = {TEST(test_evenings)};
    const struct CMUnitTest all[] = {TEST(test_long_evening)};
    if (argc > 1 && strcmp(argv[1], "long") == 0) {
        return cmocka_run_group_tests(all, NULL, NULL);
    }
    return cmocka_run_group_tests(quick, NULL, NULL);
}
