// SPDX-License-Identifier: MIT
// The language server, spoken to by the client library that VS Code uses.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import lsp from "vscode-languageserver-protocol/node.js";

const TESSERA = process.env.TESSERA;
const SHELF = join(process.env.TSR_SOURCE_DIR, "games/rules");
const chess = readFileSync(join(SHELF, "chess.game"), "utf8");

const small = (turn, more = "") => `game "Small"
players White, Black
board grid 4x4
piece Man: step forward
setup: put Man on rank 1
turn: ${turn}
stuck: lose
${more}`;

// An editor with one server; what the server tells by itself can be waited for.
class Editor {
    constructor(...args) {
        this.server = spawn(TESSERA, ["lsp", ...args]);
        this.ended = once(this.server, "exit");
        this.talk = lsp.createProtocolConnection(new lsp.StreamMessageReader(this.server.stdout),
            new lsp.StreamMessageWriter(this.server.stdin));
        this.told = [];
        this.waiting = [];
        for (const method of ["textDocument/publishDiagnostics", "window/showMessage"]) {
            this.talk.onNotification(method, (params) => this.hear(method, params));
        }
        this.talk.listen();
    }

    hear(method, params) {
        this.told.push({ method, params });
        this.waiting = this.waiting.filter((w) => !w());
    }

    // The first thing told that fits, and everything before it is forgotten.
    hears(method, fits = () => true) {
        return new Promise((resolve) => {
            const look = () => {
                const i = this.told.findIndex((t) => t.method === method && fits(t.params));
                if (i >= 0) resolve(this.told.splice(0, i + 1).at(-1).params);
                return i >= 0;
            };
            if (!look()) this.waiting.push(look);
        });
    }

    start(capabilities = {}) {
        return this.talk.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities });
    }

    async open(text, uri = "untitled:one.game", version = 1) {
        await this.talk.sendNotification("textDocument/didOpen",
            { textDocument: { uri, languageId: "tessera", version, text } });
        return uri;
    }

    change(uri, version, text) {
        return this.talk.sendNotification("textDocument/didChange",
            { textDocument: { uri, version }, contentChanges: [{ text }] });
    }

    checked(uri, version) {
        return this.hears("textDocument/publishDiagnostics", (p) => p.uri === uri && p.version === version);
    }

    ask(method, uri, more = {}) {
        return this.talk.sendRequest(`textDocument/${method}`, { textDocument: { uri }, ...more });
    }

    run(...args) {
        return this.talk.sendRequest("workspace/executeCommand", { command: "tessera.runTests", arguments: args });
    }

    async stop() {
        await this.talk.sendRequest("shutdown");
        await this.talk.sendNotification("exit");
        const [code] = await this.ended;
        this.talk.dispose();
        return code;
    }
}

// Where `word` stands in `text`, the n-th time.
function at(text, word, n = 0) {
    let i = -1;
    for (let k = 0; k <= n; k++) i = text.indexOf(word, i + 1);
    assert.ok(i >= 0, `${word} is not there`);
    const before = text.slice(0, i).split("\n");
    return { line: before.length - 1, character: before.at(-1).length };
}

async function with_editor(t, ...args) {
    const e = new Editor(...args);
    t.after(() => e.server.kill());
    const hello = await e.start();
    return { e, hello };
}

test("hello and goodbye", async (t) => {
    const { e, hello } = await with_editor(t);
    assert.equal(hello.serverInfo.name, "tessera");
    assert.equal(hello.capabilities.positionEncoding, "utf-16");
    await assert.rejects(e.start(), { code: -32600 });
    await assert.rejects(e.talk.sendRequest("textDocument/rename", {}), { code: -32601 });
    assert.equal(await e.stop(), 0);
});

test("mistakes are told with their place, number and advice, and go when they are mended", async (t) => {
    const { e } = await with_editor(t);
    const wrong = small("move").replace("step forward", "step forwrd");
    const uri = await e.open(wrong);
    const { diagnostics: [d, ...rest] } = await e.checked(uri, 1);
    assert.equal(rest.length, 0);
    assert.equal(d.severity, 1);
    assert.equal(d.code, 1);
    assert.match(d.message, /forwrd/);
    assert.match(d.message, /did you mean `forward`/);
    assert.deepEqual(d.range, { start: { line: 3, character: 16 }, end: { line: 3, character: 22 } });
    // The lesson about it, on the word.
    const hover = await e.ask("hover", uri, { position: { line: 3, character: 18 } });
    assert.match(hover.contents.value, /\*\*1: .*forwrd/);
    await e.change(uri, 2, small("move"));
    assert.deepEqual((await e.checked(uri, 2)).diagnostics, []);
    assert.equal(await e.stop(), 0);
});

