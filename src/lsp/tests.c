// SPDX-License-Identifier: MIT
// The tests of a file: where an editor offers to run them, and what they said.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp.h"
#include "lsp/names.h"

enum { LENSES_MOST = 100 }; // a game has at most 64 tests

static json_t *lens(const lsp *l, const paper *p, const token *at, const char *title, int line) {
    json_t *words = json_pack("[s]", p->uri);
    if (line != LSP_EVERY_TEST) {
        json_array_append_new(words, json_integer(line));
    }
    return json_pack("{s:o, s:{s:s, s:s, s:o}}", "range",
                     lsp_range(l, p->text, at->pos, (size_t)at->pos + at->size), "command", "title",
                     title, "command", "tessera.runTests", "arguments", words);
}

json_t *lsp_lenses(lsp *l, const json_t *params, lsp_fault *fault) {
    const paper *p = lsp_paper(l, params, fault);
    arena a;
    name_list list;
    int tests = 0;
    if (!p) {
        return NULL;
    }
    json_t *lenses = json_array();
    arena_init(&a, NULL, 0);
    names_read(p->text, &a, &list);
    for (int i = 0; i < list.count && tests < LENSES_MOST; i++) {
        const name *n = &list.item[i];
        if (n->kind == NAME_TEST) {
            if (tests++ == 0) {
                json_array_append_new(lenses, lens(l, p, n->at, "Run all tests", LSP_EVERY_TEST));
            }
            json_array_append_new(lenses, lens(l, p, n->at, "Run test", (int)n->at->at.line));
        }
    }
    arena_deinit(&a);
    return lenses;
}

// Notes a wish; the answer comes when it is fulfilled, so none is given here.
json_t *lsp_command(lsp *l, const json_t *params, lsp_fault *fault) {
    const char *command = json_string_value(json_object_get(params, "command"));
    const json_t *words = json_object_get(params, "arguments");
    const char *uri = json_string_value(json_array_get(words, 0));
    const json_t *line = json_array_get(words, 1);
    json_int_t at = json_integer_value(line);
    if (!command || strcmp(command, "tessera.runTests") != 0) {
        *fault = (lsp_fault){LSP_PARAMS, "there is no such command"};
    } else if (!uri || !papers_find(&l->papers, uri)) {
        *fault = (lsp_fault){LSP_PARAMS, "tessera.runTests wants an open file"};
    } else if (line && (!json_is_integer(line) || at < 1 || at > INT32_MAX)) {
        *fault = (lsp_fault){LSP_PARAMS, "the line of a test is a number from 1"};
    } else if (l->wish.id) {
        *fault = (lsp_fault){LSP_FAILED, "tests are already running"};
    } else if ((l->wish.uri = strdup(uri)) == NULL) {
        *fault = (lsp_fault){LSP_FAILED, "out of memory"};
    } else {
        l->wish.line = (int)at;
    }
    return NULL;
}

// --- What they said ------------------------------------------------------------

typedef struct verdict {
    int failed;   // tests
    int mistakes; // in the rules: no test was run
    json_t *said; // headlines
} verdict;

static verdict judge(const tsr_lang_report *report) {
    verdict v = {0, 0, json_array()};
    for (int i = 0; i < report->count; i++) {
        const tsr_lang_message *m = &report->message[i];
        int test = m->number == DIAG_TEST_FAILED;
        v.failed += test;
        v.mistakes += !m->warning && !test;
        if (!m->warning) {
            json_array_append_new(v.said, json_string(m->head));
        }
    }
    return v;
}

static void verdict_text(const verdict *v, const char *trouble, int one, char *buf, size_t cap) {
    if (trouble) {
        (void)snprintf(buf, cap, "%s", trouble);
    } else if (v->mistakes) {
        (void)snprintf(buf, cap, "no test was run: the rules have errors");
    } else if (v->failed) {
        (void)snprintf(buf, cap, "%d test%s failed", v->failed, v->failed > 1 ? "s" : "");
    } else {
        (void)snprintf(buf, cap, "%s", one ? "the test passed" : "all tests passed");
    }
}

void lsp_tell_tests(lsp *l, paper *p, const tsr_lang_report *report, const char *trouble) {
    verdict v = trouble ? (verdict){0, 1, json_array()} : judge(report);
    int ok = !v.failed && !v.mistakes;
    char text[200];
    verdict_text(&v, trouble, l->wish.line != LSP_EVERY_TEST, text, sizeof text);
    lsp_message(l, ok ? 3 : 1, text);
    if (p) {
        lsp_tell_report(l, p, report, trouble);
    }
    lsp_grant_wish(l, json_pack("{s:b, s:i, s:s, s:o}", "ok", ok, "failed", v.failed, "text", text,
                                "messages", v.said));
}
