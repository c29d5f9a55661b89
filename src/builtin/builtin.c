// SPDX-License-Identifier: MIT
// What this library was built with: the games that the build found, and the agents of
// agents.def. The only file that knows games and agents at once.
#include <tessera/lang.h>
#include <tessera/registry.h>

#if !defined(TSR_WASM)
#include "gpu/rollouts.h"
#endif

#define GAME(name) extern const tsr_game tsr_game_##name;
#include "found/games.def"
#undef GAME
#define AGENT(name) extern const tsr_agent_type tsr_agent_##name;
#include "agents/agents.def"
#undef AGENT

static const tsr_game *const games[] = {
#define GAME(name) &tsr_game_##name,
#include "found/games.def"
#undef GAME
};

static const tsr_agent_type *const agents[] = {
#define AGENT(name) &tsr_agent_##name,
#include "agents/agents.def"
#undef AGENT
};

tsr_err tsr_registry_add_builtin(tsr_registry *reg, tsr_error *err) {
    tsr_err e = TSR_OK;
#if !defined(TSR_WASM)
    crowd_use(&gpu_rollouts); // for agents that want random games by the thousand
#endif
    for (size_t i = 0; !e && i < sizeof agents / sizeof *agents; i++) {
        e = tsr_registry_add_agent(reg, agents[i], err);
    }
    for (size_t i = 0; !e && i < sizeof games / sizeof *games; i++) {
        e = tsr_registry_add_game(reg, games[i], err);
    }
    // The shelf of rules files; where a C game has the name already, that one stays.
    for (int i = 0; !e && i < tsr_lang_builtin_count(); i++) {
        const tsr_game *game = tsr_lang_builtin_at(i);
        if (!tsr_registry_game(reg, game->name, NULL)) {
            e = tsr_registry_add_game(reg, game, err);
        }
    }
    return e;
}
