// SPDX-License-Identifier: MIT
// Scenes, stories and score sheets as the page reads them.
#include "server/world.h"

#include "room/wire_json.h"
#include "support/help.h"

static json_t *read_json(buffer *b) {
    json_error_t err;
    assert_false(b->failed);
    json_t *j = json_loads(buffer_text(b), 0, &err);
    if (!j) {
        fail_msg("%s: %s", err.text, buffer_text(b));
    }
    buffer_deinit(b);
    return j;
}

static const char *word(const json_t *object, const char *name) {
    const char *s = json_string_value(json_object_get(object, name));
    return s ? s : "";
}

static int64_t number(const json_t *object, const char *name) {
    return json_integer_value(json_object_get(object, name));
}

// A game that fills every member a scene has.
static void draw_all(const tsr_rules *r, const void *s, int viewer, tsr_scene *sc) {
    tsr_zone zone = {.kind = TSR_ZONE_GRID,
                     .owner = TSR_NOBODY,
                     .flags = TSR_ZONE_CHECKED | TSR_ZONE_NEXT_TO,
                     .parent = -1,
                     .rows = 2,
                     .cols = 2,
                     .cap = 9,
                     .layout = TSR_LAYOUT_STAIRS,
                     .role = TSR_ROLE_SUPPLY,
                     .material = TSR_MATERIAL_CLOTH,
                     .form = TSR_FORM_HEX,
                     .sides = {TSR_COLOUR_RED, TSR_COLOUR_BLUE, TSR_COLOUR_RED, TSR_COLOUR_BLUE},
                     .have = 3,
                     .need = 7,
                     .next_to = 0};
    tsr_item item = {.kind = TSR_ITEM_CARD,
                     .owner = 1,
                     .flags = TSR_ITEM_GHOST | TSR_ITEM_ANSWERS,
                     .points = -2,
                     .answers = 0};
    (void)r, (void)s, (void)viewer;
    (void)tsr_add_zone(sc, zone, "all");
    item.sort = tsr_scene_copy(sc, "baby");
    item.reward = tsr_scene_copy(sc, "gold");
    (void)tsr_add_item(sc, item, "x", "a card");
}

static void test_scene_members(void **state) {
    tsr_game game = planted_chess;
    wire_scene w;
    buffer b;
    (void)state;
    game.scene = draw_all;
    tsr_rules *r = help_open(&game, 2);
    void *s = calloc(1, r->state_size);
    tsr_init(r, s);
    buffer_init(&b, NULL);
    wire_scene_init(&w, NULL);
    wire_add_scene(&b, &w, r, s, 0);
    json_t *j = read_json(&b);
    const json_t *zone = json_array_get(json_object_get(j, "zones"), 0);
    const json_t *item = json_array_get(json_object_get(j, "items"), 0);
    assert_string_equal(word(zone, "layout"), "stairs");
    assert_string_equal(word(zone, "role"), "supply");
    assert_string_equal(word(zone, "material"), "cloth");
    assert_string_equal(word(zone, "form"), "hex");
    assert_int_equal(number(zone, "cap"), 9);
    assert_int_equal(number(zone, "have"), 3);
    assert_int_equal(number(zone, "need"), 7);
    assert_true(json_is_integer(json_object_get(zone, "next_to")));
    assert_int_equal(json_array_size(json_object_get(zone, "sides")), 4);
    assert_int_equal(json_array_size(json_object_get(zone, "flags")), 1);
    assert_string_equal(word(item, "class"), "baby");
    assert_string_equal(word(item, "reward"), "gold");
    assert_int_equal(number(item, "points"), -2);
    assert_true(json_is_integer(json_object_get(item, "answers")));
    json_decref(j);
    wire_scene_deinit(&w);
    free(s);
    tsr_rules_close(r);
}

