#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""operating.py [postgres]: what whoever operates a server does: tessera admin and tessera bot, on one that runs and on
one that does not; on a file, or on a PostgreSQL of the test's own."""

import ctypes
import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

from client import Person, Server, Socket
from postgres import SKIPPED, Postgres, programs

TESSERA = os.environ["TESSERA"]
GOOD = "a quiet tall ship"


STORE = []  # --store URL, if it is not a file
BASE = []  # and then the PostgreSQL


def admin(server, *words, fails=False, beside=True):
    """`beside` the server's control socket; without it only the database says which is meant."""
    place = ["--db", server.db] if beside or not STORE else []
    done = subprocess.run([TESSERA, "admin", *words, *place, *STORE], capture_output=True, text=True)
    assert (done.returncode != 0) == fails, (words, done.stdout, done.stderr)
    return done.stderr if fails else done.stdout.strip()


def person(server, name):
    someone = Person(server)
    status, answer = someone.post("/api/register", {"name": name, "password": GOOD})
    assert status == 200, answer
    return someone


def status_of_login(server, name, password=GOOD):
    return Person(server).post("/api/login", {"name": name, "password": password})[0]


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def check_people(server):
    anna = person(server, "Anna")
    assert "Anna" in admin(server, "users")
    assert json.loads(admin(server, "users", "Anna", "--json"))["name"] == "Anna"
    assert "nobody" in admin(server, "users", "Zoe", fails=True)
    # A new password by a link, once.
    link = admin(server, "reset", "Anna")
    assert link.startswith(f"http://localhost:{server.port}/reset.html#"), link
    word = link.split("#")[1]
    weak = anna.post("/api/reset", {"word": word, "password": "password"})
    assert weak[0] == 400, weak
    assert anna.post("/api/reset", {"word": word, "password": "another tall ship"})[0] == 200
    assert anna.post("/api/reset", {"word": word, "password": "another tall ship"})[0] == 403
    assert anna.get("/api/sessions")[0] == 401  # whoever was signed in is not any more
    assert status_of_login(server, "Anna") == 403
    assert status_of_login(server, "Anna", "another tall ship") == 200
    # A ban ends what goes on.
    admin(server, "ban", "Anna", "--days", "2")
    assert status_of_login(server, "Anna", "another tall ship") == 403
    admin(server, "unban", "Anna")
    assert status_of_login(server, "Anna", "another tall ship") == 200
    person(server, "Ben")
    assert "taken" in admin(server, "rename", "Anna", "Ben", fails=True)
    admin(server, "rename", "Anna", "Berta")
    assert status_of_login(server, "Berta", "another tall ship") == 200
    # Nobody gives orders over the network.
    assert anna.post("/admin/ban", {"name": "Ben"})[0] in (403, 404, 405)
    assert stat.S_IMODE(os.stat(server.db + ".control").st_mode) == 0o600


def check_matches(server):
    cleo, dora = person(server, "Cleo"), person(server, "Dora")
    match = cleo.match("tictactoe", [{"kind": "me"}, {"kind": "open"}], rated=True)
    assert dora.post(f"/api/matches/{match}/join", {})[0] == 200
    ws = Socket(cleo, f"match={match}&s=c")
    ws.wait("full")
    ws.send({"t": "move", "seat": 0, "ply": 1, "text": "X 1,1", "a": 1})
    assert ws.wait("ack", "refuse")["t"] == "ack"
    admin(server, "close", match)
    assert ws.wait("over")["end"] == "agreed"
    assert cleo.get("/api/users/Cleo")[1]["ratings"] == []
    assert "over" in admin(server, "close", match, fails=True)
    assert cleo.post("/api/report", {"name": "Dora", "words": "was rude"})[0] == 200
    number = json.loads(admin(server, "reports"))["n"]
    assert f"no open report {number + 1}" in admin(server, "settle", str(number + 1), fails=True)
    assert "no open report x" in admin(server, "settle", "x", fails=True)
    admin(server, "settle", str(number))
    assert admin(server, "reports") == ""
    # All about a person, and then nothing.
    about = json.loads(admin(server, "export", "Cleo"))
    assert about["account"][0]["name"] == "Cleo" and "X 1,1" in about["matches"][0]["record"]
    assert "--yes" in admin(server, "erase", "Cleo", fails=True)
    admin(server, "erase", "Cleo", "--yes")
    assert status_of_login(server, "Cleo") == 403
    record = dora.get(f"/api/matches/{match}/record", raw=True)[1].decode()
    assert "Cleo" not in record and "Deleted 1" in record and "X 1,1" in record
    assert " 0 damaged" in admin(server, "verify")


