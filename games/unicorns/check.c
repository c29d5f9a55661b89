// SPDX-License-Identifier: MIT
// Is this a state (or a view) that the game could be in? Safe on any bytes at all.
//
// Fields are checked from the simple to the complex, each before it is used as an
// index. The last test is the strongest: from a sound state the machine, started
// again without an answer, must come to the very question it had asked and change
// nothing on the way.
#include <string.h>

#include "unicorns/lines.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

static int bad(tsr_line *out, uni_line line, int where) {
    return tsr_say(out, line, TSR_INT(where));
}

// --- Plain fields -----------------------------------------------------------------------

static bool is_zero(const void *bytes, size_t size) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++) {
        if (b[i]) {
            return false;
        }
    }
    return true;
}

static int check_fields(const uni_deck *d, const uni_state *s, tsr_line *out) {
    const struct {
        int value, limit;
    } fields[] = {
        {s->viewer, UNI_OBSERVERS + 1},
        {s->news_count, UNI_NEWS + 1},
        {s->pc, UNI_PC_OVER + 1},
        {s->ret, UNI_PC_OVER + 1},
        {s->turn, d->players},
        {s->ask, UNI_ASK_UNVEIL + 1},
        {s->drawer, d->players},
        {s->skip, 2},
        {s->top_count, d->ordered ? UNI_TOPS + 1 : 1},
        {s->looks, d->players + 1},
        {s->dealt, d->deal * d->players + 1},
        {s->stack_count, UNI_STACK + 1},
        {s->asked, 1 << d->players},
        {s->step, UNI_STEPS},
        {s->at_job, UNI_JOBS + 1},
        {s->at_card, d->card_count + 1},
        {s->at_rule, d->card_count + 2},
        {s->sub_job, UNI_JOBS},
        {s->now_count, UNI_JOBS + 1},
        {s->next_count, UNI_JOBS + 1},
        {s->cont_count, UNI_JOBS + 1},
        {s->lease_count, UNI_LEASES + 1},
        {s->links, UNI_MAX_LINKS + 1},
        {s->deck_size, d->card_count + 1},
        {s->regular, d->players},
        {s->plays, 101},
        {s->played, 101},
        {s->drawn, 101},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (fields[i].value >= fields[i].limit) {
            return bad(out, UNI_LINE_BAD_FIELD, (int)i);
        }
    }
    for (int i = 0; i < UNI_TOPS; i++) {
        bool used = i < s->top_count;
        if (s->top[i] > (used ? d->kind_count : 0) || (used && s->top[i] == 0 && !s->viewer) ||
            (s->top_known[i] & ~(used ? uni_everybody(d) : 0))) {
            return bad(out, UNI_LINE_BAD_FIELD, 102);
        }
    }
    if (s->turns == 0 || s->turns > UNI_MAX_TURNS + 1 || s->stamp > s->plies ||
        (s->viewer > d->players && s->viewer != UNI_WATCHER + 1)) {
        return bad(out, UNI_LINE_BAD_FIELD, 100);
    }
    for (int p = 0; p < UNI_PLAYERS; p++) {
        int most = p < d->players ? 99 : 0;
        if (s->willing[p] > (p < d->players ? d->kind_count : 0) ||
            s->place[p] > (s->pc == UNI_PC_OVER && p < d->players ? d->players : 0) ||
            s->hand_size[p] > (p < d->players ? d->card_count : 0) || s->more_draws[p] > most ||
            s->more_plays[p] > most || s->more_turns[p] > most) {
            return bad(out, UNI_LINE_BAD_FIELD, 101);
        }
    }
    return 0;
}

