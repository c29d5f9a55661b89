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
    const unsigned char *gzip; // packed, or NULL
    size_t gzip_size;
    const unsigned char *brotli;
    size_t brotli_size;
} asset;

extern const asset assets[];
extern const int asset_count;
extern const char asset_version[]; // of all of them together

// The file at `path`, or the page itself for addresses of its screens; NULL if there is
// none. *fixed is 1 if the path names this version, /v/VERSION/js/main.js: what lies there
// never changes. One of another version, from a page that was loaded before an update, is
// answered with the present file.
const asset *asset_find(const char *path, int *fixed);
int asset_is_screen(const char *path); // an address that the page itself answers
const char *asset_type(const asset *a);

#endif
