// SPDX-License-Identifier: MIT
// pull: a random card out of a player's hand into mine. The player is named in
// step 1; the two of us learn what it was, all others forget that hand.
#include "unicorns/table.h"
#include "unicorns/verb.h"

enum { FROM_ANY = 1, FROM_OTHER = 2 }; // as in the syntax below

static uint32_t players(const uni_scope *c) {
    return uni_players_with_hand(c, c->node->param == FROM_OTHER);
}

static bool perform(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    if (job->to != UNI_NO_PLAYER && s->hand_size[job->to] > 0) {
        if (!uni_ask_for(m, UNI_ASK_PULL, TSR_CHANCE)) {
            return false;
        }
        job->made = 1;
        if (job->to != job->you) {
            uni_give(m, job->to, job->you, uni_move_a(m->answer));
        }
    }
    uni_job_end(m, job, job->made == 1, job->to);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    (void)d;
    uni_tell_verb(o, "pull", third);
    tsr_put(o, node->param == FROM_ANY ? "a random card from any player's hand"
                                       : "a random card from another player's hand");
}

const uni_verb uni_verb_pull = {
    .word = "pull",
    .syntax = "a card from (any player|another player)",
    .example = "`pull a card from another player`",
    .flags = UNI_VERB_BINDS,
    .to = UNI_HAND,
    .players = players,
    .perform = perform,
    .tell = tell,
};
