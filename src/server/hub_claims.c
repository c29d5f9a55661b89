// SPDX-License-Identifier: MIT
//
// What is being taken and is not on disk yet: names, words that are good once, places in teams.
//
// Whether a name is free is known from the disk, which is some milliseconds behind. What was
// taken meanwhile is remembered here until the change is durable or lost, so that two who want
// different names never hear of each other, and of two who want the same the second is told that
// it is taken. The disk would refuse the second as well, but with it everything that was to be
// written together with it, which is everybody's moves.
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"

typedef struct hub_taken {
    uint64_t seq; // the change that takes it
    unsigned char what[32];
} hub_taken;

static void digest(claim_kind kind, const void *what, size_t size, unsigned char out[32]) {
    crypto_generichash(out, 32, what, size, NULL, 0);
    out[0] = (unsigned char)kind; // a team may be called as somebody is
}

uint64_t hub_claimed(const hub *h, claim_kind kind, const void *what, size_t size) {
    unsigned char wanted[32];
    digest(kind, what, size, wanted);
    for (size_t i = 0; i < h->claim_count; i++) {
        if (memcmp(h->claims[i].what, wanted, sizeof wanted) == 0) {
            return h->claims[i].seq;
        }
    }
    return 0;
}

int hub_claims_of(const hub *h, claim_kind kind, const void *what, size_t size) {
    unsigned char wanted[32];
    int n = 0;
    digest(kind, what, size, wanted);
    for (size_t i = 0; i < h->claim_count; i++) {
        n += memcmp(h->claims[i].what, wanted, sizeof wanted) == 0;
    }
    return n;
}

int hub_claim(hub *h, claim_kind kind, const void *what, size_t size) {
    if (h->claim_count == h->claim_room) {
        size_t most = h->claim_room ? 2 * h->claim_room : 16;
        hub_taken *more = realloc(h->claims, most * sizeof *more);
        if (!more) {
            return 0;
        }
        h->claims = more;
        h->claim_room = most;
    }
    hub_taken *c = &h->claims[h->claim_count++];
    c->seq = h->next_seq + 1;
    digest(kind, what, size, c->what);
    return 1;
}

void hub_claims_done(hub *h) {
    size_t done = 0;
    while (done < h->claim_count && h->claims[done].seq <= h->durable_seq) {
        done++;
    }
    if (done) {
        h->claim_count -= done;
        memmove(h->claims, h->claims + done, h->claim_count * sizeof *h->claims);
    }
}
