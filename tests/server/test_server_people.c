// SPDX-License-Identifier: MIT
// Slow matches and people who are away: notices, vacations, conditional moves; moderators; watchers
// who see it later.
#include "server/world.h"

#include "support/help.h"

static const char *text_of(const json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

static void sign_up(world *w, page *p, const char *name) {
    char body[160];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"a quiet tall ship\"}", name);
    assert_int_equal(world_ask(w, p, "POST", "/api/register", body), 200);
}

static int try_order(world *w, const char *name, const char *body) {
    char path[80];
    snprintf(path, sizeof path, "/admin/%s", name);
    const hub_request q = {.id = ++w->next_request,
                           .method = "POST",
                           .path = path,
                           .query = "",
                           .same_origin = 1,
                           .is_operator = 1,
                           .body = body,
                           .body_size = strlen(body),
                           .ip = 1};
    w->status = 0;
    hub_request_in(w->hub, &q, w->now_ms);
    world_sync(w);
    return w->status;
}

static void order(world *w, const char *name, const char *body) {
    assert_int_equal(try_order(w, name, body), 200);
}

// Anna and Ben at a match with this clock; Anna moves first.
static void two_at(world *w, const char *more) {
    char body[300], path[80];
    page *a = w->pages, *b = &w->pages[1];
    snprintf(body, sizeof body,
             "{\"game\":\"tictactoe\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]%s}", more);
    assert_int_equal(world_ask(w, a, "POST", "/api/matches", body), 200);
    snprintf(a->match, sizeof a->match, "%s", text_of(w->body, "id"));
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    assert_int_equal(world_ask(w, b, "POST", path, "{}"), 200);
}

static void open_two(world *w, uint64_t seed, int pages) {
    world_open(w, seed, pages);
    sign_up(w, w->pages, "Anna");
    sign_up(w, &w->pages[1], "Ben");
}

// --- Notices -----------------------------------------------------------------

// Takes the word out of the last mail's link.
static void word_in_mail(const world *w, const char *before, char word[64]) {
    const char *at = strstr(w->last_notice.text, before);
    assert_non_null(at);
    snprintf(word, 64, "%.32s", at + strlen(before));
}

static void set_mail(world *w, page *p, const char *mail) {
    char body[200], word[64];
    snprintf(body, sizeof body, "{\"mail\":\"%s\"}", mail);
    assert_int_equal(world_ask(w, p, "POST", "/api/mail", body), 200);
    world_pass(w, 100);
    assert_string_equal(w->last_notice.to, mail);
    word_in_mail(w, "#mail=", word);
    snprintf(body, sizeof body, "{\"word\":\"%s\"}", word);
    assert_int_equal(world_ask(w, p, "POST", "/api/mail/confirm", body), 200);
    assert_int_equal(world_ask(w, p, "POST", "/api/mail/confirm", body), 403); // once
}

static void test_turn_notices(void **state) {
    world w;
    (void)state;
    open_two(&w, 1, 2);
    page *a = w.pages, *b = &w.pages[1];
    set_mail(&w, b, "ben@club.example");
    two_at(&w, ",\"clock\":{\"move\":86400}");
    world_connect(&w, a, a->match, 0);
    int before = w.notices;
    world_play(&w, a, 0);
    world_pass(&w, 60000);
    assert_int_equal(w.notices, before); // a moment to come by oneself
    world_pass(&w, 200000);
    assert_int_equal(w.notices, before + 1);
    assert_string_equal(w.last_notice.to, "ben@club.example");
    assert_non_null(strstr(w.last_notice.text, a->match));
    world_pass(&w, 600000);
    assert_int_equal(w.notices, before + 1); // once
    // Who looks is not told; nor is anybody in a quick match.
    world_connect(&w, b, a->match, 0);
    world_play(&w, b, 1);
    world_play(&w, a, 2);
    world_pass(&w, 4000000);
    assert_int_equal(w.notices, before + 1);
    world_disconnect(&w, a);
    world_disconnect(&w, b);
    two_at(&w, ",\"clock\":{\"base\":1200}");
    world_connect(&w, a, a->match, 0);
    world_play(&w, a, 0);
    world_pass(&w, 400000);
    assert_int_equal(w.notices, before + 1);
    // Nor who does not want it any more.
    assert_int_equal(world_ask(&w, b, "POST", "/api/notices", "{\"by_mail\":false}"), 200);
    two_at(&w, "");
    world_disconnect(&w, a);
    world_connect(&w, a, a->match, 0);
    world_play(&w, a, 0);
    world_pass(&w, 5000000);
    assert_int_equal(w.notices, before + 1);
    world_close(&w);
}