def check_backup(server):
    """A copy while moves are being made has every move that was acknowledged before it."""
    eve = person(server, "Eve")
    match = eve.match("go", [{"kind": "me"}, {"kind": "here", "name": "F"}])
    ws = Socket(eve, f"match={match}&s=e")
    state = ws.wait("full")
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy.db")
        process, acknowledged = None, 0
        for a in range(1, 61):
            ask = state["ask"]
            ws.send({"t": "move", "seat": ask["seat"], "ply": ask["ply"], "text": ask["moves"][0]["text"], "a": a})
            state = ws.wait("event")
            assert ws.wait("ack", "refuse")["t"] == "ack"
            if a == 20:
                acknowledged = a
                process = subprocess.Popen([TESSERA, "admin", "backup", copy, "--db", server.db])
        assert process.wait() == 0
        assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600
        assert "exists" in admin(server, "backup", copy, fails=True).lower()
        # A server on the copy goes on from there.
        other = Server.on(copy)
        ply = Socket(eve_on(other, eve), f"match={match}").wait("full")["ply"]
        assert acknowledged <= ply <= 60, ply
        assert other.stop() == 0
        # Put back in place of the first one.
        assert "stop it first" in admin(server, "restore", copy, fails=True)
        assert server.stop() == 0
        mine = os.stat(server.db).st_uid
        if mine == 0:  # root restores what another user's server must open
            os.chown(server.db, 65534, 65534)
        admin(server, "restore", copy)
        assert Path(server.db + ".old").exists()
        assert os.stat(server.db).st_uid == (mine or 65534)
        if mine == 0:
            os.chown(server.db, 0, 0)
        server.start()
        assert Socket(eve, f"match={match}").wait("full")["ply"] >= acknowledged
        broken = os.path.join(folder, "broken.db")
        Path(broken).write_bytes(Path(copy).read_bytes()[:20000] + b"\xa5" * 30000)
        assert server.stop() == 0
        assert "damaged" in admin(server, "restore", broken, fails=True)
        pipe = os.path.join(folder, "pipe")
        os.mkfifo(pipe)
        done = subprocess.run([TESSERA, "admin", "restore", copy, "--db", pipe], capture_output=True, text=True)
        assert "not a regular file" in done.stderr and Path(pipe).is_fifo(), done.stderr
        server.start()


def change(server, text):
    if STORE:
        return BASE[0].sql(text)
    db = sqlite3.connect(server.db)
    rows = [[str(value) for value in row] for row in db.execute(text)]
    db.commit()
    db.close()
    return rows


def check_packed(server):
    """Records that are packed say the same, also to whoever looks for names to take out of them."""
    lea, max_ = person(server, "Lea"), person(server, "Max")
    match = lea.match("tictactoe", [{"kind": "me"}, {"kind": "open"}])
    assert max_.post(f"/api/matches/{match}/join", {})[0] == 200
    for who, ply, text in ((lea, 1, "X 1,1"), (max_, 2, "O 0,0")):
        assert who.post(f"/api/matches/{match}/turn", {"seat": ply - 1, "ply": ply, "text": text})[0] == 200
    assert lea.post(f"/api/matches/{match}/turn", {"seat": 0, "resign": True})[0] == 200
    record = lea.get(f"/api/matches/{match}/record", raw=True)[1]
    assert b"O 0,0" in record
    if not STORE:
        assert "stop it first" in admin(server, "pack", fails=True)
    assert server.stop() == 0
    change(server, "UPDATE matches SET updated=1000000")
    assert admin(server, "pack") != "0 matches packed"
    assert admin(server, "pack") == "0 matches packed"
    over = int(change(server, "SELECT count(*) FROM records")[0][0])
    assert over >= 1
    assert change(server, "SELECT count(*) FROM lines l JOIN matches m ON m.id=l.match WHERE m.state>=2") == [["0"]]
    assert " 0 damaged" in admin(server, "verify")
    server.start()
    assert lea.get(f"/api/matches/{match}/record", raw=True)[1] == record
    about = json.loads(admin(server, "export", "Lea"))
    assert about["account"][0]["name"] == "Lea" and "O 0,0" in about["matches"][0]["record"]
    admin(server, "erase", "Lea", "--yes")
    told = max_.get(f"/api/matches/{match}/record", raw=True)[1].decode()
    assert "Lea" not in told and "Max" in told and "O 0,0" in told, told


