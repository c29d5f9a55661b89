// SPDX-License-Identifier: MIT
// A network as a file: a text that tells what it is, then blocks of numbers.
//
//     tessera-net 2
//     made tessera train connect4 run --seed 1
//     player az
//     measured 78.8 % against mcts:nodes=1000
//     adds heuristic          only if its value is to be added to that of the game's own
//     size 128 64 1           widths of the layers, and whether it knows moves
//     text 312                bytes of the lines that follow: the schema
//     inputs connect4
//     ...
//     blocks
//
// A block is a word of four letters, the number of its bytes, the bytes, and their CRC-32; numbers
// are little-endian. The text is a block as well, so to speak: "HEAD" holds nothing but its CRC. Rows
// that were never learned are left out.
//
//     FIRS  int16 each              what the first sum begins with
//     INPT  row scale int8...       a row each, as are these:
//     HIDN  row scale bias int8...
//     VALU  row scale bias int8...
//     MOVE  row scale bias int8...
//     NAME  names of the rows of MOVE in their order, each with a NUL
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/plain_file.h"
#include "learn/crc.h"
#include "learn/shipped.h"
#include "learn/tnet.h"

static const char magic[] = "tessera-net 2\n";

// --- Writing ----------------------------------------------------------------------------

static void put_u32(buffer *out, uint32_t v) {
    unsigned char b[4] = {(unsigned char)v, (unsigned char)(v >> 8), (unsigned char)(v >> 16),
                          (unsigned char)(v >> 24)};
    buffer_add(out, b, sizeof b);
}

static void put_block(buffer *out, const char *tag, const buffer *b) {
    buffer_add(out, tag, 4);
    put_u32(out, (uint32_t)b->size);
    buffer_add(out, buffer_text(b), b->size);
    put_u32(out, crc_of(buffer_text(b), b->size, 0));
    out->failed |= b->failed;
}

// The int8 of an input's weight, which is kept in another unit: what tnet_set_input makes of it is the same.
static int8_t byte_of(int16_t weight, uint32_t scale) {
    int64_t unit = TNET_SCALE / TNET_FIRST, w = weight * unit;
    int64_t half = scale / 2, q = scale ? (w + (w < 0 ? -half : half)) / (int64_t)scale : 0;
    return (int8_t)(q < -127 ? -127 : q > 127 ? 127 : q);
}

static void put_rows(buffer *out, const char *tag, const tnet_rows *rows, int are_inputs) {
    buffer b;
    buffer_init(&b, out->alloc);
    for (uint32_t i = 0; i < rows->count; i++) {
        if (rows->kept[i]) {
            put_u32(&b, i);
            put_u32(&b, rows->scale[i]);
            if (!are_inputs) {
                put_u32(&b, (uint32_t)rows->bias[i]);
            }
            for (uint32_t k = 0; k < rows->width; k++) {
                int16_t w = rows->weight[(size_t)i * rows->width + k];
                int8_t byte = are_inputs ? byte_of(w, rows->scale[i]) : (int8_t)w;
                buffer_add(&b, &byte, 1);
            }
        }
    }
    put_block(out, tag, &b);
    buffer_deinit(&b);
}

static void put_first(buffer *out, const tnet *n) {
    buffer b;
    buffer_init(&b, out->alloc);
    for (uint32_t i = 0; i < n->h1; i++) {
        unsigned char two[2] = {(unsigned char)n->first[i],
                                (unsigned char)((uint16_t)n->first[i] >> 8)};
        buffer_add(&b, two, sizeof two);
    }
    put_block(out, "FIRS", &b);
    buffer_deinit(&b);
}

static void put_names(buffer *out, const tnet *n) {
    buffer b;
    buffer_init(&b, out->alloc);
    for (uint32_t i = 0; n->move_name && i < n->move.count; i++) {
        if (n->move.kept[i]) {
            const char *name = n->move_name[i] ? n->move_name[i] : "";
            buffer_add(&b, name, strlen(name) + 1);
        }
    }
    put_block(out, "NAME", &b);
    buffer_deinit(&b);
}

static void put_words(buffer *out, const char *word, const char *text) {
    if (text[0]) {
        buffer_addf(out, "%s %s\n", word, text);
    }
}

void tnet_write(const tnet *n, buffer *out) {
    size_t begin = out->size;
    buffer text, nothing;
    buffer_init(&text, out->alloc);
    buffer_init(&nothing, out->alloc);
    schema_write(n->see, &text);
    buffer_add_text(out, magic);
    put_words(out, "made", n->made);
    put_words(out, "player", n->player);
    put_words(out, "measured", n->measured);
    put_words(out, "adds", n->adds ? "heuristic" : "");
    buffer_addf(out, "size %u %u %u\n", n->h1, n->h2, n->move.count != 0);
    buffer_addf(out, "text %zu\n%s", text.size, buffer_text(&text));
    buffer_add_text(out, "blocks\n");
    uint32_t crc = out->failed ? 0 : crc_of(out->bytes + begin, out->size - begin, 0);
    buffer_add_text(out, "HEAD");
    put_u32(out, 0);
    put_u32(out, crc);
    put_first(out, n);
    put_rows(out, "INPT", &n->input, 1);
    put_rows(out, "HIDN", &n->hidden, 0);
    put_rows(out, "VALU", &n->value, 0);
    put_rows(out, "MOVE", &n->move, 0);
    put_names(out, n);
    out->failed |= text.failed;
    buffer_deinit(&text);
}

