// SPDX-License-Identifier: MIT
// Matches that were played without the server: their records, sent when it can be reached again.
//
// A page plays with an engine of its own and keeps the record; this takes it into an account's history.
// Nothing in it is believed: it is played through with this server's rules in another thread
// (hub_files.c), and every move and the result must be what the rules allow. What cannot be checked is
// who moved and whether draws were honest, so such a match is never rated, belongs to no event, is shown
// to nobody else in lists, and says of itself that it was played offline.
//
// A record has a name that the page gave it. The number of its match is made from that and the account,
// so that sending it again finds the match and makes no second one.
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/hub_matches.h"
#include "server/json_in.h"

enum { NAME_MOST = 40, HOUR_MS = 3600000 };

// --- What is sent ------------------------------------------------------------

typedef struct upload {
    const char *id, *record; // borrowed
    const json_t *seats;
    int64_t made;
} upload;

static int is_name(const char *id) {
    size_t n = id ? strlen(id) : 0;
    return n >= 8 && n <= NAME_MOST && strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == n;
}

// Lines of text, with tabs in them and no other control character.
static int is_plain(const char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f) {
            return 0;
        }
    }
    return 1;
}

static int count_kind(const json_t *seats, const char *word) {
    int n = 0;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const char *kind = json_in_text(json_array_get(seats, i), "kind");
        n += kind && strcmp(kind, word) == 0;
    }
    return n;
}

// Others may not be sat down in a match that they know nothing of.
static int are_seats(const json_t *seats) {
    int me = count_kind(seats, "me");
    int here = count_kind(seats, "here");
    int bots = count_kind(seats, "bot");
    return me <= 1 && me + here > 0 && (size_t)(me + here + bots) == json_array_size(seats);
}

static int read_upload(const json_t *body, upload *u, problem *p) {
    u->id = json_in_text(body, "id");
    u->record = json_in_text(body, "record");
    u->seats = json_object_get(body, "seats");
    u->made = json_in_int(body, "made", 0, INT64_MAX, INT64_MAX);
    if (!is_name(u->id)) {
        hub_complain(p, 400, "id",
                     "The name of a record has 8 to 40 lower-case letters, digits or hyphens.");
    } else if (!u->record || !u->record[0] || !is_plain(u->record)) {
        hub_complain(p, 400, "record", "The record must be sent as text.");
    } else if (!are_seats(u->seats)) {
        hub_complain(p, 400, "seats", "One seat must be me, the others here or bot.");
    }
    return !p->status;
}

static uint64_t match_of(uint64_t user, const char *id) {
    char words[24 + NAME_MOST];
    unsigned char hash[32];
    uint64_t match;
    (void)snprintf(words, sizeof words, "%" PRIu64 " %s", user, id);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)words, strlen(words), NULL, 0);
    memcpy(&match, hash, sizeof match);
    match &= ((uint64_t)1 << 50) - 1;
    return match ? match : 1;
}

static void answer_number(hub *h, const hub_request *q, uint64_t match, uint64_t seq) {
    char id[IDENT_BYTES];
    ident_text(match, id);
    buffer_clear(&h->out);
    buffer_addf(&h->out, "{\"id\":\"%s\",\"url\":\"/m/%s\"}", id, id);
    hub_answer(h, q, 200, seq, NULL);
}

// Answers if the match is there already.
static int is_known(hub *h, const hub_request *q, uint64_t match) {
    const room *r = hub_room(h, match);
    if (!r && !store_read_has_match(h->reader, match)) {
        return 0;
    }
    answer_number(h, q, match, r ? r->seq : 0);
    return 1;
}

static int may_send(hub *h, const hub_request *q, problem *p) {
    hub_ip *ip = hub_ip_of(h, q->ip);
    if (h->config.no_limits ||
        (ip && bucket_take(&ip->uploads, LIMIT_UPLOADS, HOUR_MS, h->now_ms))) {
        return 1;
    }
    h->limited++;
    hub_complain(p, 429, NULL,
                 "Too many records were sent from your address. Please send the others later.");
    return 0;
}

