// SPDX-License-Identifier: MIT
//
// Long form: 100000
//
// Random games: nothing is lost, doubled or uneven, and every game ends.
//
//     test_projectl_games           some games, looked at after every move
//     test_projectl_games 100000    many games, looked at now and then

#include "projectl_test.h"

static int many; // number of games on the command line, 0 = none

typedef struct runner {
    game g;
    tsr_rng rng;
    tsr_move *moves;
    int turns[TSR_PL_PLAYERS];
    int plies;
} runner;

// --- Counting by what bots see, apart from the game's own check -------------------------------

static void count_pieces(const tsr_pl_table *t, int each) {
    for (int shape = 0; shape < TSR_PL_SHAPES; shape++) {
        int n = t->reserve[shape];
        for (int p = 0; p < t->players; p++) {
            n += t->seat[p].pieces[shape];
            for (int i = 0; i < TSR_PL_SLOTS; i++) {
                n += t->seat[p].slot[i].laid[shape];
            }
        }
        assert_int_equal(n, each);
    }
}

static void mark(uint8_t *seen, uint16_t puzzle) {
    if (puzzle != TSR_PL_NONE) {
        seen[puzzle]++;
    }
}

static void count_puzzles(const runner *run, const tsr_pl_table *t) {
    uint8_t seen[52] = {0};
    uint16_t id[52];
    int cards[2] = {t->deck[0], t->deck[1]};
    for (int i = 0; i < 2 * TSR_PL_ROW; i++) {
        mark(seen, t->row[i / TSR_PL_ROW][i % TSR_PL_ROW]);
    }
    for (int i = 0; i < TSR_PL_GRID; i++) {
        mark(seen, t->grid[i]);
    }
    for (int p = 0; p < TSR_PL_PLAYERS; p++) {
        int unfinished = 0, completed = tsr_pl_completed(run->g.r, run->g.s, p, id, 52);
        for (int i = 0; i < completed; i++) {
            mark(seen, id[i]);
        }
        for (int i = 0; i < TSR_PL_SLOTS; i++) {
            mark(seen, t->seat[p].slot[i].puzzle);
            unfinished += t->seat[p].slot[i].puzzle != TSR_PL_NONE;
        }
        assert_true(unfinished <= 4);
    }
    for (int i = 0; i < 52; i++) {
        assert_true(seen[i] <= 1);
        cards[tsr_pl_puzzle_at(run->g.r, i)->colour] += seen[i];
    }
    for (int colour = 0; colour < 2; colour++) {
        tsr_pl_deck_view deck = tsr_pl_deck(run->g.r, run->g.s, colour, id, 52);
        assert_int_equal(deck.count, t->deck[colour]);
        for (int i = 0; i < deck.known + deck.unseen; i++) {
            assert_int_equal(seen[id[i]], 0); // what may be in a deck is nowhere else
        }
        assert_int_equal(cards[colour], t->cards[colour]);
    }
}

static void look(const runner *run) {
    tsr_pl_table t;
    pl_check(&run->g);
    tsr_pl_look(run->g.r, run->g.s, &t);
    count_pieces(&t, projectl_of(run->g.r)->reserve);
    count_puzzles(run, &t);
}

// --- What may be asked of a position ----------------------------------------------------------

// What a piece promises before it is laid is what comes of it: the points of a puzzle that it
// completes, or one point less.
static void note_agrees(const runner *run, int who, tsr_move m, const tsr_line *note) {
    const tsr_rules *r = run->g.r;
    const projectl_state *s = (const projectl_state *)run->g.s;
    int in_turn = s->phase == TSR_PL_PHASE_TURN, touches = s->phase == TSR_PL_PHASE_TOUCH;
    if (tsr_pl_move_kind(m) != TSR_PL_PLACE || !(in_turn || touches)) {
        assert_true(!note->code || tsr_pl_move_kind(m) == TSR_PL_PLACE);
        return;
    }
    char *next = malloc(r->state_size);
    memcpy(next, run->g.s, r->state_size);
    int before = s->seat[who].completed, points = s->seat[who].points;
    r->g.play(r, next, who, m);
    const projectl_state *then = (const projectl_state *)(const void *)next;
    int completes = then->seat[who].completed > before;
    if (in_turn) assert_int_equal(note->code == PROJECTL_NOTE_COMPLETE, completes);
    if (in_turn && completes) assert_int_equal(note->v[0], then->seat[who].points - points);
    if (touches)
        assert_true(note->code == PROJECTL_NOTE_TOUCH || note->code == PROJECTL_NOTE_SAVES);
    free(next);
}

