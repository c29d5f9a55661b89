// SPDX-License-Identifier: MIT
// States that cross the border: making, copying, playing by text, code, draw and action number.
#include "abi/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/abi.h>

// --- Making --------------------------------------------------------------------------------------

static size_t bytes_of(const tsr_ruleset *rs) {
    return sizeof(tsr_state) + rs->r->state_size;
}

tsr_state *state_make(const tsr_ruleset *rs, const void *at, int is_view) {
    size_t align = _Alignof(tsr_state), size = (bytes_of(rs) + align - 1) / align * align;
    tsr_state *s = aligned_alloc(align, size);
    if (s) {
        memset(s, 0, size);
        s->rs = rs;
        s->is_view = is_view;
        if (at) {
            memcpy(s->at, at, rs->r->state_size);
        } else {
            tsr_init(rs->r, s->at);
        }
    }
    return s;
}

int tsr_state_new(const tsr_ruleset *rs, tsr_state **out) {
    if (!rs || !out) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_state *s = state_make(rs, NULL, 0);
    *out = s ? s : *out;
    return s ? 0 : TSR_FAIL_MEMORY;
}

void tsr_state_free(tsr_state *s) {
    free(s);
}

int tsr_state_copy(const tsr_state *s, tsr_state **out) {
    if (!s || !out) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_state *copy = state_make(s->rs, s->at, s->is_view);
    if (!copy) {
        return TSR_FAIL_MEMORY;
    }
    copy->picker = s->picker;
    copy->picks = s->picks;
    *out = copy;
    return 0;
}

int tsr_state_set(tsr_state *s, const tsr_state *from) {
    if (!s || !from) {
        return TSR_FAIL_ARGUMENT;
    }
    if (s->rs->r->hash != from->rs->r->hash || s->rs->r->state_size != from->rs->r->state_size) {
        return TSR_FAIL_MISMATCH;
    }
    s->is_view = from->is_view;
    s->picker = from->picker;
    s->picks = from->picks;
    memmove(s->at, from->at, s->rs->r->state_size);
    return 0;
}

// --- Whose turn ----------------------------------------------------------------------------------

uint32_t tsr_state_turn(const tsr_state *s) {
    return s ? tsr_turn(s->rs->r, s->at) : 0;
}

int tsr_state_mover(const tsr_state *s) {
    return s ? tsr_mover(tsr_turn(s->rs->r, s->at)) : -1;
}

int state_seat(const tsr_state *s, int who) {
    if (who == -1) {
        int mover = tsr_state_mover(s);
        return mover == TSR_CHANCE ? 0 : mover < 0 ? 0 : mover;
    }
    return who >= 0 && who < s->rs->r->players ? who : -2;
}

static int is_deciding(const tsr_state *s, int who) {
    return (int)(tsr_turn(s->rs->r, s->at) >> who & 1);
}

// --- Moves ---------------------------------------------------------------------------------------

int tsr_state_moves(const tsr_state *s, int who, uint64_t *out, size_t cap) {
    int seat = s ? state_seat(s, who) : -2;
    tsr_move list[TSR_MAX_MOVES];
    if (seat < 0) {
        return TSR_FAIL_ARGUMENT;
    }
    int n = is_deciding(s, seat) ? tsr_moves(s->rs->r, s->at, seat, list) : 0;
    if (out && cap) {
        memcpy(out, list, ((size_t)n < cap ? (size_t)n : cap) * sizeof *out);
    }
    return n;
}

int tsr_state_move_text(const tsr_state *s, int who, uint64_t move, char *buf, size_t cap) {
    int seat = !s ? -2 : who == TSR_CHANCE ? TSR_CHANCE : state_seat(s, who);
    if (seat < 0) {
        return TSR_FAIL_ARGUMENT;
    }
    // A code from elsewhere may be anything; games promise a text for legal and masked ones.
    if (!(move & TSR_HIDDEN) && tsr_why_not(s->rs->r, s->at, seat, move, NULL)) {
        return TSR_FAIL_ILLEGAL;
    }
    return tsr_move_text(s->rs->r, s->at, seat, move, buf, buf ? cap : 0);
}

static int may_play(const tsr_state *s, int seat, tsr_problem *why) {
    if (seat < 0) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "there is no such state or seat");
    }
    return s->is_view ? abi_fail(why, TSR_FAIL_STATE, "a view cannot be played on") : 0;
}

