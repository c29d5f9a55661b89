// SPDX-License-Identifier: MIT
// The server's small parts: names, numbers, limits, ratings.
#include "server/names.h"
#include "server/world.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/bucket.h"
#include "server/glicko.h"
#include "server/gzip.h"
#include "server/ident.h"
#include "server/json_in.h"
#include "server/map.h"
#include "server/peer.h"
#include "server/sha1.h"
#include "server/summaries.h"
#include "server/watch.h"
#include "server/ws.h"
#include "support/help.h"

static void test_map(void **state) {
    map m = {0};
    static int values[5000];
    (void)state;
    for (uint64_t i = 1; i < 5000; i++) {
        assert_true(map_put(&m, i * 7919, &values[i]));
    }
    for (uint64_t i = 1; i < 5000; i += 2) {
        assert_ptr_equal(map_remove(&m, i * 7919), &values[i]);
        assert_null(map_remove(&m, i * 7919));
    }
    for (uint64_t i = 1; i < 5000; i++) {
        assert_ptr_equal(map_get(&m, i * 7919), i % 2 ? NULL : &values[i]);
    }
    size_t at = 0, n = 0;
    while (map_next(&m, &at)) {
        n++;
    }
    assert_int_equal(n, m.count);
    assert_int_equal(n, 2499);
    map_deinit(&m);
}

static void test_ident(void **state) {
    char text[IDENT_BYTES];
    (void)state;
    ident_text(5, text);
    assert_string_equal(text, "0000000005");
    for (uint64_t id = 1; id < (uint64_t)1 << 50; id = id * 3 + 1) {
        ident_text(id, text);
        assert_true(ident_read(text) == id);
    }
    ident_text(ident_of_month(5, 10), text);
    assert_string_equal(text, "0a0000000005");
    for (uint64_t id = (uint64_t)1 << 50; id < (uint64_t)1 << 60; id = id * 3 + 1) {
        ident_text(id, text);
        assert_true(ident_read(text) == id);
    }
    assert_int_equal(ident_read("000000000005"), 0); // that one is written without a month
    assert_int_equal(ident_read("short"), 0);
    assert_int_equal(ident_read("00000000051"), 0);
    assert_int_equal(ident_read("00000000o5"), 0);
    assert_int_equal(ident_read(""), 0);
}

static void test_months(void **state) {
    (void)state;
    assert_int_equal(ident_month(0), 0);
    assert_int_equal(ident_month(1767225599), 0); // the last second of 2025
    assert_int_equal(ident_month(1769903999), 0); // and of January
    assert_int_equal(ident_month(1769904000), 1);
    assert_int_equal(ident_month(1798761600), 12); // 2027
    assert_int_equal(ident_month((int64_t)1 << 40), 1023);
}

static void test_json_depth(void **state) {
    char deep[64];
    (void)state;
    memset(deep, 0, sizeof deep);
    strcpy(deep, "{\"a\":");
    memset(deep + 5, '[', 15);
    memset(deep + 20, ']', 15);
    strcpy(deep + 35, "}");
    json_t *j = json_in_object(deep, strlen(deep));
    assert_non_null(j); // 16 deep
    json_decref(j);
    memset(deep + 5, '[', 16);
    memset(deep + 21, ']', 16);
    strcpy(deep + 37, "}");
    assert_null(json_in_object(deep, strlen(deep)));
    assert_null(json_in_object("[1]", 3));
    assert_null(json_in_object("{\"a\":1,\"a\":2}", 13));
    assert_null(json_in_object("{\"a\":\"\xff\"}", 9));
    assert_null(json_in_object("", 0));
}

