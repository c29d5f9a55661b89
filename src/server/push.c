// SPDX-License-Identifier: MIT
// Sealing a push for one browser, and signing for its service.
#include "server/push.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>

struct push_key {
    EVP_PKEY *pair;
    unsigned char secret[PUSH_PRIVATE], open[PUSH_PUBLIC];
};

// --- Keys --------------------------------------------------------------------

static EVP_PKEY *key_from(const unsigned char *secret, const unsigned char open[PUSH_PUBLIC]) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *bld = OSSL_PARAM_BLD_new();
    BIGNUM *number = secret ? BN_bin2bn(secret, PUSH_PRIVATE, NULL) : NULL;
    int fine = ctx && bld && (number || !secret) &&
               OSSL_PARAM_BLD_push_utf8_string(bld, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
               OSSL_PARAM_BLD_push_octet_string(bld, OSSL_PKEY_PARAM_PUB_KEY, open, PUSH_PUBLIC) &&
               (!number || OSSL_PARAM_BLD_push_BN(bld, OSSL_PKEY_PARAM_PRIV_KEY, number));
    OSSL_PARAM *params = fine ? OSSL_PARAM_BLD_to_param(bld) : NULL;
    if (params && EVP_PKEY_fromdata_init(ctx) == 1) {
        (void)EVP_PKEY_fromdata(ctx, &key, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params);
    }
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(bld);
    BN_clear_free(number);
    EVP_PKEY_CTX_free(ctx);
    return key;
}

// The public half of a secret.
static int open_half(const unsigned char secret[PUSH_PRIVATE], unsigned char open[PUSH_PUBLIC]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_bin2bn(secret, PUSH_PRIVATE, NULL);
    int fine =
        point && number && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
        EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
        EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, open, PUSH_PUBLIC, NULL) ==
            PUSH_PUBLIC;
    BN_clear_free(number);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    return fine;
}

push_key *push_key_of(const unsigned char secret[PUSH_PRIVATE]) {
    push_key *k = calloc(1, sizeof *k);
    if (!k) {
        return NULL;
    }
    memcpy(k->secret, secret, PUSH_PRIVATE);
    k->pair = open_half(secret, k->open) ? key_from(secret, k->open) : NULL;
    if (!k->pair) {
        push_key_free(k);
        return NULL;
    }
    return k;
}

push_key *push_key_new(void) {
    push_key *k = NULL;
    for (int tries = 0; !k && tries < 8; tries++) { // nearly every number is one
        unsigned char secret[PUSH_PRIVATE];
        randombytes_buf(secret, sizeof secret);
        k = push_key_of(secret);
        sodium_memzero(secret, sizeof secret);
    }
    return k;
}

void push_key_free(push_key *k) {
    if (k) {
        EVP_PKEY_free(k->pair);
        sodium_memzero(k->secret, sizeof k->secret);
        free(k);
    }
}

const unsigned char *push_key_public(const push_key *k) {
    return k->open;
}

static tsr_err make_file(const char *path, push_key **out, tsr_error *err) {
    push_key *k = push_key_new();
    int fd = k ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    int fine = fd >= 0 && write(fd, k->secret, PUSH_PRIVATE) == PUSH_PRIVATE && fsync(fd) == 0;
    if (fd >= 0) {
        close(fd);
    }
    if (!fine) {
        push_key_free(k);
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", path, strerror(errno));
    }
    *out = k;
    return TSR_OK;
}

tsr_err push_key_open(const char *path, push_key **out, tsr_error *err) {
    unsigned char secret[PUSH_PRIVATE + 1];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return make_file(path, out, err);
    }
    ssize_t size = read(fd, secret, sizeof secret);
    close(fd);
    *out = size == PUSH_PRIVATE ? push_key_of(secret) : NULL;
    sodium_memzero(secret, sizeof secret);
    return *out ? TSR_OK : tsr_fail(err, TSR_ERR_PARSE, "%s is no key for web push", path);
}

// --- Base 64 -----------------------------------------------------------------

