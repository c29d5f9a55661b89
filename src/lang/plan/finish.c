// SPDX-License-Identifier: MIT
//
// The end of a turn, as code: one for each player, which runs when a turn of theirs is complete.
//
// First the position is settled: what was captured for later goes, `last` becomes what the turn was,
// worthless latches are dropped, quiet turns counted. Then the turn is counted and forgotten, the
// phase may change, and the next player is on turn. Then comes whatever may end the game, in
// the author's order: endings, whether that player is stuck, endings below `stuck`; then the limit
// of turns, and that somebody who cannot move and about whom nothing was said ends it, too.
//
// A game has only those parts that its rules ask for, which is most often none of the first.
//
// JLAZY: random play does not look whether the next player is stuck, it will find out. Only if an
// ending below `stuck` holds must that be known, for then it matters which came first (`judge`).
// JPLIED: the endings above `stuck` have been tested, in the code of the turn.
#include "lang/plan/build.h"

// Registers of this code alone.
typedef struct ends {
    writer *w;
    program *p;
    int mine, first, second; // sets, of latches
    int one_way;             // a number: no earlier position can return
    int stuck;               // a number: the next player is stuck, and that decided nothing
    int goes_again;          // some rule says something about who comes next
    int anybody;             // ... and it may be anybody
} ends;

// --- Settling --------------------------------------------------------------------------------

static void settle_later(const ends *e) {
    const ir_layout *at = &e->p->at;
    for (int r = at->own; at->later != BOARD_NONE && r < at->position_sets; r++) {
        int stays = r == at->closed || r == at->last_from || r == at->last_to || r == at->last_over;
        if (!stays) {
            write_insn(e->w, OP_ANDN, r, r, at->later, 0);
        }
    }
}

static void forget_last(const ends *e) {
    for (int i = 0; i < 3; i++) {
        write_insn(e->w, OP_ZERO, e->p->at.last_from + i, 0, 0, 0);
    }
}

// Goes to `to` if register `reg` has none of these bits.
static void jump_without(const ends *e, int reg, uint32_t bits, place *to) {
    write_jump_of(e->w, OP_JNOBIT, reg, (int)(bits & 0xffff), (int)(bits >> 16), to);
}

// `last` for the next turn: kept only if somebody may still ask about it.
static void settle_last(const ends *e) {
    const ir_layout *at = &e->p->at;
    const uint32_t asked = e->p->past.asked_labels;
    place none = {0};
    if (at->last_to == BOARD_NONE) {
        return;
    }
    write_insn(e->w, OP_IANDK, at->last_label, at->events + 1, (int)(asked & 0xffff),
               (int)(asked >> 16));
    if (!e->p->past.keep_last) {
        forget_last(e);
        jump_without(e, at->last_label, asked, &none);
    }
    for (int i = 0; i < 3; i++) {
        write_insn(e->w, OP_MOV, at->last_from + i, at->next_from + i, 0, 0);
    }
    write_place(e->w, &none);
}

// A piece that has not moved is worth nothing to those who ask about two, if the other has.
static void settle_latch_of(const ends *e, int player) {
    const program *p = e->p;
    place with_first = {0}, with_second = {0};
    write_insn(e->w, OP_AND, e->mine, p->at.latch, p->at.own + player, 0);
    write_insn(e->w, OP_AND, e->first, e->mine, p->at.type + p->past.latch_pair[0], 0);
    write_insn(e->w, OP_AND, e->second, e->mine, p->at.type + p->past.latch_pair[1], 0);
    write_jump(e->w, OP_JANY, e->first, 0, &with_first);
    write_insn(e->w, OP_ANDN, p->at.latch, p->at.latch, e->second, 0);
    write_place(e->w, &with_first);
    write_jump(e->w, OP_JANY, e->second, 0, &with_second);
    write_insn(e->w, OP_ANDN, p->at.latch, p->at.latch, e->first, 0);
    write_place(e->w, &with_second);
}

static int has_latch_pair(const program *p) {
    return p->at.latch != BOARD_NONE && p->past.latch_pair[0] >= 0;
}

