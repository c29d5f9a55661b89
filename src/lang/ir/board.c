// SPDX-License-Identifier: MIT
//
// The board: cells, their names and neighbours, directions and shifts, and the tables made from them
// (rays, regions, lines). Everything is settled here, so that code only looks it up.
#include "lang/ir/board.h"

#include <stdio.h>
#include <string.h>

// --- Looking up --------------------------------------------------------------

int board_cell(const board *b, const char *name) {
    for (int c = 0; c < b->cells; c++) {
        if (b->name[c] && strcmp(b->name[c], name) == 0) {
            return c;
        }
    }
    return -1;
}

int board_dir_find(const board *b, const char *name) {
    for (int i = 0; i < b->dir_count; i++) {
        if (strcmp(b->dir[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static int cell_at(const board *b, int x, int y) {
    if (b->wrap_x) {
        x = (x % b->width + b->width) % b->width;
    }
    if (b->wrap_y) {
        y = (y % b->height + b->height) % b->height;
    }
    if (x < 0 || y < 0 || x >= b->width || y >= b->height) {
        return -1;
    }
    int c = y * b->width + x;
    return board_has(b->all, c) ? c : -1;
}

// --- Shifts ------------------------------------------------------------------

static uint16_t shift_new(board *b) {
    if (b->shift_count >= BOARD_MAX_SHIFTS) {
        b->failed = 1;
        return 0;
    }
    board_shift *s = &b->shift[b->shift_count];
    memset(s, 0, sizeof *s);
    s->to = arena_new(b->a, (size_t)b->cells * sizeof *s->to);
    s->mask = board_set_new(b);
    s->back = BOARD_NONE;
    s->part[0] = s->part[1] = BOARD_NONE;
    if (!s->to || !s->mask) {
        b->failed = 1;
        return 0;
    }
    for (int c = 0; c < b->cells; c++) {
        s->to[c] = BOARD_NONE;
    }
    return (uint16_t)b->shift_count++;
}

// Fills in what follows from the table `to`.
static void shift_finish(board *b, uint16_t id) {
    board_shift *s = &b->shift[id];
    int amount = 0, first = 1;
    s->uniform = 1;
    for (int c = 0; c < b->cells; c++) {
        if (s->to[c] == BOARD_NONE) {
            continue;
        }
        board_put(s->mask, c);
        int d = (int)s->to[c] - c;
        if (first) {
            amount = d;
            first = 0;
        } else if (d != amount) {
            s->uniform = 0;
        }
    }
    s->uniform = s->uniform && !first && amount != 0;
    s->amount = (int16_t)amount;
}

uint16_t board_shift_by(board *b, int dx, int dy) {
    for (int i = 0; i < b->shift_count; i++) {
        if (b->shift[i].dx == dx && b->shift[i].dy == dy && b->shift[i].part[0] == BOARD_NONE) {
            return (uint16_t)i;
        }
    }
    uint16_t id = shift_new(b);
    if (b->failed) {
        return 0;
    }
    board_shift *s = &b->shift[id];
    s->dx = (int16_t)dx;
    s->dy = (int16_t)dy;
    for (int c = 0; c < b->cells; c++) {
        int t = board_has(b->all, c) ? cell_at(b, c % b->width + dx, c / b->width + dy) : -1;
        s->to[c] = t < 0 ? BOARD_NONE : (uint16_t)t;
    }
    shift_finish(b, id);
    return id;
}

uint16_t board_shift_join(board *b, uint16_t first, uint16_t second) {
    const board_shift *p = &b->shift[first], *q = &b->shift[second];
    if (b->lattice && p->part[0] == BOARD_NONE && q->part[0] == BOARD_NONE) {
        return board_shift_by(b, p->dx + q->dx, p->dy + q->dy);
    }
    for (int i = 0; i < b->shift_count; i++) {
        if (b->shift[i].part[0] == first && b->shift[i].part[1] == second) {
            return (uint16_t)i;
        }
    }
    uint16_t id = shift_new(b);
    if (b->failed) {
        return 0;
    }
    board_shift *s = &b->shift[id];
    s->part[0] = first;
    s->part[1] = second;
    for (int c = 0; c < b->cells; c++) {
        uint16_t mid = b->shift[first].to[c];
        s->to[c] = mid == BOARD_NONE ? BOARD_NONE : b->shift[second].to[mid];
    }
    shift_finish(b, id);
    return id;
}

static int undoes(const board *b, const board_shift *p, const board_shift *q) {
    for (int c = 0; c < b->cells; c++) {
        if (p->to[c] != BOARD_NONE && q->to[p->to[c]] != c) {
            return 0;
        }
        if (q->to[c] != BOARD_NONE && p->to[q->to[c]] != c) {
            return 0;
        }
    }
    return 1;
}

uint16_t board_shift_back(board *b, uint16_t id) {
    board_shift *s = &b->shift[id];
    if (s->back != BOARD_NONE) {
        return s->back;
    }
    if (b->lattice && s->part[0] == BOARD_NONE) {
        uint16_t back = board_shift_by(b, -s->dx, -s->dy);
        b->shift[id].back = back;
        return back;
    }
    for (int i = 0; i < b->shift_count; i++) {
        if (undoes(b, s, &b->shift[i])) {
            s->back = (uint16_t)i;
            return s->back;
        }
    }
    return BOARD_NONE;
}

int board_shift_is_one_to_one(const board *b, uint16_t id) {
    const board_shift *s = &b->shift[id];
    uint64_t reached[BOARD_MAX_WORDS] = {0};
    for (int c = 0; c < b->cells && !s->uniform; c++) {
        if (s->to[c] == BOARD_NONE) {
            continue;
        }
        if (board_has(reached, s->to[c])) {
            return 0;
        }
        board_put(reached, s->to[c]);
    }
    return 1;
}

void board_need_ray(board *b, uint16_t id) {
    board_shift *s = &b->shift[id];
    size_t words = (size_t)b->words;
    if (s->ray) {
        return;
    }
    size_t rows = b->cells < 64 ? 65 : (size_t)b->cells + 1;
    s->ray = arena_new(b->a, rows * words * sizeof *s->ray);
    if (!s->ray) {
        b->failed = 1;
        return;
    }
    for (int c = 0; c < b->cells; c++) {
        int at = s->to[c];
        for (int n = 0; at != BOARD_NONE && at != c && n < b->cells; n++) {
            board_put(s->ray + (size_t)c * words, at);
            at = s->to[at];
        }
    }
}

// --- Direction sets ----------------------------------------------------------

uint16_t board_dirset(board *b, const uint16_t *shifts, int count) {
    dirset d;
    memset(&d, 0, sizeof d);
    for (int i = 0; i < count; i++) {
        int known = 0;
        for (int k = 0; k < d.count; k++) {
            known |= d.shift[k] == shifts[i];
        }
        if (!known && d.count < DIRSET_MAX) {
            d.shift[d.count++] = shifts[i];
        }
    }
    for (int i = 0; i < b->set_count; i++) {
        if (b->set[i].count == d.count &&
            memcmp(b->set[i].shift, d.shift, (size_t)d.count * sizeof *d.shift) == 0) {
            return (uint16_t)i;
        }
    }
    if (b->set_count >= BOARD_MAX_DIRSETS) {
        b->failed = 1;
        return 0;
    }
    b->set[b->set_count] = d;
    return (uint16_t)b->set_count++;
}

void board_need_near(board *b, uint16_t id) {
    dirset *d = &b->set[id];
    size_t words = (size_t)b->words;
    if (d->near) {
        return;
    }
    d->near = arena_new(b->a, (size_t)b->cells * words * sizeof *d->near);
    d->back = arena_new(b->a, (size_t)b->cells * words * sizeof *d->back);
    if (!d->near || !d->back) {
        b->failed = 1;
        d->near = NULL;
        return;
    }
    for (int c = 0; c < b->cells; c++) {
        for (int i = 0; i < d->count; i++) {
            uint16_t t = b->shift[d->shift[i]].to[c];
            if (t != BOARD_NONE) {
                board_put(d->near + (size_t)c * words, t);
                board_put(d->back + (size_t)t * words, c);
            }
        }
    }
}

void board_need_reach(board *b, uint16_t id) {
    dirset *d = &b->set[id];
    size_t size = (size_t)b->cells * (size_t)b->words;
    if (d->reach) {
        return;
    }
    d->reach = arena_new(b->a, size * sizeof *d->reach);
    b->failed |= !d->reach;
    for (int i = 0; d->reach && i < d->count; i++) {
        const uint64_t *ray = b->shift[d->shift[i]].ray;
        for (size_t k = 0; k < size; k++) {
            d->reach[k] |= ray[k];
        }
    }
}

void board_need_look(board *b, uint16_t id) {
    dirset *d = &b->set[id];
    for (int i = 0; i < d->count; i++) {
        const board_shift *s = &b->shift[d->shift[i]];
        if (b->words != 1 || !s->uniform || !s->ray) {
            return;
        }
    }
    if (d->look || !d->count) {
        return;
    }
    d->look = arena_new(b->a, (size_t)d->count * sizeof *d->look);
    b->failed |= !d->look;
    d->eight = b->width <= 8 && b->height <= 8;
    int n = 0;
    for (int down = 0; d->look && down < 2; down++) {
        for (int i = 0; i < d->count; i++) {
            const board_shift *s = &b->shift[d->shift[i]];
            int by = down ? -s->amount : s->amount;
            if (by > 0) {
                d->look[n++] = (board_look){s->ray, s->mask[0], by, 0};
                d->eight &= by < 16;
            }
        }
        d->ups = down ? d->ups : n;
    }
}

void board_need_rows(board *b) {
    size_t words = (size_t)b->words, size = (size_t)b->cells * words;
    if (b->row) {
        return;
    }
    b->row = arena_new(b->a, size * sizeof *b->row);
    b->column = arena_new(b->a, size * sizeof *b->column);
    if (!b->row || !b->column) {
        b->failed = 1;
        b->row = NULL;
        return;
    }
    for (int c = 0; c < b->cells; c++) {
        for (int k = 0; k < b->cells; k++) {
            if (board_has(b->all, k) && b->y[k] == b->y[c]) {
                board_put(b->row + (size_t)c * words, k);
            }
            if (board_has(b->all, k) && b->x[k] == b->x[c]) {
                board_put(b->column + (size_t)c * words, k);
            }
        }
    }
}

int board_find_toward(const board *b, int from, int to) {
    const uint16_t *lists[3] = {b->any, b->orthogonal, b->diagonal};
    const int counts[3] = {b->any_count, b->orthogonal_count, b->diagonal_count};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < counts[k]; i++) {
            const board_shift *s = &b->shift[lists[k][i]];
            if (s->ray && board_has(s->ray + (size_t)from * (size_t)b->words, to)) {
                return lists[k][i];
            }
        }
    }
    return -1;
}

void board_need_toward(board *b) {
    enum { MOST_CELLS = 128 };
    if (b->toward || b->cells > MOST_CELLS) {
        return;
    }
    uint16_t *table = arena_new(b->a, (size_t)(b->cells * b->cells) * sizeof *table);
    b->failed |= !table;
    for (int i = 0; table && i < b->cells * b->cells; i++) {
        int s = board_find_toward(b, i / b->cells, i % b->cells);
        table[i] = s < 0 ? BOARD_NONE : (uint16_t)s;
    }
    b->toward = table;
}

void board_need_linked(board *b) {
    uint16_t d = board_dirset(b, b->any, b->any_count);
    board_need_near(b, d);
    b->linked = b->set[d].near;
}

static int has_run(const board *b, uint64_t set, const board_shift *s, int n) {
    for (int c = 0; c < b->cells; c++) {
        int length = 0, at = c;
        while (length < n && at != BOARD_NONE && set >> at & 1) {
            length++;
            at = s->to[at];
        }
        if (length == n) {
            return 1;
        }
    }
    return 0;
}

// The axes as shifts of one word, those that have room for a run of `n`.
static void need_runs(board *b, int n) {
    if (b->words != 1 || b->run_of || n < 2) {
        return;
    }
    b->run_count = 0;
    for (int i = 0; i < b->axis_count; i++) {
        const board_shift *s = &b->shift[b->axis[i]];
        int by = s->amount < 0 ? -s->amount : s->amount;
        if (!s->uniform) {
            return;
        }
        if (by * (n - 1) < 64) {
            uint64_t mask = s->amount < 0 ? s->mask[0] >> by : s->mask[0]; // of the way up
            b->run[b->run_count++] = (board_axis){.mask = mask, .by = by};
        }
    }
    b->run_of = n;
}

void board_need_lines(board *b, int n) {
    enum { MOST_CELLS = 16 };
    need_runs(b, n);
    if (b->cells > MOST_CELLS || b->lines) {
        return;
    }
    uint32_t sets = 1u << b->cells;
    b->lines = arena_new(b->a, (sets / 64 + 1) * sizeof *b->lines);
    b->lines_of = n;
    b->failed |= !b->lines;
    for (uint32_t set = 0; b->lines && set < sets; set++) {
        for (int i = 0; i < b->axis_count; i++) {
            if (has_run(b, set, &b->shift[b->axis[i]], n)) {
                b->lines[set / 64] |= (uint64_t)1 << set % 64;
            }
        }
    }
}

// The table of `s` read backwards, or NULL if two cells lead to one.
static const uint16_t *reversed(board *b, const board_shift *s) {
    uint16_t *from = arena_new(b->a, (size_t)b->cells * sizeof *from);
    if (!from) {
        b->failed = 1;
        return NULL;
    }
    for (int c = 0; c < b->cells; c++) {
        from[c] = BOARD_NONE;
    }
    for (int c = 0; c < b->cells; c++) {
        if (s->to[c] != BOARD_NONE) {
            if (from[s->to[c]] != BOARD_NONE) {
                return NULL;
            }
            from[s->to[c]] = (uint16_t)c;
        }
    }
    return from;
}

int board_need_axes(board *b) {
    int all = 1;
    for (int i = 0; i < b->axis_count; i++) {
        if (!b->axis_back[i]) {
            b->axis_back[i] = reversed(b, &b->shift[b->axis[i]]);
        }
        all &= b->axis_back[i] != NULL;
    }
    return all;
}

// --- Naming directions -------------------------------------------------------

static void add_dir(board *b, const char *name, uint16_t shift) {
    if (b->dir_count >= BOARD_MAX_DIRS) {
        b->failed = 1;
        return;
    }
    b->dir[b->dir_count].name = name;
    b->dir[b->dir_count++].shift = shift;
}

static const struct {
    const char *name;
    int8_t dx, dy;
} compass[8] = {{"north", 0, 1},      {"south", 0, -1},    {"east", 1, 0},
                {"west", -1, 0},      {"northeast", 1, 1}, {"southwest", -1, -1},
                {"northwest", -1, 1}, {"southeast", 1, -1}};

static void name_grid_dirs(board *b, int flags) {
    for (int i = 0; i < 8; i++) {
        uint16_t s = board_shift_by(b, compass[i].dx, compass[i].dy);
        add_dir(b, compass[i].name, s);
        if (i < 4) {
            b->orthogonal[b->orthogonal_count++] = s;
        } else {
            b->diagonal[b->diagonal_count++] = s;
        }
        if (i < 4 || !(flags & TOPO_ORTHOGONAL)) {
            b->any[b->any_count++] = s;
            if (i % 2 == 0) {
                b->axis[b->axis_count++] = s;
            }
        }
    }
}

// On a hex lattice every row is shifted by half a cell against the one above, so six
// of the eight compass steps are neighbours; the long diagonals pass between two.
static void name_hex_dirs(board *b) {
    static const int long_diagonals[6][2] = {{2, 1}, {-2, -1}, {1, 2}, {-1, -2}, {-1, 1}, {1, -1}};
    for (int i = 0; i < 8; i++) {
        if (i >= 6) {
            continue;
        }
        uint16_t s = board_shift_by(b, compass[i].dx, compass[i].dy);
        add_dir(b, compass[i].name, s);
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

static int allocate(board *b, int cells, diag_list *diags, span at) {
    if (cells < 1 || cells > BOARD_MAX_CELLS) {
        diag_add(diags, DIAG_TOO_BIG, at, "a board has 1 to %d cells, this one %d", BOARD_MAX_CELLS,
                 cells);
        return 0;
    }
    b->cells = cells;
    b->words = (cells + 63) / 64;
    b->all = board_set_new(b);
    b->name = arena_new(b->a, (size_t)cells * sizeof *b->name);
    b->x = arena_new(b->a, (size_t)cells * sizeof *b->x);
    b->y = arena_new(b->a, (size_t)cells * sizeof *b->y);
    for (int i = 0; i < 4; i++) {
        b->border[i] = board_set_new(b);
    }
    b->failed |= !b->name || !b->x || !b->y;
    return !b->failed;
}

static const char *lattice_name(board *b, int x, int y) {
    char text[16];
    if (x < 26) {
        (void)snprintf(text, sizeof text, "%c%d", 'a' + x, y + 1);
    } else {
        (void)snprintf(text, sizeof text, "%c%c%d", 'a' + x / 26 - 1, 'a' + x % 26, y + 1);
    }
    const char *name = arena_text(b->a, text, strlen(text));
    b->failed |= !name;
    return name ? name : "";
}

static void fill_lattice(board *b, int width, int height,
                         int (*has)(const board *, int, int, const void *), const void *with) {
    b->lattice = 1;
    b->width = width;
    b->height = height;
    for (int c = 0; c < b->cells; c++) {
        int x = c % width, y = c / width;
        b->x[c] = (int16_t)x;
        b->y[c] = (int16_t)y;
        if (has(b, x, y, with)) {
            board_put(b->all, c);
            b->name[c] = lattice_name(b, x, y);
        }
    }
    b->max_x = width - 1;
    b->max_y = height - 1;
}

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

static int size_of(const ast *n, const game_ast *g, option_values opt, diag_list *diags) {
    if (n->kind == A_NUM) {
        return n->num;
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

static void build_grid(board *b, const game_ast *g, option_values opt, diag_list *diags) {
    const decl_board *d = &g->board;
    int hex = d->kind == TOPO_HEX;
    int w = size_of(d->width, g, opt, diags), h = size_of(d->height, g, opt, diags);
    if (w < 1 || h < 1 || w > 99 || h > 99) {
        diag_add(diags, DIAG_TOO_BIG, d->at, "a board is 1 to 99 cells wide and high");
        return;
    }
    if (!allocate(b, w * h, diags, d->at)) {
        return;
    }
    b->wrap_x = (d->flags & (TOPO_WRAP | TOPO_TORUS)) != 0;
    b->wrap_y = (d->flags & TOPO_TORUS) != 0;
    fill_lattice(b, w, h, d->flags & TOPO_DARK ? has_dark : has_all, NULL);
    if (hex) {
        name_hex_dirs(b);
    } else {
        name_grid_dirs(b, d->flags);
    }
}

static void build_hexagon(board *b, const game_ast *g, option_values opt, diag_list *diags) {
    int n = size_of(g->board.width, g, opt, diags);
    if (n < 1 || n > 16) {
        diag_add(diags, DIAG_TOO_BIG, g->board.at, "a hexagon has sides of 1 to 16 cells");
        return;
    }
    int side = 2 * n - 1;
    if (!allocate(b, side * side, diags, g->board.at)) {
        return;
    }
    fill_lattice(b, side, side, has_hexagon, &n);
    name_hex_dirs(b);
}

// --- Pictures ----------------------------------------------------------------

enum { PICTURE_ROWS = 100, PICTURE_COLS = 200 };

typedef struct picture {
    const char *row[PICTURE_ROWS];
    int len[PICTURE_ROWS];
    int rows, cols, margin;
} picture;

static void read_picture(picture *p, const char *text, uint32_t size) {
    const char *at = text, *end = text + size;
    memset(p, 0, sizeof *p);
    p->margin = PICTURE_COLS;
    while (at < end && p->rows < PICTURE_ROWS) {
        const char *eol = memchr(at, '\n', (size_t)(end - at));
        int len = (int)((eol ? eol : end) - at), blank = 0;
        while (len > 0 && (at[len - 1] == ' ' || at[len - 1] == '\r')) {
            len--;
        }
        while (blank < len && at[blank] == ' ') {
            blank++;
        }
        if (len > 0) {
            p->row[p->rows] = at;
            p->len[p->rows++] = len;
            p->margin = blank < p->margin ? blank : p->margin;
            p->cols = len > p->cols ? len : p->cols;
        }
        at = eol ? eol + 1 : end;
    }
}

static char picture_at(const picture *p, int col, int row) {
    return row >= 0 && row < p->rows && col >= 0 && col < p->len[row] ? p->row[row][col] : ' ';
}

static int is_point(char c) {
    return c == 'o' || c == 'O' || c == '*' || c == '@';
}

// The rank of `value` among the distinct values that hold a point.
static int rank_of(const int *used, int value) {
    int n = 0;
    for (int i = 0; i < value; i++) {
        n += used[i];
    }
    return n;
}

// From a point along the strokes to the next point, or -1.
static int follow(const board *b, const picture *p, const int *id, int col, int row, int dc,
                  int dr) {
    char stroke = dr == 0 ? '-' : dc == 0 ? '|' : (dc > 0) == (dr < 0) ? '/' : '\\';
    int steps = 0;
    (void)b;
    for (;;) {
        col += dc;
        row += dr;
        char c = picture_at(p, col, row);
        if (is_point(c)) {
            return steps ? id[row * PICTURE_COLS + col] : -1;
        }
        if (c != stroke && c != '+' && c != 'x') {
            return -1;
        }
        steps++;
    }
}

static void link_drawn(board *b, const picture *p, const int *id) {
    for (int i = 0; i < 8; i++) {
        uint16_t s = shift_new(b);
        if (b->failed) {
            return;
        }
        int found = 0;
        for (int r = 0; r < p->rows; r++) {
            for (int c = 0; c < p->cols; c++) {
                if (is_point(picture_at(p, c, r))) {
                    int t = follow(b, p, id, c, r, compass[i].dx, -compass[i].dy);
                    int from = id[r * PICTURE_COLS + c];
                    b->shift[s].to[from] = t < 0 ? BOARD_NONE : (uint16_t)t;
                    found |= t >= 0;
                }
            }
        }
        shift_finish(b, s);
        b->shift[s].part[0] = b->shift[s].part[1] = (uint16_t)(BOARD_NONE - 1 - i);
        b->shift[s].dx = compass[i].dx;
        b->shift[s].dy = compass[i].dy;
        if (!found) {
            continue;
        }
        add_dir(b, compass[i].name, s);
        b->any[b->any_count++] = s;
        if (i < 4) {
            b->orthogonal[b->orthogonal_count++] = s;
        } else {
            b->diagonal[b->diagonal_count++] = s;
        }
        if (i % 2 == 0) {
            b->axis[b->axis_count++] = s;
        }
    }
}

static void build_drawn(board *b, const game_ast *g, diag_list *diags) {
    picture p;
    int col_used[PICTURE_COLS] = {0}, row_used[PICTURE_ROWS] = {0}, points = 0;
    read_picture(&p, g->board.picture, g->board.picture_size);
    if (p.cols > PICTURE_COLS) {
        diag_add(diags, DIAG_TOO_BIG, g->board.at, "a picture is at most %d columns wide",
                 PICTURE_COLS);
        return;
    }
    int *id = arena_new(b->a, PICTURE_ROWS * PICTURE_COLS * sizeof *id);
    if (!id) {
        b->failed = 1;
        return;
    }
    for (int r = 0; r < p.rows; r++) {
        for (int c = 0; c < p.len[r]; c++) {
            if (is_point(p.row[r][c])) {
                col_used[c] = row_used[r] = 1;
                points++;
            }
        }
    }
    if (points == 0) {
        diag *d = diag_add(diags, DIAG_MISSING, g->board.at, "this picture shows no cells");
        diag_help(d, "draw cells as `o` and lines as - | / \\");
        return;
    }
    if (!allocate(b, points, diags, g->board.at)) {
        return;
    }
    int rows = rank_of(row_used, PICTURE_ROWS), next = 0;
    for (int r = p.rows - 1; r >= 0; r--) { // from the bottom, as on grids
        for (int c = 0; c < p.len[r]; c++) {
            if (!is_point(p.row[r][c])) {
                continue;
            }
            id[r * PICTURE_COLS + c] = next;
            b->x[next] = (int16_t)rank_of(col_used, c);
            b->y[next] = (int16_t)(rows - 1 - rank_of(row_used, r));
            b->max_x = b->x[next] > b->max_x ? b->x[next] : b->max_x;
            b->max_y = rows - 1;
            b->name[next] = lattice_name(b, b->x[next], b->y[next]);
            board_put(b->all, next++);
        }
    }
    if (!b->failed) {
        link_drawn(b, &p, id);
    }
}

static int has_shape(const board *b, int x, int y, const void *with) {
    const picture *p = with;
    int row = p->rows - 1 - y;
    (void)b;
    return is_point(picture_at(p, p->margin + 2 * x, row)) ||
           picture_at(p, p->margin + 2 * x, row) == '#';
}

static void build_shape(board *b, const game_ast *g, diag_list *diags) {
    picture p;
    read_picture(&p, g->board.picture, g->board.picture_size);
    int w = (p.cols - p.margin + 1) / 2;
    if (p.rows == 0 || w < 1) {
        diag *d = diag_add(diags, DIAG_MISSING, g->board.at, "this picture shows no cells");
        diag_help(d, "draw cells as `o` and holes as `.`, with a blank between");
        return;
    }
    if (allocate(b, w * p.rows, diags, g->board.at)) {
        fill_lattice(b, w, p.rows, has_shape, &p);
        name_grid_dirs(b, 0);
    }
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

static void build_loop(board *b, const game_ast *g, diag_list *diags) {
    int n = chain_length(g->board.cells), i = 0;
    if (!allocate(b, n, diags, g->board.at)) {
        return;
    }
    for (const ast *c = g->board.cells; c; c = c->next, i++) {
        if (add_cell(b, c->name) != i) {
            diag_add(diags, DIAG_TWICE, c->at, "the cell `%s` is there twice", c->name);
            return;
        }
    }
    uint16_t next = shift_new(b), prev = shift_new(b);
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
        shift_finish(b, both[k]);
        b->any[b->any_count++] = both[k];
        b->orthogonal[b->orthogonal_count++] = both[k];
    }
    b->axis[b->axis_count++] = next;
    add_dir(b, "next", next);
    add_dir(b, "prev", prev);
}

static void add_edge(board *b, int from, int to) {
    for (int slot = 0; slot < 12; slot++) {
        if (slot >= b->any_count) {
            uint16_t s = shift_new(b);
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
    if (!allocate(b, n, diags, g->board.at)) {
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
        shift_finish(b, b->any[i]);
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
        uint16_t s = d >= 0 ? b->dir[d].shift : shift_new(b);
        if (b->failed) {
            return;
        }
        if (d < 0) {
            b->shift[s].part[0] = b->shift[s].part[1] = (uint16_t)(BOARD_NONE - 40 - i);
            add_dir(b, l->name, s);
        }
        b->shift[s].to[from] = (uint16_t)to;
        if (b->shift[s].to[to] == BOARD_NONE) {
            b->shift[s].to[to] = (uint16_t)from;
        }
        memset(b->shift[s].mask, 0, (size_t)b->words * sizeof(uint64_t));
        shift_finish(b, s);
    }
}

int board_build(board *b, const game_ast *g, option_values opt, arena *a, diag_list *diags) {
    memset(b, 0, sizeof *b);
    b->a = a;
    b->kind = g->board.kind;
    switch (g->board.kind) {
    case TOPO_NONE: break;
    case TOPO_GRID:
    case TOPO_HEX: build_grid(b, g, opt, diags); break;
    case TOPO_HEXAGON: build_hexagon(b, g, opt, diags); break;
    case TOPO_LOOP:
    case TOPO_TRACK: build_loop(b, g, diags); break;
    case TOPO_DRAWN: build_drawn(b, g, diags); break;
    case TOPO_SHAPE: build_shape(b, g, diags); break;
    case TOPO_GRAPH: build_graph(b, g, diags); break;
    }
    if (b->cells && !b->failed && !diags->errors) {
        mark_borders(b);
        add_links(b, g, diags);
    }
    return !b->failed;
}
