// SPDX-License-Identifier: MIT
//
// C text to a loaded shared object, with the system's compiler and a cache.
//
// The name of an entry says all it depends on: a hash of the text, the compiler (its
// path, size and age), our flags and the machine's name. Beside each NAME.so lies
// NAME.sum with the hash of its bytes, so that half a file is never loaded; both
// appear by rename. Whatever is wrong with an entry, it is made again.
#include <tessera/host.h>

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tessera/rules.h>

#include "host/toolchain.h"

extern char **environ;

enum { PATH_CAP = 4096, MAX_WORDS = 32, OBJECT_LIMIT = 64 << 20, SUM_SIZE = 17 };

static const char FLAGS[] = "-std=c17 -O2 -fPIC -shared -w"
#if defined(__x86_64__)
                            " -march=native"
#endif
    ;

// C text from this size on, as of chess, is compiled with less effort: that takes two thirds
// of the time and costs a tenth of the speed. Sets of many words, as of cards, are loops over these:
// without vectors they would take three times as long.
enum { LARGE_TEXT = 250000 };
static const char LARGE_FLAGS[] = " -O1 -ftree-vectorize"; // the last -O counts

// --- Paths -----------------------------------------------------------------------------

static int join(char *buf, size_t cap, const char *a, const char *b, const char *c) {
    const char *parts[] = {a, b, c};
    size_t n = 0;
    for (int i = 0; i < 3; i++) {
        size_t more = strlen(parts[i]);
        if (more >= cap - n) {
            return 0;
        }
        memcpy(buf + n, parts[i], more + 1);
        n += more;
    }
    return 1;
}

// A program by its name, as a shell would find it.
static int find_program(const char *name, char *path, size_t cap) {
    const char *at = getenv("PATH");
    if (strchr(name, '/')) {
        return join(path, cap, name, "", "") && access(path, X_OK) == 0;
    }
    while (at && *at) {
        size_t n = strcspn(at, ":");
        if (n && n + strlen(name) + 2 < cap) {
            (void)snprintf(path, cap, "%.*s/%s", (int)n, at, name);
            struct stat st;
            if (access(path, X_OK) == 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
                return 1;
            }
        }
        at += n + (at[n] == ':');
    }
    return 0;
}

// --- The compiler ------------------------------------------------------------------------

typedef struct compiler {
    char words[PATH_CAP]; // as in $CC, cut into words
    char path[PATH_CAP];
    char *argv[MAX_WORDS];
    int argc;
} compiler;

static int take_words(compiler *c, const char *command) {
    if (!join(c->words, sizeof c->words, command, "", "")) {
        return 0;
    }
    c->argc = 0;
    for (char *w = strtok(c->words, " \t"); w && c->argc < MAX_WORDS / 2; w = strtok(NULL, " \t")) {
        c->argv[c->argc++] = w;
    }
    return c->argc > 0 && find_program(c->argv[0], c->path, sizeof c->path);
}

static tsr_err find_compiler(compiler *c, tsr_error *err) {
    static const char *const names[] = {"cc", "gcc", "clang"};
    const char *wish = getenv("CC");
    if (wish && *wish) {
        return take_words(c, wish)
                   ? TSR_OK
                   : tsr_fail(err, TSR_ERR_UNKNOWN, "there is no C compiler '%.100s' ($CC)", wish);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (take_words(c, names[i])) {
            return TSR_OK;
        }
    }
    return tsr_fail(err, TSR_ERR_UNKNOWN,
                    "there is no C compiler: install gcc or clang, or name one in $CC");
}

// The first line of a compiler's complaint that says "error", or its first at all.
static void read_complaint(const char *path, char *buf, size_t cap) {
    char *text = NULL;
    size_t size = 0;
    tsr_error ignored = {0};
    buf[0] = '\0';
    if (tsr_file_read(path, 1 << 20, &text, &size, &ignored) != TSR_OK) {
        return;
    }
    const char *at = strstr(text, "error:");
    at = at ? at : text;
    (void)snprintf(buf, cap, "%.*s", (int)strcspn(at, "\n"), at);
    tsr_mem_free(NULL, text, size + 1);
}

