// SPDX-License-Identifier: MIT
//
// Azul's classic picture for a terminal, in plain ASCII:
//
//     Others:
//     Ben  4  .  .....  ..  .....  ...  .....  555.  ..3..  11...  .....  24.....
//
//     Table:
//              center| Hold1| Hold2| Hold3| Hold4| Hold5
//     Type 1:       1      2      0      0      0      0
//     ...
//     First center take: 1
//
//     Me:
//     Score: 7
//     Data: 1  .....  22  .2...  ..  .....  4...  .....  .....  .....  M......
//     Action: from C or H1-5, type 1-5, to line 1-5 or F
//
// Tiles are the types 1 to 5, as in commands. A board is one line: for each row
// its buffer (the pattern line), then the row of the wall, and at last the floor.

#include <string.h>
#include <tessera/text.h>

#include "azul/azul.h"

static void put_name(tsr_out *o, tsr_player_names names, int player) {
    if (names && names[player]) {
        tsr_put(o, names[player]);
    } else {
        tsr_put(o, "player ");
        tsr_put_int(o, player + 1);
    }
}

// --- Boards ------------------------------------------------------------------

static char type_of(int colour) {
    return colour < 0 ? '.' : (char)('1' + colour);
}

static void put_floor(tsr_out *o, const tsr_azul_board *b) {
    int spaces = 0;
    if (b->has_marker) {
        tsr_put_char(o, 'M');
        spaces++;
    }
    for (int colour = 0; colour < TSR_AZUL_COLOURS; colour++) {
        for (int i = 0; i < b->floor[colour]; i++, spaces++) {
            tsr_put_char(o, type_of(colour));
        }
    }
    for (; spaces < 7; spaces++) {
        tsr_put_char(o, '.');
    }
}

static void put_board(tsr_out *o, const tsr_azul_board *b) {
    for (int row = 0; row < TSR_AZUL_SIZE; row++) {
        for (int i = 0; i <= row; i++) {
            tsr_put_char(o, i < b->line_count[row] ? type_of(b->line_colour[row]) : '.');
        }
        tsr_put(o, "  ");
        for (int column = 0; column < TSR_AZUL_SIZE; column++) {
            tsr_put_char(o, type_of(b->wall[row][column]));
        }
        tsr_put(o, "  ");
    }
    put_floor(o, b);
    tsr_put_char(o, '\n');
}

// Everybody but `viewer`, in the order in which they will play.
static void put_others(tsr_out *o, const tsr_azul *a, int viewer, tsr_player_names names) {
    int watched = viewer >= a->players;
    int first = watched ? 0 : viewer + 1;
    int count = watched ? a->players : a->players - 1;
    tsr_put(o, watched ? "Players:\n" : "Others:\n");
    for (int i = 0; i < count; i++) {
        int player = (first + i) % a->players;
        put_name(o, names, player);
        tsr_put(o, "  ");
        tsr_put_int(o, a->board[player].score);
        tsr_put(o, "  ");
        put_board(o, &a->board[player]);
    }
}

static void put_me(tsr_out *o, const tsr_azul *a, int viewer, tsr_player_names names) {
    tsr_put(o, "\nMe: ");
    put_name(o, names, viewer);
    tsr_put(o, "\nScore: ");
    tsr_put_int(o, a->board[viewer].score);
    tsr_put(o, "\nData: ");
    put_board(o, &a->board[viewer]);
}

// --- The table ---------------------------------------------------------------

static int sum_of(const int *tiles) {
    int sum = 0;
    for (int colour = 0; colour < TSR_AZUL_COLOURS; colour++) {
        sum += tiles[colour];
    }
    return sum;
}

static void put_table(tsr_out *o, const tsr_azul *a) {
    tsr_put(o, "\nTable:\n         center");
    for (int source = 1; source <= a->displays; source++) {
        tsr_putf(o, "| Hold%d", source);
    }
    for (int colour = 0; colour < TSR_AZUL_COLOURS; colour++) {
        tsr_putf(o, "\nType %d:", colour + 1);
        for (int source = 0; source <= a->displays; source++) {
            tsr_putf(o, source ? "%7d" : "%8d", a->source[source][colour]);
        }
    }
    tsr_putf(o, "\nFirst center take: %d\n", a->marker_in_centre);
    tsr_putf(o, "Round: %d  Bag: %d  Lid: %d\n", a->round, sum_of(a->bag), sum_of(a->lid));
}

// What may be typed now.
static void put_action(tsr_out *o, const tsr_azul *a) {
    int line = a->tiled_line;
    if (line >= 0) {
        tsr_putf(o, "Action: row %d, type %d: column 1-5\n", line + 1,
                 a->board[a->mover].line_colour[line] + 1);
    } else {
        tsr_putf(o, "Action: from C or H1-%d, type 1-5, to line 1-5 or F\n", a->displays);
    }
}

int tsr_azul_draw(const tsr_rules *r, const void *view, int viewer, tsr_player_names names,
                  char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_azul a;
    tsr_azul_read(r, view, &a);
    put_others(&o, &a, viewer, names);
    if (!a.is_over) put_table(&o, &a);
    if (viewer < a.players) put_me(&o, &a, viewer, names);
    if (viewer == a.mover) put_action(&o, &a);
    return tsr_out_end(&o);
}

// --- The end -----------------------------------------------------------------

// The length of a name in columns: bytes that begin a UTF-8 character.
static int width_of(const char *text) {
    int width = 0;
    for (; *text; text++) {
        width += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return width;
}

static int name_width(const tsr_azul *a, tsr_player_names names) {
    int widest = 8;
    for (int p = 0; names && p < a->players; p++) {
        int width = names[p] ? width_of(names[p]) : 0;
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void put_blanks(tsr_out *o, int count) {
    while (count-- > 0) {
        tsr_put_char(o, ' ');
    }
}

static void put_result(tsr_out *o, const tsr_azul *a, int player, int rank, tsr_player_names names,
                       int width) {
    const tsr_azul_board *b = &a->board[player];
    tsr_putf(o, "%4d  ", rank);
    put_name(o, names, player);
    put_blanks(o, width - (names && names[player] ? width_of(names[player]) : 8));
    tsr_putf(o, "%7d%7d%6d%9d%9d%7d\n", b->score, b->score - b->bonus + b->floor_paid,
             2 * b->full_rows, 7 * b->full_columns, 10 * b->full_colours, -b->floor_paid);
}

int tsr_azul_draw_result(const tsr_rules *r, const void *view, int viewer, tsr_player_names names,
                         char *buf, size_t cap) {
    (void)viewer;
    tsr_out o = tsr_out_to(buf, cap);
    tsr_result results[TSR_AZUL_PLAYERS];
    tsr_azul a;
    tsr_azul_read(r, view, &a);
    r->g.result(r, view, results);
    int width = name_width(&a, names);
    tsr_putf(&o, "Game over after %d rounds\nRank  Name", a.round);
    put_blanks(&o, width - 4);
    tsr_put(&o, "  Score  Tiles  Rows  Columns  Colours  Floor\n");
    for (int rank = 1; rank <= a.players; rank++) {
        for (int p = 0; p < a.players; p++) {
            if (results[p].rank == rank) put_result(&o, &a, p, rank, names, width);
        }
    }
    return tsr_out_end(&o);
}
