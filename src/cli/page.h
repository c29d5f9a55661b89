// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_PAGE_H
#define TSR_CLI_PAGE_H

// The page of a server, from outside: whether it answers, and showing it in the user's browser.

#include <stddef.h>

#include <tessera/error.h>

// TSR_OK when the Tessera server at `url` says that it is ready. Otherwise the error tells what is
// wrong: its own words, or that nobody answers.
TSR_NODISCARD tsr_err page_ready(const char *url, tsr_error *err);

// Asks the desktop (xdg-open) for a browser with `url`. It says nothing of its own; where there is no
// desktop, nothing happens.
void page_show(const char *url);

// The database of this user's own server: in $XDG_DATA_HOME/tessera, else
// ~/.local/share/tessera. The folder is made. `path` has `cap` bytes.
TSR_NODISCARD tsr_err page_database(char *path, size_t cap, tsr_error *err);

#endif
