// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_PAPER_H
#define TSR_LSP_PAPER_H

// The files that an editor has open, as it last told them: what is on the disk may be older.

#include <stdint.h>

#include <tessera/lang.h>

#include "host/beside.h"

enum { PAPER_MOST = 32 };

typedef struct paper {
    char *uri, *text;
    char path[4096]; // empty if it is no file of this machine
    int64_t version;
    int unread;              // changed since it was checked last
    tsr_lang_report *report; // of the last check, or NULL
} paper;

typedef struct paper_set {
    paper *item[PAPER_MOST]; // NULL = free
} paper_set;

void papers_free(paper_set *set);

// The open file with this URI, or NULL.
paper *papers_find(const paper_set *set, const char *uri);

// Opens a file, or gives an open one a new text. NULL if there are too many, or no memory.
paper *papers_write(paper_set *set, const char *uri, const char *text, int64_t version);

void papers_close(paper_set *set, const char *uri);

// Files beside `p`, as they stand in the editor where they are open there. Both must outlive it.
void papers_beside(const paper_set *set, const paper *p, beside *out);

#endif
