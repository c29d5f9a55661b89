// SPDX-License-Identifier: MIT
//
// What the author's own names mean in the condition of a choice: two conditions of one text say the same only if
// their names mean the same.
#include "lang/lower/overlap.h"

#include <string.h>

#include "base/hash.h"

enum { MAX_GUARD_NAMES = 8, MAX_LETS = 8 };

struct guard_names {
    int count;
    int unknown; // there are more, or deeper ones
    struct {
        const char *name;
        uint64_t meaning;
    } item[MAX_GUARD_NAMES];
};

typedef struct reader {
    const binding *env;
    guard_names *names; // those that are bound, or NULL
    uint64_t hash;      // what they mean, all of them
    int depth, unknown;
} reader;

static const binding *find(const binding *env, const char *name) {
    while (env && strcmp(env->name, name) != 0) {
        env = env->up;
    }
    return env;
}

static uint64_t hash_value(const value *v, uint64_t h) {
    const int32_t about[] = {v->type, v->reg, v->konst, v->num, v->count};
    h = tsr_hash_bytes(about, sizeof about, h);
    h = tsr_hash_bytes(&v->k, sizeof v->k, h); // constants are kept where they were made
    return v->type == V_DIR ? tsr_hash_bytes(v->shift, (size_t)v->count * sizeof *v->shift, h) : h;
}

static int read_word(const ast *n, void *with);

static uint64_t meaning_of(const binding *b, reader *outer) {
    if (b->kind == BIND_VALUE) {
        return hash_value(&b->v, 1);
    }
    char text[200];
    reader inner = {.env = b->env, .depth = outer->depth + 1};
    const size_t n = ast_line(b->let, text, sizeof text);
    ast only = *b->let;
    only.next = NULL;
    outer->unknown |= n + 1 >= sizeof text || inner.depth > MAX_LETS;
    if (!outer->unknown) {
        inner.hash = tsr_hash_bytes(text, n, 2);
        scan_tree(&only, read_word, &inner);
        outer->unknown |= inner.unknown;
    }
    return inner.hash;
}

static void keep(guard_names *names, const char *name, uint64_t meaning) {
    if (names->count == MAX_GUARD_NAMES) {
        names->unknown = 1;
        return;
    }
    names->item[names->count].name = name;
    names->item[names->count++].meaning = meaning;
}

static int read_word(const ast *n, void *with) {
    reader *r = with;
    const binding *b = n->name ? find(r->env, n->name) : NULL;
    if (b) {
        const uint64_t meaning = meaning_of(b, r);
        r->hash = tsr_hash_bytes(&meaning, sizeof meaning, r->hash);
        if (r->names) {
            keep(r->names, n->name, meaning);
        }
    }
    return !r->unknown;
}

const guard_names *overlap_read_names(lower *l, const guard *g) {
    if (!g || !g->env) {
        return NULL;
    }
    guard_names *names = arena_new(l->a, sizeof *names);
    reader r = {.env = g->env, .names = names};
    ast only = *g->cond;
    only.next = NULL;
    if (names) {
        scan_tree(&only, read_word, &r);
        names->unknown |= r.unknown;
    }
    return names;
}

typedef struct agreement {
    const guard_names *a, *b;
    int broken;
} agreement;

static uint64_t meaning_in(const guard_names *names, const char *name) {
    for (int i = 0; names && i < names->count; i++) {
        if (strcmp(names->item[i].name, name) == 0) {
            return names->item[i].meaning;
        }
    }
    return 0;
}

static int compare_word(const ast *n, void *with) {
    agreement *both = with;
    both->broken |= n->name && meaning_in(both->a, n->name) != meaning_in(both->b, n->name);
    return !both->broken;
}

int overlap_names_agree(const ast *e, const guard_names *a, const guard_names *b) {
    agreement both = {.a = a, .b = b, .broken = (a && a->unknown) || (b && b->unknown)};
    ast only = *e;
    only.next = NULL;
    scan_tree(&only, compare_word, &both);
    return !both.broken;
}
