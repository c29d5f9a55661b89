// SPDX-License-Identifier: MIT
// Sessions and guests.
//
// A session is a secret word in a cookie; only its SHA-256 is kept. Whoever comes without one
// becomes a guest, who exists in memory alone until there is something to remember: a seat
// in a match. A guest's word proves itself: it ends in a seal of the server's, and the user's
// number is made from it. So a guest may be forgotten at any time and is the same one when
// they come back, and however many words are handed out, nobody is kept out for them.
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"

enum { WORD = TOKEN_BYTES - 8, SEALED = 20, SEAL = WORD - SEALED };

static void guest_name(uint64_t user, char out[NAME_BYTES]) {
    (void)snprintf(out, NAME_BYTES, "Guest %04u", (unsigned)(tsr_mix(user) % 10000));
}

// Forgets the session that was unseen for the longest time, of a few somewhere: whoever comes
// back is found again on the disk, or by the seal. One on its way to the disk stays.
static void forget_one(hub *h) {
    enum { LOOKED_AT = 16 };
    uint64_t random;
    hub_random(h, &random, sizeof random);
    size_t at = (size_t)(random % h->sessions.cap);
    const session *oldest = NULL;
    const map_slot *slot;
    for (int i = 0; i < LOOKED_AT && (slot = map_next(&h->sessions, &at)) != NULL; i++) {
        const session *s = slot->value;
        if (s->saved <= h->durable_seq && (!oldest || s->seen_ms < oldest->seen_ms)) {
            oldest = s;
        }
    }
    if (oldest) {
        free(map_remove(&h->sessions, session_key(oldest)));
    }
}

static session *add_session(hub *h, const unsigned char hash[32], uint64_t user) {
    for (int i = 0; i < 4 && h->sessions.count >= LIMIT_SESSIONS; i++) {
        forget_one(h);
    }
    session *s = h->sessions.count < LIMIT_SESSIONS ? calloc(1, sizeof *s) : NULL;
    if (!s) {
        return NULL;
    }
    memcpy(s->hash, hash, 32);
    s->user = user;
    s->seen_ms = h->now_ms;
    guest_name(user, s->name);
    if (!map_put(&h->sessions, session_key(s), s)) {
        free(s);
        return NULL;
    }
    return s;
}

// --- Guests' words -----------------------------------------------------------

static void seal(const hub *h, const char *word, char out[SEAL + 1]) {
    unsigned char hash[32];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)word, SEALED, h->guest_key,
                       sizeof h->guest_key);
    ident_letters(hash, SEAL, out);
}

static uint64_t guest_user(const unsigned char hash[32]) {
    uint64_t user;
    memcpy(&user, hash + 8, sizeof user);
    user &= ((uint64_t)1 << 50) - 1;
    return user ? user : 1;
}

static session *sealed_guest(hub *h, const char *token, const hub_who *w) {
    char expected[SEAL + 1];
    seal(h, token, expected);
    return sodium_memcmp(expected, token + SEALED, SEAL) == 0 ? add_session(h, w->hash, w->guest)
                                                              : NULL;
}

static session *new_guest(hub *h, char token[TOKEN_BYTES]) {
    unsigned char random[SEALED], hash[32];
    hub_random(h, random, sizeof random);
    ident_letters(random, SEALED, token);
    seal(h, token, token + SEALED);
    crypto_hash_sha256(hash, (const unsigned char *)token, WORD);
    return add_session(h, hash, guest_user(hash));
}

// --- Finding and making ------------------------------------------------------

static session *stored_session(hub *h, const hub_who *w) {
    session *s = add_session(h, w->hash, w->user);
    if (s) {
        s->saved = 1;
        s->account = w->person.name[0] != '\0';
        if (s->account) {
            memcpy(s->name, w->person.name, sizeof s->name);
        }
    }
    return s;
}

// A program's word: it acts for the account, within what the word allows.
static session *program_session(hub *h, const hub_who *w) {
    const store_token *t = &w->token;
    if ((t->kind != TOKEN_PLAY && t->kind != TOKEN_WATCH) || t->until < h->wall_s ||
        w->person.banned > h->wall_s) {
        return NULL;
    }
    session *s = add_session(h, w->hash, t->user);
    if (s) {
        s->saved = 1;
        s->account = 1;
        s->scope = (int)t->kind;
        memcpy(s->name, w->person.name, sizeof s->name);
    }
    return s;
}

// A guest's word is worth nothing once the guest is on disk: then the session there counts, or
// it was ended.
static session *session_of(hub *h, const char *token, const hub_who *w) {
    uint64_t user = w->kind == WHO_SESSION   ? w->user
                    : w->kind == WHO_PROGRAM ? w->token.user
                                             : w->guest;
    if (w->kind == WHO_SPENT || hub_is_ending(h, w->hash, user)) {
        return NULL;
    }
    switch (w->kind) {
    case WHO_SESSION: return stored_session(h, w);
    case WHO_PROGRAM: return program_session(h, w);
    default: return sealed_guest(h, token, w);
    }
}

