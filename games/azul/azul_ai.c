// SPDX-License-Identifier: MIT
//
// Azul for bots: the chance to win, what a move is worth, the numbers of moves, and the table of them.

#include "azul/azul.h"
#include "azul/azul_state.h"

#include <math.h>
#include <string.h>

// --- The contract's slots ----------------------------------------------------

// The chance to beat somebody by having `lead` more points to hope for. The scales
// are fitted to 20,000 games of azul-greedy against itself (docs/azul.md): the
// later the round, the surer a lead.
static float chance_of(float lead, int round) {
    static const float scale[] = {9.0f, 9.0f, 9.0f, 9.0f, 8.0f, 6.5f};
    return 1.0f / (1.0f + expf(-lead / scale[round < 5 ? round : 5]));
}

static void azul_heuristic(const tsr_rules *r, const void *state, float *out) {
    const azul_state *s = state;
    float value[AZUL_MAX_PLAYERS];
    if (s->phase == AZUL_OVER) {
        tsr_utility(r, state, out);
        return;
    }
    for (int p = 0; p < r->players; p++) {
        value[p] = tsr_azul_value(r, s, p, &tsr_azul_weights_default);
    }
    for (int p = 0; p < r->players; p++) {
        float sum = 0;
        for (int q = 0; q < r->players; q++) {
            if (q != p) sum += chance_of(value[p] - value[q], s->round);
        }
        out[p] = sum / (float)(r->players - 1);
    }
}

// The worth of one's own board after the move, in hundredths of a point.
static int azul_rate(const tsr_rules *r, const void *state, int who, tsr_move m) {
    azul_state s;
    memcpy(&s, state, r->state_size);
    azul_play(r, &s, who, m);
    return (int)lrintf(100.0f * tsr_azul_value(r, &s, who, &tsr_azul_weights_default));
}

// Takes are numbered by source, colour and target, for nine displays always, so
// that one network serves any number of players; columns follow.
enum { TAKES = AZUL_SOURCES * AZUL_COLOURS * AZUL_TARGETS, ACTIONS = TAKES + AZUL_SIZE };

const uint32_t azul_action_count = ACTIONS;

int azul_action(const tsr_rules *r, const void *state, int who, tsr_move m, uint32_t *out) {
    int a = tsr_move_byte(m, 1), colour = tsr_move_byte(m, 2), target = tsr_move_byte(m, 3);
    (void)r, (void)state, (void)who;
    int take = (a * AZUL_COLOURS + colour) * AZUL_TARGETS + target;
    *out = (uint32_t)(tsr_move_byte(m, 0) == AZUL_PLACE ? TAKES + a : take);
    return 1;
}

// As the move is typed.
int azul_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap) {
    int i = (int)action, target = i % AZUL_TARGETS, colour = i / AZUL_TARGETS % AZUL_COLOURS;
    tsr_move m = i < TAKES
                     ? tsr_move_of(AZUL_TAKE, i / (AZUL_TARGETS * AZUL_COLOURS), colour, target, 0)
                     : tsr_move_of(AZUL_PLACE, i - TAKES, 0, 0, 0);
    return azul_move_text(r, NULL, 0, m, buf, cap);
}

const tsr_game_ai azul_ai = {
    .size = sizeof(tsr_game_ai),
    .feature_count = AZUL_FEATURES,
    .piece_count = AZUL_PIECES,
    .heuristic = azul_heuristic,
    .features = azul_features,
    .move_pieces = azul_move_pieces,
    .rate = azul_rate,
};
