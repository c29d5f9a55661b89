// SPDX-License-Identifier: MIT
//
// What followed from a move of Project L: puzzles completed and what they brought, rewards, cards
// that came to the table, what finishing touches and unfinished puzzles cost, and when the end is
// near. Told from the two positions around the move: every puzzle is in one place before and in
// one place after it.

#include "projectl/projectl_lines.h"
#include "projectl/projectl_refs.h"
#include "projectl/projectl_state.h"

#define SHAPE(s)  TSR_NAME(PROJECTL_NAME_SHAPE + (s))
#define PUZZLE(i) TSR_NAME(PROJECTL_NAME_PUZZLE + (i)) // by index

typedef struct teller {
    const tsr_rules *r;
    const projectl_data *d;
    const projectl_state *before, *after;
    int who; // the player on turn before the move
    tsr_move move;
    tsr_story *out;
} teller;

// --- Places ------------------------------------------------------------------------

// Zones of the scene, in the order of projectl_scene.c.
enum { ZONE_ROWS = 1, ZONE_SUPPLY = 3, ZONE_SLOTS = 4 };

static int reserve_zone(const projectl_data *d) {
    return d->solo ? 6 : 5;
}

// The zone of a player's board; its puzzles have one each, empty places none.
static int player_zone(const projectl_data *d, const projectl_state *s, int player) {
    int zone = reserve_zone(d) + 1;
    for (int p = 0; p < player; p++) {
        zone += ZONE_SLOTS;
        for (int i = 0; i < TSR_PL_SLOTS; i++) {
            zone += s->seat[p].slot[i].puzzle != 0;
        }
    }
    return zone;
}

static tsr_place slot_place(const projectl_data *d, const projectl_state *s, int player, int slot) {
    int zone = player_zone(d, s, player) + ZONE_SLOTS;
    for (int i = 0; i < slot; i++) {
        zone += s->seat[player].slot[i].puzzle != 0;
    }
    return tsr_place_of(zone, 0, 0);
}

static tsr_place supply_place(const projectl_data *d, const projectl_state *s, int player) {
    return tsr_place_of(player_zone(d, s, player) + ZONE_SUPPLY, 0, 0);
}

static tsr_place row_place(const projectl_data *d, int place) {
    return d->solo ? tsr_place_of(ZONE_ROWS, place / 3, place % 3)
                   : tsr_place_of(ZONE_ROWS + 2 * (place / TSR_PL_ROW), 0, place % TSR_PL_ROW);
}

static tsr_place deck_place(const projectl_data *d, int colour) {
    return tsr_place_of(d->solo ? ZONE_ROWS + 2 : ZONE_ROWS + 1 + 2 * colour, 0, 0);
}

static int slot_of(const projectl_state *s, int player, int stored) {
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        if (s->seat[player].slot[i].puzzle == stored) {
            return i;
        }
    }
    return -1;
}

// Where puzzle `index` lies; no place if it is in nobody's sight.
static tsr_place puzzle_place(const projectl_data *d, const projectl_state *s, int index) {
    int where = projectl_where_of(d, s)[index];
    if (where == PROJECTL_IN_ROW) {
        for (int place = 0; place < TSR_PL_GRID; place++) {
            if (s->row[place] == index + 1) {
                return row_place(d, place);
            }
        }
    }
    if (where >= PROJECTL_HELD && where < PROJECTL_DONE) {
        int slot = slot_of(s, where - PROJECTL_HELD, index + 1);
        return slot < 0 ? tsr_no_place() : slot_place(d, s, where - PROJECTL_HELD, slot);
    }
    return where == PROJECTL_IN_POOL || where == PROJECTL_IN_QUEUE
               ? deck_place(d, d->puzzle[index].colour)
               : tsr_no_place();
}

// --- Puzzles -------------------------------------------------------------------------

static void tell_completed(const teller *t, int index, int player, tsr_place from) {
    tsr_event e = tsr_event_of(TSR_EVENT_TAKE, player);
    e.key = (uint32_t)index + 1;
    e.from = from;
    e.points = t->d->puzzle[index].points;
    tsr_say(&e.line, PROJECTL_TOLD_COMPLETE, TSR_PLAYER(player), PUZZLE(index), TSR_INT(e.points));
    tsr_tell(t->out, e);
}

