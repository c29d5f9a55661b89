// SPDX-License-Identifier: MIT
// Following `from`; see family.h.
#include "lsp/family.h"

#include <string.h>

enum { FAMILY_MEMORY = 128 << 20 };

static const char *text_on_shelf(const char *title) {
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        const tsr_game *g = tsr_lang_builtin_at(i);
        if (strcmp(g->title, title) == 0 || strcmp(g->name, title) == 0) {
            return tsr_lang_builtin_source(i);
        }
    }
    return NULL;
}

// As the compiler does: what is part of the program goes first. A file that says the same is
// where an editor can go.
static void find_parent(family *f, const char *title) {
    family_member *m = &f->member[f->count];
    const char *shelf = text_on_shelf(title);
    const char *file = f->beside->path[0] ? beside_find(f->beside, title) : NULL;
    *m = (family_member){.title = title, .text = shelf ? shelf : file};
    if (file && (!shelf || strcmp(shelf, file) == 0)) {
        for (int i = 0; i < f->beside->count; i++) {
            m->path = f->beside->file[i].text == file ? f->beside->file[i].path : m->path;
        }
    }
    if (m->text) {
        names_read(m->text, &f->a, &m->names);
        f->count++;
    }
}

void family_open(family *f, const paper_set *papers, const paper *p) {
    memset(f, 0, sizeof *f);
    arena_init(&f->a, NULL, FAMILY_MEMORY);
    f->member[0] = (family_member){.text = p->text, .path = p->path[0] ? p->path : NULL};
    names_read(p->text, &f->a, &f->member[0].names);
    f->count = 1;
    f->beside = arena_new(&f->a, sizeof *f->beside);
    if (!f->beside) {
        return;
    }
    papers_beside(papers, p, f->beside);
    for (int before = 0; f->count > before && f->count < FAMILY_MOST;) {
        const token *parent = f->member[f->count - 1].names.parent;
        before = f->count;
        if (parent) {
            find_parent(f, parent->text);
        }
    }
}

void family_close(family *f) {
    if (f->beside) {
        beside_close(f->beside);
    }
    arena_deinit(&f->a);
}

static int inherits_from(const paper_set *set, const paper *p, const char *path) {
    family f;
    int found = 0;
    family_open(&f, set, p);
    for (int i = 1; i < f.count; i++) {
        found |= f.member[i].path && strcmp(f.member[i].path, path) == 0;
    }
    family_close(&f);
    return found;
}

void family_wake(paper_set *set, const char *path) {
    for (int i = 0; i < PAPER_MOST && path[0]; i++) {
        paper *p = set->item[i];
        if (p && !p->unread) {
            p->unread = inherits_from(set, p, path);
        }
    }
}

const name *family_find(const family *f, const char *text, int i, int *member) {
    for (*member = 0; *member < f->count; (*member)++) {
        const name *n = names_find(&f->member[*member].names, text, *member ? -1 : i);
        if (n) {
            return n;
        }
    }
    return NULL;
}
