// SPDX-License-Identifier: MIT

// The table as text for a terminal, at most 80 columns wide.
//
//     Round 3: Anna has 2 actions left
//     white deck 24                     black deck 8
//       W1      W2      W3      W4        B1      B2      B3      B4
//      ▄▄▄     ...                                                        recess
//      2p +I2  ...                                              points, reward
//     Reserve  O1 x11   I2 x11   I3 x15 ...
//     > Anna  5 points, 3 completed  O1 ▀  I2x2 ▀▀  L3 █▀▀
//        1: W17 1p +Z    2: B4 5p +O1
//      5 ##########    5 ##########
//      4 ##. . . ##    4 ##L3L3L3. .
//      ...
//        a b c d e       a b c d e
//       Ben  3 points ...
//
// In a window too low for that (TSR_PL_SHORT) worth and reward stand behind the places' names, and
// the others' puzzles side by side, three players in a band:
//
//      W1 2p+I2 W2 1p+Z ...
//      ▄▄▄      ...
//     Reserve  O1 x11   I2 x11   I3 x15 ...
//     > Anna ... and her puzzles as above
//     Ben  3p  O1 I2x2           Carla  7p  T              Dora  0p  O1 I2
//       ▄▄   ▄▄▄                  █▄                          what is still free in each
//
// Puzzles that are not one's own are drawn small: two rows of cells share a line. Pieces
// show their name in every cell, so nothing hangs on colour; of two pieces of one
// shape in a puzzle the second is in small letters.

#include "projectl_state.h"

#include <tessera/text.h>

enum { WIDTH = 80, CARD_WIDTH = 8, SHORT_WIDTH = 9, PUZZLE_WIDTH = 18, BAND = 3, BAND_WIDTH = 26 };

typedef struct pen {
    tsr_out o;
    const tsr_rules *r;
    const projectl_data *d;
    const projectl_state *s;
    uint32_t flags;
    const char *const *names;
} pen;

// --- Small things -----------------------------------------------------------------------

static void blanks(pen *p, int n) {
    while (n-- > 0) {
        tsr_put_char(&p->o, ' ');
    }
}

// Formats into a field of `width` columns.
static void field(pen *p, int width, const char *text) {
    tsr_put(&p->o, text);
    blanks(p, width - (int)strlen(text));
}

// The same for text that may be too long, and in any language.
static void cut_field(pen *p, int width, const char *text) {
    int columns = 0;
    for (; *text; text++) {
        columns += ((unsigned char)*text & 0xc0) != 0x80;
        if (columns >= width) {
            break;
        }
        tsr_put_char(&p->o, *text);
    }
    blanks(p, width - (*text ? width - 1 : columns));
}

static int card_width(const pen *p) {
    return p->flags & TSR_PL_SHORT ? SHORT_WIDTH : CARD_WIDTH;
}

// Changes the style: see TSR_PL_MARKS.
static void style(pen *p, char mark) {
    if (p->flags & TSR_PL_MARKS) {
        tsr_put_char(&p->o, TSR_PL_MARK);
        tsr_put_char(&p->o, mark);
    }
}

// A player's name; returns its columns.
static int put_name(pen *p, int player) {
    char number[24];
    int columns = 0;
    snprintf(number, sizeof number, "player %d", player + 1);
    const char *name = p->names && p->names[player] ? p->names[player] : number;
    tsr_put(&p->o, name);
    for (; *name; name++) {
        columns += ((unsigned char)*name & 0xc0) != 0x80;
    }
    return columns;
}

static const char *plural(int n) {
    return n == 1 ? "" : "s";
}

// --- Pictures of masks ------------------------------------------------------------------

// One line of a small picture: two rows of cells in a line of half blocks, or in
// ASCII one row.
static void put_small_line(pen *p, uint32_t mask, int line, int columns) {
    static const char *const half[] = {" ", "\u2580", "\u2584", "\u2588"};
    for (int col = 0; col < columns; col++) {
        if (p->flags & TSR_PL_ASCII) {
            tsr_put_char(&p->o, mask >> (TSR_PL_SIDE * line + col) & 1 ? 'o' : '.');
            continue;
        }
        int top = TSR_PL_SIDE * 2 * line + col, below = top + TSR_PL_SIDE;
        int pair = (int)(mask >> top & 1) | (below < TSR_PL_CELLS ? (int)(mask >> below & 1) : 0)
                                                << 1;
        tsr_put(&p->o, half[pair]);
    }
}

