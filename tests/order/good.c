// SPDX-License-Identifier: MIT
//
// Looks like the lines of bad.c, but C promises the order, or it does not matter. tools/check-order
// must be silent about all of it. Nobody compiles this.

#include <stdio.h>
#include <string.h>

typedef struct token {
    int at;
} token;

typedef struct parser {
    const token *t;
    int depth;
    char *list[10];
    int listed;
} parser;

typedef struct rng {
    unsigned long s[4];
} rng;

typedef struct pair {
    int a, b;
} pair;

typedef struct holder {
    pair inside;
    const char *name;
} holder;

int take(int a, int b);
int hand_slot(parser *p, int at, const char *type);
void step(int *value);
int look(const pair *whole);
int fill(holder *h);

static const char *parse_title(parser *p, const char *what) {
    p->t++;
    return what;
}

static unsigned long rng_next(rng *g) {
    g->s[0] ^= g->s[1];
    return g->s[0];
}

static int depth_of(const parser *p) {
    return p->depth;
}

static int deepen(parser *p) {
    return ++p->depth;
}

int one_after_the_other(parser *p, rng *g) {
    int at = p->t->at;
    const char *title = parse_title(p, "a piece");
    unsigned long a = rng_next(g), b = rng_next(g);
    return hand_slot(p, at, title) + take((int)a, (int)b);
}

int sequenced(parser *p, rng *g, int i) {
    int both = rng_next(g) && rng_next(g);
    both = p->t->at ? parse_title(p, "x") != NULL : p->t->at;
    both = (rng_next(g), (int)rng_next(g));
    for (i = 0; i < 3; i++, parse_title(p, "y")) {
        both += p->t->at;
    }
    return p->t->at || parse_title(p, "z");
}

int the_callee_comes_last(parser *p, char *text, pair whole) {
    hand_slot(p, p->t->at, "x");
    snprintf(text + strlen(text), 10 - strlen(text), "%d", look(&whole) + whole.a);
    return take(depth_of(p), p->depth);
}

int unlike_things(parser *p, rng *g, rng *h, const char *text) {
    take((int)rng_next(g), (int)rng_next(h));
    take(p->t->at, deepen(p));
    take(deepen(p), (int)strlen(text));
    return take((int)sizeof(p->t->at), parse_title(p, "x") != NULL);
}

int stored_last(parser *p, rng *g, holder h, int *values, int i) {
    i = (step(&i), i);
    p->depth = deepen(p);
    h.inside.a = fill(&h);
    values[0] = values[1] = 3;
    p->list[0] = p->list[1] = NULL;
    rng copy = *g;
    return take((int)rng_next(&copy), (int)rng_next(g));
}
