// SPDX-License-Identifier: MIT

// Moves as people type them and records keep them.
//
//     take W3                 the third puzzle of the white row (solo: take 5)
//     top B                   the top of the black deck, unseen (solo: top)
//     recycle B               then put 3, put 1, ... : the next one to go under the deck
//     basic                   a new level-1 piece (basic I2: what stands in for it)
//     upgrade I2 L2           give I2, take L2
//     place L3 2 b4 r90f      L3 into my puzzle 2, its first cell in reading order on b4,
//                             flipped, then turned clockwise by 90 degrees
//     master                  then place ..., done
//     reward I3               what stands in for a reward that is out
//     skip, end               give an action away; end the finishing touches
//     reveal W#17, first 2    chance; W17 in older records
//
// Reading is generous: any case of letters, shortened words, the cells of a piece
// instead of a turn ("place I2 1 a1,a2"), a bare number while a row is recycled and
// a bare piece when a reward is chosen.

#include "projectl_state.h"

#include <tessera/text.h>

// --- Writing --------------------------------------------------------------------------------

static void put_cell(tsr_out *o, int cell) {
    tsr_put_char(o, (char)('a' + cell % TSR_PL_SIDE));
    tsr_put_char(o, (char)('0' + TSR_PL_SIDE - cell / TSR_PL_SIDE));
}

static void put_place(tsr_out *o, const projectl_data *d, tsr_move m) {
    int shape = tsr_move_byte(m, 1);
    uint32_t mask = tsr_pl_move_mask(m);
    tsr_putf(o, "place %s %d ", tsr_pl_shape_name(shape), tsr_move_byte(m, 2) + 1);
    for (int i = 0; i < TSR_PL_PLACEMENTS; i++) {
        const tsr_pl_placement *p = &d->t.placement[i];
        if (p->mask == mask && p->shape == shape) {
            put_cell(o, p->anchor);
            tsr_put(o, p->turn ? " " : "");
            tsr_put(o, projectl_turn_names[p->turn]);
            return;
        }
    }
    for (uint32_t left = mask; left; left &= left - 1) { // an illegal move: its cells
        put_cell(o, projectl_lowest(left));
        tsr_put(o, left & (left - 1) ? "," : "");
    }
    tsr_put(o, mask ? "" : "?");
}

static void put_puzzle(tsr_out *o, const projectl_data *d, int puzzle) {
    if ((uint32_t)puzzle < d->total) {
        tsr_putf(o, "%c#%u", d->puzzle[puzzle].colour ? 'B' : 'W', d->puzzle[puzzle].number);
    } else {
        tsr_put_char(o, '?');
    }
}

static const char *colour_letter(int colour) {
    return colour == TSR_PL_WHITE ? "W" : colour == TSR_PL_BLACK ? "B" : "";
}

int projectl_move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                       size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    int a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2);
    (void)s;
    (void)who;
    switch (tsr_pl_move_kind(m)) {
    case TSR_PL_TAKE: tsr_putf(&o, "take %s%d", colour_letter(a), b + 1); break;
    case TSR_PL_TOP: tsr_putf(&o, "top%s%s", a < TSR_PL_BOTH ? " " : "", colour_letter(a)); break;
    case TSR_PL_RECYCLE: tsr_putf(&o, "recycle %s", colour_letter(a)); break;
    case TSR_PL_PUT: tsr_putf(&o, "put %d", a + 1); break;
    case TSR_PL_BASIC:
        tsr_putf(&o, "basic%s%s", a ? " " : "", a ? tsr_pl_shape_name(a) : "");
        break;
    case TSR_PL_UPGRADE:
        tsr_putf(&o, "upgrade %s %s", tsr_pl_shape_name(a), tsr_pl_shape_name(b));
        break;
    case TSR_PL_PLACE: put_place(&o, projectl_of(r), m); break;
    case TSR_PL_MASTER: tsr_put(&o, "master"); break;
    case TSR_PL_DONE: tsr_put(&o, "done"); break;
    case TSR_PL_REWARD: tsr_putf(&o, "reward %s", tsr_pl_shape_name(a)); break;
    case TSR_PL_SKIP: tsr_put(&o, "skip"); break;
    case TSR_PL_END: tsr_put(&o, "end"); break;
    case TSR_PL_REVEAL:
        tsr_put(&o, "reveal ");
        put_puzzle(&o, projectl_of(r), tsr_pl_move_puzzle(m));
        break;
    case TSR_PL_FIRST: tsr_putf(&o, "first %d", a + 1); break;
    default: tsr_putf(&o, "move %llx", (unsigned long long)m); break;
    }
    return tsr_out_end(&o);
}

