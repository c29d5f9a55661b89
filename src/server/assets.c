// SPDX-License-Identifier: MIT
// Finding a file of the page, and saying what kind it is.
#include "server/assets.h"

#include <string.h>

static const asset *exact(const char *path) {
    for (int i = 0; i < asset_count; i++) {
        if (strcmp(assets[i].path, path) == 0) {
            return &assets[i];
        }
    }
    return NULL;
}

// Addresses that are screens of the page (web/js/main.js): whole ones, and beginnings.
int asset_is_screen(const char *path) {
    static const char *const whole[] = {"/",       "/login", "/reset.html", "/history",
                                        "/events", "/teams", "/moderation"};
    static const char *const beginnings[] = {"/g/", "/m/", "/u/", "/e/", "/t/", "/moderation/"};
    int found = 0;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        found |= strcmp(path, whole[i]) == 0;
    }
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        found |= strncmp(path, beginnings[i], strlen(beginnings[i])) == 0;
    }
    return found;
}

const asset *asset_find(const char *path, int *fixed) {
    size_t n = strlen(asset_version);
    const char *rest = strncmp(path, "/v/", 3) == 0 ? strchr(path + 3, '/') : NULL;
    *fixed = rest && (size_t)(rest - path) == n + 3 && strncmp(path + 3, asset_version, n) == 0;
    if (rest) {
        return exact(rest);
    }
    return exact(asset_is_screen(path) ? "/index.html" : path);
}

const char *asset_type(const asset *a) {
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".svg", "image/svg+xml"},
                                           {".wasm", "application/wasm"},
                                           {".json", "application/json"},
                                           {".webmanifest", "application/manifest+json"}};
    const char *dot = strrchr(a->path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++) {
        if (strcmp(dot, types[i][0]) == 0) {
            return types[i][1];
        }
    }
    return "application/octet-stream";
}
