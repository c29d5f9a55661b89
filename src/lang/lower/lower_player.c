// SPDX-License-Identifier: MIT
//
// Turns and endings, as they are for one player.
#include "lang/lower/game_stages.h"

#include <string.h>

#include "lang/ir/pass.h"

static const decl_ending *stuck_of(const game_ast *g, int *index) {
    for (int i = 0; i < g->ending_count; i++) {
        if (g->endings[i].stuck) {
            *index = i;
            return &g->endings[i];
        }
    }
    *index = g->ending_count;
    return NULL;
}

// What `was(...)` asks for is noted before anything else happens in the turn, or right
// after the roll it begins with.
static int remember_sets(lower *l, int start) {
    if (!l->has->was || l->p->node[start].kind == N_DEAD) {
        return start;
    }
    int node = lower_new_node(l, N_DO, 0, 0);
    l->here = NO_REG;
    uint32_t code = lower_begin_code(l);
    for (int i = 0; i < l->has->was; i++) {
        const ast *e = l->has->was_rule[i];
        int named = lower_named(l, e), cells = lower_set(l, e->a, "`was` takes cells");
        lower_emit(l, OP_MOV, named, cells, 0, 0, 0);
    }
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    if (l->p->node[start].kind == N_ROLL) {
        l->p->node[node].next = l->p->node[start].next;
        l->p->node[start].next = (uint16_t)node;
        return start;
    }
    l->p->node[node].next = (uint16_t)start;
    return node;
}

static void lower_phase(lower *l, int index) {
    const decl_phase *d = &l->g->phases[index];
    ir_phase *ph = &l->p->phase[index];
    rule_context ctx = {.bound = HERE_OPEN, .type = -1};
    int at;
    const decl_ending *stuck = stuck_of(l->g, &at);
    if (!lower_has_choice(l, d->turn)) {
        diag *g = diag_add(l->diags, DIAG_NOTHING_TO_DO, lower_first_of(d->turn),
                           "this turn offers no choice");
        diag_help(g, "choices are move, place, choose, remove one, pass and motions");
        return;
    }
    l->in_turn = 1;
    int start = lower_rule(l, d->turn, ctx, 0);
    if (stuck && lower_has_choice(l, stuck->stuck)) {
        start = lower_new_node(l, N_ELSE, start, lower_rule(l, stuck->stuck, ctx, 0));
    }
    start = remember_sets(l, start);
    l->in_turn = 0;
    ph->start[l->me] = (uint16_t)start;
    ph->next_count = d->next_count;
    for (int i = 0; i < d->next_count; i++) {
        int to = -1;
        for (int k = 0; k < l->g->phase_count; k++) {
            if (l->g->phases[k].name && strcmp(l->g->phases[k].name, d->next[i].phase) == 0) {
                to = k;
            }
        }
        if (to < 0) {
            ast word = {.kind = A_TITLE, .at = d->next[i].at, .name = d->next[i].phase};
            lower_unknown_word(l, &word, "phase");
            to = 0;
        }
        l->here = NO_REG;
        ph->next_phase[i] = (uint8_t)to;
        uint32_t code = lower_cond_code(l, d->next[i].cond);
        ph->next_code[l->me][i] = code;
    }
}

// Who is out must be known before anybody asks whether the next player is stuck: it says who that is.
static int is_asked_there(const decl_ending *e, int from, int is_between) {
    return e->cond && (e->what == OUT_OUT ? from == 0 : is_between);
}

// One ending, with `who` as `me`.
static void lower_ending(lower *l, const decl_ending *e, int who) {
    const int me = l->me;
    label no = {0};
    l->me = who;
    if (who != me && e->what == OUT_OUT) {
        lower_jump_if_out(l, who, &no);
    }
    if (!lower_delta(l, e->cond, e->player != NULL, &no)) {
        lower_cond(l, e->cond, 0, &no);
    }
    lower_note_end(l, e->reason);
    if (e->what == OUT_OUT) {
        lower_out(l, e->at);
    } else {
        lower_emit(l, OP_OUTCOME, (int)e->what, who, 0, 0, 0);
    }
    lower_emit_label(l, &no);
    l->me = me;
}

// Whether a condition reads a var that every player has: others' turns change it, too.
static int reads_own_var(lower *l, const ast *cond) {
    int found = 0;
    for (int i = 0; i < l->g->var_count && !found; i++) {
        found = l->g->vars[i].each && lower_mentions_word(l, cond, l->g->vars[i].name);
    }
    return found;
}

// Who is out by a var of his own is out whoever has moved: the mover first, then the others as they sit.
static void lower_out_of_all(lower *l, const decl_ending *e) {
    for (int i = 0; i < l->p->players; i++) {
        lower_ending(l, e, (l->me + i) % l->p->players);
    }
}