// Whatever lies beyond a count is zero.
static int check_unused(const uni_state *s, tsr_line *out) {
    bool clean =
        is_zero(s->pad, sizeof s->pad) && is_zero(s->pad2, sizeof s->pad2) && s->pad1 == 0 &&
        is_zero(s->news + s->news_count, (UNI_NEWS - s->news_count) * sizeof s->news[0]) &&
        is_zero(s->stack + s->stack_count, (UNI_STACK - s->stack_count) * sizeof s->stack[0]) &&
        is_zero(s->lease + s->lease_count, (UNI_LEASES - s->lease_count) * sizeof s->lease[0]) &&
        is_zero(s->cont + s->cont_count, (UNI_JOBS - s->cont_count) * sizeof s->cont[0]) &&
        is_zero(s->now + s->now_count, (UNI_JOBS - s->now_count) * sizeof s->now[0]) &&
        is_zero(s->next + s->next_count, (UNI_JOBS - s->next_count) * sizeof s->next[0]);
    bool idle = s->step != UNI_STEP_NONE ||
                (s->now_count == 0 && s->cont_count == 0 && s->links == 0 && s->at_job == 0 &&
                 s->at_card == 0 && s->at_rule == 0 && s->sub_job == 0 && !uni_any(s->targeted) &&
                 !uni_any(s->off) && !uni_any(s->entered) && !uni_any(s->reacted));
    return clean && idle ? 0 : bad(out, UNI_LINE_BAD_UNUSED, 0);
}

// --- Zones --------------------------------------------------------------------------------

static int check_open_zones(const uni_deck *d, const uni_state *s, tsr_line *out) {
    uni_set stable[UNI_PLAYERS] = {{{0}}}, piles[UNI_AT_COUNT] = {{{0}}};
    uni_set tabled = uni_none(), open = uni_none();
    uni_state counted = {0}; // only its `heard`
    for (int c = 0; c < UNI_CARDS; c++) {
        int at = s->at[c];
        if (at >= UNI_AT_COUNT || (c >= d->card_count && at)) {
            return bad(out, UNI_LINE_BAD_ZONES, c);
        }
        if (at == UNI_AT_HIDDEN) {
            continue;
        }
        uni_add(&open, c);
        uni_add(&piles[at], c);
        if (at == UNI_AT_NURSERY && !uni_has(d->nursed, c)) {
            return tsr_say(out, UNI_LINE_BAD_PLACE, uni_arg_kind(d->kind_of[c]));
        }
        if (at < UNI_AT_DISCARD) {
            if (at - UNI_AT_STABLE >= d->players) {
                return bad(out, UNI_LINE_BAD_ZONES, c);
            }
            if (!(UNI_STAYS >> uni_class_of(d, c) & 1)) {
                return tsr_say(out, UNI_LINE_BAD_PLACE, uni_arg_kind(d->kind_of[c]));
            }
            uni_add(&tabled, c);
            uni_add(&stable[at - UNI_AT_STABLE], c);
            uni_listen(d, &counted, c, 1);
        }
    }
    for (int p = 0; p < UNI_PLAYERS; p++) {
        if (!uni_same(stable[p], s->stable[p])) {
            return bad(out, UNI_LINE_BAD_ZONES, p);
        }
    }
    if (memcmp(counted.heard, s->heard, sizeof s->heard) != 0) {
        return bad(out, UNI_LINE_BAD_ZONES, 300);
    }
    uni_set stacked = uni_none();
    for (int i = 0; i < s->stack_count; i++) {
        const uni_play *play = &s->stack[i];
        if (play->card >= d->card_count || play->caster >= d->players ||
            (play->stable >= d->players && play->stable != UNI_NO_PLAYER)) {
            return bad(out, UNI_LINE_BAD_ZONES, play->card);
        }
        bool stays = UNI_STAYS >> uni_class_of(d, play->card) & 1;
        if (stays != (play->stable != UNI_NO_PLAYER)) {
            return bad(out, UNI_LINE_BAD_ZONES, play->card);
        }
        uni_add(&stacked, play->card);
    }
    if (!uni_same(tabled, s->tabled) || !uni_same(open, s->open) ||
        !uni_same(piles[UNI_AT_DISCARD], s->discard) ||
        !uni_same(piles[UNI_AT_NURSERY], s->nursery) || !uni_same(piles[UNI_AT_STACK], stacked) ||
        uni_count(stacked) != s->stack_count) {
        return bad(out, UNI_LINE_BAD_ZONES, 0);
    }
    return 0;
}

// Only the lowest bits of each kind may be set: a bit is a kind's first, or stands behind another.
static bool is_tally(const uni_deck *d, uni_set s) {
    uint64_t wrong = 0, below = 0;
    for (int i = 0; i < UNI_WORDS; i++) {
        uint64_t behind = s.w[i] << 1 | below;
        wrong |= s.w[i] & ~(d->all.w[i] & (d->firsts.w[i] | behind));
        below = s.w[i] >> 63;
    }
    return !wrong;
}

