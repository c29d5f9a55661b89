// SPDX-License-Identifier: MIT

// The course of the game: what each move does, and what follows from it.
//
// Every move ends in `settle`, which fills gaps on the table. Puzzles that come
// from a queue (recycled, their order known) are put down at once; one that comes
// from the pool is a chance move, so the game stops there with phase DRAW and
// goes on where `after` says.
//
//     action -> fill gaps -> (draw ...) -> end triggered? -> next action
//     action -> completed puzzles -> (choose a reward ...) -> next action
//     last action -> next player; after the last player, next round; after the
//     last round, finishing touches, player by player; then it is over

#include "projectl_state.h"

// --- Puzzles move -------------------------------------------------------------------

static int free_slot(const projectl_player *p) {
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        if (!p->slot[i].puzzle) {
            return i;
        }
    }
    return -1;
}

// Lays a puzzle in front of the player on turn, who has room.
static void hold(const projectl_data *d, projectl_state *s, int stored) {
    projectl_player *p = &s->seat[s->player];
    projectl_slot *slot = &p->slot[free_slot(p)];
    slot->puzzle = (uint16_t)stored;
    slot->free = projectl_puzzle(d, stored)->mask;
    projectl_where(d, s)[stored - 1] = (uint8_t)(PROJECTL_HELD + s->player);
}

// Puts a puzzle where `fill` wants one next.
static void fill_target(const projectl_data *d, projectl_state *s, int stored) {
    int target = projectl_target(s);
    s->fill = (uint16_t)(s->fill & (s->fill - 1));
    if (target < TSR_PL_GRID) {
        s->row[target] = (uint16_t)stored;
        projectl_where(d, s)[stored - 1] = PROJECTL_IN_ROW;
    } else {
        hold(d, s, stored);
    }
}

static int queue_pop(const projectl_data *d, projectl_state *s, int colour) {
    uint16_t *queue = projectl_queue(d, s, colour);
    int stored = queue[0], left = --s->queued[colour];
    memmove(queue, queue + 1, (size_t)left * sizeof *queue);
    queue[left] = 0;
    return stored;
}

static void queue_push(const projectl_data *d, projectl_state *s, int colour, int place) {
    uint16_t stored = s->row[place];
    projectl_queue(d, s, colour)[s->queued[colour]++] = stored;
    projectl_where(d, s)[stored - 1] = PROJECTL_IN_QUEUE;
    s->row[place] = 0;
}

// --- Turns --------------------------------------------------------------------------

static void begin_touches(const projectl_data *d, projectl_state *s, int players);

static void begin_turn(projectl_state *s, int player) {
    s->phase = TSR_PL_PHASE_TURN;
    s->player = (uint8_t)player;
    s->actions = TSR_PL_ACTIONS;
    s->master_used = 0;
    s->black_taken = 0;
    s->stamp++;
}

static void end_round(const projectl_data *d, projectl_state *s, int players) {
    if (s->round == s->last_round || s->round == d->rounds) {
        s->actions = 0;
        s->master_used = 0;
        s->black_taken = 0;
        begin_touches(d, s, players);
        return;
    }
    s->round++;
    begin_turn(s, s->first);
}

static void settle(const projectl_data *d, projectl_state *s, int players);

static void end_turn(const projectl_data *d, projectl_state *s, int players) {
    int next = (s->player + 1) % players;
    if (d->solo) {
        projectl_enemy_turn(d, s);
        s->after = PROJECTL_AFTER_ENEMY;
        settle(d, s, players);
    } else if (next == s->first) {
        end_round(d, s, players);
    } else {
        begin_turn(s, next);
    }
}

static void end_action(const projectl_data *d, projectl_state *s, int players) {
    s->phase = TSR_PL_PHASE_TURN;
    if (--s->actions == 0) {
        end_turn(d, s, players);
    }
}

// The end is triggered when the black deck (solo: the deck) is empty. From then on
// black puzzles count for the limit; those taken before in the same turn do not,
// except in the original.
static void look_for_end(const projectl_data *d, projectl_state *s) {
    int left = projectl_deck(s, TSR_PL_BLACK) + (d->solo ? projectl_deck(s, TSR_PL_WHITE) : 0);
    if (left == 0 && s->last_round == 0) {
        s->last_round = (uint16_t)(s->round + 1);
        if (!d->original) {
            s->black_taken = 0;
        }
    }
}

