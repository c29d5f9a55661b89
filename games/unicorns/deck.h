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
// Made once by uni_deck_load (cards.h), then read-only: threads share it. It looks the same
// to the engines of all widths: its sets have room for the widest, and each engine reads as
// many words of them as its own sets have.

#include "unicorns/set.h"

enum {
    UNI_DECK_CARDS = 64 * UNI_WIDEST, // cards of the largest deck; an engine's own: UNI_CARDS
    UNI_PLAYERS = 8,                  // seats at most
    UNI_KINDS = 320,                  // kinds of cards
    UNI_COPIES = 99,                  // copies of one kind
    UNI_ADDED = 16,                   // verbs of plugins
    UNI_RULES = 1024,                 // rules in a deck
    UNI_NODES = 3072,                 // nodes of all effects
    UNI_PICKS = 1536,                 // picks of all nodes and rules
    UNI_TEXT = 60 * 1024,             // bytes of names and sentences
    UNI_NAME_MAX = 40,                // letters in a card's name
    UNI_ALL = 255,                    // pick.count: every one
    UNI_THAT_MANY = 254,              // pick.count: as many as left in the step before
    UNI_NO_CARD = 0xffff,
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
    UNI_TOP, // of a deck that is kept in order
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
    UNI_STOPPED = 1 << 5,
    UNI_PASTS = 6
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
    UNI_ON_COMES,    // a card enters a stable
    UNI_ON_GOES,     // a card leaves a stable
    UNI_ON_FALLS,    // a card is sacrificed, destroyed, ... in some stable
    UNI_ON_PLAYED,   // somebody plays a card
    UNI_ON_DRAWN,    // somebody draws a card
    UNI_ON_STOPS,    // a card that somebody plays is stopped
    UNI_ON_USE,      // its owner uses it, once a turn
    UNI_ON_WHILE,    // the owner has more than `number` of something
    UNI_ON_REPLACE,  // a card would ...: do something else instead
    UNI_ON_REDIRECT, // a card would ...: to another zone instead
    UNI_NO_PLAY,     // the owner cannot play some classes
    UNI_NO_STOP,     // plays that cannot be stopped
    UNI_OPEN_HAND,   // the owner's hand is open
    UNI_PANDAS,      // the owner's unicorns are pandas
    UNI_CANNOT_BE,   // cards that cannot be sacrificed, destroyed, ...
    UNI_NO_TRIGGER,  // cards whose events do nothing
    UNI_NO_ENTER,    // cards that may not enter some stables
    UNI_KEEP,        // how many cards the owner keeps in hand
    UNI_NEEDS,       // what the player needs to play the card
    UNI_EVENTS
} uni_event;

// Whom a standing rule speaks of: "this", "my unicorns", "basics".
typedef enum uni_reach { UNI_REACH_THIS, UNI_REACH_MINE, UNI_REACH_ALL } uni_reach;

// Whose stable, or whose deed, a rule speaks of, seen from its owner.
typedef enum uni_where { UNI_WHERE_MINE, UNI_WHERE_OTHERS, UNI_WHERE_ANY } uni_where;

// uni_rule.to of KEEP: so many; so many more, fewer than others.
typedef enum uni_keeps { UNI_KEEPS, UNI_KEEPS_MORE, UNI_KEEPS_FEWER } uni_keeps;

enum { UNI_RULE_ALWAYS = 1 << 0 }; // uni_rule.flags: nothing switches it off

