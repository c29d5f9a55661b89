// SPDX-License-Identifier: MIT
// Step 1 of a link: every job chooses what it aims at, the optional ones last. What is
// composed falls apart into its verbs: `and` and `each player` into several jobs, `then`
// into a job and what follows it, `may`, `or` and `any player` into what was chosen.
#include "unicorns/link.h"

// Makes room for `count` jobs behind job `i`, copies of it; returns how many fit.
static int insert_copies(uni_state *s, int i, int count) {
    int room = UNI_JOBS - s->now_count;
    count = count < room ? count : room;
    for (int j = s->now_count - 1; j > i; j--) {
        s->now[j + count] = s->now[j];
    }
    for (int j = 1; j <= count; j++) {
        s->now[i + j] = s->now[i];
    }
    s->now_count = (uint8_t)(s->now_count + count);
    return count;
}

static void give_up(uni_machine *m, uni_job *job) {
    uni_job_end(m, job, false, UNI_NO_PLAYER);
}

// What expanding a job came to.
typedef enum outcome {
    WAIT,  // a question was asked
    AGAIN, // the job has become another: look at it again
    SET    // nothing is left to choose
} outcome;

// "One of each player": the stable that comes next, round the table from the owner
// of the effect, among those that have something and of which nothing is aimed at.
static uni_set next_of_each(const uni_scope *c, uni_set open) {
    for (int i = 0; i < c->d->players; i++) {
        int p = (c->you + i) % c->d->players;
        uni_set here = uni_and(open, c->s->stable[p]);
        if (uni_any(here) && !uni_meet(c->aimed, c->s->stable[p])) {
            return here;
        }
    }
    return uni_none();
}

uni_set uni_choices(const uni_deck *d, const uni_state *s, const uni_job *job, int *wanted) {
    uni_scope c = uni_scope_of(d, s, job, UNI_NO_PLAYER);
    const uni_verb *v = uni_verb_of(c.node);
    uni_set open = uni_minus(v->targets(&c), s->targeted);
    if (uni_pick_of(&c)->whose == UNI_WHOSE_EACH) {
        *wanted = 1;
        return next_of_each(&c, open);
    }
    if (v->flags & UNI_VERB_PAIR) {
        *wanted = job->picked < 2 ? 1 : 0;
        return open;
    }
    *wanted = uni_wanted(&c) - job->picked;
    return open;
}

bool uni_may_stop(const uni_deck *d, const uni_state *s) {
    const uni_node *n = &d->node[uni_job_at_work(s)->node];
    bool asks = s->ask == UNI_ASK_TARGET || s->ask == UNI_ASK_PILE || s->ask == UNI_ASK_HAND;
    return asks && n->op == UNI_OP_VERB && n->pick && (d->pick[n->pick].flags & UNI_PICK_UP_TO);
}

static void aim(uni_state *s, uni_job *job, uni_set cards) {
    job->targets = uni_or(job->targets, cards);
    job->picked = (uint16_t)(job->picked + uni_count(cards));
    s->targeted = uni_or(s->targeted, cards);
}

// How many kinds a set of cards shows.
static bool one_kind(const uni_deck *d, uni_set cards) {
    return !uni_any(uni_minus(cards, d->range[d->kind_of[uni_first(cards)]].set));
}

// The card of an answer: itself, or from a pile the lowest of its kind.
static int answered_card(const uni_machine *m, uni_set open) {
    int a = uni_move_a(m->answer);
    return tsr_move_byte(m->answer, 0) == UNI_MOVE_TARGET
               ? a
               : uni_first(uni_and(open, m->d->range[a].set));
}

static outcome choose_targets(uni_machine *m, uni_job *job) {
    const uni_node *n = uni_node_of(m, job);
    const uni_pick *pick = &m->d->pick[n->pick];
    bool steps = pick->whose == UNI_WHOSE_EACH || (uni_verb_of(n)->flags & UNI_VERB_PAIR);
    bool pile = uni_from_pile(m->d, n), up_to = pick->flags & UNI_PICK_UP_TO;
    while (!(job->flags & UNI_JOB_ENOUGH)) {
        int wanted;
        uni_set open = uni_choices(m->d, m->s, job, &wanted);
        int count = uni_count(open);
        if (wanted <= 0 || count == 0) {
            return SET;
        }
        if (count <= wanted && !up_to) {
            aim(m->s, job, open);
        } else if (pile && !up_to && one_kind(m->d, open)) {
            aim(m->s, job, uni_one(uni_first(open)));
        } else if (!uni_ask_for(m, pile ? UNI_ASK_PILE : UNI_ASK_TARGET, job->you)) {
            return WAIT;
        } else if (tsr_move_byte(m->answer, 0) == UNI_MOVE_DONE) {
            job->flags |= UNI_JOB_ENOUGH;
        } else {
            aim(m->s, job, uni_one(answered_card(m, open)));
        }
        if (!steps && !up_to && count <= wanted) {
            return SET;
        }
    }
    return SET;
}

