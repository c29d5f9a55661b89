// SPDX-License-Identifier: MIT
//
// The compiler of rules files as a library: every allocation may fail, every message has
// its lesson, and code that is not sound neither passes the verifier nor runs for ever.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/front/letter.h"
#include "lang/front/visible.h"
#include "lang/game/compile.h"
#include "lang/ir/rt/words.h"
#include "lang/plan/ways.h"
#include "lang/vm/vm_prepare.h"
#include "lang/vm/walk.h"
#include "support/sanitized.h"
#include "support/test_alloc.h"

static tsr_lang_report report;

static const char small[] = "game \"Small\"\nplayers White, Black\noption size = 4 in 3..6\n"
                            "board grid size x size\n"
                            "piece Man:\n  jump: repeat hop any over enemy capturing it\n"
                            "  step forward to empty\n  after: becomes King when on rank 4\n"
                            "piece King: slide any\nsetup: put Man on rank 1\n"
                            "turn: jump else move\nstuck: lose\ndraw when repeated 3\n"
                            "test perft 2 = 16\ntest \"a\": a1a2 legal\n";

// --- Memory -------------------------------------------------------------------------------

typedef struct job {
    const char *text, *parent;
} job;

static const char *find(void *self, const char *title) {
    const job *j = self;
    return strcmp(title, "Small") == 0 ? j->parent : NULL;
}

static tsr_lang_source source_of(const job *j) {
    return (tsr_lang_source){
        .text = j->text, .file = "job.game", .find = find, .self = (void *)(uintptr_t)j};
}

static int compile(const tsr_alloc *alloc, void *self) {
    tsr_lang_source source = source_of(self);
    tsr_game *game = NULL;
    tsr_err e = tsr_lang_compile(&source, alloc, &game, &report);
    assert_true(e == TSR_OK || e == TSR_ERR_MEMORY);
    assert_int_equal(report.errors, 0);
    if (!e) {
        tsr_lang_free(game);
    }
    return e == TSR_OK;
}

static int check(const tsr_alloc *alloc, void *self) {
    tsr_lang_source source = source_of(self);
    tsr_err e = tsr_lang_check(&source, alloc, &report);
    assert_true(e == TSR_OK || e == TSR_ERR_MEMORY);
    return e == TSR_OK;
}

static int format(const tsr_alloc *alloc, void *self) {
    tsr_lang_source source = source_of(self);
    return tsr_lang_format(&source, alloc, NULL, 0, &report) > 0;
}

static int refuse(const tsr_alloc *alloc, void *self) {
    tsr_lang_source source = source_of(self);
    tsr_game *game = NULL;
    tsr_err e = tsr_lang_compile(&source, alloc, &game, &report);
    assert_true(e == TSR_ERR_PARSE || e == TSR_ERR_MEMORY);
    assert_int_equal(report.errors > 0, e == TSR_ERR_PARSE);
    return e == TSR_ERR_PARSE;
}

static int open_rules(const tsr_alloc *alloc, void *self) {
    tsr_rules *r = NULL;
    tsr_error err = {0};
    tsr_err e = tsr_rules_open(self, alloc, &r, &err);
    assert_true(e == TSR_OK || e == TSR_ERR_MEMORY);
    if (!e) {
        tsr_rules_close(r);
    }
    return e == TSR_OK;
}

static void every_allocation_may_fail(void **state) {
    static const char child[] = "game \"Child\" from \"Small\"\npiece King: step any\n";
    job own = {small, NULL}, inherits = {child, small};
    job wrong = {"game \"X\"\nplayers A, B\nboard grid 3x3\npiece M\nturn: plcae M on empty\n",
                 NULL};
    (void)state;
    assert_true(test_alloc_each(compile, &own, 0) > 1);
    assert_true(test_alloc_each(compile, &inherits, 0) > 1);
    assert_true(test_alloc_each(check, &own, 0) > 2);
    assert_true(test_alloc_each(format, &own, 0) > 1);
    assert_true(test_alloc_each(refuse, &wrong, 0) > 1);
}

// The compiler's own memory is an arena: it may end at any byte.
static void memory_may_end_anywhere(void **state) {
    lang_sources src = {.text = small};
    int failed = 0, done = 0;
    (void)state;
    for (size_t limit = 1; !done; limit += limit / (IS_SANITIZED ? 15 : 40) + 61) {
        lang_unit *u = lang_unit_within(&src, NULL, 0, NULL, limit);
        if (u && !u->diags.errors) {
            done = 1;
        }
        failed += !u;
        lang_unit_free(u);
    }
    assert_true(failed > 50);
}

