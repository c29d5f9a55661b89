// SPDX-License-Identifier: MIT
#ifndef TSR_TESTS_OPENED_TEXT_H
#define TSR_TESTS_OPENED_TEXT_H

// A rules file that a test has as a text, compiled and opened with its usual settings; a message fails the test.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

typedef struct opened {
    tsr_game *game;
    tsr_rules *r;
} opened;

static inline opened open_text(const char *text) {
    tsr_lang_report report;
    tsr_setup setup;
    opened o = {0};
    tsr_lang_source source = {.text = text};
    if (tsr_lang_compile(&source, NULL, &o.game, &report)) {
        fail_msg("%s\n%s", text, report.message[0].head);
    }
    tsr_setup_init(&setup, o.game);
    assert_int_equal(tsr_rules_open(&setup, NULL, &o.r, NULL), TSR_OK);
    return o;
}

static inline void close_text(opened o) {
    tsr_rules_close(o.r);
    tsr_lang_free(o.game);
}

#endif
