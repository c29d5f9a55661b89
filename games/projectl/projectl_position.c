// SPDX-License-Identifier: MIT

// A position as one line of text, and back.
//
//     turn player=1 first=1 round=3 last=0 actions=2 master=0/0 black=0 wanted=-
//     recycling=- after=0 fill=0 stamp=14 reserve=11,15,11,15,15,15,15,15,15
//     row=W#1,W#5,-,W#9,B#1,B#2,B#3,B#4,-,- unseen=27,8 under=W#3,W#4/- locks=0,0,0 supply=0
//     1: pieces=1,0,1,0,0,0,0,0,0 points=2 completed=1 touches=0 done=W#2
//        slots=W#7:#####/#####/aab.#/#..../#####,-,-,-
//     2: ...
//
// Pieces are counted in the order O1 O2 I2 I3 I4 L2 L3 Z T. In a puzzle each piece has
// a letter of its own. Puzzles that are named nowhere have not been seen.

#include <stdalign.h>

#include "projectl_lines.h"
#include "projectl_state.h"

#include <tessera/text.h>

static const char *const phase_words[] = {"first",  "draw",   "turn",  "recycle",
                                          "master", "reward", "touch", "over"};

// --- Writing --------------------------------------------------------------------------------

typedef struct writer {
    tsr_out o;
    const projectl_data *d;
    const projectl_state *s;
} writer;

static void put_stored(writer *w, int stored) {
    if (!stored) {
        tsr_put_char(&w->o, '-');
        return;
    }
    const tsr_pl_puzzle *puzzle = projectl_puzzle(w->d, stored);
    tsr_put(&w->o, puzzle->colour ? "B#" : "W#"); // W3 is a place, W#3 a card
    tsr_put_int(&w->o, puzzle->number);
}

static void put_counts(writer *w, const char *key, const uint8_t *count, int n) {
    tsr_put(&w->o, key);
    for (int i = 0; i < n; i++) {
        tsr_putf(&w->o, i ? ",%d" : "%d", count[i]);
    }
}

static void put_list(writer *w, const uint16_t *stored, int n) {
    for (int i = 0; i < n; i++) {
        tsr_put(&w->o, i ? "," : "");
        put_stored(w, stored[i]);
    }
    tsr_put(&w->o, n ? "" : "-");
}

static void put_head(writer *w) {
    const projectl_state *s = w->s;
    tsr_putf(&w->o, "%s player=%d first=%d round=%d last=%d actions=%d master=%d/%d black=%d",
             phase_words[s->phase], s->player + 1, s->first + 1, s->round, s->last_round,
             s->actions, s->master_used, s->master_slots, s->black_taken);
    tsr_putf(&w->o, " wanted=%s recycling=%s after=%d fill=%d stamp=%u",
             s->wanted ? tsr_pl_shape_name(s->wanted - 1) : "-",
             s->recycling == 1 ? "W"
             : s->recycling    ? "B"
                               : "-",
             s->after, s->fill, s->stamp);
    put_counts(w, " reserve=", s->reserve, TSR_PL_SHAPES);
    tsr_put(&w->o, " row=");
    put_list(w, s->row, 10);
    tsr_putf(&w->o, " unseen=%d,%d under=", s->unseen[0], s->unseen[1]);
    put_list(w, projectl_queue_of(w->d, s, TSR_PL_WHITE), s->queued[TSR_PL_WHITE]);
    tsr_put(&w->o, "/");
    put_list(w, projectl_queue_of(w->d, s, TSR_PL_BLACK), s->queued[TSR_PL_BLACK]);
    put_counts(w, " locks=", s->locks, 3);
    tsr_putf(&w->o, " supply=%d", s->enemy_supply);
}

static void put_slot(writer *w, const projectl_slot *slot) {
    char cell[TSR_PL_CELLS];
    char letter = 'a';
    if (!slot->puzzle) {
        tsr_put(&w->o, "-");
        return;
    }
    uint32_t mask = projectl_puzzle(w->d, slot->puzzle)->mask, laid = mask & ~slot->free;
    for (int i = 0; i < TSR_PL_CELLS; i++) {
        cell[i] = mask >> i & 1 ? '.' : '#';
    }
    while (laid) {
        uint32_t piece = projectl_piece_at(slot, projectl_lowest(laid)) & laid;
        laid &= ~piece;
        for (; piece; piece &= piece - 1) {
            cell[projectl_lowest(piece)] = letter;
        }
        letter++;
    }
    put_stored(w, slot->puzzle);
    for (int i = 0; i < TSR_PL_CELLS; i++) {
        if (i % TSR_PL_SIDE == 0) {
            tsr_put_char(&w->o, i ? '/' : ':');
        }
        tsr_put_char(&w->o, cell[i]);
    }
}