// --- Reading --------------------------------------------------------------------------------

enum { WORD = 24 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// The next word in lower case; commas stay inside words, other blanks part them.
static int next_word(tsr_in *in, char word[WORD]) {
    tsr_skip_blanks(in);
    if (!tsr_take_word(in, word, WORD)) {
        return 0;
    }
    for (char *c = word; *c; c++) {
        *c = lower(*c);
    }
    return 1;
}

int projectl_read_shape(const char *word) {
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        const char *name = tsr_pl_shape_name(shape);
        if (lower(word[0]) == lower(name[0]) && strcmp(word + 1, name + 1) == 0) {
            return shape;
        }
    }
    return -1;
}

static int next_shape(tsr_in *in) {
    char word[WORD];
    return next_word(in, word) ? projectl_read_shape(word) : -1;
}

static int read_number(const char *word, int min, int max) {
    tsr_in in = tsr_in_from(word);
    int64_t n;
    return tsr_take_int(&in, min, max, &n) && tsr_at_end(&in) ? (int)n : -1;
}

static int read_colour(const char *word) {
    return *word == 'w' ? TSR_PL_WHITE : *word == 'b' ? TSR_PL_BLACK : -1;
}

// A place of a row or of the grid, from 0; what no row has becomes 255.
static int read_place(const char *word) {
    int n = read_number(word, 0, 9999);
    return n < 0 ? -1 : n >= 1 && n <= 254 ? n - 1 : 255;
}

static int is_prefix(const char *word, const char *of) {
    return strncmp(word, of, strlen(word)) == 0;
}

static tsr_err read_top(tsr_in *in, int solo, tsr_move *out) {
    char word[WORD];
    if (!next_word(in, word)) {
        *out = tsr_pl_top(TSR_PL_BOTH);
        return solo ? TSR_OK : TSR_ERR_PARSE;
    }
    int colour = read_colour(word);
    if (colour < 0 || !is_prefix(word, colour ? "black" : "white")) {
        return TSR_ERR_PARSE;
    }
    *out = tsr_pl_top(colour);
    return TSR_OK;
}

// "W3", "w 3", "5" in the solo game; "take top W".
static tsr_err read_take(tsr_in *in, int solo, tsr_move *out) {
    char word[WORD];
    if (!next_word(in, word)) {
        return TSR_ERR_PARSE;
    }
    if (strcmp(word, "top") == 0) {
        return read_top(in, solo, out);
    }
    int colour = read_colour(word);
    char *digits = colour < 0 ? word : word + 1;
    if (colour >= 0 && !*digits && !next_word(in, word)) {
        return TSR_ERR_PARSE;
    }
    digits = *digits ? digits : word;
    int place = read_place(digits);
    if (place < 0) {
        return TSR_ERR_PARSE;
    }
    *out = tsr_pl_take(colour < 0 ? TSR_PL_BOTH : colour, place);
    return TSR_OK;
}

static int read_cell(const char *word) {
    if (word[0] < 'a' || word[0] > 'e' || word[1] < '1' || word[1] > '5') {
        return -1;
    }
    return TSR_PL_SIDE * ('5' - word[1]) + (word[0] - 'a');
}

// "a1,a2,b1": the cells themselves. 0 if it is no such list.
static uint32_t read_cells(const char *word) {
    uint32_t mask = 0;
    for (;; word += 3) {
        int cell = read_cell(word);
        if (cell < 0) {
            return 0;
        }
        mask |= 1u << cell;
        if (word[2] != ',') {
            return word[2] == '\0' ? mask : 0;
        }
    }
}

