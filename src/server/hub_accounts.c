// SPDX-License-Identifier: MIT
// Accounts: signing up, in and out, passwords, leaving for good. Signing up gives a guest's
// user a name, so the guest's matches come along.
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"
#include "server/names.h"

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

// --- Passwords to be looked at -----------------------------------------------

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
    why = why ? why : password_problem(password, name);
    if (!s) {
        hub_fail(h, q, 503, NULL, "The server has too many visitors now.");
    } else if (why) {
        hub_fail(h, q, 400, field, why);
    } else if (s->account) {
        hub_fail(h, q, 409, NULL, "You have an account already. Sign out first.");
    } else if (store_db_user_named(h->db, name, &taken)) {
        hub_fail(h, q, 409, "name", "That name is taken.");
    } else if (!hub_may_try(h, q->ip, name)) {
        hub_fail(h, q, 429, NULL, "Too many tries. Please wait a few minutes.");
    } else {
        hub_start_secret(h, q, new_secret(SECRET_REGISTER, q, s, name, NULL, password));
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
    } else if (!hub_may_try(h, q->ip, name)) {
        hub_fail(h, q, 429, NULL, "Too many tries. Please wait a few minutes.");
    } else {
        int known = store_db_user_named(h->db, name, &user) && user.password[0];
        hub_secret *job = new_secret(SECRET_LOGIN, q, s, name, password, NULL);
        if (job) {
            job->user = known ? user.id : 0;
            memcpy(job->name, known ? user.name : job->name, sizeof job->name);
            (void)snprintf(job->hash, sizeof job->hash, "%s", known ? user.password : nobody);
        }
        hub_start_secret(h, q, job);
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
    } else if (use == SECRET_CHANGE && password_problem(fresh, user.name)) {
        hub_fail(h, q, 400, "new", password_problem(fresh, user.name));
    } else if (!hub_may_try(h, q->ip, user.name)) {
        hub_fail(h, q, 429, NULL, "Too many tries. Please wait a few minutes.");
    } else {
        hub_secret *job = new_secret(use, q, s, user.name, old, fresh);
        if (job) {
            (void)snprintf(job->hash, sizeof job->hash, "%s", user.password);
        }
        hub_start_secret(h, q, job);
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
    session *s = hub_new_session(h, user, token);
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

// The name only if there is such an account: people type passwords into the wrong field.
static void log_failure(hub *h, const hub_secret *job) {
    char from[20];
    (void)snprintf(from, sizeof from, "%016llx", (unsigned long long)job->ip);
    const char *const pairs[] = {"account", job->user ? job->name : "", "from", from, NULL};
    h->failed_logins++;
    hub_log(h, "login_failed", pairs);
}

static void finish_login(hub *h, const hub_secret *job) {
    char token[TOKEN_BYTES];
    if (!job->matches || !job->user) {
        log_failure(h, job);
        hub_fail_id(h, job->request, 403, "password", "The name and the password do not fit.");
        return;
    }
    hub_note_signed_in(h, job->name, job->ip);
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
        log_failure(h, job);
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
    if (seq && job->use == SECRET_DELETE) {
        hub_forget_name(h, job->user, seq);
    }
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    hub_answer_id(h, job->request, seq ? 200 : 503, seq, job->use == SECRET_DELETE ? "" : NULL);
}

void hub_finish_secret(hub *h, const hub_secret *job) {
    if (job->failed) {
        hub_fail_id(h, job->request, 503, NULL, "The server is out of memory.");
    } else if (job->use == SECRET_REGISTER) {
        finish_register(h, job);
    } else if (job->use == SECRET_LOGIN) {
        finish_login(h, job);
    } else {
        finish_own(h, job);
    }
}
