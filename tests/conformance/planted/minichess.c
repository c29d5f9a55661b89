// SPDX-License-Identifier: MIT
//
// minichess: 5 x 6 cells; king, rooks, knights and pawns; who takes the king wins.
//
//     6  r . k . r        Pawns step ahead and take aslant; on the last row they
//     5  p p p p p        become a knight or a rook. Castling: the king jumps
//     4  . . . . .        into its corner over the rook, which lands beside it,
//     3  . . . . .        if neither has moved and the cells between are free.
//     2  P P P P P        A position for the third time, too many quiet plies or
//     1  R . K . R        no move at all is a draw.
//        a b c d e
//
// Moves: STEP a=from b=to c=promotion (0, KNIGHT, ROOK); CASTLE a=side. Cells
// count from a1. The state is what the rules need of the past and no more.
#include "planted.h"

#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>
#include <tessera/text.h>

enum { WIDTH = 5, HEIGHT = 6, CELLS = WIDTH * HEIGHT, RING = 24, MOST_PIECES = 8 };
enum { PAWN = 1, KNIGHT, ROOK, KING };     // black: + 4
enum { STEP = 1, CASTLE };                 // kinds of move
enum { OPT_QUIET, OPT_CASTLING, OPTIONS }; // options
enum { GOING_ON, WHITE_WON, BLACK_WON, DRAWN };

typedef struct position {
    uint8_t cell[CELLS];
    uint8_t mover;
    uint8_t castle; // bit 2 * player + side: still allowed
    uint8_t quiet;  // plies since a capture, a pawn's move, or a lost right to castle
    uint8_t over;
    uint8_t seen; // keys in the ring
    uint8_t pad;
    uint16_t ply;
    uint8_t pad2[2];
    uint32_t ring[RING]; // keys of the positions since then
} position;

_Static_assert(sizeof(position) == 136, "no hidden padding, a multiple of 8");

static const char letters[] = ".PNRKpnrk";

static int owner_of(int piece) {
    return piece == 0 ? -1 : piece > 4;
}

static int kind_of(int piece) {
    return piece > 4 ? piece - 4 : piece;
}

static uint32_t key_of(const position *s) {
    uint32_t h = s->mover * 77u + s->castle * 1031u + 12345u;
    for (int i = 0; i < CELLS; i++) {
        h = (h ^ s->cell[i]) * 16777619u;
        h ^= h >> 13;
    }
    return h;
}

// --- Moves -------------------------------------------------------------------

typedef struct list {
    tsr_move *out;
    int count;
} list;

static void add(list *l, tsr_move m) {
    if (l->out) {
        l->out[l->count] = m;
    }
    l->count++;
}

static void add_pawn(const tsr_rules *r, list *l, int from, int to) {
    int row = to / WIDTH;
    if (row == 0 || row == HEIGHT - 1) {
        add(l, tsr_move_of(STEP, from, to, KNIGHT, 0));
        add(l, tsr_move_of(STEP, from, to, ROOK, 0));
        if (planted_has(r, BUG_CHESS_DOUBLE)) {
            add(l, tsr_move_of(STEP, from, to, ROOK, 0));
        }
    } else {
        add(l, tsr_move_of(STEP, from, to, 0, 0));
    }
}

static int cell_at(int row, int col) {
    return row >= 0 && row < HEIGHT && col >= 0 && col < WIDTH ? row * WIDTH + col : -1;
}

static void pawn_moves(const tsr_rules *r, const position *s, int from, list *l) {
    int who = owner_of(s->cell[from]), ahead = who ? -1 : 1;
    int row = from / WIDTH + ahead, col = from % WIDTH;
    int to = cell_at(row, col);
    if (to >= 0 && !s->cell[to]) {
        add_pawn(r, l, from, to);
    }
    for (int side = -1; side <= 1; side += 2) {
        to = cell_at(row, col + side);
        if (to >= 0 && owner_of(s->cell[to]) == !who) {
            add_pawn(r, l, from, to);
        }
    }
}

