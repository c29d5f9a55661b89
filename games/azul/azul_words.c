// SPDX-License-Identifier: MIT
//
// Azul in words: sentences, moves as typed, and the leaflet.

#include "azul/azul_state.h"

#include <string.h>
#include <tessera/text.h>

const char azul_letters[AZUL_COLOURS + 1] = "BYRKW";

const char *const azul_names[AZUL_NAME_COUNT] = {
    "blue",           "yellow",       "red",           "black",         "white",
    "the centre",     "display 1",    "display 2",     "display 3",     "display 4",
    "display 5",      "display 6",    "display 7",     "display 8",     "display 9",
    "blue, blue",     "blue, yellow", "blue, red",     "blue, black",   "blue, white",
    "yellow, yellow", "yellow, red",  "yellow, black", "yellow, white", "red, red",
    "red, black",     "red, white",   "black, black",  "black, white",  "white, white",
};

const char *const azul_lines[AZUL_LINE_COUNT] = {
#define X(code, text) [code] = text,
    AZUL_LINES(X)
#undef X
};

const char azul_rules_text[] =
    "AZUL, for 2 to 4 players\n"
    "\n"
    "Tile your palace wall. There are 100 tiles, 20 each of blue (1, B), yellow (2, Y),\n"
    "red (3, R), black (4, K) and white (5, W).\n"
    "\n"
    "1. Factory offer. Every display gets four tiles from the bag. In turn, take all\n"
    "   tiles of one colour from one display, and the rest of that display moves to the\n"
    "   centre; or take all tiles of one colour from the centre. The first to take from\n"
    "   the centre also gets the marker: it lies on their floor, and they start the next\n"
    "   round. All tiles you take go to one of your five lines, or to the floor. A line\n"
    "   holds one colour, and not one that its row of the wall has already. What does\n"
    "   not fit falls to the floor.\n"
    "2. Wall-tiling. When all tiles are taken, each full line, from the top, sends one\n"
    "   tile to its row of the wall; incomplete lines stay. The tile scores the length\n"
    "   of the row of tiles it now belongs to, plus the length of the column, where\n"
    "   these are longer than one; a tile without neighbours scores 1. Then the floor\n"
    "   costs 1, 1, 2, 2, 2, 3 and 3 points for its seven spaces. No score falls below\n"
    "   0.\n"
    "3. Used tiles wait in the lid. When the bag is empty, they return to it.\n"
    "\n"
    "The game ends after the round in which somebody completes a row of the wall.\n"
    "Bonuses: 2 for each complete row, 7 for each complete column, 10 for each colour\n"
    "with all five tiles on the wall. Most points win; then most complete rows.\n"
    "\n"
    "basic mode: the wall says where each colour goes. advanced mode: you choose the\n"
    "column, but no colour may come twice in a column; a full line that has no legal\n"
    "column falls to the floor.\n"
    "\n"
    "Moves: source, colour, line. H3 3 4 takes the red tiles of display 3 to line 4;\n"
    "C 1 F takes the blue tiles of the centre to the floor. Colours may be numbers,\n"
    "letters or words. In advanced wall-tiling, a move is the column, 1 to 5.\n";

// --- Writing moves -----------------------------------------------------------

static void put_take(tsr_out *o, tsr_move m) {
    int source = tsr_move_byte(m, 1), colour = tsr_move_byte(m, 2), target = tsr_move_byte(m, 3);
    if (source == AZUL_CENTRE) {
        tsr_put_char(o, 'C');
    } else {
        tsr_put_char(o, 'H');
        tsr_put_int(o, source);
    }
    tsr_put_char(o, ' ');
    tsr_put_int(o, colour + 1);
    tsr_put_char(o, ' ');
    if (target == AZUL_FLOOR) {
        tsr_put_char(o, 'F');
    } else {
        tsr_put_int(o, target + 1);
    }
}

static void put_draw(tsr_out *o, azul_tiles tiles) {
    tsr_put(o, tiles ? "draw " : "draw");
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        for (int i = 0; i < azul_count(tiles, colour); i++) {
            tsr_put_char(o, azul_letters[colour]);
        }
    }
}

int azul_move_text(const tsr_rules *r, const void *state, int who, tsr_move m, char *buf,
                   size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    int a = tsr_move_byte(m, 1);
    (void)r, (void)state, (void)who;
    switch (tsr_move_byte(m, 0)) {
    case AZUL_START:
        tsr_put(&o, "start ");
        tsr_put_int(&o, a + 1);
        break;
    case AZUL_DRAW: put_draw(&o, azul_drawn(m)); break;
    case AZUL_TAKE: put_take(&o, m); break;
    case AZUL_PLACE: tsr_put_int(&o, a + 1); break;
    default: tsr_put_char(&o, '?'); break;
    }
    return tsr_out_end(&o);
}

// --- Reading moves -----------------------------------------------------------

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

// Takes `word` in any case, if a blank, a digit or the end follows.
static int take_word(tsr_in *in, const char *word) {
    const char *at = in->at;
    for (; *word; word++, at++) {
        if (lower(*at) != *word) return 0;
    }
    char next = lower(*at);
    if (next >= 'a' && next <= 'z') return 0;
    in->at = at;
    return 1;
}

// Takes a number that starts at 1, as a byte that starts at 0. Numbers out of the
// game's range are fine: `why_not` has a sentence for them.
static int take_number(tsr_in *in, int *out) {
    int64_t n;
    if (!tsr_take_int(in, 1, 99, &n)) return 0;
    *out = (int)n - 1;
    return 1;
}

