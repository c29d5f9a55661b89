# SPDX-License-Identifier: MIT
"""--queue and tessera worker: games on other machines are the same games, each counted once, whoever is killed.

The queue is a PostgreSQL of the test's own. A trigger in it notes every result that is taken, so that one that came
twice would be seen."""

import os
import signal
import subprocess
import sys

from cli import HANG, SOURCE, TESSERA, Case, build_plugin, main, wait_until

sys.path.insert(0, str(SOURCE / "tests/server"))
from postgres import SKIPPED, Postgres, programs  # noqa: E402

PLAYERS = ("random", "greedy", "mcts:nodes=30")
PAIRS = 60

WATCH = """
CREATE TABLE seen(run int4, piece int8, worker int8, tries int4);
CREATE FUNCTION note() RETURNS trigger AS $$ BEGIN
  IF NEW.state=2 THEN INSERT INTO seen VALUES(NEW.run, NEW.piece, NEW.worker, NEW.tries); END IF; RETURN NEW; END $$ LANGUAGE plpgsql;
CREATE TRIGGER note BEFORE UPDATE ON work_pieces FOR EACH ROW EXECUTE FUNCTION note();
"""

# Players at random. One kills the process it is in now and then; one leaves a file in the midst of its process's 30th
# move, if TSR_HELD names a folder, and stands still until somebody takes it away.
PLUGIN = """
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <tessera/plugin.h>
#include <tessera/rules.h>
static tsr_err choose(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    tsr_move list[TSR_MAX_MOVES];
    int count = a->rules->g.moves(a->rules, q->view, q->who, list);
    (void)err;
    *out = list[q->seed % (uint64_t)count];
    return TSR_OK;
}
static tsr_err choose_or_kill(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    if (q->seed % 16 == 0) {
        kill(getpid(), SIGKILL);
    }
    return choose(a, q, out, err);
}
static tsr_err choose_or_stand(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    static int made;
    const char *folder = getenv("TSR_HELD");
    char path[4096];
    if (folder && ++made == 30) {
        snprintf(path, sizeof path, "%s/%ld", folder, (long)getpid());
        fclose(fopen(path, "w"));
        while (access(path, F_OK) == 0) {
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL); // wall clock: between two looks
        }
    }
    return choose(a, q, out, err);
}
static const tsr_agent_type fatal = {
    .size = sizeof fatal, .abi = TSR_ABI, .name = "fatal", .about = "kills", .choose = choose_or_kill};
static const tsr_agent_type held = {
    .size = sizeof held, .abi = TSR_ABI, .name = "held", .about = "stands still", .choose = choose_or_stand};
const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_agent_type *const agents[] = {&fatal, &held};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 0, 2, NULL, agents, 0, 0, NULL};
    (void)host_abi;
    return &plugin;
}
"""


class Base(Case):
    @classmethod
    def setUpClass(cls):
        cls.base = Postgres()
        cls.addClassCleanup(cls.base.close)
        Base.number = 0

    def setUp(self):
        super().setUp()
        Base.number += 1
        self.database = f"queue{Base.number}"
        self.base.sql(f"CREATE DATABASE {self.database}")
        self.url = self.base.url(self.database)
        self.started = []
        self.addCleanup(self.end_all)

    def end_all(self):
        for process in self.started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def sql(self, text):
        return self.base.sql(text, self.database)

    def one(self, text):
        return int(self.sql(text)[0][0])

    def start(self, *args, name="said"):
        """Starts `tessera ARGS` in a group of its own, so that it can be killed with its children."""
        with open(self.folder / name, "ab") as out:
            process = subprocess.Popen([TESSERA, *map(str, args)], stdout=out, stderr=subprocess.STDOUT, env=self.env,
                                       cwd=self.folder, start_new_session=True)
        self.started.append(process)
        return process

    def worker(self, *more):
        return self.start("worker", self.url, "--lease", 1000, *more, name="workers")

    def said(self, name="said"):
        return (self.folder / name).read_text()

    def ended(self, process):
        self.assertEqual(process.wait(HANG), 0, self.said() + self.said("workers"))

    def watch(self):
        """The tables are there; from now on results are noted."""
        self.ok("worker", self.url, "--jobs", 1, "--idle", 0, "--quiet")
        self.sql(WATCH)

    def tournament(self, *more, games=2 * PAIRS):
        return ("tournament", "tictactoe", *PLAYERS, "--games", games, "--seed", 3, "--json", *more)

    def each_once(self, pieces):
        rows = self.sql("SELECT piece, count(*) FROM seen GROUP BY 1 ORDER BY 1")
        self.assertEqual(rows, [[str(piece), "1"] for piece in range(pieces)])

    def same_games(self, pieces):
        self.each_once(pieces)
        self.assertGreater(self.one("SELECT count(*) FROM seen WHERE tries>1"), 0, "nobody was killed at work")
        self.assertEqual((self.folder / "here.jsonl").read_bytes(), (self.folder / "there.jsonl").read_bytes())
        self.assertEqual(self.one("SELECT count(*) FROM work_pieces"), 0)


