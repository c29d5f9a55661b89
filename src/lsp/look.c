// SPDX-License-Identifier: MIT
// What a word means, where it is declared, and what a file declares.
#include <string.h>

#include "lsp/place.h"
#include "lsp/spot.h"
#include "lsp/words.h"

enum { SYMBOLS_MOST = 1000 }; // a rules file has at most a few hundred names

// --- Hover ---------------------------------------------------------------------

// The line that declares a name, and who says so if it is inherited.
static void add_declaration(buffer *out, const family_member *m, const name *n) {
    size_t start = n->at->pos;
    while (start > 0 && m->text[start - 1] != '\n') {
        start--;
    }
    start += strspn(m->text + start, " ");
    buffer_addf(out, "**%s**", names_kind_text(n->kind));
    if (m->title) {
        buffer_addf(out, " of \"%s\"", m->title);
    }
    buffer_addf(out, "\n```tessera\n%.*s\n```\n", (int)strcspn(m->text + start, "\r\n"),
                m->text + start);
}

static void add_meaning(buffer *out, const spot *s) {
    const token *t = spot_token(s);
    int member = 0;
    if (!t || t->kind == T_STRING) {
        return;
    }
    const name *n = family_find(&s->f, t->text, s->token, &member);
    const word_row *row = words_find(t->text);
    if (n) {
        add_declaration(out, &s->f.member[member], n);
    } else if (row) {
        buffer_addf(out, "**%s**\n\n%s\n", row->word, row->meaning);
    }
}

// The lessons about what the compiler said of this place.
static void add_lessons(buffer *out, const spot *s) {
    const tsr_lang_report *r = s->p->unread ? NULL : s->p->report;
    for (int i = 0; r && i < r->count; i++) {
        const tsr_lang_message *m = &r->message[i];
        size_t from = place_of_column(s->p->text, m->line, m->column);
        const char *lesson = tsr_lang_explain(m->number);
        if (m->line && lesson && s->offset >= from && s->offset <= from + m->length) {
            buffer_addf(out, "%s**%d: %s**\n```\n%s\n```\n", out->size ? "\n---\n" : "", m->number,
                        m->head, lesson);
        }
    }
}

json_t *lsp_hover(lsp *l, const json_t *params, lsp_fault *fault) {
    spot s;
    buffer words;
    if (!spot_open(l, params, &s, fault)) {
        return NULL;
    }
    buffer_init(&words, NULL);
    add_meaning(&words, &s);
    add_lessons(&words, &s);
    json_t *hover = NULL;
    if (words.size) {
        hover = json_pack("{s:{s:s, s:s}}", "contents", "kind", "markdown", "value",
                          buffer_text(&words));
    }
    const token *t = spot_token(&s);
    if (hover && t) {
        json_object_set_new(hover, "range",
                            lsp_range(l, s.p->text, t->pos, (size_t)t->pos + t->size));
    }
    buffer_deinit(&words);
    spot_close(&s);
    return hover;
}

// --- Definition ----------------------------------------------------------------

json_t *lsp_definition(lsp *l, const json_t *params, lsp_fault *fault) {
    spot s;
    json_t *found = NULL;
    int member = 0;
    if (!spot_open(l, params, &s, fault)) {
        return NULL;
    }
    const token *t = spot_token(&s);
    if (t && t->kind == T_STRING) {
        if (t == s.f.member[0].names.parent && s.f.count > 1) {
            found = spot_location(l, &s, &s.f.member[1], NULL);
        }
    } else if (t) {
        const name *n = family_find(&s.f, t->text, s.token, &member);
        found = n ? spot_location(l, &s, &s.f.member[member], n->at) : NULL;
    }
    spot_close(&s);
    return found;
}

// --- Symbols -------------------------------------------------------------------

static json_t *symbol(const lsp *l, const char *text, const name_list *list, const name *n) {
    // SymbolKind of the protocol, by name_kind
    static const int kinds[] = {2, 19, 5, 3, 14, 13, 8, 25, 12, 7, 24, 13, 6};
    size_t from = n->at->pos, to = from + n->at->size;
    char words[81];
    if (n->kind != NAME_LABEL) {
        names_statement_bytes(list, n->statement, &from, &to);
    }
    size_t size = n->kind == NAME_TEST ? to - from : n->at->size;
    size = size < sizeof words - 1 ? size : sizeof words - 1;
    while (size > 0 && ((unsigned char)text[n->at->pos + size] & 0xc0) == 0x80) {
        size--; // never inside a letter
    }
    memcpy(words, text + n->at->pos, size);
    words[size] = '\0';
    return json_pack("{s:s, s:s, s:i, s:o, s:o}", "name", *words ? words : "?", "detail",
                     names_kind_text(n->kind), "kind", kinds[n->kind], "range",
                     lsp_range(l, text, from, to), "selectionRange",
                     lsp_range(l, text, n->at->pos, (size_t)n->at->pos + n->at->size));
}

json_t *lsp_symbols(lsp *l, const json_t *params, lsp_fault *fault) {
    const paper *p = lsp_paper(l, params, fault);
    arena a;
    name_list list;
    if (!p) {
        return NULL;
    }
    json_t *found = json_array();
    arena_init(&a, NULL, 0);
    names_read(p->text, &a, &list);
    for (int i = 0; i < list.count && i < SYMBOLS_MOST; i++) {
        if (list.item[i].kind != NAME_LOCAL) {
            json_array_append_new(found, symbol(l, p->text, &list, &list.item[i]));
        }
    }
    arena_deinit(&a);
    return found;
}
