// SPDX-License-Identifier: MIT

// The invariants: nothing on the table is lost, doubled or impossible.
//
// Safe on any bytes at all: every number is tested before it is used as an index.

#include "projectl_lines.h"
#include "projectl_state.h"

#define PUZZLE(p) TSR_NAME(PROJECTL_NAME_PUZZLE + (p)-1)

typedef struct checker {
    const tsr_rules *r;
    const projectl_data *d;
    const projectl_state *s;
    tsr_line *out;
    uint8_t named[2 * TSR_MAX_MOVES / 8 + 1]; // puzzles that lie somewhere, as bits
} checker;

static int bad(const checker *c, int field, long value) {
    return tsr_say(c->out, PROJECTL_BAD_FIELD, TSR_NAME(PROJECTL_NAME_FIELD + field),
                   TSR_INT(value));
}

static int is_zero(const void *bytes, size_t size) {
    const uint8_t *b = bytes;
    for (size_t i = 0; i < size; i++) {
        if (b[i]) {
            return 0;
        }
    }
    return 1;
}

// --- Single fields -----------------------------------------------------------------------

static int check_ranges(const checker *c) {
    const projectl_state *s = c->s;
    if (s->round < 1 || s->round > c->d->rounds) return bad(c, PROJECTL_FIELD_ROUND, s->round);
    if (s->last_round && s->last_round != s->round && s->last_round != s->round + 1) {
        return bad(c, PROJECTL_FIELD_LAST_ROUND, s->last_round);
    }
    if (s->phase > TSR_PL_PHASE_OVER) return bad(c, PROJECTL_FIELD_PHASE, s->phase);
    if (s->player >= c->r->players) return bad(c, PROJECTL_FIELD_PLAYER, s->player);
    if (s->first >= c->r->players) return bad(c, PROJECTL_FIELD_FIRST, s->first);
    if (s->master_used > 1) return bad(c, PROJECTL_FIELD_MASTER_USED, s->master_used);
    if (s->after > PROJECTL_AFTER_ENEMY) return bad(c, PROJECTL_FIELD_AFTER, s->after);
    if (!is_zero(s->pad, sizeof s->pad)) return tsr_say(c->out, PROJECTL_BAD_PAD);
    return 0;
}

static int check_actions(const checker *c) {
    const projectl_state *s = c->s;
    int drawing = s->phase == TSR_PL_PHASE_DRAW || s->phase == TSR_PL_PHASE_FIRST;
    int in_turn = drawing ? s->after == PROJECTL_AFTER_ACTION : s->phase < TSR_PL_PHASE_TOUCH;
    if (in_turn ? s->actions < 1 || s->actions > TSR_PL_ACTIONS : s->actions != 0) {
        return bad(c, PROJECTL_FIELD_ACTIONS, s->actions);
    }
    // Each black puzzle took an action of this turn, the one being filled up too.
    int taken = in_turn ? TSR_PL_ACTIONS - s->actions + drawing : 0;
    if (s->black_taken > (c->d->solo ? 0 : taken)) {
        return bad(c, PROJECTL_FIELD_BLACK_TAKEN, s->black_taken);
    }
    if (drawing ? s->after == PROJECTL_AFTER_NOTHING : s->after != PROJECTL_AFTER_NOTHING) {
        return bad(c, PROJECTL_FIELD_AFTER, s->after);
    }
    if (s->phase == TSR_PL_PHASE_FIRST && s->after != PROJECTL_AFTER_SETUP) {
        return bad(c, PROJECTL_FIELD_AFTER, s->after);
    }
    if (s->after == PROJECTL_AFTER_ENEMY && !c->d->solo)
        return bad(c, PROJECTL_FIELD_AFTER, s->after);
    if (!in_turn && s->after != PROJECTL_AFTER_ENEMY && s->master_used) {
        return bad(c, PROJECTL_FIELD_MASTER_USED, s->master_used);
    }
    return 0;
}

