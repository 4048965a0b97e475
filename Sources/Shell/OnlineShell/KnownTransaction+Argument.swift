// SPDX-License-Identifier: Apache-2.0

package import Building
package import Faults
package import Journal
import SafeFiles
import Shell
import Stellar
import Submitter

extension KnownTransaction {
    /// The transaction of an argument: its hash, the hash's first digits, or TX.
    package init(_ text: String?, journal: OnlineJournal) throws(Failure) {
        let named = try text.flatMap { text throws(Failure) in try Self.hash(text, journal) }
        if let named {
            try self.init(named, in: journal)
            return
        }
        let input = try SignedInput(text, request: nil, journal: journal)
        self.init(input.envelope, on: input.network, origin: input.origin)
    }

    /// The hash that the text names in full or by its first digits; nil for a transaction itself, or a file.
    private static func hash(_ text: String, _ journal: OnlineJournal) throws(Failure) -> TransactionHash? {
        if let hash = TransactionHash(hex: text) { return hash }
        guard HashPrefix.isMeant(by: text), !SafeFiles.exists(text) else { return nil }
        return try HashPrefix(text).hash(in: journal.store)
    }
}
