// SPDX-License-Identifier: MIT
// Unstable Unicorns, 2 to 8 players. Base game with the second edition's end: when
// the deck runs out, whoever has most unicorns wins. docs/unicorns.md has the rules,
// the rulings and the notation; this file is the table of slots, and how an engine takes its seat.
//
//     cards_*.c, words.c       the card language; decks/*.cards are the cards
//     width.h, engine.h        three engines, for small, larger and the largest decks
//     open.c, public.c         which of them plays; what is asked about its states
//     state.h                  the flat state
//     turn.c, stack.c, chain.c the machine: phases, instants, links (choose.c, react.c, post.c)
//     verbs/                   what cards can do, one file each
//     table.c, hooks.c, know.c zones and movement, standing rules, knowledge
//     aim.c, can.c, moves.c    targets, feasibility, moves; why.c, say.c: sentences; ask.c: questions, news
//     view.c, check.c          views and guesses; soundness
//     notation.c, position*.c  moves and positions as text; script.c: tests in decks
//     scene.c, screen.c, ai.c  the picture, the terminal's text, features for bots
//     told.c, things.c         what followed from a move; the cards as data
//     mind.c, expert_*.c       its players
#include <string.h>

#include <tessera/rules.h>

#include "unicorns/engine.h"
#include "unicorns/lines.h"
#include "unicorns/notation.h"
#include "unicorns/parts.h"
#include "unicorns/script.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

static void set_bounds(tsr_rules *r, const uni_deck *d) {
    r->action_count = uni_action_count(d);
    r->state_size = sizeof(uni_state);
    // Cards to play and to use, or targets on the table; "draw" or "done" besides.
    r->max_moves = (uint32_t)(d->kind_count * d->players + d->card_count + 1);
    r->max_chance = d->kind_count;
    // Once UNI_MAX_PLIES are made the chain that runs is cut at the end of its link,
    // and a link asks at most this often.
    r->max_plies = UNI_MAX_PLIES + UNI_JOBS * UNI_CARDS;
}

// --- Playing ------------------------------------------------------------------------

static void init(const tsr_rules *r, void *out) {
    uni_init(uni_deck_of(r), out);
}

static uint32_t turn(const tsr_rules *r, const void *s) {
    (void)r;
    return ((const uni_state *)s)->deciders;
}

static int moves(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    return uni_list_moves(uni_deck_of(r), s, who, out);
}

static int chance(const tsr_rules *r, const void *s, tsr_move *out, uint32_t *weight) {
    return uni_list_chance(uni_deck_of(r), s, out, weight);
}

// The pool out of which chance takes a card, and the kind of move that says so; false if it does
// something else, or has spoken already.
static bool chance_pool(const uni_state *s, uni_set *pool, int *kind) {
    switch ((uni_ask)s->ask) {
    case UNI_ASK_DRAW: *pool = s->deck, *kind = UNI_MOVE_DRAWN; return !s->top_count;
    case UNI_ASK_TOP: *pool = s->deck, *kind = UNI_MOVE_TOPPED; return true;
    case UNI_ASK_PULL:
        *pool = s->hand[uni_job_at_work(s)->to], *kind = UNI_MOVE_PULLED;
        return true;
    default: return false;
    }
}

static tsr_move sample(const tsr_rules *r, const void *state, int who, tsr_rng *g) {
    const uni_deck *d = uni_deck_of(r);
    const uni_state *s = state;
    uni_set pool;
    int kind;
    if (who == TSR_CHANCE && chance_pool(s, &pool, &kind)) {
        // A card out of a pool is a bit out of a set.
        int card = uni_nth(pool, (int)tsr_rng_below(g, (uint32_t)uni_count(pool)));
        return uni_move_of(kind, d->kind_of[card], 0);
    }
    tsr_move list[UNI_MOVES];
    uint32_t weight[UNI_CARDS]; // all alike, where no card is taken
    int n =
        who == TSR_CHANCE ? uni_list_chance(d, s, list, weight) : uni_list_moves(d, s, who, list);
    return n == 1 ? list[0] : n > 1 ? list[tsr_rng_below(g, (uint32_t)n)] : TSR_NO_MOVE;
}

