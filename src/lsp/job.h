// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_JOB_H
#define TSR_LSP_JOB_H

// Checking a file in a process of its own, so that the editor is answered meanwhile, an outdated
// check can be thrown away, and rules that take too long are stopped by the system.

#include <sys/types.h>

#include "lsp/paper.h"

typedef struct job_result {
    tsr_err e;
    tsr_lang_report report;
} job_result;

typedef struct job {
    pid_t pid; // 0 = nothing is going on
    int fd;    // becomes readable when there is something to read
    char *uri;
    int64_t version;
    size_t got;
    job_result *result;
} job;

// Checks a file, with the test in this line, all (LSP_EVERY_TEST) or none (LSP_NO_TEST), for at
// most so many seconds of processor time. 0 if it cannot be begun.
int job_start(job *j, const paper_set *papers, const paper *p, int test, int seconds);

// Reads what there is. 0 when the job has ended: call job_end.
int job_read(job *j);

// Why there is no result, or NULL: then j->result->report is one. To be followed by job_forget.
const char *job_end(job *j);

// Stops it if it is still going on, and frees what it had.
void job_forget(job *j);

#endif
