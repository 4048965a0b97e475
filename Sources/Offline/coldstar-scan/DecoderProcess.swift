// SPDX-License-Identifier: Apache-2.0

import CLISupport
import CLinux
import Glibc
import Scan

/// A process that decodes pictures and says what codes hold. It can do nothing else, and may die of a picture.
struct DecoderProcess: ~Copyable {
    enum Event {
        case record(WorkerRecord)
        /// It has said something that no decoder of ours says.
        case nonsense
        /// It ended by itself.
        case finished
        /// It was ended by this signal.
        case died(signal: Int32)
        /// Nothing came for the time allowed.
        case silent
    }

    private let process: pid_t
    private let pipe: Int32
    private var bytes: [UInt8] = []
    /// Its number may belong to another process by now.
    private var isGone = false

    /// - Parameters:
    ///   - quiet: a descriptor of /dev/null.
    ///   - start: the first of the sources that is to be read.
    init(_ sources: [PictureSource], from start: Int, quiet: Int32) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw Failure(.bug, "cannot create a pipe: error \(errno)") }
        let process = coldstar_fork()
        if process == 0 {
            close(ends[0])
            PictureDecoder.run(sources[start...], output: ends[1], quiet: quiet)
        }
        close(ends[1])
        guard process > 0 else {
            close(ends[0])
            throw Failure(.bug, "cannot start a process: error \(errno)")
        }
        self.process = process
        pipe = ends[0]
    }

    deinit {
        close(pipe)
        guard !isGone else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Waits for the next event.
    ///
    /// - Parameter patience: milliseconds.
    mutating func next(patience: Int) -> Event {
        while true {
            do throws(WorkerRecordError) {
                if let record = try WorkerRecord.take(from: &bytes) { return .record(record) }
            } catch {
                return .nonsense
            }
            var wait = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Int32(clamping: patience))
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else { return .silent }
            var part = [UInt8](repeating: 0, count: 1 << 14)
            let count = read(pipe, &part, part.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return end() }
            bytes += part.prefix(count)
        }
    }

    private mutating func end() -> Event {
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process else { return .nonsense }
        isGone = true
        let signal = status & 0x7f
        return signal == 0 ? (status == 0 ? .finished : .nonsense) : .died(signal: signal)
    }
}