typedef struct uni_rule {
    uint8_t event;   // uni_event
    uint8_t flags;   // UNI_RULE_ALWAYS
    uint8_t pasts;   // LEFT, REPLACE, REDIRECT, CANNOT_BE: UNI_SACRIFICED ...
    uint8_t zones;   // REPLACE, REDIRECT: bits 1 << uni_zone, "would go to"
    uint8_t to;      // REDIRECT: uni_zone; KEEP: uni_keeps
    uint8_t reach;   // standing rules: uni_reach
    uint8_t classes; // standing rules: mask of uni_class
    uint8_t by;      // CANNOT_BE: mask of the source's class, 0 = whatever it is
    uint8_t number;  // WHILE: more than so many; KEEP
    uint8_t where;   // uni_where: COMES to STOPS, NO_ENTER
    uint16_t node;   // root of the effect; 0 = none
    uint16_t pick;   // which cards: after when, while, if, needs; standing rules: `classes`
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
    UNI_PICK_ANOTHER = 1 << 1,    // any but this
    UNI_PICK_ANY_CARD = 1 << 2,   // "card": pandas too
    UNI_PICK_FROM_ANY = 1 << 3,   // from any player's hand
    UNI_PICK_FROM_OTHER = 1 << 4, // from another player's hand
    UNI_PICK_UP_TO = 1 << 5       // or fewer
};

// A member of the deck that is a set.
#define UNI_DECK_SET(name)                                                                         \
    union {                                                                                        \
        uni_set name;                                                                              \
        uint64_t name##_words[UNI_WIDEST];                                                         \
    }

typedef struct uni_pick {
    UNI_DECK_SET(cards); // every copy of the kinds that fit
    uint8_t count;       // 1 ..., UNI_ALL, UNI_THAT_MANY
    uint8_t flags;       // UNI_PICK_THIS ...
    uint8_t whose;       // uni_whose
    uint8_t zone;        // uni_zone after "from"
    uint8_t classes;     // as written, for sentences
    uint8_t pad;
    uint16_t word; // text: a word of the name that is asked for; 0 = none
} uni_pick;

// Whose cards are counted, or compared: "if I have ...", "for each card of others".
typedef enum uni_subject {
    UNI_SUBJECT_ME,
    UNI_SUBJECT_THAT,    // that player
    UNI_SUBJECT_SOME,    // another player, whoever it is
    UNI_SUBJECT_EVERY,   // each other player
    UNI_SUBJECT_ANY,     // any player, oneself included
    UNI_SUBJECT_OTHERS,  // all others together
    UNI_SUBJECT_ALL,     // all players together
    UNI_SUBJECT_PILE,    // a pile: nobody's
    UNI_SUBJECT_PLAYERS, // the players themselves are counted,
    UNI_SUBJECT_RIVALS   // but for oneself
} uni_subject;

typedef enum uni_relation {
    UNI_MORE,
    UNI_FEWER,
    UNI_AT_LEAST,
    UNI_AT_MOST,
    UNI_EXACTLY
} uni_relation;

enum { UNI_MEASURES = 512 };

// Something that can be counted by all, and what it is compared with. Hands and the deck count
// by their size alone: what is in them is nobody else's business.
typedef struct uni_measure {
    uint16_t pick;    // which cards
    uint8_t subject;  // uni_subject
    uint8_t zone;     // UNI_STABLE, UNI_HAND, or a pile
    uint8_t relation; // conditions: uni_relation
    uint8_t number;   // compared with this,
    uint8_t than;     // or, if not 0, with 1 + uni_subject
    uint8_t pad;
} uni_measure;

typedef enum uni_op {
    UNI_OP_VERB,
    UNI_OP_MAY,        // a
    UNI_OP_AND,        // a, b
    UNI_OP_OR,         // a, b; leans left
    UNI_OP_THEN,       // a, b
    UNI_OP_IF_DONE,    // a, b
    UNI_OP_EACH,       // each player: a
    UNI_OP_ANY,        // any player: a
    UNI_OP_ANOTHER,    // another player: a
    UNI_OP_THAT,       // that player: a
    UNI_OP_OTHERS,     // each other player: a
    UNI_OP_NEIGHBOURS, // each neighbour: a
    UNI_OP_NEXT,       // next player: a
    UNI_OP_PREVIOUS,   // previous player: a
    UNI_OP_IF          // if measure: a otherwise b; b may be 0
} uni_op;

enum {                       // uni_node.flags
    UNI_NODE_COST = 1 << 0,  // stands before "if done": all of it or nothing
    UNI_NODE_QUIET = 1 << 1, // "silently": the cards hit do not react
    UNI_NODE_LOOPS = 1 << 2  // may lead to its own event again (checker's mark)
};