static void put_done(writer *w, int player) {
    const uint8_t *where = projectl_where_of(w->d, w->s);
    int n = 0;
    tsr_put(&w->o, " done=");
    for (uint32_t i = 0; i < w->d->total; i++) {
        if (where[i] == PROJECTL_DONE + player) {
            tsr_put(&w->o, n++ ? "," : "");
            put_stored(w, (int)i + 1);
        }
    }
    tsr_put(&w->o, n ? "" : "-");
}

static void put_player(writer *w, int player) {
    const projectl_player *p = &w->s->seat[player];
    tsr_putf(&w->o, " %d:", player + 1);
    put_counts(w, " pieces=", p->pieces, TSR_PL_SHAPES);
    tsr_putf(&w->o, " points=%d completed=%d touches=%d", (int)p->points, p->completed, p->touches);
    put_done(w, player);
    tsr_put(&w->o, " slots=");
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        tsr_put(&w->o, i ? "," : "");
        put_slot(w, &p->slot[i]);
    }
}

// Players whose bytes are in use: in the solo game the opponent's too.
static int seats(const tsr_rules *r, const projectl_data *d) {
    return d->solo ? 2 : r->players;
}

int projectl_text(const tsr_rules *r, const void *s, char *buf, size_t cap) {
    writer w = {tsr_out_to(buf, cap), projectl_of(r), s};
    put_head(&w);
    for (int p = 0; p < seats(r, w.d); p++) {
        put_player(&w, p);
    }
    return tsr_out_end(&w.o);
}

// --- Reading --------------------------------------------------------------------------------

typedef struct parser {
    tsr_in in;
    const projectl_data *d;
    projectl_state *s;
    tsr_error *err;
} parser;

static tsr_err fail(const parser *p, const char *wanted) {
    return tsr_fail_at(p->err, TSR_ERR_PARSE, 1, tsr_in_column(&p->in), "%s was expected here",
                       wanted);
}

// Reads `key` and a number after it into *out; 0 = it is not there.
static int read_key(parser *p, const char *key, int64_t max, int64_t *out) {
    return tsr_take(&p->in, key) && tsr_take_int(&p->in, 0, max, out);
}

static int read_counts(parser *p, const char *key, uint8_t *out, int n) {
    int64_t v;
    if (!tsr_take(&p->in, key)) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        if ((i && !tsr_take_char(&p->in, ',')) || !tsr_take_int(&p->in, 0, 255, &v)) {
            return 0;
        }
        out[i] = (uint8_t)v;
    }
    return 1;
}

// The number of a puzzle as stored, 0 for "-", -1 if there is no such puzzle.
static int read_stored(parser *p) {
    int64_t number;
    if (tsr_take_char(&p->in, '-')) {
        return 0;
    }
    int colour = tsr_take_char(&p->in, 'W')   ? TSR_PL_WHITE
                 : tsr_take_char(&p->in, 'B') ? TSR_PL_BLACK
                                              : -1;
    (void)tsr_take_char(&p->in, '#'); // older texts have none
    if (colour < 0 || !tsr_take_int(&p->in, 0, UINT16_MAX, &number)) {
        return -1;
    }
    for (uint32_t i = 0; i < p->d->total; i++) {
        if (p->d->puzzle[i].colour == colour && p->d->puzzle[i].number == number) {
            return (int)i + 1;
        }
    }
    return -1;
}

// Reads a puzzle that lies at `where`; 0 = "-". It must not lie anywhere else.
static int read_puzzle(parser *p, int where) {
    int stored = read_stored(p);
    if (stored > 0) {
        uint8_t *at = &projectl_where(p->d, p->s)[stored - 1];
        if (*at != PROJECTL_IN_POOL) {
            return -1;
        }
        *at = (uint8_t)where;
    }
    return stored;
}

// A list of puzzles, or "-"; returns how many, -1 = not readable or more than cap.
// `out` may be NULL.
static int read_list(parser *p, int where, uint16_t *out, int cap) {
    int n = 0;
    do {
        int stored = read_puzzle(p, where);
        if (stored == 0 && n == 0) {
            return 0;
        }
        if (stored <= 0 || n == cap) {
            return -1;
        }
        if (out) {
            out[n] = (uint16_t)stored;
        }
        n++;
    } while (tsr_take_char(&p->in, ','));
    return n;
}

