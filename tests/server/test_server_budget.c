// SPDX-License-Identifier: MIT
// Nobody waits for somebody else's heap of work: reads, renderings, passwords, bots, places
// in memory and in the lobby, each while somebody takes as much of it as they can get.
#include "server/world.h"

#include "server/ident.h"
#include "support/help.h"

static const char *text_of(const json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

static int figure(world *w, const char *name) {
    buffer b;
    buffer_init(&b, NULL);
    hub_metrics(w->hub, &b);
    const char *at = strstr(buffer_text(&b), name);
    at = at ? strstr(at + strlen(name), name) : NULL; // the first names its kind
    int n = at ? atoi(at + strlen(name)) : -1;
    buffer_deinit(&b);
    return n;
}

static int sign_up(world *w, page *p, const char *name, const char *password) {
    char body[200];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    return world_ask(w, p, "POST", "/api/register", body);
}

static void pair(world *w, page *a, page *b, const char *game, const char *more) {
    char body[300], path[80];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",%s\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}", game, more);
    assert_int_equal(world_ask(w, a, "POST", "/api/matches", body), 200);
    world_connect(w, a, text_of(w->body, "id"), 0);
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    assert_int_equal(world_ask(w, b, "POST", path, "{}"), 200);
    world_connect(w, b, a->match, 0);
}

// --- Reads -------------------------------------------------------------------

// Profiles, records and old matches are read elsewhere; moves go on meanwhile.
static void test_nobody_waits_for_a_reader(void **state) {
    world w;
    char path[80], old[32];
    (void)state;
    world_open(&w, 1, 3);
    page *a = w.pages, *b = &w.pages[1], *c = &w.pages[2];
    assert_int_equal(sign_up(&w, c, "Cleo", "a quiet tall ship"), 200);
    world_match(&w, c, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"here\",\"name\":\"D\"}]");
    snprintf(old, sizeof old, "%s", c->match);
    world_say(&w, c, "\"t\":\"resign\",\"seat\":0}");
    world_disconnect(&w, c);
    world_pass(&w, 6000); // it leaves memory
    pair(&w, a, b, "tictactoe", "");
    w.asks_wait = 1;
    assert_int_equal(world_ask(&w, c, "GET", "/api/users/Cleo", ""), 0);
    assert_int_equal(world_ask(&w, c, "GET", "/api/history", ""), 0);
    snprintf(path, sizeof path, "/api/matches/%s/fork", old);
    assert_int_equal(world_ask(&w, c, "POST", path, "{}"), 0);
    world_play(&w, a, 0);
    assert_int_equal(b->ply, 1);
    w.asks_wait = 0;
    world_pass(&w, 50); // all of it is answered now
    assert_int_equal(world_ask(&w, c, "GET", "/api/users/Cleo", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "matches")), 2); // and the fork
    world_close(&w);
}

// Somebody asks for thousands of matches; another one's question is not behind them all.
static void test_reads_are_shared(void **state) {
    world w;
    (void)state;
    world_open(&w, 2, 1);
    w.asks_wait = 1;
    for (int i = 0; i < 200; i++) {
        char path[80];
        snprintf(path, sizeof path, "/api/matches/000000000%c", "0123456789"[i % 10]);
        (void)world_ask_from(&w, w.pages, 666, "GET", path, "");
    }
    int before = w.shelf->ask_count;
    assert_true(before <= 8);
    assert_int_equal(world_ask_from(&w, w.pages, 777, "GET", "/api/matches/0000000001", ""), 0);
    uint64_t mine = w.next_request;
    int steps = 0;
    for (; w.status == 0 && steps < 40; steps++) { // one after the other, as the store would
        world_read_one(&w);
    }
    assert_true(mine == w.next_request && w.status == 404);
    assert_true(steps <= 10); // those that had been handed out, and then at once
    world_close(&w);
}

// --- Renderings --------------------------------------------------------------

