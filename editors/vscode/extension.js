// SPDX-License-Identifier: MIT
// Starts `tessera lsp` and lets it speak with the editor; all that is known of the language is there.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
    const settings = vscode.workspace.getConfiguration("tessera");
    const server = {
        command: settings.get("program", "tessera"),
        args: ["lsp", "--seconds", String(settings.get("seconds", 10))],
    };
    client = new LanguageClient("tessera", "Tessera", server, { documentSelector: [{ language: "tessera" }] });
    return client.start();
}

function deactivate() {
    return client?.stop();
}

module.exports = { activate, deactivate };
