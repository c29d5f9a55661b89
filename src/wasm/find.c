// SPDX-License-Identifier: MIT
//
// Where a text stands in another one.
#include "wasm/find.h"

#include <string.h>

const char *find_text(const char *text, const char *part) {
    const size_t size = strlen(part);
    while (*text && strncmp(text, part, size) != 0) {
        text++;
    }
    return *text || size == 0 ? text : NULL;
}
