// SPDX-License-Identifier: MIT
//
// Files, records on disk, plugins: what needs an operating system.
#include "support/help.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tessera/host.h>

static char folder[64];

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/tessera-host-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put_file(const char *path, const char *bytes, size_t size) {
    int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, size), (ssize_t)size);
    close(fd);
}

static long size_of(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 ? (long)st.st_size : -1;
}

static void time_goes_on(void **state) {
    (void)state;
    uint64_t a = tsr_now_us(), b = tsr_now_us(); // wall clock: it is what is tested
    assert_true(b >= a);
    assert_true(tsr_now_ms() >= a / 1000); // wall clock: as above
    assert_true(tsr_fresh_seed() != tsr_fresh_seed());
}

static void files_are_read_whole_or_not(void **state) {
    (void)state;
    char *bytes = NULL;
    size_t size = 0;
    tsr_error err = {0};
    const char *path = path_of("file");
    assert_int_equal(tsr_file_read(path, 100, &bytes, &size, &err), TSR_ERR_IO);
    assert_non_null(strstr(err.message, path));
    put_file(path, "tes\0sera", 8);
    assert_int_equal(tsr_file_read(path, 8, &bytes, &size, &err), TSR_OK);
    assert_int_equal(size, 8);
    assert_memory_equal(bytes, "tes\0sera\0", 9); // NUL-ended beyond its size
    tsr_mem_free(NULL, bytes, size + 1);
    bytes = NULL;
    assert_int_equal(tsr_file_read(path, 7, &bytes, &size, &err), TSR_ERR_LIMIT);
    assert_null(bytes);
    put_file(path, "", 0);
    assert_int_equal(tsr_file_read(path, 7, &bytes, &size, &err), TSR_OK);
    assert_int_equal(size, 0);
    tsr_mem_free(NULL, bytes, 1);
    assert_int_equal(tsr_file_read(folder, 7, &bytes, &size, &err), TSR_ERR_IO); // a folder
    unlink(path);
}

static void records_are_never_overwritten(void **state) {
    (void)state;
    tsr_record_file *file = NULL;
    tsr_error err = {0};
    const char *path = path_of("record");
    assert_int_equal(tsr_record_create(path, 0, &file, &err), TSR_OK);
    tsr_sink sink = tsr_record_sink(file);
    assert_int_equal(sink.write(sink.self, "one\ntwo", 7), TSR_OK);
    tsr_record_close(file);
    file = NULL;
    assert_int_equal(tsr_record_create(path, 0, &file, &err), TSR_ERR_IO);
    assert_null(file);
    assert_non_null(strstr(err.message, path));
    // Going on after a torn line: the first write cuts it off, not the opening.
    assert_int_equal(tsr_record_append(path, 4, 1, &file, &err), TSR_OK);
    assert_int_equal(size_of(path), 7);
    sink = tsr_record_sink(file);
    assert_int_equal(sink.write(sink.self, "three\n", 6), TSR_OK);
    tsr_record_close(file);
    char *bytes = NULL;
    size_t size = 0;
    assert_int_equal(tsr_file_read(path, 100, &bytes, &size, &err), TSR_OK);
    assert_int_equal(size, 10);
    assert_memory_equal(bytes, "one\nthree\n", 10);
    tsr_mem_free(NULL, bytes, size + 1);
    unlink(path);
    assert_int_equal(tsr_record_append(path, 0, 0, &file, &err), TSR_ERR_IO); // not there
    assert_int_equal(tsr_record_create("/no/such/folder/record", 0, &file, &err), TSR_ERR_IO);
    tsr_record_close(NULL);
}

static void a_record_has_one_writer(void **state) {
    (void)state;
    tsr_record_file *first = NULL, *second = NULL;
    tsr_error err = {0};
    const char *path = path_of("record");
    assert_int_equal(tsr_record_create(path, 0, &first, &err), TSR_OK);
    tsr_sink sink = tsr_record_sink(first);
    assert_int_equal(sink.write(sink.self, "one\n", 4), TSR_OK);
    assert_int_equal(tsr_record_append(path, 4, 0, &second, &err), TSR_ERR_IO);
    assert_non_null(strstr(err.message, "another program"));
    assert_null(second);
    assert_int_equal(sink.write(sink.self, "two\n", 4), TSR_OK);
    tsr_record_close(first);
    // Who has read the first line only would cut off the second.
    assert_int_equal(tsr_record_append(path, 4, 0, &second, &err), TSR_ERR_IO);
    assert_non_null(strstr(err.message, "has changed"));
    assert_int_equal(tsr_record_append(path, 9, 0, &second, &err), TSR_ERR_IO);
    assert_int_equal(size_of(path), 8);
    assert_int_equal(tsr_record_append(path, 8, 0, &second, &err), TSR_OK);
    tsr_record_close(second);
    assert_int_equal(size_of(path), 8); // nothing was written, nothing is removed
    unlink(path);
    assert_int_equal(tsr_record_create(path, 0, &first, &err), TSR_OK);
    tsr_record_close(first);
    assert_int_equal(size_of(path), -1); // a record that never began
}

