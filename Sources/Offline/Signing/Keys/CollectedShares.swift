// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import Vault

/// Shares as they arrive from files or are typed: what was taken, what is wrong with the others, and what is missing.
///
/// Messages name shares by their place, and sets by their first two words, which are not secret. They have no other
/// word.
package struct CollectedShares: Sendable {
    private var taken = ShareSet()
    /// What the shares of the set are called.
    private var labels: [String] = []
    private var faults: [FailureDetail] = []
    private var count = 0
    /// More than there can be shares in a group.
    private static let mostFaults = 20

    package init() {}

    // MARK: taking

    /// Takes the shares in a text, one a line. Empty lines and those that begin with `#` are left out.
    ///
    /// - Parameter origin: where the text came from, escaped.
    package mutating func take(linesOf content: borrowing SecretBytes, from origin: String) throws(Failure) {
        // Some editors begin a file with a byte order mark.
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        var (start, line) = (content.withBytes { $0.starts(with: mark) } ? mark.count : 0, 0)
        while start < content.count {
            line += 1
            let end = content.withBytes { bytes in bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count }
            let share: SecretBytes
            do {
                share = try content.withBytes { (bytes) throws(SodiumError) in
                    try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                }
            } catch {
                throw Failure(any: error)
            }
            start = end + 1
            guard share.withBytes({ Self.isShare($0) }) else { continue }
            if let fault = try take(share, as: "\(origin):\(line)") {
                faults.append(FailureDetail(origin, line: line, fault))
            }
        }
    }

    private static func isShare(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let first = line.first(where: { $0 != 0x20 && !(0x09...0x0d).contains($0) }) else { return false }
        return first != UInt8(ascii: "#")
    }

    /// Takes a share that was typed.
    ///
    /// - Returns: what is wrong with it; nil if it was taken.
    package mutating func take(typed share: borrowing SecretBytes) throws(Failure) -> Wording? {
        try take(share, as: "share \(labels.count + 1)")
    }

    private mutating func take(_ text: borrowing SecretBytes, as label: String) throws(Failure) -> Wording? {
        count += 1
        let share: Share
        do { share = try Share(reading: text) } catch {
            if case .sodium = error { throw Failure(error) }
            return Self.isMnemonic(text) ? "these are the words of a key, not a share" : Wording(error.message)
        }
        let first = taken.shares.first
        switch taken.add(share) {
        case nil:
            labels.append(label)
            return nil
        case .otherSet(let other):
            guard let first, first.header.words != share.header.words else {
                return "it is of another set than \(labels[other]): their groups or lengths differ"
            }
            return """
                it is of another set than \(labels[other]): it begins with "\(share.header.words)", not with \
                "\(first.header.words)"
                """
        case .otherThreshold(let other): return "it is of another set than \(labels[other]): their thresholds differ"
        case .same(let other): return "it is the same share as \(labels[other])"
        case .contradicts(let other):
            return "it has the number of \(labels[other]), with other words: one of the two is wrong"
        }
    }

    private static func isMnemonic(_ text: borrowing SecretBytes) -> Bool { (try? Mnemonic(reading: text)) != nil }

    // MARK: what is there

    package var isComplete: Bool { taken.isComplete }

    /// The number of words of each share; nil before the first.
    package var wordCount: Int? { taken.shares.first?.header.wordCount }

    /// How many shares were taken, and how many are needed.
    package var status: String {
        guard let header = taken.shares.first?.header else { return "no share read" }
        guard header.groupCount > 1 else {
            let threshold = taken.shares[0].threshold
            let missing = threshold - taken.shares.count
            guard missing >= 0 else { return "\(taken.shares.count) shares read; \(threshold) are needed" }
            let read = "\(taken.shares.count) of \(Self.shares(threshold)) read"
            return missing > 0 ? "\(read); \(missing == 1 ? "one more is" : "\(missing) more are") needed" : read
        }
        let parts = taken.groups.map { "group \($0.index + 1): \($0.count) of \(Self.shares($0.threshold)) read" }
        let complete = taken.groups.count(where: \.isComplete)
        return parts.joined(separator: ", ") + "; \(complete) of \(header.groupThreshold) groups complete"
    }

    private static func shares(_ count: Int) -> String { "\(count) share\(count == 1 ? "" : "s")" }

    /// The secret, still encrypted.
    ///
    /// - Throws: `.badInput` with everything that is wrong.
    package func combined() throws(Failure) -> EncryptedSecret {
        guard count > 0 else { throw Failure(.badInput, "no share was given") }
        guard faults.isEmpty else {
            let which = faults.count == 1 ? "one of" : "\(faults.count) of"
            // A file that is none of shares has many lines.
            let more = faults.count - Self.mostFaults
            let shown = faults.prefix(Self.mostFaults) + (more > 0 ? [FailureDetail("... and \(more) more")] : [])
            throw Failure(
                .badInput, "\(which) \(Self.shares(count)) cannot be used; \(status)",
                hint: "correct what is wrong, or leave these shares out", details: Array(shown))
        }
        do { return try taken.combine() } catch {
            switch error {
            case .incomplete: throw Failure(.badInput, Wording(status))
            case .unchecked(let group):
                throw Failure(
                    .badInput, "group \(group + 1) is not complete, so that its shares cannot be checked",
                    hint: "it is not needed: leave its shares out")
            case .digest(let misfits):
                let which = misfits.map { labels[$0] }.joined(separator: ", ")
                throw Failure(
                    .badInput,
                    misfits.isEmpty
                        ? "the shares do not fit together: at least one of them was altered or made up"
                        : "\(which) does not fit the other shares: it was altered or made up",
                    hint: misfits.isEmpty ? "try other shares of the set" : "leave it out")
            case .sodium(let error): throw Failure(any: error)
            }
        }
    }
}
