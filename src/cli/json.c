// SPDX-License-Identifier: MIT
#include "cli/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// Bytes of the valid UTF-8 sequence at `s`, 0 if there is none.
static size_t utf8_size(const unsigned char *s) {
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (s[0] > 0xf4) {
        return 0;
    }
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    // No overlong forms, no surrogates, nothing above U+10FFFF.
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f)) {
        return 0;
    }
    return n;
}

static void put_string(buffer *b, const char *text) {
    buffer_add_text(b, "\"");
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t n = utf8_size(s);
        if (n == 0) {
            buffer_add_text(b, "\\ufffd");
            s++;
        } else if (*s == '"' || *s == '\\') {
            buffer_addf(b, "\\%c", *s++);
        } else if (*s == '\n') {
            buffer_add_text(b, "\\n");
            s++;
        } else if (*s < 0x20 || *s == 0x7f) {
            buffer_addf(b, "\\u%04x", *s++);
        } else {
            buffer_add(b, s, n);
            s += n;
        }
    }
    buffer_add_text(b, "\"");
}

static void put_key(json *j, const char *key) {
    buffer_add_text(&j->text, j->fresh ? "" : ",");
    j->fresh = 0;
    if (key) {
        put_string(&j->text, key);
        buffer_add_text(&j->text, ":");
    }
}

void json_begin(json *j, const char *type) {
    buffer_init(&j->text, NULL);
    buffer_add_text(&j->text, "{");
    j->fresh = 1;
    json_int(j, "v", JSON_VERSION);
    json_text(j, "type", type);
}

void json_text(json *j, const char *key, const char *value) {
    put_key(j, key);
    if (value) {
        put_string(&j->text, value);
    } else {
        buffer_add_text(&j->text, "null");
    }
}

void json_int(json *j, const char *key, int64_t value) {
    put_key(j, key);
    buffer_addf(&j->text, "%" PRId64, value);
}

void json_uint(json *j, const char *key, uint64_t value) {
    put_key(j, key);
    buffer_addf(&j->text, "%" PRIu64, value);
}

void json_decimal(json *j, const char *key, double value, int digits) {
    put_key(j, key);
    if (isfinite(value)) {
        buffer_addf(&j->text, "%.*f", digits, value);
    } else {
        buffer_add_text(&j->text, "null");
    }
}

void json_bool(json *j, const char *key, int value) {
    put_key(j, key);
    buffer_add_text(&j->text, value ? "true" : "false");
}

void json_seed(json *j, const char *key, uint64_t value) {
    put_key(j, key);
    buffer_addf(&j->text, "\"%" PRIu64 "\"", value);
}

void json_hex(json *j, const char *key, uint64_t value) {
    put_key(j, key);
    buffer_addf(&j->text, "\"%016" PRIx64 "\"", value);
}

void json_open_array(json *j, const char *key) {
    put_key(j, key);
    buffer_add_text(&j->text, "[");
    j->fresh = 1;
}

void json_open_object(json *j, const char *key) {
    put_key(j, key);
    buffer_add_text(&j->text, "{");
    j->fresh = 1;
}

void json_close(json *j, char bracket) {
    buffer_add(&j->text, &bracket, 1);
    j->fresh = 0;
}

void json_end(json *j, FILE *out) {
    buffer_add_text(&j->text, "}\n");
    fwrite(buffer_text(&j->text), 1, j->text.size, out);
    buffer_deinit(&j->text);
}