// --- Reading ----------------------------------------------------------------------------

typedef struct reader {
    const unsigned char *at, *end;
    tsr_error *err;
} reader;

static tsr_err refuse(reader *in, const char *what) {
    return tsr_fail(in->err, TSR_ERR_PARSE, "the network is damaged: %s", what);
}

static uint32_t get_u32(const unsigned char *b) {
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// The bytes of the next block, whose CRC is right unless it is the head's.
static tsr_err take_block(reader *in, const char *tag, reader *out, uint32_t *crc) {
    size_t left = (size_t)(in->end - in->at);
    char what[64];
    snprintf(what, sizeof what, "block %s is torn", tag);
    if (left < 12 || get_u32(in->at + 4) > left - 12) {
        return refuse(in, what);
    }
    if (memcmp(in->at, tag, 4) != 0) {
        snprintf(what, sizeof what, "block %s is expected", tag);
        return refuse(in, what);
    }
    size_t size = get_u32(in->at + 4);
    *out = (reader){.at = in->at + 8, .end = in->at + 8 + size, .err = in->err};
    *crc = get_u32(out->end);
    in->at = out->end + 4;
    if (memcmp(tag, "HEAD", 4) != 0 && *crc != crc_of(out->at, size, 0)) {
        snprintf(what, sizeof what, "block %s has been altered", tag);
        return refuse(in, what);
    }
    return TSR_OK;
}

static tsr_err read_rows(reader *in, const char *tag, tnet *n, tnet_rows *rows) {
    reader b = {0};
    uint32_t crc;
    int are_inputs = rows == &n->input;
    size_t head = are_inputs ? 8 : 12, size = head + rows->width;
    tsr_err e = take_block(in, tag, &b, &crc);
    int64_t before = -1;
    for (; !e && b.at < b.end; b.at += size) {
        uint32_t row = b.end - b.at < (ptrdiff_t)size ? UINT32_MAX : get_u32(b.at);
        if (row >= rows->count || (int64_t)row <= before) {
            return refuse(in, "its rows are out of order");
        }
        const int8_t *weight = (const int8_t *)(b.at + head);
        if (are_inputs) {
            tnet_set_input(n, row, weight, get_u32(b.at + 4));
        } else {
            tnet_set_row(rows, row, weight, get_u32(b.at + 4), (int32_t)get_u32(b.at + 8));
        }
        before = row;
    }
    return e;
}

static tsr_err read_first(reader *in, tnet *n) {
    reader b = {0};
    uint32_t crc;
    tsr_err e = take_block(in, "FIRS", &b, &crc);
    if (!e && b.end - b.at != (ptrdiff_t)n->h1 * 2) {
        e = refuse(in, "block FIRS has another size");
    }
    for (uint32_t i = 0; !e && i < n->h1; i++) {
        n->first[i] = (int16_t)(uint16_t)(b.at[2 * i] | b.at[2 * i + 1] << 8);
    }
    return e;
}

static tsr_err read_names(reader *in, tnet *n) {
    reader b = {0};
    uint32_t crc;
    tsr_err e = take_block(in, "NAME", &b, &crc);
    if (e || b.at == b.end) {
        return e;
    }
    n->move_name = arena_new(&n->memory, (n->move.count + 1) * sizeof *n->move_name);
    for (uint32_t i = 0; n->move_name && i < n->move.count; i++) {
        const unsigned char *end = memchr(b.at, '\0', (size_t)(b.end - b.at));
        if (n->move.kept[i] && !end) {
            return refuse(in, "a name is missing");
        }
        if (n->move.kept[i]) {
            n->move_name[i] = arena_text(&n->memory, (const char *)b.at, (size_t)(end - b.at));
            b.at = end + 1;
        }
    }
    return n->memory.failed ? tsr_fail(in->err, TSR_ERR_MEMORY, "no memory for the names of moves")
                            : TSR_OK;
}

static tsr_err read_blocks(reader *in, tnet *n, uint32_t head_crc) {
    reader b = {0};
    uint32_t crc = 0;
    tsr_err e = take_block(in, "HEAD", &b, &crc);
    if (!e && crc != head_crc) {
        e = refuse(in, "its text has been altered");
    }
    e = e ? e : read_first(in, n);
    e = e ? e : read_rows(in, "INPT", n, &n->input);
    e = e ? e : read_rows(in, "HIDN", n, &n->hidden);
    e = e ? e : read_rows(in, "VALU", n, &n->value);
    e = e ? e : read_rows(in, "MOVE", n, &n->move);
    e = e ? e : read_names(in, n);
    return !e && in->at != in->end ? refuse(in, "something follows its last block") : e;
}

// --- The text ---------------------------------------------------------------------------

typedef struct head {
    char made[TNET_WORDS], player[TNET_WORDS], measured[TNET_WORDS];
    uint32_t h1, h2, moves;
    int adds;
    size_t text;
} head;

// The rest of a line that begins with `word`; it may be left out.
static int take_words(reader *in, const char *word, char *out) {
    size_t n = strlen(word), left = (size_t)(in->end - in->at);
    out[0] = '\0';
    if (left <= n || memcmp(in->at, word, n) != 0 || in->at[n] != ' ') {
        return 0;
    }
    const unsigned char *from = in->at + n + 1, *line = memchr(from, '\n', left - n - 1);
    if (!line || line - from >= TNET_WORDS) {
        return 0;
    }
    memcpy(out, from, (size_t)(line - from));
    out[line - from] = '\0';
    in->at = line + 1;
    return 1;
}

static int read_numbers(const char *text, uint32_t *out, int count) {
    for (int i = 0; i < count; i++) {
        char *end;
        errno = 0;
        unsigned long v = strtoul(text, &end, 10);
        if (*text < '0' || *text > '9' || errno || v > UINT32_MAX ||
            *end != (i + 1 < count ? ' ' : '\0')) {
            return 0;
        }
        out[i] = (uint32_t)v;
        text = end + 1;
    }
    return 1;
}

static tsr_err read_head(reader *in, head *h) {
    char word[TNET_WORDS];
    uint32_t size[3], text;
    size_t n = sizeof magic - 1;
    if ((size_t)(in->end - in->at) < n || memcmp(in->at, magic, n) != 0) {
        return tsr_fail(in->err, TSR_ERR_PARSE, "this is not a network: it must begin with '%.13s'",
                        magic);
    }
    in->at += n;
    (void)take_words(in, "made", h->made);
    (void)take_words(in, "player", h->player);
    (void)take_words(in, "measured", h->measured);
    h->adds = take_words(in, "adds", word);
    if (h->adds && strcmp(word, "heuristic") != 0) {
        return refuse(in, "it can only add to the heuristic");
    }
    if (!take_words(in, "size", word) || !read_numbers(word, size, 3) || size[2] > 1) {
        return refuse(in, "'size WIDTH WIDTH 0|1' is expected");
    }
    if (!take_words(in, "text", word) || !read_numbers(word, &text, 1) ||
        text > (size_t)(in->end - in->at)) {
        return refuse(in, "its text is torn");
    }
    h->h1 = size[0];
    h->h2 = size[1];
    h->moves = size[2];
    h->text = text;
    return TSR_OK;
}

static tsr_err read_schema(reader *in, size_t size, const tsr_alloc *alloc, schema **out) {
    char *text = tsr_mem_new(alloc, size + 1);
    if (!text) {
        return tsr_fail(in->err, TSR_ERR_MEMORY, "no memory for a network");
    }
    memcpy(text, in->at, size);
    in->at += size;
    tsr_err e = schema_read(text, alloc, out, in->err);
    tsr_mem_free(alloc, text, size + 1);
    return e;
}

tsr_err tnet_parse(const char *bytes, size_t size, const tsr_alloc *alloc, tnet **out,
                   tsr_error *err) {
    reader in = {(const unsigned char *)bytes, (const unsigned char *)bytes + size, err};
    head h = {.h1 = 0};
    schema *see = NULL;
    tsr_err e = read_head(&in, &h);
    e = e ? e : read_schema(&in, h.text, alloc, &see);
    e = e ? e : tnet_new(see, h.h1, h.h2, (int)h.moves, out, err);
    if (e) {
        return e;
    }
    tnet *n = *out;
    n->adds = h.adds;
    memcpy(n->made, h.made, sizeof h.made);
    memcpy(n->player, h.player, sizeof h.player);
    memcpy(n->measured, h.measured, sizeof h.measured);
    if (in.end - in.at < 7 || memcmp(in.at, "blocks\n", 7) != 0) {
        e = refuse(&in, "'blocks' is expected after its text");
    } else {
        in.at += 7;
        e = read_blocks(&in, n, crc_of(bytes, (size_t)(in.at - (const unsigned char *)bytes), 0));
    }
    if (e) {
        tnet_free(n);
        *out = NULL;
    }
    return e;
}

// --- Files ------------------------------------------------------------------------------

tsr_err tnet_read(const char *path, const tsr_alloc *alloc, tnet **out, tsr_error *err) {
    const shipped *own = shipped_find(path);
    if (own) {
        return tnet_parse(own->bytes, (size_t)(own->end - own->bytes), alloc, out, err);
    }
    buffer bytes;
    buffer_init(&bytes, alloc);
    tsr_err e = host_plain_file(path, TNET_LIMIT, &bytes, err);
    if (!e) {
        e = tnet_parse(buffer_text(&bytes), bytes.size, alloc, out, err);
        if (e && err) {
            char why[200];
            snprintf(why, sizeof why, "%.190s", err->message);
            tsr_error was = *err;
            (void)tsr_fail_at(err, was.code, was.line, was.column, "%.40s: %s", path, why);
        }
    }
    buffer_deinit(&bytes);
    return e;
}
