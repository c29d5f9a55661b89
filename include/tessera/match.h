// SPDX-License-Identifier: MIT
#ifndef TESSERA_MATCH_H
#define TESSERA_MATCH_H

// A match: the referee of one game, from the first decision to the result.
//
// A match owns the full state. Players submit moves; the referee checks them, draws chance
// events, runs the clocks and keeps the history. It writes each line of the record before the
// move takes effect, so that no accepted move is lost. It does no I/O and reads no clock: the
// host passes the time (`now_ms`, monotonic, any origin) and a sink for the text of the
// record. So the same referee runs in a terminal, a server, a tournament, a test and a
// browser.
//
//     tsr_match_open(&config, &match, &err);
//     while ((mask = tsr_match_waiting(match)) != 0)
//         for each seat in mask: tsr_match_submit(match, seat, move, now, ...);
//     tsr_match_result(match, results);
//
// Chance. Draw number k has its own generator, made from the seed and k, where k counts all
// draws of the match, including undone ones. So a match resumed from its record makes the same
// draws as an uninterrupted one, and taking a move back does not reveal what would have been
// drawn.
//
// Secrets. Draws and the seeds of agents are derived from the seed of the match with a keyed
// one-way function (BLAKE2s; src/core/secret.h). The same seed gives the same match, and nothing
// that a player, a watcher or an agent receives reveals the seed or a future draw. A short seed
// such as `--seed 7` can be guessed. For games between strangers, fill both halves with random
// bits, 128 in all, and do not show the seed, or a record that contains it, before the match is
// over.
//
// Simultaneous decisions. All waiting seats may answer, in any order, and change their answer
// until the last one has answered. Answers are not part of the state until then; they are played
// in seat order.
//
// Undo. `tsr_match_back` goes back any number of plies and `tsr_match_forward` returns, until
// another move is made. Whether a player may do so is decided by the front end;
// tsr_match_take_back tells what is allowed without the consent of the others.
//
// Not thread-safe. The rules and the names are not copied and must outlive the match.

#include <tessera/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

// What happens after an answer that is illegal or missing.
typedef enum tsr_policy {
    TSR_POLICY_ASK = 0,  // ask again, without limit: for people
    TSR_POLICY_SKIP,     // play for the seat at once: the game's `timeout_move`, or a random
                         // legal move if there is none
    TSR_POLICY_FALLBACK, // the same after `tries` answers
    TSR_POLICY_FORFEIT   // after `tries` answers, the seat loses the match
} tsr_policy;

// A clock per seat; all 0 = no clock.
typedef struct tsr_clock {
    uint32_t base_ms;      // for the whole match
    uint32_t increment_ms; // added after each of the seat's moves
    uint32_t move_ms;      // for each decision, in addition to the base
} tsr_clock;

typedef struct tsr_seat {
    const char *name; // for display and the record; one line
    const char *kind; // the kind of player, for the record: "human", "mcts:time=1s"
    uint8_t policy;   // tsr_policy for illegal answers
    uint8_t late;     // tsr_policy when the clock runs out: FALLBACK or FORFEIT
    uint8_t tries;    // illegal answers before FALLBACK or FORFEIT applies; 0 = 1
    uint8_t pad[5];
    tsr_clock clock;
} tsr_seat;

// Receives the record in complete lines. If it returns an error, the move is not played.
typedef struct tsr_sink {
    void *self;
    tsr_err (*write)(void *self, const char *bytes, size_t size);
} tsr_sink;

// How draws are derived from the seed.
typedef enum tsr_draws {
    TSR_DRAWS_KEYED = 0, // with the one-way function
    TSR_DRAWS_MIXED      // with tsr_seed_of, as in records of format 1; not secret
} tsr_draws;

