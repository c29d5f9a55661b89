// SPDX-License-Identifier: MIT
// Strings, questions, stories and score sheets, written member by member.
#include "room/wire_json.h"

#include "room/wire_put.h"

// --- Strings -----------------------------------------------------------------

// The length of the UTF-8 sequence at `s`, 0 if it is none.
static size_t sequence(const unsigned char *s) {
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] >= 0x80 && (s[0] < 0xc2 || s[0] > 0xf4)) {
        return 0;
    }
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    int overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    int surrogate = (s[0] == 0xed && s[1] >= 0xa0) || (s[0] == 0xf4 && s[1] >= 0x90);
    return overlong || surrogate ? 0 : n;
}

// ASCII that needs no escape: a bit for each character from the blank to '~', but not for " < and \.
static int is_plain(unsigned char c) {
    static const uint64_t bits[4] = {UINT64_C(0xeffffffb00000000), UINT64_C(0x7fffffffefffffff)};
    return (int)(bits[c >> 6] >> (c & 63) & 1);
}

void wire_string(buffer *b, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    PUT(b, "\"");
    while (*s) {
        // Plain letters go in one piece.
        size_t plain = 0;
        while (is_plain(s[plain])) {
            plain++;
        }
        if (plain) {
            put(b, s, plain);
            s += plain;
            continue;
        }
        size_t n = sequence(s);
        if (n == 0 && *s) {
            PUT(b, "\\ufffd");
            s++;
        } else if (*s == '"' || *s == '\\') {
            buffer_addf(b, "\\%c", *s++);
        } else if (*s && (*s < 0x20 || *s == 0x7f || *s == '<')) {
            buffer_addf(b, "\\u%04x", *s++); // '<' so that no text can end a script
        } else if (*s) {
            put(b, s, n);
            s += n;
        }
    }
    PUT(b, "\"");
}

void wire_number(buffer *b, const char *name, int64_t value) {
    put(b, name, strlen(name));
    put_int(b, value);
}

// --- Questions ---------------------------------------------------------------

void wire_refs(buffer *b, const char *name, const uint32_t *refs, int count) {
    put(b, name, strlen(name));
    for (int i = 0; i < count; i++) {
        wire_number(b, i ? "," : "", refs[i]);
    }
    PUT(b, "]");
}

// {"zone":1,"row":0,"col":2, without its closing brace
static void add_place(buffer *b, const char *name, tsr_place at) {
    put(b, name, strlen(name));
    PUT_INT(b, "{\"zone\":", at.zone);
    PUT_INT(b, ",\"row\":", at.row);
    PUT_INT(b, ",\"col\":", at.col);
}

// What the move would put where, and in a few words what comes of it.
static void add_promise(buffer *b, const tsr_rules *r, const tsr_picks *picks,
                        tsr_player_names names) {
    for (int i = 0; i < picks->lands; i++) {
        add_place(b, i ? "," : ",\"lands\":[", picks->land[i].at);
        if (picks->land[i].key) {
            PUT_INT(b, ",\"key\":", picks->land[i].key);
        }
        PUT(b, "}");
    }
    if (picks->lands) {
        PUT(b, "]");
    }
    if (picks->note.code) {
        char note[256];
        tsr_line_text(r, &picks->note, names, note, sizeof note);
        PUT(b, ",\"note\":");
        wire_string(b, note);
    }
}

static void add_move(buffer *b, const tsr_rules *r, const void *view, int seat, tsr_move m,
                     tsr_player_names names) {
    char text[512];
    tsr_picks picks = {0};
    r->g.path(r, view, seat, m, &picks);
    tsr_move_text(r, view, seat, m, text, sizeof text);
    PUT(b, "{\"text\":");
    wire_string(b, text);
    wire_refs(b, ",\"pick\":[", picks.pick, picks.picks);
    if (picks.marks) {
        wire_refs(b, ",\"mark\":[", picks.mark, picks.marks);
    }
    add_promise(b, r, &picks, names);
    PUT(b, "}");
}

static const char *const ask_words[] = {"over", "move", "choice", "react", "chance"};

void wire_add_ask(buffer *b, const tsr_rules *r, const void *view, int seat, int ply, int undo,
                  tsr_player_names names) {
    tsr_move list[TSR_MAX_MOVES];
    tsr_info info;
    char prompt[256];
    if (seat < 0 || seat >= r->players || !(tsr_turn(r, view) >> seat & 1u)) {
        PUT(b, "null");
        return;
    }
    r->g.info(r, view, &info);
    tsr_line_text(r, &info.prompt, names, prompt, sizeof prompt);
    PUT_INT(b, "{\"seat\":", seat);
    PUT_WORD(b, ",\"kind\":", WORD(ask_words, info.ask));
    PUT_INT(b, ",\"ply\":", ply);
    buffer_add_text(b, undo ? ",\"undo\":true,\"prompt\":" : ",\"undo\":false,\"prompt\":");
    wire_string(b, prompt);
    PUT(b, ",\"moves\":[");
    int n = tsr_moves(r, view, seat, list);
    for (int i = 0; i < n; i++) {
        put(b, ",", i != 0);
        add_move(b, r, view, seat, list[i], names);
    }
    PUT(b, "]}");
}

// --- Stories and score sheets --------------------------------------------------

static const char *const event_words[] = {"say",  "move",  "take",    "deal",
                                          "flip", "score", "shuffle", "stop"};

static void add_step(buffer *b, const tsr_rules *r, const tsr_event *e, tsr_player_names names) {
    PUT_WORD(b, "{\"kind\":", WORD(event_words, e->kind));
    if (e->who < TSR_MAX_PLAYERS) {
        PUT_INT(b, ",\"who\":", e->who);
    }
    if (e->key) {
        PUT_INT(b, ",\"key\":", e->key);
    }
    if (e->count > 1) {
        PUT_INT(b, ",\"count\":", e->count);
    }
    if (e->points) {
        PUT_INT(b, ",\"points\":", e->points);
    }
    if (e->cause) {
        PUT_INT(b, ",\"cause\":", e->cause);
    }
    if (e->from.zone >= 0) {
        add_place(b, ",\"from\":", e->from);
        PUT(b, "}");
    }
    if (e->to.zone >= 0) {
        add_place(b, ",\"to\":", e->to);
        PUT(b, "}");
    }
    if (e->line.code) {
        char sentence[512];
        tsr_line_text(r, &e->line, names, sentence, sizeof sentence);
        PUT(b, ",\"sentence\":");
        wire_string(b, sentence);
    }
    PUT(b, "}");
}

void wire_add_story(buffer *b, const tsr_rules *r, const tsr_story *story, tsr_player_names names) {
    PUT(b, "[");
    for (uint32_t i = 0; i < story->count; i++) {
        put(b, ",", i != 0);
        add_step(b, r, &story->events[i], names);
    }
    PUT(b, "]");
}

void wire_add_parts(buffer *b, const tsr_rules *r, const void *s) {
    tsr_part part[TSR_MAX_PARTS];
    int n = r->more.parts(r, s, part);
    PUT(b, "[");
    for (int i = 0; i < n; i++) {
        put(b, ",", i != 0);
        PUT(b, "{\"name\":");
        wire_string(b, part[i].name);
        for (int p = 0; p < r->players; p++) {
            wire_number(b, p ? "," : ",\"values\":[", part[i].points[p]);
        }
        PUT(b, "]}");
    }
    PUT(b, "]");
}
