// SPDX-License-Identifier: MIT
// The chain: effects that are set off together form a link and are resolved
// together; what they set off is the next link; the chain is over when there is
// none. One link, in seven steps:
//
//   1 choose    every job chooses what it aims at, mandatory ones first. A card is
//               aimed at by one job only. Cards in hidden zones wait for step 6.
//   2 replace   cards may step in: "if ... would be destroyed: ... instead"
//   3 redirect  cards may go elsewhere: "... : hand instead"
//   4 leave     what the cards that go away say about it is set off; borrowed cards
//               of theirs go home in this same link
//   5           all cards that are hit fall silent
//   6 perform   the jobs act in order, asking for cards of hidden zones as they go
//   7 settle    cards that came speak up; what had to wait for a job is set off
//
// Steps 1, 2 and 6 may stop to ask. Each can be entered again from the top: what
// is settled is marked in the jobs, or the cursor has moved past it.
#include "unicorns/link.h"

// --- What waits between links ---------------------------------------------------

static bool is_waiting(const uni_state *s, uint16_t node, int src) {
    for (int i = 0; i < s->next_count; i++) {
        if (s->next[i].node == node && s->next[i].src == src) {
            return true;
        }
    }
    return false;
}

// "While more than 5 unicorns of mine": tested between links. It waits as long as
// nothing can be done about it, so it cannot spin.
static void post_whiles(uni_machine *m) {
    uni_set cards = uni_live(m->d, m->s, UNI_ON_WHILE);
    if (!uni_any(cards)) {
        return;
    }
    uni_set mute = uni_muted(m->d, m->s);
    while (uni_any(cards)) {
        int card = uni_pop(&cards), i = 0, you = uni_owner(m->s, card);
        const uni_rule *rule;
        while ((rule = uni_rule_of(m->d, m->d->kind_of[card], UNI_ON_WHILE, &i))) {
            uni_scope c = {.d = m->d,
                           .s = m->s,
                           .you = (uint8_t)you,
                           .src = (uint16_t)card,
                           .who = UNI_NO_PLAYER,
                           .to = UNI_NO_PLAYER,
                           .knower = UNI_NO_PLAYER};
            bool heard = (rule->flags & UNI_RULE_ALWAYS) || !uni_has(mute, card);
            if (heard && uni_worth(m->d, m->s, you, &m->d->pick[rule->pick]) > rule->number &&
                !is_waiting(m->s, rule->node, card) && uni_possible(&c, rule->node)) {
                uni_post(m, rule->node, you, card, UNI_NO_PLAYER, 0);
            }
        }
    }
}

// --- Step 6: perform ---------------------------------------------------------------------------------

static void go_back(uni_machine *m, uni_job *job) {
    int card = uni_first(job->targets);
    int owner = uni_owner(m->s, card);
    if (owner >= 0 && owner != job->to) {
        if (uni_has(uni_barred(m->d, m->s, job->to), card)) {
            uni_tell(m, UNI_NEWS_STAYS, job->to, m->d->kind_of[card], UNI_NO_PLAYER);
        } else {
            uni_send(m, card, UNI_STABLE, job->to);
        }
    }
    uni_job_end(m, job, true, UNI_NO_PLAYER);
}

static bool perform_all(uni_machine *m) {
    uni_state *s = m->s;
    for (; s->at_job < s->now_count; s->at_job++) {
        uni_job *job = &s->now[s->at_job];
        if (job->stage == UNI_JOB_GONE) {
            continue;
        }
        if (job->flags & UNI_JOB_BACK) {
            go_back(m, job);
        } else if (!uni_verb_of(uni_node_of(m, job))->perform(m, job)) {
            return false;
        }
    }
    return true;
}

// --- Step 7: settle ---------------------------------------------------------------------------------

static void settle(uni_machine *m) {
    uni_state *s = m->s;
    s->off = uni_none();
    uni_post_event(m, s->entered, UNI_ON_ENTER);
    for (int i = 0; i < s->cont_count; i++) {
        const uni_cont *cont = &s->cont[i];
        if (!(cont->flags & UNI_CONT_IF_DONE) || !(cont->flags & UNI_CONT_FAILED)) {
            uni_post(m, cont->node, cont->you, cont->src, cont->who, cont->many);
        }
        s->cont[i] = (uni_cont){0};
    }
    for (int i = 0; i < s->now_count; i++) {
        s->now[i] = (uni_job){0};
    }
    s->targeted = s->entered = s->reacted = uni_none();
    s->now_count = s->cont_count = 0;
    s->at_job = s->sub_job = 0;
    s->at_card = s->at_rule = 0;
}

// --- Links ----------------------------------------------------------------------------------------------

// Order within a link only decides who chooses first; it is fixed, so that equal
// positions are equal: by seat from the player on turn, then by card.
static bool goes_before(const uni_machine *m, const uni_job *a, const uni_job *b) {
    int players = m->d->players, turn = m->s->turn;
    int seat_a = (a->you + players - turn) % players, seat_b = (b->you + players - turn) % players;
    if (seat_a != seat_b) {
        return seat_a < seat_b;
    }
    return a->src != b->src ? a->src < b->src : a->node < b->node;
}

static void begin_link(uni_machine *m) {
    uni_state *s = m->s;
    for (int i = 0; i < s->next_count; i++) {
        int j = i;
        for (; j > 0 && goes_before(m, &s->next[i], &s->now[j - 1]); j--) {
            s->now[j] = s->now[j - 1];
        }
        s->now[j] = s->next[i];
        s->next[i] = (uni_job){0};
    }
    s->now_count = s->next_count;
    s->next_count = 0;
    for (int i = 0; i < s->now_count; i++) {
        if (s->now[i].flags & UNI_JOB_BACK) {
            s->targeted = uni_or(s->targeted, s->now[i].targets);
        }
    }
    s->links++;
    s->step = UNI_STEP_CHOOSE;
}

// Resolves the link at work; false = waiting for an answer.
static bool run_link(uni_machine *m) {
    uni_state *s = m->s;
    if (s->step == UNI_STEP_CHOOSE) {
        if (!uni_choose_all(m)) {
            return false;
        }
        s->step = UNI_STEP_REPLACE;
        s->at_job = 0;
    }
    if (s->step == UNI_STEP_REPLACE) {
        if (!uni_replace_all(m)) {
            return false;
        }
        uni_redirect_all(m);
        uni_leave_all(m);
        s->step = UNI_STEP_PERFORM;
        s->at_job = s->sub_job = 0;
        s->at_card = s->at_rule = 0;
    }
    if (!perform_all(m)) {
        return false;
    }
    settle(m);
    s->step = UNI_STEP_NONE;
    return true;
}

static void fizzle(uni_machine *m) {
    uni_state *s = m->s;
    for (int i = 0; i < s->next_count; i++) {
        s->next[i] = (uni_job){0};
    }
    s->next_count = 0;
    uni_tell(m, UNI_NEWS_FIZZLES, UNI_NO_PLAYER, 0, UNI_NO_PLAYER);
}

bool uni_run_chain(uni_machine *m) {
    uni_state *s = m->s;
    for (;;) {
        if (s->step == UNI_STEP_NONE) {
            post_whiles(m);
            if (s->next_count && (s->links >= UNI_MAX_LINKS || s->plies >= UNI_MAX_PLIES)) {
                fizzle(m);
            }
            if (s->next_count == 0) {
                s->links = 0;
                return true;
            }
            begin_link(m);
        }
        if (!run_link(m)) {
            return false;
        }
    }
}