// A match that has left memory by the time somebody may be told again: they are told.
static void test_notices_of_matches_that_sleep(void **state) {
    world w;
    (void)state;
    open_two(&w, 12, 2);
    page *a = w.pages, *b = &w.pages[1];
    set_mail(&w, b, "ben@club.example");
    two_at(&w, ",\"clock\":{\"move\":86400}");
    world_connect(&w, a, a->match, 0);
    int before = w.notices;
    world_play(&w, a, 0);
    world_pass(&w, 200000);
    assert_int_equal(w.notices, before + 1);
    world_connect(&w, b, a->match, 0);
    world_play(&w, b, 1);
    world_disconnect(&w, b);
    world_play(&w, a, 2);
    world_disconnect(&w, a);
    world_pass(&w, 1200000);
    buffer text;
    buffer_init(&text, NULL);
    hub_metrics(w.hub, &text);
    assert_non_null(strstr(buffer_text(&text), "tessera_rooms_in_memory 0"));
    buffer_deinit(&text);
    world_pass(&w, 2800000);
    assert_int_equal(w.notices, before + 2);
    world_close(&w);
}

static void test_pushes(void **state) {
    static const char browser[] =
        "{\"endpoint\":\"https://push.example/x\",\"p256dh\":\"abc\",\"auth\":\"def\"}";
    world w;
    (void)state;
    open_two(&w, 2, 2);
    page *a = w.pages, *b = &w.pages[1];
    assert_int_equal(world_ask(&w, b, "POST", "/api/push", "{\"endpoint\":\"http://inside/\"}"),
                     400);
    assert_int_equal(world_ask(&w, b, "POST", "/api/push", browser), 200);
    two_at(&w, "");
    world_connect(&w, a, a->match, 0);
    world_play(&w, a, 0);
    w.notice_result = NOTICE_GONE; // the browser is not there any more
    world_pass(&w, 400000);
    assert_int_equal(w.notices, 1);
    assert_true(w.last_notice.is_push);
    assert_string_equal(w.last_notice.keys, "abc def");
    assert_non_null(strstr(w.last_notice.text, "\"url\":\"/m/"));
    world_disconnect(&w, a);
    two_at(&w, "");
    world_connect(&w, a, a->match, 0);
    world_play(&w, a, 0);
    world_pass(&w, 5000000);
    assert_int_equal(w.notices, 1); // forgotten
    world_close(&w);
}

