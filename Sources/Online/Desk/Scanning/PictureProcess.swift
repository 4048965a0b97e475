// SPDX-License-Identifier: Apache-2.0

import CSpawn
package import Codec
import Confine
import Handoff
import SafeFiles
import Scan
import Synchronization

/// Starts the decoder.
package struct PictureProcesses: PictureDecoding {
    package init() {}

    package func start(_ mode: PictureMode) throws(Failure) -> any PictureReader { try PictureProcess(mode) }
}

/// The decoder as a process of its own: this program again, in the scanner's sandbox, with nothing but two pipes.
package final class PictureProcess: PictureReader {
    /// The argument that starts the decoder.
    package static let command = "read-pictures"

    private let mode: PictureMode
    /// Held while a picture is written, which waits for the decoder. Ending the process must not need it.
    private let input: Mutex<Int32>
    /// 0 once it was ended.
    private let process: Mutex<pid_t>
    private let output: Int32
    private let buffer = Mutex<[UInt8]>([])

    /// A line of the decoder is never longer: a message of 16 MiB, escaped.
    private static let longestLine = 64 << 20

    package init(_ mode: PictureMode, program: String = "/proc/self/exe") throws(Failure) {
        var (inward, outward): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard coldstar_spawn_pipe(&inward) == 0, coldstar_spawn_pipe(&outward) == 0 else {
            let reason = errno
            for end in inward where end >= 0 { close(end) }
            throw Failure(.bug, "cannot create a pipe: error \(reason)")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inward[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, outward[1], STDOUT_FILENO)
        // Sockets of the desk must not reach it.
        coldstar_spawn_close_from(&actions, STDERR_FILENO + 1)
        var process = pid_t()
        let words = [program, Self.command, mode.rawValue]
        let arguments = words.map { word in strdup(word) }
        defer { for argument in arguments { free(argument) } }
        let result = posix_spawn(&process, program, &actions, nil, arguments + [nil], [nil])
        close(inward[0])
        close(outward[1])
        guard result == 0 else {
            close(inward[1])
            close(outward[0])
            throw Failure(.bug, "cannot start the decoder: error \(result)")
        }
        self.mode = mode
        output = outward[0]
        input = Mutex(inward[1])
        self.process = Mutex(process)
        // Frames that do not fit are dropped; a picture that a person chose is waited for.
        if mode == .frames { _ = coldstar_spawn_set_pipe_size(inward[1], 1 << 20) }
    }

    deinit {
        stop()
        close(output)
    }

    package func offer(_ picture: [UInt8]) -> Bool {
        input.withLock { input in
            guard input >= 0 else { return false }
            if mode == .frames {
                // All or nothing: half a frame would damage the stream.
                let waiting = Int(coldstar_spawn_waiting(input))
                guard waiting == 0 || picture.count < Int(coldstar_spawn_pipe_size(input)) - waiting else {
                    return false
                }
            }
            return Self.write(picture, to: input)
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = Codec.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    package func finish() {
        input.withLock { input in
            if input >= 0 { close(input) }
            input = -1
        }
    }

    package func stop() {
        let ended = process.withLock { process in
            if process > 0 { kill(process, SIGKILL) }
            defer { process = 0 }
            return process
        }
        if ended > 0 { waitpid(ended, nil, 0) }
        // A write that waited for the decoder has failed by now.
        finish()
    }

    package func next() -> PictureEvent? {
        while true {
            guard let line = line() else { return nil }
            // The decoder may have been taken over by a picture: what cannot be read is left out.
            if let json = try? JSON(parsing: line, maximumDepth: 8), let event = PictureEvent(json) { return event }
        }
    }

    /// The next line of the decoder; nil when it has ended.
    private func line() -> [UInt8]? {
        while true {
            let found = buffer.withLock { buffer -> [UInt8]? in
                guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                defer { buffer.removeFirst(end + 1) }
                return Array(buffer[..<end])
            }
            if let found { return found }
            guard buffer.withLock({ $0.count }) < Self.longestLine else { return nil }
            var part = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(output, &part, part.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            buffer.withLock { $0 += part.prefix(count) }
        }
    }
}

/// The other end of `PictureProcess`: reads pictures from standard input and says on standard output what it found.
/// Before the first one it gives up the network, files and starting programs.
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
        } catch { throw Failure(.bug, "the desk has stopped") }
    }
}