static int check_tallies(const uni_deck *d, const uni_state *s, tsr_line *out) {
    bool good = is_tally(d, s->deck);
    int lost = uni_first(uni_and(uni_or(s->deck, s->discard), d->homebound));
    for (int p = 0; p < UNI_PLAYERS && lost < 0; p++) {
        lost = uni_first(uni_and(s->hand[p], d->homebound));
    }
    if (lost >= 0) {
        return tsr_say(out, UNI_LINE_BAD_PLACE, uni_arg_kind(d->kind_of[lost]));
    }
    for (int p = 0; p < UNI_PLAYERS; p++) {
        good = good && is_tally(d, s->hand[p]) && (p < d->players || !uni_any(s->hand[p]));
    }
    for (int o = 0; o < UNI_OBSERVERS; o++) {
        bool seated = o < d->players || o == UNI_WATCHER;
        good = good && is_tally(d, s->some[o]) && (seated || !uni_any(s->some[o]));
        for (int p = 0; p < UNI_PLAYERS; p++) {
            bool meant = seated && p < d->players && p != o;
            good = good && is_tally(d, s->know[o][p]) && (meant || !uni_any(s->know[o][p]));
        }
    }
    return good ? 0 : bad(out, UNI_LINE_BAD_ZONES, 200);
}

// --- Counts and knowledge --------------------------------------------------------------------

static int check_sizes(const uni_deck *d, const uni_state *s, tsr_line *out) {
    int total = uni_count(s->open) + s->deck_size;
    for (int p = 0; p < d->players; p++) {
        int known = uni_count(s->hand[p]);
        bool exact = s->viewer == 0 || s->viewer == p + 1;
        if (known > s->hand_size[p] || (exact && known != s->hand_size[p])) {
            return tsr_say(out, UNI_LINE_BAD_HAND, TSR_PLAYER(p));
        }
        total += s->hand_size[p];
    }
    bool sees_deck = s->viewer == 0 || s->looks == s->viewer;
    if (uni_count(s->deck) != (sees_deck ? s->deck_size - s->top_count : 0) ||
        s->top_count > s->deck_size) {
        return tsr_say(out, UNI_LINE_BAD_DECK);
    }
    return total == d->card_count ? 0 : bad(out, UNI_LINE_BAD_COUNT, total);
}

// Every copy of every kind is somewhere; in a view at most as many as there are.
static int check_copies(const uni_deck *d, const uni_state *s, tsr_line *out) {
    for (int k = 0; k < d->kind_count; k++) {
        int n = uni_tally(d, s->open, k) + uni_tally(d, s->deck, k);
        for (int p = 0; p < d->players; p++) {
            n += uni_tally(d, s->hand[p], k);
        }
        for (int i = 0; i < s->top_count; i++) {
            n += s->top[i] == k + 1;
        }
        if (s->viewer) {
            n += uni_tally(d, s->some[s->viewer - 1], k);
        }
        if (n > d->kind[k].copies || (s->viewer == 0 && n != d->kind[k].copies)) {
            return tsr_say(out, UNI_LINE_BAD_COUNT, uni_arg_kind(k));
        }
    }
    return 0;
}

static int check_view(const uni_deck *d, const uni_state *s, tsr_line *out) {
    int me = s->viewer - 1, slots = 0;
    for (int o = 0; o < UNI_OBSERVERS; o++) {
        if (o != me && (!is_zero(s->know[o], sizeof s->know[o]) || uni_any(s->some[o]))) {
            return tsr_say(out, UNI_LINE_BAD_KNOWLEDGE);
        }
    }
    for (int p = 0; p < d->players; p++) {
        if (p == me) {
            continue;
        }
        if (!uni_same(s->know[me][p], s->hand[p]) || s->willing[p]) {
            return tsr_say(out, UNI_LINE_BAD_KNOWLEDGE);
        }
        slots += s->hand_size[p] - uni_count(s->hand[p]);
    }
    for (int i = 0; i < s->top_count; i++) {
        if ((s->top[i] != 0) != (s->top_known[i] >> me & 1)) {
            return tsr_say(out, UNI_LINE_BAD_KNOWLEDGE);
        }
    }
    return uni_count(s->some[me]) <= slots ? 0 : tsr_say(out, UNI_LINE_BAD_KNOWLEDGE);
}

