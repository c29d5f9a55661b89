// SPDX-License-Identifier: MIT
// The end of a published game's process, with and without waiting for it.
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "server/annex_impl.h"
#include "server/watch.h"

pid_t annex_cut(annexes *a, annex *x) {
    pid_t pid = x->pid;
    if (pid) {
        (void)kill(pid, SIGKILL); // what it has acknowledged is on its disk
        watch_remove(a->watched, x->line.fd);
        annex_line_close(&x->line);
        x->pid = 0;
        a->running--;
    }
    return pid;
}

void annex_end(annexes *a, annex *x) {
    pid_t pid = annex_cut(a, x);
    while (pid && waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}
