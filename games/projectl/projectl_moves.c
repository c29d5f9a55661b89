// SPDX-License-Identifier: MIT

// Listing, counting and sampling moves.
//
// All three begin with the same small record of what is possible, a `menu` of bit
// sets: places to take from, shapes to get, placements that fit. Listing writes
// the bits out, counting adds them up, sampling picks one bit, so the three
// cannot disagree, and a random move costs no list.

#include "projectl_state.h"

typedef struct menu {
    uint32_t take;                   // places of `row`
    uint32_t top;                    // colours
    uint32_t recycle;                // colours
    uint32_t put;                    // places of the row being recycled
    uint32_t basic;                  // shapes
    uint32_t upgrade[TSR_PL_SHAPES]; // shapes, by the piece given
    uint32_t reward;                 // shapes
    tsr_pl_set place[TSR_PL_SLOTS];  // placements, by slot
    int placements;                  // all of them
    uint32_t plain;                  // kinds without arguments, bit = tsr_pl_kind
    int count;                       // everything above
} menu;

// --- What is possible -----------------------------------------------------------------

void projectl_slot_fits(const projectl_data *d, const projectl_slot *slot, uint32_t shapes,
                        tsr_pl_set *out) {
    projectl_fits(&d->t, slot->free, out);
    projectl_only_shapes(&d->t, shapes, out);
}

int projectl_can_place(const projectl_data *d, const projectl_state *s, int player) {
    const projectl_player *p = &s->seat[player];
    uint32_t shapes = projectl_owned(p->pieces);
    for (int i = 0; i < TSR_PL_SLOTS && shapes; i++) {
        tsr_pl_set fits;
        projectl_slot_fits(d, &p->slot[i], shapes, &fits);
        if (projectl_set_count(&fits)) {
            return 1;
        }
    }
    return 0;
}

static int free_slots(const projectl_player *p) {
    int n = 0;
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        n += p->slot[i].puzzle == 0;
    }
    return n;
}

int projectl_black_left(const projectl_data *d, const projectl_state *s) {
    if (d->solo || s->last_round == 0) {
        return TSR_PL_ACTIONS;
    }
    return s->black_taken ? 0 : 1;
}

static uint32_t places_taken(const projectl_state *s, int from, int count) {
    uint32_t bits = 0;
    for (int i = from; i < from + count; i++) {
        bits |= (uint32_t)(s->row[i] != 0) << i;
    }
    return bits;
}

static void offer_puzzles(const projectl_data *d, const projectl_state *s, menu *o) {
    int room = free_slots(&s->seat[s->player]) > 0;
    if (d->solo) {
        o->take = room ? places_taken(s, 0, TSR_PL_GRID) : 0;
        int deck = projectl_deck(s, TSR_PL_WHITE) + projectl_deck(s, TSR_PL_BLACK);
        o->top = room && deck ? 1u << TSR_PL_BOTH : 0;
        return;
    }
    uint32_t open = places_taken(s, 0, 2 * TSR_PL_ROW);
    uint32_t decks = (uint32_t)(projectl_deck(s, TSR_PL_WHITE) > 0) << TSR_PL_WHITE |
                     (uint32_t)(projectl_deck(s, TSR_PL_BLACK) > 0) << TSR_PL_BLACK;
    o->recycle = (uint32_t)((open & 0x0f) != 0) << TSR_PL_WHITE | (uint32_t)((open & 0xf0) != 0)
                                                                      << TSR_PL_BLACK;
    if (!room) {
        return;
    }
    int black = projectl_black_left(d, s) > 0;
    o->take = black ? open : open & 0x0f;
    o->top = black ? decks : decks & 1u << TSR_PL_WHITE;
}

static void offer_pieces(const projectl_data *d, const projectl_state *s, menu *o) {
    const projectl_player *p = &s->seat[s->player];
    o->basic = projectl_basic_options(d, s->reserve);
    for (int from = 0; from < TSR_PL_SHAPES; from++) {
        o->upgrade[from] = p->pieces[from] ? projectl_upgrade_options(s->reserve, from) : 0;
    }
}

// Placements into the slots in `slots` (bits).
static void offer_placements(const projectl_data *d, const projectl_state *s, uint32_t slots,
                             menu *o) {
    const projectl_player *p = &s->seat[s->player];
    uint32_t shapes = projectl_owned(p->pieces);
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        if (p->slot[i].free && slots >> i & 1) {
            projectl_slot_fits(d, &p->slot[i], shapes, &o->place[i]);
            o->placements += projectl_set_count(&o->place[i]);
        } else {
            memset(&o->place[i], 0, sizeof o->place[i]);
        }
    }
}

