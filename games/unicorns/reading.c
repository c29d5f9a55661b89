// SPDX-License-Identifier: MIT
// Views and moves in plain numbers (unicorns.h).
#include <string.h>

#include "unicorns/appraise.h"
#include "unicorns/parts.h"
#include "unicorns/table.h"
#include "unicorns/unicorns.h"
#include "unicorns/verb.h"

// --- A view ----------------------------------------------------------------------------

static void count_kinds(const uni_deck *d, uni_set cards, uint8_t *out) {
    while (uni_any(cards)) {
        out[d->kind_of[uni_pop(&cards)]]++;
    }
}

static void read_seat(const uni_deck *d, const uni_state *s, int p, tsr_unicorns_seat *out) {
    uni_play any = {0};
    out->value = uni_value(d, s, p);
    out->hand_size = s->hand_size[p];
    out->known = uni_count(s->hand[p]);
    for (uni_set rest = s->stable[p]; uni_any(rest);) {
        out->stable[out->stable_count++] = (uint16_t)uni_pop(&rest);
    }
    count_kinds(d, s->hand[p], out->hand);
    out->cannot_answer = uni_forbids(d, s, p, UNI_INSTANT) >= 0;
    any.caster = (uint8_t)p;
    any.card = (uint16_t)uni_first(d->all);
    out->is_unstoppable = !uni_stoppable(d, s, &any);
    out->has_pandas = uni_pandas(d, s, p);
}

static int public_ask(const uni_state *s) {
    static const uint8_t asks[] = {
        [UNI_ASK_NOTHING] = TSR_UNICORNS_NOTHING, [UNI_ASK_ACT] = TSR_UNICORNS_ACT,
        [UNI_ASK_ANSWER] = TSR_UNICORNS_ANSWER,   [UNI_ASK_MAY] = TSR_UNICORNS_MAY,
        [UNI_ASK_INSTEAD] = TSR_UNICORNS_INSTEAD, [UNI_ASK_VARIANT] = TSR_UNICORNS_VARIANT,
        [UNI_ASK_PLAYER] = TSR_UNICORNS_PLAYER,   [UNI_ASK_STABLE] = TSR_UNICORNS_STABLE,
        [UNI_ASK_TARGET] = TSR_UNICORNS_TARGET,   [UNI_ASK_PILE] = TSR_UNICORNS_KIND,
        [UNI_ASK_HAND] = TSR_UNICORNS_KIND,       [UNI_ASK_TAKE] = TSR_UNICORNS_KIND,
        [UNI_ASK_SEARCH] = TSR_UNICORNS_KIND,     [UNI_ASK_LIMIT] = TSR_UNICORNS_KIND,
        [UNI_ASK_DRAW] = TSR_UNICORNS_CHANCE,     [UNI_ASK_PULL] = TSR_UNICORNS_CHANCE,
        [UNI_ASK_QUICKEST] = TSR_UNICORNS_CHANCE, [UNI_ASK_LOOK] = TSR_UNICORNS_CHANCE,
        [UNI_ASK_UNVEIL] = TSR_UNICORNS_CHANCE,   [UNI_ASK_TOP] = TSR_UNICORNS_CHANCE,
        [UNI_ASK_ORDER] = TSR_UNICORNS_KIND,
    };
    return asks[s->ask];
}

static void read_question(const uni_deck *d, const uni_state *s, tsr_unicorns *out) {
    out->ask = public_ask(s);
    out->source = out->target = -1;
    if (s->ask == UNI_ASK_LIMIT) {
        out->verb = "discard";
    }
    if (s->pc != UNI_PC_CHAIN || out->ask == TSR_UNICORNS_CHANCE) {
        return;
    }
    if (s->ask == UNI_ASK_INSTEAD) {
        out->source = d->kind_of[s->at_rule - 1];
        out->target = d->kind_of[s->at_card];
        return;
    }
    const uni_job *job = uni_job_at_work(s);
    const uni_node *n = &d->node[job->node];
    out->source = d->kind_of[job->src];
    out->offer = uni_appraise_effect(d, n->op == UNI_OP_VERB ? job->node : n->a);
    while (n->op != UNI_OP_VERB) {
        n = &d->node[n->a]; // what it begins with
    }
    out->verb = uni_verb_word(d, n);
}

