// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_LETTER_H
#define TSR_SERVER_LETTER_H

// What hubs write to each other, and the mailbox that carries it.
//
// A town is several hubs on one store. Every match is in the memory of one of them, which follows from the
// last eight bits of its number (its shard); a socket or a request may come to any. Whoever gets it
// is its door: it passes on what comes in to the hub that has the match, and hands out what comes back.
//
//     page --socket--> door                                   the hub that has the match
//                       | hub_connect    -- CONNECT number, query ----> hub_connect
//                       | hub_receive    -- TEXT number, a move ------> hub_receive: the room takes it,
//                       |                                               puts a batch, and the outbox holds
//                       |                                               what tells of it until it is durable
//                       | io.send       <-- SEND number, {"t":"ack"} -- then
//
// The number of a socket is its door's; the hub that has the match knows it as a socket of that door
// (hub_from, hub_number), and everything else is as with one of its own. The same with requests.
//
// A mailbox may lose, delay and double letters. hub_lines.c makes lines of them: on each, letters come
// in order and none twice, or the line is broken and begun anew. What hung on a broken line is ended
// so that a page comes back by itself: sockets with 1012, requests with "not known whether this was kept".
// So a lost letter costs a page a new socket, and never a move.

#include <stddef.h>
#include <stdint.h>

typedef enum letter_word {
    LETTER_BEAT = 1, // nothing: the line is there, and so many letters have gone over it
    LETTER_BROKEN,   // number: the line from you to me that is broken

    // To the hub that has the match. `number` is the door's.
    LETTER_REQUEST, // value: flags; method, path, query, token, body
    LETTER_CONNECT, // query, token
    LETTER_TEXT,    // what the socket said
    LETTER_LAG,     // value: how long a ping took
    LETTER_GONE,

    // And back.
    LETTER_REPLY, // value: status; type, body, token; user: which of the last two there are
    LETTER_SEND,  // what the socket is told
    LETTER_CLOSE, // value: code; why

    // Among all.
    LETTER_PEOPLE, // user, value: what has become of them: hub_town.h; hash of a session
    LETTER_LOBBY,  // matches to be shown, events that wait, events that run
    LETTER_TURNS, // user, number: where must they decide? value: for how many seconds that is asked
    LETTER_TURNS_ARE, // number; value: how many; turns, invitations
    LETTER_WAKE       // number: a match was made for you
} letter_word;

enum { LETTER_TEXTS = 5, LETTER_MAX = 8 << 20 };

typedef struct letter {
    letter_word word;
    int from;             // who wrote it
    uint64_t line, count; // hub_lines.c: which line, and its number on it, from 1
    int value;
    uint64_t number, user, ip;
    const char *text[LETTER_TEXTS]; // each ends with NUL; NULL when packed = ""
    size_t size[LETTER_TEXTS];
} letter;

// A text of a letter that is to be packed.
void letter_text(letter *l, int i, const char *text, size_t size);

// As bytes, to be freed; NULL for lack of memory or if it is too long.
char *letter_pack(const letter *l, size_t *size);

// What came, its texts pointing into `data`; 0 if that is no letter.
int letter_read(const char *data, size_t size, letter *out);

// --- Mailboxes ---------------------------------------------------------------

typedef struct mailbox mailbox;

struct mailbox { // the beginning of every implementation's own
    // Takes the packed letter, for hub `to`. Does not wait and cannot fail: what cannot be carried is lost.
    void (*send)(mailbox *m, int to, char *data, size_t size);
};

#endif
