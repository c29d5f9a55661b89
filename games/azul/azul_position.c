// SPDX-License-Identifier: MIT
//
// Azul's position text: one line that people can read and write.
//
//     round 2 offer 1 start 2 | bag 12.11.13.10.14 | lid 3.2.0.4.1 |
//     centre MBR | displays BBYK - - - RRWW |
//     7 B/YY/../K.../..... ...../.B.../...../...../..... M |
//     4 ./../.../WWW./BB... ..R../...../...../...../..... YK
//
// (in a single line). After the round comes the phase: `begin`, `deal`, `offer` or
// `tile` with the number of the player who decides, `over`; then who started the
// round. Bag and lid are counts in the order blue, yellow, red, black, white.
// Elsewhere tiles are letters, B Y R K W; M is the marker; `-` is nothing. Each
// player has: score, pattern lines, wall rows, floor. Behind the score stands, with a
// minus, what the floor has taken off so far (7-3: 10 points by tiles, 3 lost); no word
// of it is the same as nothing.
//
// `*` as the bag or the lid stands for all tiles that are nowhere else, which
// spares whoever writes a puzzle the counting.

#include "azul/azul_state.h"

#include <string.h>
#include <tessera/rules.h>
#include <tessera/text.h>

static const char *const phase_words[] = {"begin", "deal", "offer", "tile", "over"};

static int has_mover(int phase) {
    return phase == AZUL_OFFER || phase == AZUL_TILING;
}

static int has_starter(int phase) {
    return phase == AZUL_DEAL || has_mover(phase);
}

// --- Writing -----------------------------------------------------------------

static void put_head(tsr_out *o, const azul_state *s) {
    tsr_put(o, "round ");
    tsr_put_int(o, s->round);
    tsr_put_char(o, ' ');
    tsr_put(o, phase_words[s->phase]);
    if (has_mover(s->phase)) {
        tsr_put_char(o, ' ');
        tsr_put_int(o, s->mover + 1);
    }
    if (has_starter(s->phase)) {
        tsr_put(o, " start ");
        tsr_put_int(o, s->starter + 1);
    }
}

static void put_counts(tsr_out *o, azul_tiles tiles) {
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        if (colour) tsr_put_char(o, '.');
        tsr_put_int(o, azul_count(tiles, colour));
    }
}

// The tiles as letters, the marker first; "-" if there is neither.
static void put_tiles(tsr_out *o, azul_tiles tiles, int marker) {
    if (!tiles && !marker) tsr_put_char(o, '-');
    if (marker) tsr_put_char(o, 'M');
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        for (int i = 0; i < azul_count(tiles, colour); i++) {
            tsr_put_char(o, azul_letters[colour]);
        }
    }
}

static void put_lines(tsr_out *o, const azul_player *p) {
    for (int line = 0; line < AZUL_SIZE; line++) {
        if (line) tsr_put_char(o, '/');
        for (int i = 0; i <= line; i++) {
            int filled = i < azul_line_count(p, line);
            tsr_put_char(o, filled ? azul_letters[azul_line_colour(p, line)] : '.');
        }
    }
}

static void put_wall(tsr_out *o, const azul_player *p) {
    for (int row = 0; row < AZUL_SIZE; row++) {
        if (row) tsr_put_char(o, '/');
        for (int column = 0; column < AZUL_SIZE; column++) {
            int colour = azul_cell_colour(p, row, column);
            tsr_put_char(o, colour < 0 ? '.' : azul_letters[colour]);
        }
    }
}

static void put_player(tsr_out *o, const azul_state *s, int player) {
    const azul_player *p = &s->player[player];
    tsr_put(o, " | ");
    tsr_put_int(o, p->score);
    if (p->paid) tsr_put_int(o, -(int64_t)p->paid);
    tsr_put_char(o, ' ');
    put_lines(o, p);
    tsr_put_char(o, ' ');
    put_wall(o, p);
    tsr_put_char(o, ' ');
    put_tiles(o, p->floor, s->marker == player);
}

int azul_text(const tsr_rules *r, const void *state, char *buf, size_t cap) {
    const azul_state *s = state;
    tsr_out o = tsr_out_to(buf, cap);
    put_head(&o, s);
    tsr_put(&o, " | bag ");
    put_counts(&o, s->bag);
    tsr_put(&o, " | lid ");
    put_counts(&o, s->lid);
    tsr_put(&o, " | centre ");
    put_tiles(&o, s->source[AZUL_CENTRE], s->marker == TSR_NOBODY);
    tsr_put(&o, " | displays");
    for (int source = 1; source <= azul_displays(r); source++) {
        tsr_put_char(&o, ' ');
        put_tiles(&o, s->source[source], 0);
    }
    for (int p = 0; p < r->players; p++) {
        put_player(&o, s, p);
    }
    return tsr_out_end(&o);
}