static void test_sha1(void **state) {
    // The two short examples of FIPS 180 and one of exactly 64 bytes.
    static const struct {
        const char *text, *hash;
    } rows[] = {{"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
                {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                 "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
                {"0123456701234567012345670123456701234567012345670123456701234567",
                 "e0c094e867ef46c350ef54a7f59dd60bed92ae83"}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        unsigned char out[20];
        char hex[41];
        sha1(rows[i].text, strlen(rows[i].text), out);
        for (int k = 0; k < 20; k++) {
            snprintf(hex + 2 * k, 3, "%02x", out[k]);
        }
        assert_string_equal(hex, rows[i].hash);
    }
}

static void test_bucket(void **state) {
    bucket b = {0};
    int n = 0;
    (void)state;
    for (int i = 0; i < 30; i++) {
        n += bucket_take(&b, 20, 1000, 5);
    }
    assert_int_equal(n, 20);
    assert_false(bucket_take(&b, 20, 1000, 30));
    assert_true(bucket_take(&b, 20, 1000, 80)); // one every 50 ms
    for (n = 0; bucket_take(&b, 20, 1000, 1000000); n++) {
    }
    assert_int_equal(n, 20); // never more than its size
}

static void test_glicko(void **state) {
    // The worked example of Glickman's paper: 1500, 200, 0.06 against three.
    const glicko others[] = {{1400, 30, 0.06}, {1550, 100, 0.06}, {1700, 300, 0.06}};
    const double scores[] = {1, 0, 0};
    (void)state;
    glicko g = glicko_after((glicko){1500, 200, 0.06}, others, scores, 3);
    assert_true(g.rating > 1464.0 && g.rating < 1464.2); // 1464.06 there
    assert_true(g.rd > 151.4 && g.rd < 151.6);           // 151.52 there
    assert_true(g.volatility > 0.0599 && g.volatility < 0.0601);
    glicko same = glicko_after(glicko_start, others, scores, 0);
    assert_true(same.rating == glicko_start.rating && same.rd == glicko_start.rd);
}

static uint64_t peer(const char *text, const char *forwarded, const char *proxy) {
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1) {
        return peer_number((const struct sockaddr *)(const void *)&four, forwarded, proxy);
    }
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return peer_number((const struct sockaddr *)(const void *)&six, forwarded, proxy);
}

static void test_peers(void **state) {
    (void)state;
    const uint64_t a = peer("10.0.0.1", NULL, NULL), b = peer("10.0.0.2", NULL, NULL);
    assert_true(a != b && a && b);
    assert_true(peer("::ffff:10.0.0.1", NULL, NULL) == a); // IPv4 through an IPv6 socket
    assert_true(peer("2001:db8::1", NULL, NULL) == peer("2001:db8::2", NULL, NULL)); // one network
    assert_true(peer("2001:db8::1", NULL, NULL) != peer("2001:db8:0:1::1", NULL, NULL));
    assert_true(peer_number(NULL, "10.0.0.1", "10.0.0.1") == 1);
    // Nobody is believed who is not the proxy, and of the proxy only the last word.
    assert_true(peer("10.0.0.2", "10.0.0.1", NULL) == b);
    assert_true(peer("10.0.0.2", "10.0.0.1", "10.0.0.9") == b);
    assert_true(peer("10.0.0.9", "10.0.0.1", "10.0.0.9") == a);
    assert_true(peer("10.0.0.9", "1.2.3.4, 10.0.0.1", "10.0.0.9") == a);
    assert_true(peer("10.0.0.9", "10.0.0.1,\t10.0.0.2 ", "10.0.0.9") == b);
    assert_true(peer("::1", "2001:db8::7", "::1") == peer("2001:db8::1", NULL, NULL));
    const uint64_t proxy = peer("10.0.0.9", NULL, NULL);
    static const char *const wrong[] = {"",           ",",           "nonsense",
                                        "10.0.0.1, ", "10.0.0.1:80", "unknown"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_true(peer("10.0.0.9", wrong[i], "10.0.0.9") == proxy);
    }
    assert_true(peer_is_address("127.0.0.1") && peer_is_address("::1"));
    assert_false(peer_is_address("localhost") || peer_is_address(""));
}

static void no_message(void *self, uint64_t conn, const char *text, size_t size) {
    (void)self, (void)conn, (void)text, (void)size;
}

static void note_gone(void *self, uint64_t conn) {
    (void)conn;
    ++*(int *)self;
}

// A socket's two ends, ours in a set with a loop of its own.
typedef struct line {
    ws_set *set;
    int watched, there, gone;
    uint64_t conn;
} line;

static void line_open(line *l) {
    int ends[2];
    *l = (line){.watched = watch_open()};
    const ws_events events = {.self = &l->gone, .message = no_message, .gone = note_gone};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    l->there = ends[1];
    l->set = ws_new(l->watched, &events);
    l->conn = ws_add(l->set, ends[0], NULL, 0, 1000);
    assert_true(l->conn >= WS_FIRST);
}

static void line_close(line *l) {
    ws_free(l->set);
    close(l->there);
    close(l->watched);
}

static void test_closed_socket_wakes_nobody(void **state) {
    static const char noise[] = "this is read by nobody";
    line l;
    watch_event ev;
    (void)state;
    line_open(&l);
    // A reader who does not read: what is sent stays, so the socket cannot be dropped yet.
    size_t size = 4 << 20;
    char *much = test_malloc(size);
    memset(much, 'x', size);
    bytes *b = bytes_new(much, size);
    ws_send(l.set, l.conn, b);
    ws_flush(l.set);
    ws_close(l.set, l.conn, 1008, "policy");
    ws_flush(l.set);
    assert_int_equal(l.gone, 0);
    // It goes on sending. That must not keep the server busy, nor the socket alive.
    assert_int_equal(send(l.there, noise, sizeof noise, 0), sizeof noise);
    assert_int_equal(watch_wait(l.watched, &ev, 1, 0), 0);
    ws_sweep(l.set, 62000);
    ws_flush(l.set);
    assert_int_equal(l.gone, 1);
    bytes_drop(b);
    test_free(much);
    line_close(&l);
}

static void test_silent_socket_is_pinged(void **state) {
    unsigned char got[16];
    line l;
    (void)state;
    line_open(&l);
    ws_sweep(l.set, 11000);
    ws_flush(l.set);
    assert_int_equal(recv(l.there, got, sizeof got, 0), -1); // not yet
    ws_sweep(l.set, 31000);
    ws_flush(l.set);
    assert_int_equal(recv(l.there, got, sizeof got, 0), 2);
    assert_int_equal(got[0], 0x89); // a whole ping
    line_close(&l);
}

// How many of the ends have something to read; what it is is taken away.
static int pinged(const int *ends, int count) {
    unsigned char got[16];
    int n = 0;
    for (int i = 0; i < count; i++) {
        n += recv(ends[i], got, sizeof got, 0) > 0;
    }
    return n;
}

static void test_many_sockets_are_pinged_in_parts(void **state) {
    enum { SOCKETS = 300 };
    int there[SOCKETS], sum = 0, most = 0;
    line l;
    (void)state;
    line_open(&l);
    for (int i = 0; i < SOCKETS; i++) {
        int ends[2];
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
        there[i] = ends[1];
        assert_true(ws_add(l.set, ends[0], NULL, 0, 1000) >= WS_FIRST);
    }
    for (int i = 0; i < 20; i++) {
        ws_sweep(l.set, 31000);
        ws_flush(l.set);
        int now = pinged(there, SOCKETS);
        most = now > most ? now : most;
        sum += now;
    }
    assert_int_equal(sum, SOCKETS); // each once
    assert_true(most < SOCKETS / 2);
    for (int i = 0; i < SOCKETS; i++) {
        close(there[i]);
    }
    line_close(&l);
}

// A summary is kept for the very bytes it was made of, and for nothing else.
static void test_summaries(void **state) {
    const summary_source one = {7, 100, "{\"names\":[\"Anna\"]}"};
    summary_source other = one;
    summaries *s = summaries_new();
    buffer b;
    int shown = 0;
    (void)state;
    buffer_init(&b, NULL);
    assert_int_equal(summaries_find(s, &one, &b, &shown), 0);
    summaries_keep(s, &one, "text", 4, 1);
    assert_int_equal(summaries_find(s, &one, &b, &shown), 1);
    assert_string_equal(buffer_text(&b), "text");
    assert_int_equal(shown, 1);
    other.match = 8;
    assert_int_equal(summaries_find(s, &other, &b, &shown), 0);
    other = one;
    other.updated = 101;
    assert_int_equal(summaries_find(s, &other, &b, &shown), 0);
    other = one;
    other.meta = "{\"names\":[\"Nobo\"]}"; // erased, and as long
    assert_int_equal(summaries_find(s, &other, &b, &shown), 0);
    summaries_keep(s, &other, "anew", 4, 0);
    assert_int_equal(summaries_find(s, &one, &b, &shown), 0);
    assert_int_equal(summaries_find(s, &other, &b, &shown), 1);
    assert_int_equal(shown, 0);
    for (uint64_t i = 1; i < 10000; i++) { // many more than are kept
        other.match = i;
        summaries_keep(s, &other, "x", 1, 0);
    }
    assert_int_equal(summaries_find(s, &other, &b, &shown), 1);
    buffer_deinit(&b);
    summaries_free(s);
}

static void test_names(void **state) {
    static const char *const fine[] = {"Anna",  "\xc3\x84nne", "Jean-Luc", "J.R",
                                       "Ben 2", "Bo",          "Robotnik", "\xc5\x81ukasz"};
    static const char *const wrong[] = {"A",
                                        "-Anna",
                                        "Anna ",
                                        "An  na",
                                        "guest",
                                        "Guest 7",
                                        "\xd0\x90nna",
                                        "a\xcf\x81\xce\xb1",
                                        "bot",
                                        "Bot 3",
                                        "admin",
                                        "deleted 4",
                                        "Anna\xe2\x80\x8b",
                                        "\xef\xbc\xa1nna",
                                        "\xe4\xb8\xad\xe6\x96\x87",
                                        "<b>"};
    static const char *const same[][2] = {{"\xc3\x84nne", "\xc3\xa4NNE"},
                                          {"Anna", "an na"},
                                          {"Bill", "B1LL"},
                                          {"Bob0", "BobO"},
                                          {"Berni", "Bemi"},
                                          {"\xc3\x84nne", "Anne"}};
    char a[NAME_LOOK_BYTES], b[NAME_LOOK_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        assert_null(name_problem(fine[i]));
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_non_null(name_problem(wrong[i]));
    }
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        name_look(same[i][0], a);
        name_look(same[i][1], b);
        assert_string_equal(a, b);
    }
    name_look("Anna", a);
    name_look("Hanna", b);
    assert_string_not_equal(a, b);
}