static void every_game_opens_or_says_so(void **state) {
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i += IS_SANITIZED ? 29 : 1) {
        tsr_setup setup;
        tsr_setup_init(&setup, tsr_lang_builtin_at(i));
        assert_true(test_alloc_each(open_rules, &setup, 0) > 1);
    }
}

static void a_file_has_a_limit(void **state) {
    size_t size = (1 << 18) + 100;
    char *text = malloc(size + 1);
    tsr_game *game = NULL;
    tsr_lang_source source = {.text = text, .file = "big.game"};
    (void)state;
    assert_non_null(text);
    memset(text, '#', size);
    text[size] = '\0';
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, &report), TSR_ERR_PARSE);
    assert_int_equal(report.message[0].number, 23);
    assert_string_equal(report.message[0].head, "a rules file may have at most 262144 bytes");
    free(text);
}

// --- Messages -----------------------------------------------------------------------------

static void every_message_has_a_lesson(void **state) {
    static const int numbers[] = {
#define X(name, number, level, title) number,
        DIAG_KINDS(X)
#undef X
    };
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *lesson = tsr_lang_explain(numbers[i]);
        assert_non_null(lesson);
        assert_true(strlen(lesson) > 40);
        assert_non_null(diag_title(numbers[i]));
    }
    assert_null(tsr_lang_explain(0));
    assert_null(tsr_lang_explain(1000));
}

// Whatever a file holds, messages about it cannot command the terminal, and the carets
// still stand below what is meant.
static void hostile_files_are_quoted_safely(void **state) {
    static const char *const files[] = {
        "game \"Bad\"\nplayers A, B\nturn: place \033]0;owned\007 P # \033[2J\n",
        "game \"Red \033[31m\"\n",
        "game \"Bad\"\nplayers A, B\nboard grid 3x3\npiece P\nturn: place \xc2\x9bP on \x9b\n",
        "game \"Bad\"\nplayers A, B\npiece \xe2\x80\xaeP\x7f\n",
        "game \"Bad\"\ntest \"t\": \033c illegal\nturn: \xff\xc0\x80\n"};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        tsr_lang_source source = {.text = files[i], .file = "bad\033.game"};
        tsr_game *game = NULL;
        assert_int_equal(tsr_lang_compile(&source, NULL, &game, &report), TSR_ERR_PARSE);
        assert_true(report.count > 0);
        for (int k = 0; k < report.count; k++) {
            for (const char *p = report.message[k].head; *p; p += visible_char(p)) {
                assert_true(visible_char(p) > 0);
            }
            for (const char *p = report.message[k].text; *p;) {
                size_t n = *p == '\n' ? 1 : visible_char(p);
                assert_true(n > 0);
                p += n;
            }
        }
    }
    job j = {"game \"Bad\"\nplayers A, B\nboard grid 3x3\npiece P\nturn: \033 place\n", NULL};
    tsr_lang_source source = source_of(&j);
    tsr_game *game = NULL;
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, &report), TSR_ERR_PARSE);
    assert_non_null(strstr(report.message[0].head, "`\\x1b` has no meaning"));
    assert_non_null(strstr(report.message[0].text, "  5 | turn: \\x1b place\n"
                                                   "    |       ^^^^\n"));
}

// A mistake in an ancestor is shown in its own lines.
static void mistakes_in_a_parent(void **state) {
    static const char parent[] = "game \"Small\"\nplayers White, Black\nboard grid 4x4\n"
                                 "piece Man: jump: step any\nturn: jump\ndraw when repeated 3\n";
    static const char child[] =
        "# one\n# two\ngame \"Child\" from \"Small\"\npiece Man: step any\n";
    job j = {child, parent};
    tsr_lang_source source = source_of(&j);
    tsr_game *game = NULL;
    (void)state;
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, &report), TSR_ERR_PARSE);
    assert_non_null(strstr(report.message[0].text, "\"Small\":5\n"));
    assert_non_null(strstr(report.message[0].text, "  5 | turn: jump\n"));
}

// --- Code ---------------------------------------------------------------------------------

static lang_unit *unit_of(const char *text) {
    lang_sources src = {.text = text};
    lang_unit *u = lang_unit_new(&src, NULL, 0, NULL);
    assert_non_null(u);
    assert_int_equal(u->diags.errors, 0);
    u->p.at.set_count += 4; // registers for the code below
    return u;
}

static const char stones[] = "game \"Stones\"\nplayers White, Black\nboard grid 3x3\npiece Stone\n"
                             "turn: place Stone on empty\nstuck: draw\n";

