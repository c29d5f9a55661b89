// SPDX-License-Identifier: MIT
// The games of a batch on a device one by one, as rows of bytes, and in arrays that the caller keeps.
#include "abi/batch_impl.h"
#include "abi/device_impl.h"
#include "abi/state.h"

// --- Game by game --------------------------------------------------------------------------------

// What was picked of a move that is not whole.
static int take_picks(tsr_device_batch *b, uint32_t game, tsr_state *s, tsr_problem *why) {
    lanes_lane now;
    int code = tsr_device_take(b, &now, b->lanes.lane + game, sizeof now, why);
    if (code || now.over || !now.picks) { // what an illegal action left behind counts no more
        return code;
    }
    const uint32_t *from = b->lanes.picks + (size_t)game * b->place->facts.most_picks;
    s->picker = state_seat(s, -1);
    s->picks.count = now.picks;
    return tsr_device_take(b, s->picks.at, from, now.picks * sizeof *from, why);
}

int tsr_device_state(tsr_device_batch *b, uint32_t game, tsr_state **out, tsr_problem *why) {
    if (!b || !out || game >= b->lanes.games) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "there is no such game");
    }
    size_t size = b->rs->r->state_size;
    tsr_state *s = state_make(b->rs, NULL, 0);
    if (!s) {
        return abi_fail(why, TSR_FAIL_MEMORY, "no memory for a state");
    }
    int code = tsr_device_take(b, s->at, b->lanes.state + (size_t)game * size, size, why);
    code = code ? code : take_picks(b, game, s, why);
    if (code) {
        tsr_state_free(s);
        return code;
    }
    *out = s;
    return 0;
}

// It begins there, and nowhere else.
int tsr_device_set_state(tsr_device_batch *b, uint32_t game, const tsr_state *s, tsr_problem *why) {
    const uint8_t yes = 1, no = 0;
    if (!b || game >= b->lanes.games || !s) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "there is no such game or state");
    }
    if (s->rs->r->hash != b->rs->r->hash || s->rs->r->state_size != b->rs->r->state_size) {
        return abi_fail(why, TSR_FAIL_MISMATCH, "the state is of other rules");
    }
    if (s->is_view) {
        return abi_fail(why, TSR_FAIL_STATE, "a view cannot be played on");
    }
    lanes_batch call = b->lanes;
    call.start = b->given;
    call.which = b->chosen;
    int code = tsr_device_bring(b, b->given, s->at, b->rs->r->state_size, why);
    code = code ? code : tsr_device_bring(b, b->chosen + game, &yes, 1, why);
    code = code ? code : device_run(b, LANES_RESET, &call, NULL, why);
    code = code ? code : tsr_device_wait(b, NULL, why);
    return code ? code : tsr_device_bring(b, b->chosen + game, &no, 1, why);
}

// --- Games as bytes ------------------------------------------------------------------------------

int tsr_device_part(tsr_device_batch *b, uint32_t part, void **out, size_t *row, tsr_problem *why) {
    if (!b || !out || !row) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no batch or memory was given");
    }
    const lanes_batch *l = &b->lanes;
    const struct {
        void *at;
        size_t row;
    } parts[TSR_DEVICE_PARTS] = {{l->state, b->rs->r->state_size},
                                 {l->lane, sizeof *l->lane},
                                 {l->mask, b->space.mask_words * sizeof *l->mask},
                                 {l->picks, b->place->facts.most_picks * sizeof *l->picks},
                                 {l->samples, sizeof *l->samples}};
    int is_one = part < sizeof parts / sizeof *parts;
    *out = is_one ? parts[part].at : NULL;
    *row = is_one ? parts[part].row : 0;
    return 0;
}

// --- Games that the caller keeps -----------------------------------------------------------------

static int call_in(tsr_device_batch *b, const tsr_device_games *games, const tsr_batch_io *io,
                   lanes_batch *call, tsr_problem *why) {
    if (!games || games->size != sizeof *games || !games->games) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no games were given");
    }
    int code = device_call(b, io, call, why);
    if (code) {
        return code;
    }
    call->games = games->games;
    call->state = games->part[0];
    call->lane = games->part[1];
    call->mask = games->part[2];
    call->picks = games->part[3];
    call->samples = games->part[4];
    call->refused = NULL; // of the batch's own games
    return 0;
}

int tsr_device_reset_in(tsr_device_batch *b, const tsr_device_games *games, const uint64_t *seeds,
                        const tsr_batch_io *io, void *stream, tsr_problem *why) {
    lanes_batch call;
    int code = call_in(b, games, io, &call, why);
    call.seeds = seeds;
    return code ? code : device_run(b, LANES_RESET, &call, stream, why);
}

int tsr_device_step_in(tsr_device_batch *b, const tsr_device_games *games, const tsr_batch_io *io,
                       void *stream, tsr_problem *why) {
    lanes_batch call;
    int code = call_in(b, games, io, &call, why);
    if (code) {
        return code;
    }
    call.action = io->action;
    return device_run(b, LANES_STEP, &call, stream, why);
}

int tsr_device_look_in(tsr_device_batch *b, const tsr_device_games *games, int viewer,
                       const tsr_batch_io *io, void *stream, tsr_problem *why) {
    lanes_batch call;
    int code = call_in(b, games, io, &call, why);
    if (!code && (viewer < -1 || viewer >= (int)b->space.players)) {
        code = abi_fail(why, TSR_FAIL_ARGUMENT, "there is no seat %d", viewer);
    }
    call.viewer = viewer;
    return code ? code : device_run(b, LANES_LOOK, &call, stream, why);
}
