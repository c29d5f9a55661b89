// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_JOBS_H
#define TSR_SERVER_JOBS_H

// The kinds of long work: a bot's thought, a password, a file of somebody's own. They run in
// worker threads and touch nothing but their own job and the shared rules.

#include "server/hub.h"

// Opens the agent, asks it, closes it again: an agent keeps nothing between two
// questions, so a thousand matches with bots need the memory of a few searches.
// `stopped` (of `self`) ends a search early.
void jobs_think(hub_thought *job, int (*stopped)(void *self), void *self);

// Compares or hashes with Argon2id, 19 MiB and two passes.
void jobs_secret(hub_secret *job);

// Looks through the deck and opens the rules with it, or plays the record through.
void jobs_file(hub_file *job);

#endif
