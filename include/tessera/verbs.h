// SPDX-License-Identifier: MIT
#ifndef TESSERA_VERBS_H
#define TESSERA_VERBS_H

// Verbs for the card language of Unicorns, defined by a plugin.
//
// A verb is a word in the text of a card, and its effect. The game parses the card, lets the player
// choose the target cards, and calls `act` with the public information: the cards in open zones and
// the sizes of hands and deck. `act` returns steps, which the game performs and reports. A verb
// cannot see hidden cards or use randomness, and impossible steps are skipped, so it cannot corrupt
// the state. `act` must be a pure function: equal calls return equal steps. It stores nothing and
// may be called from any thread.
//
//     static int act(const tsr_verb_call *c, tsr_verb_step *out, int cap) { ... }
//     static const tsr_verb topple = {sizeof topple, TSR_ABI, "topple", "P", "`topple a unicorn`",
//                                     "topple {}", "topples {}", act};
//     static const tsr_extra extra = {sizeof extra, "unicorns", "verb", &topple};
//
// The plugin lists its extras in its table (plugin.h); `tessera play --plugin topple.so unicorns
// --option deck=my.cards` plays with cards that use them. examples/plugin/topple.c is an example.

#include <stdint.h>

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tsr_verb_place { // where a card is
    TSR_VERB_STABLE = 0,
    TSR_VERB_DISCARD,
    TSR_VERB_NURSERY
} tsr_verb_place;

typedef struct tsr_verb_card {
    const char *name;
    uint16_t number; // identifies it in targets and steps
    uint8_t class_;  // 0 baby, 1 basic, 2 magical, 3 magic, 4 instant, 5 upgrade, 6 downgrade
    uint8_t place;   // tsr_verb_place
    uint8_t owner;   // of its stable; TSR_NOBODY in a pile
    uint8_t pad[3];
} tsr_verb_card;

typedef struct tsr_verb_call {
    uint32_t size; // sizeof(tsr_verb_call)
    uint16_t players;
    uint16_t you;    // the player whose effect it is
    uint16_t turn;   // the player on turn
    uint16_t number; // the value of N in the syntax; 0 = none
    uint16_t deck_size;
    uint16_t target_count, card_count;
    const tsr_verb_card *cards; // all cards in open zones
    const uint16_t *targets;    // the numbers of the cards chosen for P
    const uint16_t *hand_size;  // by player
} tsr_verb_call;

typedef enum tsr_verb_deed {
    TSR_DEED_DISCARD = 1, // card: to the discard pile
    TSR_DEED_RETURN,      // card: to the hand of its owner
    TSR_DEED_MOVE,        // card, player: into that stable
    TSR_DEED_EXTRA_DRAW,  // player: one more card in the next draw phase
    TSR_DEED_EXTRA_TURN   // player: one more turn after this one
} tsr_verb_deed;

typedef struct tsr_verb_step {
    uint8_t deed; // tsr_verb_deed
    uint8_t player;
    uint16_t card;
} tsr_verb_step;

typedef struct tsr_verb {
    uint32_t size; // sizeof(tsr_verb)
    uint32_t abi;  // TSR_ABI
    const char *word;
    const char *syntax;      // its arguments: "", "P" (which cards), "N" (a number) or "P N"
    const char *example;     // a complete phrase, for messages
    const char *one, *third; // "topple {}", "topples {}", for the card; {} = which cards
    int (*act)(const tsr_verb_call *call, tsr_verb_step *out, int cap); // number of steps
} tsr_verb;

#ifdef __cplusplus
}
#endif

#endif
