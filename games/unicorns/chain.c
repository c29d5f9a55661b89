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
#include "unicorns/table.h"
#include "unicorns/verb.h"

// --- Setting off -----------------------------------------------------------------

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
    job->src = (uint8_t)src;
    job->who = (uint8_t)who;
    job->many = (uint8_t)many;
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
            uni_scope c = {.d = m->d, .s = m->s, .you = (uint8_t)you, .src = (uint8_t)card,
                           .who = UNI_NO_PLAYER, .to = UNI_NO_PLAYER, .knower = UNI_NO_PLAYER};
            bool heard = (rule->flags & UNI_RULE_ALWAYS) || !uni_has(mute, card);
            if (heard && uni_worth(m->d, m->s, you, &m->d->pick[rule->pick]) > rule->number &&
                !is_waiting(m->s, rule->node, card) && uni_possible(&c, rule->node)) {
                uni_post(m, rule->node, you, card, UNI_NO_PLAYER, 0);
            }
        }
    }
}

// --- Jobs of this link --------------------------------------------------------------

static const uni_node *node_of(const uni_machine *m, const uni_job *job) {
    return &m->d->node[job->node];
}

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

// A further job at the end of the link; NULL when there is no room.
static uni_job *append_job(uni_state *s) {
    if (s->now_count >= UNI_JOBS) {
        return NULL;
    }
    uni_job *job = &s->now[s->now_count++];
    *job = (uni_job){0};
    job->who = job->to = UNI_NO_PLAYER;
    job->times = 1;
    return job;
}

void uni_job_end(uni_machine *m, uni_job *job, bool done, int who) {
    job->stage = UNI_JOB_GONE;
    if (job->cont) {
        uni_cont *cont = &m->s->cont[job->cont - 1];
        cont->flags |= done ? 0 : UNI_CONT_FAILED;
        cont->many = (uint8_t)(cont->many + job->made);
        cont->who = who != UNI_NO_PLAYER ? (uint8_t)who : cont->who;
    }
}

static void give_up(uni_machine *m, uni_job *job) {
    uni_job_end(m, job, false, UNI_NO_PLAYER);
}

// --- Step 1: choose --------------------------------------------------------------------

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
    *wanted = uni_wanted(&c) - job->picked;
    return open;
}

static void aim(uni_state *s, uni_job *job, uni_set cards) {
    job->targets = uni_or(job->targets, cards);
    job->picked = (uint8_t)(job->picked + uni_count(cards));
    s->targeted = uni_or(s->targeted, cards);
}

// How many kinds a set of cards shows.
static bool one_kind(const uni_deck *d, uni_set cards) {
    return !uni_any(uni_minus(cards, d->range[d->kind_of[uni_first(cards)]]));
}

// The card of an answer: itself, or from a pile the lowest of its kind.
static int answered_card(const uni_machine *m, uni_set open) {
    int a = uni_move_a(m->answer);
    return tsr_move_byte(m->answer, 0) == UNI_MOVE_TARGET ? a
                                                         : uni_first(uni_and(open, m->d->range[a]));
}

static outcome choose_targets(uni_machine *m, uni_job *job) {
    const uni_verb *v = uni_verb_of(node_of(m, job));
    bool each = m->d->pick[node_of(m, job)->pick].whose == UNI_WHOSE_EACH;
    bool pile = v->flags & UNI_VERB_PILE;
    for (;;) {
        int wanted;
        uni_set open = uni_choices(m->d, m->s, job, &wanted);
        int count = uni_count(open);
        if (wanted <= 0 || count == 0) {
            return SET;
        }
        if (count <= wanted) {
            aim(m->s, job, open);
        } else if (pile && one_kind(m->d, open)) {
            aim(m->s, job, uni_one(uni_first(open)));
        } else if (uni_ask_for(m, pile ? UNI_ASK_PILE : UNI_ASK_TARGET, job->you)) {
            aim(m->s, job, uni_one(answered_card(m, open)));
        } else {
            return WAIT;
        }
        if (!each && count <= wanted) {
            return SET;
        }
    }
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
    job->node = node_of(m, job)->a;
    return AGAIN;
}

// "each player: ...": one job for everybody, round the table from the owner.
static outcome split_each(uni_machine *m, int i) {
    uni_state *s = m->s;
    int you = s->now[i].you, players = m->d->players;
    int copies = insert_copies(s, i, players - 1);
    for (int j = 0; j <= copies; j++) {
        s->now[i + j].you = (uint8_t)((you + j) % players);
        s->now[i + j].node = node_of(m, &s->now[i + j])->a;
    }
    return AGAIN;
}

static outcome split_and(uni_machine *m, int i) {
    uni_state *s = m->s;
    const uni_node *n = node_of(m, &s->now[i]);
    if (insert_copies(s, i, 1)) {
        s->now[i + 1].node = n->b;
    }
    s->now[i].node = n->a;
    return AGAIN;
}

// "a then b", "a if done b": a takes the place, b waits for the end of the link.
static outcome split_then(uni_machine *m, uni_job *job) {
    uni_state *s = m->s;
    const uni_node *n = node_of(m, job);
    if (s->cont_count < UNI_JOBS) {
        uni_cont *cont = &s->cont[s->cont_count++];
        *cont = (uni_cont){n->b, job->you, job->src, UNI_NO_PLAYER, 0,
                           n->op == UNI_OP_IF_DONE ? UNI_CONT_IF_DONE : 0, 0};
        job->cont = s->cont_count;
    }
    job->node = n->a;
    return AGAIN;
}

