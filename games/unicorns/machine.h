// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_MACHINE_H
#define TSR_UNICORNS_MACHINE_H

// The machine that plays: turns, the stack of cards being played, the chain of
// effects. It never calls a player: it stops at a question and returns.
//
//     begin -> chain -> draw -> action -> (window -> quickest)* -> resolve -> chain -> after
//       ^                         |  ^------------------------------------------------+
//       +--- next <- limit <- chain <- end
//
// Every handler can be entered again: it works out what to ask, takes the answer
// if there is one, and else posts the question and returns. Nothing is changed
// between finding a question and asking it, so a copy made at any decision goes
// on exactly as the original does.

#include <tessera/game.h>

#include "unicorns/state.h"

typedef struct uni_scope uni_scope;

typedef struct uni_machine {
    const uni_deck *d;
    uni_state *s;
    tsr_move answer;
    bool fresh; // `answer` has not been taken yet
} uni_machine;

// Moves: a byte for the kind, two for a, one for b.
typedef enum uni_move_kind {
    UNI_MOVE_DRAW = 1, // draw instead of playing
    UNI_MOVE_DONE,     // play no further card
    UNI_MOVE_PLAY,     // a = kind, b = stable or UNI_NO_PLAYER
    UNI_MOVE_PASS,     // no answer
    UNI_MOVE_ANSWER,   // a = kind of instant
    UNI_MOVE_YES,
    UNI_MOVE_NO,
    UNI_MOVE_VARIANT,  // a = which, from 0
    UNI_MOVE_PLAYER,   // a = player
    UNI_MOVE_STABLE,   // a = player
    UNI_MOVE_TARGET,   // a = card
    UNI_MOVE_KIND,     // a = kind, from a hand, the deck or a pile
    UNI_MOVE_NONE,     // nothing there fits
    UNI_MOVE_USE,      // a = card: what it does once a turn
    UNI_MOVE_DRAWN,    // chance: a = kind
    UNI_MOVE_PULLED,   // chance: a = kind
    UNI_MOVE_TOPPED,   // chance: a = kind
    UNI_MOVE_QUICKEST, // chance: a = player, b = kind; UNI_NO_PLAYER, 0 = nobody answered
    UNI_MOVE_LOOK,     // chance: nothing is drawn, something is seen
    UNI_MOVE_KINDS
} uni_move_kind;

static inline tsr_move uni_move_of(int kind, int a, int b) {
    return tsr_move_of(kind, a & 0xff, a >> 8, b, 0);
}

static inline int uni_move_a(tsr_move m) {
    return tsr_move_byte(m, 1) | tsr_move_byte(m, 2) << 8;
}

static inline int uni_move_b(tsr_move m) {
    return tsr_move_byte(m, 3);
}

// A move typed with another verb than the one that is asked for: 1 + verb, 0 = none.
static inline int uni_move_verb(tsr_move m) {
    return tsr_move_byte(m, 4);
}

// --- The parts --------------------------------------------------------------------

void uni_init(const uni_deck *d, uni_state *s);                           // turn.c
void uni_play_move(const uni_deck *d, uni_state *s, int who, tsr_move m); // turn.c
bool uni_test_end(uni_machine *m);                                        // turn.c
bool uni_run_chain(uni_machine *m);                                       // chain.c
bool uni_run_window(uni_machine *m);                                      // stack.c
bool uni_run_quickest(uni_machine *m);                                    // stack.c
bool uni_run_resolve(uni_machine *m);                                     // stack.c
uint32_t uni_may_answer(const uni_deck *d, const uni_state *s);           // stack.c
void uni_resume(const uni_deck *d, uni_state *s);                         // turn.c
void uni_stop_top(uni_machine *m, int stopper);                           // stack.c
void uni_put_on_stack(uni_machine *m, int caster, int kind, int stable);  // stack.c