static void test_mail_addresses(void **state) {
    static const char *const wrong[] = {
        "a", "a@b", "@b.c", "a b@c.d", "a@b.c\\r\\nRCPT: x", "<a@b.c>", "a@b@c.d"};
    world w;
    char body[200], word[64];
    (void)state;
    open_two(&w, 3, 2);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(body, sizeof body, "{\"mail\":\"%s\"}", wrong[i]);
        assert_int_equal(world_ask(&w, w.pages, "POST", "/api/mail", body), 400);
    }
    assert_int_equal(w.notices, 0);
    // Nobody is told by whether a mail goes out who has an account.
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/forgot", "{\"name\":\"Nobody\"}"), 200);
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/forgot", "{\"name\":\"Anna\"}"), 200);
    assert_int_equal(w.notices, 0);
    set_mail(&w, w.pages, "anna@club.example");
    assert_int_equal(world_ask(&w, &w.pages[1], "POST", "/api/forgot", "{\"name\":\"anna\"}"), 200);
    world_pass(&w, 100);
    word_in_mail(&w, "/reset.html#", word);
    snprintf(body, sizeof body, "{\"word\":\"%s\",\"password\":\"another tall ship\"}", word);
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/reset", body), 200);
    // A link goes out when it opens something: not before it is on disk, nor when that fails.
    int before = w.notices;
    w.held_back = 1;
    (void)world_ask(&w, w.pages, "POST", "/api/forgot", "{\"name\":\"Anna\"}");
    world_pass(&w, 1000);
    assert_int_equal(w.notices, before);
    w.held_back = 0;
    world_pass(&w, 1000);
    assert_int_equal(w.notices, before + 1);
    w.fail_disk = 1;
    (void)world_ask(&w, w.pages, "POST", "/api/forgot", "{\"name\":\"Anna\"}");
    w.fail_disk = 0;
    world_pass(&w, 1000);
    assert_int_equal(w.notices, before + 1);
    // Not for ever: five a day from one address.
    int refused = 0;
    for (int i = 0; i < 8; i++) {
        refused += world_ask(&w, &w.pages[1], "POST", "/api/forgot", "{\"name\":\"x\"}") == 429;
    }
    assert_true(refused >= 3);
    world_close(&w);
}

// --- Vacations ---------------------------------------------------------------

static int is_over(const page *p) {
    return p->overs > 0;
}

// In the longest steps that are no standstill of the server.
static void pass_hours(world *w, int hours) {
    for (int i = 0; i < hours * 14400; i++) {
        w->now_ms += 250;
        world_tick(w);
        world_sync(w);
    }
}

static void test_vacations(void **state) {
    world w;
    (void)state;
    open_two(&w, 4, 2);
    page *a = w.pages, *b = &w.pages[1];
    two_at(&w, ",\"clock\":{\"move\":86400}");
    world_connect(&w, a, a->match, 0);
    world_connect(&w, b, a->match, 0);
    world_play(&w, a, 0);
    pass_hours(&w, 10); // Ben thinks for ten hours, then goes for three days
    assert_int_equal(world_ask(&w, b, "POST", "/api/vacation", "{\"days\":40}"), 409);
    assert_int_equal(world_ask(&w, b, "POST", "/api/vacation", "{\"days\":3}"), 200);
    pass_hours(&w, 72);
    assert_false(is_over(a));
    pass_hours(&w, 13); // fourteen hours are left of the day
    assert_false(is_over(a));
    pass_hours(&w, 2);
    assert_true(is_over(a));
    assert_int_equal(world_ask(&w, b, "GET", "/api/notices", ""), 200);
    assert_int_equal(
        (int)json_integer_value(json_object_get(json_object_get(w.body, "vacation"), "left")), 27);
    world_close(&w);
}

// --- Conditional moves -------------------------------------------------------

