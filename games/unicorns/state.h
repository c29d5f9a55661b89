// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_STATE_H
#define TSR_UNICORNS_STATE_H

// The state of a game: one flat block, copied with memcpy at any decision, also
// in the middle of a link of the chain.
//
// Open zones (stables, discard pile, nursery, the stack of cards being played)
// hold card numbers, which everybody can follow. Hidden zones (hands, deck) hold
// tallies: how many of each kind, nothing else. A card that goes into a hidden
// zone gives its number back; one that comes out takes the lowest free number of
// its kind. So a number never tells where a card has been, and the deck has no
// order that could leak: drawing is a chance move over kinds. Only cards that somebody has
// looked at on top of an ordered deck have a place there.
//
// The chain: `now` holds the jobs of the link that is being resolved, `next` what
// it has set off so far. Nothing calls anything; `pc`, `step` and the cursor say
// where the machine stopped to ask. Whatever is not in use is zero, so equal
// positions are equal bytes (but for the counters `plies`, `stamp` and the news).
//
// What somebody sees that was hidden is seen in a move of its own (LOOK, UNVEIL), never
// in the move that hid it: a card drawn in secret must not show in what follows from
// the drawing.
//
// Nothing can go on for ever, by three counted rules:
//   UNI_MAX_LINKS  a chain longer than this fizzles out: what is left is dropped
//   UNI_MAX_TURNS  the game ends as if the deck had run out
//   UNI_MAX_PLIES  the same, for games with very long turns

#include <stddef.h>

#include "unicorns/deck.h"

enum {
    UNI_JOBS = UNI_WORDS > 2 ? 64 : 40,   // effects in one link
    UNI_LEASES = UNI_WORDS > 2 ? 24 : 12, // cards borrowed at once
    UNI_STACK = 24,
    UNI_TOPS = 8, // cards on top of the deck whose order is kept
    UNI_NEWS = 24,
    UNI_STATE_PAD = 2, // makes the size a multiple of 8 without holes
    UNI_MAX_LINKS = 200,
    UNI_MAX_TURNS = 1000,
    UNI_MAX_PLIES = 60000,
    UNI_OBSERVERS = UNI_PLAYERS + 1, // the players and the watcher
    UNI_WATCHER = UNI_PLAYERS        // row of the watcher
};

// Where a card number is: 0 = in a hidden zone (or unused), 1 + p = stable of p.
enum {
    UNI_AT_HIDDEN = 0,
    UNI_AT_STABLE = 1,
    UNI_AT_DISCARD = UNI_AT_STABLE + UNI_PLAYERS,
    UNI_AT_NURSERY,
    UNI_AT_STACK,
    UNI_AT_COUNT
};

// Where the machine is. X(name, word in position text)
#define UNI_PCS(X)                                                                                 \
    X(DEAL, "deal")           /* cards are dealt, one chance move each */                          \
    X(BEGIN, "begin")         /* a turn begins */                                                  \
    X(CHAIN, "chain")         /* links are resolved; then `ret` */                                 \
    X(DRAW, "draw")           /* the draw phase */                                                 \
    X(ACTION, "action")       /* play a card or draw */                                            \
    X(ACTION_DRAW, "drawing") /* drew instead of playing */                                        \
    X(WINDOW, "window")       /* may anybody answer the top of the stack? */                       \
    X(QUICKEST, "quickest")   /* chance picks one of the willing */                                \
    X(RESOLVE, "resolve")     /* nobody answered: the top card happens */                          \
    X(AFTER, "after")         /* a play is over */                                                 \
    X(END, "end")             /* the end of the turn */                                            \
    X(LIMIT, "limit")         /* discard down to the limit */                                      \
    X(NEXT, "next")           /* whose turn is next? */                                            \
    X(OVER, "over")

typedef enum uni_pc {
#define X(name, word) UNI_PC_##name,
    UNI_PCS(X)
#undef X
} uni_pc;

