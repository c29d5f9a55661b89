// SPDX-License-Identifier: MIT
//
// What happens: setup, turns and their phases, endings.
#include "lang/front/parse_decl.h"

#include <string.h>

void parse_setup(parser *p) {
    decl_setup *s = &p->g->setup;
    decl_said_twice(p, s->at, (p->t - 1)->at, "the setup");
    memset(s, 0, sizeof *s);
    s->at = (p->t - 1)->at;
    if (parse_take(p, ":")) {
        s->steps = parse_body(p, R_SEQ);
    } else {
        decl_picture(p, &s->picture, &s->picture_size, &s->picture_line);
    }
}

static void parse_turn(parser *p, decl_phase *ph) {
    if (ph->turn) {
        decl_said_twice(p, ph->turn->at, (p->t - 1)->at, "the turn");
    }
    ph->at = (p->t - 1)->at;
    if (parse_take(p, "split")) {
        p->g->view = VIEW_SPLIT;
    } else if (parse_take(p, "joined")) {
        p->g->view = VIEW_JOINED;
    }
    parse_expect(p, ":", "the turn follows a colon: turn: move");
    ph->turn = parse_body(p, R_SEQ);
}

void parse_only_turn(parser *p) {
    if (p->g->phase_count == 0) {
        p->g->phase_count = 1;
    }
    parse_turn(p, &p->g->phases[0]);
}

int decl_is_ending(const parser *p, int ahead) {
    if (parse_is_at(p, ahead, "out") && parse_is_at(p, ahead + 1, "when")) {
        return OUT_OUT;
    }
    static const char *const words[] = {"", "win", "lose", "draw", "finish", "wins", "loses"};
    for (int i = 1; i < 7; i++) {
        if (parse_is_at(p, ahead, words[i])) {
            return i > 4 ? i - 4 : i;
        }
    }
    return 0;
}

static decl_ending *ending_slot(parser *p) {
    game_ast *g = p->g;
    if (!decl_room(p, g->ending_count, MAX_ENDINGS, "endings")) {
        return NULL;
    }
    // Own endings stand before the inherited ones.
    int at = g->ending_count - g->inherited_endings;
    memmove(&g->endings[at + 1], &g->endings[at],
            (size_t)g->inherited_endings * sizeof *g->endings);
    g->ending_count++;
    memset(&g->endings[at], 0, sizeof g->endings[at]);
    return &g->endings[at];
}

void parse_ending(parser *p) {
    decl_ending *d = ending_slot(p);
    if (!d) {
        return;
    }
    d->at = p->t->at;
    if (p->t->kind == T_NAME) {
        d->player = parse_title(p, "a player");
    }
    d->what = (ast_outcome)decl_is_ending(p, 0);
    parse_advance(p);
    parse_expect(p, "when", "an ending has a condition: win when line 3 of mine");
    d->cond = parse_cond(p);
    d->reason = parse_reason(p, NULL);
}

void parse_stuck(parser *p) {
    game_ast *g = p->g;
    for (int i = 0; i < g->ending_count; i++) {
        if (g->endings[i].stuck) {
            if (decl_said_twice(p, g->endings[i].at, (p->t - 1)->at, "the ending `stuck`")) {
                p->panicking = 1; // the rest of the line is not read
                return;
            }
            memmove(&g->endings[i], &g->endings[i + 1],
                    (size_t)(g->ending_count - i - 1) * sizeof *g->endings);
            g->ending_count--;
            g->inherited_endings--;
            break;
        }
    }
    decl_ending *d = ending_slot(p);
    if (!d) {
        return;
    }
    d->at = (p->t - 1)->at;
    parse_expect(p, ":", "what happens follows a colon: stuck: lose");
    d->stuck = parse_body(p, R_SEQ);
}

static void parse_next(parser *p, decl_phase *ph) {
    if (!decl_room(p, ph->next_count, MAX_NEXT, "successors of a phase")) {
        return;
    }
    decl_next *n = &ph->next[ph->next_count++];
    n->at = p->t->at;
    n->phase = parse_title(p, "a phase");
    parse_expect(p, "when", "say when the phase changes: next Battle when my hand = 0");
    n->cond = parse_cond(p);
}

static void refuse_later_setup(parser *p) {
    diag *d = diag_add(p->diags, DIAG_SYNTAX, p->t->at, "only the first phase has a setup");
    diag_help(d, "what comes later is done at the end of a turn:   when no my camp: put …");
    p->panicking = 1;
}

static void parse_phase_line(parser *p, decl_phase *ph) {
    if (parse_is(p, "setup") && ph != p->g->phases) {
        refuse_later_setup(p);
    } else if (parse_take(p, "setup")) {
        parse_setup(p);
    } else if (parse_take(p, "turn")) {
        parse_turn(p, ph);
    } else if (parse_take(p, "next")) {
        parse_next(p, ph);
    } else {
        parse_unexpected(p, "`turn:`, `next` or `setup:`");
    }
}

void parse_phase(parser *p) {
    game_ast *g = p->g;
    span at = p->t->at;
    const char *name = parse_title(p, "a phase's name, which starts with a capital letter");
    if (g->phase_count == 1 && !g->phases[0].name && !g->phases[0].turn) {
        g->phase_count = 0;
    }
    decl_phase *ph = NULL;
    for (int i = 0; i < g->phase_count; i++) {
        if (g->phases[i].name && strcmp(g->phases[i].name, name) == 0) {
            ph = &g->phases[i];
            decl_name_twice(p, ph->at, at, "phase", name);
        }
    }
    if (!ph && !decl_room(p, g->phase_count, MAX_PHASES, "phases")) {
        return;
    }
    ph = ph ? ph : &g->phases[g->phase_count++];
    memset(ph, 0, sizeof *ph);
    ph->name = name;
    ph->at = at;
    parse_expect(p, ":", "the phase's lines follow a colon, indented");
    if (p->t->kind != T_NEWLINE || p->t[1].kind != T_INDENT) {
        parse_unexpected(p, "the lines of the phase, indented below");
        return;
    }
    parse_advance(p);
    parse_advance(p);
    while (p->t->kind != T_DEDENT && p->t->kind != T_END && !p->failed) {
        parse_phase_line(p, ph);
        parse_end_line(p);
    }
    parse_advance(p);
}