typedef struct tsr_match_config {
    const tsr_rules *rules;
    const tsr_alloc *alloc; // NULL = malloc
    uint64_t seed;
    uint64_t seed_high;    // the upper 64 bits of a secret seed; 0 with `--seed`
    int draws;             // tsr_draws
    const void *start;     // the state to start from; NULL = the start of the game
    const char *data_name; // the file of the game's FILE option, for the record; or NULL
    tsr_seat seat[TSR_MAX_PLAYERS];
    tsr_sink sink; // write NULL = no record
    uint64_t now_ms;
} tsr_match_config;

typedef struct tsr_match tsr_match;

// Defaults: seats named "player 1" and so on, TSR_POLICY_ASK, no clocks.
void tsr_match_config_init(tsr_match_config *config, const tsr_rules *rules);

// Begins a match: writes the header of the record and makes the first draws.
TSR_NODISCARD tsr_err tsr_match_open(const tsr_match_config *config, tsr_match **out,
                                     tsr_error *err);
void tsr_match_close(tsr_match *m); // NULL is allowed

// --- Queries -----------------------------------------------------------------

const tsr_rules *tsr_match_rules(const tsr_match *m);

// The full state, for records, tests and finished matches only. Show players tsr_match_view
// instead.
const void *tsr_match_state(const tsr_match *m);

// The view of `viewer` (a player or TSR_WATCHER). `out` has state_size bytes.
void tsr_match_view(const tsr_match *m, int viewer, void *out);

// The seats that must answer, as a bit mask; 0 = the match is over.
uint32_t tsr_match_waiting(const tsr_match *m);

const tsr_seat *tsr_match_seat(const tsr_match *m, int seat);
tsr_player_names tsr_match_names(const tsr_match *m);
uint64_t tsr_match_seed(const tsr_match *m);
uint64_t tsr_match_seed_high(const tsr_match *m);

// The seed for the present decision of `seat`, for the query of an agent. It does not reveal the
// seed of the match.
uint64_t tsr_match_agent_seed(const tsr_match *m, int seat);

// Ranks and scores: those of the game or, after a forfeit, a resignation or an agreed draw, those
// set by the referee. Ranks are 0 until the match is over.
void tsr_match_result(const tsr_match *m, tsr_result *out);

typedef enum tsr_end {
    TSR_END_NONE = 0, // not over
    TSR_END_RULES,    // the game is over
    TSR_END_FORFEIT,  // all but one seat have forfeited
    TSR_END_RESIGNED,
    TSR_END_AGREED // draw by agreement
} tsr_end;

tsr_end tsr_match_end(const tsr_match *m);
const char *tsr_end_word(tsr_end end); // as in records: "rules", "forfeit"; "none" if not over
int tsr_match_forfeited(const tsr_match *m, int seat);

// The numbers of illegal, late and failed answers of a seat.
typedef struct tsr_faults {
    uint32_t illegal, late, failed;
} tsr_faults;

tsr_faults tsr_match_faults(const tsr_match *m, int seat);

// The plies played so far, including chance, in order.
typedef struct tsr_ply {
    tsr_move move;
    uint8_t who; // player or TSR_CHANCE
    uint8_t pad[3];
    uint32_t time_ms; // the time of the decision
} tsr_ply;

int tsr_match_ply_count(const tsr_match *m);
tsr_ply tsr_match_ply(const tsr_match *m, int i);

// The state after `ply` plies (0 = start); `out` has state_size bytes.
void tsr_match_state_at(const tsr_match *m, int ply, void *out);

// --- Playing -----------------------------------------------------------------

typedef enum tsr_answer {
    TSR_ANSWER_PLAYED = 0, // the move was played
    TSR_ANSWER_HELD,       // kept until the other seats have answered
    TSR_ANSWER_REFUSED,    // illegal, for the reason in `why`; ask again
    TSR_ANSWER_REPLACED,   // illegal; another move was played, by the seat's policy
    TSR_ANSWER_FORFEITED,  // illegal; the seat has lost
    TSR_ANSWER_NOT_TAKEN   // ignored: the seat is not on turn
} tsr_answer;