static void test_conditional_moves(void **state) {
    world w;
    (void)state;
    open_two(&w, 5, 2);
    page *a = w.pages, *b = &w.pages[1];
    two_at(&w, ",\"clock\":{\"move\":86400}");
    world_connect(&w, a, a->match, 0);
    world_connect(&w, b, a->match, 0);
    // Ben: if Anna plays the first of her moves, I the second of mine, and so on.
    const json_t *moves = json_object_get(a->ask, "moves");
    char m[4][40];
    for (int i = 0; i < 4; i++) {
        snprintf(m[i], sizeof m[i], "%s", text_of(json_array_get(moves, (size_t)i), "text"));
        memmove(m[i], m[i], strlen(m[i]) + 1);
    }
    int seat = b->seat;
    world_say(&w, a, "\"t\":\"plan\",\"seat\":%d,\"ply\":1,\"lines\":[[\"x\",\"y\"]]}", a->seat);
    assert_int_equal(a->refusals, 1); // it is her turn
    world_say(&w, b, "\"t\":\"plan\",\"seat\":%d,\"ply\":1,\"lines\":[[]]}", seat);
    world_say(&w, b, "\"t\":\"plan\",\"seat\":%d,\"ply\":7,\"lines\":[[\"x\",\"y\"]]}", seat);
    assert_int_equal(b->refusals, 2);
    // Texts name the player ("X 1,1"): Ben's are Anna's with his letter.
    m[1][0] = m[3][0] = 'O';
    world_say(&w, b, "\"t\":\"plan\",\"seat\":%d,\"ply\":1,\"lines\":[[\"%s\",\"at all\"]]}", seat,
              m[0]);
    assert_int_equal(b->refusals, 3); // what cannot be played is told at once
    assert_non_null(strstr(b->why, "at all"));
    world_say(&w, b, "\"t\":\"plan\",\"seat\":%d,\"ply\":1,\"lines\":[[\"%s\",\"%s\"]]}", seat,
              m[0], m[0]);
    assert_int_equal(b->refusals, 4); // there is a man already
    // As people type it: without the letter. Told is how the game writes it, to him alone.
    world_say(&w, b,
              "\"t\":\"plan\",\"seat\":%d,\"ply\":1,\"lines\":[[\"%s\",\"%s\"],[\"%s\",\"%s\","
              "\"%s\",\"%s\"]]}",
              seat, m[2], m[1], m[0], m[1] + 2, m[2] + 2, m[3]);
    assert_int_equal(b->refusals, 4);
    world_crash(&w); // plans are on disk
    world_connect(&w, a, a->match, 0);
    world_connect(&w, b, a->match, 0);
    assert_null(json_object_get(a->full, "plans"));
    const json_t *plan = json_array_get(json_object_get(b->full, "plans"), 0);
    const json_t *line = json_array_get(json_object_get(plan, "lines"), 1);
    assert_int_equal(json_integer_value(json_object_get(plan, "ply")), 1);
    assert_string_equal(json_string_value(json_array_get(line, 1)), m[1]);
    world_disconnect(&w, b);
    world_play(&w, a, 0);
    assert_int_equal(a->ply, 2); // answered at once, and Ben is not there
    world_play(&w, a, 0);        // the third of the first moves is the first of those left
    assert_int_equal(a->ply, 4);
    world_play(&w, a, 0);
    assert_int_equal(a->ply, 5); // the plan is at its end
    world_close(&w);
}

// --- Programs ----------------------------------------------------------------

// Who asks for turns while the other's move is on its way to the disk is told when it is there, and
// not when the time of waiting is over.
static void test_programs_are_asked_in_time(void **state) {
    world w;
    char path[80], body[200];
    (void)state;
    open_two(&w, 8, 2);
    page *a = w.pages, *b = &w.pages[1];
    two_at(&w, "");
    assert_int_equal(world_ask(&w, a, "GET", "/api/turns", ""), 200);
    const json_t *turn = json_array_get(json_object_get(w.body, "turns"), 0);
    snprintf(path, sizeof path, "/api/matches/%s/turn", text_of(turn, "match"));
    snprintf(body, sizeof body, "{\"seat\":0,\"ply\":1,\"text\":\"%s\"}",
             json_string_value(json_array_get(json_object_get(turn, "moves"), 0)));
    w.held_back = 1;
    assert_int_equal(world_ask(&w, a, "POST", path, body), 0); // not on disk yet
    assert_int_equal(world_ask(&w, b, "GET", "/api/turns?wait=25", ""), 0);
    world_pass(&w, 200);
    assert_int_equal(w.status, 0);
    w.held_back = 0;
    world_sync(&w);
    world_pass(&w, 200);
    assert_int_equal(w.status, 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "turns")), 1);
    world_close(&w);
}

// --- Moderators --------------------------------------------------------------

