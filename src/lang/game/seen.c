// SPDX-License-Identifier: MIT
//
// What a player reads of a move where something is hidden: as much as his view of the position behind it tells, no more.
//
// A thing that he does not know is followed through the move. If he sees it afterwards he may know which it was; else
// the text says where something was chosen, and who knows what it is if it left. A move of which no text is left is hidden.
#include "lang/game/view.h"

#include <string.h>

#include <tessera/rules.h>

#include "lang/game/card_text.h"
#include "lang/game/half_turn.h"
#include "lang/game/things.h"
#include "lang/game/unseen.h"
#include "lang/ir/rt/sets.h"
#include "lang/vm/walk.h"

enum { MASKED = 1 };

// How many things of a kind a player sees somewhere.
static int count_seen(const program *p, const void *s, int colour, int type) {
    int n = 0;
    for (int c = 0; c < p->b.cells; c++) {
        n += !thing_is_none(p, s, c) && lang_type_at(p, s, c) == type &&
             !view_hides(p, s, colour, c);
    }
    return n;
}

// How many have left the game, which everybody sees.
static int count_gone(const program *p, const void *s, int type) {
    const int owners = p->hides_pieces ? p->players : 1;
    int n = 0;
    for (int i = 0; p->at.gone != BOARD_NONE && i < owners; i++) {
        n += state_nums(p, s)[p->at.gone + i * p->types + type];
    }
    return n;
}

typedef union position {
    char bytes[TSR_MAX_STATE];
    uint64_t align;
} position;

// A move that is made in `s` and leads to `after`, and who looks on.
typedef struct glance {
    const tsr_rules *r;
    const void *s, *after;
    tsr_move m;
    int who, viewer, colour;
} glance;

// One player as bits, or for one who looks on all of them.
static uint8_t knowers_of(const program *p, int colour) {
    return (uint8_t)(colour < p->players ? 1 << colour : (1 << p->players) - 1);
}

// What the move leads to if the viewer knows what lies on a cell, but not who chose it: so it is like no other there. Since
// knowledge goes along with things, this differs from `after` where that thing is then, not where equal ones come and go.
static void follow(const glance *g, int cell, void *out) {
    const program *p = program_of(g->r);
    memcpy(out, g->s, g->r->state_size);
    thing t = thing_take(p, out, cell);
    t.knowers = (uint8_t)(knowers_of(p, g->colour) & ~(1 << colour_of(g->s, g->who)));
    thing_lay(p, out, cell, t);
    g->r->g.play(g->r, out, g->who, g->m);
}

// Whether the viewer knows the same in both; of one who looks on, whether all players do.
static int is_known_alike(const program *p, const void *s, const void *other, int colour) {
    const int one = colour < p->players, reg = p->at.known + (one ? colour : 0);
    const size_t size = (size_t)(one ? 1 : p->players) * (size_t)p->b.words * sizeof(uint64_t);
    return !memcmp(state_set(p, s, reg), state_set(p, other, reg), size);
}

// Whether the thing on a cell is seen once the move is made, or as it leaves the game.
static int shows(const program *p, const glance *g, const void *followed, int cell) {
    const int type = lang_type_at(p, g->s, cell);
    const int seen = count_seen(p, g->after, g->colour, type);
    return seen + count_gone(p, g->after, type) >
               count_seen(p, g->s, g->colour, type) + count_gone(p, g->s, type) &&
           (seen > count_seen(p, followed, g->colour, type) ||
            is_known_alike(p, g->after, followed, g->colour));
}

static int has_same_knowers(const program *p, const void *view, int cell, const void *s, int of) {
    int same = 1;
    for (int i = 0; i < p->players; i++) {
        same &= thing_is_known(p, view, i, cell) == thing_is_known(p, s, i, of);
    }
    return same;
}

