// SPDX-License-Identifier: MIT
//
// Which place it is; see place_open.h.
#include "gpu/place_open.h"

#include "gpu/gpu.h"
#include "gpu/here.h"

tsr_err place_open(const tsr_rules *r, int device, place **out, tsr_error *err) {
    gpu_game *g = NULL;
    if (device == PLACE_HERE) {
        return here_open(r, out, err);
    }
    tsr_err e = gpu_open(r, device, &g, err);
    *out = e ? NULL : gpu_place(g);
    return e;
}

void place_close(place *p) {
    if (p) {
        p->type->close(p);
    }
}