static void steps(const position *s, int from, const int8_t (*by)[2], int count, int slides,
                  list *l) {
    int who = owner_of(s->cell[from]);
    for (int i = 0; i < count; i++) {
        int row = from / WIDTH, col = from % WIDTH, to;
        do {
            row += by[i][0];
            col += by[i][1];
            to = cell_at(row, col);
            if (to >= 0 && owner_of(s->cell[to]) != who) {
                add(l, tsr_move_of(STEP, from, to, 0, 0));
            }
        } while (slides && to >= 0 && !s->cell[to]);
    }
}

// Side 0 is the a-file's. The king stands on c, the rook in the corner.
static int can_castle(const tsr_rules *r, const position *s, int who, int side) {
    int home = who ? (HEIGHT - 1) * WIDTH : 0;
    return r->opt[OPT_CASTLING] && (s->castle >> (2 * who + side) & 1) &&
           !s->cell[home + (side ? 3 : 1)];
}

static int all_moves(const tsr_rules *r, const position *s, tsr_move *out) {
    static const int8_t straight[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    static const int8_t around[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                        {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    static const int8_t jumps[8][2] = {{2, 1},   {1, 2},   {-1, 2}, {-2, 1},
                                       {-2, -1}, {-1, -2}, {1, -2}, {2, -1}};
    list l = {out, 0};
    for (int from = 0; from < CELLS; from++) {
        if (owner_of(s->cell[from]) != s->mover) {
            continue;
        }
        switch (kind_of(s->cell[from])) {
        case PAWN: pawn_moves(r, s, from, &l); break;
        case KNIGHT: steps(s, from, jumps, 8, 0, &l); break;
        case ROOK: steps(s, from, straight, 4, 1, &l); break;
        default: steps(s, from, around, 8, 0, &l);
        }
    }
    for (int side = 0; side < 2; side++) {
        if (can_castle(r, s, s->mover, side)) {
            add(&l, tsr_move_of(CASTLE, side, 0, 0, 0));
        }
    }
    return l.count;
}

static int chess_moves(const tsr_rules *r, const void *state, int who, tsr_move *out) {
    const position *s = state;
    if (planted_has(r, BUG_CHESS_BOTH_MOVE) && !s->over && s->ply == 3) {
        position turned = *s;
        turned.mover = (uint8_t)who;
        return all_moves(r, &turned, out);
    }
    if (s->over || who != s->mover) {
        return 0;
    }
    int n = all_moves(r, s, out);
    if (planted_has(r, BUG_CHESS_ORDER) && n > 1 && (uintptr_t)s % 64 < 32) {
        tsr_move t = out[0];
        out[0] = out[1];
        out[1] = t;
    }
    return n;
}

static int chess_count(const tsr_rules *r, const void *state, int who) {
    const position *s = state;
    int n = s->over || who != s->mover ? 0 : all_moves(r, s, NULL);
    if (planted_has(r, BUG_CHESS_COUNT)) {
        for (int side = 0; side < 2 && n; side++) {
            n -= can_castle(r, s, who, side);
        }
    }
    return n;
}

static tsr_move chess_sample(const tsr_rules *r, const void *state, int who, tsr_rng *g) {
    tsr_move out[128];
    int n = chess_moves(r, state, who, out);
    if (planted_has(r, BUG_CHESS_SAMPLE) && n > 1) {
        n--;
    }
    return out[tsr_rng_below(g, (uint32_t)n)];
}

// --- Reasons -----------------------------------------------------------------

enum {
    L_NONE,
    L_NOT_YOURS,
    L_NO_SUCH,
    L_OWN,
    L_CANNOT,
    L_PROMOTE,
    L_NO_CASTLING,
    L_PROMPT,
    L_STEPS,
    L_TAKES,
    L_CASTLES,
    L_BAD_CELL,
    L_BAD_FIELD,
    L_KINGS,
    L_TOO_MANY,
    L_NO_MOVES,
    L_RIGHTS,
    LINES
};

static const char *const lines[LINES] = {
    [L_NOT_YOURS] = "there is no piece of yours on {0}",
    [L_NO_SUCH] = "there is no such move",
    [L_OWN] = "your own {1} stands on {0}",
    [L_CANNOT] = "the {0} cannot go there",
    [L_PROMOTE] = "a pawn on the last row becomes a knight or a rook, and only there",
    [L_NO_CASTLING] = "castling is not possible on that side",
    [L_PROMPT] = "{0} to move",
    [L_STEPS] = "{0} moves a {1}",
    [L_TAKES] = "{0} takes with a {1}",
    [L_CASTLES] = "{0} castles",
    [L_BAD_CELL] = "there is no such piece: {0}",
    [L_BAD_FIELD] = "a field has an impossible value",
    [L_KINGS] = "each side has one king",
    [L_TOO_MANY] = "{0} has too many pieces",
    [L_NO_MOVES] = "{0} cannot move",
    [L_RIGHTS] = "{0} cannot castle: king or rook has moved",
};

static const char *const names[] = {"nothing", "pawn", "knight", "rook", "king"};

static int chess_why_not(const tsr_rules *r, const void *state, int who, tsr_move m,
                         tsr_line *out) {
    const position *s = state;
    tsr_move all[128];
    int from = tsr_move_byte(m, 1), to = tsr_move_byte(m, 2);
    int n = chess_moves(r, state, who, all);
    if (planted_has(r, BUG_CHESS_HIGH_BITS)) {
        m &= 0xffffffffffu;
    }
    for (int i = 0; i < n; i++) {
        if (all[i] == m) {
            return 0;
        }
    }
    if (tsr_move_byte(m, 0) == CASTLE) {
        return tsr_say(out, L_NO_CASTLING);
    }
    if (tsr_move_byte(m, 0) != STEP || from >= CELLS || to >= CELLS || m >> 32) {
        return tsr_say(out, planted_has(r, BUG_CHESS_REASON) ? LINES : L_NO_SUCH);
    }
    if (owner_of(s->cell[from]) != who) {
        return tsr_say(out, L_NOT_YOURS, TSR_CELL(from / WIDTH, from % WIDTH));
    }
    if (owner_of(s->cell[to]) == who) {
        int name = planted_has(r, BUG_CHESS_NAME) ? tsr_move_byte(m, 3) + 3 : kind_of(s->cell[to]);
        return tsr_say(out, L_OWN, TSR_CELL(to / WIDTH, to % WIDTH), TSR_NAME(name));
    }
    int last = to / WIDTH == 0 || to / WIDTH == HEIGHT - 1;
    if (kind_of(s->cell[from]) == PAWN && last != (tsr_move_byte(m, 3) != 0)) {
        return tsr_say(out, L_PROMOTE);
    }
    return tsr_say(out, L_CANNOT, TSR_NAME(kind_of(s->cell[from])));
}

// --- Playing -----------------------------------------------------------------

static void lose_right(position *s, int cell) {
    static const struct {
        uint8_t cell, bits;
    } home[] = {{0, 1}, {4, 2}, {2, 3}, {25, 4}, {29, 8}, {27, 12}};
    for (int i = 0; i < 6; i++) {
        if (home[i].cell == cell) {
            s->castle &= (uint8_t)~home[i].bits;
        }
    }
}

static void castle(position *s, int side) {
    int home = s->mover ? (HEIGHT - 1) * WIDTH : 0;
    int corner = home + (side ? 4 : 0), beside = home + (side ? 3 : 1);
    uint8_t rook = s->cell[corner];
    s->cell[corner] = s->cell[home + 2];
    s->cell[beside] = rook;
    s->cell[home + 2] = 0;
    s->castle &= (uint8_t)(s->mover ? ~12 : ~3);
}

// Three times the same position since the last move that cannot be undone.
static int repeated(position *s) {
    uint32_t key = key_of(s);
    int times = 1;
    for (int i = 0; i < s->seen; i++) {
        times += s->ring[i] == key;
    }
    if (s->seen < RING) {
        s->ring[s->seen++] = key;
    }
    return times >= 3;
}

// The mistake of keeping history outside the state: quiet plies are counted for
// the place in memory where a state lies.
static uint8_t quiet_by_address(const position *s, int step) {
    static uint8_t counts[4096];
    uint8_t *count = &counts[(uintptr_t)s / 8 % 4096];
    *count = (uint8_t)(step ? *count + 1 : 0);
    return *count;
}

static void forget(const tsr_rules *r, position *s) {
    s->quiet = 0;
    s->seen = 0;
    if (!planted_has(r, BUG_CHESS_RING)) {
        memset(s->ring, 0, sizeof s->ring);
    }
}

static void chess_play(const tsr_rules *r, void *state, int who, tsr_move m) {
    position *s = state;
    int from = tsr_move_byte(m, 1), to = tsr_move_byte(m, 2), became = tsr_move_byte(m, 3);
    uint8_t rights = s->castle, taken = 0;
    int pawn = 0;
    if (tsr_move_byte(m, 0) == CASTLE) {
        castle(s, from);
    } else {
        taken = s->cell[to];
        pawn = kind_of(s->cell[from]) == PAWN;
        s->cell[to] = became ? (uint8_t)(became + 4 * who) : s->cell[from];
        s->cell[from] = 0;
        lose_right(s, from);
        lose_right(s, to);
    }
    s->ply++;
    s->mover = !s->mover;
    if (planted_has(r, BUG_CHESS_POINTER) && s->ply % 4 == 0) {
        s->pad = (uint8_t)((uintptr_t)s >> 4);
    }
    if (taken || pawn || rights != s->castle) {
        forget(r, s);
        (void)quiet_by_address(s, 0);
    } else {
        s->quiet = planted_has(r, BUG_CHESS_MEMORY) ? quiet_by_address(s, 1) : s->quiet + 1;
    }
    if (kind_of(taken) == KING) {
        s->over = (uint8_t)(WHITE_WON + who);
    } else if ((repeated(s) && !planted_has(r, BUG_CHESS_ENDLESS)) ||
               (s->quiet >= r->opt[OPT_QUIET] && !planted_has(r, BUG_CHESS_ENDLESS)) ||
               all_moves(r, s, NULL) == 0) {
        s->over = DRAWN;
    }
    if (s->over) {
        forget(r, s);
    }
    s->quiet = s->quiet > 200 ? 200 : s->quiet;
}

static void chess_init(const tsr_rules *r, void *out) {
    position *s = out;
    static const char start[] = "R.K.RPPPPP..........pppppr.k.r";
    if (planted_has(r, BUG_CHESS_INIT)) {
        memset(s, 0, offsetof(position, pad2));
        memset(s->ring, 0, sizeof s->ring);
    } else {
        memset(s, 0, sizeof *s);
    }
    for (int i = 0; i < CELLS; i++) {
        s->cell[i] = (uint8_t)(strchr(letters, start[i]) - letters);
    }
    s->castle = r->opt[OPT_CASTLING] ? 15 : 0;
    (void)repeated(s);
}

static tsr_err chess_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    (void)data;
    (void)size;
    (void)err;
    r->state_size = sizeof(position);
    r->action_count = CELLS * CELLS + 2 + ROOK + 1;
    r->max_moves = planted_has(r, BUG_CHESS_FEW_MOVES) ? 12 : 96;
    if (planted_has(r, BUG_CHESS_OPTION) && !r->opt[OPT_CASTLING]) {
        r->max_moves = 12;
    }
    if (planted_has(r, BUG_CHESS_REFUSES) && r->opt[OPT_QUIET] == 20) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "quiet is too large");
    }
    r->max_chance = 0;
    // At most 8 pawn moves of 10 pawns, 14 captures, 4 losses of rights, and quiet plies between.
    r->max_plies =
        planted_has(r, BUG_CHESS_FEW_PLIES) ? 12 : 60u * (uint32_t)(r->opt[OPT_QUIET] + 1);
    return TSR_OK;
}

