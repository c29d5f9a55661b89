// SPDX-License-Identifier: MIT
//
// Chess at the limit, with castling, taking in passing, promotion, mate, stalemate,
// threefold repetition, the fifty-move rule, and a draw when nobody has the pieces to
// mate; perft knows no draws. Random play draws among all moves that obey the ways of
// the pieces and draws again when the king would be left in check: one in ten draws is
// wasted, and none has to be proved legal beforehand.
#include "limits/limits.h"

#include "limits/bits.h"
#include "limits/chess_board.h"

enum { QUIET_END = 100 }; // plies without a capture or a pawn's move

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

// A game in play. `quiet` plies ago came the last capture or pawn's move, `since` plies
// ago the last move that no later position can undo. `keys` name the positions since
// then; they are relative, the first being zero.
typedef struct game {
    chess_position now;
    uint32_t quiet, since;
    uint64_t keys[QUIET_END + 1];
} game;

// --- Positions in words --------------------------------------------------------------

static void place(chess_position *p, char letter, int cell) {
    static const char kinds[] = "pnbrqk";
    const uint64_t bit = CHESS_BIT(cell);
    const int white = letter < 'a';
    const char low = (char)(white ? letter - 'A' + 'a' : letter);
    const int kind = (int)(strchr(kinds, low) - kinds);
    p->own[white ? CHESS_WHITE : CHESS_BLACK] |= bit;
    p->pawns |= kind == CHESS_PAWN ? bit : 0;
    p->knights |= kind == CHESS_KNIGHT ? bit : 0;
    p->diagonals |= kind == CHESS_BISHOP || kind == CHESS_QUEEN ? bit : 0;
    p->straights |= kind == CHESS_ROOK || kind == CHESS_QUEEN ? bit : 0;
    p->kings |= kind == CHESS_KING ? bit : 0;
}

static const char *read_board(chess_position *p, const char *fen) {
    for (int row = 7, column = 0; *fen != ' '; fen++) {
        if (*fen == '/') {
            row--;
            column = 0;
        } else if (*fen < '9') {
            column += *fen - '0';
        } else {
            place(p, *fen, 8 * row + column++);
        }
    }
    return fen;
}

// Reads a position; returns who is to move.
static int read_fen(chess_position *p, const char *fen) {
    static const char letters[] = "QKqk";
    static const int rooks[] = {0, 7, 56, 63};
    memset(p, 0, sizeof *p);
    fen = read_board(p, fen);
    const int me = fen[1] == 'w' ? CHESS_WHITE : CHESS_BLACK;
    for (fen += 3; *fen != ' '; fen++) {
        const char *found = *fen == '-' ? NULL : strchr(letters, *fen);
        if (found) {
            p->castles |=
                CHESS_BIT(rooks[found - letters]) | CHESS_BIT(found - letters < 2 ? 4 : 60);
        }
    }
    if (fen[1] != '-') p->passed = CHESS_BIT(8 * (fen[2] - '1') + fen[1] - 'a');
    return me;
}

// --- Playing -------------------------------------------------------------------------

enum { GOES_ON, STUCK, DRAWN };

// Takes one of the moves away at random, if any is left; what it was stays in `to`.
LIMIT_INLINE const chess_entry *draw(chess_moves *m, limit_dice *d, uint32_t bits, int *to) {
    uint32_t n = dice_below(d, bits, m->total);
    chess_entry *e = m->entry;
    for (; n >= bits_total(e->census); e++) {
        n -= bits_total(e->census);
    }
    *to = bits_first(bits_nth(e->to, e->census, n));
    return e;
}

// Out of line, for one draw in ten: takes a move away that has proved illegal.
LIMIT_RARE void drop(chess_moves *m, const chess_entry *drawn, int to) {
    chess_entry *e = &m->entry[drawn - m->entry];
    e->to &= ~CHESS_BIT(to);
    e->census = bits_census_of(e->to);
    m->total--;
}

// A right to take in passing makes a position another one, but only if it can be used.
LIMIT_RARE uint64_t first_key(const chess_tables *t, const chess_position *p, int next) {
    chess_moves m = {0, 0, {{0}}};
    chess_find_passing(t, p, &m, next, 0);
    return m.total > 0;
}

