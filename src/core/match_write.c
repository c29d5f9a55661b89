// SPDX-License-Identifier: MIT
// The lines of the record. Everything is gathered in m->lines; match_stage_commit hands
// it to the sink. Without a sink nothing is written, which keeps fast matches fast.
#include "core/match_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <tessera/text.h>

const char *const match_status_words[] = {
#define X(name, word) word,
    TSR_STATUSES(X)
#undef X
};
const char *const match_policy_words[] = {"ask", "skip", "fallback", "forfeit"};
const char *const match_end_words[] = {"none", "rules", "forfeit", "resigned", "agreed"};

const char *tsr_end_word(tsr_end end) {
    return match_end_words[end];
}

enum { TYPED_MAX = 200 };

// One field: control characters become blanks, so that a field stays a field and
// a line a line, whatever somebody typed.
static void add_field(buffer *b, const char *text, size_t most) {
    size_t whole = strlen(text);
    size_t n = whole > most ? most : whole;
    while (n > 0 && n < whole && ((unsigned char)text[n] & 0xc0) == 0x80) {
        n--; // do not cut inside a UTF-8 sequence
    }
    size_t at = b->size;
    buffer_add(b, text, n);
    for (; at < b->size; at++) {
        unsigned char c = (unsigned char)b->bytes[at];
        b->bytes[at] = (char)(c < 0x20 || c == 0x7f ? ' ' : c);
    }
}

static void add_position(tsr_match *m, const char *word, const void *s) {
    int n = tsr_position_text(m->r, s, NULL, 0);
    buffer_addf(&m->lines, "%s\t", word);
    if (n >= 0 && buffer_reserve(&m->lines, (size_t)n)) {
        tsr_position_text(m->r, s, m->lines.bytes + m->lines.size, (size_t)n + 1);
        m->lines.size += (size_t)n;
    }
    buffer_add_text(&m->lines, "\n");
}

static void add_options(tsr_match *m) {
    const tsr_rules *r = m->r;
    for (int i = 0; i < r->g.option_count; i++) {
        char value[128];
        if (r->g.options[i].kind != TSR_OPTION_FILE) {
            tsr_option_text(r, i, value, sizeof value);
            buffer_addf(&m->lines, "option\t%s\t%s\n", r->g.options[i].name, value);
        }
    }
    if (m->data_name) {
        buffer_add_text(&m->lines, "data\t");
        add_field(&m->lines, m->data_name, SIZE_MAX);
        buffer_add_text(&m->lines, "\n");
    }
}

static void add_seat(tsr_match *m, int p) {
    const tsr_seat *s = &m->seat[p];
    buffer_addf(&m->lines, "seat\t%d\t", p + 1);
    add_field(&m->lines, s->name, SIZE_MAX);
    buffer_add_text(&m->lines, "\t");
    add_field(&m->lines, s->kind, SIZE_MAX);
    buffer_addf(&m->lines, "\t%s\t%u\t%s\t%u\t%u\t%u\n", match_policy_words[s->policy], s->tries,
                match_policy_words[s->late], (unsigned)s->clock.base_ms,
                (unsigned)s->clock.increment_ms, (unsigned)s->clock.move_ms);
}

void match_write_header(tsr_match *m) {
    if (!m->sink.write) {
        return;
    }
    int format = m->secret.draws == TSR_DRAWS_MIXED ? 1 : 2;
    buffer_addf(&m->lines, "tessera\t%d\ngame\t%s\nrules\t%016" PRIx64 "\nplayers\t%d\n", format,
                m->r->g.name, m->r->hash, m->r->players);
    add_options(m);
    buffer_addf(&m->lines, "seed\t%" PRIu64, m->seed);
    if (m->seed_high) {
        buffer_addf(&m->lines, "\t%" PRIu64, m->seed_high);
    }
    buffer_add_text(&m->lines, "\n");
    for (int p = 0; p < m->r->players; p++) {
        add_seat(m, p);
    }
    if (m->own_start) {
        add_position(m, "start", m->start);
    }
    buffer_add_text(&m->lines, "begin\n");
}

