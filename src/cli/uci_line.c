// SPDX-License-Identifier: MIT
// The lines of `tessera uci`: what is said to the program on the other side, what comes from it.
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/uci_engine.h"

void uci_say(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    fflush(stdout);
}

// Reads what there is, waiting `ms` at most (-1 = for ever).
void uci_read(uci_engine *e, int ms) {
    struct pollfd fd = {0, POLLIN, 0};
    if (e->ended || e->size >= UCI_INPUT - 1 || poll(&fd, 1, ms) <= 0) {
        e->ended |= e->size >= UCI_INPUT - 1; // a line without end
        return;
    }
    ssize_t n = read(0, e->input + e->size, UCI_INPUT - 1 - e->size);
    if (n > 0) {
        e->size += (size_t)n;
    } else if (n == 0 || errno != EINTR) {
        e->ended = 1;
    }
}

// Takes the next whole line into `line`; 0 = there is none.
int uci_take_line(uci_engine *e, char *line) {
    char *end = memchr(e->input, '\n', e->size);
    if (!end) {
        return 0;
    }
    size_t n = (size_t)(end - e->input);
    memcpy(line, e->input, n);
    line[n > 0 && line[n - 1] == '\r' ? n - 1 : n] = '\0';
    e->size -= n + 1;
    memmove(e->input, end + 1, e->size);
    return 1;
}

static int is_word(const char *line, size_t n, const char *word) {
    n -= n > 0 && line[n - 1] == '\r';
    return n == strlen(word) && memcmp(line, word, n) == 0;
}

// Is there a line waiting that ends the thinking? It stays for the main loop; "isready" alone is
// answered on the spot, as the protocol wants. What comes after another "go" is not meant for this one.
int uci_is_told_to_stop(uci_engine *e) {
    size_t at = 0;
    for (char *end; (end = memchr(e->input + at, '\n', e->size - at));) {
        const char *line = e->input + at;
        size_t n = (size_t)(end - line), rest = e->size - at - n - 1;
        if (is_word(line, n, "stop") || is_word(line, n, "quit")) {
            return 1;
        }
        if (is_word(line, n, "go") || (n > 3 && memcmp(line, "go ", 3) == 0)) {
            return 0;
        }
        if (is_word(line, n, "isready")) {
            memmove(e->input + at, end + 1, rest);
            e->size = at + rest;
            uci_say("readyok");
        } else {
            at += n + 1;
        }
    }
    return 0;
}

int uci_is_stopped(void *self) {
    uci_engine *e = self;
    uci_read(e, 0);
    return uci_is_told_to_stop(e) || e->ended || e->deep_enough;
}