// A piece unturned, in one line; nothing in ASCII. Returns the columns.
static int put_piece_picture(pen *p, int shape) {
    if (p->flags & TSR_PL_ASCII) {
        return 0;
    }
    uint32_t mask = p->d->t.placement[p->d->t.first[shape]].mask;
    int columns = 0;
    while (columns < TSR_PL_SIDE && (mask | mask >> TSR_PL_SIDE) >> columns & 1) {
        columns++;
    }
    tsr_put_char(&p->o, ' ');
    style(p, (char)('a' + shape));
    put_small_line(p, mask, 0, columns);
    style(p, '0');
    return columns + 1;
}

static const uint8_t by_level[TSR_PL_SHAPES] = {TSR_PL_O1, TSR_PL_I2, TSR_PL_I3,
                                                TSR_PL_L2, TSR_PL_O2, TSR_PL_I4,
                                                TSR_PL_L3, TSR_PL_Z,  TSR_PL_T};

static void put_reserve(pen *p) {
    tsr_put(&p->o, "Reserve");
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        tsr_putf(&p->o, "  %s x%d", tsr_pl_shape_name(by_level[i]), p->s->reserve[by_level[i]]);
    }
    tsr_put_char(&p->o, '\n');
}

// A player's pieces: "O1x2 ▀  L3 █▀▀", without pictures "O1x2 L3". Returns the columns.
static int put_supply(pen *p, const uint8_t *count, int pictures) {
    int columns = 0;
    for (int i = 0; i < TSR_PL_SHAPES; i++) {
        int shape = by_level[i];
        char text[16];
        if (!count[shape]) {
            continue;
        }
        snprintf(text, sizeof text, count[shape] > 1 ? "%sx%d" : "%s", tsr_pl_shape_name(shape),
                 count[shape]);
        int gap = columns == 0 ? 0 : pictures ? 2 : 1;
        blanks(p, gap);
        tsr_put(&p->o, text);
        columns += gap + (int)strlen(text) + (pictures ? put_piece_picture(p, shape) : 0);
    }
    if (columns == 0) {
        tsr_put(&p->o, "no pieces");
    }
    return columns;
}

// The pieces after `column` columns of a line: with pictures if there is room, on a
// line of their own if there is none at all.
static void put_fitting_supply(pen *p, const uint8_t *count, int column, int pictures) {
    pen trial = *p;
    trial.o = tsr_out_to(NULL, 0);
    pictures = pictures && column + put_supply(&trial, count, 1) <= WIDTH;
    if (!pictures && column + put_supply(&trial, count, 0) > WIDTH) {
        tsr_put(&p->o, "\n    ");
    }
    (void)put_supply(p, count, pictures);
    tsr_put_char(&p->o, '\n');
}

// --- The rows ---------------------------------------------------------------------------

// Places of `row` in the order in which they are drawn, -1 = a gap between groups.
static const int8_t row_order[] = {0, 1, 2, 3, -1, 4, 5, 6, 7};
static const int8_t solo_order[] = {0, 3, 6, -1, 1, 4, 7, -1, 2, 5, 8};

typedef struct order {
    const int8_t *place;
    int count;
} order;

static order drawing_order(const pen *p) {
    order o = {row_order, (int)sizeof row_order};
    if (p->d->solo) {
        o.place = solo_order;
        o.count = (int)sizeof solo_order;
    }
    return o;
}

static void put_card_title(pen *p, int place) {
    char text[16];
    if (p->d->solo) {
        snprintf(text, sizeof text, " %d", place + 1);
    } else {
        snprintf(text, sizeof text, " %c%d", place < TSR_PL_ROW ? 'W' : 'B',
                 place % TSR_PL_ROW + 1);
    }
    style(p, '1');
    tsr_put(&p->o, text);
    style(p, '0');
    int columns = (int)strlen(text), stored = p->s->row[place];
    if (stored && p->flags & TSR_PL_SHORT) {
        const tsr_pl_puzzle *puzzle = projectl_puzzle(p->d, stored);
        columns += snprintf(text, sizeof text, " %dp+%s", puzzle->points,
                            tsr_pl_shape_name(puzzle->reward));
        tsr_put(&p->o, text);
    }
    blanks(p, card_width(p) - columns);
}

