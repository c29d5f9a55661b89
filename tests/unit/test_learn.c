// SPDX-License-Identifier: MIT
//
// What networks see, their files, their sums, and the search that asks them.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/agent.h>
#include <tessera/registry.h>

#include "agents/level.h"
#include "learn/crc.h"
#include "learn/gumbel.h"
#include "learn/real.h"
#include "learn/shipped.h"
#include "support/test_alloc.h"

static tsr_registry *registry;

// For so many players; 0 = as many as usual.
static tsr_rules *open_rules_for(const char *name, int players, const char *option,
                                 const char *value) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    const tsr_game *game = tsr_registry_game(registry, name, &err);
    assert_non_null(game);
    tsr_setup_init(&setup, game);
    if (players) {
        assert_int_equal(tsr_setup_players(&setup, players, &err), TSR_OK);
    }
    if (option) {
        assert_int_equal(tsr_setup_option(&setup, option, value, &err), TSR_OK);
    }
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, &err), TSR_OK);
    return r;
}

static tsr_rules *open_rules(const char *name, const char *option, const char *value) {
    return open_rules_for(name, 0, option, value);
}

static schema *see(const tsr_rules *r, int line) {
    schema *s = NULL;
    tsr_error err = {0};
    if (schema_make(r, line, NULL, &s, &err) != TSR_OK) {
        fail_msg("%s: %s", r->g.name, err.message);
    }
    return s;
}

// A network of random weights, the same on every machine.
static tnet *scattered(const tsr_rules *r, uint64_t seed, int moves, const tsr_alloc *alloc) {
    tnet *n = NULL;
    schema *s = NULL;
    tsr_rng g;
    int8_t w[64];
    if (schema_make(r, -1, alloc, &s, NULL) || tnet_new(s, 64, 32, moves, &n, NULL)) {
        return NULL;
    }
    tsr_rng_init(&g, seed);
    tnet_rows *all[4] = {&n->input, &n->hidden, &n->value, &n->move};
    for (int k = 0; k < 4; k++) {
        for (uint32_t i = 0; i < all[k]->count; i++) {
            for (uint32_t j = 0; j < all[k]->width; j++) {
                w[j] = (int8_t)((int)tsr_rng_below(&g, 255) - 127);
            }
            if (k == 0) {
                tnet_set_input(n, i, w, 20000 + tsr_rng_below(&g, 20000));
            } else {
                uint32_t scale = (k == 3 ? 3000 : 30000) + tsr_rng_below(&g, 900);
                tnet_set_row(all[k], i, w, scale, 1000 - (int)i);
            }
        }
    }
    return n;
}

// Plays moves given as text, blanks between.
static void play_text(const tsr_rules *r, void *s, const char *moves) {
    char word[64];
    for (int n; sscanf(moves, "%63s%n", word, &n) == 1; moves += n) {
        int who = tsr_mover(tsr_turn(r, s));
        tsr_move m;
        assert_int_equal(tsr_move_read(r, s, who, word, &m, NULL), TSR_OK);
        assert_int_equal(tsr_play_checked(r, s, who, m, NULL), 0);
    }
}

// --- Small things -----------------------------------------------------------------------

static void exponentials_and_checksums(void **state) {
    (void)state;
    for (double x = -40; x < 40; x += 0.137) {
        assert_true(fabs(real_exp(x) / exp(x) - 1) < 1e-13);
        assert_true(fabs(real_log(exp(x)) - x) < 1e-12);
    }
    assert_true(real_exp(-1e9) >= 0 && real_exp(-1e9) < 1e-300);
    assert_true(real_exp(1e9) > 1e300);
    assert_true(real_exp(0) == 1 && real_log(1) == 0 && real_sigmoid(0) == 0.5);
    for (double x = -39; x <= 0; x += 0.0137) {
        assert_true(fabs(real_exp_quick(x) / exp(x) - 1) < 2e-8);
        assert_true(fabs(real_sigmoid(x) - 1 / (1 + exp(-x))) < 1e-8);
        assert_true(fabs(real_sigmoid(-x) - 1 / (1 + exp(x))) < 1e-8);
    }
    assert_true(real_exp_quick(-50) == 0 && real_exp_quick(-1e300) == 0 && real_exp_quick(0) == 1);
    assert_int_equal(crc_of("123456789", 9, 0), 0xcbf43926);
    assert_int_equal(crc_of("6789", 4, crc_of("12345", 5, 0)), 0xcbf43926);
}

// What is long is summed up in another way, to the same.
static void long_checksums(void **state) {
    (void)state;
    enum { SIZE = 40003 };
    static unsigned char bytes[SIZE];
    uint32_t slow = 0;
    for (uint32_t i = 0; i < SIZE; i++) {
        bytes[i] = (unsigned char)tsr_mix(i);
        slow = crc_of(bytes + i, 1, slow);
    }
    assert_int_equal(crc_of(bytes, SIZE, 0), slow);
    assert_int_equal(crc_of(bytes + 20000, SIZE - 20000, crc_of(bytes, 20000, 0)), slow);
}

// --- Schemas ----------------------------------------------------------------------------

static const char *const some_games[] = {"tictactoe", "connect4", "kalah", "chess",
                                         "azul",      "hex",      "tron"};

