// SPDX-License-Identifier: MIT
//
// English draughts at the limit: words of bits on the whole board, a1 at bit 0, of
// which only the dark cells are used. Steps and first jumps are four sets, one a
// direction. Only when a jump might go on are paths followed one by one.
#include "limits/limits.h"

#include "limits/bits.h"

enum { BLACK, WHITE };     // Black begins, at the bottom
enum { QUIET_END = 80 };   // plies without a capture or a man's move
enum { WAYS = 4, UP = 2 }; // the first two ways lead up the board; 3 - way leads back

#define FILE_A ((uint64_t)0x0101010101010101)
#define FILE_H (FILE_A << 7)
#define DARK   ((uint64_t)0xaa55aa55aa55aa55)
#define BLACKS (DARK & 0xffffff)
#define WHITES (DARK & ~(((uint64_t)1 << 40) - 1))
#define ENDS   ((uint64_t)0xff000000000000ff) // where a man that arrives is crowned

typedef struct board {
    uint64_t own[2], kings;
    uint32_t quiet, pad;
} board;

static const board start = {{BLACKS, WHITES}, 0, 0, 0};

// A move: `to` may be `from` when a king jumps round in a circle.
typedef struct turn {
    uint64_t from, to, taken;
} turn;

// The targets of all moves of one kind, steps or first jumps.
typedef struct targets {
    uint64_t way[WAYS];
} targets;

LIMIT_INLINE uint64_t step(uint64_t set, int way) {
    switch (way) {
    case 0: return (set & ~FILE_A) << 7;
    case 1: return (set & ~FILE_H) << 9;
    case 2: return (set & ~FILE_A) >> 9;
    default: return (set & ~FILE_H) >> 7;
    }
}

// Those of mine that may go this way: all go forward, kings also back.
LIMIT_INLINE uint64_t movers(const board *b, int way, int me) {
    return b->own[me] & ((way < UP) == (me == BLACK) ? ~(uint64_t)0 : b->kings);
}

LIMIT_INLINE targets look_steps(const board *b, int me) {
    const uint64_t empty = DARK & ~(b->own[0] | b->own[1]);
    targets t;
    LIMIT_UNROLL
    for (int way = 0; way < WAYS; way++) {
        t.way[way] = step(movers(b, way, me), way) & empty;
    }
    return t;
}

LIMIT_INLINE targets look_jumps(const board *b, int me) {
    const uint64_t empty = DARK & ~(b->own[0] | b->own[1]);
    targets t;
    LIMIT_UNROLL
    for (int way = 0; way < WAYS; way++) {
        t.way[way] = step(step(movers(b, way, me), way) & b->own[!me], way) & empty;
    }
    return t;
}

LIMIT_INLINE uint64_t any(const targets *t) {
    return t->way[0] | t->way[1] | t->way[2] | t->way[3];
}

// Might a jump go on from where it landed? The cell it began on may be empty by then.
// This may be wrong only when it says yes: a man that lands where a king does is
// taken for one.
LIMIT_INLINE int may_go_on(const board *b, const targets *t, int me) {
    const uint64_t enemy = b->own[!me], open = DARK & ~enemy, kings = b->kings & b->own[me];
    const uint64_t landed = any(t);
    uint64_t by_kings = 0, hops = 0;
    LIMIT_UNROLL
    for (int way = 0; way < WAYS; way++) {
        by_kings |= t->way[way] & step(step(kings, way), way);
    }
    LIMIT_UNROLL
    for (int way = 0; way < WAYS; way++) {
        const uint64_t from = (way < UP) == (me == BLACK) ? landed : by_kings;
        hops |= step(step(from, way) & enemy, way) & open;
    }
    return hops != 0;
}

// Those of mine that can jump.
LIMIT_INLINE uint64_t jumpers(const targets *t) {
    uint64_t set = 0;
    LIMIT_UNROLL
    for (int way = 0; way < WAYS; way++) {
        set |= step(step(t->way[way], WAYS - 1 - way), WAYS - 1 - way);
    }
    return set;
}

