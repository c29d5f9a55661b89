// SPDX-License-Identifier: MIT
//
// The board that a file declares: lattices, loops, graphs, and the links added to them; and what is
// wrong with the declaration.
#include "lang/lower/board_decl.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// --- Naming directions -------------------------------------------------------

// On a hex lattice every row is shifted by half a cell against the one above, so six
// of the eight compass steps are neighbours; the long diagonals pass between two.
static void name_hex_dirs(board *b) {
    static const int long_diagonals[6][2] = {{2, 1}, {-2, -1}, {1, 2}, {-1, -2}, {-1, 1}, {1, -1}};
    for (int i = 0; i < 8; i++) {
        if (i >= 6) {
            continue;
        }
        uint16_t s = board_shift_by(b, board_compass[i].dx, board_compass[i].dy);
        board_dir_add(b, board_compass[i].name, s);
        b->orthogonal[b->orthogonal_count++] = s;
        b->any[b->any_count++] = s;
        if (i % 2 == 0) {
            b->axis[b->axis_count++] = s;
        }
    }
    for (int i = 0; i < 6; i++) {
        b->diagonal[b->diagonal_count++] =
            board_shift_by(b, long_diagonals[i][0], long_diagonals[i][1]);
    }
}

// --- Cells -------------------------------------------------------------------

static void mark_borders(board *b) {
    for (int c = 0; c < b->cells; c++) {
        if (!board_has(b->all, c)) {
            continue;
        }
        if (b->y[c] == b->max_y) board_put(b->border[0], c);
        if (b->y[c] == 0) board_put(b->border[1], c);
        if (b->x[c] == 0) board_put(b->border[2], c);
        if (b->x[c] == b->max_x) board_put(b->border[3], c);
    }
}

static int has_all(const board *b, int x, int y, const void *with) {
    (void)b, (void)x, (void)y, (void)with;
    return 1;
}

static int has_dark(const board *b, int x, int y, const void *with) {
    (void)b, (void)with;
    return (x + y) % 2 == 0;
}

static int has_hexagon(const board *b, int x, int y, const void *with) {
    int n = *(const int *)with;
    (void)b;
    return x - y < n && y - x < n;
}

// Three numbers that say where a cell of a star lies, their sum being 0: hexagons count six ways round,
// and each is a step of one and another.
static void star_numbers(int x, int y, int middle, int out[3]) {
    out[0] = x - middle;
    out[1] = middle - y;
    out[2] = y - x;
}

// A star is two triangles across each other.
static int has_star(const board *b, int x, int y, const void *with) {
    int n = *(const int *)with, k[3], up = 1, down = 1;
    (void)b;
    star_numbers(x, y, 2 * n, k);
    for (int i = 0; i < 3; i++) {
        up = up && k[i] >= -n;
        down = down && k[i] <= n;
    }
    return up || down;
}

int board_star_point(const board *b, int cell) {
    static const int8_t high[3] = {4, 0, 2}, low[3] = {1, 3, 5};
    int n = (b->width - 1) / 4, k[3];
    star_numbers(b->x[cell], b->y[cell], 2 * n, k);
    for (int i = 0; i < 3; i++) {
        if (k[i] > n || k[i] < -n) {
            return k[i] > n ? high[i] : low[i];
        }
    }
    return -1;
}

// A size is small, so that what sizes add up to is a number, too.
static int bounded_size(int64_t n) {
    return (int)(n > 9999 ? 9999 : n < -9999 ? -9999 : n);
}

static int size_of(const ast *n, const game_ast *g, option_values opt, diag_list *diags) {
    if (n->kind == A_NUM) {
        return bounded_size(n->num);
    }
    if (n->kind != A_WORD) {
        int64_t x = size_of(n->a, g, opt, diags), y = size_of(n->b, g, opt, diags);
        return bounded_size(n->kind == A_MUL ? x * y : n->kind == A_ADD ? x + y : x - y);
    }
    for (int i = 0; i < g->option_count && i < opt.count; i++) {
        if (strcmp(g->options[i].name, n->name) == 0) {
            return opt.value[i];
        }
    }
    diag *d =
        diag_add(diags, DIAG_NOT_CONSTANT, n->at, "the board's size must be a number or an option");
    diag_help(d, "for example:   option size = 8 in 4..12");
    return 1;
}

