// SPDX-License-Identifier: MIT
// Which moves are legal: the reason against one, and the list of all.
//
// The kit's own tests come first and are the same for every game: the cells
// exist, the piece is the player's, the target may be entered. Then the author's
// `validate`. Listing never repeats the first part: what it tries has passed it
// by construction.
#include "grid/kit.h"

// --- Reasons -----------------------------------------------------------------

static int why_not_form(const grid_kit *k, tsr_move code, tsr_grid_move m, tsr_line *why) {
    uint32_t flags = k->def.flags;
    int placement = m.kind == TSR_GRID_PLACEMENT && m.from_row == 0 && m.from_col == 0;
    int movement = m.kind == TSR_GRID_MOVEMENT && m.piece == '\0';
    if (code >> 48 || (!placement && !movement)) {
        return tsr_say(why, TSR_GRID_NOT_A_MOVE);
    }
    if (movement && !(flags & TSR_GRID_MOVES)) {
        return tsr_say(why, TSR_GRID_ONLY_PLACES);
    }
    if (placement && !(flags & TSR_GRID_PLACES)) {
        return tsr_say(why, TSR_GRID_ONLY_MOVES);
    }
    return tsr_say(why, 0);
}

static int why_not_cell(const tsr_grid *b, int row, int col, tsr_line *why) {
    if (!tsr_grid_inside(b, row, col)) {
        return tsr_say(why, TSR_GRID_OFF_BOARD, TSR_INT(b->height - 1), TSR_INT(b->width - 1));
    }
    if (tsr_grid_at(b, row, col) == TSR_GRID_NO_CELL) {
        return tsr_say(why, TSR_GRID_HOLE, TSR_CELL(row, col));
    }
    return tsr_say(why, 0);
}

// The word for what stands on a cell, as it looks: a hidden letter stays hidden.
static tsr_arg word_at(const tsr_rules *r, const tsr_grid *b, int row, int col) {
    const grid_kit *k = kit_of(r);
    const tsr_grid_piece *p = k->def.look ? k->def.look(r, b, row, col) : NULL;
    return tsr_grid_word(r, p ? p->letter : tsr_grid_at(b, row, col));
}

static int why_not_place(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    const grid_kit *k = kit_of(r);
    int owner = kit_owner(k, m.piece);
    char there = tsr_grid_at(b, m.row, m.col);
    if (!k->index_of[(unsigned char)m.piece]) {
        char shown = m.piece > ' ' && m.piece <= '~' ? m.piece : '?';
        return tsr_say(why, TSR_GRID_NO_SUCH_PIECE, TSR_CHAR(shown));
    }
    if (owner == TSR_NOBODY) {
        return tsr_say(why, TSR_GRID_NOBODYS, TSR_CHAR(m.piece));
    }
    if (owner != b->player) {
        return tsr_say(why, TSR_GRID_NOT_YOURS, TSR_CHAR(m.piece), TSR_PLAYER(owner),
                       TSR_PLAYER(b->player));
    }
    if ((k->def.flags & TSR_GRID_RESERVES) && kit_reserve(k, b, m.piece) <= 0) {
        return tsr_say(why, TSR_GRID_NONE_LEFT, TSR_PLAYER(owner), TSR_CHAR(m.piece));
    }
    if (there != TSR_GRID_FREE && !(k->def.flags & TSR_GRID_COVERS)) {
        return tsr_say(why, TSR_GRID_TAKEN, TSR_CELL(m.row, m.col), word_at(r, b, m.row, m.col));
    }
    return tsr_say(why, 0);
}

static int in_reach(const grid_kit *k, tsr_grid_move m) {
    if (!k->def.reach) {
        return 1;
    }
    for (int i = 0; i < k->def.reach_count; i++) {
        if (m.row - m.from_row == k->def.reach[i].row &&
            m.col - m.from_col == k->def.reach[i].col) {
            return 1;
        }
    }
    return 0;
}

