// SPDX-License-Identifier: MIT
#include "cli/tune_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

enum { LINE = 8192 };

int tune_file_take(tune_file *t, char *line, size_t cap) {
    if (!t->f || !t->reads) {
        return 0;
    }
    long at = ftell(t->f);
    size_t n = fgets(line, (int)cap, t->f) ? strlen(line) : 0;
    if (n > 0 && line[n - 1] == '\n') {
        line[n - 1] = '\0';
        return 1;
    }
    // The end, or half a line: from here on it is written.
    t->reads = 0;
    if (at < 0 || fseek(t->f, at, SEEK_SET) != 0 || ftruncate(fileno(t->f), at) != 0) {
        fclose(t->f);
        t->f = NULL;
    }
    return 0;
}

int tune_file_add(tune_file *t, const char *line) {
    if (!t->path) {
        return 1;
    }
    return t->f && fprintf(t->f, "%s\n", line) > 0 && fflush(t->f) == 0;
}

static cli_exit refuse_other(const char *path) {
    cli_complain("%s belongs to another run; give the same command again, or another file", path);
    return CLI_FILE;
}

// Whether the file has no whole line and is not the beginning of our first one either: it is
// somebody else's, and would be cut off.
static int is_strange(FILE *f, const char *head) {
    char first[LINE];
    size_t n = fread(first, 1, sizeof first, f);
    rewind(f);
    return !memchr(first, '\n', n) && (n > strlen(head) || memcmp(first, head, n) != 0);
}

cli_exit tune_file_open(tune_file *t, const char *path, const char *head) {
    char first[LINE];
    *t = (tune_file){.path = path, .f = fopen(path, "r+")};
    if (!t->f && errno == ENOENT) {
        t->f = fopen(path, "w+");
    }
    if (!t->f) {
        cli_complain("%s: %s", path, strerror(errno));
        return CLI_FILE;
    }
    if (is_strange(t->f, head)) {
        return refuse_other(path);
    }
    t->reads = 1;
    if (!tune_file_take(t, first, sizeof first)) {
        if (!tune_file_add(t, head)) {
            cli_complain("%s: cannot be written", path);
            return CLI_FILE;
        }
    } else if (strcmp(first, head) != 0) {
        return refuse_other(path);
    }
    return CLI_OK;
}

void tune_file_close(tune_file *t) {
    if (t->f) {
        fclose(t->f);
        t->f = NULL;
    }
}
