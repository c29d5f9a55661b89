// SPDX-License-Identifier: MIT
// What a match shall be like: read from a request, piece by piece, each with its complaint.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "server/hub_matches.h"
#include "server/json_in.h"

// An option's value as people type it; 0 if it is none.
static int option_text(const json_t *v, char *out, size_t cap) {
    if (json_is_string(v)) {
        (void)snprintf(out, cap, "%s", json_string_value(v));
    } else if (json_is_boolean(v)) {
        (void)snprintf(out, cap, "%s", json_is_true(v) ? "yes" : "no");
    } else if (json_is_integer(v)) {
        (void)snprintf(out, cap, "%" PRId64, (int64_t)json_integer_value(v));
    } else {
        return 0;
    }
    return 1;
}

// A whole number from 0 to `max` that may be absent (then *out stays); 0 if it is anything else.
static int read_number(const json_t *object, const char *name, int64_t max, int64_t *out) {
    const json_t *v = json_object_get(object, name);
    if (v) {
        *out = json_is_integer(v) ? (int64_t)json_integer_value(v) : -1;
    }
    return *out >= 0 && *out <= max;
}

int hub_read_setup(hub *h, const json_t *body, tsr_setup *setup, problem *p) {
    tsr_error err;
    const char *key;
    json_t *v;
    const char *name = json_in_text(body, "game");
    const tsr_game *g = tsr_registry_game(h->config.registry, name ? name : "", &err);
    if (!g) {
        hub_complain_err(p, "game", &err);
        p->status = 404;
        return 0;
    }
    tsr_setup_init(setup, g);
    int64_t players = setup->players;
    if (!read_number(body, "players", 1000, &players)) {
        hub_complain(p, 400, "players", "The number of players must be a whole number.");
        return 0;
    }
    if (tsr_setup_players(setup, (int)players, &err) != TSR_OK) {
        hub_complain_err(p, "players", &err);
        return 0;
    }
    json_t *options = json_object_get(body, "options");
    json_object_foreach(options, key, v) {
        char text[128];
        if (!option_text(v, text, sizeof text)) {
            hub_complain(p, 400, "options",
                         "An option must be a text, a whole number, true or false.");
            return 0;
        }
        if (tsr_setup_option(setup, key, text, &err) != TSR_OK) {
            hub_complain_err(p, "options", &err);
            return 0;
        }
    }
    return 1;
}

int hub_read_file(const json_t *body, tsr_setup *setup, problem *p) {
    const json_t *v = json_object_get(body, "file");
    if (!v || json_is_null(v)) {
        return 1;
    }
    if (!json_is_string(v)) {
        hub_complain(p, 400, "file", "The file must be sent as text.");
    } else if (!rules_file_option(setup->game)) {
        hub_complain(p, 400, "file", "This game has no option for a file.");
    } else if (json_string_length(v) == 0) {
        hub_complain(p, 400, "file", "The file is empty.");
    } else if (json_string_length(v) > LIMIT_FILE) {
        hub_complain(p, 413, "file", "The file is longer than 48 KB.");
    } else {
        setup->data = json_string_value(v);
        setup->data_size = json_string_length(v);
        return 1;
    }
    return 0;
}

// Up to ten days for a game, an hour as increment, two weeks for a move.
int hub_read_clock(room *r, const json_t *body, problem *p) {
    const json_t *c = json_object_get(body, "clock");
    int64_t base = 0, increment = 0, move = 0;
    if ((c && !json_is_object(c)) || !read_number(c, "base", 864000, &base) ||
        !read_number(c, "increment", 3600, &increment) || !read_number(c, "move", 1209600, &move)) {
        hub_complain(p, 400, "clock",
                     "A clock is given in whole seconds: base up to 864000, increment up to 3600, "
                     "move up to 1209600.");
        return 0;
    }
    r->clock = (tsr_clock){.base_ms = (uint32_t)base * 1000,
                           .increment_ms = (uint32_t)increment * 1000,
                           .move_ms = (uint32_t)move * 1000};
    return 1;
}

// Whoever knows the seed knows every card: it may be chosen only by somebody who plays
// alone, against bots, or with people on the same device.
static int read_seed(room *r, const json_t *body, problem *p) {
    const json_t *seed = json_object_get(body, "seed");
    int alone = 1;
    for (int i = 0; i < r->players; i++) {
        alone &= r->seat[i].kind != SEAT_OPEN && r->seat[i].kind != SEAT_INVITE;
    }
    if (!seed) {
        return 1;
    }
    if (!json_is_integer(seed) || !alone) {
        hub_complain(
            p, 400, "seed",
            alone
                ? "A seed must be a whole number."
                : "A seed cannot be chosen if others can join, because it determines all chance.");
        return 0;
    }
    r->seed = (uint64_t)json_integer_value(seed);
    r->seed_high = 0;
    return 1;
}

room *hub_read_match(hub *h, const json_t *body, session *s, uint64_t ip, store_batch *b,
                     problem *p) {
    tsr_setup setup;
    tsr_error err;
    const json_t *seats = json_object_get(body, "seats");
    if (!hub_read_setup(h, body, &setup, p) || !hub_read_file(body, &setup, p)) {
        return NULL;
    }
    if (json_array_size(seats) != (size_t)setup.players) {
        hub_complain(p, 400, "seats", "The number of seats must be the number of players.");
        return NULL;
    }
    rules_entry *entry = rules_cache_take(&h->rules, &setup, &err);
    if (!entry) {
        hub_complain_err(p, "options", &err);
        return NULL;
    }
    room *r = hub_new_room(h, entry, s, ip);
    if (!r) {
        hub_complain(p, 503, NULL, "The server is out of memory.");
        return NULL;
    }
    for (int i = 0; i < r->players; i++) {
        if (!hub_read_seat(h, r, i, json_array_get(seats, (size_t)i), s, b, p)) {
            room_free(r);
            return NULL;
        }
    }
    int64_t delay = 0;
    if (!read_number(body, "delay", 3600, &delay)) {
        hub_complain(p, 400, "delay", "The delay for watchers must be 0 to 3600 whole seconds.");
    }
    if (p->status || !hub_read_clock(r, body, p) || !read_seed(r, body, p)) {
        room_free(r);
        return NULL;
    }
    r->delay_ms = (uint32_t)delay * 1000;
    r->rated = json_in_true(body, "rated") && hub_may_be_rated(r) && s->account;
    return r;
}