// "r90f", "90", "f", "fr90": a turn, -1 = none.
static int read_turn(const char *word) {
    static const char *const quarter[] = {"0", "90", "180", "270"};
    int flip = 0;
    size_t end = strlen(word);
    if (end && word[end - 1] == 'f') {
        flip = 4;
        end--;
    } else if (*word == 'f') {
        flip = 4;
        word++;
        end--;
    }
    if (end && *word == 'r') {
        word++;
        end--;
    }
    if (end == 0) {
        return flip ? flip : -1;
    }
    for (int i = 0; i < 4; i++) {
        if (strlen(quarter[i]) == end && strncmp(word, quarter[i], end) == 0) {
            return i + flip;
        }
    }
    return -1;
}

tsr_move projectl_place_at(const projectl_tables *t, int shape, int slot, int cell, int turn) {
    turn = projectl_plain_turn(shape, turn);
    for (int i = t->first[shape]; i < t->first[shape + 1]; i++) {
        if (t->placement[i].turn == turn && t->placement[i].anchor == cell) {
            return tsr_pl_place(shape, slot, t->placement[i].mask);
        }
    }
    return tsr_pl_place(shape, slot, 1u << cell) | PROJECTL_OVERHANG;
}

static tsr_err read_place_move(tsr_in *in, const projectl_tables *t, tsr_move *out) {
    char word[WORD];
    int shape = next_shape(in);
    int slot = next_word(in, word) ? read_number(word, 1, 99) - 1 : -1;
    if (shape < 0 || slot < 0 || !next_word(in, word)) {
        return TSR_ERR_PARSE;
    }
    uint32_t cells = read_cells(word);
    int cell = cells ? projectl_lowest(cells) : -1, turn = 0;
    if (cell < 0) {
        return TSR_ERR_PARSE;
    }
    if (cells & (cells - 1)) {
        *out = tsr_pl_place(shape, slot, cells);
        return TSR_OK;
    }
    if (next_word(in, word)) {
        turn = read_turn(word);
    }
    if (turn < 0) {
        return TSR_ERR_PARSE;
    }
    *out = projectl_place_at(t, shape, slot, cell, turn);
    return TSR_OK;
}

static tsr_err read_shapes(tsr_in *in, int kind, tsr_move *out) {
    int a = next_shape(in);
    if (kind == TSR_PL_UPGRADE) {
        int b = next_shape(in);
        *out = tsr_pl_upgrade(a, b);
        return a < 0 || b < 0 ? TSR_ERR_PARSE : TSR_OK;
    }
    *out = tsr_pl_reward(a);
    return a < 0 ? TSR_ERR_PARSE : TSR_OK;
}

// A piece need not be named where there is only one to get.
static tsr_err read_basic(const projectl_data *d, const projectl_state *s, tsr_in *in,
                          tsr_move *out) {
    uint32_t options = projectl_basic_options(d, s->reserve);
    int only = projectl_bits(options) == 1 ? projectl_lowest(options) : TSR_PL_O1;
    tsr_skip_blanks(in);
    int shape = tsr_at_end(in) ? only : next_shape(in);
    *out = tsr_pl_basic(shape);
    return shape < 0 ? TSR_ERR_PARSE : TSR_OK;
}

static tsr_err read_recycle(tsr_in *in, tsr_move *out) {
    char word[WORD];
    int colour = next_word(in, word) ? read_colour(word) : -1;
    if (colour < 0 || !is_prefix(word, colour ? "black" : "white")) {
        return TSR_ERR_PARSE;
    }
    *out = tsr_pl_recycle(colour);
    return TSR_OK;
}

static tsr_err read_put(const char *word, tsr_move *out) {
    int place = read_place(word);
    *out = tsr_pl_put(place);
    return place < 0 ? TSR_ERR_PARSE : TSR_OK;
}

