// SPDX-License-Identifier: MIT
// Lending arrays; see dlpack.h.
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x03090000
#endif
#include <Python.h>

#include <stdlib.h>
#include <string.h>

#include "dlpack.h"

typedef struct lent {
    dlpack_managed managed;
    int64_t shape[DLPACK_MOST_AXES];
} lent;

// Whoever took the tensor calls this, on any thread, with or without Python's lock.
static void give_back(dlpack_managed *m) {
    tsr_device_close(m->context);
    free(m);
}

dlpack_managed *dlpack_lend(tsr_device_batch *of, const dlpack_tensor *like) {
    lent *l = like->ndim <= DLPACK_MOST_AXES ? calloc(1, sizeof *l) : NULL;
    if (!l) {
        return NULL;
    }
    memcpy(l->shape, like->shape, (size_t)like->ndim * sizeof *l->shape);
    l->managed = (dlpack_managed){*like, of, give_back};
    l->managed.tensor.shape = l->shape;
    tsr_device_keep(of);
    return &l->managed;
}

void dlpack_drop(void *capsule) {
    if (PyCapsule_IsValid(capsule, "dltensor")) {
        dlpack_managed *m = PyCapsule_GetPointer(capsule, "dltensor");
        m->deleter(m);
    }
}
