// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_JSON_H
#define TSR_CLI_JSON_H

// Writing JSON, one object a line: {"v":2,"type":"perft","depth":3,...}
//
// Every object the program prints begins with the version of its form and its
// type; fields may be added within a version, never changed. Text that is not
// UTF-8 is repaired. Nothing here reads JSON.

#include <stdint.h>
#include <stdio.h>

#include "base/buffer.h"

enum { JSON_VERSION = 2 }; // 2: seeds are strings

typedef struct json {
    buffer text;
    int fresh; // no comma before the next value
} json;

// Begins an object of `type`. End it with json_end.
void json_begin(json *j, const char *type);

// Fields; `key` is NULL inside an array.
void json_text(json *j, const char *key, const char *value); // NULL becomes null
void json_int(json *j, const char *key, int64_t value);
void json_uint(json *j, const char *key, uint64_t value);
void json_decimal(json *j, const char *key, double value, int digits); // not finite: null
void json_bool(json *j, const char *key, int value);
void json_seed(json *j, const char *key, uint64_t value); // as decimal text, for the same reason as
void json_hex(json *j, const char *key, uint64_t value);  // as text: 64 bits do not fit a number

void json_open_array(json *j, const char *key); // json_close ends it
void json_open_object(json *j, const char *key);
void json_close(json *j, char bracket); // ']' or '}'

// Ends the object and prints it as one line.
void json_end(json *j, FILE *out);

#endif
