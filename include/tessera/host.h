// SPDX-License-Identifier: MIT
#ifndef TESSERA_HOST_H
#define TESSERA_HOST_H

// What needs an operating system: files, the clock, shared objects.
//
// Everything else in the library is pure computation and compiles to
// WebAssembly; these few functions are POSIX and stay behind.

#include <tessera/match.h>
#include <tessera/registry.h>

#ifdef __cplusplus
extern "C" {
#endif

// Monotonic time.
uint64_t tsr_now_us(void);
static inline uint64_t tsr_now_ms(void) {
    return tsr_now_us() / 1000;
}

// A seed from the system's randomness.
uint64_t tsr_fresh_seed(void);

// Reads a whole file of at most `limit` bytes. *out is new (NUL-ended beyond
// `*size`): free with tsr_mem_free(NULL, *out, *size + 1).
TSR_NODISCARD tsr_err tsr_file_read(const char *path, size_t limit, char **out, size_t *size,
                                    tsr_error *err);

// A record file: every line written is flushed to the operating system before
// the write returns (and to the disk, if `sync`). It is locked while it is open, so
// that two programs never write one record; reading it is always possible.
typedef struct tsr_record_file tsr_record_file;

// Creates a new record file; refuses to overwrite one that exists.
TSR_NODISCARD tsr_err tsr_record_create(const char *path, int sync, tsr_record_file **out,
                                        tsr_error *err);

// Opens an existing one to go on after the `whole_size` bytes that were read of it.
// Refuses if whole lines have been added since. A torn line behind them is cut off by
// the first write, so a record that turns out to be wrong stays as it is.
TSR_NODISCARD tsr_err tsr_record_append(const char *path, size_t whole_size, int sync,
                                        tsr_record_file **out, tsr_error *err);
tsr_sink tsr_record_sink(tsr_record_file *file);

// A file that was created and never got a line is removed again. NULL is fine.
void tsr_record_close(tsr_record_file *file);

// Loads a plugin and adds its games and agents. It stays loaded.
TSR_NODISCARD tsr_err tsr_plugin_load(tsr_registry *reg, const char *path, tsr_error *err);

// --- C at run time -----------------------------------------------------------
//
// For rules printed as C (lang.h). The compiler is $CC, or else cc, gcc or clang. What it
// makes is kept in $XDG_CACHE_HOME/tessera or ~/.cache/tessera, named by all it depends
// on, and checked before it is loaded; where nothing can be kept, it is made each time.

typedef struct tsr_built {
    char path[4096]; // of the shared object; "" if it was not kept
    int cached;      // it was there already
} tsr_built;

// Compiles `text`, loads it, and finds `symbol` in it; it stays loaded. Without `build`
// only what is in the cache counts. TSR_ERR_UNKNOWN if there is no compiler (or, without
// `build`, no entry), TSR_ERR_GAME if it refuses the text.
TSR_NODISCARD tsr_err tsr_compile_load(const char *text, size_t size, const char *symbol, int build,
                                       const void **out, tsr_built *built, tsr_error *err);

// Compiles `text` into a shared object at `path`, which appears whole or not at all.
TSR_NODISCARD tsr_err tsr_compile_file(const char *text, size_t size, const char *path,
                                       tsr_error *err);

// Loads a shared object and finds `symbol` in it. It stays loaded if that is there.
TSR_NODISCARD tsr_err tsr_module_open(const char *path, const char *symbol, const void **out,
                                      tsr_error *err);

#ifdef __cplusplus
}
#endif

#endif
