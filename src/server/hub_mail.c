// SPDX-License-Identifier: MIT
// An account's mail address, its browsers for pushes, a forgotten password, vacations.
//
// An address counts when whoever reads it has opened the link that was sent there: nobody is
// written to because somebody else says so. A word for a new password is mailed to that address
// alone, and what is answered does not tell whether there is one.
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"

enum { MAILS_A_DAY = 5, DAY_MS = 86400000, DAY_S = 86400, VACATION_DAYS = 30, BROWSERS_A_DAY = 20 };

static void answer(hub *h, const hub_request *q, uint64_t seq) {
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    hub_answer(h, q, seq ? 200 : 503, seq, NULL);
}

static void done(hub *h, const hub_request *q, store_batch *b) {
    answer(h, q, hub_commit(h, b));
}

static session *account_of(hub *h, const hub_request *q, store_user *u) {
    session *s = hub_session(h, q->token);
    if (!s || !s->account || !store_read_user(h->reader, s->user, u)) {
        hub_fail(h, q, 401, NULL, "Please sign in first.");
        return NULL;
    }
    return s;
}

// Something a relay takes: one @, a dot behind it, nothing that means something in a mail's head.
static int is_address(const char *text) {
    const char *at = text ? strchr(text, '@') : NULL;
    if (!at || at == text || strchr(at + 1, '@') || !strchr(at + 1, '.') ||
        strlen(text) > LIMIT_MAIL) {
        return 0;
    }
    for (const char *p = text; *p; p++) {
        if (*p <= ' ' || *p > '~' || strchr("<>()[],;:\\\"", *p)) {
            return 0;
        }
    }
    return 1;
}

// --- The address -------------------------------------------------------------

// A word that is good for a day, with what it is for in its label.
static void give_word(hub *h, store_batch *b, token_kind kind, uint64_t user, const char *label,
                      char word[TOKEN_BYTES]) {
    store_op *op = store_batch_add(b, STORE_TOKEN, user, label, NULL);
    hub_make_word(h, word, op->hash);
    op->n = kind;
    op->at = h->wall_s;
    op->b = (uint64_t)(h->wall_s + DAY_S);
}

static void mail_word(hub *h, const char *to, const char *name, const char *subject,
                      const char *what, const char *where, const char *word, uint64_t seq) {
    hub_notice *n = calloc(1, sizeof *n);
    if (n) {
        (void)snprintf(n->to, sizeof n->to, "%s", to);
        (void)snprintf(n->subject, sizeof n->subject, "%s", subject);
        (void)snprintf(
            n->text, sizeof n->text,
            "Hello %s,\n\n%s:\n%s%s%s\n\nThe link is valid once, for one day. If this was "
            "not you, do nothing.\n",
            name, what, h->config.origin, where, word);
        hub_send_notice(h, n, seq);
    }
}

static int may_mail(hub *h, const hub_request *q) {
    hub_ip *ip = hub_ip_of(h, q->ip);
    int fine =
        h->config.no_limits || (ip && bucket_take(&ip->mails, MAILS_A_DAY, DAY_MS, h->now_ms));
    h->limited += !fine;
    return fine;
}

// {"mail":"a@b.example"} sends a link there; {"mail":""} forgets the address.
void hub_post_mail(hub *h, const hub_request *q, const char *arg) {
    char word[TOKEN_BYTES];
    store_user u;
    json_t *body = json_in_object(q->body, q->body_size);
    const char *mail = json_in_text(body, "mail");
    const session *s = account_of(h, q, &u);
    (void)arg;
    if (s && mail && !*mail) {
        store_batch *b = store_batch_new();
        store_batch_add(b, STORE_MAIL, s->user, NULL, NULL)->n = u.notices & ~NOTICE_BY_MAIL;
        done(h, q, b);
    } else if (s && !h->config.mail) {
        hub_fail(h, q, 409, NULL, "This server sends no mail.");
    } else if (s && !is_address(mail)) {
        hub_fail(h, q, 400, "mail", "That is not a mail address.");
    } else if (s && !may_mail(h, q)) {
        hub_fail(h, q, 429, NULL, "Too many mails were sent today. Please try again tomorrow.");
    } else if (s) {
        store_batch *b = store_batch_new();
        give_word(h, b, TOKEN_MAIL, s->user, mail, word);
        uint64_t seq = hub_commit(h, b);
        mail_word(h, mail, u.name, "Your address at Tessera",
                  "to get mails from Tessera at this address, open", "/login#mail=", word, seq);
        answer(h, q, seq);
    }
    json_decref(body);
}