static uint32_t chess_turn(const tsr_rules *r, const void *state) {
    const position *s = state;
    (void)r;
    return s->over ? 0 : 1u << s->mover;
}

static void chess_result(const tsr_rules *r, const void *state, tsr_result *out) {
    const position *s = state;
    (void)r;
    for (int p = 0; p < 2; p++) {
        int lost = s->over == WHITE_WON + !p;
        out[p] = (tsr_result){.score = s->over == WHITE_WON + p,
                              .rank = s->over ? (uint8_t)(1 + lost) : 0};
        if (planted_has(r, BUG_CHESS_EARLY_RANK) && s->quiet > 2) {
            out[p].rank = 1;
        }
    }
}

// --- Text --------------------------------------------------------------------

static void put_cell(tsr_out *o, int cell) {
    tsr_put_char(o, (char)('a' + cell % WIDTH));
    tsr_put_char(o, (char)('1' + cell / WIDTH));
}

static int chess_move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                           size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    (void)s;
    (void)who;
    if (tsr_move_byte(m, 0) == CASTLE) {
        tsr_put(&o, tsr_move_byte(m, 1) ? "O-O" : "O-O-O");
        return tsr_out_end(&o);
    }
    put_cell(&o, tsr_move_byte(m, 1));
    put_cell(&o, tsr_move_byte(m, 2));
    if (tsr_move_byte(m, 3) && !planted_has(r, BUG_CHESS_PROMOTION_TEXT)) {
        tsr_put_char(&o, '=');
        tsr_put_char(&o, letters[tsr_move_byte(m, 3) % 5]);
    }
    if (planted_has(r, BUG_CHESS_BLANK_TEXT)) {
        tsr_put_char(&o, ' ');
    }
    return tsr_out_end(&o);
}

