// SPDX-License-Identifier: MIT
//
// Choices that several players make at once. To the program they choose one after the other, by seat. But a
// position that is shown stands before the first of them, and keeps what was answered (ir_layout.answers) until the last
// answer has come; then all are played. So nobody's choice can depend on another's, and nobody sees one before.
#include "lang/game/joint_state.h"

#include <string.h>

#include "lang/game/slots.h"

typedef union position {
    char bytes[TSR_MAX_STATE];
    uint64_t align;
} position;

// The position for whoever is asked about: the one that is there, or a copy.
static const void *look(const tsr_rules *r, const void *s, int who, position *room) {
    const program *p = program_of(r);
    const int colour = who < r->players ? seat_of(s, who) : -1;
    if (colour < 0 || !(joint_waiting(p, s) >> colour & 1)) {
        return s;
    }
    joint_for(p, s, colour, room->bytes);
    return room->bytes;
}

// --- Playing -------------------------------------------------------------------------------------

static void play_one(const tsr_rules *r, void *s, int who, tsr_move m) {
    slot_play(r, s, who, m);
    joint_settle(program_of(r), s);
}

// All have answered: what each has chosen, by seat.
static void close_group(const tsr_rules *r, void *s) {
    const program *p = program_of(r);
    const ir_head *h = s;
    const ir_joint group = *joint_group(p, s);
    tsr_move m[IR_MAX_PLAYERS];
    for (int i = 0; i < p->players; i++) {
        m[i] = joint_take(p, s, i);
    }
    for (int i = 0; i < p->players && !h->over; i++) {
        if (joint_asks(p, s, &group, i)) {
            play_one(r, s, seat_of(h, i), m[i]);
        }
    }
}

static void joint_play(const tsr_rules *r, void *s, int who, tsr_move m) {
    const program *p = program_of(r);
    if (!joint_waiting(p, s)) {
        play_one(r, s, who, m);
        return;
    }
    joint_note(p, s, seat_of(s, who), m);
    if (!joint_waiting(p, s)) {
        close_group(r, s);
    }
}

static uint32_t joint_turn(const tsr_rules *r, const void *s) {
    const uint32_t waiting = joint_waiting(program_of(r), s);
    uint32_t seats = 0;
    for (int i = 0; i < r->players; i++) {
        seats |= waiting >> i & 1 ? 1u << seat_of(s, i) : 0;
    }
    return waiting ? seats : slot_turn(r, s);
}

static int joint_moves(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    position room;
    return joint_turn(r, s) >> who & 1 ? slot_moves(r, look(r, s, who, &room), who, out) : 0;
}

static int joint_count(const tsr_rules *r, const void *s, int who) {
    position room;
    return joint_turn(r, s) >> who & 1 ? slot_count(r, look(r, s, who, &room), who) : 0;
}

static tsr_move joint_sample(const tsr_rules *r, const void *s, int who, tsr_rng *g) {
    position room;
    return slot_sample(r, look(r, s, who, &room), who, g);
}

// Ply by ply: where the program plays on by itself, a let would count as one.
static uint32_t joint_playout(const tsr_rules *r, void *s, tsr_rng *g, uint32_t max_plies) {
    uint32_t plies = 0;
    for (uint32_t turn = joint_turn(r, s); turn && plies < max_plies; turn = joint_turn(r, s)) {
        const int who = __builtin_ctz(turn);
        joint_play(r, s, who, joint_sample(r, s, who, g));
        plies++;
    }
    return plies;
}

// --- Words and pictures --------------------------------------------------------------------------

static int joint_why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out) {
    position room;
    return slot_why_not(r, look(r, s, who, &room), who, m, out);
}

static int joint_move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                           size_t cap) {
    position room;
    return slot_move_text(r, look(r, s, who, &room), who, m, buf, cap);
}

static tsr_err joint_move_parse(const tsr_rules *r, const void *s, int who, const char *text,
                                tsr_move *out) {
    position room;
    return slot_move_parse(r, look(r, s, who, &room), who, text, out);
}

static void joint_info(const tsr_rules *r, const void *s, tsr_info *out) {
    slot_info(r, s, out);
    if (joint_waiting(program_of(r), s)) {
        out->ask = TSR_ASK_CHOICE;
        tsr_say(&out->prompt, SAY_AT_ONCE);
    }
}

static void joint_scene(const tsr_rules *r, const void *s, int viewer, tsr_scene *out) {
    position room;
    slot_scene(r, look(r, s, viewer, &room), viewer, out);
}

static int joint_path(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out) {
    position room;
    return slot_path(r, look(r, s, who, &room), who, m, out);
}

static int joint_action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out) {
    position room;
    return slot_action(r, look(r, s, who, &room), who, m, out);
}

// --- Who knows what ------------------------------------------------------------------------------

// Others' answers: that there is one is seen, not which.
static void joint_view(const tsr_rules *r, const void *s, int viewer, void *out) {
    const program *p = program_of(r);
    lang_view(p, s, viewer, out);
    for (int i = 0; i < p->players; i++) {
        if (seat_of(out, i) != viewer && joint_answered(p, out, i)) {
            joint_hide(p, out, i);
        }
    }
}

static void joint_guess(const tsr_rules *r, const void *view, int viewer, tsr_rng *g, void *out) {
    const program *p = program_of(r);
    position room;
    slot_guess(r, view, viewer, g, out);
    for (int i = 0; i < p->players; i++) {
        if (joint_answered(p, out, i) == JOINT_HIDDEN) {
            joint_for(p, out, i, room.bytes);
            joint_note(p, out, i, slot_sample(r, room.bytes, seat_of(out, i), g));
        }
    }
}

static tsr_move joint_seen(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer) {
    const uint32_t waiting = who == TSR_CHANCE ? 0 : joint_waiting(program_of(r), s);
    const int closes = waiting && !(waiting & (waiting - 1));
    position room;
    if (waiting && !closes && viewer != who) {
        return TSR_HIDDEN | 1;
    }
    return program_of(r)->unknown < 0 ? m : lang_seen(r, s, look(r, s, who, &room), who, m, viewer);
}

// --- The table -----------------------------------------------------------------------------------

static int has_lets(const program *p) {
    int found = 0;
    for (int i = 0; i < p->node_count; i++) {
        found |= ir_is_let(&p->node[i]);
    }
    return found;
}

// Positions are not counted behind the players' backs.
static int joint_nodes(const tsr_rules *r, const void *s, int depth, int made, uint64_t *out) {
    (void)r, (void)s, (void)depth, (void)made, (void)out;
    return 0;
}

void joint_fit(tsr_rules *r) {
    if (!has_lets(program_of(r))) {
        return;
    }
    r->more.action = joint_action;
    r->more.sample = joint_sample;
    r->more.count = joint_count;
    r->more.playout = joint_playout;
    r->more.nodes = joint_nodes;
    r->g.turn = joint_turn;
    r->g.moves = joint_moves;
    r->g.why_not = joint_why_not;
    r->g.play = joint_play;
    r->g.move_text = joint_move_text;
    r->g.move_parse = joint_move_parse;
    r->g.info = joint_info;
    r->g.scene = joint_scene;
    r->g.path = joint_path;
    if (r->g.view) {
        r->g.view = joint_view;
        r->g.guess = joint_guess;
        r->g.seen = joint_seen;
    }
}
