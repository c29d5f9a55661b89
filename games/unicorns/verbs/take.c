// SPDX-License-Identifier: MIT
// take: into my hand, from the discard pile (chosen in step 1, known to all) or
// from a player's hand (the player in step 1; in step 6 I look at the hand and
// choose, and only the two of us know what it was).
#include "unicorns/table.h"
#include "unicorns/verb.h"

static bool from_player(const uni_scope *c) {
    return uni_pick_of(c)->flags & (UNI_PICK_FROM_ANY | UNI_PICK_FROM_OTHER);
}

static uni_set targets(const uni_scope *c) {
    return from_player(c) ? uni_none() : uni_fit_pile(c, c->s->discard);
}

static uint32_t players(const uni_scope *c) {
    return from_player(c) ? uni_players_with_hand(c, uni_pick_of(c)->flags & UNI_PICK_FROM_OTHER)
                          : 0;
}

static bool possible(const uni_scope *c) {
    const uni_pick *pick = uni_pick_of(c);
    if (from_player(c)) {
        return players(c) != 0;
    }
    int found = uni_count(uni_minus(targets(c), c->s->targeted));
    bool cost = (c->node->flags & UNI_NODE_COST) && pick->count < UNI_THAT_MANY;
    return found >= (cost ? pick->count : 1) || pick->count >= UNI_THAT_MANY;
}

static bool perform_from_player(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    int wanted = uni_job_wants(m, job);
    while (job->to != UNI_NO_PLAYER && job->tried < wanted && s->hand_size[job->to] > 0) {
        if (!(job->flags & UNI_JOB_LOOKED)) {
            if (!uni_ask_for(m, UNI_ASK_LOOK, TSR_CHANCE)) {
                return false;
            }
            job->flags |= UNI_JOB_LOOKED;
            uni_know_look(m->d, s, job->you, job->to);
        }
        if (!uni_ask_for(m, UNI_ASK_TAKE, job->you)) {
            return false;
        }
        if (tsr_move_byte(m->answer, 0) == UNI_MOVE_NONE) {
            break;
        }
        job->tried++;
        job->made++;
        if (job->to != job->you) {
            uni_give(m, job->to, job->you, uni_move_a(m->answer));
        }
    }
    uni_job_end(m, job, job->made > 0, job->to);
    return true;
}

static bool perform(uni_machine *m, uni_job *job) {
    uni_scope c = uni_scope_of(m->d, m->s, job, job->you);
    if (from_player(&c)) {
        return perform_from_player(m, job);
    }
    for (uni_set rest = uni_and(job->targets, m->s->discard); uni_any(rest);) {
        int card = uni_pop(&rest);
        uni_tell(m, UNI_NEWS_TAKES, job->you, m->d->kind_of[card], UNI_NO_PLAYER);
        uni_send(m, card, UNI_HAND, job->you);
        job->made++;
    }
    uni_job_end(m, job, uni_all_made(job), job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    const uni_pick *pick = &d->pick[node->pick];
    if (pick->flags & (UNI_PICK_FROM_ANY | UNI_PICK_FROM_OTHER)) {
        uni_tell_verb(o, "look", third);
        tsr_put(o, pick->flags & UNI_PICK_FROM_ANY ? "at any player's hand and take "
                                                   : "at another player's hand and take ");
        uni_tell_pick(o, d, pick, UNI_WHOSE_MINE, third);
        tsr_put(o, " from it");
        return;
    }
    uni_tell_verb(o, "take", third);
    uni_tell_pick(o, d, pick, UNI_WHOSE_MINE, third);
    tsr_put(o, third ? " from the discard pile into their hand"
                     : " from the discard pile into your hand");
}

const uni_verb uni_verb_take = {
    .word = "take",
    .syntax = "P",
    .example = "`take a card from discard`, `take a card from any player`",
    .flags = UNI_VERB_NEEDS_FROM | UNI_VERB_FROM_PLAYER | UNI_VERB_BINDS | UNI_VERB_PILE,
    .to = UNI_HAND,
    .from = 1 << UNI_DISCARD,
    .whose = UNI_WHOSE_MINE,
    .targets = targets,
    .players = players,
    .possible = possible,
    .perform = perform,
    .tell = tell,
};
