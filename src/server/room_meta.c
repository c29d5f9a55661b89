// SPDX-License-Identifier: MIT
// How a room is stored, beside the lines of its match's record: one JSON object.
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room/wire_game.h"
#include "server/json_in.h"
#include "server/room.h"

static void add_seat(buffer *b, const room_seat *s) {
    buffer_addf(b, "{\"kind\":%u,\"user\":\"%" PRIu64 "\",\"account\":%u,\"rating\":%d,\"name\":",
                s->kind, s->user, s->account, s->rating);
    wire_string(b, s->name);
    buffer_add_text(b, ",\"spec\":");
    wire_string(b, s->spec);
    buffer_add_text(b, ",\"code\":");
    wire_string(b, s->code);
    if (s->plan) {
        buffer_addf(b, ",\"plan_ply\":%d,\"plan\":", s->plan_ply);
        wire_string(b, s->plan);
    }
    buffer_add_text(b, "}");
}

void room_add_meta(buffer *b, const room *r) {
    const tsr_rules *rules = r->entry->rules;
    buffer_addf(b, "{\"game\":\"%s\",\"players\":%d,\"made\":%" PRId64, rules->g.name, r->players,
                r->made);
    buffer_addf(b, ",\"seed\":\"%" PRIu64 "\",\"seed_high\":\"%" PRIu64 "\"", r->seed,
                r->seed_high);
    buffer_add_text(b, ",\"options\":");
    wire_add_chosen(b, rules);
    if (r->file_name[0]) {
        char digits[65];
        sodium_bin2hex(digits, sizeof digits, r->entry->hash, sizeof r->entry->hash);
        buffer_addf(b, ",\"file\":\"%s\"", digits);
    }
    buffer_addf(b, ",\"owner\":\"%" PRIu64 "\",\"rated\":%d,\"public\":%d", r->owner, r->rated,
                r->is_public);
    buffer_addf(b, ",\"clock\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "],\"rematch\":\"%" PRIu64 "\"",
                r->clock.base_ms, r->clock.increment_ms, r->clock.move_ms, r->rematch);
    if (r->delay_ms) {
        buffer_addf(b, ",\"delay\":%" PRIu32, r->delay_ms);
    }
    if (r->event) {
        buffer_addf(b, ",\"event\":\"%" PRIu64 "\"", r->event);
    }
    if (r->offline) {
        buffer_add_text(b, ",\"offline\":1");
    }
    buffer_add_text(b, ",\"seats\":[");
    for (int p = 0; p < r->players; p++) {
        buffer_add_text(b, p ? "," : "");
        add_seat(b, &r->seat[p]);
    }
    buffer_addf(b, "],\"end\":%d,\"result\":[", (int)r->end);
    for (int p = 0; p < r->players && r->end != TSR_END_NONE; p++) {
        buffer_addf(b, "%s[%u,%" PRId32 "]", p ? "," : "", r->result[p].rank, r->result[p].score);
    }
    buffer_add_text(b, "]}");
}

tsr_err room_meta_setup(const json_t *meta, const tsr_game *game, tsr_setup *out, tsr_error *err) {
    const char *name;
    json_t *value;
    tsr_setup_init(out, game);
    tsr_err e = tsr_setup_players(
        out, (int)json_in_int(meta, "players", 1, TSR_MAX_PLAYERS, game->min_players), err);
    json_t *options = json_object_get(meta, "options");
    json_object_foreach(options, name, value) {
        if (!e && json_is_string(value)) {
            e = tsr_setup_option(out, name, json_string_value(value), err);
        }
    }
    return e;
}

int room_meta_file(const json_t *meta, unsigned char hash[32]) {
    const char *digits = json_in_text(meta, "file");
    size_t size = 0;
    return digits && sodium_hex2bin(hash, 32, digits, strlen(digits), NULL, &size, NULL) == 0 &&
           size == 32;
}

static uint64_t number(const json_t *object, const char *name) {
    const char *text = json_in_text(object, name);
    return text ? strtoull(text, NULL, 10) : 0;
}

static void copy_text(char *out, size_t cap, const json_t *object, const char *name) {
    const char *text = json_in_text(object, name);
    (void)snprintf(out, cap, "%s", text ? text : "");
}

static void read_seat(room_seat *s, const json_t *j) {
    s->kind = (uint8_t)json_in_int(j, "kind", 0, SEAT_INVITE, SEAT_OPEN);
    s->user = number(j, "user");
    s->account = (uint8_t)json_in_int(j, "account", 0, 1, 0);
    s->rating = (int)json_in_int(j, "rating", 0, 10000, 0);
    copy_text(s->name, sizeof s->name, j, "name");
    copy_text(s->spec, sizeof s->spec, j, "spec");
    copy_text(s->code, sizeof s->code, j, "code");
    const char *plan = json_in_text(j, "plan");
    s->plan = plan ? strdup(plan) : NULL;
    s->plan_ply = (int)json_in_int(j, "plan_ply", 1, INT32_MAX, 1);
}

static uint32_t clock_part(const json_t *clock, size_t i) {
    const json_t *v = json_array_get(clock, i);
    return json_is_integer(v) ? (uint32_t)json_integer_value(v) : 0;
}

void room_meta_read(room *r, const json_t *meta) {
    const json_t *clock = json_object_get(meta, "clock");
    const json_t *seats = json_object_get(meta, "seats");
    const json_t *result = json_object_get(meta, "result");
    unsigned char hash[32];
    r->seed = number(meta, "seed");
    r->seed_high = number(meta, "seed_high");
    r->owner = number(meta, "owner");
    r->rematch = number(meta, "rematch");
    r->event = number(meta, "event");
    r->delay_ms = (uint32_t)json_in_int(meta, "delay", 0, 3600000, 0);
    if (room_meta_file(meta, hash)) {
        rules_file_name(&r->entry->rules->g, hash, r->file_name);
    }
    r->made = json_in_int(meta, "made", 0, INT64_MAX, 0);
    r->rated = (int)json_in_int(meta, "rated", 0, 1, 0);
    r->is_public = (int)json_in_int(meta, "public", 0, 1, 0);
    r->offline = (int)json_in_int(meta, "offline", 0, 1, 0);
    r->clock = (tsr_clock){clock_part(clock, 0), clock_part(clock, 1), clock_part(clock, 2)};
    r->end = (tsr_end)json_in_int(meta, "end", 0, TSR_END_AGREED, 0);
    for (int p = 0; p < r->players; p++) {
        const json_t *pair = json_array_get(result, (size_t)p);
        read_seat(&r->seat[p], json_array_get(seats, (size_t)p));
        r->result[p].rank = (uint8_t)json_integer_value(json_array_get(pair, 0));
        r->result[p].score = (int32_t)json_integer_value(json_array_get(pair, 1));
    }
}
