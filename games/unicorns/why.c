// SPDX-License-Identifier: MIT
// Why a move is not possible, in words. Whether it is possible is decided by the
// list of moves alone, so the two can never disagree.
#include "unicorns/lines.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

static int why_not_play(const uni_deck *d, const uni_state *s, int who, int kind, int stable,
                        tsr_line *out) {
    if (s->ask != UNI_ASK_ACT) {
        return tsr_say(out, UNI_LINE_NO_ANSWER);
    }
    if (kind >= d->kind_count || uni_tally(d, s->hand[who], kind) == 0) {
        return kind < d->kind_count ? tsr_say(out, UNI_LINE_NOT_IN_HAND, uni_arg_kind(kind))
                                    : tsr_say(out, UNI_LINE_NO_ANSWER);
    }
    if (d->kind[kind].class_ == UNI_INSTANT) {
        return tsr_say(out, UNI_LINE_IS_INSTANT, uni_arg_kind(kind));
    }
    int code = uni_unplayable(d, s, who, kind, out);
    if (code) {
        return code;
    }
    if (d->kind[kind].class_ == UNI_MAGIC) {
        return tsr_say(out, UNI_LINE_NO_STABLE, uni_arg_kind(kind));
    }
    if (stable >= d->players) {
        return stable == UNI_NO_PLAYER ? tsr_say(out, UNI_LINE_WHICH_STABLE, uni_arg_kind(kind))
                                       : tsr_say(out, UNI_LINE_NO_SUCH_PLAYER);
    }
    int first = d->kind[kind].first, bars = -1;
    for (uni_set rest = uni_live(d, s, UNI_NO_ENTER); uni_any(rest) && bars < 0;) {
        int card = uni_pop(&rest), i = 0;
        const uni_rule *rule;
        while ((rule = uni_rule_of(d, d->kind_of[card], UNI_NO_ENTER, &i))) {
            bool speaks = rule->reach == UNI_REACH_ALL && uni_bars(s, rule, card, stable);
            bars = speaks && uni_has(d->pick[rule->pick].cards, first) ? card : bars;
        }
    }
    if (bars >= 0) {
        return tsr_say(out, UNI_LINE_BARRED, uni_arg_kind(kind), TSR_PLAYER(stable),
                       uni_arg_kind(d->kind_of[bars]));
    }
    return tsr_say(out, UNI_LINE_NO_ANSWER);
}

static int why_not_answer(const uni_deck *d, const uni_state *s, int who, int kind, tsr_line *out) {
    if (s->ask != UNI_ASK_ANSWER || kind >= d->kind_count) {
        return tsr_say(out, UNI_LINE_NO_ANSWER);
    }
    if (uni_tally(d, s->hand[who], kind) == 0) {
        return tsr_say(out, UNI_LINE_NOT_IN_HAND, uni_arg_kind(kind));
    }
    if (d->kind[kind].class_ != UNI_INSTANT) {
        return tsr_say(out, UNI_LINE_NOT_INSTANT, uni_arg_kind(kind));
    }
    int code = uni_unplayable(d, s, who, kind, out);
    return code ? code : tsr_say(out, UNI_LINE_NO_ANSWER);
}

static int why_not_target(const uni_deck *d, const uni_state *s, int card, tsr_line *out) {
    if (s->ask != UNI_ASK_TARGET || card >= d->card_count || uni_owner(s, card) < 0) {
        return tsr_say(out, UNI_LINE_NO_ANSWER);
    }
    const uni_job *job = uni_job_at_work(s);
    uni_scope c = uni_scope_of(d, s, job, UNI_NO_PLAYER);
    uni_set fit = uni_fit_stables(&c);
    if (uni_has(fit, card) && !uni_has(uni_fit_allowed(&c, fit), card)) {
        return tsr_say(out, UNI_LINE_PROTECTED, uni_arg_kind(d->kind_of[card]));
    }
    return tsr_say(out, UNI_LINE_NOT_THERE, uni_arg_kind(d->kind_of[card]));
}

static int why_not_kind(const uni_deck *d, const uni_state *s, int who, int kind, tsr_line *out) {
    bool asked = s->ask == UNI_ASK_HAND || s->ask == UNI_ASK_TAKE || s->ask == UNI_ASK_SEARCH ||
                 s->ask == UNI_ASK_LIMIT || s->ask == UNI_ASK_PILE || s->ask == UNI_ASK_ORDER;
    if (!asked || kind >= d->kind_count) {
        return tsr_say(out, UNI_LINE_NO_ANSWER);
    }
    bool own = s->ask == UNI_ASK_HAND || s->ask == UNI_ASK_LIMIT;
    if (own && uni_tally(d, s->hand[who], kind) == 0) {
        return tsr_say(out, UNI_LINE_NOT_IN_HAND, uni_arg_kind(kind));
    }
    return tsr_say(out, UNI_LINE_NOT_THERE, uni_arg_kind(kind));
}

