// SPDX-License-Identifier: MIT
//
// A clock that a test drives, for programs that know nothing of it: a shared object for
// LD_PRELOAD (tests/support/driven_clock.py), which answers for the clock that never goes back.
// The file named by TSR_TEST_CLOCK holds what it shows: three numbers of 64 bits, whether it goes
// on by itself, the nanoseconds it is ahead, and by how many more with every look at it.
// Standing still it shows the moment of the program's start, plus what it is ahead.
//
// Only reading the clock is answered here: whoever sleeps in the kernel sleeps by the
// kernel's clock.

#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef struct face {
    _Atomic int64_t goes_on;
    _Atomic int64_t ahead_ns;
    _Atomic int64_t step_ns;
} face;

static face *shown;
static int64_t start_ns;

static int64_t kernel_ns(clockid_t id) {
    struct timespec t = {0};
    (void)syscall(SYS_clock_gettime, id, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

__attribute__((constructor)) static void look_for_the_face(void) {
    const char *path = getenv("TSR_TEST_CLOCK");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    start_ns = kernel_ns(CLOCK_MONOTONIC);
    if (fd >= 0) {
        void *at = mmap(NULL, sizeof *shown, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        shown = at == MAP_FAILED ? NULL : at;
        close(fd);
    }
}

static int is_driven(clockid_t id) {
    return id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_COARSE || id == CLOCK_MONOTONIC_RAW;
}

int clock_gettime(clockid_t id, struct timespec *out) {
    if (!shown || !is_driven(id)) {
        return (int)syscall(SYS_clock_gettime, id, out);
    }
    int64_t ns = atomic_load(&shown->goes_on) ? kernel_ns(CLOCK_MONOTONIC) : start_ns;
    ns += atomic_fetch_add(&shown->ahead_ns, atomic_load(&shown->step_ns));
    out->tv_sec = (time_t)(ns / 1000000000);
    out->tv_nsec = (long)(ns % 1000000000);
    return 0;
}