static void go_on(const projectl_data *d, projectl_state *s, int players) {
    projectl_after after = (projectl_after)s->after;
    s->after = PROJECTL_AFTER_NOTHING;
    if (after == PROJECTL_AFTER_SETUP) {
        begin_turn(s, s->first);
        return;
    }
    look_for_end(d, s);
    if (after == PROJECTL_AFTER_ENEMY) {
        end_round(d, s, players);
    } else {
        end_action(d, s, players);
    }
}

static void settle(const projectl_data *d, projectl_state *s, int players) {
    while (s->fill) {
        int colour = projectl_target_colour(d, s);
        if (s->unseen[colour]) {
            s->phase = TSR_PL_PHASE_DRAW;
            s->stamp++; // chance decides now, and what it shows cannot be taken back
            return;
        }
        if (s->queued[colour]) {
            fill_target(d, s, queue_pop(d, s, colour));
        } else {
            s->fill = (uint16_t)(s->fill & (s->fill - 1));
        }
    }
    go_on(d, s, players);
}

static void fill_after_action(const projectl_data *d, projectl_state *s, unsigned fill,
                              int players) {
    s->fill = (uint16_t)fill;
    s->after = PROJECTL_AFTER_ACTION;
    settle(d, s, players);
}

// --- Completing puzzles ---------------------------------------------------------------

static void return_pieces(const projectl_data *d, projectl_player *p, const projectl_slot *slot) {
    uint8_t count[TSR_PL_SHAPES];
    (void)projectl_slot_pieces(d, slot, count);
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        p->pieces[i] = (uint8_t)(p->pieces[i] + count[i]);
    }
}

// Moves a full puzzle to the victory pile and its pieces to the supply.
static const tsr_pl_puzzle *complete(const projectl_data *d, projectl_state *s, int slot) {
    projectl_player *p = &s->seat[s->player];
    int stored = p->slot[slot].puzzle;
    const tsr_pl_puzzle *puzzle = projectl_puzzle(d, stored);
    return_pieces(d, p, &p->slot[slot]);
    memset(&p->slot[slot], 0, sizeof p->slot[slot]);
    p->points += puzzle->points;
    p->completed++;
    projectl_where(d, s)[stored - 1] = (uint8_t)(PROJECTL_DONE + s->player);
    return puzzle;
}

static void take_piece(projectl_state *s, int shape) {
    s->reserve[shape]--;
    s->seat[s->player].pieces[shape]++;
}

// Completes full puzzles one after the other, each with its reward. Stops where
// the player must choose one, and is called again afterwards.
static void complete_puzzles(const projectl_data *d, projectl_state *s, int players) {
    projectl_player *p = &s->seat[s->player];
    for (int slot = 0; slot < TSR_PL_SLOTS; slot++) {
        if (!p->slot[slot].puzzle || p->slot[slot].free) {
            continue;
        }
        int wanted = complete(d, s, slot)->reward;
        uint32_t options = projectl_reward_options(d, s->reserve, wanted);
        if (projectl_bits(options) > 1) {
            s->phase = TSR_PL_PHASE_REWARD;
            s->wanted = (uint8_t)(wanted + 1);
            return;
        }
        if (options) {
            take_piece(s, projectl_lowest(options));
        }
    }
    end_action(d, s, players);
}

// --- Finishing touches ------------------------------------------------------------------

// Checks the puzzles of a player who has ended the finishing touches. Rulebook:
// full puzzles score and their pieces come back. Original: they count as completed
// but score nothing, and keep their pieces.
static void end_touches(const projectl_data *d, projectl_state *s) {
    projectl_player *p = &s->seat[s->player];
    for (int slot = 0; slot < TSR_PL_SLOTS; slot++) {
        if (!p->slot[slot].puzzle || p->slot[slot].free) {
            continue;
        }
        if (d->original) {
            p->completed++;
        } else {
            (void)complete(d, s, slot);
        }
    }
}

// Goes on to the next player who can place anything, from the player on turn on.
static void next_touches(const projectl_data *d, projectl_state *s, int players) {
    for (;;) {
        if (projectl_can_place(d, s, s->player)) {
            s->phase = TSR_PL_PHASE_TOUCH;
            return;
        }
        end_touches(d, s);
        int next = (s->player + 1) % players;
        s->player = (uint8_t)next;
        s->stamp++;
        if (next == s->first) {
            s->phase = TSR_PL_PHASE_OVER;
            return;
        }
    }
}

