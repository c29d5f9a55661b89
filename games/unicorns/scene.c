// SPDX-License-Identifier: MIT
// The picture: the table with deck, piles, stack and chain; for every player a
// stable, a hand and a count.
//
// Refs: what a person picks, and so what moves are made of.
//     1000 + card             a card in a stable
//     2000 + 512 p + kind     a card in the hand of p that the viewer knows
//     7000, 7512, 8024 + kind a kind in the discard pile, the nursery, the deck
//     9000 + p                a player, and the stable
//     9100 + 16 kind + n      a button
// Cards in open zones keep their number, and with it their key, wherever they go;
// cards in hands have no key, or they could be followed.
#include <stdio.h>

#include "unicorns/cards.h"
#include "unicorns/lines.h"
#include "unicorns/notation.h"
#include "unicorns/parts.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

enum {
    REF_CARD = 1000,
    REF_HAND = 2000,
    REF_KINDS = 512, // room for the kinds of a place
    REF_DISCARD = 7000,
    REF_NURSERY = REF_DISCARD + REF_KINDS,
    REF_DECK = REF_NURSERY + REF_KINDS,
    REF_PLAYER = 9000,
    REF_BUTTON = 9100,
    REF_END = REF_BUTTON + 16 * UNI_MOVE_KINDS
};

typedef struct picture {
    tsr_scene *sc;
    const tsr_rules *r;
    const uni_deck *d;
    const uni_state *s; // the viewer's view
    int viewer;
} picture;

static const struct {
    char sign;
    uint8_t colour, shape;
    const char *word, *sprite, *sort;
} looks[UNI_CLASSES] = {
    [UNI_BABY] = {'b', TSR_COLOUR_PINK, TSR_SHAPE_RING, "baby unicorn", "unicorns-baby", "baby"},
    [UNI_BASIC] = {'u', TSR_COLOUR_PURPLE, TSR_SHAPE_DISC, "basic unicorn", "unicorns-basic",
                   "basic"},
    [UNI_MAGICAL] = {'m', TSR_COLOUR_BLUE, TSR_SHAPE_STAR, "magical unicorn", "unicorns-magical",
                     "magical"},
    [UNI_MAGIC] = {'*', TSR_COLOUR_GREEN, TSR_SHAPE_HEXAGON, "magic card", "unicorns-magic",
                   "magic"},
    [UNI_INSTANT] = {'!', TSR_COLOUR_RED, TSR_SHAPE_CROSS, "instant", "unicorns-instant",
                     "instant"},
    [UNI_UPGRADE] = {'+', TSR_COLOUR_ORANGE, TSR_SHAPE_TRIANGLE, "upgrade", "unicorns-upgrade",
                     "upgrade"},
    [UNI_DOWNGRADE] = {'-', TSR_COLOUR_YELLOW, TSR_SHAPE_DIAMOND, "downgrade", "unicorns-downgrade",
                       "downgrade"},
};

// --- Small pieces ------------------------------------------------------------------------

// How a zone lies and what it is follows from its kind: hands are fans, what is being played is
// the stage, numbers are facts.
static int16_t add_zone(const picture *p, int kind, int owner, int parent, const char *label) {
    tsr_zone zone = {.kind = (uint8_t)kind, .owner = (uint8_t)owner, .parent = (int16_t)parent};
    zone.layout = kind == TSR_ZONE_HAND    ? TSR_LAYOUT_FAN
                  : kind == TSR_ZONE_STACK ? TSR_LAYOUT_STACK
                                           : 0;
    zone.role = kind == TSR_ZONE_STACK     ? TSR_ROLE_STAGE
                : kind == TSR_ZONE_COUNTER ? TSR_ROLE_FACT
                : kind == TSR_ZONE_PILE    ? TSR_ROLE_SUPPLY
                                           : 0;
    if (kind == TSR_ZONE_ROW) { // a stable, and how far it is from winning
        zone.material = TSR_MATERIAL_CLOTH;
        zone.have = (uint16_t)uni_value(p->d, p->s, owner);
        zone.need = p->d->win[p->d->players];
    }
    return tsr_add_zone(p->sc, zone, "%s", label);
}

