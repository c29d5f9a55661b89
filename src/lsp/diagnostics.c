// SPDX-License-Identifier: MIT
// What the compiler says about a file, as an editor shows it.
#include <stdlib.h>
#include <string.h>

#include <tessera/json.h>

#include "lsp/lsp.h"
#include "lsp/place.h"

// The advice in a message as people read it: what stands beside its marks, and the lines below.
//
//     error 1: there is no ...                 mygame.game:3
//       3 | piece Pawn: step forwrd
//         |                  ^^^^^^ did you mean `forward`?
//           a line of help
static void add_advice(buffer *out, const char *text) {
    for (const char *line = text; line && *line; line = line[0] == '\n' ? line + 1 : line) {
        size_t n = strcspn(line, "\n");
        const char *words = line;
        if (strncmp(line, "    | ", 6) == 0) {
            words += 6 + strspn(line + 6, " ");
            words += strspn(words, "^-");
        } else if (strncmp(line, "      ", 6) != 0) {
            words = line + n;
        }
        words += strspn(words, " ");
        if (words < line + n) {
            buffer_add_text(out, "\n");
            buffer_add(out, words, (size_t)(line + n - words));
        }
        line += n;
    }
}

// Messages are cut where their room ends; half a letter is no text for JSON.
static void drop_half_letter(buffer *words) {
    const unsigned char *at = (const unsigned char *)buffer_text(words);
    size_t n = 0;
    for (int size; n < words->size && (size = tsr_utf8_size(at + n)) > 0;) {
        n += (size_t)size;
    }
    if (words->bytes) {
        words->bytes[n] = '\0';
        words->size = n;
    }
}

// Where the first line of a message names the game it is about, if that is one that the file inherits
// from: `"Chess":12`, in quotes. NULL if it is the file itself.
static const char *parent_in(const tsr_lang_message *m) {
    size_t n = strcspn(m->text, "\n");
    while (n > 0 && m->text[n - 1] >= '0' && m->text[n - 1] <= '9') {
        n--;
    }
    if (n < 3 || m->text[n - 1] != ':' || m->text[n - 2] != '"') {
        return NULL;
    }
    for (n -= 2; n > 0 && m->text[n - 1] != '"'; n--) {
    }
    return n > 0 ? m->text + n - 1 : NULL;
}

static json_t *range_of(const lsp *l, const paper *p, const tsr_lang_message *m) {
    uint32_t line = parent_in(m) || !m->line ? 1 : m->line;
    size_t from = place_of_column(p->text, line, line == m->line ? m->column : 1);
    size_t end = from + strcspn(p->text + from, "\r\n");
    size_t to = place_of_column(p->text, line, m->column + (m->length ? m->length : 1));
    to = line != m->line || to > end || to <= from ? end : to;
    return lsp_range(l, p->text, from, to);
}

static json_t *one(const lsp *l, const paper *p, const tsr_lang_message *m) {
    buffer words;
    buffer_init(&words, NULL);
    buffer_add_text(&words, m->head);
    const char *parent = parent_in(m);
    if (parent) {
        buffer_addf(&words, "\nin %.*s", (int)strcspn(parent, "\n"), parent);
    }
    add_advice(&words, m->text);
    drop_half_letter(&words);
    json_t *d = json_pack("{s:o, s:i, s:i, s:s, s:s}", "range", range_of(l, p, m), "severity",
                          m->warning > 1 ? 3
                          : m->warning   ? 2
                                         : 1,
                          "code", m->number, "source", "tessera", "message", buffer_text(&words));
    buffer_deinit(&words);
    return d;
}

json_t *lsp_diagnostics(const lsp *l, const paper *p, const tsr_lang_report *report,
                        const char *trouble) {
    json_t *list = json_array();
    if (trouble) {
        json_array_append_new(list,
                              json_pack("{s:o, s:i, s:s, s:s}", "range",
                                        lsp_range(l, p->text, 0, strcspn(p->text, "\r\n")),
                                        "severity", 1, "source", "tessera", "message", trouble));
    }
    for (int i = 0; !trouble && i < report->count; i++) {
        json_array_append_new(list, one(l, p, &report->message[i]));
    }
    return list;
}

void lsp_tell_report(lsp *l, paper *p, const tsr_lang_report *report, const char *trouble) {
    json_t *list = lsp_diagnostics(l, p, report, trouble);
    lsp_notify(l, "textDocument/publishDiagnostics",
               json_pack("{s:s, s:I, s:o}", "uri", p->uri, "version", (json_int_t)p->version,
                         "diagnostics", list));
    free(p->report);
    p->report = report && !trouble ? malloc(sizeof *report) : NULL;
    if (p->report) {
        *p->report = *report;
    }
}
