// SPDX-License-Identifier: Apache-2.0

import GRDB

/// What came back from signing.
extension SQLiteJournal {
    /// Keeps signatures, each once, of transactions that were asked for or taken for sending here; others are passed over.
    package func record(_ signatures: [RecordedSignature]) throws(JournalError) {
        for signature in signatures { try Self.check(signature) }
        let now = clock()
        try file.write { db in for signature in signatures { try SignatureRow.insert(db, signature, at: now) } }
    }

    /// Those of a hash with the time at which they were first seen, in the order in which they came.
    package func signatures(
        hash: String
    ) throws(JournalError) -> [(signature: RecordedSignature, seen: Int64)] {
        try file.read { db in try SignatureRow.all(db, hash: hash) }
    }

    static func check(_ signature: RecordedSignature) throws(JournalError) {
        try checkHash(signature.hash)
        try checkText(signature.hint, signature.signature)
    }
}