static void put_card_line(pen *p, int place, int line) {
    int stored = p->s->row[place];
    if (!stored) {
        blanks(p, card_width(p));
        return;
    }
    tsr_put_char(&p->o, ' ');
    put_small_line(p, projectl_puzzle(p->d, stored)->mask, line, TSR_PL_SIDE);
    blanks(p, card_width(p) - 1 - TSR_PL_SIDE);
}

static void put_card_foot(pen *p, int place) {
    char text[16] = " -";
    int stored = p->s->row[place];
    if (stored) {
        const tsr_pl_puzzle *puzzle = projectl_puzzle(p->d, stored);
        snprintf(text, sizeof text, " %dp +%s", puzzle->points, tsr_pl_shape_name(puzzle->reward));
    }
    field(p, CARD_WIDTH, text);
}

// One line of all open puzzles; what: -1 titles, -2 points and rewards, else a row of cells.
static void put_cards(pen *p, int what) {
    order o = drawing_order(p);
    for (int i = 0; i < o.count; i++) {
        int place = o.place[i];
        if (place < 0) {
            blanks(p, 2);
        } else if (what == -1) {
            put_card_title(p, place);
        } else if (what == -2) {
            put_card_foot(p, place);
        } else {
            put_card_line(p, place, what);
        }
    }
    tsr_put_char(&p->o, '\n');
}

static void put_decks(pen *p) {
    const projectl_state *s = p->s;
    char text[80];
    if (p->d->solo) {
        tsr_putf(&p->o, "Deck %d   locks %d %d %d   opponent: %d point%s, %d piece%s in supply\n",
                 projectl_deck(s, 0) + projectl_deck(s, 1), s->locks[0], s->locks[1], s->locks[2],
                 (int)s->seat[1].points, plural((int)s->seat[1].points), s->enemy_supply,
                 plural(s->enemy_supply));
        return;
    }
    for (int colour = 0; colour < 2; colour++) {
        snprintf(text, sizeof text, "%s deck %d", colour ? "Black" : "White",
                 projectl_deck(s, colour));
        if (s->queued[colour]) {
            size_t n = strlen(text);
            snprintf(text + n, sizeof text - n, " (%d recycled)", s->queued[colour]);
        }
        field(p, colour ? 0 : TSR_PL_ROW * CARD_WIDTH + 2, text);
    }
    tsr_put_char(&p->o, '\n');
}

// --- A player's own puzzles -------------------------------------------------------------

// The number of pieces of the same shape before this one, for small letters.
static int seen_before(const pen *p, const projectl_slot *slot, uint32_t piece, int shape) {
    uint32_t left = projectl_puzzle(p->d, slot->puzzle)->mask & ~slot->free;
    int n = 0;
    while (left) {
        uint32_t other = projectl_piece_at(slot, projectl_lowest(left));
        if (other == piece) {
            break;
        }
        n += projectl_shape_of(&p->d->t, other) == shape;
        left &= ~other;
    }
    return n;
}

static void put_laid_cell(pen *p, const projectl_slot *slot, int cell) {
    uint32_t piece = projectl_piece_at(slot, cell);
    int shape = projectl_shape_of(&p->d->t, piece);
    const char *name = tsr_pl_shape_name(shape);
    int small = seen_before(p, slot, piece, shape) % 2;
    style(p, (char)('A' + shape));
    tsr_put_char(&p->o, (char)(small ? name[0] | 32 : name[0]));
    tsr_put_char(&p->o, name[0] && name[1] ? name[1] : ' ');
    style(p, '0');
}

static void put_puzzle_line(pen *p, const projectl_slot *slot, int row) {
    const char *outside = p->flags & TSR_PL_ASCII ? "##" : "\u2591\u2591";
    uint32_t mask = projectl_puzzle(p->d, slot->puzzle)->mask;
    tsr_putf(&p->o, " %d ", TSR_PL_SIDE - row);
    for (int col = 0; col < TSR_PL_SIDE; col++) {
        int cell = TSR_PL_SIDE * row + col;
        if (!(mask >> cell & 1)) {
            style(p, '2');
            tsr_put(&p->o, outside);
            style(p, '0');
        } else if (slot->free >> cell & 1) {
            tsr_put(&p->o, ". ");
        } else {
            put_laid_cell(p, slot, cell);
        }
    }
    blanks(p, PUZZLE_WIDTH - 3 - 2 * TSR_PL_SIDE);
}

