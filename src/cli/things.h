// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_THINGS_H
#define TSR_CLI_THINGS_H

// The things a game was opened with (cards, puzzles), as its slot `things` tells them: objects
// with a name, maybe a text, and further members, in whatever lists. Reads them one after the other.

#include <stddef.h>

#include <tessera/rules.h>

typedef struct things {
    char *json; // all of them; ours
    size_t size;
    const char *at; // the object that is read next
} things;

// One thing: a slice of the text, from brace to brace.
typedef struct thing {
    const char *begin, *end;
} thing;

// Asks the game. A game without things has an empty list; 0 = out of memory.
int things_open(things *t, const tsr_rules *r);
void things_close(things *t);

// The next thing; 0 = there is none, or the text is not what it should be.
int things_next(things *t, thing *out);

// The text of member `key` with its escapes undone, or its number as written; cut to `cap`, "" if
// there is none. Returns whether it is there.
int thing_member(const thing *it, const char *key, char *buf, size_t cap);

// Calls `each` for every member, in order, with its value as above.
void thing_members(const thing *it, void (*each)(void *self, const char *key, const char *value),
                   void *self);

#endif
