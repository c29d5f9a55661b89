// SPDX-License-Identifier: MIT
//
// The search. A position is two wide words and its key in every symmetry; the smallest of
// these keys is its name in the table.
#include "lang/game/solve.h"

#include "lang/game/state.h"
#include "lang/vm/walk.h"

// --- The table -----------------------------------------------------------------------------------
//
// Entries of one word in buckets of half a cache line: all but the lowest byte of the key, then how
// much work it was (the logarithm), the answer, and a bit that says it is there.

enum { BUCKET = 4, WORK_SHIFT = 2, ANSWER = 2, THERE = 1 };

typedef struct hunt {
    const lang_solver *v;
    tsr_proof *q;
    uint64_t mask;  // of the first entry of a bucket
    uint64_t salt;  // of the question
    uint64_t nodes; // looked at so far, and when `more` was asked last
    uint64_t told;
    uint64_t limit; // when it will be asked again
    int hunter;     // colour
    int stopped;
    int best; // place of the first move of the answer, -1 = none
    int most; // pieces on the board in the fullest position so far
} hunt;

typedef struct spot {
    uint64_t own[2];
    uint64_t ends[2]; // cells, empty or not, that make a line with those
    uint64_t key[SOLVE_SYMMETRIES];
} spot;

static uint64_t name_of(const hunt *h, const spot *s) {
    uint64_t key = s->key[0];
    for (int i = 1; i < h->v->symmetries; i++) {
        key = s->key[i] < key ? s->key[i] : key;
    }
    return key ^ h->salt;
}

static uint64_t *bucket_of(const hunt *h, uint64_t name) {
    return &h->q->table[name & h->mask];
}

// The answer, or -1.
static int recall(const hunt *h, uint64_t name) {
    const uint64_t *e = bucket_of(h, name);
    for (int i = 0; i < BUCKET; i++) {
        if ((e[i] ^ name) >> 8 == 0 && e[i] & THERE) {
            return (e[i] & ANSWER) != 0;
        }
    }
    return -1;
}

// What was least work makes room.
static void remember(hunt *h, uint64_t name, int answer, uint64_t work) {
    uint64_t *e = bucket_of(h, name), *to = e;
    unsigned log = work ? 64u - (unsigned)__builtin_clzll(work) : 0;
    for (int i = 0; i < BUCKET; i++) {
        if ((e[i] ^ name) >> 8 == 0) {
            to = &e[i];
            break;
        }
        to = (uint8_t)e[i] >> WORK_SHIFT < (uint8_t)*to >> WORK_SHIFT ? &e[i] : to;
    }
    *to = (name & ~(uint64_t)0xff) | (log > 63 ? 63 : log) << WORK_SHIFT |
          (answer ? (unsigned)ANSWER : 0) | THERE;
}

// --- Lines ---------------------------------------------------------------------------------------

static int has_line(const lang_solver *v, uint64_t x, int n) {
    uint64_t any = 0;
    for (int i = 0; i < v->axes; i++) {
        uint64_t run = x;
        for (int have = 1; have < n;) {
            int more = have < n - have ? have : n - have;
            run &= run >> more * v->step[i];
            have += more;
        }
        any |= run;
    }
    return any != 0;
}

// Cells that make n in a row with what is there: k before and n - 1 - k after them.
static uint64_t ends_along(uint64_t x, int step, int n) {
    uint64_t after[16] = {~(uint64_t)0}, before = ~(uint64_t)0, ends = 0;
    for (int k = 1; k < n; k++) {
        after[k] = after[k - 1] & x >> k * step;
    }
    for (int k = 0; k < n; k++) {
        ends |= before & after[n - 1 - k];
        before &= x << (k + 1) * step;
    }
    return ends;
}

// The same for four, which is what most games of this kind ask for.
static uint64_t ends_of_four(uint64_t x, int step) {
    uint64_t b1 = x << step, b2 = b1 & x << 2 * step, b3 = b2 & x << 3 * step;
    uint64_t a1 = x >> step, a2 = a1 & x >> 2 * step, a3 = a2 & x >> 3 * step;
    return b3 | (b2 & a1) | (b1 & a2) | a3;
}

static uint64_t line_ends(const lang_solver *v, uint64_t x, int n) {
    uint64_t ends = 0;
    for (int i = 0; i < v->axes; i++) {
        ends |= n == 4 ? ends_of_four(x, v->step[i]) : ends_along(x, v->step[i], n);
    }
    return ends;
}

// --- A position ----------------------------------------------------------------------------------