static int check_pending(const checker *c) {
    const projectl_state *s = c->s;
    int master = s->phase == TSR_PL_PHASE_MASTER, reward = s->phase == TSR_PL_PHASE_REWARD;
    if (master && !s->master_used) return bad(c, PROJECTL_FIELD_MASTER_USED, 0);
    if (s->master_slots >> TSR_PL_SLOTS || (s->master_slots && !master)) {
        return bad(c, PROJECTL_FIELD_MASTER_SLOTS, s->master_slots);
    }
    if (reward != (s->wanted != 0) || s->wanted > TSR_PL_SHAPES)
        return bad(c, PROJECTL_FIELD_WANTED, s->wanted);
    if (reward && projectl_bits(projectl_reward_options(c->d, s->reserve, s->wanted - 1)) < 2) {
        return bad(c, PROJECTL_FIELD_WANTED, s->wanted);
    }
    if ((s->phase == TSR_PL_PHASE_RECYCLE) != (s->recycling != 0) || s->recycling > 2 ||
        (s->recycling && c->d->solo)) {
        return bad(c, PROJECTL_FIELD_RECYCLING, s->recycling);
    }
    return 0;
}

static int has_room(const projectl_player *p) {
    return !p->slot[0].puzzle || !p->slot[1].puzzle || !p->slot[2].puzzle || !p->slot[3].puzzle;
}

static int check_fill(const checker *c) {
    const projectl_state *s = c->s;
    unsigned to_player = PROJECTL_FILL_WHITE | PROJECTL_FILL_BLACK;
    unsigned allowed = (c->d->solo ? PROJECTL_FILL_GRID : PROJECTL_FILL_ROWS) | to_player;
    int drawing = s->phase == TSR_PL_PHASE_DRAW || s->phase == TSR_PL_PHASE_FIRST;
    if (drawing != (s->fill != 0) || (s->fill & ~allowed))
        return bad(c, PROJECTL_FIELD_FILL, s->fill);
    for (int place = 0; place < TSR_PL_GRID; place++) {
        if (s->fill >> place & 1 && s->row[place]) return bad(c, PROJECTL_FIELD_FILL, s->fill);
    }
    if (s->fill & to_player && (s->fill & (s->fill - 1) || !has_room(&s->seat[s->player]) ||
                                s->after != PROJECTL_AFTER_ACTION)) {
        return bad(c, PROJECTL_FIELD_FILL, s->fill);
    }
    if (s->fill && !s->unseen[projectl_target_colour(c->d, s)])
        return bad(c, PROJECTL_FIELD_FILL, s->fill);
    return 0;
}

static int check_solo(const checker *c) {
    const projectl_state *s = c->s;
    int locks = s->locks[0] + s->locks[1] + s->locks[2] + s->enemy_supply;
    if (locks > (c->d->solo ? 10 : 0)) {
        return bad(c, PROJECTL_FIELD_SOLO, locks);
    }
    for (int p = c->r->players; p < TSR_PL_PLAYERS; p++) {
        projectl_player seat = s->seat[p];
        if (p == 1 && c->d->solo) {
            seat.points = 0;
            seat.completed = 0;
        }
        if (!is_zero(&seat, sizeof seat)) return tsr_say(c->out, PROJECTL_BAD_PAD);
    }
    return 0;
}

// --- Puzzles -----------------------------------------------------------------------------

// A stored puzzle number that names a puzzle which is said to be at `where`, and
// has been named nowhere else.
static int is_at(checker *c, int stored, int where) {
    if (stored < 1 || (uint32_t)stored > c->d->total ||
        projectl_where_of(c->d, c->s)[stored - 1] != where) {
        return 0;
    }
    uint8_t *byte = &c->named[stored / 8], bit = (uint8_t)(1u << stored % 8);
    int again = *byte & bit;
    *byte |= bit;
    return !again;
}

static int check_rows(checker *c, int *seen) {
    const projectl_state *s = c->s;
    int places = c->d->solo ? TSR_PL_GRID : 2 * TSR_PL_ROW, waiting = 0;
    for (int i = 0; i < 10; i++) {
        int stored = s->row[i];
        if (!stored) {
            continue;
        }
        if (i >= places || !is_at(c, stored, PROJECTL_IN_ROW))
            return bad(c, PROJECTL_FIELD_ROW, stored);
        if (!c->d->solo && projectl_puzzle(c->d, stored)->colour != i / TSR_PL_ROW) {
            return bad(c, PROJECTL_FIELD_ROW, stored);
        }
        seen[PROJECTL_IN_ROW]++;
        waiting += s->recycling && i / TSR_PL_ROW == s->recycling - 1;
    }
    return s->recycling && waiting < 2 ? bad(c, PROJECTL_FIELD_RECYCLING, s->recycling) : 0;
}