// A jump is drawn once for everybody who sees the same, not once for each of 300 watchers.
static void test_one_rendering_for_the_same_eyes(void **state) {
    world w;
    char query[80];
    (void)state;
    world_open(&w, 3, 2);
    page *a = w.pages, *b = &w.pages[1];
    pair(&w, a, b, "tictactoe", "");
    snprintf(query, sizeof query, "match=%s", a->match);
    for (uint64_t i = 0; i < 300; i++) {
        hub_connect(w.hub, 5000 + i, query, NULL, 5000 + i, w.now_ms);
    }
    world_play(&w, a, 0);
    int before = figure(&w, "tessera_renderings_total");
    world_say(&w, a, "\"t\":\"offer\",\"kind\":\"takeback\"}");
    world_say(&w, b, "\"t\":\"answer\",\"kind\":\"takeback\",\"yes\":true}");
    assert_int_equal(a->ply, 0);
    assert_true(figure(&w, "tessera_renderings_total") - before <= 3);
    world_close(&w);
}

static void test_opened_rules_are_kept(void **state) {
    rules_cache c;
    tsr_setup setup;
    tsr_registry *registry = tsr_registry_new(NULL);
    (void)state;
    assert_int_equal(tsr_registry_add_builtin(registry, NULL), TSR_OK);
    rules_cache_init(&c);
    tsr_setup_init(&setup, tsr_registry_game(registry, "chess", NULL));
    rules_entry *e = rules_cache_take(&c, &setup, NULL);
    const tsr_rules *opened = e->rules;
    rules_cache_drop(&c, e);
    e = rules_cache_take(&c, &setup, NULL);
    assert_true(e->rules == opened && c.first == e && !e->next);
    rules_cache_drop(&c, e);
    // Not all that ever were: those nobody wants are closed in the end.
    tsr_setup_init(&setup, tsr_registry_game(registry, "go", NULL));
    int kept = 0;
    for (int i = 0; i < 40; i++) {
        char size[12];
        snprintf(size, sizeof size, "%d", 2 + i % 18);
        if (tsr_setup_option(&setup, "size", size, NULL) == TSR_OK) {
            rules_cache_drop(&c, rules_cache_take(&c, &setup, NULL));
        }
    }
    for (const rules_entry *at = c.first; at; at = at->next) {
        kept++;
    }
    assert_true(kept <= RULES_KEPT && kept == c.idle);
    rules_cache_deinit(&c);
    tsr_registry_free(registry);
}

// --- Passwords ---------------------------------------------------------------

static int log_in(world *w, page *p, uint64_t ip, const char *name, const char *password) {
    char body[200];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name, password);
    return world_ask_from(w, p, ip, "POST", "/api/login", body);
}

// Wrong guesses from elsewhere lock nobody out, and invented names give no new tries.
static void test_guessing_is_the_guessers_own_problem(void **state) {
    world w;
    char name[24];
    (void)state;
    world_open(&w, 4, 3);
    assert_int_equal(sign_up(&w, w.pages, "Anna", "a quiet tall ship"), 200);
    w.secrets_wait = 1; // none of these needs to be hashed to be counted
    page *thief = &w.pages[1];
    int refused = 0;
    for (int i = 0; i < 30; i++) {
        refused += log_in(&w, thief, 666, "anna", "wrong") == 429;
    }
    assert_true(refused >= 10);
    for (int i = 0; i < 12000; i++) { // from a whole network, over an hour
        snprintf(name, sizeof name, "nobody%d", i);
        (void)log_in(&w, thief, 10000 + (uint64_t)(i % 200), name, "wrong");
        if (i % 2000 == 0) {
            world_pass(&w, 5000);
        }
    }
    assert_int_equal(log_in(&w, thief, 666, "Anna", "wrong"), 429);
    while (w.secret_count) { // nobody is hashed for any more
        hub_secret *job = w.secrets[--w.secret_count];
        hub_secret_done(w.hub, job, w.now_ms);
    }
    w.secrets_wait = 0;
    assert_int_equal(log_in(&w, &w.pages[2], 4242, "Anna", "a quiet tall ship"), 200);
    world_close(&w);
}

// Somebody fills the queue of hashes; whoever comes from elsewhere is hashed for next.
static void test_hashing_is_shared(void **state) {
    world w;
    (void)state;
    world_open(&w, 5, 2);
    assert_int_equal(sign_up(&w, w.pages, "Anna", "a quiet tall ship"), 200);
    w.secrets_wait = 1;
    int turned_away = 0;
    for (int i = 0; i < 40; i++) {
        char name[16];
        snprintf(name, sizeof name, "none%d", i);
        turned_away += log_in(&w, &w.pages[1], 666, name, "wrong") == 429;
    }
    assert_true(turned_away >= 20);
    assert_int_equal(log_in(&w, w.pages, 4242, "Anna", "a quiet tall ship"), 0); // it waits
    assert_true(w.secret_count <= 8);
    int is_next = 0;
    for (int i = 0; i < w.secret_count; i++) {
        is_next |= strcmp(w.secrets[i]->name, "Anna") == 0;
    }
    assert_true(is_next);
    world_hash(&w);
    w.secrets_wait = 0;
    world_close(&w);
}

