// SPDX-License-Identifier: MIT
// Networks that come with the program; see shipped.h. The assembler lays their files down as they are.
#include "learn/shipped.h"

#include <stddef.h>
#include <string.h>

#ifdef TSR_WASM // pages load no networks

const shipped *shipped_at(int number) {
    (void)number;
    return NULL;
}

#else

#define NET(game)                                                                                  \
    __asm__(".section .rodata\n"                                                                   \
            ".global tsr_net_" #game ", tsr_net_end_" #game "\n"                                   \
            ".hidden tsr_net_" #game ", tsr_net_end_" #game "\n"                                   \
            "tsr_net_" #game ": .incbin \"" #game ".tnet\"\n"                                      \
            "tsr_net_end_" #game ": .byte 0\n"                                                     \
            ".previous\n");                                                                        \
    extern const char tsr_net_##game[], tsr_net_end_##game[];
#include "nets.def"
#undef NET

const shipped *shipped_at(int number) {
    static const shipped list[] = {
#define NET(game) {#game, tsr_net_##game, tsr_net_end_##game},
#include "nets.def"
#undef NET
    };
    return number >= 0 && (size_t)number < sizeof list / sizeof *list ? &list[number] : NULL;
}

#endif

const shipped *shipped_find(const char *name) {
    const shipped *s;
    for (int i = 0; (s = shipped_at(i)) != NULL && strcmp(s->name, name) != 0; i++) {
    }
    return s;
}
