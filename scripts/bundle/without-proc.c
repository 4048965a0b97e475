// SPDX-License-Identifier: Apache-2.0
// Goes into the signer's bundle, so that it runs where /proc is not mounted: in a chroot, or early after a start.
//
// - Swift's runtime reads a program's arguments from /proc/self/cmdline. Here it is told them.
// - It stands in for libqrencode, and loads the shared library that lies beside the program. Linked in the usual way that
//   would be found by $ORIGIN, which the loader takes from /proc, and without it not even --version would run. So it is
//   looked for by $ORIGIN first, then by the name under which the kernel has started the program. Where it is not there,
//   the one thing that fails is a QR code.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <qrencode.h>
#include <string.h>
#include <sys/auxv.h>

/// Of Swift's runtime: takes arguments instead of looking for them.
void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

/// That it is linked makes a program one of the bundle: the signer then refuses to run with a library that is none of the bundle's.
const char coldstar_bundle = 1;

static const char name[] = "libqrencode.so.4";

static struct {
    QRinput *(*new2)(int, QRecLevel);
    char *(*version)(void);
    int (*append)(QRinput *, QRencodeMode, int, const unsigned char *);
    QRcode *(*encode)(QRinput *);
    void (*free_input)(QRinput *);
    void (*free_code)(QRcode *);
} library;

static void *beside_the_program(void) {
    const char *program = (const char *)getauxval(AT_EXECFN);
    const char *slash = program ? strrchr(program, '/') : NULL;
    char path[PATH_MAX];
    if (!slash || (size_t)(slash - program) + 1 + sizeof name > sizeof path) return NULL;
    memcpy(path, program, (size_t)(slash - program) + 1);
    memcpy(path + (slash - program) + 1, name, sizeof name);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/// Before main; glibc gives what main is given.
__attribute__((constructor)) static void start(int count, char **arguments) {
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!handle) handle = beside_the_program();
    if (!handle) return;
    *(void **)&library.new2 = dlsym(handle, "QRinput_new2");
    *(void **)&library.version = dlsym(handle, "QRcode_APIVersionString");
    *(void **)&library.append = dlsym(handle, "QRinput_append");
    *(void **)&library.encode = dlsym(handle, "QRcode_encodeInput");
    *(void **)&library.free_input = dlsym(handle, "QRinput_free");
    *(void **)&library.free_code = dlsym(handle, "QRcode_free");
}

char *QRcode_APIVersionString(void) { return library.version ? library.version() : NULL; }

QRinput *QRinput_new2(int version, QRecLevel level) {
    if (library.new2) return library.new2(version, level);
    errno = ELIBACC;
    return NULL;
}

int QRinput_append(QRinput *input, QRencodeMode mode, int size, const unsigned char *data) {
    return library.append ? library.append(input, mode, size, data) : -1;
}

QRcode *QRcode_encodeInput(QRinput *input) { return library.encode ? library.encode(input) : NULL; }

void QRinput_free(QRinput *input) {
    if (library.free_input) library.free_input(input);
}

void QRcode_free(QRcode *code) {
    if (library.free_code) library.free_code(code);
}
