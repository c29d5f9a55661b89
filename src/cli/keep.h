// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_KEEP_H
#define TSR_CLI_KEEP_H

// Where games that people play are kept, so that nothing is ever lost: in
// $XDG_STATE_HOME/tessera, else ~/.local/state/tessera, one record file a game.

#include <stddef.h>

#include <tessera/error.h>
#include <tessera/host.h>

enum { KEEP_PATH_MAX = 4096 };

// Creates a record file for a new game of `game`, with a name made of the game
// and the time. `path` (KEEP_PATH_MAX bytes) gets its path.
TSR_NODISCARD tsr_err keep_create(const char *game, char *path, tsr_record_file **out,
                                  tsr_error *err);

// Makes the folder `path` and every folder on the way, for this user alone; 0 with errno if that
// cannot be. `path` is whole again afterwards.
int keep_make_folders(char *path);

// The most recent record there that has no result yet; 0 if there is none.
int keep_latest(char *path);

#endif
