// SPDX-License-Identifier: MIT
// Sentences: what is asked, what was done, what followed from it.
#include "unicorns/lines.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

const char *const uni_lines[UNI_LINE_COUNT] = {
#define LINE(name, text) [UNI_LINE_##name] = text,
#include "unicorns/lines.def"
#undef LINE
#define X(name, text) [UNI_LINE_NEWS_##name] = text,
    UNI_NEWS_KINDS(X)
#undef X
};

static int first_decider(const uni_state *s) {
    for (int p = 0; p < UNI_PLAYERS; p++) {
        if (s->deciders >> p & 1) {
            return p;
        }
    }
    return 0;
}

int uni_kind_in_question(const uni_deck *d, const uni_state *s) {
    if (s->ask == UNI_ASK_INSTEAD) {
        return d->kind_of[s->at_rule - 1];
    }
    if (s->pc == UNI_PC_CHAIN && s->ask != UNI_ASK_NOTHING) {
        return d->kind_of[uni_job_at_work(s)->src];
    }
    return s->stack_count ? d->kind_of[s->stack[s->stack_count - 1].card] : -1;
}

static void say_look(const uni_deck *d, const uni_state *s, tsr_line *out) {
    const uni_job *job = uni_job_at_work(s);
    if (s->ask == UNI_ASK_UNVEIL) {
        (void)tsr_say(out, UNI_LINE_SAY_UNVEILED);
    } else if (uni_verb_of(&d->node[job->node])->flags & UNI_VERB_TOP) {
        (void)tsr_say(out, UNI_LINE_SAY_LOOKS_TOP, TSR_PLAYER(job->you));
    } else if (job->to == UNI_NO_PLAYER) {
        (void)tsr_say(out, UNI_LINE_SAY_LOOKS_DECK, TSR_PLAYER(job->you));
    } else {
        (void)tsr_say(out, UNI_LINE_SAY_LOOKS_HAND, TSR_PLAYER(job->you), TSR_PLAYER(job->to));
    }
}

static void prompt_job(const uni_deck *d, const uni_state *s, tsr_line *out) {
    const uni_job *job = uni_job_at_work(s);
    tsr_arg who = TSR_PLAYER(first_decider(s)), src = uni_arg_kind(d->kind_of[job->src]);
    switch ((uni_ask)s->ask) {
    case UNI_ASK_MAY: (void)tsr_say(out, UNI_LINE_ASK_MAY, who, src); break;
    case UNI_ASK_VARIANT: (void)tsr_say(out, UNI_LINE_ASK_VARIANT, who, src); break;
    case UNI_ASK_PLAYER: (void)tsr_say(out, UNI_LINE_ASK_PLAYER, who, src); break;
    case UNI_ASK_STABLE: (void)tsr_say(out, UNI_LINE_ASK_STABLE, who, src); break;
    case UNI_ASK_TOP: (void)tsr_say(out, UNI_LINE_ASK_TOP, TSR_PLAYER(job->you)); break;
    case UNI_ASK_PULL:
        (void)tsr_say(out, UNI_LINE_ASK_PULL, TSR_PLAYER(job->you), TSR_PLAYER(job->to));
        break;
    default:
        (void)tsr_say(out, UNI_LINE_ASK_TARGET, who, src, uni_arg_verb_of(d, &d->node[job->node]));
        break;
    }
}

void uni_prompt(const uni_deck *d, const uni_state *s, tsr_line *out) {
    const uni_play *top = &s->stack[s->stack_count ? s->stack_count - 1 : 0];
    switch ((uni_ask)s->ask) {
    case UNI_ASK_NOTHING: (void)tsr_say(out, UNI_LINE_IS_OVER); break;
    case UNI_ASK_ACT:
        (void)tsr_say(out, s->played ? UNI_LINE_ASK_MORE : UNI_LINE_ASK_ACT, TSR_PLAYER(s->turn));
        break;
    case UNI_ASK_ANSWER:
        (void)tsr_say(out, UNI_LINE_ASK_ANSWER, TSR_PLAYER(top->caster),
                      uni_arg_kind(d->kind_of[top->card]));
        break;
    case UNI_ASK_QUICKEST:
        (void)tsr_say(out, UNI_LINE_ASK_QUICKEST, TSR_PLAYER(top->caster),
                      uni_arg_kind(d->kind_of[top->card]));
        break;
    case UNI_ASK_INSTEAD:
        (void)tsr_say(out, UNI_LINE_ASK_INSTEAD, TSR_PLAYER(first_decider(s)),
                      uni_arg_kind(d->kind_of[s->at_rule - 1]),
                      uni_arg_kind(d->kind_of[s->at_card]));
        break;
    case UNI_ASK_LIMIT:
        (void)tsr_say(out, UNI_LINE_ASK_LIMIT, TSR_PLAYER(s->turn),
                      TSR_INT(uni_keep(d, s, s->turn)));
        break;
    case UNI_ASK_DRAW: (void)tsr_say(out, UNI_LINE_ASK_DRAW, TSR_PLAYER(s->drawer)); break;
    case UNI_ASK_LOOK:
    case UNI_ASK_UNVEIL: say_look(d, s, out); break;
    default: prompt_job(d, s, out); break;
    }
}