static int take_source(tsr_in *in, int *out) {
    if (take_word(in, "c") || take_word(in, "center") || take_word(in, "centre")) {
        *out = AZUL_CENTRE;
        return 1;
    }
    if (!take_word(in, "h") && !take_word(in, "hold") && !take_word(in, "display")) return 0;
    tsr_skip_blanks(in);
    if (!take_number(in, out)) return 0;
    *out += 1;
    return 1;
}

static int take_colour(tsr_in *in, int *out) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        const char letter[2] = {lower(azul_letters[colour]), '\0'};
        if (take_word(in, azul_names[colour]) || take_word(in, letter)) {
            *out = colour;
            return 1;
        }
    }
    return take_number(in, out);
}

// Line 6 is no line; that its number would be the floor's code must not matter.
static int take_target(tsr_in *in, int *out) {
    if (take_word(in, "f") || take_word(in, "floor")) {
        *out = AZUL_FLOOR;
        return 1;
    }
    (void)take_word(in, "line");
    tsr_skip_blanks(in);
    if (!take_number(in, out)) return 0;
    if (*out >= AZUL_FLOOR) *out += 1;
    return 1;
}

// "h3 red 4", "C 1 F", "hold 2 k line 5".
static int read_take(tsr_in in, tsr_move *out) {
    int source, colour, target;
    if (!take_source(&in, &source)) return 0;
    tsr_skip_blanks(&in);
    if (!take_colour(&in, &colour)) return 0;
    tsr_skip_blanks(&in);
    if (!take_target(&in, &target)) return 0;
    tsr_skip_blanks(&in);
    if (!tsr_at_end(&in)) return 0;
    *out = tsr_move_of(AZUL_TAKE, source, colour, target, 0);
    return 1;
}

// "draw BBYK": up to four letters, in any order.
static int read_draw(tsr_in in, tsr_move *out) {
    azul_tiles tiles = 0;
    if (!take_word(&in, "draw")) return 0;
    tsr_skip_blanks(&in);
    for (int i = 0; i < AZUL_DISPLAY_TILES && !tsr_at_end(&in); i++) {
        const char *found = strchr(azul_letters, upper(*in.at++));
        if (!found) return 0;
        tiles += azul_some((int)(found - azul_letters), 1);
    }
    if (tiles == 0 || !tsr_at_end(&in)) return 0;
    *out = azul_draw_move(tiles);
    return 1;
}

// A column, or "start 2".
static int read_short(tsr_in in, tsr_move *out) {
    int value, kind = take_word(&in, "start") ? AZUL_START : AZUL_PLACE;
    tsr_skip_blanks(&in);
    if (!take_number(&in, &value)) return 0;
    tsr_skip_blanks(&in);
    if (!tsr_at_end(&in)) return 0;
    *out = tsr_move_of(kind, value, 0, 0, 0);
    return 1;
}

tsr_err azul_move_parse(const tsr_rules *r, const void *state, int who, const char *text,
                        tsr_move *out) {
    tsr_in in = tsr_in_from(text);
    (void)r, (void)state, (void)who;
    tsr_skip_blanks(&in);
    return read_take(in, out) || read_draw(in, out) || read_short(in, out) ? TSR_OK : TSR_ERR_PARSE;
}

// --- Events ------------------------------------------------------------------

static void say_take(const azul_state *s, int who, tsr_move m, tsr_line *out) {
    int source = tsr_move_byte(m, 1), colour = tsr_move_byte(m, 2), target = tsr_move_byte(m, 3);
    tsr_say(out, AZUL_TAKES_TO_1 + target, TSR_PLAYER(who),
            TSR_INT(azul_count(s->source[source], colour)), TSR_NAME(colour),
            TSR_NAME(AZUL_NAME_SOURCE + source));
}

// The word for one or two tiles, which are taken off `*tiles`.
static int name_of_pair(azul_tiles *tiles) {
    static const uint8_t first_pair[AZUL_COLOURS] = {0, 5, 9, 12, 14};
    int a = 0;
    while (azul_count(*tiles, a) == 0) {
        a++;
    }
    *tiles -= azul_some(a, 1);
    if (*tiles == 0) return AZUL_NAME_COLOUR + a;
    int b = a;
    while (azul_count(*tiles, b) == 0) {
        b++;
    }
    *tiles -= azul_some(b, 1);
    return AZUL_NAME_PAIR + first_pair[a] + b - a;
}

static void say_draw(const azul_state *s, azul_tiles tiles, tsr_line *out) {
    int display = AZUL_NAME_SOURCE + 1 + s->dealt / AZUL_DISPLAY_TILES;
    int first = name_of_pair(&tiles);
    if (tiles == 0) {
        tsr_say(out, AZUL_GETS, TSR_NAME(display), TSR_NAME(first));
        return;
    }
    tsr_say(out, AZUL_GETS_MORE, TSR_NAME(display), TSR_NAME(first),
            TSR_NAME(name_of_pair(&tiles)));
}

void azul_say(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_line *out) {
    const azul_state *s = state;
    int a = tsr_move_byte(m, 1);
    (void)r;
    switch ((azul_kind)tsr_move_byte(m, 0)) {
    case AZUL_START: tsr_say(out, AZUL_STARTS, TSR_PLAYER(a)); break;
    case AZUL_DRAW: say_draw(s, azul_drawn(m), out); break;
    case AZUL_TAKE: say_take(s, who, m, out); break;
    case AZUL_PLACE: {
        const azul_player *p = &s->player[who];
        int line = azul_full_line(p);
        tsr_say(out, AZUL_PLACES, TSR_PLAYER(who), TSR_NAME(azul_line_colour(p, line)),
                TSR_INT(line + 1), TSR_INT(a + 1));
        break;
    }
    }
}