// What others get to see (view.c).
void uni_view(const uni_deck *d, const uni_state *s, int viewer, uni_state *out);
void uni_guess(const uni_deck *d, const uni_state *view, int viewer, tsr_rng *g, uni_state *out);
tsr_move uni_seen(const uni_deck *d, const uni_state *s, int who, tsr_move m, int viewer);

// Whether a state or view is sound, whatever its bytes (check.c).
int uni_check(const uni_deck *d, const uni_state *s, tsr_line *out);
// The same for everything but the question that is open.
int uni_check_parts(const uni_deck *d, const uni_state *s, tsr_line *out);

// --- For handlers (ask.c, post.c) -----------------------------------------------------

// True = here is the answer, in `m->answer`. False = the question has been posted
// to `who` (a player or TSR_CHANCE); return at once.
bool uni_ask_for(uni_machine *m, uni_ask ask, int who);

// Whether the answer says that there is nothing more: "none", or "done" after "up to".
static inline bool uni_answer_ends(const uni_machine *m) {
    int kind = tsr_move_byte(m->answer, 0);
    return kind == UNI_MOVE_NONE || kind == UNI_MOVE_DONE;
}

// Sets off an effect: it runs in the next link. The same effect of the same card
// for the same player is counted, not listed twice.
void uni_post(uni_machine *m, uint16_t node, int you, int src, int who, int many);

// Sets off all effects that `cards` have for `event`, if nothing forbids it.
void uni_post_event(uni_machine *m, uni_set cards, uni_event event);

// Sets off the rules for `event` of cards in stables that watch what `actor` does, or what passes
// the door of the stable of `actor`, with `card` (-1 = nobody sees which). "That player" is `who`.
void uni_post_watchers(uni_machine *m, uni_event event, int actor, int card, int who);

// Ends a job: `done` counts for "if done", `who` becomes "that player".
void uni_job_end(uni_machine *m, uni_job *job, bool done, int who);

// The variants of an `or`: fills `out`, returns how many.
enum {
    UNI_VARIANTS = 8,
    UNI_PLAYED = UNI_WORDS < 5 ? 64 * UNI_WORDS : UNI_KINDS, // kinds that there can be
    UNI_MOVES = UNI_PLAYED * UNI_PLAYERS + UNI_CARDS + 1
};
int uni_variants(const uni_deck *d, uint16_t node, uint16_t out[UNI_VARIANTS]);

// --- Is it possible? (can.c) ----------------------------------------------------------

// Whether effect `node` can be done, as far as `c->knower` can tell. `c->node` is
// not looked at.
bool uni_possible(const uni_scope *c, uint16_t node);
// The players for whom the inner effect of a node that names players is possible.
uint32_t uni_able(const uni_scope *c, uint16_t node);
// The players that an operator speaks of, seen from `you`, as bits.
uint32_t uni_meant(const uni_deck *d, uni_op op, int you);

// --- What is being asked (choose.c, moves.c, post.c) ----------------------------------