// What is being asked. X(name, word)
#define UNI_ASKS(X)                                                                                \
    X(NOTHING, "nothing")                                                                          \
    X(ACT, "act")           /* draw, done or play a card */                                        \
    X(ANSWER, "answer")     /* pass or an instant; several players at once */                      \
    X(MAY, "may")           /* yes or no to an optional effect */                                  \
    X(INSTEAD, "instead")   /* yes or no to a substitute */                                        \
    X(VARIANT, "variant")   /* this or that */                                                     \
    X(PLAYER, "player")     /* any player, another player */                                       \
    X(STABLE, "stable")     /* where a moved card goes */                                          \
    X(TARGET, "target")     /* a card on the table */                                              \
    X(PILE, "pile")         /* a kind from the discard pile or the nursery */                      \
    X(HAND, "hand")         /* a kind from the own hand */                                         \
    X(ORDER, "order")       /* a kind that comes next on top of the deck */                        \
    X(TAKE, "take")         /* a kind from a hand looked at */                                     \
    X(SEARCH, "search")     /* a kind from the deck */                                             \
    X(LIMIT, "limit")       /* a kind to discard at the end of the turn */                         \
    X(DRAW, "draw")         /* chance: a card from the deck */                                     \
    X(PULL, "pull")         /* chance: a card from a hand */                                       \
    X(TOP, "top")           /* chance: the next card of the deck is looked at */                   \
    X(QUICKEST, "quickest") /* chance: who answered first */                                       \
    X(LOOK, "look")         /* chance: somebody sees the deck or a hand now */                     \
    X(UNVEIL, "unveil")     /* chance: all see a hand that has become open */

typedef enum uni_ask {
#define X(name, word) UNI_ASK_##name,
    UNI_ASKS(X)
#undef X
} uni_ask;

// The steps of a link; see chain.c.
enum {
    UNI_STEP_NONE,
    UNI_STEP_CHOOSE,  // 1
    UNI_STEP_REPLACE, // 2, and then 3 to 5, which ask nothing
    UNI_STEP_PERFORM, // 6, and then 7
    UNI_STEPS
};

enum { UNI_JOB_OPEN, UNI_JOB_READY, UNI_JOB_GONE }; // uni_job.stage

enum {                           // uni_job.flags
    UNI_JOB_REDIRECTED = 1 << 0, // goes to `zone` instead, and is not redirected again
    UNI_JOB_BACK = 1 << 1,       // a borrowed card goes home to `to`
    UNI_JOB_INSTEAD = 1 << 2,    // a substitute of step 2
    UNI_JOB_LOOKED = 1 << 3,     // has seen the hand, or the cards on top, that it works on
    UNI_JOB_ENOUGH = 1 << 4      // "up to": wants no further targets
};

// One effect at work.
typedef struct uni_job {
    uint16_t node;
    uint16_t src;    // the card it stands on
    uint16_t many;   // "that many"
    uint16_t fold;   // "for each ...": how many times as many, noted when it is chosen
    uint16_t picked; // targets it had when chosen, less those redirected
    uint16_t made;   // step 6: cards moved
    uint16_t tried;  // step 6: cards asked for
    uint8_t you;     // whose effect: "I" in the card's words
    uint8_t stage;   // UNI_JOB_OPEN ...
    uint8_t flags;   // UNI_JOB_REDIRECTED ...
    uint8_t cont;    // 1 + index of what follows; 0 = nothing
    uint8_t who;     // "that player", UNI_NO_PLAYER = nobody
    uint8_t to;      // player chosen: victim or receiver; UNI_NO_PLAYER = not yet
    uint8_t zone;    // REDIRECTED: uni_zone
    uint8_t times;   // how often it was set off in the same moment
    uint8_t pad[2];
    uni_set targets; // cards
} uni_job;

enum {                         // uni_cont.flags
    UNI_CONT_IF_DONE = 1 << 0, // only if all of the first half was done
    UNI_CONT_FAILED = 1 << 1   // some of the first half was not
};

// What follows a job of this link: the second half of `then` and `if done`.
typedef struct uni_cont {
    uint16_t node, src, many;
    uint8_t you, who;
    uint8_t flags; // UNI_CONT_IF_DONE ...
    uint8_t pad;
} uni_cont;

enum { UNI_UNTIL_LEAVES = 1, UNI_UNTIL_END = 2 };

// A borrowed card: it goes back when the lease ends.
typedef struct uni_lease {
    uint16_t card;
    uint16_t source; // the card that borrowed it
    uint8_t home;
    uint8_t until; // UNI_UNTIL_LEAVES ...; 0 = unused
} uni_lease;

// A card being played.
typedef struct uni_play {
    uint16_t card;
    uint8_t caster;
    uint8_t stable; // where it wants to go; UNI_NO_PLAYER for magic and instants
} uni_play;

