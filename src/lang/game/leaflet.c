// SPDX-License-Identifier: MIT
//
// The leaflet: the comment above a rules file, which people read as its rules.
#include "lang/game/leaflet.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/rules.h>

static size_t line_size(const char *at) {
    return strcspn(at, "\r\n");
}

static const char *next_line(const char *at) {
    at += line_size(at);
    at += *at == '\r';
    return at + (*at == '\n');
}

// What a comment says, without its sign; *n is how long it is. NULL: no comment.
static const char *comment(const char *line, size_t *n) {
    if (*line != '#') {
        return NULL;
    }
    line += strspn(line, "#");
    line += *line == ' ';
    *n = line_size(line);
    return line;
}

const char *leaflet_about(arena *a, const char *text) {
    size_t n = 0;
    const char *about = comment(text, &n);
    return about && n ? arena_text(a, about, n) : "a game from a rules file";
}

static void add(char *out, size_t *size, const char *text, size_t n) {
    memcpy(out + *size, text, n);
    *size += n;
}

const char *leaflet_text(arena *a, const char *text) {
    static const char heading[] = "\nThe rules as the program reads them:\n\n";
    size_t size = 0, n = 0;
    char *out = arena_new(a, strlen(text) + sizeof heading);
    const char *line = *text == '#' ? next_line(text) : text; // the line for lists is told apart
    if (!out) {
        return NULL;
    }
    for (const char *words; (words = comment(line, &n)) != NULL; line = next_line(line)) {
        int look = n > 7 && strncmp(words, "Board: ", 7) == 0; // for those who draw it
        if ((n || size) && !look) { // an empty line below the first one only keeps them apart
            add(out, &size, words, n);
            add(out, &size, "\n", 1);
        }
    }
    if (size) {
        add(out, &size, heading, sizeof heading - 1);
    }
    line += strspn(line, "\r\n");
    add(out, &size, line, strlen(line));
    out[size] = '\0';
    return out;
}

// The number in "A game takes about 30 minutes" if `words` say that.
static long minutes_in(const char *words, size_t size) {
    static const char takes[] = "A game takes about ", unit[] = " minute";
    char *end = NULL;
    if (size <= sizeof takes - 1 || strncmp(words, takes, sizeof takes - 1) != 0) {
        return 0;
    }
    const char *number = words + sizeof takes - 1;
    long n = *number >= '1' && *number <= '9' ? strtol(number, &end, 10) : 0;
    return n > 0 && n <= 24 * 60 && strncmp(end, unit, sizeof unit - 1) == 0 ? n : 0;
}

uint16_t leaflet_minutes(const char *text) {
    size_t n = 0;
    for (const char *words; (words = comment(text, &n)) != NULL; text = next_line(text)) {
        long minutes = minutes_in(words, n);
        if (minutes) {
            return (uint16_t)minutes;
        }
    }
    return 0;
}

const char *leaflet_line(const char *text, const char *head, size_t *size, uint32_t *at) {
    size_t n = 0, skip = strlen(head);
    uint32_t number = 1;
    for (const char *words; (words = comment(text, &n)) != NULL; text = next_line(text), number++) {
        if (n > skip && strncmp(words, head, skip) == 0) {
            *size = n - skip;
            if (at) {
                *at = number;
            }
            return words + skip;
        }
    }
    return NULL;
}

// How much of a line there is before a comment and the blanks before that.
static size_t rule_size(const char *line) {
    size_t all = line_size(line), n = 0, size = 0;
    for (int quoted = 0; n < all && (quoted || line[n] != '#'); n++) {
        quoted ^= line[n] == '"';
        size = line[n] == ' ' || line[n] == '\t' ? size : n + 1;
    }
    return size;
}

static int has_word(const char *line, size_t size, const char *word) {
    const size_t n = strlen(word);
    for (size_t i = 1; i + n <= size; i++) {
        if (strncmp(line + i, word, n) == 0 && line[i - 1] == ' ' &&
            (i + n == size || line[i + n] == ' ')) {
            return 1;
        }
    }
    return 0;
}

// How moves are written is no rule: records hold texts that are read in any notation. How positions are written is in
// records, so those words count.
static uint64_t hash_notation(const char *line, size_t size, uint64_t seed) {
    static const char *const position[] = {"notation fen", "notation sfen", "notation plain"};
    const size_t head = strlen("notation ");
    for (size_t i = 0; i < sizeof position / sizeof *position; i++) {
        if (has_word(line, size, position[i] + head)) {
            seed = tsr_hash_bytes(position[i], strlen(position[i]), seed);
        }
    }
    return seed;
}

uint64_t leaflet_hash_rest(const char *text, uint64_t seed) {
    for (; *text; text = next_line(text)) {
        size_t n = rule_size(text);
        if (strncmp(text, "notation ", strlen("notation ")) == 0) {
            seed = hash_notation(text, n, seed);
        } else if (n) {
            seed = tsr_hash_bytes(text, n, seed);
        }
    }
    return seed;
}
