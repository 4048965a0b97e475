/* SPDX-License-Identifier: Apache-2.0
   The upper limit for submission: libcurl's multi interface alone. curl_multi ENVELOPES URL

   Posts every line as the form field tx, 50 at a time over keep-alive connections, ignoring the responses. Prints
   `post requests_per_cpu_second requests_per_second`. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PARALLEL = 50, MOST = 100000, SECONDS = 2 };

static char *lines[MOST];
static size_t count, received;

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static size_t sink(char *bytes, size_t size, size_t number, void *context) {
    (void)bytes, (void)context;
    received += size * number;
    return size * number;
}

static void begin(CURLM *multi, CURL *easy, size_t index) {
    char *escaped = curl_easy_escape(easy, lines[index], 0);
    size_t length = strlen(escaped) + 4;
    char *body = malloc(length);
    snprintf(body, length, "tx=%s", escaped);
    curl_free(escaped);
    curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, body);
    free(body);
    curl_multi_add_handle(multi, easy);
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    FILE *file = fopen(argv[1], "r");
    static char line[1 << 20];
    while (file && count < MOST && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        lines[count++] = strdup(line);
    }
    if (!count) return 66;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)PARALLEL);
    CURL *easies[PARALLEL];
    for (int i = 0; i < PARALLEL; i++) {
        easies[i] = curl_easy_init();
        curl_easy_setopt(easies[i], CURLOPT_URL, argv[2]);
        curl_easy_setopt(easies[i], CURLOPT_WRITEFUNCTION, sink);
        curl_easy_setopt(easies[i], CURLOPT_NOSIGNAL, 1L);
    }
    size_t done = 0;
    double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    do {
        size_t next = 0, ended = 0;
        while (next < PARALLEL && next < count) begin(multi, easies[next], next), next++;
        while (ended < count) {
            int running, left;
            curl_multi_perform(multi, &running);
            for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
                if (message->msg != CURLMSG_DONE) continue;
                if (message->data.result) return 69;
                CURL *easy = message->easy_handle;
                curl_multi_remove_handle(multi, easy);
                ended++;
                if (next < count) begin(multi, easy, next++);
            }
            if (ended < count) curl_multi_poll(multi, NULL, 0, 1000, NULL);
        }
        done += count;
    } while (now(CLOCK_MONOTONIC) - wall < SECONDS);
    printf("post %.0f %.0f\n", done / (now(CLOCK_PROCESS_CPUTIME_ID) - cpu), done / (now(CLOCK_MONOTONIC) - wall));
    return 0;
}
