// SPDX-License-Identifier: MIT
//
// Draws the zones of a scene as blocks of text and lets them flow.
#include "term/scene_view.h"

#include <string.h>

#include "term/zones.h"

int term_touched(const tsr_rules *r, const void *before, int who, tsr_move m, uint32_t *out) {
    tsr_picks picks;
    int n = 0;
    if (who >= TSR_MAX_PLAYERS || m == TSR_NO_MOVE || m & TSR_HIDDEN) {
        return 0;
    }
    memset(&picks, 0, sizeof picks);
    r->g.path(r, before, who, m, &picks);
    for (int i = 0; i < picks.picks && i < TSR_PICKS_MAX; i++) {
        out[n++] = picks.pick[i];
    }
    for (int i = 0; i < picks.marks && i < TSR_MARKS_MAX; i++) {
        out[n++] = picks.mark[i];
    }
    return n;
}

// --- Blocks ----------------------------------------------------------------------

typedef struct layout {
    const tsr_scene *sc;
    const term_look *look;
    int level;  // zone_level
    int halves; // players' areas get half the width, to stand side by side
    int dense;  // no blank lines, no captions, a title shares its line: the last resort
} layout;

enum { GAP = 3, MAX_DEPTH = 8 };

static const term_style quiet = {TSR_COLOUR_GREY, 0, 0, 0};

static int is_board(int kind) {
    return kind == TSR_ZONE_GRID || kind == TSR_ZONE_HEX || kind == TSR_ZONE_GRAPH;
}

static int count_boards(const tsr_scene *sc) {
    int n = 0;
    for (uint32_t i = 0; i < sc->zone_count; i++) {
        n += is_board(sc->zones[i].kind);
    }
    return n;
}

// A board of its own, with a caption where there are several.
static void draw_board(const layout *l, const zone_view *v, term_canvas *out) {
    const char *label = zone_label(v);
    int caption = *label && count_boards(l->sc) > 1 && !l->dense;
    term_canvas board;
    term_canvas_init(&board);
    switch (zone_of(v)->kind) {
    case TSR_ZONE_GRID: zone_draw_grid(v, &board); break;
    case TSR_ZONE_HEX: zone_draw_hex(v, &board); break;
    default: zone_draw_graph(v, &board); break;
    }
    if (caption) {
        term_put(out, 0, 0, quiet, label);
    }
    term_lay(out, caption, 0, &board);
    term_canvas_deinit(&board);
}

static void draw_own(const layout *l, uint32_t zone, int cols, term_canvas *out) {
    zone_view v = {l->sc, l->look, zone, l->level, cols};
    switch ((tsr_zone_kind)zone_of(&v)->kind) {
    case TSR_ZONE_GROUP: break;
    case TSR_ZONE_GRID:
    case TSR_ZONE_HEX:
    case TSR_ZONE_GRAPH: draw_board(l, &v, out); break;
    case TSR_ZONE_ROW:
    case TSR_ZONE_PILE:
    case TSR_ZONE_HAND:
    case TSR_ZONE_TRACK:
    case TSR_ZONE_COUNTER:
    case TSR_ZONE_ACTIONS: zone_draw_tokens(&v, out); break;
    case TSR_ZONE_STACK:
    case TSR_ZONE_TEXT: zone_draw_lines(&v, out); break;
    }
}

static void draw_title(const layout *l, const tsr_zone *zone, term_canvas *out) {
    term_style style = {0, 0, TERM_BOLD, 0};
    int decides = zone->owner < 8 && (l->look->turn >> zone->owner & 1u);
    int x = 0;
    if (zone->owner < 8) {
        style.fore = (uint8_t)(TSR_COLOUR_PLAYER + zone->owner);
    }
    if (decides) {
        x = term_put(out, 0, 0, style, l->look->glyphs == TERM_UNICODE ? "\u25b8 " : "> ");
    }
    int named = l->look->names && zone->owner < 8;
    term_put(out, 0, x, style, named ? l->look->names[zone->owner] : l->sc->text + zone->label);
}

// --- Flow ------------------------------------------------------------------------

// Where the next block goes: blocks stand side by side on a shelf; what is low
// stacks up beside a high neighbour.
typedef struct shelf {
    int dense;   // as the layout's
    int x, y;    // the free place to the right of everything on this shelf
    int height;  // of the highest block on it
    int stack_x; // the last block's column ...
    int stack_y; // ... and the row below it
} shelf;

// A line of words may follow the one above at once; a board wants air.
static int air(const shelf *s, int rows) {
    return rows > 1 && !s->dense;
}

// Whether a block begins a new shelf: where there is no more room, and, where room is scarce in the
// other direction, a board after words.
static int wants_new_shelf(const shelf *s, int cols, const term_canvas *block) {
    int words_so_far = s->dense && s->height == 1 && block->rows > 1;
    return s->x > 0 && (s->x + block->cols > cols || words_so_far);
}

static int can_stack(const shelf *s, int cols, const term_canvas *block) {
    int y = s->stack_y + air(s, block->rows);
    return s->stack_x > 0 && y + block->rows <= s->y + s->height &&
           s->stack_x + block->cols <= cols;
}

static void place_block(shelf *s, int cols, const term_canvas *block, term_canvas *out) {
    if (block->rows == 0) {
        return;
    }
    if (can_stack(s, cols, block)) {
        s->stack_y += air(s, block->rows);
    } else {
        if (wants_new_shelf(s, cols, block)) {
            s->y += s->height + (air(s, s->height) || air(s, block->rows));
            s->x = s->height = 0;
        }
        s->stack_x = s->x;
        s->stack_y = s->y;
    }
    term_lay(out, s->stack_y, s->stack_x, block);
    s->stack_y += block->rows;
    if (s->stack_x + block->cols + GAP > s->x) {
        s->x = s->stack_x + block->cols + GAP;
    }
    if (s->stack_y - s->y > s->height) {
        s->height = s->stack_y - s->y;
    }
}