// --- Events -------------------------------------------------------------------------

static void say_kind(const uni_deck *d, const uni_state *s, int who, tsr_move m, tsr_line *out) {
    const uni_job *job = uni_job_at_work(s);
    tsr_arg verb = uni_arg_verb_of(d, &d->node[job->node]), me = TSR_PLAYER(who);
    bool hidden = m & TSR_HIDDEN;
    if (s->ask == UNI_ASK_LIMIT) {
        (void)tsr_say(out, UNI_LINE_SAY_LIMIT, me, uni_arg_kind(uni_move_a(m)));
    } else if (s->ask == UNI_ASK_TAKE && hidden) {
        (void)tsr_say(out, UNI_LINE_SAY_TAKES_HIDDEN, me, TSR_PLAYER(job->to));
    } else if (s->ask == UNI_ASK_TAKE) {
        (void)tsr_say(out, UNI_LINE_SAY_TAKES, me, uni_arg_kind(uni_move_a(m)),
                      TSR_PLAYER(job->to));
    } else if (hidden) {
        (void)tsr_say(out, UNI_LINE_SAY_HIDDEN_CARD, me, verb);
    } else {
        (void)tsr_say(out, UNI_LINE_SAY_PILE, me, uni_arg_kind(uni_move_a(m)), verb);
    }
}

static void say_chance(const uni_deck *d, const uni_state *s, tsr_move m, tsr_line *out) {
    const uni_job *job = uni_job_at_work(s);
    bool hidden = m & TSR_HIDDEN;
    tsr_arg card = hidden ? TSR_NOTHING_SAID : uni_arg_kind(uni_move_a(m));
    switch (tsr_move_byte(m, 0)) {
    case UNI_MOVE_DRAWN:
        (void)tsr_say(out, hidden ? UNI_LINE_SAY_DRAWN_HIDDEN : UNI_LINE_SAY_DRAWN,
                      TSR_PLAYER(s->drawer), card);
        break;
    case UNI_MOVE_LOOK: say_look(d, s, out); break;
    case UNI_MOVE_TOPPED:
        (void)tsr_say(out, hidden ? UNI_LINE_SAY_TOPPED_HIDDEN : UNI_LINE_SAY_TOPPED,
                      TSR_PLAYER(job->you), card);
        break;
    case UNI_MOVE_PULLED:
        if (hidden) {
            (void)tsr_say(out, UNI_LINE_SAY_PULLED_HIDDEN, TSR_PLAYER(job->you),
                          TSR_PLAYER(job->to));
        } else {
            (void)tsr_say(out, UNI_LINE_SAY_PULLED, TSR_PLAYER(job->you), card,
                          TSR_PLAYER(job->to));
        }
        break;
    default:
        if (uni_move_a(m) < d->players) {
            (void)tsr_say(out, UNI_LINE_SAY_QUICKEST, TSR_PLAYER(uni_move_a(m)),
                          uni_arg_kind(uni_move_b(m)));
        } else {
            (void)tsr_say(out, UNI_LINE_SAY_NOBODY);
        }
        break;
    }
}