static void test_failed_log_ins_are_logged(void **state) {
    world w;
    (void)state;
    world_open(&w, 6, 1);
    assert_int_equal(sign_up(&w, w.pages, "Anna", "a quiet tall ship"), 200);
    assert_int_equal(log_in(&w, w.pages, 9, "Anna", "guess"), 403);
    assert_int_equal(w.logged, 1);
    assert_non_null(strstr(w.last_log, "login_failed account=Anna"));
    assert_int_equal(log_in(&w, w.pages, 9, "my secret by mistake", "x"), 403);
    assert_null(strstr(w.last_log, "secret"));
    world_close(&w);
}

// --- Bots --------------------------------------------------------------------

static int asked_for(const world *w, const char *match) {
    int n = 0;
    for (int i = 0; i < w->thought_count; i++) {
        char id[IDENT_BYTES];
        ident_text(w->thoughts[i]->room, id);
        n += strcmp(id, match) == 0;
    }
    return n;
}

static void test_bots_are_shared(void **state) {
    static const char two[] =
        "{\"game\":\"go\",\"seats\":[{\"kind\":\"bot\",\"spec\":\"level:n=8\"},"
        "{\"kind\":\"bot\",\"spec\":\"level:n=8\"}]}";
    world w;
    char query[60];
    (void)state;
    world_open(&w, 7, 2);
    w.bots_wait = 1;
    for (uint64_t i = 0; i < 32; i++) { // and looks at all of them
        assert_int_equal(world_ask_from(&w, w.pages, 666, "POST", "/api/matches", two), 200);
        snprintf(query, sizeof query, "match=%s", text_of(w.body, "id"));
        hub_connect(w.hub, 7000 + i, query, NULL, 666, w.now_ms);
    }
    world_pass(&w, 100);
    assert_true(w.thought_count > 0 && w.thought_count < 8); // never all of them
    page *honest = &w.pages[1];
    world_match(&w, honest, "tictactoe", 2,
                "[{\"kind\":\"bot\",\"spec\":\"level:n=1\"},{\"kind\":\"me\"}]");
    world_pass(&w, 100);
    assert_int_equal(asked_for(&w, honest->match), 1);
    world_close(&w);
}

static void test_bots_do_not_play_for_nobody(void **state) {
    world w;
    (void)state;
    world_open(&w, 8, 1);
    world_match(&w, w.pages, "connect4", 2,
                "[{\"kind\":\"bot\",\"spec\":\"level:n=1\"},{\"kind\":\"bot\",\"spec\":"
                "\"level:n=1\"}]");
    world_pass(&w, 400);
    assert_true(w.pages[0].ply > 0);
    world_disconnect(&w, w.pages);
    world_pass(&w, 1000);
    int moves = figure(&w, "tessera_moves_total");
    world_pass(&w, 60000);
    assert_int_equal(figure(&w, "tessera_moves_total"), moves);
    world_connect(&w, w.pages, w.pages[0].match, 0); // and go on when somebody looks
    world_pass(&w, 1000);
    assert_true(figure(&w, "tessera_moves_total") > moves);
    world_close(&w);
}

// --- Places ------------------------------------------------------------------

