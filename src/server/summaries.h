// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SUMMARIES_H
#define TSR_SERVER_SUMMARIES_H

// Summaries of finished matches, kept: a profile lists fifty of them, and reading what is stored of
// each takes fifty times as long as finding that it has been read before.
//
// What is kept stands beside the very bytes it was made of, so nothing has to be thrown away when a
// name is changed or a person erased. So many at most, whichever came last. Thread-safe.

#include <stdint.h>

#include "base/buffer.h"

typedef struct summaries summaries;

// What a summary is made of.
typedef struct summary_source {
    uint64_t match;
    int64_t updated;
    const char *meta;
} summary_source;

summaries *summaries_new(void); // NULL for lack of memory
void summaries_free(summaries *s);

// Adds the summary and says whether strangers may see the match; 0 = it is not kept.
int summaries_find(summaries *s, const summary_source *of, buffer *out, int *shown);

// Keeps it, if there is memory; one of unusual size is not.
void summaries_keep(summaries *s, const summary_source *of, const char *text, size_t size,
                    int shown);

#endif