static int why_not_origin(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    char piece = tsr_grid_at(b, m.from_row, m.from_col);
    int owner = tsr_grid_owner(r, piece);
    if (piece == TSR_GRID_FREE) {
        return tsr_say(why, TSR_GRID_NOTHING_THERE, TSR_CELL(m.from_row, m.from_col));
    }
    if (owner == TSR_NOBODY) {
        return tsr_say(why, TSR_GRID_NOT_MOVABLE, word_at(r, b, m.from_row, m.from_col),
                       TSR_CELL(m.from_row, m.from_col));
    }
    if (owner != b->player) {
        return tsr_say(why, TSR_GRID_OTHERS_PIECE, word_at(r, b, m.from_row, m.from_col),
                       TSR_CELL(m.from_row, m.from_col), TSR_PLAYER(owner));
    }
    return tsr_say(why, 0);
}

static int why_not_target(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    const grid_kit *k = kit_of(r);
    char there = tsr_grid_at(b, m.row, m.col);
    if (m.row == m.from_row && m.col == m.from_col) {
        return tsr_say(why, TSR_GRID_SAME_CELL, TSR_CELL(m.row, m.col));
    }
    if (!in_reach(k, m)) {
        int line = k->def.reach_line ? k->def.reach_line : TSR_GRID_OUT_OF_REACH;
        return tsr_say(why, line, TSR_CELL(m.from_row, m.from_col), TSR_CELL(m.row, m.col));
    }
    if (there == TSR_GRID_FREE) {
        return tsr_say(why, 0);
    }
    if (kit_owner(k, there) == b->player) {
        return tsr_say(why, TSR_GRID_OWN_PIECE, TSR_CELL(m.row, m.col),
                       word_at(r, b, m.row, m.col));
    }
    if (!(k->def.flags & TSR_GRID_TAKES)) {
        return tsr_say(why, TSR_GRID_TAKEN, TSR_CELL(m.row, m.col), word_at(r, b, m.row, m.col));
    }
    return tsr_say(why, 0);
}

static int why_not_move(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    int code = why_not_cell(b, m.from_row, m.from_col, why);
    if (!code) {
        code = why_not_origin(r, b, m, why);
    }
    return code ? code : why_not_target(r, b, m, why);
}

int tsr_grid_why_not(const tsr_rules *r, const void *s, int who, tsr_move code, tsr_line *out) {
    const grid_kit *k = kit_of(r);
    const tsr_grid *b = s;
    tsr_grid_move m = tsr_grid_decode(code);
    (void)who;
    int reason = why_not_form(k, code, m, out);
    if (!reason) {
        reason = why_not_cell(b, m.row, m.col, out);
    }
    if (!reason) {
        reason =
            m.kind == TSR_GRID_PLACEMENT ? why_not_place(r, b, m, out) : why_not_move(r, b, m, out);
    }
    if (!reason && k->def.validate) {
        reason = k->def.validate(r, b, m, out);
    }
    return reason;
}

// --- Listing -----------------------------------------------------------------

// A list that is being filled. `ask` is whether `validate` has a say.
typedef struct listing {
    const tsr_rules *r;
    const tsr_grid *b;
    tsr_move *out;
    int count, cap, ask;
} listing;

// Adds a move if it is legal; returns 0 when the list is full.
static inline int offer(listing *l, const grid_kit *k, tsr_move code) {
    if (l->ask && k->def.validate(l->r, l->b, tsr_grid_decode(code), NULL)) {
        return 1;
    }
    l->out[l->count++] = code;
    return l->count < l->cap;
}

static int offer_free(listing *l, const grid_kit *k, char letter) {
    for (int i = 0; i < k->words; i++) {
        uint64_t free = kit_free_in(tsr_grid_cells(l->b), i);
        for (; free; free &= free - 1) {
            if (!offer(l, k, kit_placement(k, letter, i * 8 + kit_first(free)))) {
                return 0;
            }
        }
    }
    return 1;
}

static int offer_anywhere(listing *l, const grid_kit *k, char letter) {
    for (int i = 0; i < k->cells; i++) {
        if (tsr_grid_cells(l->b)[i] != TSR_GRID_NO_CELL &&
            !offer(l, k, kit_placement(k, letter, i))) {
            return 0;
        }
    }
    return 1;
}

