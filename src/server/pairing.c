// SPDX-License-Identifier: MIT
// Swiss pairings, seeds and tables, by largest matchings of least cost.
#include "server/pairing.h"

#include <stdlib.h>
#include <string.h>

// One round of pairs in the making. Inside, players are places in the standings.
typedef struct swiss {
    const pair_player *p;
    const uint8_t *met;
    int count;
    int order[PAIRING_MOST]; // place -> player
    graph may;               // who may meet
    vertex_set free;         // who has no opponent yet
    pairing *out;
} swiss;

static const pair_player *at(const swiss *s, int place) {
    return &s->p[s->order[place]];
}

static int meetings(const swiss *s, int a, int b) {
    return s->met[s->order[a] * s->count + s->order[b]];
}

// --- Order -------------------------------------------------------------------

static int comes_before(const pair_player *a, const pair_player *b) {
    return a->score != b->score ? a->score > b->score : a->rank < b->rank;
}

static void sort_players(const pair_player *p, int count, int *order) {
    for (int i = 0; i < count; i++) {
        int k = i;
        for (; k > 0 && comes_before(&p[i], &p[order[k - 1]]); k--) {
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
}

// --- Seats of two ------------------------------------------------------------

static int lead(const pair_player *p) {
    return p->seats[0] - p->seats[1];
}

// The seat somebody must have next, -1 = either.
static int due_seat(const pair_player *p) {
    if (lead(p) >= 2 || lead(p) <= -2) {
        return lead(p) > 0;
    }
    return p->streak >= 2 ? !p->last : -1;
}

// The seat somebody would like next, and how much: 2 = to make up, 1 = to alternate.
static int wish(const pair_player *p, int *strength) {
    *strength = lead(p) ? 2 : p->last >= 0 ? 1 : 0;
    return lead(p) ? lead(p) > 0 : p->last >= 0 ? !p->last : -1;
}

static int must_clash(const pair_player *a, const pair_player *b) {
    return due_seat(a) >= 0 && due_seat(a) == due_seat(b);
}

// What it costs that both want the same seat: one of them will not get it.
static int clash(const pair_player *a, const pair_player *b) {
    int of_a, of_b, seat_a = wish(a, &of_a), seat_b = wish(b, &of_b);
    if (seat_a < 0 || seat_a != seat_b) {
        return 0;
    }
    return of_a < of_b ? of_a : of_b;
}

// Whether `a` sits first against `b`, who stands below; `board` breaks the tie of newcomers.
static int sits_first(const pair_player *a, const pair_player *b, int board) {
    int of_a, of_b, seat_a = wish(a, &of_a), seat_b = wish(b, &of_b);
    if (due_seat(a) != due_seat(b)) {
        return due_seat(a) >= 0 ? due_seat(a) == 0 : due_seat(b) == 1;
    }
    if (lead(a) != lead(b)) {
        return lead(a) < lead(b);
    }
    if (of_a != of_b) {
        return of_a > of_b ? seat_a == 0 : seat_b == 1;
    }
    return seat_a >= 0 ? seat_a == 0 : board % 2 == 0;
}

static void put_pair(swiss *s, int a, int b) {
    pair_table *t = &s->out->table[s->out->tables];
    int first = sits_first(at(s, a), at(s, b), s->out->tables);
    *t = (pair_table){.size = 2, .who = {s->order[first ? a : b], s->order[first ? b : a]}};
    s->out->tables++;
    s->out->rematches += meetings(s, a, b) > 0;
    vertex_drop(&s->free, a);
    vertex_drop(&s->free, b);
}

// --- Who may meet ------------------------------------------------------------

static void draw_graph(swiss *s, int most_met, int with_seats) {
    memset(&s->may, 0, sizeof s->may);
    s->may.count = s->count;
    for (int a = 0; a < s->count; a++) {
        for (int b = 0; b < a; b++) {
            if (meetings(s, a, b) <= most_met && !(with_seats && must_clash(at(s, a), at(s, b)))) {
                vertex_add(&s->may.near[a], b);
                vertex_add(&s->may.near[b], a);
            }
        }
    }
}

static int can_all_play(const swiss *s, const vertex_set *of) {
    return matching_size(&s->may, of) * 2 == vertex_count(of);
}

static int fewest_byes(const swiss *s) {
    int least = s->p[0].byes;
    for (int i = 1; i < s->count; i++) {
        least = s->p[i].byes < least ? s->p[i].byes : least;
    }
    return least;
}

// The last one without a bye whom the others can spare.
static int give_bye(swiss *s, int only_fresh) {
    int least = fewest_byes(s);
    for (int place = s->count - 1; place >= 0; place--) {
        vertex_set rest = s->free;
        vertex_drop(&rest, place);
        if ((!only_fresh || at(s, place)->byes == least) && can_all_play(s, &rest)) {
            s->free = rest;
            s->out->bye[s->out->byes++] = s->order[place];
            return 1;
        }
    }
    return 0;
}

// What is asked of a round, the strictest first; the last can always be had.
static void choose_graph(swiss *s) {
    static const struct {
        int most_met, with_seats, fresh_bye;
    } terms[] = {{0, 1, 1}, {0, 0, 1}, {0, 0, 0}, {1, 1, 1}, {1, 0, 1},
                 {2, 0, 1}, {3, 0, 1}, {5, 0, 1}, {9, 0, 1}, {255, 0, 0}};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        draw_graph(s, terms[i].most_met, terms[i].with_seats);
        if (s->count % 2 ? give_bye(s, terms[i].fresh_bye) : can_all_play(s, &s->free)) {
            return;
        }
    }
}

// --- Score groups ------------------------------------------------------------

typedef struct group {
    vertex_set in; // who shall be paired here
    int score;     // of those who belong here; others came down
} group;

static int list(const vertex_set *of, int count, int *out) {
    int n = 0;
    for (int v = 0; v < count; v++) {
        if (vertex_has(of, v)) {
            out[n++] = v;
        }
    }
    return n;
}

// Of `list[0]`, whose opponent is sought: the upper half meets the lower half in order, who came
// down from above meets the first of those who belong here.
static int ideal(const swiss *s, const group *g, const int *who, int n) {
    if (at(s, who[0])->score == g->score) {
        return n / 2;
    }
    int i = 1;
    while (i < n - 1 && at(s, who[i])->score != g->score) {
        i++;
    }
    return i;
}

// Whether the first and `b` can be put together without anybody being left over, here or below,
// who need not be. `most`: how many pairs the group can have.
static int can_pair(const swiss *s, const group *g, int a, int b, int most) {
    vertex_set here = g->in, all = s->free;
    if (!vertex_has(&s->may.near[a], b)) {
        return 0;
    }
    vertex_drop(&here, a);
    vertex_drop(&here, b);
    vertex_drop(&all, a);
    vertex_drop(&all, b);
    return matching_size(&s->may, &here) == most - 1 && can_all_play(s, &all);
}

// The best opponent for who[0], or -1.
static int opponent(const swiss *s, const group *g, const int *who, int n) {
    enum { TRIED = -1 };
    int cost[PAIRING_MOST], wanted = ideal(s, g, who, n);
    int most = matching_size(&s->may, &g->in);
    for (int i = 1; i < n; i++) {
        cost[i] = clash(at(s, who[0]), at(s, who[i])) * 2000 + abs(i - wanted) * 2 + (i < wanted);
    }
    for (int tries = 1; tries < n; tries++) {
        int best = 0;
        for (int i = 1; i < n; i++) {
            best = cost[i] != TRIED && (!best || cost[i] < cost[best]) ? i : best;
        }
        if (can_pair(s, g, who[0], who[best], most)) {
            return who[best];
        }
        cost[best] = TRIED;
    }
    return -1;
}

// Pairs a score group; who finds nobody is left in *down.
static void pair_group(swiss *s, group *g, vertex_set *down) {
    int who[PAIRING_MOST], n;
    while ((n = list(&g->in, s->count, who)) > 0) {
        int b = opponent(s, g, who, n);
        vertex_drop(&g->in, who[0]);
        if (b >= 0) {
            vertex_drop(&g->in, b);
            put_pair(s, who[0], b);
        } else {
            vertex_add(down, who[0]);
        }
    }
}

static void pair_all(swiss *s) {
    vertex_set down = {0};
    for (int place = 0; place < s->count;) {
        group g = {.in = down, .score = at(s, place)->score};
        for (; place < s->count && at(s, place)->score == g.score; place++) {
            if (vertex_has(&s->free, place)) {
                vertex_add(&g.in, place);
            }
        }
        down = (vertex_set){0};
        pair_group(s, &g, &down);
    }
}

// --- Tables of more than two -------------------------------------------------

int pairing_tables(int players, int least, int most, int *byes) {
    int tables = (players + most - 1) / most;
    while (tables > 0 && tables * least > players) {
        tables--;
    }
    int seated = tables * most < players ? tables * most : players;
    *byes = players - seated;
    return tables;
}

// Everybody gets the seat they have had least, the weaker ones first.
static void seat_table(const pair_player *p, pair_table *t) {
    pair_table seated = {.size = t->size};
    for (int seat = t->size - 1; seat >= 0; seat--) {
        int best = 0;
        for (int i = 1; i <= seat; i++) {
            const pair_player *x = &p[t->who[i]], *y = &p[t->who[best]];
            best = x->seats[seat] <= y->seats[seat] ? i : best;
        }
        seated.who[seat] = t->who[best];
        t->who[best] = t->who[seat];
    }
    *t = seated;
}

// The next for a table: who has met those there least, then the first in order; -1 = nobody.
static int next_for(const uint8_t *met, int count, const pair_table *t, const int *order, int n,
                    const uint8_t *used) {
    int best = -1, least = 0;
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k < t->size; k++) {
            sum += met[order[i] * count + t->who[k]];
        }
        if (!used[order[i]] && (best < 0 || sum < least)) {
            best = order[i];
            least = sum;
        }
    }
    return best;
}