static int run_program(const char *path, char *const *argv, const char *log) {
    posix_spawn_file_actions_t actions;
    pid_t pid = 0;
    int status = -1;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return -1;
    }
    int failed =
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) ||
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0) ||
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0600) ||
        posix_spawn(&pid, path, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    while (!failed && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return failed ? -1 : status;
}

static tsr_err compile_file(compiler *c, const char *source, size_t size, const char *object,
                            tsr_error *err) {
    char flags[sizeof FLAGS + sizeof LARGE_FLAGS], log[PATH_CAP], words[2][PATH_CAP],
        dash_o[] = "-o", complaint[160];
    int argc = c->argc;
    (void)join(flags, sizeof flags, FLAGS, size >= LARGE_TEXT ? LARGE_FLAGS : "", "");
    for (char *w = strtok(flags, " "); w; w = strtok(NULL, " ")) {
        c->argv[c->argc++] = w;
    }
    if (!join(log, sizeof log, object, ".log", "") || !join(words[0], PATH_CAP, object, "", "") ||
        !join(words[1], PATH_CAP, source, "", "")) {
        return tsr_fail(err, TSR_ERR_LIMIT, "the path is too long");
    }
    c->argv[c->argc++] = dash_o;
    c->argv[c->argc++] = words[0];
    c->argv[c->argc++] = words[1];
    c->argv[c->argc] = NULL;
    int status = run_program(c->path, c->argv, log);
    c->argc = argc;
    read_complaint(log, complaint, sizeof complaint);
    (void)unlink(log);
    if (status != 0) {
        (void)unlink(object);
        return tsr_fail(err, TSR_ERR_GAME, "the C compiler %.100s failed%s%s", c->path,
                        *complaint ? ": " : "", complaint);
    }
    return TSR_OK;
}

// --- Files ---------------------------------------------------------------------------------

static tsr_err write_file(const char *path, const void *bytes, size_t size, tsr_error *err) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const char *at = bytes;
    size_t left = size;
    while (fd >= 0 && left > 0) {
        ssize_t n = write(fd, at, left);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            break;
        }
        at += n;
        left -= (size_t)n;
    }
    int why = errno;
    if (fd < 0 || close(fd) != 0 || left > 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", path, strerror(why));
    }
    return TSR_OK;
}

// A folder of our own that nobody else may write to: what is in it gets loaded.
static int is_private(const char *path) {
    struct stat st;
    return lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
           (st.st_mode & (S_IWGRP | S_IWOTH)) == 0 && access(path, W_OK | X_OK) == 0;
}

static int make_folders(char *path) {
    for (char *at = path + 1; *at; at++) {
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(path, 0700);
            *at = '/';
        }
    }
    (void)mkdir(path, 0700);
    return is_private(path);
}

// $XDG_CACHE_HOME/tessera or ~/.cache/tessera; 0 if there is none that can be used.
static int cache_folder(char *buf, size_t cap, int make) {
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int ok = xdg && *xdg == '/'     ? join(buf, cap, xdg, "/tessera", "")
             : home && *home == '/' ? join(buf, cap, home, "/.cache/tessera", "")
                                    : 0;
    return ok && (make ? make_folders(buf) : is_private(buf));
}

// --- Entries --------------------------------------------------------------------------------

static uint64_t stamp_of(const char *path, uint64_t h) {
    struct stat st;
    h = tsr_hash_bytes(path, strlen(path), h);
    return stat(path, &st) == 0 ? tsr_mix(tsr_mix(h ^ (uint64_t)st.st_size) ^ (uint64_t)st.st_mtime)
                                : h;
}

static uint64_t entry_hash(const compiler *c, const char *text, size_t size) {
    struct utsname machine;
    uint64_t h = tsr_hash_bytes(text, size, 1);
    h = tsr_hash_bytes(LARGE_FLAGS, sizeof LARGE_FLAGS, tsr_hash_bytes(FLAGS, sizeof FLAGS, h));
    h = stamp_of(c->path, h);
    for (int i = 0; i < c->argc; i++) {
        h = tsr_hash_bytes(c->argv[i], strlen(c->argv[i]) + 1, h);
    }
    if (uname(&machine) == 0) {
        h = tsr_hash_bytes(machine.nodename, strlen(machine.nodename), h);
        h = tsr_hash_bytes(machine.machine, strlen(machine.machine), h);
    }
    return h;
}

