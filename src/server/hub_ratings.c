// SPDX-License-Identifier: MIT
// Ratings: a match of several counts as a game of everybody against everybody.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/glicko.h"
#include "server/hub_impl.h"

// --- What a rating is now ----------------------------------------------------

// A rating on its way to the disk, which is some milliseconds behind: who ends two matches in
// that time (in an exhibition, say) is rated for both.
typedef struct hub_rated {
    uint64_t seq, user;
    store_rating now;
} hub_rated;

static int find_rating(hub *h, uint64_t user, const char *game, store_rating *out) {
    for (size_t i = h->rated_count; i > 0; i--) {
        const hub_rated *r = &h->rated[i - 1];
        if (r->user == user && strcmp(r->now.game, game) == 0) {
            *out = r->now;
            return 1;
        }
    }
    return store_read_rating(h->reader, user, game, out);
}

// It counts from now on, and is stored with the batch that is committed next.
static void note_rating(hub *h, uint64_t user, const store_rating *now) {
    if (h->rated_count == h->rated_room) {
        size_t most = h->rated_room ? 2 * h->rated_room : 16;
        hub_rated *more = realloc(h->rated, most * sizeof *more);
        if (!more) {
            return; // the disk has it soon
        }
        h->rated = more;
        h->rated_room = most;
    }
    h->rated[h->rated_count++] = (hub_rated){.seq = h->next_seq + 1, .user = user, .now = *now};
}

void hub_ratings_done(hub *h) {
    size_t done = 0;
    while (done < h->rated_count && h->rated[done].seq <= h->durable_seq) {
        done++;
    }
    if (done) {
        h->rated_count -= done;
        memmove(h->rated, h->rated + done, h->rated_count * sizeof *h->rated);
    }
}

static store_rating rating_of(hub *h, uint64_t user, const char *game) {
    store_rating s;
    if (!find_rating(h, user, game, &s)) {
        s = (store_rating){.rating = glicko_start.rating,
                           .rd = glicko_start.rd,
                           .volatility = glicko_start.volatility};
        (void)snprintf(s.game, sizeof s.game, "%s", game);
    }
    return s;
}

int hub_rating_of(hub *h, uint64_t user, const char *game) {
    store_rating s;
    return find_rating(h, user, game, &s) ? (int)lround(s.rating) : 0;
}

// --- After a match -----------------------------------------------------------

// Whoever has left comes after everybody who stayed, whatever the bot on that seat has done.
int hub_rank_of(const room *r, int seat) {
    return r->seat[seat].kind == SEAT_BOT ? TSR_MAX_PLAYERS + 1 : r->result[seat].rank;
}

// Whether somebody has decided something: a match given up before was none.
static int was_played(const room *r) {
    for (int i = 0; i < tsr_match_ply_count(r->match); i++) {
        if (tsr_match_ply(r->match, i).who < r->players) {
            return 1;
        }
    }
    return 0;
}

// The same people rate each other a few times a day: who plays only to lose to a friend, or
// to a second account, moves no rating far. Kept in memory, like all limits.
static int pairs_may_rate(hub *h, const room *r) {
    enum { A_DAY = 8, DAY_MS = 86400000 };
    int fine = 1;
    for (int p = 0; p < r->players && !h->config.no_limits; p++) {
        for (int q = 0; q < p; q++) {
            uint64_t pair[2] = {r->seat[p].user, r->seat[q].user};
            if (pair[0] > pair[1]) {
                pair[0] = r->seat[q].user;
                pair[1] = r->seat[p].user;
            }
            uint64_t key = tsr_hash_bytes(pair, sizeof pair, h->salt);
            fine &= bucket_take(&h->pairs[key % PAIR_SLOTS], A_DAY, DAY_MS, h->now_ms);
        }
    }
    return fine;
}

static int counts(hub *h, const room *r) {
    for (int p = 0; p < r->players; p++) {
        for (int q = 0; q < p; q++) {
            if (r->seat[p].user == r->seat[q].user) {
                return 0;
            }
        }
        if (!r->seat[p].account) {
            return 0;
        }
    }
    return r->rated && r->match && was_played(r) && pairs_may_rate(h, r);
}

static void put_rating(hub *h, store_batch *b, uint64_t user, const store_rating *old,
                       const glicko *now) {
    store_rating next = *old;
    store_op *op = store_batch_add(b, STORE_RATING, user, next.game, NULL);
    op->rating = next.rating = now->rating;
    op->rd = next.rd = now->rd;
    op->volatility = next.volatility = now->volatility;
    op->n = next.games = old->games + 1;
    note_rating(h, user, &next);
}

void hub_rate(hub *h, room *r, store_batch *b) {
    const char *game = r->entry->rules->g.name;
    store_rating old[TSR_MAX_PLAYERS];
    if (!counts(h, r)) {
        return;
    }
    for (int p = 0; p < r->players; p++) {
        old[p] = rating_of(h, r->seat[p].user, game);
    }
    for (int p = 0; p < r->players; p++) {
        glicko others[TSR_MAX_PLAYERS];
        double scores[TSR_MAX_PLAYERS];
        store_user user;
        int n = 0;
        if (!store_read_user(h->reader, r->seat[p].user, &user) || !user.name[0]) {
            continue; // the account has been deleted meanwhile
        }
        for (int q = 0; q < r->players; q++) {
            if (q != p) {
                int mine = hub_rank_of(r, p), theirs = hub_rank_of(r, q);
                scores[n] = mine < theirs ? 1 : mine == theirs ? 0.5 : 0;
                others[n++] = (glicko){old[q].rating, old[q].rd, old[q].volatility};
            }
        }
        glicko now =
            glicko_after((glicko){old[p].rating, old[p].rd, old[p].volatility}, others, scores, n);
        put_rating(h, b, r->seat[p].user, &old[p], &now);
        r->seat[p].rating = (int)lround(now.rating);
    }
}

void hub_write_ratings(buffer *b, const store_rating *list, int count) {
    buffer_add_text(b, "[");
    for (int i = 0; i < count; i++) {
        buffer_addf(b, "%s{\"game\":", i ? "," : "");
        wire_string(b, list[i].game);
        buffer_addf(b, ",\"rating\":%.1f,\"rd\":%.1f,\"games\":%d}", list[i].rating, list[i].rd,
                    (int)list[i].games);
    }
    buffer_add_text(b, "]");
}

void hub_add_ratings(hub *h, buffer *b, uint64_t user) {
    store_rating list[ASK_RATINGS];
    hub_write_ratings(b, list, user ? store_read_ratings(h->reader, user, list, ASK_RATINGS) : 0);
}
