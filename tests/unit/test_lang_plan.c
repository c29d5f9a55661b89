// SPDX-License-Identifier: MIT
//
// The plan of a program: the end of a turn and the ways through it have the parts that the rules ask
// for and no others, do what they say, and are refused where they could ask for ever or are unsound. That whole games end as the rules say is
// the business of test_lang_reference.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lang/game/compile.h"
#include "lang/plan/ways.h"
#include "lang/vm/walk.h"

#define STONES "game \"Stones\"\nplayers White, Black\nboard grid 3x3\npiece Stone\n"
#define MEN                                                                                        \
    "game \"Men\"\nplayers White, Black\nboard grid 3x3\npiece Man: step any to empty\n"           \
    "setup\n  . m .\n  . . .\n  . M .\n"

static const char plain[] = STONES "turn: place Stone on empty\n";
static const char stuck[] =
    STONES "turn: place Stone on empty\nwin when line 3 of mine\nstuck: draw\n";
static const char below[] =
    STONES "turn: place Stone on empty\nstuck: lose\nwin when line 3 of mine\n";
static const char passes[] =
    STONES "turn: place Stone on empty or pass\nwin when line 3 of mine\ndraw when all passed\n";
static const char quiet[] = MEN "turn: move\ndraw when 2 turns without capture\n";
static const char repeats[] = MEN "turn: move\ndraw when repeated 3\n";
static const char again[] =
    STONES "turn:\n  place Stone on empty\n  again when here in row of b2\n";

static const char guarded[] = MEN "turn:\n  move\n  require here in row 1 | row 2\n";

static const char shielded[] =
    "game \"Kings\"\nplayers White, Black\nboard grid 4x4\npiece King: step any to empty | enemy\n"
    "piece Rook: slide orthogonal to empty | enemy\n"
    "setup\n  . . r k\n  . . . .\n  . . . .\n  K R . .\n"
    "turn:\n  move\n  require not (my King on attacked)\ndraw when repeated 3\n";

static lang_unit *unit_of(const char *text) {
    lang_sources src = {.text = text};
    lang_unit *u = lang_unit_new(&src, NULL, 0, NULL);
    assert_non_null(u);
    for (int i = 0; i < u->diags.count; i++) {
        print_message("%s\n", u->diags.item[i].head);
    }
    assert_int_equal(u->diags.errors, 0);
    return u;
}

// Whether the end of the first player's turns has such an instruction.
static int ends_with(const char *text, opcode op) {
    lang_unit *u = unit_of(text);
    const insn *code[IR_MAX_CODE];
    int found = 0, count = ir_block(&u->p, u->p.root[0].end, code, IR_MAX_CODE);
    for (int i = 0; i < count; i++) {
        found |= code[i]->op == op;
    }
    lang_unit_free(u);
    return found;
}

static void ends_have_what_rules_ask_for(void **state) {
    (void)state;
    assert_true(ends_with(plain, OP_ENDTURN));
    assert_true(ends_with(plain, OP_JMOVES)); // who cannot move and was not spoken of ends the game
    assert_false(ends_with(plain, OP_JASK));
    assert_false(ends_with(plain, OP_IUPTO));
    assert_false(ends_with(plain, OP_KEY));
    assert_false(ends_with(plain, OP_MOVER));
    assert_true(ends_with(stuck, OP_JASK));
    assert_false(ends_with(stuck, OP_JRARE)); // no ending below `stuck`
    assert_true(ends_with(below, OP_JRARE));
    assert_true(ends_with(quiet, OP_IUPTO));
    assert_true(ends_with(repeats, OP_PUSHKEY));
    assert_true(ends_with(again, OP_MOVER));
}

// Quiet turns are counted up to the limit, and a capture starts over.
static void quiet_turns_are_counted(void **state) {
    lang_unit *u = unit_of(quiet);
    static frame f;
    static uint64_t block[TSR_MAX_STATE / sizeof(uint64_t)];
    const program *p = &u->p;
    (void)state;
    walk_start(p, block);
    tsr_move list[16];
    assert_true(walk_moves(p, block, list, 16) > 0);
    walk_play(p, block, list[0]);
    vm_load(&f, p, block);
    assert_int_equal(f.num[p->at.quiet], 1);
    assert_int_equal(f.h.turns, 1);
    f.num[p->at.events] = EVENT_CAPTURE;
    f.lazy = 1;
    (void)vm_run(&f, p->root[1].end);
    assert_int_equal(f.num[p->at.quiet], 0);
    assert_int_equal(f.num[p->at.events], 0);
    lang_unit_free(u);
}