// The hash of a file's bytes as text, or "".
static void sum_of(const char *path, char sum[SUM_SIZE]) {
    char *bytes = NULL;
    size_t size = 0;
    tsr_error ignored = {0};
    sum[0] = '\0';
    if (tsr_file_read(path, OBJECT_LIMIT, &bytes, &size, &ignored) == TSR_OK) {
        (void)snprintf(sum, SUM_SIZE, "%016" PRIx64, tsr_hash_bytes(bytes, size, size));
        tsr_mem_free(NULL, bytes, size + 1);
    }
}

static int is_sound(const char *object, const char *sum_path) {
    char sum[SUM_SIZE], *kept = NULL;
    size_t size = 0;
    tsr_error ignored = {0};
    if (tsr_file_read(sum_path, 64, &kept, &size, &ignored) != TSR_OK) {
        return 0;
    }
    sum_of(object, sum);
    int same = *sum && strcmp(sum, kept) == 0;
    tsr_mem_free(NULL, kept, size + 1);
    return same;
}

static tsr_err compile_text(compiler *c, const char *text, size_t size, const char *object,
                            tsr_error *err) {
    char source[PATH_CAP];
    if (!join(source, sizeof source, object, ".c", "")) {
        return tsr_fail(err, TSR_ERR_LIMIT, "the path is too long");
    }
    tsr_err e = write_file(source, text, size, err);
    e = e ? e : compile_file(c, source, size, object, err);
    (void)unlink(source);
    return e;
}

// Compiles beside the entry and renames, so that others see all of it or nothing.
static tsr_err make_entry(compiler *c, const char *text, size_t size, const char *object,
                          const char *sum_path, tsr_error *err) {
    char fresh[PATH_CAP], fresh_sum[PATH_CAP], unique[32], sum[SUM_SIZE];
    (void)snprintf(unique, sizeof unique, ".%ld", (long)getpid());
    if (!join(fresh, sizeof fresh, object, unique, "") ||
        !join(fresh_sum, sizeof fresh_sum, sum_path, unique, "")) {
        return tsr_fail(err, TSR_ERR_LIMIT, "the path is too long");
    }
    tsr_err e = compile_text(c, text, size, fresh, err);
    if (!e) {
        sum_of(fresh, sum);
        e = write_file(fresh_sum, sum, strlen(sum), err);
    }
    if (!e && (rename(fresh, object) != 0 || rename(fresh_sum, sum_path) != 0)) {
        e = tsr_fail(err, TSR_ERR_IO, "%s: %s", object, strerror(errno));
    }
    if (e) {
        (void)unlink(fresh);
        (void)unlink(fresh_sum);
    }
    return e;
}

tsr_err tsr_module_open(const char *path, const char *symbol, const void **out, tsr_error *err) {
    char here[PATH_CAP];
    // dlopen looks through the system's folders unless the name has a slash.
    if (!join(here, sizeof here, strchr(path, '/') ? "" : "./", path, "")) {
        return tsr_fail(err, TSR_ERR_LIMIT, "the path is too long");
    }
    void *object = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        const char *why = dlerror();
        return tsr_fail(err, TSR_ERR_IO, "cannot load %s", why ? why : path);
    }
    *out = dlsym(object, symbol);
    if (!*out) {
        dlclose(object);
        return tsr_fail(err, TSR_ERR_ABI, "%s does not export '%s'", path, symbol);
    }
    return TSR_OK;
}

// Where nothing can be kept: compiled into a folder that is gone as soon as it is loaded.
static tsr_err load_once(compiler *c, const char *text, size_t size, const char *symbol,
                         const void **out, tsr_error *err) {
    const char *tmp = getenv("TMPDIR");
    char folder[PATH_CAP], object[PATH_CAP];
    if (!join(folder, sizeof folder, tmp && *tmp == '/' ? tmp : "/tmp", "/tessera-XXXXXX", "") ||
        !mkdtemp(folder) || !join(object, sizeof object, folder, "/game.so", "")) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", folder, strerror(errno));
    }
    tsr_err e = compile_text(c, text, size, object, err);
    e = e ? e : tsr_module_open(object, symbol, out, err);
    (void)unlink(object);
    (void)rmdir(folder);
    return e;
}

