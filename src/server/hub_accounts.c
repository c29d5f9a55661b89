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
    static const char *const sign_up[] = {"open", "invite", "closed"};
    store_user u = {0};
    if (s->account && store_read_user(h->reader, s->user, &u) && u.moderator) {
        buffer_add_text(&h->out, ",\"moderator\":true");
    }
    buffer_addf(&h->out,
                ",\"guest\":%s,\"sign_up\":\"%s\",\"ratings\":", s->account ? "false" : "true",
                sign_up[h->config.sign_up]);
    hub_add_ratings(h, &h->out, s->account ? s->user : 0);
    buffer_add_text(&h->out, "}");
}

void hub_get_me(hub *h, const hub_request *q, const char *arg) {
    char token[TOKEN_BYTES];
    (void)arg;
    session *s = hub_session_or_guest(h, q, token);
    if (!s) {
        hub_fail(h, q, 503, NULL, "The server has too many visitors. Please try again later.");
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

// A word of this kind that is still good: its hash, and whose it is.
static int read_word(hub *h, const char *text, token_kind kind, unsigned char hash[32],
                     uint64_t *user) {
    store_token t;
    if (!text || strlen(text) != TOKEN_BYTES - 8) {
        return 0;
    }
    crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
    int good = store_read_token(h->reader, hash, &t) && t.kind == kind && t.until >= h->wall_s;
    *user = good ? t.user : 0;
    return good;
}

static void use_up(hub_secret *job, const unsigned char *word) {
    if (job && word) {
        job->has_word = 1;
        memcpy(job->word, word, sizeof job->word);
    }
}

void hub_post_register(hub *h, const hub_request *q, const char *arg) {
    char token[TOKEN_BYTES];
    store_user taken;
    unsigned char word[32];
    uint64_t user;
    json_t *body = json_in_object(q->body, q->body_size);
    const char *name = json_in_text(body, "name"), *password = json_in_text(body, "password");
    const char *why = name_problem(name);
    const char *field = why ? "name" : "password";
    session *s = hub_session_or_guest(h, q, token);
    (void)arg;
    why = why ? why : password_problem(password, name);
    if (!s) {
        hub_fail(h, q, 503, NULL, "The server has too many visitors. Please try again later.");
    } else if (why) {
        hub_fail(h, q, 400, field, why);
    } else if (s->account) {
        hub_fail(h, q, 409, NULL, "You already have an account. Sign out first.");
    } else if (h->config.sign_up == SIGN_UP_CLOSED) {
        hub_fail(h, q, 403, NULL, "This server does not accept new accounts.");
    } else if (h->config.sign_up == SIGN_UP_INVITE &&
               !read_word(h, json_in_text(body, "invite"), TOKEN_INVITE, word, &user)) {
        hub_fail(h, q, 403, "invite", "New accounts on this server need an invitation.");
    } else if (store_read_user_named(h->reader, name, &taken)) {
        hub_fail(h, q, 409, "name", "That name is taken.");
    } else if (!hub_may_try(h, q->ip, name)) {
        hub_fail(h, q, 429, NULL, "Too many attempts. Please wait a few minutes.");
    } else {
        hub_secret *job = new_secret(SECRET_REGISTER, q, s, name, NULL, password);
        use_up(job, h->config.sign_up == SIGN_UP_INVITE ? word : NULL);
        hub_start_secret(h, q, job);
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
        hub_fail(h, q, 503, NULL, "The server has too many visitors. Please try again later.");
    } else if (!name || !password || strlen(name) >= NAME_BYTES ||
               strlen(password) > LIMIT_PASSWORD || !*password) {
        hub_fail(h, q, 400, "name", "Please enter a name and a password.");
    } else if (!hub_may_try(h, q->ip, name)) {
        hub_fail(h, q, 429, NULL, "Too many attempts. Please wait a few minutes.");
    } else {
        int known = store_read_user_named(h->reader, name, &user) && user.password[0];
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
    if (!s || !s->account || !store_read_user(h->reader, s->user, &user)) {
        hub_fail(h, q, 401, NULL, "Please sign in first.");
    } else if (!old || strlen(old) > LIMIT_PASSWORD || !*old) {
        hub_fail(h, q, 400, "old", "Please enter your current password.");
    } else if (use == SECRET_CHANGE && password_problem(fresh, user.name)) {
        hub_fail(h, q, 400, "new", password_problem(fresh, user.name));
    } else if (!hub_may_try(h, q->ip, user.name)) {
        hub_fail(h, q, 429, NULL, "Too many attempts. Please wait a few minutes.");
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

// A new password by a link from the operator.
void hub_post_reset(hub *h, const hub_request *q, const char *arg) {
    unsigned char word[32];
    uint64_t id;
    store_user user;
    const session nobody_yet = {0};
    json_t *body = json_in_object(q->body, q->body_size);
    const char *fresh = json_in_text(body, "password"), *text = json_in_text(body, "word");
    (void)arg;
    if (!hub_may_try(h, q->ip, "reset")) {
        hub_fail(h, q, 429, NULL, "Too many attempts. Please wait a few minutes.");
    } else if (!read_word(h, text, TOKEN_RESET, word, &id) ||
               !store_read_user(h->reader, id, &user)) {
        hub_fail(h, q, 403, NULL, "This link has already been used or has expired.");
    } else if (password_problem(fresh, user.name)) {
        hub_fail(h, q, 400, "password", password_problem(fresh, user.name));
    } else {
        hub_secret *job = new_secret(SECRET_RESET, q, &nobody_yet, user.name, NULL, fresh);
        if (job) {
            job->user = id;
        }
        use_up(job, word);
        hub_start_secret(h, q, job);
    }
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

// A word that was used up while the password was hashed; if so, the request is answered.
static int is_spent(hub *h, const hub_secret *job, const char *why) {
    store_token t;
    uint64_t taking = hub_claimed(h, CLAIM_WORD, job->word, sizeof job->word);
    if (!job->has_word || (!taking && store_read_token(h->reader, job->word, &t))) {
        return 0;
    }
    hub_fail_after(h, job->request, taking, 403, NULL, why);
    return 1;
}

// What may have come in between while the password was hashed; if so, the request is answered.
static int came_too_late(hub *h, const hub_secret *job, const char *look) {
    store_user known;
    uint64_t naming = hub_claimed(h, CLAIM_NAME, look, strlen(look));
    uint64_t joining = hub_claimed(h, CLAIM_USER, &job->user, sizeof job->user);
    if (joining || (store_read_user(h->reader, job->user, &known) && known.name[0])) {
        hub_fail_after(h, job->request, joining, 409, NULL,
                       "You already have an account. Sign out first.");
        return 1;
    }
    if (naming || store_read_user_named(h->reader, job->name, &known)) {
        hub_fail_after(h, job->request, naming, 409, "name", "That name is taken.");
        return 1;
    }
    return is_spent(h, job, "This invitation has already been used.");
}

static int claim_account(hub *h, const hub_secret *job, const char *look) {
    return hub_claim(h, CLAIM_NAME, look, strlen(look)) &&
           hub_claim(h, CLAIM_USER, &job->user, sizeof job->user) &&
           (!job->has_word || hub_claim(h, CLAIM_WORD, job->word, sizeof job->word));
}

static void finish_register(hub *h, const hub_secret *job) {
    char token[TOKEN_BYTES], look[NAME_LOOK_BYTES];
    session *old = map_get(&h->sessions, job->session);
    name_look(job->name, look);
    if (came_too_late(h, job, look)) {
        return;
    }
    if (!claim_account(h, job, look)) {
        hub_fail_id(h, job->request, 503, NULL, "The server is out of memory.");
        return;
    }
    store_batch *b = store_batch_new();
    store_batch_add(b, STORE_USER, job->user, NULL, NULL)->at = h->wall_s;
    store_batch_add(b, STORE_ACCOUNT, job->user, job->name, job->fresh_hash);
    if (job->has_word) {
        memcpy(store_batch_add(b, STORE_TOKEN_GONE, 0, NULL, NULL)->hash, job->word, 32);
    }
    session *s = rotate(h, old, job->user, job->name, b, token);
    uint64_t seq = hub_commit(h, b);
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
    store_user user;
    if (!job->matches || !job->user) {
        log_failure(h, job);
        hub_fail_id(h, job->request, 403, "password", "The name or the password is wrong.");
        return;
    }
    if (store_read_user(h->reader, job->user, &user) && user.banned > h->wall_s) {
        hub_fail_id(h, job->request, 403, NULL, "This account was closed by the operator.");
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
        hub_fail_id(h, job->request, 403, "old", "That is not your current password.");
        return;
    }
    store_batch *b = store_batch_new();
    if (job->use == SECRET_CHANGE) {
        store_batch_add(b, STORE_PASSWORD, job->user, job->fresh_hash, NULL);
    } else {
        hub_events_give_up(h, job->user);
        store_batch_add(b, STORE_ACCOUNT_GONE, job->user, NULL, NULL);
    }
    hub_end_sessions(h, job->user, job->use == SECRET_CHANGE ? s : NULL, b);
    uint64_t seq = hub_commit(h, b);
    if (seq && job->use == SECRET_DELETE) {
        hub_forget_name(h, job->user, seq);
        hub_tell_erased(h, job->user, seq);
        hub_events_forget(h, job->user);
    }
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    hub_answer_id(h, job->request, seq ? 200 : 503, seq, job->use == SECRET_DELETE ? "" : NULL);
}

static void finish_reset(hub *h, const hub_secret *job) {
    const char *const pairs[] = {"account", job->name, NULL};
    if (is_spent(h, job, "This link has already been used or has expired.")) {
        return;
    }
    if (!hub_claim(h, CLAIM_WORD, job->word, sizeof job->word)) {
        hub_fail_id(h, job->request, 503, NULL, "The server is out of memory.");
        return;
    }
    store_batch *b = store_batch_new();
    store_batch_add(b, STORE_PASSWORD, job->user, job->fresh_hash, NULL);
    memcpy(store_batch_add(b, STORE_TOKEN_GONE, 0, NULL, NULL)->hash, job->word, 32);
    hub_end_sessions(h, job->user, NULL, b);
    uint64_t seq = hub_commit(h, b);
    hub_log(h, "password_reset", pairs);
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    hub_answer_id(h, job->request, seq ? 200 : 503, seq, NULL);
}

static void finish_secret(hub *h, const hub_secret *job) {
    if (job->failed) {
        hub_fail_id(h, job->request, 503, NULL, "The server is out of memory.");
    } else if (job->use == SECRET_REGISTER) {
        finish_register(h, job);
    } else if (job->use == SECRET_LOGIN) {
        finish_login(h, job);
    } else if (job->use == SECRET_RESET) {
        finish_reset(h, job);
    } else {
        finish_own(h, job);
    }
}

void hub_secret_done(hub *h, hub_secret *job, uint64_t now_ms) {
    hub_set_now(h, now_ms);
    fair_done(h->secrets, job->ip, 1);
    finish_secret(h, job);
    hub_forget_secret(job);
    hub_hand_out_secrets(h);
}
