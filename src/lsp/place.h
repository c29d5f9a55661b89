// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_PLACE_H
#define TSR_LSP_PLACE_H

// Places in a text as editors count them: lines from 0, and in a line UTF-16 units, or bytes where
// the editor prefers those. Texts are valid UTF-8 (the JSON reader sees to it). A place outside the
// text is the nearest one inside.

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

typedef struct place {
    uint32_t line, character;
} place;

// The place that {"line":…,"character":…} names; 0 if it names none.
int place_read(const json_t *at, place *out);

size_t place_offset(const char *text, place p, int utf16);
place place_of(const char *text, size_t offset, int utf16);

// The offset of byte `column` of `line`, both from 1, as the compiler counts them.
size_t place_of_column(const char *text, uint32_t line, uint32_t column);

#endif