LIMIT_INLINE int seen_twice(const game *g) {
    const uint64_t key = g->keys[g->since];
    uint32_t seen = 0;
    for (int i = (int)g->since - 4; i >= 0; i -= 2) {
        seen += g->keys[i] == key;
    }
    return seen >= 2;
}

// Can nobody mate any more? One knight or bishop is not enough, nor are any number of
// bishops that all stand on cells of one colour.
LIMIT_INLINE int is_dead(const chess_position *p) {
    if (LIMIT_LIKELY(p->pawns | p->straights)) return 0;
    const uint64_t light = 0x55aa55aa55aa55aau, bishops = p->diagonals;
    return bits_count(p->own[0] | p->own[1]) <= 3 ||
           (!p->knights && (!(bishops & light) || !(bishops & ~light)));
}

// Keeps the counters and the keys; true if the game is drawn.
LIMIT_INLINE int account(const chess_tables *t, game *g, const chess_position *before,
                         const chess_entry *e, int from, int to, int me) {
    const uint64_t enemy = before->own[!me];
    const int undone = (before->pawns & CHESS_BIT(from)) || (enemy & CHESS_BIT(to));
    g->quiet = undone ? 0 : g->quiet + 1;
    if (undone || before->castles != g->now.castles) {
        g->since = 0;
        g->keys[0] = g->now.passed ? first_key(t, &g->now, !me) : 0;
        return g->quiet >= QUIET_END || (undone && is_dead(&g->now));
    }
    const uint64_t *cells = t->key[me][e->kind];
    const uint64_t key = g->keys[g->since] ^ cells[from] ^ cells[to];
    g->keys[++g->since] = key;
    return g->quiet >= QUIET_END || seen_twice(g);
}

// Makes a random move of `me`, if there is a legal one.
LIMIT_INLINE int move_any(const chess_tables *t, game *g, limit_dice *d, int me) {
    const chess_position before = g->now;
    chess_moves m;
    chess_find(t, &before, &m, me, CHESS_QUICK);
    while (m.total > 0) {
        int to;
        const chess_entry *e = draw(&m, d, dice_fresh(d), &to);
        const int from = chess_from(e, to);
        chess_make(t, &before, &g->now, e, from, to, me);
        if (LIMIT_LIKELY(!chess_unsafe(t, &g->now, me))) {
            return account(t, g, &before, e, from, to, me) ? DRAWN : GOES_ON;
        }
        drop(&m, e, to);
    }
    g->now = before;
    return STUCK;
}

// A mate that falls on the last quiet move is still a mate.
LIMIT_RARE int mated(const chess_tables *t, const chess_position *p, int me) {
    chess_moves m;
    if (!chess_unsafe(t, p, me)) return 0;
    if (me == CHESS_WHITE) {
        chess_find(t, p, &m, CHESS_WHITE, CHESS_COUNT);
    } else {
        chess_find(t, p, &m, CHESS_BLACK, CHESS_COUNT);
    }
    return m.total == 0;
}

// Plays to the end; returns the moves made.
LIMIT_INLINE uint32_t play(const chess_tables *t, game *g, limit_dice *d, uint64_t *won) {
    for (uint32_t made = 0;; made += 2) {
        int end = move_any(t, g, d, CHESS_WHITE);
        if (end != GOES_ON) {
            *won += end == DRAWN && mated(t, &g->now, CHESS_BLACK);
            return made + (end == DRAWN);
        }
        end = move_any(t, g, d, CHESS_BLACK);
        if (end != GOES_ON) {
            *won += end == STUCK && chess_unsafe(t, &g->now, CHESS_BLACK);
            return made + 1 + (end == DRAWN);
        }
    }
}

uint64_t LIMIT_NAME(limit_chess_playouts)(uint64_t games, uint64_t seed, uint64_t *moves) {
    chess_tables t;
    chess_position start;
    game g;
    limit_dice d;
    uint64_t made = 0, won = 0;
    chess_fill(&t);
    (void)read_fen(&start, START);
    dice_init(&d, seed);
    for (uint64_t i = 0; i < games; i++) {
        g.now = start;
        g.quiet = g.since = 0;
        g.keys[0] = 0;
        made += play(&t, &g, &d, &won);
    }
    *moves = made;
    return won;
}