// Set off several times in one moment: each time is a job of its own, but for
// verbs that can simply take more cards.
static void split_times(uni_machine *m, int i) {
    uni_job *job = &m->s->now[i];
    const uni_node *n = node_of(m, job);
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
    const uni_node *n = node_of(m, job);
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
    case UNI_OP_EACH: return split_each(m, i);
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
static bool choose_all(uni_machine *m) {
    uni_state *s = m->s;
    for (int optional = 0; optional <= 1; optional++) {
        for (int i = 0; i < s->now_count; i++) {
            outcome o = AGAIN;
            while (o == AGAIN && s->now[i].stage == UNI_JOB_OPEN &&
                   (optional || node_of(m, &s->now[i])->op != UNI_OP_MAY)) {
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

// --- Step 2: replace -----------------------------------------------------------------------

static bool moves_stables(const uni_machine *m, const uni_job *job) {
    return job->stage == UNI_JOB_READY && !(job->flags & UNI_JOB_BACK) &&
           (uni_verb_of(node_of(m, job))->flags & UNI_VERB_STABLE);
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
        uni_scope c = {.d = d, .s = s, .you = (uint8_t)uni_owner(s, src), .src = (uint8_t)src,
                       .who = UNI_NO_PLAYER, .to = UNI_NO_PLAYER, .knower = UNI_NO_PLAYER};
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
    uni_job *other = append_job(s);
    if (other) {
        other->node = n->op == UNI_OP_MAY ? n->a : rule->node;
        other->you = (uint8_t)uni_owner(s, src);
        other->src = (uint8_t)src;
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
        s->at_rule = (uint8_t)(src + 1);
        if (m->d->node[rule->node].op == UNI_OP_MAY) {
            if (!uni_ask_for(m, UNI_ASK_INSTEAD, uni_owner(s, src))) {
                return -1;
            }
            if (tsr_move_byte(m->answer, 0) != UNI_MOVE_YES) {
                s->at_rule = (uint8_t)(src + 2);
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
static bool replace_all(uni_machine *m) {
    uni_state *s = m->s;
    if (!uni_any(uni_live(m->d, s, UNI_ON_REPLACE))) {
        return true;
    }
    for (;;) {
        uint8_t job_index = s->at_job;
        if (!choose_all(m)) { // a substitute may have something to choose
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
        s->at_card = (uint8_t)uni_first(rest);
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
        if ((job->flags & UNI_JOB_REDIRECTED) && job->node == from->node &&
            job->you == from->you && job->src == from->src && job->cont == from->cont &&
            job->zone == zone) {
            to = job;
        }
    }
    if (!to) {
        to = append_job(s);
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

static void redirect_all(uni_machine *m) {
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
        bool quiet = (node_of(m, job)->flags & UNI_NODE_QUIET) ||
                     uni_has(uni_muted(m->d, m->s), target);
        if ((rule->pasts & uni_verb_of(node_of(m, job))->past) &&
            ((rule->flags & UNI_RULE_ALWAYS) || !quiet)) {
            uni_post(m, rule->node, uni_owner(m->s, target), target, UNI_NO_PLAYER, 0);
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
        uni_job *job = append_job(s);
        if (job) {
            job->you = (uint8_t)uni_owner(s, source);
            job->src = (uint8_t)source;
            job->stage = UNI_JOB_READY;
            job->flags = UNI_JOB_BACK;
            job->to = s->lease[i].home;
            job->picked = 1;
            job->targets = uni_one(s->lease[i].card);
        }
        uni_lease_drop(s, i);
    }
}

static void leave_all(uni_machine *m) {
    uni_state *s = m->s;
    for (int i = 0; i < s->now_count; i++) {
        bool back = s->now[i].flags & UNI_JOB_BACK;
        if (!back && !moves_stables(m, &s->now[i])) {
            continue;
        }
        for (uni_set rest = uni_and(s->now[i].targets, s->tabled); uni_any(rest);) {
            int target = uni_pop(&rest);
            if (!back && uni_has(m->d->listens[UNI_ON_LEFT], target)) {
                post_left(m, &s->now[i], target);
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
        } else if (!uni_verb_of(node_of(m, job))->perform(m, job)) {
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
    s->at_job = s->at_card = s->at_rule = s->sub_job = 0;
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
        if (!choose_all(m)) {
            return false;
        }
        s->step = UNI_STEP_REPLACE;
        s->at_job = 0;
    }
    if (s->step == UNI_STEP_REPLACE) {
        if (!replace_all(m)) {
            return false;
        }
        redirect_all(m);
        leave_all(m);
        s->step = UNI_STEP_PERFORM;
        s->at_job = s->at_card = s->at_rule = s->sub_job = 0;
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

const uni_job *uni_job_at_work(const uni_state *s) {
    bool sub = s->step == UNI_STEP_REPLACE && s->ask != UNI_ASK_INSTEAD;
    return &s->now[sub ? s->sub_job : s->at_job];
}