void uni_read_view(const uni_deck *d, const void *view, tsr_unicorns *out) {
    const uni_state *s = view;
    memset(out, 0, sizeof *out);
    out->players = d->players;
    out->viewer = s->viewer && s->viewer <= d->players ? s->viewer - 1 : -1;
    out->goal = d->win[d->players];
    out->turn = s->turn;
    out->is_over = s->pc == UNI_PC_OVER;
    out->deck_size = s->deck_size;
    out->discard_size = uni_count(s->discard);
    read_question(d, s, out);
    out->stack_count = s->stack_count;
    out->top_kind = out->top_caster = out->bottom_kind = out->bottom_caster = -1;
    out->bottom_stable = -1;
    if (s->stack_count) {
        const uni_play *top = &s->stack[s->stack_count - 1], *bottom = &s->stack[0];
        out->top_kind = d->kind_of[top->card];
        out->top_caster = top->caster;
        out->bottom_kind = d->kind_of[bottom->card];
        out->bottom_caster = bottom->caster;
        out->bottom_stable = bottom->stable == UNI_NO_PLAYER ? -1 : bottom->stable;
    }
    count_kinds(d, s->discard, out->discard);
    for (int p = 0; p < d->players; p++) {
        read_seat(d, s, p, &out->seat[p]);
    }
}

// --- Moves --------------------------------------------------------------------------------

tsr_unicorns_move uni_read_move(const uni_deck *d, const void *view, tsr_move m) {
    static const uint8_t acts[UNI_MOVE_KINDS] = {
        [0] = TSR_UNICORNS_OTHER,
        [UNI_MOVE_DRAW] = TSR_UNICORNS_DRAWS,
        [UNI_MOVE_DONE] = TSR_UNICORNS_ENDS,
        [UNI_MOVE_PLAY] = TSR_UNICORNS_PLAYS,
        [UNI_MOVE_PASS] = TSR_UNICORNS_PASSES,
        [UNI_MOVE_ANSWER] = TSR_UNICORNS_ANSWERS,
        [UNI_MOVE_YES] = TSR_UNICORNS_YES,
        [UNI_MOVE_NO] = TSR_UNICORNS_NO,
        [UNI_MOVE_VARIANT] = TSR_UNICORNS_PICKS_VARIANT,
        [UNI_MOVE_PLAYER] = TSR_UNICORNS_PICKS_PLAYER,
        [UNI_MOVE_STABLE] = TSR_UNICORNS_PICKS_STABLE,
        [UNI_MOVE_TARGET] = TSR_UNICORNS_PICKS_CARD,
        [UNI_MOVE_KIND] = TSR_UNICORNS_PICKS_KIND,
        [UNI_MOVE_NONE] = TSR_UNICORNS_HAS_NONE,
        [UNI_MOVE_USE] = TSR_UNICORNS_USES,
        [UNI_MOVE_TOPPED] = TSR_UNICORNS_OTHER,
        [UNI_MOVE_DRAWN] = TSR_UNICORNS_OTHER,
        [UNI_MOVE_PULLED] = TSR_UNICORNS_OTHER,
        [UNI_MOVE_QUICKEST] = TSR_UNICORNS_OTHER,
        [UNI_MOVE_LOOK] = TSR_UNICORNS_OTHER,
    };
    const uni_state *s = view;
    int kind = tsr_move_byte(m, 0), a = uni_move_a(m), b = uni_move_b(m);
    tsr_unicorns_move out = {TSR_UNICORNS_OTHER, -1, -1, -1, 0};
    if (kind >= UNI_MOVE_KINDS || (m & TSR_HIDDEN)) {
        return out;
    }
    out.act = acts[kind];
    switch (kind) {
    case UNI_MOVE_PLAY:
        out.kind = a;
        out.player = b == UNI_NO_PLAYER ? -1 : b;
        break;
    case UNI_MOVE_ANSWER:
    case UNI_MOVE_KIND: out.kind = a; break;
    case UNI_MOVE_USE:
    case UNI_MOVE_TARGET:
        out.card = a;
        out.kind = d->kind_of[a];
        out.player = uni_owner(s, a);
        break;
    case UNI_MOVE_PLAYER:
    case UNI_MOVE_STABLE: out.player = a; break;
    case UNI_MOVE_VARIANT: out.number = a; break;
    default: break;
    }
    return out;
}
