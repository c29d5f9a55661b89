// SPDX-License-Identifier: MIT
//
// The plan of a program: the end of a turn has the parts that the rules ask for and no others, does
// what it says, and is refused where it could ask for ever. That whole games end as the rules say is
// the business of test_lang_reference.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lang/game/compile.h"
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
static const char quiet[] = MEN "turn: move\ndraw when 2 turns without capture\n";
static const char repeats[] = MEN "turn: move\ndraw when repeated 3\n";
static const char again[] =
    STONES "turn:\n  place Stone on empty\n  again when here in row of b2\n";

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_have_what_rules_ask_for),
        cmocka_unit_test(quiet_turns_are_counted),
        cmocka_unit_test(nobody_asks_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
