// SPDX-License-Identifier: MIT
#ifndef TESSERA_PLUGIN_H
#define TESSERA_PLUGIN_H

// A plugin is a shared object that contains games, agents or extensions of games. It exports one
// function, `tessera_plugin`, and needs only libc.
//
//     const tsr_plugin *tessera_plugin(uint32_t host_abi) {
//         static const tsr_game *const games[] = {&nim};
//         static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 1, 0, games, NULL, 0, 0, NULL};
//         (void)host_abi;
//         return &plugin;
//     }
//
// The host refuses a plugin with another major version, a table that is too short, or a game
// that fails tsr_game_check, and reports which. A plugin stays loaded until the program
// exits.

#include <stddef.h>

#include <tessera/agent.h>
#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsr_plugin {
    uint32_t size; // sizeof(tsr_plugin)
    uint32_t abi;  // TSR_ABI of the header it was built with
    uint32_t game_count, agent_count;
    const tsr_game *const *games;
    const tsr_agent_type *const *agents;
    uint32_t extra_count, pad;
    const tsr_extra *const *extras; // extensions of games from elsewhere (verbs.h)
} tsr_plugin;

// The size of a table of an older version, without extras.
enum { TSR_PLUGIN_FIRST_SIZE = offsetof(tsr_plugin, extra_count) };

// Exported by the plugin. `host_abi` is the host's TSR_ABI. Returns NULL to refuse it.
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const tsr_plugin *
tessera_plugin(uint32_t host_abi);

#ifdef __cplusplus
}
#endif

#endif
