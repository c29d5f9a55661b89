// SPDX-License-Identifier: MIT
#ifndef TSR_GPU_PTX_H
#define TSR_GPU_PTX_H

// Kernels as PTX, the text that NVIDIA's driver compiles for the GPU at hand. clang makes it: no CUDA
// toolkit is needed. Kept in the cache beside compiled rules, named by all it depends on. Where
// $TESSERA_PTX names a folder (`make gpu` fills one), what lies there needs no clang either.

#include <tessera/game.h>

#include "lang/lanes/lanes.h"

typedef struct ptx {
    char *text; // NUL-ended; free with ptx_free
    size_t size;
    lanes_facts facts;
    char path[4096]; // in the cache; "" = it could not be kept
    char name[32];   // that it is looked for by in $TESSERA_PTX
    int cached;      // it was there already
} ptx;

// TSR_ERR_LIMIT where such rules cannot be kernels, TSR_ERR_UNKNOWN where there is no clang that can.
TSR_NODISCARD tsr_err ptx_make(const tsr_rules *r, ptx *out, tsr_error *err);
void ptx_free(ptx *p);

// The text with this entry and no other: the driver compiles each with all that it calls, which takes
// seconds. New, free() it; NULL for lack of memory.
char *ptx_only(const ptx *p, const char *entry);

// An entry that was compiled for GPUs of architecture `kind` before, by NVIDIA's ptxas, and lies beside
// its PTX in $TESSERA_PTX: "16 digits.tessera_batch.sm_90.cubin". New, free() it; NULL = there is none.
char *ptx_image(const ptx *p, const char *entry, int kind);

#endif
