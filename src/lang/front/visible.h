// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VISIBLE_H
#define TSR_LANG_VISIBLE_H

// What of a rules file may be shown as it is. Files come from strangers, and messages quote
// them on terminals: a control character could hide a line, move the cursor, set a title, or
// turn the direction of reading round.

#include <stddef.h>
#include <stdint.h>

// The number of bytes of the character at `s` if it is whole, valid UTF-8 and no control
// character; else 0. A tab may be shown.
size_t visible_char(const char *s);

// The same, with the character's number in `code`.
size_t visible_code(const char *s, uint32_t *code);

// How many columns that character takes on a terminal; what is no such character takes four, as visible_copy shows it.
size_t visible_columns(const char *s);

// Copies `text` into `out` of `cap` bytes, cut if need be; what may not be shown becomes
// \xNN, byte by byte.
void visible_copy(char *out, size_t cap, const char *text);

#endif