// More visitors than any table holds: all are served, and nobody is another one afterwards.
static void test_visitors_fill_nothing(void **state) {
    world w;
    char first[40];
    (void)state;
    world_open(&w, 9, 2);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/me", ""), 200);
    snprintf(first, sizeof first, "%s", text_of(w.body, "id"));
    for (uint64_t i = 0; i < 210000; i++) {
        const hub_request q = {.id = 1u << 30,
                               .method = "GET",
                               .path = "/api/me",
                               .query = "",
                               .body = "",
                               .ip = 1000000 + i / 500};
        hub_request_in(w.hub, &q, w.now_ms);
    }
    assert_true(figure(&w, "tessera_sessions_in_memory") <= LIMIT_SESSIONS);
    assert_int_equal(world_ask(&w, &w.pages[1], "GET", "/api/me", ""), 200);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/me", ""), 200);
    assert_string_equal(text_of(w.body, "id"), first);
    // A word without the server's seal is no guest's.
    page liar = {.token = "gggggggggggggggggggggggggggggggg"};
    assert_int_equal(world_ask(&w, &liar, "GET", "/api/me", ""), 200);
    assert_string_not_equal(liar.token, "gggggggggggggggggggggggggggggggg");
    world_close(&w);
}

// A guest's word is worth nothing any more once there is an account.
static void test_old_word_of_an_account_is_dead(void **state) {
    world w;
    page old;
    (void)state;
    world_open(&w, 10, 1);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/me", ""), 200);
    old = w.pages[0];
    assert_int_equal(sign_up(&w, w.pages, "Anna", "a quiet tall ship"), 200);
    char mine[40];
    snprintf(mine, sizeof mine, "%s", text_of(w.body, "id"));
    assert_int_equal(world_ask(&w, &old, "GET", "/api/me", ""), 200);
    assert_string_not_equal(text_of(w.body, "id"), mine);
    world_crash(&w);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/me", ""), 200);
    assert_string_equal(text_of(w.body, "id"), mine);
    world_close(&w);
}

static int lists(const json_t *lobby, const char *id) {
    const json_t *open = json_object_get(lobby, "open");
    for (size_t i = 0; i < json_array_size(open); i++) {
        if (strcmp(text_of(json_array_get(open, i), "id"), id) == 0) {
            return 1;
        }
    }
    return 0;
}

static void test_lobby_has_a_place_for_everybody(void **state) {
    static const char open[] =
        "{\"game\":\"tictactoe\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}";
    world w;
    char mine[8][32];
    int refused = 0;
    (void)state;
    world_open(&w, 11, 8);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(world_ask(&w, &w.pages[i], "POST", "/api/matches", open), 200);
        snprintf(mine[i], sizeof mine[i], "%s", text_of(w.body, "id"));
    }
    for (int i = 0; i < 150; i++) { // always as a new guest, from five addresses
        page nobody = {.seat = -1};
        refused += world_ask_from(&w, &nobody, 600 + (uint64_t)(i % 5), "POST", "/api/matches",
                                  open) != 200;
    }
    assert_true(refused >= 50);
    world_pass(&w, 1100);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/lobby", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "open")), 50);
    for (int i = 0; i < 8; i++) {
        assert_true(lists(w.body, mine[i]));
    }
    world_close(&w);
}

static int64_t clock_of(const page *p, int seat) {
    const json_t *clocks = json_object_get(p->full, "clocks");
    return json_integer_value(json_array_get(json_object_get(clocks, "ms"), (size_t)seat));
}

// Ten days to think: the match leaves memory, and its clock runs on all the same.
static void test_slow_matches_leave_memory(void **state) {
    world w;
    (void)state;
    world_open(&w, 12, 2);
    page *a = w.pages, *b = &w.pages[1];
    pair(&w, a, b, "tictactoe", "\"clock\":{\"base\":864000},");
    world_play(&w, a, 0);
    world_disconnect(&w, a);
    world_disconnect(&w, b);
    world_pass(&w, 700000);
    assert_int_equal(figure(&w, "tessera_rooms_in_memory"), 0);
    assert_int_equal(figure(&w, "tessera_matches_asleep"), 1);
    world_pass(&w, 300000);
    world_connect(&w, b, a->match, 0);
    assert_int_equal(clock_of(b, 1), 864000000 - 1000000);
    assert_int_equal(figure(&w, "tessera_matches_asleep"), 0);
    world_play(&w, b, 0);
    assert_int_equal(b->acks, 1);
    world_close(&w);
}