test("letters are counted as the editor counts them", async (t) => {
    const wide = `# \u{1F3B2} die\n${small("move").replace("\"Small\"", "\"\u{1F3B2}é\" from \"Nobody\"")}`;
    for (const [encodings, start] of [[undefined, 17], [["utf-8", "utf-16"], 20]]) {
        const e = new Editor();
        t.after(() => e.server.kill());
        const hello = await e.start(encodings ? { general: { positionEncodings: encodings } } : {});
        assert.equal(hello.capabilities.positionEncoding, encodings ? "utf-8" : "utf-16");
        const uri = await e.open(wide);
        const { diagnostics: [d] } = await e.checked(uri, 1);
        assert.equal(d.code, 24);
        assert.equal(d.range.start.line, 1);
        assert.equal(d.range.start.character, start);
        assert.equal(await e.stop(), 0);
    }
});

test("what a word means, where a name comes from", async (t) => {
    const { e } = await with_editor(t);
    const uri = await e.open(chess, pathToFileURL(join(SHELF, "chess.game")).href);
    const hover = async (word, n) => (await e.ask("hover", uri, { position: at(chess, word, n) }))?.contents.value;
    assert.match(await hover("slide orthogonal"), /through empty cells/);
    assert.match(await hover("check\nstuck"), /\*\*definition\*\*[^]*def check = my King/);
    assert.match(await hover("Knight when on"), /\*\*piece\*\*[^]*piece Knight as N: leap/);
    assert.match(await hover("rook.unmoved"), /\*\*name\*\*[^]*for rook in my Rook/);
    const definition = async (word, n) => (await e.ask("definition", uri, { position: at(chess, word, n) }))?.range.start;
    assert.deepEqual(await definition("check\nstuck"), at(chess, "check = my King"));
    assert.deepEqual(await definition("rook.unmoved"), at(chess, "rook in my Rook"));
    assert.deepEqual(await definition("d to empty if unmoved"), at(chess, "d = toward rook"));
    assert.deepEqual(await definition("double\n"), at(chess, "double: slide"));
    assert.equal(await definition("slide orthogonal"), undefined);
    assert.equal(await hover("8x8"), undefined);
    const symbols = await e.ask("documentSymbol", uri);
    const names = symbols.map((s) => s.name);
    for (const name of ["Chess", "White", "Black", "Rook", "castle", "check", "test perft 3 = 8902"]) {
        assert.ok(names.includes(name), name);
    }
    assert.equal(await e.stop(), 0);
});

test("names of the game that is inherited from", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "tessera lsp é-"));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "small.game"), small("move"));
    const child = 'game "Child" from "Small"\nsetup: put Man on rank 2\n';
    const { e } = await with_editor(t);
    const uri = await e.open(child, pathToFileURL(join(folder, "child.game")).href);
    assert.deepEqual((await e.checked(uri, 1)).diagnostics, []);
    const man = { position: at(child, "Man") };
    const found = await e.ask("definition", uri, man);
    assert.equal(found.uri, pathToFileURL(join(folder, "small.game")).href);
    assert.deepEqual(found.range.start, at(small("move"), "Man:"));
    assert.match((await e.ask("hover", uri, man)).contents.value, /of "Small"/);
    const parent = await e.ask("definition", uri, { position: at(child, 'Small"') });
    assert.equal(parent.uri, found.uri);
    const items = await e.ask("completion", uri, { position: at(child, "Man") });
    assert.ok(items.some((i) => i.label === "Man" && i.detail === "piece"));
    // A mistake in the parent is told at the top of the child, with the parent's name.
    writeFileSync(join(folder, "small.game"), small("mvoe"));
    await e.change(uri, 2, child);
    const { diagnostics: [d] } = await e.checked(uri, 2);
    assert.match(d.message, /in "Small":6/);
    assert.equal(d.range.start.line, 0);
    assert.equal(await e.stop(), 0);
});

