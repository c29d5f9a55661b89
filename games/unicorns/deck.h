// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_DECK_H
#define TSR_UNICORNS_DECK_H

// A deck as the machine reads it: what a *.cards file becomes.
//
// Everything is a flat table of small records that name each other by index. A
// card *kind* ("Neigh") has *copies*; each copy is a card number, and the copies
// of one kind stand side by side. A kind has *rules*: an effect waiting for an
// event, something that always holds, or a condition for playing it. An effect is
// a tree of *nodes*; a node that does something names a *verb* and a *pick*.
//
//     magical "Angel Unicorn"   start: may sacrifice this if done bring a unicorn from discard
//
//     rule START -> node MAY -> node IF_DONE -+-> node VERB sacrifice, pick "this"
//                                             +-> node VERB bring, pick "a unicorn from discard"
//
// Made once by uni_deck_load (cards.h), then read-only: threads share it.

#include "unicorns/set.h"

enum {
    UNI_PLAYERS = 8,      // seats at most
    UNI_CARDS = 128,      // cards in a deck, all copies counted
    UNI_RULES = 256,      // rules in a deck
    UNI_NODES = 768,      // nodes of all effects
    UNI_PICKS = 384,      // picks of all nodes and rules
    UNI_TEXT = 24 * 1024, // bytes of names and sentences
    UNI_NAME_MAX = 40,    // letters in a card's name
    UNI_ALL = 255,        // pick.count: every one
    UNI_THAT_MANY = 254,  // pick.count: as many as left in the step before
    UNI_NO_CARD = 255,
    UNI_NO_PLAYER = 255
};

typedef enum uni_class {
    UNI_BABY,
    UNI_BASIC,
    UNI_MAGICAL,
    UNI_MAGIC,
    UNI_INSTANT,
    UNI_UPGRADE,
    UNI_DOWNGRADE,
    UNI_CLASSES
} uni_class;

enum { // masks of classes
    UNI_UNICORNS = 1 << UNI_BABY | 1 << UNI_BASIC | 1 << UNI_MAGICAL,
    UNI_ANY_CLASS = (1 << UNI_CLASSES) - 1,
    UNI_STAYS = UNI_UNICORNS | 1 << UNI_UPGRADE | 1 << UNI_DOWNGRADE // lives in a stable
};

// Zones as the card language names them.
typedef enum uni_zone {
    UNI_NOWHERE,
    UNI_HAND,
    UNI_DISCARD,
    UNI_NURSERY,
    UNI_DECK,
    UNI_STABLE,
    UNI_ZONES
} uni_zone;

// What may befall a card, as bits: "sacrificed or destroyed".
enum {
    UNI_SACRIFICED = 1 << 0,
    UNI_DESTROYED = 1 << 1,
    UNI_RETURNED = 1 << 2,
    UNI_STOLEN = 1 << 3,
    UNI_DISCARDED = 1 << 4,
    UNI_PASTS = 5
};

// When a rule speaks. Effects run in the next link of the chain, but REPLACE and
// REDIRECT in this one, and PLAY and ANSWER when the card itself resolves. The
// rows from NO_PLAY on have no effect: they are asked for whenever they matter.
typedef enum uni_event {
    UNI_ON_ENTER,     // the card has entered a stable
    UNI_ON_PLAY,      // a magic card resolves
    UNI_ON_ANSWER,    // an instant resolves
    UNI_ON_START,     // its owner's turn begins
    UNI_ON_ANY_START, // anybody's turn begins
    UNI_ON_END,
    UNI_ON_ANY_END,
    UNI_ON_LEFT,     // this card is sacrificed, destroyed, ...
    UNI_ON_COMES,    // a card enters the owner's stable
    UNI_ON_GOES,     // a card leaves the owner's stable
    UNI_ON_WHILE,    // the owner has more than `number` of something
    UNI_ON_REPLACE,  // a card would ...: do something else instead
    UNI_ON_REDIRECT, // a card would ...: to another zone instead
    UNI_NO_PLAY,     // the owner cannot play some classes
    UNI_NO_STOP,     // plays that cannot be stopped
    UNI_OPEN_HAND,   // the owner's hand is open
    UNI_PANDAS,      // the owner's unicorns are pandas
    UNI_CANNOT_BE,   // cards that cannot be sacrificed, destroyed, ...
    UNI_NO_TRIGGER,  // cards whose events do nothing
    UNI_NO_ENTER,    // cards that may enter no stable but the owner's
    UNI_NEEDS,       // what the player needs to play the card
    UNI_EVENTS
} uni_event;

// Whom a standing rule speaks of: "this", "my unicorns", "basics".
typedef enum uni_reach { UNI_REACH_THIS, UNI_REACH_MINE, UNI_REACH_ALL } uni_reach;

enum { UNI_RULE_ALWAYS = 1 << 0 }; // uni_rule.flags: nothing switches it off

typedef struct uni_rule {
    uint8_t event;   // uni_event
    uint8_t flags;   // UNI_RULE_ALWAYS
    uint8_t pasts;   // LEFT, REPLACE, REDIRECT, CANNOT_BE: UNI_SACRIFICED ...
    uint8_t zones;   // REPLACE, REDIRECT: bits 1 << uni_zone, "would go to"
    uint8_t to;      // REDIRECT: uni_zone
    uint8_t reach;   // standing rules: uni_reach
    uint8_t classes; // standing rules: mask of uni_class
    uint8_t by;      // CANNOT_BE: mask of the source's class, 0 = whatever it is
    uint8_t number;  // WHILE: more than so many
    uint8_t pad;
    uint16_t node; // root of the effect; 0 = none
    uint16_t pick; // which cards: after when, while, if, needs; standing rules: `classes`
} uni_rule;

