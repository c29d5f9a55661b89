// SPDX-License-Identifier: MIT
#ifndef TSR_HOST_PLAIN_FILE_H
#define TSR_HOST_PLAIN_FILE_H

// Files that must be files: somebody names a path in a player's options, and a pipe or a device there
// would be waited for without end.

#include "base/buffer.h"

// Adds the whole of a regular file of at most `limit` bytes to `out`.
TSR_NODISCARD tsr_err host_plain_file(const char *path, size_t limit, buffer *out, tsr_error *err);

#endif
