// SPDX-License-Identifier: MIT
#ifndef TSR_ARENA_WHOLE_FILE_H
#define TSR_ARENA_WHOLE_FILE_H

// Files that are there whole or not at all, whatever happens while they are written: a new file is
// written beside, brought to the disk and put in the place of the old one. What is no plain file, a device or
// a link, is filled where it is. POSIX.

#include <stddef.h>

#include <tessera/error.h>

enum { WHOLE_FILE_PATH = 4096 };

// Writes `path`; on failure the old file is as it was. Paths of WHOLE_FILE_PATH and more are refused.
TSR_NODISCARD tsr_err whole_file_write(const char *path, const char *bytes, size_t size,
                                       tsr_error *err);

#endif
