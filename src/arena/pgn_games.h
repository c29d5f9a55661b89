// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_PGN_GAMES_H
#define TSR_ARENA_PGN_GAMES_H

// A PGN file cut into its games, and the tags of a game. What the moves mean is not asked here
// (tsr_lang_pgn_read does that for one game).
//
//     pgn_cursor c = pgn_games(text);
//     pgn_game g;
//     while (pgn_next(&c, &g)) ...
//
// A game begins with its tags, or with moves where there are none, and ends after its result, or
// before the tags of the next. Everything points into the text.

#include <stddef.h>
#include <stdint.h>

typedef struct pgn_game {
    const char *text;
    size_t size;
    uint32_t line; // of the file, from 1
} pgn_game;

typedef struct pgn_cursor {
    const char *at;
    uint32_t line;
} pgn_cursor;

typedef struct pgn_tag {
    char name[64], value[256]; // cut to fit; without escapes and control characters
} pgn_tag;

pgn_cursor pgn_games(const char *text);

// The next game; 0 = there are no more.
int pgn_next(pgn_cursor *c, pgn_game *out);

// Tag number `i` of a game; 0 = it has fewer.
int pgn_tag_at(const pgn_game *g, int i, pgn_tag *out);

// A tag by its name; its value is empty if there is none.
void pgn_tag_of(const pgn_game *g, const char *name, pgn_tag *out);

#endif
