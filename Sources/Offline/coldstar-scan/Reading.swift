// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Handoff
import Scan
import TextCodec

/// From sources to lines: starts the decoding process, hears what codes hold, prints what is whole.
struct Reading {
    private let sources: [PictureSource]
    private let quiet: Int32
    private let all: Bool
    private let timeout: UInt32?
    private let deadline: ContinuousClock.Instant?
    private var session = ScanSession()
    private var telling = Telling()
    /// The source that is being read.
    private var place = 0
    private var pictures = 0

    /// Milliseconds for one picture: the largest take a few seconds.
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

    /// Hears one decoding process out.
    ///
    /// - Returns: whether nothing more is wanted; otherwise another one has to go on with the source that is next.
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

    /// A stream and a camera may take their time.
    private var patience: Int { if case .file = sources[min(place, sources.count - 1)] { Self.patience } else { .max } }

    private var isCamera: Bool { if case .camera = sources[0] { true } else { false } }

    /// Pictures hold as many handoffs as they hold; a camera sees the same one for as long as it is shown.
    private var isServed: Bool { !all && (session.joined || isCamera && session.handoffs > 0) }

    private var name: String { sources[min(place, sources.count - 1)].name }

    /// The most characters of a reason: a code can hold some thousands.
    private static let longestReason = 200

    /// Says what is the matter with the present source.
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
            // What decodes may have been taken over by the picture: these are bytes from outside.
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
            // In front of a camera the wrong code can be taken away again.
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
