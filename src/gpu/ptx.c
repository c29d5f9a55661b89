// SPDX-License-Identifier: MIT
//
// From rules to PTX: which clang, how it is called, and what its text still lacks.
#include "gpu/ptx.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tessera/host.h>
#include <tessera/rules.h>

#include "gpu/stack.h"
#include "host/toolchain.h"

enum {
    PTX_LIMIT = 64 << 20,
    LARGE_TEXT = 560 << 10,
    // Of one kernel, in bytes of PTX: the driver compiles the 1.9 MB of chess in twenty seconds, and was not done with
    // 2.6 MB (minixiangqi, before it was made smaller) in minutes.
    MOST_CODE = 10 << 18
};

// PTX for the oldest GPUs that everybody still has; the driver makes the best of it for newer ones.
static const char *const flags[] = {"-std=gnu11",
                                    "-O3",
                                    "-w",
                                    "--target=nvptx64-nvidia-cuda",
                                    "-march=sm_70",
                                    "-Xclang",
                                    "-target-feature",
                                    "-Xclang",
                                    "+ptx70",
                                    "-nostdlib",
                                    "-ffreestanding",
                                    "-ffp-contract=off",
                                    "-S"};

// The driver's compiler takes more than twice as long for twice the code. So in very large games functions are called
// that others have melted in, in the largest even those of a few instructions. It makes them slower (checkers by a
// third, measured), so only there: what is known to be large by its text, and what turns out to be (MOST_CODE).
static const char *const no_flags[] = {NULL};
static const char *const large_flags[] = {
    "-O2", "-fno-unroll-loops", "-mllvm", "-inline-threshold=10", "-Dflatten=", NULL};
static const char *const largest_flags[] = {
    "-Os",        "-fno-unroll-loops", "-mllvm", "-inline-threshold=0",
    "-Dflatten=", "-DRT_SANITIZED",    NULL};
static const char *const *const smaller[] = {no_flags, large_flags, largest_flags};

enum { SIZES = sizeof smaller / sizeof *smaller };

static int first_size(size_t text) {
    return text >= LARGE_TEXT;
}

// Newer ones first: those before 19 turn some code wrong, which the text works around (cgen_rt.inc).
static const char *const names[] = {"clang-21", "clang-20", "clang-19", "clang",   "clang-18",
                                    "clang-17", "clang-16", "clang-15", "clang-14"};

static tsr_err find_clang(char *path, size_t cap, tsr_error *err) {
    const char *wish = getenv("TESSERA_CLANG");
    if (wish && *wish) {
        return toolchain_find(wish, path, cap)
                   ? TSR_OK
                   : tsr_fail(err, TSR_ERR_UNKNOWN, "there is no '%.100s' ($TESSERA_CLANG)", wish);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (toolchain_find(names[i], path, cap)) {
            return TSR_OK;
        }
    }
    return tsr_fail(err, TSR_ERR_UNKNOWN,
                    "there is no clang to generate code for GPUs: install clang 14 or newer (19 is "
                    "best), or name one in $TESSERA_CLANG");
}

// Lanes of large games are many in a block, and steps of small ones many at a time (128 and 64 registers each,
// measured): as gpu.c launches them.
static const char *limits_of(const char *entry, const lanes_facts *f) {
    if (strncmp(entry, "games(", 6) == 0) {
        return f->in_step ? "\n.maxntid 512, 1, 1\n.minnctapersm 1" : "";
    }
    return strncmp(entry, "batch(", 6) != 0 ? ""
           : f->light                       ? "\n.maxntid 256, 1, 1\n.minnctapersm 4"
           : f->in_step                     ? "\n.maxntid 512, 1, 1\n.minnctapersm 1"
                                            : "";
}

