// SPDX-License-Identifier: MIT
//
// What instructions about pieces mean is written down in ir/expand.c, as simpler instructions. The interpreter
// does it at once, so the two are compared: on positions of many games, for every such instruction.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/game/slots.h"
#include "lang/ir/expand.h"

enum { POSITIONS = 12, TRIES = 40 };

typedef struct bench {
    program p; // a copy, whose code is what is tried
    insn code[EXPAND_MOST + 1];
    tsr_rng g;
    uint32_t tried[OP_COUNT_];
} bench;

static const tsr_game *shelf(const char *name) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            return tsr_lang_builtin_at(i);
        }
    }
    fail_msg("there is no %s", name);
    return NULL;
}

static uint32_t below(bench *t, uint32_t n) {
    return tsr_rng_below(&t->g, n);
}

// No game of the shelf takes cells out of play.
static const tsr_lang_source closing = {
    .file = "closing",
    .text = "game \"Closing\"\nplayers White, Black\nboard grid 8x8\npiece Stone\n"
            "turn: place Stone on empty then close here + east\nstuck: lose\n"};

// --- Operands ----------------------------------------------------------------------------------

static void fill_cells(bench *t, uint64_t *out) {
    const uint32_t kind = below(t, 4);
    set_zero(out, t->p.b.words);
    for (int c = 0; c < t->p.b.cells; c++) {
        if (board_has(t->p.b.all, c) && below(t, kind == 0 ? 200 : 4) == 0) {
            board_put(out, c);
        }
    }
    if (kind > 1) { // one cell, as most are
        set_one(out, (int)below(t, (uint32_t)t->p.b.cells), t->p.b.words);
    }
}

static void find_taken(bench *t, frame *f, uint64_t *out) {
    set_zero(out, t->p.b.words);
    for (int i = 0; i < t->p.players; i++) {
        set_or(out, vm_set(f, t->p.at.own + i), t->p.b.words);
    }
    if (t->p.at.neutral != BOARD_NONE) {
        set_or(out, vm_set(f, t->p.at.neutral), t->p.b.words);
    }
}

// A set to work on: made up, or one of those that change.
static uint16_t some_set(bench *t, int k) {
    return below(t, 3) ? expand_arg(&t->p, k)
                       : (uint16_t)(t->p.at.own + below(t, (uint32_t)t->p.players));
}

static uint16_t some_player(bench *t) {
    const uint32_t who = below(t, (uint32_t)t->p.players + 1);
    return who < (uint32_t)t->p.players    ? (uint16_t)who
           : t->p.at.neutral == BOARD_NONE ? 0
                                           : IR_NEUTRAL;
}

// An instruction, and operands in `f` for which it may be asked; 0 = this game has no use for it.
static int make_insn(bench *t, frame *f, opcode op, insn *x) {
    const program *p = &t->p;
    const int w = p->b.words;
    uint64_t *first = vm_set(f, expand_arg(p, 0)), *second = vm_set(f, expand_arg(p, 1)),
             taken[BOARD_MAX_WORDS];
    fill_cells(t, first);
    fill_cells(t, second);
    find_taken(t, f, taken);
    const uint16_t a = some_set(t, 0), b = some_set(t, 1), player = some_player(t);
    const uint16_t type = (uint16_t)below(t, (uint32_t)p->types);
    *x = (insn){(uint16_t)op, a, 0, 0, 0, 0};
    switch (op) {
    case OP_ADD: // where nothing stands
        set_minus(first, taken, w);
        *x = (insn){OP_ADD, expand_arg(p, 0), player, type, 0, 0};
        return 1;
    case OP_PUT: *x = (insn){OP_PUT, a, player, type, 0, 0}; return 1;
    case OP_MOVE:
    case OP_GO: *x = (insn){(uint16_t)op, a, b, player, type, 0}; return 1;
    case OP_CARRY:
    case OP_NOTE:
        *x = (insn){(uint16_t)op, a, b, 0, 0, 0};
        return op == OP_CARRY || p->at.next_to != BOARD_NONE;
    case OP_OWN: *x = (insn){OP_OWN, a, player, 0, 0, 0}; return 1;
    case OP_TYPE: *x = (insn){OP_TYPE, a, type, 0, 0, 0}; return 1;
    case OP_LATER: return p->at.later != BOARD_NONE;
    case OP_CLOSE: return p->at.closed != BOARD_NONE;
    default: return 1;
    }
}

// --- Both ways ---------------------------------------------------------------------------------

