// SPDX-License-Identifier: MIT
// Which matches are rated, and what ratings are while the disk is behind.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_impl.h"
#include "server/rated.h"

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
    return find_rating(h, user, game, &s) ? s : rated_start(game);
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

// The store counts for itself what this does to the ratings; here it is foretold, to be shown.
void hub_rate(hub *h, room *r, store_batch *b) {
    const char *game = r->entry->rules->g.name;
    rated seats[RATED_MOST];
    buffer who;
    if (!counts(h, r)) {
        return;
    }
    for (int p = 0; p < r->players; p++) {
        store_user user;
        uint64_t id = r->seat[p].user;
        int there = store_read_user(h->reader, id, &user) && user.name[0];
        seats[p] = (rated){.user = id,
                           .rank = hub_rank_of(r, p),
                           .is_gone = !there, // the account has been deleted meanwhile
                           .rating = rating_of(h, id, game)};
    }
    buffer_init(&who, NULL);
    rated_write(&who, seats, r->players);
    store_batch_add(b, STORE_RATED, r->id, game, buffer_text(&who));
    if (b && who.failed) {
        b->failed = 1;
    }
    buffer_deinit(&who);
    rated_match(seats, r->players);
    for (int p = 0; p < r->players; p++) {
        if (!seats[p].is_gone) {
            note_rating(h, seats[p].user, &seats[p].rating);
            r->seat[p].rating = (int)lround(seats[p].rating.rating);
        }
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
