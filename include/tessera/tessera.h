// SPDX-License-Identifier: MIT
#ifndef TESSERA_TESSERA_H
#define TESSERA_TESSERA_H

// Everything libtessera offers, in the order in which to read it.

// clang-format off
#include <tessera/error.h>    // codes and sentences
#include <tessera/alloc.h>    // memory comes from the host
#include <tessera/rng.h>      // seeded random numbers
#include <tessera/json.h>     // writing strings for programs
#include <tessera/text.h>     // writing and reading short texts
#include <tessera/line.h>     // sentences as data
#include <tessera/story.h>    // what followed from a move
#include <tessera/scene.h>    // what a viewer sees
#include <tessera/skin.h>     // a game's own pictures
#include <tessera/game.h>     // the contract
#include <tessera/rules.h>    // opening a game; the checked door
#include <tessera/agent.h>    // players that are programs
#include <tessera/registry.h> // games and agents by name
#include <tessera/match.h>    // the referee
#include <tessera/record.h>   // log, save and replay in one
#include <tessera/perft.h>    // counting positions
#include <tessera/plugin.h>   // games in shared objects
#include <tessera/verbs.h>    // new verbs for cards, in a plugin
#include <tessera/grid.h>     // the kit for games on a grid
#include <tessera/lang.h>     // games from rules files
#include <tessera/abi.h>      // all of it for other languages, by plain functions
#include <tessera/batch.h>    // many games at once
#include <tessera/device.h>   // the same on a GPU
#include <tessera/host.h>     // files, clock, plugins: what needs an operating system
// clang-format on

#endif
