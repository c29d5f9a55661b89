#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bytes that no editor sends: the language server answers with an error, or hangs up, and never more."""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from waiting import HANG  # noqa: E402

TESSERA = os.environ.get("TESSERA") or str(Path(__file__).parents[2] / "build/test/tessera")


def frame(body, head="Content-Length: {}\r\n\r\n"):
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    return head.format(len(body)).encode() + body


def ask(number, method, **params):
    return frame({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def tell(method, **params):
    return frame({"jsonrpc": "2.0", "method": method, "params": params})


def talk(*messages):
    """What the server answers, and what it ends with."""
    done = subprocess.run([TESSERA, "lsp"], input=b"".join(messages), capture_output=True, timeout=HANG)
    answers, rest = [], done.stdout
    while rest:
        head, rest = rest.split(b"\r\n\r\n", 1)
        size = int(head.split(b": ")[1])
        answers.append(json.loads(rest[:size]))
        rest = rest[size:]
    return answers, done.returncode, done.stderr.decode()


HELLO = ask(1, "initialize", capabilities={})
GOODBYE = ask(99, "shutdown") + tell("exit")


class Bytes(unittest.TestCase):
    def refused(self, code, *messages):
        """One error and nothing else, then the server still works."""
        answers, status, said = talk(HELLO, *messages, GOODBYE)
        self.assertEqual([a.get("id") for a in answers][::len(answers) - 1], [1, 99], answers)
        self.assertEqual([a["error"]["code"] for a in answers[1:-1]], [code], answers)
        self.assertEqual((status, said), (0, ""))
        return answers[1]["error"]["message"]

    def broken(self, data):
        """One error, and the conversation is over."""
        answers, status, said = talk(HELLO, data, GOODBYE)
        self.assertEqual([a.get("error", {}).get("code") for a in answers], [None, -32700], answers)
        self.assertEqual((status, said), (1, ""))

    def test_heads_that_cannot_be_read(self):
        for head in ("Content-Length: -1", "Content-Length: 99999999999999999999", "Content-Length: ",
                     "Content-Length: 1x", "Content-Length: 2\r\nContent-Length: 2", "Length: 2",
                     "X" * 5000, "\0\0\0", ""):
            with self.subTest(head=head[:40]):
                self.broken(head.encode() + b"\r\n\r\n{}")

    def test_a_head_without_end(self):
        self.broken(b"A: b\r\n" * 2000)

    def test_other_fields_and_cases(self):
        answers, status, _ = talk(frame({"jsonrpc": "2.0", "id": 5, "method": "initialize", "params": {}},
                                        "content-type: x\r\nCONTENT-LENGTH:\t{} \r\n\r\n"), GOODBYE)
        self.assertEqual([a["id"] for a in answers], [5, 99])
        self.assertEqual(status, 0)

    def test_a_message_that_is_too_long_is_passed_over(self):
        for size in (2 * 1024 * 1024 + 1, 3000000):
            self.assertIn("too long", self.refused(-32600, frame(b"x" * size)))

    def test_no_json(self):
        for body in (b"", b"{", b"\xff\xfe", b'{"id":1,"id":1}', b'{"method":"\\u0000"}', b'{"a":"\xc3"}',
                     b"[" * 100000, b'{"a":' * 100000, b"7", b"nul"):
            with self.subTest(body=body[:20]):
                self.refused(-32700, frame(body))

    def test_no_request(self):
        for body in ([], [{}], {}, {"id": 3}, {"id": {}, "method": "x"}, {"id": None, "method": "x"},
                     {"id": 1.5, "method": "x"}, {"method": 3}):
            with self.subTest(body=body):
                self.refused(-32600, frame(body))

    def test_wrong_params(self):
        uri = {"uri": "untitled:x"}
        opened = tell("textDocument/didOpen", textDocument={**uri, "version": 1, "text": "game"})
        for position in (None, {}, {"line": -1, "character": 0}, {"line": 0, "character": 2**40},
                         {"line": "0", "character": 0}, {"line": 0.5, "character": 0}, [1, 2]):
            with self.subTest(position=position):
                answers, status, _ = talk(HELLO, opened, ask(2, "textDocument/hover", textDocument=uri,
                                                             position=position), GOODBYE)
                self.assertEqual([a["error"]["code"] for a in answers if a.get("id") == 2], [-32602])
                self.assertEqual(status, 0)
        self.refused(-32602, ask(2, "textDocument/hover"))
        self.refused(-32602, ask(2, "textDocument/hover", textDocument={"uri": "untitled:closed"}))
        self.refused(-32602, ask(2, "workspace/executeCommand", command="rm"))

    def test_notices_of_any_form_are_passed_over(self):
        notices = [tell(method, **params) for method in ("textDocument/didOpen", "textDocument/didChange",
                                                         "textDocument/didClose", "$/cancelRequest", "x")
                   for params in ({}, {"textDocument": 1}, {"textDocument": {"uri": 1}},
                                  {"textDocument": {"uri": "a"}, "contentChanges": [{"range": 1}]},
                                  {"textDocument": {"uri": "a", "text": 4}, "contentChanges": 3, "id": []})]
        answers, status, said = talk(HELLO, *notices, GOODBYE)
        self.assertEqual([a["id"] for a in answers], [1, 99])
        self.assertEqual((status, said), (0, ""))

    def test_far_places_are_the_nearest_ones(self):
        uri = {"uri": "untitled:x"}
        far = {"line": 2**31 - 1, "character": 2**31 - 1}
        answers, _, _ = talk(HELLO, tell("textDocument/didOpen", textDocument={**uri, "version": 1, "text": "game"}),
                             ask(2, "textDocument/hover", textDocument=uri, position=far), GOODBYE)
        hover = next(a for a in answers if a.get("id") == 2)
        self.assertEqual(hover["result"]["range"]["end"], {"line": 0, "character": 4})

    def test_hanging_up(self):
        for data, status in ((b"", 1), (HELLO, 1), (HELLO[:30], 1), (HELLO + tell("exit"), 1),
                             (HELLO + GOODBYE, 0)):
            with self.subTest(data=data[-20:]):
                self.assertEqual(talk(data)[1], status)

    def test_the_order_of_things(self):
        answers, _, _ = talk(ask(1, "textDocument/hover"), HELLO, HELLO, ask(3, "shutdown"),
                             ask(4, "textDocument/hover"), tell("exit"))
        self.assertEqual([a.get("error", {}).get("code") for a in answers], [-32002, None, -32600, None, -32600])

    def test_more_files_than_it_holds(self):
        many = [tell("textDocument/didOpen", textDocument={"uri": f"untitled:{i}", "version": 1, "text": "#"})
                for i in range(40)]
        answers, status, _ = talk(HELLO, *many, GOODBYE)
        told = [a for a in answers if a.get("method") == "window/showMessage"]
        self.assertEqual(len(told), 8)
        self.assertIn("too many", told[0]["params"]["message"])
        self.assertEqual(status, 0)

    def test_a_terminal_is_no_editor(self):
        master, slave = os.openpty()
        done = subprocess.run([TESSERA, "lsp"], stdin=slave, capture_output=True, text=True, timeout=HANG)
        os.close(master)
        os.close(slave)
        self.assertEqual(done.returncode, 1)
        self.assertIn("started by editors", done.stderr)


if __name__ == "__main__":
    unittest.main()