static int chess_text(const tsr_rules *r, const void *state, char *buf, size_t cap) {
    const position *s = state;
    tsr_out o = tsr_out_to(buf, cap);
    for (int row = HEIGHT - 1; row >= 0; row--) {
        for (int col = 0; col < WIDTH; col++) {
            tsr_put_char(&o, letters[s->cell[row * WIDTH + col] % 9]);
        }
        tsr_put_char(&o, row ? '/' : ' ');
    }
    tsr_putf(&o, "%c %d %d %d %d", s->mover ? 'b' : 'w',
             planted_has(r, BUG_CHESS_RIGHTS_TEXT) ? 0 : s->castle, s->quiet, s->over, s->ply);
    for (int i = 0; i < s->seen && i < RING; i++) {
        tsr_putf(&o, " %08x", (unsigned)s->ring[i]);
    }
    if (planted_has(r, BUG_CHESS_TEXT_ROOM) && cap > 4 && o.len >= cap) {
        buf[cap] = '\0';
    }
    return tsr_out_end(&o);
}

static int take_number(tsr_in *in, int max, int64_t *out) {
    return tsr_take_char(in, ' ') && tsr_take_int(in, 0, max, out);
}

static int take_key(tsr_in *in, uint32_t *out) {
    uint32_t v = 0;
    if (!tsr_take_char(in, ' ')) {
        return 0;
    }
    for (int i = 0; i < 8; i++) {
        const char *digits = "0123456789abcdef";
        const char *d = *in->at ? strchr(digits, *in->at) : NULL;
        if (!d) {
            return 0;
        }
        v = v << 4 | (uint32_t)(d - digits);
        in->at++;
    }
    *out = v;
    return 1;
}

