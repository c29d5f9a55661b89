// SPDX-License-Identifier: MIT
// extra draw, extra play, extra turn: in my next draw phase, in this turn of mine or
// the next, after this turn. On another player's turn they wait for mine.
#include "unicorns/verb.h"

enum { MORE_DRAW = 1, MORE_PLAY = 2, MORE_TURN = 3 }; // as in the syntax below

static void one_more(uint8_t *counter) {
    *counter = (uint8_t)(*counter + (*counter < 99));
}

// Whether cards can still be played in this turn when the chain at work is over.
static bool can_still_play(const uni_state *s) {
    return s->ret == UNI_PC_DRAW || s->ret == UNI_PC_ACTION || s->ret == UNI_PC_AFTER ||
           s->ret == UNI_PC_WINDOW;
}

static bool perform(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    int p = job->you;
    switch (m->d->node[job->node].param) {
    case MORE_DRAW:
        one_more(&s->more_draws[p]);
        uni_tell(m, UNI_NEWS_MORE_DRAWS, p, 0, UNI_NO_PLAYER);
        break;
    case MORE_PLAY:
        one_more(p == s->turn && can_still_play(s) ? &s->plays : &s->more_plays[p]);
        uni_tell(m, UNI_NEWS_MORE_PLAYS, p, 0, UNI_NO_PLAYER);
        break;
    default:
        one_more(&s->more_turns[p]);
        uni_tell(m, UNI_NEWS_MORE_TURNS, p, 0, UNI_NO_PLAYER);
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
        tsr_put(o, third ? "one extra card in their next draw phase"
                         : "one extra card in the draw phase");
        break;
    case MORE_PLAY:
        uni_tell_verb(o, "play", third);
        tsr_put(o, third ? "one extra card in their next action phase"
                         : "one extra card in the action phase");
        break;
    default:
        uni_tell_verb(o, "take", third);
        tsr_put(o, third ? "an extra turn after this one" : "another turn");
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