static void test_moderation(void **state) {
    world w;
    (void)state;
    open_two(&w, 6, 2);
    page *a = w.pages, *b = &w.pages[1];
    assert_int_equal(world_ask(&w, a, "GET", "/api/moderation", ""), 403);
    assert_int_equal(world_ask(&w, a, "POST", "/api/moderation/ban", "{\"name\":\"Ben\"}"), 403);
    order(&w, "moderator", "{\"name\":\"Anna\"}");
    assert_int_equal(
        world_ask(&w, a, "POST", "/api/report", "{\"name\":\"Ben\",\"words\":\"swears\"}"), 200);
    assert_int_equal(world_ask(&w, a, "GET", "/api/moderation", ""), 200);
    const json_t *reports = json_object_get(w.body, "reports");
    assert_int_equal(json_array_size(reports), 1);
    assert_string_equal(text_of(json_array_get(reports, 0), "about"), "Ben");
    assert_int_equal(
        world_ask(&w, a, "POST", "/api/moderation/mute", "{\"name\":\"Ben\",\"days\":2}"), 200);
    assert_int_equal(
        world_ask(&w, a, "POST", "/api/moderation/note", "{\"name\":\"Ben\",\"words\":\"warned\"}"),
        200);
    assert_int_equal(world_ask(&w, a, "POST", "/api/moderation/settle", "{\"name\":\"1\"}"), 200);
    assert_int_equal(world_ask(&w, a, "POST", "/api/moderation/erase", "{\"name\":\"Ben\"}"), 404);
    assert_int_equal(world_ask(&w, a, "GET", "/api/moderation/Ben", ""), 200);
    assert_non_null(strstr(w.raw, "warned"));
    assert_int_equal(world_ask(&w, a, "GET", "/api/moderation", ""), 200);
    assert_int_equal(json_array_size(json_object_get(w.body, "reports")), 0);
    const json_t *audit = json_object_get(w.body, "audit");
    assert_int_equal(json_array_size(audit), 4); // with that Anna was made one
    assert_string_equal(text_of(json_array_get(audit, 0), "by"), "Anna");
    two_at(&w, "");
    world_connect(&w, b, a->match, 0);
    world_say(&w, b, "\"t\":\"chat\",\"text\":\"hello\"}");
    assert_int_equal(b->refusals, 1);
    assert_non_null(strstr(b->why, "muted"));
    assert_int_equal(world_ask(&w, a, "POST", "/api/moderation/unmute", "{\"name\":\"Ben\"}"), 200);
    world_say(&w, b, "\"t\":\"chat\",\"text\":\"hello\"}");
    assert_int_equal(b->refusals, 1);
    order(&w, "moderator", "{\"name\":\"Anna\",\"to\":\"off\"}");
    assert_int_equal(world_ask(&w, a, "GET", "/api/moderation", ""), 403);
    world_close(&w);
}

// --- Watchers ----------------------------------------------------------------

static void test_watchers_see_it_later(void **state) {
    world w;
    (void)state;
    open_two(&w, 7, 4);
    page *a = w.pages, *b = &w.pages[1], *c = &w.pages[2], *d = &w.pages[3];
    two_at(&w, ",\"delay\":30");
    world_connect(&w, a, a->match, 0);
    world_connect(&w, b, a->match, 0);
    world_connect(&w, c, a->match, 0);
    world_play(&w, a, 0);
    world_pass(&w, 10000);
    world_play(&w, b, 0);
    assert_int_equal(b->ply, 2);
    assert_int_equal(c->ply, 0);
    assert_string_equal(text_of(c->last, "t"), "silence");
    world_connect(&w, d, a->match, 0); // who comes in sees no more
    assert_int_equal(d->ply, 0);
    assert_int_equal(json_array_size(json_object_get(d->full, "log")), 0);
    world_say(&w, d, "\"t\":\"look\",\"ply\":1}");
    assert_int_equal(d->refusals, 1);
    world_pass(&w, 21000);
    assert_int_equal(c->ply, 1);
    assert_int_equal(json_array_size(json_object_get(c->event, "log")), 1);
    world_pass(&w, 11000);
    assert_int_equal(c->ply, 2);
    assert_int_equal(d->ply, 2);
    // At the end all see all.
    world_say(&w, a, "\"t\":\"resign\",\"seat\":%d}", a->seat);
    assert_int_equal(c->overs, 1);
    world_close(&w);
}

