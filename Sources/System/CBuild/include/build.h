// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The commit of the sources, 40 or 64 hex digits, then " with changes" if files differed from it; "unknown" if the build was not told.
const char *coldstar_commit(void);

/// The version of a Swift package that Package.swift names; null for another name.
const char *coldstar_package_version(const char *name);
