// SPDX-License-Identifier: MIT
#ifndef TSR_QUEUE_QUEUE_IMPL_H
#define TSR_QUEUE_QUEUE_IMPL_H

// How owners and workers ask the server: statements with values, answered once or, if the line
// breaks, asked again. So every statement must be one that does no harm when it is carried out twice.

#include "base/buffer.h"
#include "queue/queue.h"

struct pg_result; // libpq's own

enum { QUEUE_VALUES = 8 };

typedef enum queue_state { // of a piece
    QUEUE_WAITS = 0,
    QUEUE_TAKEN = 1,
    QUEUE_DONE = 2,
    QUEUE_GIVEN_UP = 3
} queue_state;

typedef struct queue_values {
    int count;
    const char *at[QUEUE_VALUES];
    int size[QUEUE_VALUES], binary[QUEUE_VALUES];
    char number[QUEUE_VALUES][24];
} queue_values;

void queue_put_int(queue_values *v, int64_t value);
void queue_put_text(queue_values *v, const char *text); // borrowed; NULL is fine
void queue_put_bytes(queue_values *v, const void *bytes, size_t size);

// The answer, to be cleared; NULL with `err` filled.
struct pg_result *queue_ask(queue *q, const char *text, const queue_values *v, tsr_error *err);

// The same for a statement whose rows nobody reads.
TSR_NODISCARD tsr_err queue_do(queue *q, const char *text, const queue_values *v, tsr_error *err);

int64_t queue_int_at(const struct pg_result *r, int row, int column);

// Bytes that the server wrote as text; *out is new: PQfreemem. 0: no memory.
int queue_bytes_at(const struct pg_result *r, int row, int column, unsigned char **out,
                   size_t *size);

// This link owns a run, whose lock is taken, now and on every new line; 0 = none. 0: somebody else has it.
int queue_own(queue *q, int64_t run);

void queue_pause(int ms);

// "{1,2,3}"
void queue_add_list(buffer *b, const int64_t *numbers, int count);

#endif