// What waits for players is in the lobby, also when its maker looks elsewhere; a private one
// leaves memory and is there when somebody comes by the link.
static void test_open_matches_stay_in_the_lobby(void **state) {
    world w;
    (void)state;
    world_open(&w, 16, 1);
    world_match(&w, w.pages, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"open\"}]");
    char open[32];
    snprintf(open, sizeof open, "%s", w.pages[0].match);
    world_disconnect(&w, w.pages);
    world_match(&w, w.pages, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"invite\"}]");
    world_disconnect(&w, w.pages);
    world_pass(&w, 700000);
    assert_int_equal(figure(&w, "tessera_rooms_in_memory"), 1);
    assert_int_equal(world_ask(&w, w.pages, "GET", "/api/lobby", ""), 200);
    assert_true(lists(w.body, open));
    world_connect(&w, w.pages, w.pages[0].match, 0);
    assert_string_equal(text_of(json_object_get(w.pages[0].full, "match"), "state"), "open");
    world_close(&w);
}

// Back and forth for ever: the record stops growing.
static void test_record_is_bounded(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 13, 1);
    page *p = w.pages;
    world_match(&w, p, "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"here\",\"name\":\"B\"}]");
    int turns = 0;
    for (; turns < 20000 && !p->refusals; turns++) {
        world_play(&w, p, 0);
        world_say(&w, p, "\"t\":\"offer\",\"kind\":\"takeback\"}");
        w.now_ms += 1000; // below every rate
    }
    assert_true(turns > 100 && turns < 20000);
    assert_non_null(strstr(p->why, "taken back"));
    snprintf(path, sizeof path, "/api/matches/%s/record", p->match);
    assert_int_equal(world_ask(&w, p, "GET", path, ""), 200);
    assert_true(strlen(w.raw) < LIMIT_RECORD);
    world_close(&w);
}

// --- Damage ------------------------------------------------------------------

static void test_damage_is_loud(void **state) {
    world w;
    char query[60], path[80];
    (void)state;
    world_open(&w, 14, 2);
    page *a = w.pages, *b = &w.pages[1];
    pair(&w, a, b, "tictactoe", "");
    world_play(&w, a, 0);
    store_batch *bad = store_batch_new();
    store_batch_add(bad, STORE_LINES, ident_read(a->match), "2\tp2\tno line of a record\n", NULL)
        ->n = 90;
    assert_int_equal(store_db_begin(w.db, NULL), TSR_OK);
    assert_int_equal(store_db_apply(w.db, bad, NULL), TSR_OK);
    assert_int_equal(store_db_commit(w.db, NULL), TSR_OK);
    store_batch_free(bad);
    world_crash(&w);
    assert_true(w.logged >= 1);
    assert_non_null(strstr(w.last_log, "damage"));
    assert_non_null(strstr(w.last_log, a->match));
    snprintf(query, sizeof query, "/ws?match=%s", a->match);
    assert_int_equal(world_ask(&w, a, "GET", query, ""), 500);
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    assert_int_equal(world_ask(&w, a, "POST", path, "{}"), 500);
    assert_true(hub_damaged(w.hub) >= 3);
    world_close(&w);
}

// --- Leaving -----------------------------------------------------------------

static void test_deleted_name_is_nowhere(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 15, 2);
    page *a = w.pages, *b = &w.pages[1];
    assert_int_equal(sign_up(&w, a, "Annabel", "a quiet tall ship"), 200);
    pair(&w, a, b, "tictactoe", "");
    world_play(&w, a, 0);
    world_play(&w, b, 0);
    world_say(&w, a, "\"t\":\"chat\",\"text\":\"I am Annabel\"}");
    assert_int_equal(
        world_ask(&w, a, "POST", "/api/delete-account", "{\"password\":\"a quiet tall ship\"}"),
        200);
    world_pass(&w, 100);
    char *full = json_dumps(b->full, 0); // whoever looks gets it without the name at once
    assert_null(strstr(full, "Annabel"));
    free(full);
    snprintf(path, sizeof path, "/api/matches/%s/record", b->match);
    assert_int_equal(world_ask(&w, b, "GET", path, ""), 200);
    assert_null(strstr(w.raw, "Annabel"));
    assert_non_null(strstr(w.raw, "Deleted 1"));
    world_crash(&w); // and it is still a match
    world_connect(&w, b, b->match, 0);
    assert_int_equal(b->ply, 2);
    world_close(&w);
}

static void leave(world *w, page *p) {
    (void)world_ask(w, p, "POST", "/api/delete-account", "{\"password\":\"a quiet tall ship\"}");
}

