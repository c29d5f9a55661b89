// SPDX-License-Identifier: MIT

// Reading puzzle files.
//
// A puzzle is one I line, one R line and five P lines, in any order; lines that
// begin with anything else are comments:
//
//     I W 17          colour and number: together the puzzle's name
//     R 1 Z           points and reward piece
//     P #####         five rows, top first: '.' is to be filled, '#' is not
//     ...
//
// Every defect is an error with its line: nothing in a file is silently dropped.

#include "projectl_state.h"

#include <tessera/text.h>

enum { MAX_POINTS = 99, MAX_NUMBER = 9999 };

typedef struct reader {
    const char *at, *end;
    uint32_t line;                 // of the text at `at`, from 1
    uint32_t begun;                // the line on which the present record began
    uint32_t last_begun, last_row; // where the record before it began, and its fifth P line
    int has_id, has_reward, rows;
    tsr_pl_puzzle now; // the record so far
    tsr_pl_puzzle *out;
    uint32_t cap;
    uint32_t total;
    uint32_t *count;
    tsr_error *err;
} reader;

// Cuts the next line off, without its end, into `buf`; 0 at the end of the text.
// Longer lines than any record needs are cut: their excess is found as excess.
static int next_line(reader *in, char *buf, size_t cap) {
    size_t n = 0;
    if (in->at == in->end) {
        return 0;
    }
    for (; in->at < in->end && *in->at != '\n'; in->at++) {
        if (n + 1 < cap) {
            buf[n++] = *in->at;
        }
    }
    in->at += in->at < in->end;
    while (n > 0 && (buf[n - 1] == '\r' || buf[n - 1] == ' ' || buf[n - 1] == '\t')) {
        n--;
    }
    buf[n] = '\0';
    in->line++;
    return 1;
}

// Names the word at `t`, which should not be there.
static tsr_err too_much(reader *in, tsr_in *t, const char *form) {
    char word[32] = "";
    tsr_skip_blanks(t);
    uint32_t column = tsr_in_column(t);
    (void)tsr_take_word(t, word, sizeof word);
    return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, column, "'%s' is too much: %s", word,
                       form);
}

// What the present record lacks: "no R line, 3 of 5 P lines".
static const char *missing(const reader *in, char *buf, size_t cap) {
    (void)snprintf(buf, cap, "%s%s%d of 5 P lines", in->has_id ? "" : "no I line, ",
                   in->has_reward ? "" : "no R line, ", in->rows);
    return buf;
}

static tsr_err read_id(reader *in, tsr_in *t) {
    char word[16] = "";
    int64_t number;
    tsr_skip_blanks(t);
    (void)tsr_take_word(t, word, sizeof word);
    int white = strcmp(word, "W") == 0 || strcmp(word, "w") == 0;
    int black = strcmp(word, "B") == 0 || strcmp(word, "b") == 0;
    if (in->has_id) {
        char what[64];
        return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, 1,
                           "a new puzzle begins, but the one on line %u is not complete: %s",
                           in->begun, missing(in, what, sizeof what));
    }
    if (!white && !black) {
        return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, 3,
                           "the colour of a puzzle is W or B, not '%s'", word);
    }
    tsr_skip_blanks(t);
    if (!tsr_take_int(t, 0, MAX_NUMBER, &number) || (*t->at && *t->at != ' ')) {
        return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, tsr_in_column(t),
                           "an I line is 'I W 17': a colour and a number from 0 to %d", MAX_NUMBER);
    }
    if (!tsr_at_end(t)) {
        return too_much(in, t, "an I line is 'I W 17', a colour and a number");
    }
    in->has_id = 1;
    in->now.colour = white ? TSR_PL_WHITE : TSR_PL_BLACK;
    in->now.number = (uint16_t)number;
    return TSR_OK;
}

