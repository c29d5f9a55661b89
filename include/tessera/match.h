// SPDX-License-Identifier: MIT
#ifndef TESSERA_MATCH_H
#define TESSERA_MATCH_H

// The referee: one match from the first decision to the result.
//
// A match holds the only true state there is. Players submit moves; the referee
// asks the rules, draws chance, runs the clocks, keeps what happened, and writes
// each line of the record *before* the move counts, so an accepted move is never
// lost. It does no I/O and reads no clock: the host passes in the time (`now_ms`,
// monotonic, any origin) and a sink for the record's text. So the same referee
// runs in a terminal, a server, a tournament, a test and a browser.
//
//     tsr_match_open(&config, &match, &err);
//     while ((mask = tsr_match_waiting(match)) != 0)
//         for each seat in mask: tsr_match_submit(match, seat, move, now, ...);
//     tsr_match_result(match, results);
//
// Chance. Draw number k of a match has a generator of its own, made from the seed
// and k, which counts every draw ever made, also those undone since. So the
// record of a match continues with the very draws an uninterrupted one would
// have made, and taking a move back does not show what would have been drawn.
//
// Secrets. Draws and the seeds of agents come from the match's seed by a keyed
// one-way function (BLAKE2s; src/core/secret.h): the same seed gives the same match,
// and nothing a player, a watcher or an agent receives tells the seed or a draw that
// is still to come. The seed is as secret as it is hard to guess: `--seed 7` is found by
// trying. Where strangers play, both halves are filled with random bits, 128 in all,
// and nobody is shown the seed, or a record that holds it, before the match is over.
//
// Simultaneous decisions. Every waiting seat may answer, in any order, and change
// its answer until the last one is in; answers wait outside the state and are
// then played in seat order.
//
// Undo. `tsr_match_back` steps back any distance and `tsr_match_forward` returns,
// until another move is made. Whether a *player* may is the front end's policy;
// tsr_match_take_back tells what the rules allow without anybody's consent.
//
// Not thread-safe: one owner. Names and rules are kept and must outlive it.

#include <tessera/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

// What happens after an answer that is illegal or missing.
typedef enum tsr_policy {
    TSR_POLICY_ASK = 0,  // ask again, as often as it takes: people
    TSR_POLICY_SKIP,     // record it and at once play for the seat: the game's neutral
                         // move, or a random legal one where it has none
    TSR_POLICY_FALLBACK, // the same after `tries` answers
    TSR_POLICY_FORFEIT   // after `tries` answers, the seat loses the match
} tsr_policy;

// A clock per seat; all 0 = no clock.
typedef struct tsr_clock {
    uint32_t base_ms;      // for the whole match
    uint32_t increment_ms; // added after each of the seat's moves
    uint32_t move_ms;      // for each single decision, beside the base
} tsr_clock;

typedef struct tsr_seat {
    const char *name; // as shown and recorded; one line
    const char *kind; // who sits there, for the record: "human", "mcts:time=1s"
    uint8_t policy;   // tsr_policy for illegal answers
    uint8_t late;     // tsr_policy for a clock that ran out: FALLBACK or FORFEIT
    uint8_t tries;    // answers before FALLBACK and FORFEIT act; 0 = 1
    uint8_t pad[5];
    tsr_clock clock;
} tsr_seat;

// Receives the record, whole lines at a time. An error refuses the move.
typedef struct tsr_sink {
    void *self;
    tsr_err (*write)(void *self, const char *bytes, size_t size);
} tsr_sink;

// How chance comes from the seed.
typedef enum tsr_draws {
    TSR_DRAWS_KEYED = 0, // by the one-way function
    TSR_DRAWS_MIXED      // as in records of format 1, by tsr_seed_of: can be run backwards
} tsr_draws;

