// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_BALANCE_H
#define TSR_ARENA_BALANCE_H

// What many games between equal players say about a game: whether being first is worth something,
// how often nobody wins, how long it takes, how much there is to choose, and how much it turns.
//
// A game that was played before counts once, and one that was broken off for its length is
// "endless": it counts for length and choices, and for nobody. The page's studio counts with the
// same words.
//
// Not thread-safe: one owner.

#include "arena/balance_game.h"
#include "arena/repeats.h"
#include "arena/runner.h"
#include "arena/tally.h"

typedef struct balance {
    int players;
    tally_sides sides;
    const balance_places *places;
    uint64_t games, repeated, endless;
    uint64_t won[TSR_MAX_PLAYERS]; // alone or with partners, by seat
    int64_t sum[BALANCE_FIELDS];   // over games; of BALANCE_MOST_CHOICES the highest
    uint32_t *length;              // decisions of each game, `games` of them
    size_t cap;
    uint64_t *still; // by place: games in which nothing changed there
    repeats seen;
    int failed; // no memory
} balance;

TSR_NODISCARD tsr_err balance_init(balance *b, const tsr_rules *r, const balance_places *places,
                                   tsr_error *err);
void balance_deinit(balance *b); // a zeroed one is fine

// Adds a game and what its watch wrote. `once` = if it was played before, it is only counted as
// repeated. 0 = the text is none of a watch's.
int balance_add(balance *b, const runner_game *game, const char *text, int once);

typedef struct balance_share {
    double share, low, high; // 95 % Wilson interval
} balance_share;

balance_share balance_share_of(uint64_t part, uint64_t all);

// The whole of it in numbers. What cannot be told is NAN.
typedef struct balance_report {
    uint64_t decided, draws;
    balance_share first; // of the decided games, won by the first seat or its team
    double mean;         // decisions of a game
    uint32_t shortest, median, longest;
    double choices; // moves at a decision
    double overturned, lead_changes, drama;
    size_t pieces, dead_pieces; // things on the board at the start, and those of no use in any game
    size_t empty, dead_places;  // the same for places where nothing lies
    double still;               // of the pieces, what share was of no use in a game
    const char *verdict;        // "first better", "first worse", "fair", "always drawn"; "" = none
} balance_report;

// Sorts the lengths; there must be a game.
balance_report balance_report_of(balance *b);

// Whether nothing changed at place `i` in any game.
static inline int balance_is_dead(const balance *b, size_t i) {
    return b->still[i] == b->games;
}

// A picture: who won, how long games are, and how choices and expectations go from start to end.
void balance_plot(balance *b, const char *title, const char *const *seats, buffer *out);

#endif