static void schemas_of_any_rules(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof some_games / sizeof *some_games; i++) {
        tsr_rules *r = open_rules(some_games[i], NULL, NULL);
        schema *s = see(r, -1), *again = NULL;
        buffer text, second;
        tsr_error err = {0};
        buffer_init(&text, NULL);
        buffer_init(&second, NULL);
        schema_write(s, &text);
        if (schema_read(buffer_text(&text), NULL, &again, &err) != TSR_OK) {
            fail_msg("%s, line %u: %s", some_games[i], err.line, err.message);
        }
        schema_write(again, &second);
        assert_string_equal(buffer_text(&text), buffer_text(&second));
        assert_int_equal(s->inputs, again->inputs);
        assert_int_equal(s->most, again->most);
        assert_int_equal(schema_fits(again, r, &err), TSR_OK);
        buffer_deinit(&text);
        buffer_deinit(&second);
        schema_free(s);
        schema_free(again);
        tsr_rules_close(r);
    }
}

// Every position of random games: inputs in range, ascending, and moves that differ have rows that differ.
static void what_is_seen_is_in_order(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof some_games / sizeof *some_games; i++) {
        tsr_rules *r = open_rules(some_games[i], NULL, NULL);
        schema *s = see(r, -1);
        schema_eye eye;
        arena a;
        tsr_rng g;
        arena_init(&a, NULL, 0);
        assert_int_equal(schema_eye_open(&eye, s, &a, NULL), TSR_OK);
        uint32_t *input = arena_new(&a, (s->most + 1) * sizeof *input);
        tsr_move *moves = arena_new(&a, r->max_moves * sizeof *moves);
        void *x = arena_new(&a, r->state_size);
        tsr_rng_init(&g, 7);
        tsr_init(r, x);
        for (uint32_t turn, ply = 0; ply < 60 && (turn = tsr_turn(r, x)) != 0; ply++) {
            int who = tsr_mover(turn);
            uint32_t n = who == TSR_CHANCE ? 0 : schema_look(s, r, &eye, x, who, input);
            assert_true(n <= s->most);
            for (uint32_t k = 0; k < n; k++) {
                assert_true(input[k] < s->inputs && (k == 0 || input[k] > input[k - 1]));
            }
            int m = who == TSR_CHANCE ? 0 : tsr_moves(r, x, who, moves);
            for (int k = 0; k < m; k++) {
                uint32_t row[SCHEMA_MOVE_ROWS];
                int rows = schema_move(s, r, x, who, moves[k], row);
                assert_true(rows >= 1);
                for (int j = 0; j < rows; j++) {
                    assert_true(row[j] < s->moves);
                }
            }
            tsr_play(r, x, who, tsr_sample(r, x, who, &g));
        }
        arena_deinit(&a);
        schema_free(s);
        tsr_rules_close(r);
    }
}

static int sees(const schema *s, const uint32_t *input, uint32_t n, const char *name) {
    char text[128];
    for (uint32_t i = 0; i < n; i++) {
        (void)schema_input_name(s, input[i], text, sizeof text);
        if (strcmp(text, name) == 0) {
            return 1;
        }
    }
    return 0;
}

static void a_position_in_words(void **state) {
    (void)state;
    tsr_rules *r = open_rules("connect4", NULL, NULL);
    schema *s = see(r, -1);
    schema_eye eye;
    arena a;
    uint64_t x[64];
    arena_init(&a, NULL, 0);
    assert_int_equal(schema_eye_open(&eye, s, &a, NULL), TSR_OK);
    uint32_t *input = arena_new(&a, (s->most + 1) * sizeof *input);
    assert_int_equal(s->line, 4);
    assert_int_equal(s->lines, 69); // all ways to win
    assert_int_equal(s->digits, 3); // empty, mine, not mine
    tsr_init(r, x);
    play_text(r, x, "b1 a1");
    uint32_t n = schema_look(s, r, &eye, x, 0, input);
    assert_true(sees(s, input, n, "my Disc on 1,0 from 1"));
    assert_true(sees(s, input, n, "next player's Disc on 0,0 from 1"));
    assert_true(sees(s, input, n, "line 0,0 1,0: 63 of 3")); // 2 1 0 0 in base 3
    n = schema_look(s, r, &eye, x, 1, input);                // the other one sees it the other way
    assert_true(sees(s, input, n, "my Disc on 0,0 from 1"));
    assert_true(sees(s, input, n, "line 0,0 1,0: 45 of 3"));
    arena_deinit(&a);
    schema_free(s);
    tsr_rules_close(r);
}