static tsr_item card_item(const picture *p, int16_t zone, int owner, int kind) {
    int class_ = p->d->kind[kind].class_;
    uint32_t sprite = tsr_scene_copy(p->sc, looks[class_].sprite);
    uint32_t sort = tsr_scene_copy(p->sc, looks[class_].sort);
    return (tsr_item){.zone = (uint16_t)zone,
                      .owner = (uint8_t)owner,
                      .kind = TSR_ITEM_CARD,
                      .colour = looks[class_].colour,
                      .shape = looks[class_].shape,
                      .sprite = sprite,
                      .sort = sort};
}

// The class's sign and the name's first letter; the name and the class as a phrase.
static void add_card(const picture *p, tsr_item item, int kind, const char *more) {
    char glyph[3] = {0};
    const char *name = uni_kind_name(p->d, kind);
    glyph[0] = looks[p->d->kind[kind].class_].sign;
    glyph[1] = (unsigned char)name[0] < 0x80 ? name[0] : '?';
    tsr_add_item(p->sc, item, glyph, "%s, %s%s", name, looks[p->d->kind[kind].class_].word, more);
}

static void add_number(const picture *p, int16_t parent, int owner, const char *label, int value) {
    char digits[12];
    int16_t zone = add_zone(p, TSR_ZONE_COUNTER, owner, parent, label);
    tsr_item item = {.zone = (uint16_t)zone, .owner = (uint8_t)owner, .kind = TSR_ITEM_NUMBER};
    snprintf(digits, sizeof digits, "%d", value);
    tsr_add_item(p->sc, item, digits, "%s: %d", label, value);
}

static void add_line(const picture *p, int16_t zone, int flags, const char *text) {
    tsr_item item = {.zone = (uint16_t)zone,
                     .owner = TSR_NOBODY,
                     .kind = TSR_ITEM_TEXT,
                     .flags = (uint8_t)flags};
    tsr_add_item(p->sc, item, "", "%s", text);
}

// A tally or a set of cards as one item a kind.
static void add_kinds(const picture *p, int16_t zone, int owner, uni_set cards, uint32_t ref,
                      const char *more) {
    int16_t col = 0;
    while (uni_any(cards)) {
        int kind = p->d->kind_of[uni_first(cards)];
        tsr_item item = card_item(p, zone, owner, kind);
        item.ref = ref + (uint32_t)kind;
        item.count = (uint16_t)uni_tally(p->d, cards, kind);
        item.col = col++;
        add_card(p, item, kind, more);
        cards = uni_minus(cards, p->d->range[kind].set);
    }
}

// --- The table ----------------------------------------------------------------------------

static void add_deck(const picture *p, int16_t table) {
    int16_t zone = add_zone(p, TSR_ZONE_PILE, TSR_NOBODY, table, "deck");
    if (uni_any(p->s->deck)) {
        add_kinds(p, zone, TSR_NOBODY, p->s->deck, REF_DECK, "");
        return;
    }
    uni_set top = uni_none();
    for (int i = 0; i < p->s->top_count; i++) {
        if (p->s->top[i]) {
            uni_tally_add(p->d, &top, p->s->top[i] - 1);
        }
    }
    add_kinds(p, zone, TSR_NOBODY, top, REF_DECK, ", on top, known to you");
    int rest = p->s->deck_size - uni_count(top);
    if (rest == 0) {
        return;
    }
    tsr_item item = {.zone = (uint16_t)zone,
                     .owner = TSR_NOBODY,
                     .kind = TSR_ITEM_CARD,
                     .count = (uint16_t)rest,
                     .flags = TSR_ITEM_FACE_DOWN};
    tsr_add_item(p->sc, item, "##", "the deck, %d cards", p->s->deck_size);
}

