// SPDX-License-Identifier: MIT
//
// make_shelf: turns rules files into C. Run by the build.
//
//     make_shelf --shelf OUT.c [--interpret NAME | --also NAME:OPTION=VALUE ...] FILE.game ...
//     make_shelf --native NAME[:OPTION=VALUE] DIR FILE.game ...
//     make_shelf --module NAME DIR FILE.game ...
//
// The first form makes the shelf: one constant table for each game, with its source as data; the
// program itself is made when the game is opened. Every file is compiled and its tests are read,
// so a broken game breaks the build. Games named by --interpret have no machine code in this build.
//
// The second prints one game as C for the machine: DIR/native_NAME.c, DIR/native_NAME_joined.c and,
// for the build, DIR/native_NAME.d with the files it came from. With an option it prints the game
// opened so, as native_NAME_OPTION_VALUE.c and no other form; --also puts it on the shelf beside the
// usual one (a program finds its machine code by its hash). The third does the same with the
// rules inside. All files are named, since a game may inherit from any other: parents come
// first, in whatever order files are given; @LIST instead of them names a file with one path a line, so
// that a command does not change when another game comes. Files that would not change are left alone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/cgen/cgen.h"
#include "lang/game/slots.h"

typedef struct shelf_file {
    const char *path;
    char name[64];
    char title[128];
    char *text;
    tsr_game *game;
    int parent;      // index, -1 = none
    int placed;      // it is in `order`
    int interpreted; // no machine code is linked for it
} shelf_file;

// A game with one option set: "go:size=9".
typedef struct variant {
    char game[64], option[64], value[64];
} variant;

enum { MAX_VARIANTS = 16 };

static shelf_file *files;
static variant variants[MAX_VARIANTS];
static int variant_count;
static int *order; // of the files: parents before their children, else as they were given
static int file_count, placed_count;

static int find_title(const char *title) {
    for (int i = 0; i < file_count; i++) {
        if (strcmp(files[i].title, title) == 0) {
            return i;
        }
    }
    return -1;
}

static const char *find(void *self, const char *title) {
    int i = find_title(title);
    (void)self;
    return i < 0 ? NULL : files[i].text;
}

// A whole file as text, or NULL; free it.
static char *read_file(const char *path) {
    FILE *f = fopen(path, "rb");
    long size = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    char *text = size >= 0 && fseek(f, 0, SEEK_SET) == 0 ? malloc((size_t)size + 1) : NULL;
    if (text) {
        text[fread(text, 1, (size_t)size, f)] = '\0';
    }
    if (f) {
        (void)fclose(f);
    }
    return text;
}

static void base_name(const char *path, char *buf, size_t cap) {
    const char *slash = strrchr(path, '/');
    (void)snprintf(buf, cap, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(buf, '.');
    if (dot) {
        *dot = '\0';
    }
}

static int load(shelf_file *f, const char *path) {
    f->path = path;
    base_name(path, f->name, sizeof f->name);
    f->text = read_file(path);
    if (!f->text) {
        (void)fprintf(stderr, "make_shelf: cannot read %s\n", path);
        return 0;
    }
    (void)lang_title_of(f->text, f->title, sizeof f->title); // without one it does not compile
    return 1;
}

static int compile(shelf_file *f) {
    static tsr_lang_report report;
    tsr_lang_source source = {.file = f->path, .text = f->text, .find = find};
    tsr_err e = tsr_lang_compile(&source, NULL, &f->game, &report);
    for (int i = 0; i < report.count; i++) {
        (void)fputs(report.message[i].text, stderr);
    }
    return e == TSR_OK;
}

// Puts a file behind all that it inherits from. (In a circle no file compiles.)
static void place(int i) {
    if (files[i].placed) {
        return;
    }
    files[i].placed = 1;
    if (files[i].parent >= 0) {
        place(files[i].parent);
    }
    order[placed_count++] = i;
}

// The lines of a file; NULL = there is no room. They are needed until the program ends.
static char **read_list(const char *path, int *count) {
    static char *text, **line;
    text = read_file(path);
    line = calloc(text ? strlen(text) / 2 + 1 : 1, sizeof *line); // a line and its end
    *count = 0;
    for (char *at = text ? strtok(text, "\n") : NULL; line && at; at = strtok(NULL, "\n")) {
        line[(*count)++] = at;
    }
    return line;
}

static int load_all(int count, char **paths) {
    char parent[128];
    files = calloc((size_t)count, sizeof *files);
    order = calloc((size_t)count, sizeof *order);
    if (!files || !order) {
        return 0;
    }
    for (; file_count < count; file_count++) {
        if (!load(&files[file_count], paths[file_count])) {
            return 0;
        }
    }
    for (int i = 0; i < count; i++) {
        files[i].parent =
            lang_parent_of(files[i].text, parent, sizeof parent) ? find_title(parent) : -1;
    }
    for (int i = 0; i < count; i++) {
        place(i);
    }
    return 1;
}

static void put_bytes(FILE *out, const char *name, const char *what, const char *text) {
    size_t n = strlen(text) + 1;
    (void)fprintf(out, "static const char %s_%s[] = {", name, what);
    for (size_t i = 0; i < n; i++) {
        (void)fprintf(out, i % 20 ? "%d," : "\n    %d,", (int)(signed char)text[i]);
    }
    (void)fprintf(out, "\n};\n");
}

static void put_string(FILE *out, const char *text) {
    (void)fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') {
            (void)fputc('\\', out);
        }
        (void)fputc(*text, out);
    }
    (void)fputc('"', out);
}

