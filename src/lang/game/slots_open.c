// SPDX-License-Identifier: MIT
//
// Opening a rules file as a game: its program, its words, compiled code that fits, and what networks read of it.
#include "lang/game/joint_state.h"
#include "lang/game/slots.h"

#include <stdio.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/cgen/cgen.h"
#include "lang/game/actions.h"
#include "lang/game/eval.h"
#include "lang/game/features.h"
#include "lang/game/leaflet.h"
#include "lang/game/observe.h"
#include "lang/game/solve.h"
#include "lang/lower/lower.h"
#include "lang/plan/plan.h"

// Words for sentences: cells first, then piece types, then texts of rules.
static int make_words(lang_unit *u) {
    program *p = &u->p;
    int room = p->b.cells + p->types + p->players + 512;
    p->words.names = arena_new(&u->a, (size_t)room * sizeof *p->words.names);
    if (!p->words.names) {
        return 0;
    }
    int n = 0;
    for (; n < p->b.cells; n++) {
        p->words.names[n] = p->b.name[n] ? p->b.name[n] : "?";
    }
    p->words.name_types = n;
    for (int t = 0; t < p->types; t++) {
        p->words.names[n++] = p->g->pieces[t].name;
    }
    for (int i = 0; i < p->words.label_count; i++) {
        p->words.names[n++] = p->words.label[i];
    }
    p->words.name_reasons = n;
    for (int i = 0; i < p->g->reason_count; i++) {
        p->words.names[n++] = p->g->reasons[i].text;
    }
    p->words.name_count = n;
    return 1;
}

const char *const lang_lines[] = {"",
#define X(name, text) text,
                                  LANG_LINES(X)
#undef X
};

// The text of a condition as a word for sentences.
static int add_word(lang_unit *u, const ast *e) {
    program *p = &u->p;
    char text[120];
    size_t n = ast_line(e, text, sizeof text);
    const char *copy = arena_text(&u->a, text, n);
    if (!copy || p->words.name_count >= p->b.cells + p->types + p->players + 512) {
        return -1;
    }
    p->words.names[p->words.name_count] = copy;
    return p->words.name_count++;
}

static int note_condition(const ast *n, void *with) {
    lang_unit *u = with;
    program *p = &u->p;
    int names_cells = n->kind == R_CHOOSE || n->kind == R_TAKE || n->kind == R_PLACE;
    int is_guard = n->kind == R_IF || n->kind == R_REQUIRE || n->kind == R_MOTION || names_cells;
    const ast *e = n->kind == R_REQUIRE || names_cells ? n->a : n->b;
    if (!is_guard || !e || p->words.guard_count >= IR_MAX_GUARDS) {
        return 1;
    }
    // A conjunction is explained part by part.
    const ast *part[8];
    int count = 0;
    while (e->kind == A_AND && count < 7 && n->kind != R_MOTION) {
        part[count++] = e->b;
        e = e->a;
    }
    part[count++] = e;
    while (count-- > 0 && p->words.guard_count < IR_MAX_GUARDS) {
        ir_guard *g = &p->words.guard[p->words.guard_count];
        g->at = n;
        g->cond = part[count];
        int word = add_word(u, part[count]);
        if (word < 0) {
            return 0;
        }
        g->word = (uint16_t)word;
        p->words.guard_count++;
    }
    return 1;
}

static int add_guard_words(lang_unit *u) {
    const game_ast *g = &u->g;
    int ok = 1;
    for (int i = 0; i < g->piece_count; i++) {
        ok = ok && scan_tree(g->pieces[i].abilities, note_condition, u);
        ok = ok && scan_tree(g->pieces[i].after, note_condition, u);
    }
    for (int i = 0; i < g->phase_count; i++) {
        ok = ok && scan_tree(g->phases[i].turn, note_condition, u);
    }
    for (int i = 0; i < g->def_count; i++) {
        ok = ok && (!g->defs[i].is_rule || scan_tree(g->defs[i].body, note_condition, u));
    }
    return ok;
}

// In a file with `turn` views the last option says which.
static int view_of(const tsr_rules *r, const lang_sources *src) {
    return src->has_view ? (r->opt[r->g.option_count - 1] ? VIEW_SPLIT : VIEW_JOINED) : 0;
}

tsr_err slot_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    const lang_sources *src = r->g.self;
    (void)data, (void)size;
    lang_unit *u = lang_unit_of(src, r->opt, view_of(r, src), r->players, r->alloc);
    if (!u) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to compile the rules");
    }
    if (u->diags.errors) {
        const diag *d = &u->diags.item[0];
        tsr_err e = tsr_fail_at(err, TSR_ERR_ARGUMENT, d->at.line, d->at.col, "%s", d->head);
        lang_unit_free(u);
        return e;
    }
    if (!make_words(u) || !add_guard_words(u)) {
        lang_unit_free(u);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to compile the rules");
    }
    program *p = &u->p;
    p->start = arena_new(&u->a, p->size.state_size);
    if (!p->start) {
        lang_unit_free(u);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to compile the rules");
    }
    walk_start(p, p->start);
    joint_settle(p, p->start);
    // Who leaves out a rewrite wants to see the interpreter without it.
    u->native = p->passes_off ? NULL : lang_native_builtin(ir_hash(p));
    u->look = board_face_of(p, src);
    u->eval = eval_new(p, &u->a);
    lang_features *seen = u->eval ? features_new(p, eval_table(u->eval), &u->a) : NULL;
    lang_actions *numbers = seen ? actions_new(p, seen->turned, &u->a) : NULL;
    u->sight = numbers ? sight_new(p, seen->turned, &u->a) : NULL;
    if (!u->sight || !solver_new(p, &u->a, &u->solver)) {
        lang_unit_free(u);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to compile the rules");
    }
    u->features = seen;
    u->actions = numbers;
    r->action_count = numbers->count;
    seen->ai.prove = u->solver ? slot_prove : NULL;
    r->g.ai = &u->features->ai;
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
    if (!reasons_fit(r, view_of(r, src))) {
        lang_unit_free(u);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to compile the rules");
    }
    r->hash = leaflet_hash_rest(src->text, r->hash);
    for (const lang_sources *from = src->parent; from; from = from->parent) {
        r->hash = leaflet_hash_rest(from->text, r->hash);
    }
    return TSR_OK;
}

void slot_close(tsr_rules *r) {
    lang_unit_free(r->data);
}

// --- Playing -----------------------------------------------------------------------------