// --- Counting ------------------------------------------------------------------------

static uint64_t count_black(const chess_tables *t, const chess_position *p, int depth);
static uint64_t count_white(const chess_tables *t, const chess_position *p, int depth);

LIMIT_INLINE uint64_t count_for(const chess_tables *t, const chess_position *p, int me, int depth) {
    chess_moves m;
    uint64_t n = 0;
    if (depth == 1) {
        chess_find(t, p, &m, me, CHESS_COUNT);
        return m.total;
    }
    chess_find(t, p, &m, me, CHESS_LEGAL);
    for (uint32_t i = 0; i < m.count; i++) {
        const chess_entry *e = &m.entry[i];
        for (uint64_t set = e->to; set; set &= set - 1) {
            const int to = bits_first(set);
            chess_position next;
            chess_make(t, p, &next, e, chess_from(e, to), to, me);
            n += me == CHESS_WHITE ? count_black(t, &next, depth - 1)
                                   : count_white(t, &next, depth - 1);
        }
    }
    return n;
}

static uint64_t count_white(const chess_tables *t, const chess_position *p, int depth) {
    return count_for(t, p, CHESS_WHITE, depth);
}

static uint64_t count_black(const chess_tables *t, const chess_position *p, int depth) {
    return count_for(t, p, CHESS_BLACK, depth);
}

uint64_t LIMIT_NAME(limit_chess_perft_from)(const char *fen, int depth) {
    chess_tables t;
    chess_position p;
    chess_fill(&t);
    const int me = read_fen(&p, fen);
    if (depth <= 0) return 1;
    return me == CHESS_WHITE ? count_white(&t, &p, depth) : count_black(&t, &p, depth);
}

uint64_t LIMIT_NAME(limit_chess_perft)(int depth) {
    return LIMIT_NAME(limit_chess_perft_from)(START, depth);
}

// --- For tests -----------------------------------------------------------------------

static uint64_t name_of(const chess_position *p) {
    const uint64_t words[] = {p->own[0],    p->own[1], p->pawns,   p->knights, p->diagonals,
                              p->straights, p->kings,  p->castles, p->passed};
    uint64_t name = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        name = tsr_mix(name ^ words[i]);
    }
    return name;
}

// Makes one move, drawn by the seed `last`, and names what it leads to.
static uint64_t sample(const chess_tables *t, game *g, int me, uint64_t last, uint64_t *choices) {
    limit_dice d;
    dice_init(&d, last);
    *choices = me == CHESS_WHITE ? count_white(t, &g->now, 1) : count_black(t, &g->now, 1);
    const int end =
        me == CHESS_WHITE ? move_any(t, g, &d, CHESS_WHITE) : move_any(t, g, &d, CHESS_BLACK);
    return end == STUCK ? 0 : name_of(&g->now);
}

uint64_t LIMIT_NAME(limit_chess_sample_from)(const char *fen, uint64_t last, uint64_t *choices) {
    chess_tables t;
    game g = {.quiet = 0};
    chess_fill(&t);
    const int me = read_fen(&g.now, fen);
    return sample(&t, &g, me, last, choices);
}

uint64_t LIMIT_NAME(limit_chess_sample)(uint64_t seed, int plies, uint64_t last,
                                        uint64_t *choices) {
    chess_tables t;
    game g = {.quiet = 0};
    limit_dice d;
    chess_fill(&t);
    (void)read_fen(&g.now, START);
    dice_init(&d, seed);
    *choices = 0;
    for (int i = 0; i < plies; i++) {
        const int end =
            i & 1 ? move_any(&t, &g, &d, CHESS_BLACK) : move_any(&t, &g, &d, CHESS_WHITE);
        if (end != GOES_ON) return 0;
    }
    return sample(&t, &g, plies & 1 ? CHESS_BLACK : CHESS_WHITE, last, choices);
}
