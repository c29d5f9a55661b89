// SPDX-License-Identifier: MIT
#ifndef GAMES_LIARSDICE_H
#define GAMES_LIARSDICE_H

// Liar's Dice: what its files share. The dice of a player are in order and stand first in their row; 0 is none, or
// not thrown yet, and LIARS_UNKNOWN one that the viewer does not see.

#include <assert.h>

#include <tessera/game.h>

enum { LIARS_SEATS = 6, LIARS_MOST = 6, LIARS_FACES = 6, LIARS_UNKNOWN = 7 };
enum { LIARS_BIDS = LIARS_SEATS * LIARS_MOST * LIARS_FACES };
enum { LIARS_THROW = 1, LIARS_BID, LIARS_LIAR, LIARS_EXACT };         // kinds of moves
enum { LIARS_ROLLING, LIARS_BIDDING, LIARS_OVER };                    // phases
enum { LIARS_OPT_DICE, LIARS_OPT_WILD, LIARS_OPT_EXACT };             // options
enum { LIARS_ACT_LIAR = LIARS_BIDS, LIARS_ACT_EXACT, LIARS_ACTIONS }; // action numbers
enum { LIARS_REF_COUNT = 1, LIARS_REF_FACE = 50, LIARS_REF_LIAR = 60, LIARS_REF_EXACT };

typedef struct liars_bid {
    uint8_t count, face; // 0 = there is none
    uint8_t by;
} liars_bid;

typedef struct liars {
    uint8_t phase;
    uint8_t player;             // who bids, or will
    uint8_t rounds;             // that are over
    uint8_t left[LIARS_SEATS];  // dice
    uint8_t place[LIARS_SEATS]; // the rank of those who are out, else 0
    liars_bid bid;
    uint8_t dice[LIARS_SEATS][LIARS_MOST];
    // The last round, for all to see.
    liars_bid last;
    uint8_t called; // LIARS_LIAR or LIARS_EXACT; 0 = there was none
    uint8_t caller;
    uint8_t shown[LIARS_SEATS][LIARS_MOST];
    uint8_t pad;
} liars;
static_assert(sizeof(liars) == 96, "no hidden padding");

enum {
    ASK_FIRST = 1,
    ASK_NEXT,
    THROWS,
    BIDS,
    CALLS,
    CALLS_EXACT,
    TOO_LOW,
    TOO_MANY,
    NO_BID,
    NO_EXACT,
    BAD_DICE,
    BAD_BID,
    BAD_LAST,
    BAD_TURN
};

// Rounds.
int liars_total(const liars *s);                      // dice of all
int liars_roller(const tsr_rules *r, const liars *s); // who throws now, -1 = nobody
int liars_matches(const tsr_rules *r, const uint8_t (*dice)[LIARS_MOST], int face);
int liars_is_higher(const liars *s, int count, int face); // than the bid
void liars_throw(const tsr_rules *r, liars *s, tsr_move m);
void liars_call(const tsr_rules *r, liars *s, int kind);
void liars_sort(uint8_t *dice, int n);
void liars_view(const tsr_rules *r, const void *p, int viewer, void *out);
void liars_guess(const tsr_rules *r, const void *p, int viewer, tsr_rng *g, void *out);
void liars_heuristic(const tsr_rules *r, const void *p, float *out);

// Slots of the table.
int liars_move_text(const tsr_rules *r, const void *p, int who, tsr_move m, char *buf, size_t cap);
tsr_err liars_move_parse(const tsr_rules *r, const void *p, int who, const char *text,
                         tsr_move *out);
int liars_action(const tsr_rules *r, const void *p, int who, tsr_move m, uint32_t *out);
int liars_action_text(const tsr_rules *r, uint32_t number, char *buf, size_t cap);
int liars_text(const tsr_rules *r, const void *p, char *buf, size_t cap);
tsr_err liars_parse(const tsr_rules *r, const char *t, void *out, tsr_error *err);
int liars_check(const tsr_rules *r, const void *p, tsr_line *out);
void liars_info(const tsr_rules *r, const void *p, tsr_info *out);
void liars_say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out);
void liars_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out);
int liars_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out);

#endif