static int source_kind(const uni_deck *d, const uni_state *s) {
    int card = s->ask == UNI_ASK_INSTEAD ? s->at_rule - 1 : uni_job_at_work(s)->src;
    return d->kind_of[card];
}

// Somebody asked for one thing and typed another: "steal" where something is to be destroyed.
static int why_not_verb(const uni_deck *d, const uni_state *s, int verb, tsr_line *out) {
    bool limit = s->ask == UNI_ASK_LIMIT;
    if (!uni_asks_for_cards(s) || verb >= uni_verb_count) {
        return tsr_say(out, UNI_LINE_NO_ANSWER);
    }
    int wanted = limit ? UNI_VERB_OF_discard : d->node[uni_job_at_work(s)->node].verb;
    return tsr_say(out, UNI_LINE_OTHER_VERB, uni_arg_verb(d, wanted), uni_arg_verb(d, verb));
}

static int why_not_use(const uni_deck *d, const uni_state *s, int who, int card, tsr_line *out) {
    if (s->ask != UNI_ASK_ACT || card >= d->card_count || uni_owner(s, card) != who ||
        !uni_has(d->listens[UNI_ON_USE].set, card)) {
        return tsr_say(out, UNI_LINE_NO_ANSWER);
    }
    tsr_arg kind = uni_arg_kind(d->kind_of[card]);
    return tsr_say(out, uni_has(s->used, card) ? UNI_LINE_USED : UNI_LINE_NOT_POSSIBLE, kind);
}

int uni_reason(const uni_deck *d, const uni_state *s, int who, tsr_move m, tsr_line *out) {
    int a = uni_move_a(m), b = uni_move_b(m), verb = uni_move_verb(m);
    int kind = tsr_move_byte(m, 0);
    if (verb && (kind == UNI_MOVE_TARGET || kind == UNI_MOVE_KIND)) {
        return why_not_verb(d, s, verb - 1, out);
    }
    if (m != uni_move_of(tsr_move_byte(m, 0), a, b)) {
        return tsr_say(out, UNI_LINE_NO_ANSWER);
    }
    switch (tsr_move_byte(m, 0)) {
    case UNI_MOVE_PLAY: return why_not_play(d, s, who, a, b, out);
    case UNI_MOVE_ANSWER: return why_not_answer(d, s, who, a, out);
    case UNI_MOVE_TARGET: return why_not_target(d, s, a, out);
    case UNI_MOVE_KIND: return why_not_kind(d, s, who, a, out);
    case UNI_MOVE_DRAW:
        return tsr_say(out, s->ask == UNI_ASK_ACT && s->played ? UNI_LINE_ALREADY_PLAYED
                                                               : UNI_LINE_NO_ANSWER);
    case UNI_MOVE_DONE:
        return tsr_say(out, s->ask == UNI_ASK_ACT && !s->played ? UNI_LINE_MUST_PLAY_OR_DRAW
                                                                : UNI_LINE_NO_ANSWER);
    case UNI_MOVE_YES:
        if (s->ask == UNI_ASK_MAY || s->ask == UNI_ASK_INSTEAD) {
            return tsr_say(out, UNI_LINE_CANNOT_PAY, uni_arg_kind(source_kind(d, s)));
        }
        return tsr_say(out, UNI_LINE_NO_ANSWER);
    case UNI_MOVE_NONE:
        return tsr_say(out,
                       s->ask == UNI_ASK_HAND || s->ask == UNI_ASK_TAKE || s->ask == UNI_ASK_SEARCH
                           ? UNI_LINE_SOME_FIT
                           : UNI_LINE_NO_ANSWER);
    case UNI_MOVE_PLAYER:
    case UNI_MOVE_STABLE:
        return tsr_say(out, a >= d->players ? UNI_LINE_NO_SUCH_PLAYER : UNI_LINE_NO_ANSWER);
    case UNI_MOVE_DRAWN:
    case UNI_MOVE_PULLED:
    case UNI_MOVE_QUICKEST:
    case UNI_MOVE_TOPPED:
    case UNI_MOVE_LOOK: return tsr_say(out, UNI_LINE_NOT_CHANCE);
    case UNI_MOVE_USE: return why_not_use(d, s, who, a, out);
    default: return tsr_say(out, UNI_LINE_NO_ANSWER);
    }
}
