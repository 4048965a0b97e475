// SPDX-License-Identifier: Apache-2.0
// Calls of foreign architectures, which a program gets by writing them down itself.
#pragma once

#if defined(__x86_64__)
/// getpid as a 32-bit program calls it.
static inline long probe_call_of_i386(void) {
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory", "r8", "r9", "r10", "r11");
    return result;
}

/// getpid as an x32 program calls it.
static inline long probe_call_of_x32(void) {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(0x40000000 + 39) : "memory", "rcx", "r11");
    return result;
}
#else
static inline long probe_call_of_i386(void) { return -1; }
static inline long probe_call_of_x32(void) { return -1; }
#endif
