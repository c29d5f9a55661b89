// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_ENGINE_FILES_H
#define TSR_SERVER_ENGINE_FILES_H

// The engine for pages (docs/wasm.md), if the server was given one: the files of a folder, which are handed out
// below /engine/, and the page's own files that say that it is there. Read once, when the server starts;
// without it the server is what it was.

#include <tessera/error.h>

#include "server/assets.h"

typedef struct engine_files engine_files;

// The files that FOLDER/files.json names. *out is new: engine_files_close.
TSR_NODISCARD tsr_err engine_files_open(const char *folder, engine_files **out, tsr_error *err);
void engine_files_close(engine_files *e); // NULL is fine

// The file at `path`, NULL if it is none of the engine's and no page that knows of it.
const asset *engine_files_find(const engine_files *e, const char *path);
const char *engine_files_version(const engine_files *e); // of all of them and the page together

#endif
