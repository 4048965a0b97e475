/* SPDX-License-Identifier: Apache-2.0
   A server on 127.0.0.1 that responds like Horizon at minimal cost: loopback_horizon. Prints its URL.

   It has no ledger: it reports every transaction with one signature as applied, every account exists with sequence number 0 and
   only its master key, and every lookup by hash is a 404. For benchmarks of its clients. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 4096, BUFFER = 1 << 16 };

static const char passphrase[] = "Test SDF Network ; September 2015";
static unsigned char network[32];
static struct connection {
    size_t have;
    char bytes[BUFFER];
} *connections[MOST];

static void answer(int fd, const char *status, const char *body) {
    static char out[BUFFER];
    int length = snprintf(out, sizeof out, "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          status, strlen(body), body);
    if (write(fd, out, length) != length) close(fd);
}

/* The hash of an envelope with one transaction of version 1 and one signature: the network id and the bytes before the signature. */
static int hash_of(const char *form, size_t length, char hex[65]) {
    static char text[BUFFER];
    static unsigned char envelope[BUFFER];
    size_t size = 0, bytes;
    for (size_t i = 0; i < length; i++) {
        unsigned value = form[i];
        if (form[i] == '%' && i + 2 < length) sscanf(form + i + 1, "%2x", &value), i += 2;
        text[size++] = (char)value;
    }
    if (sodium_base642bin(envelope, sizeof envelope, text, size, "", &bytes, NULL, sodium_base64_VARIANT_ORIGINAL) || bytes < 84)
        return 0;
    unsigned char digest[32];
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, network, 32);
    crypto_hash_sha256_update(&state, envelope, bytes - 76);
    crypto_hash_sha256_final(&state, digest);
    sodium_bin2hex(hex, 65, digest, 32);
    return 1;
}

static void serve(int fd, const char *head, const char *body, size_t length) {
    static char out[BUFFER];
    static char time_text[32];
    time_t seconds = time(NULL);
    strftime(time_text, sizeof time_text, "%Y-%m-%dT%H:%M:%SZ", gmtime(&seconds));
    if (!strncmp(head, "POST /transactions ", 19) && length > 3 && !strncmp(body, "tx=", 3)) {
        char hex[65];
        if (!hash_of(body + 3, length - 3, hex)) return answer(fd, "400 Bad Request", "{}");
        snprintf(out, sizeof out,
                 "{\"id\":\"%s\",\"paging_token\":\"4294971392\",\"successful\":true,\"hash\":\"%s\",\"ledger\":1001,"
                 "\"created_at\":\"%s\",\"source_account\":\"GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ\","
                 "\"source_account_sequence\":\"1\",\"fee_account\":\"GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ\","
                 "\"fee_charged\":\"100\",\"max_fee\":\"100\",\"operation_count\":1,\"envelope_xdr\":\"%0300d\","
                 "\"result_xdr\":\"AAAAAAAAAGQAAAAAAAAAAQAAAAAAAAABAAAAAAAAAAA=\",\"fee_meta_xdr\":\"%0200d\","
                 "\"memo_type\":\"none\",\"signatures\":[\"%086d==\"],"
                 "\"preconditions\":{\"timebounds\":{\"min_time\":\"0\"}}}",
                 hex, hex, time_text, 0, 0, 0);
        return answer(fd, "200 OK", out);
    }
    if (!strncmp(head, "GET /accounts/", 14)) {
        snprintf(out, sizeof out,
                 "{\"account_id\":\"%.56s\",\"sequence\":\"0\",\"subentry_count\":0,\"last_modified_ledger\":1000,"
                 "\"num_sponsoring\":0,\"num_sponsored\":0,\"thresholds\":{\"low_threshold\":0,\"med_threshold\":0,"
                 "\"high_threshold\":0},\"flags\":{\"auth_required\":false,\"auth_revocable\":false,\"auth_immutable\":false,"
                 "\"auth_clawback_enabled\":false},\"balances\":[{\"balance\":\"10000.0000000\",\"asset_type\":\"native\"}],"
                 "\"signers\":[{\"weight\":1,\"key\":\"%.56s\",\"type\":\"ed25519_public_key\"}],\"data\":{}}",
                 head + 14, head + 14);
        return answer(fd, "200 OK", out);
    }
    if (!strncmp(head, "GET / ", 6)) {
        snprintf(out, sizeof out,
                 "{\"network_passphrase\":\"%s\",\"current_protocol_version\":23,\"history_latest_ledger\":1001,"
                 "\"history_latest_ledger_closed_at\":\"%s\",\"core_latest_ledger\":1001}",
                 passphrase, time_text);
        return answer(fd, "200 OK", out);
    }
    answer(fd, "404 Not Found",
           "{\"type\":\"https://stellar.org/horizon-errors/not_found\",\"title\":\"Resource Missing\",\"status\":404}");
}

/* Responds to all complete requests received; 0 at the end of the connection. */
static int take(int fd, struct connection *c) {
    ssize_t count = read(fd, c->bytes + c->have, BUFFER - 1 - c->have);
    if (count <= 0) return 0;
    c->have += (size_t)count;
    for (;;) {
        c->bytes[c->have] = 0;
        char *end = strstr(c->bytes, "\r\n\r\n");
        if (!end) return c->have < BUFFER - 1;
        char *field = strcasestr(c->bytes, "\r\nContent-Length:");
        size_t length = field && field < end ? strtoul(field + 17, NULL, 10) : 0;
        size_t whole = (size_t)(end + 4 - c->bytes) + length;
        if (whole > c->have) return whole < BUFFER - 1;
        serve(fd, c->bytes, end + 4, length);
        memmove(c->bytes, c->bytes + whole, c->have - whole);
        c->have -= whole;
    }
}

int main(void) {
    if (sodium_init() < 0) return 70;
    crypto_hash_sha256(network, (const unsigned char *)passphrase, sizeof passphrase - 1);
    int listening = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(listening, (struct sockaddr *)&address, size) || listen(listening, 1024)) return 69;
    getsockname(listening, (struct sockaddr *)&address, &size);
    printf("http://127.0.0.1:%d\n", ntohs(address.sin_port));
    fflush(stdout);
    int poll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listening}, events[256];
    epoll_ctl(poll, EPOLL_CTL_ADD, listening, &event);
    for (;;) {
        int ready = epoll_wait(poll, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            int fd = events[i].data.fd;
            if (fd == listening) {
                int next = accept(listening, NULL, NULL);
                if (next < 0) continue;
                if (next >= MOST) { close(next); continue; }
                setsockopt(next, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                if (!connections[next]) connections[next] = malloc(sizeof *connections[next]);
                connections[next]->have = 0;
                struct epoll_event added = {.events = EPOLLIN, .data.fd = next};
                epoll_ctl(poll, EPOLL_CTL_ADD, next, &added);
            } else if (!take(fd, connections[fd])) {
                close(fd);
            }
        }
    }
}
