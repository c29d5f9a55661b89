// SPDX-License-Identifier: MIT
//
// Whether a position is sound: every field in range, the walls and lines within
// the rules, the parts fitting the phase, no tile lost or made. Safe on any bytes,
// since every index is tested before it is used.

#include "azul/azul_state.h"

// --- The table ---------------------------------------------------------------

static int is_tiles(azul_tiles t) {
    return t >> 25 == 0;
}

static int fields_are_in_range(const tsr_rules *r, const azul_state *s) {
    int chance = s->phase == AZUL_BEGIN || s->phase == AZUL_DEAL;
    return s->phase <= AZUL_OVER && s->pad[0] == 0 && s->pad[1] == 0 &&
           (chance ? s->mover == TSR_CHANCE : s->mover < r->players) && s->starter < r->players &&
           (s->marker < r->players || s->marker == TSR_NOBODY) && s->round >= 1 &&
           s->round <= AZUL_MAX_ROUNDS && is_tiles(s->bag) && is_tiles(s->lid);
}

// Tiles on the table never exceed what the displays hold: hence `max_moves`.
static int check_sources(const tsr_rules *r, const azul_state *s, tsr_line *out) {
    int displays = azul_displays(r), sum = 0;
    for (int source = 0; source < AZUL_SOURCES; source++) {
        azul_tiles t = s->source[source];
        int most = source == AZUL_CENTRE ? 31 * AZUL_COLOURS : AZUL_DISPLAY_TILES;
        if (source > displays) most = 0;
        if (!is_tiles(t) || azul_total(t) > most) {
            return tsr_say(out, AZUL_BAD_SOURCE, TSR_NAME(AZUL_NAME_SOURCE + source));
        }
        sum += azul_total(t);
    }
    if (sum > AZUL_DISPLAY_TILES * displays) return tsr_say(out, AZUL_BAD_SOURCES);
    return s->where == azul_where_of(s) ? 0 : tsr_say(out, AZUL_BAD_DERIVED);
}

// --- A player's board --------------------------------------------------------

// Each colour at most once in a row and in a column, two colours never on one
// cell; on the fixed wall each only where it belongs.
static int wall_is_sound(const tsr_rules *r, const azul_player *p) {
    uint32_t all = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        uint32_t cells = p->cells[colour], columns = 0;
        if (cells >> AZUL_CELLS || cells & all) return 0;
        for (int row = 0; row < AZUL_SIZE; row++) {
            uint32_t here = azul_row_of(cells, row);
            if (here & (here - 1) || here & columns) return 0;
            if (here && !azul_is_advanced(r) && here != 1u << azul_fixed_column(row, colour)) {
                return 0;
            }
            columns |= here;
        }
        all |= cells;
    }
    return p->wall == all;
}

static int line_is_sound(const azul_player *p, int line) {
    int count = azul_line_count(p, line), colour = azul_line_colour(p, line);
    if (count == 0) return p->line[line] == 0;
    return count <= line + 1 && colour < AZUL_COLOURS && azul_row_of(p->cells[colour], line) == 0;
}

// A floor line whose marker came first has six tiles at most; one that was full
// before has seven, and the marker found no space. Both are `tiles <= 7`.
static int floor_is_sound(const azul_player *p) {
    return is_tiles(p->floor) && azul_total(p->floor) <= AZUL_FLOOR_SPACES;
}

// No tile scores more than ten; bonuses are added when the game is over. What the floor has
// taken off was scored before, so that it never comes to more than 250.
static int most_points(const azul_state *s, const azul_player *p) {
    int bonus = s->phase == AZUL_OVER ? azul_bonus(p) : 0;
    return 2 * AZUL_SIZE * __builtin_popcount(p->wall) + bonus;
}

static int check_player(const tsr_rules *r, const azul_state *s, int player, tsr_line *out) {
    const azul_player *p = &s->player[player];
    if (!wall_is_sound(r, p)) return tsr_say(out, AZUL_BAD_WALL, TSR_PLAYER(player));
    if (p->score + p->paid > most_points(s, p)) {
        return tsr_say(out, AZUL_BAD_SCORE, TSR_PLAYER(player));
    }
    for (int line = 0; line < AZUL_SIZE; line++) {
        if (!line_is_sound(p, line)) {
            return tsr_say(out, AZUL_BAD_LINE, TSR_PLAYER(player), TSR_INT(line + 1));
        }
    }
    if (!floor_is_sound(p)) return tsr_say(out, AZUL_BAD_FLOOR, TSR_PLAYER(player));
    return p->open == azul_open_of(p) ? 0 : tsr_say(out, AZUL_BAD_DERIVED);
}