static int why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out) {
    tsr_move list[UNI_MOVES];
    int n = uni_list_moves(uni_deck_of(r), s, who, list);
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            return tsr_say(out, 0);
        }
    }
    return uni_reason(uni_deck_of(r), s, who, m, out);
}

static void play(const tsr_rules *r, void *s, int who, tsr_move m) {
    uni_play_move(uni_deck_of(r), s, who, m);
}

static void view(const tsr_rules *r, const void *s, int viewer, void *out) {
    uni_view(uni_deck_of(r), s, viewer, out);
}

static void guess(const tsr_rules *r, const void *s, int viewer, tsr_rng *g, void *out) {
    uni_guess(uni_deck_of(r), s, viewer, g, out);
}

static tsr_move seen(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer) {
    return uni_seen(uni_deck_of(r), s, who, m, viewer);
}

static void result(const tsr_rules *r, const void *state, tsr_result *out) {
    const uni_state *s = state;
    for (int p = 0; p < r->players; p++) {
        out[p] = (tsr_result){uni_value(uni_deck_of(r), s, p), s->place[p], {0}};
    }
}

// --- Text ---------------------------------------------------------------------------

static int move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                     size_t cap) {
    return uni_move_text(uni_deck_of(r), s, who, m, buf, cap);
}

static tsr_err move_parse(const tsr_rules *r, const void *s, int who, const char *t,
                          tsr_move *out) {
    if (who == TSR_CHANCE) {
        return tsr_move_read_listed(r, s, who, t, out);
    }
    return uni_move_read(uni_deck_of(r), s, who, t, out) ? TSR_OK : TSR_ERR_PARSE;
}

static int text(const tsr_rules *r, const void *s, char *buf, size_t cap) {
    return uni_position_text(uni_deck_of(r), s, buf, cap);
}

static tsr_err parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    return uni_position_read(uni_deck_of(r), t, out, err);
}

static int check(const tsr_rules *r, const void *s, tsr_line *out) {
    return uni_check(uni_deck_of(r), s, out);
}

static tsr_move neutral_move(const uni_state *s) {
    switch ((uni_ask)s->ask) {
    case UNI_ASK_ANSWER: return uni_move_of(UNI_MOVE_PASS, 0, 0);
    case UNI_ASK_MAY:
    case UNI_ASK_INSTEAD: return uni_move_of(UNI_MOVE_NO, 0, 0);
    case UNI_ASK_ACT: return uni_move_of(s->played ? UNI_MOVE_DONE : UNI_MOVE_DRAW, 0, 0);
    default: return TSR_NO_MOVE;
    }
}

static void info(const tsr_rules *r, const void *state, tsr_info *out) {
    const uni_state *s = state;
    memset(out, 0, sizeof *out);
    out->stamp = s->stamp;
    out->round = s->turns;
    out->ask = s->deciders == 0                ? TSR_ASK_OVER
               : s->deciders >> TSR_CHANCE & 1 ? TSR_ASK_CHANCE
               : s->ask == UNI_ASK_ACT         ? TSR_ASK_MOVE
               : s->ask == UNI_ASK_ANSWER      ? TSR_ASK_REACT
                                               : TSR_ASK_CHOICE;
    out->timeout_move = neutral_move(s);
    uni_prompt(uni_deck_of(r), s, &out->prompt);
}

static void say(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out) {
    uni_say_move(uni_deck_of(r), s, who, m, out);
}

// Counters and news have no future; of the chain only what is in use.
static uint64_t hash(const tsr_rules *r, const void *state) {
    const uni_state *s = state;
    const char *from = (const char *)s->stable, *to = (const char *)s->cont;
    (void)r;
    uint64_t h = tsr_hash_bytes(from, (size_t)(to - from), 0);
    h = tsr_hash_bytes(s->cont, s->cont_count * sizeof s->cont[0], h);
    h = tsr_hash_bytes(s->now, s->now_count * sizeof s->now[0], h);
    return tsr_hash_bytes(s->next, s->next_count * sizeof s->next[0], h);
}

// --- The table ------------------------------------------------------------------------

static const char *const sets[] = {"base", "two", "comets", "tides", "all"};