static void add_stack(const picture *p, int16_t table) {
    const uni_state *s = p->s;
    if (s->stack_count == 0) {
        return;
    }
    int16_t zone = add_zone(p, TSR_ZONE_STACK, TSR_NOBODY, table, "cards being played");
    uint32_t first = p->sc->item_count;
    for (int i = 0; i < s->stack_count; i++) {
        const uni_play *play = &s->stack[i];
        char by[32];
        tsr_item item = card_item(p, zone, play->caster, p->d->kind_of[play->card]);
        item.key = play->card + 1u;
        item.flags = TSR_ITEM_PENDING;
        if (i > 0) { // each answers the one below it
            item.flags |= TSR_ITEM_ANSWERS;
            item.answers = (uint16_t)(first + (uint32_t)i - 1);
        }
        item.row = (int16_t)i;
        snprintf(by, sizeof by, ", by player %d", play->caster + 1);
        add_card(p, item, p->d->kind_of[play->card], by);
    }
}

static const char *stage_word(const uni_state *s, const uni_job *job) {
    return job->stage == UNI_JOB_GONE    ? "done"
           : job->stage == UNI_JOB_OPEN  ? "to choose"
           : s->step == UNI_STEP_PERFORM ? "to act"
                                         : "chosen";
}

static void add_job(const picture *p, int16_t zone, const uni_job *job, const char *when) {
    char effect[160] = "goes home", line[400];
    tsr_out o = tsr_out_to(line, sizeof line);
    bool asks = p->s->ask != UNI_ASK_NOTHING && p->s->ask != UNI_ASK_INSTEAD &&
                p->s->pc == UNI_PC_CHAIN && job == uni_job_at_work(p->s);
    if (job->node) {
        uni_node_text(p->d, job->node, effect, sizeof effect);
    }
    tsr_putf(&o, "%s: %s of player %d: %s", when, uni_kind_name(p->d, p->d->kind_of[job->src]),
             job->you + 1, effect);
    for (uni_set rest = job->targets; uni_any(rest);) {
        tsr_putf(&o, " [%s]", uni_kind_name(p->d, p->d->kind_of[uni_pop(&rest)]));
    }
    if (job->times > 1) {
        tsr_putf(&o, " (%d times)", job->times);
    }
    tsr_out_end(&o);
    add_line(p, zone, asks ? TSR_ITEM_STRONG : job->stage == UNI_JOB_GONE ? TSR_ITEM_DIM : 0, line);
}

// The effects at work, the ones of this link on top of what they have set off.
static void add_chain(const picture *p, int16_t table) {
    const uni_state *s = p->s;
    if (s->now_count + s->next_count == 0) {
        return;
    }
    int16_t zone = add_zone(p, TSR_ZONE_STACK, TSR_NOBODY, table, "effects at work");
    for (int i = s->next_count - 1; i >= 0; i--) {
        add_job(p, zone, &s->next[i], "next");
    }
    for (int i = s->cont_count - 1; i >= 0; i--) {
        char effect[160], line[300];
        uni_node_text(p->d, s->cont[i].node, effect, sizeof effect);
        snprintf(line, sizeof line, "%s: %s",
                 s->cont[i].flags & UNI_CONT_IF_DONE ? "then, if done" : "then", effect);
        add_line(p, zone, TSR_ITEM_DIM, line);
    }
    for (int i = s->now_count - 1; i >= 0; i--) {
        add_job(p, zone, &s->now[i], stage_word(s, &s->now[i]));
    }
}

static void add_news(const picture *p, int16_t table) {
    if (p->s->news_count == 0) {
        return;
    }
    int16_t zone = add_zone(p, TSR_ZONE_TEXT, TSR_NOBODY, table, "what happened");
    for (int i = 0; i < p->s->news_count; i++) {
        tsr_line line;
        char text[160];
        uni_news_line(p->d, &p->s->news[i], &line);
        tsr_line_text(p->r, &line, NULL, text, sizeof text);
        add_line(p, zone, 0, text);
    }
}

// What the card in question says: the one being played, or whose effect asks.
static void add_text(const picture *p, int16_t table) {
    int kind = uni_kind_in_question(p->d, p->s);
    if (kind >= 0) {
        char text[500], line[600];
        int16_t zone = add_zone(p, TSR_ZONE_TEXT, TSR_NOBODY, table, "what the card says");
        uni_card_text(p->d, kind, text, sizeof text);
        snprintf(line, sizeof line, "%s: %s", uni_kind_name(p->d, kind), text);
        add_line(p, zone, 0, line);
    }
}

