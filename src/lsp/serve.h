// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_SERVE_H
#define TSR_LSP_SERVE_H

// The language server on two file descriptors, until the editor says goodbye or hangs up.

typedef struct lsp_limits {
    int check_seconds; // of processor time, for checking a file
    int test_seconds;  // for running its tests
} lsp_limits;

// What the program should end with: 0 after a proper goodbye, else 1.
int lsp_serve(int in, int out, const lsp_limits *limits);

#endif
