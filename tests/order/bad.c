// SPDX-License-Identifier: MIT
//
// Every line that says `bad` asks for two things in one expression that C may do in either order.
// tools/check-order must find each of them. Nobody compiles this.

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

int take(int a, int b);
int hand_slot(parser *p, int at, const char *type);
void step(int *value);
void refill(pair *whole);

static void next(parser *p) {
    p->t++;
}

// It moves on by way of another function.
static const char *parse_title(parser *p, const char *what) {
    next(p);
    return what;
}

static unsigned long rng_next(rng *g) {
    unsigned long *s = g->s; // the change is behind another name
    s[0] ^= s[1];
    return s[0];
}

static unsigned long rng_below(rng *g, unsigned long n) {
    return rng_next(g) % n;
}

static int genes_write(const double *gene, char *buf) {
    return sprintf(buf, "%f", gene[0]);
}

static char *grow(parser *p) {
    p->listed += 2;
    return NULL;
}

#define TAKE_NEXT(p) (next(p), 1)

int the_two_that_were_there(parser *p, const double *some, char *spec) {
    take(genes_write(some, spec), (int)strlen(spec));         // bad
    return hand_slot(p, p->t->at, parse_title(p, "a piece")); // bad
}

int arguments(parser *p, rng *g, char *text, int i) {
    take((int)rng_next(g), (int)rng_next(g));               // bad
    take(p->t->at, TAKE_NEXT(p));                           // bad
    take(i++, i);                                           // bad
    step(&i), take(i, (step(&i), 2));                       // bad
    printf("%s %d", parse_title(p, "x"), p->t->at);         // bad
    printf("%s %s", strcpy(text, "x"), strchr(text, 'x'));  // bad
    return take(rng_below(g, 2), take(1, rng_below(g, 3))); // bad
}

int initialisers(parser *p, rng *g) {
    pair one = {(int)rng_next(g), (int)rng_next(g)};              // bad
    pair two = {.b = p->t->at, .a = parse_title(p, "y") != NULL}; // bad
    pair *three = &(pair){p->depth++, p->depth};                  // bad
    return one.a + two.a + three->a;
}

int operators(parser *p, rng *g, pair whole, int *values) {
    int sum = (int)rng_next(g) - (int)rng_next(g); // bad
    values[rng_below(g, 4)] = (int)rng_next(g);    // bad
    p->list[p->listed] = grow(p);                  // bad
    p->listed += grow(p) != NULL;                  // bad
    sum += take(whole.a, (refill(&whole), 1));     // bad
    return sum + (p->t->at < TAKE_NEXT(p));        // bad
}

int other_names(parser *p, rng *g) {
    parser *same = p;
    const rng *source = g;
    take(same->t->at, parse_title(p, "z") != NULL);   // bad
    return take((int)source->s[0], (int)rng_next(g)); // bad
}