static uint64_t open_cells(const lang_solver *v, uint64_t filled) {
    return (v->up | v->down ? filled << v->up >> v->down | v->floor : v->board) & v->board &
           ~filled;
}

// The hunter is to move. If his opponent can answer every move such that all the hunter ever
// gets makes no line, there is none. Columns of cells that open one another are paired off from
// their ends: whoever fills the lower cell of a pair opens the upper one. Where a column has an
// odd cell left, open now, it is paired with that of another such column: as the number of empty
// cells is even, so is theirs. Of odd cells the hunter may get any, of the others only lower ones.
static int can_be_answered(const hunt *h, const spot *s, uint64_t empty, uint64_t open) {
    const lang_solver *v = h->v;
    if (!(v->up | v->down) || __builtin_popcountll(empty) % 2) {
        return 0;
    }
    uint64_t his = s->own[h->hunter] | (empty & v->low) | (open & ~v->low);
    return !has_line(v, his, v->line[h->hunter]);
}

static int is_spent(hunt *h) {
    if (h->nodes >= h->limit) {
        uint64_t room = h->q->more(h->q->self, h->nodes - h->told);
        h->told = h->nodes;
        h->limit = h->nodes + room;
        h->stopped = !room;
    }
    h->nodes += !h->stopped;
    return h->stopped;
}

typedef struct tried {
    uint64_t name; // of the position after it
    uint64_t ends; // of the mover there
    int32_t rank;
    int32_t place;
} tried;

// The name of the position after a move; its keys go to `key`.
static uint64_t name_after(const hunt *h, const spot *s, int me, int place, uint64_t *key) {
    uint64_t name = UINT64_MAX;
    for (int i = 0; i < h->v->symmetries; i++) {
        key[i] = s->key[i] ^ h->v->key[me][place][i];
        name = key[i] < name ? key[i] : name;
    }
    return name ^ h->salt;
}

// All moves: those first that threaten most, then those on most lines.
static int rank_all(const hunt *h, const spot *s, int me, uint64_t moves, tried *out) {
    const lang_solver *v = h->v;
    uint64_t empty = v->board & ~(s->own[0] | s->own[1]);
    int n = 0;
    for (; moves; moves &= moves - 1) {
        uint64_t key[SOLVE_SYMMETRIES];
        tried t = {.place = __builtin_ctzll(moves)};
        t.name = name_after(h, s, me, t.place, key);
        __builtin_prefetch(bucket_of(h, t.name));
        t.ends = line_ends(v, s->own[me] | (uint64_t)1 << t.place, v->line[me]);
        t.rank = 256 * __builtin_popcountll(t.ends & empty) + v->lines_through[me][t.place];
        int at = n++;
        for (; at > 0 && out[at - 1].rank < t.rank; at--) {
            out[at] = out[at - 1];
        }
        out[at] = t;
    }
    return n;
}

static void make_move(const hunt *h, const spot *s, int me, const tried *t, spot *to) {
    to->own[me] = s->own[me] | (uint64_t)1 << t->place;
    to->own[1 - me] = s->own[1 - me];
    to->ends[me] = t->ends;
    to->ends[1 - me] = s->ends[1 - me];
    (void)name_after(h, s, me, t->place, to->key);
}

static int gets_line(hunt *h, const spot *s, int me, uint64_t name, int is_root);

// Whether the mover gets what he wants (the hunter a line, the other none) by one of `moves`.
static int some_move_does(hunt *h, const spot *s, int me, uint64_t moves, int is_root) {
    int hunts = me == h->hunter;
    tried list[64];
    int n = rank_all(h, s, me, moves, list), pieces = __builtin_popcountll(s->own[0] | s->own[1]);
    h->most = pieces > h->most ? pieces : h->most;
    for (int i = 0; i < n; i++) {
        if (recall(h, list[i].name) == hunts) {
            h->best = is_root ? list[i].place : h->best;
            return 1;
        }
    }
    for (int i = 0; i < n; i++) {
        spot after;
        make_move(h, s, me, &list[i], &after);
        int answer = gets_line(h, &after, 1 - me, list[i].name, 0);
        if (h->stopped) {
            return 0;
        }
        if (answer == hunts) {
            h->best = is_root ? list[i].place : h->best;
            return 1;
        }
    }
    return 0;
}

