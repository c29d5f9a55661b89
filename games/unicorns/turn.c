// SPDX-License-Identifier: MIT
// The phases of a turn, the end of the game, and the loop that drives them.
#include <string.h>

#include "unicorns/table.h"

// --- The end ------------------------------------------------------------------------

static bool is_ahead(uni_machine *m, int p, int q) {
    int vp = uni_value(m->d, m->s, p), vq = uni_value(m->d, m->s, q);
    return vp != vq ? vp > vq : uni_letters(m->d, m->s, p) > uni_letters(m->d, m->s, q);
}

// Most unicorns, then most letters in their names. If that is still a tie, nobody
// has won: all places move back by one.
static void finish(uni_machine *m) {
    uni_state *s = m->s;
    int players = m->d->players, winners = 0, winner = 0;
    for (int p = 0; p < players; p++) {
        s->place[p] = 1;
        for (int q = 0; q < players; q++) {
            s->place[p] = (uint8_t)(s->place[p] + (q != p && is_ahead(m, q, p)));
        }
        if (s->place[p] == 1) {
            winners++;
            winner = p;
        }
    }
    for (int p = 0; winners > 1 && p < players; p++) {
        s->place[p] = 2;
    }
    if (winners == 1) {
        uni_tell(m, UNI_NEWS_WINS, winner, 0, UNI_NO_PLAYER);
    } else {
        uni_tell(m, UNI_NEWS_NOBODY, UNI_NO_PLAYER, 0, UNI_NO_PLAYER);
    }
    s->pc = UNI_PC_OVER;
    s->ret = 0;
    s->ask = UNI_ASK_NOTHING;
    s->deciders = 0;
}

bool uni_test_end(uni_machine *m) {
    uni_state *s = m->s;
    bool end = s->deck_size == 0 || s->turns > UNI_MAX_TURNS || s->plies >= UNI_MAX_PLIES;
    for (int p = 0; p < m->d->players; p++) {
        end |= uni_value(m->d, s, p) >= m->d->win[m->d->players];
    }
    if (end) {
        finish(m);
    }
    return end;
}

// --- Phases ---------------------------------------------------------------------------
// Each handler returns true to go on and false when a question is open.

static bool run_deal(uni_machine *m) {
    uni_state *s = m->s;
    int total = m->d->deal * m->d->players;
    while (s->dealt < total) {
        s->drawer = (uint8_t)(s->dealt % m->d->players);
        if (!uni_ask_for(m, UNI_ASK_DRAW, TSR_CHANCE)) {
            return false;
        }
        s->dealt++;
        uni_draw(m, s->drawer, uni_move_a(m->answer));
    }
    s->dealt = s->drawer = 0;
    s->pc = UNI_PC_BEGIN;
    return true;
}

static bool run_begin(uni_machine *m) {
    uni_state *s = m->s;
    s->plays = (uint8_t)(1 + s->more_plays[s->turn]);
    s->played = s->skip = s->more_plays[s->turn] = 0;
    uni_tell(m, UNI_NEWS_TURN, s->turn, 0, UNI_NO_PLAYER);
    uni_post_event(m, s->stable[s->turn], UNI_ON_START);
    uni_post_event(m, s->tabled, UNI_ON_ANY_START);
    s->pc = UNI_PC_CHAIN;
    s->ret = UNI_PC_DRAW;
    return true;
}

static bool run_chain(uni_machine *m) {
    if (!uni_run_chain(m)) {
        return false;
    }
    if (!uni_test_end(m)) {
        bool stopped = m->s->ret == UNI_PC_WINDOW && m->s->stack_count == 0;
        m->s->pc = stopped ? UNI_PC_AFTER : m->s->ret;
        m->s->ret = 0;
    }
    return true;
}

// On to `pc`, after what has been set off meanwhile.
static void go_on(uni_state *s, uni_pc pc) {
    s->pc = (uint8_t)(s->next_count ? UNI_PC_CHAIN : pc);
    s->ret = (uint8_t)(s->next_count ? pc : 0);
}

static bool run_draw(uni_machine *m) {
    uni_state *s = m->s;
    if (s->skip) {
        s->more_draws[s->turn] = 0;
        s->pc = UNI_PC_END;
        return true;
    }
    while (s->drawn < 1 + s->more_draws[s->turn] && s->deck_size > 0) {
        s->drawer = s->turn;
        if (!uni_ask_for(m, UNI_ASK_DRAW, TSR_CHANCE)) {
            return false;
        }
        s->drawn++;
        uni_draw(m, s->turn, uni_move_a(m->answer));
    }
    s->drawn = s->drawer = s->more_draws[s->turn] = 0;
    if (!uni_test_end(m)) {
        go_on(s, UNI_PC_ACTION);
    }
    return true;
}

