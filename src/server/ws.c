// SPDX-License-Identifier: MIT
// Frames in and out, with a budget for every socket.
#include "server/ws.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <wslay/wslay.h>

#include "server/bucket.h"
#include "server/limits.h"
#include "server/map.h"
#include "server/watch.h"

// Pages in the background may run no timers, but browsers answer a ping by themselves.
enum { PING_MS = 15000, SILENT_MS = 60000, BUDGET_MS = 20000 };
// Ten thousand pings at once, and as many answers, would keep everybody's moves waiting.
enum { SWEEP_PARTS = 100, SWEEP_LEAST = 64 };

// Most sockets are silent most of the time, and wslay's context is 8 KB of buffers. So a socket
// has one only while there is something in it: a frame that has come in part, a message in
// pieces, a goodbye that is being said. Then it is as good as new, and the next socket gets it. What
// is sent needs none: a frame of ours is a few bytes and the text.
typedef struct ws_reader {
    wslay_event_context_ptr wslay;
    struct ws_conn *conn; // whose it is now
} ws_reader;

// What is to be written: a few bytes in front, and a text that others may be sent too.
typedef struct ws_part {
    bytes *text;
    uint8_t head_size;
    unsigned char head[10];
} ws_part;

typedef struct ws_conn {
    uint64_t id;
    int fd;
    ws_set *set;
    ws_reader *reader;             // NULL = at rest
    wslay_event_context_ptr wslay; // the reader's
    uint64_t in_part;              // bytes that have come of a frame that is not whole yet
    uint64_t frame_size;           // of the frame that is being read, with its head
    int in_pieces;                 // the last piece of a message has not come yet
    int closing;                   // goodbye was said: nothing more is sent
    char *early;                   // bytes that came with the request
    size_t early_size, early_at;
    ws_part *out; // not yet written
    int out_count, out_cap;
    size_t out_size, out_at; // bytes in all of it, and how many of the first are written
    uint64_t heard_ms;
    uint64_t now_ms;   // of the turn that reads
    uint64_t ping_ms;  // when the last ping went out; 0 = none is on its way
    uint64_t swept_ms; // and when that was, answered or not
    bucket frames, bytes;
    int drained;      // nothing is left to read, or to be read in this turn
    unsigned watched; // what it is watched for
    int dirty;        // in the list of those with something to write
    int broken;       // gone: to be dropped at the next flush
    struct ws_conn *next_dirty;
} ws_conn;

struct ws_set {
    int watched;
    ws_events events;
    map conns;
    uint64_t next_id;
    ws_conn *dirty;
    ws_reader *spare; // nobody's; NULL = there is none
    size_t swept;     // slots of `conns` that this round of sweeping has seen
};

// --- At rest and awake -------------------------------------------------------

static const struct wslay_event_callbacks callbacks;

static void free_reader(ws_reader *r) {
    if (r) {
        wslay_event_context_free(r->wslay);
        free(r);
    }
}

// NULL for lack of memory.
static ws_reader *new_reader(void) {
    ws_reader *r = calloc(1, sizeof *r);
    if (r && wslay_event_context_server_init(&r->wslay, &callbacks, r) != 0) {
        free(r);
        return NULL;
    }
    if (r) {
        wslay_event_config_set_max_recv_msg_length(r->wslay, LIMIT_FRAME);
    }
    return r;
}

// Whether the socket can be read and written by wslay now; 0 for lack of memory, and it is lost.
static int awake(ws_conn *c) {
    if (!c->reader) {
        c->reader = c->set->spare ? c->set->spare : new_reader();
        c->set->spare = NULL;
        c->broken |= !c->reader;
    }
    if (c->reader) {
        c->reader->conn = c;
        c->wslay = c->reader->wslay;
    }
    return c->reader != NULL;
}

// Between two messages a reader knows nothing of whose they are.
static void rest(ws_conn *c) {
    if (c->wslay && !c->in_part && !c->in_pieces && !c->early && !c->closing && !c->broken &&
        wslay_event_want_read(c->wslay) && !wslay_event_want_write(c->wslay)) {
        free_reader(c->set->spare);
        c->set->spare = c->reader;
        c->reader = NULL;
        c->wslay = NULL;
    }
}

static int wants_read(const ws_conn *c) {
    return !c->wslay || wslay_event_want_read(c->wslay);
}

// --- Budgets -----------------------------------------------------------------

// Reads no more of a socket, and says why.
static void cut_off(ws_conn *c, int code, const char *why) {
    if (!awake(c)) {
        return;
    }
    c->closing = 1;
    (void)wslay_event_queue_close(c->wslay, (uint16_t)code, (const uint8_t *)why, strlen(why));
    wslay_event_shutdown_read(c->wslay);
}