static tsr_err read_numbers(parser *p) {
    projectl_state *s = p->s;
    int64_t player, first, round, last, actions, used, slots, black;
    int phase = 0;
    while (phase < 8 && !tsr_take(&p->in, phase_words[phase])) {
        phase++;
    }
    if (phase == 8) {
        return fail(p, "a phase such as 'turn'");
    }
    if (!read_key(p, " player=", 8, &player) || !read_key(p, " first=", 8, &first) ||
        !read_key(p, " round=", UINT16_MAX, &round) || !read_key(p, " last=", UINT16_MAX, &last) ||
        !read_key(p, " actions=", 3, &actions) || !read_key(p, " master=", 1, &used) ||
        !read_key(p, "/", 15, &slots) || !read_key(p, " black=", 3, &black)) {
        return fail(p, "player=, first=, round=, last=, actions=, master=, black= in this order");
    }
    if (player < 1 || first < 1) {
        return fail(p, "a player from 1 on");
    }
    s->phase = (uint8_t)phase;
    s->player = (uint8_t)(player - 1);
    s->first = (uint8_t)(first - 1);
    s->round = (uint16_t)round;
    s->last_round = (uint16_t)last;
    s->actions = (uint8_t)actions;
    s->master_used = (uint8_t)used;
    s->master_slots = (uint8_t)slots;
    s->black_taken = (uint8_t)black;
    return TSR_OK;
}

static tsr_err read_pending(parser *p) {
    projectl_state *s = p->s;
    int64_t after, fill, stamp;
    if (!tsr_take(&p->in, " wanted=")) {
        return fail(p, "wanted=");
    }
    if (!tsr_take_char(&p->in, '-')) {
        for (int i = 0; i < TSR_PL_SHAPES && !s->wanted; i++) {
            s->wanted = tsr_take(&p->in, tsr_pl_shape_name(i)) ? (uint8_t)(i + 1) : 0;
        }
        if (!s->wanted) {
            return fail(p, "a piece or -");
        }
    }
    if (!tsr_take(&p->in, " recycling=")) {
        return fail(p, "recycling=");
    }
    s->recycling = tsr_take_char(&p->in, 'W') ? 1 : tsr_take_char(&p->in, 'B') ? 2 : 0;
    if (!s->recycling && !tsr_take_char(&p->in, '-')) {
        return fail(p, "W, B or -");
    }
    if (!read_key(p, " after=", 3, &after) || !read_key(p, " fill=", UINT16_MAX, &fill) ||
        !read_key(p, " stamp=", UINT32_MAX, &stamp)) {
        return fail(p, "after=, fill=, stamp= in this order");
    }
    s->after = (uint8_t)after;
    s->fill = (uint16_t)fill;
    s->stamp = (uint32_t)stamp;
    return TSR_OK;
}

static tsr_err read_table(parser *p) {
    projectl_state *s = p->s;
    int64_t white, black, supply;
    if (!read_counts(p, " reserve=", s->reserve, TSR_PL_SHAPES)) {
        return fail(p, "reserve= and nine numbers");
    }
    for (int i = 0; i < 10; i++) {
        int stored = tsr_take(&p->in, i ? "," : " row=") ? read_puzzle(p, PROJECTL_IN_ROW) : -1;
        if (stored < 0) {
            return fail(p, "row= and ten open puzzles (- for none), each in one place only,");
        }
        s->row[i] = (uint16_t)stored;
    }
    if (!read_key(p, " unseen=", UINT16_MAX, &white) || !read_key(p, ",", UINT16_MAX, &black)) {
        return fail(p, "unseen= and two numbers");
    }
    s->unseen[TSR_PL_WHITE] = (uint16_t)white;
    s->unseen[TSR_PL_BLACK] = (uint16_t)black;
    for (int colour = 0; colour < 2; colour++) {
        int n = tsr_take(&p->in, colour ? "/" : " under=")
                    ? read_list(p, PROJECTL_IN_QUEUE, projectl_queue(p->d, s, colour),
                                p->d->deck[colour])
                    : -1;
        if (n < 0) {
            return fail(p, "under= and the recycled puzzles, white / black,");
        }
        s->queued[colour] = (uint16_t)n;
    }
    if (!read_counts(p, " locks=", s->locks, 3) || !read_key(p, " supply=", 255, &supply)) {
        return fail(p, "locks= and supply=");
    }
    s->enemy_supply = (uint8_t)supply;
    return TSR_OK;
}