// Endings from `from` up to `to`, in the author's order; answers 0 if none holds.
static uint32_t lower_endings(lower *l, int from, int to) {
    uint32_t code = lower_begin_code(l);
    l->here = NO_REG;
    for (int i = from; i < l->g->ending_count; i++) {
        const decl_ending *e = &l->g->endings[i];
        const int who = e->player ? lower_find_player(l, e->player) : l->me;
        if (!is_asked_there(e, from, i < to)) {
            continue;
        }
        if (who < 0) {
            ast word = {.kind = A_TITLE, .at = e->at, .name = e->player};
            lower_unknown_word(l, &word, "player");
        } else if (e->what == OUT_OUT && reads_own_var(l, e->cond)) {
            lower_out_of_all(l, e);
        } else {
            lower_ending(l, e, who);
        }
    }
    lower_end_code(l, 0);
    return code;
}

// Whether all that a turn from node `at` can do is put one piece on an empty cell.
static int only_adds(const program *p, int at, int depth) {
    const ir_node *n = &p->node[at];
    if (depth > 100) {
        return 0;
    }
    if (n->kind == N_OR || n->kind == N_ELSE) {
        return only_adds(p, n->next, depth + 1) && only_adds(p, n->alt, depth + 1);
    }
    if (n->kind != N_CHOICE) {
        return n->kind == N_DEAD;
    }
    int kind = p->choice[n->choice].kind, first = p->code[n->apply].op;
    return n->next == 0 &&
           (kind == CH_PASS || kind == CH_SWAP || (kind == CH_PLACE && first == OP_ADD));
}

// Endings by what the turn has added, and for positions where that will not do, whole.
static void lower_delta_endings(lower *l, int to) {
    program *p = l->p;
    int lines = 0;
    for (int i = 0; i < to; i++) {
        lines |= l->g->endings[i].cond->kind == A_LINE;
        lines |= l->g->endings[i].cond->kind == A_CONNECTS;
    }
    for (int i = 0; i < l->g->phase_count; i++) {
        lines = lines && only_adds(p, p->phase[i].start[l->me], 0);
    }
    // Up to one word, looking at all of it is as quick.
    if (!lines || p->b.words == 1 || l->has_out || l->diags->errors || !pass_on(p, PASS_delta) ||
        p->at.neutral != BOARD_NONE || !board_need_axes(l->b)) {
        return;
    }
    l->mover = l->me;
    p->root[l->me].whole = p->root[l->me].endings;
    uint32_t code = lower_endings(l, 0, to);
    p->root[l->me].endings = code;
    l->mover = -1;
}

static int add_said(const ast *n, void *with) {
    if (n->kind == R_SAY) {
        (void)lower_find_label(with, n->name, 1);
    }
    return 1;
}

// Labels of abilities and words that players say, first, so that `last is` knows them.
void lower_find_labels(lower *l) {
    const game_ast *g = l->g;
    for (int i = 0; i < g->piece_count; i++) {
        for (const ast *r = g->pieces[i].abilities; r; r = r->next) {
            const ast *x = r->kind == R_FOR ? r->b : r;
            if (x->kind == R_LABEL) {
                lower_find_label(l, x->name, 1);
            }
        }
    }
    for (int i = 0; i < g->piece_count; i++) {
        scan_tree(g->pieces[i].abilities, add_said, l);
        scan_tree(g->pieces[i].after, add_said, l);
    }
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, add_said, l);
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, add_said, l);
    }
}

void lower_player(lower *l, int me) {
    int at;
    const decl_ending *stuck = stuck_of(l->g, &at);
    l->me = me;
    l->choices = 1; // choice 1 is "done"
    for (int i = 0; i < l->g->phase_count; i++) {
        lower_phase(l, i);
    }
    lower_find_overlaps(l);
    uint32_t code = lower_endings(l, 0, at);
    l->p->root[me].endings = code;
    lower_delta_endings(l, at);
    code = stuck ? lower_endings(l, at + 1, l->g->ending_count) : 0;
    l->p->root[me].later = code;
    if (stuck && !lower_has_choice(l, stuck->stuck)) {
        rule_context ctx = {.bound = HERE_OPEN, .type = -1};
        int node = lower_rule(l, stuck->stuck, ctx, 0);
        l->p->root[me].stuck = (uint16_t)node;
    }
    l->p->has_stuck = stuck != NULL;
    for (int i = 0; i < l->g->def_count; i++) { // for notation: + and #
        const decl_def *d = &l->g->defs[i];
        if (strcmp(d->name, "check") == 0 && !d->is_rule && !d->param_count) {
            l->here = NO_REG;
            code = lower_cond_code(l, d->body);
            l->p->words.check_code[me] = code;
        }
    }
}
