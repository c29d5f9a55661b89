// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_TAUGHT_H
#define TSR_AGENTS_TAUGHT_H

// A network as a player of its own, with a name, for one game: whoever lists the players of a game
// finds it among them.
//
// It is the strongest level that has nodes as its budget, by whoever the network's file recommends. Where a
// game is played with options that the network was not made for, it is that level without a network.

#include <tessera/agent.h>

typedef struct taught taught;

// The network in `path`, as a player called `name`, or "GAME-net" if that is "". *out is new:
// taught_free, when nobody plays any more.
TSR_NODISCARD tsr_err taught_new(const char *name, const char *path, taught **out, tsr_error *err);
void taught_free(taught *t); // NULL is fine

const tsr_agent_type *taught_type(const taught *t);

#endif
