// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_RUN_FOLDER_H
#define TSR_ARENA_RUN_FOLDER_H

// The folder of a long run, which may be killed and gone on with. A file `settings` in it says what
// run it is, a line for each choice; nobody goes on with another's. POSIX.

#include <tessera/error.h>

// Makes the folder if need be, and writes `settings` there, or compares them with those that are
// there; a difference is refused and named.
TSR_NODISCARD tsr_err run_folder_settle(const char *folder, const char *settings, tsr_error *err);

#endif
