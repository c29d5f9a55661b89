// SPDX-License-Identifier: MIT
//
// Loading kernels, memory and launches; see gpu.h.
#include "gpu/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/cuda.h"
#include "gpu/ptx.h"

enum {
    MOST_PIECES = 64, // of memory
    MOST_LANES = 128, // in a block
    SHARED = 48 << 10 // bytes of shared memory that every GPU has for a block
};

struct gpu_game {
    const cuda *c;
    int device;
    void *context, *module;
    void *entry[LANES_JOBS];
    lanes_facts facts;
    cu_memory piece[MOST_PIECES];
    int pieces;
    cu_memory call; // a lanes_batch there, and what it was last
    lanes_batch known;
    int is_known;
};

// --- Opening -----------------------------------------------------------------------------------

static tsr_err load_module(gpu_game *g, const char *text, tsr_error *err) {
    cu_result e = g->c->module_load(&g->module, text);
    if (e == CU_BAD_PTX || e == CU_PTX_TOO_NEW || e == CU_NO_IMAGE) {
        return cuda_fail(g->c, e, "the driver does not take the code that clang made", err);
    }
    if (e) {
        return cuda_fail(g->c, e, "the kernels cannot be loaded", err);
    }
    for (int i = 0; i < LANES_JOBS; i++) {
        e = g->c->module_function(&g->entry[i], g->module, lanes_entry[i]);
        if (e) {
            return cuda_fail(g->c, e, lanes_entry[i], err);
        }
    }
    return TSR_OK;
}

// Frames are known to the driver but for code that calls itself.
static tsr_err make_stack(gpu_game *g, tsr_error *err) {
    size_t now = 0;
    cu_result e = g->c->get_limit(&now, CU_LIMIT_STACK);
    if (!e && now < g->facts.stack) {
        e = g->c->set_limit(CU_LIMIT_STACK, g->facts.stack);
    }
    return e ? cuda_fail(g->c, e, "the GPU has no room for the kernels' stacks", err) : TSR_OK;
}

static tsr_err open_device(gpu_game *g, tsr_error *err) {
    int count = 0, device = 0;
    (void)g->c->device_count(&count);
    if (g->device < 0 || g->device >= count) {
        return tsr_fail(err, TSR_ERR_UNKNOWN, "there is no GPU %d: this machine has %d", g->device,
                        count);
    }
    cu_result e = g->c->device_get(&device, g->device);
    e = e ? e : g->c->context_keep(&g->context, device);
    e = e ? e : g->c->context_push(g->context);
    return e ? cuda_fail(g->c, e, "the GPU cannot be used", err) : TSR_OK;
}

static void leave(gpu_game *g) {
    void *ignored = NULL;
    (void)g->c->context_pop(&ignored);
}

static tsr_err enter(gpu_game *g, tsr_error *err) {
    cu_result e = g->c->context_push(g->context);
    return e ? cuda_fail(g->c, e, "the GPU cannot be used", err) : TSR_OK;
}

tsr_err gpu_open(const tsr_rules *r, int device, gpu_game **out, tsr_error *err) {
    ptx made = {0};
    const cuda *c = cuda_open(err);
    *out = NULL;
    if (!c) {
        return err->code;
    }
    tsr_err e = ptx_make(r, &made, err);
    gpu_game *g = e ? NULL : calloc(1, sizeof *g);
    if (!e && !g) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "no memory for a game on a GPU");
    }
    if (!e) {
        *g = (gpu_game){.c = c, .device = device, .facts = made.facts};
        e = open_device(g, err);
    }
    if (!e) {
        e = load_module(g, made.text, err);
        e = e ? e : make_stack(g, err);
        leave(g);
        void *call = NULL;
        e = e ? e : gpu_alloc(g, sizeof g->known, &call, err);
        memcpy(&g->call, &call, sizeof g->call);
    }
    ptx_free(&made);
    if (e) {
        gpu_close(g);
        return e;
    }
    *out = g;
    return TSR_OK;
}

void gpu_close(gpu_game *g) {
    if (!g) {
        return;
    }
    if (g->context && g->c->context_push(g->context) == 0) {
        (void)g->c->wait_all();
        for (int i = 0; i < g->pieces; i++) {
            (void)g->c->release(g->piece[i]);
        }
        if (g->module) {
            (void)g->c->module_unload(g->module);
        }
        leave(g);
        (void)g->c->context_drop(g->device);
    }
    free(g);
}

int gpu_about(const gpu_game *g, char *buf, size_t cap) {
    char name[128] = "";
    int version = 0, processors = 0;
    (void)g->c->device_name(name, sizeof name, g->device);
    (void)g->c->version(&version);
    (void)g->c->device_fact(&processors, CU_DEVICE_PROCESSORS, g->device);
    return snprintf(buf, cap, "%s, driver for CUDA %d.%d, %d processors", name, version / 1000,
                    version % 1000 / 10, processors);
}

const lanes_facts *gpu_facts(const gpu_game *g) {
    return &g->facts;
}

// --- Memory ------------------------------------------------------------------------------------

static cu_memory address_of(const void *p) {
    return (cu_memory)(uintptr_t)p;
}

