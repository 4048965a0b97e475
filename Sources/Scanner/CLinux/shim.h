// SPDX-License-Identifier: Apache-2.0
// What only the scanner calls, and Swift cannot call: ioctl(2) takes a variable number of arguments, and fork(2) is hidden.
// Apart from CSystem, so that no code of the signer sees either.
#pragma once
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

/// A copy of this process, which has to have a single thread. 0 in the copy.
static inline pid_t coldstar_fork(void) { return fork(); }

/// Ends the copy at once, without what the original registered to be done at its end.
__attribute__((noreturn)) static inline void coldstar_end_child(int status) { _exit(status); }

#ifdef __linux__
#include <linux/videodev2.h>

static inline int coldstar_ioctl(int device, unsigned long request, void *argument) {
    int result;
    do result = ioctl(device, request, argument); while (result == -1 && errno == EINTR);
    return result;
}
static inline int coldstar_video_capability(int device, struct v4l2_capability *found) {
    return coldstar_ioctl(device, VIDIOC_QUERYCAP, found);
}
static inline int coldstar_video_try(int device, struct v4l2_format *format) {
    return coldstar_ioctl(device, VIDIOC_S_FMT, format);
}
static inline int coldstar_video_request(int device, struct v4l2_requestbuffers *buffers) {
    return coldstar_ioctl(device, VIDIOC_REQBUFS, buffers);
}
static inline int coldstar_video_query(int device, struct v4l2_buffer *buffer) {
    return coldstar_ioctl(device, VIDIOC_QUERYBUF, buffer);
}
static inline int coldstar_video_queue(int device, struct v4l2_buffer *buffer) {
    return coldstar_ioctl(device, VIDIOC_QBUF, buffer);
}
static inline int coldstar_video_dequeue(int device, struct v4l2_buffer *buffer) {
    return coldstar_ioctl(device, VIDIOC_DQBUF, buffer);
}
static inline int coldstar_video_start(int device) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return coldstar_ioctl(device, VIDIOC_STREAMON, &type);
}
/// The two requests that a running stream needs, for a filter of system calls.
static inline unsigned long coldstar_video_queue_request(void) { return VIDIOC_QBUF; }
static inline unsigned long coldstar_video_dequeue_request(void) { return VIDIOC_DQBUF; }
#endif