static void settle_latch(const ends *e) {
    place none = {0};
    if (!has_latch_pair(e->p)) {
        return;
    }
    write_jump(e->w, OP_JNONE, e->p->at.latch, 0, &none);
    for (int i = 0; i < e->p->players; i++) {
        settle_latch_of(e, i);
    }
    write_place(e->w, &none);
}

// Count `i` becomes 0 if the events of the turn have a bit of `bits`.
static void reset_quiet(const ends *e, int i, int events, uint32_t bits) {
    place quiet = {0};
    if (bits) {
        jump_without(e, events, bits, &quiet);
        write_number(e->w, e->p->at.quiet + i, 0);
        write_place(e->w, &quiet);
    }
}

static void settle_quiet(const ends *e) {
    const program *p = e->p;
    for (int i = 0; i < p->past.quiet_count; i++) {
        const ir_quiet *q = &p->past.quiet[i];
        const int count = p->at.quiet + i, limit = q->limit;
        write_insn(e->w, OP_IUPTO, count, count, limit & 0xffff, limit >> 16);
        reset_quiet(e, i, p->at.events, q->events);
        reset_quiet(e, i, p->at.events + 1, q->labels);
    }
}

static void settle(const ends *e) {
    const program *p = e->p;
    const uint32_t bits = p->fact.one_way;
    if (p->past.ring_cap) { // before the events are gone
        write_insn(e->w, OP_IANDK, e->one_way, p->at.events, (int)(bits & 0xffff),
                   (int)(bits >> 16));
    }
    settle_later(e);
    settle_last(e);
    settle_latch(e);
    settle_quiet(e);
}

// --- The next turn ---------------------------------------------------------------------------

// The conditions of one phase: the first that holds says which comes next.
static void leave_phase(const ends *e, const ir_phase *phase, int me, place *done) {
    place to[IR_MAX_NEXT] = {{0}};
    for (int i = 0; i < phase->next_count; i++) {
        write_jump(e->w, OP_JASK, (int)phase->next_code[me][i], VM_YES, &to[i]);
    }
    write_jump(e->w, OP_JMP, 0, 0, done);
    for (int i = 0; i < phase->next_count; i++) {
        write_place(e->w, &to[i]);
        write_insn(e->w, OP_PHASE, phase->next_phase[i], 0, 0, 0);
        write_jump(e->w, OP_JMP, 0, 0, done);
    }
}

static void change_phase(const ends *e, int me) {
    const program *p = e->p;
    place at[IR_MAX_PHASES] = {{0}}, done = {0};
    if (!(p->fact.duties & DUTY_PHASE)) {
        return;
    }
    for (int i = 0; i < p->phases; i++) {
        if (p->phase[i].next_count) {
            write_jump(e->w, OP_JPHASE, i, 0, &at[i]);
        }
    }
    write_jump(e->w, OP_JMP, 0, 0, &done);
    for (int i = 0; i < p->phases; i++) {
        if (p->phase[i].next_count) {
            write_place(e->w, &at[i]);
            leave_phase(e, &p->phase[i], me, &done);
        }
    }
    write_place(e->w, &done);
}

static int may_forget(const program *p) {
    return ir_forgets_last(p);
}

// A slot that the next player cannot use (an en-passant square that no pawn may take on) is not
// part of the position.
static void forget_useless_last(const ends *e) {
    const ir_layout *at = &e->p->at;
    place kept = {0};
    if (!may_forget(e->p)) {
        return;
    }
    jump_without(e, at->last_label, e->p->past.asked_labels, &kept);
    write_jump(e->w, OP_JLAST, 0, 0, &kept);
    forget_last(e);
    write_number(e->w, at->last_label, 0);
    write_place(e->w, &kept);
}

static void note_key(const ends *e) {
    if (e->p->past.ring_cap) {
        write_insn(e->w, OP_KEY, 0, 0, 0, 0);
    }
}

// --- Does it go on? --------------------------------------------------------------------------

static void push_key(const ends *e) {
    if (e->p->past.ring_cap) {
        write_insn(e->w, OP_PUSHKEY, e->one_way, 0, 0, 0);
    }
}

static int has_code(const program *p, uint32_t code) {
    return code && p->code[code].op != OP_RET;
}

static int next_of(const program *p, int me) {
    return me + 1 < p->players ? me + 1 : 0;
}

