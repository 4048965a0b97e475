// SPDX-License-Identifier: Apache-2.0

package import Building
package import Codec
import Handoff
package import Journal
import SafeFiles
package import Stellar
import Submitting
import Terminal
import Workspace

extension EmissionOptions {
    /// What is wanted of a request that replaces a known transaction.
    ///
    /// - Parameters:
    ///   - transaction: its hash in the journal, the first digits of that, or TX.
    ///   - offline: whether the network must not be used.
    package func replacement(
        of transaction: String?, offline: Bool = false, now: Timestamp
    ) throws(Failure) -> ReplacementTerms {
        try ReplacementTerms(in: context(offline: offline), network: try network.choice, now: now, note: note) {
            journal throws(Failure) in try KnownTransaction(transaction, journal: journal)
        }
    }
}

extension KnownTransaction {
    /// The transaction of an argument: its hash, the hash's first digits, or TX.
    package init(_ text: String?, journal: any OnlineJournal) throws(Failure) {
        let named = try text.flatMap { text throws(Failure) in try Self.hash(text, journal) }
        if let named {
            try self.init(named, in: journal)
            return
        }
        let input = try SignedInput(try TransactionInput(text), request: nil, journal: journal)
        self.init(input.envelope, on: input.network, origin: input.origin)
    }

    /// The hash that the text names in full or by its first digits; nil for a transaction itself, or a file.
    private static func hash(_ text: String, _ journal: any OnlineJournal) throws(Failure) -> TransactionHash? {
        if let hash = TransactionHash(hex: text) { return hash }
        guard HashPrefix.isMeant(by: text), !SafeFiles.exists(text) else { return nil }
        return try HashPrefix(text).hash(in: journal)
    }
}
