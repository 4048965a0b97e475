// SPDX-License-Identifier: Apache-2.0
// A simulated camera for coldstar-scan: preloaded (LD_PRELOAD), it acts as a Video4Linux driver for one path and enforces the kernel's
// order of calls: it returns only queued buffers, rejects a buffer queued twice, streams only after the start, and answers a format request
// with the available format. Every request is also sent to the kernel on /dev/null, which does not support it: a system call filter that
// denies it shows as EPERM, as with a real camera.
//
// CAMERA_PATH       the path of the camera
// CAMERA_FORMAT     four letters, such as YUYV
// CAMERA_SIZE       WIDTHxHEIGHTxBYTES-PER-ROW
// CAMERA_FRAMES     a file of frames, each preceded by its length (four bytes, little-endian); shown repeatedly
// CAMERA_BUFFERS    the number of buffers that the driver provides, whatever is requested
// CAMERA_FAULT      damaged (every second frame), busy, no-stream, no-format, unplugged (after four frames), no-capture
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { most_buffers = 8, buffer_size = 4 << 20 };
enum state { nobody, driver, program };

static struct {
    int device, memory, streaming, formatted;
    unsigned buffers, shown, width, height, row;
    unsigned queue[most_buffers], queued;
    enum state state[most_buffers];
    char *frames, *next, *end;
    unsigned char *shared[most_buffers];
} camera = {.device = -1};

static int fault(const char *name) {
    const char *wanted = getenv("CAMERA_FAULT");
    return wanted && strcmp(wanted, name) == 0;
}

static int fail(int number) {
    errno = number;
    return -1;
}

static void load(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) abort();
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    camera.frames = camera.next = malloc(size);
    camera.end = camera.frames + size;
    if (fread(camera.frames, 1, size, file) != (size_t)size) abort();
    fclose(file);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, int) : 0;
    va_end(rest);
    const char *mine = getenv("CAMERA_PATH");
    if (!mine || strcmp(path, mine) != 0) return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if ((flags & O_ACCMODE) != O_RDWR) return fail(EACCES);
    camera.device = syscall(SYS_openat, AT_FDCWD, "/dev/null", flags, 0);
    camera.memory = memfd_create("camera", MFD_CLOEXEC);
    if (ftruncate(camera.memory, (off_t)most_buffers * buffer_size)) abort();
    sscanf(getenv("CAMERA_SIZE"), "%ux%ux%u", &camera.width, &camera.height, &camera.row);
    load(getenv("CAMERA_FRAMES"));
    return camera.device;
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

void *mmap(void *wish, size_t length, int protection, int flags, int descriptor, off_t offset) {
    int mine = descriptor >= 0 && descriptor == camera.device;
    void *memory = (void *)syscall(SYS_mmap, wish, length, protection, flags, mine ? camera.memory : descriptor, offset);
    if (mine && memory != MAP_FAILED) camera.shared[offset / buffer_size] = memory;
    return memory;
}

void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("mmap")));

static int format(struct v4l2_format *wish) {
    if (wish->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) return fail(EINVAL);
    if (fault("busy")) return fail(EBUSY);
    const char *letters = fault("no-format") ? "H264" : getenv("CAMERA_FORMAT");
    wish->fmt.pix.pixelformat = v4l2_fourcc(letters[0], letters[1], letters[2], letters[3]);
    wish->fmt.pix.width = camera.width;
    wish->fmt.pix.height = camera.height;
    wish->fmt.pix.bytesperline = camera.row;
    wish->fmt.pix.field = V4L2_FIELD_NONE;
    camera.formatted = 1;
    return 0;
}

static int request(struct v4l2_requestbuffers *wish) {
    if (!camera.formatted || wish->memory != V4L2_MEMORY_MMAP) return fail(EINVAL);
    const char *count = getenv("CAMERA_BUFFERS");
    camera.buffers = wish->count = count ? (unsigned)atoi(count) : wish->count;
    return camera.buffers > most_buffers ? fail(ENOMEM) : 0;
}

static void describe(struct v4l2_buffer *buffer) {
    buffer->length = buffer_size;
    buffer->m.offset = buffer->index * buffer_size;
}

static int queue(struct v4l2_buffer *buffer) {
    if (buffer->index >= camera.buffers || !camera.shared[buffer->index]) return fail(EINVAL);
    if (camera.state[buffer->index] == driver) return fail(EINVAL);
    camera.state[buffer->index] = driver;
    camera.queue[camera.queued++] = buffer->index;
    return 0;
}

static int dequeue(struct v4l2_buffer *buffer) {
    if (!camera.streaming) return fail(EINVAL);
    if (fault("unplugged") && camera.shown == 4) return fail(ENODEV);
    if (camera.queued == 0) return fail(EAGAIN);
    unsigned index = camera.queue[0], length;
    memmove(camera.queue, camera.queue + 1, --camera.queued * sizeof(camera.queue[0]));
    if (camera.next == camera.end) camera.next = camera.frames;
    memcpy(&length, camera.next, 4);
    memcpy(camera.shared[index], camera.next + 4, length);
    memset(camera.shared[index] + length, 0xee, 64);
    camera.next += 4 + length;
    buffer->index = index;
    buffer->bytesused = length;
    buffer->flags = 0;
    if (fault("damaged") && camera.shown % 2 == 0) {
        memset(camera.shared[index], 0xaa, length);
        buffer->flags = V4L2_BUF_FLAG_ERROR;
    }
    describe(buffer);
    camera.state[index] = program;
    camera.shown++;
    return 0;
}

int ioctl(int descriptor, unsigned long number, ...) {
    va_list rest;
    va_start(rest, number);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    int result = syscall(SYS_ioctl, descriptor, number, argument);
    if (descriptor != camera.device || (result == -1 && errno == EPERM)) return result;
    switch (number) {
    case VIDIOC_QUERYCAP: {
        struct v4l2_capability *found = argument;
        unsigned powers = fault("no-capture") ? V4L2_CAP_VIDEO_OUTPUT : V4L2_CAP_VIDEO_CAPTURE;
        found->device_caps = powers | V4L2_CAP_STREAMING;
        found->capabilities = found->device_caps | V4L2_CAP_DEVICE_CAPS;
        return 0;
    }
    case VIDIOC_S_FMT: return format(argument);
    case VIDIOC_REQBUFS: return request(argument);
    case VIDIOC_QUERYBUF: describe(argument); return 0;
    case VIDIOC_QBUF: return queue(argument);
    case VIDIOC_DQBUF: return dequeue(argument);
    case VIDIOC_STREAMON:
        if (fault("no-stream")) return fail(ENOSPC);
        if (camera.queued == 0) return fail(EINVAL);
        camera.streaming = 1;
        return 0;
    default: return fail(ENOTTY);
    }
}
