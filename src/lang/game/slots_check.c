// SPDX-License-Identifier: MIT
//
// Which bytes, and which texts, are positions of the game.
#include "lang/game/slots.h"

#include <string.h>

#include <tessera/rules.h>

#include "lang/game/joint_state.h"
#include "lang/game/most_pieces.h"
#include "lang/game/pile_text.h"
#include "lang/game/position_text.h"
#include "lang/ir/rt/sets.h"

// In a sorted area a thing lies on a cell of its kind, in a hidden one perhaps unknown.
static int cards_are_sorted(const program *p, const void *s) {
    for (int c = p->b.area0; c < p->b.cells; c++) {
        const int kind = p->slot_kind[c], there = lang_owner_at(p, s, c) >= 0;
        const int type = there ? lang_type_at(p, s, c) : -1;
        if (there && kind != 255 && type != kind && type != p->unknown) {
            return 0;
        }
    }
    return 1;
}

// What a hand certainly does not hold lies on none of the cells it would have there.
static int none_is_good(const program *p, const void *s) {
    const uint64_t *none = state_set(p, s, p->at.could_not_have);
    for (int c = 0; c < p->b.cells; c++) {
        const int kind = p->slot_kind[c], there = lang_owner_at(p, s, c) >= 0;
        if (board_has(none, c) && (kind == 255 || (there && lang_type_at(p, s, c) == kind))) {
            return 0;
        }
    }
    return 1;
}

static int sets_are_good(const program *p, const void *s) {
    const int w = p->b.words;
    uint64_t seen[BOARD_MAX_WORDS], typed[BOARD_MAX_WORDS];
    set_zero(seen, w);
    set_zero(typed, w);
    for (int r = 0; r < p->at.state_sets; r++) {
        if (!set_inside(state_set(p, s, r), p->b.all, w)) {
            return 0;
        }
    }
    for (int i = 0; i < p->players + (p->at.neutral != BOARD_NONE); i++) {
        const uint64_t *own = state_set(p, s, p->at.own + i);
        if (set_meets(seen, own, w)) {
            return 0;
        }
        set_or(seen, own, w);
    }
    for (int t = 0; p->at.type != BOARD_NONE && t < p->types; t++) {
        const uint64_t *x = state_set(p, s, p->at.type + t);
        if (set_meets(typed, x, w)) {
            return 0;
        }
        set_or(typed, x, w);
    }
    for (int i = 0; p->at.known != BOARD_NONE && i < p->players; i++) {
        if (!set_inside(state_set(p, s, p->at.known + i), seen, w)) {
            return 0;
        }
    }
    for (int t = 0; p->at.could_not != BOARD_NONE && t < p->types; t++) {
        const uint64_t *none = state_set(p, s, p->at.could_not + t);
        if (!set_inside(none, seen, w) || !set_inside(none, p->b.on, w) ||
            set_meets(none, state_set(p, s, p->at.type + t), w)) {
            return 0;
        }
    }
    if (!cards_are_sorted(p, s) || (p->at.could_not_have != BOARD_NONE && !none_is_good(p, s))) {
        return 0;
    }
    if (p->at.latch != BOARD_NONE && !set_inside(state_set(p, s, p->at.latch), seen, w)) {
        return 0;
    }
    return p->at.type == BOARD_NONE || set_same(seen, typed, w);
}

static int nums_are_good(const program *p, const void *s) {
    const int32_t *n = state_nums(p, s);
    for (int i = 0; i < p->g->var_count; i++) {
        for (int k = 0; k < (p->g->vars[i].each ? p->players : 1); k++) {
            int32_t v = n[p->var_at[i] + k];
            if (v < p->var_range[i].min || v > p->var_range[i].max) {
                return 0;
            }
        }
    }
    num_field f[NUM_FIELDS];
    position_nums(p, f);
    for (int k = FIELD_HAND; k <= FIELD_TOKENS; k++) {
        for (int i = 0; i < f[k].count; i++) {
            if (n[f[k].reg + i] < 0 || n[f[k].reg + i] > 1000000) {
                return 0;
            }
        }
    }
    for (int i = 0; i < f[FIELD_QUIET].count; i++) {
        int32_t limit = i < p->past.quiet_count ? p->past.quiet[i].limit : 0;
        if (n[f[FIELD_QUIET].reg + i] < 0 || n[f[FIELD_QUIET].reg + i] > limit) {
            return 0;
        }
    }
    return 1;
}