// --- The phase ---------------------------------------------------------------

// Between rounds: nothing on the table or the floors, no full line.
static int boards_are_settled(const tsr_rules *r, const azul_state *s) {
    for (int player = 0; player < r->players; player++) {
        const azul_player *p = &s->player[player];
        if (p->floor || azul_full_line(p) >= 0) return 0;
    }
    return s->marker == TSR_NOBODY;
}

static int nobody_has_full_row(const tsr_rules *r, const azul_state *s) {
    for (int player = 0; player < r->players; player++) {
        if (azul_full_rows(&s->player[player])) return 0;
    }
    return 1;
}

// The displays are filled in order, four tiles each, and `dealt` counts them.
static int deal_is_sound(const tsr_rules *r, const azul_state *s) {
    int left = s->dealt;
    if (left >= AZUL_DISPLAY_TILES * azul_displays(r)) return 0;
    for (int source = 1; source < AZUL_SOURCES; source++) {
        int here = left < AZUL_DISPLAY_TILES ? left : AZUL_DISPLAY_TILES;
        if (azul_total(s->source[source]) != here) return 0;
        left -= here;
    }
    return s->source[AZUL_CENTRE] == 0 && s->bag != 0 && boards_are_settled(r, s) &&
           nobody_has_full_row(r, s);
}

// The mover must have a line to place. Whoever came before has finished.
static int tiling_is_sound(const tsr_rules *r, const azul_state *s) {
    if (!azul_is_advanced(r) || s->where) return 0;
    for (int player = s->starter; player != s->mover; player = azul_after(r, player)) {
        if (s->player[player].floor || azul_full_line(&s->player[player]) >= 0) return 0;
    }
    const azul_player *p = &s->player[s->mover];
    int line = azul_full_line(p);
    return line >= 0 && azul_columns_for(r, p, line, azul_line_colour(p, line)) != 0;
}

static int phase_is_sound(const tsr_rules *r, const azul_state *s) {
    if (s->phase != AZUL_DEAL && s->dealt) return 0;
    switch ((azul_phase)s->phase) {
    case AZUL_BEGIN:
        return s->where == 0 && s->bag != 0 && s->starter == 0 && s->round == 1 &&
               boards_are_settled(r, s) && nobody_has_full_row(r, s);
    case AZUL_DEAL: return deal_is_sound(r, s);
    case AZUL_OFFER: return s->where != 0 && nobody_has_full_row(r, s);
    case AZUL_TILING: return tiling_is_sound(r, s);
    case AZUL_OVER:
        return s->where == 0 && s->starter == 0 && s->mover == 0 && boards_are_settled(r, s);
    }
    return 0;
}

// Official rules keep all 20 tiles of a colour; where used tiles leave the game,
// there are only never more, and the lid stays empty.
static int check_tiles(const tsr_rules *r, const azul_state *s, tsr_line *out) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        int count = azul_tiles_of(r, s, colour);
        if (count > AZUL_COPIES || (azul_recycles(r) && count < AZUL_COPIES)) {
            return tsr_say(out, AZUL_BAD_TILES, TSR_INT(count), TSR_NAME(colour));
        }
    }
    return azul_recycles(r) || s->lid == 0 ? 0 : tsr_say(out, AZUL_BAD_PHASE);
}

int azul_check(const tsr_rules *r, const void *state, tsr_line *out) {
    const azul_state *s = state;
    if (!fields_are_in_range(r, s)) return tsr_say(out, AZUL_BAD_FIELD);
    int why = check_sources(r, s, out);
    for (int player = 0; player < r->players && !why; player++) {
        why = check_player(r, s, player, out);
    }
    if (!why) why = check_tiles(r, s, out);
    if (!why && !phase_is_sound(r, s)) why = tsr_say(out, AZUL_BAD_PHASE);
    return why;
}
