// SPDX-License-Identifier: MIT
//
// What the engine was given: the shelf, and the lists of games, agents and compiled rules. These are the
// functions that src/builtin and the generated shelf have elsewhere.
#include <tessera/lang.h>
#include <tessera/registry.h>

#include "abi/ruleset.h"
#include "lang/ir/native.h"
#include "wasm/given.h"
#include "wasm/wasm.h"

enum { MOST = 128 }; // of each kind

static shelved *shelf[MOST];
static const tsr_game *games[MOST];
static const tsr_agent_type *agents[MOST];
static const lang_native *natives[MOST];
static int shelf_count, game_count, agent_count, native_count;

// --- What others ask for -----------------------------------------------------------------------------

int tsr_lang_builtin_count(void) {
    return shelf_count;
}

const tsr_game *tsr_lang_builtin_at(int i) {
    return i < 0 || i >= shelf_count ? NULL : &shelf[i]->game;
}

const char *tsr_lang_builtin_source(int i) {
    return i < 0 || i >= shelf_count ? NULL : shelf[i]->text;
}

const lang_native *lang_native_builtin(uint64_t hash) {
    for (int i = 0; i < native_count; i++) {
        if (natives[i]->program == hash) {
            return natives[i];
        }
    }
    return NULL;
}

tsr_err tsr_registry_add_builtin(tsr_registry *reg, tsr_error *err) {
    tsr_err e = TSR_OK;
    for (int i = 0; !e && i < agent_count; i++) {
        e = tsr_registry_add_agent(reg, agents[i], err);
    }
    for (int i = 0; !e && i < game_count; i++) {
        e = tsr_registry_add_game(reg, games[i], err);
    }
    for (int i = 0; !e && i < shelf_count; i++) {
        e = tsr_registry_add_game(reg, &shelf[i]->game, err);
    }
    return e;
}

// --- Giving ------------------------------------------------------------------------------------------

static int is_full(int count, tsr_problem *why) {
    return count < MOST ? 0 : abi_fail(why, TSR_FAIL_LIMIT, "there is room for %d only", MOST);
}

// All that was given must go into one registry: what cannot is taken out again.
static int try_all(int *count, tsr_problem *why) {
    tsr_error err = {0};
    tsr_registry *reg = tsr_registry_new(NULL);
    ++*count;
    tsr_err e =
        reg ? tsr_registry_add_builtin(reg, &err) : tsr_fail(&err, TSR_ERR_MEMORY, "out of memory");
    tsr_registry_free(reg);
    *count -= e != TSR_OK;
    return e ? abi_fail_by(why, &err) : 0;
}

int tsr_wasm_add_game(const void *game, tsr_problem *why) {
    if (!game || is_full(game_count, why)) {
        return game ? TSR_FAIL_LIMIT : abi_fail(why, TSR_FAIL_ARGUMENT, "no table was given");
    }
    games[game_count] = game;
    return try_all(&game_count, why);
}

int tsr_wasm_add_agent(const void *type, tsr_problem *why) {
    if (!type || is_full(agent_count, why)) {
        return type ? TSR_FAIL_LIMIT : abi_fail(why, TSR_FAIL_ARGUMENT, "no table was given");
    }
    agents[agent_count] = type;
    return try_all(&agent_count, why);
}

int tsr_wasm_add_native(const void *table, tsr_problem *why) {
    const lang_native *n = table;
    if (!n || is_full(native_count, why)) {
        return n ? TSR_FAIL_LIMIT : abi_fail(why, TSR_FAIL_ARGUMENT, "no table was given");
    }
    if (n->abi != LANG_NATIVE_ABI || n->size != sizeof *n) {
        return abi_fail(why, TSR_FAIL_ABI, "the compiled rules are for another engine");
    }
    natives[native_count++] = n;
    return 0;
}

int given_is_full(tsr_problem *why) {
    return is_full(shelf_count, why);
}

int given_shelve(shelved *s, tsr_problem *why) {
    shelf[shelf_count] = s;
    return try_all(&shelf_count, why);
}
