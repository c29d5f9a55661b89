// SPDX-License-Identifier: MIT
// What followed from a move, told: the state's own news as sentences, the cards they speak of
// with where they were and are, and how everybody's unicorns count now.
//
// Places are read off the two scenes: a card in an open zone has its number as key, and so it can
// be found in both. Scenes are drawn without their texts, into arrays on the stack.
#include <string.h>

#include <tessera/text.h>

#include "unicorns/cards.h"
#include "unicorns/lines.h"
#include "unicorns/parts.h"
#include "unicorns/table.h"

enum { MOST_ITEMS = 2 * UNI_CARDS, MOST_ZONES = 64 };

typedef struct sight {
    tsr_item items[MOST_ITEMS];
    tsr_zone zones[MOST_ZONES];
    tsr_scene sc;
} sight;

typedef struct teller {
    const tsr_rules *r;
    const uni_deck *d;
    const uni_state *before, *after;
    tsr_place from[UNI_CARDS], to[UNI_CARDS]; // by card; zone -1 = not in an open zone
    bool told[UNI_CARDS];                     // an event has it
    bool drawn; // the move is a draw or a pull, and its own sentence says so
    tsr_story *out;
} teller;

static void look(const tsr_rules *r, const uni_state *s, int viewer, tsr_place at[UNI_CARDS]) {
    sight x;
    memset(&x.sc, 0, sizeof x.sc);
    x.sc.items = x.items;
    x.sc.item_cap = MOST_ITEMS;
    x.sc.zones = x.zones;
    x.sc.zone_cap = MOST_ZONES;
    tsr_scene_clear(&x.sc);
    uni_scene(r, s, viewer, &x.sc);
    for (int card = 0; card < UNI_CARDS; card++) {
        at[card] = tsr_no_place();
    }
    uint32_t count = x.sc.item_count < MOST_ITEMS ? x.sc.item_count : MOST_ITEMS;
    for (uint32_t i = 0; i < count; i++) {
        const tsr_item *item = &x.items[i];
        if (item->key && item->key <= UNI_CARDS) {
            at[item->key - 1] = tsr_place_of(item->zone, item->row, item->col);
        }
    }
}

// A card of `kind` that has left its zone or come to another and is not told of yet; -1 = none.
static int moved_card(const teller *t, int kind) {
    for (int card = 0; card < t->d->card_count; card++) {
        if (!t->told[card] && t->d->kind_of[card] == kind &&
            t->before->at[card] != t->after->at[card]) {
            return card;
        }
    }
    return -1;
}

static tsr_event_kind event_of(const uni_news *news) {
    switch ((uni_news_kind)news->what) {
    case UNI_NEWS_STOPPED: return TSR_EVENT_STOP;
    case UNI_NEWS_TO_DISCARD:
    case UNI_NEWS_TO_NURSERY:
    case UNI_NEWS_DISCARDS: return TSR_EVENT_TAKE;
    case UNI_NEWS_ENTERS:
    case UNI_NEWS_MOVES:
    case UNI_NEWS_TO_HAND:
    case UNI_NEWS_TAKES: return TSR_EVENT_MOVE;
    case UNI_NEWS_FINDS:
    case UNI_NEWS_DRAWS: return TSR_EVENT_DEAL;
    case UNI_NEWS_TO_DECK:
    case UNI_NEWS_SHUFFLES:
    case UNI_NEWS_RECYCLES: return TSR_EVENT_SHUFFLE;
    default: return TSR_EVENT_SAY;
    }
}

static void put_card(teller *t, int card, tsr_event *e) {
    e->key = (uint32_t)card + 1;
    e->from = t->from[card];
    e->to = t->to[card];
    t->told[card] = true;
}

static void tell_news(teller *t, const uni_news *news) {
    tsr_event_kind kind = event_of(news);
    tsr_event e = tsr_event_of(kind, news->who < t->d->players ? news->who : TSR_NOBODY);
    int card = kind == TSR_EVENT_SAY ? -1 : moved_card(t, news->kind);
    if (card >= 0) {
        put_card(t, card, &e);
    }
    if (!t->drawn || (news->what != UNI_NEWS_DRAWS && news->what != UNI_NEWS_GETS)) {
        uni_news_line(t->d, news, &e.line);
    }
    tsr_tell(t->out, e);
}

// Cards that moved without a word of their own: one being played goes to the stack.
static void tell_rest(teller *t) {
    for (int card = 0; card < t->d->card_count; card++) {
        if (t->told[card] || t->before->at[card] == t->after->at[card] ||
            (t->from[card].zone < 0 && t->to[card].zone < 0)) {
            continue;
        }
        tsr_event e = tsr_event_of(t->from[card].zone < 0 ? TSR_EVENT_DEAL
                                   : t->to[card].zone < 0 ? TSR_EVENT_TAKE
                                                          : TSR_EVENT_MOVE,
                                   TSR_NOBODY);
        put_card(t, card, &e);
        tsr_tell(t->out, e);
    }
}

static void tell_values(const teller *t) {
    for (int p = 0; p < t->d->players; p++) {
        int was = uni_value(t->d, t->before, p), now = uni_value(t->d, t->after, p);
        tsr_event e = tsr_event_of(TSR_EVENT_SCORE, p);
        if (was != now) {
            e.points = now - was;
            (void)tsr_say(&e.line, now > was ? UNI_LINE_TOLD_MORE : UNI_LINE_TOLD_LESS,
                          TSR_PLAYER(p), TSR_INT(now), TSR_INT(now > was ? now - was : was - now));
            tsr_tell(t->out, e);
        }
    }
}

void uni_told(const tsr_rules *r, const void *before, int who, tsr_move m, const void *after,
              int viewer, tsr_story *out) {
    teller t = {.r = r, .d = uni_deck_of(r), .before = before, .after = after, .out = out};
    (void)who;
    t.drawn = tsr_move_byte(m, 0) == UNI_MOVE_DRAWN || tsr_move_byte(m, 0) == UNI_MOVE_PULLED;
    look(r, before, viewer, t.from);
    look(r, after, viewer, t.to);
    for (int i = 0; i < t.after->news_count; i++) {
        tell_news(&t, &t.after->news[i]);
    }
    tell_rest(&t);
    tell_values(&t);
}

// --- Parts of the score ------------------------------------------------------------------

int uni_parts(const tsr_rules *r, const void *state, tsr_part *out) {
    static const char *const names[] = {"baby unicorns", "basic unicorns", "magical unicorns",
                                        "by the words of cards"};
    const uni_deck *d = uni_deck_of(r);
    const uni_state *s = state;
    for (int i = 0; i < 4; i++) {
        out[i] = (tsr_part){.name = names[i]};
    }
    for (int p = 0; p < d->players; p++) {
        int rest = uni_value(d, s, p);
        for (int i = 0; i < 3; i++) {
            out[i].points[p] = uni_count(uni_and(s->stable[p], d->of_class[UNI_BABY + i].set));
            rest -= out[i].points[p];
        }
        out[3].points[p] = rest; // cards that count double, and pandas, which do not count
    }
    return 4;
}