static int has_beside(const board *b, int x, int y, const void *with) {
    (void)y, (void)with;
    return x % b->apart != b->apart - 1;
}

void board_cells_of(const board *b, int player, uint64_t *out) {
    for (int c = 0; c < b->area0; c++) {
        if (board_has(b->all, c) && b->apart && b->x[c] / b->apart == player) {
            board_put(out, c);
        }
    }
}

// The players' grids, one beside the other with a gap of one column.
static int width_of_all(board *b, const game_ast *g, int w) {
    b->apart = g->board.each ? w + 1 : 0;
    return g->board.each ? g->player_count * (w + 1) - 1 : w;
}

static void build_grid(board *b, const game_ast *g, option_values opt, diag_list *diags) {
    const decl_board *d = &g->board;
    int hex = d->kind == TOPO_HEX;
    int w = width_of_all(b, g, size_of(d->width, g, opt, diags));
    int h = size_of(d->height, g, opt, diags);
    if (w < 1 || h < 1 || w > 99 || h > 99) {
        diag_add(diags, DIAG_TOO_BIG, d->at, "a board is 1 to 99 cells wide and high");
        return;
    }
    if (!board_allocate(b, w * h, diags, d->at)) {
        return;
    }
    b->wrap_x = (d->flags & (TOPO_WRAP | TOPO_TORUS)) != 0;
    b->wrap_y = (d->flags & TOPO_TORUS) != 0;
    board_fill_lattice(b, w, h,
                       b->apart               ? has_beside
                       : d->flags & TOPO_DARK ? has_dark
                                              : has_all,
                       NULL);
    if (hex) {
        name_hex_dirs(b);
    } else {
        board_name_grid(b, d->flags);
    }
}

static void build_hexagon(board *b, const game_ast *g, option_values opt, diag_list *diags) {
    int n = size_of(g->board.width, g, opt, diags);
    if (n < 1 || n > 16) {
        diag_add(diags, DIAG_TOO_BIG, g->board.at, "a hexagon has sides of 1 to 16 cells");
        return;
    }
    int side = 2 * n - 1;
    if (!board_allocate(b, side * side, diags, g->board.at)) {
        return;
    }
    board_fill_lattice(b, side, side, has_hexagon, &n);
    name_hex_dirs(b);
}

static void build_star(board *b, const game_ast *g, option_values opt, diag_list *diags) {
    int n = size_of(g->board.width, g, opt, diags);
    if (n < 1 || n > 7) {
        diag_add(diags, DIAG_TOO_BIG, g->board.at, "a star has points of 1 to 7 cells a side");
        return;
    }
    int side = 4 * n + 1;
    if (!board_allocate(b, side * side, diags, g->board.at)) {
        return;
    }
    b->kind = BOARD_HEXAGON; // but for its outline it is one
    board_fill_lattice(b, side, side, has_star, &n);
    name_hex_dirs(b);
}

// --- Loops, tracks and graphs ------------------------------------------------

static int add_cell(board *b, const char *name) {
    for (int c = 0; c < b->cells; c++) {
        if (b->name[c] && strcmp(b->name[c], name) == 0) {
            return c;
        }
        if (!b->name[c]) {
            b->name[c] = name;
            board_put(b->all, c);
            b->x[c] = (int16_t)c;
            b->max_x = c;
            return c;
        }
    }
    return -1;
}

static int chain_length(const ast *n) {
    int count = 0;
    for (; n; n = n->next) {
        count++;
    }
    return count;
}

// How long a loop is whose cells have no names, or 0.
static int loop_size(const game_ast *g, option_values opt, diag_list *diags) {
    const ast *only = g->board.cells;
    for (int i = 0; only && !only->next && i < g->option_count; i++) {
        if (strcmp(g->options[i].name, only->name) == 0) {
            return size_of(only, g, opt, diags);
        }
    }
    return only ? 0 : size_of(g->board.width, g, opt, diags);
}

