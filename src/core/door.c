// SPDX-License-Identifier: MIT
// The checked door: moves and positions from outside meet the rules here.
#include <tessera/rules.h>

#include <string.h>

static int why_not_outcome(const tsr_rules *r, const void *s, tsr_move m, tsr_line *why) {
    tsr_move list[TSR_MAX_MOVES];
    uint32_t weight[TSR_MAX_MOVES];
    int n = r->g.chance(r, s, list, weight);
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            return tsr_say(why, 0);
        }
    }
    return tsr_say(why, TSR_LINE_NOT_OUTCOME);
}

int tsr_why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *why) {
    uint32_t turn = tsr_turn(r, s);
    if (turn == 0) {
        return tsr_say(why, TSR_LINE_OVER);
    }
    if (who < 0 || who > TSR_CHANCE || !(turn >> who & 1u)) {
        if (turn >> TSR_CHANCE & 1u) {
            return tsr_say(why, TSR_LINE_CHANCE);
        }
        if (who < 0 || who >= r->players) { // chance, or nobody there is: no name to say
            return tsr_say(why, who == TSR_CHANCE ? TSR_LINE_NOT_OUTCOME : TSR_LINE_NOT_LISTED);
        }
        return tsr_say(why, TSR_LINE_NOT_TURN, TSR_PLAYER(who));
    }
    if (m == TSR_NO_MOVE) {
        return tsr_say(why, TSR_LINE_NO_MOVE);
    }
    if (who == TSR_CHANCE) {
        return why_not_outcome(r, s, m, why);
    }
    int code = r->g.why_not(r, s, who, m, why);
    return code == 0 ? tsr_say(why, 0) : code; // a game may leave `why` alone then
}

int tsr_play_checked(const tsr_rules *r, void *s, int who, tsr_move m, tsr_line *why) {
    int code = tsr_why_not(r, s, who, m, why);
    if (code == 0) {
        tsr_play(r, s, who, m);
    }
    return code;
}

tsr_move tsr_draw(const tsr_rules *r, const void *s, tsr_rng *g) {
    return tsr_sample(r, s, TSR_CHANCE, g);
}

// The share of other players that `p` has beaten, a tie counting half.
static float share_beaten(const tsr_result *result, int players, int p) {
    float beaten = 0;
    for (int q = 0; q < players; q++) {
        if (q != p && result[p].rank <= result[q].rank) {
            beaten += result[p].rank < result[q].rank ? 1.0f : 0.5f;
        }
    }
    return beaten / (float)(players - 1);
}

void tsr_utility(const tsr_rules *r, const void *s, float *out) {
    tsr_result result[TSR_MAX_PLAYERS];
    int winners = 0;
    r->g.result(r, s, result);
    for (int p = 0; p < r->players; p++) {
        winners += result[p].rank == 1;
    }
    int together = r->players == 1 || (r->g.flags & TSR_COOPERATIVE);
    for (int p = 0; p < r->players; p++) {
        if (winners == 0) {
            out[p] = 0.0f; // all have lost
        } else if (together) {
            out[p] = result[p].rank == 1 ? 1.0f : 0.0f;
        } else {
            out[p] = share_beaten(result, r->players, p);
        }
    }
}

tsr_err tsr_position_read(const tsr_rules *r, const char *text, void *out, tsr_error *err) {
    // States are at most TSR_MAX_STATE bytes; the copy keeps `out` untouched.
    union {
        uint64_t align;
        unsigned char bytes[TSR_MAX_STATE];
    } state;
    tsr_line why;
    if (strpbrk(text, "\t\r\n")) {
        return tsr_fail(err, TSR_ERR_PARSE, "a position is one line without tabs");
    }
    tsr_err e = r->g.parse(r, text, &state, err);
    if (e) {
        return e;
    }
    if (r->g.check(r, &state, &why) != 0) {
        char words[160];
        tsr_line_text(r, &why, NULL, words, sizeof words);
        return tsr_fail(err, TSR_ERR_PARSE, "not a possible position: %s", words);
    }
    memcpy(out, &state, r->state_size);
    return TSR_OK;
}
