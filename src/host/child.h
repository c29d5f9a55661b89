// SPDX-License-Identifier: MIT
#ifndef TSR_HOST_CHILD_H
#define TSR_HOST_CHILD_H

// A program of somebody else's, run as a child and spoken to in lines.
//
// Nothing it does can hurt: it has a process group of its own, which is killed as
// a whole; every wait has an end; a line has a longest length; what it writes in
// one turn has a limit; its stderr is read away, and only the last words are kept;
// it inherits no files. It may crash, hang, flood, or refuse to read: each of
// these is an answer of these functions, not an accident.
//
// Not thread-safe: one owner. POSIX only.

#include <stddef.h>
#include <stdint.h>

#include <tessera/error.h>

enum {
    CHILD_LINE_MAX = 1 << 16, // bytes of a line
    CHILD_TURN_MAX = 1 << 20, // bytes written in one turn; see child_new_turn
    CHILD_TAIL = 400,
    CHILD_QUEUE = 1 << 21 // bytes that wait for it to read
};

typedef struct child {
    int pid;          // 0 = not running
    int in, out, log; // our ends; -1 = closed
    size_t have, taken;
    size_t turn_bytes;
    size_t queued, sent;
    size_t tail_size;
    char tail[CHILD_TAIL];           // the last of what it wrote to stderr
    char buffer[CHILD_LINE_MAX + 1]; // what was read: `taken` of `have` bytes are used
    char queue[CHILD_QUEUE];         // what it has not read yet
} child;

typedef enum child_got {
    CHILD_LINE = 0, // *line is the next line, without its end; valid until the next call
    CHILD_NOTHING,  // not until the deadline
    CHILD_ENDED,    // it has closed its output: crashed or gone
    CHILD_FLOOD     // a line too long, or too much in one turn
} child_got;

// Sets the fields of a child that does not run.
void child_init(child *c);

// Runs `command` by the shell. `memory` bounds its address space in bytes, 0 = not.
TSR_NODISCARD tsr_err child_open(child *c, const char *command, uint64_t memory, tsr_error *err);

// Kills the whole group and waits for the child. Gives it `grace_us` to go by
// itself first. Does nothing if it is not running.
void child_close(child *c, uint64_t grace_us);

// Puts text into the queue and sends as much as goes without waiting. 0 = it has
// not read for so long that the queue is full.
int child_say(child *c, const char *text, size_t size);

// The next line, waiting until `deadline_us` at most. Sends from the queue meanwhile.
child_got child_line(child *c, uint64_t deadline_us, char **line);

// A new turn begins: the limit on what it may write starts again.
void child_new_turn(child *c);

// How it ended, in words: "exited with status 3", "was killed by signal 11". Only
// after CHILD_ENDED.
void child_how_ended(child *c, char *out, size_t cap);

#endif
