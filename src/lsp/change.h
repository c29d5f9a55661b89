// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_CHANGE_H
#define TSR_LSP_CHANGE_H

// Changes of an open file as an editor tells them: a list in which each item is a whole new text, or
// a text in place of a range of what the items before it have left.

#include <jansson.h>

// `text` after all changes, to be freed. NULL if one of them cannot be understood, if the text would
// be longer than any message, if there are far too many, or without memory.
char *change_text(const char *text, const json_t *changes, int utf16);

#endif