static void charge_bytes(ws_conn *c, size_t size) {
    if (!c->set->events.no_limits &&
        !bucket_spend(&c->bytes, (double)size, LIMIT_BYTES, BUDGET_MS, c->now_ms)) {
        cut_off(c, 1008, "too many bytes");
    }
}

// Every frame is counted as its head is read: most kinds never become a message.
static void on_frame(wslay_event_context_ptr ctx,
                     const struct wslay_event_on_frame_recv_start_arg *arg, void *self) {
    ws_conn *c = ((ws_reader *)self)->conn;
    uint64_t size = arg->payload_length;
    const uint64_t head = 2 + 4 + (size < 126 ? 0 : size < 65536 ? 2 : 8); // with the mask
    (void)ctx;
    c->frame_size = head + size;
    if (arg->opcode < WSLAY_CONNECTION_CLOSE) {
        c->in_pieces = !arg->fin;
    }
    if (!c->set->events.no_limits && !bucket_take(&c->frames, LIMIT_FRAMES, BUDGET_MS, c->now_ms)) {
        cut_off(c, 1008, "too many frames");
    }
}

static void on_frame_end(wslay_event_context_ptr ctx, void *self) {
    ws_conn *c = ((ws_reader *)self)->conn;
    (void)ctx;
    c->in_part -= c->frame_size;
}

// --- wslay's callbacks -------------------------------------------------------