// --- Reading -----------------------------------------------------------------

// A cursor that remembers the first thing it missed, so that the readers below
// need not pass errors on: after a failure they all do nothing.
typedef struct reader {
    tsr_in in;
    const char *missing; // what was expected at `in`, NULL = all well so far
} reader;

static void expect(reader *rd, int found, const char *what) {
    if (!found && !rd->missing) rd->missing = what;
}

static void read_word(reader *rd, const char *word) {
    if (rd->missing) return;
    tsr_skip_blanks(&rd->in);
    expect(rd, tsr_take(&rd->in, word), word);
}

static void read_blanks(reader *rd) {
    if (!rd->missing) tsr_skip_blanks(&rd->in);
}

static int read_int(reader *rd, int min, int max, const char *what) {
    int64_t n = min;
    if (rd->missing) return min;
    tsr_skip_blanks(&rd->in);
    expect(rd, tsr_take_int(&rd->in, min, max, &n), what);
    return (int)n;
}

// Takes one of the five letters: its colour, or -1.
static int take_letter(reader *rd) {
    const char *found = *rd->in.at ? strchr(azul_letters, *rd->in.at) : NULL;
    if (!found) return -1;
    rd->in.at++;
    return (int)(found - azul_letters);
}

static void read_head(reader *rd, const tsr_rules *r, azul_state *s) {
    read_word(rd, "round");
    s->round = (uint8_t)read_int(rd, 1, AZUL_MAX_ROUNDS, "a round from 1 to 99");
    if (rd->missing) return;
    tsr_skip_blanks(&rd->in);
    int phase = AZUL_BEGIN;
    while (phase <= AZUL_OVER && !tsr_take(&rd->in, phase_words[phase])) {
        phase++;
    }
    expect(rd, phase <= AZUL_OVER, "begin, deal, offer, tile or over");
    s->phase = (uint8_t)(phase <= AZUL_OVER ? phase : 0);
    s->mover = phase <= AZUL_DEAL ? TSR_CHANCE : 0;
    if (has_mover(phase)) {
        s->mover = (uint8_t)(read_int(rd, 1, r->players, "the number of a player") - 1);
    }
    if (has_starter(phase)) {
        read_word(rd, "start");
        s->starter = (uint8_t)(read_int(rd, 1, r->players, "the number of a player") - 1);
    }
}

// Counts, or `*`: then *rest is set, and the tiles are worked out at the end.
static azul_tiles read_counts(reader *rd, int *rest) {
    azul_tiles tiles = 0;
    if (rd->missing) return 0;
    tsr_skip_blanks(&rd->in);
    if (!*rest && tsr_take_char(&rd->in, '*')) {
        *rest = 1;
        return 0;
    }
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        if (colour) expect(rd, tsr_take_char(&rd->in, '.'), "five counts with dots between");
        tiles += azul_some(colour, read_int(rd, 0, AZUL_COPIES, "a count from 0 to 20"));
    }
    return tiles;
}

// Letters, with an M first where the marker may be.
static azul_tiles read_tiles(reader *rd, int *marker) {
    azul_tiles tiles = 0;
    int found = 0, colour;
    if (rd->missing) return 0;
    tsr_skip_blanks(&rd->in);
    if (tsr_take_char(&rd->in, '-')) return 0;
    if (marker && tsr_take_char(&rd->in, 'M')) {
        *marker = 1;
        found = 1;
    }
    while ((colour = take_letter(rd)) >= 0) {
        // Beyond 31 the count stays: it is too many anyway, and `check` will say so.
        if (azul_count(tiles, colour) < 31) tiles += azul_some(colour, 1);
        found = 1;
    }
    expect(rd, found, "tiles: letters of B Y R K W, or -");
    return tiles;
}

static void read_sources(reader *rd, const tsr_rules *r, azul_state *s) {
    int marker = 0;
    read_word(rd, "| centre");
    s->source[AZUL_CENTRE] = read_tiles(rd, &marker);
    s->marker = marker ? TSR_NOBODY : 0;
    read_word(rd, "| displays");
    for (int source = 1; source <= azul_displays(r); source++) {
        s->source[source] = read_tiles(rd, NULL);
        if (s->phase == AZUL_DEAL) {
            s->dealt = (uint8_t)(s->dealt + azul_total(s->source[source]));
        }
    }
}

