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

    /// Records that a request was answered by a login; ones that were not requested here are ignored.
    ///
    /// - Parameter domain: where the login is.
    package func record(loggedIn hashes: [TransactionHash], at domain: String) throws(JournalError) {
        try Self.checkText(domain)
        try append(.loggedIn, to: hashes, domain)
    }

    /// Records that another transaction was built from a draft, in its place; one that was not requested here is ignored.
    package func record(
        superseded draft: TransactionHash, by transaction: TransactionHash
    ) throws(JournalError) {
        guard draft != transaction else { return }
        try append(.superseded, to: [draft], transaction.hex)
    }

    private func append(
        _ kind: JournalEvent.Kind, to hashes: [TransactionHash], _ detail: String
    ) throws(JournalError) {
        let now = clock()
        try file.write { db in
            for hash in hashes where try RequestRow.fetch(db, hash: hash) != nil {
                try EventRow.append(db, now, hash, kind, detail)
            }
        }
    }

    /// What ended a request without a submission of its transaction: its signed entries are in another one, it was a login that succeeded,
    /// or another transaction was built from it; nil if nothing did. A request that was recorded again afterwards waits again.
    package func ending(of hash: TransactionHash) throws(JournalError) -> JournalEvent? {
        let kinds: Set<JournalEvent.Kind> = [.authorized, .loggedIn, .superseded]
        return try file.read { db in
            try EventRow.all(db, hash: hash).last { kinds.contains($0.kind) || $0.kind == .requested }
                .flatMap { $0.kind == .requested ? nil : $0 }
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
