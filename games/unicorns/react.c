// SPDX-License-Identifier: MIT
// Steps 2 to 5 of a link: other cards react to what has been chosen.
#include "unicorns/link.h"

// --- Step 2: replace -----------------------------------------------------------------------

static bool moves_stables(const uni_machine *m, const uni_job *job) {
    return job->stage == UNI_JOB_READY && !(job->flags & UNI_JOB_BACK) &&
           (uni_verb_of(uni_node_of(m, job))->flags & UNI_VERB_STABLE);
}

static uni_zone zone_of(const uni_deck *d, const uni_job *job) {
    const uni_node *n = &d->node[job->node];
    if (job->flags & UNI_JOB_REDIRECTED) {
        return (uni_zone)job->zone;
    }
    return n->verb == UNI_VERB_OF_put ? (uni_zone)n->param : (uni_zone)uni_verb_of(n)->to;
}

// Whether `rule` on card `src` has something to say about `target` of `job`.
static bool speaks_up(const uni_deck *d, const uni_state *s, const uni_rule *rule, int src,
                      const uni_job *job, int target) {
    const uni_node *n = &d->node[job->node];
    bool quiet = (n->flags & UNI_NODE_QUIET) && src == target;
    if (!(rule->pasts & uni_verb_of(n)->past) && !(rule->zones >> zone_of(d, job) & 1)) {
        return false;
    }
    if (!(rule->flags & UNI_RULE_ALWAYS) && (quiet || uni_has(uni_muted(d, s), src))) {
        return false;
    }
    return uni_fits(d, s, &d->pick[rule->pick], uni_owner(s, src), src, target);
}

// The rule by which card `src` can step in for `target`, or NULL.
static const uni_rule *find_substitute(const uni_deck *d, const uni_state *s, int src,
                                       const uni_job *job, int target) {
    int i = 0;
    const uni_rule *rule;
    while ((rule = uni_rule_of(d, d->kind_of[src], UNI_ON_REPLACE, &i))) {
        uni_scope c = {.d = d,
                       .s = s,
                       .you = (uint8_t)uni_owner(s, src),
                       .src = (uint16_t)src,
                       .who = UNI_NO_PLAYER,
                       .to = UNI_NO_PLAYER,
                       .knower = UNI_NO_PLAYER};
        uint16_t node = rule->node;
        if (d->node[node].op == UNI_OP_MAY) {
            node = d->node[node].a;
        }
        if (speaks_up(d, s, rule, src, job, target) && uni_possible(&c, node)) {
            return rule;
        }
    }
    return NULL;
}

const uni_rule *uni_substitute(const uni_deck *d, const uni_state *s) {
    return find_substitute(d, s, s->at_rule - 1, &s->now[s->at_job], s->at_card);
}

static void step_in(uni_machine *m, uni_job *job, int target, int src, const uni_rule *rule) {
    uni_state *s = m->s;
    const uni_node *n = &m->d->node[rule->node];
    uni_del(&job->targets, target);
    uni_del(&s->targeted, target);
    uni_add(&s->reacted, src);
    uni_tell(m, UNI_NEWS_INSTEAD, uni_owner(s, src), m->d->kind_of[src], UNI_NO_PLAYER);
    uni_job *other = uni_append_job(s);
    if (other) {
        other->node = n->op == UNI_OP_MAY ? n->a : rule->node;
        other->you = (uint8_t)uni_owner(s, src);
        other->src = (uint16_t)src;
        other->flags = UNI_JOB_INSTEAD;
    }
}