// How many things in the place of a cell are equal to the one there in `of`, and known to the same players.
static int count_equal(const program *p, const void *s, const void *of, int cell) {
    const ir_area *a = card_hidden_area(p, cell);
    const int first = a->first + (cell - a->first) / a->size * a->size;
    int n = 0;
    for (int c = first; c < first + a->size; c++) {
        n += lang_owner_at(p, s, c) == lang_owner_at(p, of, cell) &&
             lang_type_at(p, s, c) == lang_type_at(p, of, cell) &&
             has_same_knowers(p, s, c, of, cell);
    }
    return n;
}

// The first of the cells on which a view shows such a thing as lies on a cell of the position, else the first of all.
static int first_like(const program *p, const void *view, const uint64_t *cells, const void *s,
                      int cell) {
    for (int c = 0; c < p->b.cells; c++) {
        if (board_has(cells, c) && lang_owner_at(p, view, c) == lang_owner_at(p, s, cell) &&
            has_same_knowers(p, view, c, s, cell)) {
            return c;
        }
    }
    return set_first(cells, p->b.words);
}

// Of such a cell others see in which area it lies and, if the thing leaves it, who knows what it is; of the choice,
// what kind of choice it is and its label, which its player says. `view` is room for what he sees.
static void mask_cell(const program *p, const void *s, int viewer, int leaves, walk_step *step,
                      int *cell, position *view) {
    const ir_area *a = card_hidden_area(p, *cell);
    const int first = a->first + (*cell - a->first) / a->size * a->size;
    uint64_t cells[BOARD_MAX_WORDS];
    int same = 2;
    lang_view(p, s, viewer, view->bytes);
    half_turn_blind(p, view->bytes, colour_of(s, viewer), a, first, cells);
    *cell = leaves ? first_like(p, view->bytes, cells, s, *cell) : set_first(cells, p->b.words);
    while (p->choice[same].kind != p->choice[step->choice].kind ||
           p->choice[same].label != p->choice[step->choice].label) {
        same++;
    }
    step->choice = same;
}

static int all_choose(const program *p, const walk_step *step, int count) {
    int all = 1;
    for (int i = 0; i < count; i++) {
        all &= p->choice[step[i].choice].kind == CH_CHOOSE;
    }
    return all;
}

// How many things that the viewer does not know lie before one of their kind that he knows: in his view it is so much
// further up.
static int unknown_before(const program *p, const void *s, int colour, int cell) {
    const ir_area *a = card_hidden_area(p, cell);
    int count = 0;
    if (!a || p->slot_kind[cell] == 255 || thing_is_none(p, s, cell) ||
        view_veils(p, s, colour, cell)) {
        return 0;
    }
    for (int c = cell - (cell - a->first) % a->size; c < cell; c++) {
        count += p->slot_kind[c] == p->slot_kind[cell] && view_veils(p, s, colour, c);
    }
    return count;
}

// Whether what others see of a move may depend on what follows from it.
static int may_hide(const program *p, const walk_step *step, int count) {
    int found = count > 0 && unseen_any(p);
    for (int i = 0; i < count; i++) {
        found |= card_hidden_area(p, step[i].from) || card_hidden_area(p, step[i].to);
    }
    return found;
}

// Masks what others see of a move. Returns whether anything is masked.
static int mask_steps(const glance *g, walk_step *step, int count) {
    const program *p = program_of(g->r);
    position followed;
    int masked = 0;
    for (int i = 0; i < count; i++) {
        int *const cells[] = {&step[i].from, &step[i].to};
        for (int k = 0; k < 2; k++) {
            const int cell = *cells[k], veiled = view_veils(p, g->s, g->colour, cell);
            if (veiled) {
                follow(g, cell, followed.bytes);
            }
            if (veiled && !shows(p, g, followed.bytes, cell)) {
                const int leaves = count_equal(p, followed.bytes, g->s, cell) ==
                                   count_equal(p, g->after, g->s, cell);
                mask_cell(p, g->s, g->viewer, leaves, &step[i], cells[k],
                          &followed); // which is not needed any more
                masked = 1;
            } else {
                *cells[k] -= unknown_before(p, g->s, g->colour, cell);
                masked |= *cells[k] != cell;
            }
        }
    }
    return masked;
}

