// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_LIMITS_H
#define TSR_SERVER_LIMITS_H

// How much the server takes from anybody. Everything from outside is measured
// against these before it is looked at; docs/server.md explains them.

enum {
    LIMIT_HEADER = 8 << 10,    // bytes of a request's head
    LIMIT_BODY = 64 << 10,     // bytes of a request's body
    LIMIT_FRAME = 8 << 10,     // bytes of a socket's message
    LIMIT_OUT = 64 << 10,      // bytes that wait for a slow reader; then it is dropped
    LIMIT_FRAMES = 600,        // frames of one socket in 20 seconds, of whatever kind
    LIMIT_BYTES = 1 << 20,     // bytes of one socket in 20 seconds
    LIMIT_TURN = 4096,         // bytes read from one socket in a turn of the loop
    LIMIT_JSON_DEPTH = 16,     // nested arrays and objects
    LIMIT_CHAT = 140,          // letters of a remark
    LIMIT_REMARKS = 10,        // of one socket in 20 seconds
    LIMIT_NAME = 20,           // letters of a name
    LIMIT_PASSWORD_MIN = 8,    // letters of a password
    LIMIT_PASSWORD = 200,      // bytes of a password
    LIMIT_MAIL = 120,          // bytes of a mail address
    LIMIT_ENDPOINT = 500,      // bytes of a push service's address
    LIMIT_SOCKETS = 40000,     // open sockets
    LIMIT_SOCKETS_PER_IP = 32, // of one address
    LIMIT_SEATS_OPEN = 20,     // matches of one person that wait for players
    LIMIT_VIEWERS = 500,       // sockets that look at one match
    LIMIT_ROOMS = 30000,       // matches in memory
    LIMIT_SESSIONS = 50000,    // visitors in memory; then the longest unseen are forgotten
    LIMIT_FILES = 3000,        // files of the page for one address in a minute
    LIMIT_SECRETS = 512,       // passwords that wait to be hashed
    LIMIT_SECRETS_EACH = 8,    // of one address
    LIMIT_ASKS = 2000,         // questions that wait for the disk
    LIMIT_ASKS_EACH = 40,      // of one address
    LIMIT_FILE = 48 << 10,     // bytes of a deck of somebody's own
    LIMIT_FILES_WAIT = 64,     // of them that wait to be looked at
    LIMIT_FILES_EACH = 4,      // of one address
    LIMIT_CHECKS = 60,         // of one address in a minute
    LIMIT_UPLOADS = 60,        // records of matches played elsewhere, of one address in an hour
    LIMIT_PUBLISHED = 20,      // games that one address publishes in an hour
    LIMIT_RECORD = 1 << 20,    // bytes of a match's record; then it is drawn
    LIMIT_REMARKS_EVER = 2000, // remarks of one match
    LIMIT_TITLE = 60,          // letters of an event's title
    LIMIT_ENTRIES = 512,       // people in one event
    LIMIT_EVENT_GAMES = 20000, // matches of one event
    LIMIT_EVENTS = 200,        // events that are not over
    LIMIT_EVENTS_EACH = 3,     // of one person
    KEEP_CHAT = 50,            // remarks sent to somebody who comes in
    KEEP_LATE = 64,            // positions that wait for watchers who see them later
    KEEP_LOGS = 32,            // logs kept for whoever comes in again
    KEEP_SESSIONS = 16,        // socket sessions of a match whose numbers are remembered
    NAME_BYTES = 64,           // a name with its NUL; LIMIT_NAME letters of UTF-8 may take 80
    SPEC_BYTES = 48,           // a bot's spec with its NUL
    CODE_BYTES = 20,           // an invitation's code with its NUL
    TOKEN_BYTES = 40           // a session's secret as text with its NUL
};

#endif
