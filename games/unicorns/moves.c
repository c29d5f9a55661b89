// SPDX-License-Identifier: MIT
// Which moves there are. For a player they depend on that player's view alone.
#include <string.h>

#include "unicorns/lines.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

static tsr_move move_of(uni_move_kind kind, int a, int b) {
    return uni_move_of((int)kind, a, b);
}

// --- Playing a card -------------------------------------------------------------------

// Whether `p` has in the stable what `rule` asks for.
static bool has_needed(const uni_deck *d, const uni_state *s, int p, const uni_rule *rule) {
    return uni_count(uni_stable_fit(d, s, p, &d->pick[rule->pick])) >= d->pick[rule->pick].count;
}

static int class_word(uint32_t classes) {
    for (int c = 0; c < UNI_CLASSES; c++) {
        if (classes == 1u << c) {
            return c;
        }
    }
    return classes == UNI_UNICORNS ? UNI_WORD_UNICORN : UNI_WORD_CARD;
}

static uni_scope playing(const uni_deck *d, const uni_state *s, int p, int kind) {
    return (uni_scope){.d = d,
                       .s = s,
                       .you = (uint8_t)p,
                       .src = d->kind[kind].first, // any copy: its class is what matters
                       .who = UNI_NO_PLAYER,
                       .to = UNI_NO_PLAYER,
                       .knower = (uint8_t)p,
                       .spent = (uint16_t)(kind + 1)};
}

// Why the effect of a magic card is impossible: the first verb that is.
static int impossible(const uni_deck *d, uni_scope *c, uint16_t node, int kind, tsr_line *out) {
    const uni_node *n = &d->node[node];
    while (n->op != UNI_OP_VERB) {
        if (n->op == UNI_OP_IF) { // what it asks for is told by its condition
            return tsr_say(out, UNI_LINE_NOT_POSSIBLE, uni_arg_kind(kind));
        }
        n = &d->node[n->op == UNI_OP_AND && uni_possible(c, n->a) ? n->b : n->a];
    }
    const uni_verb *v = uni_verb_of(n);
    c->node = n;
    if (!v->targets || !(v->flags & UNI_VERB_STABLE)) {
        return tsr_say(out, UNI_LINE_NOT_POSSIBLE, uni_arg_kind(kind));
    }
    int safe = uni_first(uni_minus(uni_fit_stables(c), uni_fit_allowed(c, uni_fit_stables(c))));
    if (safe >= 0) {
        return tsr_say(out, UNI_LINE_ALL_SAFE, uni_arg_kind(kind), uni_arg_verb(d, n->verb),
                       uni_arg_kind(d->kind_of[safe]));
    }
    return tsr_say(out, UNI_LINE_NOTHING_TO, uni_arg_kind(kind), uni_arg_verb(d, n->verb));
}

int uni_unplayable(const uni_deck *d, const uni_state *s, int p, int kind, tsr_line *out) {
    const uni_rule *rule;
    int i = 0, class_ = d->kind[kind].class_;
    int forbids = uni_forbids(d, s, p, class_);
    if (forbids >= 0) {
        return tsr_say(out, UNI_LINE_FORBIDDEN, uni_arg_kind(d->kind_of[forbids]),
                       uni_arg_class(d, class_));
    }
    while ((rule = uni_rule_of(d, kind, UNI_NEEDS, &i))) {
        if (!has_needed(d, s, p, rule)) {
            return tsr_say(out, UNI_LINE_NEEDS, uni_arg_kind(kind),
                           uni_arg_class(d, class_word(d->pick[rule->pick].classes)));
        }
    }
    if (class_ == UNI_MAGIC || class_ == UNI_INSTANT) {
        uni_event event = class_ == UNI_MAGIC ? UNI_ON_PLAY : UNI_ON_ANSWER;
        uni_scope c = playing(d, s, p, kind);
        for (i = 0; (rule = uni_rule_of(d, kind, event, &i));) {
            if (!uni_possible(&c, rule->node)) {
                return impossible(d, &c, rule->node, kind, out);
            }
        }
    }
    return tsr_say(out, 0);
}

