// SPDX-License-Identifier: MIT
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

const asset *asset_find(const char *path, int *fixed) {
    size_t n = strlen(asset_version);
    const char *rest = strncmp(path, "/v/", 3) == 0 ? strchr(path + 3, '/') : NULL;
    *fixed = rest && (size_t)(rest - path) == n + 3 && strncmp(path + 3, asset_version, n) == 0;
    if (rest) {
        return exact(rest);
    }
    int screen = strcmp(path, "/") == 0 || strcmp(path, "/login") == 0 ||
                 strcmp(path, "/history") == 0 || strncmp(path, "/g/", 3) == 0 ||
                 strncmp(path, "/m/", 3) == 0 || strncmp(path, "/u/", 3) == 0;
    return exact(screen ? "/index.html" : path);
}

const char *asset_type(const asset *a) {
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".svg", "image/svg+xml"}};
    const char *dot = strrchr(a->path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++) {
        if (strcmp(dot, types[i][0]) == 0) {
            return types[i][1];
        }
    }
    return "application/octet-stream";
}