static void test_story(void **state) {
    tsr_event events[2] = {tsr_event_of(TSR_EVENT_MOVE, 1), tsr_event_of(TSR_EVENT_SCORE, 0)};
    tsr_story story = {events, 2, 2};
    static const char *const names[] = {"Anna", "Ben"};
    buffer b;
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    events[0].key = 7;
    events[0].count = 3;
    events[0].from = tsr_place_of(0, 1, 2);
    events[0].to = tsr_place_of(4, 0, 0);
    events[1].points = -2;
    tsr_say(&events[1].line, TSR_LINE_LOSES, TSR_PLAYER(0), TSR_INT(2));
    buffer_init(&b, NULL);
    wire_add_story(&b, r, &story, names);
    json_t *j = read_json(&b);
    const json_t *move = json_array_get(j, 0), *score = json_array_get(j, 1);
    assert_string_equal(word(move, "kind"), "move");
    assert_int_equal(number(move, "count"), 3);
    assert_int_equal(number(json_object_get(move, "from"), "col"), 2);
    assert_int_equal(number(json_object_get(move, "to"), "zone"), 4);
    assert_null(json_object_get(score, "from"));
    assert_int_equal(number(score, "points"), -2);
    assert_string_equal(word(score, "sentence"), "Anna loses 2 points");
    json_decref(j);
    tsr_rules_close(r);
}

// The picture that a story ends in is drawn once, and is the same as if it were drawn anew; one of
// other eyes or another moment is drawn.
static void test_story_leaves_its_picture(void **state) {
    static const char *const names[] = {"Anna", "Ben"};
    wire_scene used, fresh;
    buffer a, b;
    (void)state;
    tsr_rules *r = help_open(&planted_chess, 2);
    char *before = calloc(2, r->state_size), *after = before + r->state_size;
    tsr_init(r, before);
    memcpy(after, before, r->state_size);
    tsr_move list[TSR_MAX_MOVES];
    assert_true(tsr_moves(r, after, 0, list) > 1);
    tsr_play(r, after, 0, list[0]);
    const wire_ply ply = {before, after, 0, 1, list[0]};
    const struct {
        const char *view;
        int viewer;
    } looks[] = {{after, 1}, {after, 1}, {after, 0}, {before, 1}};
    wire_scene_init(&used, NULL);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        buffer_init(&a, NULL);
        buffer_init(&b, NULL);
        wire_scene_init(&fresh, NULL);
        wire_tell(&a, &used, r, &ply, names);
        assert_true(a.size > 0 && used.teller.has_scenes);
        buffer_clear(&a);
        wire_add_scene(&a, &used, r, looks[i].view, looks[i].viewer);
        assert_int_equal(used.ending.view.size == 0, i == 0); // whether it was taken from the story
        wire_add_scene(&b, &fresh, r, looks[i].view, looks[i].viewer);
        assert_string_equal(buffer_text(&a), buffer_text(&b));
        buffer_deinit(&a);
        buffer_deinit(&b);
        wire_scene_deinit(&fresh);
    }
    wire_scene_deinit(&used);
    free(before);
    tsr_rules_close(r);
}

static void test_parts(void **state) {
    buffer b;
    (void)state;
    tsr_rules *r = help_open(&planted_tiles, 3);
    void *s = calloc(1, r->state_size);
    tsr_init(r, s);
    buffer_init(&b, NULL);
    wire_add_parts(&b, r, s);
    json_t *j = read_json(&b);
    assert_int_equal(json_array_size(j), 2);
    assert_int_equal(json_array_size(json_object_get(json_array_get(j, 1), "values")), 3);
    assert_string_equal(word(json_array_get(j, 1), "name"), "points");
    json_decref(j);
    free(s);
    tsr_rules_close(r);
}