static int check_queues(checker *c, int *seen) {
    for (int colour = 0; colour < 2; colour++) {
        const uint16_t *queue = projectl_queue_of(c->d, c->s, colour);
        if (c->s->queued[colour] > c->d->deck[colour])
            return bad(c, PROJECTL_FIELD_QUEUED, c->s->queued[colour]);
        for (int i = 0; i < c->d->deck[colour]; i++) {
            if (i >= c->s->queued[colour]) {
                if (queue[i]) return bad(c, PROJECTL_FIELD_QUEUED, queue[i]);
                continue;
            }
            if (!is_at(c, queue[i], PROJECTL_IN_QUEUE))
                return bad(c, PROJECTL_FIELD_QUEUED, queue[i]);
            if (projectl_puzzle(c->d, queue[i])->colour != colour)
                return bad(c, PROJECTL_FIELD_QUEUED, queue[i]);
            seen[PROJECTL_IN_QUEUE]++;
        }
    }
    return 0;
}

// Whether a full puzzle may lie there just now.
static int may_be_full(const checker *c, int player, int slot) {
    const projectl_state *s = c->s;
    switch (s->phase) {
    case TSR_PL_PHASE_MASTER: return player == s->player && s->master_slots >> slot & 1;
    case TSR_PL_PHASE_REWARD: return player == s->player;
    case TSR_PL_PHASE_TOUCH: return player == s->player || c->d->original;
    case TSR_PL_PHASE_OVER: return c->d->original;
    default: return 0;
    }
}

static int check_slot(checker *c, int player, int slot, int *pieces) {
    const projectl_slot *p = &c->s->seat[player].slot[slot];
    projectl_slot again = {0};
    uint8_t count[TSR_PL_SHAPES];
    if (!p->puzzle) {
        int used = c->s->phase == TSR_PL_PHASE_MASTER && player == c->s->player &&
                   c->s->master_slots >> slot & 1;
        return is_zero(p, sizeof *p) && !used ? 0 : bad(c, PROJECTL_FIELD_SLOT, slot);
    }
    if (p->pad || !is_at(c, p->puzzle, PROJECTL_HELD + player))
        return bad(c, PROJECTL_FIELD_SLOT, slot);
    uint32_t mask = projectl_puzzle(c->d, p->puzzle)->mask;
    if (p->free & ~mask || (!p->free && !may_be_full(c, player, slot)) ||
        projectl_slot_pieces(c->d, p, count) < 0) {
        return tsr_say(c->out, PROJECTL_BAD_SLOT, TSR_INT(slot + 1), TSR_PLAYER(player));
    }
    for (uint32_t left = mask & ~p->free; left;) {
        uint32_t piece = projectl_piece_at(p, projectl_lowest(left));
        projectl_slot_lay(&again, piece);
        left &= ~piece;
    }
    if (again.right != p->right || again.down != p->down) {
        return tsr_say(c->out, PROJECTL_BAD_SLOT, TSR_INT(slot + 1), TSR_PLAYER(player));
    }
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        pieces[i] += count[i];
    }
    return 0;
}

// Goes over `where`: counts what is in each place, and compares with the pools.
static int check_where(const checker *c, const int *seen) {
    int found[PROJECTL_PLACES] = {0}, in_game[2] = {0}, pooled[2] = {0};
    const uint8_t *where = projectl_where_of(c->d, c->s);
    for (uint32_t i = 0; i < c->d->total; i++) {
        int colour = c->d->puzzle[i].colour;
        uint32_t bit = i - (colour == TSR_PL_BLACK ? c->d->count[TSR_PL_WHITE] : 0);
        int pool = (int)(projectl_pool_of(c->d, c->s, colour)[bit / 64] >> bit % 64 & 1);
        if (where[i] >= PROJECTL_PLACES || pool != (where[i] == PROJECTL_IN_POOL)) {
            return tsr_say(c->out, PROJECTL_BAD_PLACE, PUZZLE((int)i + 1));
        }
        found[where[i]]++;
        pooled[colour] += pool;
        in_game[colour] += !pool;
    }
    for (int place = PROJECTL_IN_ROW; place < PROJECTL_DONE; place++) {
        if (found[place] != seen[place]) return bad(c, PROJECTL_FIELD_ROW, place);
    }
    for (int colour = 0; colour < 2; colour++) {
        int cards = in_game[colour] + c->s->unseen[colour];
        if (cards != c->d->deck[colour] || c->s->unseen[colour] > pooled[colour]) {
            return tsr_say(c->out, PROJECTL_BAD_DECK, TSR_NAME(PROJECTL_NAME_WHITE + colour),
                           TSR_INT(cards), TSR_INT(c->d->deck[colour]));
        }
    }
    return 0;
}