// The automatic opponent of the solo game is nobody's seat: its points are no score.
static void tell_opponent(const teller *t, int index, tsr_place from) {
    tsr_event e = tsr_event_of(TSR_EVENT_TAKE, TSR_NOBODY);
    e.key = (uint32_t)index + 1;
    e.from = from;
    tsr_say(&e.line, PROJECTL_TOLD_OPPONENT, PUZZLE(index), TSR_INT(t->d->puzzle[index].points));
    tsr_tell(t->out, e);
}

// A card came to the table or to a player, from a deck or from the table.
static void tell_came(const teller *t, int index, int was, tsr_place from) {
    int now = projectl_where_of(t->d, t->after)[index];
    int from_deck = was == PROJECTL_IN_POOL || was == PROJECTL_IN_QUEUE;
    tsr_event e = tsr_event_of(from_deck ? TSR_EVENT_DEAL : TSR_EVENT_MOVE,
                               now >= PROJECTL_HELD ? now - PROJECTL_HELD : TSR_NOBODY);
    e.key = (uint32_t)index + 1;
    e.from = from;
    e.to = puzzle_place(t->d, t->after, index);
    if (was == PROJECTL_IN_QUEUE) { // nobody drew it, so no other sentence tells of it
        tsr_say(&e.line, PROJECTL_TOLD_BACK, PUZZLE(index));
    }
    tsr_tell(t->out, e);
}

static void tell_puzzles(const teller *t) {
    const uint8_t *was = projectl_where_of(t->d, t->before);
    const uint8_t *now = projectl_where_of(t->d, t->after);
    for (uint32_t i = 0; i < t->d->total; i++) {
        tsr_place from = was[i] == now[i] ? tsr_no_place() : puzzle_place(t->d, t->before, (int)i);
        if (was[i] == now[i]) {
            continue;
        }
        if (now[i] < PROJECTL_DONE) {
            tell_came(t, (int)i, was[i], from);
        } else if (now[i] - PROJECTL_DONE < t->r->players) {
            tell_completed(t, (int)i, now[i] - PROJECTL_DONE, from);
        } else {
            tell_opponent(t, (int)i, from);
        }
    }
}

// --- Pieces ----------------------------------------------------------------------------

// Adds the pieces that came back to `player` from completed puzzles.
static void add_returned(const teller *t, int player, int count[TSR_PL_SHAPES]) {
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        projectl_slot slot = t->before->seat[player].slot[i];
        uint8_t laid[TSR_PL_SHAPES];
        if (!slot.puzzle || t->after->seat[player].slot[i].puzzle == slot.puzzle) {
            continue;
        }
        if (tsr_pl_move_kind(t->move) == TSR_PL_PLACE && tsr_move_byte(t->move, 2) == i &&
            player == t->who) {
            projectl_slot_lay(&slot, tsr_pl_move_mask(t->move));
        }
        (void)projectl_slot_pieces(t->d, &slot, laid);
        for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
            count[shape] += laid[shape];
        }
    }
}

// Pieces that the move itself moves, and its own sentence tells.
static void add_own(const teller *t, int count[TSR_PL_SHAPES]) {
    int a = tsr_move_byte(t->move, 1), b = tsr_move_byte(t->move, 2);
    switch (tsr_pl_move_kind(t->move)) {
    case TSR_PL_PLACE: count[a]--; break;
    case TSR_PL_BASIC:
    case TSR_PL_REWARD: count[a]++; break;
    case TSR_PL_UPGRADE:
        count[a]--;
        count[b]++;
        break;
    default: break;
    }
}

static void tell_piece(const teller *t, int shape, int count, int code, tsr_place from,
                       tsr_place to) {
    tsr_event e = tsr_event_of(TSR_EVENT_DEAL, t->who);
    e.count = (uint16_t)count;
    e.from = from;
    e.to = to;
    if (code) {
        tsr_say(&e.line, code, TSR_PLAYER(t->who), TSR_INT(count), SHAPE(shape));
    }
    tsr_tell(t->out, e);
}

// Whatever `who` has got beyond what came back and what the move itself says is a reward.
static void tell_pieces(const teller *t) {
    int told[TSR_PL_SHAPES] = {0};
    tsr_place reserve = tsr_place_of(reserve_zone(t->d), 0, 0);
    tsr_place supply = supply_place(t->d, t->after, t->who);
    add_returned(t, t->who, told);
    add_own(t, told);
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        int gained = t->after->seat[t->who].pieces[shape] - t->before->seat[t->who].pieces[shape] -
                     told[shape];
        if (gained > 0) {
            tell_piece(t, shape, gained, PROJECTL_TOLD_REWARD, reserve, supply);
        }
    }
}

