// SPDX-License-Identifier: MIT
// What every search must get right: small games with known answers, the same
// move for the same seed, and limits that hold.
#include "support/agents_play.h"
#include "support/gamble.h"

static const char *const searchers[] = {"greedy", "alphabeta", "mcts", "ismcts"};
enum { SEARCHERS = sizeof searchers / sizeof searchers[0] };

// Games of tic-tac-toe that alphabeta must not lose; the long test plays 1,000.
enum { FEW_GAMES = 40 };
static int many_games = FEW_GAMES;

// --- Strength ----------------------------------------------------------------

static void alphabeta_never_loses_tictactoe(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    tsr_agent *ab = play_open_agent("alphabeta:nodes=100k", r);
    tsr_agent *other[2] = {play_open_agent("random", r), play_open_agent("mcts:nodes=100", r)};
    for (int i = 0; i < many_games; i++) {
        float u[TSR_MAX_PLAYERS];
        int seat = i % 2;
        tsr_agent *seats[2] = {other[i / 2 % 2], other[i / 2 % 2]};
        seats[seat] = ab;
        play_game(seats, (uint64_t)i, &play_host, u);
        assert_true(u[seat] >= 0.5f);
    }
    tsr_agent_close(ab);
    tsr_agent_close(other[0]);
    tsr_agent_close(other[1]);
    tsr_rules_close(r);
}

static void alphabeta_draws_with_itself(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    for (uint64_t seed = 0; seed < 2; seed++) {
        double share = play_match(r, "alphabeta:nodes=100k", "alphabeta:nodes=50k", 2, seed);
        assert_true(share > 0.49 && share < 0.51);
    }
    tsr_rules_close(r);
}

typedef struct watch {
    tsr_agent_info last;
    char note[40];
    int infos;
} watch;

static void on_info(void *self, const tsr_agent_info *info) {
    watch *w = self;
    w->last = *info;
    w->infos++;
    snprintf(w->note, sizeof w->note, "%s", info->note ? info->note : "");
}

// Plays `moves`, a list of texts that ends with NULL, from the start.
static void play_moves(const tsr_rules *r, void *s, const char *const *moves) {
    tsr_init(r, s);
    for (int i = 0; moves[i]; i++) {
        tsr_move m;
        int who = tsr_mover(tsr_turn(r, s));
        assert_int_equal(tsr_move_read(r, s, who, moves[i], &m, NULL), TSR_OK);
        assert_int_equal(tsr_play_checked(r, s, who, m, NULL), 0);
    }
}

// What a search that solves the position says player 0 will get.
static float solved_value(const tsr_rules *r, const char *spec, const char *const *moves) {
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_agent *a = play_open_agent(spec, r);
    watch w = {.infos = 0};
    tsr_agent_host host = {.self = &w, .now_us = play_now, .info = on_info};
    play_moves(r, s, moves);
    play_ask(a, s, tsr_mover(tsr_turn(r, s)), 1, &host);
    assert_true(w.infos > 0);
    assert_string_equal(w.note, "solved");
    assert_true(w.last.line_count > 0);
    assert_true(w.last.win[0] + w.last.win[1] > 0.99f);
    assert_true(w.last.win[0] + w.last.win[1] < 1.01f);
    tsr_agent_close(a);
    return w.last.win[0];
}

// Two rooks mate in three plies. Out of check there are few moves, which cost no depth: two plies see it.
static void few_moves_cost_no_depth(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("chess");
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_agent *a = play_open_agent("alphabeta:depth=2", r);
    watch w = {.infos = 0};
    tsr_agent_host host = {.self = &w, .now_us = play_now, .info = on_info};
    assert_int_equal(tsr_position_read(r, "8/6k1/R7/1R6/8/8/8/6K1 w - - 0 1", s, NULL), TSR_OK);
    play_ask(a, s, tsr_mover(tsr_turn(r, s)), 1, &host);
    assert_true(w.last.win[0] > 0.99f || w.last.win[1] > 0.99f);
    assert_int_equal(w.last.line_count, 3);
    tsr_agent_close(a);
    tsr_rules_close(r);
}

static const char *const empty_board[] = {NULL};
static const char *const won_opening[] = {"0,0", "0,1", NULL}; // for the first player
static const char *const lost_opening[] = {"0,1", "1,1", "1,0", "0,0", "2,1", NULL};

