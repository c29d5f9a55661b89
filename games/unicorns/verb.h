// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_VERB_H
#define TSR_UNICORNS_VERB_H

// Verbs: what a card can do.
//
// A verb is one file in verbs/ and one row in verbs.def. The file fills in a
// `uni_verb`: the word, what may follow it in a card file, what it may aim at, and
// what happens. The parser, the checker, the chain, the questions, the sentences
// and the tests know verbs through this table alone; none of them names one.
//
// How a verb runs, inside a link of the chain (chain.c):
//   step 1  `targets` lists the cards in open zones it may aim at; the machine
//           asks, as many times as the pick wants. `players` lists the players
//           it may name; the machine asks for one. Both may be NULL.
//   step 6  `perform` does it. It may stop to ask for cards in hidden zones; then
//           it is called again, from the start, with the answer.

#include <tessera/text.h>

#include "unicorns/added.h"
#include "unicorns/machine.h"

// A verb (or a whole effect) seen from the player whose effect it is: all that
// the read-only questions "what may it aim at" and "is it possible" depend on.
struct uni_scope {
    const uni_deck *d;
    const uni_state *s;
    const uni_node *node; // a verb
    uint16_t src;
    uint16_t many;  // bound by the step before, or 0
    uint16_t drawn; // cards that will have been drawn before
    uint16_t fold;  // 1 + how many times as many ("for each"), if it is settled; 0 = not yet
    uint16_t spent; // 1 + kind that no longer counts as in hand (it is played); 0 = none
    uint8_t you;
    uint8_t who;    // bound by the step before, or UNI_NO_PLAYER
    uint8_t to;     // player chosen, or UNI_NO_PLAYER
    uint8_t knower; // whose hand may be looked at: a player, or UNI_NO_PLAYER
    uni_set aimed;  // targets it has so far
};

enum {                             // uni_verb.flags
    UNI_VERB_STABLE = 1 << 0,      // takes cards out of stables: others may react
    UNI_VERB_BINDS = 1 << 1,       // "that player" afterwards means somebody
    UNI_VERB_NEEDS_FROM = 1 << 2,  // must say where from
    UNI_VERB_FROM_PLAYER = 1 << 3, // "from any player" is such a place
    UNI_VERB_REPEATS = 1 << 4,     // set off n times at once, it takes n times as many
    UNI_VERB_ANSWER = 1 << 5,      // only as the answer of an instant
    UNI_VERB_WHOLE = 1 << 6,       // needs all the cards of its pick, not just one
    UNI_VERB_PILE = 1 << 7,        // with a place after "from", its targets are offered by kind
    UNI_VERB_PAIR = 1 << 8,        // aims at one card for each of its two picks
    UNI_VERB_TOP = 1 << 9          // needs a deck that is kept in order
};

typedef struct uni_verb {
    const char *word;    // "sacrifice"
    const char *syntax;  // what follows; see cards_effect.c
    const char *example; // a whole phrase, for messages: "draw 2"
    uint16_t flags;      // UNI_VERB_STABLE ...
    uint8_t past;        // UNI_SACRIFICED ..., 0 = nothing anybody can react to
    uint8_t to;          // uni_zone its cards go to
    uint8_t from;        // mask of 1 << uni_zone that may stand after "from"
    uint8_t whose;       // uni_whose when nothing is said
    uint8_t whose_mask;  // mask of 1 << uni_whose that may stand after "of"

    // Cards in open zones that may be aimed at.
    uni_set (*targets)(const uni_scope *c);
    // Bits of the players that may be named; `aimed` is already chosen.
    uint32_t (*players)(const uni_scope *c);
    // Whether it can be done at all; NULL = there is a target and a player.
    bool (*possible)(const uni_scope *c);
    // Does it. False = a question was asked. Ends with uni_job_end.
    bool (*perform)(uni_machine *m, uni_job *job);
    // The sentence on the card: "destroy an Upgrade"; `third`: "destroys".
    void (*tell)(tsr_out *o, const uni_deck *d, const uni_node *node, bool third);
} uni_verb;

