// SPDX-License-Identifier: MIT
// A server's page from outside.
#include "cli/page.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/keep.h"
#include "server/remote.h"

// --- Asking -------------------------------------------------------------------

static tsr_err judge(const char *url, const json_t *answer, tsr_error *err) {
    const json_t *ready = json_object_get(answer, "ready");
    const char *problem = json_string_value(json_array_get(json_object_get(answer, "problems"), 0));
    if (!json_is_boolean(ready)) {
        return tsr_fail(err, TSR_ERR_IO, "%.150s: this is not a Tessera server", url);
    }
    return json_is_true(ready) ? TSR_OK
                               : tsr_fail(err, TSR_ERR_IO, "%.150s is not ready: %.200s", url,
                                          problem ? problem : "it does not say why");
}

tsr_err page_ready(const char *url, tsr_error *err) {
    remote *r = NULL;
    json_t *answer = NULL;
    int status = 0;
    tsr_err e = remote_open(url, "", &r, err);
    e = e ? e : remote_ask(r, "/readyz", NULL, &status, &answer, err);
    e = e ? e : judge(url, answer, err);
    json_decref(answer);
    remote_close(r);
    return e;
}

// --- Showing ------------------------------------------------------------------

// In the child: signals as everybody has them, and a silent browser.
static void become_browser(const char *url) {
    sigset_t none;
    int nothing = open("/dev/null", O_RDWR);
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
    (void)setsid(); // Ctrl-C is for the server
    for (int fd = 0; nothing >= 0 && fd < 3; fd++) {
        (void)dup2(nothing, fd);
    }
    execlp("xdg-open", "xdg-open", url, (char *)NULL);
    _exit(127);
}

// Twice removed, so that nobody has to wait for it.
void page_show(const char *url) {
    pid_t pid = fork();
    if (pid == 0) {
        if (fork() == 0) {
            become_browser(url);
        }
        _exit(0);
    }
    if (pid > 0) {
        (void)waitpid(pid, NULL, 0);
    }
}

// --- Its database -------------------------------------------------------------

tsr_err page_database(char *path, size_t cap, tsr_error *err) {
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    char folder[KEEP_PATH_MAX];
    int n = -1;
    if (data && data[0] == '/') {
        n = snprintf(folder, sizeof folder, "%s/tessera", data);
    } else if (home && *home) {
        n = snprintf(folder, sizeof folder, "%s/.local/share/tessera", home);
    }
    if (n <= 0 || (size_t)n + sizeof "/games.db" > cap || n >= KEEP_PATH_MAX) {
        return tsr_fail(err, TSR_ERR_IO,
                        "neither XDG_DATA_HOME nor HOME names a folder; give --db");
    }
    if (!keep_make_folders(folder)) {
        return tsr_fail(err, TSR_ERR_IO, "%.150s: %s", folder, strerror(errno));
    }
    (void)snprintf(path, cap, "%s/games.db", folder);
    return TSR_OK;
}
