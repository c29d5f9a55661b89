// SPDX-License-Identifier: MIT
#ifndef TSR_LEARN_SHIPPED_H
#define TSR_LEARN_SHIPPED_H

// Networks that come with the program (games/nets), by the name of their game: level:n=6,net=connect4.

typedef struct shipped {
    const char *name;
    const char *bytes, *end;
} shipped;

// NULL = there is none of this name, or with this number.
const shipped *shipped_find(const char *name);
const shipped *shipped_at(int number);

#endif
