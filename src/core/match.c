// SPDX-License-Identifier: MIT
// The referee's desk: opening a match, looking at it, and judging answers.
#include "core/match_impl.h"

#include <stdio.h>
#include <string.h>

// --- Opening -----------------------------------------------------------------

void tsr_match_config_init(tsr_match_config *config, const tsr_rules *rules) {
    static const char *const names[TSR_MAX_PLAYERS] = {"player 1", "player 2", "player 3",
                                                       "player 4", "player 5", "player 6",
                                                       "player 7", "player 8"};
    *config = (tsr_match_config){.rules = rules};
    for (int p = 0; p < TSR_MAX_PLAYERS; p++) {
        config->seat[p] = (tsr_seat){.name = names[p],
                                     .kind = "human",
                                     .policy = TSR_POLICY_ASK,
                                     .late = TSR_POLICY_FORFEIT,
                                     .tries = 1};
    }
}

static int is_field(const char *s) {
    if (!s || !*s || strlen(s) > 200) {
        return 0;
    }
    for (; *s; s++) {
        if ((unsigned char)*s < 0x20 || *s == 0x7f) {
            return 0;
        }
    }
    return 1;
}

static tsr_err check_seat(const tsr_seat *s, int p, tsr_error *err) {
    if (!is_field(s->name) || !is_field(s->kind)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "seat %d: a name must be 1 to 200 characters on one line, without tabs",
                        p + 1);
    }
    if (s->policy > TSR_POLICY_FORFEIT ||
        (s->late != TSR_POLICY_FALLBACK && s->late != TSR_POLICY_FORFEIT)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "seat %d: no such policy", p + 1);
    }
    return TSR_OK;
}

static int allocate_states(tsr_match *m) {
    size_t size = m->r->state_size;
    m->state = tsr_mem_new(m->alloc, size);
    m->next = tsr_mem_new(m->alloc, size);
    m->scratch = tsr_mem_new(m->alloc, size);
    m->start = tsr_mem_new(m->alloc, size);
    return m->state && m->next && m->scratch && m->start;
}

