// SPDX-License-Identifier: MIT
// What somebody elsewhere must know to play games of a network against itself; see sitting.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/brief.h"
#include "teach/sitting.h"

// --- Writing ----------------------------------------------------------------------------

// The network's bytes as two letters each: a brief is a text.
static void put_net(const tnet *net, buffer *out) {
    static const char digit[] = "0123456789abcdef";
    buffer bytes;
    buffer_init(&bytes, NULL);
    tnet_write(net, &bytes);
    out->failed |= bytes.failed;
    buffer_add_text(out, "net ");
    for (size_t i = 0; i < bytes.size; i++) {
        unsigned char b = (unsigned char)bytes.bytes[i];
        char two[] = {digit[b >> 4], digit[b & 15]};
        buffer_add(out, two, sizeof two);
    }
    buffer_add_text(out, "\n");
    buffer_deinit(&bytes);
}

static void put_real(buffer *out, const char *word, double x) {
    char text[40];
    (void)snprintf(text, sizeof text, "%.17g", x); // to the last bit
    brief_put(out, word, text);
}

static void put_tuition(const tuition *with, buffer *out) {
    brief_put(out, "against", tuition_has(with->against) ? with->against : NULL);
    brief_put(out, "teacher", tuition_has(with->teacher) ? with->teacher : NULL);
    brief_put_int(out, "seats", with->seats);
    put_real(out, "led", with->led);
}

void sitting_put_brief(const sitting_config *c, buffer *out) {
    brief_put_uint(out, "seed", c->seed);
    brief_put_uint(out, "games", c->games);
    brief_put_int(out, "simulations", c->simulations);
    brief_put_int(out, "hidden", c->by_view);
    put_real(out, "stake", c->pay.stake);
    put_real(out, "explore", c->explore);
    brief_put_int(out, "tries", c->tries);
    brief_put_int(out, "first", c->pay.first);
    put_tuition(&c->with, out);
    put_net(c->net, out);
}

// --- Reading ----------------------------------------------------------------------------

static int digit_of(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Letters become the bytes they stand for, in place; 0 = they are none.
static int read_hex(char *text, size_t *size) {
    size_t n = strlen(text) / 2;
    for (size_t i = 0; i < n; i++) {
        int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0) {
            return 0;
        }
        text[i] = (char)(high << 4 | low);
    }
    *size = n;
    return n > 0;
}

static tsr_err read_net(const char *text, tnet **out, tsr_error *err) {
    char *net = brief_get(text, "net", 0);
    size_t size = 0;
    tsr_err e = net && read_hex(net, &size)
                    ? tnet_parse(net, size, NULL, out, err)
                    : tsr_fail(err, TSR_ERR_PARSE, "the brief has no network");
    free(net);
    return e;
}

static int read_real(const char *text, const char *name, double most, double *out) {
    char *word = brief_get(text, name, 0), *end = word;
    *out = word ? strtod(word, &end) : -1;
    int ok = word && end != word && *end == '\0' && *out >= 0 && *out <= most;
    free(word);
    return ok;
}

// Who else takes part. 0 = that is missing.
static int read_tuition(const char *text, sitting_brief *out) {
    tuition *with = &out->config.with;
    int64_t seats;
    if (!brief_get_int(text, "seats", 0, TSR_MAX_PLAYERS, &seats) ||
        !read_real(text, "led", 1, &with->led)) {
        return 0;
    }
    with->seats = (uint32_t)seats;
    with->against = out->against = brief_get(text, "against", 0);
    with->teacher = out->teacher = brief_get(text, "teacher", 0);
    return 1;
}

tsr_err sitting_read_brief(const char *text, sitting_brief *out, tsr_error *err) {
    sitting_config *c = &out->config;
    int64_t simulations, hidden, first, tries;
    memset(out, 0, sizeof *out);
    if (!brief_get_uint(text, "seed", &c->seed) || !brief_get_uint(text, "games", &c->games) ||
        !brief_get_int(text, "simulations", 1, UINT32_MAX, &simulations) ||
        !brief_get_int(text, "hidden", 0, 1, &hidden) ||
        !read_real(text, "stake", 1e300, &c->pay.stake) ||
        !brief_get_int(text, "first", 0, 1, &first) ||
        !brief_get_int(text, "tries", 0, UINT32_MAX, &tries) ||
        !read_real(text, "explore", 1, &c->explore) || !read_tuition(text, out)) {
        return tsr_fail(err, TSR_ERR_PARSE, "this is not a brief of games to learn from");
    }
    c->simulations = (uint32_t)simulations;
    c->by_view = (int)hidden;
    c->pay.first = (int)first;
    c->tries = (uint32_t)tries;
    tsr_err e = read_net(text, &out->net, err);
    c->net = out->net;
    return e;
}

void sitting_free_brief(sitting_brief *b) {
    tnet_free(b->net);
    free(b->against);
    free(b->teacher);
    memset(b, 0, sizeof *b);
}
