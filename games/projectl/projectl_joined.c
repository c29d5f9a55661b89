// SPDX-License-Identifier: MIT

// A whole action in one line: recycling with its order, mastering with its pieces.
//
// The game itself knows only small decisions, which can be taken back one by one.
// This is the way to type or print a chain of them at once.

#include <stdalign.h>

#include "projectl_lines.h"
#include "projectl_state.h"

#include <tessera/text.h>

typedef struct joiner {
    const tsr_rules *r;
    int who;
    projectl_state *s; // where the moves so far have led
    tsr_move *out;
    int count;
    tsr_line *why;
} joiner;

// Plays a move if it is legal.
static int add(joiner *j, tsr_move m) {
    if (j->count == TSR_PL_JOINED) {
        tsr_say(j->why, TSR_LINE_UNREADABLE);
        return 0;
    }
    if (tsr_why_not(j->r, j->s, j->who, m, j->why)) {
        return 0;
    }
    projectl_play(j->r, j->s, j->who, m);
    j->out[j->count++] = m;
    return 1;
}

static int unreadable(joiner *j) {
    tsr_say(j->why, TSR_LINE_UNREADABLE);
    return 0;
}

// Puzzles in a row, as bits of their places.
static uint32_t row_places(const projectl_state *s, int colour) {
    uint32_t bits = 0;
    for (int i = 0; i < TSR_PL_ROW; i++) {
        bits |= (uint32_t)(s->row[projectl_row_at(colour) + i] != 0) << i;
    }
    return bits;
}

// "B 3 1 4 2" after the word recycle; the last place goes by itself.
static int join_recycle(joiner *j, tsr_in *in) {
    int colour = tsr_take_char(in, 'W') || tsr_take_char(in, 'w')   ? TSR_PL_WHITE
                 : tsr_take_char(in, 'B') || tsr_take_char(in, 'b') ? TSR_PL_BLACK
                                                                    : -1;
    int place[TSR_PL_ROW], named = 0;
    int64_t n;
    if (colour < 0) {
        return unreadable(j);
    }
    for (tsr_skip_blanks(in); !tsr_at_end(in); tsr_skip_blanks(in)) {
        if (!tsr_take_int(in, 1, 99, &n)) {
            return unreadable(j);
        }
        if (named < TSR_PL_ROW) {
            place[named] = (int)n - 1;
        }
        named++;
    }
    uint32_t left = row_places(j->s, colour);
    int count = projectl_bits(left);
    if (!add(j, tsr_pl_recycle(colour))) {
        return 0;
    }
    if (named && named != count) {
        tsr_say(j->why, PROJECTL_WHY_ROW_COUNT, TSR_NAME(PROJECTL_NAME_WHITE + colour),
                TSR_INT(count), TSR_INT(named));
        return 0;
    }
    for (int i = 0; i < named; i++) {
        if (place[i] >= TSR_PL_ROW || !(left >> place[i] & 1)) {
            tsr_say(j->why, PROJECTL_WHY_NOT_IN_ROW, TSR_INT(place[i] + 1),
                    TSR_NAME(PROJECTL_NAME_WHITE + colour));
            return 0;
        }
        left &= ~(1u << place[i]);
    }
    for (int i = 0; i + 1 < named; i++) {
        if (!add(j, tsr_pl_put(place[i]))) {
            return 0;
        }
    }
    return 1;
}

// The next piece of a list: up to a semicolon, or a comma with a blank behind it.
static void next_part(tsr_in *in, char *buf, size_t cap) {
    size_t n = 0;
    tsr_skip_blanks(in);
    while (*in->at && *in->at != ';' && !(in->at[0] == ',' && in->at[1] == ' ')) {
        if (n + 1 < cap) {
            buf[n++] = *in->at;
        }
        in->at++;
    }
    in->at += *in->at != '\0';
    tsr_skip_blanks(in);
    buf[n] = '\0';
}

// "L3 2 b4 r90f, I2 1 a1" after the word master; or "done" for an empty one.
static int join_master(joiner *j, tsr_in *in) {
    char part[64], text[80];
    tsr_move m;
    if (!add(j, tsr_pl_plain(TSR_PL_MASTER))) {
        return 0;
    }
    while (!tsr_at_end(in)) {
        next_part(in, part, sizeof part);
        if (strcmp(part, "done") == 0 && tsr_at_end(in)) {
            break;
        }
        snprintf(text, sizeof text, "place %s", part);
        if (projectl_move_parse(j->r, j->s, j->who, text, &m) != TSR_OK) {
            return unreadable(j);
        }
        if (!add(j, m)) {
            return 0;
        }
    }
    return add(j, tsr_pl_plain(TSR_PL_DONE));
}

