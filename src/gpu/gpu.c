// SPDX-License-Identifier: MIT
//
// Loading kernels, memory and launches; see gpu.h.
#include "gpu/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/cuda.h"
#include "gpu/ptx.h"
#include "gpu/stack.h"

enum {
    MOST_PIECES = 128,      // of memory
    MOST_LANES = 128,       // in a block
    MOST_IN_STEP = 512,     // in one whose lanes share what they fetch of the code, as ptx.c has it
    SHARED = 48 << 10,      // bytes of shared memory that every GPU has for a block
    MOST_STACK = 512 << 10, // bytes that a thread may have
    MOST_STEPS = 42         // of a turn that is walked: MAX_STEPS of the printed text, and its ends
};

struct gpu_game {
    place place;
    const cuda *c;
    int device;
    void *context;
    ptx code;
    void *module[KERNELS], *entry[KERNELS]; // NULL until they are needed
    cu_memory piece[MOST_PIECES];
    int pieces;
};

// --- As a place --------------------------------------------------------------------------------

static tsr_err place_alloc(place *p, size_t size, void *out, tsr_error *err) {
    return gpu_alloc((gpu_game *)p, size, out, err);
}

static tsr_err place_bring(place *p, void *to, const void *from, size_t size, tsr_error *err) {
    return gpu_bring((gpu_game *)p, to, from, size, err);
}

static tsr_err place_take(place *p, void *to, const void *from, size_t size, tsr_error *err) {
    return gpu_take((gpu_game *)p, to, from, size, err);
}

static tsr_err place_run(place *p, lanes_job job, const lanes_batch *b, void *stream,
                         tsr_error *err) {
    return gpu_run((gpu_game *)p, job, b, stream, err);
}

static tsr_err place_wait(place *p, void *stream, tsr_error *err) {
    return gpu_wait((gpu_game *)p, stream, err);
}

static void place_end(place *p) {
    gpu_close((gpu_game *)p);
}

static const place_type gpu_type = {place_alloc, place_bring, place_take,
                                    place_run,   place_wait,  place_end};

place *gpu_place(gpu_game *g) {
    return &g->place;
}

// --- Opening -----------------------------------------------------------------------------------

// Frames are known to the driver but for code that calls itself.
static tsr_err make_stack(gpu_game *g, const char *text, lanes_kernel k, tsr_error *err) {
    const int deep = k == KERNEL_PERFT ? GPU_DEEPEST : MOST_STEPS;
    size_t now = 0, need = stack_of_entry(text, lanes_entry[k], deep);
    cu_result e = g->c->get_limit(&now, CU_LIMIT_STACK);
    if (!e && now < need) {
        e = need <= MOST_STACK ? g->c->set_limit(CU_LIMIT_STACK, need) : CU_NO_MEMORY;
    }
    return e ? tsr_fail(err, TSR_ERR_MEMORY,
                        "the GPU has no room for the stacks of %s: %zu KiB for each thread",
                        lanes_entry[k], need >> 10)
             : TSR_OK;
}

// 10 times the major and the minor of its architecture: 90 of an H200.
static int kind_of(const gpu_game *g) {
    int major = 0, minor = 0;
    (void)g->c->device_fact(&major, CU_DEVICE_MAJOR, g->device);
    (void)g->c->device_fact(&minor, CU_DEVICE_MINOR, g->device);
    return 10 * major + minor;
}

static tsr_err load_kernel(gpu_game *g, lanes_kernel k, tsr_error *err) {
    char *text = ptx_only(&g->code, lanes_entry[k]);
    char *image = ptx_image(&g->code, lanes_entry[k], kind_of(g));
    tsr_err made = text ? make_stack(g, text, k, err)
                        : tsr_fail(err, TSR_ERR_MEMORY, "no memory for the code of kernels");
    cu_result e = made ? 0 : g->c->module_load(&g->module[k], image ? image : text);
    e = made || e ? e : g->c->module_function(&g->entry[k], g->module[k], lanes_entry[k]);
    free(image);
    free(text);
    if (e == CU_BAD_PTX || e == CU_PTX_TOO_NEW || e == CU_NO_IMAGE) {
        return cuda_fail(g->c, e, "the driver does not take the code that clang made", err);
    }
    return e ? cuda_fail(g->c, e, "the kernels cannot be loaded", err) : made;
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
    if (!g) {
        ptx_free(&made);
    }
    if (!e && !g) {
        e = tsr_fail(err, TSR_ERR_MEMORY, "no memory for a game on a GPU");
    }
    if (!e) {
        *g = (gpu_game){.place = {&gpu_type, made.facts}, .c = c, .device = device, .code = made};
        e = open_device(g, err);
    }
    if (e) {
        gpu_close(g);
        return e;
    }
    leave(g);
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
        for (int k = 0; k < KERNELS; k++) {
            (void)(g->module[k] && g->c->module_unload(g->module[k]));
        }
        leave(g);
        (void)g->c->context_drop(g->device);
    }
    ptx_free(&g->code);
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
    return &g->place.facts;
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

