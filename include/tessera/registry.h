// SPDX-License-Identifier: MIT
#ifndef TESSERA_REGISTRY_H
#define TESSERA_REGISTRY_H

// A registry: the games and agents available to a program, by name.
//
// A registry is an ordinary object, not a global. A program creates one and adds the built-in games
// and agents and those of plugins. It stores pointers to the tables, which must outlive it. Lookups
// are thread-safe; adding is not.

#include <tessera/agent.h>
#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_registry tsr_registry;

// A new, empty registry, or NULL if out of memory. `alloc` (NULL = malloc) must outlive it.
tsr_registry *tsr_registry_new(const tsr_alloc *alloc);
void tsr_registry_free(tsr_registry *reg); // NULL is allowed

// Adds a table that passes tsr_game_check. Refuses a name that is already in use. The agents of a
// game (`tsr_game_more.agents`) are added with it.
TSR_NODISCARD tsr_err tsr_registry_add_game(tsr_registry *reg, const tsr_game *game,
                                            tsr_error *err);
TSR_NODISCARD tsr_err tsr_registry_add_agent(tsr_registry *reg, const tsr_agent_type *type,
                                             tsr_error *err);

// Adds an extension to a game that was added before: the registry replaces its table of the game by
// one that lists the extension. The game checks it when its rules are opened.
TSR_NODISCARD tsr_err tsr_registry_add_extra(tsr_registry *reg, const tsr_extra *extra,
                                             tsr_error *err);

int tsr_registry_game_count(const tsr_registry *reg);
const tsr_game *tsr_registry_game_at(const tsr_registry *reg, int i); // in order of adding
int tsr_registry_agent_count(const tsr_registry *reg);
const tsr_agent_type *tsr_registry_agent_at(const tsr_registry *reg, int i);

// Lookup by exact name. If there is none, returns NULL and `err` (may be NULL) suggests a similar
// name: "no game is called 'tictactoo'; did you mean 'tictactoe'?"
const tsr_game *tsr_registry_game(const tsr_registry *reg, const char *name, tsr_error *err);
const tsr_agent_type *tsr_registry_agent(const tsr_registry *reg, const char *name, tsr_error *err);

// Adds everything built into this library: the games in `games`, with their own agents, and the
// agents listed in src/agents/agents.def.
TSR_NODISCARD tsr_err tsr_registry_add_builtin(tsr_registry *reg, tsr_error *err);

#ifdef __cplusplus
}
#endif

#endif
