// SPDX-License-Identifier: MIT
//
// Opening a rules file as a game: a unit that was made for it, and compiled code that fits.
#include "lang/game/eval.h"
#include "lang/game/features.h"
#include "lang/game/leaflet.h"
#include "lang/game/ready.h"
#include "lang/game/slots.h"
#include "lang/game/solve.h"

const char *const lang_lines[] = {"",
#define X(name, text) text,
                                  LANG_LINES(X)
#undef X
};

// In a file with `turn` views the last option says which.
static int view_of(const tsr_rules *r, const lang_sources *src) {
    return src->has_view ? (r->opt[r->g.option_count - 1] ? VIEW_SPLIT : VIEW_JOINED) : 0;
}

// What agents ask about; a game for which nothing counts has no heuristic.
static const tsr_game_ai *fill_ai(lang_unit *u) {
    u->features->ai = (tsr_game_ai){
        .size = sizeof(tsr_game_ai),
        .feature_count = u->features->count,
        .heuristic = u->eval->counts ? slot_heuristic : NULL,
        .features = slot_features,
        .rate = slot_rate,
        .noisy = slot_noisy,
        .prove = u->solver ? slot_prove : NULL,
    };
    return &u->features->ai;
}

// What callers of the contract see of a unit.
static void fill_rules(tsr_rules *r, lang_unit *u) {
    const program *p = &u->p;
    r->action_count = u->actions->count;
    r->g.ai = fill_ai(u);
    r->data = u;
    r->state_size = p->size.state_size;
    r->max_moves = (uint32_t)p->size.max_moves;
    r->max_chance = (uint32_t)lang_most_chance(p);
    r->max_plies = (uint32_t)p->size.max_plies;
    r->names = (const char *const *)p->words.names;
    r->name_count = (uint16_t)p->words.name_count;
    r->lines = lang_lines;
    r->seats = p->words.player;
    r->line_count = SAY_COUNT_;
    joint_fit(r);
    reasons_fit(r);
}

tsr_err slot_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    const lang_sources *src = r->g.self;
    const unit_wish wish = {r->opt, view_of(r, src), r->players};
    lang_unit *u = NULL;
    (void)data, (void)size;
    tsr_err e = lang_unit_ready(src, &wish, r->alloc, &u, err);
    if (e) {
        return e;
    }
    // Who leaves out a rewrite wants to see the interpreter without it.
    u->native = u->p.passes_off ? NULL : lang_native_builtin(u->hash);
    fill_rules(r, u);
    r->hash = leaflet_hash_rest(src->text, r->hash);
    for (const lang_sources *from = src->parent; from; from = from->parent) {
        r->hash = leaflet_hash_rest(from->text, r->hash);
    }
    return TSR_OK;
}

void slot_close(tsr_rules *r) {
    lang_unit_free(r->data);
}
