// SPDX-License-Identifier: Apache-2.0

/// Assembles the texts of scanned QR codes into whole messages, which a scanner prints.
///
/// A state machine without I/O, bounded in memory. It collects one multi-part message at a time: parts of another are
/// refused without effect until it is complete.
package struct HandoffCollector: Sendable {
    package enum Outcome: Hashable, Sendable {
        /// A complete message, as the lines that `HandoffInput` reads.
        case complete([String])
        /// The text is a new part.
        case part(PartProgress)
        /// The text was received before.
        case known
    }

    private enum Message: Sendable {
        case ur(URDecoder)
        case lumenSigner(LumenSignerDecoder)
    }

    private var message: Message?
    private var isComplete = false
    /// The latest single-part message, so that a code that stays in front of the camera is one message.
    private var latest: String?

    package init() {}

    /// Nil if no multi-part message has begun.
    package var progress: PartProgress? {
        switch message {
        case .ur(let decoder): decoder.progress
        case .lumenSigner(let decoder): decoder.progress
        case nil: nil
        }
    }

    /// - Throws: `.ur` and `.lumenSigner` for a text that is damaged, or not part of the current message.
    package mutating func receive(_ text: String) throws(HandoffError) -> Outcome {
        let trimmed = HandoffText(Array(text.utf8))
        if trimmed.starts(with: "ur:") { return try uniformResource(String(decoding: trimmed.bytes, as: UTF8.self)) }
        if LumenSigner.isFrame(trimmed.bytes) { return try lumenSigner(text) }
        return single(text)
    }

    private mutating func single(_ text: String) -> Outcome {
        guard latest != text else { return .known }
        latest = text
        return .complete([text])
    }

    private mutating func uniformResource(_ text: String) throws(HandoffError) -> Outcome {
        do throws(URError) {
            let frame = try URFrame(parsing: text)
            if case .whole(let ur) = frame { return single(ur.text) }
            var decoder = if case .ur(let begun) = message { begun } else { URDecoder() }
            if case .lumenSigner = message, !isComplete { throw .otherMessage }
            do throws(URError) {
                let isNew = try decoder.receive(frame)
                return took(.ur(decoder), isNew: isNew, lines: decoder.ur.map { [$0.text] })
            } catch {
                guard isComplete, error == .otherMessage || Self.isOtherType(error) else { throw error }
                decoder = URDecoder()
                _ = try decoder.receive(frame)
                isComplete = false
                return took(.ur(decoder), isNew: true, lines: nil)
            }
        } catch {
            throw .ur(error)
        }
    }

    private static func isOtherType(_ error: URError) -> Bool { if case .otherType = error { true } else { false } }

    private mutating func lumenSigner(_ text: String) throws(HandoffError) -> Outcome {
        do throws(LumenSignerError) {
            if case .ur = message, !isComplete { throw .notAFrame }
            var decoder = if case .lumenSigner(let begun) = message { begun } else { LumenSignerDecoder() }
            do throws(LumenSignerError) {
                let isNew = try decoder.receive(text)
                return took(.lumenSigner(decoder), isNew: isNew, lines: decoder.isComplete ? decoder.frames : nil)
            } catch {
                guard isComplete else { throw error }
                decoder = LumenSignerDecoder()
                _ = try decoder.receive(text)
                isComplete = false
                return took(.lumenSigner(decoder), isNew: true, lines: decoder.isComplete ? decoder.frames : nil)
            }
        } catch {
            throw .lumenSigner(error)
        }
    }

    /// - Parameter lines: the whole message, if it is complete.
    private mutating func took(_ message: Message, isNew: Bool, lines: [String]?) -> Outcome {
        self.message = message
        if let lines, !isComplete {
            isComplete = true
            return .complete(lines)
        }
        guard isNew, !isComplete, let progress else { return .known }
        return .part(progress)
    }
}

/// The progress of a multi-part message. It states what has arrived, not how long the rest may take.
package struct PartProgress: Hashable, Sendable {
    /// The number of fragments in the message.
    package let expected: Int
    /// The number of distinct parts received, including mixed ones.
    package let received: Int
    /// Numbers, from 1, of the fragments that are not yet known.
    package let missing: [Int]

    /// The number of mixed parts that will give a fragment each once enough others are known.
    package let mixed: Int

    package init(expected: Int, received: Int, missing: [Int], mixed: Int = 0) {
        self.expected = expected
        self.received = received
        self.missing = missing
        self.mixed = mixed
    }

    /// The number of fragments known, from their own parts or recovered from mixed ones.
    package var known: Int { expected - missing.count }

    /// A description such as "7 of 24 parts, missing 3, 9-24".
    package var text: String {
        guard !missing.isEmpty else { return "all \(expected) parts" }
        let more = mixed > 0 ? " and \(mixed) mixed ones" : ""
        return "\(known) of \(expected) parts\(more), missing \(ranges)"
    }

    private static let mostRanges = 8

    private var ranges: String {
        var found: [ClosedRange<Int>] = []
        for number in missing {
            if let last = found.last, last.upperBound + 1 == number {
                found[found.count - 1] = last.lowerBound...number
            } else {
                found.append(number...number)
            }
        }
        let texts = found.prefix(Self.mostRanges).map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
        }
        return texts.joined(separator: ", ") + (found.count > Self.mostRanges ? ", ..." : "")
    }
}
