// SPDX-License-Identifier: Apache-2.0

import Codec
package import Handoff

/// Assembles codes into complete handoffs and produces progress messages. Performs no input or output.
package struct ScanSession: Sendable {
    package enum Event: Hashable, Sendable {
        /// A complete handoff, for standard output.
        case handoff([String])
        /// A new part of a message.
        case progress(PartProgress)
        /// A one-line notice for the user.
        case note(String)
        /// The code was already known.
        case nothing
    }

    private var collector = HandoffCollector()
    private var printed: Set<[String]> = []
    /// Number of codes read, including unusable ones.
    package private(set) var codes = 0
    /// Number of complete handoffs.
    package private(set) var handoffs = 0
    /// Whether a multi-part message has been completed, so that scanning for one can stop.
    package private(set) var joined = false
    private let mostPrinted = 4096

    package init() {}

    /// Progress of an incomplete multi-part message; nil if there is none.
    package var open: PartProgress? { collector.progress.flatMap { $0.missing.isEmpty ? nil : $0 } }

    /// Processes the content of one code.
    ///
    /// - Throws: for a part that does not belong with the earlier ones; the collected parts are kept.
    package mutating func receive(_ bytes: [UInt8]) throws(HandoffError) -> Event {
        codes += 1
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .note("a code with bytes that are not text")
        }
        let wasOpen = open != nil
        let outcome: HandoffCollector.Outcome
        do throws(HandoffError) {
            outcome = try collector.receive(text)
        } catch {
            guard Self.isMix(error) else { return .note("a code that is damaged: \(error.message)") }
            throw error
        }
        switch outcome {
        case .known: return .nothing
        case .part(let progress): return .progress(progress)
        case .complete(let lines):
            joined = joined || wasOpen && open == nil
            return whole(lines)
        }
    }

    private mutating func whole(_ lines: [String]) -> Event {
        switch ScannedText(lines) {
        case .foreign(let reason): return .note("a code that is not a handoff: \(reason)")
        case .handoff(let lines):
            guard printed.count < mostPrinted, printed.insert(lines).inserted else { return .nothing }
            handoffs += 1
            return .handoff(lines)
        }
    }

    /// Whether the code was read correctly but belongs to another message.
    private static func isMix(_ error: HandoffError) -> Bool {
        switch error {
        case .ur(.otherType), .ur(.otherMessage), .ur(.wholeBeside), .ur(.contradiction), .ur(.wrongChecksum): true
        case .lumenSigner(.otherCount), .lumenSigner(.contradiction), .lumenSigner(.notAFrame): true
        default: false
        }
    }
}