// clang knows no kernels in C: its functions become entries, and declarations of them are left out. What is put
// in must have room between `to` and `from`.
static void make_entries(char *to, const char *from, const lanes_facts *facts) {
    static const char head[] = ".visible .func tessera_", entry[] = ".visible .entry tessera_";
    while (*from) {
        if (strncmp(from, head, sizeof head - 1) != 0) {
            *to++ = *from++;
            continue;
        }
        const char *end = from + strcspn(from, ")");
        end += *end == ')';
        end += strspn(end, "\n");
        if (*end == ';') {
            from = end + 1;
            continue;
        }
        memcpy(to, entry, sizeof entry - 1);
        to += sizeof entry - 1;
        from += sizeof head - 1;
        const char *more = limits_of(from, facts);
        const size_t size = strcspn(from, ")") + 1, more_size = strlen(more);
        memmove(to, from, size);
        memcpy(to + size, more, more_size);
        to += size + more_size;
        from += size;
    }
    *to = '\0';
}

static tsr_err read_ptx(const char *path, ptx *out, tsr_error *err) {
    enum { ROOM = 128 };
    char *raw = NULL;
    size_t size = 0;
    tsr_err e = tsr_file_read(path, PTX_LIMIT, &raw, &size, err);
    if (e) {
        return e;
    }
    out->text = malloc(size + ROOM + 1);
    if (out->text) {
        memcpy(out->text + ROOM, raw, size + 1);
        make_entries(out->text, out->text + ROOM, &out->facts);
        out->size = strlen(out->text);
    }
    tsr_mem_free(NULL, raw, size + 1);
    return out->text ? TSR_OK : tsr_fail(err, TSR_ERR_MEMORY, "no memory for the code of kernels");
}

static tsr_err call_clang(const char *clang, const char *source, int size, const char *object,
                          tsr_error *err) {
    enum { COUNT = sizeof flags / sizeof *flags, MORE = 16 };
    const char *argv[COUNT + MORE] = {clang};
    int argc = 1 + COUNT;
    memcpy(argv + 1, flags, sizeof flags);
    for (const char *const *flag = smaller[size]; *flag; flag++) {
        argv[argc++] = *flag;
    }
    argv[argc++] = source;
    argv[argc++] = "-o";
    argv[argc++] = object;
    return toolchain_run(clang, argv, object, err);
}

// A text that is to be compiled, and how small its code must be.
typedef struct job {
    const char *clang, *text;
    size_t length;
    int size; // of `smaller`
} job;

static tsr_err compile(const job *j, const char *object, tsr_error *err) {
    char source[4200];
    (void)snprintf(source, sizeof source, "%s.c", object);
    tsr_err e = toolchain_write(source, j->text, j->length, err);
    e = e ? e : call_clang(j->clang, source, j->size, object, err);
    (void)unlink(source);
    return e;
}

// Where the entry lies, or beside which name it is made. "" = nothing can be kept.
static void name_entry(const job *j, ptx *out) {
    uint64_t h = tsr_hash_bytes(j->text, j->length, toolchain_stamp(j->clang));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        h = tsr_hash_bytes(flags[i], strlen(flags[i]), h);
    }
    for (const char *const *flag = smaller[j->size]; *flag; flag++) {
        h = tsr_hash_bytes(*flag, strlen(*flag), h);
    }
    char folder[3000] = "";
    int kept = toolchain_cache(folder, sizeof folder);
    out->path[0] = '\0';
    if (kept) {
        (void)snprintf(out->path, sizeof out->path, "%s/%016" PRIx64 ".ptx", folder, h);
    }
}

static tsr_err make(const job *j, ptx *out, tsr_error *err) {
    char fresh[4150];
    const char *tmp = getenv("TMPDIR");
    name_entry(j, out);
    out->cached = *out->path && access(out->path, R_OK) == 0;
    if (out->cached) {
        return read_ptx(out->path, out, err);
    }
    (void)snprintf(fresh, sizeof fresh, *out->path ? "%s.%ld" : "%.4000s/tessera-%ld.ptx",
                   *out->path           ? out->path
                   : tmp && *tmp == '/' ? tmp
                                        : "/tmp",
                   (long)getpid());
    tsr_err e = compile(j, fresh, err);
    e = e ? e : read_ptx(fresh, out, err);
    if (e || !*out->path || rename(fresh, out->path) != 0) {
        (void)unlink(fresh);
        out->path[0] = '\0';
    }
    return e;
}

