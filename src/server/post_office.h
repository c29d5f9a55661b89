// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_POST_OFFICE_H
#define TSR_SERVER_POST_OFFICE_H

// The mailbox (letter.h) of hubs that are threads of one process: a list for each, and a bell.
//
// Nothing is lost here but for lack of memory, or where a hub leaves letters of POST_MOST bytes unread.

#include "server/letter.h"

enum { POST_MOST = 256 << 20 };

typedef struct post_office post_office;

post_office *post_office_new(int hubs); // NULL for lack of memory
void post_office_free(post_office *o);  // NULL is fine

// Who is told, in any thread, that a letter for the hub has come. Before anybody sends.
void post_office_bell(post_office *o, int hub, void (*ring)(void *self), void *self);

mailbox *post_office_box(post_office *o); // for all hubs to send by; any thread

// The next letter for the hub, to be freed; NULL = there is none.
char *post_office_take(post_office *o, int hub, size_t *size);

#endif