// What anybody knows is true.
static int check_truth(const uni_deck *d, const uni_state *s, tsr_line *out) {
    for (int o = 0; o < UNI_OBSERVERS; o++) {
        for (int p = 0; p < d->players; p++) {
            if (uni_any(uni_minus(s->know[o][p], s->hand[p]))) {
                return tsr_say(out, UNI_LINE_BAD_KNOWLEDGE);
            }
        }
        for (uni_set rest = uni_and(s->some[o], d->firsts); uni_any(rest);) {
            int k = d->kind_of[uni_pop(&rest)], there = 0;
            for (int p = 0; p < d->players; p++) {
                there += p == o ? 0 : uni_tally(d, uni_minus(s->hand[p], s->know[o][p]), k);
            }
            if (uni_tally(d, s->some[o], k) > there) {
                return tsr_say(out, UNI_LINE_BAD_KNOWLEDGE);
            }
        }
    }
    return 0;
}

// --- Work in progress ---------------------------------------------------------------------------

static bool is_player(const uni_deck *d, int p) {
    return p < d->players || p == UNI_NO_PLAYER;
}

static bool has_then(const uni_deck *d, uint16_t at) {
    const uni_node *n = &d->node[at];
    if (at == 0 || n->op == UNI_OP_VERB) {
        return false;
    }
    return n->op == UNI_OP_THEN || n->op == UNI_OP_IF_DONE || has_then(d, n->a) ||
           has_then(d, n->b);
}

static bool job_is_sound(const uni_deck *d, const uni_state *s, const uni_job *job) {
    if (job->you >= d->players || job->src >= d->card_count || job->stage > UNI_JOB_GONE ||
        job->flags > 31 || job->fold > UNI_CARDS + 1 || job->cont > s->cont_count ||
        !is_player(d, job->who) || !is_player(d, job->to) || job->zone >= UNI_ZONES ||
        job->times == 0 || job->pad[0] || job->pad[1] || uni_any(uni_minus(job->targets, d->all))) {
        return false;
    }
    if (job->flags & UNI_JOB_BACK) {
        return job->node == 0 && job->stage != UNI_JOB_OPEN && job->to < d->players &&
               uni_count(job->targets) == 1;
    }
    if (job->node == 0 || job->node >= d->node_count ||
        (job->cont && job->stage == UNI_JOB_OPEN && has_then(d, job->node))) {
        return false;
    }
    return job->stage != UNI_JOB_READY || d->node[job->node].op == UNI_OP_VERB;
}

static int check_work(const uni_deck *d, const uni_state *s, tsr_line *out) {
    for (int i = 0; i < s->now_count; i++) {
        if (!job_is_sound(d, s, &s->now[i])) {
            return bad(out, UNI_LINE_BAD_JOB, i);
        }
    }
    for (int i = 0; i < s->next_count; i++) {
        const uni_job *job = &s->next[i];
        bool back = job->flags & UNI_JOB_BACK;
        if (!job_is_sound(d, s, job) || job->cont || (!back && job->stage != UNI_JOB_OPEN)) {
            return bad(out, UNI_LINE_BAD_JOB, 100 + i);
        }
    }
    for (int i = 0; i < s->cont_count; i++) {
        const uni_cont *c = &s->cont[i];
        if (c->node == 0 || c->node >= d->node_count || c->you >= d->players ||
            c->src >= d->card_count || !is_player(d, c->who) || c->flags > 3 || c->pad) {
            return bad(out, UNI_LINE_BAD_JOB, 200 + i);
        }
    }
    for (int i = 0; i < s->lease_count; i++) {
        const uni_lease *l = &s->lease[i];
        if (l->card >= d->card_count || l->home >= d->players || l->source >= d->card_count ||
            (l->until != UNI_UNTIL_LEAVES && l->until != UNI_UNTIL_END) ||
            uni_owner(s, l->card) < 0) {
            return bad(out, UNI_LINE_BAD_JOB, 300 + i);
        }
    }
    uni_set scratch = uni_or(uni_or(s->targeted, s->off), uni_or(s->entered, s->reacted));
    if (uni_any(uni_minus(s->used, s->tabled))) {
        return bad(out, UNI_LINE_BAD_JOB, 401);
    }
    for (int i = 0; i < s->news_count; i++) {
        if (s->news[i].what == 0 || s->news[i].what >= UNI_NEWS_COUNT ||
            s->news[i].kind >= d->kind_count || s->news[i].pad) {
            return bad(out, UNI_LINE_BAD_FIELD, 200 + i);
        }
    }
    return uni_any(uni_minus(scratch, d->all)) ? bad(out, UNI_LINE_BAD_JOB, 400) : 0;
}