static void other_rules_are_told_apart(void **state) {
    (void)state;
    static const struct {
        const char *game, *option, *value, *other, *words;
    } row[] = {{"connect4", NULL, NULL, "reversi", "has learned connect4, not reversi"},
               {"hex", "size", "7", "hex", "made for 2 planes of 7 x 7"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        tsr_rules *r = open_rules(row[i].game, row[i].option, row[i].value);
        tsr_rules *other = open_rules(row[i].other, NULL, NULL);
        schema *s = see(r, -1);
        tsr_error err = {0};
        assert_int_equal(schema_fits(s, other, &err), TSR_ERR_MISMATCH);
        if (!strstr(err.message, row[i].words)) {
            fail_msg("%s", err.message);
        }
        s->range[0].name[0] ^= 1;
        assert_int_equal(schema_fits(s, r, &err), TSR_ERR_MISMATCH);
        assert_non_null(strstr(err.message, "input 1 is"));
        s->range[0].name[0] ^= 1;
        s->action_hash ^= 1;
        assert_int_equal(schema_fits(s, r, &err), TSR_ERR_MISMATCH);
        assert_non_null(strstr(err.message, "other moves"));
        schema_free(s);
        tsr_rules_close(r);
        tsr_rules_close(other);
    }
}

static void texts_that_are_no_schema(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned line;
    } row[] = {{"", 1},
               {"inputs x\nsight 1 2\n", 2},
               {"inputs x\nsight 1 65535 65535 0\n", 2},
               {"inputs x\nsight 0 1 1 1\nmoves 0 0 0 0\n", 3},
               {"inputs x\nsight 0 1 1 1\nmoves 0 0 1 0\nlines 9\n", 4},
               {"inputs x\nsight 0 1 1 1\nmoves 0 0 1 0\nlines 0\nplane 0 0 a\n", 5},
               {"inputs x\nsight 0 1 1 1\nmoves 0 0 1 0\nlines 0\nscalar 0 2 3 3 a\n", 5},
               {"inputs x\nsight 0 1 1 1\nmoves 0 0 1 0\nlines 0\nscalar 0 1 nan a\n", 5},
               {"inputs x\nsight 0 1 1 1\nmoves 0 0 1 0\nlines 0\nscalar 0 1 1 a\nmore\n", 6}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        schema *s = NULL;
        tsr_error err = {0};
        assert_int_not_equal(schema_read(row[i].text, NULL, &s, &err), TSR_OK);
        if (err.line != row[i].line || !err.message[0]) {
            fail_msg("%s: line %u: %s", row[i].text, err.line, err.message);
        }
    }
}

// --- Files ------------------------------------------------------------------------------

static void files_and_back(void **state) {
    (void)state;
    tsr_rules *r = open_rules("tictactoe", NULL, NULL);
    tnet *n = scattered(r, 3, 1, NULL), *again = NULL;
    buffer bytes, second;
    tsr_error err = {0};
    buffer_init(&bytes, NULL);
    buffer_init(&second, NULL);
    snprintf(n->made, sizeof n->made, "by a test");
    snprintf(n->player, sizeof n->player, "az");
    n->input.kept[5] = 0;
    memset(n->input.weight + (size_t)5 * n->h1, 0, n->h1 * sizeof *n->input.weight);
    tnet_write(n, &bytes);
    if (tnet_parse(bytes.bytes, bytes.size, NULL, &again, &err) != TSR_OK) {
        fail_msg("%s", err.message);
    }
    assert_string_equal(again->made, "by a test");
    assert_string_equal(again->player, "az");
    assert_memory_equal(n->input.weight, again->input.weight,
                        (size_t)n->input.count * n->h1 * sizeof *n->input.weight);
    assert_int_equal(again->input.kept[5], 0);
    tnet_write(again, &second);
    assert_int_equal(bytes.size, second.size);
    assert_memory_equal(bytes.bytes, second.bytes, bytes.size);
    tnet_free(again);
    // However much of it is missing, or whatever is changed: a sentence, and no network.
    for (size_t size = 0; size < bytes.size; size += size < 3000 ? 1 : 97) {
        err.message[0] = '\0';
        assert_int_not_equal(tnet_parse(bytes.bytes, size, NULL, &again, &err), TSR_OK);
        assert_true(err.message[0] != '\0');
    }
    for (size_t at = 0; at < bytes.size; at += at < 2000 ? 1 : 31) {
        bytes.bytes[at] ^= 4;
        assert_int_not_equal(tnet_parse(bytes.bytes, bytes.size, NULL, &again, &err), TSR_OK);
        bytes.bytes[at] ^= 4;
    }
    buffer_add_text(&bytes, "x");
    assert_int_not_equal(tnet_parse(bytes.bytes, bytes.size, NULL, &again, &err), TSR_OK);
    assert_non_null(strstr(err.message, "follows its last block"));
    assert_int_not_equal(tnet_parse("tessera-net 1\n", 14, NULL, &again, &err), TSR_OK);
    assert_non_null(strstr(err.message, "this is not a network"));
    buffer_deinit(&bytes);
    buffer_deinit(&second);
    tnet_free(n);
    tsr_rules_close(r);
}

// A network that knows nothing and adds to the heuristic says what that says; so it does after it was a file.
static void what_adds_to_the_heuristic(void **state) {
    (void)state;
    tsr_rules *r = open_rules("checkers", NULL, NULL), *other;
    tnet *n = NULL, *again = NULL;
    eyes *e = NULL;
    tsr_error err = {0};
    buffer bytes;
    buffer_init(&bytes, NULL);
    assert_int_equal(tnet_new(see(r, 0), 16, 16, 0, &n, &err), TSR_OK);
    n->adds = 1;
    tnet_write(n, &bytes);
    assert_int_equal(tnet_parse(bytes.bytes, bytes.size, NULL, &again, &err), TSR_OK);
    assert_int_equal(again->adds, 1);
    assert_int_equal(eyes_open(again, r, NULL, &e, &err), TSR_OK);
    void *s = tsr_mem_new(NULL, r->state_size);
    tsr_rng g;
    tsr_rng_init(&g, 5);
    tsr_init(r, s);
    int uneven = 0;
    for (int ply = 0; ply < 40 && tsr_turn(r, s); ply++) {
        float said[TSR_MAX_PLAYERS], known[TSR_MAX_PLAYERS];
        eyes_all(e, s, said);
        r->g.ai->heuristic(r, s, known);
        assert_true(fabs((double)said[0] - (double)known[0]) < 0.003);
        assert_true(fabs((double)said[1] - (double)known[1]) < 0.003);
        uneven |= fabs((double)known[0] - 0.5) > 0.05;
        tsr_play(r, s, tsr_mover(tsr_turn(r, s)), tsr_sample(r, s, tsr_mover(tsr_turn(r, s)), &g));
    }
    assert_true(uneven);
    eyes_close(e);
    tnet_free(again);
    // One that adds to something else, and a game whose positions say nothing by themselves.
    char *word = strstr(bytes.bytes, "adds heuristic");
    assert_non_null(word);
    word[5] = 'H';
    assert_int_not_equal(tnet_parse(bytes.bytes, bytes.size, NULL, &again, &err), TSR_OK);
    assert_non_null(strstr(err.message, "it can only add to the heuristic"));
    other = open_rules("kuhnpoker", NULL, NULL);
    tnet *blind = scattered(other, 1, 0, NULL);
    blind->adds = 1;
    assert_int_not_equal(eyes_open(blind, other, NULL, &e, &err), TSR_OK);
    assert_non_null(strstr(err.message, "an evaluation that kuhnpoker does not have"));
    tnet_free(blind);
    tsr_mem_free(NULL, s, r->state_size);
    buffer_deinit(&bytes);
    tnet_free(n);
    tsr_rules_close(other);
    tsr_rules_close(r);
}

