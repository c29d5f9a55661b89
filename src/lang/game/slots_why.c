// SPDX-License-Identifier: MIT
//
// Why a move is refused: the walker follows it and notes what stands in the way;
// here that becomes a sentence with the author's own condition in it.
#include "lang/game/slots.h"

#include <string.h>

#include "lang/game/card_text.h"
#include "lang/game/distinct.h"
#include "lang/game/notation.h"
#include "lang/game/noted.h"

static int word_of(const program *p, const ast *cond) {
    for (int i = 0; i < p->words.guard_count; i++) {
        if (p->words.guard[i].cond == cond) {
            return p->words.guard[i].word;
        }
    }
    return -1;
}

static int type_word(const program *p, int type) {
    return p->words.name_types + type;
}

static int is_listed(const tsr_rules *r, const void *s, tsr_move m) {
    tsr_move list[TSR_MAX_MOVES];
    const program *p = program_of(r);
    int n = walk_moves(p, s, list, (int)r->max_moves);
    n = p->distinct ? distinct_keep(p, s, list, n) : n;
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            return 1;
        }
    }
    return 0;
}

// A set as a condition means that there is one.
static int is_set_condition(const ast *cond) {
    return cond->kind < A_NOT && cond->kind != A_CAN && cond->kind != A_SUPPOSING &&
           cond->kind != A_REPEATED && cond->kind != A_NEW_POS && cond->kind != A_PASSED &&
           cond->kind != A_QUIET && cond->kind != A_MEMBER;
}

static int say_condition(const program *p, const void *s, const walk_step *step,
                         const walk_reason *why, tsr_line *out) {
    int word = word_of(p, why->cond), after = why->kind == REASON_REQUIRE;
    if (word < 0) {
        return tsr_say(out, SAY_NOT_NOW);
    }
    if (why->cell >= 0 && why->attacked && why->attacker >= 0) {
        return tsr_say(
            out, after ? SAY_REQUIRE_ATTACKED : SAY_ATTACKED, TSR_NAME(word), TSR_NAME(why->cell),
            TSR_NAME(type_word(p, lang_type_at(p, s, why->attacker))), TSR_NAME(why->attacker));
    }
    if (after) {
        return tsr_say(out, SAY_REQUIRE, TSR_NAME(word));
    }
    if (why->cell >= 0 && why->cond->kind != A_NOT) {
        int is_not = why->cond->kind == A_IS && why->cond->flag;
        return tsr_say(out,
                       why->cond->kind == A_NO ? SAY_GUARD_ONE
                       : is_not                ? SAY_GUARD_NOT
                                               : SAY_GUARD_CELL,
                       TSR_NAME(word), TSR_NAME(why->cell));
    }
    if (step->from >= 0 && why->cond->kind == A_WORD && strcmp(why->cond->name, "unmoved") == 0) {
        return tsr_say(out, SAY_GUARD_MOVED, TSR_NAME(word), TSR_NAME(step->from),
                       TSR_NAME(type_word(p, lang_type_at(p, s, step->from))));
    }
    int at = step->from >= 0 ? step->from : step->to;
    if (at >= 0 && is_set_condition(why->cond)) {
        return tsr_say(out, SAY_GUARD_NONE, TSR_NAME(word), TSR_NAME(at));
    }
    return tsr_say(out, SAY_GUARD, TSR_NAME(word));
}

// The first piece between two cells on a straight line, or -1.
static int blocker(const program *p, const void *s, int from, int to) {
    const board *b = &p->b;
    for (int i = 0; i < b->any_count + b->diagonal_count; i++) {
        const board_shift *sh =
            &b->shift[i < b->any_count ? b->any[i] : b->diagonal[i - b->any_count]];
        int at = sh->to[from], hit = -1;
        for (int n = 0; at != BOARD_NONE && at != to && n < b->cells; n++, at = sh->to[at]) {
            hit = hit < 0 && lang_owner_at(p, s, at) >= 0 ? at : hit;
        }
        if (at == to) {
            return hit;
        }
    }
    return -1;
}

static int is_slider(const program *p, int type) {
    for (int i = 2; i <= p->choice_count; i++) {
        if (p->choice[i].kind == CH_MOTION && p->choice[i].type == type &&
            p->choice[i].motion == MOTION_SLIDE) {
            return 1;
        }
    }
    return 0;
}