// Which player: the victim, or the stable a card is moved to.
static outcome choose_player(uni_machine *m, uni_job *job) {
    uni_scope c = uni_scope_of(m->d, m->s, job, UNI_NO_PLAYER);
    const uni_verb *v = uni_verb_of(c.node);
    uint32_t mask = v->players(&c);
    if (mask == 0) {
        return SET;
    }
    if (mask & (mask - 1)) {
        uni_ask ask = uni_any(job->targets) ? UNI_ASK_STABLE : UNI_ASK_PLAYER;
        if (!uni_ask_for(m, ask, job->you)) {
            return WAIT;
        }
        job->to = (uint8_t)uni_move_a(m->answer);
    } else {
        job->to = (uint8_t)__builtin_ctz(mask);
    }
    return SET;
}

static outcome choose_verb(uni_machine *m, uni_job *job) {
    uni_scope c = uni_scope_of(m->d, m->s, job, UNI_NO_PLAYER);
    const uni_verb *v = uni_verb_of(c.node);
    bool open = v->targets || v->players; // else it chooses, or fails, in step 6
    if (open && job->picked == 0 && !uni_possible(&c, job->node)) {
        give_up(m, job);
        return SET;
    }
    if (v->targets && choose_targets(m, job) == WAIT) {
        return WAIT;
    }
    if (v->players && job->to == UNI_NO_PLAYER && choose_player(m, job) == WAIT) {
        return WAIT;
    }
    job->stage = UNI_JOB_READY;
    job->flags &= (uint8_t)~UNI_JOB_ENOUGH;
    if (c.node->measure) { // counted now: what it does may change it
        int folds = uni_folds(&c);
        job->fold = (uint16_t)(1 + (folds < UNI_CARDS ? folds : UNI_CARDS));
    }
    uni_tell(m, UNI_NEWS_ACTS, job->you, m->d->kind_of[job->src], UNI_NO_PLAYER);
    return SET;
}

static outcome choose_may(uni_machine *m, uni_job *job, uint16_t inner) {
    uni_scope c = uni_scope_of(m->d, m->s, job, UNI_NO_PLAYER);
    if (!uni_possible(&c, inner)) {
        give_up(m, job);
        return SET;
    }
    if (!uni_ask_for(m, UNI_ASK_MAY, job->you)) {
        return WAIT;
    }
    if (tsr_move_byte(m->answer, 0) != UNI_MOVE_YES) {
        give_up(m, job);
        return SET;
    }
    job->node = inner;
    return AGAIN;
}

static outcome choose_variant(uni_machine *m, uni_job *job) {
    uint16_t variant[UNI_VARIANTS];
    int count = uni_variants(m->d, job->node, variant);
    uni_scope c = uni_scope_of(m->d, m->s, job, UNI_NO_PLAYER);
    int possible = 0, last = 0;
    for (int i = 0; i < count; i++) {
        if (uni_possible(&c, variant[i])) {
            possible++;
            last = i;
        }
    }
    if (possible == 0) {
        give_up(m, job);
        return SET;
    }
    if (possible > 1) {
        if (!uni_ask_for(m, UNI_ASK_VARIANT, job->you)) {
            return WAIT;
        }
        last = uni_move_a(m->answer);
    }
    job->node = variant[last];
    return AGAIN;
}

// "any player: ...", "another player: ..."
static outcome choose_whom(uni_machine *m, uni_job *job) {
    uni_scope c = uni_scope_of(m->d, m->s, job, UNI_NO_PLAYER);
    uint32_t mask = uni_able(&c, job->node);
    int p;
    if (mask == 0) {
        give_up(m, job);
        return SET;
    }
    if (mask & (mask - 1)) {
        if (!uni_ask_for(m, UNI_ASK_PLAYER, job->you)) {
            return WAIT;
        }
        p = uni_move_a(m->answer);
    } else {
        p = __builtin_ctz(mask);
    }
    job->you = (uint8_t)p;
    job->node = uni_node_of(m, job)->a;
    return AGAIN;
}