static void positions_are_solved(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    float draw = solved_value(r, "alphabeta:nodes=200k", empty_board);
    assert_true(draw > 0.49f && draw < 0.51f);
    assert_true(solved_value(r, "alphabeta:nodes=200k", won_opening) > 0.99f);
    assert_true(solved_value(r, "mcts:nodes=200k", won_opening) > 0.99f);
    assert_true(solved_value(r, "alphabeta:nodes=200k", lost_opening) < 0.01f);
    assert_true(solved_value(r, "mcts:nodes=200k", lost_opening) < 0.01f);
    tsr_rules_close(r);
}

static void searchers_beat_random(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tron");
    assert_true(play_match(r, "mcts:nodes=150", "random", 10, 1) > 0.85);
    assert_true(play_match(r, "alphabeta:nodes=150", "random", 10, 1) > 0.85);
    assert_true(play_match(r, "ismcts:nodes=150", "random", 10, 1) > 0.85);
    assert_true(play_match(r, "greedy", "random", 20, 1) > 0.6);
    tsr_rules_close(r);
}

// Finds the win in one that a player has in a row.
static void everybody_takes_a_win(void **state) {
    (void)state;
    static const char *const specs[] = {"greedy", "alphabeta:nodes=50", "mcts:nodes=200",
                                        "ismcts:nodes=200", "level:n=4"};
    tsr_rules *r = play_open_rules("tictactoe");
    uint64_t s[TSR_MAX_STATE / 8];
    static const char *const moves[] = {"0,0", "1,0", "0,1", "1,1", NULL};
    play_moves(r, s, moves);
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        tsr_agent *a = play_open_agent(specs[i], r);
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(r, s, 0, play_ask(a, s, 0, 5, &play_host), text, sizeof text);
        assert_string_equal(text, "X 0,2");
        tsr_agent_close(a);
    }
    tsr_rules_close(r);
}

// Havannah, Black to move: White's chain from corner to corner lacks h1. Of 156 moves all others lose at once.
static void one_threat_among_many_moves_is_seen(void **state) {
    (void)state;
    static const char *const moves[] = {"a1", "h4", "b1", "h5", "c1", "h6", "d1",
                                        "h7", "e1", "h8", "f1", "i9", "g1", NULL};
    tsr_rules *r = play_open_rules("havannah");
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_agent *a = play_open_agent("mcts:nodes=3k", r);
    play_moves(r, s, moves);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(r, s, 1, play_ask(a, s, 1, seed, &play_host), text, sizeof text);
        assert_string_equal(text, "h1");
    }
    tsr_agent_close(a);
    tsr_rules_close(r);
}

// --- Chance and secrets ------------------------------------------------------

static int first_choice(const tsr_game *game, int wins, const char *spec) {
    tsr_setup setup;
    tsr_rules *r;
    uint64_t s[1];
    tsr_setup_init(&setup, game);
    setup.opt[0] = wins;
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    tsr_init(r, s);
    if (tsr_turn(r, s) == 1u << TSR_CHANCE) {
        tsr_play(r, s, TSR_CHANCE, tsr_move_of(GAMBLE_SIDE, 3, 0, 0, 0));
    }
    tsr_agent *a = play_open_agent(spec, r);
    int kind = tsr_move_byte(play_ask(a, s, 0, 11, &play_host), 0);
    tsr_agent_close(a);
    tsr_rules_close(r);
    return kind;
}

static void odds_are_weighed(void **state) {
    (void)state;
    static const char *const specs[] = {"alphabeta:nodes=1k", "mcts:nodes=2k", "ismcts:nodes=2k",
                                        "greedy:samples=200"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        assert_int_equal(first_choice(&gamble_dice, 1, specs[i]), GAMBLE_SAFE);
        assert_int_equal(first_choice(&gamble_dice, 5, specs[i]), GAMBLE_BET);
    }
}

// Four guesses of the coin, each searched as if it were known, would all say
// "bet". mcts must see by itself that this is a game for ismcts.
static void a_guess_is_no_knowledge(void **state) {
    (void)state;
    assert_int_equal(first_choice(&gamble_oracle, 2, "ismcts:nodes=2k"), GAMBLE_SAFE);
    assert_int_equal(first_choice(&gamble_oracle, 2, "mcts:nodes=2k"), GAMBLE_SAFE);
}

static void mastermind_is_solved(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("mastermind");
    tsr_agent *a = play_open_agent("mcts:nodes=80", r);
    float solved = 0;
    for (uint64_t i = 0; i < 10; i++) {
        float u[TSR_MAX_PLAYERS];
        play_game(&a, i, &play_host, u);
        solved += u[0];
    }
    assert_true(solved >= 2); // random play solves 6 in 1296
    tsr_agent_close(a);
    tsr_rules_close(r);
}

