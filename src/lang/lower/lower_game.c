// SPDX-License-Identifier: MIT
//
// The whole game: state layout, setup, turns, endings, score.
#include "lang/lower/lower.h"

#include <assert.h>
#include <string.h>

#include <tessera/text.h>

#include "lang/ir/pass.h"
#include "lang/lower/attack.h"
#include "lang/lower/boardless.h"

static const span nowhere = {.line = 1, .col = 1, .len = 1};

// --- Things every game needs -----------------------------------------------------------

static void need_parts(const game_ast *g, diag_list *diags) {
    diag *d;
    if (g->player_count == 0) {
        d = diag_add(diags, DIAG_MISSING, g->title_at, "this game has no players");
        diag_help(d, "for example:   players White, Black");
    }
    boardless_check(g, diags);
    if (g->phase_count == 0) {
        d = diag_add(diags, DIAG_MISSING, g->title_at, "this game has no turn");
        diag_help(d, "for example:   turn: move");
    }
    for (int i = 0; i < g->phase_count; i++) {
        if (!g->phases[i].turn) {
            d = diag_add(diags, DIAG_MISSING, g->phases[i].at, "this phase has no turn");
            diag_help(d, "for example:   turn: move");
        }
    }
    if (g->piece_count == 0 && g->token_count == 0 &&
        (g->board.kind != TOPO_NONE || g->area_count)) {
        d = diag_add(diags, DIAG_MISSING, g->title_at, "this game has no pieces");
        diag_help(d, "for example:   piece Stone");
    }
}

// A name of the author's own must not be a word of the language.
static void check_no_word(lower *l, const char *name, span at) {
    static const char *const words[] = {
        "my",        "mine",      "enemy",    "neutral",    "empty",    "pieces",   "board",
        "here",      "it",        "last",     "count",      "toward",   "line",     "ray",
        "flood",     "rank",      "row",      "column",     "each",     "repeated", "can",
        "supposing", "was",       "top",      "bottom",     "left",     "right",    "corners",
        "edge",      "dark",      "light",    "turns",      "attacked", "safe",     "unmoved",
        "between",   "any",       "diagonal", "orthogonal", "forward",  "backward", "sideways",
        "leftward",  "rightward", "nothing"};
    int taken = board_dir_find(l->b, name) >= 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        taken |= strcmp(words[i], name) == 0;
    }
    if (taken) {
        diag *d = diag_add(l->diags, DIAG_SHADOW, at, "`%s` is a word of the language", name);
        diag_help(d, "give it a name of your own, such as `my_%s`", name);
    }
}

// ... nor a cell.
static void check_free(lower *l, const char *name, span at) {
    if (board_cell(l->b, name) >= 0) {
        diag_add(l->diags, DIAG_SHADOW, at, "`%s` is a cell of this board", name);
    } else {
        check_no_word(l, name, at);
    }
}

// What tells kinds apart has names of its own.
static void check_attrs(lower *l) {
    const game_ast *g = l->g;
    for (int i = 0; i < g->attr_count; i++) {
        const decl_attr *d = &g->attrs[i];
        check_free(l, d->name, d->at);
        for (int k = 0; k < d->count && d->value[k]; k++) {
            check_free(l, d->value[k], d->at);
        }
        for (int k = 0; k < g->var_count; k++) {
            if (strcmp(g->vars[k].name, d->name) == 0) {
                diag_add(l->diags, DIAG_TWICE, d->at, "`%s` is an attribute and a var", d->name);
            }
        }
    }
}

static void check_names(lower *l) {
    const game_ast *g = l->g;
    for (int i = 0; i < g->has_count; i++) {
        if (lower_find_player(l, g->has[i].player) < 0) {
            ast word = {.kind = A_TITLE, .at = g->has[i].at, .name = g->has[i].player};
            lower_unknown_word(l, &word, "player");
        }
    }
    for (int i = 0; i < g->hand_count; i++) {
        if (lower_find_type(l, g->hands[i].type) < 0) {
            ast word = {.kind = A_TITLE, .at = g->hands[i].at, .name = g->hands[i].type};
            lower_unknown_word(l, &word, "piece");
        }
    }
    for (int i = 0; i < g->def_count; i++) {
        check_free(l, g->defs[i].name, g->defs[i].at);
    }
    for (int i = 0; i < g->var_count; i++) {
        check_free(l, g->vars[i].name, g->vars[i].at);
    }
    for (int i = 0; i < g->option_count; i++) {
        check_free(l, g->options[i].name, g->options[i].at);
    }
    for (int i = 0; i < g->token_count; i++) {
        check_free(l, g->tokens[i], g->tokens_at[i]);
    }
    check_attrs(l);
    for (int i = 0; i < g->area_count; i++) { // those of one cell are called like it
        check_no_word(l, g->areas[i].name, g->areas[i].at);
    }
    for (int i = 0; i < g->piece_count; i++) {
        if (lower_find_player(l, g->pieces[i].name) >= 0) {
            diag_add(l->diags, DIAG_TWICE, g->pieces[i].at, "`%s` is a player and a piece",
                     g->pieces[i].name);
        }
    }
}

