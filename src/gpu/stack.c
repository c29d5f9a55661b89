// SPDX-License-Identifier: MIT
//
// Which function of a PTX calls which, and how large they and their frames are; see stack.h.
#include "gpu/stack.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_FUNCTIONS = 2048,
    SAVED = 640 // bytes of registers that a frame may hold beside what clang laid out
};

typedef struct graph {
    int count, deep;
    struct {
        const char *name, *body, *end;
        size_t frame, need; // need: with all that it calls; 0 = not known yet
    } at[MOST_FUNCTIONS];
    unsigned char *calls; // [count][count], directly
    unsigned char *leads; // ... or by way of others
} graph;

// --- Reading -----------------------------------------------------------------------------------

static size_t name_size(const char *at) {
    return strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.");
}

static int is_name(const char *at, const char *name) {
    size_t n = name_size(name);
    return strncmp(at, name, n) == 0 && name_size(at) == n;
}

// Behind a word of this line, or NULL.
static const char *behind(const char *line, const char *word) {
    const char *end = line + strcspn(line, "\n");
    const size_t size = strlen(word);
    for (; line + size <= end; line++) {
        if (strncmp(line, word, size) == 0) {
            return line + size + strspn(line + size, " \t\n");
        }
    }
    return NULL;
}

// ".func (.param .b32 result) name(", ".entry name(": the name, or NULL.
static const char *name_in(const char *line) {
    const char *at = behind(line, ".func");
    at = at ? at : behind(line, ".entry");
    if (at && *at == '(') {
        at += strcspn(at, ")");
        at += *at == ')';
        at += strspn(at, " \t\n");
    }
    return at && name_size(at) ? at : NULL;
}

static size_t frame_of(const char *body, const char *end) {
    static const char word[] = "__local_depot";
    const char *depot = strstr(body, word);
    const char *size = depot && depot < end ? strchr(depot, '[') : NULL;
    return (size && size < end ? (size_t)strtoul(size + 1, NULL, 10) : 0) + SAVED;
}

// Functions with a body: it begins and ends with a brace in the first column.
static void find_functions(graph *g, const char *ptx) {
    for (const char *line = ptx; line && *line && g->count < MOST_FUNCTIONS;) {
        const char *name = *line == '.' ? name_in(line) : NULL;
        const char *body = name ? strpbrk(name + name_size(name), "{;") : NULL;
        const char *end = body && *body == '{' ? strstr(body, "\n}") : NULL;
        if (end) {
            g->at[g->count].name = name;
            g->at[g->count].body = body;
            g->at[g->count].end = end;
            g->at[g->count++].frame = frame_of(body, end);
        }
        line = end ? end + 2 : strchr(line, '\n');
        line = line ? line + strspn(line, "\n") : NULL;
    }
}

static int find(const graph *g, const char *name) {
    for (int i = 0; i < g->count; i++) {
        if (is_name(g->at[i].name, name)) {
            return i;
        }
    }
    return -1;
}

// "call.uni (result), name, (...)": the name is the first word behind what is in brackets.
static void find_calls(graph *g, int i) {
    const char *at = g->at[i].body;
    while ((at = strstr(at, "call")) && at < g->at[i].end) {
        at += strcspn(at, " \t\n");
        at += strspn(at, " \t\n");
        if (*at == '(') {
            at += strcspn(at, ")");
            at += strspn(at, "), \t\n");
        }
        int called = name_size(at) ? find(g, at) : -1;
        if (called >= 0) {
            g->calls[i * g->count + called] = g->leads[i * g->count + called] = 1;
        }
    }
}

// --- Reckoning ---------------------------------------------------------------------------------

static void close_over(graph *g) {
    const int n = g->count;
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; g->leads[i * n + k] && j < n; j++) {
                g->leads[i * n + j] |= g->leads[k * n + j];
            }
        }
    }
}

static int calls_itself(const graph *g, int i) {
    return g->leads[i * g->count + i];
}

static int in_one_circle(const graph *g, int i, int k) {
    return i == k || (g->leads[i * g->count + k] && g->leads[k * g->count + i]);
}

// A circle is gone round as deep as it may be; then the dearest of what it calls.
static size_t need_of(graph *g, int i) {
    size_t own = 0, below = 0;
    if (g->at[i].need) {
        return g->at[i].need;
    }
    for (int k = 0; k < g->count; k++) {
        if (!in_one_circle(g, i, k)) {
            continue;
        }
        own += g->at[k].frame * (calls_itself(g, k) ? (size_t)g->deep : 1);
        for (int j = 0; j < g->count; j++) {
            if (g->calls[k * g->count + j] && !in_one_circle(g, i, j)) {
                size_t need = need_of(g, j);
                below = need > below ? need : below;
            }
        }
    }
    return g->at[i].need = own + below;
}

static int any_calls_itself(const graph *g, int entry) {
    for (int k = 0; k < g->count; k++) {
        if (g->leads[entry * g->count + k] && calls_itself(g, k)) {
            return 1;
        }
    }
    return 0;
}

static size_t code_from(const graph *g, int entry) {
    size_t size = 0;
    for (int k = 0; k < g->count; k++) {
        if (k == entry || g->leads[entry * g->count + k]) {
            size += (size_t)(g->at[k].end - g->at[k].body);
        }
    }
    return size;
}

// --- What is asked -----------------------------------------------------------------------------

static void graph_free(graph *g) {
    if (g) {
        free(g->calls);
        free(g->leads);
        free(g);
    }
}

// NULL: no memory.
static graph *graph_of(const char *ptx) {
    graph *g = calloc(1, sizeof *g);
    if (!g) {
        return NULL;
    }
    find_functions(g, ptx);
    size_t pairs = (size_t)g->count * (size_t)g->count;
    g->calls = calloc(pairs + 1, 1);
    g->leads = calloc(pairs + 1, 1);
    if (!g->calls || !g->leads) {
        graph_free(g);
        return NULL;
    }
    for (int i = 0; i < g->count; i++) {
        find_calls(g, i);
    }
    close_over(g);
    return g;
}

size_t stack_of_entry(const char *ptx, const char *entry, int deep) {
    graph *g = graph_of(ptx);
    const int at = g ? find(g, entry) : -1;
    size_t need = g ? 0 : SIZE_MAX;
    if (at >= 0 && any_calls_itself(g, at)) {
        g->deep = deep;
        need = need_of(g, at);
    }
    graph_free(g);
    return need;
}

size_t code_of_entry(const char *ptx, const char *entry) {
    graph *g = graph_of(ptx);
    const int at = g ? find(g, entry) : -1;
    const size_t size = !g ? SIZE_MAX : at >= 0 ? code_from(g, at) : 0;
    graph_free(g);
    return size;
}