static void put_options(FILE *out, const shelf_file *f) {
    const tsr_game *g = f->game;
    if (!g->option_count) {
        return;
    }
    (void)fprintf(out, "static const tsr_option %s_options[] = {\n", f->name);
    for (int i = 0; i < g->option_count; i++) {
        const tsr_option *o = &g->options[i];
        (void)fprintf(out, "    {\"%s\", \"%s\", %d, %d, %d, %d, %s},\n", o->name, o->help,
                      (int)o->kind, (int)o->def, (int)o->min, (int)o->max,
                      o->choices ? "view_words" : "NULL");
    }
    (void)fprintf(out, "};\n");
}

static void put_game(FILE *out, const shelf_file *f) {
    const tsr_game *g = f->game;
    const lang_sources *src = g->self;
    put_bytes(out, f->name, "text", f->text);
    put_bytes(out, f->name, "leaflet", g->rules);
    put_options(out, f);
    (void)fprintf(out, "static const char *const %s_seats[] = {", f->name);
    for (int i = 0; i < g->max_players; i++) {
        (void)fprintf(out, "\"%s\", ", g->seats[i]);
    }
    (void)fprintf(out, "};\nstatic const lang_sources %s_source = {%s_text, %s%s%s, %d, 0};\n",
                  f->name, f->name, f->parent < 0 ? "NULL" : "&",
                  f->parent < 0 ? "" : files[f->parent].name, f->parent < 0 ? "" : "_source",
                  src->has_view);
    (void)fprintf(out, "static const tsr_game_more %s_more = {LANG_MORE, .minutes = %d};\n",
                  f->name, g->more->minutes);
    (void)fprintf(
        out,
        "static const tsr_game %s_game = {LANG_SLOTS,\n    .more = &%s_more,\n    .name = \"%s\",\n"
        "    .title = ",
        f->name, f->name, f->name);
    put_string(out, g->title);
    (void)fprintf(out, ",\n    .about = ");
    put_string(out, g->about);
    (void)fprintf(
        out,
        ",\n    .rules = %s_leaflet,\n    %s.flags = %u,\n    .min_players = %d, .max_players = "
        "%d,\n    .option_count = %d, .options = %s%s,\n    .seats = %s_seats,\n    .self = "
        "&%s_source};\n\n",
        f->name, g->flags & TSR_HAS_HIDDEN ? "LANG_HIDDEN, " : "", g->flags, g->min_players,
        g->max_players, g->option_count, g->option_count ? f->name : "NULL",
        g->option_count ? "_options" : "", f->name, f->name);
}

// --- As machine code -----------------------------------------------------------------------

// Whether a game asks for one choice a move unless told otherwise. It is compiled for whole
// turns too: random play is compared by those.
static int is_split(const shelf_file *f) {
    const tsr_game *g = f->game;
    const tsr_option *last = g->option_count ? &g->options[g->option_count - 1] : NULL;
    return last && strcmp(last->name, "turns") == 0 && last->def == 1;
}

// "go", or "go:size=9".
static int read_variant(const char *text, variant *v) {
    *v = (variant){0};
    int n = sscanf(text, "%63[^:]:%63[^=]=%63s", v->game, v->option, v->value);
    return n == 1 || n == 3;
}

// What its files and its table are called: "go_size_9".
static void variant_name(const variant *v, char *buf, size_t cap) {
    (void)snprintf(buf, cap, *v->option ? "%s_%s_%s" : "%s", v->game, v->option, v->value);
}

static int interpret(const char *name) {
    for (int i = 0; i < file_count; i++) {
        if (strcmp(files[i].name, name) == 0) {
            files[i].interpreted = 1;
            return 1;
        }
    }
    (void)fprintf(stderr, "make_shelf: there is no file %s.game among those named\n", name);
    return 0;
}

