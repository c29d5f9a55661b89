// SPDX-License-Identifier: MIT
//
// Azul's course: what every move does, up to the next decision.
//
//     BEGIN -> DEAL -> OFFER -> wall-tiling -+-> OVER
//               ^                  |         |
//               +---- next round --+---------+
//
// Wall-tiling runs by itself with the fixed wall. With the free wall it stops at
// every full line that has a legal column and asks its owner. Players tile one
// after the other, from the round's first player on. Their boards do not touch
// each other, so the order changes nobody's points; and with one decider at a
// time a player can step back through their own tiling.
//
// Where the rulebook is silent:
//   - If nobody takes from the centre, the marker stays there and the same player
//     starts again.
//   - If bag and lid are both empty when a round should begin, nothing can ever
//     happen again and the game ends.
//   - On a free wall a row can become impossible: the colour it lacks may already
//     be in each of its free columns. If no row of any player can be completed
//     any more, the game ends.
//   - Players who only ever throw tiles on the floor could go on for ever. The
//     game ends after round 99, so that every match ends.

#include "azul/azul_state.h"

#include <string.h>

// --- Loose tiles -------------------------------------------------------------

// Tiles that nobody needs any more go to the lid, or leave the game.
static void discard(const tsr_rules *r, azul_state *s, azul_tiles tiles) {
    if (azul_recycles(r)) s->lid += tiles;
}

// Tiles fall to the floor of `who`; what finds no space there is discarded.
static void drop(const tsr_rules *r, azul_state *s, int who, int colour, int count) {
    int room = AZUL_FLOOR_SPACES - azul_floor_used(s, who);
    int fallen = count < room ? count : room;
    s->player[who].floor += azul_some(colour, fallen);
    discard(r, s, azul_some(colour, count - fallen));
}

// Fills an empty bag from the lid. Returns whether there is a tile to draw.
static int refill(azul_state *s) {
    if (s->bag == 0) {
        s->bag = s->lid;
        s->lid = 0;
    }
    return s->bag != 0;
}

// --- Wall-tiling -------------------------------------------------------------

// Empties `line`, which may then hold any colour that its row lacks.
static void clear_line(azul_player *p, int line) {
    p->line[line] = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        uint32_t lacks = azul_row_of(p->cells[colour], line) == 0;
        p->open |= lacks << (6 * colour + line);
    }
}

// One tile of the full `line` goes to the wall and scores; the others are done.
static void lay(const tsr_rules *r, azul_state *s, int who, int line, int column) {
    azul_player *p = &s->player[who];
    int colour = azul_line_colour(p, line);
    uint32_t cell = 1u << (5 * line + column);
    p->cells[colour] |= cell;
    p->wall |= cell;
    p->score = (uint16_t)(p->score + azul_points(p->wall, line, column));
    discard(r, s, azul_some(colour, line));
    clear_line(p, line);
}

// A full line that has no legal column falls to the floor as a whole.
static void fall(const tsr_rules *r, azul_state *s, int who, int line) {
    azul_player *p = &s->player[who];
    int colour = azul_line_colour(p, line);
    clear_line(p, line);
    drop(r, s, who, colour, line + 1);
}

// Tiles the full lines of `who` from the top. Returns 0 if a column must be chosen.
static int tile_lines(const tsr_rules *r, azul_state *s, int who) {
    azul_player *p = &s->player[who];
    for (int line = 0; line < AZUL_SIZE; line++) {
        if (!azul_line_is_full(p, line)) continue;
        uint32_t columns = azul_columns_for(r, p, line, azul_line_colour(p, line));
        if (columns == 0) {
            fall(r, s, who, line);
        } else if (azul_is_advanced(r)) {
            return 0;
        } else {
            lay(r, s, who, line, azul_lowest(columns));
        }
    }
    return 1;
}

// Takes off what the floor costs, but never below 0, and clears it.
static void settle_floor(const tsr_rules *r, azul_state *s, int who) {
    azul_player *p = &s->player[who];
    int cost = azul_penalty(azul_floor_used(s, who));
    if (cost > p->score) cost = p->score;
    p->score = (uint16_t)(p->score - cost);
    p->paid = (uint8_t)(p->paid + cost);
    discard(r, s, p->floor);
    p->floor = 0;
}

static int somebody_has_full_row(const tsr_rules *r, const azul_state *s) {
    for (int p = 0; p < r->players; p++) {
        if (azul_full_rows(&s->player[p])) return 1;
    }
    return 0;
}

// On a free wall colours can block each other for good. When nobody can complete
// a row any more, there would be no end.
static int nobody_can_complete_a_row(const tsr_rules *r, const azul_state *s) {
    if (!azul_is_advanced(r)) return 0;
    for (int p = 0; p < r->players; p++) {
        if (azul_can_complete_a_row(&s->player[p])) return 0;
    }
    return 1;
}

static int is_last_round(const tsr_rules *r, azul_state *s) {
    return somebody_has_full_row(r, s) || s->round == AZUL_MAX_ROUNDS ||
           nobody_can_complete_a_row(r, s) || !refill(s);
}

