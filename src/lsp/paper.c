// SPDX-License-Identifier: MIT
// Open files; see paper.h.
#include "lsp/paper.h"

#include <stdlib.h>
#include <string.h>

#include "lang/front/lex.h"
#include "lsp/uri.h"

static void paper_free(paper *p) {
    if (p) {
        free(p->uri);
        free(p->text);
        free(p->report);
        free(p);
    }
}

void papers_free(paper_set *set) {
    for (int i = 0; i < PAPER_MOST; i++) {
        paper_free(set->item[i]);
        set->item[i] = NULL;
    }
}

// Its number in the set, or -1.
static int index_of(const paper_set *set, const char *uri) {
    for (int i = 0; i < PAPER_MOST; i++) {
        if (set->item[i] && strcmp(set->item[i]->uri, uri) == 0) {
            return i;
        }
    }
    return -1;
}

paper *papers_find(const paper_set *set, const char *uri) {
    int i = index_of(set, uri);
    return i < 0 ? NULL : set->item[i];
}

static paper *paper_new(const char *uri) {
    paper *p = calloc(1, sizeof *p);
    if (p) {
        p->uri = strdup(uri);
        if (!uri_path(uri, p->path, sizeof p->path)) {
            p->path[0] = '\0';
        }
    }
    if (p && !p->uri) {
        paper_free(p);
        p = NULL;
    }
    return p;
}

static paper *open_new(paper_set *set, const char *uri) {
    for (int i = 0; i < PAPER_MOST; i++) {
        if (!set->item[i]) {
            return set->item[i] = paper_new(uri);
        }
    }
    return NULL;
}

paper *papers_write(paper_set *set, const char *uri, const char *text, int64_t version) {
    paper *p = papers_find(set, uri);
    char *copy = strdup(text);
    p = !copy ? NULL : p ? p : open_new(set, uri);
    if (!p) {
        free(copy);
        return NULL;
    }
    free(p->text);
    p->text = copy;
    p->version = version;
    p->unread = 1;
    return p;
}

void papers_close(paper_set *set, const char *uri) {
    int i = index_of(set, uri);
    if (i >= 0) {
        paper_free(set->item[i]);
        set->item[i] = NULL;
    }
}

static const char *text_of_open(const void *holder, const char *path) {
    const paper_set *set = holder;
    for (int i = 0; i < PAPER_MOST; i++) {
        if (set->item[i] && strcmp(set->item[i]->path, path) == 0) {
            return set->item[i]->text;
        }
    }
    return NULL;
}

void papers_beside(const paper_set *set, const paper *p, beside *out) {
    *out = (beside){.path = p->path, .limit = LEX_MAX_SOURCE, .held = text_of_open, .holder = set};
}