static int say_reach(const program *p, const void *s, const walk_step *step, tsr_line *out) {
    int type = lang_type_at(p, s, step->from);
    int block = is_slider(p, type) ? blocker(p, s, step->from, step->to) : -1;
    if (block >= 0) {
        return tsr_say(out, SAY_BLOCKED, TSR_NAME(type_word(p, type)), TSR_NAME(step->from),
                       TSR_NAME(step->to), TSR_NAME(block));
    }
    return tsr_say(out, SAY_NO_REACH, TSR_NAME(type_word(p, type)), TSR_NAME(step->from),
                   TSR_NAME(step->to));
}

static int say_target(const program *p, const void *s, const walk_step *step,
                      const walk_reason *why, tsr_line *out) {
    int word =
        why->rule && why->rule->kind == R_MOTION && why->rule->b ? word_of(p, why->rule->b) : -1;
    int type = step->from >= 0 ? lang_type_at(p, s, step->from) : 0;
    if (lang_owner_at(p, s, step->to) >= 0 || word < 0) {
        return tsr_say(out, SAY_TAKEN, TSR_NAME(step->to));
    }
    return tsr_say(out, SAY_TARGET, TSR_NAME(type_word(p, type)), TSR_NAME(step->to),
                   TSR_NAME(word));
}

static int say_cell(const program *p, const void *s, const walk_step *step, const walk_reason *why,
                    tsr_line *out) {
    int kind = p->choice[step->choice].kind;
    if (step->to < 0) {
        return tsr_say(out, SAY_NOT_NOW); // a number, which has no cell
    }
    if (step->from >= 0 || (kind == CH_PLACE && lang_owner_at(p, s, step->to) >= 0)) {
        return say_target(p, s, step, why, out);
    }
    const ast *rule = p->choice[step->choice].rule;
    int word = rule && rule->kind != R_MOTION && rule->a ? word_of(p, rule->a) : -1;
    return word < 0 ? tsr_say(out, SAY_CHOOSE_CELL, TSR_NAME(step->to))
                    : tsr_say(out, SAY_CHOOSE_IN, TSR_NAME(step->to), TSR_NAME(word));
}

static int say_first(const program *p, const walk_reason *why, tsr_line *out) {
    int label = 0;
    for (int i = 2; why->rule && i <= p->choice_count; i++) {
        if (p->choice[i].rule == why->rule && p->choice[i].label) {
            label = p->choice[i].label;
        }
    }
    for (int i = 0; label && i < p->words.name_count; i++) {
        if (p->words.names[i] == p->words.label[label - 1]) {
            return tsr_say(out, SAY_MUST, TSR_NAME(i));
        }
    }
    return tsr_say(out, SAY_NOT_NOW);
}

static int say_reason(const program *p, const void *s, const walk_step *step,
                      const walk_reason *why, tsr_line *out) {
    switch (why->kind) {
    case REASON_GUARD:
    case REASON_REQUIRE: return say_condition(p, s, step, why, out);
    case REASON_REACH:
        return step->from >= 0 ? say_reach(p, s, step, out) : say_cell(p, s, step, why, out);
    case REASON_TARGET: return say_cell(p, s, step, why, out);
    case REASON_FIRST: return say_first(p, why, out);
    case REASON_LONGEST: return tsr_say(out, SAY_LONGER);
    case REASON_NONE: break;
    }
    return tsr_say(out, SAY_NOT_NOW);
}

// The same cells by any ability of the piece: the nearest miss is the best reason.
static walk_reason best_reason(const program *p, const void *s, walk_step *step, int n) {
    walk_reason best = {.kind = REASON_NONE, .cell = -1, .attacker = -1}, one;
    walk_step try[WALK_MAX_CHOICES];
    const ir_choice *said = &p->choice[step[0].choice];
    int type = step[0].from >= 0 ? lang_type_at(p, s, step[0].from) : -1;
    memcpy(try, step, (size_t)n * sizeof *step);
    for (int i = 2; i <= p->choice_count; i++) {
        const ir_choice *c = &p->choice[i];
        if (c->kind != said->kind || (type >= 0 && c->type != type && c->type != 255)) {
            continue;
        }
        try[0].choice = i;
        walk_explain(p, s, try, n, &one);
        best = one.kind > best.kind ? one : best;
    }
    return best;
}

