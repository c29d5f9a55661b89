// SPDX-License-Identifier: MIT
#ifndef TSR_HOST_BESIDE_H
#define TSR_HOST_BESIDE_H

// Games that a rules file inherits from, found in files beside it: "Hex Plus" is hexplus.game.

#include <stddef.h>

enum { BESIDE_MOST = 8 };

typedef struct beside_file {
    char title[128];
    char path[4096];
    char *text;
    size_t size;
} beside_file;

// As far as they were asked for. With a `count` of 0 it is empty.
typedef struct beside {
    const char *path; // of the file that asks; borrowed
    size_t limit;     // bytes that each may have
    // NULL, or gives the text of a file that is to be taken in place of the one on the disk; NULL = none.
    const char *(*held)(const void *holder, const char *path);
    const void *holder;
    int count;
    beside_file file[BESIDE_MOST];
} beside;

// The text of the game with this title, or NULL; `self` is a beside. What tsr_lang_source calls.
const char *beside_find(void *self, const char *title);

// Frees all that was found.
void beside_close(beside *b);

#endif