tsr_err gpu_alloc(gpu_game *g, size_t size, void *out, tsr_error *err) {
    cu_memory at = 0;
    size_t left = 0, all = 0;
    tsr_err entered =
        g->pieces < MOST_PIECES ? enter(g, err) : tsr_fail(err, TSR_ERR_LIMIT, "too many");
    if (entered) {
        return entered;
    }
    cu_result e = g->c->alloc(&at, size ? size : 1);
    e = e ? e : g->c->clear(at, 0, size ? size : 1, NULL);
    (void)g->c->memory(&left, &all);
    leave(g);
    if (e == CU_NO_MEMORY) {
        return tsr_fail(err, TSR_ERR_MEMORY, "the GPU has %zu MiB left of %zu, and %zu are needed",
                        left >> 20, all >> 20, (size >> 20) + 1);
    }
    if (e) {
        return cuda_fail(g->c, e, "the GPU gives no memory", err);
    }
    g->piece[g->pieces++] = at;
    void *p = (void *)(uintptr_t)at;
    memcpy(out, &p, sizeof p);
    return TSR_OK;
}

tsr_err gpu_bring(gpu_game *g, void *to, const void *from, size_t size, tsr_error *err) {
    tsr_err entered = enter(g, err);
    if (entered) {
        return entered;
    }
    cu_result e = g->c->bring(address_of(to), from, size, NULL);
    e = e ? e : g->c->wait(NULL);
    leave(g);
    return e ? cuda_fail(g->c, e, "bringing data to the GPU", err) : TSR_OK;
}

tsr_err gpu_take(gpu_game *g, void *to, const void *from, size_t size, tsr_error *err) {
    tsr_err entered = enter(g, err);
    if (entered) {
        return entered;
    }
    cu_result e = g->c->take(to, address_of(from), size, NULL);
    e = e ? e : g->c->wait(NULL);
    leave(g);
    return e ? cuda_fail(g->c, e, "taking data from the GPU", err) : TSR_OK;
}

// --- Jobs --------------------------------------------------------------------------------------

static int works_in_blocks(lanes_job job) {
    return job <= LANES_SAMPLE;
}

// How many lanes work together: as many as have room for their desks.
static unsigned lanes_of(const gpu_game *g, lanes_job job) {
    unsigned lanes = MOST_LANES;
    while (works_in_blocks(job) && lanes > 1 && lanes * g->facts.desk > SHARED) {
        lanes /= 2;
    }
    return lanes;
}

// The GPU's copy of the call changes only when the call does.
static cu_result send_call(gpu_game *g, const lanes_batch *b, void *stream) {
    if (g->is_known && memcmp(&g->known, b, sizeof *b) == 0) {
        return 0;
    }
    g->known = *b;
    g->is_known = 1;
    return g->c->bring(g->call, &g->known, sizeof g->known, stream);
}

static cu_result launch(gpu_game *g, lanes_job job, const lanes_batch *b, void *stream) {
    unsigned lanes = lanes_of(g, job), shared = works_in_blocks(job) ? lanes * g->facts.desk : 0;
    uint64_t all = (uint64_t)b->games * (job == LANES_ROLLOUT ? b->count : 1);
    unsigned blocks = (unsigned)((all + lanes - 1) / lanes);
    void *arguments[] = {&g->call};
    if (shared > SHARED) {
        (void)g->c->function_set(g->entry[job], CU_FUNC_MOST_SHARED, (int)shared);
    }
    return g->c->launch(g->entry[job], blocks, 1, 1, lanes, 1, 1, shared, stream, arguments, NULL);
}

static tsr_err job_failed(gpu_game *g, cu_result e, lanes_job job, tsr_error *err) {
    int local = 0;
    (void)g->c->function_fact(&local, CU_FUNC_LOCAL, g->entry[job]);
    if (e == CU_NO_MEMORY) {
        return tsr_fail(err, TSR_ERR_MEMORY,
                        "the GPU has too little memory to run %s: %d bytes of stack a thread",
                        lanes_entry[job], local);
    }
    return cuda_fail(g->c, e, lanes_entry[job], err);
}

tsr_err gpu_run(gpu_game *g, lanes_job job, const lanes_batch *b, void *stream, tsr_error *err) {
    tsr_err entered = enter(g, err);
    if (entered) {
        return entered;
    }
    cu_result e = send_call(g, b, stream);
    e = e ? e : launch(g, job, b, stream);
    leave(g);
    return e ? job_failed(g, e, job, err) : TSR_OK;
}

tsr_err gpu_wait(gpu_game *g, void *stream, tsr_error *err) {
    tsr_err entered = enter(g, err);
    if (entered) {
        return entered;
    }
    cu_result e = g->c->wait(stream);
    leave(g);
    return e ? cuda_fail(g->c, e, "the kernels", err) : TSR_OK;
}

tsr_err gpu_time(gpu_game *g, lanes_job job, const lanes_batch *b, int times, double *seconds,
                 tsr_error *err) {
    void *from = NULL, *to = NULL;
    float ms = 0;
    tsr_err entered = enter(g, err);
    if (entered) {
        return entered;
    }
    cu_result e = g->c->event_new(&from, 0);
    e = e ? e : g->c->event_new(&to, 0);
    e = e ? e : send_call(g, b, NULL);
    e = e ? e : g->c->event_record(from, NULL);
    for (int i = 0; !e && i < times; i++) {
        e = launch(g, job, b, NULL);
    }
    e = e ? e : g->c->event_record(to, NULL);
    e = e ? e : g->c->event_wait(to);
    e = e ? e : g->c->event_elapsed(&ms, from, to);
    (void)(from && g->c->event_free(from));
    (void)(to && g->c->event_free(to));
    leave(g);
    *seconds = (double)ms / 1e3;
    return e ? job_failed(g, e, job, err) : TSR_OK;
}
