// SPDX-License-Identifier: MIT
// What followed from a move: the game's own story, or one found by comparing two pictures, to which
// the game may add reasons.
//
// Comparing: every thing that lies in the scene before or after becomes a *heap*, so many things of
// one look in one place. Where a look has fewer in one place and more in another, things have
// moved; what cannot be paired was taken or dealt; taken and dealt in the same place is a thing
// that shows another face. It needs no word from the game and serves every board.
#include <tessera/rules.h>

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "core/teller.h"

typedef struct heap {
    uint64_t look;
    uint32_t key;
    uint8_t owner;
    tsr_place at;
    int32_t before, after; // how many
    int32_t open;          // of the difference, what no event has told yet
} heap;

typedef struct heaps {
    heap *list;
    uint32_t count;
} heaps;

// --- From scenes to heaps ----------------------------------------------------

// Things of the game, not what is printed on a board or offered in a popup.
static int is_thing(const tsr_scene *sc, const tsr_item *item) {
    return item->kind >= TSR_ITEM_PIECE && item->kind <= TSR_ITEM_POLY &&
           !(item->flags & TSR_ITEM_GHOST) && !(sc->zones[item->zone].flags & TSR_ZONE_POPUP);
}

// A thing with an identity looks like nothing else; others are told apart by what is drawn.
static uint64_t look_of(const tsr_scene *sc, const tsr_item *item) {
    if (item->key) {
        return tsr_mix(item->key);
    }
    uint64_t h = hash_string(sc->text + item->glyph, 1);
    h = hash_string(sc->text + item->sprite, h);
    h = tsr_mix(h ^ (uint64_t)item->kind << 24 ^ (uint64_t)item->owner << 16 ^
                (uint64_t)item->colour << 8 ^ item->shape);
    return h ^ tsr_mix(item->mask);
}

// Where a thing lies. In a row or a hand the order is no place: only its zone counts.
static tsr_place place_of(const tsr_scene *sc, const tsr_item *item) {
    uint8_t kind = sc->zones[item->zone].kind;
    int has_cells = kind >= TSR_ZONE_GRID && kind <= TSR_ZONE_GRAPH;
    int fixed = has_cells || kind == TSR_ZONE_TRACK;
    return tsr_place_of(item->zone, fixed ? item->row : 0, fixed ? item->col : 0);
}

static void add_heaps(heaps *h, const tsr_scene *sc, int is_after) {
    for (uint32_t i = 0; i < sc->item_count; i++) {
        const tsr_item *item = &sc->items[i];
        if (is_thing(sc, item)) {
            int32_t n = item->count > 1 ? item->count : 1;
            heap one = {
                look_of(sc, item), item->key, item->owner, place_of(sc, item), is_after ? 0 : n,
                is_after ? n : 0,  0};
            h->list[h->count++] = one;
        }
    }
}

static int by_look_and_place(const void *a, const void *b) {
    const heap *x = a, *y = b;
    if (x->look != y->look) {
        return x->look < y->look ? -1 : 1;
    }
    return memcmp(&x->at, &y->at, sizeof x->at);
}

static int by_reading(const void *a, const void *b) {
    const heap *x = a, *y = b;
    if (x->at.zone != y->at.zone) {
        return x->at.zone - y->at.zone;
    }
    if (x->at.row != y->at.row) {
        return x->at.row - y->at.row;
    }
    // In one place by look: not every C library leaves the order of what is equal.
    return x->at.col != y->at.col ? x->at.col - y->at.col : by_look_and_place(a, b);
}

// Joins what is the same look in the same place, and keeps where something changed.
static void join_heaps(heaps *h) {
    uint32_t n = 0;
    qsort(h->list, h->count, sizeof *h->list, by_look_and_place);
    for (uint32_t i = 0; i < h->count;) {
        heap sum = h->list[i++];
        while (i < h->count && by_look_and_place(&sum, &h->list[i]) == 0) {
            sum.before += h->list[i].before;
            sum.after += h->list[i].after;
            i++;
        }
        sum.open = sum.after - sum.before;
        if (sum.open != 0) {
            h->list[n++] = sum;
        }
    }
    h->count = n;
    qsort(h->list, h->count, sizeof *h->list, by_reading);
}

// --- From heaps to events ----------------------------------------------------

static void tell_change(tsr_story *out, tsr_event_kind kind, const heap *thing, tsr_place from,
                        tsr_place to, int32_t count) {
    tsr_event e = tsr_event_of(kind, thing->owner);
    e.key = thing->key;
    e.count = (uint16_t)count;
    e.from = from;
    e.to = to;
    tsr_tell(out, e);
}