// A game nobody wins by chance: the score must lead the way.
static void pegs_beat_random_play(void **state) {
    (void)state;
    static const char *const specs[] = {"random", "mcts:nodes=60", "alphabeta:nodes=60"};
    tsr_rules *r = play_open_rules("pegs");
    int32_t score[3] = {0};
    for (int k = 0; k < 3; k++) {
        tsr_agent *a = play_open_agent(specs[k], r);
        for (uint64_t i = 0; i < 3; i++) {
            uint64_t s[TSR_MAX_STATE / 8];
            tsr_result result;
            tsr_init(r, s);
            while (tsr_turn(r, s)) {
                tsr_play(r, s, 0, play_ask(a, s, 0, i, &play_host));
            }
            r->g.result(r, s, &result);
            score[k] += result.score;
        }
        tsr_agent_close(a);
    }
    assert_true(score[1] > score[0]);
    assert_true(score[2] > score[0]);
    tsr_rules_close(r);
}

// --- More than two -----------------------------------------------------------

static void many_players(void **state) {
    (void)state;
    static const char *const specs[] = {"alphabeta:nodes=150", "alphabeta:nodes=150,maxn",
                                        "mcts:nodes=60", "greedy:samples=1"};
    tsr_rules *r = play_open_game(tsr_registry_game(play_registry, "azul", NULL), 4);
    tsr_agent *a[4];
    for (int i = 0; i < 4; i++) {
        a[i] = play_open_agent(specs[i], r);
    }
    float u[TSR_MAX_PLAYERS];
    play_game(a, 3, &play_host, u);
    float sum = u[0] + u[1] + u[2] + u[3];
    assert_true(sum > 1.99f && sum < 2.01f);
    for (int i = 0; i < 4; i++) {
        tsr_agent_close(a[i]);
    }
    tsr_rules_close(r);
}

// --- Every game, every agent -------------------------------------------------

// Some decisions of every game there is: legal answers, also with next to no
// budget and next to no memory. Every game meets half of them, its neighbour the
// others; the long test asks all, twice.
// A single random game takes them as long as all others together: asked in the long run alone.
static int is_slow(const char *game) {
    return strcmp(game, "backgammon") == 0 || strcmp(game, "abalone") == 0;
}

static void every_game_every_agent(void **state) {
    (void)state;
    static const char *const specs[] = {"greedy:nodes=1",
                                        "alphabeta:nodes=1",
                                        "mcts:nodes=1",
                                        "ismcts:nodes=1",
                                        "greedy:nodes=20",
                                        "alphabeta:nodes=8",
                                        "mcts:nodes=20",
                                        "ismcts:nodes=20",
                                        "mcts:nodes=30,memory=10k",
                                        "ismcts:nodes=30,memory=10k",
                                        "level:n=1"};
    enum { SPECS = sizeof specs / sizeof specs[0], FEW = (SPECS + 3) / 4 };
    const int decisions = many_games > FEW_GAMES ? 2 * SPECS : FEW;
    for (int g = 0; g < tsr_registry_game_count(play_registry); g++) {
        if (many_games == FEW_GAMES && is_slow(tsr_registry_game_at(play_registry, g)->name)) {
            continue;
        }
        tsr_rules *r = play_open_game(tsr_registry_game_at(play_registry, g), 0);
        uint64_t s[TSR_MAX_STATE / 8];
        tsr_rng rng;
        uint32_t turn;
        tsr_rng_init(&rng, 4);
        tsr_init(r, s);
        for (int i = 0; i < decisions && (turn = tsr_turn(r, s)) != 0;) {
            int who = tsr_mover(turn);
            if (who == TSR_CHANCE) {
                tsr_play(r, s, who, tsr_draw(r, s, &rng));
                continue;
            }
            tsr_agent *a = play_open_agent(specs[(FEW * g + i++) % SPECS], r);
            tsr_play(r, s, who, play_ask(a, s, who, tsr_rng_next(&rng), &play_host));
            tsr_agent_close(a);
        }
        tsr_rules_close(r);
    }
}

// --- Same seed, same move ----------------------------------------------------

