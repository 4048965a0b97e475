// SPDX-License-Identifier: Apache-2.0

import GRDB
package import Stellar

/// Signatures that came back from the signer.
extension SQLiteJournal {
    /// Records signatures, each once, of transactions that were requested or queued here; ignores others.
    package func record(_ signatures: [RecordedSignature]) throws(JournalError) {
        for signature in signatures { try Self.check(signature) }
        let now = clock()
        try file.write { db in for signature in signatures { try SignatureRow.insert(db, signature, at: now) } }
    }

    /// The signatures for a hash with the time at which each was first seen, in order of arrival.
    package func signatures(
        hash: TransactionHash
    ) throws(JournalError) -> [(signature: RecordedSignature, seen: Int64)] {
        try file.read { db in try SignatureRow.all(db, hash: hash) }
    }

    static func check(_ signature: RecordedSignature) throws(JournalError) {
        try checkText(signature.hint, signature.signature)
    }
}
