// SPDX-License-Identifier: MIT
// Matches that were played without the server: their records are played through again, kept once, and
// count for nothing that is rated.
#include "server/world.h"

#include <tessera/match.h>

#include "base/buffer.h"
#include "support/help.h"

#define NAME  "local-0123456789ab"
#define SEATS "[{\"kind\":\"me\"},{\"kind\":\"bot\",\"spec\":\"level:n=1\"}]"

static tsr_err take(void *self, const char *text, size_t size) {
    buffer_add(self, text, size);
    return TSR_OK;
}

// A record as a page keeps it: the first legal move again and again, so many times (-1 = to the end).
static void play_to(world *w, const char *game, int moves, buffer *out) {
    tsr_setup setup;
    tsr_rules *rules;
    tsr_match *m;
    tsr_match_config config;
    static tsr_move legal[TSR_MAX_MOVES];
    buffer_init(out, NULL);
    tsr_setup_init(&setup, tsr_registry_game(w->registry, game, NULL));
    assert_int_equal(tsr_rules_open(&setup, NULL, &rules, NULL), TSR_OK);
    tsr_match_config_init(&config, rules);
    config.seed = 5;
    config.sink = (tsr_sink){out, take};
    assert_int_equal(tsr_match_open(&config, &m, NULL), TSR_OK);
    for (uint32_t mask; moves != 0 && (mask = tsr_match_waiting(m)) != 0; moves--) {
        tsr_answer answer;
        int seat = tsr_mover(mask);
        assert_true(tsr_moves(rules, tsr_match_state(m), seat, legal) > 0);
        assert_int_equal(tsr_match_submit(m, seat, legal[0], 0, &answer, NULL), TSR_OK);
    }
    tsr_match_close(m);
    tsr_rules_close(rules);
}

static int send_as(world *w, page *p, const char *name, const char *record, const char *seats) {
    json_t *j = json_pack("{s:s,s:s,s:i,s:o}", "id", name, "record", record, "made", 1600000000,
                          "seats", json_loads(seats, 0, NULL));
    char *text = json_dumps(j, JSON_COMPACT);
    int status = world_ask(w, p, "POST", "/api/records", text);
    free(text);
    json_decref(j);
    return status;
}

static const char *text_of(const json_t *j, const char *name) {
    const char *text = json_string_value(json_object_get(j, name));
    return text ? text : "";
}

static void sign_up(world *w, page *p, const char *name) {
    char body[120];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"a quiet tall ship\"}", name);
    assert_int_equal(world_ask(w, p, "POST", "/api/register", body), 200);
}

// The only match in the list that was answered last.
static const json_t *only_match(const world *w) {
    const json_t *matches = json_object_get(w->body, "matches");
    assert_int_equal(json_array_size(matches), 1);
    return json_array_get(matches, 0);
}

static void assert_offline(const json_t *match) {
    assert_true(json_is_true(json_object_get(match, "offline")));
    assert_true(json_is_false(json_object_get(match, "rated")));
    assert_string_equal(text_of(match, "state"), "over");
    assert_string_equal(text_of(json_array_get(json_object_get(match, "players"), 0), "name"),
                        "Anna");
}