static int offer_placements(listing *l, const grid_kit *k) {
    for (int i = 0; i < k->letter_count[l->b->player]; i++) {
        char letter = k->letters[l->b->player][i];
        if ((k->def.flags & TSR_GRID_RESERVES) && kit_reserve(k, l->b, letter) <= 0) {
            continue;
        }
        int room = k->def.flags & TSR_GRID_COVERS ? offer_anywhere(l, k, letter)
                                                  : offer_free(l, k, letter);
        if (!room) {
            return 0;
        }
    }
    return 1;
}

static int offer_from(listing *l, const grid_kit *k, int from) {
    const char *cells = tsr_grid_cells(l->b);
    const uint8_t *enter = k->enter[l->b->player];
    const uint16_t *to = k->reach + from * k->def.reach_count;
    int count = k->def.reach ? k->reach_size[from] : k->cells;
    for (int i = 0; i < count; i++) {
        int cell = k->def.reach ? to[i] : i;
        if (enter[(unsigned char)cells[cell]] && !offer(l, k, kit_movement(k, from, cell))) {
            return 0;
        }
    }
    return 1;
}

// Steps that nobody has to be asked about: every one is written down, and counts
// if its target can be entered. That saves a guess of the processor for each.
static void add_from(listing *l, const grid_kit *k, int from) {
    const char *cells = tsr_grid_cells(l->b);
    const uint8_t *enter = k->enter[l->b->player];
    const uint16_t *to = k->reach + from * k->def.reach_count;
    for (int i = 0; i < k->reach_size[from]; i++) {
        l->out[l->count] = kit_movement(k, from, to[i]);
        l->count += enter[(unsigned char)cells[to[i]]];
    }
}

// The cells of the player's pieces, 8 at a time, as kit_equal_in has them.
static uint64_t own_in(const grid_kit *k, const tsr_grid *b, int word) {
    uint64_t own = 0;
    for (int i = 0; i < k->letter_count[b->player]; i++) {
        own |= kit_equal_in(tsr_grid_cells(b), word, k->letters[b->player][i]);
    }
    return own;
}

static int offer_movements(listing *l, const grid_kit *k) {
    int quick = k->def.reach && !l->ask;
    for (int i = 0; i < k->words; i++) {
        for (uint64_t own = own_in(k, l->b, i); own; own &= own - 1) {
            int from = i * 8 + kit_first(own);
            if (quick && l->count + k->def.reach_count <= l->cap) {
                add_from(l, k, from);
            } else if (!offer_from(l, k, from)) {
                return 0;
            }
        }
    }
    return 1;
}

static int list_by_author(listing *l, const grid_kit *k) {
    tsr_move tried[TSR_MAX_MOVES];
    if ((k->def.flags & TSR_GRID_EXACT) || !l->ask) {
        return k->def.candidates(l->r, l->b, l->out, l->cap);
    }
    int n = k->def.candidates(l->r, l->b, tried, TSR_MAX_MOVES);
    for (int i = 0; i < n; i++) {
        if (!offer(l, k, tried[i])) {
            break;
        }
    }
    return l->count;
}

// Moves of the player on turn, at most `cap`. Without `ask` also those that only
// `validate` would refuse.
static int list_moves(const tsr_rules *r, const tsr_grid *b, tsr_move *out, int cap, int ask) {
    const grid_kit *k = kit_of(r);
    listing l = {r, b, out, 0, cap, ask && k->def.validate};
    if (k->def.candidates) {
        return list_by_author(&l, k);
    }
    int room = 1;
    if (k->def.flags & TSR_GRID_PLACES) {
        room = offer_placements(&l, k);
    }
    if (room && (k->def.flags & TSR_GRID_MOVES)) {
        offer_movements(&l, k);
    }
    return l.count;
}

int tsr_grid_moves(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    const tsr_grid *b = s;
    if (b->over || who != b->player || who >= TSR_MAX_PLAYERS) {
        return 0;
    }
    return list_moves(r, b, out, (int)r->max_moves, 1);
}

