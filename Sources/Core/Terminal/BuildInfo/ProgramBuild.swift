// SPDX-License-Identifier: Apache-2.0

import CBuild

/// What is known about the build of this program.
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