// The link was opened.
void hub_post_mail_confirm(hub *h, const hub_request *q, const char *arg) {
    unsigned char hash[32];
    char label[LIMIT_MAIL + 1];
    store_token t;
    store_user u;
    json_t *body = json_in_object(q->body, q->body_size);
    const char *word = json_in_text(body, "word");
    (void)arg;
    if (word && strlen(word) < TOKEN_BYTES) {
        crypto_hash_sha256(hash, (const unsigned char *)word, strlen(word));
    }
    if (!word || strlen(word) >= TOKEN_BYTES || !hub_may_try(h, q->ip, "mail") ||
        !store_read_token(h->reader, hash, &t) || t.kind != TOKEN_MAIL || t.until < h->wall_s ||
        !store_read_token_label(h->reader, hash, label, sizeof label) ||
        !store_read_user(h->reader, t.user, &u)) {
        hub_fail(h, q, 403, NULL, "This link has already been used or has expired.");
    } else {
        store_batch *b = store_batch_new();
        store_batch_add(b, STORE_MAIL, t.user, label, NULL)->n = u.notices | NOTICE_BY_MAIL;
        memcpy(store_batch_add(b, STORE_TOKEN_GONE, 0, NULL, NULL)->hash, hash, sizeof hash);
        done(h, q, b);
    }
    json_decref(body);
}

// {"name"}: a link to a new password goes to the account's address, if it has one.
void hub_post_forgot(hub *h, const hub_request *q, const char *arg) {
    char word[TOKEN_BYTES];
    store_user u;
    json_t *body = json_in_object(q->body, q->body_size);
    const char *name = json_in_text(body, "name");
    (void)arg;
    if (!h->config.mail) {
        hub_fail(h, q, 409, NULL, "This server sends no mail: please ask its operator.");
    } else if (!may_mail(h, q)) {
        hub_fail(h, q, 429, NULL, "Too many mails were sent today. Please try again tomorrow.");
    } else {
        store_batch *b = store_batch_new();
        if (name && store_read_user_named(h->reader, name, &u) && u.mail[0] &&
            u.banned <= h->wall_s) {
            give_word(h, b, TOKEN_RESET, u.id, "", word);
            uint64_t seq = hub_commit(h, b);
            mail_word(h, u.mail, u.name, "A new password for Tessera",
                      "to choose a new password, open", "/reset.html#", word, seq);
        } else {
            store_batch_free(b);
        }
        buffer_clear(&h->out);
        buffer_add_text(&h->out, "{}");
        hub_answer(h, q, 200, 0, NULL); // whether there is such an account is nobody's business
    }
    json_decref(body);
}

// --- Which notices -----------------------------------------------------------

static void add_notices(hub *h, const store_user *u) {
    buffer_clear(&h->out);
    buffer_addf(&h->out, "{\"server_mail\":%s,\"push_key\":", h->config.mail ? "true" : "false");
    wire_string(&h->out, h->config.push_key);
    buffer_add_text(&h->out, ",\"mail\":");
    wire_string(&h->out, u->mail);
    buffer_addf(&h->out,
                ",\"by_mail\":%s,\"by_push\":%s,\"vacation\":{\"until\":%lld,\"left\":%d}}",
                u->notices & NOTICE_BY_MAIL ? "true" : "false",
                u->notices & NOTICE_BY_PUSH ? "true" : "false",
                (long long)(u->away > h->wall_s ? u->away : 0),
                VACATION_DAYS - (u->away_year == hub_year(h) ? u->away_days : 0));
}

void hub_get_notices(hub *h, const hub_request *q, const char *arg) {
    store_user u;
    (void)arg;
    if (account_of(h, q, &u)) {
        add_notices(h, &u);
        hub_answer(h, q, 200, 0, NULL);
    }
}

// {"by_mail":bool,"by_push":bool}
void hub_post_notices(hub *h, const hub_request *q, const char *arg) {
    store_user u;
    json_t *body = json_in_object(q->body, q->body_size);
    const session *s = account_of(h, q, &u);
    (void)arg;
    if (s) {
        store_batch *b = store_batch_new();
        store_batch_add(b, STORE_MAIL, s->user, u.mail[0] ? u.mail : NULL, NULL)->n =
            (json_in_true(body, "by_mail") && u.mail[0] ? NOTICE_BY_MAIL : 0) |
            (json_in_true(body, "by_push") ? NOTICE_BY_PUSH : 0);
        done(h, q, b);
    }
    json_decref(body);
}

