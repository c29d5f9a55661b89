// SPDX-License-Identifier: MIT
// One game of a batch: beginning, acting, drawing, ending.
//
// Between calls a lane always knows which numbers may be picked next. An action is tested against
// them with one look; then the move is found: at once where the game can say it (`only`), else among
// the listed ones.
#include <string.h>

#include "abi/batch_impl.h"
#include "base/choose.h"

// --- What may be picked --------------------------------------------------------------------------

static void fill_mask(tsr_batch *b, desk *d, uint32_t i, uint32_t row, int who) {
    uint64_t *bits = batch_mask(b, i, row);
    const tsr_game_learn *t = b->learn;
    int begins = !(b->lane[i].picking >> row & 1);
    batch_clear(bits, b->rs->mask_words);
    if (begins && t->mask && t->mask(b->r, batch_at(b, i), who, bits)) {
        return;
    }
    static const picks none = {0};
    const picks *p = begins ? &none : &b->picks[(size_t)i * b->rows + row];
    (void)picks_mask(b->r, batch_at(b, i), who, p, bits, d->room);
}

static void fill_masks(tsr_batch *b, desk *d, uint32_t i) {
    const lane *l = &b->lane[i];
    for (uint32_t row = 0; row < b->rows; row++) {
        int who = batch_row_seat(b, i, row);
        if (!l->over && l->turn >> who & 1 && !(l->held >> who & 1)) {
            fill_mask(b, d, i, row, who);
        } else {
            batch_clear(batch_mask(b, i, row), b->rs->mask_words);
        }
    }
}

static int may_pick(const tsr_batch *b, uint32_t i, uint32_t row, int64_t number) {
    return number >= 0 && batch_mask(b, i, row)[number / 64] >> (number % 64) & 1;
}

// --- The course of a game ------------------------------------------------------------------------

// Draws until somebody must decide.
static void settle(tsr_batch *b, uint32_t i) {
    lane *l = &b->lane[i];
    void *s = batch_at(b, i);
    uint32_t turn = tsr_turn(b->r, s);
    while (turn == 1u << TSR_CHANCE) {
        tsr_play(b->r, s, TSR_CHANCE, tsr_sample(b->r, s, TSR_CHANCE, &b->draws[i]));
        turn = tsr_turn(b->r, s);
    }
    l->turn = (uint16_t)turn;
    l->over = turn == 0;
}

void batch_resume(tsr_batch *b, desk *d, uint32_t i) {
    b->lane[i] = (lane){0};
    settle(b, i);
    fill_masks(b, d, i);
}

void batch_begin(tsr_batch *b, desk *d, uint32_t i) {
    memcpy(batch_at(b, i), b->start, b->r->state_size);
    batch_resume(b, d, i);
}

// What a row has picked: the move, or TSR_NO_MOVE if it is not whole yet.
static tsr_move take(tsr_batch *b, desk *d, uint32_t i, uint32_t row, int who, uint32_t number) {
    lane *l = &b->lane[i];
    const tsr_game_learn *t = b->learn;
    tsr_move move = TSR_NO_MOVE;
    int begins = !(l->picking >> row & 1);
    if (begins && t->only) {
        move = t->only(b->r, batch_at(b, i), who, number);
    }
    if (move == TSR_NO_MOVE) {
        picks *p = &b->picks[(size_t)i * b->rows + row];
        p->count = begins ? 0 : p->count;
        if (picks_take(b->r, batch_at(b, i), who, p, number, &move, d->room) != 1) {
            l->picking |= (uint8_t)(1u << row);
            return TSR_NO_MOVE;
        }
    }
    l->picking &= (uint8_t) ~(1u << row);
    return move;
}

static void play(tsr_batch *b, uint32_t i, int who, tsr_move move) {
    tsr_play(b->r, batch_at(b, i), who, move);
    b->lane[i].plies++;
    b->lane[i].last = (uint8_t)who;
}

// --- Ends ----------------------------------------------------------------------------------------

// Rewards of a game that is over by its rules, or because `loser` acted illegally.
static void put_reward(tsr_batch *b, uint32_t i, int loser) {
    if (!b->io.reward) {
        return;
    }
    float *out = b->io.reward + (size_t)i * b->r->players;
    if (loser < 0) {
        tsr_utility(b->r, batch_at(b, i), out);
    }
    for (int p = 0; p < b->r->players; p++) {
        out[p] = loser < 0 ? 2 * out[p] - 1 : p == loser ? -1.0f : 1.0f;
    }
}

static void finish(tsr_batch *b, desk *d, uint32_t i, int loser) {
    lane *l = &b->lane[i];
    int cut = !l->over && loser < 0;
    l->over = 1;
    if (!cut) {
        put_reward(b, i, loser);
    }
    if (b->io.terminated) {
        b->io.terminated[i] = !cut;
    }
    if (b->io.truncated) {
        b->io.truncated[i] = (uint8_t)cut;
    }
    if (b->io.plies) {
        b->io.plies[i] = l->plies;
    }
    if (b->io.score) {
        batch_show_scores(b, i);
    }
    batch_show_final(b, d, i);
    if (b->config.reset == TSR_RESET_SAME) {
        batch_begin(b, d, i);
    } else {
        l->turn = 0;
        l->picking = 0; // who acted illegally may have been in the middle of a move
        fill_masks(b, d, i);
    }
    l->ended = 1;
}