static int make_and_read(const tsr_alloc *alloc, void *self) {
    const tsr_rules *r = self;
    tnet *n = scattered(r, 1, 1, alloc), *again = NULL;
    eyes *e = NULL;
    gumbel *t = NULL;
    buffer bytes;
    buffer_init(&bytes, alloc);
    if (n) {
        tnet_write(n, &bytes);
    }
    int ok = n && !bytes.failed && !tnet_parse(bytes.bytes, bytes.size, alloc, &again, NULL) &&
             !schema_fits(again->see, r, NULL) && !eyes_open(again, r, alloc, &e, NULL) &&
             !gumbel_open(e, 100000, alloc, &t, NULL);
    gumbel_close(t);
    eyes_close(e);
    tnet_free(again);
    tnet_free(n);
    buffer_deinit(&bytes);
    return ok;
}

static void without_memory(void **state) {
    (void)state;
    tsr_rules *r = open_rules("tictactoe", NULL, NULL);
    (void)test_alloc_each(make_and_read, r, 0);
    tsr_rules_close(r);
}

// --- Sums -------------------------------------------------------------------------------

// What the loops should give, one number at a time.
static int32_t plain_value(const tnet *n, const uint32_t *input, uint32_t count) {
    int16_t second[64];
    int64_t sum = 0;
    for (uint32_t o = 0; o < n->h2; o++) {
        sum = 0;
        for (uint32_t i = 0; i < n->h1; i++) {
            int32_t x = n->first[i];
            for (uint32_t k = 0; k < count; k++) {
                x += n->input.weight[(size_t)input[k] * n->h1 + i];
            }
            x = x < 0 ? 0 : x / 2 > 4095 ? 4095 : x / 2;
            sum += x * n->hidden.weight[(size_t)o * n->h1 + i];
        }
        sum = sum * n->hidden.scale[o] / (1 << 17) + n->hidden.bias[o];
        sum /= 128;
        second[o] = (int16_t)(sum < 0 ? 0 : sum > 4095 ? 4095 : sum);
    }
    sum = 0;
    for (uint32_t o = 0; o < n->h2; o++) {
        sum += second[o] * n->value.weight[o];
    }
    return (int32_t)(sum * n->value.scale[0] / (1 << 17) + n->value.bias[0]);
}

// Every machine's way gives what the plain one does, also where sums wrap round.
static void sums_are_the_plain_ones(void **state) {
    (void)state;
    enum { ROWS = 11, MOST = 112 };
    const sums *way[2] = {sums_plain(), sums_best()};
    static int16_t table[ROWS * MOST], layer[MOST], sum[2][MOST];
    static const uint32_t row[] = {10, 0, 7, 7, 3, 1, 10};
    int32_t out[2][ROWS] = {{0}};
    for (uint32_t i = 0; i < ROWS * MOST; i++) {
        table[i] = (int16_t)(uint16_t)tsr_mix(i);
    }
    for (uint32_t width = 16; width <= MOST; width += 16) {
        for (uint32_t count = 0; count <= 7; count++) {
            for (uint32_t k = 0; k < 2; k++) {
                for (uint32_t i = 0; i < MOST; i++) {
                    layer[i] = (int16_t)(tsr_mix(i + 1000) % 4096);
                    sum[k][i] = (int16_t)i;
                }
                way[k]->add(table, width, row, count, sum[k]);
                for (uint32_t i = 0; i < ROWS * MOST; i++) {
                    table[i] = (int16_t)((int8_t)table[i]); // as rows of layers are
                }
                way[k]->products(table, width, count ? row : NULL, count ? count : ROWS, layer,
                                 out[k]);
                for (uint32_t i = 0; i < ROWS * MOST; i++) {
                    table[i] = (int16_t)(uint16_t)tsr_mix(i);
                }
            }
            assert_memory_equal(sum[0], sum[1], sizeof sum[0]);
            assert_memory_equal(out[0], out[1], sizeof out[0]);
        }
    }
    assert_true(sum[0][0] != 0 && out[0][0] != 0);
}

