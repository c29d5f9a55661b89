// SPDX-License-Identifier: MIT
// The decks that are built in. decks.inc is made from decks/*.cards by the build.
#include "unicorns/cards.h"

// Each deck's bytes, then one NUL that does not count.
#define DECK(file, ...)                                                                            \
    {file, (const char *)(const unsigned char[]){__VA_ARGS__},                                     \
     sizeof((const unsigned char[]){__VA_ARGS__}) - 1},
static const uni_source decks[] = {
#include "decks.inc"
};
#undef DECK

int uni_builtin_count(void) {
    return (int)(sizeof decks / sizeof decks[0]);
}

uni_source uni_builtin(int i) {
    return decks[i];
}
