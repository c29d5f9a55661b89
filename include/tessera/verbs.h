// SPDX-License-Identifier: MIT
#ifndef TESSERA_VERBS_H
#define TESSERA_VERBS_H

// New verbs for the card language of Unicorns, from a plugin.
//
// A verb is a word that a card may say, and what happens then. The game reads the word, lets the
// player choose the cards, and calls `act` with what everybody can see: the cards in open zones,
// the sizes of hands and deck. `act` answers with steps, and the game carries them out and tells of
// them. So a verb cannot peek, cannot be random, and cannot break the table: a step that is not
// possible is left out. `act` is a pure function: same call, same steps; it keeps nothing and may be
// called from any thread.
//
//     static int act(const tsr_verb_call *c, tsr_verb_step *out, int cap) { ... }
//     static const tsr_verb topple = {sizeof topple, TSR_ABI, "topple", "P", "`topple a unicorn`",
//                                     "topple {}", "topples {}", act};
//     static const tsr_extra extra = {sizeof extra, "unicorns", "verb", &topple};
//
// The plugin lists its extras in its table (plugin.h); `tessera play --plugin topple.so unicorns
// --option deck=my.cards` plays a deck that uses them. examples/plugin/topple.c is a whole one.

#include <stdint.h>

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tsr_verb_place { // where a card lies
    TSR_VERB_STABLE = 0,
    TSR_VERB_DISCARD,
    TSR_VERB_NURSERY
} tsr_verb_place;

typedef struct tsr_verb_card {
    const char *name;
    uint16_t number; // names it in targets and steps
    uint8_t class_;  // 0 baby, 1 basic, 2 magical, 3 magic, 4 instant, 5 upgrade, 6 downgrade
    uint8_t place;   // tsr_verb_place
    uint8_t owner;   // of its stable; TSR_NOBODY in a pile
    uint8_t pad[3];
} tsr_verb_card;

typedef struct tsr_verb_call {
    uint32_t size; // sizeof(tsr_verb_call)
    uint16_t players;
    uint16_t you;    // whose effect it is
    uint16_t turn;   // player on turn
    uint16_t number; // what stands for N in the syntax; 0 = nothing
    uint16_t deck_size;
    uint16_t target_count, card_count;
    const tsr_verb_card *cards; // all cards in open zones
    const uint16_t *targets;    // the numbers of those that were chosen for P
    const uint16_t *hand_size;  // by player
} tsr_verb_call;

typedef enum tsr_verb_deed {
    TSR_DEED_DISCARD = 1, // card: to the discard pile
    TSR_DEED_RETURN,      // card: to the hand of its owner
    TSR_DEED_MOVE,        // card, player: into that stable
    TSR_DEED_EXTRA_DRAW,  // player: one more card in the next draw phase
    TSR_DEED_EXTRA_TURN   // player: a turn after this one
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
    const char *syntax;      // what follows it: "", "P" (which cards), "N" (a number) or "P N"
    const char *example;     // a whole phrase, for messages
    const char *one, *third; // "topple {}", "topples {}": on the card; {} is which cards
    int (*act)(const tsr_verb_call *call, tsr_verb_step *out, int cap); // how many steps
} tsr_verb;

#ifdef __cplusplus
}
#endif

#endif