// --- Without a list ----------------------------------------------------------

static int count_free(const grid_kit *k, const tsr_grid *b) {
    int n = 0;
    for (int i = 0; i < k->words; i++) {
        n += kit_bits(kit_free_in(tsr_grid_cells(b), i));
    }
    return n;
}

// Free cell number `n` in reading order, n below count_free.
static int nth_free(const tsr_grid *b, int n) {
    for (int i = 0;; i++) {
        uint64_t free = kit_free_in(tsr_grid_cells(b), i);
        int here = kit_bits(free);
        if (n < here) {
            return i * 8 + kit_nth(free, n);
        }
        n -= here;
    }
}

int tsr_grid_can_move(const tsr_rules *r, const tsr_grid *b) {
    const grid_kit *k = kit_of(r);
    tsr_move one;
    return k->simple ? kit_can_place(k, b) : list_moves(r, b, &one, 1, 1) > 0;
}

int tsr_grid_legal_count(const tsr_rules *r, const void *s, int who) {
    const grid_kit *k = kit_of(r);
    const tsr_grid *b = s;
    tsr_move list[TSR_MAX_MOVES];
    if (who == TSR_CHANCE) {
        uint32_t weight[TSR_GRID_MAX_CHANCE];
        return r->g.chance(r, s, list, weight);
    }
    if (b->over || who != b->player) {
        return 0;
    }
    if (k->simple) {
        return k->letter_count[who] * count_free(k, b);
    }
    return list_moves(r, b, list, (int)r->max_moves, 1);
}

static tsr_move sample_simple(const grid_kit *k, const tsr_grid *b, tsr_rng *g) {
    int free = count_free(k, b), letter = 0;
    int n = (int)tsr_rng_below(g, (uint32_t)(free * k->letter_count[b->player]));
    for (; n >= free; n -= free) {
        letter++;
    }
    return kit_placement(k, k->letters[b->player][letter], nth_free(b, n));
}

// Draws among all candidates and asks `validate` only about the ones drawn; a
// refused one is struck off. Uniform among the legal ones.
static tsr_move sample_listed(const tsr_rules *r, const tsr_grid *b, tsr_rng *g) {
    const grid_kit *k = kit_of(r);
    tsr_move list[TSR_MAX_MOVES];
    int exact = !k->def.validate || (k->def.flags & TSR_GRID_EXACT);
    int n = list_moves(r, b, list, TSR_MAX_MOVES, 0);
    if (n == TSR_MAX_MOVES && !exact) { // perhaps cut short
        n = list_moves(r, b, list, TSR_MAX_MOVES, 1);
        exact = 1;
    }
    while (n > 0) {
        uint32_t i = tsr_rng_below(g, (uint32_t)n);
        if (exact || !k->def.validate(r, b, tsr_grid_decode(list[i]), NULL)) {
            return list[i];
        }
        list[i] = list[--n];
    }
    return TSR_NO_MOVE;
}

static tsr_move sample_outcome(const tsr_rules *r, const tsr_grid *b, tsr_rng *g) {
    tsr_move list[TSR_GRID_MAX_CHANCE];
    uint32_t weight[TSR_GRID_MAX_CHANCE];
    uint32_t total = 0;
    int n = r->g.chance(r, b, list, weight);
    for (int i = 0; i < n; i++) {
        total += weight[i];
    }
    if (total == 0) {
        return TSR_NO_MOVE;
    }
    uint32_t at = tsr_rng_below(g, total);
    int i = 0;
    while (at >= weight[i]) {
        at -= weight[i++];
    }
    return list[i];
}

tsr_move tsr_grid_sample(const tsr_rules *r, const void *s, int who, tsr_rng *g) {
    const grid_kit *k = kit_of(r);
    if (who == TSR_CHANCE) {
        return sample_outcome(r, s, g);
    }
    if (k->simple) {
        return sample_simple(k, s, g);
    }
    return k->def.sample ? k->def.sample(r, s, g) : sample_listed(r, s, g);
}
