# SPDX-License-Identifier: MIT
"""workers_speed.py [ROUNDS]: how much faster two workers are than one, three ways, each with one and two in turn:

    bare     processes that share nothing and have no queue: what this machine itself gives to a second one
    queue    workers that compute: the same games through the queue
    waiting  workers whose games wait and do not compute, as if each were on a machine of its own

Only the last one must be 1.8: what two computing processes gain is a matter of the machine, so the queue's is told beside it."""

import os
import statistics
import sys
import time

from cli import build_plugin, main
from workers import SKIPPED, Base, programs

ROUNDS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 3

# A player who waits 5 ms of everybody's clock, and moves at random.
PLUGIN = """
#define _POSIX_C_SOURCE 200809L
#include <time.h>
#include <tessera/plugin.h>
#include <tessera/rules.h>
static tsr_err choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    tsr_move list[TSR_MAX_MOVES];
    int count = a->rules->g.moves(a->rules, q->view, q->who, list);
    (void)err;
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL); // wall clock: what this player is for
    *out = list[q->seed % (uint64_t)count];
    return TSR_OK;
}
static const tsr_agent_type slow = {
    .size = sizeof slow, .abi = TSR_ABI, .name = "slow", .about = "waits", .choose = choose};
const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_agent_type *const agents[] = {&slow};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 0, 1, NULL, agents, 0, 0, NULL};
    (void)host_abi;
    return &plugin;
}
"""


class Speed(Base):
    computing = ("match", "tictactoe", "mcts:nodes=1000", "mcts:nodes=999", "--json")
    waiting = ("match", "tictactoe", "slow", "slow", "--json")

    def took(self, processes):
        """Seconds until all have ended."""
        begin = time.monotonic()  # wall clock: the figure itself
        for process in processes():
            self.ended(process)
        return time.monotonic() - begin  # wall clock: the same

    def bare(self, count):
        games = 4000 // count
        return self.took(lambda: [self.start(*self.computing, "--games", games, "--seed", i) for i in range(count)])

    def through_the_queue(self, count, args, *more):
        workers = [self.worker("--jobs", 1, "--lease", 30000, *more) for _ in range(count)]
        time.sleep(1)  # wall clock: they are there before there is work
        seconds = self.took(lambda: [self.start(*args, "--seed", 7, "--queue", self.url, *more)])
        for worker in workers:
            os.killpg(worker.pid, 15)
            worker.wait()
        return seconds

    def test_two_against_one(self):
        plugin = build_plugin(self.folder, "players", PLUGIN)
        (self.folder / "workers").touch()
        ways = {"bare": self.bare,
                "queue": lambda n: self.through_the_queue(n, (*self.computing, "--games", 4000)),
                "waiting": lambda n: self.through_the_queue(n, (*self.waiting, "--games", 800), "--plugin", plugin)}
        ratios = {way: [] for way in ways}
        for _ in range(ROUNDS):
            for way, measure in ways.items():
                one, two = measure(1), measure(2)
                ratios[way].append(one / two)
                print(f"{way}: one {one:.1f} s, two {two:.1f} s, {one / two:.2f} times", flush=True)
        middle = {way: statistics.median(r) for way, r in ratios.items()}
        print(f"medians of {ROUNDS}: bare {middle['bare']:.2f}, queue {middle['queue']:.2f} "
              f"({middle['queue'] / middle['bare']:.2f} of that), waiting {middle['waiting']:.2f}; load {os.getloadavg()[0]:.0f}")
        self.assertGreaterEqual(middle["waiting"], 1.8)


if __name__ == "__main__":
    if not programs():
        print("skipped: PostgreSQL is not installed (tools/setup test)")
        sys.exit(SKIPPED)
    main()