class ManyKills(Base):
    def test_ten_thousand_pieces(self):
        games = ("tournament", "tictactoe", "greedy", "mcts:nodes=500", "mcts:nodes=499", "--games", 6668, "--seed", 3, "--json")
        self.ok(*games, "--out", "here.jsonl")
        self.watch()
        owner = self.start(*games, "--out", "there.jsonl", "--queue", self.url)
        killed = 0
        while owner.poll() is None:
            workers = self.worker("--jobs", 2), self.worker("--jobs", 1)
            done = self.one("SELECT count(*) FROM seen")
            wait_until(lambda: self.one("SELECT count(*) FROM seen") > done + 200, owner)
            for process in workers:
                if owner.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    killed += 1
        self.ended(owner)
        print(f"{killed} workers were killed")
        self.same_games(3 * 3334)
        self.assertGreaterEqual(killed, 30)


class Workers(Base):
    # --- The same games --------------------------------------------------------------------

    def test_killed_workers_lose_nothing_and_nothing_comes_twice(self):
        plugin = build_plugin(self.folder, "players", PLUGIN)
        games = ("tournament", "tictactoe", "held", "greedy", "--games", 480, "--seed", 3, "--json", "--plugin", plugin)
        self.ok(*games, "--out", "here.jsonl")
        self.watch()
        owner = self.start(*games, "--out", "there.jsonl", "--queue", self.url)
        for turn in range(3):
            held = self.folder / f"held{turn}"
            held.mkdir()
            self.env["TSR_HELD"] = str(held)
            workers = self.worker("--jobs", 2, "--plugin", plugin), self.worker("--jobs", 1, "--plugin", plugin)
            self.assertTrue(wait_until(lambda: len(list(held.iterdir())) == 3, owner), self.said())
            for process in workers:
                os.killpg(process.pid, signal.SIGKILL)
        del self.env["TSR_HELD"]
        self.worker("--jobs", 1, "--plugin", plugin)
        self.ended(owner)
        self.same_games(240)

    def test_one_that_hung_comes_too_late(self):
        plugin = build_plugin(self.folder, "players", PLUGIN)
        self.watch()
        owner = self.start("tournament", "tictactoe", "held", "greedy", "--games", 32, "--seed", 1, "--json", "--plugin", plugin,
                           "--queue", self.url)
        standing = self.folder / "standing"
        standing.mkdir()
        self.env["TSR_HELD"] = str(standing)
        # Its lease is over when the test says so: a short one might be over on a busy machine before it is hung.
        hung = self.worker("--jobs", 1, "--plugin", plugin, "--lease", 600000)
        del self.env["TSR_HELD"]
        wait_until(lambda: list(standing.iterdir()), owner)
        taken = "SELECT count(*) FROM work_pieces WHERE state=1"
        held = []

        def stopped_at_work():
            """It is hung in the midst of a game, when all that it had done before has come."""
            os.killpg(hung.pid, signal.SIGSTOP)
            held[:] = [row[0] for row in self.sql("SELECT piece FROM work_pieces WHERE state=1")]
            if not held or self.one(f"SELECT count(*) FROM seen WHERE piece IN ({','.join(held)})"):  # it was on its way
                os.killpg(hung.pid, signal.SIGCONT)
                return False
            return True

        wait_until(stopped_at_work, owner)
        self.assertTrue(held)
        self.sql("UPDATE work_pieces SET lease = clock_timestamp() WHERE state=1")
        wait_until(lambda: self.one(taken) == 0, owner)
        # The owner stands still, so that what the two say of the same pieces meets in the table.
        os.killpg(owner.pid, signal.SIGSTOP)
        self.sql("UPDATE work_runs SET seen = seen + interval '1 day'")
        self.worker("--jobs", 1, "--plugin", plugin)
        again = f"SELECT count(*) FROM seen WHERE tries>1 AND piece IN ({','.join(held)})"
        wait_until(lambda: self.one(again) == len(held), owner)
        for path in standing.iterdir():
            path.unlink()
        os.killpg(hung.pid, signal.SIGCONT)
        twice = "SELECT count(*) - count(DISTINCT piece) FROM seen"
        wait_until(lambda: "came too late" in self.said("workers") or self.one(twice), hung)
        self.assertEqual(self.one(twice), 0)
        os.killpg(owner.pid, signal.SIGCONT)
        self.ended(owner)
        self.each_once(16)

    def test_a_child_that_dies_is_followed_by_another(self):
        self.watch()
        owner = self.start(*self.tournament("--queue", self.url))
        worker = self.worker("--jobs", 1, "--lease", 600000)
        for _ in range(3):
            done = self.one("SELECT count(*) FROM seen")
            wait_until(lambda: self.one("SELECT count(*) FROM seen") > done, owner)
            child = subprocess.run(["pgrep", "-P", str(worker.pid)], capture_output=True, text=True, check=False)
            for pid in map(int, child.stdout.split()):
                os.kill(pid, signal.SIGKILL)
        self.ended(owner)  # no lease ran out: that would have taken ten minutes
        self.each_once(3 * PAIRS)
        self.assertIn("another begins", self.said("workers"))

    def test_a_killed_owner_goes_on(self):
        whole = self.ok(*self.tournament())
        self.watch()
        owner = self.start(*self.tournament("--out", "games.jsonl", "--queue", self.url))
        worker = self.worker("--jobs", 2)
        path = self.folder / "games.jsonl"
        wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > 20, owner)
        os.killpg(owner.pid, signal.SIGKILL)
        owner.wait()
        again = self.ok(*self.tournament("--out", "games.jsonl", "--queue", self.url))
        self.assertEqual(again.raw, whole.raw)
        self.assertIsNone(worker.poll())

    def test_a_worker_that_is_told_to_end_gives_back_what_it_has(self):
        self.watch()
        owner = self.start("tournament", "tron", "mcts:nodes=3000", "mcts:nodes=2999", "--games", 8, "--seed", 1, "--json",
                           "--queue", self.url)
        worker = self.worker("--jobs", 1, "--lease", 600000)
        wait_until(lambda: self.one("SELECT count(*) FROM work_pieces WHERE state=1") > 0, owner)
        worker.send_signal(signal.SIGTERM)
        self.ended(worker)
        self.assertEqual(self.sql("SELECT max(state), max(tries) FROM work_pieces WHERE state<>2"), [["0", "0"]])
        self.worker("--jobs", 2)
        self.ended(owner)
        self.each_once(4)

    def test_the_server_may_be_killed(self):
        self.watch()
        owner = self.start(*self.tournament("--queue", self.url))
        self.worker("--jobs", 2)
        wait_until(lambda: self.one("SELECT count(*) FROM seen") > 10, owner)
        self.base.kill()
        self.base.start()
        self.ended(owner)
        self.each_once(3 * PAIRS)

    # --- What can be played there ------------------------------------------------------------

    def same(self, *args):
        """With a queue it is the same to the last byte."""
        here = self.ok(*args)
        worker = self.worker("--jobs", 1)
        there = self.ok(*args, "--queue", self.url)
        self.assertEqual(here.raw, there.raw)
        os.killpg(worker.pid, signal.SIGKILL)

    def test_matches_with_all_that_belongs_to_them(self):
        self.same("match", "azul", "Ann=greedy", "random", "greedy", "--games", 9, "--seed", 5, "--json", "--seats", "permute")
        self.same("match", "connect4", "mcts:nodes=50", "greedy", "--games", 7, "--seed", 5, "--json", "--openings", "random:3",
                  "--adjudicate", "length=12")
        book = self.folder / "openings.txt"
        book.write_text(self.ok("position", "tictactoe", "--after", "X 1,1", "--json").objects()[0]["position"] + "\n")
        self.same("match", "tictactoe", "greedy", "mcts:nodes=20", "--games", 6, "--seed", 5, "--json", "--openings",
                  f"book:{book}")
        rules = self.folder / "mine.game"
        rules.write_text((SOURCE / "games/rules/tictactoe.game").read_text())
        self.same("match", "mine.game", "greedy", "random", "--games", 6, "--seed", 5, "--json")

    def test_swiss_and_pgn(self):
        args = ("tournament", "chess", "random", "level:n=1", "greedy", "--kind", "swiss", "--rounds", 2, "--games", 2, "--seed", 4,
                "--adjudicate", "length=30", "--json")
        self.ok(*args, "--pgn", "here.pgn")
        self.worker("--jobs", 1)
        self.ok(*args, "--pgn", "there.pgn", "--queue", self.url)
        self.assertEqual((self.folder / "here.pgn").read_bytes(), (self.folder / "there.pgn").read_bytes())

    def test_evolution(self):
        args = ("evolve", "azul", "azul-greedy:line={0..2},row={0..2}", "azul-greedy", "--games", 8, "--population", 4,
                "--generations", 2, "--final", 20, "--seed", 2)
        self.ok(*args, "--out", "here")
        self.worker("--jobs", 1)
        self.ok(*args, "--out", "there", "--queue", self.url)
        for name in ("individuals.jsonl", "population.txt"):
            self.assertEqual((self.folder / "here" / name).read_bytes(), (self.folder / "there" / name).read_bytes())

    # --- Networks ------------------------------------------------------------------------------

    def training(self, game, folder, *more):
        return ("train", game, folder, "--generations", 3, "--games", 40, "--nodes", 8, "--width", "16 16", "--measure", 0,
                "--choose", 0, "--seed", 5, "--json", *more)

    def same_network(self, *names):
        for name in names:
            self.assertEqual((self.folder / "here" / name).read_bytes(), (self.folder / "there" / name).read_bytes(), name)

    def test_games_to_learn_from(self):
        self.ok(*self.training("tictactoe", "here"))
        self.watch()
        workers = self.worker("--jobs", 2), self.worker("--jobs", 1)
        self.ok(*self.training("tictactoe", "there", "--queue", self.url))
        self.same_network("net.tnet", "replay", "settings")
        self.assertEqual(self.one("SELECT count(*) FROM seen"), 3 * 10)
        self.assertEqual(self.one("SELECT count(*) FROM work_runs"), 0)
        self.assertTrue(all(w.poll() is None for w in workers))

    def test_games_to_learn_from_where_something_is_hidden(self):
        company = ("--teacher", "greedy", "--imitate", 1, "--against", "random", "--seats", 1, "--payoff", "first")
        self.ok(*self.training("kuhnpoker", "here", *company))
        self.worker("--jobs", 2)
        self.ok(*self.training("kuhnpoker", "there", *company, "--queue", self.url))
        self.same_network("net.tnet", "settings")

    def test_a_training_whose_worker_and_owner_are_killed_goes_on(self):
        self.ok(*self.training("tictactoe", "here"))
        self.watch()
        # Nobody takes a result of the second generation's last pieces until the first owner is no more.
        self.sql("CREATE FUNCTION hold() RETURNS trigger AS $$ BEGIN IF NEW.state=1 AND NEW.run=2 AND NEW.piece>4 AND "
                 "to_regclass('go_on') IS NULL THEN RETURN OLD; END IF; RETURN NEW; END $$ LANGUAGE plpgsql; "
                 "CREATE TRIGGER hold BEFORE UPDATE ON work_pieces FOR EACH ROW EXECUTE FUNCTION hold()")
        training = self.training("tictactoe", "there", "--queue", self.url)
        owner, worker = self.start(*training), self.worker("--jobs", 1)
        wait_until(lambda: self.one("SELECT count(*) FROM seen WHERE run=2") == 5, owner)
        for process in (owner, worker):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.sql("CREATE TABLE go_on()")
        self.worker("--jobs", 1)
        self.ok(*training)
        self.same_network("net.tnet", "replay", "settings")
        # What was done for the killed one is not done again.
        self.assertEqual(self.sql("SELECT count(*), count(DISTINCT piece) FROM seen GROUP BY run"), [["10", "10"]] * 3)

    # --- What cannot ---------------------------------------------------------------------------

    def test_programs_are_started_for_nobody_unless_allowed(self):
        args = ("match", "tictactoe", f"exec:{sys.executable} {SOURCE}/examples/agents/bot.py", "random", "--games", 2,
                "--seed", 1, "--json")
        owner = self.start(*args, "--queue", self.url)
        self.worker("--jobs", 1)
        self.assertTrue(wait_until(lambda: "takes --programs" in self.said(), owner), self.said())
        self.assertIn("is left to others", self.said("workers"))
        self.assertEqual(self.one("SELECT max(tries) FROM work_pieces"), 0)
        self.worker("--jobs", 1, "--programs")
        self.ended(owner)

    def test_rules_that_differ_there(self):
        rules = self.folder / "mine.game"
        text = (SOURCE / "games/rules/tictactoe.game").read_text()
        rules.write_text(text)
        owner = self.start("match", "mine.game", "greedy", "random", "--games", 2, "--seed", 1, "--queue", self.url)
        wait_until(lambda: self.sql("SELECT to_regclass('work_pieces') IS NOT NULL") == [["t"]] and
                   self.one("SELECT count(*) FROM work_pieces") > 0, owner)
        rules.write_text(text.replace("three", "four").replace("3", "4"))
        self.worker("--jobs", 1)
        wait_until(lambda: "refuses this" in self.said(), owner)
        rules.write_text(text)
        self.worker("--jobs", 1)
        self.ended(owner)

    def test_what_kills_every_worker_is_given_up(self):
        plugin = build_plugin(self.folder, "players", PLUGIN)
        args = ("tournament", "tictactoe", "fatal", "random", "--games", 16, "--seed", 1, "--json", "--plugin", plugin)
        here = self.ok(*args).objects()[0]
        self.assertGreater(here["crashed"], 0)
        self.assertGreater(here["games"], 0)
        owner = self.start(*args, "--queue", self.url)
        self.worker("--jobs", 1, "--plugin", plugin)
        self.ended(owner)
        self.assertIn("given up after 5 tries: its process was ended by signal", self.said())
        self.assertIn(f'"crashed":{here["crashed"]}', self.said())

    def test_wrong_words(self):
        self.refused(1, "postgres://user@host/database", "worker", "mysql://somewhere")
        self.refused(1, "postgres://user@host/database", *self.tournament("--queue", "somewhere"))
        self.refused(5, "the queue: ", "worker", f"postgres:///{self.database}?host={self.folder}")
        self.refused(1, "records are written where", *self.tournament("--queue", self.url, "--records", "there"))
        self.refused(1, "records are written where", "match", "tictactoe", "random", "random", "--queue", self.url, "--games", 1,
                     "--record", "one.tsr")

    def test_the_same_work_twice_at_once_is_refused(self):
        owner = self.start(*self.tournament("--queue", self.url))
        wait_until(lambda: self.sql("SELECT to_regclass('work_pieces') IS NOT NULL") == [["t"]] and
                   self.one("SELECT count(*) FROM work_pieces") > 0, owner)
        out = self.run_program(*self.tournament("--queue", self.url))
        self.assertEqual(out.code, 2, out)
        self.assertIn("another process is already the owner of this run", out.err)


if __name__ == "__main__":
    if not programs():
        print("skipped: PostgreSQL is not installed (tools/setup test)")
        sys.exit(SKIPPED)
    main()