static void begin_touches(const projectl_data *d, projectl_state *s, int players) {
    s->player = s->first;
    s->stamp++;
    next_touches(d, s, players);
}

static void finish_touches(const projectl_data *d, projectl_state *s, int players) {
    end_touches(d, s);
    int next = (s->player + 1) % players;
    s->player = (uint8_t)next;
    s->stamp++;
    s->phase = TSR_PL_PHASE_OVER;
    if (next != s->first) {
        next_touches(d, s, players);
    }
}

// --- The moves ----------------------------------------------------------------------------

static void play_take(const projectl_data *d, projectl_state *s, tsr_move m, int players) {
    int colour = tsr_move_byte(m, 1);
    int place = tsr_move_byte(m, 2) + (d->solo ? 0 : projectl_row_at(colour));
    int stored = s->row[place];
    s->row[place] = 0;
    hold(d, s, stored);
    if (d->solo) {
        projectl_unlock(s, place);
    } else {
        s->black_taken = (uint8_t)(s->black_taken + (colour == TSR_PL_BLACK));
    }
    fill_after_action(d, s, 1u << place, players);
}

static void play_top(const projectl_data *d, projectl_state *s, tsr_move m, int players) {
    int colour = tsr_move_byte(m, 1);
    s->black_taken = (uint8_t)(s->black_taken + (colour == TSR_PL_BLACK));
    fill_after_action(d, s, colour == TSR_PL_BLACK ? PROJECTL_FILL_BLACK : PROJECTL_FILL_WHITE,
                      players);
}

// Puts the last puzzle of the row under the deck by itself, and refills the row.
static void go_on_recycling(const projectl_data *d, projectl_state *s, int players) {
    int colour = s->recycling - 1, at = projectl_row_at(colour), left = 0, last = 0;
    for (int place = at; place < at + TSR_PL_ROW; place++) {
        if (s->row[place]) {
            left++;
            last = place;
        }
    }
    if (left > 1) {
        s->phase = TSR_PL_PHASE_RECYCLE;
        return;
    }
    queue_push(d, s, colour, last);
    s->recycling = 0;
    fill_after_action(d, s, 0xfu << at, players);
}

static void play_put(const projectl_data *d, projectl_state *s, tsr_move m, int players) {
    int colour = s->recycling - 1;
    queue_push(d, s, colour, projectl_row_at(colour) + tsr_move_byte(m, 1));
    go_on_recycling(d, s, players);
}

static void play_place(const projectl_data *d, projectl_state *s, tsr_move m, int players) {
    projectl_player *p = &s->seat[s->player];
    int shape = tsr_move_byte(m, 1), slot = tsr_move_byte(m, 2);
    p->pieces[shape]--;
    projectl_slot_lay(&p->slot[slot], tsr_pl_move_mask(m));
    if (s->phase == TSR_PL_PHASE_MASTER) {
        s->master_slots = (uint8_t)(s->master_slots | 1u << slot);
    } else if (s->phase == TSR_PL_PHASE_TOUCH) {
        p->touches++;
    } else {
        complete_puzzles(d, s, players);
    }
}

static void play_action(const projectl_data *d, projectl_state *s, tsr_move m, int players) {
    int a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2);
    switch ((tsr_pl_kind)tsr_pl_move_kind(m)) {
    case TSR_PL_TAKE: play_take(d, s, m, players); break;
    case TSR_PL_TOP: play_top(d, s, m, players); break;
    case TSR_PL_RECYCLE:
        s->recycling = (uint8_t)(a + 1);
        go_on_recycling(d, s, players);
        break;
    case TSR_PL_PUT: play_put(d, s, m, players); break;
    case TSR_PL_UPGRADE:
        s->reserve[a]++;
        s->seat[s->player].pieces[a]--;
        take_piece(s, b);
        end_action(d, s, players);
        break;
    case TSR_PL_BASIC:
        take_piece(s, a);
        end_action(d, s, players);
        break;
    case TSR_PL_PLACE: play_place(d, s, m, players); break;
    case TSR_PL_MASTER:
        s->master_used = 1;
        s->phase = TSR_PL_PHASE_MASTER;
        break;
    case TSR_PL_DONE:
        s->master_slots = 0;
        complete_puzzles(d, s, players);
        break;
    case TSR_PL_REWARD:
        s->wanted = 0;
        take_piece(s, a);
        complete_puzzles(d, s, players);
        break;
    case TSR_PL_SKIP: end_action(d, s, players); break;
    case TSR_PL_END: finish_touches(d, s, players); break;
    case TSR_PL_REVEAL:
    case TSR_PL_FIRST: break; // chance: see projectl_play
    }
}

