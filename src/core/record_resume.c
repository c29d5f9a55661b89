// SPDX-License-Identifier: MIT
// Rebuilding a match from the lines of its record. Every line is checked as if a
// stranger had written it; the first wrong one is named and ends the reading.
#include <tessera/record.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/match_impl.h"
#include "core/record_fields.h"

typedef struct reading {
    tsr_match *m;
    tsr_error *err;
    uint32_t line;
    tsr_end left; // how the last one who left did so
} reading;

static tsr_err TSR_PRINTF(3, 4) wrong(reading *in, tsr_err code, const char *format, ...) {
    char words[180];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(words, sizeof words, format, args);
    va_end(args);
    return tsr_fail_at(in->err, code, in->line, 1, "%s", words);
}

static int read_who(const reading *in, const char *field, int *who) {
    int64_t number;
    if (strcmp(field, "chance") == 0) {
        *who = TSR_CHANCE;
        return 1;
    }
    if (field[0] != 'p' || !record_number(field + 1, 1, in->m->r->players, &number)) {
        return 0;
    }
    *who = (int)number - 1;
    return 1;
}

static int read_status(const char *word, status *out) {
    for (int i = STATUS_OK; i <= STATUS_LOST; i++) {
        if (strcmp(match_status_words[i], word) == 0) {
            *out = (status)i;
            return 1;
        }
    }
    return 0;
}

// A move that the record says was accepted: it must be readable and legal.
static tsr_err read_legal_move(reading *in, int who, const char *text, tsr_move *out) {
    const tsr_match *m = in->m;
    tsr_line why;
    char words[120];
    if (tsr_move_read(m->r, m->state, who, text, out, &why) == TSR_OK &&
        tsr_why_not(m->r, m->state, who, *out, &why) == 0) {
        return TSR_OK;
    }
    tsr_line_text(m->r, &why, m->names, words, sizeof words);
    return wrong(in, TSR_ERR_ILLEGAL, "'%.30s' cannot be played: %s", text, words);
}

static tsr_err replay_ok(reading *in, int who, const char *text, uint32_t ms) {
    tsr_match *m = in->m;
    tsr_move move;
    tsr_err e = read_legal_move(in, who, text, &move);
    if (e) {
        return e;
    }
    if (match_history_reserve(m, 1) != TSR_OK) {
        return wrong(in, TSR_ERR_MEMORY, "out of memory");
    }
    tsr_play(m->r, m->state, who, move);
    match_history_add(m, (tsr_ply){.move = move, .who = (uint8_t)who, .time_ms = ms}, m->state);
    if (who == TSR_CHANCE) {
        m->draws++;
        return TSR_OK;
    }
    if (!(m->held >> who & 1u)) {
        match_clock_charge(m, who, ms);
    }
    m->held &= ~(1u << who);
    m->tried[who] = 0;
    return TSR_OK;
}

static tsr_err replay_held(reading *in, int who, const char *text, uint32_t ms) {
    tsr_match *m = in->m;
    tsr_move move;
    tsr_err e = read_legal_move(in, who, text, &move);
    if (e) {
        return e;
    }
    if (!(m->held >> who & 1u)) {
        match_clock_charge(m, who, ms);
    }
    m->held |= 1u << who;
    m->held_move[who] = move;
    m->held_ms[who] = ms;
    return TSR_OK;
}

static void replay_fault(tsr_match *m, int who, status st) {
    m->faults[who].illegal += st == STATUS_FAIL;
    m->faults[who].late += st == STATUS_LATE;
    m->faults[who].failed += st == STATUS_LOST;
    m->tried[who] = (uint8_t)(m->tried[who] + (m->tried[who] < UINT8_MAX));
}