// Asks the cards that may step in for `target`, from the cursor on. 1 = one did,
// 0 = none, -1 = waiting for an answer.
static int replace_target(uni_machine *m, uni_job *job, int target) {
    uni_state *s = m->s;
    uni_set cards = uni_minus(uni_live(m->d, s, UNI_ON_REPLACE), s->reacted);
    while (uni_any(cards)) {
        int src = uni_pop(&cards);
        if (src + 1 < s->at_rule) {
            continue;
        }
        const uni_rule *rule = find_substitute(m->d, s, src, job, target);
        if (!rule) {
            continue;
        }
        s->at_rule = (uint16_t)(src + 1);
        if (m->d->node[rule->node].op == UNI_OP_MAY) {
            if (!uni_ask_for(m, UNI_ASK_INSTEAD, uni_owner(s, src))) {
                return -1;
            }
            if (tsr_move_byte(m->answer, 0) != UNI_MOVE_YES) {
                s->at_rule = (uint16_t)(src + 2);
                continue;
            }
        }
        step_in(m, job, target, src, rule);
        return 1;
    }
    return 0;
}

// The cursor: job `at_job`, targets from `at_card` on, cards that may step in from
// `at_rule` - 1 on.
bool uni_replace_all(uni_machine *m) {
    uni_state *s = m->s;
    if (!uni_any(uni_live(m->d, s, UNI_ON_REPLACE))) {
        return true;
    }
    for (;;) {
        uint8_t job_index = s->at_job;
        if (!uni_choose_all(m)) { // a substitute may have something to choose
            s->sub_job = s->at_job;
            s->at_job = job_index;
            return false;
        }
        if (s->at_job >= s->now_count) {
            return true;
        }
        uni_job *job = &s->now[s->at_job];
        uni_set rest = moves_stables(m, job) ? uni_and(job->targets, s->tabled) : uni_none();
        while (uni_any(rest) && uni_first(rest) < s->at_card) {
            (void)uni_pop(&rest);
        }
        if (!uni_any(rest)) {
            s->at_job++;
            s->at_card = s->at_rule = 0;
            continue;
        }
        s->at_card = (uint16_t)uni_first(rest);
        if (replace_target(m, job, s->at_card) < 0) {
            return false;
        }
        s->at_card++;
        s->at_rule = 0;
    }
}

// --- Step 3: redirect ------------------------------------------------------------------------

static uni_zone find_redirect(const uni_machine *m, const uni_job *job, int target) {
    for (uni_set cards = uni_live(m->d, m->s, UNI_ON_REDIRECT); uni_any(cards);) {
        int src = uni_pop(&cards), i = 0;
        const uni_rule *rule;
        while ((rule = uni_rule_of(m->d, m->d->kind_of[src], UNI_ON_REDIRECT, &i))) {
            if (rule->to != zone_of(m->d, job) && speaks_up(m->d, m->s, rule, src, job, target)) {
                return (uni_zone)rule->to;
            }
        }
    }
    return UNI_NOWHERE;
}

// Moves `target` from job `i` into a job that sends it to `zone`: the same verb,
// player and continuation, so that a price paid this way is still paid.
static void redirect(uni_machine *m, int i, int target, uni_zone zone) {
    uni_state *s = m->s;
    uni_job *from = &s->now[i], *to = NULL;
    for (int j = i + 1; j < s->now_count; j++) {
        uni_job *job = &s->now[j];
        if ((job->flags & UNI_JOB_REDIRECTED) && job->node == from->node && job->you == from->you &&
            job->src == from->src && job->cont == from->cont && job->zone == zone) {
            to = job;
        }
    }
    if (!to) {
        to = uni_append_job(s);
        if (!to) {
            return;
        }
        *to = *from;
        to->targets = uni_none();
        to->picked = 0;
        to->flags |= UNI_JOB_REDIRECTED;
        to->zone = (uint8_t)zone;
    }
    uni_del(&from->targets, target);
    from->picked--;
    if (from->picked == 0) {
        from->stage = UNI_JOB_GONE; // the other one does it all
    }
    uni_add(&to->targets, target);
    to->picked++;
}

