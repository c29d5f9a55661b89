// SPDX-License-Identifier: MIT
#include "arena/balance_game.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/rules.h>

#include "arena/tally.h"

// --- Places --------------------------------------------------------------------------------

static int is_board(const tsr_scene *sc, const tsr_item *item) {
    int kind = item->zone < sc->zone_count ? sc->zones[item->zone].kind : TSR_ZONE_TEXT;
    return kind == TSR_ZONE_GRID || kind == TSR_ZONE_HEX || kind == TSR_ZONE_GRAPH;
}

// Things, and not what is printed on the board.
static int is_thing(const tsr_item *item) {
    return item->kind != TSR_ITEM_CELL && item->kind != TSR_ITEM_TEXT &&
           item->kind != TSR_ITEM_BUTTON && !(item->flags & TSR_ITEM_GHOST);
}

// What a thing is, wherever it lies. Marks of the last move do not count.
static uint64_t thing_hash(const tsr_scene *sc, const tsr_item *item) {
    const char *glyph = sc->text + item->glyph;
    uint64_t h = (uint64_t)item->kind << 40 | (uint64_t)item->owner << 32 |
                 (uint64_t)item->colour << 24 | item->count;
    return tsr_hash_bytes(glyph, strlen(glyph), tsr_mix(h + 1));
}

static balance_place *find_place(const balance_places *p, const tsr_item *item) {
    for (size_t i = 0; i < p->count; i++) {
        balance_place *at = &p->place[i];
        if (at->zone == item->zone && at->row == item->row && at->col == item->col) {
            return at;
        }
    }
    return NULL;
}

static void add_item(balance_places *p, const tsr_item *item) {
    balance_place *at = find_place(p, item);
    if (!at) {
        at = &p->place[p->count++];
        *at = (balance_place){
            .zone = item->zone, .row = item->row, .col = item->col, .label = item->label};
    }
    if (is_thing(item)) {
        at->content += thing_hash(&p->scene, item);
        at->has_piece = 1;
        at->label = item->label;
    }
}

tsr_err balance_places_init(balance_places *p, const tsr_rules *r, tsr_error *err) {
    unsigned char *state = tsr_mem_new(NULL, r->state_size);
    *p = (balance_places){0};
    tsr_err e = state ? TSR_OK : TSR_ERR_MEMORY;
    if (!e) {
        tsr_init(r, state);
        r->g.view(r, state, TSR_WATCHER, state);
        e = tsr_scene_take(r, state, TSR_WATCHER, NULL, &p->scene);
    }
    tsr_mem_free(NULL, state, r->state_size);
    p->place = e ? NULL : calloc((size_t)p->scene.item_count + 1, sizeof *p->place);
    if (!p->place) {
        balance_places_deinit(p);
        return tsr_fail(err, e ? e : TSR_ERR_MEMORY, "the board cannot be looked at");
    }
    for (uint32_t i = 0; i < p->scene.item_count; i++) {
        if (is_board(&p->scene, &p->scene.items[i])) {
            add_item(p, &p->scene.items[i]);
        }
    }
    return TSR_OK;
}

void balance_places_deinit(balance_places *p) {
    free(p->place);
    tsr_scene_free(NULL, &p->scene);
    *p = (balance_places){0};
}

// Marks the places at which something else lies than at the start.
static void look_at_places(balance_watch *w) {
    const tsr_rules *r = w->rules;
    const balance_places *p = w->places;
    if (!p->count) {
        return;
    }
    r->g.view(r, w->state, TSR_WATCHER, w->after);
    if (tsr_scene_take(r, w->after, TSR_WATCHER, NULL, &w->scene)) {
        w->failed = 1;
        return;
    }
    memset(w->now, 0, p->count * sizeof *w->now);
    for (uint32_t i = 0; i < w->scene.item_count; i++) {
        const tsr_item *item = &w->scene.items[i];
        const balance_place *at =
            is_board(&w->scene, item) && is_thing(item) ? find_place(p, item) : NULL;
        if (at) {
            w->now[at - p->place] += thing_hash(&w->scene, item);
        }
    }
    for (size_t i = 0; i < p->count; i++) {
        if (w->now[i] != p->place[i].content) {
            w->used[i] = '1';
        }
    }
}