// A whole layer, and what becomes of its products: with scales and biases as large as a file may have them, too.
static void layers_are_the_plain_ones(void **state) {
    (void)state;
    enum { MOST = 80 };
    const sums *way[2] = {sums_plain(), sums_best()};
    static int16_t table[MOST * MOST], pair[MOST * MOST], layer[MOST], next[2][MOST];
    static int32_t product[2][MOST], extreme[MOST], bias[MOST];
    static uint32_t scale[MOST];
    int passed = 0;
    for (uint32_t width = 16; width <= MOST; width += 16) {
        for (uint32_t count = 16; count <= MOST; count += 16) {
            for (uint32_t i = 0; i < MOST * MOST; i++) {
                pair[i] = (int16_t)(int8_t)tsr_mix(i + 31 * width);
            }
            for (uint32_t i = 0; i < MOST; i++) {
                uint64_t x = tsr_mix(i + width * count);
                layer[i] = (int16_t)(x % 3 ? x % 4096 : 0);
                extreme[i] = (int32_t)(uint32_t)(x >> (i % 4 * 8)) * (i % 2 ? 1 : -1);
                extreme[i] = i == 5 ? INT32_MIN : i == 6 ? INT32_MAX : i == 7 ? 0 : extreme[i];
                scale[i] = i % 4 ? (uint32_t)(x >> 32) % 8192 : (uint32_t)x;
                bias[i] = i % 5 ? (int32_t)(x % 400000) - 200000 : (int32_t)(uint32_t)(x >> 32);
            }
            for (uint32_t i = 0; i < width * count; i++) { // row i / width, column i % width
                uint32_t row = i / width, column = i % width;
                table[i] = pair[(column / 2 * count + row) * 2 + column % 2];
            }
            for (int k = 0; k < 2; k++) {
                way[k]->layer(table, pair, width, count, layer, product[k]);
                way[k]->cut_off(product[k], scale, bias, count, next[k]);
            }
            assert_memory_equal(product[0], product[1], count * sizeof *product[0]);
            assert_memory_equal(next[0], next[1], count * sizeof *next[0]);
            for (uint32_t i = 0; i < count; i++) {
                passed += next[0][i] > 0 && next[0][i] < TNET_TOP;
            }
            for (int k = 0; k < 2; k++) {
                way[k]->cut_off(extreme, scale, bias, count, next[k]);
            }
            assert_memory_equal(next[0], next[1], count * sizeof *next[0]);
        }
    }
    assert_true(passed > 20);
}

// What holds is found in one way as in any other; nothing is written where it should not be.
static void picks_are_the_plain_ones(void **state) {
    (void)state;
    enum { ROOM = 96, FAR = 64 };
    static uint8_t plane[ROOM], fits[ROOM], digit[2][ROOM + FAR], content[2][ROOM];
    static uint32_t base[ROOM], found[2][ROOM + PICKS_SPARE];
    const picks *plain = picks_way(PICKS_PLAIN);
    assert_non_null(picks_best());
    for (int other = PICKS_PLAIN; other < PICKS_WAYS; other++) {
        const picks *way[2] = {plain, picks_way(other)};
        for (uint32_t cells = 1; way[1] && cells <= ROOM; cells++) {
            uint32_t room = (cells + PICKS_LANE - 1) / PICKS_LANE * PICKS_LANE, n[2];
            uint32_t digits = 2 + cells % 3, length = 2 + cells % 3;
            memset(plane, 0, sizeof plane);
            memset(digit, 0, sizeof digit);
            for (uint32_t i = 0; i < ROOM; i++) {
                uint64_t x = tsr_mix(i + 100 * cells);
                plane[i] = (uint8_t)(i >= cells || x % 4 ? 0 : x >> 8);
                fits[i] = (uint8_t)(i < cells && x % 5 ? 255 : 0);
                base[i] = (uint32_t)(x >> 40);
                digit[0][i] = digit[1][i] = (uint8_t)(i < cells ? x % digits : 0);
            }
            for (int k = 0; k < 2; k++) {
                way[k]->contents(digit[k], room, 1 + cells % 11, length, digits, fits, content[k]);
                way[k]->mark(plane, room, 7, digit[k]);
            }
            assert_memory_equal(content[0], content[1], room);
            assert_memory_equal(digit[0], digit[1], sizeof digit[0]);
            for (int k = 0; k < 2; k++) {
                n[k] = way[k]->pick(content[k], cells, 255, 3, base, found[k]);
            }
            assert_int_equal(n[0], n[1]);
            assert_memory_equal(found[0], found[1], n[0] * sizeof *found[0]);
            for (int k = 0; k < 2; k++) {
                n[k] = way[k]->pick(plane, cells, 1, UINT32_MAX, base, found[k]);
            }
            assert_int_equal(n[0], n[1]);
            assert_memory_equal(found[0], found[1], n[0] * sizeof *found[0]);
        }
    }
}

