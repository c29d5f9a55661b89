// SPDX-License-Identifier: MIT
#ifndef TESSERA_RULES_H
#define TESSERA_RULES_H

// Opening a game, and the safe ways to use it.
//
//     tsr_setup setup;
//     tsr_rules *rules;
//     tsr_setup_init(&setup, game);
//     tsr_setup_option(&setup, "size", "10", &err);
//     tsr_rules_open(&setup, NULL, &rules, &err);
//     ...
//     tsr_rules_close(rules);
//
// Opened rules never change and may be shared between threads. The functions
// here are all that front ends need beside the slots: the checked door for moves
// from outside, moves and positions as text, sentences as text, chance, results.

#include <tessera/game.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- Opening -----------------------------------------------------------------

// The choices made before a game starts. Keeps `game`, `data` and `data_name`
// until tsr_rules_open has returned.
typedef struct tsr_setup {
    const tsr_game *game;
    int players;
    int32_t opt[TSR_MAX_OPTIONS];
    const char *data; // contents of the FILE option, NULL = not given
    size_t data_size;
    const char *data_name; // for messages: where the data came from, or NULL
} tsr_setup;

// The game's default number of players and default options.
void tsr_setup_init(tsr_setup *setup, const tsr_game *game);

// Sets the number of players, refusing what the game cannot do.
TSR_NODISCARD tsr_err tsr_setup_players(tsr_setup *setup, int players, tsr_error *err);

// Sets option `name` from text: a number, one of the choices, yes/no. A FILE
// option is refused here: the host reads the file and sets `data`.
TSR_NODISCARD tsr_err tsr_setup_option(tsr_setup *setup, const char *name, const char *value,
                                       tsr_error *err);

// Checks a table before use: version, required slots, sane options and counts.
// Everything that comes from outside (plugins) passes here; so does tsr_rules_open.
TSR_NODISCARD tsr_err tsr_game_check(const tsr_game *game, tsr_error *err);

// Opens the game. `alloc` NULL = malloc; kept until close. *out is new: free it
// with tsr_rules_close.
TSR_NODISCARD tsr_err tsr_rules_open(const tsr_setup *setup, const tsr_alloc *alloc,
                                     tsr_rules **out, tsr_error *err);
void tsr_rules_close(tsr_rules *r); // NULL is fine

// The value of option `i` as text; snprintf's rule.
int tsr_option_text(const tsr_rules *r, int i, char *buf, size_t cap);

// --- The checked door --------------------------------------------------------

// 0 if `who` may play `m` now, else the reason's code, written to `why` (may be
// NULL). Tests turns and game end first. `who` may be TSR_CHANCE. Any `m` is safe.
int tsr_why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *why);

// Plays `m` if it is legal; otherwise leaves the state untouched and returns the
// reason as tsr_why_not does. The only door for moves from outside.
int tsr_play_checked(const tsr_rules *r, void *s, int who, tsr_move m, tsr_line *why);

// Draws an outcome by weight from `g`. Chance must be on turn.
tsr_move tsr_draw(const tsr_rules *r, const void *s, tsr_rng *g);

// Utility of each player for agents, 0 to 1: the share of opponents beaten, a tie
// counting half; alone: 1 if first. Valid when the game is over.
void tsr_utility(const tsr_rules *r, const void *s, float *out);

// --- Text --------------------------------------------------------------------

// Names for players in sentences: an array of r->players strings, or NULL for
// the game's own words ("white"), or "player 1" and so on.
typedef const char *const *tsr_player_names;

// The sentence in words, in lower case and without a full stop; snprintf's rule.
int tsr_line_text(const tsr_rules *r, const tsr_line *line, tsr_player_names names, char *buf,
                  size_t cap);

// The event as a sentence: the game's `say`, or "Anna: e2e4".
int tsr_event_text(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_player_names names,
                   char *buf, size_t cap);

// Move text with a fixed bound that every game respects.
enum { TSR_MOVE_TEXT_MAX = 256 };

