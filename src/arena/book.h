// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_BOOK_H
#define TSR_ARENA_BOOK_H

// Openings from a file. What kind of file it is shows at its beginning:
//
//   a record          the position after its first BOOK_PLIES plies, or its last if it is shorter
//   PGN               (tags, or moves from 1. on) the same for each of its games
//   anything else     a position a line: the game's own position text, FEN, or EPD with its
//                     operations; blank lines and lines that begin with # are skipped
//
// Positions that are over are passed over, and so is one that was there before. The mark with which
// some programs begin their texts (UTF-8's byte order mark) is skipped.

#include "arena/openings.h"

enum { BOOK_PLIES = 8 };

// Adds the positions of `text`, at most `plies` plies deep. An error names the line; a book
// without any position is one.
TSR_NODISCARD tsr_err book_read(openings *o, const char *text, size_t size, uint32_t plies,
                                tsr_error *err);

#endif
