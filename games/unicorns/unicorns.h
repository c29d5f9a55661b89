// SPDX-License-Identifier: MIT
#ifndef UNICORNS_UNICORNS_H
#define UNICORNS_UNICORNS_H

// Unstable Unicorns for those who want more than the contract: a view unpacked
// into plain numbers, moves taken apart, card texts, the checker for card files,
// and a picture for terminals.
//
// The functions take rules opened for the game "unicorns" and a state or, what
// agents get, a view: of a view they tell what its viewer knows and nothing else.
// They allocate nothing (but tsr_unicorns_lint), keep nothing and may be called
// from any thread.
//
// Words: a *kind* is a card as it is printed ("Neigh"), numbered from 0; a *card*
// is one piece of cardboard on the table. Cards in hands and in the deck have no
// numbers: there only kinds are counted.

#include <tessera/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TSR_UNICORNS_KINDS = 320, TSR_UNICORNS_CARDS = 512 };

typedef enum tsr_unicorns_class {
    TSR_UNICORNS_BABY = 0,
    TSR_UNICORNS_BASIC,
    TSR_UNICORNS_MAGICAL,
    TSR_UNICORNS_MAGIC,
    TSR_UNICORNS_INSTANT,
    TSR_UNICORNS_UPGRADE,
    TSR_UNICORNS_DOWNGRADE
} tsr_unicorns_class;

// Whether `r` are rules of this game; everything below needs that.
int tsr_is_unicorns(const tsr_rules *r);

// --- Cards ---------------------------------------------------------------------

typedef struct tsr_unicorns_kind {
    const char *name;
    int class_; // tsr_unicorns_class
    int copies; // in the deck
    int value;  // what it counts towards winning
} tsr_unicorns_kind;

int tsr_unicorns_kind_count(const tsr_rules *r);
tsr_unicorns_kind tsr_unicorns_kind_at(const tsr_rules *r, int kind);
// The kind of that name, in whatever case; -1 = none.
int tsr_unicorns_kind_named(const tsr_rules *r, const char *name);
// The kind of a card number.
int tsr_unicorns_kind_of(const tsr_rules *r, int card);
// What it is worth, 0 to 1000, as far as its rules tell; of downgrades, how bad it is.
int tsr_unicorns_worth(const tsr_rules *r, int kind);
// What using it once a turn is worth, in thousandths of a unicorn.
int tsr_unicorns_use_worth(const tsr_rules *r, int kind);
// What is printed on it, made from its rules; snprintf's rule.
int tsr_unicorns_card_text(const tsr_rules *r, int kind, char *buf, size_t cap);

// --- A view in plain numbers -----------------------------------------------------

typedef struct tsr_unicorns_seat {
    int value;                           // unicorns, as they count for winning
    int hand_size;                       // cards in hand
    int known;                           // how many of these the viewer knows
    int stable_count;                    // cards in the stable
    uint16_t stable[TSR_UNICORNS_CARDS]; // their numbers
    uint8_t hand[TSR_UNICORNS_KINDS];    // by kind: how many are known to be in hand
    int cannot_answer;                   // no instants may be played
    int is_unstoppable;                  // what is played cannot be stopped
    int has_pandas;                      // its unicorns count for nothing
} tsr_unicorns_seat;

// What a player is asked. The rows with a card name it in `source`.
typedef enum tsr_unicorns_ask {
    TSR_UNICORNS_NOTHING = 0,
    TSR_UNICORNS_ACT,     // draw, done or play
    TSR_UNICORNS_ANSWER,  // pass or an instant, to the top of the stack
    TSR_UNICORNS_MAY,     // yes or no: use `source`?
    TSR_UNICORNS_INSTEAD, // yes or no: let `source` step in for `target`?
    TSR_UNICORNS_VARIANT, // which of the effects of `source`?
    TSR_UNICORNS_PLAYER,  // which player? for `verb` (may be NULL)
    TSR_UNICORNS_STABLE,  // to whose stable?
    TSR_UNICORNS_TARGET,  // a card on the table to `verb`
    TSR_UNICORNS_KIND,    // a kind from a pile, a hand or the deck to `verb`
    TSR_UNICORNS_CHANCE   // nobody: chance decides
} tsr_unicorns_ask;