static void test_a_record_is_kept_once(void **state) {
    world w;
    buffer record;
    char id[32];
    (void)state;
    world_open(&w, 1, 2);
    page *p = w.pages, *other = &w.pages[1];
    sign_up(&w, p, "Anna");
    play_to(&w, "tictactoe", -1, &record);
    assert_int_equal(send_as(&w, p, NAME, buffer_text(&record), SEATS), 200);
    snprintf(id, sizeof id, "%s", text_of(w.body, "id"));
    for (int again = 0; again < 3; again++) {
        assert_int_equal(send_as(&w, p, NAME, buffer_text(&record), SEATS), 200);
        assert_string_equal(text_of(w.body, "id"), id);
        assert_int_equal(world_ask(&w, p, "GET", "/api/history", ""), 200);
        assert_offline(only_match(&w));
        assert_int_equal(json_integer_value(json_object_get(only_match(&w), "made")), 1600000000);
        if (again == 1) {
            world_crash(&w); // and when it comes from the disk
        }
    }
    // It can be looked at and its record be had, byte for byte.
    char path[80];
    snprintf(path, sizeof path, "/api/matches/%s/record", id);
    assert_int_equal(world_ask(&w, p, "GET", path, ""), 200);
    assert_string_equal(w.raw, buffer_text(&record));
    world_connect(&w, p, id, 0);
    assert_string_equal(text_of(json_object_get(p->full, "match"), "state"), "over");
    // Others are not led to it, and it has rated nobody.
    assert_int_equal(world_ask(&w, other, "GET", "/api/users/Anna", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "matches")), 0);
    assert_int_equal(json_array_size(json_object_get(w.body, "ratings")), 0);
    assert_int_equal(world_ask(&w, p, "GET", "/api/users/Anna", ""), 200);
    assert_offline(only_match(&w));
    // Two who sat at one device.
    assert_int_equal(
        send_as(&w, p, "local-both-here", buffer_text(&record),
                "[{\"kind\":\"here\",\"name\":\"Ada\"},{\"kind\":\"here\",\"name\":\"Bo\"}]"),
        200);
    assert_int_equal(world_ask(&w, p, "GET", "/api/history", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "matches")), 2);
    // Somebody else's record of the same name is another match.
    sign_up(&w, other, "Ben");
    assert_int_equal(send_as(&w, other, NAME, buffer_text(&record), SEATS), 200);
    assert_string_not_equal(text_of(w.body, "id"), id);
    buffer_deinit(&record);
    world_close(&w);
}

static void test_twice_at_the_same_time(void **state) {
    world w;
    buffer record;
    (void)state;
    world_open(&w, 2, 1);
    page *p = w.pages;
    sign_up(&w, p, "Anna");
    play_to(&w, "tictactoe", -1, &record);
    w.files_wait = 1;
    assert_int_equal(send_as(&w, p, NAME, buffer_text(&record), SEATS), 0);
    assert_int_equal(send_as(&w, p, NAME, buffer_text(&record), SEATS), 0);
    uint64_t last = w.next_request;
    w.files_wait = 0;
    world_pass(&w, 100);
    assert_int_equal(w.statuses[last % 64], 200);
    assert_int_equal(w.statuses[(last - 1) % 64], 200);
    assert_int_equal(world_ask(&w, p, "GET", "/api/history", ""), 200);
    assert_offline(only_match(&w));
    buffer_deinit(&record);
    world_close(&w);
}

// The disk fails while it is written: the page is told, and sends it again.
static void test_what_was_not_written_can_be_sent_again(void **state) {
    world w;
    buffer record;
    (void)state;
    world_open(&w, 3, 1);
    page *p = w.pages;
    sign_up(&w, p, "Anna");
    play_to(&w, "azul", -1, &record); // with draws in it
    w.fail_disk = 1;
    assert_int_not_equal(send_as(&w, p, NAME, buffer_text(&record), SEATS), 200);
    w.fail_disk = 0;
    world_pass(&w, 100);
    assert_int_equal(send_as(&w, p, NAME, buffer_text(&record), SEATS), 200);
    assert_int_equal(world_ask(&w, p, "GET", "/api/history", ""), 200);
    assert_offline(only_match(&w));
    buffer_deinit(&record);
    world_close(&w);
}

// `record` with the first `old` replaced; free it.
static char *with(const buffer *record, const char *old, const char *now) {
    buffer b;
    const char *text = buffer_text(record), *at = strstr(text, old);
    assert_non_null(at);
    buffer_init(&b, NULL);
    buffer_add(&b, text, (size_t)(at - text));
    buffer_add_text(&b, now);
    buffer_add_text(&b, at + strlen(old));
    char *out = strdup(buffer_text(&b));
    buffer_deinit(&b);
    return out;
}

static void refused(world *w, char *record, const char *words) {
    assert_int_equal(send_as(w, w->pages, NAME, record, SEATS), 400);
    assert_string_equal(text_of(w->body, "field"), "record");
    if (!strstr(text_of(w->body, "error"), words)) {
        fail_msg("'%s' does not say '%s'", text_of(w->body, "error"), words);
    }
    free(record);
}

