// SPDX-License-Identifier: MIT
//
// Tables for the page: what a match shows to a seat, its log, and its end, in the words of docs/wire.md.
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/registry.h>

#include "abi/table.h"
#include "room/wire_game.h"
#include "room/wire_log.h"
#include "wasm/wasm.h"

static buffer out; // what was said last
static wire_scene scenes;

static const tsr_rules *rules_of(const tsr_table *t) {
    return t->rs->r;
}

static int is_over(const tsr_table *t) {
    return tsr_match_end(t->match) != TSR_END_NONE;
}

// A state to work in; free().
static void *new_state(const tsr_table *t) {
    return aligned_alloc(64, (rules_of(t)->state_size + 63) / 64 * 64);
}

// --- Log -----------------------------------------------------------------------------------------------

const char *tsr_wasm_log(const tsr_table *t, int from, int to, int eyes, int is_new) {
    buffer_clear(&out);
    buffer_add_text(&out, "[");
    void *state = t ? new_state(t) : NULL, *after = t ? new_state(t) : NULL;
    void *walk = t ? new_state(t) : NULL;
    if (state && after && walk && from >= 0 && to <= tsr_match_ply_count(t->match)) {
        const wire_log log = {&scenes, rules_of(t), t->match, state, after, walk};
        wire_add_entries(&out, &log, from, to, eyes, is_new);
    }
    free(state);
    free(after);
    free(walk);
    buffer_add_text(&out, "]");
    return buffer_text(&out);
}

// --- Sight ---------------------------------------------------------------------------------------------

// What `viewer` sees after `ply` plies; when the match is over all see all.
static void see(const tsr_table *t, int ply, int viewer, void *state) {
    const tsr_rules *r = rules_of(t);
    tsr_match_state_at(t->match, ply, state);
    if (!is_over(t)) {
        r->g.view(r, state, viewer, state);
    }
}

const char *tsr_wasm_look(const tsr_table *t, int ply, int viewer) {
    void *state = t && ply >= 0 && ply <= tsr_match_ply_count(t->match) ? new_state(t) : NULL;
    buffer_clear(&out);
    if (!state) {
        return "null";
    }
    see(t, ply, viewer, state);
    wire_add_scene(&out, &scenes, rules_of(t), state, viewer);
    free(state);
    return buffer_text(&out);
}

const char *tsr_wasm_question(const tsr_table *t, int seat) {
    void *state = t && seat >= 0 && seat < rules_of(t)->players ? new_state(t) : NULL;
    buffer_clear(&out);
    if (!state) {
        return "null";
    }
    int ply = tsr_match_ply_count(t->match);
    int asked = tsr_match_waiting(t->match) >> seat & 1u;
    tsr_match_view(t->match, seat, state);
    wire_add_ask(&out, rules_of(t), state, asked ? seat : -1, ply + 1,
                 asked && tsr_match_take_back(t->match, seat) < ply, tsr_match_names(t->match));
    free(state);
    return buffer_text(&out);
}

// The reason, on the seat's own view, so that it cannot tell more than the seat may know.
const char *tsr_wasm_reason(const tsr_table *t, int seat, const uint32_t *pick, int picks) {
    void *state = t && seat >= 0 && seat < rules_of(t)->players ? new_state(t) : NULL;
    buffer_clear(&out);
    if (!state) {
        return "";
    }
    const tsr_rules *r = rules_of(t);
    tsr_line line;
    tsr_match_view(t->match, seat, state);
    tsr_move meant = r->more.picked(r, state, seat, pick, picks);
    if (meant && tsr_why_not(r, state, seat, meant, &line) != 0) {
        char text[512];
        tsr_line_text(r, &line, tsr_match_names(t->match), text, sizeof text);
        buffer_add_text(&out, text);
    }
    free(state);
    return buffer_text(&out);
}

// --- Its end, and steps back ---------------------------------------------------------------------------

const char *tsr_wasm_end(const tsr_table *t) {
    static const char *const words[] = {"none", "rules", "forfeit", "resigned", "agreed"};
    tsr_result result[TSR_MAX_PLAYERS] = {0};
    buffer_clear(&out);
    if (!t || !is_over(t)) {
        return "null";
    }
    tsr_match_result(t->match, result);
    buffer_add_text(&out, "{\"result\":[");
    for (int p = 0; p < rules_of(t)->players; p++) {
        buffer_addf(&out, "%s{\"rank\":%u,\"score\":%d}", p ? "," : "", (unsigned)result[p].rank,
                    (int)result[p].score);
    }
    buffer_addf(&out, "],\"end\":\"%s\",\"parts\":", words[tsr_match_end(t->match)]);
    wire_add_parts(&out, rules_of(t), tsr_match_state(t->match));
    buffer_add_text(&out, "}");
    return buffer_text(&out);
}

int tsr_wasm_resign(tsr_table *t, int seat, tsr_problem *why) {
    if (!t || seat < 0 || seat >= rules_of(t)->players || is_over(t)) {
        return abi_fail(why, TSR_FAIL_STATE, "nobody can resign there");
    }
    tsr_err e = tsr_match_resign(t->match, seat, tsr_now_ms());
    return e ? abi_fail(why, (int)e, "%s", tsr_err_text(e)) : 0;
}

int tsr_wasm_take_back(const tsr_table *t, int seat, int alone) {
    if (!t || seat < 0 || seat >= rules_of(t)->players) {
        return TSR_FAIL_ARGUMENT;
    }
    return alone ? tsr_match_take_back(t->match, seat) : tsr_match_previous(t->match, seat);
}

// --- What there is to play -----------------------------------------------------------------------------

const char *tsr_wasm_game(const char *name) {
    struct tsr_registry *reg = abi_registry();
    const tsr_game *g = reg && name ? tsr_registry_game(reg, name, NULL) : NULL;
    buffer_clear(&out);
    if (g) {
        wire_open_game(&out, g);
        buffer_add_text(&out, "}");
    }
    tsr_registry_free(reg);
    return g ? buffer_text(&out) : "null";
}
