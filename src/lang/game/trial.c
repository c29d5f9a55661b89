// SPDX-License-Identifier: MIT
//
// Random play before anybody plays (trial.h).
#include "lang/game/trial.h"

#include <string.h>

#include <tessera/rng.h>

#include "lang/game/crowded.h"
#include "lang/game/joint_state.h"
#include "lang/game/knows.h"
#include "lang/game/state.h"
#include "lang/game/view.h"
#include "lang/lower/lower.h"
#include "lang/lower/lower_stray.h"
#include "lang/vm/walk.h"

enum { TRIAL_POSITIONS = 200, TRIAL_GAME = 50 };

// Where numbers might leave their range: whole games, since they grow as a game goes on.
enum { STRAY_POSITIONS = 3000, STRAY_GAME = 600 };

static void refuse(lang_unit *u, int moves) {
    const ast *turn = u->g.phases[0].turn;
    if (moves >= TSR_MAX_MOVES) {
        diag *d = diag_add(&u->diags, DIAG_TOO_LONG, lower_first_of(turn),
                           "there are positions with more than %d moves", TSR_MAX_MOVES);
        diag_note(d, u->p.split ? "a single choice has so many" : "here the choices multiply");
        if (!u->p.split) {
            diag_help(d, "ask choice by choice:   turn split: …");
        }
        return;
    }
    diag *d = diag_add(&u->diags, DIAG_TOO_LONG, lower_first_of(turn),
                       "the moves of some positions take too long to find");
    diag_note(d, "a turn has at most 40 choices, and finding its moves %d steps", WALK_STEPS);
    diag_help(d, "say how often something is repeated:   repeat … up to 3");
}

static const char after_choice[] = "decide it after the choice:   when … is …: …";
static const char by_who_knows[] = "let the player who knows it choose or say so, or `show` it "
                                   "first:   let enemy: (… or say none if …)";

static void cannot_know(lang_unit *u, span at, const char *why, const char *help) {
    diag *d = diag_add(&u->diags, DIAG_CANNOT_KNOW, at, "the player to move cannot know this");
    diag_note(d, "%s", why);
    diag_help(d, "%s", help);
}

tsr_err lang_prove(lang_unit *u, const tsr_alloc *alloc) {
    void *state = u->p.unknown < 0 ? NULL : tsr_mem_new(alloc, u->p.size.state_size);
    int decides_rest = 0;
    tsr_rng g;
    tsr_rng_init(&g, 1);
    if (u->p.unknown < 0 || !state) {
        return u->p.unknown < 0 ? TSR_OK : TSR_ERR_MEMORY;
    }
    const ast *e = knows_prove(u, knows_empty(u, state, &g), &decides_rest);
    if (e) {
        cannot_know(u, lower_span_of(e), "kinds of things are hidden from the mover here",
                    decides_rest ? by_who_knows : after_choice);
    }
    tsr_mem_free(alloc, state, u->p.size.state_size);
    return TSR_OK;
}

// Whoever is on turn must find the same moves in what he sees; `more` has room for a list and a state.
static int asks_for_secrets(lang_unit *u, const void *state, const tsr_move *list, int n,
                            tsr_move *more) {
    const program *p = &u->p;
    const ir_head *h = state;
    void *view = more + TSR_MAX_MOVES;
    if (p->unknown < 0) {
        return 0;
    }
    lang_view(p, state, seat_of(h, h->me), view);
    if (walk_moves(p, view, more, p->size.max_moves) == n &&
        memcmp(list, more, (size_t)n * sizeof *list) == 0) {
        return 0;
    }
    cannot_know(u, lower_first_of(u->g.phases[h->phase].turn),
                "what may be chosen depends on things that are hidden", after_choice);
    return 1;
}

// Several choose at once: what each may choose must not depend on what the others have chosen. One answer after the
// other is played, and each finds what it would have found before.
static int depends_on_others(lang_unit *u, const void *state, tsr_move *list, tsr_rng *g) {
    const program *p = &u->p;
    const uint32_t who = joint_waiting(p, state);
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } alone, later;
    memcpy(later.bytes, state, p->size.state_size);
    if (!joint_begins(p, state)) { // some have chosen already: here they do so one after the other
        return 0;
    }
    for (int i = 0; i < p->players && !((const ir_head *)(const void *)later.bytes)->over; i++) {
        tsr_move *more = list + TSR_MAX_MOVES;
        if (!(who >> i & 1)) {
            continue;
        }
        joint_for(p, state, i, alone.bytes);
        const int n = walk_moves(p, alone.bytes, list, p->size.max_moves),
                  m = walk_moves(p, later.bytes, more, p->size.max_moves);
        if (n != m || memcmp(list, more, (size_t)n * sizeof *list) != 0) {
            const ast *turn = u->g.phases[((const ir_head *)state)->phase].turn;
            diag *d = diag_add(&u->diags, DIAG_AT_ONCE, lower_first_of(turn),
                               "what one may choose depends on what another chooses at once");
            diag_note(d, "after the choice of %s, %s has others", u->g.players[0].name,
                      u->g.players[i].name);
            diag_help(d,
                      "let them choose from what is their own, or one after the other:   let %s: …",
                      u->g.players[0].name);
            return 1;
        }
        if (n > 0) {
            walk_play(p, later.bytes, more[tsr_rng_below(g, (uint32_t)n)]);
            joint_settle(p, later.bytes);
        }
    }
    return 0;
}

// What guesses are measured by must hold.
static int is_not_always(lang_unit *u, const void *state) {
    if (lang_is_as_always(&u->p, state)) {
        return 0;
    }
    diag *d = diag_add(&u->diags, DIAG_NOT_ALWAYS, u->g.always[0]->at, "this does not always hold");
    diag_note(d, "after %u turns it does not hold", ((const ir_head *)state)->turns);
    diag_help(d, "`always` helps bots to guess what they cannot see; say less, or leave it out");
    return 1;
}

