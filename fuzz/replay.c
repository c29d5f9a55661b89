// SPDX-License-Identifier: MIT
//
// Runs a fuzz target over files and folders of files, without libFuzzer: the kept
// inputs are part of the quick test suite on every compiler.

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>

#include "fuzz.h"

enum { LARGEST = 16 << 20 };

static int run_file(const char *path) {
    char *bytes = NULL;
    size_t size = 0;
    tsr_error err = {0};
    if (tsr_file_read(path, LARGEST, &bytes, &size, &err)) {
        fprintf(stderr, "replay: %s\n", err.message);
        return 0;
    }
    // An exact block, so that a sanitizer sees the first byte read past the end.
    uint8_t *exact = fuzz_memory(size);
    memcpy(exact, bytes, size);
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    tsr_mem_free(NULL, bytes, size + 1);
    return 1;
}

static int run_folder(const char *path) {
    DIR *folder = opendir(path);
    int files = 0;
    if (!folder) {
        return run_file(path);
    }
    for (struct dirent *e; (e = readdir(folder)) != NULL;) {
        char name[4096];
        if (e->d_name[0] != '.') {
            snprintf(name, sizeof name, "%s/%s", path, e->d_name);
            files += run_file(name);
        }
    }
    closedir(folder);
    return files;
}

int main(int argc, char **argv) {
    int files = 0;
    (void)LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < argc; i++) {
        files += run_folder(argv[i]);
    }
    printf("replayed %d inputs\n", files);
    return files > 0 ? 0 : 1;
}
