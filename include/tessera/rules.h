// SPDX-License-Identifier: MIT
#ifndef TESSERA_RULES_H
#define TESSERA_RULES_H

// Opening a game, and functions for using it safely.
//
//     tsr_setup setup;
//     tsr_rules *rules;
//     tsr_setup_init(&setup, game);
//     tsr_setup_option(&setup, "size", "10", &err);
//     tsr_rules_open(&setup, NULL, &rules, &err);
//     ...
//     tsr_rules_close(rules);
//
// Opened rules are immutable and may be shared between threads. Besides the slots of the game,
// front ends use the functions below: checked moves, the texts of moves, positions and messages,
// chance, results.

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- Opening -----------------------------------------------------------------

// The choices made before a game starts. `game`, `data` and `data_name` must stay valid until
// tsr_rules_open returns.
typedef struct tsr_setup {
    const tsr_game *game;
    int players;
    int32_t opt[TSR_MAX_OPTIONS];
    const char *data; // the contents of the FILE option; NULL = not given
    size_t data_size;
    const char *data_name; // the name of that file for messages, or NULL
} tsr_setup;

// Sets the default number of players and default options of the game.
void tsr_setup_init(tsr_setup *setup, const tsr_game *game);

// Sets the number of players; fails if the game does not support it.
TSR_NODISCARD tsr_err tsr_setup_players(tsr_setup *setup, int players, tsr_error *err);

// Sets option `name` from text: a number, one of the choices, yes or no. Fails for a FILE option:
// the host reads the file and sets `data`.
TSR_NODISCARD tsr_err tsr_setup_option(tsr_setup *setup, const char *name, const char *value,
                                       tsr_error *err);

// Checks a table: version, required slots, options and counts. Called for all games of plugins and
// by tsr_rules_open.
TSR_NODISCARD tsr_err tsr_game_check(const tsr_game *game, tsr_error *err);

// Opens the game. `alloc` (NULL = malloc) must stay valid until the rules are closed. Free *out
// with tsr_rules_close.
TSR_NODISCARD tsr_err tsr_rules_open(const tsr_setup *setup, const tsr_alloc *alloc,
                                     tsr_rules **out, tsr_error *err);
void tsr_rules_close(tsr_rules *r); // NULL is allowed

// The value of option `i` as text; length as snprintf (see text.h).
int tsr_option_text(const tsr_rules *r, int i, char *buf, size_t cap);

// --- Checked moves -----------------------------------------------------------

// 0 if `who` (a player or TSR_CHANCE) is on turn and may play `m`; else the code of the reason,
// written to `why` (may be NULL). `m` may be any value.
int tsr_why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *why);

// Plays `m` if it is legal; otherwise the state does not change, and the reason is returned as by
// tsr_why_not. Use this function for all untrusted moves.
int tsr_play_checked(const tsr_rules *r, void *s, int who, tsr_move m, tsr_line *why);

// Draws a random outcome by weight with `g`. Chance must be on turn.
tsr_move tsr_draw(const tsr_rules *r, const void *s, tsr_rng *g);

// The utility of each player for agents, 0 to 1: the share of opponents beaten, ties counted as
// half; with one player: 1 if the rank is 1, else 0. Valid when the game is over.
void tsr_utility(const tsr_rules *r, const void *s, float *out);

// --- Text --------------------------------------------------------------------

// The names of players in messages: an array of r->players strings, or NULL for the names of the
// seats ("white"), or "player 1" and so on.
typedef const char *const *tsr_player_names;

// A message as text, in lower case and without a full stop; length as snprintf.
int tsr_line_text(const tsr_rules *r, const tsr_line *line, tsr_player_names names, char *buf,
                  size_t cap);

// A move as a sentence: the game's `say`, or "Anna: e2e4"; length as snprintf.
int tsr_event_text(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_player_names names,
                   char *buf, size_t cap);

// The maximum size of the text of a move, in any game.
enum { TSR_MOVE_TEXT_MAX = 256 };

