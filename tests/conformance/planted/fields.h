// SPDX-License-Identifier: MIT
#ifndef TESTS_CONFORMANCE_FIELDS_H
#define TESTS_CONFORMANCE_FIELDS_H

// Position text for the planted games: named fields of small numbers, such as
// "bag 3 4 5 lid 0 0 1", with "?" for the value 255, which stands for unknown.

#include <string.h>

#include <tessera/text.h>

enum { FIELD_UNKNOWN = 255 };

static inline void put_field(tsr_out *o, const char *name, const uint8_t *v, int count) {
    tsr_put(o, o->len ? " " : "");
    tsr_put(o, name);
    for (int i = 0; i < count; i++) {
        if (v[i] == FIELD_UNKNOWN) {
            tsr_put(o, " ?");
        } else {
            tsr_put_char(o, ' ');
            tsr_put_int(o, v[i]);
        }
    }
}

static inline int take_field(tsr_in *in, const char *name, uint8_t *v, int count) {
    if ((in->at != in->start && !tsr_take_char(in, ' ')) || !tsr_take(in, name)) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        int64_t n = FIELD_UNKNOWN;
        if (!tsr_take_char(in, ' ') || (!tsr_take_char(in, '?') && !tsr_take_int(in, 0, 254, &n))) {
            return 0;
        }
        v[i] = (uint8_t)n;
    }
    return 1;
}

#endif