static int read_move(const tsr_state *s, int seat, const char *text, tsr_move *out,
                     tsr_problem *why) {
    tsr_line reason = {0};
    tsr_err e = tsr_move_read(s->rs->r, s->at, seat, text, out, &reason);
    if (e == TSR_OK && tsr_why_not(s->rs->r, s->at, seat, *out, &reason)) {
        e = TSR_ERR_ILLEGAL;
    }
    if (e) {
        (void)abi_refuse(why, s->rs, &reason);
        if (why && why->size >= offsetof(tsr_problem, line)) {
            why->code = e;
        }
    }
    return e;
}

int tsr_state_read(const tsr_state *s, int who, const char *text, uint64_t *out, tsr_problem *why) {
    int seat = s ? state_seat(s, who) : -2;
    tsr_move m;
    if (seat < 0 || !text || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "there is no such state, seat or text");
    }
    int code = read_move(s, seat, text, &m, why);
    *out = code ? *out : m;
    return code;
}

int tsr_state_why_not(const tsr_state *s, int who, const char *text, char *buf, size_t cap) {
    tsr_problem why = {.size = sizeof why};
    uint64_t m;
    (void)tsr_state_read(s, who, text, &m, &why);
    return snprintf(buf, buf ? cap : 0, "%s", why.message);
}

int tsr_state_play(tsr_state *s, int who, uint64_t move, tsr_problem *why) {
    tsr_line reason = {0};
    int seat = !s ? -2 : who == TSR_CHANCE ? TSR_CHANCE : state_seat(s, who);
    int code = may_play(s, seat, why);
    if (code) {
        return code;
    }
    if (tsr_play_checked(s->rs->r, s->at, seat, move, &reason)) {
        return abi_refuse(why, s->rs, &reason);
    }
    s->picks.count = 0;
    return 0;
}

int tsr_state_play_text(tsr_state *s, int who, const char *text, tsr_problem *why) {
    int seat = !s || !text ? -2 : who == TSR_CHANCE ? TSR_CHANCE : state_seat(s, who);
    int code = may_play(s, seat, why);
    tsr_move m;
    code = code ? code : read_move(s, seat, text, &m, why);
    return code ? code : tsr_state_play(s, seat, m, why);
}

// --- Chance --------------------------------------------------------------------------------------

static int is_chance(const tsr_state *s) {
    return tsr_turn(s->rs->r, s->at) == 1u << TSR_CHANCE;
}

int tsr_state_chance(const tsr_state *s, uint64_t *out, uint32_t *weight, size_t cap) {
    tsr_move list[TSR_MAX_MOVES];
    uint32_t weights[TSR_MAX_MOVES];
    if (!s) {
        return TSR_FAIL_ARGUMENT;
    }
    int n = is_chance(s) ? s->rs->r->g.chance(s->rs->r, s->at, list, weights) : 0;
    size_t k = (size_t)n < cap ? (size_t)n : cap;
    if (out) {
        memcpy(out, list, k * sizeof *out);
    }
    if (weight) {
        memcpy(weight, weights, k * sizeof *weight);
    }
    return n;
}

int tsr_state_draw(tsr_state *s, uint64_t random, tsr_problem *why) {
    int code = may_play(s, s ? 0 : -2, why);
    tsr_rng g;
    if (!code && !is_chance(s)) {
        code = abi_fail(why, TSR_FAIL_STATE, "chance is not on turn");
    }
    if (!code) {
        tsr_rng_init(&g, random);
        tsr_play(s->rs->r, s->at, TSR_CHANCE, tsr_draw(s->rs->r, s->at, &g));
        s->picks.count = 0;
    }
    return code;
}

// --- Actions -------------------------------------------------------------------------------------

// The picks of `who`: none, if they are another's.
static picks picks_of(const tsr_state *s, int who) {
    static const picks none = {0};
    return s->picker == who ? s->picks : none;
}

