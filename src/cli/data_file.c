// SPDX-License-Identifier: MIT
// Reads the file of a game's FILE option and what it builds on, into one text.
#include "cli/data_file.h"

#include <stdio.h>
#include <string.h>

#include <tessera/host.h>

#include "cli/command.h"

enum { FILES_MOST = 12, NAME_SIZE = 200, PATH_SIZE = 4096 };

// The file `name` in the folder of `path`; 0 = it would lie elsewhere, or the path is too long.
static int beside(const char *path, const char *name, char *out) {
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash + 1 - path) : 0;
    if (strchr(name, '/')) {
        return 0;
    }
    return snprintf(out, PATH_SIZE, "%.*s%s", folder, path, name) < PATH_SIZE;
}

// Appends a line `file "NAME"` and the text of that file.
static cli_exit append(char **text, size_t *size, const char *name, char *more, size_t more_size) {
    size_t line = strlen(name) + sizeof "\nfile \"\"\n" - 1;
    char *grown = tsr_mem_resize(NULL, *text, *size + 1, *size + line + more_size + 1);
    if (!grown) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
        return CLI_FILE;
    }
    snprintf(grown + *size, line + 1, "\nfile \"%s\"\n", name);
    memcpy(grown + *size + line, more, more_size + 1);
    *text = grown;
    *size += line + more_size;
    return CLI_OK;
}

static cli_exit add_wanted(const char *path, const char *name, size_t limit, char **text,
                           size_t *size) {
    char whole[PATH_SIZE], *more = NULL;
    size_t more_size = 0;
    if (!beside(path, name, whole) ||
        tsr_file_read(whole, limit, &more, &more_size, NULL) != TSR_OK) {
        return CLI_OK; // the game says what it misses, with the line that names it
    }
    cli_exit code = append(text, size, name, more, more_size);
    tsr_mem_free(NULL, more, more_size + 1);
    return code;
}

cli_exit cli_data_read(const tsr_game *game, const char *path, size_t limit, char **text,
                       size_t *size) {
    tsr_error err = {0};
    cli_exit code = CLI_OK;
    if (tsr_file_read(path, limit, text, size, &err) != TSR_OK) {
        cli_complain_about(path, &err);
        return CLI_FILE;
    }
    for (int i = 0; i < FILES_MOST && code == CLI_OK && game->more && game->more->data_wants; i++) {
        char name[NAME_SIZE];
        size_t before = *size;
        int n = game->more->data_wants(*text, *size, name, sizeof name);
        if (n <= 0 || n >= NAME_SIZE) {
            break;
        }
        code = add_wanted(path, name, limit, text, size);
        if (*size == before) {
            break;
        }
    }
    if (code != CLI_OK) {
        tsr_mem_free(NULL, *text, *size + 1);
        *text = NULL;
        *size = 0;
    }
    return code;
}
