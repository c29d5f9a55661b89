// SPDX-License-Identifier: MIT
//
// Finding the driver; see cuda.h.
#include "gpu/cuda.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static cuda driver;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *missing;   // what was not found, or NULL
static cu_result cannot_init; // what cuInit answered

// ISO C knows no way from what dlsym answers to a function.
static void find(void *library, const char *symbol, void *to, size_t size) {
    void *found = dlsym(library, symbol);
    if (!found && !missing) {
        missing = symbol;
    }
    memcpy(to, &found, size);
}

static void load(void) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        missing = "libcuda.so.1";
        return;
    }
#define X(symbol, name, arguments) find(library, symbol, &driver.name, sizeof driver.name);
    CUDA_CALLS(X)
#undef X
    cannot_init = missing ? 0 : driver.init(0);
}

const cuda *cuda_open(tsr_error *err) {
    int count = 0;
    (void)pthread_once(&once, load);
    if (missing && strcmp(missing, "libcuda.so.1") == 0) {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN,
                       "there is no NVIDIA driver on this machine (libcuda.so.1 is not found)");
        return NULL;
    }
    if (missing) {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN, "the NVIDIA driver is too old: it has no %s", missing);
        return NULL;
    }
    if (cannot_init) {
        (void)cuda_fail(&driver, cannot_init, "the NVIDIA driver does not start", err);
        return NULL;
    }
    if (driver.device_count(&count) || count < 1) {
        (void)tsr_fail(err, TSR_ERR_UNKNOWN, "the NVIDIA driver finds no GPU");
        return NULL;
    }
    return &driver;
}

tsr_err cuda_fail(const cuda *c, cu_result e, const char *what, tsr_error *err) {
    const char *text = NULL;
    (void)c->error_text(e, &text);
    return tsr_fail(err, e == CU_NO_MEMORY ? TSR_ERR_MEMORY : TSR_ERR_UNKNOWN, "%s: %s (CUDA %d)",
                    what, text ? text : "unknown", e);
}