// A line for each module, with its name between two words.
static void put_each_native(FILE *out, const char *before, const char *after) {
    for (int i = 0; i < file_count; i++) {
        const shelf_file *f = &files[order[i]];
        if (f->interpreted) {
            continue;
        }
        (void)fprintf(out, "%slang_native_%s%s\n", before, f->name, after);
        if (is_split(f)) {
            (void)fprintf(out, "%slang_native_%s_joined%s\n", before, f->name, after);
        }
    }
    for (int i = 0; i < variant_count; i++) {
        char name[200];
        variant_name(&variants[i], name, sizeof name);
        (void)fprintf(out, "%slang_native_%s%s\n", before, name, after);
    }
}

// The tables of the modules, and the one that plays a program. On x86-64 there are two
// sets of them, see src/lang/CMakeLists.txt.
static void put_natives(FILE *out) {
    (void)fprintf(out, "#ifdef LANG_NATIVE_NONE // they come by themselves, if at all\n"
                       "const lang_native *lang_native_builtin(uint64_t hash) {\n"
                       "    (void)hash;\n    return NULL;\n}\n#else\n");
    put_each_native(out, "extern const lang_native ", ";");
    (void)fprintf(out, "#ifdef LANG_NATIVE_V3\n");
    put_each_native(out, "extern const lang_native ", "_v3;");
    (void)fprintf(out, "#endif\n\nconst lang_native *lang_native_builtin(uint64_t hash) {\n"
                       "    static const lang_native *const plain[] = {\n");
    put_each_native(out, "        &", ",");
    (void)fprintf(out, "    };\n    const lang_native *const *tables = plain;\n"
                       "#ifdef LANG_NATIVE_V3\n    static const lang_native *const v3[] = {\n");
    put_each_native(out, "        &", "_v3,");
    (void)fprintf(
        out, "    };\n"
             "    if (__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\")) {\n"
             "        tables = v3;\n    }\n#endif\n"
             "    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {\n"
             "        if (tables[i]->program == hash) {\n            return tables[i];\n"
             "        }\n    }\n    return NULL;\n}\n#endif\n");
}

// Writes a file, unless it says just that already: then nothing that depends on it is made anew.
static int write_file(const char *path, const char *bytes, size_t size) {
    char *old = read_file(path);
    int same = old && strlen(old) == size && memcmp(old, bytes, size) == 0;
    free(old);
    FILE *out = same ? NULL : fopen(path, "w");
    int ok = same || (out && fwrite(bytes, 1, size, out) == size);
    ok = (!out || fclose(out) == 0) && ok;
    if (!ok) {
        (void)fprintf(stderr, "make_shelf: %s cannot be written\n", path);
    }
    return ok;
}

// `joined` is "" or "_joined": then turns are whole moves.
static tsr_err print_game(const shelf_file *f, const variant *v, const char *joined, int alone,
                          buffer *text, tsr_error *err) {
    char symbol[240], name[200];
    tsr_setup setup;
    tsr_rules *r = NULL;
    variant_name(v, name, sizeof name);
    (void)snprintf(symbol, sizeof symbol, "lang_native_%s%s", name, joined);
    cgen_source source = {.symbol = symbol, .embed = alone ? f->game->self : NULL};
    tsr_setup_init(&setup, f->game);
    tsr_err e = *joined ? tsr_setup_option(&setup, "turns", "joined", err) : TSR_OK;
    e = !e && *v->option ? tsr_setup_option(&setup, v->option, v->value, err) : e;
    e = e ? e : tsr_rules_open(&setup, NULL, &r, err);
    e = e ? e : cgen_print(program_of(r), &source, text, err);
    tsr_rules_close(r);
    return e;
}

static int print_native(const shelf_file *f, const variant *v, const char *dir, const char *joined,
                        int alone) {
    char path[4096], name[200];
    tsr_error err = {0};
    buffer text;
    tsr_err e = TSR_OK;
    buffer_init(&text, NULL);
    variant_name(v, name, sizeof name);
    (void)snprintf(path, sizeof path, "%s/native_%s%s.c", dir, name, joined);
    if (*joined && !is_split(f)) {
        // The build cannot know which games have two forms, so all have two files.
        buffer_addf(&text,
                    "// The turns of %s are whole moves: native_%s.c is all there is.\n"
                    "typedef int lang_native_%s_is_whole;\n",
                    f->title, f->name, f->name);
    } else {
        e = print_game(f, v, joined, alone, &text, &err);
    }
    if (e) {
        (void)fprintf(stderr, "make_shelf: %s: %s\n", path, err.message);
    }
    int ok = !e && write_file(path, text.bytes, text.size);
    buffer_deinit(&text);
    return ok;
}

