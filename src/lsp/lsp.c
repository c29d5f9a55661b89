// SPDX-License-Identifier: MIT
// The conversation with an editor: frames to requests, requests to answers; see lsp.h.
#include "lsp/lsp.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/change.h"
#include "lsp/family.h"

void lsp_init(lsp *l, lsp_say *say, void *self) {
    memset(l, 0, sizeof *l);
    l->say = say;
    l->self = self;
    l->utf16 = 1;
    l->code = 1;
    frame_init(&l->in);
}

void lsp_deinit(lsp *l) {
    lsp_forget_wish(l);
    papers_free(&l->papers);
    frame_deinit(&l->in);
}

// --- Beginning and end ---------------------------------------------------------

static int wants_bytes(const json_t *params) {
    const json_t *general = json_object_get(json_object_get(params, "capabilities"), "general");
    const json_t *list = json_object_get(general, "positionEncodings");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *encoding = json_string_value(json_array_get(list, i));
        if (encoding && strcmp(encoding, "utf-8") == 0) {
            return 1;
        }
    }
    return 0;
}

static json_t *initialize(lsp *l, const json_t *params, lsp_fault *fault) {
    if (l->stage != LSP_NEW) {
        *fault = (lsp_fault){LSP_INVALID, "initialize may be sent only once"};
        return NULL;
    }
    l->stage = LSP_READY;
    l->utf16 = !wants_bytes(params);
    json_t *can = json_pack(
        "{s:s, s:{s:b, s:i}, s:b, s:b, s:b, s:b, s:{s:b}, s:b, s:b, s:{}, s:{s:b}, s:{s:[s]}}",
        "positionEncoding", l->utf16 ? "utf-16" : "utf-8", "textDocumentSync", "openClose", 1,
        "change", 2, "hoverProvider", 1, "definitionProvider", 1, "referencesProvider", 1,
        "documentHighlightProvider", 1, "renameProvider", "prepareProvider", 1,
        "documentSymbolProvider", 1, "documentFormattingProvider", 1, "completionProvider",
        "codeLensProvider", "resolveProvider", 0, "executeCommandProvider", "commands",
        "tessera.runTests");
    return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", can, "serverInfo", "name", "tessera",
                     "version", TSR_VERSION);
}

static json_t *shut_down(lsp *l, const json_t *params, lsp_fault *fault) {
    (void)params;
    (void)fault;
    l->stage = LSP_DOWN;
    return json_null();
}

static void leave(lsp *l, const json_t *params) {
    (void)params;
    l->code = l->stage != LSP_DOWN;
    l->finished = 1;
}

// --- Files ---------------------------------------------------------------------

static void write_paper(lsp *l, const json_t *file, const char *text) {
    const char *uri = json_string_value(json_object_get(file, "uri"));
    json_int_t version = json_integer_value(json_object_get(file, "version"));
    const paper *p = uri && text ? papers_write(&l->papers, uri, text, version) : NULL;
    if (p) {
        family_wake(&l->papers, p->path);
    } else if (uri && text) {
        lsp_message(l, 1, "tessera: too many rules files are open; this one is not checked");
    }
}

static void opened(lsp *l, const json_t *params) {
    const json_t *file = json_object_get(params, "textDocument");
    write_paper(l, file, json_string_value(json_object_get(file, "text")));
}

static void close_paper(lsp *l, const char *uri) {
    const paper *p = papers_find(&l->papers, uri);
    char path[sizeof p->path];
    if (p) {
        memcpy(path, p->path, sizeof path);
        lsp_notify(l, "textDocument/publishDiagnostics",
                   json_pack("{s:s, s:[]}", "uri", uri, "diagnostics"));
        papers_close(&l->papers, uri);
        family_wake(&l->papers, path); // the file on the disk counts again
    }
}

static void changed(lsp *l, const json_t *params) {
    const char *uri = lsp_uri_in(params);
    const paper *p = uri ? papers_find(&l->papers, uri) : NULL;
    const json_t *list = json_object_get(params, "contentChanges");
    char *text = p ? change_text(p->text, list, l->utf16) : NULL;
    if (text) {
        write_paper(l, json_object_get(params, "textDocument"), text);
    } else if (p) { // what the editor has is not known any more
        lsp_message(l, 1, "tessera: this change cannot be followed; open the file again");
        close_paper(l, uri);
    }
    free(text);
}

static void closed(lsp *l, const json_t *params) {
    const char *uri = lsp_uri_in(params);
    if (uri) {
        close_paper(l, uri);
    }
}