tsr_err tsr_compile_load(const char *text, size_t size, const char *symbol, int build,
                         const void **out, tsr_built *built, tsr_error *err) {
    compiler c;
    char sum_path[PATH_CAP], name[32];
    memset(built, 0, sizeof *built);
    tsr_err e = find_compiler(&c, err);
    if (e) {
        return e;
    }
    if (!cache_folder(built->path, sizeof built->path - sizeof name, build)) {
        built->path[0] = '\0';
        return build ? load_once(&c, text, size, symbol, out, err)
                     : tsr_fail(err, TSR_ERR_UNKNOWN, "there is no cache to look in");
    }
    (void)snprintf(name, sizeof name, "/%016" PRIx64, entry_hash(&c, text, size));
    strcat(built->path, name);
    (void)join(sum_path, sizeof sum_path, built->path, ".sum", "");
    strcat(built->path, ".so");
    built->cached =
        is_sound(built->path, sum_path) && tsr_module_open(built->path, symbol, out, err) == TSR_OK;
    if (built->cached) {
        return TSR_OK;
    }
    if (!build) {
        return tsr_fail(err, TSR_ERR_UNKNOWN, "these rules have not been compiled yet");
    }
    e = make_entry(&c, text, size, built->path, sum_path, err);
    if (e == TSR_ERR_IO) { // a full disk, perhaps
        built->path[0] = '\0';
        return load_once(&c, text, size, symbol, out, err);
    }
    return e ? e : tsr_module_open(built->path, symbol, out, err);
}

// What is written beside a path and renamed would replace a device, a pipe, a folder or a link, not fill it.
static int is_special(const char *path) {
    struct stat s;
    return lstat(path, &s) == 0 && !S_ISREG(s.st_mode);
}

tsr_err tsr_compile_file(const char *text, size_t size, const char *path, tsr_error *err) {
    compiler c;
    char here[PATH_CAP], fresh[PATH_CAP], unique[32];
    tsr_err e = find_compiler(&c, err);
    if (e) {
        return e;
    }
    (void)snprintf(unique, sizeof unique, ".%ld", (long)getpid());
    // A compiler takes a name that begins with a dash for a flag.
    if (!join(here, sizeof here, *path == '-' ? "./" : "", path, "") ||
        !join(fresh, sizeof fresh, here, unique, "")) {
        return tsr_fail(err, TSR_ERR_LIMIT, "the path is too long");
    }
    if (is_special(here)) {
        return tsr_fail(err, TSR_ERR_IO, "%s cannot be written: it is not a regular file", path);
    }
    tsr_error why = {0};
    e = compile_text(&c, text, size, fresh, &why);
    if (e == TSR_ERR_IO) { // say what was asked for, not what is written beside it
        const char *reason = strrchr(why.message, ':');
        return tsr_fail(err, e, "%s cannot be written%s", path, reason ? reason : "");
    }
    if (e) {
        return tsr_fail(err, e, "%s", why.message);
    }
    if (rename(fresh, here) != 0) {
        e = tsr_fail(err, TSR_ERR_IO, "%s cannot be written: %s", path, strerror(errno));
        (void)unlink(fresh);
    }
    return e;
}

// --- For other compilers: toolchain.h ----------------------------------------------------------

int toolchain_find(const char *name, char *path, size_t cap) {
    return find_program(name, path, cap);
}

uint64_t toolchain_stamp(const char *path) {
    return stamp_of(path, 1);
}

int toolchain_cache(char *buf, size_t cap) {
    return cache_folder(buf, cap, 1);
}

tsr_err toolchain_write(const char *path, const void *bytes, size_t size, tsr_error *err) {
    return write_file(path, bytes, size, err);
}

tsr_err toolchain_run(const char *program, const char *const *argv, const char *object,
                      tsr_error *err) {
    char log[PATH_CAP], complaint[160];
    union { // posix_spawn does not write to the words
        const char *const *given;
        char *const *taken;
    } words = {argv};
    if (!join(log, sizeof log, object, ".log", "")) {
        return tsr_fail(err, TSR_ERR_LIMIT, "the path is too long");
    }
    int status = run_program(program, words.taken, log);
    read_complaint(log, complaint, sizeof complaint);
    (void)unlink(log);
    if (status != 0) {
        (void)unlink(object);
        return tsr_fail(err, TSR_ERR_GAME, "%.100s failed%s%s", program, *complaint ? ": " : "",
                        complaint);
    }
    return TSR_OK;
}
