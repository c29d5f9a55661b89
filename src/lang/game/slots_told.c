// SPDX-License-Identifier: MIT
//
// The reasons that rules give for what follows from a move: `points += 3 for "the row"`.
//
// The move is played once more, on a copy of the position, by a second program of the same rules
// (lang_unit.teller), which notes reasons; programs that play need not. Copies are made of views: where
// something is hidden the replay may come to other numbers than the game did, and then no reason is told.
#include <string.h>

#include <tessera/rules.h>

#include "lang/game/slots.h"

typedef union replay {
    char bytes[TSR_MAX_STATE];
    uint64_t align;
} replay;

static const lang_unit *teller_of(const tsr_rules *r) {
    return ((const lang_unit *)r->data)->teller;
}

// --- The replay ------------------------------------------------------------------------------------

// A position as the second program has it: the same, with room for reasons in front of `events`.
static void copy_position(const program *play, const program *tell, const void *s, void *out) {
    const size_t head = play->size.head_nums + play->at.events * sizeof(int32_t);
    const size_t reasons = (size_t)(tell->at.events - play->at.events) * sizeof(int32_t);
    const int rest = play->at.state_nums - play->at.events;
    const int room = tell->at.state_nums - tell->at.events;
    const size_t mid = (size_t)(rest < room ? rest : room) * sizeof(int32_t); // one may be a filler
    memset(out, 0, tell->size.state_size);
    memcpy(out, s, head);
    memcpy((char *)out + head + reasons, (const char *)s + head, mid);
    memcpy((char *)out + tell->size.ring_off, (const char *)s + play->size.ring_off,
           play->size.state_size - play->size.ring_off);
}

static int var_numbers(const program *p) {
    int n = 0;
    for (int i = 0; i < p->vars; i++) {
        n += p->var_each[i] ? p->players : 1;
    }
    return n;
}

// Whether the replay has come to what the viewer sees.
static int is_same_end(const program *play, const program *tell, const replay *s,
                       const void *after) {
    const ir_head *was = (const ir_head *)(const void *)s->bytes, *now = after;
    return was->over == now->over && memcmp(state_nums(tell, s->bytes), state_nums(play, after),
                                            (size_t)var_numbers(play) * sizeof(int32_t)) == 0;
}

// Whether `m` can be played: a masked code cannot.
static int is_possible(const tsr_rules *r, const void *s, int who, tsr_move m) {
    tsr_move list[TSR_MAX_MOVES];
    uint32_t weight[TSR_MAX_MOVES];
    if (!(r->g.turn(r, s) >> who & 1)) {
        return 0;
    }
    const int n = who == TSR_CHANCE ? r->g.chance(r, s, list, weight) : r->g.moves(r, s, who, list);
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            return 1;
        }
    }
    return 0;
}

// Plays `m` once more. Returns its reasons, or NULL where the viewer cannot know them.
static const int32_t *play_again(const tsr_rules *r, const void *before, int who, tsr_move m,
                                 const void *after, replay *s) {
    const program *play = program_of(r), *tell = &teller_of(r)->p;
    tsr_rules again = *r;
    again.data = (void *)(uintptr_t)teller_of(r);
    again.state_size = tell->size.state_size;
    copy_position(play, tell, before, s->bytes);
    if (!is_possible(&again, s->bytes, who, m)) {
        return NULL;
    }
    again.g.play(&again, s->bytes, who, m);
    return is_same_end(play, tell, s, after) ? state_nums(tell, s->bytes) + tell->at.why : NULL;
}

// --- What is told ------------------------------------------------------------------------------------

static int word_of(const program *p, int reason) {
    return p->words.name_reasons + reason;
}

// What one more of a var adds to the score, as far as it is a sum: 1, -1, else 0.
static int share_of(const ast *score, const char *var) {
    if (!score) {
        return 0;
    }
    switch ((ast_kind)score->kind) {
    case A_WORD: return strcmp(score->name, var) == 0;
    case A_NEG: return -share_of(score->a, var);
    case A_ADD: return share_of(score->a, var) + share_of(score->b, var);
    case A_SUB: return share_of(score->a, var) - share_of(score->b, var);
    default: return 0;
    }
}

