// SPDX-License-Identifier: Apache-2.0
// System calls that the C library's header does not show to Swift.
#pragma once
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __linux__
/// rename(2) within one folder that fails with EEXIST instead of replacing (RENAME_NOREPLACE).
static inline int coldstar_rename_exclusive(int folder, const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, folder, from, folder, to, 1U);
}

/// A new file of the folder that has no name yet and is gone when it is closed without one; -1 where there is no such thing.
static inline int coldstar_open_unnamed(int folder, unsigned int mode) {
    return openat(folder, ".", 020000000 /* __O_TMPFILE */ | O_DIRECTORY | O_WRONLY | O_CLOEXEC, mode);
}

/// Gives a file that has no name one that must be free.
static inline int coldstar_link_unnamed(int file, int folder, const char *name) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, link, folder, name, AT_SYMLINK_FOLLOW);
}

/// Locks one byte of a file for this opening of it (F_OFD_SETLK), or fails at once with EAGAIN or EACCES.
static inline int coldstar_lock_byte(int file, off_t byte) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return fcntl(file, 37 /* F_OFD_SETLK */, &lock);
}
#endif