static void same_seed_same_move(void **state) {
    (void)state;
    static const char *const games[] = {"domineering", "unashogi", "mastermind", "azul"};
    for (int g = 0; g < 4; g++) {
        tsr_rules *r = play_open_rules(games[g]);
        uint64_t s[TSR_MAX_STATE / 8];
        tsr_rng rng;
        tsr_rng_init(&rng, 9);
        tsr_init(r, s);
        while (tsr_turn(r, s) == 1u << TSR_CHANCE) {
            tsr_play(r, s, TSR_CHANCE, tsr_draw(r, s, &rng));
        }
        for (int i = 0; i < SEARCHERS; i++) {
            char spec[40];
            snprintf(spec, sizeof spec, "%s:nodes=60", searchers[i]);
            tsr_agent *a = play_open_agent(spec, r), *b = play_open_agent(spec, r);
            for (uint64_t seed = 1; seed < 3; seed++) {
                int who = tsr_mover(tsr_turn(r, s));
                tsr_move m = play_ask(a, s, who, seed, &play_host);
                // Neither the clock nor earlier questions make a difference.
                assert_true(m == play_ask(a, s, who, seed, &(tsr_agent_host){0}));
                play_ask(b, s, who, seed + 100, &play_host);
                assert_true(m == play_ask(b, s, who, seed, &play_host));
            }
            tsr_agent_close(a);
            tsr_agent_close(b);
        }
        tsr_rules_close(r);
    }
}

// --- Limits ------------------------------------------------------------------

static void node_limits_hold(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("domineering");
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(r, s);
    for (int i = 1; i < SEARCHERS; i++) {
        tsr_agent *a = play_open_agent(searchers[i], r);
        watch w = {.infos = 0};
        tsr_agent_host host = {.self = &w, .now_us = play_now, .info = on_info};
        tsr_query q = {.view = s, .who = 0, .seed = 1, .nodes = 500, .host = &host};
        tsr_move m;
        assert_int_equal(a->type->choose(a, &q, &m, NULL), TSR_OK);
        assert_true(w.last.nodes > 0 && w.last.nodes <= 500);
        tsr_agent_close(a);
    }
    tsr_rules_close(r);
}

// Asks every search with 60 ms by the clock `now`; `check` is told when it was asked.
static void ask_in_60_ms(uint64_t (*now)(void *), void (*check)(uint64_t start)) {
    tsr_rules *r = play_open_rules("unashogi"); // slow: 300 moves, no heuristic
    tsr_agent_host host = {.now_us = now};
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(r, s);
    for (int i = 0; i < SEARCHERS; i++) {
        tsr_agent *a = play_open_agent(searchers[i], r);
        tsr_query q = {.view = s, .who = 0, .seed = 1, .time_ms = 60, .host = &host};
        tsr_move m;
        uint64_t start = now(NULL);
        assert_int_equal(a->type->choose(a, &q, &m, NULL), TSR_OK);
        check(start);
        tsr_agent_close(a);
    }
    tsr_rules_close(r);
}

static uint64_t ticks; // a clock that goes on by a millisecond with every look at it

static uint64_t ticking_clock(void *self) {
    (void)self;
    return ticks += 1000;
}

static void ended_within_60_ms(uint64_t start) {
    assert_true(ticks - start <= 60000);
    assert_true(ticks - start >= 20000); // and was used
}

// Whoever sees that the time is up does nothing else but answer.
static void time_limits_hold(void **state) {
    (void)state;
    ask_in_60_ms(ticking_clock, ended_within_60_ms);
}

static void worked_for_a_second_at_most(uint64_t start) {
    assert_true(play_now(NULL) - start < 1000000);
}

// And looks at the clock often enough: by the time the processor has worked, which does not depend
// on what else it does.
static void clocks_are_looked_at(void **state) {
    (void)state;
    ask_in_60_ms(play_now, worked_for_a_second_at_most);
}

typedef struct stopper {
    int calls, stop_after;
} stopper;

static int on_stopped(void *self) {
    stopper *s = self;
    return ++s->calls > s->stop_after;
}

// Without a clock and without a limit the host's word is all there is. Once given,
// it is not asked for again and again.
static void the_host_can_stop(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("domineering");
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(r, s);
    for (int i = 0; i < SEARCHERS; i++) {
        for (int after = 0; after < 3; after++) {
            stopper stop = {.stop_after = after};
            tsr_agent_host host = {.self = &stop, .stopped = on_stopped};
            tsr_agent *a = play_open_agent(searchers[i], r);
            play_ask(a, s, 0, 1, &host);
            assert_true(stop.calls <= after + 3);
            tsr_agent_close(a);
        }
    }
    tsr_rules_close(r);
}

