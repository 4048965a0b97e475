// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar

/// A user-written hash of a transaction in the journal, in full or as a prefix of at least 8 digits.
package struct HashPrefix: Hashable, Sendable {
    /// The digits, lower-case hexadecimal.
    package let digits: String

    package static let leastDigits = 8

    /// Whether a text can only be a hash prefix: a transaction in any other form is longer, or not hexadecimal.
    package static func isMeant(by text: String) -> Bool {
        (leastDigits...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    package init(_ text: String) throws(Failure) {
        guard Self.isMeant(by: text) else {
            throw Failure(
                .badInput,
                "\(TerminalText.escape(text)) is not a hash: write 64 hex digits, or 8 or more of the first ones")
        }
        digits = text.lowercased()
    }

    /// The single hash with this prefix.
    ///
    /// - Throws: `.noInput` when the journal has none, `.badInput` when it has several.
    package func hash(in store: any OnlineJournal) throws(Failure) -> TransactionHash {
        if let whole = TransactionHash(hex: digits) { return whole }
        let found: [TransactionHash]
        do { found = try store.hashes(beginningWith: digits, limit: 3) } catch { throw Failure(error) }
        guard let first = found.first else { throw unknown }
        guard found.count == 1 else {
            throw Failure(
                .badInput,
                "several hashes begin with \(digits): \(found.prefix(2).map(\.hex).joined(separator: ", "))"
                    + (found.count > 2 ? " and others" : ""),
                hint: "give more digits")
        }
        return first
    }

    package var unknown: Failure { Failure(.noInput, "the journal knows nothing of \(digits)") }
}