// --- Layout ------------------------------------------------------------------------------

// Which pieces' first moves are remembered. Where `unmoved` is only asked of two
// types together (king and rook), either alone is worth nothing and is dropped.
static int find_pair(const ast *n, void *with) {
    program *p = with;
    if (n->kind != R_FOR || n->a->kind != A_MEET || n->a->a->kind != A_OWNED || n->a->a->flag) {
        return 1;
    }
    for (int t = 0; t < p->g->piece_count; t++) {
        if (strcmp(p->g->pieces[t].name, n->a->a->name) == 0) {
            p->past.latch_pair[1] = t;
            p->past.latch_types[t] = 1;
        }
    }
    return 1;
}

static int is_member_unmoved(const ast *n, void *with) {
    int *found = with;
    *found |= n->kind == A_MEMBER && strcmp(n->name, "unmoved") == 0;
    return 1;
}

static void find_latches(program *p, const features *f) {
    p->past.latch_pair[0] = p->past.latch_pair[1] = -1;
    int askers = 0;
    for (int t = 0; t < p->g->piece_count; t++) {
        p->past.latch_types[t] = f->latch_types[t];
    }
    for (int t = 0; t < p->g->piece_count; t++) {
        int member = 0;
        if (!f->latch_types[t]) {
            continue;
        }
        askers++;
        scan_tree(p->g->pieces[t].abilities, is_member_unmoved, &member);
        if (member) {
            p->past.latch_pair[0] = t;
            scan_tree(p->g->pieces[t].abilities, find_pair, p);
            if (p->past.latch_pair[1] < 0) { // asked of whoever it is
                memset(p->past.latch_types, 1, sizeof p->past.latch_types);
            }
        }
    }
    if (askers != 1 || p->past.latch_pair[1] < 0) {
        p->past.latch_pair[0] = -1;
    }
}

static uint16_t take(uint16_t *next, int count) {
    uint16_t at = *next;
    *next = (uint16_t)(*next + count);
    return count ? at : BOARD_NONE;
}

static void lay_out_sets(program *p, const features *f) {
    ir_layout *at = &p->at;
    uint16_t n = 0;
    at->own = take(&n, p->players);
    at->neutral = take(&n, f->neutral != 0);
    at->type = take(&n, p->types > 1 ? p->types : 0);
    at->closed = take(&n, f->closed != 0);
    at->latch = take(&n, f->unmoved != 0);
    at->known = take(&n, p->unknown >= 0 ? p->players : 0);
    at->last_from = take(&n, f->last != 0);
    at->last_to = take(&n, f->last != 0);
    at->last_over = take(&n, f->last != 0);
    at->position_sets = n;
    at->here = take(&n, 1);
    at->it = take(&n, 1);
    at->later = take(&n, f->later != 0);
    at->next_from = take(&n, f->last != 0);
    at->next_to = take(&n, f->last != 0);
    at->next_over = take(&n, f->last != 0);
    at->named = take(&n, p->named_count);
    at->state_sets = n;
    at->from = take(&n, 1);
    at->to = take(&n, 1);
    at->set_count = n;
}