typedef struct tsr_match_config {
    const tsr_rules *rules;
    const tsr_alloc *alloc; // NULL = malloc
    uint64_t seed;
    uint64_t seed_high;    // the other 64 bits of a secret seed; 0 where `--seed` gives it
    int draws;             // tsr_draws
    const void *start;     // a state to start from, NULL = the game's own start
    const char *data_name; // where the game's FILE option came from, for the record; or NULL
    tsr_seat seat[TSR_MAX_PLAYERS];
    tsr_sink sink; // write NULL = no record
    uint64_t now_ms;
} tsr_match_config;

typedef struct tsr_match tsr_match;

// Seats named "player 1" and so on, asked again on illegal moves, no clocks.
void tsr_match_config_init(tsr_match_config *config, const tsr_rules *rules);

// Begins a match: writes the record's header and makes the first draws.
TSR_NODISCARD tsr_err tsr_match_open(const tsr_match_config *config, tsr_match **out,
                                     tsr_error *err);
void tsr_match_close(tsr_match *m); // NULL is fine

// --- Looking -----------------------------------------------------------------

const tsr_rules *tsr_match_rules(const tsr_match *m);

// The true state. For the referee's own kin only (records, tests, a finished match):
// players get tsr_match_view.
const void *tsr_match_state(const tsr_match *m);

// What `viewer` (a player or TSR_WATCHER) sees now. `out` has state_size bytes.
void tsr_match_view(const tsr_match *m, int viewer, void *out);

// Seats whose answer is missing; 0 = the match is over.
uint32_t tsr_match_waiting(const tsr_match *m);

const tsr_seat *tsr_match_seat(const tsr_match *m, int seat);
tsr_player_names tsr_match_names(const tsr_match *m);
uint64_t tsr_match_seed(const tsr_match *m);
uint64_t tsr_match_seed_high(const tsr_match *m);

// The seed for the answer `seat` must give now; agents get it in their query. It
// tells nothing about the match's seed.
uint64_t tsr_match_agent_seed(const tsr_match *m, int seat);

// Ranks and scores: the game's, or after a forfeit, a resignation or an agreed
// draw the referee's. Ranks are 0 while the match goes on.
void tsr_match_result(const tsr_match *m, tsr_result *out);

typedef enum tsr_end {
    TSR_END_NONE = 0, // still going on
    TSR_END_RULES,    // the game is over
    TSR_END_FORFEIT,  // all but one seat have forfeited
    TSR_END_RESIGNED,
    TSR_END_AGREED // draw by agreement
} tsr_end;

tsr_end tsr_match_end(const tsr_match *m);
const char *tsr_end_word(tsr_end end); // as in records: "rules", "forfeit"; "none" while it goes on
int tsr_match_forfeited(const tsr_match *m, int seat);

// Illegal, late and failed answers of a seat so far.
typedef struct tsr_faults {
    uint32_t illegal, late, failed;
} tsr_faults;

tsr_faults tsr_match_faults(const tsr_match *m, int seat);

// What happened: plies played so far (chance included), in order.
typedef struct tsr_ply {
    tsr_move move;
    uint8_t who; // player or TSR_CHANCE
    uint8_t pad[3];
    uint32_t time_ms; // how long the decision took
} tsr_ply;

int tsr_match_ply_count(const tsr_match *m);
tsr_ply tsr_match_ply(const tsr_match *m, int i);

// The state after `ply` plies (0 = start); `out` has state_size bytes.
void tsr_match_state_at(const tsr_match *m, int ply, void *out);

// --- Playing -----------------------------------------------------------------

typedef enum tsr_answer {
    TSR_ANSWER_PLAYED = 0, // the move counts
    TSR_ANSWER_HELD,       // kept until the other seats have answered
    TSR_ANSWER_REFUSED,    // illegal: `why` says so; ask again
    TSR_ANSWER_REPLACED,   // illegal: another move was played by policy
    TSR_ANSWER_FORFEITED,  // illegal: the seat has lost
    TSR_ANSWER_NOT_TAKEN   // nothing happened: not this seat's decision
} tsr_answer;