// After moves were made.
static void go_on(tsr_batch *b, desk *d, uint32_t i) {
    lane *l = &b->lane[i];
    settle(b, i);
    if (l->over || (b->config.max_plies && l->plies >= b->config.max_plies)) {
        finish(b, d, i, -1);
    } else {
        fill_masks(b, d, i);
    }
}

// --- A step --------------------------------------------------------------------------------------

// All games of a part at once: a loop over the few numbers of each would cost more than its move.
void batch_clear_step(tsr_batch *b, uint32_t from, uint32_t to) {
    const tsr_batch_io *io = &b->io;
    size_t n = to - from, players = b->r->players;
    if (io->reward) {
        memset(io->reward + from * players, 0, n * players * sizeof *io->reward);
    }
    if (io->terminated) {
        memset(io->terminated + from, 0, n);
    }
    if (io->truncated) {
        memset(io->truncated + from, 0, n);
    }
    if (io->illegal) {
        memset(io->illegal + from, 0, n);
    }
}

static void refuse(tsr_batch *b, desk *d, uint32_t i, int who) {
    d->illegal++;
    if (b->io.illegal) {
        b->io.illegal[i] = 1;
    }
    if (b->config.illegal == TSR_ILLEGAL_LOSES) {
        b->lane[i].last = (uint8_t)who;
        finish(b, d, i, who);
    }
}

// The game has played by itself and filled the mask: there is no chance in it.
static void stepped(tsr_batch *b, desk *d, uint32_t i, int who) {
    lane *l = &b->lane[i];
    l->plies++;
    l->last = (uint8_t)who;
    l->turn = (uint16_t)tsr_turn(b->r, batch_at(b, i));
    l->over = l->turn == 0;
    if (l->over || (b->config.max_plies && l->plies >= b->config.max_plies)) {
        finish(b, d, i, -1);
    }
}

static void step_alone(tsr_batch *b, desk *d, uint32_t i) {
    int who = batch_row_seat(b, i, 0);
    int64_t number = batch_number(b, i, 0, b->io.action[i]);
    if (!may_pick(b, i, 0, number)) {
        refuse(b, d, i, who);
        return;
    }
    tsr_move move = take(b, d, i, 0, who, (uint32_t)number);
    if (move == TSR_NO_MOVE) {
        fill_mask(b, d, i, 0, who);
        return;
    }
    const tsr_game_learn *t = b->learn;
    uint64_t *bits = batch_mask(b, i, 0);
    batch_clear(bits, b->rs->mask_words);
    if (t->step && t->step(b->r, batch_at(b, i), who, move, bits)) {
        stepped(b, d, i, who);
        return;
    }
    play(b, i, who, move);
    go_on(b, d, i);
}

static int is_asked(const lane *l, uint32_t who) {
    return l->turn >> who & 1 && !(l->held >> who & 1);
}

// Whole answers are played in the order of seats, as the referee of matches does.
static void play_held(tsr_batch *b, desk *d, uint32_t i) {
    uint32_t held = b->lane[i].held;
    b->lane[i].held = 0;
    for (uint32_t who = 0; who < b->rows; who++) {
        if (held >> who & 1) {
            play(b, i, (int)who, b->held[(size_t)i * b->rows + who]);
        }
    }
    go_on(b, d, i);
}

static void step_together(tsr_batch *b, desk *d, uint32_t i) {
    lane *l = &b->lane[i];
    const int32_t *action = b->io.action + (size_t)i * b->rows;
    for (uint32_t who = 0; who < b->rows; who++) {
        if (is_asked(l, who) && !may_pick(b, i, who, batch_number(b, i, who, action[who]))) {
            refuse(b, d, i, (int)who); // before anybody's answer was taken
            return;
        }
    }
    for (uint32_t who = 0; who < b->rows; who++) {
        if (is_asked(l, who)) {
            uint32_t number = (uint32_t)batch_number(b, i, who, action[who]);
            tsr_move move = take(b, d, i, who, (int)who, number);
            b->held[(size_t)i * b->rows + who] = move;
            l->held |= (uint8_t)(move != TSR_NO_MOVE ? 1u << who : 0);
        }
    }
    if (l->held == l->turn) {
        play_held(b, d, i);
    } else {
        fill_masks(b, d, i);
    }
}

void batch_step_one(tsr_batch *b, desk *d, uint32_t i) {
    b->lane[i].ended = 0;
    if (b->lane[i].over) {
        if (b->config.reset == TSR_RESET_NEXT) {
            batch_begin(b, d, i);
        }
    } else if (b->rows == 1) {
        step_alone(b, d, i);
    } else {
        step_together(b, d, i);
    }
}

// --- Sampling ------------------------------------------------------------------------------------

int32_t batch_sample_one(tsr_batch *b, desk *d, uint32_t i, uint32_t row) {
    const uint64_t *bits = batch_seen_mask(b, d, i, row);
    uint32_t words = b->rs->mask_words, count = choose_count(bits, words);
    if (!count) {
        return -1;
    }
    return (int32_t)choose_nth(bits, words, tsr_lots_below(&b->samples[i], count));
}
