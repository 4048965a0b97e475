// SPDX-License-Identifier: Apache-2.0
// The programs of the offline side import no function that makes a socket. Swift's runtime has one that does: its crash handler,
// which these programs turn off, would pass memory to another program over a pair of sockets. With the runtime linked statically
// that would be an import of the program, so it gets this in its place.
#if defined(__linux__)
#include <errno.h>
#include <sys/socket.h>

int socketpair(int domain, int type, int protocol, int sockets[2]) {
    (void)domain, (void)type, (void)protocol, (void)sockets;
    errno = EPERM;
    return -1;
}
#endif
