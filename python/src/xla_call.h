// SPDX-License-Identifier: MIT
#ifndef TESSERA_PYTHON_XLA_CALL_H
#define TESSERA_PYTHON_XLA_CALL_H

// What a call of XLA's is asked for, and how it is answered.

#include "xla_frame.h"

// The answer to a call that cannot be.
void *xla_refuse(const xla_frame *frame, const char *message);

// Before anything runs XLA asks which version of its interface we speak: its own, as long as that is of
// the major version we know. And what a function is able to (`traits`). Whether it was that.
int xla_wants_metadata(const xla_frame *frame, uint32_t traits);

// An attribute that is an address (a number of 64 bits), or NULL.
void *xla_address(const xla_frame *frame, const char *name);

// NULL past the end.
const xla_buffer *xla_buffer_at(const xla_list *list, int64_t i);

// How many games an array holds whose last `own` axes belong to one game.
int64_t xla_games_in(const xla_buffer *b, int64_t own);

#endif