static void put_in_line(hub *h, const hub_request *q, const upload *u, uint64_t match, problem *p) {
    hub_file *job = hub_new_file(h, q, u->record, strlen(u->record));
    if (job) {
        job->match = match;
        job->registry = h->config.registry;
        job->wall_s = h->wall_s;
    }
    (void)hub_put_file(h, job, p);
}

void hub_post_record(hub *h, const hub_request *q, const char *arg) {
    problem p = {0};
    upload u;
    const session *s = hub_session(h, q->token);
    json_t *body = json_in_object(q->body, q->body_size);
    (void)arg;
    if (!s || !s->account) {
        hub_complain(&p, 401, NULL, "Please sign in first: records are stored for accounts only.");
    } else if (!body) {
        hub_complain(&p, 400, NULL, "The request is not a JSON object.");
    } else if (read_upload(body, &u, &p)) {
        uint64_t match = match_of(s->user, u.id);
        if (!is_known(h, q, match) && may_send(h, q, &p)) {
            put_in_line(h, q, &u, match, &p);
        }
    }
    if (p.status) {
        hub_fail(h, q, p.status, p.field, p.why);
    }
    json_decref(body);
}

// --- When it has been played through -----------------------------------------

static void complain_record(problem *p, const tsr_error *err) {
    char where[32] = "";
    if (err->line) {
        (void)snprintf(where, sizeof where, "Line %d: ", (int)err->line);
    }
    p->status = 400;
    p->field = "record";
    (void)snprintf(p->why, sizeof p->why, "%s%.200s.", where, err->message);
}

static int take_seats(hub *h, room *r, const upload *u, const session *s, store_batch *b,
                      problem *p) {
    if (json_array_size(u->seats) != (size_t)r->players) {
        hub_complain(p, 400, "seats", "The number of seats must be the number of players.");
        return 0;
    }
    for (int i = 0; i < r->players; i++) {
        if (!hub_read_seat(h, r, i, json_array_get(u->seats, (size_t)i), s, b, p)) {
            return 0;
        }
        r->seat[i].rating = 0; // nobody was met who would be worth so much
    }
    if (!count_kind(u->seats, "me")) { // all of them sat at this person's device: it is in the list
        store_op *op = store_batch_add(b, STORE_SEAT, r->id, NULL, NULL);
        op->b = s->user;
        op->at = r->made;
    }
    return 1;
}

// Takes the room into the world, over as it is.
static int keep(hub *h, hub_file *job, const upload *u, const session *s, problem *p) {
    room *r = job->room;
    store_batch *b = store_batch_new();
    r->owner = s->user;
    r->payer = job->request.ip;
    r->made = u->made < h->wall_s ? u->made : h->wall_s;
    if (!take_seats(h, r, u, s, b, p)) {
        store_batch_free(b);
        return 0;
    }
    if (!hub_room_put(h, r)) {
        store_batch_free(b);
        hub_complain(p, 503, NULL, "The server has too many matches. Please try again later.");
        return 0;
    }
    job->room = NULL;
    room_store(r, b, 1);
    answer_number(h, &job->request, r->id, r->seq);
    return 1;
}

void hub_record_done(hub *h, hub_file *job) {
    problem p = {0};
    upload u;
    const session *s = hub_session(h, job->request.token);
    json_t *body = json_in_object(job->request.body, job->request.body_size);
    if (!job->room) {
        complain_record(&p, &job->err);
    } else if (!s || !s->account) {
        hub_complain(&p, 401, NULL, "Please sign in first: records are stored for accounts only.");
    } else if (read_upload(body, &u, &p) && !is_known(h, &job->request, job->match)) {
        (void)keep(h, job, &u, s, &p); // it was not sent twice at once
    }
    if (p.status) {
        hub_fail(h, &job->request, p.status, p.field, p.why);
    }
    json_decref(body);
}
