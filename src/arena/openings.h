// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_OPENINGS_H
#define TSR_ARENA_OPENINGS_H

// Positions from which games are begun, so that games between players who leave nothing to chance
// differ, and a result holds for more than one line of play.
//
//     none          the game's own start
//     random:N      after N random moves of players, with the draws between them
//     book:FILE     the positions of a file (book.h)
//
// No two openings are the same position, as the game's own hash sees it; none is over, is won by a
// move at hand, or looks decided already: whoever is on turn, with the move that looks best to the
// game's evaluation, expects between LOW and HIGH. If so few positions of N plies fit that no new one is found,
// the next ones are a ply longer; if there are none at all any more, they come round again
// from the first. Opening k depends on the rules, the seed and k alone.
//
// Not thread-safe: one owner. A copy in a forked process gives the same openings.

#include <tessera/rules.h>

#include "arena/repeats.h"

#define OPENINGS_LOW  0.10f // expected share of opponents beaten
#define OPENINGS_HIGH 0.90f

typedef enum openings_kind { OPENINGS_NONE = 0, OPENINGS_RANDOM, OPENINGS_BOOK } openings_kind;

enum { OPENINGS_PLIES = 200 }; // at most

typedef struct openings {
    openings_kind kind;
    const tsr_rules *rules;
    uint64_t seed;
    uint32_t plies;       // RANDOM: as asked for
    uint32_t longer;      // RANDOM: plies added since
    uint64_t drawn;       // RANDOM: positions tried so far
    unsigned char *state; // `count` positions, of `cap`
    size_t count, cap;
    int complete; // all there are: they come round again
    int failed;   // no memory
    repeats seen;
    unsigned char *tried, *after; // scratch
    tsr_move *moves;
} openings;

// How many random plies are usual for a game: two rounds of turns.
uint32_t openings_usual_plies(const tsr_rules *r);

// Prepares openings of a kind; a book is filled with openings_take. `rules` is kept.
TSR_NODISCARD tsr_err openings_init(openings *o, openings_kind kind, uint32_t plies,
                                    const tsr_rules *rules, uint64_t seed, tsr_error *err);
void openings_deinit(openings *o); // a zeroed one is fine

// Adds a position to a book. 0 = it is there already, is over or leads to no game.
int openings_take(openings *o, const void *state);

// The position of opening `index`, borrowed until the next call; NULL = the game's own
// start, or no memory (`failed`).
const void *openings_at(openings *o, uint64_t index);

// Whether a position may be an opening: it goes on, and nothing is decided at a glance.
int openings_fits(openings *o, const void *state);

// Whether a position is only what somebody sees of one: some of it is blank, and no game can begin there.
int openings_is_view(const tsr_rules *r, const void *state);

// Whether these rules and players leave everything to skill: no draws, no player who draws
// its moves. Then openings are used unless something else is asked for, and a
// game that was played before counts once.
int openings_are_wanted(const tsr_rules *r, const char *const *specs, int count);

#endif
