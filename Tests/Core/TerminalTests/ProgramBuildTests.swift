// SPDX-License-Identifier: Apache-2.0

import Terminal
import Testing

/// What `--version` prints below the version.
struct ProgramBuildTests {
    @Test(arguments: ["swift-argument-parser", "GRDB"])
    func `has the version of each package in Package.swift`(_ name: String) throws {
        let version = try #require(LinkedLibrary(package: name).version)
        #expect(version.split(separator: ".").count == 3 && version.allSatisfy { $0.isNumber || $0 == "." })
    }

    @Test(arguments: ["", "GRD", "GRDB ", "7.10.0"])
    func `has no version for anything else`(_ name: String) {
        #expect(LinkedLibrary(package: name).version == nil)
    }

    @Test func `names a library without a version alone`() {
        #expect(LinkedLibrary("libturbojpeg", version: nil).text == "libturbojpeg")
        #expect(LinkedLibrary("libsodium", version: "1.0.18").text == "libsodium 1.0.18")
    }

    @Test func `the commit is a hash or unknown`() throws {
        let commit = ProgramBuild.commit.split(separator: " ", maxSplits: 1)
        let digits = try #require(commit.first)
        let isHash = [40, 64].contains(digits.count) && digits.allSatisfy { "0123456789abcdef".contains($0) }
        #expect(isHash || ProgramBuild.commit == "unknown")
        #expect(commit.count == 1 || commit[1] == "with changes")
    }

    @Test func `prints the commit, the build and the libraries on a line each`() {
        let lines = ProgramBuild.lines(libraries: [
            LinkedLibrary("a", version: "1"), LinkedLibrary("b", version: nil),
        ]).split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == "commit: \(ProgramBuild.commit)")
        #expect(lines[1].hasPrefix("build: \(ProgramBuild.configuration), Swift 6.") && lines[1].contains("-"))
        #expect(lines[2] == "libraries: a 1, b")
    }
}
