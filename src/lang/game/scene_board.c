// SPDX-License-Identifier: MIT
//
// The board as people see it: a grid, a hex field or a graph, with what stands on it.
#include "lang/game/scene_board.h"

#include <string.h>

#include "lang/game/ring_place.h"
#include "lang/game/scene_signs.h"
#include "lang/game/state.h"

static const board_face *look_of(const tsr_rules *r) {
    return &((const lang_unit *)r->data)->look;
}

static tsr_zone board_zone(const program *p, const board_face *look) {
    const board *b = &p->b;
    tsr_zone z = {.owner = TSR_NOBODY,
                  .parent = -1,
                  .material = look->material,
                  .form = look->form,
                  .layout = look->ring ? TSR_LAYOUT_RING : TSR_LAYOUT_AUTO};
    z.rows = (uint16_t)(b->max_y + 1);
    z.cols = (uint16_t)(b->max_x + 1);
    if (b->kind == BOARD_HEX || b->kind == BOARD_HEXAGON) {
        z.kind = TSR_ZONE_HEX;
    } else if (b->lattice) {
        z.kind = TSR_ZONE_GRID;
    } else {
        z.kind = TSR_ZONE_GRAPH;
    }
    if (b->max_x < 26 && (b->lattice || b->kind == BOARD_DRAWN)) {
        z.coords = TSR_COORDS_LETTERS;
    }
    // Boards where pieces walk diagonally or differ are drawn chequered.
    if (z.kind == TSR_ZONE_GRID && p->types > 1 && b->max_x < 12 && !look->plain) {
        z.flags = TSR_ZONE_CHECKED;
    }
    for (int i = 0; i < 4; i++) {
        z.sides[i] = look->owner[i] == IR_NEUTRAL ? 0 : scene_colour(p, look->owner[i]);
    }
    return z;
}

// Long loops go round a square, clockwise from its lower left corner.
static int is_square(const board *b) {
    return b->kind == BOARD_LOOP && b->area0 >= 24 && b->area0 % 4 == 0;
}

static void place_on_square(const board *b, tsr_item *item, int cell) {
    const int side = b->area0 / 4, far = 100 * (cell % side), end = 100 * side;
    const int row[4] = {end - far, 0, far, end}, col[4] = {0, far, end, end - far};
    item->row = (int16_t)row[cell / side];
    item->col = (int16_t)col[cell / side];
}

void scene_place(const program *p, tsr_item *item, int cell) {
    const board *b = &p->b;
    int unit = b->lattice ? 1 : 100;
    int y = b->max_y - b->y[cell];
    if (is_square(b)) {
        place_on_square(b, item, cell);
        return;
    }
    if (b->kind == BOARD_LOOP) { // a ring drawn as two rows, one against the other
        int half = (b->area0 + 1) / 2;
        item->row = (int16_t)(cell < half ? 200 : 100); // names stand above and below
        item->col = (int16_t)(100 * (cell < half ? cell : b->area0 - 1 - cell));
        return;
    }
    if (b->kind == BOARD_GRAPH) {
        int side = 1, row, col;
        if (ring_place(b, cell, &row, &col)) {
            item->row = (int16_t)row;
            item->col = (int16_t)col;
            return;
        }
        while (side * side < b->cells) {
            side++;
        }
        item->row = (int16_t)(100 * (cell / side));
        item->col = (int16_t)(100 * (cell % side));
        return;
    }
    item->row = (int16_t)(y * unit);
    item->col = (int16_t)(b->x[cell] * unit);
}

int scene_tokens_at(const program *p, const void *s, int cell) {
    return p->at.tokens == BOARD_NONE ? -1 : state_nums(p, s)[p->at.tokens + cell];
}

// Whether a cell is one that the game is about.
static int is_goal(const board_face *look, int cell) {
    int found = 0;
    for (int i = 0; i < look->goals; i++) {
        found |= look->goal[i] == cell;
    }
    return found;
}

// Whether a place in `row`, `col` of a board of `size` x `size` crossings is a star point.
static int is_star(int size, int row, int col) {
    static const struct {
        uint8_t size, at[3];
    } known[] = {{9, {2, 4, 6}}, {13, {3, 6, 9}}, {15, {3, 7, 11}}, {19, {3, 9, 15}}};
    int rows = 0, cols = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        for (int k = 0; k < 3 && known[i].size == size; k++) {
            rows |= known[i].at[k] == row;
            cols |= known[i].at[k] == col;
        }
    }
    return rows && cols;
}

