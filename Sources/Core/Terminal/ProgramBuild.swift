// SPDX-License-Identifier: Apache-2.0

import CBuild
import Crypto
import Handoff

/// What is known about the build of this program.
///
/// The commit comes from the environment variable `COLDSTAR_COMMIT` of the build, which the Makefile and the scripts
/// set from `scripts/commit`, or from the file `COMMIT` of a source archive. There is no time of the build: two builds
/// of the same sources have the same bytes.
package enum ProgramBuild {
    /// The commit of the sources: its hash, followed by " with changes" if the sources differed from it; or "unknown".
    package static var commit: String { String(cString: coldstar_commit()) }

    /// The lines that `--version` prints below the version: the commit, the build, the libraries in their order.
    package static func lines(libraries: [LinkedLibrary]) -> String {
        let names = libraries.map(\.text).joined(separator: ", ")
        return "commit: \(commit)\nbuild: \(configuration), Swift \(compiler), \(target)\nlibraries: \(names)"
    }

    /// `release` or `debug`.
    package static var configuration: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    /// The version of the Swift compiler. A program can only ask whether the compiler has at least a version.
    package static var compiler: String {
        #if compiler(>=6.4)
            "6.4 or newer"
        #elseif compiler(>=6.3.4)
            "6.3.4 or newer"
        #elseif compiler(>=6.3.3)
            "6.3.3"
        #elseif compiler(>=6.3.2)
            "6.3.2"
        #elseif compiler(>=6.3.1)
            "6.3.1"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    /// The processor and the system, such as `x86_64-linux`.
    package static var target: String { "\(processor)-\(system)" }

    private static var processor: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "aarch64"
        #else
            "other"
        #endif
    }

    private static var system: String {
        #if os(Linux)
            "linux"
        #elseif os(macOS)
            "macos"
        #else
            "other"
        #endif
    }
}

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

extension LinkedLibrary {
    /// The libraries of all programs.
    static var shared: [LinkedLibrary] {
        [
            LinkedLibrary(package: "swift-argument-parser"),
            LinkedLibrary("libsodium", version: SodiumLibrary.version),
            LinkedLibrary("libqrencode", version: QREncodeLibrary.version),
        ]
    }

    /// libsecp256k1, which does not tell its version, unless the build is one without keys of Ethereum and its like.
    package static var curves: [LinkedLibrary] {
        #if EIP155
            [LinkedLibrary("libsecp256k1", version: nil)]
        #else
            []
        #endif
    }
}