static void cancelled(lsp *l, const json_t *params) {
    l->wish.cancelled |= l->wish.id && json_equal(l->wish.id, json_object_get(params, "id"));
}

// --- Dispatch ------------------------------------------------------------------

static const struct {
    const char *method;
    lsp_answer *answer;
} requests[] = {
    {"initialize", initialize},
    {"shutdown", shut_down},
    {"textDocument/hover", lsp_hover},
    {"textDocument/completion", lsp_completion},
    {"textDocument/definition", lsp_definition},
    {"textDocument/references", lsp_references},
    {"textDocument/documentHighlight", lsp_highlights},
    {"textDocument/prepareRename", lsp_may_rename},
    {"textDocument/rename", lsp_rename},
    {"textDocument/documentSymbol", lsp_symbols},
    {"textDocument/formatting", lsp_formatting},
    {"textDocument/codeLens", lsp_lenses},
    {"workspace/executeCommand", lsp_command},
};

static const struct {
    const char *method;
    void (*take)(lsp *l, const json_t *params);
} notices[] = {
    {"exit", leave},
    {"textDocument/didOpen", opened},
    {"textDocument/didChange", changed},
    {"textDocument/didClose", closed},
    {"$/cancelRequest", cancelled},
};

static void take_request(lsp *l, json_t *id, const char *method, const json_t *params) {
    lsp_fault fault = {0, NULL};
    size_t i = 0, count = sizeof requests / sizeof *requests;
    while (i < count && strcmp(requests[i].method, method) != 0) {
        i++;
    }
    if (l->stage == LSP_DOWN) {
        lsp_refuse(l, id, LSP_INVALID, "the server was told to shut down");
    } else if (l->stage == LSP_NEW && strcmp(method, "initialize") != 0) {
        lsp_refuse(l, id, LSP_NOT_READY, "initialize must be sent first");
    } else if (i == count) {
        lsp_refuse(l, id, LSP_NO_METHOD, "the method is not supported");
    } else if (requests[i].answer == lsp_command) {
        // Answered when the tests have been run.
        if (!lsp_command(l, params, &fault) && fault.message) {
            lsp_refuse(l, id, fault.code, fault.message);
        } else {
            l->wish.id = json_incref(id);
        }
    } else {
        json_t *result = requests[i].answer(l, params, &fault);
        if (fault.message) {
            lsp_refuse(l, id, fault.code, fault.message);
        } else {
            lsp_reply(l, id, result ? result : json_null());
        }
    }
}

static void take_notice(lsp *l, const char *method, const json_t *params) {
    for (size_t i = 0; i < sizeof notices / sizeof *notices; i++) {
        if (strcmp(notices[i].method, method) == 0 &&
            (l->stage == LSP_READY || notices[i].take == leave)) {
            notices[i].take(l, params);
        }
    }
}

static void take_message(lsp *l, const char *body, size_t size) {
    json_error_t where;
    json_t *message = json_loadb(body, size, JSON_REJECT_DUPLICATES, &where);
    const char *method = json_string_value(json_object_get(message, "method"));
    json_t *id = json_object_get(message, "id");
    if (!message) {
        lsp_refuse(l, NULL, LSP_PARSE, where.text);
    } else if (!method &&
               (json_object_get(message, "result") || json_object_get(message, "error"))) {
        // An answer: nothing that we tell is a question.
    } else if (!method || (id && !json_is_integer(id) && !json_is_string(id))) {
        lsp_refuse(l, NULL, LSP_INVALID,
                   "a message is an object with a method, and an id if it asks");
    } else if (id) {
        take_request(l, id, method, json_object_get(message, "params"));
    } else {
        take_notice(l, method, json_object_get(message, "params"));
    }
    json_decref(message);
}

void lsp_feed(lsp *l, const char *bytes, size_t size) {
    const char *body;
    size_t length;
    frame_add(&l->in, bytes, size);
    while (!l->finished) {
        switch (frame_take(&l->in, &body, &length)) {
        case FRAME_NOTHING: return;
        case FRAME_MESSAGE: take_message(l, body, length); break;
        case FRAME_TOO_LONG: lsp_refuse(l, NULL, LSP_INVALID, "this message is too long"); break;
        case FRAME_BROKEN:
            lsp_refuse(l, NULL, LSP_PARSE, "a message begins with Content-Length: and a number");
            l->finished = 1;
            break;
        }
    }
}