static void test_passwords(void **state) {
    static const char *const weak[] = {"password", "Password1",  "12345678",  "87654321",
                                       "aaaaaaaa", "qwertyuiop", "abcabcabc", "01011990",
                                       "Annabel1", "short"};
    (void)state;
    for (size_t i = 0; i < sizeof weak / sizeof *weak; i++) {
        assert_non_null(password_problem(weak[i], "Annabel"));
    }
    assert_null(password_problem("a quiet tall ship", "Annabel"));
    assert_null(password_problem("x7#kQ!p2", "Annabel"));
}

// What the program `gzip` makes of `text` that was packed must be the same again.
static void unpacked_again(const char *text, size_t size) {
    char path[] = "/tmp/tessera-packed-XXXXXX", command[80];
    buffer packed;
    buffer_init(&packed, NULL);
    gzip_pack(&packed, text, size);
    assert_false(packed.failed);
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, packed.bytes, packed.size), packed.size);
    (void)close(file);
    (void)snprintf(command, sizeof command, "gzip -dc < %s", path);
    FILE *in = popen(command, "r"); // NOLINT(cert-env33-c): a path of our own
    char *got = malloc(size + 1);
    assert_non_null(in);
    assert_non_null(got);
    assert_int_equal(fread(got, 1, size + 1, in), size);
    assert_int_equal(pclose(in), 0); // sizes and sums agree, too
    assert_memory_equal(got, text, size);
    free(got);
    buffer again;
    buffer_init(&again, NULL);
    buffer_add_text(&again, "before");
    assert_true(gzip_unpack(&again, packed.bytes, packed.size));
    assert_int_equal(again.size, 6 + size);
    assert_memory_equal(again.bytes + 6, text, size);
    buffer_deinit(&again);
    (void)unlink(path);
    buffer_deinit(&packed);
}