// Byes go to those with the fewest of them, from the end; then tables are filled from the top.
static void fill_tables(const pair_player *p, int count, const uint8_t *met, int least, int most,
                        pairing *out) {
    int order[PAIRING_MOST], byes;
    uint8_t used[PAIRING_MOST] = {0};
    int tables = pairing_tables(count, least, most, &byes);
    sort_players(p, count, order);
    while (out->byes < byes) {
        int best = -1;
        for (int i = count - 1; i >= 0; i--) {
            int who = order[i];
            best = !used[who] && (best < 0 || p[who].byes < p[best].byes) ? who : best;
        }
        used[best] = 1;
        out->bye[out->byes++] = best;
    }
    for (int i = 0, left = count - byes; i < tables; i++) {
        pair_table *t = &out->table[out->tables++];
        int size = (left + tables - i - 1) / (tables - i);
        *t = (pair_table){0};
        while (t->size < size) {
            int who = next_for(met, count, t, order, count, used);
            for (int k = 0; k < t->size; k++) {
                out->rematches += met[who * count + t->who[k]] > 0;
            }
            used[who] = 1;
            t->who[t->size++] = who;
        }
        left -= size;
        seat_table(p, t);
    }
}

void pairing_swiss(const pair_player *p, int count, const uint8_t *met, int least, int most,
                   pairing *out) {
    *out = (pairing){0};
    if (count < least || most < 2) {
        return;
    }
    if (most > 2) {
        fill_tables(p, count, met, least, most, out);
        return;
    }
    swiss *s = calloc(1, sizeof *s);
    if (!s) {
        return; // asked again
    }
    s->p = p;
    s->met = met;
    s->count = count;
    s->out = out;
    sort_players(p, count, s->order);
    for (int i = 0; i < count; i++) {
        vertex_add(&s->free, i);
    }
    choose_graph(s);
    pair_all(s);
    free(s);
}

