// SPDX-License-Identifier: MIT

// What is asked and what is told, as sentences.

#include "projectl_lines.h"
#include "projectl_state.h"

#define SHAPE(s)  TSR_NAME(PROJECTL_NAME_SHAPE + (s))
#define COLOUR(c) TSR_NAME(PROJECTL_NAME_WHITE + (c))
#define PLACE(i)  TSR_NAME(projectl_place_name(d, i))
#define PUZZLE(p) TSR_NAME(PROJECTL_NAME_PUZZLE + (p)-1) // as stored: 1 + index

// --- Asking ---------------------------------------------------------------------------------

static void ask_turn(const projectl_data *d, const projectl_state *s, tsr_info *out) {
    int last = s->last_round == s->round || s->round == d->rounds;
    out->ask = TSR_ASK_MOVE;
    out->timeout_move = d->skip ? tsr_pl_plain(TSR_PL_SKIP) : TSR_NO_MOVE;
    tsr_say(&out->prompt, last ? PROJECTL_ASK_LAST_TURN : PROJECTL_ASK_TURN, TSR_PLAYER(s->player),
            TSR_INT(s->actions));
}

static void ask_recycle(const projectl_state *s, tsr_info *out) {
    int colour = s->recycling - 1, place = 0;
    while (place < TSR_PL_ROW - 1 && !s->row[projectl_row_at(colour) + place]) {
        place++;
    }
    out->ask = TSR_ASK_CHOICE;
    out->timeout_move = tsr_pl_put(place);
    tsr_say(&out->prompt, PROJECTL_ASK_RECYCLE, TSR_PLAYER(s->player), COLOUR(colour));
}

static void ask_master(const projectl_data *d, const projectl_state *s, tsr_info *out) {
    out->ask = TSR_ASK_CHOICE;
    out->timeout_move = s->master_slots || d->original ? tsr_pl_plain(TSR_PL_DONE) : TSR_NO_MOVE;
    tsr_say(&out->prompt, PROJECTL_ASK_MASTER, TSR_PLAYER(s->player));
}

static void ask_reward(const projectl_data *d, const projectl_state *s, tsr_info *out) {
    uint32_t options = projectl_reward_options(d, s->reserve, s->wanted - 1);
    out->ask = TSR_ASK_CHOICE;
    out->timeout_move = options ? tsr_pl_reward(projectl_lowest(options)) : TSR_NO_MOVE;
    tsr_say(&out->prompt, PROJECTL_ASK_REWARD, TSR_PLAYER(s->player), SHAPE(s->wanted - 1));
}

void projectl_info(const tsr_rules *r, const void *state, tsr_info *out) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = state;
    memset(out, 0, sizeof *out);
    out->stamp = s->stamp;
    out->round = s->round;
    switch ((tsr_pl_phase)s->phase) {
    case TSR_PL_PHASE_FIRST:
        out->ask = TSR_ASK_CHANCE;
        tsr_say(&out->prompt, PROJECTL_ASK_FIRST);
        break;
    case TSR_PL_PHASE_DRAW:
        out->ask = TSR_ASK_CHANCE;
        tsr_say(&out->prompt, PROJECTL_ASK_DRAW, COLOUR(projectl_target_colour(d, s)));
        break;
    case TSR_PL_PHASE_TURN: ask_turn(d, s, out); break;
    case TSR_PL_PHASE_RECYCLE: ask_recycle(s, out); break;
    case TSR_PL_PHASE_MASTER: ask_master(d, s, out); break;
    case TSR_PL_PHASE_REWARD: ask_reward(d, s, out); break;
    case TSR_PL_PHASE_TOUCH:
        out->ask = TSR_ASK_CHOICE;
        out->timeout_move = tsr_pl_plain(TSR_PL_END);
        tsr_say(&out->prompt, PROJECTL_ASK_TOUCH, TSR_PLAYER(s->player));
        break;
    case TSR_PL_PHASE_OVER: tsr_say(&out->prompt, PROJECTL_ASK_OVER); break;
    }
}

// --- Telling --------------------------------------------------------------------------------