// Shares of moves and the move to try, weighed four at a time, are those of one by one, to the last bit.
static void weights_are_the_plain_ones(void **state) {
    (void)state;
    enum { MOST = 40, ROOM = MOST + WEIGH_LANE };
    const weigh *way[2] = {weigh_plain(), weigh_best()};
    static float logit[2][ROOM], prior[2][ROOM], worth[ROOM];
    static double weight[2][ROOM], part[2 * ROOM];
    static uint32_t visits[ROOM];
    static uint8_t settled[MOST];
    for (uint32_t n = 1; n <= MOST; n++) {
        double sum[2], by_hand = 0;
        for (uint32_t i = 0; i < ROOM; i++) {
            uint64_t x = tsr_mix(i + 77 * n);
            logit[0][i] = logit[1][i] = (float)(x % 20000) / 1000 * (x >> 60 ? 1 : -8);
            visits[i] = i < n && x % 3 ? (uint32_t)(x >> 50) << (i == 3 ? 18 : 0) : 0;
            worth[i] = visits[i] ? (float)(x >> 20 & 1023) / 1023 : 0;
            settled[i < MOST ? i : 0] = x % 7 == 0;
        }
        for (int k = 0; k < 2; k++) {
            way[k]->share_out(logit[k], prior[k], n, part);
            weigh_moves m = {logit[k], prior[k], worth, visits, n, 0.4, 25.5};
            sum[k] = way[k]->weigh(&m, weight[k], part);
        }
        assert_memory_equal(logit[0], logit[1], n * sizeof *logit[0]);
        assert_memory_equal(prior[0], prior[1], n * sizeof *prior[0]);
        assert_memory_equal(weight[0], weight[1], n * sizeof *weight[0]);
        assert_memory_equal(&sum[0], &sum[1], sizeof sum[0]);
        double top = -1e30, share = 0, found = 0, usual, most[2] = {-1e30, -1e30};
        uint32_t all = 0, best[2] = {0, 0};
        for (uint32_t i = 0; i < n; i++) {
            all += visits[i];
            share += visits[i] ? (double)prior[0][i] : 0;
            found += visits[i] ? (double)prior[0][i] * (double)worth[i] : 0;
        }
        usual = all && share > 0 ? (0.4 + all * (found / share)) / (1.0 + all) : 0.4;
        for (uint32_t i = 0; i < n; i++) {
            double x = (double)logit[0][i] + 25.5 * (visits[i] ? (double)worth[i] : usual);
            top = x > top ? x : top;
        }
        for (uint32_t i = 0; i < n; i++) {
            double x = (double)logit[0][i] + 25.5 * (visits[i] ? (double)worth[i] : usual);
            by_hand += real_exp_quick(x - top);
            for (int k = 0; k < 2; k++) {
                double lag = real_exp_quick(x - top) * 0.3 - visits[i] * 0.001;
                lag -= k && settled[i] ? 10 : 0;
                best[k] = lag > most[k] ? i : best[k];
                most[k] = lag > most[k] ? lag : most[k];
            }
        }
        assert_memory_equal(&sum[0], &by_hand, sizeof by_hand);
        for (int k = 0; k < 2; k++) {
            weigh_moves m = {logit[k], prior[k], worth, visits, n, 0.4, 25.5};
            assert_int_equal(way[k]->lagging(&m, 0.3, 0.001, NULL, weight[k]), best[0]);
            assert_int_equal(way[k]->lagging(&m, 0.3, 0.001, settled, weight[k]), best[1]);
        }
    }
}

static void sums_are_what_they_say(void **state) {
    (void)state;
    tsr_rules *r = open_rules("connect4", NULL, NULL);
    tnet *n = scattered(r, 11, 1, NULL);
    eyes *e = NULL;
    uint64_t x[64];
    int64_t all = 0;
    assert_int_equal(eyes_open(n, r, NULL, &e, NULL), TSR_OK);
    tsr_init(r, x);
    for (int ply = 0; ply < 12; ply++) {
        int who = tsr_mover(tsr_turn(r, x));
        tsr_rng g;
        tsr_rng_init(&g, (uint64_t)ply);
        eyes_look(e, x, who);
        int32_t v = tnet_value(n, &e->look, 0);
        assert_int_equal(v, plain_value(n, e->input, e->inputs));
        all += v;
        tsr_play(r, x, who, tsr_sample(r, x, who, &g));
    }
    assert_true(all != 0);
    eyes_close(e);
    tnet_free(n);
    tsr_rules_close(r);
}

// --- Searching --------------------------------------------------------------------------

typedef struct table {
    tsr_rules *r;
    tnet *n;
    eyes *e;
    gumbel *t;
    uint64_t state[512];
} table;

static void sit_down(table *t, const char *game, size_t memory) {
    t->r = open_rules(game, NULL, NULL);
    t->n = scattered(t->r, 5, 1, NULL);
    assert_int_equal(eyes_open(t->n, t->r, NULL, &t->e, NULL), TSR_OK);
    assert_int_equal(gumbel_open(t->e, memory, NULL, &t->t, NULL), TSR_OK);
    tsr_init(t->r, t->state);
}

static void stand_up(table *t) {
    gumbel_close(t->t);
    eyes_close(t->e);
    tnet_free(t->n);
    tsr_rules_close(t->r);
}

static void search_finds(const char *game, const char *moves, uint32_t simulations,
                         const char *best, float value) {
    table t;
    char text[64];
    float v[TSR_MAX_PLAYERS];
    sit_down(&t, game, 10000000);
    play_text(t.r, t.state, moves);
    int who = tsr_mover(tsr_turn(t.r, t.state));
    gumbel_plan plan = {.simulations = simulations};
    gumbel_plant(t.t, t.state, who, 1);
    gumbel_search(t.t, &plan);
    tsr_move_text(t.r, t.state, who, gumbel_best(t.t), text, sizeof text);
    if (best) {
        assert_string_equal(text, best);
    }
    gumbel_values(t.t, v);
    assert_true(t.t->node[0].proven);
    assert_true(v[who] == value);
    stand_up(&t);
}

static void ends_are_found(void **state) {
    (void)state;
    search_finds("connect4", "c1 c2 d1 d2 e1", 3000, NULL,
                 0); // two threats: lost, whatever is done
    search_finds("connect4", "a1 b1 a2 b2 a3 b3", 50, "a4", 1);
}

