// SPDX-License-Identifier: MIT
// Passwords on their way: who may try how often, and who is hashed for next.
//
// Guessing is slow by three counts: of a name from one address, of a name from everywhere,
// and of an address. The second is wide, and an address from which the name was signed in
// before is not counted in it: so nobody locks an owner out by guessing wrong. All counts lie
// in tables of a fixed size. Hashing takes 19 MiB and tens of milliseconds on purpose; it is
// done in turn of the addresses it is asked from.
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/names.h"

enum { QUARTER_MS = 900000, TEN_MIN_MS = 600000 };

static uint64_t key_of(const hub *h, const char *name, uint64_t ip) {
    struct {
        char look[NAME_LOOK_BYTES];
        uint64_t ip;
    } who;
    memset(&who, 0, sizeof who);
    name_look(name, who.look);
    who.ip = ip;
    return tsr_hash_bytes(&who, sizeof who, h->salt) | 1;
}

static bucket *guesses(hub *h, uint64_t key) {
    return &h->guesses[key % GUESS_SLOTS];
}

static int is_known_here(const hub *h, uint64_t key) {
    return h->friends[key % FRIEND_SLOTS] == key;
}

void hub_note_signed_in(hub *h, const char *name, uint64_t ip) {
    uint64_t key = key_of(h, name, ip);
    h->friends[key % FRIEND_SLOTS] = key;
}

int hub_may_try(hub *h, uint64_t address, const char *name) {
    hub_ip *p = hub_ip_of(h, address);
    if (h->config.no_limits) {
        return 1;
    }
    uint64_t here = key_of(h, name, address), anywhere = key_of(h, name, 0);
    int fine =
        p && bucket_take(&p->secrets, 100, TEN_MIN_MS, h->now_ms) &&
        bucket_take(guesses(h, here), 20, QUARTER_MS, h->now_ms) &&
        (is_known_here(h, here) || bucket_take(guesses(h, anywhere), 300, QUARTER_MS, h->now_ms));
    h->limited += !fine;
    return fine;
}

void hub_forget_secret(hub_secret *job) {
    if (job) {
        sodium_memzero(job, sizeof *job);
        free(job);
    }
}

void hub_start_secret(hub *h, const hub_request *q, hub_secret *job) {
    if (!job) {
        hub_fail(h, q, 503, NULL, "The server is out of memory.");
        return;
    }
    job->ip = q->ip;
    fair_answer answer = fair_put(h->secrets, q->ip, job);
    if (answer != FAIR_TAKEN) {
        hub_forget_secret(job);
        h->limited++;
        hub_fail(h, q, answer == FAIR_FULL ? 503 : 429, NULL,
                 answer == FAIR_FULL
                     ? "Too many people are signing in. Please try again."
                     : "Too many attempts at once from your address. Please wait a moment.");
        return;
    }
    hub_hand_out_secrets(h);
}

void hub_hand_out_secrets(hub *h) {
    hub_secret *job;
    while ((job = fair_take(h->secrets)) != NULL) {
        h->io.secret(h->io.self, job);
    }
}

void hub_secrets_deinit(hub *h) {
    hub_secret *job;
    while ((job = fair_any(h->secrets)) != NULL) {
        hub_forget_secret(job);
    }
    fair_free(h->secrets);
}