static void add_table(const picture *p) {
    int16_t table = add_zone(p, TSR_ZONE_GROUP, TSR_NOBODY, -1, "table");
    add_deck(p, table);
    int16_t discard = add_zone(p, TSR_ZONE_PILE, TSR_NOBODY, table, "discard pile");
    add_kinds(p, discard, TSR_NOBODY, p->s->discard, REF_DISCARD, "");
    int16_t nursery = add_zone(p, TSR_ZONE_PILE, TSR_NOBODY, table, "nursery");
    add_kinds(p, nursery, TSR_NOBODY, p->s->nursery, REF_NURSERY, "");
    add_stack(p, table);
    add_chain(p, table);
    add_text(p, table);
    add_news(p, table);
}

// --- Players --------------------------------------------------------------------------------

static void add_stable_cards(const picture *p, int16_t zone, int q, uni_set cards, int16_t *col) {
    for (; uni_any(cards);) {
        int card = uni_pop(&cards), kind = p->d->kind_of[card];
        tsr_item item = card_item(p, zone, q, kind);
        bool panda = uni_has(p->d->unicorns, card) && uni_pandas(p->d, p->s, q);
        item.ref = REF_CARD + (uint32_t)card;
        item.key = (uint32_t)card + 1;
        item.col = (*col)++;
        item.flags = uni_has(p->s->targeted, card) ? TSR_ITEM_STRONG : panda ? TSR_ITEM_DIM : 0;
        add_card(p, item, kind, panda ? ", now a panda" : "");
    }
}

static void add_stable(const picture *p, int16_t group, int q) {
    int16_t zone = add_zone(p, TSR_ZONE_ROW, q, group, "stable");
    int16_t col = 1;
    char name[16];
    tsr_item place = {.zone = (uint16_t)zone,
                      .owner = (uint8_t)q,
                      .kind = TSR_ITEM_CELL,
                      .colour = (uint8_t)(TSR_COLOUR_PLAYER + q),
                      .ref = REF_PLAYER + (uint32_t)q,
                      .flags = p->s->turn == q ? TSR_ITEM_STRONG : 0};
    snprintf(name, sizeof name, "p%d", q + 1);
    tsr_add_item(p->sc, place, name, "%s, player %d and the stable, counting %d", name, q + 1,
                 uni_value(p->d, p->s, q));
    add_stable_cards(p, zone, q, uni_and(p->s->stable[q], p->d->unicorns), &col);
    add_stable_cards(p, zone, q, uni_minus(p->s->stable[q], p->d->unicorns), &col);
}

static void add_hand(const picture *p, int16_t group, int q) {
    int16_t zone = add_zone(p, TSR_ZONE_HAND, q, group, "hand");
    uint32_t first = p->sc->item_count;
    int unknown = p->s->hand_size[q] - uni_count(p->s->hand[q]);
    add_kinds(p, zone, q, p->s->hand[q], REF_HAND + REF_KINDS * (uint32_t)q,
              q == p->viewer ? "" : ", known to you");
    for (uint32_t i = first; q != p->viewer && i < p->sc->item_count; i++) {
        if (i < p->sc->item_cap) {
            p->sc->items[i].flags |= TSR_ITEM_KNOWN;
        }
    }
    if (unknown > 0) {
        tsr_item item = {.zone = (uint16_t)zone,
                         .owner = (uint8_t)q,
                         .kind = TSR_ITEM_CARD,
                         .count = (uint16_t)unknown,
                         .col = (int16_t)(p->sc->item_count - first),
                         .flags = TSR_ITEM_FACE_DOWN};
        tsr_add_item(p->sc, item, "##", "%d unknown %s in the hand of player %d", unknown,
                     unknown == 1 ? "card" : "cards", q + 1);
    }
}

static void add_player(const picture *p, int q) {
    char label[24];
    snprintf(label, sizeof label, "player %d", q + 1);
    int16_t group = add_zone(p, TSR_ZONE_GROUP, q, -1, label);
    add_stable(p, group, q);
    add_hand(p, group, q);
    add_number(p, group, q, "unicorns", uni_value(p->d, p->s, q));
}