static ssize_t on_recv(wslay_event_context_ptr ctx, uint8_t *buf, size_t size, int flags,
                       void *self) {
    ws_conn *c = ((ws_reader *)self)->conn;
    (void)flags;
    if (c->early) {
        size_t n = c->early_size - c->early_at;
        n = n < size ? n : size;
        memcpy(buf, c->early + c->early_at, n);
        c->early_at += n;
        c->in_part += n;
        if (c->early_at == c->early_size) {
            free(c->early);
            c->early = NULL;
        }
        return (ssize_t)n;
    }
    ssize_t n = c->drained ? -1 : recv(c->fd, buf, size < LIMIT_TURN ? size : LIMIT_TURN, 0);
    if (n > 0) {
        c->drained = 1; // others wait; the set tells again of what is left
        c->in_part += (uint64_t)n;
        charge_bytes(c, (size_t)n);
        return n;
    }
    int again = c->drained || (n < 0 && (errno == EAGAIN || errno == EINTR));
    c->broken |= !again;
    wslay_event_set_error(ctx, again ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static void mark_dirty(ws_conn *c) {
    if (!c->dirty) {
        c->dirty = 1;
        c->next_dirty = c->set->dirty;
        c->set->dirty = c;
    }
}

static size_t part_size(const ws_part *p) {
    return p->head_size + (p->text ? p->text->size : 0);
}

// Takes hold of the text; without memory for it the socket is lost: never half a frame.
static void add_out(ws_conn *c, const ws_part *part) {
    mark_dirty(c);
    if (c->out_count == c->out_cap) {
        int cap = c->out_cap ? c->out_cap * 2 : 4;
        ws_part *out = realloc(c->out, (size_t)cap * sizeof *out);
        if (!out) {
            c->broken = 1;
            return;
        }
        c->out = out;
        c->out_cap = cap;
    }
    c->out[c->out_count++] = *part;
    c->out_size += part_size(part);
    bytes_hold(part->text);
}

// What wslay says by itself: answers to pings, goodbyes. Never blocks.
static ssize_t on_send(wslay_event_context_ptr ctx, const uint8_t *data, size_t size, int flags,
                       void *self) {
    ws_conn *c = ((ws_reader *)self)->conn;
    bytes *copy = bytes_new((const char *)data, size);
    (void)flags;
    if (!copy) {
        wslay_event_set_error(ctx, WSLAY_ERR_CALLBACK_FAILURE);
        return -1;
    }
    add_out(c, &(ws_part){.text = copy});
    bytes_drop(copy);
    return (ssize_t)size;
}

// A whole frame of ours (RFC 6455, 5.2): the length takes 7, 16 or 64 bits, and there is no mask.
static void send_frame(ws_conn *c, int opcode, bytes *text) {
    const uint64_t size = text ? text->size : 0;
    const unsigned wide = size < 126 ? 0 : size < 65536 ? 2 : 8;
    ws_part part = {.text = text, .head_size = (uint8_t)(2 + wide)};
    part.head[0] = (unsigned char)(0x80 | opcode);
    part.head[1] = (unsigned char)(wide == 0 ? size : wide == 2 ? 126 : 127);
    for (unsigned i = 0; i < wide; i++) {
        part.head[2 + i] = (unsigned char)(size >> 8 * (wide - 1 - i));
    }
    add_out(c, &part);
}

// Whether the other end still waits for frames: neither has said goodbye.
static int is_open(const ws_conn *c) {
    return !c->broken && !c->closing &&
           (!c->wslay ||
            (wslay_event_get_write_enabled(c->wslay) && !wslay_event_get_close_received(c->wslay)));
}

static void on_message(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *arg,
                       void *self) {
    ws_conn *c = ((ws_reader *)self)->conn;
    if (!wslay_event_get_read_enabled(ctx)) {
        return; // cut off by this very frame
    }
    if (arg->opcode == WSLAY_TEXT_FRAME) {
        c->set->events.message(c->set->events.self, c->id, (const char *)arg->msg, arg->msg_length);
    } else if (arg->opcode == WSLAY_BINARY_FRAME) {
        cut_off(c, WSLAY_CODE_UNSUPPORTED_DATA, "text only");
    } else if (arg->opcode == WSLAY_PONG && c->ping_ms) {
        uint64_t took = c->now_ms - c->ping_ms;
        c->ping_ms = 0;
        if (c->set->events.lag) {
            c->set->events.lag(c->set->events.self, c->id, took > 5000 ? 5000 : (uint32_t)took);
        }
    }
}

static const struct wslay_event_callbacks callbacks = {.recv_callback = on_recv,
                                                       .send_callback = on_send,
                                                       .on_frame_recv_start_callback = on_frame,
                                                       .on_frame_recv_end_callback = on_frame_end,
                                                       .on_msg_recv_callback = on_message};

// --- Life of a connection ----------------------------------------------------

ws_set *ws_new(int watched, const ws_events *events) {
    ws_set *s = calloc(1, sizeof *s);
    if (s) {
        s->watched = watched;
        s->events = *events;
        s->next_id = WS_FIRST;
    }
    return s;
}

static void drop_out(ws_conn *c) {
    for (int i = 0; i < c->out_count; i++) {
        bytes_drop(c->out[i].text);
    }
    free(c->out);
    c->out = NULL;
    c->out_count = c->out_cap = 0;
    c->out_size = c->out_at = 0;
}

static void free_conn(ws_conn *c) {
    free_reader(c->reader);
    close(c->fd);
    free(c->early);
    drop_out(c);
    free(c);
}

static void drop(ws_conn *c) {
    ws_set *s = c->set;
    map_remove(&s->conns, c->id);
    watch_remove(s->watched, c->fd);
    s->events.gone(s->events.self, c->id);
    free_conn(c);
}

uint64_t ws_add(ws_set *s, int fd, const char *early, size_t early_size, uint64_t now_ms) {
    ws_conn *c = s->conns.count < LIMIT_SOCKETS ? calloc(1, sizeof *c) : NULL;
    if (!c) {
        close(fd);
        return 0;
    }
    *c = (ws_conn){.id = s->next_id++,
                   .fd = fd,
                   .set = s,
                   .heard_ms = now_ms,
                   .now_ms = now_ms,
                   .watched = WATCH_READ,
                   .early = early_size ? malloc(early_size) : NULL,
                   .early_size = early_size};
    if (early_size && c->early) {
        memcpy(c->early, early, early_size);
    }
    if ((early_size && !c->early) || !map_put(&s->conns, c->id, c) ||
        !watch_add(s->watched, fd, c->id)) {
        map_remove(&s->conns, c->id);
        free_conn(c);
        return 0;
    }
    return c->id;
}

// --- Traffic -----------------------------------------------------------------

static int is_finished(ws_conn *c) {
    return c->broken || (!wants_read(c) && !wslay_event_want_write(c->wslay));
}

// Whoever is being closed is not read any more: what they still send must wake nobody.
static void watch(ws_conn *c, int out) {
    unsigned wanted = (wants_read(c) ? WATCH_READ : 0u) | (out ? WATCH_WRITE : 0u);
    if (c->watched != wanted) {
        (void)watch_for(c->set->watched, c->fd, c->id, wanted);
        c->watched = wanted;
    }
}

// Two pieces of each part, without what is written of the first one; how many.
static int gather(ws_conn *c, struct iovec *iov, int most) {
    size_t skip = c->out_at;
    int n = 0;
    for (int i = 0; i < c->out_count && n + 2 <= most; i++) {
        ws_part *p = &c->out[i];
        size_t of_head = skip < p->head_size ? skip : p->head_size, of_text = skip - of_head;
        iov[n++] = (struct iovec){p->head + of_head, p->head_size - of_head};
        if (p->text) {
            iov[n++] = (struct iovec){p->text->data + of_text, p->text->size - of_text};
        }
        skip = 0;
    }
    return n;
}

// So many bytes are written: lets go of the parts that are.
static void take_out(ws_conn *c, size_t size) {
    int done = 0;
    c->out_size -= size;
    c->out_at += size;
    while (done < c->out_count && c->out_at >= part_size(&c->out[done])) {
        c->out_at -= part_size(&c->out[done]);
        bytes_drop(c->out[done++].text);
    }
    c->out_count -= done;
    memmove(c->out, c->out + done, (size_t)c->out_count * sizeof *c->out);
}

static void write_out(ws_conn *c) {
    enum { PIECES = 16 };
    while (c->out_count && !c->broken) {
        struct iovec iov[PIECES];
        const struct msghdr m = {.msg_iov = iov, .msg_iovlen = (size_t)gather(c, iov, PIECES)};
        ssize_t n = sendmsg(c->fd, &m, MSG_NOSIGNAL);
        if (n > 0) {
            take_out(c, (size_t)n);
        } else if (errno == EAGAIN) {
            watch(c, 1);
            return;
        } else if (errno != EINTR) {
            c->broken = 1;
        }
    }
    watch(c, 0);
    drop_out(c); // idle sockets hold no memory
}

// What waits for a reader, with the memory that the shortest answer to a ping takes.
static size_t held(const ws_conn *c) {
    enum { EACH = 64 };
    return c->out_size + (size_t)c->out_count * EACH;
}

// Whoever does not read what comes is dropped: also of answers to pings, which no message
// of ours begins.
static void limit_out(ws_conn *c) {
    if (held(c) > LIMIT_OUT && !c->broken) {
        write_out(c); // one message may be longer; a queue of them may not
        c->broken |= held(c) > LIMIT_OUT;
        mark_dirty(c);
    }
}

void ws_ready(ws_set *s, uint64_t conn, unsigned what, uint64_t now_ms) {
    ws_conn *c = map_get(&s->conns, conn);
    if (!c) {
        return;
    }
    if (what & WATCH_GONE) {
        c->broken = 1;
    } else if (what & WATCH_READ) {
        c->heard_ms = c->now_ms = now_ms;
        c->drained = 0;
        if (!awake(c) || wslay_event_recv(c->wslay) != 0) {
            c->broken = 1;
        } else if (wslay_event_want_write(c->wslay) && wslay_event_send(c->wslay) != 0) {
            c->broken = 1;
        }
        limit_out(c);
        rest(c);
    }
    mark_dirty(c);
}

void ws_send(ws_set *s, uint64_t conn, bytes *message) {
    ws_conn *c = map_get(&s->conns, conn);
    if (c) {
        limit_out(c);
    }
    if (c && is_open(c)) {
        send_frame(c, WSLAY_TEXT_FRAME, message);
    }
}

void ws_close(ws_set *s, uint64_t conn, int code, const char *why) {
    ws_conn *c = map_get(&s->conns, conn);
    if (c) {
        cut_off(c, code, why);
        if (c->wslay) {
            (void)wslay_event_send(c->wslay);
        }
        mark_dirty(c);
    }
}

void ws_flush(ws_set *s) {
    while (s->dirty) {
        ws_conn *c = s->dirty;
        s->dirty = c->next_dirty;
        c->dirty = 0;
        write_out(c);
        if (c->broken || (is_finished(c) && !c->out_count)) {
            drop(c); // may make others dirty: players are told who has left
        }
    }
}

static void ping(ws_conn *c, uint64_t now_ms) {
    if (is_open(c)) {
        c->ping_ms = now_ms;
        send_frame(c, WSLAY_PING, NULL);
    }
}

static void sweep(ws_conn *c, uint64_t now_ms) {
    if (now_ms - c->heard_ms > SILENT_MS) {
        c->broken = 1;
        mark_dirty(c);
    } else if (now_ms - c->swept_ms > PING_MS && !c->out_count) {
        c->swept_ms = now_ms;
        ping(c, now_ms);
    }
}

void ws_sweep(ws_set *s, uint64_t now_ms) {
    size_t part = s->conns.cap / SWEEP_PARTS,
           end = s->swept + (part > SWEEP_LEAST ? part : SWEEP_LEAST);
    const map_slot *slot;
    while ((slot = map_next(&s->conns, &s->swept)) != NULL) {
        sweep(slot->value, now_ms);
        if (s->swept >= end) {
            return;
        }
    }
    s->swept = 0;
}

void ws_goodbye(ws_set *s, int code, const char *why) {
    size_t at = 0;
    const map_slot *slot;
    while ((slot = map_next(&s->conns, &at)) != NULL) {
        ws_close(s, slot->key, code, why);
    }
}

void ws_free(ws_set *s) {
    size_t at = 0;
    const map_slot *slot;
    if (!s) {
        return;
    }
    while ((slot = map_next(&s->conns, &at)) != NULL) {
        free_conn(slot->value);
    }
    map_deinit(&s->conns);
    free_reader(s->spare);
    free(s);
}