static int is_told_of(world *w, page *p, const char *name) {
    char path[80];
    snprintf(path, sizeof path, "/api/matches/%s", p->match);
    assert_int_equal(world_ask(w, p, "GET", path, ""), 200);
    return strstr(w->raw, name) != NULL;
}

// A match goes on while the name is being taken out of it: what it writes comes after that.
static void test_deleted_name_is_not_written_again(void **state) {
    world w;
    (void)state;
    world_open(&w, 16, 2);
    page *a = w.pages, *b = &w.pages[1];
    assert_int_equal(sign_up(&w, a, "Annabel", "a quiet tall ship"), 200);
    pair(&w, a, b, "tictactoe", "");
    world_play(&w, a, 0);
    w.held_back = 1;
    leave(&w, a);
    int64_t number = world_say(&w, b, "\"t\":\"resign\",\"seat\":1}");
    w.held_back = 0;
    world_pass(&w, 100);
    assert_int_equal(b->last_ack, number); // it waited, and was done
    assert_int_equal(b->overs, 1);
    assert_false(is_told_of(&w, b, "Annabel"));
    assert_true(is_told_of(&w, b, "Deleted 1"));
    world_crash(&w);
    assert_false(is_told_of(&w, b, "Annabel"));
    world_close(&w);
}

// The change that takes the name out is lost: the match is as it was, and goes on.
static void test_name_that_could_not_be_deleted(void **state) {
    world w;
    (void)state;
    world_open(&w, 17, 2);
    page *a = w.pages, *b = &w.pages[1];
    assert_int_equal(sign_up(&w, a, "Annabel", "a quiet tall ship"), 200);
    pair(&w, a, b, "tictactoe", "");
    world_play(&w, a, 0);
    w.held_back = w.fail_disk = 1;
    leave(&w, a);
    w.held_back = 0;
    world_pass(&w, 100);
    assert_int_equal(w.status, 503);
    w.fail_disk = 0;
    world_play(&w, b, 0);
    assert_int_equal(b->ply, 2);
    assert_true(is_told_of(&w, b, "Annabel"));
    world_close(&w);
}

// A match was being read when the name went: what was read is not taken.
static void test_deleted_name_on_its_way_from_the_disk(void **state) {
    world w;
    char path[80];
    (void)state;
    world_open(&w, 18, 2);
    page *a = w.pages, *b = &w.pages[1];
    assert_int_equal(sign_up(&w, a, "Annabel", "a quiet tall ship"), 200);
    pair(&w, a, b, "tictactoe", "");
    world_say(&w, b, "\"t\":\"resign\",\"seat\":1}");
    world_disconnect(&w, a);
    world_disconnect(&w, b);
    world_pass(&w, 6000); // it leaves memory
    w.asks_wait = 1;
    snprintf(path, sizeof path, "/ws?match=%s", b->match);
    assert_int_equal(world_ask(&w, b, "GET", path, ""), 0);
    world_read_unheard(&w);
    w.hears_late = 1;
    leave(&w, a);
    assert_int_equal(w.status, 200);
    w.asks_wait = w.hears_late = 0;
    (void)hub_hear(w.hub, w.now_ms);
    assert_false(is_told_of(&w, b, "Annabel"));
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_nobody_waits_for_a_reader),
                                       TEST(test_reads_are_shared),
                                       TEST(test_one_rendering_for_the_same_eyes),
                                       TEST(test_opened_rules_are_kept),
                                       TEST(test_guessing_is_the_guessers_own_problem),
                                       TEST(test_hashing_is_shared),
                                       TEST(test_failed_log_ins_are_logged),
                                       TEST(test_bots_are_shared),
                                       TEST(test_bots_do_not_play_for_nobody),
                                       TEST(test_visitors_fill_nothing),
                                       TEST(test_old_word_of_an_account_is_dead),
                                       TEST(test_lobby_has_a_place_for_everybody),
                                       TEST(test_slow_matches_leave_memory),
                                       TEST(test_open_matches_stay_in_the_lobby),
                                       TEST(test_record_is_bounded),
                                       TEST(test_damage_is_loud),
                                       TEST(test_deleted_name_is_nowhere),
                                       TEST(test_deleted_name_is_not_written_again),
                                       TEST(test_name_that_could_not_be_deleted),
                                       TEST(test_deleted_name_on_its_way_from_the_disk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