// Room for a few instructions of ours at the end of the code.
static uint32_t append(lang_unit *u, const insn *code, int count) {
    uint32_t at = u->p.code_count;
    memcpy(&u->p.code[at], code, (size_t)count * sizeof *code);
    u->p.code_count += (uint32_t)count;
    return at;
}

static int passes(lang_unit *u, const insn *code, int count) {
    char why[200];
    uint32_t before = u->p.code_count;
    append(u, code, count);
    int answer = ir_verify(&u->p, why, sizeof why) == 0;
    u->p.code_count = before;
    return answer;
}

static void the_verifier_sees_endless_loops(void **state) {
    lang_unit *u = unit_of(stones);
    uint16_t s = (uint16_t)(u->p.at.set_count - 4), t = (uint16_t)(s + 1);
    uint16_t at = (uint16_t)u->p.code_count;
    uint16_t a1 = (uint16_t)(at + 1), a2 = (uint16_t)(at + 2), a3 = (uint16_t)(at + 3);
    const insn end = {.op = OP_RET};
    (void)state;
    insn good[] = {{.op = OP_EACH, .a = t, .b = s, .c = a2}, {.op = OP_JMP, .a = at}, end};
    insn bare[] = {{.op = OP_ZERO, .a = s}, {.op = OP_JMP, .a = at}, end};
    insn back[] = {{.op = OP_ZERO, .a = s}, {.op = OP_JNONE, .a = s, .b = at}, end};
    insn refilled[] = {{.op = OP_EACH, .a = t, .b = s, .c = a3},
                       {.op = OP_NOT, .a = s, .b = t},
                       {.op = OP_JMP, .a = at},
                       end};
    insn inside[] = {{.op = OP_EACH, .a = t, .b = s, .c = a1}, {.op = OP_JMP, .a = at}, end};
    insn itself[] = {{.op = OP_EACH, .a = s, .b = s, .c = a2}, {.op = OP_JMP, .a = at}, end};
    // The second loop begins inside the first and ends outside: each refills the other.
    insn crossed[] = {{.op = OP_EACH, .a = t, .b = s, .c = (uint16_t)(at + 5)},
                      {.op = OP_EACH, .a = t, .b = (uint16_t)(t + 1), .c = (uint16_t)(at + 5)},
                      {.op = OP_JNONE, .a = t, .b = (uint16_t)(at + 4)},
                      {.op = OP_JMP, .a = at},
                      {.op = OP_JMP, .a = a1},
                      end};
    insn state_set[] = {
        {.op = OP_EACH, .a = t, .b = u->p.at.own, .c = a2}, {.op = OP_JMP, .a = at}, end};
    assert_true(passes(u, good, 3));
    assert_false(passes(u, bare, 3));
    assert_false(passes(u, back, 3));
    assert_false(passes(u, refilled, 4));
    assert_false(passes(u, inside, 3));
    assert_false(passes(u, itself, 3));
    assert_false(passes(u, state_set, 3));
    assert_false(passes(u, crossed, 6));
    lang_unit_free(u);
}

static void the_verifier_sees_bad_operands(void **state) {
    lang_unit *u = unit_of(stones);
    const insn end = {.op = OP_RET};
    (void)state;
    insn no_op[] = {{.op = 60000}, end};
    insn register_out[] = {{.op = OP_ZERO, .a = 60000}, end};
    insn jump_out[] = {{.op = OP_JMP, .a = 60000}, end};
    insn constant_out[] = {{.op = OP_KSET, .a = 0, .b = 60000}, end};
    insn no_end[] = {{.op = OP_ZERO, .a = (uint16_t)(u->p.at.set_count - 4)}};
    assert_false(passes(u, no_op, 2));
    assert_false(passes(u, register_out, 2));
    assert_false(passes(u, jump_out, 2));
    assert_false(passes(u, constant_out, 2));
    assert_false(passes(u, no_end, 1));
    lang_unit_free(u);
}

// Fuzzing once found code that looped for ever. Such code no longer passes the verifier;
// and if it ran all the same, the meter stops it.
static void endless_code_is_metered(void **state) {
    lang_unit *u = unit_of(stones);
    uint16_t s = (uint16_t)(u->p.at.set_count - 4);
    uint16_t at = (uint16_t)u->p.code_count;
    insn endless[] = {{.op = OP_ZERO, .a = s}, {.op = OP_JMP, .a = at}};
    append(u, endless, 2);
    (void)state;
    for (int i = 0; i < u->p.node_count; i++) { // every question leads into the loop
        if (u->p.node[i].kind == N_CHOICE) {
            u->p.node[i].code = at;
        }
    }
    for (uint32_t i = 0; i < u->p.ways->count; i++) { // joined or not
        way_insn *x = &u->p.ways->x[i];
        x->a = x->op == WAY_JOINED || x->op == WAY_ALL || x->op == WAY_ANY ? at : x->a;
    }
    void *position = calloc(1, u->p.size.state_size + 64);
    tsr_move *moves = calloc((size_t)u->p.size.max_moves + 1, sizeof *moves);
    assert_non_null(position);
    assert_non_null(moves);
    vm_prepare(&u->p, &u->a);
    walk_start(&u->p, position);
    assert_int_equal(walk_moves(&u->p, position, moves, u->p.size.max_moves), 0);
    free(moves);
    free(position);
    lang_unit_free(u);
}