// What the last move set off, in public words; see machine.h.
typedef struct uni_news {
    uint8_t what; // uni_news_kind; 0 = unused
    uint8_t who;
    uint16_t kind;
    uint8_t other, pad;
} uni_news;

typedef struct uni_state {
    // --- What does not make two positions different
    uint32_t plies;
    uint32_t stamp; // the ply since which nothing may be taken back
    uint16_t turns; // from 1
    uint8_t viewer; // 0 = the full state, else 1 + observer whose view this is
    uint8_t news_count;
    uni_news news[UNI_NEWS];
    uint8_t pad[4];

    // --- Zones
    uni_set stable[UNI_PLAYERS]; // cards
    uni_set hand[UNI_PLAYERS];   // tallies; in a view only what the viewer knows
    uni_set deck;                // tally; empty in a view, unless it is being searched
    uni_set discard, nursery;    // cards
    uni_set tabled;              // cards: all stables together
    uni_set open;                // cards: all open zones together

    // --- Knowledge, tallies. A player's own hand is not kept here.
    uni_set know[UNI_OBSERVERS][UNI_PLAYERS]; // observer: surely in that hand
    uni_set some[UNI_OBSERVERS]; // observer: besides, surely in some hand of the others

    // --- The link at work, cards
    uni_set targeted; // chosen by a job of this link
    uni_set off;      // hit in this link: their rules are silent
    uni_set entered;  // entered a stable in this link
    uni_set reacted;  // have stepped in for another card in this link
    uni_set used;     // cards used in this turn: "once a turn"

    uint8_t at[UNI_CARDS];
    // How many rules of cards in stables wait for each event: where it is 0, and it nearly
    // always is, no set need be looked at.
    uint16_t heard[UNI_EVENTS];
    uint16_t hand_size[UNI_PLAYERS];
    uint16_t deck_size; // with the cards on top

    // --- The top of an ordered deck: cards somebody has looked at or put there. They are not
    // in the tally `deck`, whose order nobody knows.
    uint16_t top[UNI_TOPS];       // 1 + kind, the next one first; 0 in a view = not known
    uint16_t top_known[UNI_TOPS]; // bits: observers who know which it is

    // --- The turn
    uint16_t deciders; // what `turn` answers: bits 0-7 players, bit 8 chance
    uint8_t pc, ret;
    uint8_t turn;      // player on turn
    uint8_t regular;   // whose turn it was last without an extra turn
    uint8_t ask;       // uni_ask
    uint8_t drawer;    // who gets the next card drawn
    uint8_t drawn;     // cards drawn in this draw phase
    uint8_t plays;     // plays allowed in this turn
    uint8_t played;    // and made
    uint8_t top_count; // cards on top
    uint8_t skip;      // straight to the end of the turn
    uint8_t looks;     // 1 + player who looks through the deck just now; 0 = nobody
    uint8_t dealt;     // cards dealt so far
    uint8_t pad1;
    uint8_t more_draws[UNI_PLAYERS]; // extra cards in the next draw phase of each player,
    uint8_t more_plays[UNI_PLAYERS]; // extra plays in the next turn,
    uint8_t more_turns[UNI_PLAYERS]; // extra turns
    uint8_t place[UNI_PLAYERS];      // ranks when it is over

    // --- The stack of cards being played, and who wants to answer its top
    uint16_t willing[UNI_PLAYERS]; // 1 + kind of the instant, 0 = none; secret
    uni_play stack[UNI_STACK];
    uint8_t stack_count;
    uint8_t asked; // bits: players whose answer is missing

    // --- The chain
    uint16_t at_card; // cursor: target
    uint16_t at_rule; // and 1 + card whose rule is being asked,
    uint8_t at_job;   // of this job
    uint8_t sub_job;  // the job at work, while a substitute chooses
    uint8_t links;
    uint8_t step;
    uint8_t now_count, next_count, cont_count, lease_count;
    uint8_t pad2[UNI_STATE_PAD];
    uni_lease lease[UNI_LEASES];
    uni_cont cont[UNI_JOBS];
    uni_job now[UNI_JOBS], next[UNI_JOBS];
} uni_state;

_Static_assert(sizeof(uni_job) == 16 + 8 + sizeof(uni_set), "a job has no holes");
_Static_assert(offsetof(uni_state, now) % 8 == 0 &&
                   offsetof(uni_state, now) ==
                       offsetof(uni_state, cont) + UNI_JOBS * sizeof(uni_cont),
               "the state has no holes");

#endif