// Targets the job at work may still choose from, and how many it wants.
uni_set uni_choices(const uni_deck *d, const uni_state *s, const uni_job *job, int *wanted);
// Whether the job at work may say that it wants no more: "up to".
bool uni_may_stop(const uni_deck *d, const uni_state *s);
// Kinds that the answer to HAND, ORDER, TAKE, SEARCH, PILE or LIMIT may name, as first cards.
uni_set uni_kinds_offered(const uni_deck *d, const uni_state *s, int who);
// The job whose question is open; the rule whose card may step in (INSTEAD).
const uni_job *uni_job_at_work(const uni_state *s);
const uni_rule *uni_substitute(const uni_deck *d, const uni_state *s);
// Whether the open question is for cards that a verb acts on: "destroy which?", "discard which?".
static inline bool uni_asks_for_cards(const uni_state *s) {
    return s->ask == UNI_ASK_TARGET || s->ask == UNI_ASK_HAND || s->ask == UNI_ASK_TAKE ||
           s->ask == UNI_ASK_SEARCH || s->ask == UNI_ASK_LIMIT || s->ask == UNI_ASK_PILE ||
           s->ask == UNI_ASK_ORDER;
}
// The kind of card that the open question is about; -1 = none.
int uni_kind_in_question(const uni_deck *d, const uni_state *s);
// Who must answer the open question, from the rest of the state; 0 = nobody can
// be asked this here.
uint32_t uni_deciders(const uni_deck *d, const uni_state *s);
// All moves of `who`, and all outcomes of chance.
int uni_list_moves(const uni_deck *d, const uni_state *s, int who, tsr_move *out);
int uni_list_chance(const uni_deck *d, const uni_state *s, tsr_move *out, uint32_t *weight);
// Whether `p` may play a card of `kind` at all: 0, or the reason (lines.def).
int uni_unplayable(const uni_deck *d, const uni_state *s, int p, int kind, tsr_line *out);
int uni_reason(const uni_deck *d, const uni_state *s, int who, tsr_move m, tsr_line *out);

// --- News: what happens without anybody's move, for logs and watchers ----------------------

// X(name, template): {0} who, {1} kind, {2} other player
#define UNI_NEWS_KINDS(X)                                                                          \
    X(TURN, "{0}'s turn begins")                                                                   \
    X(ACTS, "{1} of {0} takes effect")                                                             \
    X(ENTERS, "{1} enters the stable of {0}")                                                      \
    X(MOVES, "{1} moves from {0} to {2}")                                                          \
    X(TO_DISCARD, "{1} of {0} goes to the discard pile")                                           \
    X(TO_HAND, "{1} goes back to the hand of {0}")                                                 \
    X(TO_NURSERY, "{1} of {0} goes to the nursery")                                                \
    X(TO_DECK, "{1} of {0} is shuffled into the deck")                                             \
    X(DISCARDS, "{0} discards {1}")                                                                \
    X(TAKES, "{0} takes {1} from the discard pile")                                                \
    X(DRAWS, "{0} draws a card")                                                                   \
    X(FINDS, "{0} finds {1} in the deck")                                                          \
    X(GETS, "{0} gets a card from {2}")                                                            \
    X(SHUFFLES, "{0} shuffles a card of the hand into the deck")                                   \
    X(SWAPS, "{0} and {2} exchange their hands")                                                   \
    X(RECYCLES, "the discard pile is shuffled into the deck")                                      \
    X(MORE_DRAWS, "{0} will draw one more card")                                                   \
    X(MORE_PLAYS, "{0} may play one more card")                                                    \
    X(MORE_TURNS, "{0} will have another turn")                                                    \
    X(SKIPS, "{0} goes straight to the end of the turn")                                           \
    X(STOPPED, "{1} of {0} is stopped")                                                            \
    X(INSTEAD, "{1} of {0} steps in")                                                              \
    X(STAYS, "{1} may not enter the stable of {0}")                                                \
    X(FIZZLES, "the chain has grown too long: what is left is dropped")                            \
    X(WINS, "{0} has won")                                                                         \
    X(NOBODY, "everybody has lost")                                                                \
    X(TO_TOP, "{1} of {0} goes on top of the deck")                                                \
    X(TOPS, "{0} puts a card of the hand on top of the deck")                                      \
    X(LOOKS_TOP, "{0} looks at the top of the deck")                                               \
    X(ORDERS, "{0} has put the top of the deck in order")                                          \
    X(COPIES, "{0} copies {1}")

typedef enum uni_news_kind {
    UNI_NEWS_NONE,
#define X(name, text) UNI_NEWS_##name,
    UNI_NEWS_KINDS(X)
#undef X
        UNI_NEWS_COUNT
} uni_news_kind;

void uni_tell(uni_machine *m, uni_news_kind what, int who, int kind, int other);

#endif
