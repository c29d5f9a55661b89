// SPDX-License-Identifier: MIT
//
// The slots of a tsr_game for rules files: playing and asking; compiled code where it is at hand, the
// interpreter elsewhere. Opening, texts, pictures and reasons are in the files beside it.
#include "lang/game/slots.h"
#include "lang/game/joint_state.h"

#include <stdio.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/cgen/cgen.h"
#include "lang/game/actions.h"
#include "lang/game/distinct.h"
#include "lang/game/eval.h"
#include "lang/game/features.h"
#include "lang/game/leaflet.h"
#include "lang/game/observe.h"
#include "lang/game/scene_numbers.h"
#include "lang/game/solve.h"
#include "lang/lower/lower.h"
#include "lang/plan/plan.h"

// What chance may come to at most; whom a let asks is no chance.
int lang_most_chance(const program *p) {
    int most = 0;
    for (int i = 0; i < p->node_count; i++) {
        most = p->node[i].kind == N_ROLL && !ir_is_let(&p->node[i]) ? p->size.max_chance : most;
    }
    return most;
}

void slot_init(const tsr_rules *r, void *out) {
    memcpy(out, program_of(r)->start, r->state_size);
}

static inline int is_rolling(const tsr_rules *r, const ir_head *h) {
    return h->pc && walk_at_roll(program_of(r), h); // never at the start of a turn
}

uint32_t slot_turn(const tsr_rules *r, const void *s) {
    const ir_head *h = s;
    if (h->over) {
        return 0;
    }
    return is_rolling(r, h) ? 1u << TSR_CHANCE : 1u << seat_of(h, h->me);
}

static int list_moves(const tsr_rules *r, const void *s, tsr_move *out) {
    const lang_native *native = native_of(r);
    return native ? native->moves(s, out, (int)r->max_moves)
                  : walk_moves(program_of(r), s, out, (int)r->max_moves);
}

// Without those that lead where another one does.
static int list_distinct(const tsr_rules *r, const void *s, tsr_move *out) {
    return distinct_keep(program_of(r), s, out, list_moves(r, s, out));
}

static tsr_move roll_code(int v) {
    return (tsr_move)(v & 0xffffff) + 1;
}

static int is_on_turn(const tsr_rules *r, const void *s, int who) {
    const ir_head *h = s;
    return !h->over && who == seat_of(h, h->me) && !is_rolling(r, h);
}

int slot_moves(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    if (!is_on_turn(r, s, who)) {
        return 0;
    }
    return program_of(r)->distinct ? list_distinct(r, s, out) : list_moves(r, s, out);
}

static int count_outcomes(const program *p, const void *s) {
    return walk_at_roll(p, s) ? walk_outcomes(p, s, roll_code, NULL, NULL) : 0;
}

int slot_count(const tsr_rules *r, const void *s, int who) {
    if (who == TSR_CHANCE) {
        return count_outcomes(program_of(r), s);
    }
    if (program_of(r)->distinct) {
        tsr_move list[TSR_MAX_MOVES];
        return slot_moves(r, s, who, list);
    }
    return is_on_turn(r, s, who) ? list_moves(r, s, NULL) : 0;
}

int slot_nodes(const tsr_rules *r, const void *s, int depth, int made, uint64_t *out) {
    const lang_native *native = native_of(r);
    if (program_of(r)->distinct) {
        return 0;
    }
    if (native) {
        return native->nodes && native->nodes(s, depth, made, out);
    }
    return walk_nodes(program_of(r), s, depth, made, out);
}

int slot_chance(const tsr_rules *r, const void *s, tsr_move *out, uint32_t *weight) {
    const program *p = program_of(r);
    return walk_at_roll(p, s) ? walk_outcomes(p, s, roll_code, out, weight) : 0;
}

tsr_move slot_sample(const tsr_rules *r, const void *s, int who, tsr_rng *g) {
    const program *p = program_of(r);
    if (who == TSR_CHANCE) {
        return roll_code(walk_draw(p, s, g));
    }
    if (p->distinct) {
        tsr_move list[TSR_MAX_MOVES];
        const int n = slot_moves(r, s, who, list);
        return n ? list[tsr_rng_below(g, (uint32_t)n)] : TSR_NO_MOVE;
    }
    const lang_native *native = native_of(r);
    return native ? native->sample(s, g) : walk_sample(p, s, g);
}

// Machine code tests only those endings that a turn can bring about.
static const lang_native *native_to_play(const tsr_rules *r, const ir_head *h) {
    return h->whole ? NULL : native_of(r);
}

void slot_play(const tsr_rules *r, void *s, int who, tsr_move m) {
    const program *p = program_of(r);
    const lang_native *native = native_to_play(r, s);
    if (who == TSR_CHANCE) {
        if (!native || !native->rolled || !native->rolled(s, (int32_t)m - 1)) {
            walk_roll(p, s, (int32_t)m - 1);
        }
    } else if (!native || !native->play(s, m)) {
        walk_play(p, s, m);
    }
}

// Ply by ply, where turns have to be compared.
static uint32_t play_distinct(const tsr_rules *r, void *s, tsr_rng *g, uint32_t max_plies) {
    uint32_t plies = 0;
    for (uint32_t turn = slot_turn(r, s); turn && plies < max_plies; turn = slot_turn(r, s)) {
        const int who = __builtin_ctz(turn);
        slot_play(r, s, who, slot_sample(r, s, who, g));
        plies++;
    }
    return plies;
}

uint32_t slot_playout(const tsr_rules *r, void *s, tsr_rng *g, uint32_t max_plies) {
    if (program_of(r)->distinct) {
        return play_distinct(r, s, g, max_plies);
    }
    const lang_native *native = native_to_play(r, s);
    return native ? native->playout(s, g, max_plies) : walk_playout(program_of(r), s, g, max_plies);
}