static int list_plays(const uni_deck *d, const uni_state *s, int p, tsr_move *out) {
    uni_set barred[UNI_PLAYERS];
    int n = 0;
    for (int q = 0; q < d->players; q++) {
        barred[q] = uni_barred_kinds(d, s, q);
    }
    uni_set kinds = uni_minus(uni_and(s->hand[p], d->firsts), d->of_class[UNI_INSTANT].set);
    while (uni_any(kinds)) {
        int first = uni_pop(&kinds), kind = d->kind_of[first];
        if (uni_unplayable(d, s, p, kind, NULL)) {
            continue;
        }
        if (d->kind[kind].class_ == UNI_MAGIC) {
            out[n++] = move_of(UNI_MOVE_PLAY, kind, UNI_NO_PLAYER);
            continue;
        }
        for (int q = 0; q < d->players; q++) {
            if (!uni_has(barred[q], first)) {
                out[n++] = move_of(UNI_MOVE_PLAY, kind, q);
            }
        }
    }
    return n;
}

// Cards in the stable of `p` that can be used now.
static int list_uses(const uni_deck *d, const uni_state *s, int p, tsr_move *out) {
    int n = 0;
    if (!s->heard[UNI_ON_USE]) {
        return 0;
    }
    uni_set cards = uni_minus(uni_and(uni_live(d, s, UNI_ON_USE), s->stable[p]), s->used);
    uni_set mute = uni_muted(d, s);
    while (uni_any(cards)) {
        int card = uni_pop(&cards), i = 0;
        const uni_rule *rule = uni_rule_of(d, d->kind_of[card], UNI_ON_USE, &i);
        uni_scope c = {.d = d,
                       .s = s,
                       .you = (uint8_t)p,
                       .src = (uint16_t)card,
                       .who = UNI_NO_PLAYER,
                       .to = UNI_NO_PLAYER,
                       .knower = (uint8_t)p};
        bool heard = (rule->flags & UNI_RULE_ALWAYS) || !uni_has(mute, card);
        if (heard && uni_possible(&c, rule->node)) {
            out[n++] = move_of(UNI_MOVE_USE, card, 0);
        }
    }
    return n;
}

static int list_answers(const uni_deck *d, const uni_state *s, int p, tsr_move *out) {
    int n = 0;
    out[n++] = move_of(UNI_MOVE_PASS, 0, 0);
    uni_set kinds = uni_and(uni_and(s->hand[p], d->firsts), d->of_class[UNI_INSTANT].set);
    while (uni_any(kinds)) {
        int kind = d->kind_of[uni_pop(&kinds)];
        if (!uni_unplayable(d, s, p, kind, NULL)) {
            out[n++] = move_of(UNI_MOVE_ANSWER, kind, 0);
        }
    }
    return n;
}

// --- Questions of the chain --------------------------------------------------------------

// Whether "yes" can be said: the effect is possible for one who knows the hand.
static bool can_say_yes(const uni_deck *d, const uni_state *s, int who) {
    if (s->ask == UNI_ASK_MAY) {
        uni_scope c = uni_scope_of(d, s, uni_job_at_work(s), who);
        return uni_possible(&c, c.node->a);
    }
    const uni_rule *rule = uni_substitute(d, s);
    int src = s->at_rule - 1;
    uni_scope c = {.d = d,
                   .s = s,
                   .you = (uint8_t)uni_owner(s, src),
                   .src = (uint16_t)src,
                   .who = UNI_NO_PLAYER,
                   .to = UNI_NO_PLAYER,
                   .knower = (uint8_t)who};
    return rule && uni_possible(&c, d->node[rule->node].a);
}

static int list_variants(const uni_deck *d, const uni_state *s, int who, tsr_move *out) {
    const uni_job *job = uni_job_at_work(s);
    uint16_t variant[UNI_VARIANTS];
    int count = uni_variants(d, job->node, variant), n = 0;
    // What the player can do; failing that, what others think possible.
    for (int knows = 1; knows >= 0 && n == 0; knows--) {
        uni_scope c = uni_scope_of(d, s, job, knows ? who : UNI_NO_PLAYER);
        for (int i = 0; i < count; i++) {
            if (uni_possible(&c, variant[i])) {
                out[n++] = move_of(UNI_MOVE_VARIANT, i, 0);
            }
        }
    }
    return n;
}

