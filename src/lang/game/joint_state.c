// SPDX-License-Identifier: MIT
//
// Choices that several players make at once, in a position: who is asked, and what was answered (ir_layout.answers).
#include "lang/game/joint_state.h"

#include <string.h>

#include "lang/game/state.h"
#include "lang/vm/walk.h"

// --- Answers -------------------------------------------------------------------------------------

// Four numbers a player: whether there is an answer, and the move in three parts.
enum { PARTS = 4, PART_BITS = 24 };

_Static_assert((int)PARTS == (int)IR_ANSWER, "as much room as there is");

static int32_t *answer_of(const program *p, void *s, int colour) {
    return (int32_t *)(void *)((char *)s + p->size.head_nums) + p->at.answers + PARTS * colour;
}

int joint_answered(const program *p, const void *s, int colour) {
    return state_nums(p, s)[p->at.answers + PARTS * colour];
}

void joint_note(const program *p, void *s, int colour, tsr_move m) {
    int32_t *a = answer_of(p, s, colour);
    a[0] = JOINT_KNOWN;
    for (int i = 1; i < PARTS; i++) {
        a[i] = (int32_t)(m >> (i - 1) * PART_BITS & ((1u << PART_BITS) - 1));
    }
}

tsr_move joint_take(const program *p, void *s, int colour) {
    int32_t *a = answer_of(p, s, colour);
    tsr_move m = 0;
    for (int i = 1; i < PARTS; i++) {
        m |= (tsr_move)(uint32_t)a[i] << (i - 1) * PART_BITS;
    }
    memset(a, 0, PARTS * sizeof *a);
    return m;
}

const ir_joint *joint_group(const program *p, const void *s) {
    const ir_head *h = s;
    const int n =
        p->at.joint == BOARD_NONE || h->over || !h->pc ? 0 : state_nums(p, s)[p->at.joint];
    return n > 0 && n <= p->joints ? &p->joint[n - 1] : NULL;
}

// Who is out is asked nothing.
int joint_asks(const program *p, const void *s, const ir_joint *group, int colour) {
    return group->start[colour] && !(p->at.out && state_nums(p, s)[p->at.out - 1 + colour]);
}

uint32_t joint_waiting(const program *p, const void *s) {
    const ir_joint *group = joint_group(p, s);
    uint32_t bits = 0;
    for (int i = 0; group && i < p->players; i++) {
        bits |= joint_asks(p, s, group, i) && !joint_answered(p, s, i) ? 1u << i : 0;
    }
    return bits;
}

int joint_begins(const program *p, const void *s) {
    const ir_joint *group = joint_group(p, s);
    const ir_head *h = s;
    int first = 0;
    while (group && first < p->players && !joint_asks(p, s, group, first)) {
        first++;
    }
    return group && first < p->players && h->pc == group->start[first];
}

void joint_for(const program *p, const void *s, int colour, void *out) {
    const ir_joint *group = joint_group(p, s);
    ir_head *h = out;
    memmove(out, s, p->size.state_size);
    for (int i = 0; i < p->players; i++) {
        memset(answer_of(p, out, i), 0, PARTS * sizeof(int32_t));
    }
    if (group && group->start[colour]) {
        h->pc = group->start[colour];
        h->me = (uint8_t)colour;
    }
}

void joint_hide(const program *p, void *s, int colour) {
    (void)joint_take(p, s, colour);
    *answer_of(p, s, colour) = JOINT_HIDDEN;
}

void joint_settle(const program *p, void *s) {
    for (int at = walk_at_roll(p, s); at && ir_is_let(&p->node[at]); at = walk_at_roll(p, s)) {
        walk_roll(p, s, 0);
    }
}