static tsr_err read_reward(reader *in, tsr_in *t) {
    char word[16] = "";
    int64_t points;
    if (in->has_reward) {
        return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, 1,
                           "a second R line in the puzzle that begins on line %u", in->begun);
    }
    tsr_skip_blanks(t);
    if (!tsr_take_int(t, 0, MAX_POINTS, &points)) {
        return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, tsr_in_column(t),
                           "an R line is 'R 2 L3': points from 0 to %d and a piece", MAX_POINTS);
    }
    tsr_skip_blanks(t);
    uint32_t column = tsr_in_column(t);
    (void)tsr_take_word(t, word, sizeof word);
    int shape = projectl_read_shape(word);
    if (shape >= 0 && !tsr_at_end(t)) {
        return too_much(in, t, "an R line is 'R 2 L3', points and a piece");
    }
    if (shape < 0) {
        return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, column,
                           "no piece is called '%s'; there are O1 O2 I2 I3 I4 L2 L3 Z T", word);
    }
    in->has_reward = 1;
    in->now.points = (uint8_t)points;
    in->now.reward = (uint8_t)shape;
    return TSR_OK;
}

static tsr_err read_row(reader *in, tsr_in *t) {
    tsr_skip_blanks(t);
    size_t width = strlen(t->at);
    // A P line right after the fifth belongs to the same puzzle, even a complete one.
    int sixth = in->rows == 0 && in->last_row && in->line == in->last_row + 1;
    if (sixth || in->rows == TSR_PL_SIDE) {
        return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, 1,
                           "a sixth P line in the puzzle that begins on line %u",
                           sixth ? in->last_begun : in->begun);
    }
    if (width != TSR_PL_SIDE) {
        return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, tsr_in_column(t),
                           "a P line has 5 cells, this one has %zu", width);
    }
    for (int col = 0; col < TSR_PL_SIDE; col++, t->at++) {
        if (*t->at != '.' && *t->at != '#') {
            return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, tsr_in_column(t),
                               "a cell is '.' (to fill) or '#', not '%c'", *t->at);
        }
        in->now.mask |= (uint32_t)(*t->at == '.') << (TSR_PL_SIDE * in->rows + col);
    }
    if (++in->rows == TSR_PL_SIDE) {
        in->last_row = in->line;
    }
    return TSR_OK;
}

static tsr_err finish_record(reader *in) {
    char colour = in->now.colour == TSR_PL_WHITE ? 'W' : 'B';
    if (in->now.mask == 0) {
        return tsr_fail_at(in->err, TSR_ERR_PARSE, in->begun, 1, "puzzle %c %u has no cell to fill",
                           colour, in->now.number);
    }
    if (in->count[in->now.colour] == TSR_MAX_MOVES) {
        return tsr_fail_at(in->err, TSR_ERR_LIMIT, in->begun, 1,
                           "a set has at most %d puzzles of a colour", TSR_MAX_MOVES);
    }
    for (uint32_t i = 0; i < in->total && i < in->cap; i++) {
        if (in->out[i].colour == in->now.colour && in->out[i].number == in->now.number) {
            return tsr_fail_at(in->err, TSR_ERR_PARSE, in->begun, 1,
                               "there are two puzzles called %c %u", colour, in->now.number);
        }
    }
    in->now.cells = (uint8_t)projectl_bits(in->now.mask);
    if (in->total < in->cap) {
        in->out[in->total] = in->now;
    }
    in->total++;
    in->count[in->now.colour]++;
    in->has_id = in->has_reward = in->rows = 0;
    in->last_begun = in->begun;
    in->begun = 0;
    memset(&in->now, 0, sizeof in->now);
    return TSR_OK;
}

static tsr_err read_line(reader *in, const char *line) {
    tsr_in t = tsr_in_from(line);
    char kind = *line;
    if ((kind != 'I' && kind != 'R' && kind != 'P') || !strchr(" \t", line[1])) {
        return TSR_OK; // a comment
    }
    const char *tab = strchr(line, '\t');
    if (tab) {
        return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, (uint32_t)(tab - line) + 1,
                           "a tab; the words of a line stand apart by blanks");
    }
    t.at++;
    in->begun = in->begun ? in->begun : in->line;
    tsr_err e = kind == 'I'   ? read_id(in, &t)
                : kind == 'R' ? read_reward(in, &t)
                              : read_row(in, &t);
    if (e) {
        return e;
    }
    return in->has_id && in->has_reward && in->rows == TSR_PL_SIDE ? finish_record(in) : TSR_OK;
}

