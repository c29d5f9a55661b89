// SPDX-License-Identifier: MIT
// What a batch shows of a game: masks, observations, whose turn it is.
#include <string.h>

#include "abi/batch_impl.h"
#include "base/spread.h"

// --- Masks ---------------------------------------------------------------------------------------

const uint64_t *batch_turned_mask(const tsr_batch *b, desk *d, uint32_t i, uint32_t row) {
    const uint64_t *bits = batch_mask(b, i, row);
    if (b->lane[i].over ||
        !b->learn->sees_turned(b->r, batch_at(b, i), batch_row_seat(b, i, row))) {
        return bits;
    }
    batch_clear(d->bits, b->rs->mask_words);
    for (uint32_t w = 0; w < b->rs->mask_words; w++) {
        for (uint64_t x = bits[w]; x; x &= x - 1) {
            uint32_t to = b->turned[64 * w + (uint32_t)__builtin_ctzll(x)];
            d->bits[to / 64] |= (uint64_t)1 << (to % 64);
        }
    }
    return d->bits;
}

static void show_mask(tsr_batch *b, desk *d, uint32_t i, uint32_t row) {
    size_t at = (size_t)i * b->rows + row;
    uint32_t words = b->rs->mask_words;
    const uint64_t *bits = batch_seen_mask(b, d, i, row);
    if (b->io.mask_bits) {
        memcpy(b->io.mask_bits + at * words, bits, words * sizeof *bits);
    }
    if (b->io.mask) {
        spread_bits(bits, b->r->action_count, b->io.mask + at * b->r->action_count);
    }
}

// --- Observations --------------------------------------------------------------------------------

static void observe(tsr_batch *b, desk *d, uint32_t i, uint32_t row, int seat, uint8_t *planes,
                    float *scalars) {
    size_t at = (size_t)i * b->rows + row;
    const void *view = batch_at(b, i);
    if (b->hides) {
        b->r->g.view(b->r, view, seat, d->view);
        view = d->view;
    }
    planes = planes ? planes + at * b->plane_bytes : NULL;
    scalars = scalars ? scalars + at * b->rs->sight.scalars : NULL;
    learn_observe(b->r, view, seat, planes, scalars);
}

// The end is seen by the seat whose turn might have come next.
void batch_show_final(tsr_batch *b, desk *d, uint32_t i) {
    if (!b->io.final_planes && !b->io.final_scalars) {
        return;
    }
    for (uint32_t row = 0; row < b->rows; row++) {
        int seat = b->rows > 1 ? (int)row : (b->lane[i].last + 1) % b->r->players;
        observe(b, d, i, row, seat, b->io.final_planes, b->io.final_scalars);
    }
}

// --- All of it -----------------------------------------------------------------------------------

void batch_show_scores(tsr_batch *b, uint32_t i) {
    tsr_result result[TSR_MAX_PLAYERS];
    b->r->g.result(b->r, batch_at(b, i), result);
    for (int p = 0; p < b->r->players; p++) {
        b->io.score[(size_t)i * b->r->players + (size_t)p] = result[p].score;
    }
}

static void show_turn(tsr_batch *b, uint32_t i) {
    const lane *l = &b->lane[i];
    uint32_t turn = l->over ? 0 : l->turn & ~(uint32_t)l->held;
    if (b->io.turn) {
        b->io.turn[i] = turn;
    }
    if (b->io.player) {
        b->io.player[i] = (int8_t)(turn && !(turn & (turn - 1)) ? __builtin_ctz(turn) : -1);
    }
}

// Points and plies of a game that has ended in this step stay as its end had them.
static void show_numbers(tsr_batch *b, uint32_t i) {
    if (b->lane[i].ended) {
        return;
    }
    if (b->io.plies) {
        b->io.plies[i] = b->lane[i].plies;
    }
    if (b->io.score) {
        batch_show_scores(b, i);
    }
}

void batch_show(tsr_batch *b, desk *d, uint32_t i) {
    for (uint32_t row = 0; row < b->rows; row++) {
        if (b->io.mask || b->io.mask_bits) {
            show_mask(b, d, i, row);
        }
        if (b->io.planes || b->io.scalars) {
            int seat = b->viewer >= 0 ? b->viewer : batch_row_seat(b, i, row);
            observe(b, d, i, row, seat, b->io.planes, b->io.scalars);
        }
    }
    show_turn(b, i);
    show_numbers(b, i);
}
