// SPDX-License-Identifier: MIT
// Verbs that plugins add (include/tessera/verbs.h). They see what everybody sees and answer with
// steps, which are carried out here; a step that is not possible is left out. A card's own "would
// go to" rules hold; others do not step in.
#include "unicorns/added.h"

#include <string.h>

#include "unicorns/table.h"
#include "unicorns/verb.h"

enum { STEPS = 64 };

tsr_err uni_added_check(const tsr_verb *v, tsr_error *err) {
    if (!v || v->size < sizeof *v || v->abi >> 16 != TSR_ABI_MAJOR) {
        return tsr_fail(err, TSR_ERR_ABI, "a verb was built for another version of Tessera");
    }
    if (!v->word || !*v->word || !v->syntax || !v->example || !v->one || !v->third || !v->act) {
        return tsr_fail(err, TSR_ERR_GAME, "a verb's table is incomplete");
    }
    if (v->word[strspn(v->word, "abcdefghijklmnopqrstuvwxyz-")]) {
        return tsr_fail(err, TSR_ERR_GAME, "a verb is one word of small letters, not '%.40s'",
                        v->word);
    }
    for (int i = 0; i < uni_verb_count; i++) {
        if (strcmp(uni_verbs[i]->word, v->word) == 0) {
            return tsr_fail(err, TSR_ERR_GAME, "there is a verb `%.40s` already", v->word);
        }
    }
    if (strcmp(v->syntax, "") && strcmp(v->syntax, "P") && strcmp(v->syntax, "N") &&
        strcmp(v->syntax, "P N")) {
        return tsr_fail(err, TSR_ERR_GAME,
                        "`%.40s`: what follows a verb is \"\", \"P\", \"N\" or \"P N\"", v->word);
    }
    return TSR_OK;
}

tsr_err uni_added_list(const tsr_extra *const *extras, uni_added *out, tsr_error *err) {
    tsr_err e = TSR_OK;
    out->count = 0;
    for (; extras && *extras && !e; extras++) {
        if (strcmp((*extras)->kind, "verb") != 0) {
            return tsr_fail(err, TSR_ERR_GAME, "unicorns knows no extra of the kind '%.40s'",
                            (*extras)->kind);
        }
        if (out->count == UNI_ADDED_MOST) {
            return tsr_fail(err, TSR_ERR_GAME, "plugins add more than %d verbs", UNI_ADDED_MOST);
        }
        e = uni_added_check((*extras)->thing, err);
        out->verb[out->count++] = (*extras)->thing;
    }
    return e;
}

static uni_set targets(const uni_scope *c) {
    return c->node->pick ? uni_fit_allowed(c, uni_fit_stables(c)) : uni_none();
}

static bool possible(const uni_scope *c) {
    return c->node->pick == 0 || uni_any(uni_minus(targets(c), c->s->targeted));
}

static int open_cards(const uni_deck *d, const uni_state *s, tsr_verb_card *out) {
    int n = 0;
    for (uni_set rest = s->open; uni_any(rest);) {
        int card = uni_pop(&rest), owner = uni_owner(s, card);
        if (s->at[card] == UNI_AT_STACK) {
            continue;
        }
        memset(&out[n], 0, sizeof out[n]);
        out[n].name = uni_kind_name(d, d->kind_of[card]);
        out[n].number = (uint16_t)card;
        out[n].class_ = (uint8_t)uni_class_of(d, card);
        out[n].place = owner >= 0                      ? TSR_VERB_STABLE
                       : s->at[card] == UNI_AT_DISCARD ? TSR_VERB_DISCARD
                                                       : TSR_VERB_NURSERY;
        out[n++].owner = (uint8_t)(owner >= 0 ? owner : TSR_NOBODY);
    }
    return n;
}

