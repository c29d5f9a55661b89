// SPDX-License-Identifier: MIT
//
// Sessions whose end is on its way to the disk.
//
// A session that was ended leaves memory at once, but for some milliseconds the disk still
// has it. Whoever comes with its secret then, a page whose socket was closed and that knocks
// again at once, would be let in and be back in memory for good. So until the change is
// durable what is ending is remembered here, oldest first.
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"

typedef struct ending {
    uint64_t seq;  // the change that ends it
    uint64_t user; // 0: the session `hash`; else all sessions of this user but that one
    unsigned char hash[32];
} ending;

static void note(hub *h, uint64_t user, const unsigned char *hash) {
    if (h->ending_count == h->ending_room) {
        size_t most = h->ending_room ? 2 * h->ending_room : 16;
        ending *more = realloc(h->endings, most * sizeof *more);
        if (!more) {
            return; // it will be gone from the disk all the same
        }
        h->endings = more;
        h->ending_room = most;
    }
    ending *e = &h->endings[h->ending_count++];
    *e = (ending){.seq = h->next_seq + 1, .user = user};
    if (hash) {
        memcpy(e->hash, hash, sizeof e->hash);
    }
}

// Those of a session, and those of `user` except the session `keep`'s; 0 = none.
static void close_sockets(hub *h, uint64_t key, uint64_t user, uint64_t keep) {
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->conns, &at)) != NULL) {
        const hub_conn *c = s->value;
        if ((key && c->session == key) || (user && c->user == user && c->session != keep)) {
            hub_post(h, OUT_CLOSE, 0, c->id, 1008, NULL, NULL);
        }
    }
}

// In memory: the session leaves it, and its sockets are closed.
void hub_drop_session(hub *h, const unsigned char hash[32]) {
    uint64_t key;
    memcpy(&key, hash, sizeof key);
    key = key ? key : 1;
    close_sockets(h, key, 0, 0);
    free(map_remove(&h->sessions, key));
}

void hub_drop_sessions(hub *h, uint64_t user, uint64_t kept) {
    size_t at = 0;
    const map_slot *slot;
    close_sockets(h, 0, user, kept);
    while ((slot = map_next(&h->sessions, &at)) != NULL) {
        const session *s = slot->value;
        if (s->user == user && slot->key != kept) {
            free(map_remove(&h->sessions, slot->key));
            at = 0;
        }
    }
}

void hub_end_session(hub *h, const unsigned char hash[32], store_batch *b) {
    unsigned char gone[32]; // `hash` may be the session's own
    memcpy(gone, hash, sizeof gone);
    memcpy(store_batch_add(b, STORE_SESSION_GONE, 0, NULL, NULL)->hash, gone, sizeof gone);
    note(h, 0, gone);
    hub_tell_ended(h, 0, gone);
    hub_drop_session(h, gone);
}

void hub_end_sessions(hub *h, uint64_t user, const session *keep, store_batch *b) {
    store_op *op = store_batch_add(b, STORE_SESSIONS_GONE, user, NULL, NULL);
    if (keep) {
        memcpy(op->hash, keep->hash, sizeof op->hash);
    }
    note(h, user, keep ? keep->hash : NULL);
    hub_tell_ended(h, user, keep ? keep->hash : NULL);
    hub_drop_sessions(h, user, keep ? session_key(keep) : 0);
}

int hub_is_ending(const hub *h, const unsigned char hash[32], uint64_t user) {
    for (size_t i = 0; i < h->ending_count; i++) {
        const ending *e = &h->endings[i];
        int same = memcmp(e->hash, hash, sizeof e->hash) == 0;
        if (e->user ? e->user == user && !same : same) {
            return 1;
        }
    }
    return 0;
}

void hub_endings_done(hub *h) {
    size_t done = 0;
    while (done < h->ending_count && h->endings[done].seq <= h->durable_seq) {
        done++;
    }
    if (done) {
        h->ending_count -= done;
        memmove(h->endings, h->endings + done, h->ending_count * sizeof *h->endings);
    }
}