// --- Buttons --------------------------------------------------------------------------------

static bool is_button(int kind) {
    switch (kind) {
    case UNI_MOVE_DRAW:
    case UNI_MOVE_DONE:
    case UNI_MOVE_PASS:
    case UNI_MOVE_YES:
    case UNI_MOVE_NO:
    case UNI_MOVE_NONE:
    case UNI_MOVE_VARIANT: return true;
    default: return false;
    }
}

static uint32_t button_ref(tsr_move m) {
    int n = tsr_move_byte(m, 0) == UNI_MOVE_VARIANT ? uni_move_a(m) : 0;
    return REF_BUTTON + 16u * (uint32_t)tsr_move_byte(m, 0) + (uint32_t)n;
}

static void add_buttons(const picture *p) {
    tsr_move list[UNI_MOVES];
    int n = p->viewer < p->d->players ? uni_list_moves(p->d, p->s, p->viewer, list) : 0;
    int16_t zone = -1;
    for (int i = 0; i < n; i++) {
        if (!is_button(tsr_move_byte(list[i], 0))) {
            continue;
        }
        if (zone < 0) {
            zone = add_zone(p, TSR_ZONE_ACTIONS, p->viewer, -1, "actions");
        }
        char text[TSR_MOVE_TEXT_MAX];
        tsr_item item = {.zone = (uint16_t)zone,
                         .owner = (uint8_t)p->viewer,
                         .kind = TSR_ITEM_BUTTON,
                         .col = (int16_t)i,
                         .ref = button_ref(list[i])};
        uni_move_text(p->d, p->s, p->viewer, list[i], text, sizeof text);
        tsr_add_item(p->sc, item, "", "%s", text);
    }
}

void uni_scene(const tsr_rules *r, const void *state, int viewer, tsr_scene *out) {
    const uni_deck *d = uni_deck_of(r);
    uni_state view;
    uni_view(d, state, viewer, &view);
    picture p = {out, r, d, &view, viewer};
    add_table(&p);
    for (int q = 0; q < d->players; q++) {
        add_player(&p, q);
    }
    add_buttons(&p);
}

// --- Words ---------------------------------------------------------------------------------

// The kind of card that an item shows; -1 = it is no card, or its face is not seen.
static int kind_shown(const uni_deck *d, const tsr_item *item) {
    uint32_t ref = item->ref;
    int kind = -1;
    if (item->kind != TSR_ITEM_CARD || item->flags & TSR_ITEM_FACE_DOWN) {
        return -1;
    }
    if (item->key && item->key <= UNI_CARDS) {
        kind = d->kind_of[item->key - 1];
    } else if (ref >= REF_HAND && ref < REF_HAND + REF_KINDS * UNI_PLAYERS) {
        kind = (int)((ref - REF_HAND) % REF_KINDS);
    } else if (ref >= REF_DISCARD && ref < REF_DECK + REF_KINDS) {
        kind = (int)((ref - REF_DISCARD) % REF_KINDS);
    }
    return kind < d->kind_count ? kind : -1;
}

int uni_words(const tsr_rules *r, const void *s, int viewer, const tsr_item *item, char *buf,
              size_t cap) {
    const uni_deck *d = uni_deck_of(r);
    int kind = kind_shown(d, item);
    (void)s, (void)viewer;
    if (cap) {
        buf[0] = '\0';
    }
    return kind < 0 ? 0 : uni_card_text(d, kind, buf, cap);
}

// --- Picks -----------------------------------------------------------------------------------

// Where the card of a KIND move lies.
static uint32_t kind_ref(const uni_deck *d, const uni_state *s, int who, int kind) {
    const uni_job *job = uni_job_at_work(s);
    uint32_t k = (uint32_t)kind;
    switch ((uni_ask)s->ask) {
    case UNI_ASK_TAKE: return REF_HAND + REF_KINDS * (uint32_t)job->to + k;
    case UNI_ASK_SEARCH:
    case UNI_ASK_ORDER: return REF_DECK + k;
    case UNI_ASK_PILE:
        return (d->pick[d->node[job->node].pick].zone == UNI_NURSERY ? REF_NURSERY : REF_DISCARD) +
               k;
    default: return REF_HAND + REF_KINDS * (uint32_t)who + k;
    }
}

