// SPDX-License-Identifier: Apache-2.0

package import Handoff
import TextCodec

/// From what single codes say to whole handoffs, and what a person is told meanwhile. Without input or output.
package struct ScanSession: Sendable {
    package enum Event: Hashable, Sendable {
        /// A whole handoff, for standard output.
        case handoff([String])
        /// A part that was not there before.
        case progress(PartProgress)
        /// Something that a person may want to know; one line.
        case note(String)
        /// What was there already.
        case nothing
    }

    private var collector = HandoffCollector()
    private var printed: Set<[String]> = []
    /// Codes that were read, whatever they said.
    package private(set) var codes = 0
    /// Whole handoffs.
    package private(set) var handoffs = 0
    /// Whether a message in parts became whole: whoever scans for one is served.
    package private(set) var joined = false
    private let mostPrinted = 4096

    package init() {}

    /// How far a message in parts is that is not whole; nil where there is none.
    package var open: PartProgress? { collector.progress.flatMap { $0.missing.isEmpty ? nil : $0 } }

    /// Takes what one code holds.
    ///
    /// - Throws: for a part that does not go with the others; that changes nothing.
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

    /// Whether a code was read well, but belongs to something else.
    private static func isMix(_ error: HandoffError) -> Bool {
        switch error {
        case .ur(.otherType), .ur(.otherMessage), .ur(.wholeBeside), .ur(.contradiction), .ur(.wrongChecksum): true
        case .lumenSigner(.otherCount), .lumenSigner(.contradiction), .lumenSigner(.notAFrame): true
        default: false
        }
    }
}
