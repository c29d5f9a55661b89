// SPDX-License-Identifier: MIT
// Samples as bytes and back; see sample.h.
#include "teach/sample.h"

#include <string.h>

#include "learn/opinion.h"

int sample_room_make(sample_room *room, const schema *s) {
    room->input_cap = s->most + 1;
    room->row_cap = TSR_MAX_MOVES * 8;
    room->input = tsr_mem_new(NULL, room->input_cap * sizeof *room->input);
    room->row = tsr_mem_new(NULL, room->row_cap * sizeof *room->row);
    room->rows = tsr_mem_new(NULL, TSR_MAX_MOVES);
    room->share = tsr_mem_new(NULL, TSR_MAX_MOVES * sizeof *room->share);
    room->gain = tsr_mem_new(NULL, TSR_MAX_MOVES * sizeof *room->gain);
    return room->input && room->row && room->rows && room->share && room->gain;
}

void sample_room_free(sample_room *room) {
    tsr_mem_free(NULL, room->input, room->input_cap * sizeof *room->input);
    tsr_mem_free(NULL, room->row, room->row_cap * sizeof *room->row);
    tsr_mem_free(NULL, room->rows, TSR_MAX_MOVES);
    tsr_mem_free(NULL, room->share, TSR_MAX_MOVES * sizeof *room->share);
    tsr_mem_free(NULL, room->gain, TSR_MAX_MOVES * sizeof *room->gain);
    *room = (sample_room){0};
}

// --- Writing ----------------------------------------------------------------------------

static void put_number(buffer *out, uint32_t v) {
    unsigned char b[5];
    size_t n = 0;
    for (; v >= 128; v >>= 7) {
        b[n++] = (unsigned char)(v | 128);
    }
    b[n++] = (unsigned char)v;
    buffer_add(out, b, n);
}

static void put_share(buffer *out, double x) {
    x = x < 0 ? 0 : x > 1 ? 1 : x;
    uint32_t v = (uint32_t)(x * 65535 + 0.5);
    unsigned char b[2] = {(unsigned char)v, (unsigned char)(v >> 8)};
    buffer_add(out, b, sizeof b);
}

void sample_begin(buffer *out, const uint32_t *input, uint32_t inputs, uint32_t moves) {
    put_number(out, inputs);
    for (uint32_t i = 0; i < inputs; i++) {
        put_number(out, input[i] - (i ? input[i - 1] : 0));
    }
    put_number(out, moves);
}

void sample_add_move(buffer *out, const uint32_t *row, int rows, double share) {
    put_number(out, (uint32_t)rows);
    for (int i = 0; i < rows; i++) {
        put_number(out, row[i]);
    }
    put_share(out, share);
}

// Both ends of what a move can gain have a number, and so has nothing.
static const double most_gain = 2, gain_steps = 65534.0 / 65535;

static void put_gain(buffer *out, double gain) {
    gain = gain < -most_gain ? -most_gain : gain > most_gain ? most_gain : gain;
    put_share(out, (gain + most_gain) / (2 * most_gain) * gain_steps);
}

void sample_add_deed(buffer *out, uint32_t made, double gain) {
    put_number(out, made);
    if (made) {
        put_gain(out, gain);
    }
}

void sample_add_tries(buffer *out, uint32_t moves, const double *gain, double weight) {
    put_number(out, moves + 1);
    for (uint32_t i = 0; i < moves; i++) {
        put_gain(out, gain[i]);
    }
    put_share(out, weight);
}

void sample_add_opinion(buffer *out, int loud, double utility) {
    put_number(out, loud != 0);
    put_share(out, utility);
}

void sample_add_value(buffer *out, double value) {
    put_share(out, value);
}

// --- Reading ----------------------------------------------------------------------------

typedef struct reader {
    const unsigned char *at, *end;
    int bad;
} reader;

static uint32_t get_number(reader *in) {
    uint32_t v = 0;
    for (int shift = 0; shift < 35 && in->at < in->end; shift += 7) {
        unsigned char b = *in->at++;
        v |= shift < 32 ? (uint32_t)(b & 127) << shift : 0;
        if (b < 128) {
            return v;
        }
    }
    in->bad = 1;
    return 0;
}

static float get_share(reader *in) {
    if (in->end - in->at < 2) {
        in->bad = 1;
        return 0;
    }
    float x = (float)(in->at[0] | in->at[1] << 8) * (1.0f / 65535);
    in->at += 2;
    return x;
}

static void get_inputs(reader *in, const schema *s, sample_room *room, brain_lesson *out) {
    uint32_t n = get_number(in), at = 0;
    in->bad |= n >= room->input_cap;
    for (uint32_t i = 0; !in->bad && i < n; i++) {
        at += get_number(in);
        in->bad |= at >= s->inputs;
        room->input[i] = at;
    }
    out->input = room->input;
    out->inputs = n;
}

static void get_moves(reader *in, const schema *s, sample_room *room, brain_lesson *out) {
    uint32_t n = get_number(in), used = 0;
    in->bad |= n > TSR_MAX_MOVES;
    for (uint32_t i = 0; !in->bad && i < n; i++) {
        uint32_t rows = get_number(in);
        in->bad |= rows > SCHEMA_MOVE_ROWS || rows > room->row_cap - used;
        for (uint32_t k = 0; !in->bad && k < rows; k++) {
            room->row[used] = get_number(in);
            in->bad |= room->row[used++] >= s->moves;
        }
        room->rows[i] = (uint8_t)rows;
        room->share[i] = get_share(in);
    }
    out->row = room->row;
    out->rows = room->rows;
    out->share = room->share;
    out->moves = n;
}

static float get_gain(reader *in) {
    return (float)((double)get_share(in) / gain_steps * 2 * most_gain - most_gain);
}

static void get_tries(reader *in, const sample_room *room, brain_lesson *out) {
    for (uint32_t i = 0; i < out->moves; i++) {
        room->gain[i] = get_gain(in);
    }
    out->weight = get_share(in);
    out->gains = room->gain;
    out->made = 0;
}

static void get_deed(reader *in, const sample_room *room, brain_lesson *out) {
    out->made = get_number(in);
    out->gain = 0;
    out->gains = NULL;
    out->weight = 0;
    out->heat = out->pull = 0;
    out->usual = NULL;
    in->bad |= out->made > out->moves + 1 || out->moves > TSR_MAX_MOVES;
    if (!in->bad && out->made == out->moves + 1) {
        get_tries(in, room, out);
    } else if (out->made) {
        out->gain = get_gain(in);
    }
}

static void get_opinion(reader *in, brain_lesson *out) {
    uint32_t loud = get_number(in);
    float utility = get_share(in);
    in->bad |= loud > 1;
    out->loud = (int)loud;
    out->opinion = in->bad ? 0 : (float)opinion_logit((double)utility);
}

size_t sample_read(const schema *s, const char *at, size_t size, sample_room *room,
                   brain_lesson *out) {
    reader in = {.at = (const unsigned char *)at, .end = (const unsigned char *)at + size};
    get_inputs(&in, s, room, out);
    get_moves(&in, s, room, out);
    get_deed(&in, room, out);
    get_opinion(&in, out);
    for (uint32_t i = 0; i < s->values; i++) {
        out->value[i] = get_share(&in);
    }
    return in.bad ? 0 : (size_t)((const char *)in.at - at);
}