// Seat `seat` answers with `move`. `answer` and `why` may be NULL. An error
// (the sink failed, out of memory) leaves the match as it was.
TSR_NODISCARD tsr_err tsr_match_submit(tsr_match *m, int seat, tsr_move move, uint64_t now_ms,
                                       tsr_answer *answer, tsr_line *why);

// The same for an answer in text: unreadable text counts as illegal and is
// recorded as it was typed (one line, cut to a sane length). A line that stands for
// several decisions in a row is played move by move (see `turn_parse` in game.h).
TSR_NODISCARD tsr_err tsr_match_submit_text(tsr_match *m, int seat, const char *text,
                                            uint64_t now_ms, tsr_answer *answer, tsr_line *why);

// The seat's answer was read and refused by its host: servers and agents' hosts read on the
// seat's own view, so that no reason tells more than the seat may know. Recorded as it was
// written, with the reason (of one decision, the first TSR_KEPT_REFUSALS where the seat is asked
// again and again); then the seat's policy acts, as after any illegal answer.
enum { TSR_KEPT_REFUSALS = 16 };
TSR_NODISCARD tsr_err tsr_match_refuse(tsr_match *m, int seat, const char *text,
                                       const tsr_line *why, uint64_t now_ms, tsr_answer *answer);

// The seat's player has failed (crashed, hung, sent garbage): handled by its policy;
// ASK counts as FALLBACK here, since nobody can be asked.
TSR_NODISCARD tsr_err tsr_match_fail(tsr_match *m, int seat, uint64_t now_ms, tsr_answer *answer);

TSR_NODISCARD tsr_err tsr_match_resign(tsr_match *m, int seat, uint64_t now_ms);
TSR_NODISCARD tsr_err tsr_match_agree_draw(tsr_match *m, uint64_t now_ms);

// --- Time --------------------------------------------------------------------

// Milliseconds left to `seat`, counting a running decision; UINT32_MAX = no clock.
uint32_t tsr_match_time_left(const tsr_match *m, int seat, uint64_t now_ms);

// When the next clock runs out; UINT64_MAX = none runs.
uint64_t tsr_match_deadline(const tsr_match *m);

// Acts on clocks that have run out by `now_ms`.
TSR_NODISCARD tsr_err tsr_match_tick(tsr_match *m, uint64_t now_ms);

// Whether how long an answer takes would tell what its seat holds: a reaction that not
// everybody can give, or a decision of several at once, in a game with secrets. A program that has
// nothing to choose answers at once, and one that has thinks. So hosts give programs a window of a
// length that everybody may know, and hand the answer in when the window ends.
int tsr_match_is_window(const tsr_match *m);

// When the answer counts that was found at `now_ms` in windows of `length_ms` from `asked_ms` on:
// at the end of the first, or if it came later, of the next one that has not ended.
uint64_t tsr_window_end(uint64_t asked_ms, uint64_t now_ms, uint32_t length_ms);

// --- Stepping back -----------------------------------------------------------

// The earliest ply to which `seat` may step back now by the rules' own stamp;
// equal to the present ply when it may not.
int tsr_match_take_back(const tsr_match *m, int seat);

// The last ply before the present one at which `seat` had to decide, -1 if none:
// where a practice game's "undo" goes.
int tsr_match_previous(const tsr_match *m, int seat);

// Goes back to the position after `ply` plies, or forward again along the plies
// just undone. TSR_ERR_ARGUMENT if there is no such ply.
TSR_NODISCARD tsr_err tsr_match_back(tsr_match *m, int ply, uint64_t now_ms);
TSR_NODISCARD tsr_err tsr_match_forward(tsr_match *m, int ply, uint64_t now_ms);
int tsr_match_redo_count(const tsr_match *m); // plies that can be redone

#ifdef __cplusplus
}
#endif

#endif
