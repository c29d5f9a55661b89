// SPDX-License-Identifier: MIT
// What requests of an editor speak of: files, places in them, ranges.
#include "lsp/lsp.h"

const char *lsp_uri_in(const json_t *params) {
    const json_t *file = json_object_get(params, "textDocument");
    return json_string_value(json_object_get(file, "uri"));
}

paper *lsp_paper(lsp *l, const json_t *params, lsp_fault *fault) {
    const char *uri = lsp_uri_in(params);
    paper *p = uri ? papers_find(&l->papers, uri) : NULL;
    if (!p) {
        *fault = (lsp_fault){LSP_PARAMS, uri ? "this file is not open" : "no file is named"};
    }
    return p;
}

int lsp_offset(const lsp *l, const json_t *params, const paper *p, size_t *out, lsp_fault *fault) {
    place at;
    if (!place_read(json_object_get(params, "position"), &at)) {
        *fault = (lsp_fault){LSP_PARAMS, "a position has a line and a character, both from 0"};
        return 0;
    }
    *out = place_offset(p->text, at, l->utf16);
    return 1;
}

json_t *lsp_range(const lsp *l, const char *text, size_t from, size_t to) {
    place a = place_of(text, from, l->utf16), b = place_of(text, to, l->utf16);
    return json_pack("{s:{s:i, s:i}, s:{s:i, s:i}}", "start", "line", (int)a.line, "character",
                     (int)a.character, "end", "line", (int)b.line, "character", (int)b.character);
}