// Whom to ask the store for; 0: it is no word.
static int begin_who(hub_who *w, const char *token) {
    if (!token || strlen(token) != WORD) {
        return 0;
    }
    crypto_hash_sha256(w->hash, (const unsigned char *)token, WORD);
    w->guest = guest_user(w->hash);
    return 1;
}

static session *in_memory(const hub *h, const unsigned char hash[32]) {
    uint64_t key;
    memcpy(&key, hash, sizeof key);
    return map_get(&h->sessions, key ? key : 1);
}

session *hub_session(hub *h, const char *token) {
    hub_who w = {.kind = WHO_NOBODY};
    if (!begin_who(&w, token)) {
        return NULL;
    }
    session *s = in_memory(h, w.hash);
    if (s) {
        s->seen_ms = h->now_ms;
        return sodium_memcmp(s->hash, w.hash, 32) == 0 ? s : NULL;
    }
    if (h->who && sodium_memcmp(h->who->hash, w.hash, 32) == 0) {
        return session_of(h, token, h->who);
    }
    hub_who_read(&w, h->reader);
    return session_of(h, token, &w);
}

// While a change of somebody is on its way, what is read may be old before it is heard: then the
// hub looks for itself, when it needs it.
int hub_wait_session(hub *h, const hub_request *q) {
    hub_who w = {.kind = WHO_NOBODY};
    if (!begin_who(&w, q->token) || in_memory(h, w.hash) || h->people_seq > h->durable_seq) {
        return 0;
    }
    hub_ask *a = hub_ask_new(ASK_WHO);
    hub_request *copy = a ? calloc(1, sizeof *copy) : NULL;
    if (!copy || !hub_copy_request(copy, q)) {
        free(copy);
        hub_ask_free(a);
        return 0;
    }
    a->who = w;
    a->people = hub_people_known(h);
    a->waiting = copy;
    if (!hub_put_ask(h, a, q->ip)) {
        hub_free_request(copy);
        free(copy);
        return 0;
    }
    return 1;
}

void hub_make_word(hub *h, char word[TOKEN_BYTES], unsigned char hash[32]) {
    unsigned char random[TOKEN_BYTES];
    hub_random(h, random, sizeof random);
    ident_letters(random, WORD, word);
    crypto_hash_sha256(hash, (const unsigned char *)word, WORD);
}

session *hub_new_session(hub *h, uint64_t user, char token[TOKEN_BYTES]) {
    unsigned char hash[32];
    hub_make_word(h, token, hash);
    return add_session(h, hash, user);
}

session *hub_session_or_guest(hub *h, const hub_request *q, char *token) {
    session *s = hub_session(h, q->token);
    token[0] = '\0';
    return s ? s : new_guest(h, token);
}

// --- From another server -----------------------------------------------------

int hub_lend(hub *h, uint64_t user, const char *name, char token[TOKEN_BYTES]) {
    unsigned char hash[32];
    (void)snprintf(token, TOKEN_BYTES, "%0*" PRIu64, (int)WORD,
                   user); // nobody else can send one here
    crypto_hash_sha256(hash, (const unsigned char *)token, WORD);
    session *s = hub_session(h, token);
    s = s ? s : add_session(h, hash, user);
    if (s) {
        (void)snprintf(s->name, sizeof s->name, "%s", name);
    }
    return s != NULL;
}

// --- Disk --------------------------------------------------------------------

void hub_save_session(hub *h, session *s, store_batch *b) {
    if (s->saved) {
        return;
    }
    store_batch_add(b, STORE_USER, s->user, NULL, NULL)->at = h->wall_s;
    store_op *op = store_batch_add(b, STORE_SESSION, s->user, NULL, NULL);
    memcpy(op->hash, s->hash, sizeof op->hash);
    op->at = h->wall_s;
    s->saved = h->next_seq + 1; // the number `b` will get
}

void hub_keep_session(hub *h, session *s) {
    if (!s->saved) {
        store_batch *b = store_batch_new();
        hub_save_session(h, s, b);
        s->saved = hub_commit(h, b);
    }
}

void hub_unsave_sessions(hub *h, uint64_t from, uint64_t to) {
    size_t at = 0;
    const map_slot *slot;
    while ((slot = map_next(&h->sessions, &at)) != NULL) {
        session *s = slot->value;
        if (s->saved >= from && s->saved <= to) {
            s->saved = 0;
        }
    }
}

// Sessions that were quiet for an hour leave memory.
void hub_sessions_sweep(hub *h) {
    size_t at = 0;
    const map_slot *slot;
    if (h->sessions.count < 1000) {
        return;
    }
    while ((slot = map_next(&h->sessions, &at)) != NULL) {
        session *s = slot->value;
        if (h->now_ms - s->seen_ms > 3600000) {
            free(map_remove(&h->sessions, slot->key));
            at--; // another entry may have moved up into the gap
        }
    }
}