// Every move is written here, so without the cost of a format.
static void add_number(tsr_match *m, int64_t n) {
    char digits[24];
    tsr_out o = tsr_out_to(digits, sizeof digits);
    tsr_put_int(&o, n);
    (void)tsr_out_end(&o);
    buffer_add_text(&m->lines, digits);
}

static void add_who(tsr_match *m, int who) {
    if (who == TSR_CHANCE) {
        buffer_add_text(&m->lines, "chance\t-");
    } else {
        buffer_add_text(&m->lines, "p");
        add_number(m, who + 1);
        buffer_add_text(&m->lines, "\t");
        add_field(&m->lines, m->seat[who].name, SIZE_MAX);
    }
}

// The last field: the event in words, or why there was none.
static void add_sentence(tsr_match *m, const void *s, int who, tsr_move move, const tsr_line *why) {
    char words[512];
    if (why && why->code) {
        tsr_line_text(m->r, why, m->names, words, sizeof words);
    } else if (move) {
        tsr_event_text(m->r, s, who, move, m->names, words, sizeof words);
    } else {
        words[0] = '\0';
    }
    add_field(&m->lines, words, sizeof words);
}

// What was tried: as typed; or the move's own text; or, for a code that may have
// no text in this game, the bare number.
static void add_try(tsr_match *m, const void *s, int who, status st, tsr_move move,
                    const char *typed) {
    char text[TSR_MOVE_TEXT_MAX] = "-";
    if (typed && *typed) {
        add_field(&m->lines, typed, TYPED_MAX);
        return;
    }
    if (move && (st == STATUS_OK || st == STATUS_HELD)) {
        tsr_move_text(m->r, s, who, move, text, sizeof text);
    } else if (move) {
        (void)snprintf(text, sizeof text, "#%016" PRIx64, move);
    }
    add_field(&m->lines, text, sizeof text);
}

void match_write_move(tsr_match *m, const void *s, int ply, int who, status st, tsr_move move,
                      const char *typed, uint32_t ms, const tsr_line *why) {
    if (!m->sink.write) {
        return;
    }
    add_number(m, ply);
    buffer_add_text(&m->lines, "\t");
    add_who(m, who);
    buffer_add_text(&m->lines, "\t");
    buffer_add_text(&m->lines, match_status_words[st]);
    buffer_add_text(&m->lines, "\t");
    add_try(m, s, who, st, move, typed);
    buffer_add_text(&m->lines, "\t");
    add_number(m, ms);
    buffer_add_text(&m->lines, "\t");
    if (st != STATUS_HELD) {
        add_sentence(m, s, who, st == STATUS_OK ? move : TSR_NO_MOVE, why);
    }
    buffer_add_text(&m->lines, "\n");
}

void match_write_step(tsr_match *m, const char *word, int ply) {
    if (m->sink.write) {
        buffer_addf(&m->lines, "%s\t%d\n", word, ply);
    }
}

void match_write_word(tsr_match *m, const char *word, int seat) {
    if (m->sink.write) {
        buffer_addf(&m->lines, "%s\tp%d\n", word, seat + 1);
    }
}

void match_result_fields(const tsr_match *m, const void *s, tsr_end end, char *out) {
    tsr_result result[TSR_MAX_PLAYERS];
    tsr_out o = tsr_out_to(out, RESULT_FIELDS_MAX);
    match_result_of(m, s, end, result);
    for (int p = 0; p < m->r->players; p++) {
        tsr_putf(&o, "%s%u", p ? " " : "", result[p].rank);
    }
    tsr_put(&o, "\t");
    for (int p = 0; p < m->r->players; p++) {
        tsr_putf(&o, "%s%d", p ? " " : "", (int)result[p].score);
    }
    tsr_out_end(&o);
}

void match_write_result(tsr_match *m, const void *s, tsr_end end) {
    char fields[RESULT_FIELDS_MAX];
    if (m->sink.write) {
        match_result_fields(m, s, end, fields);
        buffer_addf(&m->lines, "result\t%s\t%s\n", match_end_words[end], fields);
    }
}