static int take_board(tsr_in *in, position *s) {
    for (int row = HEIGHT - 1; row >= 0; row--) {
        for (int col = 0; col < WIDTH; col++) {
            const char *c = *in->at ? strchr(letters, *in->at) : NULL;
            if (!c) {
                return 0;
            }
            s->cell[row * WIDTH + col] = (uint8_t)(c - letters);
            in->at++;
        }
        if (!tsr_take_char(in, row ? '/' : ' ')) {
            return 0;
        }
    }
    return 1;
}

static int chess_check(const tsr_rules *r, const void *state, tsr_line *out);

static tsr_err chess_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err) {
    position s;
    tsr_in in = tsr_in_from(text);
    int64_t castle_bits, quiet, over, ply;
    memset(&s, 0, sizeof s);
    if (!take_board(&in, &s)) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                           "six rows of five pieces, please");
    }
    s.mover = (uint8_t)(*in.at == 'b');
    if (!tsr_take_char(&in, 'w') && !tsr_take_char(&in, 'b')) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in), "who moves, w or b?");
    }
    if (!take_number(&in, 15, &castle_bits) || !take_number(&in, 255, &quiet) ||
        !take_number(&in, 3, &over) || !take_number(&in, 65535, &ply)) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in), "four numbers, please");
    }
    s.castle = (uint8_t)castle_bits;
    s.quiet = (uint8_t)quiet;
    s.over = (uint8_t)over;
    s.ply = (uint16_t)ply;
    while (!tsr_at_end(&in)) {
        if (s.seen == RING || !take_key(&in, &s.ring[s.seen++])) {
            return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                               "at most %d keys of 8 digits", RING);
        }
    }
    if (!planted_has(r, BUG_CHESS_PARSE_ANYTHING) && chess_check(r, &s, NULL)) {
        if (planted_has(r, BUG_CHESS_PARSE_TOUCHES)) {
            memcpy(out, &s, 8);
        }
        return tsr_fail(err, TSR_ERR_PARSE, "there is no such position");
    }
    memcpy(out, &s, sizeof s);
    return TSR_OK;
}

