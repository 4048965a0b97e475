// SPDX-License-Identifier: Apache-2.0

import CBuild

/// A library in a program, with the version that `--version` prints.
package struct LinkedLibrary: Hashable, Sendable {
    package let name: String
    /// Nil if the library does not tell its version.
    package let version: String?

    /// A C library, with the version that the loaded library reports.
    package init(_ name: String, version: String?) {
        self.name = name
        self.version = version
    }

    /// A Swift package, with the version in `Package.swift`.
    package init(package name: String) {
        self.init(name, version: coldstar_package_version(name).map { String(cString: $0) })
    }

    /// The name and, if known, the version: `libsodium 1.0.18`.
    package var text: String { version.map { "\(name) \($0)" } ?? name }
}