static void put_puzzle_title(pen *p, const projectl_slot *slot, int number) {
    char text[40];
    const tsr_pl_puzzle *puzzle = projectl_puzzle(p->d, slot->puzzle);
    snprintf(text, sizeof text, "%d: %s %dp +%s", number,
             p->d->names[PROJECTL_NAME_PUZZLE + slot->puzzle - 1], puzzle->points,
             tsr_pl_shape_name(puzzle->reward));
    blanks(p, 3);
    style(p, '1');
    field(p, PUZZLE_WIDTH - 3, text);
    style(p, '0');
}

static void put_puzzles(pen *p, int player) {
    const projectl_player *seat = &p->s->seat[player];
    int any = 0;
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        any |= seat->slot[i].puzzle != 0;
    }
    for (int line = -1; line <= TSR_PL_SIDE && any; line++) {
        for (int i = 0; i < TSR_PL_SLOTS; i++) {
            if (!seat->slot[i].puzzle) {
                continue;
            }
            if (line < 0) {
                put_puzzle_title(p, &seat->slot[i], i + 1);
            } else if (line < TSR_PL_SIDE) {
                put_puzzle_line(p, &seat->slot[i], line);
            } else {
                field(p, PUZZLE_WIDTH, "   a b c d e");
            }
        }
        tsr_put_char(&p->o, '\n');
    }
}

// Another player's puzzles in one line: name, points, reward, cells still free.
static void put_work(pen *p, const projectl_player *seat) {
    int shown = 0;
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        const projectl_slot *slot = &seat->slot[i];
        if (slot->puzzle) {
            const tsr_pl_puzzle *puzzle = projectl_puzzle(p->d, slot->puzzle);
            tsr_putf(&p->o, "%s  %s %dp+%s %d/%d", shown++ ? "" : "    at",
                     p->d->names[PROJECTL_NAME_PUZZLE + slot->puzzle - 1], puzzle->points,
                     tsr_pl_shape_name(puzzle->reward), projectl_bits(slot->free), puzzle->cells);
        }
    }
    tsr_put(&p->o, shown ? "\n" : "");
}

// "22 points", and when the game is over how they came about: " (25 from puzzles,
// -1 touches, -2 unfinished)".
static void put_points(tsr_out *o, const projectl_state *s, const projectl_player *seat,
                       int score) {
    int unfinished = (int)seat->points - seat->touches - score;
    tsr_putf(o, "  %d point%s", score, plural(score));
    if (s->phase != TSR_PL_PHASE_OVER || (!seat->touches && !unfinished)) {
        return;
    }
    tsr_putf(o, " (%d from puzzles", (int)seat->points);
    if (seat->touches) {
        tsr_putf(o, ", -%d touches", seat->touches);
    }
    if (unfinished) {
        tsr_putf(o, ", -%d unfinished", unfinished);
    }
    tsr_put_char(o, ')');
}

static int is_on_turn(const projectl_state *s, int player) {
    return player == s->player && s->phase != TSR_PL_PHASE_OVER;
}

static void put_player(pen *p, int player, int whole) {
    const projectl_player *seat = &p->s->seat[player];
    int score = (int)projectl_score(p->d, p->s, player);
    tsr_put(&p->o, is_on_turn(p->s, player) ? "> " : "  ");
    style(p, '1');
    int columns = put_name(p, player);
    style(p, '0');
    char text[128];
    tsr_out o = tsr_out_to(text, sizeof text);
    put_points(&o, p->s, seat, score);
    tsr_putf(&o, ", %d completed  ", seat->completed);
    tsr_out_end(&o);
    tsr_put(&p->o, text);
    put_fitting_supply(p, seat->pieces, columns + 2 + (int)strlen(text), whole);
    if (whole) {
        put_puzzles(p, player);
        return;
    }
    put_work(p, seat);
}

// --- The whole picture ------------------------------------------------------------------