test("completion: statements at the margin, the rest elsewhere, nothing in comments", async (t) => {
    const { e } = await with_editor(t);
    const text = `${small("move")}\nw\n# w\n  when \n`;
    const uri = await e.open(text);
    const labels = async (line, character) =>
        (await e.ask("completion", uri, { position: { line, character } })).map((i) => i.label);
    const margin = await labels(8, 1);
    assert.ok(margin.includes("win") && margin.includes("piece") && margin.includes("White"));
    assert.ok(!margin.includes("slide") && !margin.includes("Man"));
    const inside = await labels(10, 7);
    assert.ok(inside.includes("slide") && inside.includes("Man") && inside.includes("empty"));
    assert.ok(!inside.includes("players"));
    assert.equal(new Set(inside).size, inside.length, "each once");
    assert.deepEqual(await labels(9, 3), []);
    assert.equal(await e.stop(), 0);
});

test("formatting", async (t) => {
    const { e } = await with_editor(t);
    const options = { options: { tabSize: 2, insertSpaces: true } };
    const uri = await e.open(small("move").replace("turn: move", "turn:    move"));
    const [edit] = await e.ask("formatting", uri, options);
    assert.equal(edit.newText, small("move"));
    await e.change(uri, 2, edit.newText);
    assert.deepEqual(await e.ask("formatting", uri, options), []);
    await e.change(uri, 3, "game \"");
    await assert.rejects(e.ask("formatting", uri, options), { code: -32803 });
    assert.equal(await e.stop(), 0);
});

test("tests are run from lenses, all or one", async (t) => {
    const { e } = await with_editor(t);
    const tests = 'test "right": a1a2 legal\ntest "wrong": a1a4 legal\n';
    const text = small("move", tests);
    const uri = await e.open(text);
    assert.deepEqual((await e.checked(uri, 1)).diagnostics, [], "no test is run unasked");
    const lenses = await e.ask("codeLens", uri);
    assert.deepEqual(lenses.map((l) => l.command.title), ["Run all tests", "Run test", "Run test"]);
    const results = [];
    for (const lens of lenses) results.push(await e.run(...lens.command.arguments));
    const [all, right, wrong] = results;
    assert.deepEqual([all.ok, all.failed], [false, 1]);
    assert.deepEqual([right.ok, right.text], [true, "the test holds"]);
    assert.deepEqual([wrong.ok, wrong.failed], [false, 1]);
    const { diagnostics: [d] } = await e.hears("textDocument/publishDiagnostics", (p) => p.diagnostics.length);
    assert.equal(d.code, 29);
    assert.equal(d.range.start.line, at(text, 'test "wrong"').line);
    await e.hears("window/showMessage", (p) => p.message === "the test holds");
    await assert.rejects(e.run("untitled:unknown"), { code: -32602 });
    assert.equal(await e.stop(), 0);
});

test("tests can be cancelled, and answers come meanwhile", async (t) => {
    const { e } = await with_editor(t, "--seconds", "100");
    const uri = await e.open(chess.replace("test perft 3 = 8902", "test perft 5 = 4865609"));
    const cancel = new lsp.CancellationTokenSource();
    const running = e.talk.sendRequest("workspace/executeCommand",
        { command: "tessera.runTests", arguments: [uri] }, cancel.token);
    const refused = assert.rejects(running, { code: -32800 });
    await assert.rejects(e.run(uri), { code: -32803 }, "one at a time");
    assert.ok(await e.ask("hover", uri, { position: at(chess, "players") }));
    cancel.cancel();
    await refused;
    assert.equal(await e.stop(), 0);
});

test("rules without end are given up", async (t) => {
    const { e } = await with_editor(t, "--seconds", "1");
    let endless = "def a0(x) = x + north\n";
    for (let i = 1; i < 60; i++) endless += `def a${i}(x) = a${i - 1}(x) | a${i - 1}(x + east)\n`;
    const uri = await e.open(small("move", endless).replace("rank 1", "a59(rank 1)"));
    const { diagnostics: [d] } = await e.checked(uri, 1);
    assert.match(d.message, /too long|memory/);
    await e.change(uri, 2, small("move"));
    assert.deepEqual((await e.checked(uri, 2)).diagnostics, []);
    assert.equal(await e.stop(), 0);
});