static const tsr_option options[] = {
    {"set", "which of the built-in decks", TSR_OPTION_CHOICE, 0, 0, 4, sets},
    {"deck", "a card file of your own instead (*.cards)", TSR_OPTION_FILE, 0, 0, 0, NULL},
};

static const tsr_agent_type *const agents[] = {&tsr_agent_unicorns_rules,
                                               &tsr_agent_unicorns_weights, NULL};
static const tsr_skin *const skins[] = {&uni_skin_term, NULL};

// Measured in docs/strength.md: the rules of thumb alone, then searches that follow them.
static const char *const levels[TSR_OWN_LEVELS] = {
    "unicorns-rules", "ismcts:nodes=150,time=2s", "ismcts:nodes=600,time=2s",
    "ismcts:nodes=2k,time=3s", "ismcts:time=3s,memory=256M"};

// What reads states, once for the table and once for rules that another engine's table has opened.
// X(slot, what fills it)
#define UNI_SLOTS(X)                                                                               \
    X(init, init)                                                                                  \
    X(turn, turn)                                                                                  \
    X(moves, moves)                                                                                \
    X(chance, chance)                                                                              \
    X(why_not, why_not)                                                                            \
    X(play, play)                                                                                  \
    X(view, view)                                                                                  \
    X(guess, guess)                                                                                \
    X(seen, seen)                                                                                  \
    X(result, result)                                                                              \
    X(move_text, move_text)                                                                        \
    X(move_parse, move_parse)                                                                      \
    X(text, text)                                                                                  \
    X(parse, parse)                                                                                \
    X(check, check)                                                                                \
    X(info, info)                                                                                  \
    X(scene, uni_scene)                                                                            \
    X(path, uni_path)                                                                              \
    X(ai, &uni_ai)

#define UNI_MORE_SLOTS(X)                                                                          \
    X(action, uni_action)                                                                          \
    X(action_text, uni_action_text)                                                                \
    X(sample, sample)                                                                              \
    X(say, say)                                                                                    \
    X(told, uni_told)                                                                              \
    X(words, uni_words)                                                                            \
    X(parts, uni_parts)                                                                            \
    X(hash, hash)                                                                                  \
    X(picked, uni_picked)

static void bind(tsr_rules *r, const uni_deck *d) {
#define X(slot, what) r->g.slot = what;
    UNI_SLOTS(X)
#undef X
#define X(slot, what) r->more.slot = what;
    UNI_MORE_SLOTS(X)
#undef X
    set_bounds(r, d);
}

const uni_engine uni_engine_own = {
    .cards = UNI_CARDS,
    .jobs = UNI_JOBS,
    .loans = UNI_LEASES,
    .bind = bind,
    .run_tests = uni_run_tests,
    .read = uni_read_view,
    .read_move = uni_read_move,
    .draw = uni_draw_screen,
};

#define X(slot, what) .slot = (what),
static const tsr_game_more more = {.size = sizeof(tsr_game_more),
                                   .minutes = 30,
                                   .tags = "cards hidden take-that",
                                   .agents = agents,
                                   .skins = skins,
                                   .levels = levels,
                                   .things = uni_things,
                                   .data_faults = uni_data_faults,
                                   .data_wants = uni_deck_wants,
                                   UNI_MORE_SLOTS(X)};

const tsr_game tsr_game_unicorns = {.size = sizeof(tsr_game),
                                    .abi = TSR_ABI,
                                    .name = "unicorns",
                                    .title = "Unstable Unicorns",
                                    .about =
                                        "fill your stable with unicorns, spoil everybody else's",
                                    .rules = uni_leaflet,
                                    .rules_version = 1,
                                    .flags = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS,
                                    .min_players = 2,
                                    .max_players = UNI_PLAYERS,
                                    .default_players = 2,
                                    .option_count = sizeof options / sizeof options[0],
                                    .line_count = UNI_LINE_COUNT,
                                    .options = options,
                                    .lines = uni_lines,
                                    .open = uni_open,
                                    .close = uni_close,
                                    .more = &more,
                                    .learn = &uni_learn,
                                    UNI_SLOTS(X)};
#undef X