// Where a card goes that is sent to `zone`: elsewhere, if it says so itself.
static uni_zone own_way(const uni_deck *d, int card, uni_zone zone) {
    int i = 0;
    const uni_rule *rule;
    while ((rule = uni_rule_of(d, d->kind_of[card], UNI_ON_REDIRECT, &i))) {
        if ((rule->zones >> zone & 1) && (d->pick[rule->pick].flags & UNI_PICK_THIS)) {
            return (uni_zone)rule->to;
        }
    }
    return zone;
}

static void one_more(uint8_t *counter) {
    *counter = (uint8_t)(*counter + (*counter < 99));
}

// Carries out a step; false = it is not possible.
static bool take_step(uni_machine *m, const tsr_verb_step *step) {
    uni_state *s = m->s;
    bool seated = step->player < m->d->players;
    int card = step->card < m->d->card_count ? step->card : -1;
    int owner = card >= 0 ? uni_owner(s, card) : -1;
    switch (step->deed) {
    case TSR_DEED_EXTRA_DRAW:
        seated ? one_more(&s->more_draws[step->player]) : (void)0;
        return seated;
    case TSR_DEED_EXTRA_TURN:
        seated ? one_more(&s->more_turns[step->player]) : (void)0;
        return seated;
    case TSR_DEED_MOVE:
        if (owner < 0 || !seated || owner == step->player ||
            uni_has(uni_barred(m->d, s, step->player), card)) {
            return false;
        }
        uni_send(m, card, UNI_STABLE, step->player);
        return true;
    case TSR_DEED_DISCARD:
    case TSR_DEED_RETURN:
        if (owner >= 0) {
            uni_zone zone = step->deed == TSR_DEED_RETURN ? UNI_HAND : UNI_DISCARD;
            uni_send(m, card, own_way(m->d, card, zone), owner);
        }
        return owner >= 0;
    default: return false;
    }
}

static bool perform(uni_machine *m, uni_job *job) {
    tsr_verb_card cards[UNI_CARDS];
    uint16_t chosen[UNI_CARDS], hands[UNI_PLAYERS];
    tsr_verb_step steps[STEPS];
    const uni_state *s = m->s;
    const uni_node *n = &m->d->node[job->node];
    tsr_verb_call call = {.size = sizeof call,
                          .players = m->d->players,
                          .you = job->you,
                          .turn = s->turn,
                          .number = n->n,
                          .deck_size = s->deck_size,
                          .cards = cards,
                          .targets = chosen,
                          .hand_size = hands};
    memcpy(hands, s->hand_size, sizeof hands);
    call.card_count = (uint16_t)open_cards(m->d, s, cards);
    for (uni_set rest = uni_and(job->targets, s->tabled); uni_any(rest);) {
        chosen[call.target_count++] = (uint16_t)uni_pop(&rest);
    }
    int count = m->d->added[n->added]->act(&call, steps, STEPS);
    for (int i = 0; i < count && i < STEPS; i++) {
        job->made = (uint16_t)(job->made + take_step(m, &steps[i]));
    }
    uni_job_end(m, job, job->made > 0, UNI_NO_PLAYER);
    return true;
}

// The sentence, with the cards in the place of {}.
static void tell(tsr_out *o, const uni_deck *d, const uni_node *node, bool third) {
    const tsr_verb *v = d->added[node->added];
    const char *text = third ? v->third : v->one, *gap = strstr(text, "{}");
    if (!gap || !node->pick) {
        tsr_put(o, text);
    } else {
        tsr_putf(o, "%.*s", (int)(gap - text), text);
        uni_tell_pick(o, d, &d->pick[node->pick], UNI_WHOSE_OTHERS, third);
        tsr_put(o, gap + 2);
    }
    if (node->n) {
        tsr_putf(o, " %d", node->n);
    }
}

const uni_verb uni_verb_added = {
    .word = "(added)", // no card can write this: the words are the plugins'
    .syntax = "",
    .example = "",
    .whose = UNI_WHOSE_OTHERS,
    .whose_mask = 1 << UNI_WHOSE_MINE | 1 << UNI_WHOSE_OTHERS | 1 << UNI_WHOSE_ANY,
    .targets = targets,
    .possible = possible,
    .perform = perform,
    .tell = tell,
};