tsr_err match_new(const tsr_match_config *config, tsr_match **out, tsr_error *err) {
    const tsr_rules *r = config->rules;
    for (int p = 0; p < r->players; p++) {
        tsr_err e = check_seat(&config->seat[p], p, err);
        if (e) {
            return e;
        }
    }
    tsr_match *m = tsr_mem_new(config->alloc, sizeof *m);
    if (!m) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    m->r = r;
    m->alloc = config->alloc;
    m->seed = config->seed;
    m->seed_high = config->seed_high;
    secret_init(&m->secret, m->seed, m->seed_high, config->draws);
    m->data_name = config->data_name;
    m->sink = config->sink;
    buffer_init(&m->lines, m->alloc);
    for (int p = 0; p < r->players; p++) {
        m->seat[p] = config->seat[p];
        m->names[p] = config->seat[p].name;
    }
    if (!allocate_states(m)) {
        tsr_match_close(m);
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    tsr_init(r, m->start);
    if (config->start) {
        m->own_start = memcmp(m->start, config->start, r->state_size) != 0;
        memcpy(m->start, config->start, r->state_size);
    }
    memcpy(m->state, m->start, r->state_size);
    *out = m;
    return TSR_OK;
}

tsr_err tsr_match_open(const tsr_match_config *config, tsr_match **out, tsr_error *err) {
    tsr_match *m;
    tsr_err e = match_new(config, &m, err);
    if (e) {
        return e;
    }
    match_stage_begin(m);
    match_write_header(m);
    e = match_settle(m);
    if (!e) {
        e = match_stage_commit(m, config->now_ms);
    }
    if (e) {
        tsr_match_close(m);
        return tsr_fail(err, e, e == TSR_ERR_IO ? "the record cannot be written" : "%s",
                        tsr_err_text(e));
    }
    match_clock_begin(m, tsr_match_waiting(m), config->now_ms);
    *out = m;
    return TSR_OK;
}

void tsr_match_close(tsr_match *m) {
    if (!m) {
        return;
    }
    size_t size = m->r->state_size;
    tsr_mem_free(m->alloc, m->state, size);
    tsr_mem_free(m->alloc, m->next, size);
    tsr_mem_free(m->alloc, m->scratch, size);
    tsr_mem_free(m->alloc, m->start, size);
    tsr_mem_free(m->alloc, m->plies, (size_t)m->ply_cap * sizeof *m->plies);
    tsr_mem_free(m->alloc, m->snapshots, (size_t)m->snapshot_cap * size);
    tsr_mem_free(m->alloc, m->staged, (size_t)m->staged_cap * sizeof *m->staged);
    buffer_deinit(&m->lines);
    tsr_mem_free(m->alloc, m, sizeof *m);
}

// --- Answering ---------------------------------------------------------------

// The number of the ply that an answer would make.
static int next_ply(const tsr_match *m) {
    return m->ply_count + 1;
}

static int is_waiting_for(const tsr_match *m, int seat) {
    return seat >= 0 && seat < m->r->players && (tsr_match_waiting(m) >> seat & 1u);
}

// Held answers may be changed while the others are missing.
static int may_change(const tsr_match *m, int seat) {
    return seat >= 0 && seat < m->r->players && m->end == TSR_END_NONE && (m->held >> seat & 1u);
}

// Plays or holds a legal answer; the stage has begun.
static tsr_err take_answer(tsr_match *m, int seat, tsr_move move, uint64_t now_ms, uint32_t ms,
                           tsr_answer *answer) {
    uint32_t turn = tsr_turn(m->r, m->next);
    tsr_move old_move = m->held_move[seat];
    uint32_t old_ms = m->held_ms[seat];
    int alone = turn == 1u << seat;
    int was_held = (int)(m->held >> seat & 1u);
    if (alone) {
        match_stage_play(m, seat, move, ms, 0);
    } else {
        match_write_move(m, m->next, next_ply(m) + m->staged_count, seat, STATUS_HELD, move, NULL,
                         ms, NULL);
        m->held_move[seat] = move;
        m->held_ms[seat] = ms;
        m->staged_held |= 1u << seat;
        m->staged_answers++;
    }
    tsr_err e = match_settle(m);
    if (!e) {
        e = match_stage_commit(m, now_ms);
    }
    if (e) {
        m->held_move[seat] = old_move;
        m->held_ms[seat] = old_ms;
        return e;
    }
    if (!was_held) {
        match_clock_charge(m, seat, ms); // changing an answer costs and earns nothing
    }
    if (*answer == TSR_ANSWER_PLAYED) {
        *answer = m->held >> seat & 1u ? TSR_ANSWER_HELD : TSR_ANSWER_PLAYED;
    }
    return TSR_OK;
}

// The seat leaves the match; its earlier lines are already staged.
static tsr_err leave(tsr_match *m, int seat, uint64_t now_ms, tsr_end why) {
    uint32_t before = m->forfeited;
    m->forfeited |= 1u << seat;
    m->staged_held &= ~(1u << seat);
    tsr_err e = match_settle(m);
    if (!e && m->staged_end == TSR_END_FORFEIT) {
        m->staged_end = (int)why;
    }
    if (!e) {
        e = match_stage_commit(m, now_ms);
    }
    if (e) {
        m->forfeited = before;
    }
    return e;
}

// What follows a wrong answer whose line is staged.
static tsr_err apply_policy(tsr_match *m, int seat, tsr_policy policy, uint64_t now_ms,
                            tsr_answer *answer) {
    int tries = m->seat[seat].tries ? m->seat[seat].tries : 1;
    int last = policy == TSR_POLICY_SKIP || m->tried[seat] + 1 >= tries;
    if (policy == TSR_POLICY_ASK || !last) {
        *answer = TSR_ANSWER_REFUSED;
        tsr_err e = match_stage_commit(m, now_ms);
        if (!e && m->tried[seat] < UINT8_MAX) {
            m->tried[seat]++;
        }
        return e;
    }
    if (policy == TSR_POLICY_FORFEIT) {
        *answer = TSR_ANSWER_FORFEITED;
        match_write_word(m, "forfeit", seat);
        return leave(m, seat, now_ms, TSR_END_FORFEIT);
    }
    *answer = TSR_ANSWER_REPLACED;
    return take_answer(m, seat, match_fallback_move(m, m->next, seat), now_ms,
                       match_clock_elapsed(m, seat, now_ms), answer);
}

// Stages the line of a wrong answer, then lets the policy act on it.
static tsr_err wrong_answer(tsr_match *m, int seat, status st, tsr_policy policy, tsr_move move,
                            const char *typed, const tsr_line *why, uint64_t now_ms,
                            tsr_answer *answer) {
    match_stage_begin(m);
    match_write_move(m, m->state, next_ply(m), seat, st, move, typed,
                     match_clock_elapsed(m, seat, now_ms), why);
    m->staged_answers++;
    tsr_err e = apply_policy(m, seat, policy, now_ms, answer);
    if (!e) {
        tsr_faults *f = &m->faults[seat];
        f->illegal += st == STATUS_FAIL;
        f->late += st == STATUS_LATE;
        f->failed += st == STATUS_LOST;
    }
    return e;
}

static tsr_err late_answer(tsr_match *m, int seat, uint64_t now_ms, tsr_answer *answer,
                           tsr_line *why) {
    tsr_line line;
    (void)tsr_say(&line, TSR_LINE_LATE, TSR_PLAYER(seat));
    if (why) {
        *why = line;
    }
    m->tried[seat] = UINT8_MAX - 1; // a clock gives no second try
    return wrong_answer(m, seat, STATUS_LATE, (tsr_policy)m->seat[seat].late, TSR_NO_MOVE, NULL,
                        &line, now_ms, answer);
}

static tsr_err submit(tsr_match *m, int seat, tsr_move move, const char *typed, uint64_t now_ms,
                      tsr_answer *answer, tsr_line *why);

// A line that stands for several answers; the first that does not count is the last.
static tsr_err submit_turn(tsr_match *m, int seat, const tsr_move *turn, int count, uint64_t now_ms,
                           tsr_answer *answer, tsr_line *why) {
    tsr_err e = TSR_OK;
    *answer = TSR_ANSWER_PLAYED;
    for (int i = 0; !e && i < count && *answer == TSR_ANSWER_PLAYED; i++) {
        e = submit(m, seat, turn[i], NULL, now_ms, answer, why);
    }
    return e;
}

static tsr_err submit(tsr_match *m, int seat, tsr_move move, const char *typed, uint64_t now_ms,
                      tsr_answer *answer, tsr_line *why) {
    tsr_line line = {0};
    tsr_move turn[TSR_TURN_MOVES];
    *answer = TSR_ANSWER_NOT_TAKEN;
    int changes = may_change(m, seat);
    if (!changes && !is_waiting_for(m, seat)) {
        int over = m->end != TSR_END_NONE;
        (void)(over ? tsr_say(why, TSR_LINE_OVER)
                    : tsr_say(why, TSR_LINE_NOT_TURN, TSR_PLAYER(seat)));
        return TSR_OK;
    }
    if (!changes && match_clock_is_out(m, seat, now_ms)) {
        return late_answer(m, seat, now_ms, answer, why);
    }
    int count =
        typed && !changes ? m->r->more.turn_parse(m->r, m->state, seat, typed, turn, &line) : 0;
    if (count > 0) {
        return submit_turn(m, seat, turn, count, now_ms, answer, why);
    }
    int code = 0;
    if (count < 0 ||
        (typed && tsr_move_read(m->r, m->state, seat, typed, &move, &line) != TSR_OK)) {
        code = line.code;
        move = TSR_NO_MOVE;
    } else {
        code = tsr_why_not(m->r, m->state, seat, move, &line);
    }
    if (why) {
        *why = line;
    }
    if (code == 0) {
        uint32_t ms = changes ? 0 : match_clock_elapsed(m, seat, now_ms);
        *answer = TSR_ANSWER_PLAYED;
        match_stage_begin(m);
        return take_answer(m, seat, move, now_ms, ms, answer);
    }
    tsr_policy policy = changes ? TSR_POLICY_ASK : (tsr_policy)m->seat[seat].policy;
    return wrong_answer(m, seat, STATUS_FAIL, policy, move, typed, &line, now_ms, answer);
}

tsr_err tsr_match_submit(tsr_match *m, int seat, tsr_move move, uint64_t now_ms, tsr_answer *answer,
                         tsr_line *why) {
    tsr_answer ignored;
    return submit(m, seat, move, NULL, now_ms, answer ? answer : &ignored, why);
}

tsr_err tsr_match_submit_text(tsr_match *m, int seat, const char *text, uint64_t now_ms,
                              tsr_answer *answer, tsr_line *why) {
    tsr_answer ignored;
    return submit(m, seat, TSR_NO_MOVE, text, now_ms, answer ? answer : &ignored, why);
}

tsr_err tsr_match_refuse(tsr_match *m, int seat, const char *text, const tsr_line *why,
                         uint64_t now_ms, tsr_answer *answer) {
    tsr_answer ignored;
    answer = answer ? answer : &ignored;
    *answer = TSR_ANSWER_NOT_TAKEN;
    int changes = may_change(m, seat);
    if (!changes && !is_waiting_for(m, seat)) {
        return TSR_OK;
    }
    if (!changes && match_clock_is_out(m, seat, now_ms)) {
        return late_answer(m, seat, now_ms, answer, NULL);
    }
    tsr_policy policy = changes ? TSR_POLICY_ASK : (tsr_policy)m->seat[seat].policy;
    if (policy == TSR_POLICY_ASK && m->tried[seat] >= TSR_KEPT_REFUSALS) {
        *answer = TSR_ANSWER_REFUSED; // somebody plays with the door: enough is written down
        return TSR_OK;
    }
    return wrong_answer(m, seat, STATUS_FAIL, policy, TSR_NO_MOVE, text, why, now_ms, answer);
}

tsr_err tsr_match_fail(tsr_match *m, int seat, uint64_t now_ms, tsr_answer *answer) {
    tsr_answer ignored;
    tsr_line line;
    answer = answer ? answer : &ignored;
    *answer = TSR_ANSWER_NOT_TAKEN;
    if (!is_waiting_for(m, seat)) {
        return TSR_OK;
    }
    (void)tsr_say(&line, TSR_LINE_FAILED, TSR_PLAYER(seat));
    tsr_policy policy = (tsr_policy)m->seat[seat].policy;
    policy = policy == TSR_POLICY_ASK ? TSR_POLICY_FALLBACK : policy;
    return wrong_answer(m, seat, STATUS_LOST, policy, TSR_NO_MOVE, NULL, &line, now_ms, answer);
}

tsr_err tsr_match_resign(tsr_match *m, int seat, uint64_t now_ms) {
    if (m->end != TSR_END_NONE) {
        return TSR_ERR_STATE;
    }
    if (seat < 0 || seat >= m->r->players || (m->forfeited >> seat & 1u)) {
        return TSR_ERR_ARGUMENT;
    }
    match_stage_begin(m);
    match_write_word(m, "resign", seat);
    return leave(m, seat, now_ms, TSR_END_RESIGNED);
}

tsr_err tsr_match_agree_draw(tsr_match *m, uint64_t now_ms) {
    if (m->end != TSR_END_NONE) {
        return TSR_ERR_STATE;
    }
    match_stage_begin(m);
    m->staged_end = TSR_END_AGREED;
    return match_stage_commit(m, now_ms);
}

tsr_err tsr_match_tick(tsr_match *m, uint64_t now_ms) {
    for (int p = 0; p < m->r->players; p++) {
        tsr_answer answer;
        if (is_waiting_for(m, p) && match_clock_is_out(m, p, now_ms)) {
            tsr_err e = late_answer(m, p, now_ms, &answer, NULL);
            if (e) {
                return e;
            }
        }
    }
    return TSR_OK;
}