// Node 0 is unused, so that 0 can mean "none".
typedef struct uni_node {
    uint8_t op;       // uni_op
    uint8_t verb;     // index into uni_verbs
    uint8_t n;        // a number in the verb's syntax
    uint8_t param;    // which alternative of the verb's syntax was written
    uint8_t flags;    // UNI_NODE_COST ...
    uint8_t added;    // a plugin's verb: index into uni_deck.added
    uint16_t a, b;    // children
    uint16_t pick;    // 0 = none
    uint16_t pick2;   // of verbs with two: "exchange ... for ..."
    uint16_t measure; // IF: the condition; verbs: "for each ...", 0 = none
} uni_node;

typedef struct uni_kind {
    uint8_t class_; // uni_class
    uint8_t copies;
    uint8_t value;   // what it counts towards winning, while a unicorn
    uint8_t letters; // in its name, for ties
    uint16_t first;  // card number of the first copy
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
    uint8_t gift_count;
    uint8_t added_count;
    uint8_t ordered;  // the deck has a top that can be looked at
    uint16_t start;   // kind that everybody starts with in the stable
    uint16_t gift[4]; // kinds everybody gets openly besides
    uint16_t kind_count, card_count;
    uint16_t rule_count, node_count, pick_count, text_size, measure_count;
    uint16_t title; // text

    const struct tsr_verb *added[UNI_ADDED]; // verbs of plugins
    uni_kind kind[UNI_KINDS];
    uni_rule rule[UNI_RULES];
    uni_node node[UNI_NODES];
    uni_pick pick[UNI_PICKS];
    uni_measure measure[UNI_MEASURES]; // 0 is unused
    char text[UNI_TEXT];               // NUL-ended strings; offset 0 is ""

    // What must fit into an engine; see engine.h.
    uint16_t jobs_most;  // effects that can meet in one link
    uint16_t loans_most; // cards that can be borrowed at once

    // Derived, for speed.
    uint16_t kind_of[UNI_DECK_CARDS];        // card -> kind
    UNI_DECK_SET(all);                       // every card
    UNI_DECK_SET(firsts);                    // the first card of each kind
    UNI_DECK_SET(set) range[UNI_KINDS];      // kind -> its copies
    UNI_DECK_SET(set) of_class[UNI_CLASSES]; // cards of a class
    UNI_DECK_SET(unicorns);                  // baby, basic and magical
    UNI_DECK_SET(valued);                    // unicorns that count more or less than 1
    UNI_DECK_SET(set) listens[UNI_EVENTS];   // cards that have a rule for an event
    UNI_DECK_SET(copiers);                   // cards that copy others, and so cannot be copied
    UNI_DECK_SET(homebound); // babies that always go to the nursery: never in a hand or the deck
    UNI_DECK_SET(nursed);    // cards that can come to lie in the nursery
    const char *names[UNI_KINDS]; // kind -> name, for sentences
} uni_deck;

// Cards of the classes in `mask`.
static inline uni_set uni_deck_classes(const uni_deck *d, uint32_t mask) {
    uni_set s = uni_none();
    for (int c = 0; c < UNI_CLASSES; c++) {
        if (mask >> c & 1) {
            s = uni_or(s, d->of_class[c].set);
        }
    }
    return s;
}

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
    return uni_count(uni_and(s, d->range[kind].set));
}

// Adds one of `kind`, unless the tally holds all copies already.
static inline void uni_tally_add(const uni_deck *d, uni_set *s, int kind) {
    int card = uni_first(uni_minus(d->range[kind].set, *s));
    if (card >= 0) {
        uni_add(s, card);
    }
}

// Takes one of `kind` out, if there is one; says whether there was.
static inline bool uni_tally_take(const uni_deck *d, uni_set *s, int kind) {
    int card = uni_last(uni_and(*s, d->range[kind].set));
    if (card < 0) {
        return false;
    }
    uni_del(s, card);
    return true;
}

#endif
