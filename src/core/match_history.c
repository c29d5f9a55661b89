// SPDX-License-Identifier: MIT
// What has been played, and the way back. A snapshot is kept every 16 plies;
// any other position is played again from the one before it.
#include "core/match_impl.h"

#include <string.h>

static tsr_err reserve_plies(tsr_match *m, int need) {
    if (need <= m->ply_cap) {
        return TSR_OK;
    }
    int cap = m->ply_cap ? m->ply_cap * 2 : 64;
    cap = cap < need ? need : cap;
    tsr_ply *p =
        tsr_mem_resize(m->alloc, m->plies, (size_t)m->ply_cap * sizeof *p, (size_t)cap * sizeof *p);
    if (!p) {
        return TSR_ERR_MEMORY;
    }
    m->plies = p;
    m->ply_cap = cap;
    return TSR_OK;
}

tsr_err match_history_reserve(tsr_match *m, int more) {
    int need = m->ply_count + more;
    int snapshots = need / SNAPSHOT_EVERY + 1;
    tsr_err e = reserve_plies(m, need);
    if (e || snapshots <= m->snapshot_cap) {
        return e;
    }
    int cap = m->snapshot_cap ? m->snapshot_cap * 2 : 4;
    cap = cap < snapshots ? snapshots : cap;
    size_t size = m->r->state_size;
    void *p =
        tsr_mem_resize(m->alloc, m->snapshots, (size_t)m->snapshot_cap * size, (size_t)cap * size);
    if (!p) {
        return TSR_ERR_MEMORY;
    }
    m->snapshots = p;
    m->snapshot_cap = cap;
    return TSR_OK;
}

void match_history_add(tsr_match *m, tsr_ply ply, const void *after) {
    m->plies[m->ply_count++] = ply;
    m->ply_total = m->ply_count;
    if (m->ply_count % SNAPSHOT_EVERY == 0) {
        int i = m->ply_count / SNAPSHOT_EVERY;
        memcpy(m->snapshots + (size_t)i * m->r->state_size, after, m->r->state_size);
        m->snapshot_count = i + 1;
    }
}

static void state_after(const tsr_match *m, int ply, void *out) {
    int i = ply / SNAPSHOT_EVERY;
    size_t size = m->r->state_size;
    memcpy(out, i == 0 ? (unsigned char *)m->start : m->snapshots + (size_t)i * size, size);
    for (int k = i * SNAPSHOT_EVERY; k < ply; k++) {
        tsr_play(m->r, out, m->plies[k].who, m->plies[k].move);
    }
}

int tsr_match_ply_count(const tsr_match *m) {
    return m->ply_count;
}

tsr_ply tsr_match_ply(const tsr_match *m, int i) {
    return m->plies[i];
}

int tsr_match_redo_count(const tsr_match *m) {
    return m->ply_total - m->ply_count;
}

void tsr_match_state_at(const tsr_match *m, int ply, void *out) {
    if (ply == m->ply_count) {
        memcpy(out, m->state, m->r->state_size);
    } else {
        state_after(m, ply, out);
    }
}

void match_history_go(tsr_match *m, int ply) {
    state_after(m, ply, m->scratch);
    memcpy(m->state, m->scratch, m->r->state_size);
    m->ply_count = ply;
    m->held = 0;
    m->forfeited = 0;
    m->end = tsr_turn(m->r, m->state) == 0 ? TSR_END_RULES : TSR_END_NONE;
    memset(m->tried, 0, sizeof m->tried);
}

int match_history_may_stand(tsr_match *m, int ply) {
    state_after(m, ply, m->scratch);
    return tsr_turn(m->r, m->scratch) != 1u << TSR_CHANCE;
}

static tsr_err go(tsr_match *m, const char *word, int ply, uint64_t now_ms) {
    if (!match_history_may_stand(m, ply)) {
        return TSR_ERR_ARGUMENT;
    }
    buffer_clear(&m->lines);
    match_write_step(m, word, ply);
    if (m->lines.failed) {
        return TSR_ERR_MEMORY;
    }
    if (m->sink.write) {
        tsr_err e = m->sink.write(m->sink.self, m->lines.bytes, m->lines.size);
        if (e) {
            return e;
        }
    }
    match_history_go(m, ply);
    match_clock_begin(m, tsr_match_waiting(m), now_ms);
    return TSR_OK;
}

tsr_err tsr_match_back(tsr_match *m, int ply, uint64_t now_ms) {
    if (ply < 0 || ply > m->ply_count) {
        return TSR_ERR_ARGUMENT;
    }
    return go(m, "back", ply, now_ms);
}

tsr_err tsr_match_forward(tsr_match *m, int ply, uint64_t now_ms) {
    if (ply < m->ply_count || ply > m->ply_total) {
        return TSR_ERR_ARGUMENT;
    }
    return go(m, "forward", ply, now_ms);
}

// Whether `s` is a decision of `seat` alone; its info goes to *out.
static int decides_alone(const tsr_match *m, const void *s, int seat, tsr_info *out) {
    if (tsr_turn(m->r, s) != 1u << seat) {
        return 0;
    }
    m->r->g.info(m->r, s, out);
    return !(out->flags & TSR_INFO_NO_TAKE_BACK);
}

int tsr_match_take_back(const tsr_match *m, int seat) {
    tsr_info now, then;
    int ply = m->ply_count;
    if (m->end != TSR_END_NONE || !decides_alone(m, m->state, seat, &now)) {
        return ply;
    }
    while (ply > 0 && m->plies[ply - 1].who == seat) {
        state_after(m, ply - 1, m->scratch);
        if (!decides_alone(m, m->scratch, seat, &then) || then.stamp != now.stamp) {
            break;
        }
        ply--;
    }
    return ply;
}

int tsr_match_previous(const tsr_match *m, int seat) {
    for (int ply = m->ply_count - 1; ply >= 0; ply--) {
        if (m->plies[ply].who == seat) {
            return ply;
        }
    }
    return -1;
}