static inline int tsr_move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                                size_t cap) {
    return r->g.move_text(r, s, who, m, buf, cap);
}

// Parses a move. On success *out may be illegal (use tsr_why_not). Otherwise TSR_ERR_PARSE, with
// the reason in `why` (may be NULL).
TSR_NODISCARD tsr_err tsr_move_read(const tsr_rules *r, const void *s, int who, const char *text,
                                    tsr_move *out, tsr_line *why);

// The default of the `move_parse` slot, for games that extend it.
TSR_NODISCARD tsr_err tsr_move_read_listed(const tsr_rules *r, const void *s, int who,
                                           const char *text, tsr_move *out);

// Writes up to `cap` legal moves whose text is most similar to `text`, best first: those that begin
// with it, then those with the fewest letters changed. Returns their number.
int tsr_moves_near(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out,
                   int cap);

// Positions as text: the slots `text` and `parse`. tsr_position_read also applies `check` and does
// not write `out` on failure.
static inline int tsr_position_text(const tsr_rules *r, const void *s, char *buf, size_t cap) {
    return r->g.text(r, s, buf, cap);
}
TSR_NODISCARD tsr_err tsr_position_read(const tsr_rules *r, const char *text, void *out,
                                        tsr_error *err);

// --- Pictures and stories ------------------------------------------------------

// The scene of a view, in arrays that grow as needed with `alloc` (NULL = malloc). Set `sc` to zero
// before the first call, reuse it for further calls, and free it. TSR_ERR_MEMORY, or TSR_ERR_GAME
// if the scene differs from call to call; `sc` must be freed even then.
TSR_NODISCARD tsr_err tsr_scene_take(const tsr_rules *r, const void *view, int viewer,
                                     const tsr_alloc *alloc, tsr_scene *sc);
void tsr_scene_free(const tsr_alloc *alloc, tsr_scene *sc);

// The consequences of the move `m` of `who` for `viewer`, whose views before and after it are
// `before` and `after`; `m` is the move as `seen` shows it. Uses `told` of the game, or the
// difference of the two scenes. `out` is used as `sc` above. See story.h.
TSR_NODISCARD tsr_err tsr_story_take(const tsr_rules *r, const void *before, int who, tsr_move m,
                                     const void *after, int viewer, const tsr_alloc *alloc,
                                     tsr_story *out);
// The same with only those events that have a text. It does not compare scenes, so it is fast. For
// listing past moves.
TSR_NODISCARD tsr_err tsr_story_words(const tsr_rules *r, const void *before, int who, tsr_move m,
                                      const void *after, int viewer, const tsr_alloc *alloc,
                                      tsr_story *out);
void tsr_story_free(const tsr_alloc *alloc, tsr_story *story);

// The same for many stories: set a teller to zero (and `alloc`, if wanted), call tsr_teller_tell
// any number of times, and free it. It reuses its arrays, so that a story needs no allocation and
// draws no scene twice.
typedef struct tsr_teller {
    const tsr_alloc *alloc;
    tsr_story story;         // the last one
    tsr_scene before, after; // the scenes that were compared
    void *scratch;
    size_t scratch_size;
    uint8_t has_scenes; // 0 = the story came from `told`; the scenes are not valid
} tsr_teller;

TSR_NODISCARD tsr_err tsr_teller_tell(tsr_teller *t, const tsr_rules *r, const void *before,
                                      int who, tsr_move m, const void *after, int viewer);
void tsr_teller_free(tsr_teller *t);

// --- Hashes ------------------------------------------------------------------

// A 64-bit hash of bytes, the same on all machines and in all versions; `seed` chains.
uint64_t tsr_hash_bytes(const void *bytes, size_t size, uint64_t seed);

// A hash of the meaning of action numbers: of the rules hash and the text of every number. Stored
// with data sets and networks, to detect other numbers. 0 = the game has no action numbers.
uint64_t tsr_action_hash(const tsr_rules *r);

#ifdef __cplusplus
}
#endif

#endif