LIMIT_INLINE void make(board *b, const turn *t, int me) {
    const uint64_t king = b->kings & t->from;
    b->quiet = t->taken || !king ? 0 : b->quiet + 1;
    b->own[me] = (b->own[me] & ~t->from) | t->to;
    b->own[!me] &= ~t->taken;
    b->kings = (b->kings & ~(t->from | t->taken)) | (king ? t->to : t->to & ENDS);
}

// --- Jumps of several hops -----------------------------------------------------------

// What is done with every complete jump: `number` counts them, and the one it is to
// stop at is kept in `found`; or perft goes on below each.
typedef struct journey {
    const board *b;
    turn found;
    uint64_t number, stop; // stop: none, if beyond all
    uint64_t nodes;
    int me, depth; // depth 0: no perft
} journey;

static uint64_t count(const board *b, int me, int depth);

static void arrive(journey *j, const turn *t) {
    if (j->number++ == j->stop) j->found = *t;
    if (j->depth > 0) {
        board next = *j->b;
        make(&next, t, j->me);
        j->nodes += count(&next, !j->me, j->depth);
    }
}

// Follows one piece from t->to. Each path is a move of its own, even if two of them
// take the same men and end alike.
static void follow(journey *j, const turn *t) {
    const board *b = j->b;
    const uint64_t enemy = b->own[!j->me] & ~t->taken;
    const uint64_t empty = DARK & ~((b->own[j->me] & ~t->from) | enemy);
    const int king = (b->kings & t->from) != 0;
    int hops = 0;
    LIMIT_UNROLL
    for (int way = 0; way < WAYS; way++) {
        if (!king && (way < UP) != (j->me == BLACK)) continue;
        const uint64_t over = step(t->to, way) & enemy, to = step(over, way) & empty;
        if (to) {
            const turn next = {t->from, to, t->taken | over};
            follow(j, &next);
            hops++;
        }
    }
    if (hops == 0 && t->taken) arrive(j, t);
}

static void follow_all(journey *j, uint64_t set) {
    for (; set; set &= set - 1) {
        const uint64_t from = set & (0 - set);
        const turn t = {from, from, 0};
        follow(j, &t);
    }
}

LIMIT_RARE turn draw_journey(const board *b, limit_dice *d, uint32_t bits, uint64_t from, int me) {
    journey j = {.b = b, .stop = UINT64_MAX, .me = me};
    follow_all(&j, from);
    j.stop = dice_below(d, bits, (uint32_t)j.number);
    j.number = 0;
    follow_all(&j, from);
    return j.found;
}

// --- Playing -------------------------------------------------------------------------

enum { GOES_ON, STUCK, DRAWN };

// The move that leads to one target of a set: from one cell before it, or two.
LIMIT_INLINE turn turn_to(uint64_t to, int way, int jumps) {
    static const int8_t fars[WAYS] = {-7, -9, 9, 7};
    const int cell = bits_first(to), far = fars[way];
    return (turn){(uint64_t)1 << (cell + (jumps ? 2 * far : far)), to,
                  jumps ? (uint64_t)1 << (cell + far) : 0};
}

LIMIT_INLINE turn pick(const targets *t, limit_dice *d, uint32_t bits, int jumps) {
    bits_census census[WAYS];
    uint32_t total = 0;
    LIMIT_UNROLL
    for (int way = 0; way < WAYS; way++) {
        census[way] = bits_census_of(t->way[way]);
        total += bits_total(census[way]);
    }
    uint32_t n = dice_below(d, bits, total);
    int way = 0;
    for (; n >= bits_total(census[way]); way++) {
        n -= bits_total(census[way]);
    }
    return turn_to(bits_nth(t->way[way], census[way], n), way, jumps);
}

LIMIT_INLINE int move_any(board *b, limit_dice *d, uint32_t bits, int me) {
    targets t = look_jumps(b, me);
    const uint64_t landed = any(&t);
    turn drawn;
    if (landed && may_go_on(b, &t, me)) {
        drawn = draw_journey(b, d, bits, jumpers(&t), me);
    } else if (landed) {
        drawn = pick(&t, d, bits, 1);
    } else {
        t = look_steps(b, me);
        if (!any(&t)) return STUCK;
        drawn = pick(&t, d, bits, 0);
    }
    make(b, &drawn, me);
    return b->quiet >= QUIET_END ? DRAWN : GOES_ON;
}

