// SPDX-License-Identifier: MIT

// The table for bot writers: a state as plain data.

#include "projectl_state.h"

int tsr_pl_puzzle_count(const tsr_rules *r) {
    return (int)projectl_of(r)->total;
}

const tsr_pl_puzzle *tsr_pl_puzzle_at(const tsr_rules *r, int i) {
    const projectl_data *d = projectl_of(r);
    return i >= 0 && (uint32_t)i < d->total ? &d->puzzle[i] : NULL;
}

static uint16_t index_of(int stored) {
    return stored ? (uint16_t)(stored - 1) : TSR_PL_NONE;
}

static void look_at_player(const projectl_data *d, const projectl_state *s, int player,
                           tsr_pl_player *out) {
    const projectl_player *p = &s->seat[player];
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        const projectl_slot *slot = &p->slot[i];
        out->slot[i].puzzle = index_of(slot->puzzle);
        out->slot[i].free = slot->free;
        out->slot[i].right = slot->right;
        out->slot[i].down = slot->down;
        out->slot[i].pieces =
            slot->puzzle ? (uint16_t)projectl_slot_pieces(d, slot, out->slot[i].laid) : 0;
    }
    memcpy(out->pieces, p->pieces, sizeof out->pieces);
    out->touches = p->touches;
    out->completed = p->completed;
    out->points = p->points;
    out->score = projectl_score(d, s, player);
}

void tsr_pl_look(const tsr_rules *r, const void *view, tsr_pl_table *out) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = view;
    memset(out, 0, sizeof *out);
    out->phase = s->phase;
    out->players = r->players;
    out->player = s->player;
    out->first = s->first;
    out->actions = s->actions;
    out->master_used = s->master_used;
    out->black_left = (uint8_t)projectl_black_left(d, s);
    out->solo = d->solo;
    out->original = d->original;
    out->master_slots = s->master_slots;
    out->recycling = s->recycling ? (uint8_t)(s->recycling - 1) : 0;
    out->wanted = s->wanted ? (uint8_t)(s->wanted - 1) : 0;
    out->round = s->round;
    out->last_round = s->last_round;
    for (int i = 0; i < TSR_PL_GRID; i++) {
        out->grid[i] = d->solo ? index_of(s->row[i]) : TSR_PL_NONE;
    }
    for (int i = 0; i < 2 * TSR_PL_ROW; i++) {
        out->row[i / TSR_PL_ROW][i % TSR_PL_ROW] = d->solo ? TSR_PL_NONE : index_of(s->row[i]);
    }
    out->deck[TSR_PL_WHITE] = (uint16_t)projectl_deck(s, TSR_PL_WHITE);
    out->deck[TSR_PL_BLACK] = (uint16_t)projectl_deck(s, TSR_PL_BLACK);
    memcpy(out->cards, d->deck, sizeof out->cards);
    memcpy(out->locks, s->locks, sizeof out->locks);
    out->enemy_supply = s->enemy_supply;
    out->enemy_completed = d->solo ? s->seat[1].completed : 0;
    out->enemy_points = d->solo ? s->seat[1].points : 0;
    memcpy(out->reserve, s->reserve, sizeof out->reserve);
    for (int p = 0; p < TSR_PL_PLAYERS; p++) {
        look_at_player(d, s, p, &out->seat[p]);
    }
}

tsr_pl_deck_view tsr_pl_deck(const tsr_rules *r, const void *view, int colour, uint16_t *id,
                             int cap) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = view;
    tsr_pl_deck_view out = {0, 0, 0, 0};
    if (colour != TSR_PL_WHITE && colour != TSR_PL_BLACK) {
        return out;
    }
    int n = s->queued[colour];
    out.count = (uint16_t)projectl_deck(s, colour);
    out.known = (uint16_t)n;
    for (int i = 0; i < n && i < cap; i++) {
        id[i] = index_of(projectl_queue_of(d, s, colour)[i]);
    }
    for (uint32_t i = 0; i < d->total; i++) {
        if (d->puzzle[i].colour == colour && projectl_where_of(d, s)[i] == PROJECTL_IN_POOL) {
            if (n < cap) {
                id[n] = (uint16_t)i;
            }
            n++;
            out.unseen++;
        }
    }
    return out;
}

int tsr_pl_completed(const tsr_rules *r, const void *view, int player, uint16_t *id, int cap) {
    const projectl_data *d = projectl_of(r);
    int n = 0;
    for (uint32_t i = 0; i < d->total; i++) {
        if (projectl_where_of(d, view)[i] == PROJECTL_DONE + player) {
            if (n < cap) {
                id[n] = (uint16_t)i;
            }
            n++;
        }
    }
    return n;
}
