// SPDX-License-Identifier: MIT
//
// What a board of Azul is worth: its points, and what its lines and sets promise.

#include "azul/azul.h"
#include "azul/azul_state.h"

const tsr_azul_weights tsr_azul_weights_default = {
    .line = 0.7f, .row = 0.5f, .column = 0.7f, .colour = 0.7f, .marker = 0.8f};

// The legal column of `row` that scores most for `colour`, or -1.
int azul_best_column(const tsr_rules *r, const azul_player *p, int row, int colour) {
    int best = -1, best_points = -1;
    for (uint32_t set = azul_columns_for(r, p, row, colour); set; set &= set - 1) {
        int column = azul_lowest(set);
        int points = azul_points(p->wall | 1u << (5 * row + column), row, column);
        if (points > best_points) {
            best = column;
            best_points = points;
        }
    }
    return best;
}

static void lay(azul_player *p, int row, int column, int colour) {
    uint32_t cell = 1u << (5 * row + column);
    p->cells[colour] |= cell;
    p->wall |= cell;
}

// Tiles the full lines of a copy of a board. Returns the points; adds to `*fallen`
// the tiles that would fall to the floor.
static int tile_lines(const tsr_rules *r, azul_player *p, int *fallen) {
    int points = 0;
    for (int line = 0; line < AZUL_SIZE; line++) {
        if (!azul_line_is_full(p, line)) continue;
        int colour = azul_line_colour(p, line);
        int column = azul_best_column(r, p, line, colour);
        if (column < 0) {
            *fallen += line + 1;
        } else {
            lay(p, line, column, colour);
            points += azul_points(p->wall, line, column);
        }
    }
    return points;
}

// A line under way promises the points of its tile; the nearer, the surer.
static float promise_of_lines(const tsr_rules *r, const azul_player *p) {
    float sum = 0;
    for (int line = 0; line < AZUL_SIZE; line++) {
        int count = azul_line_count(p, line);
        if (count == 0 || count > line) continue;
        int column = azul_best_column(r, p, line, azul_line_colour(p, line));
        if (column < 0) continue;
        float share = (float)count / (float)(line + 1);
        int points = azul_points(p->wall | 1u << (5 * line + column), line, column);
        sum += share * share * (float)points;
    }
    return sum;
}

// A set with n of its five tiles promises its bonus in proportion to n squared:
// what is half done is far from sure.
static float share_of(int tiles) {
    return (float)(tiles * tiles) / (float)(AZUL_SIZE * AZUL_SIZE);
}

// On a free wall a set whose colours block each other promises nothing.
static float promise_of_sets(const tsr_rules *r, const azul_player *p, const tsr_azul_weights *w) {
    int is_free = azul_is_advanced(r);
    float rows = 0, columns = 0, colours = 0;
    for (int i = 0; i < AZUL_SIZE; i++) {
        int in_row = __builtin_popcount(azul_row_of(p->wall, i));
        int in_column = __builtin_popcount(p->wall >> i & 0x108421u);
        int of_colour = __builtin_popcount(p->cells[i]);
        if (!is_free || azul_can_complete_row(p, i)) rows += share_of(in_row);
        if (!is_free || azul_can_complete_column(p, i)) columns += share_of(in_column);
        if (!is_free || azul_can_complete_colour(p, i)) colours += share_of(of_colour);
    }
    return w->row * AZUL_ROW_BONUS * rows + w->column * AZUL_COLUMN_BONUS * columns +
           w->colour * AZUL_COLOUR_BONUS * colours;
}

float tsr_azul_value(const tsr_rules *r, const void *view, int player, const tsr_azul_weights *w) {
    const azul_state *s = view;
    azul_player p = s->player[player];
    if (s->phase == AZUL_OVER) return (float)p.score;
    int used = azul_has_tiled(r, s, player) ? 0 : azul_floor_used(s, player);
    int points = p.score;
    points += tile_lines(r, &p, &used);
    points -= azul_penalty(used < AZUL_FLOOR_SPACES ? used : AZUL_FLOOR_SPACES);
    float value = points > 0 ? (float)points : 0.0f;
    value += w->line * promise_of_lines(r, &p) + promise_of_sets(r, &p, w);
    return s->marker == player ? value + w->marker : value;
}