// --- Knock-out ---------------------------------------------------------------

static void sort_ranks(const pair_player *p, int count, int *order) {
    for (int i = 0; i < count; i++) {
        int k = i;
        for (; k > 0 && p[i].rank < p[order[k - 1]].rank; k--) {
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
}

static int power_above(int n) {
    int power = 1;
    while (power < n) {
        power *= 2;
    }
    return power;
}

// Strongest against weakest; with more at a table, dealt out to and fro.
static void deal(const pair_player *p, const int *order, int count, int tables, pairing *out) {
    out->tables = tables;
    for (int i = 0; i < count; i++) {
        int turn = i / tables, k = i % tables;
        pair_table *t = &out->table[turn % 2 ? tables - 1 - k : k];
        t->who[t->size++] = order[i];
    }
    for (int i = 0; i < tables; i++) {
        seat_table(p, &out->table[i]);
    }
}

void pairing_knockout(const pair_player *p, int count, int least, int most, pairing *out) {
    int order[PAIRING_MOST], byes = 0;
    *out = (pairing){0};
    if (count < least || most < 2) {
        return;
    }
    sort_ranks(p, count, order);
    int tables = pairing_tables(count, least, most, &byes);
    if (most == 2) {
        byes = power_above(count) - count;
        tables = (count - byes) / 2;
    }
    for (int i = 0; i < byes; i++) {
        out->bye[out->byes++] = order[i];
    }
    deal(p, order + byes, count - byes, tables, out);
}