// --- Points and the end ------------------------------------------------------------------

static void tell_points(const teller *t, int player, int code, int points, int index) {
    tsr_event e = tsr_event_of(TSR_EVENT_SCORE, player);
    e.points = points;
    e.key = index >= 0 ? (uint32_t)index + 1 : 0;
    tsr_say(&e.line, code, TSR_PLAYER(player), index >= 0 ? PUZZLE(index) : TSR_INT(-points),
            TSR_INT(-points));
    tsr_tell(t->out, e);
}

static void tell_unfinished(const teller *t) {
    for (int p = 0; p < t->r->players; p++) {
        for (int i = 0; i < TSR_PL_SLOTS; i++) {
            const projectl_slot *slot = &t->after->seat[p].slot[i];
            int points = slot->puzzle ? projectl_puzzle(t->d, slot->puzzle)->points : 0;
            if (slot->free && points) {
                tell_points(t, p, PROJECTL_TOLD_UNFINISHED, -points, slot->puzzle - 1);
            }
        }
    }
}

static void tell_word(const teller *t, int code, int number) {
    tsr_event e = tsr_event_of(TSR_EVENT_SAY, TSR_NOBODY);
    tsr_say(&e.line, code, TSR_INT(number));
    tsr_tell(t->out, e);
}

static int is_ending(const projectl_state *s) {
    return s->phase == TSR_PL_PHASE_TOUCH || s->phase == TSR_PL_PHASE_OVER;
}

static void tell_course(const teller *t) {
    const projectl_state *was = t->before, *now = t->after;
    if (!was->last_round && now->last_round) {
        tell_word(t, PROJECTL_TOLD_LAST, now->last_round);
    }
    if (now->round != was->round) {
        tell_word(t, PROJECTL_TOLD_ROUND, now->round);
    }
    if (!is_ending(was) && is_ending(now)) {
        tell_word(t, PROJECTL_TOLD_TOUCHES, 0);
    }
    if (now->phase == TSR_PL_PHASE_OVER) {
        tell_unfinished(t);
    }
}

void projectl_told(const tsr_rules *r, const void *before, int who, tsr_move m, const void *after,
                   int viewer, tsr_story *out) {
    const projectl_state *s = before;
    teller t = {.r = r,
                .d = projectl_of(r),
                .before = before,
                .after = after,
                .who = s->player,
                .move = m,
                .out = out};
    (void)viewer; // nothing is hidden
    tell_puzzles(&t);
    if (who != TSR_CHANCE) {
        tell_pieces(&t);
    }
    if (t.after->seat[t.who].touches != s->seat[t.who].touches) {
        tell_points(&t, t.who, PROJECTL_TOLD_TOUCH, -1, -1);
    }
    tell_course(&t);
}

// --- Parts and words ---------------------------------------------------------------------

int projectl_parts(const tsr_rules *r, const void *state, tsr_part *out) {
    const projectl_data *d = projectl_of(r);
    const projectl_state *s = state;
    static const char *const part_names[] = {"completed puzzles", "finishing touches",
                                             "unfinished puzzles"};
    for (int i = 0; i < 3; i++) {
        out[i] = (tsr_part){.name = part_names[i]};
    }
    for (int p = 0; p < r->players; p++) {
        out[0].points[p] = s->seat[p].points;
        out[1].points[p] = -s->seat[p].touches;
        out[2].points[p] = projectl_score(d, s, p) - s->seat[p].points + s->seat[p].touches;
    }
    return 3;
}

// What a puzzle asks for and brings.
int projectl_words(const tsr_rules *r, const void *state, int viewer, const tsr_item *item,
                   char *buf, size_t cap) {
    const projectl_data *d = projectl_of(r);
    (void)state, (void)viewer;
    if (cap) {
        buf[0] = '\0';
    }
    if (item->kind != TSR_ITEM_CARD || !item->key || item->key > d->total) {
        return 0;
    }
    const tsr_pl_puzzle *puzzle = &d->puzzle[item->key - 1];
    return snprintf(buf, cap, "Fill its %d cells: %d %s, and a %s.", puzzle->cells, puzzle->points,
                    puzzle->points == 1 ? "point" : "points", tsr_pl_shape_name(puzzle->reward));
}
