// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_URI_H
#define TSR_LSP_URI_H

// Files as editors name them: file:///home/anna/my%20game.game.

#include <stddef.h>

#include "base/buffer.h"

// The path of a file on this machine into `out`; 0 if the URI names none, or a longer one.
int uri_path(const char *uri, char *out, size_t cap);

// The URI of an absolute path, appended.
void uri_add(buffer *out, const char *path);

#endif
