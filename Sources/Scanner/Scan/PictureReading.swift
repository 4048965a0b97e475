// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff

/// Reads pictures in a decoding process, and assembles the contents of their codes into handoffs.
///
/// A front end takes one event after the other and shows it, then reports `conclusion`.
package struct PictureReading: ~Copyable {
    package enum Event: Hashable, Sendable {
        /// A complete handoff, as lines of text.
        case handoff([String])
        /// The parts of an incomplete message.
        case progress(PartProgress)
        /// A picture was read.
        ///
        /// - Parameter total: 0 if it is not known, as for a stream.
        case picture(done: Int, total: Int)
        /// A remark about a source, escaped.
        case note(String)
    }

    /// How the reading ended.
    package enum Conclusion: Hashable, Sendable {
        /// At least one handoff is complete.
        ///
        /// - Parameter note: how many pictures were left unread; nil if none.
        case complete(note: Wording?)
        /// A message lacks parts.
        case incomplete(Failure)
        /// There was no handoff. If there was a single note, that note is the better explanation.
        case nothing(Failure)
    }

    private let sources: [PictureSource]
    private let quiet: Int32
    private let all: Bool
    private let reportsFrames: Bool
    private let timeout: UInt32?
    private let deadline: ContinuousClock.Instant?
    private var session = ScanSession()
    private var decoder: DecoderProcess?
    private var isOver = false
    /// The index of the current source.
    private var place = 0
    private var pictures = 0

    /// Time limit per picture in milliseconds; the largest take a few seconds.
    private static let timeLimit = 60_000

    /// - Parameters:
    ///   - sources: at least one.
    ///   - quiet: a descriptor of /dev/null.
    ///   - timeout: seconds after which to give up; nil for never.
    ///   - all: whether to continue after a complete message.
    ///   - reportsFrames: whether each frame of a camera is an event `picture`.
    package init(
        _ sources: [PictureSource], quiet: Int32, timeout: UInt32?, all: Bool, reportsFrames: Bool = false
    ) {
        self.sources = sources
        self.quiet = quiet
        self.all = all
        self.reportsFrames = reportsFrames
        self.timeout = timeout
        deadline = timeout.map { .now + .seconds(Int64($0)) }
    }

    /// The next event; nil when reading is finished.
    ///
    /// - Throws: `.badInput` for codes of several messages, `.bug` if the decoding process cannot be started.
    package mutating func next() throws(Failure) -> Event? {
        while !isOver {
            guard place < sources.count else { break }
            var running =
                if let decoder = decoder.take() { decoder } else {
                    try DecoderProcess(sources, from: place, quiet: quiet)
                }
            let left = deadline.map { Int(ContinuousClock.now.duration(to: $0) / .milliseconds(1)) } ?? .max
            if left <= 0 { break }
            switch running.next(timeLimit: min(left, timeLimit)) {
            case .record(let record):
                let event = try take(record)
                if isServed { isOver = true } else { decoder = consume running }
                if let event { return event }
            case .finished: isOver = true
            case .silent where left <= timeLimit: isOver = true
            case .silent: return skip("reading it takes longer than \(Self.timeLimit / 1000) seconds")
            case .died(let signal): return skip("the decoder crashed (signal \(signal))")
            case .nonsense: return skip("the decoder returned invalid data")
            }
        }
        isOver = true
        return nil
    }

    /// Only files have a time limit; a stream or camera may wait.
    private var timeLimit: Int {
        if case .file = sources[min(place, sources.count - 1)] { Self.timeLimit } else { .max }
    }

    private var isCamera: Bool { if case .camera = sources[0] { true } else { false } }

    /// Whether to stop: a camera after one handoff, because it keeps showing the same one; pictures only after a
    /// multi-part message.
    private var isServed: Bool { !all && (session.joined || isCamera && session.handoffs > 0) }

    /// The number of pictures; 0 if it is not known.
    private var total: Int {
        sources.allSatisfy { if case .file = $0 { true } else { false } } ? sources.count : 0
    }

    private var name: String { sources[min(place, sources.count - 1)].name }

    /// Maximum length of a reason in characters: a code can contain thousands.
    private static let longestReason = 200

    /// A note about the current source.
    ///
    /// - Parameter reason: escaped.
    private func note(_ reason: String) -> Event {
        let shown = reason.prefix(Self.longestReason)
        return .note("\(name): \(shown)\(shown.endIndex < reason.endIndex ? "..." : "")")
    }

    private mutating func skip(_ reason: String) -> Event {
        defer { place += 1 }
        return note(reason)
    }

    private mutating func take(_ record: WorkerRecord) throws(Failure) -> Event? {
        switch record {
        case .code(let bytes): return try take(code: bytes)
        case .unreadable(let reason):
            pictures += 1
            // A picture may have taken over the decoder, so its text is untrusted.
            return note(TerminalText.escape(reason))
        case .done(let codes):
            pictures += 1
            guard !isCamera else { return reportsFrames ? .picture(done: pictures, total: total) : nil }
            return codes == 0 ? note("no QR code was found") : .picture(done: pictures, total: total)
        case .ended:
            place += 1
            return nil
        }
    }

    private mutating func take(code bytes: [UInt8]) throws(Failure) -> Event? {
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
        case .handoff(let lines): return .handoff(lines)
        case .progress(let progress): return .progress(progress)
        case .note(let text): return note(text)
        case .nothing: return nil
        }
    }

    /// How the reading ended; to be asked for after the last event.
    package var conclusion: Conclusion {
        if let open = session.open {
            return .incomplete(
                Failure(
                    .badInput, "the message is not complete: \(open.text)",
                    hint: "add the pictures of the missing codes"))
        }
        guard session.handoffs == 0 else {
            let unread = sources.count - place - 1
            return .complete(
                note: session.joined && unread > 0
                    ? "the message is complete after \(place + 1) pictures; use \(field: .allPictures) to read the other \(unread)"
                    : nil
            )
        }
        let what = session.codes > 0 ? "the codes that were read contain no handoff" : "no QR code was found"
        let within = isCamera ? timeout.map { " within \($0) seconds" } ?? "" : " in \(pictures) pictures"
        return .nothing(Failure(.badInput, Wording(what + within)))
    }
}
