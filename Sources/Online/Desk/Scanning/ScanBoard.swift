// SPDX-License-Identifier: Apache-2.0

import Codec
import Dispatch
import Synchronization

/// The cameras of open pages, each with its decoding process.
final class ScanBoard: Sendable {
    /// What is known of a camera's frames so far.
    struct Progress: Hashable, Sendable {
        var text: String?
        var done = 0
        var total = 0
        /// The last remark, such as a code of another message.
        var note: String?
        /// The complete message; given out once.
        var handoff: [String]?
        var hasEnded = false
    }

    enum Answer: Hashable, Sendable {
        case progress(Progress)
        /// The decoder has not caught up: the frame was not taken.
        case busy
        case unknown
    }

    private struct Session {
        let reader: any PictureReader
        var progress = Progress()
        var used: ContinuousClock.Instant
        /// The number of frames that the decoder took, and that it has read.
        var taken = 0
        var read = 0
        /// Who waits for a frame to be read, by its number.
        var waiting: [(frame: Int, read: DispatchSemaphore)] = []

        mutating func tellWaiting() {
            let isOver = progress.hasEnded || progress.handoff != nil
            for each in waiting where isOver || each.frame <= read { each.read.signal() }
            waiting.removeAll { isOver || $0.frame <= read }
        }
    }

    /// Milliseconds that an answer waits for its frame to be read, so that the only frame of a file is not answered too
    /// early.
    private static let readingTime = 1500

    /// Seconds after which pictures that a person chose are given up; the largest take a few.
    private static let longestReading = 60

    /// More pages than this cannot scan at the same time.
    private static let most = 4
    /// A page that sends nothing for this long has gone away.
    private static let timeout = Duration.seconds(60)
    /// PNG and JPEG; anything else is not worth a process.
    private static let signatures: [[UInt8]] = [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0xff, 0xd8, 0xff]]

    private let decoder: any PictureDecoding
    private let sessions = Mutex<[String: Session]>([:])
    private let uploads = DispatchSemaphore(value: 2)

    init(_ decoder: any PictureDecoding) { self.decoder = decoder }

    static func isPicture(_ bytes: [UInt8]) -> Bool { signatures.contains { bytes.starts(with: $0) } }

    /// Begins to read frames.
    ///
    /// - Throws: `.refused` while too many pages scan.
    func begin() throws(Failure) -> String {
        let idle = sessions.withLock { sessions in
            let old = sessions.filter { $0.value.used + Self.timeout < .now || $0.value.progress.hasEnded }
            for id in old.keys { sessions[id] = nil }
            return old.values.map(\.reader)
        }
        for reader in idle { reader.stop() }
        guard sessions.withLock({ $0.count }) < Self.most else {
            throw Failure(.refused, "\(Self.most) pages are scanning already", hint: "close the others")
        }
        let reader = try decoder.start(.frames)
        let id = DeskGuard.secret()
        sessions.withLock { $0[id] = Session(reader: reader, used: .now) }
        let thread = DispatchQueue(label: "coldstar.desk.scan")
        thread.async { [weak self] in
            while let event = reader.next() { self?.take(event, id) }
            self?.sessions.withLock { sessions in
                sessions[id]?.progress.hasEnded = true
                sessions[id]?.tellWaiting()
            }
        }
        return id
    }

    private func take(_ event: PictureEvent, _ id: String) {
        sessions.withLock { sessions in
            guard var progress = sessions[id]?.progress else { return }
            switch event {
            case .handoff(let lines): progress.handoff = progress.handoff ?? lines
            case .progress(let text, let done, let total):
                (progress.text, progress.done, progress.total, progress.note) = (text, done, total, nil)
            case .frame: sessions[id]?.read += 1
            case .note(let text): progress.note = text
            case .failure(let text): progress.note = text
            }
            sessions[id]?.progress = progress
            sessions[id]?.tellWaiting()
        }
    }

    /// Hands a frame to the decoder.
    func offer(_ picture: [UInt8], to id: String) -> Answer {
        let reader = sessions.withLock { sessions in
            sessions[id]?.used = .now
            return sessions[id]?.reader
        }
        guard let reader else { return .unknown }
        let isTaken = reader.offer(picture)
        if isTaken { waitUntilRead(id) }
        return sessions.withLock { sessions in
            guard let session = sessions[id] else { return .unknown }
            guard isTaken || session.progress.handoff != nil || session.progress.hasEnded else { return .busy }
            sessions[id]?.progress.handoff = nil
            return .progress(session.progress)
        }
    }

    private func waitUntilRead(_ id: String) {
        let done = sessions.withLock { sessions -> DispatchSemaphore? in
            guard var session = sessions[id], !session.progress.hasEnded, session.progress.handoff == nil else {
                return nil
            }
            defer { sessions[id] = session }
            session.taken += 1
            guard session.read < session.taken else { return nil }
            let done = DispatchSemaphore(value: 0)
            session.waiting.append((session.taken, done))
            return done
        }
        _ = done?.wait(timeout: .now() + .milliseconds(Self.readingTime))
    }

    func end(_ id: String) { sessions.withLock { $0.removeValue(forKey: id) }?.reader.stop() }

    /// Ends all decoders.
    func close() {
        let readers = sessions.withLock { sessions in
            defer { sessions = [:] }
            return sessions.values.map(\.reader)
        }
        for reader in readers { reader.stop() }
    }

    /// The complete messages in pictures that a person chose.
    ///
    /// - Throws: `.badInput` if there is none.
    func read(_ pictures: [[UInt8]]) throws(Failure) -> [[String]] {
        guard pictures.allSatisfy(Self.isPicture) else {
            throw Failure(.badInput, "only PNG and JPEG pictures can be read", hint: "for a video, scripts must be on")
        }
        uploads.wait()
        defer { uploads.signal() }
        let reader = try decoder.start(.pictures)
        defer { reader.stop() }
        let deadline = DispatchWorkItem { reader.stop() }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.longestReading), execute: deadline)
        defer { deadline.cancel() }
        // It reads and answers at the same time, or both sides would wait once the pipe is full.
        DispatchQueue(label: "coldstar.desk.upload").async {
            for picture in pictures where !reader.offer(picture) { break }
            reader.finish()
        }
        var handoffs: [[String]] = []
        var notes: [String] = []
        var reason: String?
        while let event = reader.next() {
            switch event {
            case .handoff(let lines): handoffs.append(lines)
            case .note(let text): notes.append(text)
            case .failure(let text): reason = text
            case .progress, .frame: break
            }
        }
        guard !handoffs.isEmpty else {
            // A single note explains more than the conclusion.
            let only = notes.count == 1 ? notes[0] : nil
            throw Failure(.badInput, Wording(only ?? reason ?? "no QR code was found in the picture"))
        }
        return handoffs
    }
}
