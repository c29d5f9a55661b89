// SPDX-License-Identifier: MIT
//
// A complete player for Tessera, in any game: plays a random legal move.
//
//     cc -o bot examples/agents/bot.c
//     tessera match tictactoe exec:./bot mcts --games 10

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char line[1 << 20];
    unsigned long long id, seed = 0;
    int count = 1;
    setvbuf(stdout, NULL, _IOLBF, 0); // a line that is not flushed has not been said
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "hello ", 6) == 0) {
            puts("id name random bot in C\nready");
        } else if (sscanf(line, "decide %llu %*s %*u %d", &id, &count) == 2) {
            // The moves follow, one a line: "legal 0 X 0,0".
        } else if (sscanf(line, "seed %llu", &seed) == 1) {
            // The only randomness to use: matches can be repeated.
        } else if (sscanf(line, "go %llu", &id) == 1) {
            printf("choose %llu #%d\n", id, (int)(seed % (unsigned)count)); // or its text
        } else if (strncmp(line, "ping", 4) == 0) {
            printf("pong%s", line + 4);
        } else if (strcmp(line, "quit\n") == 0) {
            break;
        }
    }
    return 0;
}
