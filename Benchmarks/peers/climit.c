/* SPDX-License-Identifier: Apache-2.0
 *
 * The upper limit: the cost of the libraries alone for base64 -> SHA-256 of the network id and the transaction ->
 * Ed25519 signature -> base64 of the signed envelope. It does not decode: an unsigned envelope of version 1 is its type,
 * the transaction, and a signature count of zero, so all but the last four bytes are hashed, and the signature is
 * appended there. A program that inspects what it signs cannot be faster.
 *
 * There are two limits: with libsodium for all of the cryptography, as in Coldstar, and with OpenSSL's SHA-256, which
 * uses the processor's SHA instructions.
 *
 * climit ENVELOPES SEED          prints `metric ops_per_cpu_second ops_per_wall_second`
 * climit ENVELOPES SEED check    prints the signed envelopes
 */
#include <openssl/sha.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_LINES = 256, MAX_BYTES = 1 << 16 };

static const char ALPHABET[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static signed char value_of[256];

static char *line_of[MAX_LINES];
static size_t length_of[MAX_LINES];
static int lines;

static unsigned char network_id[32], public_key[32], secret_key[64];
static unsigned char envelope[MAX_BYTES];
static char text[2 * MAX_BYTES];

static double seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

/* Base64 with a lookup table, not in constant time: an envelope is not secret. */
static size_t decode(unsigned char *bytes, const char *line, size_t length)
{
    unsigned char *to = bytes;
    if (length % 4 != 0) abort();
    for (size_t i = 0; i < length; i += 4) {
        int a = value_of[(unsigned char)line[i]], b = value_of[(unsigned char)line[i + 1]];
        int c = value_of[(unsigned char)line[i + 2]], d = value_of[(unsigned char)line[i + 3]];
        if ((a | b) < 0) abort();
        if ((c | d) < 0) {
            if (i + 4 != length || line[i + 3] != '=') abort();
            *to++ = a << 2 | b >> 4;
            if (line[i + 2] != '=') *to++ = b << 4 | c >> 2;
            break;
        }
        *to++ = a << 2 | b >> 4;
        *to++ = b << 4 | c >> 2;
        *to++ = c << 6 | d;
    }
    return to - bytes;
}

static void encode(char *to, const unsigned char *bytes, size_t count)
{
    size_t i = 0;
    for (; i + 3 <= count; i += 3) {
        unsigned group = bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2];
        *to++ = ALPHABET[group >> 18];
        *to++ = ALPHABET[group >> 12 & 63];
        *to++ = ALPHABET[group >> 6 & 63];
        *to++ = ALPHABET[group & 63];
    }
    if (count - i == 1) {
        *to++ = ALPHABET[bytes[i] >> 2];
        *to++ = ALPHABET[(bytes[i] & 3) << 4];
        *to++ = '=';
        *to++ = '=';
    } else if (count - i == 2) {
        *to++ = ALPHABET[bytes[i] >> 2];
        *to++ = ALPHABET[(bytes[i] & 3) << 4 | bytes[i + 1] >> 4];
        *to++ = ALPHABET[(bytes[i + 1] & 15) << 2];
        *to++ = '=';
    }
    *to = 0;
}

static void hash_with_sodium(unsigned char hash[32], size_t count)
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, network_id, 32);
    crypto_hash_sha256_update(&state, envelope, count);
    crypto_hash_sha256_final(&state, hash);
}

static void hash_with_openssl(unsigned char hash[32], size_t count)
{
    SHA256_CTX state;
    SHA256_Init(&state);
    SHA256_Update(&state, network_id, 32);
    SHA256_Update(&state, envelope, count);
    SHA256_Final(hash, &state);
}

static void job(int index, void (*hash_envelope)(unsigned char *, size_t))
{
    static const unsigned char length[4] = {0, 0, 0, 64};
    unsigned char hash[32];
    size_t count = decode(envelope, line_of[index], length_of[index]);
    if (count < 4) abort();
    hash_envelope(hash, count - 4);
    envelope[count - 1] = 1;
    memcpy(envelope + count, public_key + 28, 4);
    memcpy(envelope + count + 4, length, 4);
    crypto_sign_detached(envelope + count + 8, NULL, hash, 32, secret_key);
    encode(text, envelope, count + 72);
}

static void measure(const char *name, void (*hash_envelope)(unsigned char *, size_t))
{
    long runs = 0;
    double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    do {
        for (int i = 0; i < 20; i++) job(runs++ % lines, hash_envelope);
    } while (seconds(CLOCK_MONOTONIC) - wall < 1.0);
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    wall = seconds(CLOCK_MONOTONIC) - wall;
    printf("%s %.0f %.0f\n", name, runs / cpu, runs / wall);
    fflush(stdout);
}

/* The second line of the seed file is the seed in hex. */
static void read_key(const char *path)
{
    char line[256];
    unsigned char seed[32];
    size_t count = 0;
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file) || !fgets(line, sizeof line, file)) abort();
    fclose(file);
    if (sodium_hex2bin(seed, sizeof seed, line, 64, NULL, &count, NULL) != 0 || count != 32) abort();
    crypto_sign_seed_keypair(public_key, secret_key, seed);
}

static void read_lines(const char *path)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    FILE *file = fopen(path, "r");
    if (!file) abort();
    while (lines < MAX_LINES && (length = getline(&line, &capacity, file)) > 0) {
        if (line[length - 1] == '\n') line[--length] = 0;
        if (length > MAX_BYTES) abort();
        line_of[lines] = strdup(line);
        length_of[lines++] = length;
    }
    free(line);
    fclose(file);
}

int main(int count, char **arguments)
{
    static const char passphrase[] = "Test SDF Network ; September 2015";
    if (count < 3 || sodium_init() < 0) return 64;
    memset(value_of, -1, sizeof value_of);
    for (int i = 0; i < 64; i++) value_of[(unsigned char)ALPHABET[i]] = i;
    crypto_hash_sha256(network_id, (const unsigned char *)passphrase, strlen(passphrase));
    read_lines(arguments[1]);
    read_key(arguments[2]);
    if (count > 3) {
        for (int i = 0; i < lines; i++) {
            job(i, hash_with_sodium);
            puts(text);
        }
        return 0;
    }
    measure("job", hash_with_sodium);
    measure("job_openssl", hash_with_openssl);
    return 0;
}
