// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_TIMING_H
#define TSR_SERVER_TIMING_H

// How long things take, for /metrics: a histogram for every kind of message, request and
// for what waited for the disk. Counting costs a few instructions. One thread.

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

enum { TIMING_STEPS = 12, TIMING_KINDS = 20 };

typedef struct timing {
    uint64_t count[TIMING_KINDS][TIMING_STEPS + 1]; // the last: longer than all steps
    uint64_t sum_us[TIMING_KINDS];
} timing;

// Which row a socket's message belongs to: by its "t", found without reading it whole.
int timing_message(const char *text, size_t size);
int timing_request(const char *path);
int timing_disk(void); // from the change to the disk's word that it is there

void timing_add(timing *t, int kind, uint64_t us);
void timing_sum(timing *t, const timing *more); // adds those of another
void timing_metrics(const timing *t, buffer *out);

#endif