static void put_heading(pen *p) {
    tsr_info info;
    char prompt[160];
    projectl_info(p->r, p->s, &info);
    tsr_line_text(p->r, &info.prompt, p->names, prompt, sizeof prompt);
    tsr_putf(&p->o, "Round %d: %s", p->s->round, prompt);
    if (p->s->last_round && p->s->phase < TSR_PL_PHASE_TOUCH && p->s->last_round != p->s->round) {
        tsr_put(&p->o, "; one more round after this one");
    }
    tsr_put_char(&p->o, '\n');
}

// --- Short ------------------------------------------------------------------------------

static int small_lines(const pen *p) {
    return p->flags & TSR_PL_ASCII ? TSR_PL_SIDE : (TSR_PL_SIDE + 1) / 2;
}

// "Ben  3p  O1 I2x2"
static void put_short_name(pen *p, int player) {
    char text[256];
    pen plain = *p;
    plain.flags &= ~(uint32_t)TSR_PL_MARKS;
    plain.o = tsr_out_to(text, sizeof text);
    tsr_put(&plain.o, is_on_turn(p->s, player) ? "> " : "");
    (void)put_name(&plain, player);
    tsr_putf(&plain.o, "  %dp  ", (int)projectl_score(p->d, p->s, player));
    (void)put_supply(&plain, p->s->seat[player].pieces, 0);
    tsr_out_end(&plain.o);
    style(p, '1');
    cut_field(p, BAND_WIDTH, text);
    style(p, '0');
}

// One line of what is still free in a player's puzzles.
static void put_short_line(pen *p, int player, int line) {
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        const projectl_slot *slot = &p->s->seat[player].slot[i];
        tsr_put_char(&p->o, ' ');
        if (slot->puzzle) {
            put_small_line(p, slot->free, line, TSR_PL_SIDE);
        } else {
            blanks(p, TSR_PL_SIDE);
        }
    }
    blanks(p, BAND_WIDTH - TSR_PL_SLOTS * (TSR_PL_SIDE + 1));
}

static void put_band(pen *p, const int *player, int count) {
    for (int line = -1; line < small_lines(p); line++) {
        for (int i = 0; i < count; i++) {
            if (line < 0) {
                put_short_name(p, player[i]);
            } else {
                put_short_line(p, player[i], line);
            }
        }
        tsr_put_char(&p->o, '\n');
    }
}

// Everybody but `whole` (a player, or -1), from the one after him on.
static void put_others_short(pen *p, int whole) {
    int band[BAND], count = 0;
    for (int i = whole >= 0; i < p->r->players; i++) {
        band[count++] = (whole < 0 ? i : whole + i) % p->r->players;
        if (count == BAND || i + 1 == p->r->players) {
            put_band(p, band, count);
            count = 0;
        }
    }
}

// --- All of it --------------------------------------------------------------------------

static void put_open_puzzles(pen *p) {
    put_cards(p, -1);
    for (int line = 0; line < small_lines(p); line++) {
        put_cards(p, line);
    }
    if (!(p->flags & TSR_PL_SHORT)) {
        put_cards(p, -2);
    }
}

static void put_short_heading(pen *p) {
    const projectl_state *s = p->s;
    tsr_putf(&p->o, "Round %d   white deck %d   black deck %d\n", s->round, projectl_deck(s, 0),
             projectl_deck(s, 1));
}

int tsr_pl_picture(const tsr_rules *r, const void *view, int viewer, uint32_t flags,
                   const char *const *names, char *buf, size_t cap) {
    pen p = {tsr_out_to(buf, cap), r, projectl_of(r), view, flags, names};
    int first = viewer < r->players ? viewer : 0; // one's own puzzles come first
    if (p.d->solo) {
        p.flags &=
            ~(uint32_t)TSR_PL_SHORT; // nine open puzzles need their lines, one player has room
    }
    if (p.flags & TSR_PL_SHORT) {
        put_short_heading(&p);
    } else {
        put_heading(&p);
        put_decks(&p);
    }
    put_open_puzzles(&p);
    put_reserve(&p);
    if (p.flags & TSR_PL_SHORT) {
        if (viewer < r->players) {
            put_player(&p, viewer, 1);
        }
        put_others_short(&p, viewer < r->players ? viewer : -1);
        return tsr_out_end(&p.o);
    }
    for (int i = 0; i < r->players; i++) {
        int player = (first + i) % r->players;
        put_player(&p, player, player == viewer || viewer >= r->players);
    }
    return tsr_out_end(&p.o);
}
