// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_DATA_FILE_H
#define TSR_CLI_DATA_FILE_H

// The file of a game's FILE option, with the files it builds on.

#include <stddef.h>

#include <tessera/game.h>

#include "cli/exit.h"

// Reads `path` and, as long as the game wants further files (`data_wants` in game.h), those of the
// same folder, into one text that ends with NUL. The caller frees it with
// tsr_mem_free(NULL, *text, *size + 1). Complains by itself.
cli_exit cli_data_read(const tsr_game *game, const char *path, size_t limit, char **text,
                       size_t *size);

#endif