static int name_loop(board *b, const game_ast *g, diag_list *diags) {
    int i = 0;
    for (const ast *c = g->board.cells; c; c = c->next, i++) {
        if (add_cell(b, c->name) != i) {
            diag_add(diags, DIAG_TWICE, c->at, "the cell `%s` is there twice", c->name);
            return 0;
        }
    }
    return 1;
}

static int number_loop(board *b) {
    for (int i = 0; i < b->area0; i++) {
        char text[16];
        (void)snprintf(text, sizeof text, "p%d", i + 1);
        const char *name = arena_text(b->a, text, strlen(text));
        if (!name) {
            b->failed = 1;
            return 0;
        }
        (void)add_cell(b, name);
    }
    return 1;
}

static void build_loop(board *b, const game_ast *g, option_values opt, diag_list *diags) {
    int numbered = loop_size(g, opt, diags);
    int n = numbered ? numbered : chain_length(g->board.cells);
    if (!board_allocate(b, n, diags, g->board.at) ||
        !(numbered ? number_loop(b) : name_loop(b, g, diags))) {
        return;
    }
    uint16_t next = board_shift_new(b), prev = board_shift_new(b);
    if (b->failed) {
        return;
    }
    int open = g->board.kind == TOPO_TRACK;
    for (int c = 0; c < n; c++) {
        b->shift[next].to[c] = (uint16_t)(c + 1 < n ? c + 1 : open ? BOARD_NONE : 0);
        b->shift[prev].to[c] = (uint16_t)(c > 0 ? c - 1 : open ? BOARD_NONE : n - 1);
    }
    uint16_t both[2] = {next, prev};
    for (int k = 0; k < 2; k++) {
        b->shift[both[k]].part[0] = b->shift[both[k]].part[1] = (uint16_t)(BOARD_NONE - 1 - k);
        board_shift_finish(b, both[k]);
        b->any[b->any_count++] = both[k];
        b->orthogonal[b->orthogonal_count++] = both[k];
    }
    b->axis[b->axis_count++] = next;
    board_dir_add(b, "next", next);
    board_dir_add(b, "prev", prev);
}

static void add_edge(board *b, int from, int to) {
    for (int slot = 0; slot < 12; slot++) {
        if (slot >= b->any_count) {
            uint16_t s = board_shift_new(b);
            if (b->failed) {
                return;
            }
            b->shift[s].part[0] = b->shift[s].part[1] = (uint16_t)(BOARD_NONE - 1 - slot);
            b->any[b->any_count++] = s;
            b->orthogonal[b->orthogonal_count++] = s;
        }
        board_shift *s = &b->shift[b->any[slot]];
        if (s->to[from] == to) {
            return;
        }
        if (s->to[from] == BOARD_NONE) {
            s->to[from] = (uint16_t)to;
            return;
        }
    }
    b->failed = 1;
}

static void build_graph(board *b, const game_ast *g, diag_list *diags) {
    int n = 0;
    const char *seen[BOARD_MAX_CELLS];
    for (const ast *e = g->board.cells; e; e = e->next) {
        const char *ends[2] = {e->name, e->name2 ? e->name2 : e->name};
        for (int k = 0; k < 2; k++) {
            int known = 0;
            for (int i = 0; i < n; i++) {
                known |= strcmp(seen[i], ends[k]) == 0;
            }
            if (!known && n < BOARD_MAX_CELLS) {
                seen[n++] = ends[k];
            }
        }
    }
    if (!board_allocate(b, n, diags, g->board.at)) {
        return;
    }
    for (const ast *e = g->board.cells; e && !b->failed; e = e->next) {
        int from = add_cell(b, e->name), to = add_cell(b, e->name2 ? e->name2 : e->name);
        if (from >= 0 && to >= 0 && from != to) {
            add_edge(b, from, to);
            add_edge(b, to, from);
        }
    }
    for (int i = 0; i < b->any_count; i++) {
        board_shift_finish(b, b->any[i]);
    }
}

