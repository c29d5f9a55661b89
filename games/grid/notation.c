// SPDX-License-Identifier: MIT
// Moves as text: the grammar of placements and movements, reading and writing.
#include <tessera/grid.h>

#include <tessera/text.h>

#include "grid/kit.h"

// --- The grammar -------------------------------------------------------------

static int is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int take_blanks(const char **p) {
    const char *start = *p;
    while (is_blank(**p)) {
        (*p)++;
    }
    return *p != start;
}

static int take_number(const char **p, int32_t *out) {
    int64_t v = 0;
    if (!is_digit(**p)) {
        return 0;
    }
    for (; is_digit(**p); (*p)++) {
        v = v * 10 + (**p - '0');
        v = v > INT32_MAX ? INT32_MAX : v;
    }
    *out = (int32_t)v;
    return 1;
}

static int take_pair(const char **p, int32_t *row, int32_t *col) {
    if (!take_number(p, row)) {
        return 0;
    }
    take_blanks(p);
    if (**p != ',') {
        return 0;
    }
    (*p)++;
    take_blanks(p);
    return take_number(p, col);
}

// One code point of UTF-8; broken bytes are no character.
static int take_character(const char **p, uint32_t *out) {
    const unsigned char *s = (const unsigned char *)*p;
    int more = s[0] < 0x80 ? 0 : s[0] >= 0xf0 ? 3 : s[0] >= 0xe0 ? 2 : 1;
    uint32_t c = more ? s[0] & (0x3fu >> more) : s[0];
    if (s[0] == 0 || s[0] == '\n' || (s[0] >= 0x80 && s[0] < 0xc2) || s[0] > 0xf4) {
        return 0;
    }
    for (int i = 1; i <= more; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
        c = c << 6 | (s[i] & 0x3fu);
    }
    *p += 1 + more;
    *out = c;
    return 1;
}

static int split_placement(const char *p, tsr_grid_elements *out) {
    tsr_grid_elements e = {0};
    if (is_blank(*p) || !take_character(&p, &e.piece) || !take_blanks(&p) ||
        !take_pair(&p, &e.row, &e.col) || *p != '\0') {
        return 0;
    }
    *out = e;
    return TSR_GRID_PLACEMENT;
}

static int split_movement(const char *p, tsr_grid_elements *out) {
    tsr_grid_elements e = {0};
    if (!take_pair(&p, &e.from_row, &e.from_col) || !take_blanks(&p) ||
        !take_pair(&p, &e.row, &e.col) || *p != '\0') {
        return 0;
    }
    *out = e;
    return TSR_GRID_MOVEMENT;
}

int tsr_grid_split(const char *text, tsr_grid_elements *out) {
    int kind = split_placement(text, out);
    return kind ? kind : split_movement(text, out);
}

int tsr_grid_is_placement(const char *text) {
    tsr_grid_elements e;
    return split_placement(text, &e) != 0;
}

int tsr_grid_is_movement(const char *text) {
    tsr_grid_elements e;
    return split_movement(text, &e) != 0;
}

// --- Reading and writing moves of a game -------------------------------------

// Numbers that no board has become 255, so that they fit and stay off the board.
static int coordinate(int32_t n) {
    return n > 255 ? 255 : (int)n;
}

static char other_case(char c) {
    if (c >= 'a' && c <= 'z') {
        return (char)(c - 'a' + 'A');
    }
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// People type "x" for "X", where that cannot be another piece.
static char meant_letter(const grid_kit *k, char c) {
    char other = other_case(c);
    return !k->index_of[(unsigned char)c] && k->index_of[(unsigned char)other] ? other : c;
}

// "1,2" alone is enough where the player has one kind of piece to place.
static tsr_move read_cell(const grid_kit *k, const tsr_grid *b, const char *text) {
    int32_t row, col;
    int one_kind = (k->def.flags & TSR_GRID_PLACES) && !(k->def.flags & TSR_GRID_MOVES) &&
                   b->player < TSR_MAX_PLAYERS && k->letter_count[b->player] == 1;
    if (!one_kind || !take_pair(&text, &row, &col) || *text != '\0') {
        return TSR_NO_MOVE;
    }
    return tsr_grid_placement(k->letters[b->player][0], coordinate(row), coordinate(col));
}

static tsr_move read_standard(const grid_kit *k, const char *text) {
    tsr_grid_elements e;
    int kind = tsr_grid_split(text, &e);
    if (kind == TSR_GRID_MOVEMENT) {
        return tsr_grid_movement(coordinate(e.from_row), coordinate(e.from_col), coordinate(e.row),
                                 coordinate(e.col));
    }
    if (kind == TSR_GRID_PLACEMENT && e.piece > ' ' && e.piece <= '~') {
        return tsr_grid_placement(meant_letter(k, (char)e.piece), coordinate(e.row),
                                  coordinate(e.col));
    }
    return TSR_NO_MOVE;
}

tsr_err tsr_grid_move_parse(const tsr_rules *r, const void *s, int who, const char *text,
                            tsr_move *out) {
    const grid_kit *k = kit_of(r);
    tsr_move m = read_standard(k, text);
    if (!m) {
        m = read_cell(k, s, text);
    }
    if (!m && k->def.shorthand) {
        m = k->def.shorthand(r, s, text);
    }
    if (!m) {
        return tsr_move_read_listed(r, s, who, text, out);
    }
    *out = m;
    return TSR_OK;
}

int tsr_grid_move_text(const tsr_rules *r, const void *s, int who, tsr_move code, char *buf,
                       size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_grid_move m = tsr_grid_decode(code);
    (void)r, (void)s, (void)who;
    if (m.kind == TSR_GRID_MOVEMENT) {
        tsr_putf(&o, "%d,%d %d,%d", m.from_row, m.from_col, m.row, m.col);
    } else {
        char letter = m.piece > ' ' && m.piece <= '~' ? m.piece : '?';
        tsr_putf(&o, "%c %d,%d", letter, m.row, m.col);
    }
    return tsr_out_end(&o);
}