static void test_nothing_is_believed(void **state) {
    world w;
    buffer record, half;
    (void)state;
    world_open(&w, 4, 1);
    page *p = w.pages;
    play_to(&w, "tictactoe", -1, &record);
    assert_int_equal(send_as(&w, p, NAME, buffer_text(&record), SEATS),
                     401); // a guest has no history
    sign_up(&w, p, "Anna");
    refused(&w, with(&record, "result\trules\t1 2", "result\trules\t2 1"),
            "the result does not fit");
    refused(&w, with(&record, "\n2\tp2", "\n2\tp1"), "Line ");
    refused(&w, with(&record, "players\t2", "players\t9"), "");
    refused(&w, with(&record, "game\ttictactoe", "game\tpoker"), "poker");
    refused(&w, with(&record, "rules\t", "rules\t0"), "");
    refused(&w, with(&record, "result\t", "result\trules\t1 1\t0 0\nresult\t"), "");
    refused(&w, with(&record, "begin", "data\tdeck.txt\nbegin"), "");
    refused(&w, strdup("tessera 2\n"), "");
    refused(&w, strdup("nonsense"), "");
    refused(&w, strdup("a\x01\n"), "");
    play_to(&w, "tictactoe", 3, &half);
    refused(&w, strdup(buffer_text(&half)), "the match is not over");
    // Nobody else is sat down, and no seat is left out.
    const char *const seats[] = {
        "[{\"kind\":\"me\"},{\"kind\":\"open\"}]",
        "[{\"kind\":\"me\"},{\"kind\":\"invite\",\"name\":\"Ben\"}]",
        "[{\"kind\":\"me\"},{\"kind\":\"me\"}]",
        "[{\"kind\":\"bot\",\"spec\":\"level:n=1\"},{\"kind\":\"bot\",\"spec\":\"level:n=1\"}]",
        "[{\"kind\":\"me\"},{\"kind\":\"bot\",\"spec\":\"exec:rm\"}]",
        "[{\"kind\":\"me\"},{\"kind\":\"here\",\"name\":\"\"}]",
        "[{\"kind\":\"me\"}]",
        "[]",
        "{}"};
    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
        assert_int_equal(send_as(&w, p, NAME, buffer_text(&record), seats[i]), 400);
    }
    assert_int_equal(send_as(&w, p, "short", buffer_text(&record), SEATS), 400);
    assert_int_equal(send_as(&w, p, "local-0123456789AB", buffer_text(&record), SEATS), 400);
    assert_int_equal(world_ask(&w, p, "POST", "/api/records", "[]"), 400);
    assert_int_equal(world_ask(&w, p, "GET", "/api/history", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "matches")), 0);
    buffer_deinit(&record);
    buffer_deinit(&half);
    world_close(&w);
}

static void test_so_many_an_hour(void **state) {
    world w;
    buffer record;
    int taken = 0;
    (void)state;
    world_open(&w, 5, 1);
    page *p = w.pages;
    sign_up(&w, p, "Anna");
    play_to(&w, "tictactoe", -1, &record);
    for (int i = 0; i < LIMIT_UPLOADS + 5; i++) {
        char name[32];
        snprintf(name, sizeof name, "local-%012d", i);
        taken += send_as(&w, p, name, buffer_text(&record), SEATS) == 200;
    }
    assert_int_equal(taken, LIMIT_UPLOADS);
    assert_int_equal(w.status, 429);
    assert_int_equal(send_as(&w, p, "local-000000000000", buffer_text(&record), SEATS),
                     200); // known
    world_pass(&w, 120000);
    assert_int_equal(send_as(&w, p, "local-later00", buffer_text(&record), SEATS), 200);
    buffer_deinit(&record);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_record_is_kept_once),
        cmocka_unit_test(test_twice_at_the_same_time),
        cmocka_unit_test(test_what_was_not_written_can_be_sent_again),
        cmocka_unit_test(test_nothing_is_believed),
        cmocka_unit_test(test_so_many_an_hour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