// Whether the hunter gets a line from here, `me` being on turn.
static int gets_line(hunt *h, const spot *s, int me, uint64_t name, int is_root) {
    const lang_solver *v = h->v;
    int hunts = me == h->hunter;
    uint64_t filled = s->own[0] | s->own[1], empty = v->board & ~filled;
    uint64_t open = open_cells(v, filled), moves = open;
    if (is_spent(h) || !open) {
        return 0;
    }

    // 1. Lines that are there to be completed, and those to be prevented.
    uint64_t mine = s->ends[me] & open;
    if (mine) {
        h->best = is_root ? __builtin_ctzll(mine) : h->best;
        return hunts;
    }
    uint64_t theirs = s->ends[1 - me] & empty;
    uint64_t forced = theirs & open;
    if (forced & (forced - 1)) {
        return !hunts;
    }
    moves = forced ? forced : open;
    moves &= v->up | v->down ? ~(theirs << v->down >> v->up) : ~(uint64_t)0;
    if (!moves) {
        return !hunts;
    }

    // 2. No hope for the hunter.
    if (!has_line(v, s->own[h->hunter] | empty, v->line[h->hunter]) ||
        (hunts && can_be_answered(h, s, empty, open))) {
        h->best = is_root ? __builtin_ctzll(moves) : h->best;
        return 0;
    }

    // 3. Have we been here before? At the root the move is wanted, not only the answer.
    int known = is_root ? -1 : recall(h, name);
    if (known >= 0) {
        return known;
    }

    // 4. All moves.
    uint64_t before = h->nodes;
    int does = some_move_does(h, s, me, moves, is_root);
    int answer = does == hunts;
    if (!h->stopped) {
        remember(h, name, answer, h->nodes - before);
    }
    return answer;
}

// --- The slot ------------------------------------------------------------------------------------

static uint64_t widen(const lang_solver *v, uint64_t cells) {
    uint64_t wide = 0;
    for (; cells; cells &= cells - 1) {
        wide |= (uint64_t)1 << v->place[__builtin_ctzll(cells)];
    }
    return wide;
}

// A position as it comes about in play: nothing hangs in the air, nobody has a line.
static int read_spot(const lang_solver *v, const void *state, spot *s) {
    const program *p = v->p;
    *s = (spot){.own = {0}};
    for (int me = 0; me < 2; me++) {
        s->own[me] = widen(v, *state_set(p, state, p->at.own + me));
        for (uint64_t x = s->own[me]; x; x &= x - 1) {
            for (int i = 0; i < v->symmetries; i++) {
                s->key[i] ^= v->key[me][__builtin_ctzll(x)][i];
            }
        }
        s->ends[me] = line_ends(v, s->own[me], v->line[me]);
        if (has_line(v, s->own[me], v->line[me])) {
            return 0;
        }
    }
    uint64_t filled = s->own[0] | s->own[1];
    uint64_t held = v->up | v->down ? filled << v->up >> v->down | v->floor : v->board;
    return !(filled & ~held);
}

static tsr_move move_to(const tsr_rules *r, const void *s, int who, int cell) {
    tsr_move moves[64];
    int n = r->max_moves <= 64 ? r->g.moves(r, s, who, moves) : 0;
    for (int i = 0; i < n; i++) {
        walk_step step;
        if (walk_steps(program_of(r), s, moves[i], &step, 1) == 1 && step.to == cell) {
            return moves[i];
        }
    }
    return TSR_NO_MOVE;
}

int slot_prove(const tsr_rules *r, const void *s, tsr_proof *q) {
    const lang_solver *v = ((const lang_unit *)r->data)->solver;
    const ir_head *head = s;
    spot root;
    q->best = TSR_NO_MOVE;
    if (!v || head->over || head->pc || !read_spot(v, s, &root) ||
        (int)head->turns + v->p->b.cells >= v->p->limit) {
        return -1;
    }
    int who = seat_of(head, q->who), filled = __builtin_popcountll(root.own[0] | root.own[1]);
    hunt h = {.v = v, .q = q, .best = -1, .hunter = q->draw ? 1 - who : who};
    h.mask = (q->table_size / sizeof *q->table - 1) & ~(uint64_t)(BUCKET - 1);
    h.salt = tsr_mix(UINT64_C(0x1234567) + (uint64_t)(2 * h.hunter + ((filled + head->me) & 1)));
    int line = gets_line(&h, &root, head->me, name_of(&h, &root), 1);
    (void)q->more(q->self, h.nodes - h.told);
    if (h.stopped) {
        return -1;
    }
    q->depth = (uint32_t)(h.most > filled ? h.most - filled + 1 : 1);
    int yes = line == !q->draw;
    if (yes && head->me == who && h.best >= 0) {
        q->best = move_to(r, s, q->who, v->cell[h.best]);
    }
    return yes;
}
