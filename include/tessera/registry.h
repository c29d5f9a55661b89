// SPDX-License-Identifier: MIT
#ifndef TESSERA_REGISTRY_H
#define TESSERA_REGISTRY_H

// The games and agents a program has at hand, found by name.
//
// A registry is a plain object, not a global: a program makes one, adds what is
// built in and what plugins bring, and passes it around. It borrows the tables,
// which must outlive it. Not thread-safe while it grows; read-only use is.

#include <tessera/agent.h>
#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_registry tsr_registry;

// An empty registry, or NULL for lack of memory. `alloc` NULL = malloc; kept.
tsr_registry *tsr_registry_new(const tsr_alloc *alloc);
void tsr_registry_free(tsr_registry *reg); // NULL is fine

// Adds a table after tsr_game_check; refuses a name that is taken. A game brings its own agents
// (`tsr_game_more.agents`) with it.
TSR_NODISCARD tsr_err tsr_registry_add_game(tsr_registry *reg, const tsr_game *game,
                                            tsr_error *err);
TSR_NODISCARD tsr_err tsr_registry_add_agent(tsr_registry *reg, const tsr_agent_type *type,
                                             tsr_error *err);

// Adds something to a game that is there already: from then on the registry names a table of the
// game that knows it. What the game makes of it is seen when its rules are opened.
TSR_NODISCARD tsr_err tsr_registry_add_extra(tsr_registry *reg, const tsr_extra *extra,
                                             tsr_error *err);

int tsr_registry_game_count(const tsr_registry *reg);
const tsr_game *tsr_registry_game_at(const tsr_registry *reg, int i); // in order of adding
int tsr_registry_agent_count(const tsr_registry *reg);
const tsr_agent_type *tsr_registry_agent_at(const tsr_registry *reg, int i);

// By exact name. NULL if there is none; then `err` (may be NULL) names the
// nearest one: "no game is called 'tictactoo'; did you mean 'tictactoe'?"
const tsr_game *tsr_registry_game(const tsr_registry *reg, const char *name, tsr_error *err);
const tsr_agent_type *tsr_registry_agent(const tsr_registry *reg, const char *name, tsr_error *err);

// What is compiled into this library: the games of `games`, with the agents they bring, and the
// rows of src/agents/agents.def. Adds all of them.
TSR_NODISCARD tsr_err tsr_registry_add_builtin(tsr_registry *reg, tsr_error *err);

#ifdef __cplusplus
}
#endif

#endif
