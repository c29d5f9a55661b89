// SPDX-License-Identifier: MIT
// Sentences: from code and arguments to words.
#include <tessera/rules.h>

#include <string.h>

#include <tessera/text.h>

static const char *core_template(uint16_t code) {
    switch (code) {
#define X(name, number, text)                                                                      \
    case number: return text;
        TSR_CORE_LINES(X)
#undef X
    default: return NULL;
    }
}

static const char *template_of(const tsr_rules *r, uint16_t code) {
    if (code >= TSR_LINE_CORE) {
        return core_template(code);
    }
    return code < r->line_count ? r->lines[code] : NULL;
}

static void put_utf8(tsr_out *o, uint32_t c) {
    if (c < 0x80) {
        tsr_put_char(o, (char)c);
    } else if (c < 0x800) {
        tsr_put_char(o, (char)(0xc0 | c >> 6));
        tsr_put_char(o, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        tsr_put_char(o, (char)(0xe0 | c >> 12));
        tsr_put_char(o, (char)(0x80 | (c >> 6 & 0x3f)));
        tsr_put_char(o, (char)(0x80 | (c & 0x3f)));
    } else if (c < 0x110000) {
        tsr_put_char(o, (char)(0xf0 | c >> 18));
        tsr_put_char(o, (char)(0x80 | (c >> 12 & 0x3f)));
        tsr_put_char(o, (char)(0x80 | (c >> 6 & 0x3f)));
        tsr_put_char(o, (char)(0x80 | (c & 0x3f)));
    }
}

static void put_player(tsr_out *o, const tsr_rules *r, tsr_player_names names, int32_t p) {
    if (names && p >= 0 && p < r->players && names[p]) {
        tsr_put(o, names[p]);
    } else if (r->seats && p >= 0 && p < r->players) {
        tsr_put(o, r->seats[p]);
    } else {
        tsr_putf(o, "player %d", (int)p + 1);
    }
}

static void put_arg(tsr_out *o, const tsr_rules *r, const tsr_line *line, int i,
                    tsr_player_names names) {
    int32_t v = line->v[i];
    switch ((tsr_arg_kind)line->kind[i]) {
    case TSR_ARG_NONE: break;
    case TSR_ARG_INT: tsr_put_int(o, v); break;
    case TSR_ARG_PLAYER: put_player(o, r, names, v); break;
    case TSR_ARG_NAME: tsr_put(o, v >= 0 && v < r->name_count ? r->names[v] : "?"); break;
    case TSR_ARG_CELL: tsr_putf(o, "%d,%d", (int)(v / 65536), (int)(v % 65536)); break;
    case TSR_ARG_CHAR: put_utf8(o, (uint32_t)v); break;
    }
}

// Writes the part of "one:many}" that fits `v`; returns the place after "}".
static const char *put_plural(tsr_out *o, const char *p, int32_t v) {
    int part = 0;
    int wanted = v == 1 ? 0 : 1;
    for (; *p && *p != '}'; p++) {
        if (*p == ':' && part == 0) {
            part = 1;
        } else if (part == wanted) {
            tsr_put_char(o, *p);
        }
    }
    return *p ? p + 1 : p;
}

// `p` stands after "{". Returns the place after the whole placeholder.
static const char *put_placeholder(tsr_out *o, const char *p, const tsr_rules *r,
                                   const tsr_line *line, tsr_player_names names) {
    int i = *p - '0';
    if (i < 0 || i >= TSR_LINE_ARGS || (p[1] != '}' && p[1] != '?')) {
        tsr_put_char(o, '{');
        return p;
    }
    if (p[1] == '?') {
        return put_plural(o, p + 2, line->v[i]);
    }
    put_arg(o, r, line, i, names);
    return p + 2;
}

int tsr_line_text(const tsr_rules *r, const tsr_line *line, tsr_player_names names, char *buf,
                  size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    const char *p = template_of(r, line->code);
    if (!p) {
        tsr_putf(&o, "sentence %u", line->code);
        return tsr_out_end(&o);
    }
    while (*p) {
        if (*p == '{') {
            p = put_placeholder(&o, p + 1, r, line, names);
        } else {
            tsr_put_char(&o, *p++);
        }
    }
    return tsr_out_end(&o);
}

int tsr_event_text(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_player_names names,
                   char *buf, size_t cap) {
    tsr_line line;
    r->more.say(r, s, who, m, &line);
    if (line.code != 0) {
        return tsr_line_text(r, &line, names, buf, cap);
    }
    tsr_out o = tsr_out_to(buf, cap);
    char move[TSR_MOVE_TEXT_MAX];
    tsr_move_text(r, s, who, m, move, sizeof move);
    if (who == TSR_CHANCE) {
        tsr_put(&o, "chance");
    } else {
        put_player(&o, r, names, who);
    }
    tsr_put(&o, ": ");
    tsr_put(&o, move);
    return tsr_out_end(&o);
}
