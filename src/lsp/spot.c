// SPDX-License-Identifier: MIT
// From a position in a request to a word; see spot.h.
#include "lsp/spot.h"

#include "lsp/uri.h"

int spot_open(lsp *l, const json_t *params, spot *s, lsp_fault *fault) {
    s->p = lsp_paper(l, params, fault);
    if (!s->p || !lsp_offset(l, params, s->p, &s->offset, fault)) {
        return 0;
    }
    family_open(&s->f, &l->papers, s->p);
    s->token = names_token_at(&s->f.member[0].names, s->offset);
    return 1;
}

void spot_close(spot *s) {
    family_close(&s->f);
}

const token *spot_token(const spot *s) {
    return s->token < 0 ? NULL : &s->f.member[0].names.tokens.item[s->token];
}

json_t *spot_location(const lsp *l, const spot *s, const family_member *m, const token *t) {
    buffer uri;
    json_t *found = NULL;
    buffer_init(&uri, NULL);
    if (m == s->f.member) {
        buffer_add_text(&uri, s->p->uri);
    } else if (m->path) {
        uri_add(&uri, m->path);
    }
    if (uri.size) {
        size_t from = t ? t->pos : 0, to = t ? from + t->size : 0;
        found = json_pack("{s:s, s:o}", "uri", buffer_text(&uri), "range",
                          lsp_range(l, m->text, from, to));
    }
    buffer_deinit(&uri);
    return found;
}