// Shared memory that a lane needs.
static unsigned shared_of(const gpu_game *g, lanes_job job, const lanes_batch *b) {
    const lanes_kernel k = lanes_kernel_of(job);
    const lanes_facts *f = &g->place.facts;
    return k == KERNEL_BATCH ? lanes_desk(f, b) : k == KERNEL_GAMES ? f->room : 0;
}

// How many lanes work together, as ptx.c has it: as many as have room for their desks. Large games get all the
// room that a block can have, since their lanes share what they fetch of the code.
static unsigned lanes_of(const gpu_game *g, lanes_job job, const lanes_batch *b) {
    const int large = g->place.facts.in_step != 0;
    const int wide = large || (lanes_kernel_of(job) == KERNEL_BATCH && g->place.facts.light);
    unsigned lanes = wide ? 2 * MOST_LANES : MOST_LANES, room = SHARED;
    int most = 0;
    if (lanes_kernel_of(job) == KERNEL_GAMES && large) {
        return MOST_IN_STEP;
    }
    if (large && g->c->device_fact(&most, CU_DEVICE_MOST_SHARED, g->device) == 0 && most > SHARED) {
        room = (unsigned)most;
    }
    while (lanes > 1 && lanes * shared_of(g, job, b) > room) {
        lanes /= 2;
    }
    return lanes;
}

// How many blocks the GPU has room for at once.
static unsigned blocks_at_once(const gpu_game *g, lanes_job job, const lanes_batch *b) {
    const unsigned lanes = lanes_of(g, job, b);
    int processors = 1, fit = 1;
    (void)g->c->device_fact(&processors, CU_DEVICE_PROCESSORS, g->device);
    (void)g->c->blocks_that_fit(&fit, g->entry[lanes_kernel_of(job)], (int)lanes,
                                lanes * shared_of(g, job, b));
    return (unsigned)(fit < 1 ? 1 : fit) * (unsigned)processors;
}

static cu_result launch(gpu_game *g, lanes_job job, const lanes_batch *b, void *stream) {
    unsigned lanes = lanes_of(g, job, b), shared = lanes * shared_of(g, job, b);
    uint64_t all = (uint64_t)b->games * (job == LANES_ROLLOUT ? b->count : 1);
    uint64_t needed = (all + lanes - 1) / lanes;
    unsigned most = job == LANES_ROLLOUT ? blocks_at_once(g, job, b) : UINT32_MAX; // then go on
    unsigned blocks = needed < most ? (unsigned)needed : most;
    lanes_batch call = *b;
    uint32_t which = job;
    void *entry = g->entry[lanes_kernel_of(job)], *arguments[] = {&call, &which};
    if (shared > SHARED) {
        (void)g->c->function_set(entry, CU_FUNC_MOST_SHARED, (int)shared);
    }
    return g->c->launch(entry, blocks, 1, 1, lanes, 1, 1, shared, stream, arguments, NULL);
}

static tsr_err job_failed(gpu_game *g, cu_result e, lanes_job job, tsr_error *err) {
    int local = 0;
    const lanes_kernel k = lanes_kernel_of(job);
    (void)g->c->function_fact(&local, CU_FUNC_LOCAL, g->entry[k]);
    if (e == CU_NO_MEMORY) {
        return tsr_fail(err, TSR_ERR_MEMORY,
                        "the GPU has too little memory to run %s: %d bytes of stack a thread",
                        lanes_entry[k], local);
    }
    return cuda_fail(g->c, e, lanes_entry[k], err);
}

// Kernels are loaded when they are needed for the first time.
static tsr_err enter_for(gpu_game *g, lanes_job job, tsr_error *err) {
    const lanes_kernel k = lanes_kernel_of(job);
    tsr_err e = enter(g, err);
    if (!e && !g->entry[k]) {
        e = load_kernel(g, k, err);
        if (e) {
            leave(g);
        }
    }
    return e;
}

tsr_err gpu_room(gpu_game *g, lanes_job job, uint32_t *lanes, tsr_error *err) {
    tsr_err entered = enter_for(g, job, err);
    if (entered) {
        return entered;
    }
    const lanes_batch any = {0};
    *lanes = blocks_at_once(g, job, &any) * lanes_of(g, job, &any);
    leave(g);
    return TSR_OK;
}

tsr_err gpu_run(gpu_game *g, lanes_job job, const lanes_batch *b, void *stream, tsr_error *err) {
    tsr_err entered = enter_for(g, job, err);
    if (entered) {
        return entered;
    }
    cu_result e = launch(g, job, b, stream);
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
    tsr_err entered = enter_for(g, job, err);
    if (entered) {
        return entered;
    }
    cu_result e = g->c->event_new(&from, 0);
    e = e ? e : g->c->event_new(&to, 0);
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