static void add_links(board *b, const game_ast *g, diag_list *diags) {
    for (int i = 0; i < g->link_count && !b->failed; i++) {
        const decl_link *l = &g->links[i];
        int from = board_cell(b, l->from), to = board_cell(b, l->to);
        if (from < 0 || to < 0) {
            diag_add(diags, DIAG_NO_SUCH_CELL, l->at, "`%s` is not on this board",
                     from < 0 ? l->from : l->to);
            continue;
        }
        int d = board_dir_find(b, l->name);
        uint16_t s = d >= 0 ? b->dir[d].shift : board_shift_new(b);
        if (b->failed) {
            return;
        }
        if (d < 0) {
            b->shift[s].part[0] = b->shift[s].part[1] = (uint16_t)(BOARD_NONE - 40 - i);
            board_dir_add(b, l->name, s);
        }
        b->shift[s].to[from] = (uint16_t)to;
        if (b->shift[s].to[to] == BOARD_NONE) {
            b->shift[s].to[to] = (uint16_t)from;
        }
        memset(b->shift[s].mask, 0, (size_t)b->words * sizeof(uint64_t));
        board_shift_finish(b, s);
    }
}

// --- Areas -------------------------------------------------------------------

static int area_room(const decl_area *d, const game_ast *g, option_values opt, diag_list *diags) {
    int n = d->size ? size_of(d->size, g, opt, diags) : 1;
    if (n < 1 || n > 99) {
        diag_add(diags, DIAG_TOO_BIG, d->at, "an area has 1 to 99 cells");
        return 1;
    }
    return n;
}

int board_area_room(const game_ast *g, option_values opt, int area) {
    diag_list quiet;
    diag_init(&quiet);
    return area_room(&g->areas[area], g, opt, &quiet);
}

// How many cells: as many as it has room for, or where every kind has its own as many as there are of each.
static int area_size(const decl_area *d, const game_ast *g, option_values opt, diag_list *diags) {
    const int room = area_room(d, g, opt, diags);
    int slots = 0;
    for (int t = 0; d->sorted && t < g->piece_count; t++) {
        slots += g->pieces[t].copies < room ? g->pieces[t].copies : room;
    }
    return slots ? slots : room;
}

static int count_area_cells(const game_ast *g, option_values opt, diag_list *diags) {
    int cells = 0;
    for (int i = 0; i < g->area_count; i++) {
        cells += area_size(&g->areas[i], g, opt, diags) * (g->areas[i].each ? g->player_count : 1);
    }
    return cells;
}

// Their cells are named after them: lifted; cup1, cup2; bar1 and bar2 of the first player and the second.
static const char *area_cell_name(board *b, const decl_area *d, int player, int n, int size) {
    char text[64];
    if (d->each && size > 1) {
        (void)snprintf(text, sizeof text, "%.40s%d_%d", d->name, player + 1, n + 1);
    } else if (d->each || size > 1) {
        (void)snprintf(text, sizeof text, "%.40s%d", d->name, d->each ? player + 1 : n + 1);
    } else {
        (void)snprintf(text, sizeof text, "%.40s", d->name);
    }
    const char *name = arena_text(b->a, text, strlen(text));
    b->failed |= !name;
    return name ? name : "";
}

// Where every kind has its own cells, they are named after it: hand1_queen, deck_7_2.
static const char *slot_name(board *b, const decl_area *d, const game_ast *g, int player, int n,
                             int room) {
    char text[96], mark[48];
    int t = 0, slots = 0;
    for (; t < g->piece_count - 1; t++) {
        slots = g->pieces[t].copies < room ? g->pieces[t].copies : room;
        if (n < slots) {
            break;
        }
        n -= slots;
    }
    size_t k = 0;
    for (const char *c = g->pieces[t].mark ? g->pieces[t].mark : g->pieces[t].name;
         *c && k + 1 < sizeof mark; c++) {
        if (*c != ' ') {
            mark[k++] = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
        }
    }
    mark[k] = '\0';
    int used = d->each ? snprintf(text, sizeof text, "%.30s%d_%s", d->name, player + 1, mark)
                       : snprintf(text, sizeof text, "%.30s_%s", d->name, mark);
    if (n && used > 0 && (size_t)used < sizeof text) {
        (void)snprintf(text + used, sizeof text - (size_t)used, "_%d", n + 1);
    }
    const char *name = arena_text(b->a, text, strlen(text));
    b->failed |= !name;
    return name ? name : "";
}