static void plugins_are_looked_at_first(void **state) {
    (void)state;
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_error err = {0};
    const char *path = path_of("plugin.so");
    assert_int_equal(tsr_plugin_load(reg, "/no/such/plugin.so", &err), TSR_ERR_IO);
    assert_non_null(strstr(err.message, "/no/such/plugin.so"));
    put_file(path, "not a shared object", 19);
    assert_int_equal(tsr_plugin_load(reg, path, &err), TSR_ERR_IO);
    assert_true(err.message[0]);
    assert_int_equal(tsr_registry_game_count(reg), 0);
    unlink(path);
    tsr_registry_free(reg);
}

// --- kill -9 -----------------------------------------------------------------

// The child: plays a match into a record, as fast as it can, and waits to be killed.
static void play_until_killed(const tsr_rules *r, const char *path, uint64_t seed) {
    tsr_record_file *file = NULL;
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_match_config_init(&config, r);
    config.seed = seed;
    if (tsr_record_create(path, 0, &file, NULL) == TSR_OK) {
        config.sink = tsr_record_sink(file);
        if (tsr_match_open(&config, &m, NULL) == TSR_OK) {
            for (uint64_t i = 0; tsr_match_waiting(m); i++) {
                int seat = tsr_mover(tsr_match_waiting(m));
                tsr_rng g;
                tsr_rng_init(&g, tsr_match_agent_seed(m, seat));
                tsr_move move = tsr_sample(r, tsr_match_state(m), seat, &g);
                if (tsr_match_submit(m, seat, move, i, NULL, NULL)) {
                    break;
                }
            }
        }
    }
    for (;;) {
        pause();
    }
}

// Whatever was left of the record loads and is played to its end; 0 if the program
// died before there was anything.
static int goes_on(const tsr_rules *r, const char *path) {
    char *bytes = NULL;
    size_t size = 0;
    tsr_record rec;
    tsr_error err = {0};
    if (tsr_file_read(path, 1 << 20, &bytes, &size, &err)) {
        return 0;
    }
    tsr_match *m = help_resume(r, bytes, size, NULL, &rec, &err);
    if (!m && size > 0) {
        fail_msg("a killed match left %zu bytes that do not resume: line %u: %s", size, err.line,
                 err.message);
    }
    if (m) {
        help_finish(m, 1);
        tsr_match_close(m);
        tsr_record_free(&rec);
    }
    tsr_mem_free(NULL, bytes, size + 1);
    return m != NULL;
}

// Waits until there are `size` bytes of the record.
static void wait_for_bytes(const char *path, off_t size) {
    struct stat s = {0};
    while (stat(path, &s) != 0 || s.st_size < size) {
        poll(NULL, 0, 1); // wall clock: between two looks
    }
}

// Killed when there are some bytes of the record, more than that by how late the signal comes.
static void killed_matches_resume(void **state) {
    (void)state;
    static const tsr_game *const games[] = {&planted_chess, &planted_tiles, &planted_cards};
    int resumed = 0;
    for (int i = 0; i < 60; i++) {
        tsr_rules *r = help_open(games[i % 3], 0);
        const char *path = path_of("killed");
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            play_until_killed(r, path, (uint64_t)i);
        }
        wait_for_bytes(path, i * 37 % 60 * 10);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        resumed += goes_on(r, path);
        unlink(path);
        tsr_rules_close(r);
    }
    assert_true(resumed > 40);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        TEST(time_goes_on),
        TEST(files_are_read_whole_or_not),
        TEST(records_are_never_overwritten),
        TEST(a_record_has_one_writer),
        TEST(plugins_are_looked_at_first),
        TEST(killed_matches_resume),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
