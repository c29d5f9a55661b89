// SPDX-License-Identifier: MIT
//
// A unit that is ready to be played: compiled for the options chosen, with its words, its start position and
// everything else that is made of the program once and only looked up from then on. Nothing in it is an
// address of a function, so that a page can load what was made elsewhere (src/wasm/image.c).
#include "lang/game/ready.h"

#include "lang/game/actions.h"
#include "lang/game/eval.h"
#include "lang/game/features.h"
#include "lang/game/joint_state.h"
#include "lang/game/observe.h"
#include "lang/game/solve.h"
#include "lang/lower/lower.h"
#include "lang/vm/walk.h"

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

// What agents and those who learn read of the rules.
static int make_numbers(lang_unit *u) {
    program *p = &u->p;
    u->eval = eval_new(p, &u->a);
    u->features = u->eval ? features_new(p, &u->a) : NULL;
    u->actions = u->features ? actions_new(p, u->features->turned, &u->a) : NULL;
    u->sight = u->actions ? sight_new(p, u->features->turned, &u->a) : NULL;
    return u->sight && solver_new(p, &u->a, &u->solver);
}

static int make_start(lang_unit *u) {
    program *p = &u->p;
    p->start = arena_new(&u->a, p->size.state_size);
    if (!p->start) {
        return 0;
    }
    walk_start(p, p->start);
    joint_settle(p, p->start);
    return 1;
}

static int complete(lang_unit *u, const lang_sources *src, const unit_wish *w,
                    const tsr_alloc *alloc) {
    if (!make_words(u) || !add_guard_words(u) || !make_start(u)) {
        return 0;
    }
    u->hash = ir_hash(&u->p);
    u->look = board_face_of(&u->p, src);
    if (u->g.reason_count) {
        u->teller = lang_unit_to_tell(src, w->options, w->view, w->players, alloc);
    }
    return (u->teller || !u->g.reason_count) && make_numbers(u);
}

tsr_err lang_unit_ready(const lang_sources *src, const unit_wish *w, const tsr_alloc *alloc,
                        lang_unit **out, tsr_error *err) {
    lang_unit *u = lang_unit_of(src, w->options, w->view, w->players, alloc);
    tsr_err e = TSR_OK;
    if (u && u->diags.errors) {
        const diag *d = &u->diags.item[0];
        e = tsr_fail_at(err, TSR_ERR_ARGUMENT, d->at.line, d->at.col, "%s", d->head);
    } else if (!u || !complete(u, src, w, alloc)) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "no memory to compile the rules");
    }
    if (e) {
        lang_unit_free(u);
        return e;
    }
    *out = u;
    return TSR_OK;
}