// --- Memory ------------------------------------------------------------------

typedef struct ledger {
    int fail_at; // this call fails; 0 = none
    int calls, live;
    size_t bytes, most;
} ledger;

static void *ledger_resize(void *self, void *old, size_t old_size, size_t new_size) {
    ledger *l = self;
    if (new_size && ++l->calls == l->fail_at) {
        return NULL;
    }
    void *p = new_size ? realloc(old, new_size) : NULL;
    if (!new_size) {
        free(old);
    }
    l->live += (new_size && !old) - (!new_size && old);
    l->bytes += new_size - (old ? old_size : 0);
    l->most = l->bytes > l->most ? l->bytes : l->most;
    return p;
}

static void memory_may_fail(void **state) {
    (void)state;
    static const char *const specs[] = {"greedy", "alphabeta", "mcts", "ismcts", "level:n=5"};
    static const char *const games[] = {"tictactoe", "mastermind"};
    for (int k = 0; k < 10; k++) {
        tsr_rules *r = play_open_rules(games[k / 5]);
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)tsr_agent_spec_name(specs[k % 5]), specs[k % 5]);
        const tsr_agent_type *type = tsr_registry_agent(play_registry, name, NULL);
        int opened = 0;
        for (int n = 1; !opened; n++) {
            ledger l = {.fail_at = n};
            tsr_alloc alloc = {ledger_resize, &l};
            tsr_agent *a;
            tsr_error err;
            tsr_err e = tsr_agent_open(type, specs[k % 5], r, &alloc, &a, &err);
            opened = e == TSR_OK;
            if (opened) {
                tsr_agent_close(a);
            } else {
                assert_int_equal(e, TSR_ERR_MEMORY);
                assert_true(err.message[0] != '\0');
            }
            assert_int_equal(l.live, 0);
            assert_true(n < 20);
        }
        tsr_rules_close(r);
    }
}

static void no_memory_while_thinking(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(r, s);
    for (int i = 0; i < SEARCHERS; i++) {
        ledger l = {0};
        tsr_alloc alloc = {ledger_resize, &l};
        tsr_agent *a;
        char spec[60];
        snprintf(spec, sizeof spec, i ? "%s:nodes=2k,memory=1M" : "%s:nodes=2k", searchers[i]);
        const tsr_agent_type *type = tsr_registry_agent(play_registry, searchers[i], NULL);
        assert_int_equal(tsr_agent_open(type, spec, r, &alloc, &a, NULL), TSR_OK);
        int calls = l.calls;
        play_ask(a, s, 0, 1, &play_host);
        assert_int_equal(l.calls, calls);
        assert_true(l.most < 1500000); // a megabyte as asked for, and change
        tsr_agent_close(a);
        assert_int_equal(l.live, 0);
    }
    tsr_rules_close(r);
}

// --- Keeping the tree --------------------------------------------------------

// With time as the limit the tree is kept from move to move; it must follow the
// game, also when moves come that it has never seen.
static void tree_is_kept(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    for (uint64_t i = 0; i < 6; i++) {
        float u[TSR_MAX_PLAYERS];
        tsr_agent *a[2] = {play_open_agent("mcts:time=4ms", r), play_open_agent("random", r)};
        play_game(a, i, &play_host, u);
        assert_true(u[0] >= 0.5f);
        tsr_agent_close(a[0]);
        tsr_agent_close(a[1]);
    }
    tsr_rules_close(r);
}

// A second question about the same position costs next to nothing once it is solved.
static void tree_is_used_again(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("tictactoe");
    tsr_agent *a = play_open_agent("mcts:time=20s", r);
    watch w = {.infos = 0};
    tsr_agent_host host = {.self = &w, .now_us = play_now, .info = on_info};
    uint64_t s[TSR_MAX_STATE / 8];
    play_moves(r, s, won_opening);
    play_ask(a, s, 0, 1, &host);
    assert_string_equal(w.note, "solved");
    uint64_t first = w.last.nodes;
    assert_true(first > 10);
    play_ask(a, s, 0, 2, &host);
    assert_true(w.last.nodes <= first);
    tsr_move m = play_ask(a, s, 0, 2, &host);
    tsr_play(r, s, 0, m);
    a->type->event(a, 0, m, s);
    play_ask(a, s, 1, 3, &host);
    assert_string_equal(w.note, "solved");
    assert_true(w.last.nodes < first / 2);
    tsr_agent_close(a);
    tsr_rules_close(r);
}