// --- The question ---------------------------------------------------------------------------------

// Whether a job can be at the point where this is asked.
static bool job_can_ask(const uni_deck *d, const uni_state *s, const uni_job *job) {
    const uni_node *n = &d->node[job->node];
    const uni_verb *v = n->op == UNI_OP_VERB ? uni_verb_of(n) : NULL;
    bool open = job->stage == UNI_JOB_OPEN && s->step != UNI_STEP_PERFORM;
    bool ready = job->stage == UNI_JOB_READY && s->step == UNI_STEP_PERFORM && v;
    bool pile = v && uni_from_pile(d, n);
    if (job->flags & UNI_JOB_BACK) {
        return false;
    }
    switch ((uni_ask)s->ask) {
    case UNI_ASK_MAY: return open && n->op == UNI_OP_MAY;
    case UNI_ASK_VARIANT: return open && n->op == UNI_OP_OR;
    case UNI_ASK_PLAYER:
        return open && (n->op == UNI_OP_ANY || n->op == UNI_OP_ANOTHER || (v && v->players));
    case UNI_ASK_STABLE: return open && v && v->players && v->targets;
    case UNI_ASK_TARGET: return open && v && v->targets && !pile;
    case UNI_ASK_PILE: return open && v && v->targets && pile;
    case UNI_ASK_HAND:
    case UNI_ASK_SEARCH: return ready && n->pick;
    case UNI_ASK_TAKE: return ready && n->pick && job->to < d->players;
    case UNI_ASK_PULL: return ready && job->to < d->players;
    case UNI_ASK_TOP: return ready && s->deck_size > s->top_count && s->top_count < n->n;
    case UNI_ASK_ORDER: return ready && s->top_count > job->tried;
    case UNI_ASK_LOOK:
    case UNI_ASK_DRAW: return ready;
    default: return false;
    }
}

static uint32_t deciders_in_chain(const uni_deck *d, const uni_state *s) {
    if (s->step == UNI_STEP_NONE || s->at_job >= s->now_count || s->sub_job >= s->now_count) {
        return 0;
    }
    if (s->ask == UNI_ASK_INSTEAD) {
        int src = s->at_rule - 1;
        bool fits = s->step == UNI_STEP_REPLACE && src >= 0 && src < d->card_count &&
                    uni_owner(s, src) >= 0 && s->at_card < d->card_count &&
                    s->now[s->at_job].stage == UNI_JOB_READY &&
                    !(s->now[s->at_job].flags & UNI_JOB_BACK) && uni_substitute(d, s);
        return fits ? 1u << uni_owner(s, src) : 0;
    }
    const uni_job *job = uni_job_at_work(s);
    if (!job_can_ask(d, s, job)) {
        return 0;
    }
    bool chance = s->ask == UNI_ASK_DRAW || s->ask == UNI_ASK_PULL || s->ask == UNI_ASK_LOOK ||
                  s->ask == UNI_ASK_TOP;
    return chance ? 1u << TSR_CHANCE : 1u << job->you;
}