static void policies_are_shares(void **state) {
    (void)state;
    table t;
    tsr_rng noise;
    sit_down(&t, "connect4", 1000000);
    tsr_rng_init(&noise, 3);
    gumbel_plan plan = {.simulations = 32, .noise = &noise};
    gumbel_plant(t.t, t.state, 0, 1);
    gumbel_search(t.t, &plan);
    gumbel_policy(t.t);
    double sum = 0;
    for (int i = 0; i < t.t->node[0].edges; i++) {
        assert_true(t.t->weight[i] >= 0);
        sum += t.t->weight[i];
    }
    assert_int_equal(t.t->node[0].edges, 7);
    assert_true(fabs(sum - 1) < 1e-12);
    assert_int_equal(t.t->node[0].visits, 33);
    stand_up(&t);
}

// With a tree that has room for a few nodes only, and with draws: it goes on and answers.
static void little_memory_and_luck(void **state) {
    (void)state;
    table t;
    sit_down(&t, "connect4", 1);
    gumbel_plan plan = {.simulations = 500};
    gumbel_plant(t.t, t.state, 0, 1);
    gumbel_search(t.t, &plan);
    assert_true(gumbel_best(t.t) != TSR_NO_MOVE);
    stand_up(&t);
    sit_down(&t, "azul", 4000000);
    tsr_rng g;
    tsr_rng_init(&g, 1);
    while (tsr_turn(t.r, t.state) == 1u << TSR_CHANCE) {
        tsr_play(t.r, t.state, TSR_CHANCE, tsr_draw(t.r, t.state, &g));
    }
    plan.simulations = 100;
    gumbel_plant(t.t, t.state, tsr_mover(tsr_turn(t.r, t.state)), 1);
    gumbel_search(t.t, &plan);
    tsr_move first = gumbel_best(t.t);
    gumbel_plant(t.t, t.state, tsr_mover(tsr_turn(t.r, t.state)), 1);
    gumbel_search(t.t, &plan);
    assert_true(first == gumbel_best(t.t));
    stand_up(&t);
}

// Goes to where a few moves are left before chance is asked again, playing the first legal move each time.
static int to_the_end_of_a_round(table *t) {
    enum { LEFT = 4 };
    uint64_t before[LEFT][512];
    tsr_move moves[TSR_MAX_MOVES];
    tsr_rng g;
    int made = 0;
    tsr_rng_init(&g, 1);
    for (int i = 0; i < 200; i++) {
        int who = tsr_mover(tsr_turn(t->r, t->state));
        if (who == TSR_CHANCE) {
            if (made >= LEFT) {
                memcpy(t->state, before[made % LEFT], t->r->state_size);
                return 1;
            }
            while (tsr_turn(t->r, t->state) == 1u << TSR_CHANCE) {
                tsr_play(t->r, t->state, TSR_CHANCE, tsr_draw(t->r, t->state, &g));
            }
            continue;
        }
        memcpy(before[made++ % LEFT], t->state, t->r->state_size);
        assert_true(tsr_moves(t->r, t->state, who, moves) > 0);
        tsr_play(t->r, t->state, who, moves[0]);
    }
    return 0;
}

// What chance decides is come back to: the tree grows below what was drawn, and not too wide.
static void draws_have_trees(void **state) {
    (void)state;
    table t;
    gumbel_plan plan = {.simulations = 600};
    int seen = 0, deeper = 0;
    sit_down(&t, "azul", 8000000);
    assert_true(to_the_end_of_a_round(&t));
    gumbel_plant(t.t, t.state, tsr_mover(tsr_turn(t.r, t.state)), 1);
    gumbel_search(t.t, &plan);
    for (uint32_t i = 0; i < t.t->nodes; i++) {
        const gumbel_node *n = &t.t->node[i];
        uint32_t visits = 0;
        for (uint32_t k = 0; n->kind == GUMBEL_CHANCE && k < n->edges; k++) {
            uint32_t of_edge = t.t->visits[n->first + k];
            assert_true(t.t->node[t.t->edge[n->first + k].child].kind != GUMBEL_CHANCE);
            visits += of_edge;
            deeper += of_edge > 1;
        }
        if (n->kind == GUMBEL_CHANCE && n->visits) {
            assert_int_equal(visits, n->visits);
            assert_true(n->edges >= 1 && (n->edges - 1u) * (n->edges - 1u) <= 4 * n->visits);
            seen++;
        }
    }
    assert_true(seen > 0 && deeper > 0);
    stand_up(&t);
}

// --- The agent --------------------------------------------------------------------------

static const char net_path[] = "test_learn.tnet";

static void write_net(const char *game) {
    tsr_rules *r = open_rules(game, NULL, NULL);
    tnet *n = scattered(r, 5, 1, NULL);
    buffer bytes;
    buffer_init(&bytes, NULL);
    tnet_write(n, &bytes);
    FILE *f = fopen(net_path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes.bytes, 1, bytes.size, f), bytes.size);
    assert_int_equal(fclose(f), 0);
    buffer_deinit(&bytes);
    tnet_free(n);
    tsr_rules_close(r);
}

