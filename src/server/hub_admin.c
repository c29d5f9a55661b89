// SPDX-License-Identifier: MIT
// What the operator orders: requests below /admin/, which come through the control socket
// (control.h) or from `tessera admin` on a server that does not run, never over the network.
// Each leaves a line of the kind "audit" in the log.
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"
#include "server/names.h"

typedef struct order {
    const hub_request *q;
    const json_t *body;
    store_user user;    // that `name` names, if it does
    const char *said;   // what the audit line tells besides
    const char *by;     // who gives it
    store_batch *batch; // filled and committed by `answer`
} order;

// In the log, and with the order in the file, for moderators to see.
static void audit(hub *h, const char *what, const order *o) {
    const char *name = json_in_text(o->body, "name");
    const char *const pairs[] = {
        "by", o->by, "do", what, "name", name ? name : "", "more", o->said ? o->said : "", NULL};
    buffer text;
    hub_log(h, "audit", pairs);
    buffer_init(&text, NULL);
    buffer_addf(&text, "{\"do\":\"%s\",\"name\":", what);
    wire_string(&text, name ? name : "");
    buffer_add_text(&text, ",\"more\":");
    wire_string(&text, o->said ? o->said : "");
    buffer_add_text(&text, "}");
    store_batch_add(o->batch, STORE_AUDIT, 0, o->by, buffer_text(&text))->at = h->wall_s;
    buffer_deinit(&text);
}

// Commits what was ordered; the answer (in h->out, or {}) goes out when it is on disk.
static void answer(hub *h, order *o) {
    uint64_t seq = 0;
    if (o->batch) {
        seq = hub_commit(h, o->batch);
        o->batch = NULL;
    }
    hub_answer(h, o->q, 200, seq, NULL);
}

static void ok(hub *h, order *o) {
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    answer(h, o);
}

// --- People ------------------------------------------------------------------

static void ban(hub *h, order *o) {
    enum { DAY_S = 86400 };
    int64_t days = json_in_int(o->body, "days", 0, 36500, 36500);
    store_op *op = store_batch_add(o->batch, STORE_BAN, o->user.id, NULL, NULL);
    op->at = days ? h->wall_s + days * DAY_S : 0;
    if (days) {
        hub_end_sessions(h, o->user.id, NULL, o->batch);
    }
    ok(h, o);
}

static void unban(hub *h, order *o) {
    store_batch_add(o->batch, STORE_BAN, o->user.id, NULL, NULL)->at = 0;
    ok(h, o);
}

static void rename_user(hub *h, order *o) {
    char look[NAME_LOOK_BYTES];
    store_user other;
    const char *to = json_in_text(o->body, "to");
    const char *why = name_problem(to);
    if (why) {
        hub_fail(h, o->q, 400, "to", why);
        return;
    }
    name_look(to, look);
    uint64_t taking = hub_claimed(h, CLAIM_NAME, look, strlen(look));
    if (taking || (store_read_user_named(h->reader, to, &other) && other.id != o->user.id)) {
        hub_fail_after(h, o->q->id, taking, 409, "to", "That name is taken.");
        return;
    }
    if (!hub_claim(h, CLAIM_NAME, look, strlen(look))) {
        hub_fail(h, o->q, 503, NULL, "The server is out of memory.");
        return;
    }
    store_batch_add(o->batch, STORE_NAME, o->user.id, to, NULL);
    hub_end_sessions(h, o->user.id, NULL, o->batch); // they carry the old name
    ok(h, o);
}

static void mute(hub *h, order *o) {
    enum { DAY_S = 86400 };
    int64_t days = json_in_int(o->body, "days", 1, 36500, 7);
    store_batch_add(o->batch, STORE_MUTE, o->user.id, NULL, NULL)->at = h->wall_s + days * DAY_S;
    ok(h, o);
}

static void unmute(hub *h, order *o) {
    store_batch_add(o->batch, STORE_MUTE, o->user.id, NULL, NULL);
    ok(h, o);
}

static void note(hub *h, order *o) {
    const char *words = json_in_text(o->body, "words");
    words = words ? words : o->said;
    if (!words || json_in_letters(words) < 1 || json_in_letters(words) > 500) {
        hub_fail(h, o->q, 400, "words", "A note has 1 to 500 letters.");
        return;
    }
    store_batch_add(o->batch, STORE_NOTE, o->user.id, o->by, words)->at = h->wall_s;
    ok(h, o);
}

static void make_moderator(hub *h, order *o) {
    int off = o->said && strcmp(o->said, "off") == 0;
    store_batch_add(o->batch, STORE_MODERATOR, o->user.id, NULL, NULL)->n = !off;
    ok(h, o);
}

static void erase(hub *h, order *o) {
    hub_events_give_up(h, o->user.id);
    store_batch_add(o->batch, STORE_ACCOUNT_GONE, o->user.id, NULL, NULL);
    hub_end_sessions(h, o->user.id, NULL, o->batch);
    ok(h, o);
    hub_forget_name(h, o->user.id, h->next_seq);
    hub_tell_erased(h, o->user.id, h->next_seq);
    hub_events_forget(h, o->user.id);
}