static void add_areas(board *b, const game_ast *g, option_values opt, diag_list *diags) {
    int c = b->area0;
    memcpy(b->on, b->all, (size_t)b->words * sizeof *b->on);
    for (int i = 0; i < g->area_count; i++) {
        const decl_area *d = &g->areas[i];
        const int size = area_size(d, g, opt, diags);
        for (int k = 0; k < size * (d->each ? g->player_count : 1) && c < b->cells; k++, c++) {
            const char *name =
                d->sorted && g->piece_count > 1
                    ? slot_name(b, d, g, k / size, k % size, area_room(d, g, opt, diags))
                    : area_cell_name(b, d, k / size, k % size, size);
            if (board_cell(b, name) >= 0) {
                diag_add(diags, DIAG_SHADOW, d->at, "`%s` is a cell of this board", name);
                return;
            }
            b->name[c] = name;
            b->x[c] = b->y[c] = -1;
            board_put(b->all, c);
        }
    }
    if (c < b->area0 + b->area_cells) {
        diag_add(diags, DIAG_TOO_BIG, g->board.at, "board and areas have more than %d cells",
                 BOARD_MAX_CELLS);
    }
}

int board_area_cells(const board *b, const game_ast *g, option_values opt, int area, int player,
                     uint64_t *out) {
    diag_list quiet;
    int c = b->area0, size = 1;
    diag_init(&quiet);
    for (int i = 0; i <= area; i++) {
        const int each = g->areas[i].each ? g->player_count : 1;
        size = area_size(&g->areas[i], g, opt, &quiet);
        c += i < area ? size * each : 0;
    }
    c += g->areas[area].each ? player * size : 0;
    for (int k = 0; k < size && c + k < b->cells; k++) {
        board_put(out, c + k);
    }
    return c;
}

// A game without a board: a cell that is nowhere, so that sets have a word; areas come behind it.
static void build_none(board *b, const game_ast *g, diag_list *diags) {
    (void)board_allocate(b, 1, diags, g->title_at);
}

static_assert((int)BOARD_EMPTY == TOPO_NONE && (int)BOARD_GRID == TOPO_GRID &&
                  (int)BOARD_LOOP == TOPO_LOOP && (int)BOARD_GRAPH == TOPO_GRAPH,
              "a board's kind is the word that declares it");

int board_build(board *b, const game_ast *g, option_values opt, arena *a, diag_list *diags) {
    memset(b, 0, sizeof *b);
    b->a = a;
    b->kind = (board_kind)g->board.kind;
    b->area_cells = count_area_cells(g, opt, diags);
    switch (g->board.kind) {
    case TOPO_NONE: build_none(b, g, diags); break;
    case TOPO_GRID:
    case TOPO_HEX: build_grid(b, g, opt, diags); break;
    case TOPO_HEXAGON: build_hexagon(b, g, opt, diags); break;
    case TOPO_LOOP:
    case TOPO_TRACK: build_loop(b, g, opt, diags); break;
    case TOPO_STAR: build_star(b, g, opt, diags); break;
    case TOPO_DRAWN: board_build_drawn(b, g, diags); break;
    case TOPO_SHAPE: board_build_shape(b, g, diags); break;
    case TOPO_GRAPH: build_graph(b, g, diags); break;
    }
    if (b->cells && !b->failed && !diags->errors) {
        mark_borders(b);
        add_links(b, g, diags);
        add_areas(b, g, opt, diags);
    }
    return !b->failed;
}
