// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_LSP_H
#define TSR_LSP_LSP_H

// A language server for rules files: what editors ask, answered by the Language Server Protocol 3.17.
//
// This part takes messages and gives answers, and does no I/O and nothing that takes long. Checking
// a file and running its tests may, so they are wishes that the loop around it (serve.c) fulfils in
// a process of its own, and then hands in. Bytes come from anybody: whatever cannot be read is
// answered with an error. Not thread-safe.

#include <jansson.h>

#include "lsp/frame.h"
#include "lsp/paper.h"
#include "lsp/place.h"

// Where answers go: whole frames.
typedef void lsp_say(void *self, const char *bytes, size_t size);

enum { LSP_EVERY_TEST = 0, LSP_NO_TEST = -1 };

// Tests that somebody wants to be run.
typedef struct lsp_wish {
    json_t *id; // of the request; NULL = there is no wish
    char *uri;
    int line; // of the one test, from 1; or LSP_EVERY_TEST
    int cancelled;
} lsp_wish;

typedef struct lsp {
    lsp_say *say;
    void *self;
    frame in;
    paper_set papers;
    lsp_wish wish;
    int stage;    // lsp_stage
    int utf16;    // how the editor counts letters
    int finished; // no more is read
    int code;     // what the program ends with: 0 after a proper goodbye, else 1
} lsp;

void lsp_init(lsp *l, lsp_say *say, void *self);
void lsp_deinit(lsp *l);

// Takes bytes as they came, and answers what is complete.
void lsp_feed(lsp *l, const char *bytes, size_t size);

// What the compiler says about a file, to be told to the editor. `trouble` is why there is
// no report, else NULL.
void lsp_tell_report(lsp *l, paper *p, const tsr_lang_report *report, const char *trouble);

// The same after tests were run: fulfils the wish. `p` is NULL if the file has changed since.
void lsp_tell_tests(lsp *l, paper *p, const tsr_lang_report *report, const char *trouble);

// Fulfils the wish with this result, which is taken.
void lsp_grant_wish(lsp *l, json_t *result);

// Gives up the wish, with an error of the protocol.
void lsp_drop_wish(lsp *l, int code, const char *why);

// --- Shared by the files of this folder ----------------------------------------

// Why a request is refused.
typedef struct lsp_fault {
    int code;
    const char *message;
} lsp_fault;

enum {
    LSP_PARSE = -32700,
    LSP_INVALID = -32600,
    LSP_NO_METHOD = -32601,
    LSP_PARAMS = -32602,
    LSP_NOT_READY = -32002,
    LSP_CANCELLED = -32800,
    LSP_FAILED = -32803
};

typedef enum lsp_stage { LSP_NEW, LSP_READY, LSP_DOWN } lsp_stage;

// An answer to a request: new, or NULL with a fault.
typedef json_t *lsp_answer(lsp *l, const json_t *params, lsp_fault *fault);

lsp_answer lsp_hover, lsp_completion, lsp_definition, lsp_references, lsp_highlights,
    lsp_may_rename, lsp_rename, lsp_symbols, lsp_formatting, lsp_lenses, lsp_command;

// say.c: `result` is taken; `id` NULL = the request could not be read.
void lsp_reply(lsp *l, json_t *id, json_t *result);
void lsp_refuse(lsp *l, json_t *id, int code, const char *why);
void lsp_forget_wish(lsp *l);
void lsp_notify(lsp *l, const char *method, json_t *params); // takes `params`
void lsp_message(lsp *l, int kind, const char *text);        // kind: 1 error, 3 information

// asked.c: the name of the file that a request speaks of, or NULL; that file, if it is open, or NULL with a fault.
const char *lsp_uri_in(const json_t *params);
paper *lsp_paper(lsp *l, const json_t *params, lsp_fault *fault);

// The byte of `p` that a request points to; 0 with a fault.
int lsp_offset(const lsp *l, const json_t *params, const paper *p, size_t *out, lsp_fault *fault);

// {"start":…,"end":…} of some bytes.
json_t *lsp_range(const lsp *l, const char *text, size_t from, size_t to);

// The report as a list of diagnostics.
json_t *lsp_diagnostics(const lsp *l, const paper *p, const tsr_lang_report *report,
                        const char *trouble);

#endif