static int count_all(const menu *o) {
    int n = projectl_bits(o->take) + projectl_bits(o->top) + projectl_bits(o->recycle) +
            projectl_bits(o->put) + projectl_bits(o->basic) + projectl_bits(o->reward) +
            projectl_bits(o->plain) + o->placements;
    for (int from = 0; from < TSR_PL_SHAPES; from++) {
        n += projectl_bits(o->upgrade[from]);
    }
    return n;
}

static void offer_turn(const projectl_data *d, const projectl_state *s, menu *o) {
    offer_puzzles(d, s, o);
    offer_pieces(d, s, o);
    offer_placements(d, s, 0xf, o);
    // The original has an empty master action; the rulebook wants a piece placed.
    if (!s->master_used && (o->placements || d->original)) {
        o->plain |= 1u << TSR_PL_MASTER;
    }
    // A player who can do nothing at all must be able to go on.
    if (d->skip || count_all(o) == 0) {
        o->plain |= 1u << TSR_PL_SKIP;
    }
}

static void make_menu(const projectl_data *d, const projectl_state *s, menu *o) {
    memset(o, 0, offsetof(menu, place));
    o->placements = 0;
    o->plain = 0;
    switch ((tsr_pl_phase)s->phase) {
    case TSR_PL_PHASE_TURN: offer_turn(d, s, o); break;
    case TSR_PL_PHASE_RECYCLE: {
        int at = projectl_row_at(s->recycling - 1);
        o->put = places_taken(s, at, TSR_PL_ROW) >> at;
        break;
    }
    case TSR_PL_PHASE_MASTER:
        offer_placements(d, s, 0xfu & ~(uint32_t)s->master_slots, o);
        o->plain = s->master_slots || d->original ? 1u << TSR_PL_DONE : 0;
        break;
    case TSR_PL_PHASE_REWARD:
        o->reward = projectl_reward_options(d, s->reserve, s->wanted - 1);
        break;
    case TSR_PL_PHASE_TOUCH:
        offer_placements(d, s, 0xf, o);
        o->plain = 1u << TSR_PL_END;
        break;
    case TSR_PL_PHASE_FIRST:
    case TSR_PL_PHASE_DRAW:
    case TSR_PL_PHASE_OVER: break;
    }
    o->count = count_all(o);
}

int projectl_can_skip(const projectl_data *d, const projectl_state *s) {
    menu o;
    make_menu(d, s, &o);
    return o.plain >> TSR_PL_SKIP & 1;
}

// --- One move of the menu -----------------------------------------------------------------

static tsr_move take_move(const projectl_data *d, int place) {
    if (d->solo) {
        return tsr_pl_take(TSR_PL_BOTH, place);
    }
    return tsr_pl_take(place / TSR_PL_ROW, place % TSR_PL_ROW);
}

static tsr_move place_move(const projectl_data *d, int slot, int placement) {
    const tsr_pl_placement *p = &d->t.placement[placement];
    return tsr_pl_place(p->shape, slot, p->mask);
}

// Takes `n` off by the size of `bits`; true if move `n` lies among them.
static int among(uint32_t bits, int *n) {
    int count = projectl_bits(bits);
    if (*n < count) {
        return 1;
    }
    *n -= count;
    return 0;
}

static tsr_move nth_placement(const projectl_data *d, const menu *o, int n) {
    for (int slot = 0; slot < TSR_PL_SLOTS; slot++) {
        for (int i = 0; i < TSR_PL_SET_WORDS; i++) {
            int count = projectl_bits(o->place[slot].w[i]);
            if (n < count) {
                return place_move(d, slot, 64 * i + projectl_nth_bit(o->place[slot].w[i], n));
            }
            n -= count;
        }
    }
    return TSR_NO_MOVE;
}

