// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_FAMILY_H
#define TSR_LSP_FAMILY_H

// A rules file and those it inherits from, with the names that they declare.

#include "base/arena.h"
#include "host/beside.h"
#include "lsp/names.h"
#include "lsp/paper.h"

enum { FAMILY_MOST = 9 }; // the file itself and what a beside can hold

typedef struct family_member {
    const char *title; // NULL for the file itself
    const char *text;
    const char *path; // of its file, or NULL: it is part of the program
    name_list names;
} family_member;

typedef struct family {
    arena a;
    beside *beside;
    family_member member[FAMILY_MOST];
    int count;
} family;

// Member 0 is the file itself; files that are open count as they stand in the editor. To be closed;
// valid as long as no paper is written.
void family_open(family *f, const paper_set *papers, const paper *p);
void family_close(family *f);

// The file at `path` is not what it was: open files that inherit from it are to be checked again.
void family_wake(paper_set *set, const char *path);

// What `text` means at token `i` of the file, and which member says so; NULL if nobody does.
const name *family_find(const family *f, const char *text, int i, int *member);

#endif