static void lay_out_nums(program *p, const features *f) {
    ir_layout *at = &p->at;
    uint16_t n = 0;
    for (int i = 0; i < p->g->var_count; i++) {
        p->var_at[i] = take(&n, p->g->vars[i].each ? p->players : 1);
        p->var_range[i].min = p->g->vars[i].min;
        p->var_range[i].max = p->g->vars[i].max;
    }
    at->vars = 0;
    at->out = f->outs ? (uint16_t)(p->var_at[p->g->var_count - 1] + 1) : 0;
    at->hands = take(&n, p->g->hand_count || p->g->has_hand ? p->players * p->types : 0);
    at->tokens = take(&n, p->g->token_count * p->b.cells);
    at->last_label = take(&n, f->last != 0);
    at->gone = take(&n, p->hides_pieces                 ? p->types * p->players
                        : p->unknown >= 0 && f->removes ? p->types
                                                        : 0);
    if (p->pile.at) {
        at->piles = (uint16_t)(1 + take(&n, (p->pile.at[p->b.cells] + 3) / 4));
    }
    at->position_nums = n;
    at->quiet = take(&n, f->quiet);
    at->why = take(&n, lower_reason_numbers(p->g));
    at->events = take(&n, 2);
    at->loops = take(&n, f->loops);
    at->rolls = take(&n, f->rolls);
    at->joint = take(&n, f->asks);
    at->answers = take(&n, f->asks ? IR_ANSWER * p->players : 0);
    at->state_nums = (uint16_t)(n + (n & 1));
    at->num_count = (uint16_t)(at->state_nums + 1);
}

// --- Turns and endings --------------------------------------------------------------------------

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
        diag *g = diag_add(l->diags, DIAG_NOTHING_TO_DO, d->turn->at, "this turn offers no choice");
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