// Bits and bytes of the tail that stand for nothing.
static int check_tail(const checker *c) {
    const projectl_data *d = c->d;
    for (int colour = 0; colour < 2; colour++) {
        uint32_t spare = d->pool_words[colour] * 64 - d->count[colour];
        const uint64_t *pool = projectl_pool_of(d, c->s, colour);
        if (spare && pool[d->pool_words[colour] - 1] >> (64 - spare)) {
            return tsr_say(c->out, PROJECTL_BAD_PAD);
        }
    }
    const uint8_t *end = projectl_where_of(d, c->s) + d->total;
    size_t used = d->where_at + d->total;
    return is_zero(end, c->r->state_size - used) ? 0 : tsr_say(c->out, PROJECTL_BAD_PAD);
}

// --- Players -----------------------------------------------------------------------------

static int check_points(const checker *c, int player) {
    const projectl_player *p = &c->s->seat[player];
    int32_t points = 0;
    int completed = 0, full = 0;
    for (uint32_t i = 0; i < c->d->total; i++) {
        if (projectl_where_of(c->d, c->s)[i] == PROJECTL_DONE + player) {
            points += c->d->puzzle[i].points;
            completed++;
        }
    }
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        full += p->slot[i].puzzle && !p->slot[i].free;
    }
    // In the original, puzzles filled by finishing touches count but stay.
    int late = c->d->original && c->s->phase >= TSR_PL_PHASE_TOUCH ? full : 0;
    if (p->points != points || (p->completed != completed && p->completed != completed + late)) {
        return tsr_say(c->out, PROJECTL_BAD_POINTS, TSR_INT(player + 1), TSR_INT(points),
                       TSR_INT(completed));
    }
    if (p->touches && c->s->phase < TSR_PL_PHASE_TOUCH)
        return bad(c, PROJECTL_FIELD_TOUCHES, p->touches);
    return 0;
}

static int check_pieces(const checker *c, const int *in_puzzles) {
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        int count = c->s->reserve[i] + in_puzzles[i];
        for (int p = 0; p < c->r->players; p++) {
            count += c->s->seat[p].pieces[i];
        }
        if (count != c->d->reserve) {
            return tsr_say(c->out, PROJECTL_BAD_PIECES, TSR_INT(count), TSR_NAME(i),
                           TSR_INT(c->d->reserve));
        }
    }
    return 0;
}

static int check_players(checker *c, int *seen) {
    int pieces[TSR_PL_SHAPES] = {0};
    for (int p = 0; p < c->r->players; p++) {
        for (int slot = 0; slot < TSR_PL_SLOTS; slot++) {
            int code = check_slot(c, p, slot, pieces);
            if (code) return code;
            seen[PROJECTL_HELD + p] += c->s->seat[p].slot[slot].puzzle != 0;
        }
    }
    int last = c->d->solo ? 2 : c->r->players, code = 0;
    for (int p = 0; p < TSR_PL_PLAYERS && !code; p++) {
        code = p < last ? check_points(c, p) : 0;
    }
    return code ? code : check_pieces(c, pieces);
}

// Nobody may have completed a puzzle who does not play.
static int check_piles(const checker *c) {
    int last = PROJECTL_DONE + (c->d->solo ? 2 : c->r->players);
    const uint8_t *where = projectl_where_of(c->d, c->s);
    for (uint32_t i = 0; i < c->d->total; i++) {
        if (where[i] >= last) return tsr_say(c->out, PROJECTL_BAD_PLACE, PUZZLE((int)i + 1));
    }
    return 0;
}

int projectl_check(const tsr_rules *r, const void *s, tsr_line *out) {
    checker c = {.r = r, .d = projectl_of(r), .s = s, .out = out};
    int seen[PROJECTL_PLACES] = {0}, code;
    if ((code = check_ranges(&c))) return code;
    if ((code = check_actions(&c))) return code;
    if ((code = check_pending(&c))) return code;
    if ((code = check_fill(&c))) return code;
    if ((code = check_solo(&c))) return code;
    if ((code = check_rows(&c, seen))) return code;
    if ((code = check_queues(&c, seen))) return code;
    if ((code = check_players(&c, seen))) return code;
    if ((code = check_where(&c, seen))) return code;
    if ((code = check_piles(&c))) return code;
    return check_tail(&c);
}