static bool run_action(uni_machine *m) {
    uni_state *s = m->s;
    if (!uni_ask_for(m, UNI_ASK_ACT, s->turn)) {
        return false;
    }
    switch (tsr_move_byte(m->answer, 0)) {
    case UNI_MOVE_PLAY:
        s->played++;
        uni_put_on_stack(m, s->turn, uni_move_a(m->answer), uni_move_b(m->answer));
        s->pc = UNI_PC_WINDOW;
        break;
    case UNI_MOVE_USE:
        uni_add(&s->used, uni_move_a(m->answer));
        uni_post_event(m, uni_one(uni_move_a(m->answer)), UNI_ON_USE);
        s->pc = UNI_PC_CHAIN;
        s->ret = UNI_PC_AFTER;
        break;
    case UNI_MOVE_DRAW: s->pc = UNI_PC_ACTION_DRAW; break;
    default: s->pc = UNI_PC_END; break;
    }
    return true;
}

static bool run_action_draw(uni_machine *m) {
    uni_state *s = m->s;
    if (s->deck_size > 0) {
        s->drawer = s->turn;
        if (!uni_ask_for(m, UNI_ASK_DRAW, TSR_CHANCE)) {
            return false;
        }
        uni_draw(m, s->turn, uni_move_a(m->answer));
    }
    s->drawer = 0;
    if (!uni_test_end(m)) {
        go_on(s, UNI_PC_END);
    }
    return true;
}

static bool run_after(uni_machine *m) {
    uni_state *s = m->s;
    s->pc = s->skip || s->played >= s->plays ? UNI_PC_END : UNI_PC_ACTION;
    return true;
}

// Cards borrowed until the end of the turn go home in the link of the end.
static void post_returns(uni_machine *m) {
    uni_state *s = m->s;
    for (int i = s->lease_count - 1; i >= 0; i--) {
        const uni_lease lease = s->lease[i];
        if (lease.until != UNI_UNTIL_END) {
            continue;
        }
        if (s->next_count < UNI_JOBS) {
            uni_job *job = &s->next[s->next_count++];
            *job = (uni_job){0};
            job->you = s->turn;
            job->src = lease.source;
            job->stage = UNI_JOB_READY;
            job->flags = UNI_JOB_BACK;
            job->who = UNI_NO_PLAYER;
            job->to = lease.home;
            job->times = 1;
            job->picked = 1;
            job->targets = uni_one(lease.card);
        }
        uni_lease_drop(s, i);
    }
}

static bool run_end(uni_machine *m) {
    uni_state *s = m->s;
    uni_post_event(m, s->stable[s->turn], UNI_ON_END);
    uni_post_event(m, s->tabled, UNI_ON_ANY_END);
    post_returns(m);
    s->pc = UNI_PC_CHAIN;
    s->ret = UNI_PC_LIMIT;
    return true;
}

static bool run_limit(uni_machine *m) {
    uni_state *s = m->s;
    while (s->hand_size[s->turn] > uni_keep(m->d, s, s->turn)) {
        if (!uni_ask_for(m, UNI_ASK_LIMIT, s->turn)) {
            return false;
        }
        uni_discard(m, s->turn, uni_move_a(m->answer));
    }
    go_on(s, UNI_PC_NEXT); // a card may speak up when it is discarded
    return true;
}

// Extra turns come first, round the table from whoever has just played; then the turn goes on
// from the last player who had one anyway.
static void pass_turn(uni_machine *m) {
    uni_state *s = m->s;
    int players = m->d->players;
    for (int i = 0; i < players; i++) {
        int p = (s->turn + i) % players;
        if (s->more_turns[p]) {
            s->more_turns[p]--;
            s->turn = (uint8_t)p;
            return;
        }
    }
    s->regular = (uint8_t)((s->regular + 1) % players);
    s->turn = s->regular;
}

static bool run_next(uni_machine *m) {
    uni_state *s = m->s;
    pass_turn(m);
    s->turns++;
    s->plays = s->played = s->skip = 0;
    s->used = uni_none();
    s->pc = UNI_PC_BEGIN;
    if (s->turns > UNI_MAX_TURNS || s->plies >= UNI_MAX_PLIES) {
        finish(m);
    }
    return true;
}