static uint32_t players_offered(const uni_deck *d, const uni_state *s, int who) {
    const uni_job *job = uni_job_at_work(s);
    uni_scope c = uni_scope_of(d, s, job, who);
    if (c.node->op == UNI_OP_VERB) {
        c.knower = UNI_NO_PLAYER;
        const uni_verb *v = uni_verb_of(c.node);
        return v->players ? v->players(&c) : 0;
    }
    uint32_t mask = uni_able(&c, job->node);
    if (mask == 0) {
        c.knower = UNI_NO_PLAYER;
        mask = uni_able(&c, job->node);
    }
    return mask;
}

static int list_players(uint32_t mask, uni_move_kind kind, tsr_move *out) {
    int n = 0;
    for (int p = 0; p < UNI_PLAYERS; p++) {
        if (mask >> p & 1) {
            out[n++] = move_of(kind, p, 0);
        }
    }
    return n;
}

static int list_targets(const uni_deck *d, const uni_state *s, tsr_move *out) {
    int wanted, n = 0;
    for (uni_set open = uni_choices(d, s, uni_job_at_work(s), &wanted); uni_any(open);) {
        out[n++] = move_of(UNI_MOVE_TARGET, uni_pop(&open), 0);
    }
    if (uni_may_stop(d, s)) {
        out[n++] = move_of(UNI_MOVE_DONE, 0, 0);
    }
    return n;
}

// The first card of every kind that appears in `cards`.
static uni_set kinds_in(const uni_deck *d, uni_set cards) {
    uni_set kinds = uni_none();
    while (uni_any(cards)) {
        int kind = d->kind_of[uni_first(cards)];
        uni_add(&kinds, d->kind[kind].first);
        cards = uni_minus(cards, d->range[kind].set);
    }
    return kinds;
}

// Cards of the own hand that the job at work may take.
static uni_set hand_offered(const uni_deck *d, const uni_state *s, const uni_job *job) {
    uni_scope c = uni_scope_of(d, s, job, job->you);
    const uni_pick *pick = uni_pick_of(&c);
    uni_set fit = uni_and(s->hand[job->you], pick->cards);
    if (uni_verb_of(c.node)->to == UNI_STABLE) {
        fit = uni_minus(fit, uni_barred_kinds(d, s, job->you));
    }
    bool whole = (c.node->flags & UNI_NODE_COST) && pick->count < UNI_THAT_MANY &&
                 !(pick->flags & UNI_PICK_UP_TO);
    if (whole && uni_count(fit) < uni_wanted(&c) * job->times - job->tried) {
        return uni_none(); // a price is paid whole or not at all
    }
    return uni_and(fit, d->firsts);
}

// Kinds among the cards on top that have no place yet.
static uni_set top_offered(const uni_deck *d, const uni_state *s, const uni_job *job) {
    uni_set kinds = uni_none();
    int count = d->node[job->node].n < s->top_count ? d->node[job->node].n : s->top_count;
    for (int i = job->tried; i < count; i++) {
        if (s->top[i]) {
            uni_add(&kinds, d->kind[s->top[i] - 1].first);
        }
    }
    return kinds;
}

uni_set uni_kinds_offered(const uni_deck *d, const uni_state *s, int who) {
    const uni_job *job = uni_job_at_work(s);
    const uni_pick *pick = &d->pick[d->node[job->node].pick];
    int wanted;
    switch ((uni_ask)s->ask) {
    case UNI_ASK_HAND: return hand_offered(d, s, job);
    case UNI_ASK_ORDER: return top_offered(d, s, job);
    case UNI_ASK_TAKE: return uni_and(uni_and(s->hand[job->to], pick->cards), d->firsts);
    case UNI_ASK_SEARCH: return uni_and(uni_and(s->deck, pick->cards), d->firsts);
    case UNI_ASK_LIMIT: return uni_and(s->hand[who], d->firsts);
    case UNI_ASK_PILE: return kinds_in(d, uni_choices(d, s, job, &wanted));
    default: return uni_none();
    }
}

static int list_kinds(const uni_deck *d, const uni_state *s, int who, tsr_move *out) {
    int n = 0;
    for (uni_set kinds = uni_kinds_offered(d, s, who); uni_any(kinds);) {
        out[n++] = move_of(UNI_MOVE_KIND, d->kind_of[uni_pop(&kinds)], 0);
    }
    if (n == 0) {
        out[n++] = move_of(UNI_MOVE_NONE, 0, 0);
    } else if (uni_may_stop(d, s)) {
        out[n++] = move_of(UNI_MOVE_DONE, 0, 0);
    }
    return n;
}

