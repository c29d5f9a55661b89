// SPDX-License-Identifier: MIT
//
// Which characters can be seen: text from a file is shown in messages, so what would disturb a
// terminal is replaced.
#include "lang/front/visible.h"

#include <string.h>

#include <tessera/text.h>

// The number at `s` and the bytes it takes; 0 = not valid UTF-8.
static size_t decode(const unsigned char *s, uint32_t *c) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = s[0] < 0x80   ? 1
               : s[0] < 0xc0 ? 0
               : s[0] < 0xe0 ? 2
               : s[0] < 0xf0 ? 3
               : s[0] < 0xf8 ? 4
                             : 0;
    *c = n < 2 ? s[0] : s[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
        *c = *c << 6 | (s[i] & 0x3fu);
    }
    return n && *c >= least[n] && *c <= 0x10ffff && (*c < 0xd800 || *c > 0xdfff) ? n : 0;
}

static int is_control(uint32_t c) {
    return (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0) || // C0 and C1
           c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069); // lines and directions of text
}

size_t visible_code(const char *s, uint32_t *code) {
    size_t n = decode((const unsigned char *)s, code);
    return n && !is_control(*code) ? n : 0;
}

size_t visible_char(const char *s) {
    uint32_t c;
    return visible_code(s, &c);
}

// Chinese, Japanese and Korean letters and their like are twice as wide.
static int is_wide(uint32_t c) {
    return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf && c != 0x303f) ||
           (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
           (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
           (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1f64f) ||
           (c >= 0x20000 && c <= 0x3fffd);
}

size_t visible_columns(const char *s) {
    uint32_t c;
    return !visible_code(s, &c) ? 4 : is_wide(c) ? 2 : 1;
}

void visible_copy(char *out, size_t cap, const char *text) {
    tsr_out o = tsr_out_to(out, cap);
    while (*text) {
        size_t n = visible_char(text);
        size_t width = n ? n : 4;
        if (o.len + width >= cap) {
            break; // no half characters
        }
        if (n) {
            for (size_t i = 0; i < n; i++) {
                tsr_put_char(&o, text[i]);
            }
        } else {
            tsr_putf(&o, "\\x%02x", (unsigned char)*text);
        }
        text += n ? n : 1;
    }
    (void)tsr_out_end(&o);
}