LIMIT_INLINE int stuck(const board *b, int me) {
    const targets jumps = look_jumps(b, me), steps = look_steps(b, me);
    return !(any(&jumps) | any(&steps));
}

// Plays a whole game; returns its moves. Whoever is stuck loses, even on the last
// quiet move.
LIMIT_INLINE uint32_t play(limit_dice *d, uint64_t *won) {
    board b = start;
    for (uint32_t made = 0;; made += 2) {
        int end = move_any(&b, d, dice_fresh(d), BLACK);
        if (LIMIT_UNLIKELY(end != GOES_ON)) {
            *won += end == DRAWN && stuck(&b, WHITE);
            return made + (end == DRAWN);
        }
        end = move_any(&b, d, d->spare, WHITE);
        if (LIMIT_UNLIKELY(end != GOES_ON)) {
            *won += end == STUCK;
            return made + 1 + (end == DRAWN);
        }
    }
}

uint64_t LIMIT_NAME(limit_checkers_playouts)(uint64_t games, uint64_t seed, uint64_t *moves) {
    limit_dice d;
    uint64_t made = 0, won = 0;
    dice_init(&d, seed);
    for (uint64_t i = 0; i < games; i++) {
        made += play(&d, &won);
    }
    *moves = made;
    return won;
}

// --- Counting ------------------------------------------------------------------------

static uint64_t count_journeys(const board *b, uint64_t from, int me, int depth) {
    journey j = {.b = b, .stop = UINT64_MAX, .me = me, .depth = depth - 1};
    follow_all(&j, from);
    return depth == 1 ? j.number : j.nodes;
}

LIMIT_INLINE uint64_t count_targets(const board *b, const targets *t, int jumps, int me,
                                    int depth) {
    uint64_t n = 0;
    LIMIT_UNROLL
    for (int way = 0; way < WAYS; way++) {
        if (depth == 1) {
            n += bits_count(t->way[way]);
            continue;
        }
        for (uint64_t set = t->way[way]; set; set &= set - 1) {
            const turn one = turn_to(set & (0 - set), way, jumps);
            board next = *b;
            make(&next, &one, me);
            n += count(&next, !me, depth - 1);
        }
    }
    return n;
}

LIMIT_INLINE uint64_t count_for(const board *b, int me, int depth) {
    targets t = look_jumps(b, me);
    const uint64_t landed = any(&t);
    if (landed && may_go_on(b, &t, me)) return count_journeys(b, jumpers(&t), me, depth);
    if (landed) return count_targets(b, &t, 1, me, depth);
    t = look_steps(b, me);
    return count_targets(b, &t, 0, me, depth);
}

static uint64_t count(const board *b, int me, int depth) {
    if (b->quiet >= QUIET_END) return 0;
    return me == BLACK ? count_for(b, BLACK, depth) : count_for(b, WHITE, depth);
}

uint64_t LIMIT_NAME(limit_checkers_perft)(int depth) {
    return depth <= 0 ? 1 : count(&start, BLACK, depth);
}

uint64_t LIMIT_NAME(limit_checkers_sample)(uint64_t seed, int plies, uint64_t last,
                                           uint64_t *choices) {
    limit_dice d;
    board b = start;
    *choices = 0;
    dice_init(&d, seed);
    for (int i = 0; i <= plies; i++) {
        if (i == plies) {
            *choices = count_journeys(&b, b.own[i & 1], i & 1, 1);
            *choices += *choices ? 0 : count(&b, i & 1, 1);
            dice_init(&d, last);
        }
        int end = i & 1 ? move_any(&b, &d, dice_fresh(&d), WHITE)
                        : move_any(&b, &d, dice_fresh(&d), BLACK);
        if (end == STUCK || (end == DRAWN && i < plies)) return 0;
    }
    return tsr_mix(b.own[0] ^ tsr_mix(b.own[1] ^ tsr_mix(b.kings)));
}