static int place_begins(const program *p, int place) {
    const ir_area *a = &p->area[place >> 3];
    return a->first + (a->each ? place & 7 : 0) * a->size;
}

// How many things of a kind lie in a place (ir.h, CHANCE_DEAL), or how many of these a player knows.
static int count_there(const program *p, const void *s, int place, int type, int colour,
                       int known) {
    const int first = place_begins(p, place);
    int count = 0;
    for (int c = first; c < first + p->area[place >> 3].size; c++) {
        count += !thing_is_none(p, s, c) && lang_type_at(p, s, c) == type &&
                 !(known && view_veils(p, s, colour, c));
    }
    return count;
}

// Tells a player of all things of a kind that lie elsewhere.
static void tell_elsewhere(const program *p, void *s, int place, int type, int colour) {
    const int first = place_begins(p, place), end = first + p->area[place >> 3].size;
    for (int c = 0; c < p->b.cells; c++) {
        if ((c < first || c >= end) && !thing_is_none(p, s, c) && lang_type_at(p, s, c) == type) {
            thing t = thing_take(p, s, c);
            t.knowers |= knowers_of(p, colour);
            thing_lay(p, s, c, t);
        }
    }
}

// A deal to a hidden place is told to those who know the thing there afterwards: they knew it where it was, or it is shown
// at once. Knowledge goes along with things: whoever had been told of all that could be dealt would know no more there.
static int sees_chance(const tsr_rules *r, const void *s, int colour, tsr_move m) {
    const program *p = program_of(r);
    const ir_node *n = &p->node[walk_at_roll(p, s)];
    const ir_area *a = &p->area[n->choice >> 3];
    const int place = n->choice, type = (int)(m & 0xffffffff) - 1;
    position after;
    if (!ir_is_deal(n) || !a->hidden || (a->each && colour == (place & 7))) {
        return 1;
    }
    memcpy(after.bytes, s, r->state_size);
    r->g.play(r, after.bytes, TSR_CHANCE, m);
    const int there = count_there(p, after.bytes, place, type, colour, 0),
              known = count_there(p, after.bytes, place, type, colour, 1);
    memcpy(after.bytes, s, r->state_size);
    tell_elsewhere(p, after.bytes, place, type, colour);
    r->g.play(r, after.bytes, TSR_CHANCE, m);
    return there > count_there(p, s, place, type, colour, 0) &&
           known == count_there(p, after.bytes, place, type, colour, 1);
}

tsr_move lang_seen(const tsr_rules *r, const void *s, const void *asked, int who, tsr_move m,
                   int viewer) {
    const program *p = program_of(r);
    const int colour = colour_of(s, viewer);
    walk_step step[WALK_MAX_CHOICES];
    if (who == TSR_CHANCE) {
        return sees_chance(r, s, colour, m) ? m : TSR_HIDDEN | MASKED;
    }
    const int n = viewer == who ? 0 : walk_steps(p, asked, m, step, WALK_MAX_CHOICES);
    uint64_t unseen[BOARD_MAX_WORDS];
    position after;
    int masked = 0;
    if (may_hide(p, step, n)) {
        memcpy(after.bytes, s, r->state_size);
        r->g.play(r, after.bytes, who, m);
        masked = unseen_hides(p, s, after.bytes, colour, step, n, unseen);
        if (masked && (n == 1 || !all_choose(p, step, n))) {
            return TSR_HIDDEN | MASKED;
        }
        for (int i = 0; masked && i < n; i++) {
            step[i].to = board_has(unseen, step[i].to) ? set_first(unseen, p->b.words) : step[i].to;
        }
        const glance g = {r, s, after.bytes, m, who, viewer, colour};
        masked |= mask_steps(&g, step, n);
    }
    const tsr_move left = masked ? walk_of_steps(p, step, n) : 0;
    return !masked ? m : TSR_HIDDEN | (left ? left : MASKED);
}

tsr_move slot_seen(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer) {
    return lang_seen(r, s, s, who, m, viewer);
}
