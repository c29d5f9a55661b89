// SPDX-License-Identifier: MIT
// Games, agents and extras for games in shared objects.
#include <tessera/host.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include <tessera/plugin.h>

typedef const tsr_plugin *(*entry_function)(uint32_t host_abi);

// dlopen looks through the system's folders unless the name has a slash; a file
// named on the command line is meant as it stands.
static void *open_object(const char *path) {
    char here[4096];
    if (strchr(path, '/')) {
        return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    if ((size_t)snprintf(here, sizeof here, "./%s", path) >= sizeof here) {
        return NULL;
    }
    return dlopen(here, RTLD_NOW | RTLD_LOCAL);
}

static tsr_err check_plugin(const tsr_plugin *plugin, const char *path, tsr_error *err) {
    if (!plugin) {
        return tsr_fail(err, TSR_ERR_ABI, "%s refuses this version of Tessera (contract %u.%u)",
                        path, TSR_ABI_MAJOR, TSR_ABI_MINOR);
    }
    if (plugin->abi >> 16 != TSR_ABI_MAJOR) {
        return tsr_fail(err, TSR_ERR_ABI,
                        "%s was built for Tessera's game contract %u, this program has %u; "
                        "build it again",
                        path, (unsigned)(plugin->abi >> 16), TSR_ABI_MAJOR);
    }
    if (plugin->size < TSR_PLUGIN_FIRST_SIZE) {
        return tsr_fail(err, TSR_ERR_ABI, "%s: its plugin table is too short", path);
    }
    if ((plugin->game_count && !plugin->games) || (plugin->agent_count && !plugin->agents)) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: it counts games or agents and lists none", path);
    }
    if (plugin->size >= sizeof(tsr_plugin) && plugin->extra_count && !plugin->extras) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: it counts extras and lists none", path);
    }
    return TSR_OK;
}

static tsr_err prefix(tsr_error *err, tsr_err code, const char *path) {
    if (err) {
        char words[sizeof err->message];
        memcpy(words, err->message, sizeof words);
        return tsr_fail(err, code, "%s: %s", path, words);
    }
    return code;
}

static tsr_err add_all(tsr_registry *reg, const tsr_plugin *plugin, tsr_error *err) {
    tsr_err e = TSR_OK;
    for (uint32_t i = 0; !e && i < plugin->game_count; i++) {
        e = tsr_registry_add_game(reg, plugin->games[i], err);
    }
    for (uint32_t i = 0; !e && i < plugin->agent_count; i++) {
        e = tsr_registry_add_agent(reg, plugin->agents[i], err);
    }
    uint32_t extras = plugin->size < sizeof(tsr_plugin) ? 0 : plugin->extra_count;
    for (uint32_t i = 0; !e && i < extras; i++) {
        e = tsr_registry_add_extra(reg, plugin->extras[i], err);
    }
    return e;
}

tsr_err tsr_plugin_load(tsr_registry *reg, const char *path, tsr_error *err) {
    void *object = open_object(path);
    if (!object) {
        const char *why = dlerror();
        return tsr_fail(err, TSR_ERR_IO, "cannot load plugin %s", why ? why : path);
    }
    // ISO C has no cast from object to function pointer; POSIX promises this works.
    void *symbol = dlsym(object, "tessera_plugin");
    entry_function entry = NULL;
    memcpy(&entry, &symbol, sizeof entry);
    if (!entry) {
        dlclose(object);
        return tsr_fail(err, TSR_ERR_ABI,
                        "%s is not a Tessera plugin: it does not export 'tessera_plugin'", path);
    }
    const tsr_plugin *plugin = entry(TSR_ABI);
    tsr_err e = check_plugin(plugin, path, err);
    if (e) {
        dlclose(object);
        return e;
    }
    // From here on the registry may hold its tables: it stays loaded.
    e = add_all(reg, plugin, err);
    return e ? prefix(err, e, path) : TSR_OK;
}
