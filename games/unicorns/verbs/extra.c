// SPDX-License-Identifier: MIT
// extra draw, extra play, extra turn: counters of the turn. They help the player
// on turn, whose turn it is that they make longer.
#include "unicorns/verb.h"

enum { MORE_DRAW = 1, MORE_PLAY = 2, MORE_TURN = 3 }; // as in the syntax below

static bool perform(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    switch (m->d->node[job->node].param) {
    case MORE_DRAW:
        s->extra_draws = (uint8_t)(s->extra_draws + (s->extra_draws < 99));
        uni_tell(m, UNI_NEWS_MORE_DRAWS, s->turn, 0, UNI_NO_PLAYER);
        break;
    case MORE_PLAY:
        s->plays = (uint8_t)(s->plays + (s->plays < 99));
        uni_tell(m, UNI_NEWS_MORE_PLAYS, s->turn, 0, UNI_NO_PLAYER);
        break;
    default:
        s->extra_turns = (uint8_t)(s->extra_turns + (s->extra_turns < 99));
        uni_tell(m, UNI_NEWS_MORE_TURNS, s->turn, 0, UNI_NO_PLAYER);
        break;
    }
    uni_job_end(m, job, true, job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    (void)d;
    switch (node->param) {
    case MORE_DRAW:
        uni_tell_verb(o, "draw", third);
        tsr_put(o, "one extra card in the draw phase");
        break;
    case MORE_PLAY:
        uni_tell_verb(o, "play", third);
        tsr_put(o, "one extra card in the action phase");
        break;
    default:
        uni_tell_verb(o, "take", third);
        tsr_put(o, "another turn");
        break;
    }
}

const uni_verb uni_verb_extra = {
    .word = "extra",
    .syntax = "(draw|play|turn)",
    .example = "`extra draw`, `extra play` or `extra turn`",
    .perform = perform,
    .tell = tell,
};
