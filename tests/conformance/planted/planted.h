// SPDX-License-Identifier: MIT
#ifndef TESTS_CONFORMANCE_PLANTED_H
#define TESTS_CONFORMANCE_PLANTED_H

// Three small games with nasty rules, each sound as it stands, each with mistakes
// that can be switched on one at a time.
//
//   minichess   castling, promotion as a third pick, repetition, an option or two
//   minitiles   draws from a bag, drafting, everybody tiles at once in the open
//   minicards   hidden hands, secret answers, spying, stealing, a stack of effects
//
// They show that the laws can be kept by games of every kind, and that every law
// catches the mistakes it is there for: planted.def has one row for each mistake
// with the law that must complain. They also serve the unit tests of the core,
// where real games would be too large to reason about.

#include <tessera/game.h>

extern const tsr_game planted_chess;
extern const tsr_game planted_tiles;
extern const tsr_game planted_cards;

// The mistakes, one for each row of planted.def.
enum planted_bug {
    BUG_NONE = 0,
#define BUG(game, name, law, also, what) BUG_##name,
#include "planted.def"
#undef BUG
    BUG_COUNT
};

// A copy of `game` with mistake `*bug` in it; keeps `bug`.
static inline tsr_game planted_with(const tsr_game *game, const int *bug) {
    tsr_game copy = *game;
    copy.self = bug;
    return copy;
}

// For the games: whether mistake `bug` is switched on.
static inline int planted_has(const tsr_rules *r, int bug) {
    return r->g.self && *(const int *)r->g.self == bug;
}

#endif