// Endings from `from` up to `to`, in the author's order; answers 0 if none holds.
static uint32_t lower_endings(lower *l, int from, int to) {
    uint32_t code = lower_begin_code(l);
    int me = l->me;
    l->here = NO_REG;
    for (int i = from; i < l->g->ending_count; i++) {
        const decl_ending *e = &l->g->endings[i];
        label no = {0};
        if (!is_asked_there(e, from, i < to)) {
            continue;
        }
        int who = me;
        if (e->player) {
            who = lower_find_player(l, e->player);
            if (who < 0) {
                ast word = {.kind = A_TITLE, .at = e->at, .name = e->player};
                lower_unknown_word(l, &word, "player");
                continue;
            }
        }
        l->me = who;
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

// Words that players say, first, so that `last is` knows them.
static void find_said(lower *l) {
    const game_ast *g = l->g;
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

static void lower_player(lower *l, int me) {
    int at;
    const decl_ending *stuck = stuck_of(l->g, &at);
    l->me = me;
    l->choices = 1; // choice 1 is "done"
    for (int i = 0; i < l->g->phase_count; i++) {
        lower_phase(l, i);
    }
    if (me == 0) {
        lower_find_overlaps(l);
    }
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

// --- Score -------------------------------------------------------------------------------------

static int has_half(const ast *n, void *with) {
    int *found = with;
    *found |= n->kind == A_NUM && n->flag;
    return 1;
}

// Scores are kept in halves when a half occurs anywhere, so that 7.5 is a number.
static value lower_score(lower *l, const ast *e) {
    value two = lower_value_of_int(2);
    if (e->kind == A_ADD || e->kind == A_SUB) {
        value x = lower_score(l, e->a), y = lower_score(l, e->b);
        int out = lower_new_num(l), p = lower_num_reg(l, &x), q = lower_num_reg(l, &y);
        lower_emit(l, e->kind == A_ADD ? OP_IADD : OP_ISUB, out, p, q, 0, 0);
        return lower_value_of_reg(l, out, 0, 0);
    }
    if (e->kind == A_NUM && e->flag) {
        return lower_value_of_int(e->num);
    }
    if (e->kind == A_OWNED && !e->flag) {
        for (int i = 0; i < l->g->has_count; i++) {
            const decl_has *h = &l->g->has[i];
            if (strcmp(h->name, e->name) == 0 && lower_find_player(l, h->player) == l->me &&
                h->value->kind == A_NUM && h->value->flag) {
                return lower_value_of_int(h->value->num);
            }
        }
    }
    value v = lower_int(l, e, "a score is a number");
    if (!l->p->half_points) {
        return v;
    }
    int out = lower_new_num(l), p = lower_num_reg(l, &v), q = lower_num_reg(l, &two);
    lower_emit(l, OP_IMUL, out, p, q, 0, 0);
    return lower_value_of_reg(l, out, 0, 0);
}

static int is_no_hidden_area(const ast *n, void *with) {
    const lower *l = with;
    const int named = n->kind == A_WORD || n->kind == A_OWNED || n->kind == A_OF;
    const int area = named ? lower_find_area(l, n->name) : -1;
    return area < 0 || !l->g->areas[area].hidden;
}

static void lower_scores(lower *l) {
    const game_ast *g = l->g;
    if (!g->score) {
        return;
    }
    l->p->has_score = 1;
    l->p->score_hides = !scan_named(g, g->score, is_no_hidden_area, l);
    scan_tree(g->score, has_half, &l->p->half_points);
    for (int i = 0; i < g->has_count; i++) {
        scan_tree(g->has[i].value, has_half, &l->p->half_points);
    }
    for (int me = 0; me < l->p->players; me++) {
        l->me = me;
        l->here = NO_REG;
        l->p->root[me].score = lower_begin_code(l);
        int out = lower_new_num(l);
        value v = lower_score(l, g->score);
        lower_emit(l, OP_IMOV, out, lower_num_reg(l, &v), 0, 0, 0);
        lower_end_code(l, 1);
    }
}

// --- What is always so ----------------------------------------------------------------------------

// Read by the first player: it is about the position, not about anybody's turn.
static void lower_always(lower *l) {
    label no = {0};
    if (!l->g->always_count) {
        return;
    }
    l->me = 0;
    l->here = NO_REG;
    const uint32_t code = lower_begin_code(l);
    for (int i = 0; i < l->g->always_count; i++) {
        lower_cond(l, l->g->always[i], 0, &no);
    }
    lower_end_code(l, 1);
    lower_emit_label(l, &no);
    lower_end_code(l, 0);
    l->p->words.always_code = code;
}

// --- Whether it can go on for ever ----------------------------------------------------------------

typedef struct ends_search {
    int bounded, moves;
    const ast *first;
} ends_search;

static int look_for_end(const ast *n, void *with) {
    ends_search *s = with;
    s->bounded |= n->kind == A_REPEATED || n->kind == A_QUIET || n->kind == A_NEW_POS;
    return 1;
}

static int look_for_way_back(const ast *n, void *with) {
    ends_search *s = with;
    static const char *const one_way[] = {"forward", "backward", "north", "south", "east", "west"};
    if (n->kind != R_MOTION) {
        return 1;
    }
    int forward = 0;
    const ast *d = n->a;
    while (d && d->kind == A_ADD) {
        d = d->a;
    }
    for (size_t i = 0; d && d->kind == A_WORD && i < sizeof one_way / sizeof *one_way; i++) {
        forward |= strcmp(d->name, one_way[i]) == 0;
    }
    int hop = n->num >= MOTION_HOP && n->c;
    int capture_only = n->b && n->b->kind == A_WORD && strcmp(n->b->name, "enemy") == 0;
    if (!forward && !hop && !capture_only) {
        s->moves = 1;
        s->first = s->first ? s->first : n;
    }
    return 1;
}

// Types that can never come back to where they were: once one of them has moved, no earlier position can
// return. On a board that wraps forward leads round; and what others become, or who changes sides, may come
// from anywhere.
static uint32_t one_way_types(const program *p, const ir_growth *grows) {
    const game_ast *g = p->g;
    const int wraps = p->b.wrap_x || p->b.wrap_y;
    uint32_t bits = 0;
    for (int i = 0; i < g->piece_count && !wraps && !grows->changes_sides; i++) {
        ends_search one = {0, 0, NULL};
        scan_tree(g->pieces[i].abilities, look_for_way_back, &one);
        if (!one.moves && g->pieces[i].abilities && !grows->type[i]) {
            bits |= event_of_type(i);
        }
    }
    return bits;
}

static void warn_endless(lower *l) {
    ends_search s = {0, 0, NULL};
    const game_ast *g = l->g;
    const ast *turn = g->phases[0].turn;
    const char *who[MAX_PIECES];
    int n = 0;
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].cond, look_for_end, &s);
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, look_for_end, &s);
    }
    if (s.bounded || g->limit) {
        return;
    }
    int adds = 0; // something fills the board: the game ends by itself
    for (int i = 0; i < g->piece_count; i++) {
        ends_search one = {0, 0, NULL};
        scan_tree(g->pieces[i].abilities, look_for_way_back, &one);
        if (one.moves) {
            who[n++] = g->pieces[i].name;
        }
        adds |= g->pieces[i].neutral && !g->pieces[i].abilities;
    }
    if (n == 0 || adds) {
        return;
    }
    char names[DIAG_TEXT];
    tsr_out o = tsr_out_to(names, sizeof names - 64);
    for (int i = 0; i < n; i++) { // "A, B and C"
        tsr_putf(&o, i == 0 ? "%s" : i == n - 1 ? " and %s" : ", %s", who[i]);
    }
    (void)tsr_out_end(&o);
    span at = turn->at;
    if (turn->kind == R_SEQ && turn->list) {
        at = turn->list->at;
    }
    diag *d = diag_add(l->diags, DIAG_ENDLESS_GAME, at, "this game may go on for ever");
    diag_note(d, "%s can %sstep back to where %s came from", names, n > 1 ? "all " : "",
              n > 1 ? "they" : "it");
    diag_help(d, "most such games add:   draw when repeated 3");
}

