// SPDX-License-Identifier: MIT
// Where a name is used in its file, and giving it another one.
#include <stdio.h>
#include <string.h>

#include "lsp/spot.h"
#include "lsp/words.h"

enum { USES_MOST = 10000 }; // of one name; far more than a file that a person wrote has

// What a word stands for, and the tokens of the file that stand for the same.
typedef struct uses {
    spot s;
    const name *declared; // NULL = it is no name
    int member;           // of the family, that declares it
    const token **item;
    int count;
} uses;

// Statements that have a name of their own spelled like `text`: there it means something else.
static char *hidden_in(const name_list *list, const char *text, int statements, arena *a) {
    char *hidden = arena_new(a, (size_t)statements + 1);
    for (int i = 0; hidden && i < list->count; i++) {
        const name *n = &list->item[i];
        hidden[n->statement] |= n->kind == NAME_LOCAL && strcmp(n->at->text, text) == 0;
    }
    return hidden;
}

static void collect(uses *u) {
    const name_list *list = &u->s.f.member[0].names;
    const char *text = spot_token(&u->s)->text;
    arena *a = &u->s.f.a;
    int tokens = list->tokens.count;
    int local = u->member == 0 && u->declared->kind == NAME_LOCAL;
    const int *statement = names_statements(list, a);
    const char *hidden = statement ? hidden_in(list, text, statement[tokens - 1], a) : NULL;
    u->item = arena_new(a, ((size_t)tokens + 1) * sizeof *u->item);
    for (int i = 0; hidden && u->item && i < tokens; i++) {
        const token *t = &list->tokens.item[i];
        int here = local ? statement[i] == u->declared->statement : !hidden[statement[i]];
        if (here && (t->kind == T_WORD || t->kind == T_NAME) && strcmp(t->text, text) == 0) {
            u->item[u->count++] = t;
        }
    }
}

// 0 with a fault; else to be closed with spot_close(&u->s).
static int uses_open(lsp *l, const json_t *params, uses *u, lsp_fault *fault) {
    memset(u, 0, sizeof *u);
    if (!spot_open(l, params, &u->s, fault)) {
        return 0;
    }
    const token *t = spot_token(&u->s);
    if (t && t->kind != T_STRING) {
        u->declared = family_find(&u->s.f, t->text, u->s.token, &u->member);
    }
    if (u->declared) {
        collect(u);
    }
    if (u->count > USES_MOST) {
        *fault = (lsp_fault){LSP_FAILED, "this name is used too often"};
        spot_close(&u->s);
        return 0;
    }
    return 1;
}

static json_t *range_of(const lsp *l, const uses *u, const token *t) {
    return lsp_range(l, u->s.p->text, t->pos, (size_t)t->pos + t->size);
}

// --- References ----------------------------------------------------------------

json_t *lsp_references(lsp *l, const json_t *params, lsp_fault *fault) {
    const json_t *context = json_object_get(params, "context");
    int declaring = json_is_true(json_object_get(context, "includeDeclaration"));
    uses u;
    if (!uses_open(l, params, &u, fault)) {
        return NULL;
    }
    json_t *list = json_array();
    const family_member *m = &u.s.f.member[u.member];
    if (u.declared && u.member > 0 && declaring && m->path) {
        json_array_append_new(list, spot_location(l, &u.s, m, u.declared->at));
    }
    for (int i = 0; i < u.count; i++) {
        if (declaring || u.item[i] != u.declared->at) {
            json_array_append_new(list, spot_location(l, &u.s, u.s.f.member, u.item[i]));
        }
    }
    spot_close(&u.s);
    return list;
}

json_t *lsp_highlights(lsp *l, const json_t *params, lsp_fault *fault) {
    uses u;
    if (!uses_open(l, params, &u, fault)) {
        return NULL;
    }
    json_t *list = json_array();
    for (int i = 0; i < u.count; i++) {
        json_array_append_new(list, json_pack("{s:o}", "range", range_of(l, &u, u.item[i])));
    }
    spot_close(&u.s);
    return list;
}

// --- Another name --------------------------------------------------------------

// Whether the name can be given another one: it is declared in this very file.
static int may_rename(const uses *u, lsp_fault *fault) {
    if (!u->declared) {
        *fault = (lsp_fault){LSP_FAILED, "this is not a name that the file declares"};
    } else if (u->member > 0) {
        *fault = (lsp_fault){LSP_FAILED, "this name is inherited; rename it where it is declared"};
    }
    return u->declared && u->member == 0;
}

// Whether `text` is a single word of the same kind as `old`: with a capital letter or without, or fit to stand between
// its quotes.
static int is_one_word(const char *text, const token *old, arena *a) {
    name_list list;
    char between[LEX_MAX_LETTERS + 3];
    size_t size = strlen(text);
    if (old->quoted && size + 3 > sizeof between) {
        return 0;
    }
    if (old->quoted) {
        (void)snprintf(between, sizeof between, "\"%s\"", text);
        text = between;
    }
    names_read(text, a, &list);
    const token *t = list.tokens.item;
    return list.tokens.count > 1 && t->kind == old->kind && t->pos == old->quoted &&
           t->size == size && (t[1].kind == T_NEWLINE || t[1].kind == T_END);
}

static int may_be_called(uses *u, const char *text, lsp_fault *fault) {
    int member;
    const token *old = spot_token(&u->s);
    if (!text || !is_one_word(text, old, &u->s.f.a)) {
        *fault = (lsp_fault){LSP_PARAMS,
                             old->quoted ? "the new name is one word of a script without capitals"
                             : old->kind == T_NAME
                                 ? "the new name is one word that begins with a capital letter"
                                 : "the new name is one word in lower case"};
    } else if (words_find(text)) {
        *fault = (lsp_fault){LSP_FAILED, "the new name is a word of the language"};
    } else if (family_find(&u->s.f, text, u->s.token, &member)) {
        *fault = (lsp_fault){LSP_FAILED, "the new name is already used here"};
    }
    return !fault->message;
}

json_t *lsp_may_rename(lsp *l, const json_t *params, lsp_fault *fault) {
    uses u;
    if (!uses_open(l, params, &u, fault)) {
        return NULL;
    }
    json_t *where = NULL;
    if (may_rename(&u, fault)) {
        const token *t = spot_token(&u.s);
        where = json_pack("{s:o, s:s}", "range", range_of(l, &u, t), "placeholder", t->text);
    }
    spot_close(&u.s);
    return where;
}

json_t *lsp_rename(lsp *l, const json_t *params, lsp_fault *fault) {
    const char *text = json_string_value(json_object_get(params, "newName"));
    uses u;
    if (!uses_open(l, params, &u, fault)) {
        return NULL;
    }
    json_t *changes = NULL;
    if (may_rename(&u, fault) && may_be_called(&u, text, fault)) {
        json_t *edits = json_array();
        for (int i = 0; i < u.count; i++) {
            json_array_append_new(edits, json_pack("{s:o, s:s}", "range",
                                                   range_of(l, &u, u.item[i]), "newText", text));
        }
        changes = json_pack("{s:{s:o}}", "changes", u.s.p->uri, edits);
    }
    spot_close(&u.s);
    return changes;
}