// The cells of one puzzle: "#aab./..." with a letter for each piece.
static int read_cells(parser *p, projectl_slot *slot) {
    uint32_t mask = projectl_puzzle(p->d, slot->puzzle)->mask, piece[26] = {0};
    for (int i = 0; i < TSR_PL_CELLS; i++) {
        if (i % TSR_PL_SIDE == 0 && !tsr_take_char(&p->in, i ? '/' : ':')) {
            return 0;
        }
        char c = *p->in.at;
        int inside = (int)(mask >> i & 1);
        if (c == '.' && inside) {
            slot->free |= 1u << i;
        } else if (c >= 'a' && c <= 'z' && inside) {
            piece[c - 'a'] |= 1u << i;
        } else if (c != '#' || inside) {
            return 0;
        }
        p->in.at++;
    }
    for (int i = 0; i < 26; i++) {
        if (piece[i] && projectl_shape_of(&p->d->t, piece[i]) < 0) {
            return 0;
        }
        projectl_slot_lay(slot, piece[i]);
    }
    return 1;
}

static tsr_err read_slots(parser *p, int player) {
    for (int i = 0; i < TSR_PL_SLOTS; i++) {
        projectl_slot *slot = &p->s->seat[player].slot[i];
        int stored =
            tsr_take(&p->in, i ? "," : " slots=") ? read_puzzle(p, PROJECTL_HELD + player) : -1;
        if (stored < 0) {
            return fail(p, "slots= and four puzzles (- for none)");
        }
        slot->puzzle = (uint16_t)stored;
        if (stored && !read_cells(p, slot)) {
            return fail(p, "a puzzle's cells: # outside, . free, a letter for each piece");
        }
    }
    return TSR_OK;
}

static tsr_err read_player(parser *p, int player) {
    projectl_player *seat = &p->s->seat[player];
    int64_t number, points, completed, touches;
    if (!read_key(p, " ", 8, &number) || number != player + 1 || !tsr_take_char(&p->in, ':') ||
        !read_counts(p, " pieces=", seat->pieces, TSR_PL_SHAPES)) {
        return fail(p, "the next player, as in '1: pieces=' and nine numbers");
    }
    if (!read_key(p, " points=", INT32_MAX, &points) ||
        !read_key(p, " completed=", UINT16_MAX, &completed) ||
        !read_key(p, " touches=", 255, &touches)) {
        return fail(p, "points=, completed=, touches= in this order");
    }
    seat->points = (int32_t)points;
    seat->completed = (uint16_t)completed;
    seat->touches = (uint8_t)touches;
    if (!tsr_take(&p->in, " done=") ||
        read_list(p, PROJECTL_DONE + player, NULL, (int)p->d->total) < 0) {
        return fail(p, "done= and completed puzzles, each in one place only,");
    }
    return read_slots(p, player);
}

// What nobody has seen is in the pools.
static void make_pools(const projectl_data *d, projectl_state *s) {
    const uint8_t *where = projectl_where_of(d, s);
    for (uint32_t i = 0; i < d->total; i++) {
        int colour = d->puzzle[i].colour;
        uint32_t bit = i - (colour == TSR_PL_BLACK ? d->count[TSR_PL_WHITE] : 0);
        if (where[i] == PROJECTL_IN_POOL) {
            projectl_pool(d, s, colour)[bit / 64] |= 1ull << bit % 64;
        }
    }
}

static tsr_err read_position(parser *p, int players) {
    tsr_err e = read_numbers(p);
    e = e ? e : read_pending(p);
    e = e ? e : read_table(p);
    for (int player = 0; player < players && !e; player++) {
        e = read_player(p, player);
    }
    if (!e && !tsr_at_end(&p->in)) {
        e = fail(p, "the end");
    }
    return e;
}

tsr_err projectl_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err) {
    alignas(8) char room[TSR_MAX_STATE]; // so that `out` is untouched on failure
    const projectl_data *d = projectl_of(r);
    parser p = {tsr_in_from(text), d, (projectl_state *)(void *)room, err};
    tsr_line line;
    char sentence[160];
    memset(room, 0, r->state_size);
    tsr_err e = read_position(&p, seats(r, d));
    if (e) {
        return e;
    }
    make_pools(d, p.s);
    if (projectl_check(r, room, &line)) {
        tsr_line_text(r, &line, NULL, sentence, sizeof sentence);
        return tsr_fail(err, TSR_ERR_PARSE, "not a position of this game: %s", sentence);
    }
    memcpy(out, room, r->state_size);
    return TSR_OK;
}
