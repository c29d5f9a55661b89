// SPDX-License-Identifier: MIT
//
// Gathers the words of a game from its table and its leaflet, each once.
#include "core/tags.h"

#include <string.h>

typedef struct tag_list {
    char *out;
    size_t size;
    int count;
} tag_list;

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int is_same(const char *a, const char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (lower(a[i]) != lower(b[i])) {
            return 0;
        }
    }
    return 1;
}

const char *tags_next(const char **at, size_t *size) {
    const char *word = *at + strspn(*at, " ");
    *size = strcspn(word, " ");
    *at = word + *size;
    return *size ? word : NULL;
}

int tags_have(const char *tags, const char *word, size_t size) {
    size_t n;
    for (const char *one; (one = tags_next(&tags, &n)) != NULL;) {
        if (n == size && is_same(one, word, n)) {
            return 1;
        }
    }
    return 0;
}

static void add(tag_list *l, const char *word, size_t size) {
    if (!size || tags_have(l->out, word, size) || l->size + size + 2 > TAGS_TEXT) {
        return;
    }
    if (l->size) {
        l->out[l->size++] = ' ';
    }
    for (size_t i = 0; i < size; i++) {
        l->out[l->size++] = lower(word[i]);
    }
    l->out[l->size] = '\0';
    l->count++;
}

static void add_words(tag_list *l, const char *words, size_t size) {
    static const char between[] = " ,.;";
    for (size_t at = 0; at < size;) {
        size_t n = strcspn(words + at, between);
        n = n < size - at ? n : size - at;
        add(l, words + at, n);
        at += n;
        at += strspn(words + at, between);
    }
}

static void add_leaflet(tag_list *l, const char *leaflet) {
    static const char head[] = "Tags: ";
    for (const char *line = leaflet; *line;) {
        size_t n = strcspn(line, "\n");
        if (n >= sizeof head && memcmp(line, head, sizeof head - 1) == 0) {
            add_words(l, line + sizeof head - 1, n - (sizeof head - 1));
            return;
        }
        line += n + (line[n] == '\n');
    }
}

static void add_facts(tag_list *l, const tsr_game *g) {
    const struct {
        int holds;
        const char *word;
    } facts[] = {
        {!tags_have(l->out, "cards", 5) && !tags_have(l->out, "tiles", 5), "abstract"},
        {g->min_players <= 1, "solo"},
        {g->min_players <= 2 && g->max_players >= 2, "two"},
        {g->max_players > 2, "several"},
        {(g->flags & TSR_HAS_CHANCE) != 0, "luck"},
        {(g->flags & TSR_HAS_HIDDEN) != 0, "hidden"},
        {(g->flags & TSR_HAS_SIMULTANEOUS) != 0, "simultaneous"},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        if (facts[i].holds) {
            add(l, facts[i].word, strlen(facts[i].word));
        }
    }
}

int tags_of(const tsr_game *game, char out[TAGS_TEXT]) {
    const char *own = game->more && game->more->tags ? game->more->tags : "";
    tag_list l = {.out = out};
    out[0] = '\0';
    add_words(&l, own, strlen(own));
    add_leaflet(&l, game->rules ? game->rules : "");
    add_facts(&l, game);
    return l.count;
}
