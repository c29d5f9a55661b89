// SPDX-License-Identifier: MIT
// put: from my stable or hand into a zone, without anybody calling it a sacrifice
// or a discard. `silently`: the cards themselves do not react.
#include "unicorns/table.h"
#include "unicorns/verb.h"

static bool from_hand(const uni_scope *c) {
    return uni_pick_of(c)->zone == UNI_HAND;
}

static uni_set targets(const uni_scope *c) {
    return from_hand(c) ? uni_none() : uni_fit_stables(c);
}

static bool pick_is_open(const uni_scope *c) {
    return uni_pick_of(c)->flags & UNI_PICK_UP_TO;
}

static bool possible(const uni_scope *c) {
    int count = uni_pick_of(c)->count;
    bool cost = c->node->flags & UNI_NODE_COST;
    int found = from_hand(c) ? uni_fit_in_hand(c)
                             : uni_count(uni_minus(uni_fit_stables(c), c->s->targeted));
    if (count == UNI_ALL || count == UNI_THAT_MANY) {
        return found > 0 || !cost;
    }
    if (pick_is_open(c)) {
        return found > 0;
    }
    return found >= (cost ? uni_wanted(c) : 1);
}

// Out of the hand: into the deck in secret, elsewhere for all to see.
static void put_away(uni_machine *m, uni_job *job, uni_zone zone, int kind) {
    if (zone == UNI_DECK) {
        uni_tuck(m, job->you, kind);
    } else if (zone == UNI_TOP) {
        uni_tuck_top(m, job->you, kind);
    } else {
        uni_send(m, uni_show(m, job->you, kind), zone, job->you);
    }
    job->made++;
}

static bool perform_from_hand(uni_machine *m, uni_job *job, const uni_pick *pick, uni_zone zone) {
    uni_state *s = m->s;
    int wanted = uni_job_wants(m, job);
    if (pick->count == UNI_ALL && (pick->flags & UNI_PICK_ANY_CARD) && zone == UNI_DECK) {
        while (uni_any(s->hand[job->you])) { // nothing to choose, nothing to see
            put_away(m, job, zone, m->d->kind_of[uni_first(s->hand[job->you])]);
        }
    }
    while (job->tried < wanted && s->hand_size[job->you] > 0) {
        if (!uni_ask_for(m, UNI_ASK_HAND, job->you)) {
            return false;
        }
        if (uni_answer_ends(m)) {
            break;
        }
        job->tried++;
        put_away(m, job, zone, uni_move_a(m->answer));
    }
    bool up_to = (pick->flags & UNI_PICK_UP_TO) && job->made > 0;
    uni_job_end(m, job, pick->count == UNI_ALL || up_to || job->made >= wanted, job->you);
    return true;
}

static bool perform(uni_machine *m, uni_job *job) {
    const uni_node *n = &m->d->node[job->node];
    const uni_pick *pick = &m->d->pick[n->pick];
    if (pick->zone == UNI_HAND) {
        return perform_from_hand(m, job, pick, (uni_zone)n->param);
    }
    uni_send_targets(m, job, (uni_zone)n->param, job->you);
    uni_job_end(m, job, uni_all_made(job), job->you);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    static const char *const where[UNI_ZONES] = {
        [UNI_HAND] = " into the hand",       [UNI_DISCARD] = " into the discard pile",
        [UNI_NURSERY] = " into the nursery", [UNI_DECK] = " into the deck",
        [UNI_TOP] = " on top of the deck",
    };
    const uni_pick *pick = &d->pick[node->pick];
    uni_tell_verb(o, node->param == UNI_DECK ? "shuffle" : "put", third);
    if (pick->zone == UNI_HAND && pick->count == UNI_ALL && (pick->flags & UNI_PICK_ANY_CARD)) {
        tsr_put(o, third ? "their hand" : "your hand");
    } else {
        uni_tell_pick(o, d, pick, UNI_WHOSE_MINE, third);
        if (pick->zone == UNI_HAND) {
            tsr_put(o, third ? " from their hand" : " from your hand");
        }
    }
    tsr_put(o, where[node->param]);
    tsr_put(o, node->flags & UNI_NODE_QUIET ? " without any of their effects" : "");
}

const uni_verb uni_verb_put = {
    .word = "put",
    .syntax = "P (in hand|in discard|in nursery|in deck|on top) [silently]",
    .example = "`put a card from hand in deck`, `put a card from hand on top`, "
               "`put all unicorns in discard silently`",
    .flags = UNI_VERB_STABLE,
    .to = UNI_DISCARD,
    .from = 1 << UNI_HAND,
    .whose = UNI_WHOSE_MINE,
    .whose_mask = 1 << UNI_WHOSE_MINE,
    .targets = targets,
    .possible = possible,
    .perform = perform,
    .tell = tell,
};
