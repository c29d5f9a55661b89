// SPDX-License-Identifier: MIT
#include "core/secret.h"

#include <string.h>

#include "base/blake2s.h"

// What a number is for: nothing derived for one purpose is ever seen in another.
typedef enum purpose { OF_DRAW = 1, OF_ANSWER, OF_FALLBACK } purpose;

static void put_u64(uint8_t *out, uint64_t x) {
    for (int i = 0; i < 8; i++) {
        out[i] = (uint8_t)(x >> (8 * i));
    }
}

static uint64_t take_u64(const uint8_t *in) {
    uint64_t x = 0;
    for (int i = 7; i >= 0; i--) {
        x = x << 8 | in[i];
    }
    return x;
}

void secret_init(secret *s, uint64_t seed, uint64_t seed_high, int draws) {
    static const char domain[] = "tessera match 2";
    uint8_t number[16];
    blake2s b;
    put_u64(number, seed);
    put_u64(number + 8, seed_high);
    blake2s_init(&b, sizeof s->key, number, sizeof number);
    blake2s_add(&b, domain, sizeof domain - 1);
    blake2s_end(&b, s->key);
    s->seed = seed;
    s->draws = draws;
}

static void derive(const secret *s, purpose what, uint64_t number, int seat, uint8_t out[32]) {
    uint8_t text[10] = {(uint8_t)what, (uint8_t)seat};
    blake2s b;
    put_u64(text + 2, number);
    blake2s_init(&b, 32, s->key, sizeof s->key);
    blake2s_add(&b, text, sizeof text);
    blake2s_end(&b, out);
}

void secret_draw(const secret *s, uint64_t draw, tsr_rng *out) {
    uint8_t bytes[32];
    if (s->draws == TSR_DRAWS_MIXED) {
        tsr_rng_init(out, tsr_seed_of(s->seed, draw * 2));
        return;
    }
    derive(s, OF_DRAW, draw, 0, bytes);
    for (size_t i = 0; i < 4; i++) {
        out->s[i] = take_u64(bytes + 8 * i);
    }
    out->s[0] |= (out->s[0] | out->s[1] | out->s[2] | out->s[3]) == 0; // never all zero
}

uint64_t secret_answer(const secret *s, uint64_t answers, int seat) {
    uint8_t bytes[32];
    derive(s, OF_ANSWER, answers, seat, bytes);
    return take_u64(bytes);
}

uint64_t secret_fallback(const secret *s, uint64_t answers, int seat) {
    uint8_t bytes[32];
    derive(s, OF_FALLBACK, answers, seat, bytes);
    return take_u64(bytes);
}