// --- Deals from an empty area ------------------------------------------------------------------------

typedef struct step_search {
    uint32_t place;
    ast_kind kind;
    const ast *found;
} step_search;

static int look_for_step(const ast *n, void *with) {
    step_search *s = with;
    if (n->kind == s->kind && lower_place_of(n) == s->place) {
        s->found = n;
    }
    return 1;
}

// The step of this kind that stands at a place.
static const ast *step_at(const lang_unit *u, ast_kind kind, uint32_t place) {
    step_search s = {.place = place, .kind = kind};
    const game_ast *g = &u->g;
    scan_tree(g->setup.steps, look_for_step, &s);
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, look_for_step, &s);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, look_for_step, &s);
    }
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].abilities, look_for_step, &s);
        scan_tree(g->pieces[i].after, look_for_step, &s);
    }
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].stuck, look_for_step, &s);
    }
    return s.found;
}

// A unit made to be tried deals without looking whether there is anything.
static int deals_nothing(lang_unit *u, const void *state, int node) {
    const ir_node *n = &u->p.node[node];
    char text[60], from[30];
    if (!ir_is_deal(n) || walk_outcomes(&u->p, state, NULL, NULL, NULL)) {
        return 0;
    }
    const ast *r = step_at(u, R_DEAL, n->place);
    ast_line(r, text, sizeof text);
    ast_line(r->b, from, sizeof from);
    diag *d = diag_add(&u->diags, DIAG_NOTHING_LEFT, r->at, "there may be nothing left to deal");
    diag_note(d, "`%s` may be empty here", from);
    diag_help(d, "say what happens then:   %s when %s", text, from);
    return 1;
}

// Plays on from `state`; 0 = something was left out of a list.
static int try_position(lang_unit *u, void *state, tsr_move *list, tsr_rng *g) {
    const program *p = &u->p;
    int at = walk_at_roll(p, state), n = 0;
    if (is_not_always(u, state)) {
        return 0;
    }
    if (joint_waiting(p, state) && depends_on_others(u, state, list, g)) {
        return 0;
    }
    if (at && deals_nothing(u, state, at)) {
        return 0;
    }
    if (at) {
        walk_roll(p, state, walk_draw(p, state, g));
        return 1;
    }
    if (walk_meter(p, state, list, TSR_MAX_MOVES, &n)) {
        refuse(u, n);
        return 0;
    }
    n = walk_moves(p, state, list, p->size.max_moves);
    if (asks_for_secrets(u, state, list, n, list + TSR_MAX_MOVES)) {
        return 0;
    }
    if (n > 0) {
        walk_play(p, state, list[tsr_rng_below(g, (uint32_t)n)]);
        joint_settle(p, state);
    }
    return n > 0;
}

// --- Numbers that may leave their range ------------------------------------------------------------------

// Plays on at random; 0 = the game is over.
static int play_on(const program *p, void *state, tsr_move *list, tsr_rng *g) {
    const int goes_on = crowded_go_on(p, state, list, g);
    joint_settle(p, state);
    return goes_on && !((const ir_head *)state)->over;
}

// What a program made to be tried has noted.
static void say_strayed(lang_unit *u, const void *state) {
    const int32_t *why = state_nums(&u->p, state) + u->p.at.why;
    const ast *r = why[0] ? step_at(u, R_ASSIGN, (uint32_t)why[0]) : NULL;
    if (r) {
        lower_say_strays(&u->diags, &u->g, r, (ir_range){why[1], why[1]});
    }
}

static void try_numbers(lang_unit *u, void *state, tsr_move *list, tsr_rng *g) {
    int unproved = 0;
    for (int i = 0; i < u->g.var_count; i++) {
        unproved |= u->g.vars[i].unproved != NULL;
    }
    for (int done = 0; unproved && done < STRAY_POSITIONS && !u->diags.errors; done++) {
        walk_start(&u->p, state);
        joint_settle(&u->p, state);
        for (int i = 0; i < STRAY_GAME && play_on(&u->p, state, list, g); i++) {
            done++;
        }
        say_strayed(u, state);
    }
    for (int i = 0; i < u->g.var_count && !u->diags.errors; i++) {
        if (u->g.vars[i].unproved) {
            lower_say_may_stray(&u->diags, &u->g, u->g.vars[i].unproved);
        }
    }
}

tsr_err lang_try(lang_unit *u, const tsr_alloc *alloc) {
    // a list of moves; another one and a view; the position
    const size_t moves = (size_t)TSR_MAX_MOVES * sizeof(tsr_move),
                 both = 2 * moves + u->p.size.state_size, size = both + u->p.size.state_size;
    unsigned char *block = tsr_mem_new(alloc, size);
    tsr_move *list = (tsr_move *)(void *)block;
    void *state = block ? block + both : NULL;
    tsr_rng g;
    tsr_rng_init(&g, 1);
    const tsr_err e = lang_prove(u, alloc);
    for (int done = 0; block && done < TRIAL_POSITIONS && !u->diags.errors;) {
        walk_start(&u->p, state);
        joint_settle(&u->p, state);
        for (int i = 0; i < TRIAL_GAME && !((const ir_head *)state)->over; i++) {
            done++;
            if (!try_position(u, state, list, &g)) {
                break;
            }
        }
        done++;
    }
    if (block && !u->diags.errors) {
        try_numbers(u, state, list, &g);
    }
    tsr_mem_free(alloc, block, size);
    return block ? e : TSR_ERR_MEMORY;
}