int tsr_state_mask(const tsr_state *s, int who, uint64_t *bits, uint8_t *bytes) {
    int seat = s ? state_seat(s, who) : -2;
    tsr_move room[TSR_MAX_MOVES];
    if (seat < 0 || !s->rs->r->action_count) {
        return TSR_FAIL_ARGUMENT;
    }
    uint32_t count = s->rs->r->action_count;
    uint64_t *own = bits ? bits : malloc(s->rs->mask_words * sizeof *own);
    if (!own) {
        return TSR_FAIL_MEMORY;
    }
    picks p = picks_of(s, seat);
    if (is_deciding(s, seat)) {
        (void)picks_mask(s->rs->r, s->at, seat, &p, own, room);
    } else {
        memset(own, 0, s->rs->mask_words * sizeof *own);
    }
    for (uint32_t i = 0; bytes && i < count; i++) {
        bytes[i] = (uint8_t)(own[i / 64] >> (i % 64) & 1);
    }
    if (!bits) {
        free(own);
    }
    return 0;
}

int tsr_state_actions(const tsr_state *s, int who, int32_t *out, size_t cap) {
    if (!s || !s->rs->r->action_count) {
        return TSR_FAIL_ARGUMENT;
    }
    uint64_t *bits = malloc(s->rs->mask_words * sizeof *bits);
    int code = bits ? tsr_state_mask(s, who, bits, NULL) : TSR_FAIL_MEMORY;
    size_t n = 0;
    for (uint32_t w = 0; !code && w < s->rs->mask_words; w++) {
        for (uint64_t x = bits[w]; x; x &= x - 1, n++) {
            if (out && n < cap) {
                out[n] = (int32_t)(64 * w + (uint32_t)__builtin_ctzll(x));
            }
        }
    }
    free(bits);
    return code ? code : (int)n;
}

static int refuse_action(const tsr_state *s, int seat, int64_t action, tsr_problem *why) {
    char text[480];
    uint64_t *bits = malloc(s->rs->mask_words * sizeof *bits);
    if (!bits) {
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    (void)tsr_state_mask(s, seat, bits, NULL);
    picks_explain(s->rs->r, bits, action, text, sizeof text);
    free(bits);
    return abi_fail(why, TSR_FAIL_ILLEGAL, "%s", text);
}

int tsr_state_act(tsr_state *s, int who, int64_t action, tsr_problem *why) {
    int seat = s ? state_seat(s, who) : -2;
    int code = may_play(s, seat, why);
    tsr_move room[TSR_MAX_MOVES], move;
    if (code) {
        return code;
    }
    if (!s->rs->r->action_count) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "%s has no action numbers", s->rs->r->g.name);
    }
    if (s->picks.count && s->picker != seat) {
        return abi_fail(why, TSR_FAIL_STATE, "seat %d is in the middle of a move", s->picker);
    }
    int left = 0;
    if (is_deciding(s, seat) && action >= 0 && action < (int64_t)s->rs->r->action_count) {
        left = picks_take(s->rs->r, s->at, seat, &s->picks, (uint32_t)action, &move, room);
    }
    if (!left) {
        return refuse_action(s, seat, action, why);
    }
    s->picker = seat;
    if (left == 1) {
        s->picks.count = 0;
        tsr_play(s->rs->r, s->at, seat, move);
    }
    return 0;
}

static int put_numbers(const uint32_t *number, int n, int32_t *out, size_t cap) {
    for (int i = 0; out && i < n && (size_t)i < cap; i++) {
        out[i] = (int32_t)number[i];
    }
    return n;
}

int tsr_state_picked(const tsr_state *s, int who, int32_t *out, size_t cap) {
    int seat = s ? state_seat(s, who) : -2;
    if (seat < 0) {
        return TSR_FAIL_ARGUMENT;
    }
    picks p = picks_of(s, seat);
    return put_numbers(p.at, (int)p.count, out, cap);
}

void tsr_state_unpick(tsr_state *s) {
    if (s) {
        s->picks.count = 0;
    }
}

int tsr_state_numbers(const tsr_state *s, int who, uint64_t move, int32_t *out, size_t cap) {
    int seat = s ? state_seat(s, who) : -2;
    uint32_t number[TSR_MAX_ACTIONS];
    if (seat < 0 || !s->rs->r->action_count) {
        return TSR_FAIL_ARGUMENT;
    }
    if (tsr_why_not(s->rs->r, s->at, seat, move, NULL)) {
        return TSR_FAIL_ILLEGAL;
    }
    return put_numbers(number, s->rs->r->more.action(s->rs->r, s->at, seat, move, number), out,
                       cap);
}
