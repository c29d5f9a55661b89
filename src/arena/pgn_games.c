// SPDX-License-Identifier: MIT
//
// Finds where games begin and end in a PGN file, and reads their tags.
#include "arena/pgn_games.h"

#include <string.h>

pgn_cursor pgn_games(const char *text) {
    return (pgn_cursor){text, 1};
}

static int is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void step(pgn_cursor *c) {
    if (*c->at) {
        c->line += *c->at == '\n';
        c->at++;
    }
}

// Past the next `end`, or to the end of the text.
static void step_past(pgn_cursor *c, char end) {
    while (*c->at && *c->at != end) {
        step(c);
    }
    step(c);
}

// [Name "a value with ] and \" in it"]
static void skip_tag(pgn_cursor *c) {
    int quoted = 0;
    while (*c->at && (quoted || *c->at != ']') && (!quoted || *c->at != '\n')) {
        if (*c->at == '\\' && quoted && c->at[1]) {
            step(c);
        } else if (*c->at == '"') {
            quoted = !quoted;
        }
        step(c);
    }
    step(c);
}

static void skip_variation(pgn_cursor *c) {
    int depth = 0;
    do {
        if (*c->at == '{') {
            step_past(c, '}');
            continue;
        }
        depth += *c->at == '(';
        depth -= *c->at == ')';
        step(c);
    } while (depth > 0 && *c->at);
}

static int is_result(const char *word, size_t n) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (int i = 0; i < 4; i++) {
        if (strlen(results[i]) == n && memcmp(results[i], word, n) == 0) {
            return 1;
        }
    }
    return 0;
}

// A word of the moves; whether it is a result.
static int skip_word(pgn_cursor *c) {
    const char *word = c->at;
    while (*c->at && !is_blank(*c->at) && !strchr("{(;[", *c->at)) {
        step(c);
    }
    size_t n = (size_t)(c->at - word);
    if (n == 0) {
        step(c); // a lone bracket
    }
    return is_result(word, n);
}

int pgn_next(pgn_cursor *c, pgn_game *out) {
    int moves = 0, ended = 0;
    while (is_blank(*c->at) || *c->at == '%') {
        if (*c->at == '%') {
            step_past(c, '\n');
        } else {
            step(c);
        }
    }
    *out = (pgn_game){c->at, 0, c->line};
    while (*c->at && !ended) {
        if (is_blank(*c->at)) {
            step(c);
        } else if (*c->at == '[' && moves) {
            break;
        } else if (*c->at == '[') {
            skip_tag(c);
        } else if (*c->at == '{') {
            step_past(c, '}');
        } else if (*c->at == ';') {
            step_past(c, '\n');
        } else if (*c->at == '(') {
            skip_variation(c);
        } else {
            moves = 1;
            ended = skip_word(c);
        }
    }
    out->size = (size_t)(c->at - out->text);
    return out->size > 0;
}

// --- Tags -----------------------------------------------------------------------------------

static void read_tag(const char *at, const char *end, pgn_tag *out) {
    size_t n = 0;
    memset(out, 0, sizeof *out);
    for (at++; at < end && !is_blank(*at) && *at != '"' && *at != ']'; at++) {
        if (n + 1 < sizeof out->name && (unsigned char)*at >= ' ') {
            out->name[n++] = *at;
        }
    }
    while (at < end && *at != '"' && *at != ']') {
        at++;
    }
    n = 0;
    for (at += at < end && *at == '"'; at < end && *at != '"' && *at != '\n'; at++) {
        at += *at == '\\' && at + 1 < end;
        if (n + 1 < sizeof out->value && (unsigned char)*at >= ' ' && *at != 0x7f) {
            out->value[n++] = *at;
        }
    }
}

int pgn_tag_at(const pgn_game *g, int i, pgn_tag *out) {
    const char *end = g->text + g->size;
    pgn_cursor c = {g->text, 1};
    for (;; i--) {
        while (c.at < end && is_blank(*c.at)) {
            step(&c);
        }
        if (c.at >= end || *c.at != '[') {
            return 0;
        }
        if (i == 0) {
            read_tag(c.at, end, out);
            return 1;
        }
        skip_tag(&c);
    }
}

void pgn_tag_of(const pgn_game *g, const char *name, pgn_tag *out) {
    for (int i = 0; pgn_tag_at(g, i, out); i++) {
        if (strcmp(out->name, name) == 0) {
            return;
        }
    }
    memset(out, 0, sizeof *out);
}