// The points that a change for a reason brings: 1 or -1 each, 0 = the score does not count it so.
static int points_of(const program *p, const decl_reason *reason) {
    const int share = p->has_score && !p->half_points ? share_of(p->g->score, reason->var) : 0;
    return share == 1 || share == -1 ? share : 0;
}

// A var of `seat` changed by `amount`.
static void tell_change(const program *p, int seat, int reason, int32_t amount, tsr_story *out) {
    const int sign = points_of(p, &p->g->reasons[reason]);
    const int32_t n = sign ? sign * amount : amount;
    const uint16_t more = sign ? SAY_GAINS_FOR : SAY_GETS_FOR;
    const uint16_t less = sign ? SAY_LOSES_FOR : SAY_GIVES_FOR;
    tsr_event e = tsr_event_of(sign ? TSR_EVENT_SCORE : TSR_EVENT_SAY, seat);
    e.points = sign ? n : 0;
    tsr_say(&e.line, n > 0 ? more : less, TSR_PLAYER(seat), TSR_INT(n > 0 ? n : -n),
            TSR_NAME(word_of(p, reason)));
    tsr_tell(out, e);
}

static int only_winner(const tsr_rules *r, const void *after) {
    tsr_result result[TSR_MAX_PLAYERS];
    int winner = -1, count = 0;
    r->g.result(r, after, result);
    for (int i = 0; i < r->players; i++) {
        if (result[i].rank == 1) {
            winner = i;
            count++;
        }
    }
    return count == 1 ? winner : -1;
}

// Who has left the game. Returns how many.
static int tell_leaving(const program *p, const void *before, const void *after, int word,
                        tsr_story *out) {
    int count = 0;
    for (int c = 0; p->at.out && c < p->players; c++) {
        const int at = p->at.out - 1 + c;
        if (!state_nums(p, before)[at] && state_nums(p, after)[at]) {
            tsr_event e = tsr_event_of(TSR_EVENT_SAY, seat_of(after, c));
            tsr_say(&e.line, SAY_OUT_FOR, TSR_PLAYER(seat_of(after, c)), TSR_NAME(word));
            tsr_tell(out, e);
            count++;
        }
    }
    return count;
}

static void tell_end(const tsr_rules *r, const void *before, const void *after, int reason,
                     tsr_story *out) {
    const program *p = program_of(r);
    const int word = word_of(p, reason - 1);
    if (tell_leaving(p, before, after, word, out) || !((const ir_head *)after)->over) {
        return;
    }
    const int winner = only_winner(r, after);
    tsr_event e = tsr_event_of(TSR_EVENT_SAY, winner < 0 ? TSR_NOBODY : winner);
    if (winner < 0) {
        tsr_say(&e.line, SAY_OVER_FOR, TSR_NAME(word));
    } else {
        tsr_say(&e.line, SAY_WINS_FOR, TSR_PLAYER(winner), TSR_NAME(word));
    }
    tsr_tell(out, e);
}

static void slot_told(const tsr_rules *r, const void *before, int who, tsr_move m,
                      const void *after, int viewer, tsr_story *out) {
    const program *p = program_of(r);
    const int count = p->g->reason_count;
    replay s;
    const int32_t *why = play_again(r, before, who, m, after, &s);
    (void)viewer;
    for (int i = 0; why && i < p->players * count; i++) {
        if (why[i]) {
            tell_change(p, seat_of(after, i / count), i % count, why[i], out);
        }
    }
    if (why && why[p->players * count]) {
        tell_end(r, before, after, why[p->players * count], out);
    }
}

void reasons_fit(tsr_rules *r) {
    const lang_unit *teller = teller_of(r);
    if (teller && !teller->diags.errors && teller->p.size.state_size <= TSR_MAX_STATE) {
        r->more.told = slot_told;
        r->g.flags |= TSR_TELLS_REASONS;
    }
}
