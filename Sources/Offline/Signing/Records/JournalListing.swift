// SPDX-License-Identifier: Apache-2.0

package import Codec
import Vault

/// The journal of a vault as a person or a program reads it. The chain of entries is checked on the way.
package struct JournalListing: Sendable {
    private let journal: SignerJournal
    /// What the user should know about the journal before its entries; lines to show.
    package let notes: [String]

    /// - Parameter folder: of the vault.
    /// - Throws: `.badInput` for a damaged journal.
    package init(folder: String) throws(Failure) {
        journal = SignerJournal(folder: folder)
        let history: SignerHistory
        do { history = try journal.history() } catch { throw Failure(error) }
        notes =
            (history.torn > 0 ? ["the last \(history.torn) bytes are a torn entry, as a power cut leaves it"] : [])
            + (history.entries == 0 ? ["nothing has been signed yet"] : [])
    }

    /// Passes each entry to `put`: a document on one line, or text.
    package func visit(isJSON: Bool, _ put: (String) throws(Failure) -> Void) throws(Failure) {
        var failure: Failure?
        do {
            try journal.visit { (line: Int, entry: JournalEntry) throws(SignerJournalError) in
                guard failure == nil else { return }
                let text =
                    isJSON ? JournalLineText.document(line, entry).text() : JournalLineText.text(line, entry)
                do throws(Failure) { try put(text) } catch { failure = error }
            }
        } catch {
            throw Failure(error)
        }
        if let failure { throw failure }
    }
}