int push_decode(const char *text, unsigned char *out, size_t cap) {
    size_t size = 0, letters = strlen(text);
    while (letters && text[letters - 1] == '=') { // some browsers fill up
        letters--;
    }
    return sodium_base642bin(out, cap, text, letters, NULL, &size, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0
               ? (int)size
               : -1;
}

void push_encode(buffer *out, const unsigned char *data, size_t size) {
    size_t room = sodium_base64_encoded_len(size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    char *text = malloc(room);
    if (text) {
        (void)sodium_bin2base64(text, room, data, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        buffer_add_text(out, text);
    } else {
        out->failed = 1;
    }
    free(text);
}

// --- Sealing -----------------------------------------------------------------

// HMAC of two pieces; `out` has 32 bytes.
static void hmac(const unsigned char *key, size_t key_size, const void *a, size_t a_size,
                 const void *b, size_t b_size, unsigned char out[32]) {
    crypto_auth_hmacsha256_state s;
    crypto_auth_hmacsha256_init(&s, key, key_size);
    crypto_auth_hmacsha256_update(&s, a, a_size);
    crypto_auth_hmacsha256_update(&s, b, b_size);
    crypto_auth_hmacsha256_final(&s, out);
}

static int agree(const push_key *k, const unsigned char to[PUSH_PUBLIC], unsigned char out[32]) {
    size_t size = 32;
    EVP_PKEY *peer = key_from(NULL, to);
    EVP_PKEY_CTX *ctx = peer ? EVP_PKEY_CTX_new(k->pair, NULL) : NULL;
    int fine = ctx && EVP_PKEY_derive_init(ctx) == 1 && EVP_PKEY_derive_set_peer(ctx, peer) == 1 &&
               EVP_PKEY_derive(ctx, out, &size) == 1 && size == 32;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(peer);
    return fine;
}

typedef struct sealing {
    unsigned char key[32], nonce[32]; // of which 16 and 12 count
} sealing;

// RFC 8291, section 3.4.
static int derive(const push_key *once, const unsigned char *salt, const unsigned char *to,
                  const unsigned char *auth, sealing *out) {
    static const unsigned char one[] = {1};
    unsigned char shared[32], first[32], material[32], info[14 + 2 * PUSH_PUBLIC + 1];
    memcpy(info, "WebPush: info", 14);
    memcpy(info + 14, to, PUSH_PUBLIC);
    memcpy(info + 14 + PUSH_PUBLIC, once->open, PUSH_PUBLIC);
    info[14 + 2 * PUSH_PUBLIC] = 1;
    if (!agree(once, to, shared)) {
        return 0;
    }
    hmac(auth, PUSH_AUTH, shared, sizeof shared, NULL, 0, first);
    hmac(first, sizeof first, info, sizeof info, NULL, 0, material);
    hmac(salt, PUSH_SALT, material, sizeof material, NULL, 0, first);
    hmac(first, sizeof first, "Content-Encoding: aes128gcm", 28, one, 1, out->key);
    hmac(first, sizeof first, "Content-Encoding: nonce", 24, one, 1, out->nonce);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(material, sizeof material);
    return 1;
}

static int encrypt(const sealing *s, const unsigned char *text, int size, unsigned char *out) {
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int n = 0, more = 0;
    int fine = ctx && EVP_EncryptInit_ex(ctx, EVP_aes_128_gcm(), NULL, s->key, s->nonce) == 1 &&
               EVP_EncryptUpdate(ctx, out, &n, text, size) == 1 &&
               EVP_EncryptFinal_ex(ctx, out + n, &more) == 1 &&
               EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, 16, out + size) == 1;
    EVP_CIPHER_CTX_free(ctx);
    return fine && n + more == size;
}

int push_seal(const push_key *once, const unsigned char salt[PUSH_SALT],
              const unsigned char to[PUSH_PUBLIC], const unsigned char auth[PUSH_AUTH],
              const char *text, size_t size, buffer *out) {
    static const unsigned char record[] = {0, 0, 16, 0, PUSH_PUBLIC}; // 4096, then the key's length
    unsigned char plain[PUSH_TEXT_MOST + 1], sealed[PUSH_TEXT_MOST + 17];
    sealing s;
    if (size > PUSH_TEXT_MOST || !derive(once, salt, to, auth, &s)) {
        return 0;
    }
    memcpy(plain, text, size);
    plain[size] = 2; // the last record
    int fine = encrypt(&s, plain, (int)size + 1, sealed);
    buffer_add(out, salt, PUSH_SALT);
    buffer_add(out, record, sizeof record);
    buffer_add(out, once->open, PUSH_PUBLIC);
    buffer_add(out, sealed, size + 17);
    sodium_memzero(&s, sizeof s);
    return fine && !out->failed;
}

// --- Signing -----------------------------------------------------------------

static int sign(const push_key *k, const char *text, size_t size, unsigned char out[64]) {
    unsigned char der[128];
    const unsigned char *at = der;
    size_t n = sizeof der;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    int fine = ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, k->pair) == 1 &&
               EVP_DigestSign(ctx, der, &n, (const unsigned char *)text, size) == 1;
    ECDSA_SIG *sig = fine ? d2i_ECDSA_SIG(NULL, &at, (long)n) : NULL;
    fine = sig && BN_bn2binpad(ECDSA_SIG_get0_r(sig), out, 32) == 32 &&
           BN_bn2binpad(ECDSA_SIG_get0_s(sig), out + 32, 32) == 32;
    ECDSA_SIG_free(sig);
    EVP_MD_CTX_free(ctx);
    return fine;
}

// "https://push.example" of "https://push.example/x/y".
static int origin_of(const char *endpoint, char *out, size_t cap) {
    const char *host = strstr(endpoint, "://");
    size_t n = host ? (size_t)(host + 3 - endpoint) + strcspn(host + 3, "/?#") : 0;
    if (!n || n >= cap || strpbrk(endpoint, "\"\\\r\n ")) {
        return 0;
    }
    memcpy(out, endpoint, n);
    out[n] = '\0';
    return 1;
}

int push_sign(const push_key *k, const char *endpoint, const char *contact, int64_t now_s,
              buffer *out) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char origin[300], claims[700];
    unsigned char signature[64];
    buffer text;
    if (!origin_of(endpoint, origin, sizeof origin)) {
        return 0;
    }
    int n =
        snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%" PRId64 ",\"sub\":\"%.200s\"}",
                 origin, now_s + 12 * 3600, contact);
    buffer_init(&text, NULL);
    push_encode(&text, (const unsigned char *)head, sizeof head - 1);
    buffer_add_text(&text, ".");
    push_encode(&text, (const unsigned char *)claims, (size_t)n);
    int fine = !text.failed && sign(k, buffer_text(&text), text.size, signature);
    if (fine) {
        buffer_addf(out, "vapid t=%s.", buffer_text(&text));
        push_encode(out, signature, sizeof signature);
        buffer_add_text(out, ",k=");
        push_encode(out, k->open, PUSH_PUBLIC);
    }
    buffer_deinit(&text);
    return fine && !out->failed;
}
