// SPDX-License-Identifier: MIT
#ifndef TSR_CORE_TAGS_H
#define TSR_CORE_TAGS_H

// Words to find a game by: the game's own (`tags` of its table), those of a line "Tags: line, hex." in its
// leaflet, and what its table says anyway: how many play, whether there is luck or something hidden, and
// "abstract" for what is played neither with cards nor with tiles.

#include <tessera/game.h>

enum { TAGS_TEXT = 256 };

// The words with blanks between them, each once; what does not fit is left out. Returns how many.
int tags_of(const tsr_game *game, char out[TAGS_TEXT]);

// Whether `tags`, words with blanks between them, have this word of `size` characters; upper and lower case are
// the same.
int tags_have(const char *tags, const char *word, size_t size);

// The next word of `tags`, *size characters; *at moves on behind it. NULL = there is none.
const char *tags_next(const char **at, size_t *size);

#endif