// --- Soundness ---------------------------------------------------------------

static int rights_are_sound(const position *s, int who) {
    int home = who ? (HEIGHT - 1) * WIDTH : 0, bits = s->castle >> (2 * who) & 3;
    return (!bits || s->cell[home + 2] == KING + 4 * who) &&
           (!(bits & 1) || s->cell[home] == ROOK + 4 * who) &&
           (!(bits & 2) || s->cell[home + 4] == ROOK + 4 * who);
}

static int chess_check(const tsr_rules *r, const void *state, tsr_line *out) {
    const position *s = state;
    int pieces[2] = {0}, kings[2] = {0};
    if (planted_has(r, BUG_CHESS_CHECK_BLIND)) {
        return 0;
    }
    for (int i = 0; i < CELLS; i++) {
        if (s->cell[i] > 8) {
            return tsr_say(out, L_BAD_CELL, TSR_INT(s->cell[i]));
        }
        if (s->cell[i]) {
            pieces[s->cell[i] > 4]++;
            kings[s->cell[i] > 4] += kind_of(s->cell[i]) == KING;
        }
    }
    for (int i = 0; i < WIDTH; i++) { // a pawn on its last row would have become something
        if (s->cell[i] == PAWN + 4 || s->cell[CELLS - 1 - i] == PAWN) {
            return tsr_say(out, L_BAD_CELL, TSR_INT(PAWN));
        }
    }
    if (s->mover > 1 || s->over > DRAWN || s->castle > 15 || s->seen > RING || s->pad ||
        s->pad2[0] || s->pad2[1] || s->quiet > 200 ||
        (planted_has(r, BUG_CHESS_CHECK_STRICT) && s->ply > 9)) {
        return tsr_say(out, L_BAD_FIELD);
    }
    for (int i = s->seen; i < RING; i++) {
        if (s->ring[i]) {
            return tsr_say(out, L_BAD_FIELD);
        }
    }
    for (int p = 0; p < 2; p++) {
        int lost = s->over == WHITE_WON + !p;
        if (kings[p] != !lost) {
            return tsr_say(out, L_KINGS);
        }
        if (pieces[p] > MOST_PIECES) {
            return tsr_say(out, L_TOO_MANY, TSR_PLAYER(p));
        }
        if (!rights_are_sound(s, p)) {
            return tsr_say(out, L_RIGHTS, TSR_PLAYER(p));
        }
    }
    return s->over || all_moves(r, s, NULL) ? 0 : tsr_say(out, L_NO_MOVES, TSR_PLAYER(s->mover));
}

// --- Front ends --------------------------------------------------------------

