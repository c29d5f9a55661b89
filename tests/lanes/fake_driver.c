// SPDX-License-Identifier: MIT
//
// The fake libcuda.so.1; see fake_driver.h. The calls of gpu/cuda.h by their names in the driver.
#include "lanes/fake_driver.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/cuda.h"

enum { UNKNOWN = 1, OUT_OF_RESOURCES = 701, PROCESSORS = 4, THREADS = 2048, ROOM = 1 << 30 };

fake_driver fake = {.most_threads = 1024, .most_stack = 512 << 10};

static size_t stack = 1024;
static char anything; // what contexts, modules, functions and events point to

static cu_result give(void **out) {
    *out = &anything;
    return 0;
}

// --- The driver and its device -----------------------------------------------------------------

cu_result cuInit(unsigned flags) {
    return flags ? UNKNOWN : 0;
}

cu_result cuDriverGetVersion(int *out) {
    *out = 13000;
    return 0;
}

cu_result cuDeviceGetCount(int *out) {
    *out = 1;
    return 0;
}

cu_result cuDeviceGet(int *out, int number) {
    *out = number;
    return number ? UNKNOWN : 0;
}

cu_result cuDeviceGetName(char *buf, int cap, int device) {
    (void)device;
    strncpy(buf, "no GPU", (size_t)cap);
    return 0;
}

cu_result cuDeviceGetAttribute(int *out, int fact, int device) {
    (void)device;
    *out = fact == CU_DEVICE_PROCESSORS    ? PROCESSORS
           : fact == CU_DEVICE_THREADS     ? THREADS
           : fact == CU_DEVICE_MAJOR       ? 9
           : fact == CU_DEVICE_MOST_SHARED ? 227 << 10
                                           : 0;
    return 0;
}

// --- Contexts and limits -----------------------------------------------------------------------

cu_result cuDevicePrimaryCtxRetain(void **out, int device) {
    (void)device;
    return give(out);
}

cu_result cuDevicePrimaryCtxRelease_v2(int device) {
    return device ? UNKNOWN : 0;
}

cu_result cuCtxPushCurrent_v2(void *context) {
    return context ? 0 : UNKNOWN;
}

cu_result cuCtxPopCurrent_v2(void **out) {
    return give(out);
}

cu_result cuCtxSetLimit(int limit, size_t value) {
    if (limit != CU_LIMIT_STACK || value > fake.most_stack) {
        return CU_NO_MEMORY;
    }
    stack = value;
    return 0;
}

cu_result cuCtxGetLimit(size_t *out, int limit) {
    *out = stack;
    return limit != CU_LIMIT_STACK;
}

cu_result cuCtxSynchronize(void) {
    return 0;
}

// --- Code --------------------------------------------------------------------------------------

cu_result cuModuleLoadData(void **out, const void *image) {
    return image ? give(out) : UNKNOWN;
}

cu_result cuModuleUnload(void *module) {
    return module ? 0 : UNKNOWN;
}

cu_result cuModuleGetFunction(void **out, void *module, const char *name) {
    return module && name ? give(out) : UNKNOWN;
}

cu_result cuFuncGetAttribute(int *out, int fact, void *function) {
    *out = fact == CU_FUNC_MOST_THREADS ? fake.most_threads : 0;
    return function ? 0 : UNKNOWN;
}

cu_result cuFuncSetAttribute(void *function, int fact, int value) {
    return function && fact == CU_FUNC_MOST_SHARED && value <= 227 << 10 ? 0 : UNKNOWN;
}

cu_result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *out, void *function, int lanes,
                                                      size_t shared) {
    (void)shared;
    *out = THREADS / lanes;
    return function ? 0 : UNKNOWN;
}

cu_result cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned bx,
                         unsigned by, unsigned bz, unsigned shared, void *stream, void **arguments,
                         void **extra) {
    (void)stream, (void)extra;
    if (!function || !arguments || !x || y != 1 || z != 1 || by != 1 || bz != 1) {
        return UNKNOWN;
    }
    if (bx > (unsigned)fake.most_threads || shared > 227u << 10) {
        return OUT_OF_RESOURCES;
    }
    fake.lanes = bx;
    fake.launches++;
    return 0;
}

// --- Memory ------------------------------------------------------------------------------------

cu_result cuMemAlloc_v2(cu_memory *out, size_t size) {
    *out = (cu_memory)(uintptr_t)calloc(1, size);
    return *out ? 0 : CU_NO_MEMORY;
}

cu_result cuMemFree_v2(cu_memory at) {
    free((void *)(uintptr_t)at);
    return 0;
}

cu_result cuMemGetInfo_v2(size_t *left, size_t *all) {
    *left = *all = ROOM;
    return 0;
}

cu_result cuMemsetD8Async(cu_memory at, unsigned char value, size_t size, void *stream) {
    (void)stream;
    memset((void *)(uintptr_t)at, value, size);
    return 0;
}

cu_result cuMemcpyHtoDAsync_v2(cu_memory to, const void *from, size_t size, void *stream) {
    (void)stream;
    memcpy((void *)(uintptr_t)to, from, size);
    return 0;
}

cu_result cuMemcpyDtoHAsync_v2(void *to, cu_memory from, size_t size, void *stream) {
    (void)stream;
    memcpy(to, (const void *)(uintptr_t)from, size);
    return 0;
}

cu_result cuStreamSynchronize(void *stream) {
    return stream ? UNKNOWN : 0;
}

// --- Events and errors -------------------------------------------------------------------------

cu_result cuEventCreate(void **out, unsigned flags) {
    (void)flags;
    return give(out);
}

cu_result cuEventRecord(void *event, void *stream) {
    return event && !stream ? 0 : UNKNOWN;
}

cu_result cuEventSynchronize(void *event) {
    return event ? 0 : UNKNOWN;
}

cu_result cuEventElapsedTime(float *ms, void *from, void *to) {
    *ms = 1;
    return from && to ? 0 : UNKNOWN;
}

cu_result cuEventDestroy_v2(void *event) {
    return event ? 0 : UNKNOWN;
}

cu_result cuGetErrorString(cu_result e, const char **out) {
    *out = e == OUT_OF_RESOURCES ? "too many resources requested for launch" : "refused";
    return 0;
}
