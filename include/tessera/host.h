// SPDX-License-Identifier: MIT
#ifndef TESSERA_HOST_H
#define TESSERA_HOST_H

// Functions that need an operating system: files, the clock, shared objects.
//
// The implementation uses POSIX. In WebAssembly only the clock works; functions that need files, a
// compiler or shared objects return an error there.

#include <tessera/match.h>
#include <tessera/registry.h>

#ifdef __cplusplus
extern "C" {
#endif

// The monotonic clock, in microseconds and milliseconds.
uint64_t tsr_now_us(void);
static inline uint64_t tsr_now_ms(void) {
    return tsr_now_us() / 1000;
}

// A seed from the random number generator of the operating system.
uint64_t tsr_fresh_seed(void);

// Reads a file of at most `limit` bytes and adds a NUL, not counted in *size. Free the result with
// tsr_mem_free(NULL, *out, *size + 1).
TSR_NODISCARD tsr_err tsr_file_read(const char *path, size_t limit, char **out, size_t *size,
                                    tsr_error *err);

// A record file. Every line is handed to the operating system before the write returns (and, if
// `sync` is not 0, written to disk). The file is locked while it is open, so that two programs
// cannot write to it; others may read it.
typedef struct tsr_record_file tsr_record_file;

// Creates a record file; fails if the file exists.
TSR_NODISCARD tsr_err tsr_record_create(const char *path, int sync, tsr_record_file **out,
                                        tsr_error *err);

// Opens an existing record file, to append after its first `whole_size` bytes. Fails if complete
// lines have been added since it was read. An incomplete last line is removed by the first write,
// not before, so that a record found to be invalid is not changed.
TSR_NODISCARD tsr_err tsr_record_append(const char *path, size_t whole_size, int sync,
                                        tsr_record_file **out, tsr_error *err);
tsr_sink tsr_record_sink(tsr_record_file *file);

// Closes the file; removes it if it was created and nothing was written. NULL is allowed.
void tsr_record_close(tsr_record_file *file);

// Loads a plugin and adds its games, agents and extensions. It stays loaded.
TSR_NODISCARD tsr_err tsr_plugin_load(tsr_registry *reg, const char *path, tsr_error *err);

// --- C at run time -----------------------------------------------------------
//
// For rules printed as C (lang.h). The compiler is $CC, or else cc, gcc or clang. The shared
// objects are cached in $XDG_CACHE_HOME/tessera or ~/.cache/tessera under a hash of their inputs
// and checked before they are loaded. Without a writable cache they are compiled every time.

typedef struct tsr_built {
    char path[4096]; // of the shared object; "" if it is not in the cache
    int cached;      // it was in the cache already
} tsr_built;

// Compiles and loads `text` and looks up `symbol`; the object stays loaded. If `build` is 0, only
// the cache is searched. TSR_ERR_UNKNOWN: there is no compiler (or, if `build` is 0, no entry).
// TSR_ERR_GAME: the compiler reports errors.
TSR_NODISCARD tsr_err tsr_compile_load(const char *text, size_t size, const char *symbol, int build,
                                       const void **out, tsr_built *built, tsr_error *err);

// Compiles `text` to a shared object at `path`; an incomplete file is never left there.
TSR_NODISCARD tsr_err tsr_compile_file(const char *text, size_t size, const char *path,
                                       tsr_error *err);

// Loads a shared object and looks up `symbol`. It stays loaded if the symbol exists.
TSR_NODISCARD tsr_err tsr_module_open(const char *path, const char *symbol, const void **out,
                                      tsr_error *err);

#ifdef __cplusplus
}
#endif

#endif