int uni_path(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_picks *out) {
    const uni_deck *d = uni_deck_of(r);
    const uni_state *s = state;
    int kind = tsr_move_byte(m, 0), a = uni_move_a(m);
    if (is_button(kind)) {
        tsr_pick(out, button_ref(m));
    } else if (kind == UNI_MOVE_PLAY || kind == UNI_MOVE_ANSWER) {
        tsr_pick(out, REF_HAND + REF_KINDS * (uint32_t)who + (uint32_t)a);
        if (kind == UNI_MOVE_PLAY && uni_move_b(m) != UNI_NO_PLAYER) {
            tsr_pick(out, REF_PLAYER + (uint32_t)uni_move_b(m));
        }
    } else if (kind == UNI_MOVE_PLAYER || kind == UNI_MOVE_STABLE) {
        tsr_pick(out, REF_PLAYER + (uint32_t)a);
    } else if (kind == UNI_MOVE_TARGET || kind == UNI_MOVE_USE) {
        tsr_pick(out, REF_CARD + (uint32_t)a);
    } else if (kind == UNI_MOVE_KIND) {
        tsr_pick(out, kind_ref(d, s, who, a));
    }
    return out->picks;
}

// What the first pick means by itself.
static tsr_move picked_one(const uni_state *s, int who, uint32_t ref) {
    uint32_t own = REF_HAND + REF_KINDS * (uint32_t)who;
    if (ref >= REF_BUTTON && ref < REF_END) {
        int kind = (int)(ref - REF_BUTTON) / 16, n = (int)(ref - REF_BUTTON) % 16;
        return is_button(kind) ? uni_move_of(kind, n, 0) : TSR_NO_MOVE;
    }
    if (ref >= REF_PLAYER && ref < REF_PLAYER + UNI_PLAYERS) {
        int kind = s->ask == UNI_ASK_STABLE ? UNI_MOVE_STABLE : UNI_MOVE_PLAYER;
        return uni_move_of(kind, (int)(ref - REF_PLAYER), 0);
    }
    if (ref >= REF_CARD && ref < REF_CARD + UNI_CARDS) {
        int kind = s->ask == UNI_ASK_ACT ? UNI_MOVE_USE : UNI_MOVE_TARGET;
        return uni_move_of(kind, (int)(ref - REF_CARD), 0);
    }
    if (ref >= own && ref < own + REF_KINDS) {
        int kind = (int)(ref - own);
        return s->ask == UNI_ASK_ACT      ? uni_move_of(UNI_MOVE_PLAY, kind, UNI_NO_PLAYER)
               : s->ask == UNI_ASK_ANSWER ? uni_move_of(UNI_MOVE_ANSWER, kind, 0)
                                          : uni_move_of(UNI_MOVE_KIND, kind, 0);
    }
    return TSR_NO_MOVE;
}

tsr_move uni_picked(const tsr_rules *r, const void *state, int who, const uint32_t *pick,
                    int picks) {
    const uni_deck *d = uni_deck_of(r);
    const uni_state *s = state;
    tsr_move list[UNI_MOVES];
    int n = uni_list_moves(d, s, who, list);
    for (int i = 0; i < n; i++) {
        tsr_picks path = {0};
        uni_path(r, s, who, list[i], &path);
        bool same = path.picks == picks;
        for (int j = 0; same && j < picks; j++) {
            same = path.pick[j] == pick[j];
        }
        if (same) {
            return list[i];
        }
    }
    tsr_move m = picks >= 1 ? picked_one(s, who, pick[0]) : TSR_NO_MOVE;
    if (picks == 1) {
        return m;
    }
    bool into = picks == 2 && tsr_move_byte(m, 0) == UNI_MOVE_PLAY && pick[1] >= REF_PLAYER &&
                pick[1] < REF_PLAYER + UNI_PLAYERS;
    return into ? uni_move_of(UNI_MOVE_PLAY, uni_move_a(m), (int)(pick[1] - REF_PLAYER))
                : TSR_NO_MOVE;
}
