// SPDX-License-Identifier: MIT
// Teams: people who play events together. Whoever makes one leads it: the leader can put members
// out; when the last one leaves, the team is gone.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/json_in.h"
#include "server/names.h"

static void ask(hub *h, const hub_request *q, uint64_t id) {
    hub_ask *a = hub_ask_new(ASK_TEAMS);
    const session *s = hub_session(h, q->token);
    if (a) {
        a->request = q->id;
        a->match = id;
        a->user = s && s->account ? s->user : 0;
    }
    if (!hub_put_ask(h, a, q->ip)) {
        hub_fail(h, q, 503, NULL, "The server is busy. Please try again.");
    }
}

void hub_get_teams(hub *h, const hub_request *q, const char *arg) {
    (void)arg;
    ask(h, q, 0);
}

void hub_get_team(hub *h, const hub_request *q, const char *arg) {
    ask(h, q, ident_read(arg));
}

static const session *account_of(hub *h, const hub_request *q) {
    const session *s = hub_session(h, q->token);
    if (!s || !s->account) {
        hub_fail(h, q, 401, NULL, "Please sign in first.");
        return NULL;
    }
    return s;
}

static void done(hub *h, const hub_request *q, store_batch *b, uint64_t team) {
    char id[IDENT_BYTES];
    uint64_t seq = hub_commit(h, b);
    ident_text(team, id);
    buffer_clear(&h->out);
    buffer_addf(&h->out, "{\"id\":\"%s\",\"url\":\"/t/%s\"}", id, id);
    hub_answer(h, q, seq ? 200 : 503, seq, NULL);
}

// --- How many ----------------------------------------------------------------

enum { TEAMS_EACH = 10, MEMBERS_MOST = 500 };

static void count_row(void *self, const store_event_row *row) {
    (void)row;
    ++*(int *)self;
}

// Whether there is a place in another team for them: those they are just joining count, too.
static int may_join_more(hub *h, const hub_request *q, uint64_t user) {
    int teams = hub_claims_of(h, CLAIM_JOINER, &user, sizeof user);
    store_read_events(h->reader, STORE_READ_TEAMS_OF, user, &teams, count_row);
    if (teams >= TEAMS_EACH) {
        hub_fail(h, q, 429, NULL, "You are already in ten teams.");
    }
    return teams < TEAMS_EACH;
}

// The place is taken with the batch that is committed next.
static int claim_place(hub *h, uint64_t team, uint64_t user) {
    return hub_claim(h, CLAIM_MEMBER, &team, sizeof team) &&
           hub_claim(h, CLAIM_JOINER, &user, sizeof user);
}

// --- Making one --------------------------------------------------------------

static void make_team(hub *h, const hub_request *q, const session *s, const char *name) {
    char look[NAME_LOOK_BYTES];
    name_look(name, look);
    uint64_t taking = hub_claimed(h, CLAIM_TEAM, look, strlen(look)), id = hub_new_id(h);
    if (taking || store_read_team_named(h->reader, name)) {
        hub_fail_after(h, q->id, taking, 409, "name", "There is already a team with that name.");
        return;
    }
    if (!hub_claim(h, CLAIM_TEAM, look, strlen(look)) || !claim_place(h, id, s->user)) {
        hub_fail(h, q, 503, NULL, "The server is out of memory.");
        return;
    }
    store_batch *b = store_batch_new();
    store_op *op = store_batch_add(b, STORE_TEAM, id, name, look);
    op->b = s->user;
    op->at = h->wall_s;
    op = store_batch_add(b, STORE_MEMBER, id, NULL, NULL);
    op->b = s->user;
    op->n = 1;
    done(h, q, b, id);
}

void hub_post_team(hub *h, const hub_request *q, const char *arg) {
    json_t *body = json_in_object(q->body, q->body_size);
    const char *name = json_in_text(body, "name");
    const session *s = account_of(h, q);
    const char *why = s ? name_problem(name) : NULL;
    (void)arg;
    if (s && why) {
        hub_fail(h, q, 400, "name", why);
    } else if (s && may_join_more(h, q, s->user)) {
        make_team(h, q, s, name);
    }
    json_decref(body);
}

// --- Joining and leaving -----------------------------------------------------

typedef struct team_row {
    uint64_t id, leader;
    int members;
} team_row;

static void note_team(void *self, const store_event_row *row) {
    *(team_row *)self = (team_row){.id = row->id, .leader = row->other, .members = (int)row->state};
}

static int find_team(hub *h, const hub_request *q, const char *arg, team_row *out) {
    *out = (team_row){0};
    store_read_events(h->reader, STORE_READ_TEAM, ident_read(arg), out, note_team);
    if (!out->id) {
        hub_fail(h, q, 404, NULL, "There is no such team.");
    }
    return out->id != 0;
}

static void change_member(hub *h, const hub_request *q, const team_row *t, uint64_t user, int in) {
    store_batch *b = store_batch_new();
    store_op *op = store_batch_add(b, STORE_MEMBER, t->id, NULL, NULL);
    op->b = user;
    op->n = in;
    if (!in) {
        store_batch_add(b, STORE_TEAM_GONE, t->id, NULL, NULL);
    }
    done(h, q, b, t->id);
}

void hub_post_team_join(hub *h, const hub_request *q, const char *arg) {
    team_row t;
    const session *s = account_of(h, q);
    if (!s || !find_team(h, q, arg, &t)) {
        return;
    }
    int members = t.members + hub_claims_of(h, CLAIM_MEMBER, &t.id, sizeof t.id);
    if (store_read_is_blocked(h->reader, t.leader, s->user)) {
        hub_fail(h, q, 403, NULL, "The leader of this team does not accept you.");
    } else if (store_read_is_member(h->reader, t.id, s->user)) {
        change_member(h, q, &t, s->user, 1); // and stays one
    } else if (members >= MEMBERS_MOST) {
        hub_fail(h, q, 409, NULL, "This team is full.");
    } else if (may_join_more(h, q, s->user)) {
        if (claim_place(h, t.id, s->user)) {
            change_member(h, q, &t, s->user, 1);
        } else {
            hub_fail(h, q, 503, NULL, "The server is out of memory.");
        }
    }
}

// Oneself, or, for the leader, whoever is named.
void hub_post_team_leave(hub *h, const hub_request *q, const char *arg) {
    team_row t;
    store_user other = {0};
    json_t *body = json_in_object(q->body, q->body_size);
    const char *name = json_in_text(body, "name");
    const session *s = account_of(h, q);
    if (s && find_team(h, q, arg, &t)) {
        if (name && (!store_read_user_named(h->reader, name, &other) || t.leader != s->user)) {
            hub_fail(h, q, 403, "name", "Only the leader can remove members.");
        } else {
            uint64_t who = name ? other.id : s->user;
            if (!store_read_is_member(h->reader, t.id, who)) {
                hub_fail(h, q, 409, NULL, "That account is not a member of this team.");
            } else {
                change_member(h, q, &t, who, 0);
            }
        }
    }
    json_decref(body);
}
