// SPDX-License-Identifier: Apache-2.0
// Sockets of the loopback server: calls that the C library's headers show to C programs only, and the kernel's answer to
// whose a connection is. Every descriptor is closed in new processes.
#ifndef COLDSTAR_SOCKETS_H
#define COLDSTAR_SOCKETS_H

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <sys/syscall.h>

// One end of a TCP connection over IPv4; addresses and ports as numbers, 127.0.0.1 is 0x7f000001.
struct coldstar_tuple {
    uint32_t address, other_address;
    uint16_t port, other_port;
};

enum { coldstar_established = 1, coldstar_listening = 10 };
// poll(2): the other end has closed its side. It is defined with _GNU_SOURCE only.
enum { coldstar_poll_gone = 0x2000 };

// A socket that listens at an address of this machine and does not block; -1 and errno.
static inline int coldstar_listen(uint32_t address, uint16_t port, int backlog) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    int on = 1;
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
    if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0
        || bind(descriptor, (const struct sockaddr *)&here, sizeof here) != 0 || listen(descriptor, backlog) != 0) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}

// The tuple of a connection; -1 and errno if there is none any more.
static inline int coldstar_connection(int descriptor, struct coldstar_tuple *tuple) {
    struct sockaddr_in here, other;
    socklen_t size = sizeof here, other_size = sizeof other;
    if (getsockname(descriptor, (struct sockaddr *)&here, &size) != 0) return -1;
    // A listening socket has no other end.
    if (getpeername(descriptor, (struct sockaddr *)&other, &other_size) != 0) memset(&other, 0, sizeof other);
    tuple->address = ntohl(here.sin_addr.s_addr);
    tuple->port = ntohs(here.sin_port);
    tuple->other_address = ntohl(other.sin_addr.s_addr);
    tuple->other_port = ntohs(other.sin_port);
    return 0;
}

// The next connection, without delays between small writes; -1 and errno.
static inline int coldstar_accept(int listening) {
    int descriptor = (int)syscall(SYS_accept4, listening, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) return -1;
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return descriptor;
}

// Whether neither end has closed the connection, as this end knows it.
static inline int coldstar_is_established(int descriptor) {
    struct tcp_info info;
    socklen_t size = sizeof info;
    return getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && info.tcpi_state == coldstar_established;
}

// What the kernel knows about one end of a connection.
struct coldstar_socket {
    uint32_t user;
    uint32_t inode;
    uint8_t state;
};

// A socket to ask the kernel about sockets; -1 and errno where it cannot be asked.
static inline int coldstar_diag_open(void) {
    return socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
}

// Asks for exactly one socket, see sock_diag(7); 0, or -1 and errno, ENOENT where there is no such socket. The kernel answers in the call.
static inline int coldstar_diag_ask(int diag, const struct coldstar_tuple *tuple, struct coldstar_socket *found) {
    static uint32_t number;
    struct {
        struct nlmsghdr header;
        struct inet_diag_req_v2 request;
    } question;
    memset(&question, 0, sizeof question);
    uint32_t sequence = __atomic_add_fetch(&number, 1, __ATOMIC_RELAXED);
    question.header.nlmsg_len = sizeof question;
    question.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    question.header.nlmsg_flags = NLM_F_REQUEST;
    question.header.nlmsg_seq = sequence;
    question.request.sdiag_family = AF_INET;
    question.request.sdiag_protocol = IPPROTO_TCP;
    question.request.idiag_states = ~0U;
    struct inet_diag_sockid *id = &question.request.id;
    id->idiag_src[0] = htonl(tuple->address);
    id->idiag_dst[0] = htonl(tuple->other_address);
    id->idiag_sport = htons(tuple->port);
    id->idiag_dport = htons(tuple->other_port);
    id->idiag_cookie[0] = id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    if (sendto(diag, &question, sizeof question, 0, (const struct sockaddr *)&kernel, sizeof kernel) != sizeof question) return -1;
    for (;;) {
        union {
            struct nlmsghdr header;
            char bytes[2048];
        } answer;
        struct sockaddr_nl from = {0};
        socklen_t from_size = sizeof from;
        ssize_t size = recvfrom(diag, &answer, sizeof answer, 0, (struct sockaddr *)&from, &from_size);
        if (size < 0) return -1;
        // Only the kernel has the port 0. An answer to an earlier question is passed over.
        if (from.nl_pid != 0 || size < (ssize_t)sizeof answer.header || answer.header.nlmsg_seq != sequence) continue;
        if (answer.header.nlmsg_type == NLMSG_ERROR) {
            const struct nlmsgerr *error = NLMSG_DATA(&answer.header);
            errno = size >= (ssize_t)NLMSG_LENGTH(sizeof *error) && error->error < 0 ? -error->error : EPROTO;
            return -1;
        }
        const struct inet_diag_msg *message = NLMSG_DATA(&answer.header);
        // The kernel also finds a socket that listens at the address.
        if (size < (ssize_t)NLMSG_LENGTH(sizeof *message) || answer.header.nlmsg_type != SOCK_DIAG_BY_FAMILY
            || message->idiag_family != AF_INET || message->id.idiag_src[0] != id->idiag_src[0]
            || message->id.idiag_dst[0] != id->idiag_dst[0] || message->id.idiag_sport != id->idiag_sport
            || message->id.idiag_dport != id->idiag_dport) {
            errno = ENOENT;
            return -1;
        }
        found->user = message->idiag_uid;
        found->inode = message->idiag_inode;
        found->state = message->idiag_state;
        return 0;
    }
}

// Raises the number of descriptors that this process may have, up to `most`; the number that it may have now.
static inline unsigned long coldstar_raise_descriptors(unsigned long most) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    rlim_t wanted = limit.rlim_max < most ? limit.rlim_max : most;
    if (limit.rlim_cur < wanted) {
        struct rlimit raised = {wanted, limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) return (unsigned long)wanted;
    }
    return (unsigned long)limit.rlim_cur;
}

void *memmem(const void *bytes, size_t count, const void *part, size_t part_count);

// The offset of the empty line that ends a head, from an offset on; -1 where there is none.
static inline long coldstar_head_end(const unsigned char *bytes, size_t count, size_t from) {
    if (from >= count) return -1;
    const unsigned char *found = memmem(bytes + from, count - from, "\r\n\r\n", 4);
    return found ? found - bytes : -1;
}

static inline ssize_t coldstar_send(int descriptor, const void *bytes, size_t count) {
    return send(descriptor, bytes, count, MSG_NOSIGNAL);
}
#endif
#endif
