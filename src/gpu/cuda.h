// SPDX-License-Identifier: MIT
#ifndef TSR_GPU_CUDA_H
#define TSR_GPU_CUDA_H

// NVIDIA's driver, found while the program runs: nothing of it is needed to build or to start. Only the
// calls that are used, with the types of its interface as plain C has them.

#include <stddef.h>
#include <stdint.h>

#include <tessera/error.h>

typedef int cu_result; // 0 = done
typedef uint64_t cu_memory;

enum {
    CU_NO_MEMORY = 2,
    CU_NO_IMAGE = 209,
    CU_BAD_PTX = 218,
    CU_PTX_TOO_NEW = 222,
    CU_LIMIT_STACK = 0,
    CU_FUNC_MOST_THREADS = 0,
    CU_FUNC_LOCAL = 3,
    CU_FUNC_MOST_SHARED = 8,
    CU_DEVICE_PROCESSORS = 16,
    CU_DEVICE_THREADS = 39, // that one of them works at side by side
    CU_DEVICE_MAJOR = 75,
    CU_DEVICE_MINOR = 76,
    CU_DEVICE_MOST_SHARED = 97 // of a block that asks for it
};

// X(name in the driver, name here, arguments); all answer a cu_result.
#define CUDA_CALLS(X)                                                                              \
    X("cuInit", init, (unsigned flags))                                                            \
    X("cuDriverGetVersion", version, (int *out))                                                   \
    X("cuDeviceGetCount", device_count, (int *out))                                                \
    X("cuDeviceGet", device_get, (int *out, int number))                                           \
    X("cuDeviceGetName", device_name, (char *buf, int cap, int device))                            \
    X("cuDeviceGetAttribute", device_fact, (int *out, int fact, int device))                       \
    X("cuDevicePrimaryCtxRetain", context_keep, (void **out, int device))                          \
    X("cuDevicePrimaryCtxRelease_v2", context_drop, (int device))                                  \
    X("cuCtxPushCurrent_v2", context_push, (void *context))                                        \
    X("cuCtxPopCurrent_v2", context_pop, (void **out))                                             \
    X("cuCtxSetLimit", set_limit, (int limit, size_t value))                                       \
    X("cuCtxGetLimit", get_limit, (size_t * out, int limit))                                       \
    X("cuCtxSynchronize", wait_all, (void))                                                        \
    X("cuModuleLoadData", module_load, (void **out, const void *image))                            \
    X("cuModuleUnload", module_unload, (void *module))                                             \
    X("cuModuleGetFunction", module_function, (void **out, void *module, const char *name))        \
    X("cuFuncGetAttribute", function_fact, (int *out, int fact, void *function))                   \
    X("cuFuncSetAttribute", function_set, (void *function, int fact, int value))                   \
    X("cuOccupancyMaxActiveBlocksPerMultiprocessor", blocks_that_fit,                              \
      (int *out, void *function, int lanes, size_t shared))                                        \
    X("cuMemAlloc_v2", alloc, (cu_memory * out, size_t size))                                      \
    X("cuMemFree_v2", release, (cu_memory at))                                                     \
    X("cuMemGetInfo_v2", memory, (size_t * left, size_t * all))                                    \
    X("cuMemsetD8Async", clear, (cu_memory at, unsigned char value, size_t size, void *stream))    \
    X("cuMemcpyHtoDAsync_v2", bring, (cu_memory to, const void *from, size_t size, void *stream))  \
    X("cuMemcpyDtoHAsync_v2", take, (void *to, cu_memory from, size_t size, void *stream))         \
    X("cuStreamSynchronize", wait, (void *stream))                                                 \
    X("cuLaunchKernel", launch,                                                                    \
      (void *function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz,  \
       unsigned shared, void *stream, void **arguments, void **extra))                             \
    X("cuEventCreate", event_new, (void **out, unsigned flags))                                    \
    X("cuEventRecord", event_record, (void *event, void *stream))                                  \
    X("cuEventSynchronize", event_wait, (void *event))                                             \
    X("cuEventElapsedTime", event_elapsed, (float *ms, void *from, void *to))                      \
    X("cuEventDestroy_v2", event_free, (void *event))                                              \
    X("cuGetErrorString", error_text, (cu_result e, const char **out))

typedef struct cuda {
#define X(symbol, name, arguments) cu_result(*name) arguments;
    CUDA_CALLS(X)
#undef X
} cuda;

// The driver, ready to be used, or NULL: there is none, or no device. Loaded once and kept.
const cuda *cuda_open(tsr_error *err);

// `e` in words, after what was tried. Always an error.
tsr_err cuda_fail(const cuda *c, cu_result e, const char *what, tsr_error *err);

#endif
