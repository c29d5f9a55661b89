// SPDX-License-Identifier: MIT
// Letters between threads: a list and a lock for each hub.
#include "server/post_office.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct lying {
    char *data;
    size_t size;
    struct lying *next;
} lying;

typedef struct shelf {
    pthread_mutex_t lock; // guards the list
    lying *first, *last;
    size_t bytes;
    void (*ring)(void *self);
    void *self;
} shelf;

struct post_office {
    mailbox box; // first
    int hubs;
    shelf shelf[];
};

static void put_letter(mailbox *m, int to, char *data, size_t size) {
    post_office *o = (post_office *)m;
    lying *l = to >= 0 && to < o->hubs ? malloc(sizeof *l) : NULL;
    if (!l) {
        free(data);
        return;
    }
    shelf *s = &o->shelf[to];
    *l = (lying){data, size, NULL};
    pthread_mutex_lock(&s->lock);
    int was_empty = !s->first, fits = s->bytes + size <= POST_MOST;
    if (fits) {
        *(s->last ? &s->last->next : &s->first) = l;
        s->last = l;
        s->bytes += size;
    }
    pthread_mutex_unlock(&s->lock);
    if (!fits) {
        free(data);
        free(l);
    } else if (was_empty && s->ring) {
        s->ring(s->self);
    }
}

char *post_office_take(post_office *o, int hub, size_t *size) {
    shelf *s = &o->shelf[hub];
    pthread_mutex_lock(&s->lock);
    lying *l = s->first;
    if (l) {
        s->first = l->next;
        s->last = s->first ? s->last : NULL;
        s->bytes -= l->size;
    }
    pthread_mutex_unlock(&s->lock);
    char *data = l ? l->data : NULL;
    *size = l ? l->size : 0;
    free(l);
    return data;
}

post_office *post_office_new(int hubs) {
    post_office *o = calloc(1, sizeof *o + (size_t)hubs * sizeof *o->shelf);
    if (o) {
        o->box.send = put_letter;
        o->hubs = hubs;
        for (int i = 0; i < hubs; i++) {
            pthread_mutex_init(&o->shelf[i].lock, NULL);
        }
    }
    return o;
}

void post_office_free(post_office *o) {
    size_t size;
    for (int i = 0; o && i < o->hubs; i++) {
        for (char *data; (data = post_office_take(o, i, &size)) != NULL;) {
            free(data);
        }
        pthread_mutex_destroy(&o->shelf[i].lock);
    }
    free(o);
}

void post_office_bell(post_office *o, int hub, void (*ring)(void *self), void *self) {
    o->shelf[hub].ring = ring;
    o->shelf[hub].self = self;
}

mailbox *post_office_box(post_office *o) {
    return &o->box;
}
