// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_ALPHABETA_H
#define TSR_AGENTS_ALPHABETA_H

// What the parts of the alpha-beta search share.
//
// Values are whole numbers from the side of the player to move. There are two
// sides: the agent's own seat, and everybody else, who are taken to play against
// it (paranoid; with two players simply the opponent). A side may move several
// times in a row, so a value is turned around when the side changes, not at every
// ply.
//
//      WIN - ply   won so many plies from the root: sooner is better
//      0           a draw, or nobody knows
//      -WIN + ply  lost
//
// Everything between -SURE and SURE is an estimate: utility 0 to 1, scaled.
//
// A value is *complete* when nothing in its tree was cut off at the horizon. The
// table remembers that as depth AB_COMPLETE, so that solved positions stay solved.

#include <stddef.h>

#include "agents/block.h"
#include "agents/leaf.h"

enum {
    AB_WIN = 32000,
    AB_SURE = 30000,
    AB_SCALE = 10000, // of an estimate: utility 1 is +AB_SCALE
    AB_INFINITE = 32500,
    AB_LEVELS = 128,
    AB_COMPLETE = 255,
    AB_HISTORY = 4096,
    AB_QUIET_GAME = 4000,
    AB_LINE = 24,
    // Ranks: the table's move (one more if it is noisy), noisy ones, and those that refuted a neighbour are ahead by more
    // than anything else counts.
    AB_KNOWN = INT32_MAX - 1,
    AB_NOISY = 1 << 28,
    AB_KILLER = 1 << 27,
    AB_MEAN = 256,  // positions over which means are taken
    AB_REDUCED = 64 // depths and places of moves that `less` distinguishes
};

// --- The table of positions --------------------------------------------------

typedef enum ab_bound { AB_NONE = 0, AB_LOWER, AB_UPPER, AB_EXACT } ab_bound;

typedef struct ab_entry {
    uint64_t key;
    uint32_t tag;  // of the best move, 0 = none; see ab_tag
    int16_t value; // wins counted from this position, not from the root
    uint8_t depth; // or AB_COMPLETE
    uint8_t mark;  // bound in the low 2 bits, age above
} ab_entry;

typedef struct ab_table {
    ab_entry *entries;
    uint64_t mask; // buckets - 1
    uint8_t age;   // 1 to 63, raised for each search
    int fresh;     // entries of earlier searches do not exist
    size_t wiped;  // bytes from its beginning that are cleared; less than all only while it is
} ab_table;

// Takes the table out of `b`; at most `memory` bytes, a power of two.
void ab_table_layout(ab_table *t, block *b, size_t memory);
void ab_table_clear(ab_table *t);

// A new search begins. With `fresh` it behaves as with an empty table, mostly at no cost. If the
// budget is spent meanwhile there must be no search.
void ab_table_begin(ab_table *t, budget *b);

// Clears `size` bytes from number `from` on until the budget is spent, which is looked at often:
// clearing a large table takes longer than a player may take to stop. Returns how many are cleared.
size_t ab_wipe(budget *b, void *table, size_t from, size_t size);

// NULL if the position is not there.
const ab_entry *ab_table_find(const ab_table *t, uint64_t key);
void ab_table_store(ab_table *t, uint64_t key, tsr_move best, int value, int depth, ab_bound bound,
                    int ply);

// A stored value, seen from the root again.
int ab_table_value(const ab_entry *e, int ply);

// A short name of a move, never 0.
static inline uint32_t ab_tag(tsr_move m) {
    return (uint32_t)(tsr_mix(m) >> 32) | 1u;
}

// --- The search --------------------------------------------------------------

typedef struct ab_level {
    void *state;
    tsr_move *moves;
    int32_t *rank; // of the moves, for sorting
    tsr_move killer[2];
    tsr_move line[AB_LINE]; // the best line from here
    int line_count;
    int who; // the mover, TSR_CHANCE, or -1: over
} ab_level;

typedef struct ab_search {
    const tsr_rules *r;
    const tsr_game_ai *ai; // or NULL
    leaf leaf;
    block memory;
    ab_table table;
    ab_level *level;
    int32_t *history; // [2][AB_HISTORY] by side and move
    uint32_t *weights;
    void *scratch;
    budget *b;
    int root_who;
    uint64_t seed;
    uint32_t playouts;                    // to value a position where the game has no heuristic
    int draws;                            // outcomes looked at in one chain of draws
    int maxn;                             // everybody for himself instead of paranoid
    int blind;                            // no estimates: all that is not over is even
    int window, late, noise, margin;      // options that tune the search (alphabeta.c)
    int swing;                            // what a last ply has changed lately (ab_cut.c)
    uint8_t less[AB_REDUCED][AB_REDUCED]; // plies that a late move is searched less deep
    int fan;                              // moves a position has usually, times AB_MEAN
    int target;                           // plies of the search that is under way
    double slice;          // the share of the budget after which this guess has had its time
    uint64_t listed, loud; // moves ranked in this search, and noisy ones among them
    uint64_t *proofs;      // the table of the game's own `prove`, or NULL
    size_t proofs_size;    // bytes, a power of two
    size_t proofs_wiped;   // bytes from its beginning that are zeroed for this question
    int proofs_used;       // something may stand in it
    double proof_end;      // the share of the budget at which a proof is given up
    int stopped;
    int horizon; // something was cut off in the tree just searched
    int deepest; // level a proof has come to
} ab_search;