static void tell_moves(heaps *h, tsr_story *out) {
    for (uint32_t i = 0; i < h->count; i++) {
        heap *source = &h->list[i];
        for (uint32_t k = 0; k < h->count && source->open < 0; k++) {
            heap *goal = &h->list[k];
            if (goal->open > 0 && goal->look == source->look) {
                int32_t n = -source->open < goal->open ? -source->open : goal->open;
                tell_change(out, TSR_EVENT_MOVE, goal, source->at, goal->at, n);
                source->open += n;
                goal->open -= n;
            }
        }
    }
}

static int is_same_place(tsr_place a, tsr_place b) {
    return a.zone == b.zone && a.row == b.row && a.col == b.col;
}

// Another face in the same place.
static void tell_flips(heaps *h, tsr_story *out) {
    for (uint32_t i = 0; i < h->count; i++) {
        heap *gone = &h->list[i];
        for (uint32_t k = 0; k < h->count && gone->open < 0; k++) {
            heap *come = &h->list[k];
            if (come->open > 0 && is_same_place(gone->at, come->at)) {
                int32_t n = -gone->open < come->open ? -gone->open : come->open;
                tell_change(out, TSR_EVENT_FLIP, come, gone->at, come->at, n);
                gone->open += n;
                come->open -= n;
            }
        }
    }
}

static heap *only_open(heaps *h, int who, int sign) {
    heap *found = NULL;
    for (uint32_t i = 0; i < h->count; i++) {
        heap *x = &h->list[i];
        if (x->owner == who && x->open * sign > 0) {
            if (found || x->open != sign) {
                return NULL;
            }
            found = x;
        }
    }
    return found;
}

// The mover's one thing that left and one that came: it was promoted on its way.
static void tell_promotion(heaps *h, int who, tsr_story *out) {
    heap *gone = only_open(h, who, -1), *come = only_open(h, who, 1);
    if (gone && come) {
        tell_change(out, TSR_EVENT_FLIP, come, gone->at, come->at, 1);
        gone->open = come->open = 0;
    }
}

static void tell_rest(const heaps *h, tsr_story *out) {
    for (uint32_t i = 0; i < h->count; i++) {
        const heap *x = &h->list[i];
        if (x->open < 0) {
            tell_change(out, TSR_EVENT_TAKE, x, x->at, tsr_no_place(), -x->open);
        }
    }
    for (uint32_t i = 0; i < h->count; i++) {
        const heap *x = &h->list[i];
        if (x->open > 0) {
            tell_change(out, TSR_EVENT_DEAL, x, tsr_no_place(), x->at, x->open);
        }
    }
}

// --- Points --------------------------------------------------------------------

// Scores of -1, 0 and 1 at the end say who has won, which the result says better.
static int is_mere_result(const tsr_rules *r, const void *after, const tsr_result *now) {
    if (tsr_turn(r, after) != 0) {
        return 0;
    }
    for (int p = 0; p < r->players; p++) {
        if (now[p].score < -1 || now[p].score > 1) {
            return 0;
        }
    }
    return 1;
}

// What the story says already of a player's points. Events beyond its end are told once more.
static int32_t points_told(const tsr_story *story, int who) {
    int32_t sum = 0;
    for (uint32_t i = 0; i < story->count && i < story->cap; i++) {
        sum += story->events[i].who == who ? story->events[i].points : 0;
    }
    return sum;
}

static void tell_points(const tsr_rules *r, const void *before, const void *after, tsr_story *out) {
    tsr_result was[TSR_MAX_PLAYERS], now[TSR_MAX_PLAYERS];
    r->g.result(r, before, was);
    r->g.result(r, after, now);
    if (is_mere_result(r, after, now)) {
        return;
    }
    for (int p = 0; p < r->players; p++) {
        int32_t won = now[p].score - was[p].score - points_told(out, p);
        if (won) {
            tsr_event e = tsr_event_of(TSR_EVENT_SCORE, p);
            e.points = won;
            tsr_say(&e.line, won > 0 ? TSR_LINE_GAINS : TSR_LINE_LOSES, TSR_PLAYER(p),
                    TSR_INT(won > 0 ? won : -won));
            tsr_tell(out, e);
        }
    }
}

// --- The two ways ----------------------------------------------------------------

// Whether the game tells all of its stories by itself.
static int tells_all(const tsr_rules *r) {
    return r->more.told && !(r->g.flags & TSR_TELLS_REASONS);
}

// What is to be told.
typedef struct telling {
    const tsr_rules *r;
    const void *before, *after;
    int who, viewer;
    tsr_move m;
    const heaps *h; // NULL = the game tells by itself
} telling;

// Room for the heaps of both scenes, twice: as they are, and as telling uses them up.
static int make_room(tsr_teller *t, const tsr_scene *before) {
    size_t need = ((size_t)before->item_count + t->after.item_count + 1) * 2 * sizeof(heap);
    if (need <= t->scratch_size) {
        return 1;
    }
    void *fresh = tsr_mem_new(t->alloc, need);
    if (!fresh) {
        return 0;
    }
    tsr_mem_free(t->alloc, t->scratch, t->scratch_size);
    t->scratch = fresh;
    t->scratch_size = need;
    return 1;
}

