// SPDX-License-Identifier: MIT
#include "agents/budget.h"

enum {
    LOOK_EVERY_US = 1000,
    MAX_INTERVAL = 8192,
    BLIND_INTERVAL = 64, // nodes between looks at the host's flag when there is no clock
    SAY_EVERY_US = 250000,
    SAY_FIRST_AT = 1024 // nodes
};

// A question's time is "answer within": some of it goes into the way back.
static uint64_t usable_us(uint32_t time_ms) {
    uint64_t us = (uint64_t)time_ms * 1000;
    uint64_t margin = us / 20 > 2000 ? us / 20 : 2000;
    margin = margin > 50000 ? 50000 : margin;
    return us > 2 * margin ? us - margin : us / 2;
}

static uint64_t tighter(uint64_t a, uint64_t b) {
    return a == 0 ? b : b == 0 || a < b ? a : b;
}

void budget_begin(budget *b, const tsr_query *q, uint64_t nodes, uint32_t time_ms) {
    const tsr_agent_host *host = q->host;
    uint64_t limit_us = (uint64_t)time_ms * 1000;
    *b = (budget){.q = q, .interval = host->now_us ? 1 : BLIND_INTERVAL};
    b->node_limit = tighter(nodes, q->nodes);
    b->exact = b->node_limit != 0;
    b->say_at = SAY_FIRST_AT;
    if (q->time_ms) {
        limit_us = tighter(limit_us, usable_us(q->time_ms));
    }
    if (!b->node_limit && (!limit_us || !host->now_us)) {
        limit_us = (uint64_t)BUDGET_TIME_MS * 1000;
        b->node_limit = host->now_us ? 0 : BUDGET_NODES;
    }
    if (host->now_us) {
        b->start_us = b->last_us = b->said_us = host->now_us(host->self);
        b->deadline_us = limit_us ? b->start_us + limit_us : 0;
    }
}

// Doubles or halves the distance so that looks come about once a millisecond.
static void adapt(budget *b, uint64_t now) {
    uint64_t gap = now - b->last_us;
    b->last_us = now;
    if (gap < LOOK_EVERY_US / 2 && b->interval < MAX_INTERVAL) {
        b->interval *= 2;
    } else if (gap > LOOK_EVERY_US * 2 && b->interval > 1) {
        b->interval /= 2;
    }
}

int budget_late(budget *b) {
    const tsr_agent_host *host = b->q->host;
    if (host->stopped && host->stopped(host->self)) {
        b->spent = 1;
    }
    if (host->now_us) {
        uint64_t now = host->now_us(host->self);
        if (b->deadline_us && now >= b->deadline_us) {
            b->spent = 1;
        }
        adapt(b, now);
    }
    return b->spent;
}

void budget_look(budget *b) {
    if (b->node_limit && b->nodes >= b->node_limit) {
        b->spent = 1;
    }
    (void)budget_late(b);
    b->look_at = b->nodes + b->interval;
    if (b->node_limit && b->look_at > b->node_limit) {
        b->look_at = b->node_limit;
    }
}

int budget_speaks(budget *b) {
    if (b->exact && b->nodes >= b->say_at) {
        b->say_at *= 2;
        return 1;
    }
    if (!b->exact && b->last_us - b->said_us >= SAY_EVERY_US) {
        b->said_us = b->last_us;
        return 1;
    }
    return 0;
}

uint32_t budget_elapsed_ms(const budget *b) {
    const tsr_agent_host *host = b->q->host;
    return host->now_us ? (uint32_t)((host->now_us(host->self) - b->start_us) / 1000) : 0;
}

double budget_share(const budget *b) {
    double share = 0;
    if (b->node_limit) {
        share = (double)b->nodes / (double)b->node_limit;
    }
    if (b->deadline_us) {
        double t = (double)(b->last_us - b->start_us) / (double)(b->deadline_us - b->start_us);
        share = t > share ? t : share;
    }
    return share > 1 ? 1 : share;
}