// One line: tiles of one colour, then dots, `line` + 1 in all.
static uint8_t read_line(reader *rd, int line) {
    int count = 0, colour = -1;
    if (rd->missing) return 0;
    for (int i = 0; i <= line; i++) {
        const char *at = rd->in.at;
        int letter = take_letter(rd);
        int goes_on = letter >= 0 && count == i && (i == 0 || letter == colour);
        if (goes_on) {
            colour = letter;
            count++;
            continue;
        }
        rd->in.at = at;
        expect(rd, tsr_take_char(&rd->in, '.'), "a line: tiles of one colour, then dots");
    }
    return (uint8_t)(count ? 8 * colour + count : 0);
}

static void read_row(reader *rd, azul_player *p, int row) {
    for (int column = 0; column < AZUL_SIZE && !rd->missing; column++) {
        uint32_t cell = 1u << (5 * row + column);
        int colour = take_letter(rd);
        if (colour >= 0) {
            p->cells[colour] |= cell;
            p->wall |= cell;
        } else {
            expect(rd, tsr_take_char(&rd->in, '.'), "a row of the wall: five letters or dots");
        }
    }
}

static void read_player(reader *rd, azul_state *s, int player, int *markers) {
    azul_player *p = &s->player[player];
    int marker = 0;
    read_word(rd, "|");
    p->score = (uint16_t)read_int(rd, 0, 999, "a score from 0 to 999");
    if (!rd->missing && tsr_take_char(&rd->in, '-')) {
        p->paid = (uint8_t)read_int(rd, 1, 250, "what the floor has cost, from 1 to 250");
    }
    read_blanks(rd);
    for (int line = 0; line < AZUL_SIZE; line++) {
        if (line) read_word(rd, "/");
        p->line[line] = read_line(rd, line);
    }
    read_blanks(rd);
    for (int row = 0; row < AZUL_SIZE; row++) {
        if (row) read_word(rd, "/");
        read_row(rd, p, row);
    }
    p->floor = read_tiles(rd, &marker);
    p->open = azul_open_of(p);
    if (marker) {
        s->marker = (uint8_t)player;
        *markers += 1;
    }
}

// What `*` stands for: all tiles that are nowhere else.
static azul_tiles rest_of_tiles(const tsr_rules *r, const azul_state *s) {
    azul_tiles rest = 0;
    for (int colour = 0; colour < AZUL_COLOURS; colour++) {
        int count = azul_tiles_of(r, s, colour);
        rest += azul_some(colour, count < AZUL_COPIES ? AZUL_COPIES - count : 0);
    }
    return rest;
}

static void read_position(reader *rd, const tsr_rules *r, azul_state *s) {
    int rest_in_bag = 0, rest_in_lid = 0, markers = 0;
    read_head(rd, r, s);
    read_word(rd, "| bag");
    s->bag = read_counts(rd, &rest_in_bag);
    read_word(rd, "| lid");
    s->lid = read_counts(rd, &rest_in_lid);
    read_sources(rd, r, s);
    markers = s->marker == TSR_NOBODY;
    for (int p = 0; p < r->players; p++) {
        read_player(rd, s, p, &markers);
    }
    if (rd->missing) return;
    tsr_skip_blanks(&rd->in);
    expect(rd, tsr_at_end(&rd->in), "the end of the position");
    expect(rd, markers == 1, "one marker M, in the centre or on a floor");
    expect(rd, !(rest_in_bag && rest_in_lid), "counts for the lid, as the bag has all the rest");
    if (rest_in_bag) s->bag = rest_of_tiles(r, s);
    if (rest_in_lid) s->lid = rest_of_tiles(r, s);
    s->where = azul_where_of(s);
}

// A position that can be read may still be impossible.
static tsr_err check_position(const tsr_rules *r, const azul_state *s, tsr_error *err) {
    char words[160];
    tsr_line why;
    if (!azul_check(r, s, &why)) return TSR_OK;
    tsr_line_text(r, &why, NULL, words, sizeof words);
    return tsr_fail(err, TSR_ERR_PARSE, "%s", words);
}

tsr_err azul_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err) {
    azul_state s;
    reader rd = {tsr_in_from(text), NULL};
    memset(&s, 0, sizeof s);
    read_position(&rd, r, &s);
    if (rd.missing) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&rd.in), "expected %s at \"%.20s\"",
                           rd.missing, rd.in.at);
    }
    tsr_err failed = check_position(r, &s, err);
    if (!failed) memcpy(out, &s, r->state_size);
    return failed;
}