static void run_code(bench *t, frame *f, const insn *code, int count) {
    memcpy(t->code, code, (size_t)count * sizeof *code);
    t->code[count] = (insn){OP_RET, VM_YES, 0, 0, 0, 0};
    t->p.vm = t->code;
    assert_int_equal(vm_run(f, 0), VM_YES);
}

static void compare(const bench *t, const insn *x, const frame *one, const frame *two) {
    const size_t sets = (size_t)(t->p.at.state_sets * t->p.b.words) * sizeof *one->set;
    const size_t nums = (size_t)t->p.at.state_nums * sizeof *one->num;
    if (memcmp(one->set, two->set, sets) || memcmp(one->num, two->num, nums) ||
        memcmp(&one->h, &two->h, sizeof one->h)) {
        fail_msg("%s of %s: %s %u %u %u %u", "expand.c and vm_effects.h differ", t->p.words.title,
                 ir_op_name[x->op], x->a, x->b, x->c, x->d);
    }
}

static void try_insn(bench *t, const void *state, opcode op) {
    static frame one, two;
    insn x, list[EXPAND_MOST];
    vm_load(&one, &t->p, state);
    vm_load(&two, &t->p, state);
    if (!make_insn(t, &one, op, &x)) {
        return;
    }
    memcpy(two.set, one.set, sizeof one.set);
    const int count = ir_expand(&t->p, &x, list);
    assert_in_range(count, 0, EXPAND_MOST);
    run_code(t, &one, &x, 1);
    run_code(t, &two, list, count);
    compare(t, &x, &one, &two);
    t->tried[op]++;
}

static const opcode about_pieces[] = {OP_PUT, OP_ADD,   OP_CLEAR, OP_CAPTURE, OP_LATER, OP_MOVE,
                                      OP_GO,  OP_CARRY, OP_OWN,   OP_TYPE,    OP_CLOSE, OP_NOTE};

static void try_game(bench *t, const tsr_game *game) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    t->p = *program_of(r);
    assert_in_range((expand_arg(&t->p, 1) + 1) * t->p.b.words, 0, IR_MAX_SET_WORDS);
    void *s = tsr_mem_new(NULL, r->state_size);
    for (int i = 0; i < POSITIONS; i++) {
        tsr_init(r, s);
        (void)r->more.playout(r, s, &t->g, below(t, 60));
        for (size_t k = 0; k < sizeof about_pieces / sizeof *about_pieces; k++) {
            for (int n = 0; n < TRIES; n++) {
                try_insn(t, s, about_pieces[k]);
            }
        }
    }
    tsr_mem_free(NULL, s, r->state_size);
    tsr_rules_close(r);
}

static void expansions_do_what_the_machine_does(void **state) {
    static bench t;
    static const char *const games[] = {"chess",   "draughts", "reversi", "amazons",
                                        "neutron", "go",       "halma"};
    static tsr_lang_report report;
    tsr_game *own = NULL;
    (void)state;
    tsr_rng_init(&t.g, 10);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        try_game(&t, shelf(games[i]));
    }
    assert_int_equal(tsr_lang_compile(&closing, NULL, &own, &report), TSR_OK);
    try_game(&t, own);
    tsr_lang_free(own);
    for (size_t k = 0; k < sizeof about_pieces / sizeof *about_pieces; k++) {
        if (!t.tried[about_pieces[k]]) { // a game that has it is missing from the list
            fail_msg("%s was never tried", ir_op_name[about_pieces[k]]);
        }
    }
}

// Whatever else changes pieces would have to be written down, too.
static void every_instruction_about_pieces_is_expanded(void **state) {
    insn list[EXPAND_MOST];
    tsr_setup setup;
    tsr_rules *r = NULL;
    (void)state;
    tsr_setup_init(&setup, shelf("chess"));
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    for (int op = 0; op < OP_COUNT_; op++) {
        const insn x = {(uint16_t)op, 0, 1, 0, 0, 0};
        const int tokens = op == OP_TOKADD || op == OP_TOKBRING || op == OP_SOW;
        const int piles = op == OP_BURY || op == OP_RAZE || op == OP_STACK; // one text: rt/piles.h
        const int expands = (ir_op_class[op] == CLASS_BOARD && !tokens && !piles) || op == OP_NOTE;
        if ((ir_expand(program_of(r), &x, list) >= 0) != expands) {
            fail_msg("%s", ir_op_name[op]);
        }
    }
    tsr_rules_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expansions_do_what_the_machine_does),
        cmocka_unit_test(every_instruction_about_pieces_is_expanded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