typedef struct tsr_unicorns {
    int players;
    int viewer; // whose view this is; -1 = the watcher or a full state
    int goal;   // unicorns needed
    int turn;   // player on turn
    int is_over;
    int deck_size, discard_size;
    int ask;                        // tsr_unicorns_ask
    const char *verb;               // "destroy", "discard" ...; NULL = none
    int source;                     // kind the question is about, -1 = none
    int target;                     // INSTEAD: kind that is in danger; else -1
    int offer;                      // MAY, PLAYER: what the effect is worth to whoever it is for
    int stack_count;                // cards being played
    int top_kind, top_caster;       // the one that may be answered; -1 = none
    int bottom_kind, bottom_caster; // the one it all began with
    int bottom_stable;              // where that wants to go, -1 = nowhere
    uint8_t discard[TSR_UNICORNS_KINDS]; // by kind
    tsr_unicorns_seat seat[TSR_MAX_PLAYERS];
} tsr_unicorns;

void tsr_unicorns_read(const tsr_rules *r, const void *view, tsr_unicorns *out);

// --- Moves -------------------------------------------------------------------------

typedef enum tsr_unicorns_act {
    TSR_UNICORNS_DRAWS = 0, // draw instead of playing
    TSR_UNICORNS_ENDS,      // play no further card; choose no further one ("up to")
    TSR_UNICORNS_PLAYS,     // kind, player = stable (-1 for magic)
    TSR_UNICORNS_PASSES,
    TSR_UNICORNS_ANSWERS, // kind
    TSR_UNICORNS_YES,
    TSR_UNICORNS_NO,
    TSR_UNICORNS_PICKS_VARIANT, // number
    TSR_UNICORNS_PICKS_PLAYER,  // player
    TSR_UNICORNS_PICKS_STABLE,  // player
    TSR_UNICORNS_PICKS_CARD,    // card, kind, player = owner
    TSR_UNICORNS_PICKS_KIND,    // kind
    TSR_UNICORNS_HAS_NONE,
    TSR_UNICORNS_USES, // card, kind: what it does once a turn
    TSR_UNICORNS_OTHER // chance
} tsr_unicorns_act;

typedef struct tsr_unicorns_move {
    int act;    // tsr_unicorns_act
    int kind;   // -1 = none
    int card;   // -1 = none
    int player; // -1 = none
    int number;
} tsr_unicorns_move;

tsr_unicorns_move tsr_unicorns_move_of(const tsr_rules *r, const void *view, tsr_move m);

// --- Card files ------------------------------------------------------------------------

// Reads a card file and runs its tests. What is wrong, and what is odd, goes into
// `buf` as text for people, cut to `cap`. Returns the number of errors, 0 = the deck
// can be played; -1 = no memory. `name` is for the messages.
int tsr_unicorns_lint(const char *name, const char *text, size_t size, const tsr_alloc *alloc,
                      char *buf, size_t cap);

// --- Picture ----------------------------------------------------------------------------

// The table for a terminal, from the seat of `viewer` (a player, or TSR_WATCHER):
// stables, hands (one's own and what is known of others'), piles, the stack and the
// chain with who must answer what, and what happened last. `names` may be NULL.
// `width` in columns, 0 = 80. `height` in lines, 0 = as many as it takes; to keep to it
// the drawing leaves out what cards say, then what can best be spared, and at last it
// is taller all the same, with what matters most on top. snprintf's rule.
int tsr_unicorns_draw(const tsr_rules *r, const void *view, int viewer, tsr_player_names names,
                      int width, int height, char *buf, size_t cap);

#ifdef __cplusplus
}
#endif

#endif