// --- Sizes --------------------------------------------------------------------------------------

static int bits_for(int values) {
    int n = 1;
    while ((1 << n) < values) {
        n++;
    }
    return n;
}

// Whether a pick among cells can come next from a node. `seen` are nodes that were asked before.
static int follows_cell_choice(const program *p, int node, uint8_t *seen) {
    const ir_node *n = &p->node[node];
    if (node == 0 || seen[node]) {
        return 0;
    }
    seen[node] = 1;
    if (n->kind == N_CHOICE) {
        int k = p->choice[n->choice].kind;
        return k == CH_MOTION || k == CH_PLACE || k == CH_CHOOSE || k == CH_TAKE;
    }
    int found = n->kind != N_DEAD && n->kind != N_ROLL && follows_cell_choice(p, n->next, seen);
    if (n->kind == N_OR || n->kind == N_ELSE || n->kind == N_WHEN) {
        found |= follows_cell_choice(p, n->alt, seen);
    }
    return found;
}

// A turn is one move, unless two picks among many cells would multiply. What is answered at once is one move, too.
static int wants_split(const program *p) {
    if (p->joints || p->distinct) {
        return 0;
    }
    if (p->g->view != VIEW_AUTO) {
        return p->g->view == VIEW_SPLIT;
    }
    for (int i = 2; p->b.cells >= 49 && i < p->node_count; i++) {
        const ir_node *n = &p->node[i];
        uint8_t seen[IR_MAX_NODES] = {0};
        if (n->kind == N_CHOICE && n->next && follows_cell_choice(p, n->next, seen)) {
            return 1;
        }
    }
    return 0;
}

static void set_sizes(program *p, const features *f) {
    const ir_growth grows = ir_grows(p);
    int cells = p->b.cells;
    p->size.cell_bits = bits_for(cells);
    p->size.choice_bits = bits_for(p->choice_count + 1);
    p->places = grows.all;
    p->size.max_moves = TSR_MAX_MOVES; // until more is known
    p->limit = p->g->limit > 0 ? p->g->limit : f->fresh ? 3 * cells + 100 : 5000;
    p->size.max_plies = p->limit * (p->split || f->roll || f->asks ? 24 : 1) + 1;
    p->past.keep_last = f->last && !p->past.asked_labels;
    p->past.last_elsewhere = f->last_elsewhere;
    p->past.uses_ring = f->fresh ? 2 : f->repeated ? 1 : 0;
    p->past.ring_cap = f->fresh ? p->limit + 1 : f->repeated ? 128 : 0;
    for (int i = 0; f->repeated && !f->fresh && !p->places && i < p->past.quiet_count; i++) {
        if (p->past.quiet[i].events & EVENT_CAPTURE && p->past.quiet[i].limit <= 200) {
            p->past.ring_cap = p->past.quiet[i].limit + 4;
        }
    }
    p->fact.one_way = p->places ? 0 : EVENT_CAPTURE | one_way_types(p, &grows);
    uint32_t off = sizeof(ir_head);
    p->size.head_sets = off;
    off += (uint32_t)(p->at.state_sets * p->b.words) * 8;
    p->size.head_nums = off;
    off += (uint32_t)p->at.state_nums * 4;
    off = (off + 7) / 8 * 8;
    p->size.ring_off = off;
    p->size.state_size = off + (uint32_t)p->past.ring_cap * 8;
}

// --- All together ----------------------------------------------------------------------------------

