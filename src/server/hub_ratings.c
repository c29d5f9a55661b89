// SPDX-License-Identifier: MIT
// Ratings: a match of several counts as a game of everybody against everybody.
#include <math.h>
#include <string.h>

#include "server/glicko.h"
#include "server/hub_impl.h"

static store_rating rating_of(hub *h, uint64_t user, const char *game) {
    store_rating s;
    if (!store_db_rating(h->db, user, game, &s)) {
        s = (store_rating){.rating = glicko_start.rating,
                           .rd = glicko_start.rd,
                           .volatility = glicko_start.volatility};
    }
    return s;
}

int hub_rating_of(hub *h, uint64_t user, const char *game) {
    store_rating s;
    return store_db_rating(h->db, user, game, &s) ? (int)lround(s.rating) : 0;
}

// Whoever has left comes after everybody who stayed, whatever the bot on that seat has done.
static int rank_of(const room *r, int seat) {
    return r->seat[seat].kind == SEAT_BOT ? TSR_MAX_PLAYERS + 1 : r->result[seat].rank;
}

void hub_rate(hub *h, room *r, store_batch *b) {
    const char *game = r->entry->rules->g.name;
    store_rating old[TSR_MAX_PLAYERS];
    for (int p = 0; p < r->players; p++) {
        const room_seat *s = &r->seat[p];
        if (!r->rated || !s->account) {
            return;
        }
        old[p] = rating_of(h, s->user, game);
    }
    for (int p = 0; p < r->players; p++) {
        glicko others[TSR_MAX_PLAYERS];
        double scores[TSR_MAX_PLAYERS];
        store_user user;
        int n = 0;
        if (!store_db_user(h->db, r->seat[p].user, &user) || !user.name[0]) {
            continue; // the account has been deleted meanwhile
        }
        for (int q = 0; q < r->players; q++) {
            if (q != p) {
                int mine = rank_of(r, p), theirs = rank_of(r, q);
                scores[n] = mine < theirs ? 1 : mine == theirs ? 0.5 : 0;
                others[n++] = (glicko){old[q].rating, old[q].rd, old[q].volatility};
            }
        }
        glicko now =
            glicko_after((glicko){old[p].rating, old[p].rd, old[p].volatility}, others, scores, n);
        store_op *op = store_batch_add(b, STORE_RATING, r->seat[p].user, game, NULL);
        op->rating = now.rating;
        op->rd = now.rd;
        op->volatility = now.volatility;
        op->n = old[p].games + 1;
        r->seat[p].rating = (int)lround(now.rating);
    }
}

void hub_add_ratings(hub *h, buffer *b, uint64_t user) {
    store_rating list[64];
    int n = user ? store_db_ratings(h->db, user, list, 64) : 0;
    buffer_add_text(b, "[");
    for (int i = 0; i < n; i++) {
        buffer_addf(b, "%s{\"game\":", i ? "," : "");
        wire_string(b, list[i].game);
        buffer_addf(b, ",\"rating\":%.1f,\"rd\":%.1f,\"games\":%d}", list[i].rating, list[i].rd,
                    (int)list[i].games);
    }
    buffer_add_text(b, "]");
}