typedef enum uni_whose {
    UNI_WHOSE_DEFAULT, // as the verb says
    UNI_WHOSE_MINE,
    UNI_WHOSE_OTHERS,
    UNI_WHOSE_THAT, // the player bound by the step before
    UNI_WHOSE_EACH, // one of every player
    UNI_WHOSE_ANY
} uni_whose;

enum { // uni_pick.flags
    UNI_PICK_THIS = 1 << 0,
    UNI_PICK_ANOTHER = 1 << 1,   // any but this
    UNI_PICK_ANY_CARD = 1 << 2,  // "card": pandas too
    UNI_PICK_FROM_ANY = 1 << 3,  // from any player's hand
    UNI_PICK_FROM_OTHER = 1 << 4 // from another player's hand
};

typedef struct uni_pick {
    uni_set cards;   // every copy of the kinds that fit
    uint8_t count;   // 1 ..., UNI_ALL, UNI_THAT_MANY
    uint8_t flags;   // UNI_PICK_THIS ...
    uint8_t whose;   // uni_whose
    uint8_t zone;    // uni_zone after "from"
    uint8_t classes; // as written, for sentences
    uint8_t pad;
    uint16_t word; // text: a word of the name that is asked for; 0 = none
} uni_pick;

typedef enum uni_op {
    UNI_OP_VERB,
    UNI_OP_MAY,     // a
    UNI_OP_AND,     // a, b
    UNI_OP_OR,      // a, b; leans left
    UNI_OP_THEN,    // a, b
    UNI_OP_IF_DONE, // a, b
    UNI_OP_EACH,    // each player: a
    UNI_OP_ANY,     // any player: a
    UNI_OP_ANOTHER, // another player: a
    UNI_OP_THAT     // that player: a
} uni_op;

enum {                       // uni_node.flags
    UNI_NODE_COST = 1 << 0,  // stands before "if done": all of it or nothing
    UNI_NODE_QUIET = 1 << 1, // "silently": the cards hit do not react
    UNI_NODE_LOOPS = 1 << 2  // may lead to its own event again (checker's mark)
};

// Node 0 is unused, so that 0 can mean "none".
typedef struct uni_node {
    uint8_t op;    // uni_op
    uint8_t verb;  // index into uni_verbs
    uint8_t n;     // a number in the verb's syntax
    uint8_t param; // which alternative of the verb's syntax was written
    uint8_t flags; // UNI_NODE_COST ...
    uint8_t pad;
    uint16_t a, b; // children
    uint16_t pick; // 0 = none
} uni_node;

typedef struct uni_kind {
    uint8_t class_; // uni_class
    uint8_t copies;
    uint8_t first;   // card number of the first copy
    uint8_t value;   // what it counts towards winning, while a unicorn
    uint8_t letters; // in its name, for ties
    uint8_t pad;
    uint16_t rule_first, rule_count;
    uint16_t name; // text
    uint16_t says; // text: the printed sentence
    uint16_t line; // line of its file where it is defined
} uni_kind;

typedef struct uni_deck {
    // The table.
    uint8_t players; // seats in this game
    uint8_t players_min, players_max;
    uint8_t deal;                 // cards dealt to each player
    uint8_t keep;                 // cards kept in hand at the end of a turn
    uint8_t win[UNI_PLAYERS + 1]; // unicorns needed, by number of players
    uint8_t start;                // kind that everybody starts with in the stable
    uint8_t gift_count, gift[4];  // kinds everybody gets openly besides
    uint8_t kind_count, card_count;
    uint16_t rule_count, node_count, pick_count, text_size;
    uint16_t title; // text

    uni_kind kind[UNI_CARDS];
    uni_rule rule[UNI_RULES];
    uni_node node[UNI_NODES];
    uni_pick pick[UNI_PICKS];
    char text[UNI_TEXT]; // NUL-ended strings; offset 0 is ""

    // Derived, for speed.
    uint8_t kind_of[UNI_CARDS];    // card -> kind
    uni_set all;                   // every card
    uni_set firsts;                // the first card of each kind
    uni_set range[UNI_CARDS];      // kind -> its copies
    uni_set of_class[UNI_CLASSES]; // cards of a class
    uni_set unicorns;              // baby, basic and magical
    uni_set valued;                // unicorns that count more or less than 1
    uni_set listens[UNI_EVENTS];   // cards that have a rule for an event
    const char *names[UNI_CARDS];  // kind -> name, for sentences
} uni_deck;

// Cards of the classes in `mask`.
uni_set uni_deck_classes(const uni_deck *d, uint32_t mask);

static inline const char *uni_deck_text(const uni_deck *d, uint16_t at) {
    return d->text + at;
}

static inline const char *uni_kind_name(const uni_deck *d, int kind) {
    return d->text + d->kind[kind].name;
}

static inline int uni_class_of(const uni_deck *d, int card) {
    return d->kind[d->kind_of[card]].class_;
}

// --- Tallies: sets where only the number of copies counts ----------------------

static inline int uni_tally(const uni_deck *d, uni_set s, int kind) {
    return uni_count(uni_and(s, d->range[kind]));
}

// Adds one of `kind`, unless the tally holds all copies already.
static inline void uni_tally_add(const uni_deck *d, uni_set *s, int kind) {
    int card = uni_first(uni_minus(d->range[kind], *s));
    if (card >= 0) {
        uni_add(s, card);
    }
}

// Takes one of `kind` out, if there is one; says whether there was.
static inline bool uni_tally_take(const uni_deck *d, uni_set *s, int kind) {
    int card = uni_last(uni_and(*s, d->range[kind]));
    if (card < 0) {
        return false;
    }
    uni_del(s, card);
    return true;
}

#endif
