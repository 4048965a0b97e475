// SPDX-License-Identifier: Apache-2.0

import CLinux
import Codec

/// A process that decodes pictures and reports the contents of codes. It can do nothing else, and a picture may crash
/// it.
struct DecoderProcess: ~Copyable {
    enum Event {
        case record(WorkerRecord)
        /// It sent data that is not a valid record.
        case nonsense
        /// It exited normally.
        case finished
        /// It was killed by this signal.
        case died(signal: Int32)
        /// It sent nothing within the time limit.
        case silent
    }

    private let process: pid_t
    private let pipe: Int32
    private var bytes: [UInt8] = []
    /// Whether it has exited: its process id may belong to another process by now.
    private var isGone = false

    /// - Parameters:
    ///   - quiet: a descriptor of /dev/null.
    ///   - start: the index of the first source to read.
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
    /// - Parameter timeLimit: the time limit in milliseconds.
    mutating func next(timeLimit: Int) -> Event {
        while true {
            do throws(WorkerRecordError) {
                if let record = try WorkerRecord.take(from: &bytes) { return .record(record) }
            } catch {
                return .nonsense
            }
            var wait = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Int32(clamping: timeLimit))
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