// Code may only ask what stands before it.
static void nobody_asks_for_ever(void **state) {
    lang_unit *u = unit_of(plain);
    program *p = &u->p;
    const uint16_t at = (uint16_t)p->code_count;
    char why[200];
    (void)state;
    assert_int_equal(ir_verify(p, why, sizeof why), 0);
    p->code[at] = (insn){.op = OP_JASK, .a = at, .b = VM_OVER, .c = (uint16_t)(at + 1)};
    p->code[at + 1] = (insn){.op = OP_RET};
    p->code_count += 2;
    assert_int_not_equal(ir_verify(p, why, sizeof why), 0);
    assert_non_null(strstr(why, "asks what comes later"));
    p->code[at].a = (uint16_t)(at - 1);
    assert_int_equal(ir_verify(p, why, sizeof why), 0);
    lang_unit_free(u);
}

// The function for a node in some mode, to be changed.
static way_insn *way(program *p, way_kind kind, way_mode mode, int node, way_op op) {
    const int fn = way_of(p, kind, mode, node);
    assert_true(fn >= 0);
    for (uint32_t i = 0; i < p->ways->fn[fn].count; i++) {
        way_insn *x = &p->ways->x[p->ways->fn[fn].first + i];
        if (x->op == op) {
            return x;
        }
    }
    return NULL;
}

// A test that looks along lines is asked once for all turns; it looks for shields on a copy.
static void guards_look_for_shields(void **state) {
    lang_unit *u = unit_of(shielded);
    program *p = &u->p;
    const int start = p->phase[0].start[0], test = plan_guard(p, start);
    char why[200];
    (void)state;
    assert_true(test > 0);
    assert_non_null(way(p, WAYS_START, WAYS_LIST, start, WAY_GUARD));
    assert_null(way(p, WAYS_START, WAYS_EXISTS, start, WAY_GUARD)); // who wants one finds one soon
    assert_non_null(way(p, WAYS_NODE, WAYS_GUARD, test, WAY_MEN));
    way_insn *fork = way(p, WAYS_TRY, WAYS_GUARD, test, WAY_FORK);
    assert_non_null(fork);
    assert_int_equal(plan_ways_verify(p, why, sizeof why), 0);
    fork->op = WAY_STAY; // men would leave the board for good
    assert_int_not_equal(plan_ways_verify(p, why, sizeof why), 0);
    fork->op = WAY_FORK;
    lang_unit_free(u);
}

// What the rules ask for: placing stones needs no copies, moving under a condition does.
static void ways_have_what_rules_ask_for(void **state) {
    lang_unit *u = unit_of(plain), *asked = unit_of(guarded);
    const int at = u->p.phase[0].start[0], from = asked->p.phase[0].start[0];
    (void)state;
    assert_non_null(
        way(&u->p, WAYS_START, WAYS_LIST, at, WAY_JOINED)); // all that may come first, as sets
    assert_null(way(&u->p, WAYS_START, WAYS_LIST, at, WAY_GUARD));
    assert_non_null(way(&u->p, WAYS_SETS, WAYS_LIST, at, WAY_LISTS));
    assert_non_null(way(&u->p, WAYS_SETS, WAYS_EXISTS, at, WAY_SOME));
    assert_non_null(way(&u->p, WAYS_NODE, WAYS_LIST, at, WAY_ALL)); // and step by step
    assert_non_null(way(&u->p, WAYS_START, WAYS_FOLLOW, at, WAY_PICK));
    assert_int_equal(way_of(&u->p, WAYS_START, WAYS_FIRST, at), -1); // turns are whole
    assert_int_equal(way_of(&u->p, WAYS_START, WAYS_FIND, at), -1);  // and short
    assert_non_null(
        way(&asked->p, WAYS_SETS, WAYS_LIST, from, WAY_TURNS)); // joined code tests each
    assert_non_null(way(&asked->p, WAYS_TURN, WAYS_LIST, from, WAY_LEGAL));
    assert_non_null(way(&asked->p, WAYS_NODE, WAYS_LIST, from, WAY_OFFERS));
    assert_non_null(way(&asked->p, WAYS_TRY, WAYS_LIST, from, WAY_FORK));
    lang_unit_free(u);
    lang_unit_free(asked);
}

// Ways that would write where they only look, lose a copy, go back or leave the program are refused.
static void unsound_ways_are_refused(void **state) {
    lang_unit *u = unit_of(guarded);
    program *p = &u->p;
    const int at = p->phase[0].start[0];
    char why[200];
    way_insn *fork = way(p, WAYS_TRY, WAYS_LIST, at, WAY_FORK);
    way_insn *back = way(p, WAYS_TRY, WAYS_LIST, at, WAY_BACK);
    way_insn *apply = way(p, WAYS_TRY, WAYS_LIST, at, WAY_APPLY);
    (void)state;
    assert_int_equal(plan_ways_verify(p, why, sizeof why), 0);
    fork->op = WAY_NOTE; // the choice is made on the state itself
    back->op = WAY_NOTE;
    assert_int_not_equal(plan_ways_verify(p, why, sizeof why), 0);
    fork->op = WAY_FORK; // the copy is never dropped
    assert_int_not_equal(plan_ways_verify(p, why, sizeof why), 0);
    back->op = WAY_BACK;
    assert_int_equal(plan_ways_verify(p, why, sizeof why), 0);
    const way_insn was = *apply;
    apply->b = 0;
    assert_int_not_equal(plan_ways_verify(p, why, sizeof why), 0);
    *apply = was;
    apply->a = p->code_count;
    assert_int_not_equal(plan_ways_verify(p, why, sizeof why), 0);
    assert_non_null(strstr(why, "way list_"));
    *apply = was;
    lang_unit_free(u);
}