// Submits the move of a seat. `answer` and `why` may be NULL. On an error (the sink failed, out of
// memory) the match does not change.
TSR_NODISCARD tsr_err tsr_match_submit(tsr_match *m, int seat, tsr_move move, uint64_t now_ms,
                                       tsr_answer *answer, tsr_line *why);

// The same for a move given as text. Text that is not a move counts as an illegal answer and is
// recorded as typed (one line, limited in length). A line with several decisions in a row is played
// move by move (see `turn_parse` in game.h).
TSR_NODISCARD tsr_err tsr_match_submit_text(tsr_match *m, int seat, const char *text,
                                            uint64_t now_ms, tsr_answer *answer, tsr_line *why);

// For a host that parsed the seat's answer and refused it. Servers and hosts of agents parse with
// the view of the seat, so that the reason reveals nothing hidden. The text is recorded with the
// reason (with TSR_POLICY_ASK only the first TSR_KEPT_REFUSALS of a decision); then the seat's
// policy is applied, as after any illegal answer.
enum { TSR_KEPT_REFUSALS = 16 };
TSR_NODISCARD tsr_err tsr_match_refuse(tsr_match *m, int seat, const char *text,
                                       const tsr_line *why, uint64_t now_ms, tsr_answer *answer);

// The player of the seat has failed (crashed, hung, sent garbage). The seat's policy is applied;
// ASK is treated as FALLBACK, since the player cannot answer.
TSR_NODISCARD tsr_err tsr_match_fail(tsr_match *m, int seat, uint64_t now_ms, tsr_answer *answer);

TSR_NODISCARD tsr_err tsr_match_resign(tsr_match *m, int seat, uint64_t now_ms);
TSR_NODISCARD tsr_err tsr_match_agree_draw(tsr_match *m, uint64_t now_ms);

// --- Time --------------------------------------------------------------------

// The time left to `seat`, including a running decision; UINT32_MAX = no clock.
uint32_t tsr_match_time_left(const tsr_match *m, int seat, uint64_t now_ms);

// The time at which the next clock runs out; UINT64_MAX = none is running.
uint64_t tsr_match_deadline(const tsr_match *m);

// Applies the policies of seats whose clock has run out at `now_ms`.
TSR_NODISCARD tsr_err tsr_match_tick(tsr_match *m, uint64_t now_ms);

// Whether the time an answer takes would reveal hidden information: in a game with hidden
// information, a reaction that not every player has, or a simultaneous decision. A program without
// a choice answers at once; one with a choice thinks. Hosts therefore give programs a time window
// of a publicly known length, and submit the answer when the window ends.
int tsr_match_is_window(const tsr_match *m);

// The time to submit an answer that was found at `now_ms`, with windows of `length_ms` that begin
// at `asked_ms`: the end of the window that contains `now_ms`.
uint64_t tsr_window_end(uint64_t asked_ms, uint64_t now_ms, uint32_t length_ms);

// --- Stepping back -----------------------------------------------------------

// The earliest ply to which `seat` may go back by the stamp in `info` (game.h); the present ply if
// it may not.
int tsr_match_take_back(const tsr_match *m, int seat);

// The last ply before the present one at which `seat` had to decide, for "undo" in a practice game;
// -1 if there is none.
int tsr_match_previous(const tsr_match *m, int seat);

// Goes back to the position after `ply` plies, or forward again along the undone plies.
// TSR_ERR_ARGUMENT if there is no such ply.
TSR_NODISCARD tsr_err tsr_match_back(tsr_match *m, int ply, uint64_t now_ms);
TSR_NODISCARD tsr_err tsr_match_forward(tsr_match *m, int ply, uint64_t now_ms);
int tsr_match_redo_count(const tsr_match *m); // plies that can be redone

#ifdef __cplusplus
}
#endif

#endif
