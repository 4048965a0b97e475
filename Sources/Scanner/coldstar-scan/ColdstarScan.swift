// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Scan
import Terminal

@main
struct ColdstarScan: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-scan",
        abstract: "Reads QR codes from pictures or a camera and prints the handoffs they contain as lines of text.",
        discussion: """
            Examples: coldstar-scan photos/*.jpg | coldstar-sign sign - --key savings
            coldstar-scan --camera /dev/video0 | coldstar-submit send -
            ffmpeg -loglevel quiet -i video.mp4 -f image2pipe -c:v mjpeg - | coldstar-scan -
            Prints only complete handoffs; missing parts are reported on standard error. Reading ends when a message in parts is
            whole. Contains no network code, and gives up the network, files and starting programs before the first picture.
            """,
        version: Program.version)

    @Argument(
        help: "PNG and JPEG pictures, folders of them, or - for a stream of pictures on standard input.",
        completion: .file())
    var pictures: [String] = []

    @Option(help: "Read from this camera (V4L2), such as /dev/video0.")
    var camera: String?

    @Option(help: "Give up after this many seconds (default: never).")
    var timeout: UInt32?

    @Flag(help: "Continue after a message in parts is complete.")
    var all = false

    @Flag(help: "Continue where the program cannot enter the sandbox.")
    var unconfined = false

    static func main() {
        // A crash must only end the process: Swift's handlers would start a program that inspects its memory.
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT] { signal(number, SIG_DFL) }
        Program.main(
            Self.self,
            libraries: [LinkedLibrary("libseccomp", version: SeccompLibrary.version)]
                + PictureLibraries.versions.map { LinkedLibrary($0, version: $1) })
    }

    func run() throws {
        guard pictures.isEmpty != (camera == nil) else {
            throw Failure(.usage, "give pictures, or a camera", hint: "coldstar-scan photo.jpg")
        }
        try confine { () throws(ConfineError) in try Confinement.tidy(for: reach) }
        let sources = try camera.map { [try PictureSource(camera: $0)] } ?? PictureSource.open(pictures)
        let quiet = try PictureSource.openNothing()
        // From here on, no file can be opened.
        try confine { () throws(ConfineError) in try SystemCallFilter.install(ScanCalls.reader) }
        var reading = PictureReading(sources, quiet: quiet, timeout: timeout, all: all)
        try report(&reading)
    }

    /// Prints handoffs as they become complete, and how the reading ended.
    private func report(_ reading: inout PictureReading) throws(Failure) {
        var reporter = ProgressReporter()
        while let event = try reading.next() {
            switch event {
            case .handoff(let lines):
                reporter.clear()
                for line in lines { try Console.result(line: line) }
            case .progress(let parts): reporter.progress(parts.text)
            case .picture(let done, let total): reporter.picture(done, of: total)
            case .note(let text): reporter.note(text)
            }
        }
        reporter.clear()
        switch reading.conclusion {
        case .incomplete(let failure):
            reporter.release()
            throw failure
        case .complete(let note):
            reporter.release()
            if let note { Console.message(note) }
        case .nothing(let failure):
            if let only = reporter.only { throw Failure(.badInput, Wording(only)) }
            reporter.release()
            throw failure
        }
    }

    /// Keeps the descriptors of a shell's `<(command)` open.
    private var reach: AllowedAccess {
        (pictures + [camera].compactMap { $0 }).reduce(AllowedAccess()) { $0 + AllowedAccess($1, .file) }
    }

    private func confine(_ step: () throws(ConfineError) -> Void) throws(Failure) {
        do throws(ConfineError) {
            try step()
        } catch {
            let message = "cannot enter the sandbox: \(error.message)"
            guard unconfined else {
                throw Failure(.refused, Wording(message), hint: "use --unconfined to read pictures without it")
            }
            Console.message("coldstar-scan: warning: \(message)")
        }
    }
}
