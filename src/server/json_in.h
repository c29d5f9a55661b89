// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_JSON_IN_H
#define TSR_SERVER_JSON_IN_H

// Reading JSON from strangers: measured before it is parsed, and asked for member
// by member with the kind that is expected. Pure; no I/O.

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

// An object, or NULL if these bytes are none (too deep, not UTF-8, not an object).
// Free with json_decref.
json_t *json_in_object(const char *bytes, size_t size);

// A member that is text, else NULL; borrowed from the object.
const char *json_in_text(const json_t *object, const char *name);

// A member that is a whole number within the bounds, else `otherwise`.
int64_t json_in_int(const json_t *object, const char *name, int64_t min, int64_t max,
                    int64_t otherwise);

// Whether a member is true.
int json_in_true(const json_t *object, const char *name);

// The number of letters of valid UTF-8, or -1 if there is a control character in it.
int json_in_letters(const char *text);

// Whether every character of valid UTF-8 can be seen, so that no name can look like another by
// blanks without width, or turn the line it stands in round.
int json_in_visible(const char *text);

#endif
