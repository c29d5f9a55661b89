// SPDX-License-Identifier: MIT
// Histograms by kind of message and request.
#include "server/timing.h"

#include <inttypes.h>
#include <string.h>

// Messages, then requests, then the disk. The last of each kind stands for all others.
static const char *const names[TIMING_KINDS] = {"move",   "look",    "why",   "show",    "undo",
                                                "resign", "claim",   "chat",  "offer",   "answer",
                                                "ping",   "message", "match", "profile", "history",
                                                "lobby",  "account", "turn",  "request", "disk"};
enum { MESSAGES = 12, OTHER_MESSAGE = 11, FIRST_REQUEST = 12, OTHER_REQUEST = 18, DISK = 19 };

static const uint64_t steps_us[TIMING_STEPS] = {50,   100,   200,   500,   1000,   2000,
                                                5000, 10000, 20000, 50000, 200000, 1000000};

int timing_message(const char *text, size_t size) {
    static const char head[] = "\"t\":\"";
    size_t n = sizeof head - 1;
    for (size_t i = 0; i + n < size && i < 200; i++) {
        if (text[i] != '"' || memcmp(text + i, head, n) != 0) {
            continue;
        }
        for (int k = 0; k < OTHER_MESSAGE; k++) {
            size_t m = strlen(names[k]);
            if (i + n + m < size && memcmp(text + i + n, names[k], m) == 0 &&
                text[i + n + m] == '"') {
                return k;
            }
        }
        return OTHER_MESSAGE;
    }
    return OTHER_MESSAGE;
}

int timing_request(const char *path) {
    static const struct {
        const char *begin;
        int kind;
    } rows[] = {{"/api/matches", 12},  {"/api/users", 13}, {"/api/history", 14},
                {"/api/lobby", 15},    {"/api/me", 16},    {"/api/login", 16},
                {"/api/register", 16}, {"/api/turns", 17}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strncmp(path, rows[i].begin, strlen(rows[i].begin)) == 0) {
            return rows[i].kind;
        }
    }
    return OTHER_REQUEST;
}

int timing_disk(void) {
    return DISK;
}

void timing_add(timing *t, int kind, uint64_t us) {
    int i = 0;
    while (i < TIMING_STEPS && us > steps_us[i]) {
        i++;
    }
    t->count[kind][i]++;
    t->sum_us[kind] += us;
}

void timing_sum(timing *t, const timing *more) {
    for (int k = 0; k < TIMING_KINDS; k++) {
        for (int i = 0; i <= TIMING_STEPS; i++) {
            t->count[k][i] += more->count[k][i];
        }
        t->sum_us[k] += more->sum_us[k];
    }
}

static void add_kind(const timing *t, int k, buffer *out) {
    uint64_t sum = 0;
    for (int i = 0; i <= TIMING_STEPS; i++) {
        sum += t->count[k][i];
    }
    if (!sum) {
        return;
    }
    uint64_t below = 0;
    for (int i = 0; i < TIMING_STEPS; i++) {
        below += t->count[k][i];
        buffer_addf(out, "tessera_seconds_bucket{kind=\"%s\",le=\"%g\"} %" PRIu64 "\n", names[k],
                    (double)steps_us[i] / 1e6, below);
    }
    buffer_addf(out,
                "tessera_seconds_bucket{kind=\"%s\",le=\"+Inf\"} %" PRIu64
                "\ntessera_seconds_sum{kind=\"%s\"} %.6f\ntessera_seconds_count{kind=\"%s\"} "
                "%" PRIu64 "\n",
                names[k], sum, names[k], (double)t->sum_us[k] / 1e6, names[k], sum);
}

void timing_metrics(const timing *t, buffer *out) {
    buffer_add_text(out, "# TYPE tessera_seconds histogram\n");
    for (int k = 0; k < TIMING_KINDS; k++) {
        add_kind(t, k, out);
    }
}
