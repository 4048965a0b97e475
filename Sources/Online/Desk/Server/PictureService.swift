// SPDX-License-Identifier: Apache-2.0

package import Codec
import Confine
import Handoff
import SafeFiles
import Scan

/// The other end of `PictureProcess`: reads pictures from standard input and says on standard output what it found. Before the first one it gives up
/// the network, files and starting programs.
package enum PictureService {
    /// What it is linked with, for `--version`.
    package static var libraries: [(name: String, version: String?)] {
        [("libseccomp", SeccompLibrary.version)] + PictureLibraries.versions
    }

    /// - Throws: `.refused` if the sandbox cannot be entered; pictures are not read without it.
    package static func run(_ mode: PictureMode) throws(Failure) {
        // A crash must only end the process.
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT] { signal(number, SIG_DFL) }
        // The decoding process loses standard input, so that it reads from another descriptor.
        let input = dup(STDIN_FILENO)
        let quiet = try PictureSource.openNothing()
        do throws(ConfineError) { try SystemCallFilter.install(ScanCalls.reader) } catch {
            throw Failure(.refused, "cannot enter the sandbox: \(error.message)")
        }
        let source: PictureSource =
            switch mode {
            case .frames: .camera(name: "the camera", FrameStream(descriptor: input))
            case .pictures: .stream(name: "the picture", descriptor: STDIN_FILENO)
            }
        var reading = PictureReading(
            [source], quiet: quiet, timeout: nil, all: mode == .pictures, reportsFrames: mode == .frames)
        do throws(Failure) {
            while let event = try reading.next() {
                switch event {
                case .handoff(let lines): try say(.handoff(lines))
                case .progress(let parts):
                    try say(
                        .progress(
                            text: parts.text, done: parts.expected - parts.missing.count, total: parts.expected))
                case .note(let text): try say(.note(text))
                case .picture: if mode == .frames { try say(.frame) }
                }
            }
            switch reading.conclusion {
            case .complete: break
            case .incomplete(let failure), .nothing(let failure): try say(.failure(failure.message))
            }
        } catch { try say(.failure(error.message)) }
    }

    private static func say(_ event: PictureEvent) throws(Failure) {
        do {
            try SafeFiles.writeAll(descriptor: STDOUT_FILENO, bytes: Array((event.json.text() + "\n").utf8))
        } catch { throw Failure(.bug, "the desk has gone") }
    }
}
