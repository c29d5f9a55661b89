// SPDX-License-Identifier: MIT
// What becomes of shards at a server that shares them: what the hub is told, and that none is waited for for ever.
#include <string.h>

#include "server/shard_states.h"

#include "support/help.h"

enum { ME = 2, OTHER = 5, SHARD = 40 };

typedef struct scene {
    shard_states states;
    store_leases now;
    shard_changes changes;
} scene;

static void begin(scene *s) {
    *s = (scene){.now.place = ME};
    memset(s->now.owner, LEASE_NOBODY, sizeof s->now.owner);
    shard_states_init(&s->states);
}

static shard_state see(scene *s, int owner, int leaving) {
    s->now.owner[SHARD] = (int8_t)owner;
    s->now.leaving[SHARD] = (unsigned char)leaving;
    shard_states_see(&s->states, &s->now, &s->changes);
    return s->states.state[SHARD];
}

static void test_comes_and_goes(void **state) {
    scene s;
    (void)state;
    begin(&s);
    assert_int_equal(see(&s, ME, 0), SHARD_HERE);
    assert_true(s.changes.come[SHARD] && s.changes.coming == 1 && !s.changes.going);
    assert_int_equal(s.states.owner[SHARD], ME);
    assert_int_equal(see(&s, ME, 0), SHARD_HERE);
    assert_int_equal(s.changes.coming + s.changes.going + s.changes.moving, 0);
    assert_int_equal(see(&s, ME, 1), SHARD_GOING); // nobody's while it goes
    assert_true(s.changes.go[SHARD] && s.changes.going == 1);
    assert_int_equal(s.states.owner[SHARD], LEASE_NOBODY);
    s.states.state[SHARD] = SHARD_LEFT; // nothing is on its way
    assert_int_equal(see(&s, ME, 1), SHARD_LEFT);
    assert_true(shard_states_has_any(&s.states));
    assert_int_equal(see(&s, OTHER, 0), SHARD_ELSEWHERE);
    assert_int_equal(s.states.owner[SHARD], OTHER);
    assert_false(shard_states_has_any(&s.states));
}

// It waited for ever to leave what it had never had, and nobody served the shard.
static void test_leaves_before_it_was_here(void **state) {
    scene s;
    (void)state;
    begin(&s);
    assert_int_equal(see(&s, ME, 1), SHARD_LEFT);
    assert_int_equal(s.changes.coming + s.changes.going, 0);
    assert_int_equal(s.states.owner[SHARD], LEASE_NOBODY);
    assert_int_equal(see(&s, LEASE_NOBODY, 0), SHARD_ELSEWHERE);
}

// The store thinks better of it: what was left is taken up anew.
static void test_stays_after_all(void **state) {
    scene s;
    (void)state;
    begin(&s);
    assert_int_equal(see(&s, ME, 1), SHARD_LEFT);
    assert_int_equal(see(&s, ME, 0), SHARD_HERE);
    assert_true(s.changes.come[SHARD]);
    assert_int_equal(see(&s, OTHER, 0), SHARD_GOING); // taken away: what is on its way ends first
    assert_int_equal(see(&s, ME, 0), SHARD_GOING);
    assert_int_equal(s.states.owner[SHARD], LEASE_NOBODY);
    s.states.state[SHARD] = SHARD_LEFT;
    assert_int_equal(see(&s, ME, 0), SHARD_HERE);
}

// Whose pages are at another's door are told when the match moves; what was ours is told of by going.
static void test_moves_among_others(void **state) {
    scene s;
    (void)state;
    begin(&s);
    (void)see(&s, OTHER, 0);
    assert_true(s.changes.move[SHARD]);
    (void)see(&s, OTHER + 1, 0);
    assert_int_equal(s.changes.moving, 1);
    (void)see(&s, ME, 0);
    assert_true(s.changes.move[SHARD] && s.changes.come[SHARD]);
    (void)see(&s, OTHER, 0);
    assert_true(!s.changes.move[SHARD] && s.changes.go[SHARD]);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_comes_and_goes),
                                       TEST(test_leaves_before_it_was_here),
                                       TEST(test_stays_after_all), TEST(test_moves_among_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