// --- Words that are good once, names that are given at the same moment ---------

// Two requests that both wait for their hash; how many succeed.
static int both_try(world *w, const char *path, const char *const bodies[2]) {
    int fine = 0;
    w->secrets_wait = 1;
    uint64_t first = w->next_request + 1;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(world_ask(w, &w->pages[i], "POST", path, bodies[i]), 0);
    }
    world_hash(w);
    world_sync(w);
    w->secrets_wait = 0;
    for (int i = 0; i < 2; i++) {
        int status = w->statuses[(first + (uint64_t)i) % 64];
        assert_true(status == 200 || status == 403);
        fine += status == 200;
    }
    return fine;
}

static void test_words_are_good_once(void **state) {
    world w;
    char word[64], body[2][200];
    const char *const bodies[] = {body[0], body[1]};
    (void)state;
    open_two(&w, 30, 4);
    order(&w, "reset", "{\"name\":\"Anna\"}");
    snprintf(word, sizeof word, "%s", text_of(w.body, "word"));
    for (int i = 0; i < 2; i++) {
        snprintf(body[i], sizeof body[i], "{\"word\":\"%s\",\"password\":\"tall ship %d\"}", word,
                 i);
    }
    assert_int_equal(both_try(&w, "/api/reset", bodies), 1);
    w.sign_up = SIGN_UP_INVITE;
    world_crash(&w);
    order(&w, "invite", "{}");
    snprintf(word, sizeof word, "%s", text_of(w.body, "word"));
    for (int i = 0; i < 2; i++) {
        w.pages[i] = (page){.seat = -1};
        snprintf(body[i], sizeof body[i],
                 "{\"invite\":\"%s\",\"name\":\"New %c\",\"password\":\"a tall ship\"}", word,
                 'a' + i);
    }
    assert_int_equal(both_try(&w, "/api/register", bodies), 1);
    world_close(&w);
}

static void test_renamed_to_a_name_on_its_way(void **state) {
    world w;
    (void)state;
    open_two(&w, 31, 3);
    w.held_back = 1;
    assert_int_equal(world_ask(&w, &w.pages[2], "POST", "/api/register",
                               "{\"name\":\"Carla\",\"password\":\"a quiet tall ship\"}"),
                     0);
    assert_int_equal(try_order(&w, "rename", "{\"name\":\"Anna\",\"to\":\"CarIa\"}"), 409);
    w.held_back = 0;
    order(&w, "rename", "{\"name\":\"Anna\",\"to\":\"Anne\"}");
    world_close(&w);
}

// An order that comes while the account goes does not bring it back under another name.
static void test_renamed_while_it_goes(void **state) {
    world w;
    (void)state;
    open_two(&w, 32, 3);
    w.held_back = 1;
    assert_int_equal(world_ask(&w, w.pages, "POST", "/api/delete-account",
                               "{\"password\":\"a quiet tall ship\"}"),
                     0);
    order(&w, "rename", "{\"name\":\"Anna\",\"to\":\"Anne\"}");
    w.held_back = 0;
    world_pass(&w, 100);
    assert_int_equal(world_ask(&w, &w.pages[2], "GET", "/api/users/Anna", ""), 404);
    assert_int_equal(world_ask(&w, &w.pages[2], "GET", "/api/users/Anne", ""), 404);
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_turn_notices),
                                       TEST(test_notices_of_matches_that_sleep),
                                       TEST(test_pushes),
                                       TEST(test_mail_addresses),
                                       TEST(test_vacations),
                                       TEST(test_conditional_moves),
                                       TEST(test_moderation),
                                       TEST(test_watchers_see_it_later),
                                       TEST(test_programs_are_asked_in_time),
                                       TEST(test_words_are_good_once),
                                       TEST(test_renamed_to_a_name_on_its_way),
                                       TEST(test_renamed_while_it_goes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