static int join_single(joiner *j, const char *text) {
    tsr_move m;
    return tsr_move_read(j->r, j->s, j->who, text, &m, j->why) == TSR_OK && add(j, m);
}

// Takes `word` and a blank after it, in any case of letters, if more follows.
static int take_verb(tsr_in *in, const char *word) {
    size_t n = strlen(word);
    tsr_skip_blanks(in);
    for (size_t i = 0; i < n; i++) {
        if ((in->at[i] | 32) != word[i]) {
            return 0;
        }
    }
    if (in->at[n] != ' ') {
        return 0;
    }
    tsr_in rest = {in->start, in->at + n};
    tsr_skip_blanks(&rest);
    if (tsr_at_end(&rest)) {
        return 0;
    }
    *in = rest;
    return 1;
}

int tsr_pl_read_joined(const tsr_rules *r, const void *view, int who, const char *text,
                       tsr_move *out, tsr_line *why) {
    alignas(8) char room[TSR_MAX_STATE];
    joiner j = {r, who, (projectl_state *)(void *)room, out, 0, why};
    tsr_in in = tsr_in_from(text);
    memcpy(room, view, r->state_size);
    int ok = take_verb(&in, "recycle")  ? join_recycle(&j, &in)
             : take_verb(&in, "master") ? join_master(&j, &in)
                                        : join_single(&j, text);
    return ok ? j.count : -1;
}

int projectl_turn_parse(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out,
                        tsr_line *why) {
    tsr_in in = tsr_in_from(text);
    tsr_in verb = in;
    int several =
        take_verb(&in, "recycle") ? strchr(in.at, ' ') != NULL : take_verb(&verb, "master");
    return several ? tsr_pl_read_joined(r, s, who, text, out, why) : 0;
}

// --- Writing --------------------------------------------------------------------------------

// Moves of `kind` that follow the first one.
static int run_of(const tsr_move *moves, int count, int kind) {
    int n = 1;
    while (n < count && tsr_pl_move_kind(moves[n]) == kind) {
        n++;
    }
    return n;
}

static int write_recycle(tsr_out *o, const projectl_state *s, const tsr_move *moves, int count) {
    int colour = tsr_move_byte(moves[0], 1);
    int n = run_of(moves, count, TSR_PL_PUT);
    uint32_t left = row_places(s, colour);
    if (n != projectl_bits(left)) {
        return 0; // not complete
    }
    tsr_put(o, colour == TSR_PL_WHITE ? "recycle W" : "recycle B");
    for (int i = 1; i < n; i++) {
        tsr_putf(o, " %d", tsr_move_byte(moves[i], 1) + 1);
        left &= ~(1u << tsr_move_byte(moves[i], 1));
    }
    tsr_putf(o, " %d", projectl_lowest(left) + 1);
    return n;
}

static int write_master(tsr_out *o, const tsr_rules *r, const projectl_state *s, int who,
                        const tsr_move *moves, int count) {
    int n = run_of(moves, count, TSR_PL_PLACE);
    if (n == count || tsr_pl_move_kind(moves[n]) != TSR_PL_DONE) {
        return 0; // not complete
    }
    tsr_put(o, n == 1 ? "master done" : "master ");
    for (int i = 1; i < n; i++) {
        char text[64];
        projectl_move_text(r, s, who, moves[i], text, sizeof text);
        tsr_put(o, i > 1 ? ", " : "");
        tsr_put(o, text + strlen("place "));
    }
    return n + 1;
}

int tsr_pl_joined_text(const tsr_rules *r, const void *view, int who, const tsr_move *moves,
                       int count, int *used, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    int n = 0, kind = count > 0 ? tsr_pl_move_kind(moves[0]) : 0;
    if (kind == TSR_PL_RECYCLE) {
        n = write_recycle(&o, view, moves, count);
    } else if (kind == TSR_PL_MASTER) {
        n = write_master(&o, r, view, who, moves, count);
    }
    if (used) {
        *used = n ? n : count > 0;
    }
    if (n == 0 && count > 0) {
        return projectl_move_text(r, view, who, moves[0], buf, cap);
    }
    return tsr_out_end(&o);
}