// --- Listening -----------------------------------------------------------------------------

tsr_err balance_watch_init(balance_watch *w, const tsr_rules *r, const balance_places *places,
                           tsr_error *err) {
    *w = (balance_watch){.rules = r, .places = places};
    w->state = tsr_mem_new(NULL, r->state_size);
    w->after = tsr_mem_new(NULL, r->state_size);
    w->moves = calloc((size_t)r->max_moves + 1, sizeof *w->moves);
    w->used = calloc(places->count + 1, 1);
    w->now = calloc(places->count + 1, sizeof *w->now);
    if (!w->state || !w->after || !w->moves || !w->used || !w->now) {
        balance_watch_deinit(w);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to watch games");
    }
    return TSR_OK;
}

void balance_watch_deinit(balance_watch *w) {
    if (w->rules) {
        tsr_mem_free(NULL, w->state, w->rules->state_size);
        tsr_mem_free(NULL, w->after, w->rules->state_size);
    }
    free(w->moves);
    free(w->used);
    free(w->now);
    free(w->heard);
    tsr_scene_free(NULL, &w->scene);
    *w = (balance_watch){0};
}

void balance_watch_hear(balance_watch *w, const tsr_match *match, const tsr_agent_info *info) {
    int ply = tsr_match_ply_count(match);
    if (w->count == w->cap) {
        size_t cap = w->cap ? 2 * w->cap : 64;
        balance_thought *more = realloc(w->heard, cap * sizeof *more);
        if (!more) {
            w->failed = 1;
            return;
        }
        w->heard = more;
        w->cap = cap;
    }
    w->count -= w->count > 0 && w->heard[w->count - 1].ply == ply;
    balance_thought *t = &w->heard[w->count++];
    t->ply = ply;
    memcpy(t->win, info->win, sizeof t->win);
}

// --- Walking through a game ----------------------------------------------------------------

// A game on the way from its start to its end.
typedef struct walk {
    balance_watch *w;
    int64_t *field;
    int winner; // of a team the first; -1 = nobody won
    int leader; // so far: a side; -1 = nobody yet
    tally_sides sides;
    int plies;   // of the whole game
    size_t next; // thought
    double drama;
    int behind; // decisions at which the winner was
} walk;

static int heuristic_of(const tsr_rules *r, const void *state, float *win) {
    if (tsr_turn(r, state) == 0) {
        tsr_utility(r, state, win);
    } else if (r->g.ai && r->g.ai->heuristic) {
        r->g.ai->heuristic(r, state, win);
    } else {
        return 0;
    }
    return 1;
}

// Whether the move that is made looks worse than another to somebody who looks one move ahead.
static void glance(walk *k, tsr_ply ply, int count) {
    balance_watch *w = k->w;
    const tsr_rules *r = w->rules;
    float best = -1, worst = 2, made = -1, win[TSR_MAX_PLAYERS];
    for (int i = 0; i < count; i++) {
        memcpy(w->after, w->state, r->state_size);
        tsr_play(r, w->after, ply.who, w->moves[i]);
        if (!heuristic_of(r, w->after, win)) {
            return;
        }
        best = win[ply.who] > best ? win[ply.who] : best;
        worst = win[ply.who] < worst ? win[ply.who] : worst;
        made = w->moves[i] == ply.move ? win[ply.who] : made;
    }
    if (best > worst && made >= 0) {
        k->field[BALANCE_GLANCED]++;
        k->field[BALANCE_OVERTURNED] += made < best;
    }
}

// What players expect before ply `at`: by the one who thought about it, else by the evaluation.
static int expected(walk *k, int at, float *win) {
    const balance_watch *w = k->w;
    while (k->next < w->count && w->heard[k->next].ply < at) {
        k->next++;
    }
    if (k->next < w->count && w->heard[k->next].ply == at) {
        memcpy(win, w->heard[k->next].win, sizeof w->heard->win);
        return 1;
    }
    return heuristic_of(w->rules, w->state, win);
}