static void say_yes_no(const uni_deck *d, const uni_state *s, int who, bool yes, tsr_line *out) {
    if (s->ask == UNI_ASK_INSTEAD) {
        (void)tsr_say(out, yes ? UNI_LINE_SAY_INSTEAD : UNI_LINE_SAY_NOT_INSTEAD, TSR_PLAYER(who),
                      uni_arg_kind(d->kind_of[s->at_rule - 1]),
                      uni_arg_kind(d->kind_of[s->at_card]));
    } else {
        (void)tsr_say(out, yes ? UNI_LINE_SAY_YES : UNI_LINE_SAY_NO, TSR_PLAYER(who),
                      uni_arg_kind(d->kind_of[uni_job_at_work(s)->src]));
    }
}

// Moves that belong to a job of the chain.
static void say_job(const uni_deck *d, const uni_state *s, int who, tsr_move m, tsr_line *out) {
    const uni_job *job = uni_job_at_work(s);
    tsr_arg me = TSR_PLAYER(who), src = uni_arg_kind(d->kind_of[job->src]);
    int a = uni_move_a(m);
    switch (tsr_move_byte(m, 0)) {
    case UNI_MOVE_VARIANT: (void)tsr_say(out, UNI_LINE_SAY_VARIANT, me, src); break;
    case UNI_MOVE_PLAYER: (void)tsr_say(out, UNI_LINE_SAY_PLAYER, me, TSR_PLAYER(a), src); break;
    case UNI_MOVE_STABLE: (void)tsr_say(out, UNI_LINE_SAY_STABLE, me, TSR_PLAYER(a), src); break;
    case UNI_MOVE_TARGET:
        (void)tsr_say(out, UNI_LINE_SAY_TARGET, me, uni_arg_kind(d->kind_of[a]),
                      TSR_PLAYER(uni_owner(s, a)), uni_arg_verb_of(d, &d->node[job->node]));
        break;
    case UNI_MOVE_NONE: (void)tsr_say(out, UNI_LINE_SAY_NONE, me); break;
    default: say_kind(d, s, who, m, out); break;
    }
}

void uni_say_move(const uni_deck *d, const uni_state *s, int who, tsr_move m, tsr_line *out) {
    tsr_arg me = TSR_PLAYER(who);
    int a = uni_move_a(m), b = uni_move_b(m);
    switch (tsr_move_byte(m, 0)) {
    case UNI_MOVE_DRAW: (void)tsr_say(out, UNI_LINE_SAY_DRAW, me); break;
    case UNI_MOVE_DONE:
        if (s->ask == UNI_ASK_ACT) {
            (void)tsr_say(out, UNI_LINE_SAY_DONE, me);
        } else {
            (void)tsr_say(out, UNI_LINE_SAY_ENOUGH, me,
                          uni_arg_verb_of(d, &d->node[uni_job_at_work(s)->node]));
        }
        break;
    case UNI_MOVE_PLAY:
        (void)(b < d->players
                   ? tsr_say(out, UNI_LINE_SAY_PLAY_ON, me, uni_arg_kind(a), TSR_PLAYER(b))
                   : tsr_say(out, UNI_LINE_SAY_PLAY, me, uni_arg_kind(a)));
        break;
    case UNI_MOVE_PASS:
        (void)tsr_say(out, m & TSR_HIDDEN ? UNI_LINE_SAY_ANSWERED : UNI_LINE_SAY_PASS, me);
        break;
    case UNI_MOVE_ANSWER: (void)tsr_say(out, UNI_LINE_SAY_ANSWER, me, uni_arg_kind(a)); break;
    case UNI_MOVE_YES: say_yes_no(d, s, who, true, out); break;
    case UNI_MOVE_NO: say_yes_no(d, s, who, false, out); break;
    case UNI_MOVE_USE: (void)tsr_say(out, UNI_LINE_SAY_YES, me, uni_arg_kind(d->kind_of[a])); break;
    case UNI_MOVE_DRAWN:
    case UNI_MOVE_PULLED:
    case UNI_MOVE_TOPPED:
    case UNI_MOVE_LOOK:
    case UNI_MOVE_QUICKEST: say_chance(d, s, m, out); break;
    default: say_job(d, s, who, m, out); break;
    }
}

void uni_news_line(const uni_deck *d, const uni_news *news, tsr_line *out) {
    tsr_arg who = TSR_PLAYER(news->who < d->players ? news->who : 0);
    tsr_arg other = TSR_PLAYER(news->other < d->players ? news->other : 0);
    (void)tsr_say(out, UNI_LINE_NEWS_TURN - UNI_NEWS_TURN + news->what, who,
                  uni_arg_kind(news->kind), other);
}