static int turn_is_clean(const program *p, const void *s) {
    const int w = p->b.words;
    for (int r = p->at.here; r < p->at.state_sets; r++) {
        if (set_any(state_set(p, s, r), w)) {
            return 0;
        }
    }
    for (int i = p->at.events; i < p->at.state_nums; i++) {
        if (state_nums(p, s)[i]) {
            return 0;
        }
    }
    return 1;
}

static int head_is_good(const program *p, const void *s) {
    const ir_head *h = s;
    if (h->me >= p->players || h->over > OUT_FINISH || h->phase >= p->g->phase_count ||
        h->swapped > (p->players == 2) || h->pc >= p->node_count || h->passes > 200 ||
        h->again > 2 + p->players || h->ring_count > p->past.ring_cap || h->whole > 1 || h->pad2) {
        return 0;
    }
    for (int i = 0; i < TSR_MAX_PLAYERS; i++) {
        int used = h->over && i < p->players;
        if (used ? h->rank[i] < 1 || h->rank[i] > p->players : h->rank[i] != 0) {
            return 0;
        }
    }
    int better = 0; // rank 1 + number of better players
    for (int i = 0; h->over && i < p->players; i++) {
        better = 0;
        for (int k = 0; k < p->players; k++) {
            better += h->rank[k] < h->rank[i];
        }
        if (h->rank[i] != better + 1) {
            return 0;
        }
    }
    if (h->turns > (uint32_t)p->limit || (!h->over && h->turns == (uint32_t)p->limit)) {
        return 0;
    }
    const uint64_t *ring = (const uint64_t *)(const void *)((const char *)s + p->size.ring_off);
    for (int i = h->ring_count; i < p->past.ring_cap; i++) {
        if (ring[i]) {
            return 0;
        }
    }
    if (h->pc && (h->over || (!p->split && p->node[h->pc].kind != N_ROLL && !p->size.max_chance))) {
        return 0;
    }
    return h->pc || (turn_is_clean(p, s) && !h->again);
}

static int has_a_move(const program *p, const void *s) {
    const ir_head *h = s;
    return h->over || walk_at_roll(p, s) || walk_is_view(p, s) ||
           walk_moves(p, s, NULL, p->size.max_moves) > 0;
}

// What the text cannot say is no position: written and read again it must be the same.
static int survives_text(const tsr_rules *r, const void *s) {
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } back;
    char text[TSR_MAX_STATE];
    int n = slot_text(r, s, text, sizeof text);
    if (n < 0 || (size_t)n >= sizeof text || position_read(r, text, back.bytes, NULL)) {
        return 0;
    }
    walk_settle(program_of(r), back.bytes);
    joint_settle(program_of(r), back.bytes);
    return memcmp(back.bytes, s, r->state_size) == 0;
}

static int is_consistent(const program *p, const void *s) {
    return head_is_good(p, s) && sets_are_good(p, s) && nums_are_good(p, s) &&
           lang_piles_are_good(p, s);
}

int slot_check(const tsr_rules *r, const void *s, tsr_line *out) {
    const program *p = program_of(r);
    if (!is_consistent(p, s) || !most_pieces_hold(p, s, NULL) || !has_a_move(p, s) ||
        !survives_text(r, s)) {
        return tsr_say(out, SAY_BAD_BYTES);
    }
    return tsr_say(out, 0);
}

tsr_err slot_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err) {
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } made;
    const program *p = program_of(r);
    tsr_err e = position_read(r, text, made.bytes, err);
    if (e) {
        return e;
    }
    if (!is_consistent(p, made.bytes)) {
        return tsr_fail(err, TSR_ERR_PARSE, "this is no position of the game");
    }
    if (!most_pieces_hold(p, made.bytes, err)) {
        return TSR_ERR_PARSE;
    }
    walk_settle(p, made.bytes);
    joint_settle(p, made.bytes);
    if (slot_check(r, made.bytes, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "this is no position of the game");
    }
    memcpy(out, made.bytes, r->state_size);
    return TSR_OK;
}