// Of all, or of those who do not play with `but`.
static int best_of(const float *win, const tally_sides *sides, int but) {
    int best = -1;
    for (int i = 0; i < sides->players; i++) {
        if ((but < 0 || sides->of[i] != sides->of[but]) && (best < 0 || win[i] > win[best])) {
            best = i;
        }
    }
    return best;
}

static void note_expectation(walk *k, const float *win, int step) {
    const tally_sides *sides = &k->sides;
    int first = best_of(win, sides, -1), second = best_of(win, sides, first);
    k->field[BALANCE_TOLD] = 1;
    if (second >= 0 && win[first] > win[second]) {
        k->field[BALANCE_LEAD_CHANGES] += k->leader >= 0 && k->leader != sides->of[first];
        k->leader = sides->of[first];
    }
    if (k->winner < 0) {
        return;
    }
    float mine = win[k->winner];
    k->field[BALANCE_STEP_WINNER + step] += llroundf(mine * BALANCE_WHOLE);
    k->field[BALANCE_STEP_TOLD + step]++;
    if (win[first] > mine) {
        k->drama += sqrt((double)win[first] - (double)mine);
        k->behind++;
    }
}

static void note_decision(walk *k, int at, tsr_ply ply) {
    balance_watch *w = k->w;
    float win[TSR_MAX_PLAYERS] = {0};
    int step = (int)((int64_t)at * BALANCE_STEPS / k->plies);
    int count = tsr_moves(w->rules, w->state, ply.who, w->moves);
    k->field[BALANCE_DECISIONS]++;
    k->field[BALANCE_CHOICES] += count;
    k->field[BALANCE_STEP_CHOICES + step] += count;
    k->field[BALANCE_STEP_DECISIONS + step]++;
    if (count > k->field[BALANCE_MOST_CHOICES]) {
        k->field[BALANCE_MOST_CHOICES] = count;
    }
    glance(k, ply, count);
    if (expected(k, at, win)) {
        note_expectation(k, win, step);
    }
}

static int winner_of(const tsr_result *result, const tally_sides *sides) {
    int winner = -1;
    for (int i = 0; i < sides->players; i++) {
        if (result[i].rank == 1 && winner >= 0 && sides->of[i] != sides->of[winner]) {
            return -1;
        }
        winner = result[i].rank == 1 && winner < 0 ? i : winner;
    }
    return winner;
}

static void walk_through(walk *k, const tsr_match *match) {
    balance_watch *w = k->w;
    tsr_match_state_at(match, 0, w->state);
    look_at_places(w); // an opening has used some already
    for (int at = 0; at < k->plies; at++) {
        tsr_ply ply = tsr_match_ply(match, at);
        if (ply.who != TSR_CHANCE) {
            note_decision(k, at, ply);
        }
        tsr_play(w->rules, w->state, ply.who, ply.move);
        look_at_places(w);
    }
}

void balance_watch_write(balance_watch *w, const tsr_result *result, const tsr_match *match,
                         buffer *out) {
    int64_t field[BALANCE_FIELDS] = {0};
    walk k = {.w = w,
              .field = field,
              .leader = -1,
              .sides = tally_sides_of(w->rules),
              .plies = tsr_match_ply_count(match)};
    k.winner = winner_of(result, &k.sides);
    memset(w->used, '0', w->places->count);
    walk_through(&k, match);
    field[BALANCE_WON] = k.winner >= 0 && field[BALANCE_TOLD];
    field[BALANCE_DRAMA] = k.behind ? llround(k.drama / k.behind * BALANCE_WHOLE) : 0;
    for (int i = 0; i < BALANCE_FIELDS; i++) {
        buffer_addf(out, "%" PRId64 " ", field[i]);
    }
    buffer_add_text(out, w->used);
    out->failed |= w->failed;
    w->count = 0;
}

int balance_game_read(const char *text, size_t places, balance_game *out) {
    const char *at = text;
    for (int i = 0; i < BALANCE_FIELDS; i++) {
        char *end;
        out->field[i] = strtoll(at, &end, 10);
        if (end == at || *end != ' ') {
            return 0;
        }
        at = end + 1;
    }
    out->used = at;
    return strlen(at) == places;
}
