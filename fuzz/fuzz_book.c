// SPDX-License-Identifier: MIT
//
// A book of openings of any game: EPD, FEN, position texts, PGN or a record, after a line
// "NAME PLAYERS PLIES". The rules hash of a record is written @hash@ and replaced by the right one. Every
// opening that is taken must be sound, different from the others and able to go on; a book that is
// refused says why. As PGN, the games of the text must be all of it, each with readable tags.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/book.h"
#include "arena/pgn_games.h"

// The text with the rules hash put in, new.
static char *with_hash(const char *text, uint64_t hash) {
    static const char mark[] = "@hash@";
    char *out = fuzz_memory(3 * strlen(text) + 20), *to = out; // 16 digits for 6 letters
    for (const char *at; (at = strstr(text, mark)) != NULL; text = at + strlen(mark)) {
        memcpy(to, text, (size_t)(at - text));
        to += at - text;
        to += sprintf(to, "%016llx", (unsigned long long)hash);
    }
    strcpy(to, text);
    return out;
}

static void look_at_openings(openings *o) {
    const tsr_rules *r = o->rules;
    fuzz_must(o->count > 0, "a book without positions was taken");
    for (size_t i = 0; i < o->count && i < 32; i++) {
        const void *s = openings_at(o, i);
        fuzz_must(s && r->g.check(r, s, NULL) == 0, "an opening is unsound");
        fuzz_must(tsr_turn(r, s) != 0, "an opening is over");
        for (size_t j = 0; j < i; j++) {
            fuzz_must(memcmp(s, openings_at(o, j), r->state_size) != 0,
                      "an opening is there twice");
        }
    }
    // With secrets the text may be a view; a view is looked at, not played.
    if (!(r->g.flags & TSR_HAS_HIDDEN)) {
        void *s = fuzz_memory(r->state_size);
        memcpy(s, openings_at(o, 0), r->state_size);
        fuzz_play(r, s, 12, o->count);
        free(s);
    }
}

static void read_book(const tsr_rules *r, const char *text, uint32_t plies) {
    openings o;
    tsr_error err = {0};
    fuzz_must(!openings_init(&o, OPENINGS_BOOK, 0, r, 1, &err), "no memory");
    if (book_read(&o, text, strlen(text), plies, &err)) {
        fuzz_must(err.message[0] != '\0', "a book is refused without a word");
    } else {
        look_at_openings(&o);
    }
    openings_deinit(&o);
}

static void cut_into_games(const char *text) {
    pgn_cursor c = pgn_games(text);
    pgn_game g;
    const char *end = text;
    while (pgn_next(&c, &g)) {
        pgn_tag tag;
        fuzz_must(g.text >= end && g.size > 0, "games overlap");
        end = g.text + g.size;
        for (int i = 0; pgn_tag_at(&g, i, &tag); i++) {
            fuzz_must(!strpbrk(tag.value, "\n\t\x1b\x7f"), "a tag has control characters");
        }
    }
    fuzz_must(*c.at == '\0', "a PGN text is not read to its end");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = fuzz_read(data, size);
    char *text = with_hash(in.text, in.r->hash);
    read_book(in.r, text, in.number[0]);
    cut_into_games(text);
    free(text);
    free(in.whole);
    return 0;
}
