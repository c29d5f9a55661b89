// SPDX-License-Identifier: MIT
#ifndef TESSERA_PYTHON_DLPACK_H
#define TESSERA_PYTHON_DLPACK_H

// Arrays of a batch on a device, as DLPack hands them from library to library: torch, JAX, CuPy and NumPy
// take them as their own without a copy. The batch's memory stays as long as one of them has it.

#include <tessera/device.h>

// As DLPack lays it out (version 0, which every library takes).
typedef struct dlpack_tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides; // strides in elements; NULL = C order
    uint64_t byte_offset;
} dlpack_tensor;

typedef struct dlpack_managed {
    dlpack_tensor tensor;
    void *context;
    void (*deleter)(struct dlpack_managed *);
} dlpack_managed;

enum { DLPACK_CPU = 1, DLPACK_CUDA = 2 };
enum { DLPACK_INT = 0, DLPACK_UINT = 1, DLPACK_FLOAT = 2, DLPACK_BOOL = 6 };
enum { DLPACK_MOST_AXES = 8 };

// `like` has all but the deleter; its shape is copied. Keeps `of`. NULL for lack of memory.
dlpack_managed *dlpack_lend(tsr_device_batch *of, const dlpack_tensor *like);

// The destructor of a capsule "dltensor" that nobody has taken. A PyObject; Python calls it.
void dlpack_drop(void *capsule);

#endif