static int allocate(program *p, arena *a) {
    p->code = arena_new(a, IR_MAX_CODE * sizeof *p->code);
    p->node = arena_new(a, IR_MAX_NODES * sizeof *p->node);
    p->fact.path = arena_new(a, IR_MAX_NODES * sizeof *p->fact.path);
    p->fact.turn = arena_new(a, IR_MAX_NODES * sizeof *p->fact.turn);
    p->fact.test = arena_new(a, IR_MAX_NODES * sizeof *p->fact.test);
    p->fact.weight = arena_new(a, IR_MAX_NODES * sizeof *p->fact.weight);
    for (int i = 0; p->fact.turn && i < IR_MAX_NODES; i++) {
        p->fact.turn[i].bind = BOARD_NONE;
    }
    p->consts = arena_new(a, (size_t)IR_MAX_CONSTS * (size_t)p->b.words * sizeof *p->consts);
    return p->code && p->node && p->consts && p->fact.path && p->fact.turn && p->fact.test &&
           p->fact.weight;
}

static int same_words(const ast *a, const ast *b) {
    char x[300], y[300];
    size_t n = ast_line(a, x, sizeof x), m = ast_line(b, y, sizeof y);
    return n == m && n + 1 < sizeof x && memcmp(x, y, n) == 0;
}

// An ending that is tested after another with the same condition.
static void warn_never(lower *l) {
    const game_ast *g = l->g;
    for (int i = 0; i < g->ending_count; i++) {
        for (int k = i - 1; k >= 0 && g->endings[i].cond && g->endings[k].cond; k--) {
            const decl_ending *e = &g->endings[i], *before = &g->endings[k];
            int same_player = e->player && before->player ? strcmp(e->player, before->player) == 0
                                                          : e->player == before->player;
            if (same_player && same_words(e->cond, before->cond)) {
                diag *d = diag_add(l->diags, DIAG_NEVER, e->at, "this ending can never happen");
                diag_note(d, "the game is over before it is asked");
                diag_also(d, before->at, "the same condition");
                break;
            }
        }
    }
}

// `lose` is about one player, and with three there are two left.
static void warn_one_of_many(lower *l) {
    for (int i = 0; l->p->players > 2 && i < l->g->ending_count; i++) {
        const decl_ending *e = &l->g->endings[i];
        if (e->cond && e->what == OUT_LOSE) {
            diag *d = diag_add(l->diags, DIAG_ONE_OF_MANY, e->at,
                               "with more than two players, `lose` ends the game for all");
            diag_note(d, "the others share the win");
            char cond[120];
            ast_line(e->cond, cond, sizeof cond);
            diag_help(d, "to let the others go on:   out when %s", cond);
        }
    }
}

static void warn_unused(lower *l) {
    for (int i = 0; i < l->g->def_count; i++) {
        const decl_def *d = &l->g->defs[i];
        if (!d->used && !l->g->parent) {
            diag_add(l->diags, DIAG_UNUSED, d->at, "nobody uses `%s`", d->name);
        }
    }
}

static_assert((int)IR_MAX_PLAYERS == MAX_PLAYERS && (int)IR_MAX_TYPES == MAX_PIECES &&
                  (int)IR_MAX_VARS == MAX_VARS && (int)IR_MAX_OPTIONS == MAX_OPTIONS &&
                  (int)IR_MAX_TOKENS == MAX_TOKENS && (int)IR_MAX_PHASES == MAX_PHASES &&
                  (int)IR_MAX_NEXT == MAX_NEXT && (int)IR_MAX_AREAS == MAX_AREAS,
              "whatever the language allows fits a program");
static_assert((int)IR_WIN == OUT_WIN && (int)IR_LOSE == OUT_LOSE && (int)IR_DRAW == OUT_DRAW &&
                  (int)IR_FINISH == OUT_FINISH,
              "OUTCOME takes the word's number");

static int type_called(const game_ast *g, const char *name) {
    for (int t = 0; t < g->piece_count; t++) {
        if (strcmp(g->pieces[t].name, name) == 0) {
            return t;
        }
    }
    return -1;
}

// What is only counted and named in the tree: those who run or print a program do not see that.
static void copy_declared(program *p, const game_ast *g) {
    p->players = g->player_count;
    p->types = g->piece_count;
    p->phases = g->phase_count;
    p->tokens = g->token_count;
    p->vars = g->var_count;
    p->words.title = g->title;
    for (int i = 0; i < p->players; i++) {
        p->words.player[i] = g->players[i].name;
    }
    for (int i = 0; i < p->types; i++) {
        p->words.type[i] = g->pieces[i].name;
    }
    for (int i = 0; i < p->tokens; i++) {
        p->words.token[i] = g->tokens[i];
    }
    for (int i = 0; i < p->vars; i++) {
        p->words.var[i] = g->vars[i].name;
        p->var_each[i] = g->vars[i].each != 0;
        p->var_start[i] = g->vars[i].def;
    }
    for (int i = 0; i < g->hand_count; i++) {
        int t = type_called(g, g->hands[i].type);
        if (t >= 0) {
            p->hand_start[t] += g->hands[i].count;
        }
    }
}