extern const uni_verb *const uni_verbs[]; // by uni_node.verb
extern const int uni_verb_count;
extern const uni_verb uni_verb_added; // what all verbs of plugins share (verbs/added.c)

// Rows of verbs.def as constants: UNI_VERB_OF_sacrifice ...
enum {
#define VERB(name) UNI_VERB_OF_##name,
#include "unicorns/verbs.def"
#undef VERB
    UNI_VERB_OF_COUNT
};

static inline const uni_verb *uni_verb_of(const uni_node *node) {
    return uni_verbs[node->verb];
}

// The word of a verb, also of a plugin's.
static inline const char *uni_verb_word(const uni_deck *d, const uni_node *node) {
    return node->verb == UNI_VERB_OF_added ? d->added[node->added]->word : uni_verb_of(node)->word;
}

static inline const uni_pick *uni_pick_of(const uni_scope *c) {
    return &c->d->pick[c->node->pick];
}

// The scope of a job at work, as `knower` sees it.
uni_scope uni_scope_of(const uni_deck *d, const uni_state *s, const uni_job *job, int knower);

// How many times as many: what follows "for each", 1 without it.
int uni_folds(const uni_scope *c);

// Whether its targets lie in a pile.
static inline bool uni_from_pile(const uni_deck *d, const uni_node *node) {
    return (uni_verb_of(node)->flags & UNI_VERB_PILE) && d->pick[node->pick].zone != UNI_NOWHERE;
}

// Number of cards its pick asks for.
int uni_wanted(const uni_scope *c);

// --- Targets ------------------------------------------------------------------

// Cards in stables that fit the pick, seen from `c->you`: whose they are, what
// they are now (a panda is no unicorn), another than this.
uni_set uni_fit_stables(const uni_scope *c);
// The same for any pick.
uni_set uni_fit_pick(const uni_scope *c, const uni_pick *pick);
// Cards in a pile that fit the pick.
uni_set uni_fit_pile(const uni_scope *c, uni_set pile);
// Without cards that cannot be hit by this verb from this source.
uni_set uni_fit_allowed(const uni_scope *c, uni_set cards);
// Only cards that may enter the stable of `player`.
uni_set uni_fit_entering(const uni_scope *c, uni_set cards, int player);

// --- Hands --------------------------------------------------------------------

// How many cards that fit may be in the hand of `c->you`: exact if `c->knower` may
// look, else the size of the hand.
int uni_fit_in_hand(const uni_scope *c);
// Bits of players with cards in hand; others than `you` if `others`.
uint32_t uni_players_with_hand(const uni_scope *c, bool others);

// --- Doing it -----------------------------------------------------------------

// Sends every target that is still in a stable to `zone`: its owner's hand, or the
// stable of `player`; a redirected job sends them where it was told. Counts those
// that got there in `job->made` and returns the last owner, or UNI_NO_PLAYER.
int uni_send_targets(uni_machine *m, uni_job *job, uni_zone zone, int player);
// Whether all that was aimed at has been done.
bool uni_all_made(const uni_job *job);
// How many cards of a hidden zone the job wants in all.
int uni_job_wants(const uni_machine *m, const uni_job *job);

// Makes `job->you` know the upper `count` cards of an ordered deck (verbs/look.c); false = a
// question was asked.
bool uni_look_at_top(uni_machine *m, uni_job *job, int count);

// --- Sentences ------------------------------------------------------------------

// `usual` is whose cards the verb means without a word; `third`: it is told of somebody else.
void uni_tell_pick(tsr_out *o, const uni_deck *d, const uni_pick *pick, uni_whose usual,
                   bool third);
void uni_tell_verb(tsr_out *o, const char *verb, bool third);

#endif