// Move number `n` in the order in which `projectl_moves` lists them.
static tsr_move nth_move(const projectl_data *d, const menu *o, int n) {
    if (n < o->placements) {
        return nth_placement(d, o, n);
    }
    n -= o->placements;
    if (among(o->take, &n)) return take_move(d, projectl_nth_bit(o->take, n));
    if (among(o->top, &n)) return tsr_pl_top(projectl_nth_bit(o->top, n));
    if (among(o->recycle, &n)) return tsr_pl_recycle(projectl_nth_bit(o->recycle, n));
    if (among(o->put, &n)) return tsr_pl_put(projectl_nth_bit(o->put, n));
    if (among(o->basic, &n)) return tsr_pl_basic(projectl_nth_bit(o->basic, n));
    for (int from = 0; from < TSR_PL_SHAPES; from++) {
        if (among(o->upgrade[from], &n)) {
            return tsr_pl_upgrade(from, projectl_nth_bit(o->upgrade[from], n));
        }
    }
    if (among(o->reward, &n)) return tsr_pl_reward(projectl_nth_bit(o->reward, n));
    return tsr_pl_plain(projectl_nth_bit(o->plain, n));
}

// --- The slots ----------------------------------------------------------------------------

static int list_placements(const projectl_data *d, const menu *o, tsr_move *out) {
    int n = 0;
    for (int slot = 0; slot < TSR_PL_SLOTS; slot++) {
        for (int i = 0; i < TSR_PL_SET_WORDS; i++) {
            for (uint64_t w = o->place[slot].w[i]; w; w &= w - 1) {
                out[n++] = place_move(d, slot, 64 * i + projectl_lowest(w));
            }
        }
    }
    return n;
}

int projectl_moves(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    const projectl_data *d = projectl_of(r);
    menu o;
    if (projectl_turn(r, s) != 1u << who) {
        return 0;
    }
    make_menu(d, s, &o);
    int n = o.placements ? list_placements(d, &o, out) : 0;
    for (; n < o.count; n++) {
        out[n] = nth_move(d, &o, n);
    }
    return n;
}

int projectl_count(const tsr_rules *r, const void *s, int who) {
    menu o;
    if (projectl_turn(r, s) != 1u << who) {
        return 0;
    }
    make_menu(projectl_of(r), s, &o);
    return o.count;
}

int projectl_chance(const tsr_rules *r, const void *state, tsr_move *out, uint32_t *weight) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = state;
    int n = 0;
    if (s->phase == TSR_PL_PHASE_FIRST) {
        for (; n < r->players; n++) {
            out[n] = tsr_move_of(TSR_PL_FIRST, n, 0, 0, 0);
            weight[n] = 1;
        }
    } else if (s->phase == TSR_PL_PHASE_DRAW) {
        int colour = projectl_target_colour(d, s);
        int base = colour == TSR_PL_BLACK ? (int)d->count[TSR_PL_WHITE] : 0;
        const uint64_t *pool = projectl_pool_of(d, s, colour);
        for (uint32_t i = 0; i < d->pool_words[colour]; i++) {
            for (uint64_t w = pool[i]; w; w &= w - 1, n++) {
                out[n] = tsr_pl_reveal(base + (int)(64 * i) + projectl_lowest(w));
                weight[n] = 1;
            }
        }
    }
    return n;
}

// A puzzle of the pool, each as likely as the other. The pools of the base game
// are single words; rejection keeps large sets cheap while they are full.
static tsr_move draw(const projectl_data *d, const projectl_state *s, tsr_rng *g) {
    int colour = projectl_target_colour(d, s);
    const uint64_t *pool = projectl_pool_of(d, s, colour);
    int base = colour == TSR_PL_BLACK ? (int)d->count[TSR_PL_WHITE] : 0;
    if (d->pool_words[colour] == 1) {
        uint32_t n = tsr_rng_below(g, (uint32_t)projectl_bits(pool[0]));
        return tsr_pl_reveal(base + projectl_nth_bit(pool[0], (int)n));
    }
    for (;;) {
        uint32_t i = tsr_rng_below(g, d->count[colour]);
        if (pool[i / 64] >> i % 64 & 1) {
            return tsr_pl_reveal(base + (int)i);
        }
    }
}

tsr_move projectl_sample(const tsr_rules *r, const void *state, int who, tsr_rng *g) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = state;
    menu o;
    if (who == TSR_CHANCE) {
        return s->phase == TSR_PL_PHASE_DRAW
                   ? draw(d, s, g)
                   : tsr_move_of(TSR_PL_FIRST, (int)tsr_rng_below(g, r->players), 0, 0, 0);
    }
    make_menu(d, s, &o);
    if (o.count == 0) {
        return TSR_NO_MOVE;
    }
    return nth_move(d, &o, (int)tsr_rng_below(g, (uint32_t)o.count));
}
