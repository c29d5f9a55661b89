// SPDX-License-Identifier: MIT
// Who plays whom next in an event: from its entries and games to a pairing, and back to games.
#include <stdlib.h>
#include <string.h>

#include "server/event.h"

enum { LADDER_REACH = 5, TIES_MOST = 3 }; // places up; matches of a knock-out pair

// Those who are to be paired, as pairing.h wants them.
typedef struct field {
    int count;
    int who[PAIRING_MOST]; // -> entry
    int place_of[PAIRING_MOST];
    pair_player player[PAIRING_MOST];
    uint8_t *met;
    pairing out;
} field;

static field *new_field(void) {
    return calloc(1, sizeof(field));
}

static void free_field(field *f) {
    if (f) {
        free(f->met);
        free(f);
    }
}

static void take(event *e, field *f, int entry) {
    f->place_of[entry] = f->count;
    f->who[f->count] = entry;
    f->player[f->count++] = (pair_player){.score = e->entry[entry].points,
                                          .rank = e->entry[entry].seed,
                                          .byes = e->entry[entry].byes,
                                          .last = -1};
}

// --- History -----------------------------------------------------------------

static void note_seat(pair_player *p, int seat) {
    p->streak = p->last == seat ? p->streak + 1 : 1;
    p->last = seat;
    p->seats[seat]++;
}

static int in_field(const field *f, int entry) {
    return f->count && f->who[f->place_of[entry]] == entry;
}

static void note_meeting(field *f, int a, int b, int only_last) {
    if (only_last) { // whom one met before counts no more
        memset(f->met + a * f->count, 0, (size_t)f->count);
    }
    uint8_t *times = &f->met[a * f->count + b];
    *times = (uint8_t)(*times + (*times < 255));
}

static int read_history(const event *e, field *f) {
    f->met = calloc((size_t)f->count * (size_t)f->count + 1, 1);
    for (int i = 0; f->met && i < e->games; i++) {
        const event_game *g = &e->gamelist[i];
        for (int a = 0; a < g->count && g->match; a++) {
            if (!in_field(f, g->who[a])) {
                continue;
            }
            note_seat(&f->player[f->place_of[g->who[a]]], a);
            for (int b = 0; b < g->count; b++) {
                if (a != b && in_field(f, g->who[b])) {
                    note_meeting(f, f->place_of[g->who[a]], f->place_of[g->who[b]],
                                 e->kind == EVENT_ARENA && g->count == 2);
                }
            }
        }
    }
    return f->met != NULL;
}

// --- Games -------------------------------------------------------------------

static int add_table(event *e, const field *f, const pair_table *t) {
    event_game *g = event_add_game(e);
    if (!g) {
        return 0;
    }
    g->round = e->round;
    g->count = t->size;
    for (int i = 0; i < t->size; i++) {
        g->who[i] = f->who[t->who[i]];
    }
    return 1;
}

static int add_bye(event *e, int entry) {
    event_game *g = event_add_game(e);
    if (!g) {
        return 0;
    }
    *g = (event_game){.round = e->round, .count = 1, .who = {entry}, .rank = {1}, .made = 1};
    g->over = ++e->overs;
    return 1;
}

static int add_pairing(event *e, const field *f) {
    int added = 0;
    for (int i = 0; i < f->out.tables; i++) {
        added += add_table(e, f, &f->out.table[i]);
    }
    for (int i = 0; i < f->out.byes && f->out.tables; i++) {
        added += add_bye(e, f->who[f->out.bye[i]]);
    }
    return added;
}

static int least_players(const event *e) {
    return e->game->min_players < 2 ? 2 : e->game->min_players;
}

// --- Swiss -------------------------------------------------------------------

static int pair_swiss(event *e, field *f) {
    for (int i = 0; i < e->entries; i++) {
        if (e->entry[i].state == ENTRY_IN) {
            take(e, f, i);
        }
    }
    if (e->round >= e->rounds || !read_history(e, f)) {
        return 0;
    }
    pairing_swiss(f->player, f->count, f->met, least_players(e), e->players, &f->out);
    e->round += f->out.tables > 0;
    return add_pairing(e, f);
}

// --- Knock-out ---------------------------------------------------------------

static int same_people(const event_game *a, const event_game *b) {
    int same = a->count == b->count && a->count == 2;
    return same && ((a->who[0] == b->who[0] && a->who[1] == b->who[1]) ||
                    (a->who[0] == b->who[1] && a->who[1] == b->who[0]));
}

// How many matches these two have played in this round.
static int times_played(const event *e, const event_game *of) {
    int n = 0;
    for (int i = 0; i < e->games; i++) {
        n += e->gamelist[i].round == of->round && same_people(&e->gamelist[i], of);
    }
    return n;
}

// The best at a table who are still in the event: the entry that goes on, or -1 after a draw that
// is to be played again.
static int winner_of(const event *e, const event_game *g) {
    int best = -1, tied = 0;
    for (int i = 0; i < g->count; i++) {
        const event_entry *x = &e->entry[g->who[i]];
        int better = best < 0 || g->rank[i] < g->rank[best];
        int same = best >= 0 && g->rank[i] == g->rank[best];
        if (x->state == ENTRY_OUT) {
            continue;
        }
        tied = better ? 0 : tied || same;
        // After draws that decide nothing, the one who was seeded higher goes on.
        best = better || (same && x->seed < e->entry[g->who[best]].seed) ? i : best;
    }
    if (best < 0 || (tied && g->count == 2 && times_played(e, g) < TIES_MOST)) {
        return -1;
    }
    return g->who[best];
}