static void play_reveal(const projectl_data *d, projectl_state *s, int puzzle, int players) {
    int colour = d->puzzle[puzzle].colour;
    uint32_t bit = (uint32_t)puzzle - (colour == TSR_PL_BLACK ? d->count[TSR_PL_WHITE] : 0);
    projectl_pool(d, s, colour)[bit / 64] &= ~(1ull << bit % 64);
    s->unseen[colour]--;
    s->stamp++;
    fill_target(d, s, puzzle + 1);
    settle(d, s, players);
}

void projectl_play(const tsr_rules *r, void *state, int who, tsr_move m) {
    const projectl_data *d = projectl_of(r);
    projectl_state *s = state;
    (void)who;
    if (s->phase == TSR_PL_PHASE_DRAW) {
        play_reveal(d, s, tsr_pl_move_puzzle(m), r->players);
    } else if (s->phase == TSR_PL_PHASE_FIRST) {
        s->first = s->player = (uint8_t)tsr_move_byte(m, 1);
        s->stamp++;
        settle(d, s, r->players);
    } else {
        play_action(d, s, m, r->players);
    }
}

// --- Start and end ----------------------------------------------------------------------

void projectl_init(const tsr_rules *r, void *out) {
    const projectl_data *d = projectl_of(r);
    projectl_state *s = out;
    memset(s, 0, r->state_size);
    s->round = 1;
    s->after = PROJECTL_AFTER_SETUP;
    s->fill = d->solo ? PROJECTL_FILL_GRID : PROJECTL_FILL_ROWS;
    memset(s->reserve, d->reserve, sizeof s->reserve);
    for (int p = 0; p < r->players; p++) {
        s->player = (uint8_t)p;
        take_piece(s, TSR_PL_O1);
        take_piece(s, TSR_PL_I2);
    }
    s->player = 0;
    for (int colour = 0; colour < 2; colour++) {
        s->unseen[colour] = d->deck[colour];
        for (uint32_t i = 0; i < d->count[colour]; i++) {
            projectl_pool(d, s, colour)[i / 64] |= 1ull << i % 64;
        }
    }
    if (d->solo) {
        static const uint8_t supply[] = {6, 3, 0}; // normal, hard, unbeatable
        s->locks[0] = s->locks[2] = 1;
        s->locks[1] = 2;
        s->enemy_supply = supply[r->opt[PROJECTL_OPT_SOLO]];
    }
    s->phase = d->random_first ? TSR_PL_PHASE_FIRST : TSR_PL_PHASE_DRAW;
}

// Points of completed puzzles less 1 for each finishing touch; when the game is
// over, less the points of every puzzle left unfinished.
int32_t projectl_score(const projectl_data *d, const projectl_state *s, int player) {
    const projectl_player *p = &s->seat[player];
    int32_t score = p->points - p->touches;
    if (s->phase != TSR_PL_PHASE_OVER) {
        return score;
    }
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        if (p->slot[i].puzzle && p->slot[i].free) {
            score -= projectl_puzzle(d, p->slot[i].puzzle)->points;
        }
    }
    return score;
}

// Above zero if `p` has done better than `q`: score, then completed puzzles, then
// pieces left over.
static int compare(const projectl_data *d, const projectl_state *s, int p, int q) {
    int32_t by_score = projectl_score(d, s, p) - projectl_score(d, s, q);
    int by_puzzles = s->seat[p].completed - s->seat[q].completed, by_pieces = 0;
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        by_pieces += s->seat[p].pieces[i] - s->seat[q].pieces[i];
    }
    return by_score ? (by_score > 0 ? 1 : -1) : by_puzzles ? by_puzzles : by_pieces;
}

void projectl_result(const tsr_rules *r, const void *state, tsr_result *out) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = state;
    for (int p = 0; p < r->players; p++) {
        memset(&out[p], 0, sizeof out[p]);
        out[p].score = projectl_score(d, s, p);
        if (s->phase != TSR_PL_PHASE_OVER) {
            continue;
        }
        out[p].rank = 1;
        for (int q = 0; q < r->players; q++) {
            out[p].rank = (uint8_t)(out[p].rank + (compare(d, s, q, p) > 0));
        }
        if (d->solo && out[p].score <= s->seat[1].points) {
            out[p].rank = 2; // a tie is lost
        }
    }
}
