// SPDX-License-Identifier: MIT
//
// Boards given as pictures: cells and the lines between them drawn with letters, or the shape of a
// lattice.
#include <string.h>

#include "lang/lower/board_decl.h"

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
        uint16_t s = board_shift_new(b);
        if (b->failed) {
            return;
        }
        int found = 0;
        for (int r = 0; r < p->rows; r++) {
            for (int c = 0; c < p->cols; c++) {
                if (is_point(picture_at(p, c, r))) {
                    int t = follow(b, p, id, c, r, board_compass[i].dx, -board_compass[i].dy);
                    int from = id[r * PICTURE_COLS + c];
                    b->shift[s].to[from] = t < 0 ? BOARD_NONE : (uint16_t)t;
                    found |= t >= 0;
                }
            }
        }
        board_shift_finish(b, s);
        b->shift[s].part[0] = b->shift[s].part[1] = (uint16_t)(BOARD_NONE - 1 - i);
        b->shift[s].dx = board_compass[i].dx;
        b->shift[s].dy = board_compass[i].dy;
        if (!found) {
            continue;
        }
        board_dir_add(b, board_compass[i].name, s);
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

void board_build_drawn(board *b, const game_ast *g, diag_list *diags) {
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
    if (!board_allocate(b, points, diags, g->board.at)) {
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
            b->name[next] = board_lattice_name(b, b->x[next], b->y[next]);
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

void board_build_shape(board *b, const game_ast *g, diag_list *diags) {
    picture p;
    read_picture(&p, g->board.picture, g->board.picture_size);
    int w = (p.cols - p.margin + 1) / 2;
    if (p.rows == 0 || w < 1) {
        diag *d = diag_add(diags, DIAG_MISSING, g->board.at, "this picture shows no cells");
        diag_help(d, "draw cells as `o` and holes as `.`, with a blank between");
        return;
    }
    if (board_allocate(b, w * p.rows, diags, g->board.at)) {
        board_fill_lattice(b, w, p.rows, has_shape, &p);
        board_name_grid(b, 0);
    }
}
