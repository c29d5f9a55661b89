// SPDX-License-Identifier: MIT
#ifndef TESSERA_JSON_H
#define TESSERA_JSON_H

// Writing JSON strings to a buffer that may be too small (text.h), for example in `things` of
// game.h. Brackets, commas and numbers are written with tsr_put and tsr_putf.
//
//     tsr_put(&o, "{\"name\":");
//     tsr_put_json(&o, puzzle_name);
//     tsr_putf(&o, ",\"points\":%d}", points);
//
// Inline; needs only libc, so that a plugin does not have to link libtessera.

#include <tessera/text.h>

#ifdef __cplusplus
extern "C" {
#endif

// The length in bytes of the well-formed UTF-8 sequence at `s` (RFC 3629, section 4), or 0.
static inline int tsr_utf8_size(const unsigned char *s) {
    static const unsigned char rows[9][5] = {
        // the lead byte from, to; the byte after it from, to; how many there are
        {0x00, 0x7f, 0x00, 0xff, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (int i = 0; i < 9; i++) {
        const unsigned char *row = rows[i];
        if (s[0] >= row[0] && s[0] <= row[1]) {
            for (int k = 1; k < row[4]; k++) {
                if (s[k] < (k == 1 ? row[2] : 0x80) || s[k] > (k == 1 ? row[3] : 0xbf)) {
                    return 0;
                }
            }
            return row[4];
        }
    }
    return 0;
}

// Writes a string in quotes. Bytes that are not valid UTF-8 become U+FFFD.
static inline void tsr_put_json(tsr_out *o, const char *text) {
    tsr_put_char(o, '"');
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int n = tsr_utf8_size(s);
        if (n == 0) {
            tsr_put(o, "\\ufffd");
            s++;
        } else if (*s < 0x20 || *s == 0x7f) {
            tsr_putf(o, "\\u%04x", *s++);
        } else {
            tsr_put(o, *s == '"' || *s == '\\' ? "\\" : "");
            for (; n > 0; n--) {
                tsr_put_char(o, (char)*s++);
            }
        }
    }
    tsr_put_char(o, '"');
}

#ifdef __cplusplus
}
#endif

#endif
