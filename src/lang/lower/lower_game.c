// SPDX-License-Identifier: MIT
//
// The whole game: the stages in which a tree becomes a program.
#include "lang/lower/game_stages.h"

#include <assert.h>
#include <string.h>

#include "lang/lower/attack.h"
#include "lang/lower/lower_could.h"
#include "lang/lower/lower_follow.h"

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

// The board and what is declared; 0 = the rest cannot be made.
static int build_board(lower *l, option_values opt, features *f) {
    program *p = l->p;
    game_ast *g = l->g;
    lower_borrow(g, l->a);
    lower_unfold(g, l->a, l->diags);
    lower_need_parts(g, l->diags);
    lower_plan_cards(l);
    if (l->diags->errors || !board_build(&p->b, g, opt, l->a, l->diags) || l->diags->errors ||
        p->b.cells == 0) {
        return 0;
    }
    lower_plan_out(l);
    scan_game(g, f);
    scan_unmoved(g, f);
    f->outs = l->has_out;
    l->has = f;
    copy_declared(p, g);
    lower_plan_teams(l);
    f->attack_walks = f->attacked && attack_walks(l);
    f->asks = lower_asks(l);
    f->left_out = lower_any_left_out(l);
    f->follows = lower_any_follows(l);
    f->named += f->attack_walks; // the cell that is asked about
    for (int i = 0; i < opt.count; i++) {
        p->option_value[i] = opt.value[i];
    }
    return 1;
}

// Where everything stands in a state; 0 = the rest cannot be made.
static int lay_out(lower *l, option_values opt, const features *f) {
    program *p = l->p;
    p->named_count = (uint16_t)(f->named > IR_MAX_NAMED ? IR_MAX_NAMED : f->named);
    p->loop_count = (uint16_t)f->loops;
    p->roll_count = (uint16_t)(f->rolls > 16 ? 16 : f->rolls);
    lower_find_latches(p, f);
    lower_lay_out_sets(p, f);
    if (!allocate(p, l->a)) {
        return 0;
    }
    lower_plan_areas(l, opt);
    lower_note_areas(l, opt);
    lower_plan_piles(l);
    if (l->diags->errors || l->broken) {
        return 0;
    }
    lower_lay_out_nums(p, f);
    if (p->at.num_count > IR_MAX_NUMS - 64 || p->at.set_count * p->b.words > IR_MAX_SET_WORDS / 2) {
        diag_add(l->diags, DIAG_TOO_BIG, l->g->board.at,
                 "this board is too big for so many pieces");
        return 0;
    }
    return 1;
}

// What every program has before the first word of its own is lowered.
static void begin_program(lower *l) {
    program *p = l->p;
    p->choice_count = 1;
    p->choice[1].kind = CH_DONE;
    p->choice[1].type = 255;
    p->node_count = 0;
    lower_new_node(l, N_END, 0, 0);
    lower_new_node(l, N_DEAD, 0, 0);
    lower_emit(l, OP_RET, 0, 0, 0, 0, 0); // code 0: answers no
    for (int i = 0; i < l->g->var_count; i++) {
        l->var_now[i] = p->var_range[i];
    }
}

static void lower_words(lower *l) {
    static const span nowhere = {.line = 1, .col = 1, .len = 1};
    lower_check_names(l);
    if (!lower_check_one_name(l)) {
        return; // what rules say of it would be misread
    }
    lower_check_players(l);
    lower_give_letters(l->p);
    lower_find_labels(l);
    lower_check_taken(l);
    if (l->g->setup.picture) {
        lower_setup_picture(l);
    } else if (l->g->setup.steps) {
        lower_setup_steps(l);
    }
    for (int me = 0; me < l->p->players && !l->broken; me++) {
        lower_player(l, me);
    }
    lower_setup_deals(l);
    lower_say_overfull(l);
    lower_scores(l);
    lower_always(l);
    lower_unseen(l);
    if (l->p->b.failed) {
        lower_too_big(l, nowhere, "directions");
    }
}

// What can be said only of a whole program without errors.
static void finish(lower *l, const features *f) {
    program *p = l->p;
    lower_warn_endless(l);
    lower_warn_unused(l);
    lower_warn_never(l);
    lower_warn_one_of_many(l);
    lower_warn_no_reason(l);
    p->split = lower_wants_split(p);
    lower_forget_retaken(l);
    ir_analyse(p);
    lower_set_sizes(p, f);
    lower_notation(l);
    if (p->size.state_size > TSR_MAX_STATE) {
        diag_add(l->diags, DIAG_TOO_BIG, l->g->board.at,
                 "a position of this game would be too big");
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
               .mover = -1,
               .passed_by = NO_REG,
               .way_rule = arena_new(a, (size_t)IR_MAX_NODES * sizeof *l.way_rule)};
    p->g = g;
    if (!l.way_rule || !build_board(&l, opt, &f) || !lay_out(&l, opt, &f)) {
        return diags->errors > 0; // if nothing is wrong with the rules, memory is short
    }
    begin_program(&l);
    lower_words(&l);
    if (!diags->errors) {
        finish(&l, &f);
    }
    return !a->failed;
}