static tsr_err read_chance(const projectl_data *d, const char *verb, const char *word,
                           tsr_move *out) {
    int number = read_number(word, 1, TSR_PL_PLAYERS), colour = read_colour(word);
    if (strcmp(verb, "first") == 0 && number > 0) {
        *out = tsr_move_of(TSR_PL_FIRST, number - 1, 0, 0, 0);
        return TSR_OK;
    }
    word += colour >= 0 && word[1] == '#'; // older records have none
    number = colour < 0 ? -1 : read_number(word + 1, 0, 9999);
    for (uint32_t i = 0; i < d->total && strcmp(verb, "reveal") == 0; i++) {
        if (d->puzzle[i].colour == colour && d->puzzle[i].number == number) {
            *out = tsr_pl_reveal((int)i);
            return TSR_OK;
        }
    }
    return TSR_ERR_PARSE;
}

// The kind a word stands for; shortened words go to the first that fits, and what
// is due just now comes first of all.
static int read_verb(const projectl_state *s, const char *word) {
    static const struct {
        const char *word;
        uint8_t kind;
    } verb[] = {
        {"take", TSR_PL_TAKE},       {"top", TSR_PL_TOP},       {"recycle", TSR_PL_RECYCLE},
        {"place", TSR_PL_PLACE},     {"put", TSR_PL_PUT},       {"basic", TSR_PL_BASIC},
        {"upgrade", TSR_PL_UPGRADE}, {"master", TSR_PL_MASTER}, {"done", TSR_PL_DONE},
        {"reward", TSR_PL_REWARD},   {"skip", TSR_PL_SKIP},     {"end", TSR_PL_END},
        {"change", TSR_PL_UPGRADE},
    };
    if (s->phase == TSR_PL_PHASE_REWARD && is_prefix(word, "reward")) {
        return TSR_PL_REWARD;
    }
    if (s->phase == TSR_PL_PHASE_RECYCLE && is_prefix(word, "put")) {
        return TSR_PL_PUT;
    }
    for (size_t i = 0; i < sizeof verb / sizeof *verb; i++) {
        if (is_prefix(word, verb[i].word)) {
            return verb[i].kind;
        }
    }
    return 0;
}

static tsr_err read_move(const projectl_data *d, const projectl_state *s, tsr_in *in,
                         tsr_move *out) {
    char verb[WORD], word[WORD];
    if (!next_word(in, verb)) {
        return TSR_ERR_PARSE;
    }
    if (s->phase == TSR_PL_PHASE_RECYCLE && read_number(verb, 0, 9999) >= 0) {
        return read_put(verb, out);
    }
    if (s->phase == TSR_PL_PHASE_REWARD && projectl_read_shape(verb) >= 0) {
        *out = tsr_pl_reward(projectl_read_shape(verb));
        return TSR_OK;
    }
    int kind = read_verb(s, verb);
    switch (kind) {
    case TSR_PL_TAKE: return read_take(in, d->solo, out);
    case TSR_PL_TOP: return read_top(in, d->solo, out);
    case TSR_PL_RECYCLE: return read_recycle(in, out);
    case TSR_PL_PUT: return next_word(in, word) ? read_put(word, out) : TSR_ERR_PARSE;
    case TSR_PL_BASIC: return read_basic(d, s, in, out);
    case TSR_PL_UPGRADE:
    case TSR_PL_REWARD: return read_shapes(in, kind, out);
    case TSR_PL_PLACE: return read_place_move(in, &d->t, out);
    case TSR_PL_MASTER:
    case TSR_PL_DONE:
    case TSR_PL_SKIP:
    case TSR_PL_END: *out = tsr_pl_plain(kind); return TSR_OK;
    default: return TSR_ERR_PARSE;
    }
}

tsr_err projectl_move_parse(const tsr_rules *r, const void *s, int who, const char *text,
                            tsr_move *out) {
    const projectl_data *d = projectl_of(r);
    tsr_in in = tsr_in_from(text);
    tsr_move m = TSR_NO_MOVE;
    tsr_err e;
    if (who == TSR_CHANCE) {
        char verb[WORD], word[WORD];
        e = next_word(&in, verb) && next_word(&in, word) ? read_chance(d, verb, word, &m)
                                                         : TSR_ERR_PARSE;
    } else {
        e = read_move(d, s, &in, &m);
    }
    tsr_skip_blanks(&in);
    if (e || !tsr_at_end(&in)) {
        return TSR_ERR_PARSE;
    }
    *out = m;
    return TSR_OK;
}