// ply, who, name, status, move, milliseconds, sentence
static tsr_err replay_move(reading *in, char **f, int n) {
    tsr_match *m = in->m;
    int64_t ply, ms;
    int who;
    status st;
    if (n != 7 || !record_number(f[0], 1, INT32_MAX, &ply) || !read_who(in, f[1], &who) ||
        !read_status(f[3], &st) || !record_number(f[5], 0, UINT32_MAX, &ms)) {
        return wrong(in, TSR_ERR_PARSE, "not a line of a record");
    }
    if (m->end != TSR_END_NONE || !match_seats_remain(m)) {
        return wrong(in, TSR_ERR_PARSE, "a move after the end of the match");
    }
    if (ply != m->ply_count + 1) {
        return wrong(in, TSR_ERR_PARSE, "ply %d where %d is next", (int)ply, m->ply_count + 1);
    }
    m->answers += who != TSR_CHANCE;
    if (st == STATUS_OK) {
        return replay_ok(in, who, f[4], (uint32_t)ms);
    }
    if (who == TSR_CHANCE) {
        return wrong(in, TSR_ERR_PARSE, "chance cannot make an illegal move");
    }
    if (st == STATUS_HELD) {
        return replay_held(in, who, f[4], (uint32_t)ms);
    }
    replay_fault(m, who, st);
    return TSR_OK;
}

static tsr_err replay_step(reading *in, const char *field, int from, int to) {
    int64_t ply;
    if (!record_number(field, from, to, &ply) || !match_history_may_stand(in->m, (int)ply)) {
        return wrong(in, TSR_ERR_PARSE, "there is no ply '%.20s' to go to", field);
    }
    match_history_go(in->m, (int)ply);
    return TSR_OK;
}

// How the match may end where it stands.
static int may_end(const tsr_match *m, tsr_end end) {
    int over = tsr_turn(m->r, m->state) == 0;
    switch (end) {
    case TSR_END_NONE: return 0;
    case TSR_END_RULES: return over && match_seats_remain(m);
    case TSR_END_FORFEIT:
    case TSR_END_RESIGNED: return !match_seats_remain(m);
    case TSR_END_AGREED: return !over && match_seats_remain(m);
    }
    return 0;
}

// result, how it ended, ranks, scores: all of it must be as the rules say.
static tsr_err replay_result(reading *in, char **f) {
    tsr_match *m = in->m;
    char fields[RESULT_FIELDS_MAX], told[RESULT_FIELDS_MAX];
    if (m->end != TSR_END_NONE) {
        return wrong(in, TSR_ERR_PARSE, "a second result");
    }
    for (int i = TSR_END_RULES; i <= TSR_END_AGREED; i++) {
        if (strcmp(match_end_words[i], f[1]) == 0 && may_end(m, (tsr_end)i)) {
            match_result_fields(m, m->state, (tsr_end)i, fields);
            (void)snprintf(told, sizeof told, "%s\t%s", f[2], f[3]);
            if (strcmp(fields, told) != 0) {
                break;
            }
            m->end = (tsr_end)i;
            return TSR_OK;
        }
    }
    return wrong(in, TSR_ERR_PARSE, "the result does not fit the game");
}

static tsr_err replay_leaving(reading *in, tsr_end how, int who) {
    tsr_match *m = in->m;
    if (m->end != TSR_END_NONE || (m->forfeited >> who & 1u)) {
        return wrong(in, TSR_ERR_PARSE, "somebody leaves who has left, or after the end");
    }
    in->left = how;
    m->forfeited |= 1u << who;
    m->held &= ~(1u << who);
    return TSR_OK;
}

static tsr_err replay_line(reading *in, char *line) {
    enum { FIELDS = 7 };
    char *f[FIELDS];
    tsr_match *m = in->m;
    int who;
    int n = record_cut(line, f, FIELDS);
    if (strcmp(f[0], "back") == 0 && n == 2) {
        return replay_step(in, f[1], 0, m->ply_count);
    }
    if (strcmp(f[0], "forward") == 0 && n == 2) {
        return replay_step(in, f[1], m->ply_count, m->ply_total);
    }
    if (strcmp(f[0], "result") == 0 && n == 4) {
        return replay_result(in, f);
    }
    int resigns = strcmp(f[0], "resign") == 0;
    int leaves = resigns || strcmp(f[0], "forfeit") == 0;
    if (leaves && n == 2 && read_who(in, f[1], &who) && who != TSR_CHANCE) {
        return replay_leaving(in, resigns ? TSR_END_RESIGNED : TSR_END_FORFEIT, who);
    }
    return replay_move(in, f, n);
}