static int is_last_of_pair(const event *e, int index) {
    for (int i = index + 1; i < e->games; i++) {
        if (e->gamelist[i].round == e->gamelist[index].round &&
            same_people(&e->gamelist[i], &e->gamelist[index])) {
            return 0;
        }
    }
    return 1;
}

static int anybody_left(const event *e, const event_game *g) {
    for (int i = 0; i < g->count; i++) {
        if (e->entry[g->who[i]].state != ENTRY_OUT) {
            return 1;
        }
    }
    return 0;
}

// Draws of the round are played again, with seats exchanged; who won is taken into the field.
static int replay_draws(event *e, field *f) {
    int added = 0, count = e->games;
    for (int i = 0; i < count; i++) {
        const event_game g = e->gamelist[i];
        if (g.round != e->round || !is_last_of_pair(e, i)) {
            continue;
        }
        int winner = winner_of(e, &g);
        if (winner >= 0) {
            take(e, f, winner);
        } else if (anybody_left(e, &g)) {
            event_game *again = event_add_game(e);
            if (again) {
                *again = (event_game){.round = g.round, .count = 2, .who = {g.who[1], g.who[0]}};
                added++;
            }
        }
    }
    return added;
}

static int pair_knockout(event *e, field *f) {
    int again = e->round ? replay_draws(e, f) : 0;
    if (again) {
        return again;
    }
    for (int i = 0; i < e->entries && !e->round; i++) {
        if (e->entry[i].state == ENTRY_IN) {
            take(e, f, i);
        }
    }
    if (f->count < least_players(e) || !read_history(e, f)) {
        return 0;
    }
    pairing_knockout(f->player, f->count, least_players(e), e->players, &f->out);
    e->round += f->out.tables > 0;
    return add_pairing(e, f);
}

// --- Arena -------------------------------------------------------------------

// Those who have just met are not put together again while others will be free soon.
static void drop_rematches(const event *e, field *f) {
    int kept = 0;
    for (int i = 0; i < f->out.tables; i++) {
        const pair_table *t = &f->out.table[i];
        int again = t->size == 2 && (f->met[t->who[0] * f->count + t->who[1]] ||
                                     f->met[t->who[1] * f->count + t->who[0]]);
        if (!again || !e->unfinished) {
            f->out.table[kept++] = *t;
        }
    }
    f->out.tables = kept;
    f->out.byes = 0; // who is left over waits
}

static int pair_arena(event *e, field *f) {
    for (int i = 0; i < e->entries; i++) {
        if (e->entry[i].state == ENTRY_IN && !e->entry[i].busy) {
            take(e, f, i);
        }
    }
    if (f->count < least_players(e) || !read_history(e, f)) {
        return 0;
    }
    pairing_swiss(f->player, f->count, f->met, least_players(e), e->players, &f->out);
    drop_rematches(e, f);
    return add_pairing(e, f);
}

// --- One against all ---------------------------------------------------------

static int pair_simul(event *e, field *f) {
    int host = event_entry_of(e, e->owner), added = 0;
    (void)f;
    for (int i = 0; i < e->entries && host >= 0 && !e->round; i++) {
        event_game *g = i != host && e->entry[i].state == ENTRY_IN ? event_add_game(e) : NULL;
        if (g) {
            *g = (event_game){.round = 1, .count = 2, .who = {host, i}};
            added++;
        }
    }
    e->round = 1;
    return added;
}

static int pair_ladder(event *e, field *f) {
    (void)e;
    (void)f;
    return 0; // people challenge each other
}

int event_pair(event *e) {
    static int (*const how[EVENT_KINDS])(event * e, field * f) = {
        [EVENT_SWISS] = pair_swiss,   [EVENT_KNOCKOUT] = pair_knockout, [EVENT_ARENA] = pair_arena,
        [EVENT_LADDER] = pair_ladder, [EVENT_SIMUL] = pair_simul,
    };
    field *f = new_field();
    int added = f ? how[e->kind](e, f) : 0;
    free_field(f);
    if (added) {
        event_count(e);
    }
    return added;
}

const char *event_challenge_problem(const event *e, int who, int whom) {
    if (e->kind != EVENT_LADDER || e->state != EVENT_LIVE) {
        return "Challenges are for ladders.";
    }
    if (who < 0 || e->entry[who].state != ENTRY_IN) {
        return "You are not on this ladder.";
    }
    if (whom < 0 || e->entry[whom].state != ENTRY_IN) {
        return "That player is not on this ladder.";
    }
    int up = e->entry[who].place - e->entry[whom].place;
    if (up <= 0 || up > LADDER_REACH) {
        return "You can challenge players one to five places above you.";
    }
    if (e->entry[who].busy || e->entry[whom].busy) {
        return "One of you is already playing a match of this ladder.";
    }
    return NULL;
}