// {"endpoint","p256dh","auth"}: a browser that wants pushes; with "off" it does no more.
void hub_post_push(hub *h, const hub_request *q, const char *arg) {
    store_user u;
    json_t *body = json_in_object(q->body, q->body_size);
    session *s = account_of(h, q, &u);
    const char *endpoint = json_in_text(body, "endpoint"), *open = json_in_text(body, "p256dh"),
               *auth = json_in_text(body, "auth");
    int secure = endpoint && (strncmp(endpoint, "https://", 8) == 0 || h->config.no_limits);
    (void)arg;
    if (s && (!secure || strlen(endpoint) > LIMIT_ENDPOINT)) {
        hub_fail(h, q, 400, "endpoint", "That is not the address of a push service.");
    } else if (s && json_in_true(body, "off")) {
        store_batch *b = store_batch_new();
        store_batch_add(b, STORE_PUSH_GONE, 0, endpoint, NULL);
        done(h, q, b);
    } else if (s && (!open || !auth || strlen(open) > 90 || strlen(auth) > 30)) {
        hub_fail(h, q, 400, "p256dh", "These are not valid push keys.");
    } else if (s && !h->config.no_limits &&
               !bucket_take(&s->browsers, BROWSERS_A_DAY, DAY_MS, h->now_ms)) {
        hub_fail(h, q, 429, NULL,
                 "Too many browsers were registered today. Please try again tomorrow.");
    } else if (s) {
        char keys[160];
        store_batch *b = store_batch_new();
        (void)snprintf(keys, sizeof keys, "%s %s", open, auth);
        store_op *op = store_batch_add(b, STORE_PUSH, s->user, endpoint, keys);
        op->at = h->wall_s;
        op = store_batch_add(b, STORE_MAIL, s->user, u.mail[0] ? u.mail : NULL, NULL);
        op->n = u.notices | NOTICE_BY_PUSH;
        done(h, q, b);
    }
    json_decref(body);
}

// --- Vacation ----------------------------------------------------------------

// {"days":n}: from now on, of thirty a year; {"days":0} ends it.
void hub_post_vacation(hub *h, const hub_request *q, const char *arg) {
    store_user u;
    json_t *body = json_in_object(q->body, q->body_size);
    char from[24];
    const session *s = account_of(h, q, &u);
    int days = (int)json_in_int(body, "days", 0, VACATION_DAYS, -1);
    (void)arg;
    if (s) {
        int used = u.away_year == hub_year(h) ? u.away_days : 0;
        int unused = u.away > h->wall_s ? (int)((u.away - h->wall_s) / DAY_S) : 0;
        used -= unused < used ? unused : used; // whole days that are given back
        if (days < 0 || used + days > VACATION_DAYS) {
            hub_fail(h, q, 409, "days", "Vacation is limited to thirty days a year.");
        } else {
            store_batch *b = store_batch_new();
            (void)snprintf(from, sizeof from, "%lld",
                           (long long)(days || !u.away_from ? h->wall_s : u.away_from));
            store_op *op = store_batch_add(b, STORE_VACATION, s->user, from, NULL);
            // Whoever is back early was away until now.
            op->at = days                 ? h->wall_s + (int64_t)days * DAY_S
                     : u.away < h->wall_s ? u.away
                                          : h->wall_s;
            op->n = used + days;
            op->b = (uint64_t)hub_year(h);
            done(h, q, b);
        }
    }
    json_decref(body);
}

// Of the last `window_ms`, how long the player was on vacation.
uint64_t hub_away_ms(void *self, uint64_t user, uint64_t window_ms) {
    const hub *h = self;
    store_user u;
    if (!store_read_user(h->reader, user, &u) || !u.away) {
        return 0;
    }
    int64_t begin = h->wall_s - (int64_t)(window_ms / 1000);
    int64_t from = u.away_from > begin ? u.away_from : begin;
    int64_t until = u.away < h->wall_s ? u.away : h->wall_s;
    return until > from ? (uint64_t)(until - from) * 1000 : 0;
}
