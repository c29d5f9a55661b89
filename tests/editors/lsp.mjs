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
    assert.equal(hello.capabilities.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
    await assert.rejects(e.start(), { code: -32600 });
    await assert.rejects(e.talk.sendRequest("textDocument/foldingRange", {}), { code: -32601 });
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

// `text` with `put` in place of a word, as an editor tells it and as it then stands.
function put(text, word, instead, n = 0) {
    const start = at(text, word, n);
    const i = text.split("\n").slice(0, start.line).join("\n").length + (start.line ? 1 : 0) + start.character;
    const end = { line: start.line, character: start.character + word.length };
    return { text: text.slice(0, i) + instead + text.slice(i + word.length), change: { range: { start, end }, text: instead } };
}

test("changes in part, in the order in which they come", async (t) => {
    const { e } = await with_editor(t);
    const dice = small("move").replace('"Small"', '"\u{1F3B2} Small"');
    const uri = await e.open(dice);
    assert.deepEqual((await e.checked(uri, 1)).diagnostics, []);
    const tell = (version, ...contentChanges) => e.talk.sendNotification("textDocument/didChange",
        { textDocument: { uri, version }, contentChanges });
    // Behind a letter of two units; the second is counted in what the first has left.
    const one = put(dice, "Small", "Smaller");
    const two = put(one.text, "stuck: lose", "stuck: lose\nlimit 50 turns");
    const wrong = put(two.text, "forward", "forwrd");
    await tell(2, one.change, two.change, wrong.change);
    const { diagnostics: [d, ...rest] } = await e.checked(uri, 2);
    assert.equal(rest.length, 0);
    assert.match(d.message, /forwrd/);
    const three = put(wrong.text, "forwrd", "forward");
    await tell(3, three.change);
    assert.deepEqual((await e.checked(uri, 3)).diagnostics, []);
    const [title] = await e.ask("documentSymbol", uri);
    assert.equal(title.name, "\u{1F3B2} Smaller");
    // The end of the text, and a whole one at last.
    const beyond = { line: 99, character: 0 };
    await tell(4, { range: { start: beyond, end: beyond }, text: "limit 5 turns\n" }, { text: three.text });
    assert.deepEqual((await e.checked(uri, 4)).diagnostics, []);
    // What cannot be followed ends it: nothing is said any more of a text that is not the editor's.
    const start = { line: 2, character: 0 }, end = { line: 1, character: 0 };
    await tell(5, { range: { start, end }, text: "" });
    assert.match((await e.hears("window/showMessage")).message, /open the file again/);
    await assert.rejects(e.ask("documentSymbol", uri), { code: -32602 });
    assert.equal(await e.stop(), 0);
});

test("where a name is used, and another name for it", async (t) => {
    const { e } = await with_editor(t);
    const uri = await e.open(chess, pathToFileURL(join(SHELF, "chess.game")).href);
    const starts = (list) => list.map((x) => x.range.start);
    const ask = (method, word, n, more) => e.ask(method, uri, { position: at(chess, word, n), ...more });
    const declaration = { context: { includeDeclaration: true } };
    const checks = [1, 2, 3].map((n) => at(chess, "check", n)); // the first stands in a comment
    assert.deepEqual(starts(await ask("references", "check\nstuck", 0, declaration)), checks);
    assert.deepEqual(starts(await ask("references", "check = ", 0, { context: { includeDeclaration: false } })), checks.slice(1));
    assert.deepEqual(starts(await ask("documentHighlight", "check\nstuck")), checks);
    // A name of one statement is used in that one only.
    const rooks = await ask("references", "rook.unmoved", 0, declaration);
    assert.ok(rooks.length > 3 && rooks.every((r) => r.range.start.line >= at(chess, "for rook").line));
    assert.deepEqual(await ask("references", "slide orthogonal", 0, declaration), []);

    const { range, placeholder } = await ask("prepareRename", "check\nstuck");
    assert.deepEqual([range.start, placeholder], [checks[1], "check"]);
    const { changes } = await ask("rename", "check\nstuck", 0, { newName: "threatened" });
    assert.deepEqual(starts(changes[uri]), checks);
    const lines = chess.split("\n");
    for (const { range: { start, end }, newText } of changes[uri].reverse()) {
        lines[start.line] = lines[start.line].slice(0, start.character) + newText + lines[start.line].slice(end.character);
    }
    await e.change(uri, 2, lines.join("\n"));
    assert.deepEqual((await e.checked(uri, 2)).diagnostics, []);
    await e.change(uri, 3, chess);
    for (const [word, newName, code] of [["slide orthogonal", "glide", -32803], ["check\nstuck", "two words", -32602],
        ["check\nstuck", "Check", -32602], ["check\nstuck", "slide", -32803], ["Rook:", "Queen", -32803],
        ["check\nstuck", "", -32602]]) {
        await assert.rejects(ask("rename", word, 0, { newName }), { code }, `${word} to ${newName}`);
    }
    await assert.rejects(ask("prepareRename", "slide orthogonal"), { code: -32803 });
    assert.equal(await e.stop(), 0);
});

test("names may have any letters", async (t) => {
    const { e } = await with_editor(t);
    const text = small("move").replaceAll("Man", '"兵"').replace('piece "兵"', 'piece "兵" as M');
    const uri = await e.open(text, "untitled:soldiers.game");
    const man = { position: at(text, "兵") };
    assert.deepEqual((await e.checked(uri, 1)).diagnostics, []);
    const found = await e.ask("references", uri, { ...man, context: { includeDeclaration: true } });
    assert.equal(found.length, text.split("兵").length - 1);
    assert.ok(found.length > 1);
    const { changes } = await e.ask("rename", uri, { ...man, newName: "歩" });
    assert.equal(changes[uri].length, found.length);
    for (const { range: { start, end }, newText } of changes[uri]) { // the quotes stay
        assert.deepEqual([end.character - start.character, newText], [1, "歩"]);
    }
    for (const newName of ["Man", "two words", "x", "歩 兵", ""]) {
        await assert.rejects(e.ask("rename", uri, { ...man, newName }), { code: -32602 }, newName);
    }
    assert.equal(await e.stop(), 0);
});

test("a game that is inherited from is taken as it stands in the editor", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "tessera lsp-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const parent = join(folder, "small.game");
    writeFileSync(parent, small("move"));
    const child = 'game "Child" from "Small"\nsetup: put Man on rank 2\n';
    const { e } = await with_editor(t);
    const uri = await e.open(child, pathToFileURL(join(folder, "child.game")).href);
    assert.deepEqual((await e.checked(uri, 1)).diagnostics, []);
    const above = await e.open(small("move"), pathToFileURL(parent).href);
    assert.deepEqual((await e.checked(above, 1)).diagnostics, []);
    // The child is checked again when its parent changes, and has the names that stand there now.
    await e.change(above, 2, small("move").replaceAll("Man", "Pawn"));
    const { diagnostics: [d] } = await e.hears("textDocument/publishDiagnostics", (p) => p.uri === uri && p.diagnostics.length);
    assert.match(d.message, /Man/);
    await e.change(uri, 2, child.replace("Man", "Pawn"));
    assert.deepEqual((await e.checked(uri, 2)).diagnostics, []);
    const pawn = { position: at(child, "Man") };
    const found = await e.ask("references", uri, { ...pawn, context: { includeDeclaration: true } });
    assert.deepEqual(found.map((f) => f.uri), [above, uri]);
    await assert.rejects(e.ask("rename", uri, { ...pawn, newName: "Man" }), { code: -32803 });
    // Closed without saving, the file on the disk counts again.
    await e.talk.sendNotification("textDocument/didClose", { textDocument: { uri: above } });
    const { diagnostics: [gone] } = await e.hears("textDocument/publishDiagnostics", (p) => p.uri === uri && p.diagnostics.length);
    assert.match(gone.message, /Pawn/);
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
    assert.deepEqual([right.ok, right.text], [true, "the test passed"]);
    assert.deepEqual([wrong.ok, wrong.failed], [false, 1]);
    const { diagnostics: [d] } = await e.hears("textDocument/publishDiagnostics", (p) => p.diagnostics.length);
    assert.equal(d.code, 29);
    assert.equal(d.range.start.line, at(text, 'test "wrong"').line);
    await e.hears("window/showMessage", (p) => p.message === "the test passed");
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