void slot_result(const tsr_rules *r, const void *s, tsr_result *out) {
    const program *p = program_of(r);
    const ir_head *h = s;
    int32_t score[MAX_PLAYERS] = {0};
    if (p->has_score && native_of(r)) {
        native_of(r)->scores(s, score);
    } else if (p->has_score) {
        walk_scores(p, s, score);
    }
    for (int c = 0; c < r->players; c++) {
        tsr_result *one = &out[seat_of(h, c)];
        memset(one, 0, sizeof *one);
        // In a view it would be counted from things of the kind `?`.
        const int32_t told = h->over || !scene_score_is_secret(p, s, c) ? score[c] : 0;
        one->score = p->half_points ? (told >= 0 ? told / 2 : -((1 - told) / 2)) : told;
        int alone = r->players == 1 && h->over == IR_LOSE; // nobody is first where all have lost
        one->rank = h->over ? (uint8_t)(h->rank[c] + alone) : 0;
    }
}

void slot_info(const tsr_rules *r, const void *s, tsr_info *out) {
    const program *p = program_of(r);
    const ir_head *h = s;
    memset(out, 0, sizeof *out);
    out->stamp = h->turns * 256 + h->rolls % 256;
    out->round = (uint16_t)(h->turns / r->players + 1);
    if (h->over) {
        out->ask = TSR_ASK_OVER;
        return;
    }
    if (walk_at_roll(p, s)) {
        out->ask = TSR_ASK_CHANCE;
        tsr_say(&out->prompt, TSR_LINE_DRAWING);
        return;
    }
    out->ask = h->pc ? TSR_ASK_CHOICE : TSR_ASK_MOVE;
    tsr_say(&out->prompt, h->pc ? SAY_GO_ON : SAY_MOVE, TSR_PLAYER(seat_of(h, h->me)));
}

uint64_t slot_hash(const tsr_rules *r, const void *s) {
    const program *p = program_of(r);
    ir_head h = *(const ir_head *)s;
    h.turns = h.turns + 200 > (uint32_t)p->limit ? h.turns : 0; // only counts near the limit
    h.rolls = 0;
    uint64_t x = tsr_hash_bytes(&h, sizeof h, 7);
    if (p->past.uses_ring == 2) { // which positions may come again depends on all there were
        const uint64_t *ring = (const uint64_t *)(const void *)((const char *)s + p->size.ring_off);
        for (int i = 0; i < h.ring_count; i++) {
            x += tsr_mix(ring[i]);
        }
    }
    return tsr_hash_bytes((const char *)s + sizeof h, p->size.ring_off - sizeof h, x);
}

int tsr_lang_plan(const tsr_rules *r, char *buf, size_t cap) {
    return r->g.open == lang_table.open ? plan_text(program_of(r), buf, cap) : -1;
}

int tsr_lang_automaton(const tsr_rules *r, char *buf, size_t cap) {
    return tsr_lang_is(r) ? ir_automaton(program_of(r), buf, cap) : -1;
}

int tsr_lang_is(const tsr_rules *r) {
    return r->g.open == lang_table.open;
}

int tsr_lang_disasm(const tsr_rules *r, char *buf, size_t cap) {
    return r->g.open == lang_table.open ? ir_disasm(program_of(r), buf, cap) : -1;
}

// --- Compiled code ------------------------------------------------------------------------

static int is_lang(const tsr_rules *r) {
    return r->g.open == lang_table.open;
}

tsr_err tsr_lang_print_c(const tsr_rules *r, int standalone, char **out, size_t *size,
                         tsr_error *err) {
    buffer text;
    if (!is_lang(r)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "%s is not written in the rules language",
                        r->g.name);
    }
    const lang_sources *src = r->g.self;
    cgen_source source = {.embed = standalone ? src : NULL};
    buffer_init(&text, r->alloc);
    tsr_err e = cgen_print(program_of(r), &source, &text, err);
    *size = text.size;
    *out = e ? NULL : tsr_mem_new(r->alloc, text.size + 1);
    if (!e && !*out) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "no memory to print the rules as C");
    }
    if (!e) {
        memcpy(*out, buffer_text(&text), text.size + 1);
    }
    buffer_deinit(&text);
    return e;
}

tsr_err tsr_lang_attach(tsr_rules *r, const void *table, tsr_error *err) {
    const lang_native *native = table;
    if (!is_lang(r)) {
        return table ? tsr_fail(err, TSR_ERR_ARGUMENT, "%s is not written in the rules language",
                                r->g.name)
                     : TSR_OK;
    }
    lang_unit *u = r->data;
    if (native && (native->abi != LANG_NATIVE_ABI || native->size != sizeof *native)) {
        return tsr_fail(err, TSR_ERR_ABI, "compiled by another version of Tessera");
    }
    if (native && (native->program != u->hash || native->state_size != r->state_size)) {
        return tsr_fail(err, TSR_ERR_MISMATCH, "compiled from other rules or for other options");
    }
    u->native = native;
    return TSR_OK;
}

int tsr_lang_team(const tsr_rules *r, int player) {
    const program *p = tsr_lang_is(r) ? program_of(r) : NULL;
    return p && p->teams && player >= 0 && player < p->players ? p->team[player] : -1;
}

int tsr_lang_is_compiled(const tsr_rules *r) {
    return is_lang(r) && native_of(r) != NULL;
}

const tsr_game_more lang_more = {LANG_MORE};

const char *const lang_view_words[] = {"joined", "split", NULL};

const tsr_game lang_table = {LANG_SLOTS, .more = &lang_more};

const tsr_game lang_hidden_table = {LANG_SLOTS, LANG_HIDDEN, .more = &lang_more};
