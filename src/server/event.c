// SPDX-License-Identifier: MIT
// What an event's games say: points, ties, places.
#include "server/event.h"

#include <stdlib.h>
#include <string.h>

event *event_new(uint64_t id) {
    event *e = calloc(1, sizeof *e);
    if (e) {
        e->id = id;
    }
    return e;
}

void event_free(event *e) {
    if (e) {
        bytes_drop(e->page);
        free(e->options);
        free(e->entry);
        free(e->gamelist);
        free(e);
    }
}

static void *grown(void *list, int count, int *room, int most, size_t size) {
    if (count < *room) {
        return list;
    }
    int more = *room ? *room * 2 : 16;
    void *p = count < most ? realloc(list, (size_t)more * size) : NULL;
    *room = p ? more : *room;
    return p;
}

event_entry *event_add_entry(event *e) {
    event_entry *list =
        grown(e->entry, e->entries, &e->entry_room, LIMIT_ENTRIES, sizeof *e->entry);
    if (!list || e->entries >= LIMIT_ENTRIES) {
        return NULL;
    }
    e->entry = list;
    list[e->entries] = (event_entry){0};
    return &list[e->entries++];
}

event_game *event_add_game(event *e) {
    event_game *list =
        grown(e->gamelist, e->games, &e->game_room, LIMIT_EVENT_GAMES, sizeof *e->gamelist);
    if (!list || e->games >= LIMIT_EVENT_GAMES) {
        return NULL;
    }
    e->gamelist = list;
    list[e->games] = (event_game){0};
    return &list[e->games++];
}

int event_entry_of(const event *e, uint64_t user) {
    for (int i = 0; i < e->entries; i++) {
        if (e->entry[i].user == user) {
            return i;
        }
    }
    return -1;
}

event_game *event_game_of(event *e, uint64_t match) {
    for (int i = e->games - 1; i >= 0; i--) {
        if (e->gamelist[i].match == match) {
            return &e->gamelist[i];
        }
    }
    return NULL;
}

// --- Points ------------------------------------------------------------------

// Of one against another, in halves of a point.
static int score_of(const event_game *g, int a, int b) {
    return g->rank[a] < g->rank[b] ? 2 : g->rank[a] == g->rank[b];
}

// Against everybody at the table.
static int table_score(const event_game *g, int seat) {
    int sum = 0;
    for (int other = 0; other < g->count; other++) {
        sum += other == seat ? 0 : score_of(g, seat, other);
    }
    return sum;
}

static int won(const event_game *g, int seat) {
    return g->count > 1 && table_score(g, seat) == 2 * (g->count - 1);
}

static void count_game(event *e, const event_game *g) {
    for (int seat = 0; seat < g->count; seat++) {
        event_entry *x = &e->entry[g->who[seat]];
        int points = table_score(g, seat), wins = won(g, seat);
        if (!g->match) { // a bye counts as a match won
            points = 2 * (e->players - 1);
            x->byes++;
            x->points += points;
            continue;
        }
        x->points += e->kind == EVENT_ARENA && wins && x->streak >= 2 ? 2 * points : points;
        x->streak = wins ? x->streak + 1 : 0;
        x->wins += wins;
        x->played++;
    }
}

// Points of those one has met (Buchholz), and of those one has beaten (Sonneborn-Berger).
static void count_ties(event *e, const event_game *g) {
    for (int a = 0; a < g->count && g->match; a++) {
        for (int b = 0; b < g->count; b++) {
            if (a != b) {
                event_entry *x = &e->entry[g->who[a]];
                int other = e->entry[g->who[b]].points;
                x->buchholz += other;
                x->sonneborn += other * score_of(g, a, b) / 2;
            }
        }
    }
}

// --- Places ------------------------------------------------------------------

static int comes_before(const event *e, const event_entry *a, const event_entry *b) {
    const int keys[][2] = {
        {e->kind == EVENT_KNOCKOUT ? a->reached : 0, e->kind == EVENT_KNOCKOUT ? b->reached : 0},
        {a->points, b->points},
        {a->buchholz, b->buchholz},
        {a->sonneborn, b->sonneborn},
        {a->wins, b->wins},
        {b->seed, a->seed}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] > keys[i][1];
        }
    }
    return 0;
}

static void count_seeds(event *e) {
    for (int i = 0; i < e->entries; i++) {
        e->entry[i].seed = 0;
        for (int k = 0; k < e->entries; k++) {
            int above = e->entry[k].rating != e->entry[i].rating
                            ? e->entry[k].rating > e->entry[i].rating
                            : k < i;
            e->entry[i].seed += above;
        }
    }
}

static void count_places(event *e) {
    for (int i = 0; i < e->entries; i++) {
        e->entry[i].place = 0;
        for (int k = 0; k < e->entries; k++) {
            e->entry[i].place += k != i && comes_before(e, &e->entry[k], &e->entry[i]);
        }
    }
}

// Who beats somebody above takes their place, and everybody between goes one down.
static void climb(event *e, const event_game *g) {
    for (int seat = 0; seat < g->count; seat++) {
        event_entry *x = &e->entry[g->who[seat]], *other = &e->entry[g->who[!seat]];
        if (g->match && g->count == 2 && won(g, seat) && x->place > other->place) {
            int from = x->place, to = other->place;
            for (int i = 0; i < e->entries; i++) {
                int *place = &e->entry[i].place;
                *place += *place >= to && *place < from;
            }
            x->place = to;
        }
    }
}

static int by_end(const void *a, const void *b) {
    const event_game *const *x = a, *const *y = b;
    return (*x)->over < (*y)->over ? -1 : (*x)->over > (*y)->over;
}

// Games that are over, in the order they ended; new: free. NULL if there is none.
static const event_game **finished(const event *e, int *count) {
    const event_game **list = e->games > 0 ? malloc((size_t)e->games * sizeof(event_game *)) : NULL;
    *count = 0;
    for (int i = 0; list && i < e->games; i++) {
        if (e->gamelist[i].over) {
            list[(*count)++] = &e->gamelist[i];
        }
    }
    if (list) {
        qsort(list, (size_t)*count, sizeof *list, by_end);
    }
    return list;
}

static void count_busy(event *e) {
    e->unfinished = 0;
    for (int i = 0; i < e->games; i++) {
        const event_game *g = &e->gamelist[i];
        e->unfinished += !g->over;
        for (int seat = 0; seat < g->count; seat++) {
            event_entry *x = &e->entry[g->who[seat]];
            x->busy += !g->over;
            int stays = g->over && (!g->match || won(g, seat));
            int reached = 2 * g->round + stays;
            x->reached = reached > x->reached ? reached : x->reached;
        }
    }
}

void event_count(event *e) {
    int n;
    for (int i = 0; i < e->entries; i++) {
        event_entry *x = &e->entry[i];
        x->busy = x->points = x->buchholz = x->sonneborn = 0;
        x->wins = x->played = x->streak = x->byes = x->reached = 0;
        x->place = i;
    }
    count_seeds(e);
    count_busy(e);
    const event_game **list = finished(e, &n);
    for (int i = 0; i < n; i++) {
        count_game(e, list[i]);
    }
    for (int i = 0; i < n; i++) {
        count_ties(e, list[i]);
    }
    if (e->kind == EVENT_LADDER) {
        for (int i = 0; i < n; i++) {
            climb(e, list[i]);
        }
    } else {
        count_places(e);
    }
    free(list);
}
