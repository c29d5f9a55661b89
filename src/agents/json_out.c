// SPDX-License-Identifier: MIT
#include "agents/json_out.h"

#include <string.h>

#include <tessera/rules.h>

// Bytes of the well-formed UTF-8 sequence at `s` (RFC 3629), 0 if there is none.
static int sequence_size(const unsigned char *s) {
    static const struct {
        unsigned char first, last, low, high; // of the lead byte; of the byte after it
        int size;
    } rows[] = {
        {0x00, 0x7f, 0x00, 0xff, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    size_t i = 0;
    while (i < sizeof rows / sizeof *rows && !(s[0] >= rows[i].first && s[0] <= rows[i].last)) {
        i++;
    }
    if (i == sizeof rows / sizeof *rows) {
        return 0;
    }
    for (int k = 1; k < rows[i].size; k++) {
        unsigned char low = k == 1 ? rows[i].low : 0x80, high = k == 1 ? rows[i].high : 0xbf;
        if (s[k] < low || s[k] > high) {
            return 0;
        }
    }
    return rows[i].size;
}

void json_put_text(tsr_out *o, const char *text) {
    tsr_put_char(o, '"');
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int n = sequence_size(s);
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

static void put_options(tsr_out *o, const tsr_rules *r) {
    const char *comma = "";
    tsr_put(o, ",\"options\":{");
    for (int i = 0; i < r->g.option_count; i++) {
        char value[128];
        if (r->g.options[i].kind != TSR_OPTION_FILE) {
            tsr_option_text(r, i, value, sizeof value);
            tsr_put(o, comma);
            json_put_text(o, r->g.options[i].name);
            tsr_put_char(o, ':');
            json_put_text(o, value);
            comma = ",";
        }
    }
    tsr_put_char(o, '}');
}

static void put_flag(tsr_out *o, const tsr_rules *r, const char *name, uint32_t flag) {
    tsr_putf(o, ",\"%s\":%s", name, r->g.flags & flag ? "true" : "false");
}

static void put_seats(tsr_out *o, const tsr_rules *r) {
    tsr_put(o, ",\"seats\":[");
    for (int p = 0; r->seats && p < r->players; p++) {
        tsr_put(o, p ? "," : "");
        json_put_text(o, r->seats[p]);
    }
    tsr_put_char(o, ']');
}

void json_put_game(tsr_out *o, const tsr_rules *r) {
    tsr_put(o, "{\"game\":");
    json_put_text(o, r->g.name);
    tsr_put(o, ",\"title\":");
    json_put_text(o, r->g.title);
    tsr_putf(o, ",\"players\":%d", r->players);
    put_seats(o, r);
    put_options(o, r);
    put_flag(o, r, "hidden", TSR_HAS_HIDDEN);
    put_flag(o, r, "chance", TSR_HAS_CHANCE);
    put_flag(o, r, "simultaneous", TSR_HAS_SIMULTANEOUS);
    put_flag(o, r, "together", TSR_COOPERATIVE);
    tsr_put(o, ",\"rules\":");
    json_put_text(o, r->g.rules ? r->g.rules : "");
    tsr_put_char(o, '}');
}
