// SPDX-License-Identifier: MIT
//
// Names: what functions are called, and whether they are melted into their callers. Naming one prints nothing.
#include "lang/cgen/cgen_ways.h"

int cgen_is_large(const cgen *g) {
    return g->p->node_count > 28;
}

const char *cgen_melted(const cgen *g) {
    return g->lanes && !cgen_is_large(g) ? "RT" : "FN";
}

cgen_word cgen_way_name(const way_fn *fn) {
    cgen_word w;
    cgen_set(w.t, sizeof w.t, "%s%s%s_%u", way_kind_prefix[fn->kind], way_mode_name[fn->mode],
             fn->kind == WAYS_START ? "_start" : "", fn->node);
    return w;
}

cgen_word cgen_noted_way(cgen *g, way_kind kind, way_mode mode, int node) {
    const int fn = way_of(g->p, kind, mode, node);
    cgen_word none = {""};
    if (fn < 0) {
        g->failed = 1;
        return none;
    }
    if (g->has_way[fn] == WAY_UNKNOWN) {
        g->has_way[fn] = WAY_NOTED;
    }
    return cgen_way_name(&g->p->ways->fn[fn]);
}
