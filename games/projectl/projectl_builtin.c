// SPDX-License-Identifier: MIT

// The 52 puzzles of the base game, built in: puzzles.txt as it is. The build
// turns it into bytes (game.cmake).

#include "projectl_state.h"

const char projectl_builtin[] = {
#include "projectl_puzzles.inc"
    0};

const size_t projectl_builtin_size = sizeof projectl_builtin - 1;
