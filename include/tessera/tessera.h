// SPDX-License-Identifier: MIT
#ifndef TESSERA_TESSERA_H
#define TESSERA_TESSERA_H

// Includes every public header, in a suitable order for reading.

// clang-format off
#include <tessera/error.h>    // error codes and messages
#include <tessera/alloc.h>    // allocators
#include <tessera/rng.h>      // seeded random numbers
#include <tessera/json.h>     // writing JSON strings
#include <tessera/text.h>     // writing and parsing short texts
#include <tessera/line.h>     // messages as a code and arguments
#include <tessera/story.h>    // the consequences of a move
#include <tessera/scene.h>    // what a viewer sees
#include <tessera/skin.h>     // drawings made by a game itself
#include <tessera/game.h>     // the interface of a game
#include <tessera/rules.h>    // opening a game; checked moves
#include <tessera/agent.h>    // computer players
#include <tessera/registry.h> // games and agents by name
#include <tessera/match.h>    // the referee
#include <tessera/record.h>   // the record of a match
#include <tessera/perft.h>    // counting positions
#include <tessera/plugin.h>   // games in shared objects
#include <tessera/verbs.h>    // verbs for cards, from a plugin
#include <tessera/grid.h>     // the kit for games on a grid
#include <tessera/lang.h>     // games from rules files
#include <tessera/abi.h>      // the stable interface, for other languages
#include <tessera/batch.h>    // many games at once
#include <tessera/device.h>   // the same on a GPU
#include <tessera/host.h>     // files, clock, plugins: needs POSIX
// clang-format on

#endif
