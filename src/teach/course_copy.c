// SPDX-License-Identifier: MIT
// A network for other rules takes over what it can from one that has learned: rows of the same
// name; see course.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "teach/course.h"

enum { NAME = 160 };

// Rows of the network to copy from, by the hash of their names.
typedef struct named {
    uint64_t hash;
    uint32_t row;
} named;

static int by_hash(const void *a, const void *b) {
    uint64_t x = ((const named *)a)->hash, y = ((const named *)b)->hash;
    return x < y ? -1 : x > y;
}

static int find(const named *list, uint32_t count, const char *name, uint32_t *row) {
    named key = {.hash = hash_string(name, 0)};
    const named *found = bsearch(&key, list, count, sizeof *list, by_hash);
    *row = found ? found->row : 0;
    return found != NULL;
}

static double unit_of(const tnet_rows *rows, uint32_t row, int are_inputs) {
    return are_inputs ? 1.0 / TNET_FIRST : (double)rows->scale[row] / TNET_SCALE;
}

static void copy_row(brain_table *to, uint32_t into, const tnet_rows *from, uint32_t row,
                     int are_inputs) {
    float *w = to->weight + (size_t)into * to->stride;
    double unit = unit_of(from, row, are_inputs);
    for (uint32_t k = 0; k < to->width; k++) {
        w[k] = (float)(from->weight[(size_t)row * from->width + k] * unit);
    }
    w[to->width] = are_inputs ? 0 : (float)((double)from->bias[row] / TNET_LOGIT);
    to->seen[into] = 1;
}

static int copy_inputs(brain *b, const tnet *from, named *list) {
    char name[NAME];
    uint32_t n = 0, row;
    int copied = 0;
    for (uint32_t i = 0; i < from->input.count; i++) {
        if (from->input.kept[i]) {
            (void)schema_input_name(from->see, i, name, sizeof name);
            list[n++] = (named){hash_string(name, 0), i};
        }
    }
    qsort(list, n, sizeof *list, by_hash);
    for (uint32_t i = 0; i < b->see->inputs; i++) {
        (void)schema_input_name(b->see, i, name, sizeof name);
        if (find(list, n, name, &row)) {
            copy_row(&b->part[BRAIN_INPUT], i, &from->input, row, 1);
            copied++;
        }
    }
    return copied;
}

static int copy_moves(brain *b, const tsr_rules *r, const tnet *from, named *list) {
    char name[NAME];
    uint32_t n = 0, row;
    int copied = 0;
    for (uint32_t i = 0; from->move_name && i < from->move.count; i++) {
        if (from->move.kept[i]) {
            list[n++] = (named){hash_string(from->move_name[i], 0), i};
        }
    }
    qsort(list, n, sizeof *list, by_hash);
    for (uint32_t i = 0; i < b->see->moves; i++) {
        (void)schema_move_name(b->see, r, i, name, sizeof name);
        if (find(list, n, name, &row)) {
            copy_row(&b->part[BRAIN_MOVE], i, &from->move, row, 0);
            copied++;
        }
    }
    return copied;
}

static void copy_all(brain_table *to, const tnet_rows *from) {
    for (uint32_t i = 0; i < to->rows && i < from->count; i++) {
        copy_row(to, i, from, i, 0);
    }
}

int course_copy(brain *b, const tsr_rules *r, const tnet *from) {
    size_t most = from->input.count > from->move.count ? from->input.count : from->move.count;
    named *list = tsr_mem_new(NULL, (most + 1) * sizeof *list);
    if (!list) {
        return 0;
    }
    int copied = copy_inputs(b, from, list);
    copied += copy_moves(b, r, from, list);
    copy_all(&b->part[BRAIN_HIDDEN], &from->hidden);
    copy_all(&b->part[BRAIN_VALUE], &from->value);
    for (uint32_t i = 0; i < b->h1; i++) {
        b->part[BRAIN_FIRST].weight[i] = (float)from->first[i] / TNET_FIRST;
    }
    tsr_mem_free(NULL, list, (most + 1) * sizeof *list);
    return copied;
}
