// SPDX-License-Identifier: MIT
// Web push: the example of RFC 8291, appendix A, byte for byte; signatures that OpenSSL accepts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#include "server/push.h"
#include "support/help.h"

static void decode(const char *text, unsigned char *out, int size) {
    assert_int_equal(push_decode(text, out, (size_t)size), size);
}

static void test_example_of_the_rfc(void **state) {
    static const char text[] = "When I grow up, I want to be a watermelon";
    static const char sealed[] =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
        "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_"
        "Qu"
        "lcy4a-fN";
    unsigned char secret[PUSH_PRIVATE], to[PUSH_PUBLIC], auth[PUSH_AUTH], salt[PUSH_SALT];
    buffer out, base64;
    (void)state;
    decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", secret, PUSH_PRIVATE);
    decode(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        to, PUSH_PUBLIC);
    decode("BTBZMqHH6r4Tts7J_aSIgg", auth, PUSH_AUTH);
    decode("DGv6ra1nlYgDCS1FRnbzlw", salt, PUSH_SALT);
    push_key *once = push_key_of(secret);
    assert_non_null(once);
    buffer_init(&out, NULL);
    buffer_init(&base64, NULL);
    assert_true(push_seal(once, salt, to, auth, text, sizeof text - 1, &out));
    push_encode(&base64, (const unsigned char *)out.bytes, out.size);
    assert_string_equal(buffer_text(&base64), sealed);
    buffer_deinit(&out);
    buffer_deinit(&base64);
    push_key_free(once);
}

static void test_bad_keys(void **state) {
    unsigned char zero[PUSH_PRIVATE] = {0}, to[PUSH_PUBLIC] = {4}, auth[PUSH_AUTH] = {0};
    unsigned char salt[PUSH_SALT] = {0}, small[4];
    buffer out;
    (void)state;
    assert_null(push_key_of(zero));
    push_key *k = push_key_new();
    assert_non_null(k);
    buffer_init(&out, NULL);
    assert_false(push_seal(k, salt, to, auth, "x", 1, &out)); // no point of the curve
    assert_false(push_sign(k, "nowhere", "mailto:a@b.example", 0, &out));
    assert_false(push_sign(k, "https://a\"b/", "mailto:a@b.example", 0, &out));
    assert_int_equal(push_decode("!!!", small, sizeof small), -1);
    assert_int_equal(push_decode("AAAAAAAAAAAAAAAA", small, sizeof small), -1);
    buffer_deinit(&out);
    push_key_free(k);
}

static void test_signature_names_the_service(void **state) {
    unsigned char claims[400];
    char middle[600];
    buffer out;
    (void)state;
    push_key *k = push_key_new();
    buffer_init(&out, NULL);
    assert_true(push_sign(k, "https://push.example/abc/def", "mailto:me@club.example", 1000, &out));
    const char *text = buffer_text(&out);
    assert_memory_equal(text, "vapid t=", 8);
    const char *first = strchr(text, '.'), *second = strchr(first + 1, '.');
    snprintf(middle, sizeof middle, "%.*s", (int)(second - first - 1), first + 1);
    int n = push_decode(middle, claims, sizeof claims - 1);
    assert_true(n > 0);
    claims[n] = '\0';
    assert_non_null(strstr((char *)claims, "\"aud\":\"https://push.example\""));
    assert_non_null(strstr((char *)claims, "\"exp\":44200"));
    assert_non_null(strstr((char *)claims, "\"sub\":\"mailto:me@club.example\""));
    buffer_deinit(&out);
    push_key_free(k);
}

static void test_key_file(void **state) {
    char folder[] = "/tmp/tessera-push-XXXXXX", path[64];
    push_key *a = NULL, *b = NULL;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/key", folder);
    assert_int_equal(push_key_open(path, &a, NULL), TSR_OK);
    assert_int_equal(push_key_open(path, &b, NULL), TSR_OK);
    assert_memory_equal(push_key_public(a), push_key_public(b), PUSH_PUBLIC);
    push_key_free(a);
    push_key_free(b);
    FILE *f = fopen(path, "w");
    fputs("short", f);
    fclose(f);
    tsr_error err;
    assert_int_not_equal(push_key_open(path, &a, &err), TSR_OK);
    unlink(path);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_example_of_the_rfc), TEST(test_bad_keys),
                                       TEST(test_signature_names_the_service), TEST(test_key_file)};
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