uint32_t uni_deciders(const uni_deck *d, const uni_state *s) {
    bool draws = s->ask == UNI_ASK_DRAW && s->deck_size > 0;
    if (s->ask == UNI_ASK_UNVEIL) {
        bool stops = s->pc != UNI_PC_OVER && s->pc != UNI_PC_RESOLVE &&
                     (s->stack_count || (s->pc != UNI_PC_WINDOW && s->pc != UNI_PC_QUICKEST));
        return stops ? 1u << TSR_CHANCE : 0;
    }
    switch ((uni_pc)s->pc) {
    case UNI_PC_CHAIN: return deciders_in_chain(d, s);
    case UNI_PC_DEAL:
    case UNI_PC_DRAW:
    case UNI_PC_ACTION_DRAW: return draws ? 1u << TSR_CHANCE : 0;
    case UNI_PC_ACTION: return s->ask == UNI_ASK_ACT ? 1u << s->turn : 0;
    case UNI_PC_WINDOW: return s->ask == UNI_ASK_ANSWER && s->stack_count ? s->asked : 0;
    case UNI_PC_QUICKEST:
        return s->ask == UNI_ASK_QUICKEST && s->stack_count ? 1u << TSR_CHANCE : 0;
    case UNI_PC_LIMIT:
        return s->ask == UNI_ASK_LIMIT && s->hand_size[s->turn] > uni_keep(d, s, s->turn)
                   ? 1u << s->turn
                   : 0;
    default: return 0;
    }
}

// Without an answer the machine must come to the same question again.
static bool asks_again(const uni_deck *d, const uni_state *s) {
    uni_state copy = *s;
    if (s->ask == UNI_ASK_ANSWER) {
        // Some may have answered already; who they are is in `asked`.
        uint32_t all = uni_may_answer(d, s);
        return (s->asked & ~all) == 0;
    }
    copy.news_count = 0;
    memset(copy.news, 0, sizeof copy.news);
    copy.ask = UNI_ASK_NOTHING;
    copy.deciders = 0;
    uni_resume(d, &copy);
    size_t skip = (size_t)((const char *)s->stable - (const char *)s);
    return memcmp((const char *)&copy + skip, (const char *)s + skip, sizeof *s - skip) == 0;
}

// Secret answers are instants of players who were asked and have answered.
static bool answers_are_sound(const uni_deck *d, const uni_state *s) {
    bool window = s->ask == UNI_ASK_ANSWER || s->ask == UNI_ASK_QUICKEST;
    uint32_t answered = window ? uni_may_answer(d, s) & ~(uint32_t)s->asked : 0;
    for (int p = 0; p < d->players; p++) {
        int kind = s->willing[p] - 1;
        if (kind >= 0 && (!(answered >> p & 1) || d->kind[kind].class_ != UNI_INSTANT ||
                          uni_tally(d, s->hand[p], kind) == 0)) {
            return false;
        }
    }
    return true;
}

static int check_question(const uni_deck *d, const uni_state *s, tsr_line *out) {
    uint32_t deciders = uni_deciders(d, s);
    if (s->deciders != deciders || (s->asked != 0) != (s->ask == UNI_ASK_ANSWER)) {
        return bad(out, UNI_LINE_BAD_QUESTION, 0);
    }
    if (s->pc == UNI_PC_OVER) {
        return s->ask == UNI_ASK_NOTHING && s->place[0] ? 0 : bad(out, UNI_LINE_BAD_QUESTION, 1);
    }
    if (deciders == 0 || !answers_are_sound(d, s) || (s->viewer == 0 && !asks_again(d, s))) {
        return bad(out, UNI_LINE_BAD_QUESTION, 2);
    }
    return 0;
}

int uni_check_parts(const uni_deck *d, const uni_state *s, tsr_line *out) {
    int code = check_fields(d, s, out);
    code = code ? code : check_unused(s, out);
    code = code ? code : check_open_zones(d, s, out);
    code = code ? code : check_tallies(d, s, out);
    code = code ? code : check_sizes(d, s, out);
    code = code ? code : check_copies(d, s, out);
    code = code ? code : s->viewer ? check_view(d, s, out) : check_truth(d, s, out);
    code = code ? code : check_work(d, s, out);
    return code ? code : tsr_say(out, 0);
}

int uni_check(const uni_deck *d, const uni_state *s, tsr_line *out) {
    int code = uni_check_parts(d, s, out);
    code = code ? code : check_question(d, s, out);
    return code ? code : tsr_say(out, 0);
}