int lower_game(program *p, game_ast *g, option_values opt, arena *a, diag_list *diags) {
    features f;
    static const lower_meanings means = {lower_mean_expr, lower_mean_cond, lower_mean_rule};
    lower l = {.means = &means,
               .p = p,
               .g = g,
               .b = &p->b,
               .a = a,
               .diags = diags,
               .here = NO_REG,
               .mover = -1};
    p->g = g;
    lower_unfold(g, a, diags);
    need_parts(g, diags);
    lower_plan_cards(&l);
    if (diags->errors || !board_build(&p->b, g, opt, a, diags)) {
        return diags->errors > 0;
    }
    if (diags->errors || p->b.cells == 0) {
        return 1;
    }
    lower_plan_out(&l);
    scan_game(g, &f);
    scan_unmoved(g, &f);
    f.outs = l.has_out;
    l.has = &f;
    copy_declared(p, g);
    lower_plan_teams(&l);
    f.attack_walks = f.attacked && attack_walks(&l);
    f.asks = lower_asks(&l);
    f.named += f.attack_walks; // the cell that is asked about
    for (int i = 0; i < opt.count; i++) {
        p->option_value[i] = opt.value[i];
    }
    p->named_count = (uint16_t)(f.named > IR_MAX_NAMED ? IR_MAX_NAMED : f.named);
    p->loop_count = (uint16_t)f.loops;
    p->roll_count = (uint16_t)(f.rolls > 16 ? 16 : f.rolls);
    find_latches(p, &f);
    lay_out_sets(p, &f);
    if (!allocate(p, a)) {
        return 0;
    }
    lower_plan_areas(&l, opt);
    lower_note_areas(&l, opt);
    lower_plan_piles(&l);
    if (diags->errors || l.broken) {
        return !l.broken;
    }
    lay_out_nums(p, &f);
    if (p->at.num_count > IR_MAX_NUMS - 64 || p->at.set_count * p->b.words > IR_MAX_SET_WORDS / 2) {
        diag_add(diags, DIAG_TOO_BIG, g->board.at, "this board is too big for so many pieces");
        return 1;
    }
    p->choice_count = 1;
    p->choice[1].kind = CH_DONE;
    p->choice[1].type = 255;
    p->node_count = 0;
    lower_new_node(&l, N_END, 0, 0);
    lower_new_node(&l, N_DEAD, 0, 0);
    lower_emit(&l, OP_RET, 0, 0, 0, 0, 0); // code 0: answers no
    for (int i = 0; i < g->var_count; i++) {
        l.var_now[i] = p->var_range[i];
    }
    check_names(&l);
    lower_check_players(&l);
    lower_give_letters(p);
    for (int i = 0; i < g->piece_count; i++) { // labels first, so `last is` knows them
        for (const ast *r = g->pieces[i].abilities; r; r = r->next) {
            const ast *x = r->kind == R_FOR ? r->b : r;
            if (x->kind == R_LABEL) {
                lower_find_label(&l, x->name, 1);
            }
        }
    }
    find_said(&l);
    lower_check_taken(&l);
    if (g->setup.picture) {
        lower_setup_picture(&l);
    } else if (g->setup.steps) {
        lower_setup_steps(&l);
    }
    for (int me = 0; me < p->players && !l.broken; me++) {
        lower_player(&l, me);
    }
    lower_setup_deals(&l);
    lower_scores(&l);
    lower_always(&l);
    lower_unseen(&l);
    if (p->b.failed) {
        lower_too_big(&l, nowhere, "directions");
    }
    if (!diags->errors) {
        warn_endless(&l);
        warn_unused(&l);
        warn_never(&l);
        warn_one_of_many(&l);
        lower_warn_no_reason(&l);
        p->split = wants_split(p);
        ir_analyse(p);
        set_sizes(p, &f);
        lower_notation(&l);
        if (p->size.state_size > TSR_MAX_STATE) {
            diag_add(diags, DIAG_TOO_BIG, g->board.at, "a position of this game would be too big");
        }
    }
    return !a->failed;
}