// The header's seats and start, the caller's rules, allocator, sink and time.
static tsr_err merge_config(const tsr_record *rec, const tsr_match_config *config, void *start,
                            tsr_match_config *out, tsr_error *err) {
    const tsr_rules *r = config->rules;
    if (r->hash != rec->rules_hash) {
        return tsr_fail(err, TSR_ERR_MISMATCH,
                        "the record was made under other rules of %s than these (its rules hash "
                        "differs)",
                        r->g.name);
    }
    *out = *config;
    out->sink = (tsr_sink){0};
    out->seed = rec->seed;
    out->seed_high = rec->seed_high;
    out->draws = rec->draws;
    out->start = NULL;
    memcpy(out->seat, rec->seat, sizeof out->seat);
    if (rec->start) {
        tsr_error why = {0};
        tsr_err e = tsr_position_read(r, rec->start, start, &why);
        if (e) {
            return tsr_fail_at(err, e, rec->start_line, why.column ? why.column + 6 : 0,
                               "the start position: %.200s", why.message);
        }
        out->start = start;
    }
    return TSR_OK;
}

static tsr_err replay_all(reading *in, const tsr_record *rec) {
    // A private copy, since lines are cut in place and the record may be read again.
    size_t size = rec->whole_size - rec->body;
    char *text = tsr_mem_new(in->m->alloc, size + 1);
    if (!text) {
        return tsr_fail(in->err, TSR_ERR_MEMORY, "out of memory");
    }
    memcpy(text, rec->text + rec->body, size);
    tsr_err e = TSR_OK;
    size_t at = 0;
    char *line;
    in->line = rec->body_line;
    while (!e && (line = record_next_line(text, &at, size)) != NULL) {
        e = replay_line(in, line);
        in->line++;
    }
    tsr_mem_free(in->m->alloc, text, size + 1);
    return e;
}

// What a crash had kept from being written: draws and answers that were due, and
// the result after somebody had left.
static tsr_err finish(tsr_match *m, const tsr_match_config *config, tsr_end left) {
    m->sink = config->sink;
    match_stage_begin(m);
    tsr_err e = match_settle(m);
    if (m->staged_end == TSR_END_FORFEIT && m->end == TSR_END_NONE) {
        m->staged_end = (int)left;
    }
    if (!e) {
        e = match_stage_commit(m, config->now_ms);
    }
    if (!e) {
        match_clock_begin(m, tsr_match_waiting(m), config->now_ms);
    }
    return e;
}

tsr_err tsr_record_resume(const tsr_record *rec, const tsr_match_config *config, tsr_match **out,
                          tsr_error *err) {
    const tsr_rules *r = config->rules;
    tsr_match_config merged;
    tsr_match *m = NULL;
    void *start = tsr_mem_new(config->alloc, r->state_size);
    if (!start) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    tsr_err e = merge_config(rec, config, start, &merged, err);
    if (!e) {
        e = match_new(&merged, &m, err);
    }
    tsr_mem_free(config->alloc, start, r->state_size);
    if (e) {
        return e;
    }
    reading in = {.m = m, .err = err};
    e = replay_all(&in, rec);
    if (!e) {
        e = finish(m, config, in.left);
        if (e) {
            (void)tsr_fail(err, e, "%s",
                           e == TSR_ERR_IO ? "the record cannot be written" : tsr_err_text(e));
        }
    }
    if (e) {
        tsr_match_close(m);
        return e;
    }
    *out = m;
    return TSR_OK;
}