// "each player: ...", "each neighbour: ...": one job for all who are meant, round the table
// from the owner.
static outcome split_each(uni_machine *m, int i) {
    uni_state *s = m->s;
    const uni_node *n = uni_node_of(m, &s->now[i]);
    int you = s->now[i].you, players = m->d->players, next = i;
    uint32_t meant = uni_meant(m->d, (uni_op)n->op, you);
    int copies = insert_copies(s, i, __builtin_popcount(meant) - 1);
    for (int j = 0; j < players && next <= i + copies; j++) {
        int p = (you + j) % players;
        if (meant >> p & 1) {
            s->now[next].you = (uint8_t)p;
            s->now[next++].node = n->a;
        }
    }
    return AGAIN;
}

static outcome choose_branch(uni_machine *m, uni_job *job) {
    const uni_node *n = uni_node_of(m, job);
    bool holds = uni_holds(m->d, m->s, &m->d->measure[n->measure], job->you, job->who);
    if (!holds && n->b == 0) {
        give_up(m, job);
        return SET;
    }
    job->node = holds ? n->a : n->b;
    return AGAIN;
}

static outcome split_and(uni_machine *m, int i) {
    uni_state *s = m->s;
    const uni_node *n = uni_node_of(m, &s->now[i]);
    if (insert_copies(s, i, 1)) {
        s->now[i + 1].node = n->b;
    }
    s->now[i].node = n->a;
    return AGAIN;
}

// "a then b", "a if done b": a takes the place, b waits for the end of the link.
static outcome split_then(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    const uni_node *n = uni_node_of(m, job);
    if (s->cont_count < UNI_JOBS) {
        uni_cont *cont = &s->cont[s->cont_count++];
        *cont = (uni_cont){.node = n->b, .src = job->src, .you = job->you, .who = UNI_NO_PLAYER};
        cont->flags = n->op == UNI_OP_IF_DONE ? UNI_CONT_IF_DONE : 0;
        job->cont = s->cont_count;
    }
    job->node = n->a;
    return AGAIN;
}

// Set off several times in one moment: each time is a job of its own, but for
// verbs that can simply take more cards.
static void split_times(uni_machine *m, int i) {
    uni_job *job = &m->s->now[i];
    const uni_node *n = uni_node_of(m, job);
    if (n->op == UNI_OP_VERB && (uni_verb_of(n)->flags & UNI_VERB_REPEATS)) {
        return;
    }
    if (insert_copies(m->s, i, 1)) {
        m->s->now[i + 1].times = (uint8_t)(job->times - 1);
    }
    job->times = 1;
}

static outcome expand(uni_machine *m, int i) {
    uni_job *job = &m->s->now[i];
    const uni_node *n = uni_node_of(m, job);
    if (job->times > 1) {
        split_times(m, i);
    }
    switch ((uni_op)n->op) {
    case UNI_OP_VERB: return choose_verb(m, job);
    case UNI_OP_MAY: return choose_may(m, job, n->a);
    case UNI_OP_OR: return choose_variant(m, job);
    case UNI_OP_ANY:
    case UNI_OP_ANOTHER: return choose_whom(m, job);
    case UNI_OP_AND: return split_and(m, i);
    case UNI_OP_EACH:
    case UNI_OP_OTHERS:
    case UNI_OP_NEIGHBOURS:
    case UNI_OP_NEXT:
    case UNI_OP_PREVIOUS: return split_each(m, i);
    case UNI_OP_IF: return choose_branch(m, job);
    case UNI_OP_THEN:
    case UNI_OP_IF_DONE: return split_then(m, job);
    case UNI_OP_THAT:
        if (job->who >= m->d->players) {
            give_up(m, job);
            return SET;
        }
        job->you = job->who;
        job->node = n->a;
        return AGAIN;
    }
    return SET;
}

// Expands all open jobs, the optional ones last. False = waiting for an answer.
bool uni_choose_all(uni_machine *m) {
    uni_state *s = m->s;
    for (int optional = 0; optional <= 1; optional++) {
        for (int i = 0; i < s->now_count; i++) {
            outcome o = AGAIN;
            while (o == AGAIN && s->now[i].stage == UNI_JOB_OPEN &&
                   (optional || uni_node_of(m, &s->now[i])->op != UNI_OP_MAY)) {
                o = expand(m, i);
            }
            if (o == WAIT) {
                s->at_job = (uint8_t)i;
                return false;
            }
        }
    }
    return true;
}
