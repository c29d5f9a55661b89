// SPDX-License-Identifier: MIT
// What could be written next, and the file in good order.
#include <stdlib.h>
#include <string.h>

#include "lang/front/letter.h"
#include "lsp/family.h"
#include "lsp/lsp.h"
#include "lsp/words.h"

enum { NAMES_MOST = 1000 }; // of one file

// --- Completion ----------------------------------------------------------------

typedef struct line_start {
    int at_margin; // nothing but a word from the left margin stands before
    int closed;    // inside a comment or a text: nothing to suggest
} line_start;

static line_start look_back(const char *text, size_t offset) {
    size_t start = offset;
    line_start s = {1, 0};
    int quoted = 0;
    while (start > 0 && text[start - 1] != '\n') {
        start--;
    }
    for (size_t i = start; i < offset; i++) {
        quoted ^= text[i] == '"';
        s.closed |= text[i] == '#' && !quoted;
        s.at_margin &= letter_goes_on(text[i]);
    }
    s.closed |= quoted;
    return s;
}

// Whether a word may stand there; some that begin lines are used inside others, too.
static int fits(const word_row *row, int at_margin) {
    static const char *const endings[] = {"win", "lose", "draw", "finish", NULL};
    static const char *const inside[] = {"board", "hand", "next", "after", "turn", NULL};
    const char *const *more = at_margin ? endings : inside;
    while (*more && strcmp(*more, row->word) != 0) {
        more++;
    }
    return *more || (row->kind == WORD_DECLARE) == at_margin;
}

static void add_words(json_t *list, int at_margin) {
    // CompletionItemKind of the protocol, by word_kind
    static const int kinds[] = {14, 14, 3, 6, 23, 20};
    for (int i = 0; i < words_count(); i++) {
        const word_row *row = words_at(i);
        if (fits(row, at_margin)) {
            json_array_append_new(list, json_pack("{s:s, s:i, s:{s:s, s:s}}", "label", row->word,
                                                  "kind", kinds[row->kind], "documentation", "kind",
                                                  "markdown", "value", row->meaning));
        }
    }
}

// Whether an earlier name of the family is spelled the same, and is suggested.
static int is_known(const family *f, int member, int i) {
    const char *text = f->member[member].names.item[i].at->text;
    for (int m = 0; m <= member; m++) {
        const name_list *list = &f->member[m].names;
        for (int k = 0; k < (m == member ? i : list->count) && k < NAMES_MOST; k++) {
            if (strcmp(list->item[k].at->text, text) == 0) {
                return 1;
            }
        }
    }
    return 0;
}

static void add_names(json_t *list, const family *f, int at_margin) {
    static const int kinds[] = {9, 10, 7, 9, 21, 6, 5, 24, 3, 10, 23, 6, 15};
    for (int m = 0; m < f->count; m++) {
        const name_list *names = &f->member[m].names;
        for (int i = 0; i < names->count && i < NAMES_MOST; i++) {
            const name *n = &names->item[i];
            int wanted = at_margin ? n->kind == NAME_PLAYER
                                   : n->kind != NAME_GAME && n->kind != NAME_TEST &&
                                         (m == 0 || n->kind != NAME_LOCAL);
            if (wanted && !is_known(f, m, i)) {
                json_array_append_new(list, json_pack("{s:s, s:i, s:s}", "label", n->at->text,
                                                      "kind", kinds[n->kind], "detail",
                                                      names_kind_text(n->kind)));
            }
        }
    }
}

json_t *lsp_completion(lsp *l, const json_t *params, lsp_fault *fault) {
    const paper *p = lsp_paper(l, params, fault);
    size_t offset;
    family f;
    if (!p || !lsp_offset(l, params, p, &offset, fault)) {
        return NULL;
    }
    line_start before = look_back(p->text, offset);
    json_t *list = json_array();
    if (!before.closed) {
        family_open(&f, &l->papers, p);
        add_words(list, before.at_margin);
        add_names(list, &f, before.at_margin);
        family_close(&f);
    }
    return list;
}

// --- Formatting ----------------------------------------------------------------

json_t *lsp_formatting(lsp *l, const json_t *params, lsp_fault *fault) {
    const paper *p = lsp_paper(l, params, fault);
    if (!p) {
        return NULL;
    }
    tsr_lang_source source = {.text = p->text, .file = "game"};
    int n = tsr_lang_format(&source, NULL, NULL, 0, NULL);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    json_t *edits = NULL;
    if (text && tsr_lang_format(&source, NULL, text, (size_t)n + 1, NULL) == n) {
        edits = json_array();
        if (strcmp(text, p->text) != 0) {
            json_array_append_new(edits, json_pack("{s:o, s:s}", "range",
                                                   lsp_range(l, p->text, 0, strlen(p->text)),
                                                   "newText", text));
        }
    } else {
        *fault = (lsp_fault){LSP_FAILED, "a file with errors is not formatted"};
    }
    free(text);
    return edits;
}
