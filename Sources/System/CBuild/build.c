// SPDX-License-Identifier: Apache-2.0
// Package.swift defines COLDSTAR_COMMIT, and COLDSTAR_PACKAGES: names and versions in turn. Swift has no definitions with a value, and only
// this file is compiled again when the commit changes.
#include "build.h"

#include <stddef.h>
#include <string.h>

const char *coldstar_commit(void) { return COLDSTAR_COMMIT; }

const char *coldstar_package_version(const char *name) {
    static const char *const packages[] = {COLDSTAR_PACKAGES};
    for (size_t place = 0; place + 1 < sizeof packages / sizeof *packages; place += 2)
        if (strcmp(packages[place], name) == 0) return packages[place + 1];
    return NULL;
}
