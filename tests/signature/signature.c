// SPDX-License-Identifier: MIT
//
// signature: the lines of sign.h for every game there is.
//
//     signature                print them
//     signature golden.txt     compare them with a file; say which differ
//     signature golden.txt azul chess.game ...     those of some games only
//
// One file serves all machines and compilers: that they agree with it is that they agree.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "signature/sign.h"

// The games asked for: those named, else those of the file that is compared with, else all.
static char **wanted;
static int wanted_count;

static int is_wanted(const char *name, size_t size) {
    for (int i = 0; i < wanted_count; i++) {
        if (strlen(wanted[i]) == size && memcmp(wanted[i], name, size) == 0) {
            return 1;
        }
    }
    return !wanted_count;
}

enum { MAX_NAMES = 512, NAME_SIZE = 64 };

// The games that the file speaks of; what it does not name is not compared.
static void want_those_of(FILE *golden) {
    static char names[MAX_NAMES][NAME_SIZE];
    static char *list[MAX_NAMES];
    char line[512];
    while (wanted_count < MAX_NAMES && fgets(line, sizeof line, golden)) {
        size_t size = strcspn(line, " ");
        if (size < NAME_SIZE && (!wanted_count || !is_wanted(line, size))) {
            memcpy(names[wanted_count], line, size);
            list[wanted_count] = names[wanted_count];
            wanted = list;
            wanted_count++;
        }
    }
    rewind(golden);
}

static int sign(const tsr_game *game, const char *kind, const tsr_registry *reg, buffer *out) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    char name[64];
    (void)snprintf(name, sizeof name, "%s%s", game->name, kind);
    if (!is_wanted(name, strlen(name))) {
        return 1;
    }
    tsr_setup_init(&setup, game);
    if (tsr_rules_open(&setup, NULL, &r, &err)) {
        (void)fprintf(stderr, "signature: %s: %s\n", name, err.message);
        return 0;
    }
    int ok = sign_game(r, name, reg, out);
    tsr_rules_close(r);
    return ok;
}

static int sign_all(buffer *out) {
    tsr_registry *reg = tsr_registry_new(NULL);
    int ok = reg && tsr_registry_add_builtin(reg, NULL) == TSR_OK;
    for (int i = 0; ok && i < tsr_registry_game_count(reg); i++) {
        ok = sign(tsr_registry_game_at(reg, i), "", reg, out);
    }
    for (int i = 0; ok && i < tsr_lang_builtin_count(); i++) {
        ok = sign(tsr_lang_builtin_at(i), ".game", reg, out);
    }
    tsr_registry_free(reg);
    return ok;
}

// Shows the lines that differ; answers how many.
static int compare(const char *text, FILE *golden) {
    char line[512];
    int differ = 0, count = 0;
    while (fgets(line, sizeof line, golden)) {
        if (!is_wanted(line, strcspn(line, " "))) {
            continue;
        }
        count++;
        size_t size = strcspn(text, "\n");
        size_t old = strcspn(line, "\n");
        if (size != old || memcmp(line, text, size) != 0) {
            printf("%d: written: %.*s\n    is now:  %.*s\n", count, (int)old, line, (int)size,
                   text);
            differ++;
        }
        text += size + (text[size] == '\n');
    }
    for (; *text; text += strcspn(text, "\n") + 1) {
        printf("more: %.*s\n", (int)strcspn(text, "\n"), text);
        differ++;
    }
    printf("%d lines, %d differ\n", count, differ);
    return count ? differ : 1; // a name that nobody has
}

int main(int argc, char **argv) {
    buffer out;
    buffer_init(&out, NULL);
    wanted = argv + 2;
    wanted_count = argc > 2 ? argc - 2 : 0;
    FILE *golden = argc >= 2 ? fopen(argv[1], "r") : NULL;
    if (golden && !wanted_count) {
        want_those_of(golden);
    }
    int status = sign_all(&out) ? 0 : 2;
    if (golden && status == 0) {
        status = compare(buffer_text(&out), golden) > 0;
    } else if (argc >= 2) {
        (void)fprintf(stderr, "signature: %s cannot be compared\n", argv[1]);
        status = 2;
    } else {
        (void)fputs(buffer_text(&out), stdout);
    }
    if (golden) {
        (void)fclose(golden);
    }
    buffer_deinit(&out);
    return status;
}
