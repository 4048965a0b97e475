// SPDX-License-Identifier: Apache-2.0
// System calls that the C library's header does not show to Swift.
#pragma once
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __linux__
/// rename(2) within one folder that fails with EEXIST instead of replacing (RENAME_NOREPLACE).
static inline int coldstar_rename_exclusive(int folder, const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, folder, from, folder, to, 1U);
}
#endif