static void refused(const char *game, const char *spec, const char *words) {
    tsr_rules *r = open_rules(game, NULL, NULL);
    tsr_agent *a = NULL;
    tsr_error err = {0};
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)tsr_agent_spec_name(spec), spec);
    const tsr_agent_type *type = tsr_registry_agent(registry, name, &err);
    assert_int_not_equal(tsr_agent_open(type, spec, r, NULL, &a, &err), TSR_OK);
    if (!strstr(err.message, words)) {
        fail_msg("%s: %s", spec, err.message);
    }
    tsr_rules_close(r);
}

static void who_cannot_sit_down(void **state) {
    (void)state;
    write_net("connect4");
    refused("connect4", "az", "needs a network");
    refused("unicorns", "az:net=test_learn.tnet", "hidden");
    refused("reversi", "az:net=test_learn.tnet", "has learned connect4, not reversi");
    refused("connect4", "az:net=nowhere.tnet", "nowhere.tnet");
    refused("connect4", "level:net=nowhere.tnet", "nowhere.tnet");
    refused("connect4", "level:n=2,net=test_learn.tnet", "recommends '' to play with it");
    (void)remove(net_path);
}

// The moves of a game against itself are the same on every machine: nothing but whole numbers and sums
// in a fixed order decides.
static void the_same_game_everywhere(void **state) {
    (void)state;
    write_net("connect4");
    tsr_rules *r = open_rules("connect4", NULL, NULL);
    tsr_error err = {0};
    tsr_agent *a = NULL;
    const tsr_agent_type *type = tsr_registry_agent(registry, "az", &err);
    assert_int_equal(tsr_agent_open(type, "az:nodes=100,net=test_learn.tnet", r, NULL, &a, &err),
                     TSR_OK);
    char game[256] = "";
    uint64_t x[64];
    uint32_t turn;
    tsr_agent_host host = {0};
    tsr_init(r, x);
    while ((turn = tsr_turn(r, x)) != 0) {
        tsr_query q = {.view = x, .who = tsr_mover(turn), .seed = 9, .host = &host};
        tsr_move m;
        char text[32];
        assert_int_equal(a->type->choose(a, &q, &m, &err), TSR_OK);
        tsr_move_text(r, x, q.who, m, text, sizeof text);
        strcat(strcat(game, text), " ");
        assert_int_equal(tsr_play_checked(r, x, q.who, m, NULL), 0);
    }
    tsr_agent_close(a);
    tsr_rules_close(r);
    (void)remove(net_path);
    assert_string_equal(game, "f1 b1 b2 b3 a1 b4 c1 e1 c2 e2 b5 e3 e4 e5 a2 c3 e6 a3 a4 c4 b6 a5 "
                              "c5 f2 f3 g1 c6 f4 f5 a6 d1 d2 ");
}

// The number after a word of a text; 0 = the word is not there.
static int number_after(const char *text, const char *word) {
    const char *at = strstr(text, word);
    return at ? atoi(at + strlen(word)) : 0;
}

// Those that come with the program fit their games, and say how they were made and how strong they are.
static void what_is_shipped(void **state) {
    (void)state;
    const shipped *s;
    size_t all = 0;
    int count = 0;
    for (; (s = shipped_at(count)) != NULL; count++) {
        tnet *n = NULL;
        char words[64], on_gpu[64];
        assert_int_equal(tnet_read(s->name, NULL, &n, NULL), TSR_OK);
        int players = number_after(n->made, " --players ");
        tsr_rules *r = open_rules_for(s->name, players, NULL, NULL);
        assert_int_equal(schema_fits(n->see, r, NULL), TSR_OK);
        snprintf(words, sizeof words, "tessera train %s RUN --", s->name);
        snprintf(on_gpu, sizeof on_gpu, "tools/train-gpu %s RUN --", s->name);
        assert_true(strstr(n->made, words) || strstr(n->made, on_gpu));
        assert_true(number_after(n->made, " --seed ") > 0);
        assert_true(level_takes(n->player));
        int games = number_after(n->measured, "of CPU time a move, ");
        assert_true(games >= (players > 2 ? 24 : 200)); // many players think for long
        all += (size_t)(s->end - s->bytes);
        tnet_free(n);
        tsr_rules_close(r);
    }
    assert_true(count >= 8);
    assert_true(all < 3000000);
    assert_null(shipped_find("nobody"));
}

static int set_up(void **state) {
    (void)state;
    tsr_error err = {0};
    registry = tsr_registry_new(NULL);
    return registry && !tsr_registry_add_builtin(registry, &err) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    tsr_registry_free(registry);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponentials_and_checksums), cmocka_unit_test(long_checksums),
        cmocka_unit_test(schemas_of_any_rules),       cmocka_unit_test(what_is_seen_is_in_order),
        cmocka_unit_test(a_position_in_words),        cmocka_unit_test(other_rules_are_told_apart),
        cmocka_unit_test(texts_that_are_no_schema),   cmocka_unit_test(files_and_back),
        cmocka_unit_test(what_adds_to_the_heuristic), cmocka_unit_test(without_memory),
        cmocka_unit_test(sums_are_the_plain_ones),    cmocka_unit_test(layers_are_the_plain_ones),
        cmocka_unit_test(picks_are_the_plain_ones),   cmocka_unit_test(weights_are_the_plain_ones),
        cmocka_unit_test(sums_are_what_they_say),     cmocka_unit_test(ends_are_found),
        cmocka_unit_test(policies_are_shares),        cmocka_unit_test(little_memory_and_luck),
        cmocka_unit_test(draws_have_trees),           cmocka_unit_test(what_is_shipped),
        cmocka_unit_test(who_cannot_sit_down),        cmocka_unit_test(the_same_game_everywhere),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