static void moves_agree(runner *run, int who) {
    const tsr_rules *r = run->g.r;
    int n = tsr_moves(r, run->g.s, who, run->moves), found = 0;
    tsr_move sampled = tsr_sample(r, run->g.s, who, &run->rng);
    assert_int_equal(n, r->more.count(r, run->g.s, who));
    assert_in_range(n, 1, r->max_moves);
    for (int i = 0; i < n; i++) {
        tsr_picks picks = {0};
        char text[64];
        tsr_move back = 0, m = run->moves[i];
        found += m == sampled;
        assert_int_equal(r->g.why_not(r, run->g.s, who, m, NULL), 0);
        assert_true(r->g.path(r, run->g.s, who, m, &picks) > 0);
        assert_int_equal(r->more.picked(r, run->g.s, who, picks.pick, picks.picks), m);
        note_agrees(run, who, m, &picks.note);
        r->g.move_text(r, run->g.s, who, m, text, sizeof text);
        assert_int_equal(r->g.move_parse(r, run->g.s, who, text, &back), TSR_OK);
        assert_int_equal(back, m);
        uint32_t action;
        assert_int_equal(r->more.action(r, run->g.s, who, m, &action), 1);
        assert_true(action < r->action_count);
    }
    assert_int_equal(found, 1);
}

static void texts_agree(const runner *run) {
    const tsr_rules *r = run->g.r;
    static char text[4096];
    char *back = malloc(r->state_size);
    tsr_error err;
    memset(back, 0xaa, r->state_size);
    assert_true(r->g.text(r, run->g.s, text, sizeof text) < (int)sizeof text);
    if (r->g.parse(r, text, back, &err) != TSR_OK) {
        fail_msg("%s: %s", text, err.message);
    }
    assert_memory_equal(back, run->g.s, r->state_size);
    free(back);
}

static void judged(const runner *run) {
    const tsr_rules *r = run->g.r;
    float worth[TSR_MAX_PLAYERS], feature[512];
    assert_true(r->g.ai->feature_count <= 512);
    r->g.ai->heuristic(r, run->g.s, worth);
    for (int p = 0; p < r->players; p++) {
        assert_true(worth[p] >= 0 && worth[p] <= 1);
        r->g.ai->features(r, run->g.s, p, feature);
        for (uint32_t i = 0; i < r->g.ai->feature_count; i++) {
            assert_true(feature[i] > -10 && feature[i] < 10);
        }
    }
}

// --- Playing ----------------------------------------------------------------------------------

static runner new_runner(const char *options, int players, uint64_t seed) {
    runner run = {.g = pl_open(options, players)};
    run.moves = calloc(run.g.r->max_moves, sizeof *run.moves);
    tsr_rng_init(&run.rng, seed);
    return run;
}

static void free_runner(runner *run) {
    free(run->moves);
    pl_close(&run->g);
}

// One move; a turn is counted when its third action begins to be the last.
static void step(runner *run) {
    projectl_state *s = run->g.s;
    int who = tsr_mover(tsr_turn(run->g.r, s)), before = s->actions, player = s->player;
    tsr_play(run->g.r, s, who, tsr_sample(run->g.r, s, who, &run->rng));
    if (before > 0 && (s->actions == 0 || s->player != player || s->actions > before)) {
        run->turns[player]++;
    }
    run->plies++;
}

static void play_game(runner *run, int every) {
    tsr_init(run->g.r, run->g.s);
    memset(run->turns, 0, sizeof run->turns);
    for (run->plies = 0; tsr_turn(run->g.r, run->g.s);) {
        if (every == 1) {
            int who = tsr_mover(tsr_turn(run->g.r, run->g.s));
            if (who != TSR_CHANCE) {
                moves_agree(run, who);
            }
            if (run->plies % 8 == 0) {
                texts_agree(run);
                judged(run);
            }
        }
        if (run->plies % every == 0) {
            look(run);
        }
        step(run);
        assert_true((uint32_t)run->plies <= run->g.r->max_plies);
    }
    look(run);
    for (int p = 1; p < run->g.r->players; p++) {
        assert_int_equal(run->turns[p], run->turns[0]);
    }
    assert_int_equal(run->turns[0], run->g.s->round);
}

static const struct {
    const char *options;
    int players;
} kinds[] = {
    {"rounds=20", 4}, {"rounds=20", 2},          {"", 1},
    {"", 3},          {"engine=original", 2},    {"engine=original rounds=30", 4},
    {"reserve=4", 4}, {"illegal=skip", 2},       {"solo=unbeatable", 1},
    {"black=5", 3},   {"white=4 reserve=99", 2}, {"engine=original", 1},
};

static void every_position_of_some_games(void **state) {
    (void)state;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        runner run = new_runner(kinds[kind].options, kinds[kind].players, kind);
        play_game(&run, 1);
        free_runner(&run);
    }
}

static void many_games(void **state) {
    int games = many ? many : 600, count = (int)(sizeof kinds / sizeof *kinds);
    (void)state;
    for (int kind = 0; kind < count; kind++) {
        runner run = new_runner(kinds[kind].options, kinds[kind].players, 1000u + (unsigned)kind);
        for (int i = kind; i < games; i += count) {
            play_game(&run, 61);
        }
        free_runner(&run);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_some_games),
        cmocka_unit_test(many_games),
    };
    many = argc > 1 ? atoi(argv[1]) : 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
