// SPDX-License-Identifier: Apache-2.0
// Pipes and processes of the desk, where the C library asks for _GNU_SOURCE or a variadic call.
#ifndef COLDSTAR_SPAWN_H
#define COLDSTAR_SPAWN_H

#include <fcntl.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <unistd.h>

int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

// A pipe whose ends a new process does not get.
static inline int coldstar_spawn_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

// The new process gets no descriptor from this number on.
static inline int coldstar_spawn_close_from(posix_spawn_file_actions_t *actions, int from) {
    return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

// The size of a pipe's buffer in bytes: 1031 and 1032 are F_SETPIPE_SZ and F_GETPIPE_SZ of fcntl(2).
static inline int coldstar_spawn_set_pipe_size(int descriptor, int size) { return fcntl(descriptor, 1031, size); }
static inline int coldstar_spawn_pipe_size(int descriptor) { return fcntl(descriptor, 1032); }

// The number of bytes that wait in a pipe, or -1.
static inline int coldstar_spawn_waiting(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

#endif
