// SPDX-License-Identifier: MIT
// Who somebody is: sessions, guests, accounts.
//
// A session is a secret word in a cookie; only its SHA-256 is kept. Whoever comes
// without one becomes a guest, who exists in memory alone until there is something
// to remember: a seat in a match. Signing up gives that same user a name, so the
// guest's matches come along.
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

// --- Sessions ----------------------------------------------------------------

uint64_t session_key(const session *s) {
    uint64_t key;
    memcpy(&key, s->hash, sizeof key);
    return key ? key : 1;
}

static void guest_name(uint64_t user, char out[NAME_BYTES]) {
    (void)snprintf(out, NAME_BYTES, "Guest %04u", (unsigned)(tsr_mix(user) % 10000));
}

static session *add_session(hub *h, const unsigned char hash[32], uint64_t user) {
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

session *hub_session(hub *h, const char *token) {
    unsigned char hash[32];
    uint64_t key, user;
    store_user account;
    if (!token || strlen(token) != TOKEN_BYTES - 8) {
        return NULL;
    }
    crypto_hash_sha256(hash, (const unsigned char *)token, strlen(token));
    memcpy(&key, hash, sizeof key);
    session *s = map_get(&h->sessions, key ? key : 1);
    if (s) {
        s->seen_ms = h->now_ms;
        return sodium_memcmp(s->hash, hash, 32) == 0 ? s : NULL;
    }
    if (!store_db_session(h->db, hash, &user) || hub_is_ending(h, hash, user) ||
        !store_db_user(h->db, user, &account)) {
        return NULL;
    }
    s = add_session(h, hash, user);
    if (s) {
        s->saved = 1;
        s->account = account.name[0] != '\0';
        if (s->account) {
            memcpy(s->name, account.name, sizeof s->name);
        }
    }
    return s;
}

// A new session for `user`; its secret goes to `token`.
static session *new_session(hub *h, uint64_t user, char token[TOKEN_BYTES]) {
    unsigned char random[TOKEN_BYTES], hash[32];
    hub_random(h, random, sizeof random);
    ident_letters(random, TOKEN_BYTES - 8, token);
    crypto_hash_sha256(hash, (const unsigned char *)token, strlen(token));
    return add_session(h, hash, user);
}

session *hub_session_or_guest(hub *h, const hub_request *q, char *token) {
    session *s = hub_session(h, q->token);
    token[0] = '\0';
    return s ? s : new_session(h, hub_new_id(h), token);
}

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

void hub_unsave_sessions(hub *h, uint64_t good) {
    size_t at = 0;
    const map_slot *slot;
    while ((slot = map_next(&h->sessions, &at)) != NULL) {
        session *s = slot->value;
        s->saved = s->saved > good ? 0 : s->saved;
    }
}

// Sessions that were quiet for an hour leave memory: those on disk can be found
// again, the others never did anything.
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

// --- Answers -----------------------------------------------------------------

static void add_me(hub *h, const session *s) {
    char id[IDENT_BYTES];
    buffer_clear(&h->out);
    ident_text(s->user, id);
    buffer_addf(&h->out, "{\"id\":\"%s\",\"name\":", id);
    wire_string(&h->out, s->name);
    buffer_addf(&h->out, ",\"guest\":%s,\"ratings\":", s->account ? "false" : "true");
    hub_add_ratings(h, &h->out, s->account ? s->user : 0);
    buffer_add_text(&h->out, "}");
}

void hub_get_me(hub *h, const hub_request *q, const char *arg) {
    char token[TOKEN_BYTES];
    (void)arg;
    session *s = hub_session_or_guest(h, q, token);
    if (!s) {
        hub_fail(h, q, 503, NULL, "The server has too many visitors now.");
        return;
    }
    add_me(h, s);
    hub_answer(h, q, 200, 0, token[0] ? token : NULL);
}

// --- Names and passwords -----------------------------------------------------

// Letters, digits, blanks inside and a few signs, so that names can be read and told
// apart; NULL if fine.
static const char *name_problem(const char *name) {
    int letters = name ? json_in_letters(name) : -1;
    if (letters < 2 || letters > LIMIT_NAME || strlen(name) >= NAME_BYTES) {
        return "A name has 2 to 20 letters.";
    }
    for (const char *c = name; *c; c++) {
        int plain =
            (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        int inside = (*c == ' ' || *c == '-' || *c == '_' || *c == '.') && c > name && c[1];
        if (!plain && !inside && (unsigned char)*c < 0x80) {
            return "A name has letters and digits; blanks, dots and dashes only inside.";
        }
    }
    if (!json_in_visible(name)) {
        return "A name has only letters and signs that can be seen.";
    }
    return strncasecmp(name, "guest", 5) == 0 ? "Names that begin with \"guest\" are for guests."
                                              : NULL;
}

static const char *password_problem(const char *password) {
    if (!password || json_in_letters(password) < LIMIT_PASSWORD_MIN) {
        return "A password has at least 8 letters.";
    }
    return strlen(password) > LIMIT_PASSWORD ? "A password has at most 200 letters." : NULL;
}

// Guessing is slow: 20 tries in 15 minutes for a name, 300 in 10 minutes for an address.
static int may_try(hub *h, const hub_request *q, const char *name) {
    char plain[NAME_BYTES]; // "ANNA" and "anna" are the same account
    size_t size = 0;
    for (; name[size] && size < sizeof plain; size++) {
        plain[size] = (char)(name[size] >= 'A' && name[size] <= 'Z' ? name[size] + 32 : name[size]);
    }
    uint64_t key = tsr_hash_bytes(plain, size, 1) | 1;
    bucket *b = map_get(&h->names, key);
    hub_ip *p = hub_ip_of(h, q->ip);
    if (h->config.no_limits) {
        return 1;
    }
    if (!b) {
        b = calloc(1, sizeof *b);
        if (!b || !map_put(&h->names, key, b)) {
            free(b);
            return 0;
        }
    }
    int fine = p && bucket_take(&p->secrets, 300, 600000, h->now_ms) &&
               bucket_take(b, 20, 900000, h->now_ms);
    h->limited += !fine;
    return fine;
}

static void start_secret(hub *h, const hub_request *q, hub_secret *job) {
    if (!job || h->secrets >= h->config.secrets_at_once) {
        if (job) {
            sodium_memzero(job, sizeof *job);
            free(job);
        }
        hub_fail(h, q, 503, NULL, "Too many people are signing in now. Please try again.");
        return;
    }
    h->secrets++;
    h->io.secret(h->io.self, job);
}

static hub_secret *new_secret(secret_use use, const hub_request *q, const session *s,
                              const char *name, const char *password, const char *fresh) {
    hub_secret *job = calloc(1, sizeof *job);
    if (job) {
        job->use = use;
        job->request = q->id;
        job->user = s->user;
        job->session = session_key(s);
        (void)snprintf(job->name, sizeof job->name, "%s", name ? name : "");
        (void)snprintf(job->password, sizeof job->password, "%s", password ? password : "");
        (void)snprintf(job->fresh, sizeof job->fresh, "%s", fresh ? fresh : "");
    }
    return job;
}

// A hash that no password has, so that an unknown name takes as long as a known one.
static const char nobody[] = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$"
                             "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

void hub_post_register(hub *h, const hub_request *q, const char *arg) {
    char token[TOKEN_BYTES];
    store_user taken;
    json_t *body = json_in_object(q->body, q->body_size);
    const char *name = json_in_text(body, "name"), *password = json_in_text(body, "password");
    const char *why = name_problem(name);
    const char *field = why ? "name" : "password";
    session *s = hub_session_or_guest(h, q, token);
    (void)arg;
    why = why ? why : password_problem(password);
    if (!s) {
        hub_fail(h, q, 503, NULL, "The server has too many visitors now.");
    } else if (why) {
        hub_fail(h, q, 400, field, why);
    } else if (s->account) {
        hub_fail(h, q, 409, NULL, "You have an account already. Sign out first.");
    } else if (store_db_user_named(h->db, name, &taken)) {
        hub_fail(h, q, 409, "name", "That name is taken.");
    } else if (!may_try(h, q, name)) {
        hub_fail(h, q, 429, NULL, "Too many tries. Please wait a few minutes.");
    } else {
        start_secret(h, q, new_secret(SECRET_REGISTER, q, s, name, NULL, password));
    }
    json_decref(body);
}

void hub_post_login(hub *h, const hub_request *q, const char *arg) {
    char token[TOKEN_BYTES];
    store_user user;
    json_t *body = json_in_object(q->body, q->body_size);
    const char *name = json_in_text(body, "name"), *password = json_in_text(body, "password");
    session *s = hub_session_or_guest(h, q, token);
    (void)arg;
    if (!s) {
        hub_fail(h, q, 503, NULL, "The server has too many visitors now.");
    } else if (!name || !password || strlen(name) >= NAME_BYTES ||
               strlen(password) > LIMIT_PASSWORD || !*password) {
        hub_fail(h, q, 400, "name", "Please give a name and a password.");
    } else if (!may_try(h, q, name)) {
        hub_fail(h, q, 429, NULL, "Too many tries. Please wait a few minutes.");
    } else {
        int known = store_db_user_named(h->db, name, &user) && user.password[0];
        hub_secret *job = new_secret(SECRET_LOGIN, q, s, name, password, NULL);
        if (job) {
            job->user = known ? user.id : 0;
            memcpy(job->name, known ? user.name : job->name, sizeof job->name);
            (void)snprintf(job->hash, sizeof job->hash, "%s", known ? user.password : nobody);
        }
        start_secret(h, q, job);
    }
    json_decref(body);
}

static void with_password(hub *h, const hub_request *q, secret_use use, const char *old,
                          const char *fresh) {
    store_user user;
    const session *s = hub_session(h, q->token);
    if (!s || !s->account || !store_db_user(h->db, s->user, &user)) {
        hub_fail(h, q, 401, NULL, "Please sign in first.");
    } else if (!old || strlen(old) > LIMIT_PASSWORD || !*old) {
        hub_fail(h, q, 400, "old", "Please give your present password.");
    } else if (use == SECRET_CHANGE && password_problem(fresh)) {
        hub_fail(h, q, 400, "new", password_problem(fresh));
    } else if (!may_try(h, q, user.name)) {
        hub_fail(h, q, 429, NULL, "Too many tries. Please wait a few minutes.");
    } else {
        hub_secret *job = new_secret(use, q, s, user.name, old, fresh);
        if (job) {
            (void)snprintf(job->hash, sizeof job->hash, "%s", user.password);
        }
        start_secret(h, q, job);
    }
}

void hub_post_password(hub *h, const hub_request *q, const char *arg) {
    json_t *body = json_in_object(q->body, q->body_size);
    (void)arg;
    with_password(h, q, SECRET_CHANGE, json_in_text(body, "old"), json_in_text(body, "new"));
    json_decref(body);
}

void hub_post_delete(hub *h, const hub_request *q, const char *arg) {
    json_t *body = json_in_object(q->body, q->body_size);
    (void)arg;
    with_password(h, q, SECRET_DELETE, json_in_text(body, "password"), NULL);
    json_decref(body);
}

void hub_post_logout(hub *h, const hub_request *q, const char *arg) {
    session *s = hub_session(h, q->token);
    uint64_t seq = 0;
    (void)arg;
    if (s) {
        store_batch *b = store_batch_new();
        hub_end_session(h, s->hash, b);
        seq = hub_commit(h, b);
    }
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    hub_answer(h, q, 200, seq, "");
}

// --- When a password has been looked at --------------------------------------

// The session moves to a new secret, so that one known before signing in is worth
// nothing afterwards.
static session *rotate(hub *h, session *old, uint64_t user, const char *name, store_batch *b,
                       char token[TOKEN_BYTES]) {
    session *s = new_session(h, user, token);
    if (!s) {
        return NULL;
    }
    (void)snprintf(s->name, sizeof s->name, "%s", name);
    s->account = 1;
    hub_save_session(h, s, b);
    if (old) {
        hub_end_session(h, old->hash, b);
    }
    return s;
}

static void finish_register(hub *h, const hub_secret *job) {
    char token[TOKEN_BYTES];
    store_user taken;
    session *old = map_get(&h->sessions, job->session);
    if (h->sign_up_seq > h->durable_seq) {
        // Another one is on its way to the disk and may have taken the name.
        hub_fail_id(h, job->request, 503, NULL, "Somebody else is signing up. Please try again.");
        return;
    }
    if (store_db_user_named(h->db, job->name, &taken)) {
        hub_fail_id(h, job->request, 409, "name", "That name is taken.");
        return;
    }
    store_batch *b = store_batch_new();
    store_batch_add(b, STORE_USER, job->user, NULL, NULL)->at = h->wall_s;
    store_batch_add(b, STORE_ACCOUNT, job->user, job->name, job->fresh_hash);
    session *s = rotate(h, old, job->user, job->name, b, token);
    uint64_t seq = hub_commit(h, b);
    h->sign_up_seq = seq;
    if (!s || !seq) {
        hub_fail_id(h, job->request, 503, NULL, "The server is out of memory.");
        return;
    }
    add_me(h, s);
    hub_answer_id(h, job->request, 200, seq, token);
}

static void finish_login(hub *h, const hub_secret *job) {
    char token[TOKEN_BYTES];
    if (!job->matches || !job->user) {
        hub_fail_id(h, job->request, 403, "password", "The name and the password do not fit.");
        return;
    }
    store_batch *b = store_batch_new();
    session *s = rotate(h, map_get(&h->sessions, job->session), job->user, job->name, b, token);
    uint64_t seq = hub_commit(h, b);
    if (!s || !seq) {
        hub_fail_id(h, job->request, 503, NULL, "The server is out of memory.");
        return;
    }
    add_me(h, s);
    hub_answer_id(h, job->request, 200, seq, token);
}

static void finish_own(hub *h, const hub_secret *job) {
    const session *s = map_get(&h->sessions, job->session);
    if (!job->matches) {
        hub_fail_id(h, job->request, 403, "old", "That is not your present password.");
        return;
    }
    store_batch *b = store_batch_new();
    if (job->use == SECRET_CHANGE) {
        store_batch_add(b, STORE_PASSWORD, job->user, job->fresh_hash, NULL);
    } else {
        store_batch_add(b, STORE_ACCOUNT_GONE, job->user, NULL, NULL);
    }
    hub_end_sessions(h, job->user, job->use == SECRET_CHANGE ? s : NULL, b);
    uint64_t seq = hub_commit(h, b);
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    hub_answer_id(h, job->request, seq ? 200 : 503, seq, job->use == SECRET_DELETE ? "" : NULL);
}

void hub_secret_done(hub *h, hub_secret *job, uint64_t now_ms) {
    h->now_ms = now_ms > h->now_ms ? now_ms : h->now_ms;
    h->secrets--;
    if (job->failed) {
        hub_fail_id(h, job->request, 503, NULL, "The server is out of memory.");
    } else if (job->use == SECRET_REGISTER) {
        finish_register(h, job);
    } else if (job->use == SECRET_LOGIN) {
        finish_login(h, job);
    } else {
        finish_own(h, job);
    }
    sodium_memzero(job, sizeof *job);
    free(job);
}