// Bit number n of a word, found without a jump, against one found by counting.
static void the_nth_cell_is_found(void **state) {
    tsr_rng g;
    (void)state;
    tsr_rng_init(&g, 5);
    for (int i = 0; i < 20000; i++) {
        uint64_t x = i == 0 ? ~(uint64_t)0 : tsr_rng_next(&g);
        for (int few = i % 3 == 1 ? 2 : 0; few > 0; few--) {
            x &= tsr_rng_next(&g);
        }
        const census bits = census_of(x);
        uint64_t left = x;
        uint32_t n = 0;
        for (; left; left &= left - 1) {
            assert_int_equal(census_nth(x, bits, n), __builtin_ctzll(left));
            n++;
        }
        assert_int_equal(census_total(bits), n);
    }
}

static void letters_of_all_alphabets(void **state) {
    (void)state;
    static const struct {
        const char *text;
        letter_kind kind;
        size_t size;
    } rows[] = {
        {"a", LETTER_SMALL, 1},
        {"Z", LETTER_CAPITAL, 1},
        {"_", LETTER_SMALL, 1},
        {"7", LETTER_NONE, 1},
        {"\xc3\xa9", LETTER_SMALL, 2},         // é
        {"\xc3\x89", LETTER_CAPITAL, 2},       // É
        {"\xc3\x97", LETTER_NONE, 2},          // ×
        {"\xc5\xbd", LETTER_CAPITAL, 2},       // Ž
        {"\xc5\xbe", LETTER_SMALL, 2},         // ž
        {"\xce\xa9", LETTER_CAPITAL, 2},       // Ω
        {"\xe2\x84\xa6", LETTER_NONE, 3},      // the sign of ohm, which NFC writes as Ω
        {"\xd0\x96", LETTER_CAPITAL, 2},       // Ж
        {"\xd7\x90", LETTER_PLAIN, 2},         // א
        {"\xe0\xae\xbe", LETTER_MARK, 3},      // ா
        {"\xe6\xad\xa9", LETTER_PLAIN, 3},     // 歩
        {"\xea\xb0\x80", LETTER_PLAIN, 3},     // 가
        {"\xf0\xa0\x80\x80", LETTER_PLAIN, 4}, // 𠀀
        {"\xf0\x9f\x98\x80", LETTER_NONE, 4},  // a face
        {"\xcc\x81", LETTER_NONE, 2},          // an accent of its own
        {"\xc3", LETTER_NONE, 1},
        {"\xff", LETTER_NONE, 1},
        {"\xed\xa0\x80", LETTER_NONE, 1}, // half a surrogate pair
        {"\xc1\xa1", LETTER_NONE, 1},     // an `a` in too many bytes
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t size = 0;
        assert_int_equal(letter_at(rows[i].text, &size), rows[i].kind);
        assert_int_equal(size, rows[i].size);
    }
    assert_int_equal(letter_word("gr\xc3\xb6\xc3\x9f"
                                 "e_2 x"),
                     9);
    assert_int_equal(letter_word("x\xcc\x81"), 1);
    assert_int_equal(visible_columns("\xe6\xad\xa9"), 2);
    assert_int_equal(visible_columns("\xc3\xb6"), 1);
    assert_int_equal(visible_columns("\xff"), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(memory_may_end_anywhere),
        cmocka_unit_test(every_game_opens_or_says_so),
        cmocka_unit_test(a_file_has_a_limit),
        cmocka_unit_test(every_message_has_a_lesson),
        cmocka_unit_test(mistakes_in_a_parent),
        cmocka_unit_test(hostile_files_are_quoted_safely),
        cmocka_unit_test(the_verifier_sees_endless_loops),
        cmocka_unit_test(the_verifier_sees_bad_operands),
        cmocka_unit_test(endless_code_is_metered),
        cmocka_unit_test(the_nth_cell_is_found),
        cmocka_unit_test(letters_of_all_alphabets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
