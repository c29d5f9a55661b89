// SPDX-License-Identifier: MIT
// Cards being played, and the instants that answer them.
//
//     play -> window -> quickest -+-> nobody: the top card resolves
//               ^                 +-> somebody: that instant is the new top --+
//               +-------------------------------------------------------------+
//
// Everybody who could answer by public rules is asked at once, also without an
// instant in hand. The answers are secret and change nothing that others see. The
// window always closes with a chance move: who was quickest, or nobody.
#include "unicorns/table.h"
#include "unicorns/verb.h"

static uni_play *top_of(uni_state *s) {
    return &s->stack[s->stack_count - 1];
}

static void push(uni_state *s, int card, int caster, int stable) {
    s->stack[s->stack_count++] = (uni_play){(uint16_t)card, (uint8_t)caster, (uint8_t)stable};
}

static uni_play pop(uni_state *s) {
    uni_play play = *top_of(s);
    *top_of(s) = (uni_play){0};
    s->stack_count--;
    return play;
}

void uni_put_on_stack(uni_machine *m, int caster, int kind, int stable) {
    int card = uni_show(m, caster, kind);
    push(m->s, card, caster, stable);
    uni_post_watchers(m, UNI_ON_PLAYED, caster, card, caster);
}

// Bits of the players who may answer, as far as everybody can see.
uint32_t uni_may_answer(const uni_deck *d, const uni_state *s) {
    uint32_t mask = 0;
    if (s->stack_count == 0 || s->stack_count >= UNI_STACK) {
        return 0;
    }
    const uni_play *top = &s->stack[s->stack_count - 1];
    if (!uni_any(d->of_class[UNI_INSTANT].set) || !uni_stoppable(d, s, top)) {
        return 0;
    }
    for (int p = 0; p < d->players; p++) {
        if (p != top->caster && s->hand_size[p] > 0 && uni_forbids(d, s, p, UNI_INSTANT) < 0) {
            mask |= 1u << p;
        }
    }
    return mask;
}

bool uni_run_window(uni_machine *m) {
    uni_state *s = m->s;
    uint32_t mask = uni_may_answer(m->d, s);
    if (mask == 0) {
        s->pc = UNI_PC_RESOLVE;
        return true;
    }
    s->asked = (uint8_t)mask;
    s->ask = UNI_ASK_ANSWER;
    s->deciders = (uint16_t)mask;
    return false;
}

bool uni_run_quickest(uni_machine *m) {
    uni_state *s = m->s;
    if (!uni_ask_for(m, UNI_ASK_QUICKEST, TSR_CHANCE)) {
        return false;
    }
    int p = uni_move_a(m->answer);
    int kind = p < m->d->players ? s->willing[p] - 1 : -1;
    for (int i = 0; i < UNI_PLAYERS; i++) {
        s->willing[i] = 0; // the slower ones keep their cards, and nobody learns of them
    }
    if (kind < 0) {
        s->pc = UNI_PC_RESOLVE;
        return true;
    }
    uni_put_on_stack(m, p, kind, UNI_NO_PLAYER);
    s->pc = UNI_PC_WINDOW;
    return true;
}

// "When this is stopped": the card speaks from the discard pile; then those who watch.
void uni_stop_top(uni_machine *m, int stopper) {
    uni_play below = pop(m->s);
    int i = 0, kind = m->d->kind_of[below.card];
    const uni_rule *rule;
    uni_tell(m, UNI_NEWS_STOPPED, below.caster, kind, stopper);
    uni_send(m, below.card, UNI_DISCARD, UNI_NO_PLAYER);
    while ((rule = uni_rule_of(m->d, kind, UNI_ON_LEFT, &i))) {
        if (rule->pasts & UNI_STOPPED) {
            uni_post(m, rule->node, below.caster, below.card, stopper, 0);
        }
    }
    uni_post_watchers(m, UNI_ON_STOPS, below.caster, below.card, stopper);
}

static void resolve_instant(uni_machine *m, uni_play play) {
    uni_state *s = m->s;
    int i = 0;
    const uni_rule *rule;
    uni_send(m, play.card, UNI_DISCARD, UNI_NO_PLAYER);
    while ((rule = uni_rule_of(m->d, m->d->kind_of[play.card], UNI_ON_ANSWER, &i))) {
        const uni_node *n = &m->d->node[rule->node];
        bool only_stops = n->op == UNI_OP_VERB && n->verb == UNI_VERB_OF_stop;
        if (s->stack_count == 0) {
            break; // what it answered is gone
        }
        if (only_stops) {
            uni_stop_top(m, play.caster);
        } else {
            uni_post(m, rule->node, play.caster, play.card, top_of(s)->caster, 0);
        }
    }
    s->pc = UNI_PC_CHAIN;
    s->ret = s->stack_count ? UNI_PC_WINDOW : UNI_PC_AFTER;
}

static void resolve_magic(uni_machine *m, uni_play play) {
    int i = 0;
    const uni_rule *rule;
    // It lies in the discard pile before its effect runs: what it recycles
    // includes itself.
    uni_send(m, play.card, UNI_DISCARD, UNI_NO_PLAYER);
    while ((rule = uni_rule_of(m->d, m->d->kind_of[play.card], UNI_ON_PLAY, &i))) {
        uni_post(m, rule->node, play.caster, play.card, UNI_NO_PLAYER, 0);
    }
}

static void resolve_resident(uni_machine *m, uni_play play) {
    uni_state *s = m->s;
    if (uni_has(uni_barred(m->d, s, play.stable), play.card)) {
        uni_tell(m, UNI_NEWS_STAYS, play.stable, m->d->kind_of[play.card], UNI_NO_PLAYER);
        uni_send(m, play.card, UNI_DISCARD, UNI_NO_PLAYER);
        return;
    }
    uni_send(m, play.card, UNI_STABLE, play.stable);
    uni_post_event(m, s->entered, UNI_ON_ENTER);
    s->entered = uni_none();
}

bool uni_run_resolve(uni_machine *m) {
    uni_state *s = m->s;
    uni_play play = pop(s);
    int class_ = uni_class_of(m->d, play.card);
    s->pc = UNI_PC_CHAIN;
    s->ret = UNI_PC_AFTER;
    if (class_ == UNI_INSTANT) {
        resolve_instant(m, play);
    } else if (class_ == UNI_MAGIC) {
        resolve_magic(m, play);
    } else {
        resolve_resident(m, play);
    }
    return true;
}
