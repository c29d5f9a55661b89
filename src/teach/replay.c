// SPDX-License-Identifier: MIT
// Samples of the last generations; see replay.h.
#include "teach/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/write_all.h"
#include "learn/crc.h"

enum { HEAD = 16, TAIL = 4 };

void replay_init(replay *p, const schema *see, uint64_t window) {
    *p = (replay){.see = see, .window = window};
}

static void free_block(replay_block *b) {
    tsr_mem_free(NULL, b->bytes, b->size);
    tsr_mem_free(NULL, b->at, b->samples * sizeof *b->at);
    *b = (replay_block){0};
}

void replay_deinit(replay *p) {
    for (int i = 0; i < p->blocks; i++) {
        free_block(&p->block[i]);
    }
    p->blocks = 0;
}

static void drop_oldest(replay *p) {
    p->samples -= p->block[0].samples;
    free_block(&p->block[0]);
    p->blocks--;
    memmove(&p->block[0], &p->block[1], (size_t)p->blocks * sizeof p->block[0]);
}

// --- Memory -----------------------------------------------------------------------------

// Finds where each sample begins. 0 = they are not what was promised.
static int index_block(const replay *p, replay_block *b) {
    sample_room room = {0};
    brain_lesson lesson;
    size_t at = 0;
    int ok = sample_room_make(&room, p->see);
    for (uint32_t i = 0; ok && i < b->samples; i++) {
        size_t n = sample_read(p->see, b->bytes + at, b->size - at, &room, &lesson);
        b->at[i] = (uint32_t)at;
        at += n;
        ok = n > 0;
    }
    sample_room_free(&room);
    return ok && at == b->size;
}

tsr_err replay_add(replay *p, const char *bytes, size_t size, uint64_t samples, tsr_error *err) {
    if (size > UINT32_MAX || samples > size || p->blocks == REPLAY_BLOCKS) {
        return tsr_fail(err, TSR_ERR_LIMIT, "too many samples");
    }
    replay_block *b = &p->block[p->blocks];
    *b = (replay_block){.size = size, .samples = (uint32_t)samples};
    b->bytes = tsr_mem_new(NULL, size);
    b->at = tsr_mem_new(NULL, (size_t)samples * sizeof *b->at);
    if (!b->bytes || !b->at) {
        free_block(b);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for %zu bytes of samples", size);
    }
    if (size) {
        memcpy(b->bytes, bytes, size);
    }
    if (!index_block(p, b)) {
        free_block(b);
        return tsr_fail(err, TSR_ERR_PARSE, "the samples are not of this network's inputs");
    }
    p->blocks++;
    p->samples += samples;
    while (p->blocks > 1 && p->samples - p->block[0].samples >= p->window) {
        drop_oldest(p);
    }
    return TSR_OK;
}

int replay_get(const replay *p, uint64_t i, sample_room *room, brain_lesson *out) {
    const replay_block *b = p->block;
    for (; i >= b->samples; b++) {
        i -= b->samples;
    }
    return sample_read(p->see, b->bytes + b->at[i], b->size - b->at[i], room, out) > 0;
}

// --- File -------------------------------------------------------------------------------

static void put_u64(unsigned char *to, uint64_t v, int bytes) {
    for (int i = 0; i < bytes; i++) {
        to[i] = (unsigned char)(v >> (8 * i));
    }
}

static uint64_t get_u64(const unsigned char *from, int bytes) {
    uint64_t v = 0;
    for (int i = 0; i < bytes; i++) {
        v |= (uint64_t)from[i] << (8 * i);
    }
    return v;
}

static tsr_err fail(const char *path, const char *what, tsr_error *err) {
    return tsr_fail(err, TSR_ERR_IO, "%.150s cannot be %s: %s", path, what, strerror(errno));
}

tsr_err replay_append(replay *p, const char *path, const char *bytes, size_t size, uint64_t samples,
                      tsr_error *err) {
    unsigned char head[HEAD], tail[TAIL];
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
        return fail(path, "opened", err);
    }
    put_u64(head, size, 8);
    put_u64(head + 8, samples, 8);
    put_u64(tail, crc_of(bytes, size, crc_of(head, HEAD, 0)), TAIL);
    int ok = ftruncate(fd, (off_t)p->file_size) == 0 &&
             lseek(fd, (off_t)p->file_size, SEEK_SET) >= 0 && host_write_all(fd, head, HEAD) &&
             host_write_all(fd, bytes, size) && host_write_all(fd, tail, TAIL) && fsync(fd) == 0;
    tsr_err e = ok ? TSR_OK : fail(path, "written", err);
    (void)close(fd);
    p->file_size += ok ? HEAD + size + TAIL : 0;
    return e;
}

// One block at the reader's place. The samples of generations that are too old are read all the same.
static tsr_err load_block(replay *p, FILE *f, const char *path, uint64_t left, tsr_error *err) {
    unsigned char head[HEAD], tail[TAIL];
    if (fread(head, 1, HEAD, f) != HEAD || get_u64(head, 8) > left - HEAD - TAIL) {
        return tsr_fail(err, TSR_ERR_PARSE, "%.150s is torn", path);
    }
    size_t size = (size_t)get_u64(head, 8);
    char *bytes = tsr_mem_new(NULL, size);
    if (!bytes) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for %zu bytes of samples", size);
    }
    int whole = fread(bytes, 1, size, f) == size && fread(tail, 1, TAIL, f) == TAIL &&
                get_u64(tail, TAIL) == crc_of(bytes, size, crc_of(head, HEAD, 0));
    tsr_err e = whole ? replay_add(p, bytes, size, get_u64(head + 8, 8), err)
                      : tsr_fail(err, TSR_ERR_PARSE, "%.150s has been altered", path);
    tsr_mem_free(NULL, bytes, size);
    p->file_size += e ? 0 : HEAD + size + TAIL;
    return e;
}

tsr_err replay_load(replay *p, const char *path, uint64_t size, tsr_error *err) {
    FILE *f = fopen(path, "rb");
    if (!f) {
        return size ? fail(path, "opened", err) : TSR_OK;
    }
    tsr_err e = TSR_OK;
    while (!e && p->file_size < size) {
        e = size - p->file_size < HEAD + TAIL ? tsr_fail(err, TSR_ERR_PARSE, "%.150s is torn", path)
                                              : load_block(p, f, path, size - p->file_size, err);
    }
    (void)fclose(f);
    return e;
}