void uni_redirect_all(uni_machine *m) {
    uni_state *s = m->s;
    if (!uni_any(uni_live(m->d, s, UNI_ON_REDIRECT))) {
        return;
    }
    for (int i = 0; i < s->now_count; i++) {
        if (!moves_stables(m, &s->now[i]) || (s->now[i].flags & UNI_JOB_REDIRECTED)) {
            continue;
        }
        for (uni_set rest = uni_and(s->now[i].targets, s->tabled); uni_any(rest);) {
            int target = uni_pop(&rest);
            uni_zone zone = find_redirect(m, &s->now[i], target);
            if (zone != UNI_NOWHERE) {
                redirect(m, i, target, zone);
            }
        }
    }
}

// --- Steps 4 and 5: leave ------------------------------------------------------------------------

// "When this is sacrificed": read now, before the card's own rules fall silent.
static void post_left(uni_machine *m, const uni_job *job, int target) {
    int i = 0;
    const uni_rule *rule;
    while ((rule = uni_rule_of(m->d, m->d->kind_of[target], UNI_ON_LEFT, &i))) {
        bool quiet =
            (uni_node_of(m, job)->flags & UNI_NODE_QUIET) || uni_has(uni_muted(m->d, m->s), target);
        if ((rule->pasts & uni_verb_of(uni_node_of(m, job))->past) &&
            ((rule->flags & UNI_RULE_ALWAYS) || !quiet)) {
            uni_post(m, rule->node, uni_owner(m->s, target), target, UNI_NO_PLAYER, 0);
        }
    }
}

// "When a unicorn of others is destroyed": read by cards that are still there.
static void post_falls(uni_machine *m, const uni_job *job, int target) {
    int past = uni_verb_of(uni_node_of(m, job))->past;
    uni_set listeners = uni_live(m->d, m->s, UNI_ON_FALLS), mute = uni_muted(m->d, m->s);
    while (uni_any(listeners)) {
        int src = uni_pop(&listeners), i = 0, owner = uni_owner(m->s, src);
        const uni_rule *rule;
        while ((rule = uni_rule_of(m->d, m->d->kind_of[src], UNI_ON_FALLS, &i))) {
            if ((rule->pasts & past) && ((rule->flags & UNI_RULE_ALWAYS) || !uni_has(mute, src)) &&
                uni_fits(m->d, m->s, &m->d->pick[rule->pick], owner, src, target)) {
                uni_post(m, rule->node, owner, src, uni_owner(m->s, target), 0);
            }
        }
    }
}

// What `source` has borrowed goes home in this same link.
static void return_borrowed(uni_machine *m, int source) {
    uni_state *s = m->s;
    for (int i = s->lease_count - 1; i >= 0; i--) {
        if (s->lease[i].until != UNI_UNTIL_LEAVES || s->lease[i].source != source) {
            continue;
        }
        uni_job *job = uni_append_job(s);
        if (job) {
            job->you = (uint8_t)uni_owner(s, source);
            job->src = (uint16_t)source;
            job->stage = UNI_JOB_READY;
            job->flags = UNI_JOB_BACK;
            job->to = s->lease[i].home;
            job->picked = 1;
            job->targets = uni_one(s->lease[i].card);
        }
        uni_lease_drop(s, i);
    }
}

void uni_leave_all(uni_machine *m) {
    uni_state *s = m->s;
    for (int i = 0; i < s->now_count; i++) {
        bool back = s->now[i].flags & UNI_JOB_BACK;
        if (!back && !moves_stables(m, &s->now[i])) {
            continue;
        }
        for (uni_set rest = uni_and(s->now[i].targets, s->tabled); uni_any(rest);) {
            int target = uni_pop(&rest);
            if (!back && uni_has(m->d->listens[UNI_ON_LEFT].set, target)) {
                post_left(m, &s->now[i], target);
            }
            if (!back && s->heard[UNI_ON_FALLS]) {
                post_falls(m, &s->now[i], target);
            }
            return_borrowed(m, target);
        }
    }
    for (int i = 0; i < s->now_count; i++) {
        if ((s->now[i].flags & UNI_JOB_BACK) || moves_stables(m, &s->now[i])) {
            s->off = uni_or(s->off, uni_and(s->now[i].targets, s->tabled));
        }
    }
}