def check_store(server):
    """What is special about PostgreSQL: which server is meant, and what is not for it."""
    person(server, "Nora")
    assert json.loads(admin(server, "users", "nora", "--json", beside=False))["name"] == "Nora"
    assert "give the order there" in admin(server, "ban", "Nora", fails=True, beside=False)
    assert status_of_login(server, "Nora") == 200
    assert "pg_dump" in admin(server, "backup", "copy.db", fails=True)
    assert "pg_dump" in admin(server, "restore", "copy.db", fails=True)
    assert admin(server, "migrate") == "Format 8, was 8."
    assert server.stop() == 0
    admin(server, "ban", "Nora", beside=False)  # nobody has the matches: it is done on the spot
    server.start()
    assert status_of_login(server, "Nora") == 403
    done = subprocess.run([TESSERA, "admin", "users", "--store", "games.db"], capture_output=True, text=True)
    assert done.returncode != 0 and "postgres://" in done.stderr, done.stderr


def eve_on(server, eve):
    again = Person(server)
    again.cookie = eve.cookie
    return again


def check_bot(server):
    """An agent plays for an account by its token, on any game, and comes back when it was killed."""
    fay = person(server, "Fay")
    person(server, "Robby")
    word = admin(server, "token", "Robby", "--label", "one")
    seats = [{"kind": "invite", "name": "Robby"}, {"kind": "me"}]
    games = {}
    for game in ("tictactoe", "unicorns", "projectl"):
        games[game] = fay.match(game, seats)
    bot = [TESSERA, "bot", "--server", f"http://localhost:{server.port}", "--token", word, "random"]
    done = subprocess.run([*bot, "--once"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for game, match in games.items():
        assert fay.get(f"/api/matches/{match}")[1]["ply"] >= 1, game
    # To the end of a match, with the bot killed and back in between.
    match = games["tictactoe"]
    ws = Socket(fay, f"match={match}&s=f")
    state, a = ws.wait("full"), 0
    process = subprocess.Popen(bot, preexec_fn=die_with_parent)
    while state["t"] != "over":
        ask = state.get("ask")
        if ask:
            a += 1
            ws.send({"t": "move", "seat": 1, "ply": ask["ply"], "text": ask["moves"][0]["text"], "a": a})
            if a == 1:
                process.kill()
                process.wait()
                process = subprocess.Popen(bot, preexec_fn=die_with_parent)
        state = ws.wait("event", "over")
    process.kill()
    process.wait()
    assert fay.get(f"/api/matches/{match}")[1]["state"] == "over"
    # What a token cannot do, and what it can no longer when it is revoked.
    robby = Person(server)
    key = {"Authorization": f"Bearer {word}", "Origin": None}
    assert robby.post("/api/delete-account", {"password": GOOD}, headers=key)[0] == 403
    assert robby.get("/api/turns", headers=key)[0] == 200
    watch = admin(server, "token", "Robby", "--watch", "--label", "two")
    look = {"Authorization": f"Bearer {watch}", "Origin": None}
    assert robby.get("/api/me", headers=look)[1]["name"] == "Robby"
    assert robby.post("/api/matches", {"game": "pegs", "seats": [{"kind": "me"}]}, headers=look)[0] == 403
    admin(server, "revoke", "Robby", "--label", "one")
    assert robby.get("/api/turns", headers=key)[0] == 401
    assert robby.get("/api/turns")[0] == 401
    done = subprocess.run([*bot, "--once"], capture_output=True, text=True)
    assert done.returncode == 1 and "does not take this token" in done.stderr


DECK = """deck "Tiny"
players 2..4
deal 3
keep 5
start "Foal"
win 3 for 2..4
trait foal  always if this would go to hand or discard: nursery instead
baby "Foal" x10  is foal
basic "Pony" x30
magical "Racer" x10  enter: draw 1
"""


def check_decks(server):
    """A match with a deck of somebody's own: a program plays in it, its record and deck are enough to see it again, and
    a file without its deck is found out."""
    ida = person(server, "Ida")
    person(server, "Kit")
    word = admin(server, "token", "Kit")
    match = ida.match("unicorns", [{"kind": "invite", "name": "Kit"}, {"kind": "me"}], file=DECK)
    bot = [TESSERA, "bot", "--server", f"http://localhost:{server.port}", "--token", word, "random", "--once"]
    done = subprocess.run(bot, capture_output=True, text=True)
    told = ida.get(f"/api/matches/{match}")[1]
    assert done.returncode == 0 and told["ply"] >= 1 and told["state"] == "live", (done.stderr, told)
    status, answer = ida.post(f"/api/matches/{match}/turn", {"seat": 1, "resign": True})
    assert status == 200, answer
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "match.tsr").write_bytes(ida.get(f"/api/matches/{match}/record", raw=True)[1])
        (Path(folder) / told["file"]).write_bytes(ida.get(f"/api/matches/{match}/file", raw=True)[1])
        seen = subprocess.run([TESSERA, "replay", "match.tsr"], cwd=folder, capture_output=True, text=True)
        assert seen.returncode == 0, seen
    assert "Racer" in admin(server, "export", "Ida")
    admin(server, "verify")
    db = sqlite3.connect(server.db)
    db.execute("DELETE FROM files")
    db.commit()
    db.close()
    done = subprocess.run([TESSERA, "admin", "verify", "--db", server.db], capture_output=True, text=True)
    assert done.returncode == 2 and "its file is not there" in done.stdout + done.stderr, done


def check_sign_up():
    closed = Server("--sign-up", "closed")
    assert Person(closed).post("/api/register", {"name": "Gil", "password": GOOD})[0] == 403
    assert Person(closed).get("/api/me")[1]["sign_up"] == "closed"
    closed.close()
    club = Server("--sign-up", "invite")
    gil = Person(club)
    assert gil.post("/api/register", {"name": "Gil", "password": GOOD})[0] == 403
    word = admin(club, "invite").split("=")[1]
    assert gil.post("/api/register", {"name": "Gil", "password": GOOD, "invite": word})[0] == 200
    assert Person(club).post("/api/register", {"name": "Hal", "password": GOOD, "invite": word})[0] == 403
    # Orders work without a server, too.
    assert club.stop() == 0
    admin(club, "ban", "Gil")
    club.start()
    assert status_of_login(club, "Gil") == 403
    club.close()


def check_first_format():
    """A file of the first format becomes one of this: nothing is lost, and look-alikes stay apart."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "old.db")
        db = sqlite3.connect(path)
        db.executescript((Path(__file__).parent / "first_format.sql").read_text())
        assert db.execute("PRAGMA user_version").fetchone()[0] == 1
        before = {t: db.execute(f"SELECT count(*) FROM {t}").fetchone()[0]
                  for t in ("users", "matches", "lines", "chat", "seats", "ratings", "sessions")}
        db.close()
        done = subprocess.run([TESSERA, "admin", "migrate", "--db", path, "--json"], capture_output=True, text=True)
        assert done.returncode == 0 and json.loads(done.stdout)["from"] == 1, done
        db = sqlite3.connect(path)
        for table, count in before.items():
            if table != "sessions":  # those that nobody can have a cookie of any more may go
                assert db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == count, table
        looks = [row[0] for row in db.execute("SELECT look FROM users WHERE name LIKE '%nne' ORDER BY since, id")]
        assert len(set(looks)) == 2, looks
        db.close()
        server = Server.on(path)
        for name in ("Änne", "änne", "Ben"):
            assert status_of_login(server, name, "first password") == 200, name
        status, profile = Person(server).get("/api/users/Ben")
        assert status == 200 and profile["ratings"][0]["rating"] < 1500 and len(profile["matches"]) >= 1
        assert Person(server).post("/api/register", {"name": "ANNE", "password": GOOD})[0] == 409
        server.stop()
        # A file of a later program is left alone.
        db = sqlite3.connect(path)
        db.execute("PRAGMA user_version=99")
        db.close()
        done = subprocess.run([TESSERA, "serve", "--port", "0", "--db", path], capture_output=True, text=True)
        assert done.returncode != 0 and "format 99" in done.stderr, done.stderr


def run(server, *tests):
    for test in tests:
        test(*server)
        print("ok", test.__name__, flush=True)


def on_file():
    server = Server("--no-limits")
    run([server], check_people, check_matches, check_backup, check_packed, check_bot, check_decks)
    server.close()
    run([], check_sign_up, check_first_format)
    return 0


def on_postgres():
    if not programs():
        print("skipped: PostgreSQL is not installed (tools/setup test)")
        return SKIPPED
    BASE.append(Postgres())
    STORE.extend(["--store", BASE[0].url()])
    server = Server("--no-limits", *STORE)
    run([server], check_people, check_matches, check_packed, check_store, check_bot)
    server.close()
    BASE[0].close()
    return 0


sys.exit(on_postgres() if sys.argv[1:] == ["postgres"] else on_file())