// The log of a move tells what followed from it, to each viewer.
static void test_event_has_steps(void **state) {
    world w;
    (void)state;
    world_open(&w, 1, 1);
    world_match(&w, &w.pages[0], "tictactoe", 2, "[{\"kind\":\"me\"},{\"kind\":\"me\"}]");
    world_play(&w, &w.pages[0], 0);
    assert_non_null(w.pages[0].event);
    const json_t *entry = json_array_get(json_object_get(w.pages[0].event, "log"), 0);
    const json_t *step = json_array_get(json_object_get(entry, "steps"), 0);
    assert_string_equal(word(step, "kind"), "deal");
    assert_int_equal(number(step, "who"), 0);
    world_close(&w);
}

// --- Pictures that are kept ----------------------------------------------------

// The story of a move and the picture after it, as `w` writes them.
static void write_both(buffer *b, wire_scene *w, const tsr_rules *r, const wire_ply *ply) {
    static const char *const names[] = {"Anna", "Ben"};
    buffer_init(b, NULL);
    wire_tell(b, w, r, ply, names);
    wire_add_scene(b, w, r, ply->after, ply->viewer);
}

// Tells of a move of `s` to one viewer, from what is kept and without it; `room` takes two states.
static void compare(wire_scene *kept, const tsr_rules *r, const void *s, const wire_ply *made,
                    char *room) {
    char *before = room, *after = room + r->state_size;
    buffer a, b;
    wire_scene fresh;
    wire_ply ply = {before, after, made->who, made->viewer, 0};
    ply.m = r->g.seen(r, s, made->who, made->m, made->viewer);
    memcpy(after, s, r->state_size);
    tsr_play(r, after, made->who, made->m);
    r->g.view(r, s, made->viewer, before);
    r->g.view(r, after, made->viewer, after);
    wire_scene_init(&fresh, NULL);
    write_both(&a, kept, r, &ply);
    write_both(&b, &fresh, r, &ply);
    assert_string_equal(buffer_text(&a), buffer_text(&b));
    buffer_deinit(&a);
    buffer_deinit(&b);
    wire_scene_deinit(&fresh);
}

enum { MATCHES = KEEP_PICTURES + 8, MOVES = 6 };

// Matches of a game side by side, some of them played faster.
static void play_many(const tsr_rules *r, wire_scene *kept, uint64_t seed) {
    char *states = calloc(MATCHES + 2, r->state_size), *room = states + MATCHES * r->state_size;
    tsr_rng rng;
    tsr_rng_init(&rng, seed);
    for (size_t i = 0; i < MATCHES; i++) {
        tsr_init(r, states + i * r->state_size);
    }
    for (size_t n = 0; n < MATCHES * MOVES; n++) {
        const size_t match = n % 3 ? n % 5 : n % MATCHES;
        char *s = states + match * r->state_size;
        const uint32_t turn = tsr_turn(r, s);
        wire_ply made = {.who = tsr_mover(turn)};
        made.m = turn ? tsr_sample(r, s, made.who, &rng) : TSR_NO_MOVE;
        wire_scene_turn(kept, match + 1);
        for (; turn && made.viewer < 2; made.viewer++) {
            compare(kept, r, s, &made, room);
        }
        if (turn) {
            tsr_play(r, s, made.who, made.m);
        }
    }
    free(states);
}

// More matches than there are places for pictures: what is written from those that are kept is what
// would be written without them.
static void test_kept_pictures_tell_the_same(void **state) {
    static const char *const games[] = {"kalah", "chess", "azul", "projectl"};
    world w;
    (void)state;
    world_open(&w, 1, 1);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        wire_scene kept;
        tsr_rules *r = help_open(tsr_registry_game(w.registry, games[g], NULL), 2);
        wire_scene_init(&kept, NULL);
        play_many(r, &kept, g);
        wire_scene_deinit(&kept);
        tsr_rules_close(r);
    }
    world_close(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_scene_members),
                                       TEST(test_story),
                                       TEST(test_story_leaves_its_picture),
                                       TEST(test_parts),
                                       TEST(test_event_has_steps),
                                       TEST(test_kept_pictures_tell_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