static uint32_t add_cell(const program *p, const void *s, int cell, const board_face *look,
                         tsr_scene *out) {
    tsr_item item = {.ref = (uint32_t)cell + 1, .kind = TSR_ITEM_CELL, .owner = TSR_NOBODY};
    int owner = lang_owner_at(p, s, cell), tokens = scene_tokens_at(p, s, cell);
    int closed = p->at.closed != BOARD_NONE && board_has(state_set(p, s, p->at.closed), cell);
    const char *name = p->b.name[cell];
    scene_place(p, &item, cell);
    if (is_goal(look, cell) || (look->stars && is_star(p->b.max_x + 1, item.row, item.col))) {
        item.flags |= TSR_ITEM_GHOST;
    }
    if (closed) {
        item.flags |= TSR_ITEM_DIM;
        return ADD_JOINED(out, item, "#", name, ", closed");
    }
    if (tokens >= 0 && owner < 0) {
        char count[24];
        scene_write_number(tokens, count, sizeof count);
        return ADD_JOINED(out, item, tokens < 100 ? count : "++", name, ", ", count, " ",
                          p->g->tokens[0]);
    }
    return ADD_JOINED(out, item, ".", name, owner < 0 ? ", free" : "");
}

static uint32_t add_unseen(const program *p, int cell, tsr_scene *out) {
    tsr_item item = {.ref = (uint32_t)cell + 1, .kind = TSR_ITEM_CELL, .owner = TSR_NOBODY};
    scene_place(p, &item, cell);
    return ADD_JOINED(out, item, "?", p->b.name[cell], ", unseen");
}

static void add_piece(const program *p, const void *s, int cell, tsr_scene *out) {
    tsr_item item = {.kind = TSR_ITEM_PIECE, .owner = TSR_NOBODY};
    if (lang_owner_at(p, s, cell) >= 0) {
        scene_place(p, &item, cell);
        scene_put_piece(p, s, cell, " on ", item, out);
    }
}

// The names of cells that have no coordinates: above the upper row of a loop, below
// everything else.
static void add_name(const program *p, int cell, tsr_scene *out) {
    tsr_item item = {.kind = TSR_ITEM_TEXT, .owner = TSR_NOBODY, .flags = TSR_ITEM_DIM};
    const char *name = p->b.name[cell];
    scene_place(p, &item, cell);
    item.row = (int16_t)(item.row + (p->b.kind == BOARD_LOOP && item.row < 200 ? -100 : 100));
    if (strlen(name) <= 2) {
        ADD_JOINED(out, item, name, "the name of ", name);
    }
}

static void add_edges(const program *p, const uint32_t *item, tsr_scene *out) {
    const board *b = &p->b;
    for (int i = 0; i < b->any_count; i++) {
        const board_shift *s = &b->shift[b->any[i]];
        for (int c = 0; c < b->cells; c++) {
            if (s->to[c] != BOARD_NONE && s->to[c] > c) {
                tsr_add_edge(out, item[c], item[s->to[c]]);
            }
        }
    }
}

void scene_add_board(const tsr_rules *r, const void *s, const uint64_t *unseen, tsr_scene *out) {
    const program *p = program_of(r);
    uint32_t item[BOARD_MAX_CELLS];
    const board_face *look = look_of(r);
    tsr_zone z = board_zone(p, look);
    tsr_add_zone(out, z, "%s", r->g.title);
    for (int y = p->b.max_y; y >= 0; y--) {
        for (int c = 0; c < p->b.cells; c++) {
            if (p->b.y[c] != y || !board_has(p->b.all, c)) {
                continue;
            }
            if (unseen && board_has(unseen, c)) {
                item[c] = add_unseen(p, c, out);
            } else {
                item[c] = add_cell(p, s, c, look, out);
                add_piece(p, s, c, out);
            }
        }
    }
    if (z.kind == TSR_ZONE_GRAPH) {
        add_edges(p, item, out);
    }
    for (int c = 0; c < p->b.area0 && !is_square(&p->b); c++) {
        if (p->b.kind == BOARD_LOOP || p->b.kind == BOARD_TRACK) {
            add_name(p, c, out);
        }
    }
}