// --- Positions counted ---------------------------------------------------------------------------

enum { MOST_DEPTH = 5 };

static int is_over(const void *state) {
    const ir_head *h = state;
    return h->over;
}

// By lists of moves, each played on a copy of the state.
static uint64_t listed_nodes(const program *p, const void *state, int depth) {
    static uint64_t tree[MOST_DEPTH + 1][TSR_MAX_STATE / sizeof(uint64_t)];
    tsr_move list[64];
    uint64_t sum = 0;
    if (depth == 0 || is_over(state)) {
        return depth == 0;
    }
    const int n = walk_moves(p, state, list, 64);
    for (int i = 0; i < n; i++) {
        memcpy(tree[depth], state, p->size.state_size);
        walk_play(p, tree[depth], list[i]);
        sum += listed_nodes(p, tree[depth], depth - 1);
    }
    return sum;
}

static void check_count(const program *p, const void *state) {
    for (int depth = 0; depth <= MOST_DEPTH; depth++) {
        const uint64_t want = listed_nodes(p, state, depth);
        for (int made = 0; made <= 1; made++) {
            uint64_t got = 0;
            assert_int_equal(walk_nodes(p, state, depth, made, &got), 1);
            assert_int_equal(got, want);
        }
    }
}

// What is counted is what lists of moves come to, from the start and where positions have stood before.
static void counts_are_those_of_lists(void **state) {
    static const char *const games[] = {plain, stuck,   below,   passes,
                                        quiet, repeats, guarded, shielded};
    static uint64_t block[TSR_MAX_STATE / sizeof(uint64_t)],
        before[TSR_MAX_STATE / sizeof(uint64_t)];
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        lang_unit *u = unit_of(games[i]);
        const program *p = &u->p;
        assert_true(p->ways->counts);
        walk_start(p, block);
        for (int ply = 0; ply < 8 && !is_over(block); ply++) {
            tsr_move list[64];
            const int n = walk_moves(p, block, list, 64);
            memcpy(before, block, p->size.state_size);
            check_count(p, block);
            assert_memory_equal(block, before, p->size.state_size); // nothing is changed
            walk_play(p, block, list[ply / 2 % 2 ? n - 1 : 0]);     // men go to and fro
        }
        lang_unit_free(u);
    }
}

// A turn is made on a copy and ends there. Deeper than there is room for nobody counts without lists.
static void counting_has_what_it_needs(void **state) {
    lang_unit *u = unit_of(shielded);
    program *p = &u->p;
    const int start = p->phase[0].start[0];
    char why[200];
    uint64_t none = 0;
    (void)state;
    assert_non_null(way(p, WAYS_START, WAYS_NODES, start, WAY_GUARD));
    way_insn *fork = NULL;
    for (int i = 0; i < p->node_count && !fork; i++) {
        if (way_of(p, WAYS_TURN, WAYS_NODES, i) >= 0) {
            fork = way(p, WAYS_TURN, WAYS_NODES, i, WAY_FORK);
            assert_non_null(way(p, WAYS_TURN, WAYS_NODES, i, WAY_AFTER));
        }
    }
    assert_non_null(fork);
    fork->op = WAY_SET; // it would be made on the state itself
    assert_int_not_equal(plan_ways_verify(p, why, sizeof why), 0);
    fork->op = WAY_FORK;
    assert_int_equal(plan_ways_verify(p, why, sizeof why), 0);
    static uint64_t block[TSR_MAX_STATE / sizeof(uint64_t)];
    walk_start(p, block);
    assert_int_equal(walk_nodes(p, block, -1, 0, &none), 0);
    assert_int_equal(walk_nodes(p, block, WAYS_MOST_PLIES + 1, 0, &none), 0);
    lang_unit_free(u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_have_what_rules_ask_for),
        cmocka_unit_test(quiet_turns_are_counted),
        cmocka_unit_test(nobody_asks_for_ever),
        cmocka_unit_test(guards_look_for_shields),
        cmocka_unit_test(ways_have_what_rules_ask_for),
        cmocka_unit_test(unsound_ways_are_refused),
        cmocka_unit_test(counts_are_those_of_lists),
        cmocka_unit_test(counting_has_what_it_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