static void say_place(const projectl_state *s, tsr_move m, tsr_line *out) {
    int shape = tsr_move_byte(m, 1);
    const projectl_slot *slot = &s->seat[s->player].slot[tsr_move_byte(m, 2) % TSR_PL_SLOTS];
    int completes = s->phase == TSR_PL_PHASE_TURN && slot->free == tsr_pl_move_mask(m);
    if (completes) {
        tsr_say(out, PROJECTL_SAY_COMPLETE, TSR_PLAYER(s->player), SHAPE(shape),
                PUZZLE(slot->puzzle));
        return;
    }
    tsr_say(out, s->phase == TSR_PL_PHASE_TOUCH ? PROJECTL_SAY_TOUCH : PROJECTL_SAY_PLACE,
            TSR_PLAYER(s->player), SHAPE(shape), PUZZLE(slot->puzzle));
}

static void say_done(const projectl_state *s, tsr_line *out) {
    int completed = 0;
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        const projectl_slot *slot = &s->seat[s->player].slot[i];
        completed += slot->puzzle && !slot->free;
    }
    tsr_say(out, completed ? PROJECTL_SAY_DONE_COMPLETE : PROJECTL_SAY_DONE, TSR_PLAYER(s->player),
            completed ? TSR_INT(completed) : TSR_NOTHING_SAID);
}

static void say_reveal(const projectl_data *d, const projectl_state *s, tsr_move m, tsr_line *out) {
    int stored = tsr_pl_move_puzzle(m) + 1;
    if (projectl_target(s) < TSR_PL_GRID) {
        tsr_say(out, PROJECTL_SAY_REVEAL, PUZZLE(stored), PLACE(projectl_target(s)));
    } else {
        tsr_say(out, PROJECTL_SAY_REVEAL_TO, TSR_PLAYER(s->player), PUZZLE(stored));
    }
}

static void say_puzzle(const projectl_data *d, const projectl_state *s, tsr_move m, tsr_line *out) {
    int a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2);
    tsr_arg me = TSR_PLAYER(s->player);
    switch (tsr_pl_move_kind(m)) {
    case TSR_PL_TAKE: {
        int place = d->solo ? b : projectl_row_at(a) + b;
        tsr_say(out, PROJECTL_SAY_TAKE, me, PUZZLE(s->row[place]), PLACE(place));
        break;
    }
    case TSR_PL_TOP:
        tsr_say(out, d->solo ? PROJECTL_SAY_TOP_SOLO : PROJECTL_SAY_TOP, me,
                d->solo ? TSR_NOTHING_SAID : COLOUR(a));
        break;
    case TSR_PL_RECYCLE: tsr_say(out, PROJECTL_SAY_RECYCLE, me, COLOUR(a)); break;
    default: {
        int place = projectl_row_at(s->recycling - 1) + a;
        tsr_say(out, PROJECTL_SAY_PUT, me, PUZZLE(s->row[place]), PLACE(place));
        break;
    }
    }
}

void projectl_say(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_line *out) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = state;
    int a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2);
    tsr_arg me = TSR_PLAYER(s->player);
    (void)who;
    switch ((tsr_pl_kind)tsr_pl_move_kind(m)) {
    case TSR_PL_TAKE:
    case TSR_PL_TOP:
    case TSR_PL_RECYCLE:
    case TSR_PL_PUT: say_puzzle(d, s, m, out); break;
    case TSR_PL_BASIC: tsr_say(out, PROJECTL_SAY_BASIC, me, SHAPE(a)); break;
    case TSR_PL_UPGRADE: tsr_say(out, PROJECTL_SAY_UPGRADE, me, SHAPE(a), SHAPE(b)); break;
    case TSR_PL_PLACE: say_place(s, m, out); break;
    case TSR_PL_MASTER: tsr_say(out, PROJECTL_SAY_MASTER, me); break;
    case TSR_PL_DONE: say_done(s, out); break;
    case TSR_PL_REWARD:
        tsr_say(out, PROJECTL_SAY_REWARD, me, SHAPE(a), SHAPE(s->wanted - 1));
        break;
    case TSR_PL_SKIP: tsr_say(out, PROJECTL_SAY_SKIP, me); break;
    case TSR_PL_END: tsr_say(out, PROJECTL_SAY_END, me); break;
    case TSR_PL_REVEAL: say_reveal(d, s, m, out); break;
    case TSR_PL_FIRST: tsr_say(out, PROJECTL_SAY_FIRST, TSR_PLAYER(a)); break;
    }
}
