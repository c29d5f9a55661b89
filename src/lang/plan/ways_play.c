// SPDX-License-Identifier: MIT
//
// Ways of moves that tell all by themselves: one choice, and perhaps what the piece becomes, whose whole turn
// is joined code. They are played from their bits; all others are taken apart and followed.
#include "lang/plan/ways_build.h"

static int is_told(const program *p, int node) {
    const fact_turn *t = &p->fact.turn[node];
    return (t->turn && t->bind == BOARD_NONE) || plan_is_hop(p, node);
}

void way_write_play(way_builder *b, int node) {
    const program *p = b->p;
    const size_t choices = (size_t)p->choice_count + 1;
    uint32_t *row = arena_new(b->a, choices * sizeof *row);
    if (!row) {
        b->failed = 1;
        return;
    }
    for (int c = 1; c <= p->choice_count; c++) {
        int found;
        const int at = plan_lead(p, node, c, &found);
        row[c] = at && found == 1 && is_told(p, at) ? way_need(b, WAYS_TURN, WAYS_PLAY, at) + 1 : 0;
    }
    b->ways->told[b->ways->tolds] = row;
    way_put(b, WAY_TOLD, (uint32_t)b->ways->tolds++, 0);
    way_put(b, WAY_RET, PLAYED_APART, 0);
}

// A jump with nothing behind it leads no further, or the move would say more.
void way_write_told(way_builder *b, int node) {
    const program *p = b->p;
    const fact_turn *t = &p->fact.turn[node];
    way_place no = {0};
    if (p->choice[p->node[node].choice].kind != CH_PASS) {
        way_put(b, WAY_ACTS, 0, 0);
    }
    way_put(b, WAY_MAKE, t->turn ? t->turn : t->last_hop, (uint32_t)node);
    way_jump(b, WAY_JNO, 0, 0, &no);
    way_put(b, WAY_NEXT, 0, 0);
    way_put(b, WAY_RET, PLAYED_IT, 0);
    way_here(b, &no);
    way_put(b, WAY_RET, PLAYED_NOT, 0);
}