static inline int tsr_move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                                size_t cap) {
    return r->g.move_text(r, s, who, m, buf, cap);
}

// Reads a move that somebody typed. On success *out may still be illegal (ask
// tsr_why_not); TSR_ERR_PARSE otherwise, with `why` (may be NULL) saying in what way.
TSR_NODISCARD tsr_err tsr_move_read(const tsr_rules *r, const void *s, int who, const char *text,
                                    tsr_move *out, tsr_line *why);

// The default of the `move_parse` slot, for games that add their own shorthand.
TSR_NODISCARD tsr_err tsr_move_read_listed(const tsr_rules *r, const void *s, int who,
                                           const char *text, tsr_move *out);

// Up to `cap` legal moves whose text is nearest to `text`, nearest first; returns
// how many.
int tsr_moves_near(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out,
                   int cap);

// Position text: as the slots `text` and `parse`, but a parsed state has also
// passed `check`, and never touches `out` on failure.
static inline int tsr_position_text(const tsr_rules *r, const void *s, char *buf, size_t cap) {
    return r->g.text(r, s, buf, cap);
}
TSR_NODISCARD tsr_err tsr_position_read(const tsr_rules *r, const char *text, void *out,
                                        tsr_error *err);

// --- Pictures and stories ------------------------------------------------------

// The scene of a view, in arrays that grow as needed with `alloc` (NULL = malloc): begin with a
// zeroed `sc`, use it again as often as you like, and free it. TSR_ERR_MEMORY, or TSR_ERR_GAME
// if the game draws more each time it is asked; then it can still be freed.
TSR_NODISCARD tsr_err tsr_scene_take(const tsr_rules *r, const void *view, int viewer,
                                     const tsr_alloc *alloc, tsr_scene *sc);
void tsr_scene_free(const tsr_alloc *alloc, tsr_scene *sc);

// What followed from the move `m` of `who`, told to `viewer`, who saw `before` and sees `after` (both
// views of that viewer, and `m` as `seen` shows it): the game's `told`, or what changed between
// the two scenes. Same rules for `out` as for scenes above. See story.h.
TSR_NODISCARD tsr_err tsr_story_take(const tsr_rules *r, const void *before, int who, tsr_move m,
                                     const void *after, int viewer, const tsr_alloc *alloc,
                                     tsr_story *out);
// The same without what has no words: no pictures are compared, so it costs little. For telling what
// happened long ago.
TSR_NODISCARD tsr_err tsr_story_words(const tsr_rules *r, const void *before, int who, tsr_move m,
                                      const void *after, int viewer, const tsr_alloc *alloc,
                                      tsr_story *out);
void tsr_story_free(const tsr_alloc *alloc, tsr_story *story);

// The same for whoever tells many stories: begin with a zeroed teller (or one with an `alloc`), let
// it tell as often as you like, and free it. Its arrays are used again, so that a story costs no
// memory and no second drawing.
typedef struct tsr_teller {
    const tsr_alloc *alloc;
    tsr_story story;         // the last one
    tsr_scene before, after; // what it was found from
    void *scratch;
    size_t scratch_size;
    uint8_t has_scenes; // 0 = the game told it by itself, and the scenes are of some other time
} tsr_teller;

TSR_NODISCARD tsr_err tsr_teller_tell(tsr_teller *t, const tsr_rules *r, const void *before,
                                      int who, tsr_move m, const void *after, int viewer);
void tsr_teller_free(tsr_teller *t);

// --- Hashes ------------------------------------------------------------------

// A 64-bit hash of bytes, the same on every machine and for ever; `seed` chains.
uint64_t tsr_hash_bytes(const void *bytes, size_t size, uint64_t seed);

// What the fixed numbers of moves (`action`) mean: of the rules' hash and every number's text. Data sets
// and networks keep it, so that nobody reads them with other numbers. 0 = the game has none.
uint64_t tsr_action_hash(const tsr_rules *r);

#ifdef __cplusplus
}
#endif

#endif
