// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Scan
import Shell
import TextCodec

/// Starts the decoding process, collects the contents of codes, and prints complete handoffs.
struct Reading {
    private let sources: [PictureSource]
    private let quiet: Int32
    private let all: Bool
    private let timeout: UInt32?
    private let deadline: ContinuousClock.Instant?
    private var session = ScanSession()
    private var telling = Telling()
    /// The index of the current source.
    private var place = 0
    private var pictures = 0

    /// Time limit per picture in milliseconds; the largest take a few seconds.
    private static let patience = 60_000

    /// - Parameter quiet: a descriptor of /dev/null.
    init(_ sources: [PictureSource], quiet: Int32, timeout: UInt32?, all: Bool) {
        self.sources = sources
        self.quiet = quiet
        self.all = all
        self.timeout = timeout
        deadline = timeout.map { .now + .seconds(Int64($0)) }
    }

    mutating func run() throws(Failure) {
        var isOver = false
        while place < sources.count, !isOver {
            var decoder = try DecoderProcess(sources, from: place, quiet: quiet)
            isOver = try listen(to: &decoder)
        }
        try conclude()
    }

    /// Processes the events of one decoding process.
    ///
    /// - Returns: true when reading is finished; false if another process has to continue with the next source.
    private mutating func listen(to decoder: inout DecoderProcess) throws(Failure) -> Bool {
        while true {
            let left = deadline.map { Int(ContinuousClock.now.duration(to: $0) / .milliseconds(1)) } ?? .max
            if left <= 0 { return true }
            switch decoder.next(patience: min(left, patience)) {
            case .record(let record):
                try take(record)
                if isServed { return true }
            case .finished: return true
            case .silent where left <= patience: return true
            case .silent: return skip("reading it takes longer than \(Self.patience / 1000) seconds")
            case .died(let signal): return skip("the decoder crashed (signal \(signal))")
            case .nonsense: return skip("the decoder returned invalid data")
            }
        }
    }

    /// Only files have a time limit; a stream or camera may wait.
    private var patience: Int { if case .file = sources[min(place, sources.count - 1)] { Self.patience } else { .max } }

    private var isCamera: Bool { if case .camera = sources[0] { true } else { false } }

    /// Whether to stop: a camera after one handoff, because it keeps showing the same one; pictures only after a multi-part message.
    private var isServed: Bool { !all && (session.joined || isCamera && session.handoffs > 0) }

    private var name: String { sources[min(place, sources.count - 1)].name }

    /// Maximum length of a reason in characters: a code can contain thousands.
    private static let longestReason = 200

    /// Prints a note about the current source.
    ///
    /// - Parameter reason: escaped.
    private mutating func note(_ reason: String) {
        let shown = reason.prefix(Self.longestReason)
        telling.note("\(name): \(shown)\(shown.endIndex < reason.endIndex ? "..." : "")")
    }

    private mutating func skip(_ reason: String) -> Bool {
        note(reason)
        place += 1
        return false
    }

    private mutating func take(_ record: WorkerRecord) throws(Failure) {
        switch record {
        case .code(let bytes): try hear(bytes)
        case .unreadable(let reason):
            pictures += 1
            // A picture may have taken over the decoder, so its text is untrusted.
            note(TerminalText.escape(reason))
        case .done(let codes):
            pictures += 1
            if codes == 0, !isCamera { note("no QR code was found") }
        case .ended: place += 1
        }
    }

    private mutating func hear(_ bytes: [UInt8]) throws(Failure) {
        let event: ScanSession.Event
        do throws(HandoffError) {
            event = try session.receive(bytes)
        } catch {
            // The user can remove the wrong code from the camera's view.
            guard isCamera else {
                throw Failure(
                    .badInput, "\(name): \(error.message)", hint: "scan the codes of one message at a time")
            }
            return note(error.message)
        }
        switch event {
        case .handoff(let lines):
            telling.clear()
            for line in lines { try Console.put(line: line) }
        case .progress(let progress): telling.progress(progress.text)
        case .note(let text): note(text)
        case .nothing: break
        }
    }

    private mutating func conclude() throws(Failure) {
        telling.clear()
        let gaveUp = timeout.map { " within \($0) seconds" } ?? ""
        if let open = session.open {
            telling.release()
            throw Failure(
                .badInput, "the message is not complete: \(open.text)",
                hint: "add the pictures of the missing codes")
        }
        guard session.handoffs == 0 else {
            telling.release()
            let unread = sources.count - place - 1
            if session.joined, unread > 0 {
                Console.say(
                    "the message is complete after \(place + 1) pictures; use --all to read the other \(unread)")
            }
            return
        }
        if let only = telling.only { throw Failure(.badInput, only) }
        telling.release()
        let what = session.codes > 0 ? "the codes that were read contain no handoff" : "no QR code was found"
        throw Failure(.badInput, what + (isCamera ? gaveUp : " in \(pictures) pictures"))
    }
}