static void settle(hub *h, order *o) {
    const char *number = json_in_text(o->body, "name");
    store_batch_add(o->batch, STORE_SETTLE, 0, NULL, NULL)->n = number ? atoll(number) : 0;
    ok(h, o);
}

// --- Words that open something -----------------------------------------------

// A new secret word of this kind, told once: in the answer.
static void give_token(hub *h, order *o, token_kind kind, uint64_t user, int64_t seconds,
                       const char *before) {
    char word[TOKEN_BYTES];
    const char *label = json_in_text(o->body, "label");
    label = label && strlen(label) < 40 ? label : "";
    store_op *op = store_batch_add(o->batch, STORE_TOKEN, user, label, NULL);
    hub_make_word(h, word, op->hash);
    op->n = kind;
    op->at = h->wall_s;
    op->b = (uint64_t)(seconds ? h->wall_s + seconds : INT64_MAX);
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{\"word\":");
    wire_string(&h->out, word);
    buffer_addf(&h->out, ",\"link\":\"%s%s%s\"}", before[0] ? h->config.origin : "", before, word);
    answer(h, o);
}

static void reset(hub *h, order *o) {
    give_token(h, o, TOKEN_RESET, o->user.id, 86400, "/reset.html#");
}

static void give_bot_token(hub *h, order *o) {
    int watch = json_in_true(o->body, "watch");
    int64_t days = json_in_int(o->body, "days", 1, 36500, 0);
    give_token(h, o, watch ? TOKEN_WATCH : TOKEN_PLAY, o->user.id, days * 86400, "");
}

static void invite(hub *h, order *o) {
    int64_t days = json_in_int(o->body, "days", 1, 3650, 14);
    give_token(h, o, TOKEN_INVITE, 0, days * 86400, "/login#invite=");
}

static void revoke(hub *h, order *o) {
    const char *label = json_in_text(o->body, "label");
    store_batch_add(o->batch, STORE_TOKENS_GONE, o->user.id, label ? label : "", NULL);
    hub_end_sessions(h, o->user.id, NULL, o->batch);
    ok(h, o);
}

// --- Matches -----------------------------------------------------------------

static void close_match(hub *h, order *o) {
    const char *id = json_in_text(o->body, "match");
    room *r = hub_room(h, ident_read(id ? id : ""));
    if (!r || r->state == ROOM_OVER) {
        hub_fail(h, o->q, 409, "match", r ? "That match is over." : "There is no such match.");
        return;
    }
    (void)hub_commit(h, o->batch); // the audit
    o->batch = NULL;
    if (r->state == ROOM_OPEN) {
        room_give_up(r, h->play_ms);
    } else {
        r->rated = 0; // nobody wins or loses by it
        int from = tsr_match_ply_count(r->match);
        if (tsr_match_agree_draw(r->match, room_time(r, h->play_ms)) == TSR_OK) {
            room_after(r, from, 0, h->play_ms);
        }
    }
    buffer_clear(&h->out);
    buffer_add_text(&h->out, "{}");
    hub_answer(h, o->q, 200, r->seq, NULL);
}

// --- The door ----------------------------------------------------------------

static const struct {
    const char *name;
    void (*act)(hub *h, order *o);
    int needs_user;
} orders[] = {
    {"ban", ban, 1},
    {"unban", unban, 1},
    {"rename", rename_user, 1},
    {"erase", erase, 1},
    {"reset", reset, 1},
    {"token", give_bot_token, 1},
    {"revoke", revoke, 1},
    {"invite", invite, 0},
    {"close", close_match, 0},
    {"settle", settle, 0},
    {"mute", mute, 1},
    {"unmute", unmute, 1},
    {"note", note, 1},
    {"moderator", make_moderator, 1},
};

static void carry_out(hub *h, size_t i, order *o) {
    const char *name = json_in_text(o->body, "name");
    if (orders[i].needs_user && (!name || !store_read_user_named(h->reader, name, &o->user))) {
        hub_fail(h, o->q, 404, "name", "There is no account with that name.");
        return;
    }
    o->batch = store_batch_new();
    audit(h, orders[i].name, o);
    orders[i].act(h, o);
    store_batch_free(o->batch);
}

uint64_t hub_admin_match(const hub_request *q) {
    json_t *body = json_in_object(q->body, q->body_size);
    const char *id = json_in_text(body, "match");
    uint64_t match = id ? ident_read(id) : 0;
    json_decref(body);
    return match;
}

void hub_admin(hub *h, const hub_request *q, const char *arg) {
    hub_order(h, q, arg, "operator");
}

void hub_order(hub *h, const hub_request *q, const char *arg, const char *by) {
    order o = {.q = q, .by = by};
    json_t *body = json_in_object(q->body, q->body_size);
    o.body = body;
    o.said = json_in_text(body, "to");
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (strcmp(arg, orders[i].name) == 0) {
            carry_out(h, i, &o);
            json_decref(body);
            return;
        }
    }
    hub_fail(h, q, 404, NULL, "There is no such command.");
    json_decref(body);
}
