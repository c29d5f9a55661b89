// SPDX-License-Identifier: MIT
// Setting off effects: what is posted becomes a job of the next link. And how a job of this one ends.
#include "unicorns/table.h"

void uni_post(uni_machine *m, uint16_t node, int you, int src, int who, int many) {
    uni_state *s = m->s;
    for (int i = 0; i < s->next_count; i++) {
        uni_job *job = &s->next[i];
        if (job->node == node && job->you == you && job->src == src && job->who == who &&
            job->many == many && !(job->flags & UNI_JOB_BACK)) {
            job->times = (uint8_t)(job->times + (job->times < 255));
            return;
        }
    }
    if (s->next_count >= UNI_JOBS) {
        return; // a deck for which this can happen is refused by cards_check.c
    }
    uni_job *job = &s->next[s->next_count++];
    *job = (uni_job){0};
    job->node = node;
    job->you = (uint8_t)you;
    job->src = (uint16_t)src;
    job->who = (uint8_t)who;
    job->many = (uint16_t)many;
    job->to = UNI_NO_PLAYER;
    job->times = 1;
}

void uni_post_event(uni_machine *m, uni_set cards, uni_event event) {
    cards = uni_and(cards, uni_live(m->d, m->s, event));
    if (!uni_any(cards)) {
        return;
    }
    uni_set mute = uni_muted(m->d, m->s);
    while (uni_any(cards)) {
        int card = uni_pop(&cards), i = 0;
        const uni_rule *rule;
        while ((rule = uni_rule_of(m->d, m->d->kind_of[card], event, &i))) {
            if ((rule->flags & UNI_RULE_ALWAYS) || !uni_has(mute, card)) {
                uni_post(m, rule->node, uni_owner(m->s, card), card, UNI_NO_PLAYER, 0);
            }
        }
    }
}

static bool watches(const uni_rule *rule, int owner, int actor) {
    return rule->where == UNI_WHERE_ANY || (rule->where == UNI_WHERE_MINE) == (owner == actor);
}

void uni_post_watchers(uni_machine *m, uni_event event, int actor, int card, int who) {
    if (!m->s->heard[event]) {
        return;
    }
    uni_set listeners = uni_live(m->d, m->s, event), mute = uni_muted(m->d, m->s);
    bool door = event == UNI_ON_COMES || event == UNI_ON_GOES;
    while (uni_any(listeners)) {
        int src = uni_pop(&listeners), i = 0, owner = uni_owner(m->s, src);
        const uni_rule *rule;
        while ((rule = uni_rule_of(m->d, m->d->kind_of[src], event, &i))) {
            const uni_pick *pick = &m->d->pick[rule->pick];
            bool heard = (rule->flags & UNI_RULE_ALWAYS) || !uni_has(mute, src);
            bool fits = card < 0 ? true
                        : door   ? uni_fits(m->d, m->s, pick, owner, src, card)
                                 : uni_has(pick->cards, card);
            if (heard && fits && watches(rule, owner, actor)) {
                uni_post(m, rule->node, owner, src, who, 0);
            }
        }
    }
}

void uni_job_end(uni_machine *m, uni_job *job, bool done, int who) {
    job->stage = UNI_JOB_GONE;
    if (job->cont) {
        uni_cont *cont = &m->s->cont[job->cont - 1];
        cont->flags |= done ? 0 : UNI_CONT_FAILED;
        cont->many = (uint16_t)(cont->many + job->made);
        cont->who = who != UNI_NO_PLAYER ? (uint8_t)who : cont->who;
    }
}

const uni_job *uni_job_at_work(const uni_state *s) {
    bool sub = s->step == UNI_STEP_REPLACE && s->ask != UNI_ASK_INSTEAD;
    return &s->now[sub ? s->sub_job : s->at_job];
}