static void finish(const tsr_rules *r, azul_state *s) {
    for (int p = 0; p < r->players; p++) {
        s->player[p].score = (uint16_t)(s->player[p].score + azul_bonus(&s->player[p]));
    }
    s->phase = AZUL_OVER;
    s->mover = 0;
    s->starter = 0;
}

static void end_round(const tsr_rules *r, azul_state *s) {
    if (s->marker != TSR_NOBODY) {
        s->starter = s->marker;
        s->marker = TSR_NOBODY;
    }
    if (is_last_round(r, s)) {
        finish(r, s);
        return;
    }
    s->round++;
    s->phase = AZUL_DEAL;
    s->mover = TSR_CHANCE;
}

// Goes on with the wall-tiling at player `who`, until somebody must choose a
// column or all have finished. (The marker stays with its owner until then, but
// each floor is settled once, as players finish in turn.)
static void tile_from(const tsr_rules *r, azul_state *s, int who) {
    do {
        if (!tile_lines(r, s, who)) {
            s->phase = AZUL_TILING;
            s->mover = (uint8_t)who;
            return;
        }
        settle_floor(r, s, who);
        who = azul_after(r, who);
    } while (who != s->starter);
    end_round(r, s);
}

// --- Moves -------------------------------------------------------------------

static void start(azul_state *s, int player) {
    s->starter = (uint8_t)player;
    s->phase = AZUL_DEAL;
}

// The colours among `tiles` are now in `source` too.
static void note_where(azul_state *s, azul_tiles tiles, int source) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        s->where |= (uint64_t)(azul_count(tiles, colour) > 0) << (12 * colour + source);
    }
}

static void draw(const tsr_rules *r, azul_state *s, azul_tiles tiles) {
    int source = 1 + s->dealt / AZUL_DISPLAY_TILES;
    s->bag -= tiles;
    s->source[source] += tiles;
    note_where(s, tiles, source);
    s->dealt = (uint8_t)(s->dealt + azul_total(tiles));
    if (s->dealt == AZUL_DISPLAY_TILES * azul_displays(r) || !refill(s)) {
        s->dealt = 0;
        s->phase = AZUL_OFFER;
        s->mover = s->starter;
    }
}

// Lifts all tiles of `colour` from `source` and returns how many there were. What
// else lies on a display slides into the centre; whoever is first to take from the
// centre gets the marker, before the tiles.
static int lift(azul_state *s, int who, int source, int colour) {
    int count = azul_count(s->source[source], colour);
    azul_tiles rest = s->source[source] - azul_some(colour, count);
    if (source == AZUL_CENTRE) {
        s->source[AZUL_CENTRE] = rest;
        s->where &= ~((uint64_t)1 << 12 * colour);
        if (s->marker == TSR_NOBODY) s->marker = (uint8_t)who;
        return count;
    }
    s->source[source] = 0;
    s->source[AZUL_CENTRE] += rest;
    s->where &= ~(AZUL_WHERE_ALL << source);
    note_where(s, rest, AZUL_CENTRE);
    return count;
}

// Adds tiles to a line that accepts them and returns how many did not fit.
static int fill(azul_player *p, int line, int colour, int count) {
    int have = azul_line_count(p, line) + count;
    int over = have > line + 1 ? have - (line + 1) : 0;
    p->line[line] = (uint8_t)(8 * colour + have - over);
    p->open &= ~(AZUL_OPEN_ALL << line);
    if (have <= line) p->open |= 1u << (6 * colour + line);
    return over;
}

static void take(const tsr_rules *r, azul_state *s, int who, int source, int colour, int target) {
    int count = lift(s, who, source, colour);
    if (target != AZUL_FLOOR) {
        count = fill(&s->player[who], target, colour, count);
    }
    if (count) drop(r, s, who, colour, count);
    if (s->where) {
        s->mover = (uint8_t)azul_after(r, who);
    } else {
        tile_from(r, s, s->starter);
    }
}

static void place(const tsr_rules *r, azul_state *s, int who, int column) {
    lay(r, s, who, azul_full_line(&s->player[who]), column);
    tile_from(r, s, who);
}

void azul_play(const tsr_rules *r, void *state, int who, tsr_move m) {
    azul_state *s = state;
    int a = tsr_move_byte(m, 1);
    switch ((azul_kind)tsr_move_byte(m, 0)) {
    case AZUL_START: start(s, a); break;
    case AZUL_DRAW: draw(r, s, azul_drawn(m)); break;
    case AZUL_TAKE: take(r, s, who, a, tsr_move_byte(m, 2), tsr_move_byte(m, 3)); break;
    case AZUL_PLACE: place(r, s, who, a); break;
    }
}

uint32_t azul_playout(const tsr_rules *r, void *state, tsr_rng *g, uint32_t max_plies) {
    azul_state *s = state;
    uint32_t plies = 0;
    for (; s->phase != AZUL_OVER && plies < max_plies; plies++) {
        int who = s->mover;
        azul_play(r, s, who, azul_sample(r, s, who, g));
    }
    return plies;
}
