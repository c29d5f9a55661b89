// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_STORE_REFUSED_H
#define TSR_SERVER_STORE_REFUSED_H

// What builds on a change that the file has refused.
//
// A batch that the file refuses (a name that is taken after all, a text that cannot be read) must
// take nobody else's with it. But until the hub hears of it, more may come that builds on it: the
// next move of the same match. So whatever a refused batch was about, a match, a person, an event
// or a team, is remembered, and what comes about the same is refused as well, as long as it was
// made by a hub that had not heard of the refusal (store_batch.heard).

#include <stddef.h>

#include "server/store_batch.h"

typedef struct store_refused {
    struct store_known *subjects;
    size_t count, room;
    uint64_t number; // of the newest refusal
} store_refused;

void store_refused_deinit(store_refused *r);
void store_refused_clear(store_refused *r); // nothing that is on its way builds on any of it

// Whether `b` builds on a refusal its hub had not heard of. Batches come in their order.
int store_refused_has(store_refused *r, const store_batch *b);

// Notes that `b` is refused, and why, which gives it the refusal's number; 0 for lack of memory.
int store_refused_add(store_refused *r, store_batch *b, const char *why);

#endif
