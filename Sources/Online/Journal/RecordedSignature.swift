// SPDX-License-Identifier: Apache-2.0

import Codec
import GRDB
package import Stellar
package import StellarXDR

/// A signature that came back, as in its envelope. The journal does not verify it or determine its signer.
package struct RecordedSignature: Hashable, Sendable {
    /// The hash that was signed; for a signature inside a fee bump, the inner hash.
    package var hash: TransactionHash
    /// The last four bytes of the key, 8 hexadecimal digits in lower case.
    package var hint: String
    /// The signature in base64.
    package var signature: String

    package init(hash: TransactionHash, hint: String, signature: String) {
        self.hash = hash
        self.hint = hint
        self.signature = signature
    }
}

extension RecordedSignature {
    package init(_ signature: DecoratedSignature, of hash: TransactionHash) {
        self.init(
            hash: hash, hint: Hex.encode(signature.hint.bytes), signature: Base64.encode(signature.signature.bytes))
    }

    /// The signature as in an envelope; nil when it is invalid.
    package var decorated: DecoratedSignature? { Self.decorated(hint: hint, signature: signature) }

    /// A signature as in an envelope, of the texts that the journal stores; nil when they are invalid.
    package static func decorated(hint: String, signature: String) -> DecoratedSignature? {
        guard let hint = (try? Hex.decode(hint)).flatMap(SignatureHint.init),
            let bytes = (try? Base64.decode(signature)).flatMap(Signature.init)
        else { return nil }
        return DecoratedSignature(hint: hint, signature: bytes)
    }

    /// All signatures of a transaction, including the inner ones of a fee bump. None for a login, which with its
    /// signature is as good as a password.
    package static func all(of transaction: HashedTransaction) -> [RecordedSignature] {
        let own = transaction.envelope.signatures.map { RecordedSignature($0, of: transaction.hash) }
        switch transaction.envelope.content {
        case .transaction(let content): return content.hasShapeOfChallenge ? [] : own
        case .feeBump(let bump):
            return bump.inner.signatures.map { RecordedSignature($0, of: transaction.innermostHash) } + own
        }
    }
}

/// `RecordedSignature` in the table `signature`.
enum SignatureRow {
    /// Inserts a signature of a known transaction; one of an unknown transaction could never be queried.
    static func insert(_ db: Database, _ signature: RecordedSignature, at now: Int64) throws {
        // Cached, because a submitted file may contain very many.
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO signature (hash, hint, signature, seen) SELECT :hash, :hint, :signature, :seen
                WHERE (EXISTS (SELECT 1 FROM request WHERE hash = :hash)
                        OR EXISTS (SELECT 1 FROM submission WHERE hash = :hash))
                    AND NOT EXISTS (SELECT 1 FROM archived WHERE hash = :hash)
                ON CONFLICT (hash, hint, signature) DO NOTHING
                """)
        try statement.execute(arguments: [
            "hash": signature.hash, "hint": signature.hint, "signature": signature.signature, "seen": now,
        ])
    }

    static func all(_ db: Database, hash: TransactionHash) throws -> [(signature: RecordedSignature, seen: Int64)] {
        let statement = try db.cachedStatement(sql: "SELECT * FROM signature WHERE hash = ? ORDER BY number")
        return try Row.fetchAll(statement, arguments: [hash]).map { row in
            let row = RowReader(row, of: "signature")
            return (
                try RecordedSignature(
                    hash: row.value("hash"), hint: row.value("hint"), signature: row.value("signature")),
                try row.value("seen")
            )
        }
    }
}
