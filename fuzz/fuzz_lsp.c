// SPDX-License-Identifier: MIT
//
// Bytes as an editor sends them to the language server: frames, halves of frames, anything. The first
// byte says how many bytes come at a time. Files are not checked (the loop does that), so what is
// tried is the framing, JSON, requests, and looking at texts that may be no rules.

#include <string.h>

#include "fuzz.h"
#include "lsp/lsp.h"

enum { FUZZ_LONGEST = 20000 };

static void on_answer(void *self, const char *bytes, size_t size) {
    static const char head[] = "Content-Length: ";
    size_t *said = self;
    fuzz_must(size > sizeof head && memcmp(bytes, head, sizeof head - 1) == 0,
              "an answer is no frame");
    (*said)++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t said = 0;
    lsp l;
    if (size < 1 || size > FUZZ_LONGEST) {
        return 0;
    }
    size_t step = (size_t)data[0] + 1;
    lsp_init(&l, on_answer, &said);
    for (size_t at = 1; at < size && !l.finished; at += step) {
        lsp_feed(&l, (const char *)data + at, size - at < step ? size - at : step);
        fuzz_must(l.in.in.size <= FUZZ_LONGEST, "more is kept than came");
    }
    if (l.wish.id) {
        lsp_drop_wish(&l, LSP_FAILED, "no loop");
    }
    fuzz_must(!l.finished || said > 0 || l.code == 1, "it ended without a word");
    lsp_deinit(&l);
    return 0;
}