// +1 for the agent's own side, -1 for the others. Chance and ends speak for the agent.
static inline int ab_side(const ab_search *s, int who) {
    return who < 0 || who == TSR_CHANCE || who == s->root_who ? 1 : -1;
}

// A position in the table, whose values belong to one player's search.
static inline uint64_t ab_key(const ab_search *s, const void *state) {
    return s->r->more.hash(s->r, state) ^ tsr_mix((uint64_t)s->root_who);
}

// Has this search had its time? Counts a node.
int ab_spend(ab_search *s);

// Value of a position that is over, for the agent's side.
int ab_final(ab_search *s, const void *state, int ply);

// Value of a position that is not over, for the agent's side.
int ab_estimate(ab_search *s, const void *state);

// Plays `move` of level `at` into the level below, whose mover it finds out.
void ab_play(ab_search *s, int at, tsr_move move);

// Lists the moves of level `at`, likely good ones first. Returns their number.
int ab_list(ab_search *s, int at, uint32_t table_tag);

// Ranks the `n` moves that level `at` holds; ab_list without the listing.
void ab_rank(ab_search *s, int at, int n, uint32_t table_tag);

// The next move by rank: brings the best of moves i .. n-1 to place i.
tsr_move ab_next(ab_level *l, int i, int n);

// Remembers that `move` refuted the position at level `at`.
void ab_praise(ab_search *s, int at, tsr_move move, int depth);

// The outcomes of a draw at level `at` that are to be looked at: all, or a sample
// of `spread`, in the level's moves and s->weights. Returns their number.
int ab_outcomes(ab_search *s, int at, int spread);

// The noisy moves of level `at`; where the game says which are.
int ab_list_noisy(ab_search *s, int at, uint32_t table_tag);

// Is move `i` quiet, which ab_next has just brought? Unknown games are never quiet, so nothing is left out there.
static inline int ab_quiet(const ab_search *s, int at, int i) {
    int32_t rank = s->level[at].rank[i];
    return s->ai && s->ai->noisy && (rank < (AB_KILLER + AB_NOISY) / 2 || rank == AB_KNOWN);
}

// Whether it is worth looking for noisy moves: not where none was among many.
static inline int ab_may_be_noisy(const ab_search *s) {
    return s->ai && s->ai->noisy && (s->loud > 0 || s->listed < AB_QUIET_GAME);
}

// --- What is left out: ab_cut.c ----------------------------------------------

// What an estimate says of a position near the horizon, for the side to move.
typedef struct ab_outlook {
    int known; // else nothing is said
    int estimate, margin;
} ab_outlook;

void ab_cut_open(ab_search *s);
void ab_cut_begin(ab_search *s);

// `depth` plies are left at level `at`. Nothing is known where it is too early to tell, or the exact value matters.
ab_outlook ab_look(ab_search *s, int at, int depth, int alpha, int beta);

// What a search of that depth has found where this was the outlook.
void ab_learn(ab_search *s, const ab_outlook *look, int depth, int value);

// Searches level `at` to `depth`; a value for the side of its mover.
int ab_value(ab_search *s, int at, int depth, int alpha, int beta, int spread);

// The same for the root: tries all moves, `*best` (if any) first. It is only
// changed when a move was found to be better than `alpha`.
int ab_root(ab_search *s, int depth, int alpha, int beta, tsr_move *best);

// Whether it is worth trying to settle the root for good.
int ab_may_prove(ab_search *s);

// Tries it: 1 = `*value` is a win (AB_WIN), a draw (0) or a loss, and
// `*best` brings it about. 0 where the end is too far away or time too short; then neither is changed.
// `share`: of the search's time, counted from its beginning, 0 = as much as such a proof may take.
int ab_prove(ab_search *s, double share, tsr_move *best, int *value);

// Whether the game settles such questions itself (tsr_game_ai.prove).
static inline int ab_game_proves(const tsr_rules *r) {
    const tsr_game_ai *ai = r->g.ai;
    return ai && ai->size > offsetof(tsr_game_ai, prove) && ai->prove != NULL;
}

// Everybody for himself: utilities of all players.
void ab_maxn(ab_search *s, int at, int depth, int spread, float *out);

#endif
