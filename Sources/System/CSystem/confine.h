// SPDX-License-Identifier: Apache-2.0
// What a process asks of the kernel to give up powers, and to see that they are gone. Numbers that older headers lack stand
// here as the kernel's documentation gives them.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>

/// prctl(2), which is variadic, with one argument.
static inline int coldstar_prctl(int option, unsigned long value) { return prctl(option, value, 0UL, 0UL, 0UL); }

/// Of scripts/bundle/without-proc.c, which only the programs of the signer's bundle are linked with.
extern const char coldstar_bundle __attribute__((weak, visibility("hidden")));

/// Whether this program is one of the signer's bundle.
static inline int coldstar_is_bundle(void) { return &coldstar_bundle != 0; }

/// A system call by its number; -1 and errno, or its result.
static inline long coldstar_call(long number, long a, long b, long c, long d, long e) {
    return syscall(number, a, b, c, d, e, 0L);
}

/// A file or folder as a place only, which can be neither read nor written.
static inline int coldstar_open_place(const char *path) { return open(path, 010000000 /* O_PATH */ | O_CLOEXEC); }

/// Closes all descriptors from first to last; ENOSYS before Linux 5.9.
static inline int coldstar_close_range(unsigned int first, unsigned int last) {
    return (int)syscall(436 /* close_range */, first, last, 0U);
}

/// Locks the pages of this process as they come into use, those that are still to be mapped included if `future`.
static inline int coldstar_lock_memory(int future) {
    return mlockall(MCL_CURRENT | 4 /* MCL_ONFAULT */ | (future ? MCL_FUTURE : 0));
}

/// The effective capabilities below 32; 0 when the kernel does not say.
static inline uint32_t coldstar_capabilities(void) {
    struct { uint32_t version; int pid; } header = {0x20080522 /* version 3 */, 0};
    struct { uint32_t effective, permitted, inheritable; } data[2] = {{0, 0, 0}, {0, 0, 0}};
    return syscall(SYS_capget, &header, data) == 0 ? data[0].effective : 0;
}

// Landlock, see landlock(7).

struct coldstar_landlock_ruleset { uint64_t files, network, scoped; };
struct __attribute__((packed)) coldstar_landlock_rule { uint64_t allowed; int32_t parent; };

/// The version of Landlock's interface that the kernel has; -1 when it has none.
static inline int coldstar_landlock_version(void) { return (int)syscall(444, (void *)0, 0UL, 1U); }

/// A set of rules that takes the first `size` bytes of what it handles.
static inline int coldstar_landlock_create(const struct coldstar_landlock_ruleset *ruleset, size_t size) {
    return (int)syscall(444, ruleset, size, 0U);
}

/// Allows something for an open file, or for all that is below an open folder.
static inline int coldstar_landlock_allow(int ruleset, uint64_t allowed, int parent) {
    struct coldstar_landlock_rule rule = {allowed, parent};
    return (int)syscall(445, ruleset, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0U);
}

/// From here on only what the rules allow.
static inline int coldstar_landlock_enforce(int ruleset) { return (int)syscall(446, ruleset, 0U); }

#include <fcntl.h>
#include <time.h>

/// A system call without the C library, whose functions a library that was loaded before it can replace.
static inline long coldstar_direct(long number, long a, long b, long c, long d) {
#if defined(__x86_64__)
    register long fourth __asm__("r10") = d;
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long number_ __asm__("x8") = number;
    register long first __asm__("x0") = a;
    register long second __asm__("x1") = b;
    register long third __asm__("x2") = c;
    register long fourth __asm__("x3") = d;
    __asm__ volatile("svc 0" : "+r"(first) : "r"(number_), "r"(second), "r"(third), "r"(fourth) : "memory");
    return first;
#else
    return syscall(number, a, b, c, d);
#endif
}

/// Whole seconds of one of the kernel's clocks; below zero when it has none of this number.
static inline long coldstar_clock_seconds(int clock) {
    struct timespec now = {0, 0};
    return coldstar_direct(SYS_clock_gettime, clock, (long)&now, 0, 0) == 0 ? (long)now.tv_sec : -1;
}

/// The beginning of a file; how many bytes were read, below zero when it cannot be opened.
static inline long coldstar_direct_read(const char *path, void *into, long size) {
    long file = coldstar_direct(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0);
    if (file < 0) return file;
    long done = 0, count;
    while (done < size && (count = coldstar_direct(SYS_read, file, (long)into + done, size - done, 0)) > 0) done += count;
    coldstar_direct(SYS_close, file, 0, 0, 0);
    return done;
}
#endif
