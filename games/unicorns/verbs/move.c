// SPDX-License-Identifier: MIT
// move: from a stable to another one, which is chosen after the card.
#include "unicorns/table.h"
#include "unicorns/verb.h"

enum { TO_STABLE = 1, TO_PLAYER = 2, TO_TURN = 3 }; // as in the syntax below

// Where `card` may go.
static uint32_t doors(const uni_scope *c, int card) {
    uint32_t mask = 0;
    for (int p = 0; p < c->d->players; p++) {
        bool meant = c->node->param == TO_STABLE   ? true
                     : c->node->param == TO_PLAYER ? p != c->you
                                                   : p == c->s->turn;
        if (meant && p != uni_owner(c->s, card) && !uni_has(uni_barred(c->d, c->s, p), card)) {
            mask |= 1u << p;
        }
    }
    return mask;
}

static uni_set targets(const uni_scope *c) {
    uni_set fit = uni_fit_stables(c);
    for (uni_set rest = fit; uni_any(rest);) {
        int card = uni_pop(&rest);
        if (doors(c, card) == 0) {
            uni_del(&fit, card);
        }
    }
    return fit;
}

static uint32_t players(const uni_scope *c) {
    uint32_t mask = ~0u;
    for (uni_set rest = c->aimed; uni_any(rest);) {
        mask &= doors(c, uni_pop(&rest));
    }
    return uni_any(c->aimed) ? mask : 0;
}

static bool perform(uni_machine *m, uni_job *job) {
    if (job->to != UNI_NO_PLAYER) {
        uni_send_targets(m, job, UNI_STABLE, job->to);
    }
    uni_job_end(m, job, uni_all_made(job), job->to);
    return true;
}

static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    static const char *const where[] = {"", " to another stable", " to another player's stable",
                                        " to the stable of the player on turn"};
    uni_tell_verb(o, "move", third);
    uni_tell_pick(o, d, &d->pick[node->pick], UNI_WHOSE_ANY, third);
    tsr_put(o, where[node->param]);
}

const uni_verb uni_verb_move = {
    .word = "move",
    .syntax = "P to (another stable|another player|the player on turn)",
    .example = "`move a card to another stable`, `... to another player`, "
               "`... to the player on turn`",
    .flags = UNI_VERB_STABLE | UNI_VERB_BINDS,
    .to = UNI_STABLE,
    .whose = UNI_WHOSE_ANY,
    .whose_mask =
        1 << UNI_WHOSE_MINE | 1 << UNI_WHOSE_OTHERS | 1 << UNI_WHOSE_THAT | 1 << UNI_WHOSE_ANY,
    .targets = targets,
    .players = players,
    .perform = perform,
    .tell = tell,
};