static int says_stuck(const program *p, int me) {
    return p->root[next_of(p, me)].when_stuck != 0;
}

// Who is out is passed over. Once round is enough if it begins behind those who may be asked about.
static void pass_over_out(const ends *e) {
    const program *p = e->p;
    for (int i = 0; p->at.out && i < 2 * p->players; i++) {
        const int who = i % p->players;
        place him = {0}, other = {0};
        write_jump(e->w, OP_JTURN, who, 0, &him);
        write_jump(e->w, OP_JMP, 0, 0, &other);
        write_place(e->w, &him);
        jump_without(e, p->at.out - 1 + who, 0xff, &other);
        write_insn(e->w, OP_ONTURN, next_of(p, who), 0, 0, 0);
        write_place(e->w, &other);
    }
    if (p->at.out) {
        note_key(e); // whose turn it is belongs to it
    }
}

// The same for a game in which anybody may come next.
static void ask_stuck_of_any(const ends *e, place *over) {
    const program *p = e->p;
    place said = {0};
    for (int who = 0; who < p->players; who++) {
        place him = {0}, other = {0};
        write_jump(e->w, OP_JTURN, who, 0, &him);
        write_jump(e->w, OP_JMP, 0, 0, &other);
        write_place(e->w, &him);
        write_jump(e->w, OP_JASK, (int)p->root[who].when_stuck, VM_OVER, over);
        write_jump(e->w, OP_JMP, 0, 0, &said);
        write_place(e->w, &other);
    }
    write_place(e->w, &said);
}

// The author's words for a player who cannot move, after a turn of `me`.
static void ask_stuck(const ends *e, int me, place *over) {
    const ir_roots *root = e->p->root;
    place same = {0}, said = {0};
    if (e->anybody && e->p->players > 2) {
        ask_stuck_of_any(e, over);
        return;
    }
    if (e->goes_again) {
        write_jump(e->w, OP_JTURN, me, 0, &same);
    }
    write_jump(e->w, OP_JASK, (int)root[next_of(e->p, me)].when_stuck, VM_OVER, over);
    if (e->goes_again) {
        write_jump(e->w, OP_JMP, 0, 0, &said);
        write_place(e->w, &same);
        write_jump(e->w, OP_JASK, (int)root[me].when_stuck, VM_OVER, over);
        write_place(e->w, &said);
    }
}

// If that decides nothing, endings below `stuck` may; else the game ends as at the limit of turns.
static void test_stuck(const ends *e, int me, place *over) {
    place open = {0};
    write_jump(e->w, OP_JLAZY, 0, 0, &open);
    write_number(e->w, e->stuck, 0);
    write_jump(e->w, OP_JMOVES, 0, 0, &open);
    ask_stuck(e, me, over);
    note_key(e); // it may have changed the position
    write_number(e->w, e->stuck, 1);
    write_place(e->w, &open);
}

static void test_later(const ends *e, int me, place *over) {
    const ir_roots *root = &e->p->root[me];
    place none = {0}, rare = {0};
    if (!has_code(e->p, root->later)) {
        return;
    }
    write_jump(e->w, OP_JASK, (int)root->later, VM_NO, &none);
    if (root->judge) {
        write_jump(e->w, OP_JLAZY, 0, 0, &rare);
    }
    write_jump(e->w, OP_JMP, 0, 0, over);
    if (root->judge) {
        write_place(e->w, &rare);
        write_jump(e->w, OP_JRARE, (int)root->judge, VM_OVER, over);
    }
    write_place(e->w, &none);
}

// After a turn of `me` and the endings above `stuck`.
static void write_rest(const ends *e, int me, place *over) {
    const program *p = e->p;
    place undecided = {0}, goes_on = {0};
    if (says_stuck(p, me)) {
        test_stuck(e, me, over);
    }
    test_later(e, me, over);
    push_key(e);
    write_jump(e->w, OP_JPLAYED, p->limit & 0xffff, p->limit >> 16, &undecided);
    write_jump(e->w, OP_JLAZY, 0, 0, &goes_on);
    if (says_stuck(p, me)) {
        jump_without(e, e->stuck, 1, &goes_on);
    } else {
        write_jump(e->w, OP_JMOVES, 0, 0, &goes_on);
    }
    write_place(e->w, &undecided);
    write_insn(e->w, OP_OUTCOME, p->has_score ? IR_FINISH : IR_DRAW, 0, 0, 0);
    write_place(e->w, &goes_on);
    write_insn(e->w, OP_RET, VM_YES, 0, 0, 0);
}