// --- Threads -----------------------------------------------------------------

// A node budget is split between threads, and gives the same answer every time.
static void threads_agree_with_themselves(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("connect4");
    uint64_t s[TSR_MAX_STATE / 8];
    tsr_init(r, s);
    for (int threads = 1; threads <= 3; threads++) {
        char spec[60];
        snprintf(spec, sizeof spec, "mcts:nodes=1001,threads=%d", threads);
        tsr_move move[2];
        for (int i = 0; i < 2; i++) {
            watch w = {.infos = 0};
            tsr_agent_host host = {.self = &w, .now_us = play_now, .info = on_info};
            tsr_agent *a = play_open_agent(spec, r);
            move[i] = play_ask(a, s, 0, 5, &host);
            assert_int_equal(w.last.nodes, 1001);
            tsr_agent_close(a);
        }
        assert_true(move[0] == move[1]);
    }
    tsr_rules_close(r);
}

static void threads_end_in_time(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("connect4");
    tsr_agent *a[2] = {play_open_agent("mcts:time=20ms,threads=3", r),
                       play_open_agent("random", r)};
    float u[TSR_MAX_PLAYERS];
    play_game(a, 1, &play_host, u);
    assert_true(u[0] >= 0.5f);
    tsr_agent_close(a[0]);
    tsr_agent_close(a[1]);
    tsr_rules_close(r);
}

// --- Policies ----------------------------------------------------------------

// A quick player inside the search makes it better than the search alone.
static void a_policy_helps(void **state) {
    (void)state;
    tsr_rules *r = play_open_rules("unicorns");
    double share = play_match(r, "ismcts:nodes=60", "ismcts:nodes=60,policy=none", 6, 3);
    assert_true(share > 0.4);
    tsr_rules_close(r);
}

// --- Options -----------------------------------------------------------------

static void bad_options_are_refused(void **state) {
    (void)state;
    static const char *const specs[] = {"level:n=9",
                                        "level:n=0",
                                        "mcts:nodes=x",
                                        "mcts:tim=1s",
                                        "alphabeta:depth=0",
                                        "mcts:threads=0",
                                        "ismcts:policy=unicorns-rules"};
    tsr_rules *r = play_open_rules("tictactoe");
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        char name[32];
        tsr_error err = {0};
        tsr_agent *a;
        snprintf(name, sizeof name, "%.*s", (int)tsr_agent_spec_name(specs[i]), specs[i]);
        const tsr_agent_type *type = tsr_registry_agent(play_registry, name, &err);
        assert_non_null(type);
        assert_int_not_equal(tsr_agent_open(type, specs[i], r, NULL, &a, &err), TSR_OK);
        assert_true(strlen(err.message) > 10);
    }
    tsr_rules_close(r);
}

int main(int argc, char **argv) {
    many_games = argc > 1 ? (int)strtol(argv[1], NULL, 10) : many_games;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alphabeta_never_loses_tictactoe),
        cmocka_unit_test(alphabeta_draws_with_itself),
        cmocka_unit_test(few_moves_cost_no_depth),
        cmocka_unit_test(positions_are_solved),
        cmocka_unit_test(searchers_beat_random),
        cmocka_unit_test(everybody_takes_a_win),
        cmocka_unit_test(one_threat_among_many_moves_is_seen),
        cmocka_unit_test(odds_are_weighed),
        cmocka_unit_test(a_guess_is_no_knowledge),
        cmocka_unit_test(mastermind_is_solved),
        cmocka_unit_test(pegs_beat_random_play),
        cmocka_unit_test(many_players),
        cmocka_unit_test(every_game_every_agent),
        cmocka_unit_test(same_seed_same_move),
        cmocka_unit_test(node_limits_hold),
        cmocka_unit_test(time_limits_hold),
        cmocka_unit_test(clocks_are_looked_at),
        cmocka_unit_test(the_host_can_stop),
        cmocka_unit_test(memory_may_fail),
        cmocka_unit_test(no_memory_while_thinking),
        cmocka_unit_test(tree_is_kept),
        cmocka_unit_test(tree_is_used_again),
        cmocka_unit_test(threads_agree_with_themselves),
        cmocka_unit_test(threads_end_in_time),
        cmocka_unit_test(a_policy_helps),
        cmocka_unit_test(bad_options_are_refused),
    };
    return cmocka_run_group_tests(tests, play_setup, play_teardown);
}