// Which files the printed game came from, in the form `make` and ninja read.
static int print_depends(const shelf_file *f, const variant *v, const char *dir) {
    char path[4096], name[200];
    buffer text;
    buffer_init(&text, NULL);
    variant_name(v, name, sizeof name);
    (void)snprintf(path, sizeof path, "%s/native_%s.d", dir, name);
    buffer_addf(&text, "%s/native_%s.c:", dir, name);
    for (; f; f = f->parent < 0 ? NULL : &files[f->parent]) {
        buffer_addf(&text, " %s", f->path);
    }
    buffer_addf(&text, "\n");
    int ok = write_file(path, text.bytes, text.size);
    buffer_deinit(&text);
    return ok;
}

static int print_natives(const variant *v, const char *dir, int alone) {
    for (int i = 0; i < file_count; i++) {
        shelf_file *f = &files[i];
        if (strcmp(f->name, v->game) == 0) {
            return compile(f) && print_native(f, v, dir, "", alone) &&
                   (*v->option || print_native(f, v, dir, "_joined", alone)) &&
                   print_depends(f, v, dir);
        }
    }
    (void)fprintf(stderr, "make_shelf: there is no file %s.game among those named\n", v->game);
    return 0;
}

static int print_shelf(const char *path) {
    for (int i = 0; i < file_count; i++) {
        if (!compile(&files[order[i]])) {
            return 0;
        }
    }
    FILE *out = fopen(path, "w");
    if (!out) {
        (void)fprintf(stderr, "make_shelf: %s cannot be written\n", path);
        return 0;
    }
    (void)fprintf(out,
                  "// Made by make_shelf from games/rules. Do not edit.\n"
                  "#include <tessera/lang.h>\n\n#include \"lang/game/slots.h\"\n\n"
                  "static const char *const view_words[] = {\"joined\", \"split\", NULL};\n\n");
    for (int i = 0; i < file_count; i++) {
        put_game(out, &files[order[i]]);
    }
    (void)fprintf(out, "static const tsr_game *const shelf[] = {\n    NULL,\n");
    for (int i = 0; i < file_count; i++) {
        (void)fprintf(out, "    &%s_game,\n", files[order[i]].name);
    }
    (void)fprintf(out, "};\n\nint tsr_lang_builtin_count(void) {\n    return %d;\n}\n\n",
                  file_count);
    (void)fprintf(
        out,
        "const tsr_game *tsr_lang_builtin_at(int i) {\n    return i < 0 || i >= %d ? NULL : "
        "shelf[i + 1];\n}\n\n",
        file_count);
    (void)fprintf(out,
                  "const char *tsr_lang_builtin_source(int i) {\n    (void)view_words;\n    return "
                  "i < 0 || i >= %d ? NULL : "
                  "((const lang_sources *)shelf[i + 1]->self)->text;\n}\n\n",
                  file_count);
    put_natives(out);
    return fclose(out) == 0;
}

int main(int argc, char **argv) {
    int shelf = argc > 1 && strcmp(argv[1], "--shelf") == 0;
    int alone = argc > 1 && strcmp(argv[1], "--module") == 0;
    int native = alone || (argc > 1 && strcmp(argv[1], "--native") == 0);
    int first = shelf ? 3 : 4; // the first rules file
    variant v = {0};
    int ok = shelf || (native && argc > 2 && read_variant(argv[2], &v));
    int wishes = first;
    for (; ok && shelf && first + 1 < argc && strncmp(argv[first], "--", 2) == 0; first += 2) {
        int also = strcmp(argv[first], "--also") == 0;
        ok = also ? variant_count < MAX_VARIANTS &&
                        read_variant(argv[first + 1], &variants[variant_count++])
                  : strcmp(argv[first], "--interpret") == 0;
    }
    if (!ok || argc <= first) {
        (void)fprintf(stderr, "usage: make_shelf --shelf OUT.c [--interpret NAME | --also "
                              "NAME:OPTION=VALUE ...] FILE.game ...\n"
                              "       make_shelf --native NAME[:OPTION=VALUE] DIR FILE.game ...\n"
                              "       make_shelf --module NAME DIR FILE.game ...\n"
                              "@LIST stands for the files whose names are the lines of LIST.\n");
        return 2;
    }
    int count = argc - first;
    char **paths = argv + first;
    if (paths[0][0] == '@') {
        paths = read_list(paths[0] + 1, &count);
    }
    if (!paths || !count) {
        (void)fprintf(stderr, "make_shelf: %s names no rules files\n", argv[first]);
        return 1;
    }
    if (!load_all(count, paths)) {
        return 1;
    }
    for (int i = wishes; i < first; i += 2) {
        if (strcmp(argv[i], "--interpret") == 0 && !interpret(argv[i + 1])) {
            return 1;
        }
    }
    return shelf ? !print_shelf(argv[2]) : !print_natives(&v, argv[3], alone);
}