static int is_shown(const tsr_zone *zone) {
    return !(zone->flags & TSR_ZONE_POPUP);
}

static void draw_zone(const layout *l, int zone, int cols, int depth, term_canvas *out);

// --- Rings -----------------------------------------------------------------------

enum { RING_MOST = 24 };

typedef struct ring {
    term_canvas block[RING_MOST]; // the first is the middle, the others stand round it, clockwise
    int count, width;             // of the blocks round the middle, with a gap
} ring;

static int is_of_ring(const layout *l, int zone, uint32_t child) {
    const tsr_zone *z = &l->sc->zones[child];
    return z->parent == zone && (int)child != zone && z->kind == TSR_ZONE_ROW && is_shown(z);
}

static void draw_ring_blocks(const layout *l, int zone, int cols, ring *r) {
    for (uint32_t i = 0; i < l->sc->zone_count; i++) {
        if (r->count < RING_MOST && is_of_ring(l, zone, i)) {
            term_canvas *block = &r->block[r->count];
            term_canvas_init(block);
            draw_zone(l, (int)i, cols, MAX_DEPTH, block);
            r->width = r->count && block->cols + GAP > r->width ? block->cols + GAP : r->width;
            r->count++;
        }
    }
}

// Two rows with the middle between them: from the upper left clockwise to the lower left.
static void lay_ring(const ring *r, int y, term_canvas *out) {
    const int round = r->count - 1, upper = (round + 1) / 2, lower = round - upper;
    int row[2] = {1, 1};
    for (int k = 0; k < round; k++) {
        const int rows = r->block[k + 1].rows;
        row[k >= upper] = rows > row[k >= upper] ? rows : row[k >= upper];
    }
    const int middle = (upper * r->width - GAP - r->block[0].cols) / 2;
    const int below = y + row[0] + 1 + r->block[0].rows + 1;
    term_lay(out, y + row[0] + 1, middle > 0 ? middle : 0, &r->block[0]);
    for (int k = 0; k < round; k++) {
        const int back = lower - 1 - (k - upper), indent = (upper - lower) * r->width / 2;
        term_lay(out, k < upper ? y : below, k < upper ? k * r->width : indent + back * r->width,
                 &r->block[k + 1]);
    }
}

// Whether the places of a group were drawn as a ring: not where they are few, or room is scarce.
static int draw_ring(const layout *l, int zone, int cols, term_canvas *out) {
    ring r = {.count = 0};
    if (zone < 0 || l->sc->zones[zone].layout != TSR_LAYOUT_RING || l->level != ZONE_ROOMY) {
        return 0;
    }
    draw_ring_blocks(l, zone, cols, &r);
    const int drawn = r.count > 3 && r.count < RING_MOST && r.count / 2 * r.width - GAP <= cols &&
                      r.block[0].cols <= cols;
    if (drawn) {
        lay_ring(&r, out->rows, out);
    }
    for (int i = 0; i < r.count; i++) {
        out->failed |= r.block[i].failed;
        term_canvas_deinit(&r.block[i]);
    }
    return drawn;
}

// Draws `zone` and all it holds; -1 is the whole scene.
static void draw_zone(const layout *l, int zone, int cols, int depth, term_canvas *out) {
    shelf s = {.dense = l->dense};
    term_canvas block;
    term_canvas_init(&block);
    if (zone >= 0) {
        draw_own(l, (uint32_t)zone, cols, out);
        s.y = out->rows;
        if (l->sc->zones[zone].kind == TSR_ZONE_GROUP && l->sc->text[l->sc->zones[zone].label]) {
            draw_title(l, &l->sc->zones[zone], &block);
            place_block(&s, cols, &block, out);
            if (!l->dense) {
                s = (shelf){.y = out->rows};
            }
        }
    }
    const int ringed = draw_ring(l, zone, cols, out);
    if (ringed) {
        s = (shelf){.y = out->rows};
    }
    for (uint32_t i = 0; depth < MAX_DEPTH && i < l->sc->zone_count; i++) {
        const tsr_zone *child = &l->sc->zones[i];
        if (child->parent != zone || (int)i == zone || !is_shown(child) ||
            (ringed && is_of_ring(l, zone, i))) {
            continue;
        }
        int half = l->halves && child->kind == TSR_ZONE_GROUP && child->owner < 8 && cols > 40;
        term_canvas_clear(&block);
        draw_zone(l, (int)i, half ? (cols - GAP) / 2 : cols, depth + 1, &block);
        place_block(&s, cols, &block, out);
    }
    out->failed |= block.failed;
    term_canvas_deinit(&block);
}

void term_draw_scene(const tsr_scene *sc, const term_look *look, term_canvas *out) {
    int cols = look->cols > 0 ? look->cols : 80;
    for (int step = 0; step < 2 * (ZONE_LEVELS + 1); step++) {
        int dense = step / 2 == ZONE_LEVELS;
        layout l = {sc, look, dense ? ZONE_TIGHT : step / 2, step % 2, dense};
        term_canvas_clear(out);
        draw_zone(&l, -1, cols, 0, out);
        if ((look->rows == 0 || out->rows <= look->rows) && out->cols <= cols) {
            return;
        }
    }
}
