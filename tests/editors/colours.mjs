// SPDX-License-Identifier: MIT
// The grammar in the tokenizer of VS Code: every word of every rules file has a scope, and the right one.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const ROOT = process.env.TSR_SOURCE_DIR;
const GRAMMAR = join(ROOT, "editors/vscode/syntaxes/tessera.tmLanguage.json");

const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const registry = new textmate.Registry({
    onigLib: Promise.resolve({
        createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
        createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(GRAMMAR, "utf8"), GRAMMAR),
});
const grammar = await registry.loadGrammar("source.tessera");

// [word, scope] of a text; the scope is the last one, or undefined if there is none of its own.
function words(text) {
    let state = textmate.INITIAL;
    const found = [];
    for (const line of text.split("\n")) {
        const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
        state = ruleStack;
        for (const { startIndex, endIndex, scopes } of tokens) {
            for (const [word] of line.slice(startIndex, endIndex).matchAll(/\w+/g)) {
                found.push([word, scopes.length > 1 ? scopes.at(-1) : undefined]);
            }
        }
    }
    return found;
}

const rules = readFileSync(join(ROOT, "src/lsp/words.def"), "utf8");
const known = new Map([...rules.matchAll(/^WORD\((\w+),\s*(\w+),/gm)].map((m) => [m[1], m[2]]));

function files(folder) {
    return readdirSync(join(ROOT, folder)).filter((f) => f.endsWith(".game")).map((f) => join(folder, f));
}

test("no word of the shelf is without a scope", () => {
    let count = 0;
    const bad = [];
    for (const file of files("games/rules")) {
        for (const [word, scope] of words(readFileSync(join(ROOT, file), "utf8"))) {
            count++;
            if (!scope) bad.push(`${file}: ${word}`);
        }
    }
    assert.ok(count > 3000, `${count} words`);
    assert.deepEqual(bad, []);
});

test("words of the language are never taken for names, nor names for words", () => {
    const bad = [];
    const folders = ["motion", "effect", "rule", "sets", "value", "ending", "board", "phase", "history"];
    for (const file of ["games/rules", ...folders.map((f) => `tests/lang/${f}`)].flatMap(files)) {
        for (const [word, scope] of words(readFileSync(join(ROOT, file), "utf8"))) {
            const name = scope === "variable.other.tessera" || scope === "constant.other.cell.tessera";
            const keyword = /^(keyword\.(control|declaration)|support|storage)/.test(scope ?? "");
            if ((name && known.has(word)) || (keyword && !known.has(word))) bad.push(`${file}: ${word} ${scope}`);
        }
    }
    assert.deepEqual(bad, []);
});

test("each place has its colour", () => {
    const text = `game "Chess" # the game
board grid 8x8
piece Knight as N: leap (1,2)
  double: slide forward 2 to empty if on rank 2
setup
  r n . b
  # not a comment
turn: move then require not check
White wins when my King on e4 | store
test "castling": e1g1 e7e8=Q Black wins
test perft 3 = 8902
`;
    const at = new Map(words(text));
    const expected = {
        game: "comment", board: "keyword.declaration", grid: "storage", 8: "constant.numeric", x: "keyword.operator",
        Knight: "entity.name.type", leap: "support.function", double: "entity.name.label", forward: "support.constant",
        empty: "support.variable", if: "keyword.control", n: "string.unquoted.picture", turn: "keyword.declaration",
        check: "variable.other", e4: "constant.other.cell", store: "variable.other", castling: "string.quoted",
        e7e8: "constant.other.move", Black: "entity.name.type", wins: "storage", perft: "storage", 8902: "constant.numeric",
    };
    for (const [word, scope] of Object.entries(expected)) {
        assert.ok(at.get(word)?.startsWith(scope), `${word}: ${at.get(word)}, not ${scope}`);
    }
});

test("every word that the compiler knows has a meaning", () => {
    const folder = join(ROOT, "src/lang/front");
    const front = readdirSync(folder).filter((f) => /^(parse|decl)_?\w*\.c$/.test(f))
        .map((f) => readFileSync(join(folder, f), "utf8")).join("\n");
    const asked = [...front.matchAll(/parse_(?:take|is|is_at|expect)\(p,(?: \d,)? "([a-z]+)"/g)].map((m) => m[1]);
    const begins = [.../declarations\[\] = \{([^;]*)\};/.exec(front)[1].matchAll(/\{"(\w+)"/g)].map((m) => m[1]);
    const reserved = [.../reserved\[\] = \{([^}]*)\}/.exec(front)[1].matchAll(/"(\w+)"/g)].map((m) => m[1]);
    const lower = readFileSync(join(ROOT, "src/lang/lower/lower_check.c"), "utf8");
    const taken = [.../words\[\] = \{([^}]*)\}/.exec(lower)[1].matchAll(/"(\w+)"/g)].map((m) => m[1]);
    const all = new Set([...asked, ...begins, ...reserved, ...taken]);
    all.delete("x"); // of 8x8
    assert.ok(all.size > 120, `${all.size} words`);
    assert.deepEqual([...all].filter((w) => !known.has(w)), []);
});

test("the extension names files that are there and starts the server", async () => {
    const folder = join(ROOT, "editors/vscode");
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    for (const path of [about.main, about.contributes.grammars[0].path, about.contributes.languages[0].configuration]) {
        assert.ok(readFileSync(join(folder, path), "utf8").length > 0, path);
    }
    const started = [];
    const fakes = {
        vscode: { workspace: { getConfiguration: () => ({ get: (name, otherwise) => otherwise }) } },
        "vscode-languageclient/node": {
            LanguageClient: class {
                constructor(...args) { started.push(args); }
                start() { return "started"; }
                stop() { return "stopped"; }
            },
        },
    };
    const module = { exports: {} };
    new Function("require", "module", readFileSync(join(folder, about.main), "utf8"))((name) => fakes[name], module);
    assert.equal(module.exports.activate(), "started");
    assert.equal(module.exports.deactivate(), "stopped");
    const [, , server, client] = started[0];
    assert.deepEqual([server.command, ...server.args], ["tessera", "lsp", "--seconds", "10"]);
    assert.equal(client.documentSelector[0].language, about.contributes.languages[0].id);
});
