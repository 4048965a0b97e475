// SPDX-License-Identifier: Apache-2.0
#pragma once
#define _DEFAULT_SOURCE
#include <nettle/aes.h>
#include <nettle/cbc.h>
#include <nettle/pbkdf2.h>
#include <nettle/version.h>
#include <string.h>

// Erases what nettle's functions left on the stack below their caller.
__attribute__((noinline)) static void coldstar_erase_stack(void) {
    uint8_t area[16384];
    explicit_bzero(area, sizeof area);
}

// The key schedule lives on the stack and is erased. `vector` has 16 bytes and is overwritten; `length` is a multiple of 16.
static inline void coldstar_aes256_cbc_decrypt(const uint8_t *key, uint8_t *vector, size_t length, uint8_t *text, const uint8_t *sealed) {
    struct aes256_ctx schedule;
    aes256_set_decrypt_key(&schedule, key);
    cbc_decrypt(&schedule, (nettle_cipher_func *)aes256_decrypt, AES_BLOCK_SIZE, vector, length, text, sealed);
    explicit_bzero(&schedule, sizeof schedule);
}