// --- The codes -------------------------------------------------------------------------------

// An ending below `stuck` holds, and whether the next player is stuck was left open.
static void write_judge(const ends *e, int me) {
    program *p = e->p;
    place real = {0}, over = {0};
    p->root[me].judge = 0;
    if (!has_code(p, p->root[me].later) || !says_stuck(p, me)) {
        return;
    }
    p->root[me].judge = write_here(e->w);
    write_insn(e->w, OP_REOPEN, 0, 0, 0, 0);
    write_jump(e->w, OP_JMOVES, 0, 0, &real);
    ask_stuck(e, me, &over);
    write_place(e->w, &real);
    write_jump(e->w, OP_JASK, (int)p->root[me].later, VM_OVER, &over);
    write_insn(e->w, OP_RET, VM_YES, 0, 0, 0);
    write_place(e->w, &over);
    write_insn(e->w, OP_RET, VM_OVER, 0, 0, 0);
}

// All of the position is looked at: what the turn has added is not known here.
static uint32_t endings_of(const program *p, int me) {
    return p->root[me].whole ? p->root[me].whole : p->root[me].endings;
}

static void write_end(const ends *e, int me) {
    program *p = e->p;
    place over = {0}, tested = {0};
    p->root[me].end = write_here(e->w);
    settle(e);
    write_insn(e->w, OP_ENDTURN, 0, 0, 0, 0);
    change_phase(e, me);
    write_insn(e->w, e->goes_again ? OP_MOVER : OP_ONTURN, e->goes_again ? me : next_of(p, me), 0,
               0, 0);
    forget_useless_last(e);
    note_key(e);
    if (has_code(p, endings_of(p, me))) {
        write_jump(e->w, OP_JOVER, 0, 0, &over);
        write_jump(e->w, OP_JPLIED, 0, 0, &tested);
        write_jump(e->w, OP_JASK, (int)endings_of(p, me), VM_OVER, &over);
        write_place(e->w, &tested);
    }
    pass_over_out(e);
    write_rest(e, me, &over);
    write_place(e->w, &over);
    write_insn(e->w, OP_RET, VM_OVER, 0, 0, 0);
}

// Positions that are read from text are settled as far as that can be told.
static void write_settling(const ends *e) {
    ir_past *past = &e->p->past;
    past->latch_code = past->forget_code = 0;
    if (has_latch_pair(e->p)) {
        past->latch_code = write_here(e->w);
        settle_latch(e);
        write_insn(e->w, OP_RET, VM_YES, 0, 0, 0);
    }
    if (may_forget(e->p)) {
        past->forget_code = write_here(e->w);
        forget_useless_last(e);
        write_insn(e->w, OP_RET, VM_YES, 0, 0, 0);
    }
}

static int goes_again(const program *p) {
    for (uint32_t i = 0; i < p->plan_code; i++) {
        const int op = p->code[i].op;
        if (op == OP_AGAIN || op == OP_SWAP || op == OP_HALFPLY || op == OP_NEXTIS) {
            return 1;
        }
    }
    return p->at.out != 0;
}

static int anybody_may_come(const program *p) {
    int found = p->at.out != 0;
    for (uint32_t i = 0; i < p->plan_code; i++) {
        found |= p->code[i].op == OP_NEXTIS;
    }
    return found;
}

void write_ends(writer *w) {
    program *p = w->p;
    ends e = {.w = w, .p = p, .goes_again = goes_again(p), .anybody = anybody_may_come(p)};
    e.stuck = write_new_num(w);
    e.one_way = write_new_num(w);
    if (has_latch_pair(p)) {
        e.mine = write_new_set(w);
        e.first = write_new_set(w);
        e.second = write_new_set(w);
    }
    write_settling(&e);
    for (int me = 0; me < p->players && !w->failed; me++) {
        write_judge(&e, me);
        write_end(&e, me);
    }
}