static tsr_err make_heaps(tsr_teller *t, const tsr_scene *drawn, const telling *what, heaps *out) {
    const tsr_scene *before = drawn ? drawn : &t->before;
    tsr_err e =
        drawn ? TSR_OK : tsr_scene_take(what->r, what->before, what->viewer, t->alloc, &t->before);
    if (!e) {
        e = tsr_scene_take(what->r, what->after, what->viewer, t->alloc, &t->after);
    }
    if (!e && !make_room(t, before)) {
        e = TSR_ERR_MEMORY;
    }
    if (!e) {
        *out = (heaps){t->scratch, 0};
        add_heaps(out, before, 0);
        add_heaps(out, &t->after, 1);
        join_heaps(out);
    }
    return e;
}

static void tell_once(const telling *t, heap *scratch, tsr_story *out) {
    out->count = 0;
    if (!t->h) {
        t->r->more.told(t->r, t->before, t->who, t->m, t->after, t->viewer, out);
        return;
    }
    heaps h = {scratch, t->h->count};
    memcpy(scratch, t->h->list, t->h->count * sizeof *scratch);
    tell_moves(&h, out);
    tell_flips(&h, out);
    tell_promotion(&h, t->who, out);
    tell_rest(&h, out);
    if (t->r->more.told) {
        t->r->more.told(t->r, t->before, t->who, t->m, t->after, t->viewer, out);
    }
    tell_points(t->r, t->before, t->after, out);
}

// Tells into `out` until it fits: the first pass may only count.
static tsr_err tell_all(const telling *t, heap *scratch, const tsr_alloc *alloc, tsr_story *out) {
    for (int pass = 0; pass < 3; pass++) {
        tell_once(t, scratch, out);
        if (out->count <= out->cap) {
            return TSR_OK;
        }
        uint32_t cap = out->count + 8;
        tsr_event *events = tsr_mem_new(alloc, cap * sizeof *events);
        if (!events) {
            return TSR_ERR_MEMORY;
        }
        tsr_mem_free(alloc, out->events, out->cap * sizeof *out->events);
        out->events = events;
        out->cap = cap;
    }
    return TSR_ERR_GAME;
}

tsr_err teller_tell_from(tsr_teller *t, const tsr_scene *drawn, const tsr_rules *r,
                         const void *before, int who, tsr_move m, const void *after, int viewer) {
    telling what = {r, before, after, who, viewer, m, NULL};
    t->has_scenes = !tells_all(r);
    if (!t->has_scenes) {
        return tell_all(&what, NULL, t->alloc, &t->story);
    }
    heaps h = {0};
    tsr_err e = make_heaps(t, drawn, &what, &h);
    t->has_scenes = !e;
    what.h = &h;
    return e ? e : tell_all(&what, h.list + h.count, t->alloc, &t->story);
}

tsr_err tsr_teller_tell(tsr_teller *t, const tsr_rules *r, const void *before, int who, tsr_move m,
                        const void *after, int viewer) {
    return teller_tell_from(t, NULL, r, before, who, m, after, viewer);
}

void tsr_teller_free(tsr_teller *t) {
    tsr_scene_free(t->alloc, &t->before);
    tsr_scene_free(t->alloc, &t->after);
    tsr_story_free(t->alloc, &t->story);
    tsr_mem_free(t->alloc, t->scratch, t->scratch_size);
    *t = (tsr_teller){.alloc = t->alloc};
}

tsr_err tsr_story_take(const tsr_rules *r, const void *before, int who, tsr_move m,
                       const void *after, int viewer, const tsr_alloc *alloc, tsr_story *out) {
    tsr_teller t = {.alloc = alloc, .story = *out};
    tsr_err e = tsr_teller_tell(&t, r, before, who, m, after, viewer);
    *out = t.story;
    t.story = (tsr_story){0};
    tsr_teller_free(&t);
    return e;
}

tsr_err tsr_story_words(const tsr_rules *r, const void *before, int who, tsr_move m,
                        const void *after, int viewer, const tsr_alloc *alloc, tsr_story *out) {
    heap nothing = {0};
    heaps unchanged = {&nothing, 0};
    telling t = {r, before, after, who, viewer, m, tells_all(r) ? NULL : &unchanged};
    return tell_all(&t, &nothing, alloc, out);
}

void tsr_story_free(const tsr_alloc *alloc, tsr_story *story) {
    tsr_mem_free(alloc, story->events, story->cap * sizeof *story->events);
    memset(story, 0, sizeof *story);
}