// What the turn is about now, where the move is of another kind, or only its beginning.
static int say_where_we_are(const program *p, const void *s, const walk_step *step, int n,
                            tsr_line *out) {
    tsr_move list[TSR_MAX_MOVES];
    noted known;
    spelled x;
    const walk_step *legal = x.step;
    const int count = noted_list(&known, p, s, list), kind = p->choice[step[0].choice].kind;
    int same_kind = 0;
    x.step[0] = (walk_step){0};
    for (int i = 0; i < count; i++) {
        noted_spell(&known, p, s, i, list[i], &x);
        int same = n < x.count;
        for (int k = 0; k < n && same; k++) {
            same = legal[k].from == step[k].from && legal[k].to == step[k].to;
        }
        if (same) {
            return tsr_say(out, SAY_UNFINISHED);
        }
        same_kind |= x.count > 0 && p->choice[legal[0].choice].kind == kind;
    }
    if (same_kind || !count) {
        return tsr_say(out, SAY_NOT_NOW);
    }
    const ir_choice *c = &p->choice[legal[0].choice];
    int is_cell = step[0].to >= 0 && step[0].to < p->b.cells;
    if (is_cell && step[0].from < 0 && legal[0].from < 0) { // a cell, but not one of these
        walk_reason none = {.kind = REASON_TARGET, .cell = -1, .attacker = -1};
        walk_step meant = {legal[0].choice, -1, step[0].to};
        return say_cell(p, s, &meant, &none, out);
    }
    switch ((choice_kind)c->kind) {
    case CH_MOTION:
    case CH_CONTINUE: return tsr_say(out, SAY_NOW_MOVE);
    case CH_PLACE: return tsr_say(out, SAY_NOW_PLACE, TSR_NAME(type_word(p, c->type)));
    case CH_CHOOSE: return tsr_say(out, SAY_NOW_CHOOSE);
    case CH_TAKE: return tsr_say(out, SAY_NOW_TAKE);
    case CH_BECOME:
    case CH_PASS:
    case CH_SWAP:
    case CH_SAY:
    case CH_NUMBER:
    case CH_DONE: break;
    }
    return tsr_say(out, SAY_NOT_NOW);
}

// Whether a cell lies where nobody looks: what is said of it must not tell what is there.
static int is_in_the_dark(const program *p, int cell) {
    const ir_area *a = card_hidden_area(p, cell);
    return a && !a->each;
}

int slot_why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out) {
    const program *p = program_of(r);
    const ir_head *h = s;
    walk_step step[WALK_MAX_CHOICES];
    (void)who;
    if (is_listed(r, s, m)) {
        return tsr_say(out, 0);
    }
    const int fits = notation_refuses(m);
    if (fits >= 0) {
        return fits ? tsr_say(out, TSR_LINE_AMBIGUOUS, TSR_INT(fits)) : tsr_say(out, SAY_NOT_NOW);
    }
    int n =
        m == 0 || m & (TSR_HIDDEN | WALK_HASHED) ? -1 : walk_steps(p, s, m, step, WALK_MAX_CHOICES);
    if (n < 1) {
        return tsr_say(out, SAY_NO_MOVE);
    }
    int from = step[0].from, to = step[0].to;
    if ((from >= 0 && !board_has(p->b.all, from)) || (to >= 0 && !board_has(p->b.all, to))) {
        return tsr_say(out, SAY_NO_MOVE);
    }
    if (is_in_the_dark(p, from) || (from >= 0 && is_in_the_dark(p, to))) {
        return tsr_say(out, SAY_NO_MOVE);
    }
    if (from >= 0 && lang_owner_at(p, s, from) < 0) {
        return tsr_say(out, SAY_NOBODY, TSR_NAME(from));
    }
    if (from >= 0 && lang_owner_at(p, s, from) != h->me &&
        lang_owner_at(p, s, from) != IR_NEUTRAL) {
        return tsr_say(out, SAY_NOT_YOURS, TSR_NAME(from),
                       TSR_NAME(type_word(p, lang_type_at(p, s, from))));
    }
    walk_reason why = best_reason(p, s, step, n);
    return why.kind == REASON_NONE ? say_where_we_are(p, s, step, n, out)
                                   : say_reason(p, s, step, &why, out);
}