// What the driver compiles at once.
static size_t largest_kernel(const ptx *p) {
    size_t most = 0;
    for (int k = 0; k < KERNELS; k++) {
        const size_t size = code_of_entry(p->text, lanes_entry[k]);
        most = size > most ? size : most;
    }
    return most;
}

// As fast as it can be and still be compiled by the driver within a minute or two.
static tsr_err make_small_enough(const char *clang, const char *text, size_t length, ptx *out,
                                 tsr_error *err) {
    job j = {clang, text, length, first_size(length)};
    tsr_err e = make(&j, out, err);
    size_t code = e ? 0 : largest_kernel(out);
    while (!e && code > MOST_CODE && ++j.size < SIZES) {
        free(out->text);
        out->text = NULL;
        e = make(&j, out, err);
        code = e ? 0 : largest_kernel(out);
    }
    if (!e && code > MOST_CODE) {
        e = tsr_fail(err, TSR_ERR_LIMIT,
                     "these rules are too large for a GPU: %.1f MB of code in one kernel, which "
                     "its driver would compile for "
                     "many minutes (%.1f MB are allowed)",
                     (double)code / (1 << 20), (double)MOST_CODE / (1 << 20));
    }
    return e;
}

// What was made before and brought along: 0 = there is none.
static int is_at_hand(const char *text, size_t size, ptx *out) {
    const char *folder = getenv("TESSERA_PTX");
    (void)snprintf(out->name, sizeof out->name, "%016" PRIx64 ".ptx",
                   tsr_hash_bytes(text, size, 1));
    int n =
        folder && *folder ? snprintf(out->path, sizeof out->path, "%s/%s", folder, out->name) : 0;
    out->cached = n > 0 && n < (int)sizeof out->path && access(out->path, R_OK) == 0;
    return out->cached;
}

tsr_err ptx_make(const tsr_rules *r, ptx *out, tsr_error *err) {
    char clang[4096], *text = NULL;
    size_t size = 0;
    *out = (ptx){0};
    tsr_err e = lanes_print(r, NULL, &text, &size, &out->facts, err);
    if (!e && is_at_hand(text, size, out)) {
        e = read_ptx(out->path, out, err);
    } else if (!e) {
        e = find_clang(clang, sizeof clang, err);
        e = e ? e : make_small_enough(clang, text, size, out, err);
    }
    if (text) {
        tsr_mem_free(r->alloc, text, size + 1);
    }
    return e;
}

char *ptx_only(const ptx *p, const char *entry) {
    static const char head[] = ".visible .entry ";
    const size_t head_size = sizeof head - 1, name_size = strlen(entry);
    char *out = malloc(p->size + 1), *to = out;
    const char *from = p->text;
    while (out && *from) {
        const char *next = strstr(from, head);
        const char *name = next ? next + head_size : NULL;
        int wanted = name && strncmp(name, entry, name_size) == 0 && name[name_size] == '(';
        const char *end = next && !wanted ? strstr(next, "\n}") : NULL;
        size_t n = !next ? strlen(from) : (size_t)(next - from) + (wanted ? head_size : 0);
        memcpy(to, from, n);
        to += n;
        from = end ? end + 2 : next && !wanted ? next + strlen(next) : from + n;
    }
    if (out) {
        *to = '\0';
    }
    return out;
}

char *ptx_image(const ptx *p, const char *entry, int kind) {
    const char *folder = getenv("TESSERA_PTX");
    char path[4096], *raw = NULL, *out = NULL;
    tsr_error ignored;
    size_t size = 0;
    int n = folder && *folder ? snprintf(path, sizeof path, "%s/%.16s.%s.sm_%d.cubin", folder,
                                         p->name, entry, kind)
                              : 0;
    if (n <= 0 || n >= (int)sizeof path || tsr_file_read(path, PTX_LIMIT, &raw, &size, &ignored)) {
        return NULL;
    }
    out = malloc(size + 1);
    if (out) {
        memcpy(out, raw, size + 1);
    }
    tsr_mem_free(NULL, raw, size + 1);
    return out;
}

void ptx_free(ptx *p) {
    free(p->text);
    *p = (ptx){0};
}