static tsr_err report_unfinished(const reader *in) {
    char what[64];
    return tsr_fail_at(in->err, TSR_ERR_PARSE, in->line, 1,
                       "the file ends inside the puzzle that begins on line %u: %s", in->begun,
                       missing(in, what, sizeof what));
}

// White puzzles first, each colour in the order of the file.
static void sort_by_colour(tsr_pl_puzzle *p, uint32_t total) {
    uint32_t white = 0;
    for (uint32_t i = 0; i < total; i++) {
        if (p[i].colour == TSR_PL_WHITE) {
            tsr_pl_puzzle moved = p[i];
            memmove(&p[white + 1], &p[white], (i - white) * sizeof *p);
            p[white++] = moved;
        }
    }
}

tsr_err projectl_puzzles_read(const char *text, size_t size, tsr_pl_puzzle *out, uint32_t cap,
                              uint32_t count[2], tsr_error *err) {
    char line[96];
    reader in = {
        .at = text, .end = text + size, .out = out, .cap = cap, .count = count, .err = err};
    count[0] = count[1] = 0;
    while (next_line(&in, line, sizeof line)) {
        tsr_err e = read_line(&in, line);
        if (e) {
            return e;
        }
    }
    if (in.begun) {
        return report_unfinished(&in);
    }
    sort_by_colour(out, in.total < cap ? in.total : cap);
    return TSR_OK;
}

// --- Everything that is wrong -----------------------------------------------------------

enum { MOST_FAULTS = 20, MOST_PUZZLES = 2 * TSR_MAX_MOVES };

static void put_fault(tsr_out *o, const char *name, const tsr_error *err) {
    tsr_putf(o, "%s:%u:%u: %s\n", name, (unsigned)err->line, (unsigned)err->column, err->message);
}

static void forget_record(reader *in) {
    in->has_id = in->has_reward = in->rows = 0;
    in->begun = in->last_row = 0;
    memset(&in->now, 0, sizeof in->now);
}

// Goes to the next I line, so that one mistake is told once.
static void skip_record(reader *in) {
    forget_record(in);
    while (in->at < in->end && !(in->at[0] == 'I' && in->at + 1 < in->end && in->at[1] == ' ')) {
        const char *stop = memchr(in->at, '\n', (size_t)(in->end - in->at));
        in->at = stop ? stop + 1 : in->end;
        in->line++;
    }
}

// Reads on after every fault; returns how many there were.
static int read_all(reader *in, const char *name, tsr_out *o) {
    char line[96];
    int faults = 0;
    while (faults < MOST_FAULTS && next_line(in, line, sizeof line)) {
        int too_early = line[0] == 'I' && in->has_id;
        for (int again = 1; again && read_line(in, line) != TSR_OK; faults++) {
            put_fault(o, name, in->err);
            again = too_early;
            too_early = 0;
            again ? forget_record(in) : skip_record(in);
        }
    }
    if (in->begun && faults < MOST_FAULTS && report_unfinished(in) != TSR_OK) {
        put_fault(o, name, in->err);
        faults++;
    }
    return faults;
}

int projectl_data_faults(const char *data, size_t size, const char *name, char *buf, size_t cap) {
    tsr_error err;
    tsr_out o = tsr_out_to(buf, cap);
    uint32_t count[2] = {0, 0};
    // What was read is kept to find two puzzles of one name.
    tsr_pl_puzzle *kept = tsr_mem_new(NULL, MOST_PUZZLES * sizeof *kept);
    reader in = {.at = data, .end = data + size, .out = kept, .count = count, .err = &err};
    in.cap = kept ? MOST_PUZZLES : 0;
    if (read_all(&in, name, &o) == MOST_FAULTS) {
        tsr_put(&o, "and more of the kind; these first\n");
    }
    tsr_mem_free(NULL, kept, MOST_PUZZLES * sizeof *kept);
    return tsr_out_end(&o);
}
