// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_ASSETS_H
#define TSR_SERVER_ASSETS_H

// The files of the page, built into the program: cmake/embed.cmake makes assets_data.c
// from web/.

#include <stddef.h>

typedef struct asset {
    const char *path; // "/js/main.js"
    const unsigned char *data;
    size_t size;
} asset;

extern const asset assets[];
extern const int asset_count;

// The file at `path`, or the page itself for addresses of its screens; NULL if there is
// none.
const asset *asset_find(const char *path);
const char *asset_type(const asset *a);

#endif