static void test_packed_texts(void **state) {
    enum { MOST = 70000 };
    static char text[MOST];
    uint32_t x = 7;
    (void)state;
    unpacked_again("", 0);
    unpacked_again("abc", 3);
    unpacked_again("abcabcabcabc\xff\x90", 14);
    memset(text, 'a', MOST); // longest repetitions, one byte back
    for (size_t size = 256; size < 264; size++) {
        unpacked_again(text, size);
    }
    unpacked_again(text, MOST);
    for (size_t i = 0; i < MOST; i++) { // noise, with and without something to find in it
        x = x * 1664525u + 1013904223u;
        text[i] = (char)(i < 40000 ? x >> 24 : 'a' + (x >> 30));
    }
    unpacked_again(text, MOST);
    for (size_t back = 32766; back < 32771; back++) { // at the edge of what may be referred to
        memset(text, 0, MOST);
        memcpy(text, "a far word", 10);
        memcpy(text + back, "a far word", 10);
        unpacked_again(text, back + 10);
    }
}

// Whatever happens to a packed text, something else than the text is never taken for it.
static void test_damaged_packed_texts(void **state) {
    static const char text[] = "1\tAnna\tok\tX 0,0\n2\tBen\tok\tO 1,1\n3\tAnna\tok\tX 0,1\n";
    buffer packed, out;
    (void)state;
    buffer_init(&packed, NULL);
    buffer_init(&out, NULL);
    gzip_pack(&packed, text, sizeof text - 1);
    for (size_t size = 0; size < packed.size; size++) { // cut off
        assert_false(gzip_unpack(&out, packed.bytes, size));
        buffer_clear(&out);
    }
    for (size_t i = 0; i < packed.size * 8; i++) { // one bit is another
        packed.bytes[i / 8] ^= (char)(1 << i % 8);
        int same = gzip_unpack(&out, packed.bytes, packed.size);
        assert_false(same &&
                     (out.size != sizeof text - 1 || memcmp(out.bytes, text, out.size) != 0));
        packed.bytes[i / 8] ^= (char)(1 << i % 8);
        buffer_clear(&out);
    }
    assert_true(gzip_unpack(&out, packed.bytes, packed.size));
    buffer_deinit(&packed);
    buffer_deinit(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_names),
                                       TEST(test_passwords),
                                       TEST(test_map),
                                       TEST(test_ident),
                                       TEST(test_months),
                                       TEST(test_json_depth),
                                       TEST(test_sha1),
                                       TEST(test_bucket),
                                       TEST(test_glicko),
                                       TEST(test_peers),
                                       TEST(test_closed_socket_wakes_nobody),
                                       TEST(test_silent_socket_is_pinged),
                                       TEST(test_many_sockets_are_pinged_in_parts),
                                       TEST(test_summaries),
                                       TEST(test_packed_texts),
                                       TEST(test_damaged_packed_texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
