// SPDX-License-Identifier: Apache-2.0
// Preloaded into the programs under test, this lets a PIN cost a few milliseconds instead of half a second: Argon2id runs with
// libsodium's smallest parameters, whatever a key file says. Keys made with it open only with it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

typedef int hash(unsigned char *, unsigned long long, const char *, unsigned long long, const unsigned char *, unsigned long long, size_t, int);

int crypto_pwhash(unsigned char *out, unsigned long long length, const char *password, unsigned long long password_length,
                  const unsigned char *salt, unsigned long long passes, size_t memory, int algorithm) {
    (void)passes, (void)memory;
    hash *real = (hash *)dlsym(RTLD_NEXT, "crypto_pwhash");
    return real(out, length, password, password_length, salt, 1, 8192, algorithm);
}
