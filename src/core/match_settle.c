// SPDX-License-Identifier: MIT
// Playing moves, and all that follows without a player. See match_impl.h.
#include "core/match_impl.h"

#include <string.h>

#include "base/assert.h"

uint64_t tsr_match_agent_seed(const tsr_match *m, int seat) {
    return secret_answer(&m->secret, m->answers, seat);
}

tsr_move match_fallback_move(const tsr_match *m, const void *s, int seat) {
    tsr_info info;
    m->r->g.info(m->r, s, &info);
    if (info.timeout_move && m->r->g.why_not(m->r, s, seat, info.timeout_move, NULL) == 0) {
        return info.timeout_move;
    }
    tsr_rng g;
    tsr_rng_init(&g, secret_fallback(&m->secret, m->staged_answers, seat));
    return tsr_sample(m->r, s, seat, &g);
}

void match_stage_begin(tsr_match *m) {
    memcpy(m->next, m->state, m->r->state_size);
    m->staged_count = 0;
    m->staged_end = (int)m->end;
    m->staged_draws = m->draws;
    m->staged_answers = m->answers;
    m->staged_held = m->held;
    buffer_clear(&m->lines);
}

static staged_ply *staged_room(tsr_match *m) {
    if (m->staged_count == m->staged_cap) {
        int cap = m->staged_cap ? m->staged_cap * 2 : 32;
        staged_ply *p = tsr_mem_resize(m->alloc, m->staged, (size_t)m->staged_cap * sizeof *p,
                                       (size_t)cap * sizeof *p);
        if (!p) {
            return NULL;
        }
        m->staged = p;
        m->staged_cap = cap;
    }
    return &m->staged[m->staged_count];
}

void match_stage_play(tsr_match *m, int who, tsr_move move, uint32_t ms, int is_draw) {
    staged_ply *p = staged_room(m);
    if (!p) {
        m->lines.failed = 1; // match_stage_commit reports it
        return;
    }
    int number = m->ply_count + m->staged_count + 1;
    match_write_move(m, m->next, number, who, STATUS_OK, move, NULL, ms, NULL);
    *p = (staged_ply){.ply = {.move = move, .who = (uint8_t)who, .time_ms = ms},
                      .is_draw = (uint8_t)is_draw};
    m->staged_count++;
    m->staged_answers += who != TSR_CHANCE;
    tsr_play(m->r, m->next, who, move);
}

static void draw(tsr_match *m) {
    tsr_rng g;
    secret_draw(&m->secret, m->staged_draws++, &g);
    match_stage_play(m, TSR_CHANCE, tsr_draw(m->r, m->next, &g), 0, 1);
}

// Answers for seats that have left the match.
static void answer_for_absent(tsr_match *m, uint32_t seats) {
    for (int p = 0; p < m->r->players; p++) {
        if (seats >> p & 1u) {
            m->held_move[p] = match_fallback_move(m, m->next, p);
            m->held_ms[p] = 0;
            m->staged_held |= 1u << p;
        }
    }
}

// All answers to this decision are in: they are played in seat order. The laws
// promise that they commute; an answer that has become illegal all the same is
// asked for again.
static void play_held(tsr_match *m, uint32_t seats) {
    for (int p = 0; p < m->r->players; p++) {
        if (!(seats >> p & 1u)) {
            continue;
        }
        m->staged_held &= ~(1u << p);
        if (tsr_why_not(m->r, m->next, p, m->held_move[p], NULL) == 0) {
            match_stage_play(m, p, m->held_move[p], m->held_ms[p], 0);
        }
    }
}

int match_seats_remain(const tsr_match *m) {
    int left = 0;
    for (int p = 0; p < m->r->players; p++) {
        left += !(m->forfeited >> p & 1u);
    }
    return left >= (m->r->players == 1 ? 1 : 2);
}

tsr_err match_settle(tsr_match *m) {
    while (!m->lines.failed && m->staged_end == TSR_END_NONE) {
        uint32_t turn = tsr_turn(m->r, m->next);
        if (m->forfeited && !match_seats_remain(m)) {
            m->staged_end = TSR_END_FORFEIT;
        } else if (turn == 0) {
            m->staged_end = TSR_END_RULES;
        } else if ((uint32_t)m->staged_count > m->r->max_plies) {
            return TSR_ERR_GAME; // only a game that breaks its contract comes here
        } else if (turn >> TSR_CHANCE & 1u) {
            draw(m);
        } else if (turn & m->forfeited & ~m->staged_held) {
            answer_for_absent(m, turn & m->forfeited & ~m->staged_held);
        } else if ((turn & ~m->staged_held) == 0) {
            play_held(m, turn);
        } else {
            break;
        }
    }
    return m->lines.failed ? TSR_ERR_MEMORY : TSR_OK;
}

// The staged plies become true: nothing here can fail.
static void make_true(tsr_match *m) {
    for (int i = 0; i < m->staged_count; i++) {
        const staged_ply *p = &m->staged[i];
        tsr_play(m->r, m->state, p->ply.who, p->ply.move);
        match_history_add(m, p->ply, m->state);
        if (p->ply.who < TSR_MAX_PLAYERS) {
            m->tried[p->ply.who] = 0;
        }
    }
    TSR_ASSERT(memcmp(m->state, m->next, m->r->state_size) == 0);
    m->draws = m->staged_draws;
    m->answers = m->staged_answers;
    m->held = m->staged_held;
    m->end = (tsr_end)m->staged_end;
}

tsr_err match_stage_commit(tsr_match *m, uint64_t now_ms) {
    int ended = m->end == TSR_END_NONE && m->staged_end != TSR_END_NONE;
    uint32_t waited = tsr_match_waiting(m);
    if (ended) {
        match_write_result(m, m->next, (tsr_end)m->staged_end);
    }
    tsr_err e = m->lines.failed ? TSR_ERR_MEMORY : match_history_reserve(m, m->staged_count);
    if (!e && m->sink.write && m->lines.size) {
        e = m->sink.write(m->sink.self, m->lines.bytes, m->lines.size);
    }
    if (e) {
        return e;
    }
    int moved = m->staged_count > 0;
    make_true(m);
    uint32_t waiting = tsr_match_waiting(m);
    match_clock_begin(m, moved ? waiting : waiting & ~waited, now_ms);
    return TSR_OK;
}
