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

    /// Records that signed authorization entries were put into a transaction.
    ///
    /// - Parameters:
    ///   - hashes: those of the requests for the entries, and of the transaction without their signatures; ones that were not requested here
    ///     are ignored.
    ///   - transaction: the one with the signed entries.
    package func record(
        authorized hashes: [TransactionHash], in transaction: TransactionHash
    ) throws(JournalError) {
        let now = clock()
        try file.write { db in
            for hash in hashes where hash != transaction {
                guard try RequestRow.fetch(db, hash: hash) != nil else { continue }
                try EventRow.append(db, now, hash, .authorized, transaction.hex)
            }
        }
    }

    /// The transaction into which a signed authorization entry was put, or which has the signed entries of this one; nil if there is none.
    package func authorized(_ hash: TransactionHash) throws(JournalError) -> TransactionHash? {
        try file.read { db in
            try EventRow.all(db, hash: hash).last { $0.kind == .authorized }.flatMap { TransactionHash(hex: $0.detail) }
        }
    }

    static func check(_ signature: RecordedSignature) throws(JournalError) {
        try checkText(signature.hint, signature.signature)
    }
}