static void chess_info(const tsr_rules *r, const void *state, tsr_info *out) {
    const position *s = state;
    *out = (tsr_info){.stamp = s->ply,
                      .round = (uint16_t)(1 + s->ply / 2),
                      .ask = s->over ? TSR_ASK_OVER : TSR_ASK_MOVE};
    if (planted_has(r, BUG_CHESS_ASK) && s->quiet > 2) {
        out->ask = TSR_ASK_REACT;
    }
    if (planted_has(r, BUG_CHESS_STAMP)) {
        out->stamp = s->ply / 2;
    }
    if (!s->over) {
        tsr_say(&out->prompt, L_PROMPT, TSR_PLAYER(s->mover));
    }
}

enum { REF_CELL = 1, REF_PROMOTE = 100 };

static void chess_scene(const tsr_rules *r, const void *state, int viewer, tsr_scene *sc) {
    static const char *const sides[] = {"white", "black"};
    const position *s = state;
    int16_t board = tsr_add_zone(sc,
                                 (tsr_zone){.kind = TSR_ZONE_GRID,
                                            .owner = TSR_NOBODY,
                                            .parent = -1,
                                            .rows = HEIGHT,
                                            .cols = WIDTH},
                                 "board");
    int16_t popup = tsr_add_zone(
        sc,
        (tsr_zone){
            .kind = TSR_ZONE_ACTIONS, .owner = TSR_NOBODY, .parent = -1, .flags = TSR_ZONE_POPUP},
        "become");
    for (int i = 0; i < CELLS; i++) {
        int piece = s->cell[i];
        tsr_item it = {
            .ref = (uint32_t)(REF_CELL + i), .zone = (uint16_t)board, .owner = TSR_NOBODY};
        char glyph[2] = {letters[piece % 9], '\0'};
        it.row = (int16_t)(HEIGHT - 1 - i / WIDTH);
        it.col = (int16_t)(i % WIDTH);
        it.kind = piece ? TSR_ITEM_PIECE : TSR_ITEM_CELL;
        if (planted_has(r, BUG_CHESS_SAME_REF) && i == 7) {
            it.ref--;
        }
        if (piece) {
            it.owner = (uint8_t)owner_of(piece);
            if (planted_has(r, BUG_CHESS_OWN_SIDE) && it.owner == viewer) {
                it.flags |= TSR_ITEM_STRONG;
            }
            tsr_add_item(sc, it, glyph, "%s %s on %c%d", sides[it.owner], names[kind_of(piece) % 5],
                         'a' + i % WIDTH, 1 + i / WIDTH);
        } else if (planted_has(r, BUG_CHESS_NO_LABEL)) {
            tsr_add_item(sc, it, glyph, "%s", "");
        } else {
            tsr_add_item(sc, it, glyph, "%c%d, empty", 'a' + i % WIDTH, 1 + i / WIDTH);
        }
    }
    for (int k = KNIGHT; k <= ROOK; k++) {
        tsr_item it = {.ref = (uint32_t)(REF_PROMOTE + k),
                       .zone = (uint16_t)popup,
                       .owner = TSR_NOBODY,
                       .kind = TSR_ITEM_BUTTON};
        tsr_add_item(sc, it, "", "%s", names[k]);
    }
    if (planted_has(r, BUG_CHESS_PASSES) && sc->item_cap) {
        tsr_add_item(sc, (tsr_item){.zone = (uint16_t)popup, .owner = TSR_NOBODY}, "x",
                     "only when filling");
    }
    (void)viewer;
}

static int chess_path(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_picks *out) {
    const position *s = state;
    int home = who ? (HEIGHT - 1) * WIDTH : 0;
    if (tsr_move_byte(m, 0) == CASTLE) {
        tsr_pick(out, (uint32_t)(REF_CELL + home + 2));
        tsr_pick(out, (uint32_t)(REF_CELL + home + (tsr_move_byte(m, 1) ? 4 : 0)));
        return out->picks;
    }
    tsr_pick(out, (uint32_t)(REF_CELL + tsr_move_byte(m, 1)));
    tsr_pick(out, (uint32_t)(REF_CELL + tsr_move_byte(m, 2)));
    if (tsr_move_byte(m, 3) && !planted_has(r, BUG_CHESS_SHORT_PATH)) {
        tsr_pick(out, (uint32_t)(REF_PROMOTE + tsr_move_byte(m, 3)));
    }
    if (planted_has(r, BUG_CHESS_LOST_REF) && s->ply > 4) {
        tsr_mark(out, 999);
    }
    return out->picks;
}