static int list_yes_no(const uni_deck *d, const uni_state *s, int who, tsr_move *out) {
    int n = 0;
    if (can_say_yes(d, s, who)) {
        out[n++] = move_of(UNI_MOVE_YES, 0, 0);
    }
    out[n++] = move_of(UNI_MOVE_NO, 0, 0);
    return n;
}

int uni_list_moves(const uni_deck *d, const uni_state *s, int who, tsr_move *out) {
    int n;
    if (who < 0 || who >= d->players || !(s->deciders >> who & 1)) {
        return 0;
    }
    switch ((uni_ask)s->ask) {
    case UNI_ASK_ACT:
        out[0] = move_of(s->played ? UNI_MOVE_DONE : UNI_MOVE_DRAW, 0, 0);
        n = 1 + list_plays(d, s, who, out + 1);
        return n + list_uses(d, s, who, out + n);
    case UNI_ASK_ANSWER: return list_answers(d, s, who, out);
    case UNI_ASK_MAY:
    case UNI_ASK_INSTEAD: return list_yes_no(d, s, who, out);
    case UNI_ASK_VARIANT: return list_variants(d, s, who, out);
    case UNI_ASK_PLAYER: return list_players(players_offered(d, s, who), UNI_MOVE_PLAYER, out);
    case UNI_ASK_STABLE: return list_players(players_offered(d, s, who), UNI_MOVE_STABLE, out);
    case UNI_ASK_TARGET: return list_targets(d, s, out);
    case UNI_ASK_PILE:
    case UNI_ASK_HAND:
    case UNI_ASK_ORDER:
    case UNI_ASK_TAKE:
    case UNI_ASK_SEARCH:
    case UNI_ASK_LIMIT: return list_kinds(d, s, who, out);
    case UNI_ASK_NOTHING:
    case UNI_ASK_DRAW:
    case UNI_ASK_PULL:
    case UNI_ASK_TOP:
    case UNI_ASK_QUICKEST:
    case UNI_ASK_LOOK:
    case UNI_ASK_UNVEIL: return 0;
    }
    return 0;
}

// --- Chance ------------------------------------------------------------------------------

static int list_pool(const uni_deck *d, uni_set pool, uni_move_kind kind, tsr_move *out,
                     uint32_t *weight) {
    int n = 0;
    for (uni_set kinds = uni_and(pool, d->firsts); uni_any(kinds);) {
        int k = d->kind_of[uni_pop(&kinds)];
        out[n] = move_of(kind, k, 0);
        weight[n++] = (uint32_t)uni_tally(d, pool, k);
    }
    return n;
}

static int list_quickest(const uni_deck *d, const uni_state *s, tsr_move *out, uint32_t *weight) {
    int n = 0;
    for (int p = 0; p < d->players; p++) {
        if (s->willing[p]) {
            out[n] = move_of(UNI_MOVE_QUICKEST, p, s->willing[p] - 1);
            weight[n++] = 1;
        }
    }
    if (n == 0) {
        out[0] = move_of(UNI_MOVE_QUICKEST, UNI_NO_PLAYER, 0);
        weight[n++] = 1;
    }
    return n;
}

int uni_list_chance(const uni_deck *d, const uni_state *s, tsr_move *out, uint32_t *weight) {
    switch ((uni_ask)s->ask) {
    case UNI_ASK_DRAW:
        if (s->top_count) { // chance has spoken already
            out[0] = move_of(UNI_MOVE_DRAWN, s->top[0] - 1, 0);
            weight[0] = 1;
            return 1;
        }
        return list_pool(d, s->deck, UNI_MOVE_DRAWN, out, weight);
    case UNI_ASK_TOP: return list_pool(d, s->deck, UNI_MOVE_TOPPED, out, weight);
    case UNI_ASK_PULL:
        return list_pool(d, s->hand[uni_job_at_work(s)->to], UNI_MOVE_PULLED, out, weight);
    case UNI_ASK_QUICKEST: return list_quickest(d, s, out, weight);
    case UNI_ASK_LOOK:
    case UNI_ASK_UNVEIL:
        out[0] = move_of(UNI_MOVE_LOOK, 0, 0);
        weight[0] = 1;
        return 1;
    default: return 0;
    }
}