static void run_phases(uni_machine *m) {
    bool on = true;
    while (on) {
        switch ((uni_pc)m->s->pc) {
        case UNI_PC_DEAL: on = run_deal(m); break;
        case UNI_PC_BEGIN: on = run_begin(m); break;
        case UNI_PC_CHAIN: on = run_chain(m); break;
        case UNI_PC_DRAW: on = run_draw(m); break;
        case UNI_PC_ACTION: on = run_action(m); break;
        case UNI_PC_ACTION_DRAW: on = run_action_draw(m); break;
        case UNI_PC_WINDOW: on = uni_run_window(m); break;
        case UNI_PC_QUICKEST: on = uni_run_quickest(m); break;
        case UNI_PC_RESOLVE: on = uni_run_resolve(m); break;
        case UNI_PC_AFTER: on = run_after(m); break;
        case UNI_PC_END: on = run_end(m); break;
        case UNI_PC_LIMIT: on = run_limit(m); break;
        case UNI_PC_NEXT: on = run_next(m); break;
        case UNI_PC_OVER: on = false; break;
        }
    }
}

// Goes on until somebody must decide or the game is over. A hand that has become open
// is shown first; then the question is found again.
static void run(uni_machine *m) {
    uni_state *s = m->s;
    run_phases(m);
    if (s->pc != UNI_PC_OVER && uni_know_pending(m->d, s)) {
        s->ask = UNI_ASK_UNVEIL;
        s->deciders = 1u << TSR_CHANCE;
        s->asked = 0;
    }
}

// --- Doors ------------------------------------------------------------------------------

static void open_card(uni_state *s, int card, int at) {
    uni_add(&s->open, card);
    s->at[card] = (uint8_t)at;
}

// The table before the deal: babies in stables and nursery, gifts in hands.
static void lay_out(const uni_deck *d, uni_state *s) {
    for (uni_set rest = d->of_class[UNI_BABY].set; uni_any(rest);) {
        int card = uni_pop(&rest);
        uni_add(&s->nursery, card);
        open_card(s, card, UNI_AT_NURSERY);
    }
    s->deck = uni_minus(d->all, d->of_class[UNI_BABY].set);
    for (int p = 0; p < d->players; p++) {
        if (d->start != UNI_NO_CARD) {
            int card = d->kind[d->start].first + p;
            uni_del(&s->nursery, card);
            uni_add(&s->stable[p], card);
            uni_add(&s->tabled, card);
            uni_listen(d, s, card, 1);
            open_card(s, card, UNI_AT_STABLE + p);
        }
        for (int i = 0; i < d->gift_count; i++) {
            uni_tally_take(d, &s->deck, d->gift[i]);
            uni_tally_add(d, &s->hand[p], d->gift[i]);
            s->hand_size[p]++;
            uni_know_arrival(d, s, p, d->gift[i]);
        }
    }
    s->deck_size = (uint16_t)uni_count(s->deck);
}

void uni_init(const uni_deck *d, uni_state *s) {
    uni_machine m = {.d = d, .s = s};
    memset(s, 0, sizeof *s);
    s->turns = 1;
    lay_out(d, s);
    run(&m);
}

void uni_resume(const uni_deck *d, uni_state *s) {
    uni_machine m = {.d = d, .s = s};
    run(&m);
}

// The choices of one player inside step 1 of one link may be taken back: nothing
// was done yet and nothing was shown.
static bool still_choosing(const uni_state *s) {
    return s->pc == UNI_PC_CHAIN && s->step == UNI_STEP_CHOOSE && !(s->deciders >> TSR_CHANCE & 1);
}

void uni_play_move(const uni_deck *d, uni_state *s, int who, tsr_move move) {
    uni_machine m = {.d = d, .s = s, .answer = move, .fresh = true};
    bool chose = still_choosing(s);
    uint16_t deciders = s->deciders;
    uint8_t links = s->links;
    memset(s->news, 0, s->news_count * sizeof s->news[0]);
    s->news_count = 0;
    s->plies++;
    if (s->ask == UNI_ASK_ANSWER) {
        s->asked = (uint8_t)(s->asked & ~(1u << who));
        s->deciders = s->asked;
        if (tsr_move_byte(move, 0) == UNI_MOVE_ANSWER) {
            s->willing[who] = (uint16_t)(uni_move_a(move) + 1);
        }
        if (s->asked) {
            return;
        }
        s->pc = UNI_PC_QUICKEST;
        m.fresh = false;
    }
    if (s->ask == UNI_ASK_UNVEIL) {
        uni_know_open(d, s);
        m.fresh = false;
    }
    run(&m);
    if (!chose || !still_choosing(s) || s->deciders != deciders || s->links != links) {
        s->stamp = s->plies;
    }
}