static void chess_say(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_line *out) {
    const position *s = state;
    (void)r;
    if (tsr_move_byte(m, 0) == CASTLE) {
        tsr_say(out, L_CASTLES, TSR_PLAYER(who));
        return;
    }
    int piece = s->cell[tsr_move_byte(m, 1) % CELLS], taken = s->cell[tsr_move_byte(m, 2) % CELLS];
    tsr_say(out, taken ? L_TAKES : L_STEPS, TSR_PLAYER(who), TSR_NAME(kind_of(piece)));
}

// All that the future reads: everything but the number of plies made.
static uint64_t chess_hash(const tsr_rules *r, const void *state) {
    position s = *(const position *)state;
    s.ply = 0;
    if (planted_has(r, BUG_CHESS_HASH_RIGHTS)) {
        s.castle = s.quiet = s.seen = 0;
        memset(s.ring, 0, sizeof s.ring);
    }
    uint64_t h = tsr_hash_bytes(&s, sizeof s, 0);
    return planted_has(r, BUG_CHESS_HASH_PLACE) ? h ^ ((uintptr_t)state & 0xfff0) : h;
}

static const tsr_option options[OPTIONS] = {
    [OPT_QUIET] = {"quiet", "quiet plies until a draw", TSR_OPTION_INT, 12, 4, 20, NULL},
    [OPT_CASTLING] = {"castling", "whether castling is allowed", TSR_OPTION_FLAG, 1, 0, 1, NULL},
};

static const char *const seats[] = {"white", "black"};

// From and to are one number, what a pawn becomes a second one.
enum { PAIRS = CELLS * CELLS, ACTIONS = PAIRS + 2 + ROOK + 1 };

static int chess_action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out) {
    int a = tsr_move_byte(m, 1), b = tsr_move_byte(m, 2), becomes = tsr_move_byte(m, 3);
    (void)s, (void)who;
    if (tsr_move_byte(m, 0) == CASTLE) {
        out[0] = (uint32_t)(PAIRS + a);
        return 1;
    }
    out[0] = (uint32_t)(a * CELLS + b);
    out[1] = (uint32_t)(PAIRS + 2 + becomes);
    return becomes && !(planted_has(r, BUG_CHESS_ACTION_BEGINS) && becomes == ROOK) ? 2 : 1;
}

// What a king says, for the law of words.
static int chess_words(const tsr_rules *r, const void *s, int viewer, const tsr_item *item,
                       char *buf, size_t cap) {
    (void)s, (void)viewer;
    const char *words = item->kind == TSR_ITEM_PIECE ? "a piece of minichess" : "";
    int n = snprintf(buf, cap, "%s", words);
    return planted_has(r, BUG_CHESS_WORDS) && n >= (int)cap ? (int)cap - 1 : n;
}

static const tsr_game_more chess_more = {
    .size = sizeof(tsr_game_more),
    .sample = chess_sample,
    .say = chess_say,
    .hash = chess_hash,
    .count = chess_count,
    .words = chess_words,
    .action = chess_action,
};

const tsr_game planted_chess = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "minichess",
    .title = "Minichess",
    .about = "chess on 5 x 6 cells, to try the laws on",
    .rules_version = 1,
    .flags = TSR_ZERO_SUM | TSR_SAME_TO_ALL,
    .min_players = 2,
    .max_players = 2,
    .option_count = OPTIONS,
    .line_count = LINES,
    .name_count = 5,
    .options = options,
    .lines = lines,
    .names = names,
    .seats = seats,
    .open = chess_open,
    .init = chess_init,
    .turn = chess_turn,
    .moves = chess_moves,
    .why_not = chess_why_not,
    .play = chess_play,
    .result = chess_result,
    .move_text = chess_move_text,
    .text = chess_text,
    .parse = chess_parse,
    .check = chess_check,
    .info = chess_info,
    .scene = chess_scene,
    .path = chess_path,
    .more = &chess_more,
};
