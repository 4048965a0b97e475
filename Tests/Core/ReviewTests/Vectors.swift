// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import TestSupport

/// Rows of the vector files in `Tests/Vectors`.
enum Vectors {
    static func lines(_ name: String) throws -> [JSON] { try VectorFiles.sharedLines(name) }

    static func rows(_ name: String) throws -> [JSON] { try JSON(parsing: try VectorFiles.shared(name)).asArray ?? [] }

    static func document(_ name: String) throws -> JSON { try JSON(parsing: try VectorFiles.shared(name)) }

    /// The review of a row's envelope.
    static func review(_ row: JSON) throws -> Review {
        let bytes = try Base64.decode(try row.string("xdr"))
        let network = row["network_passphrase"]?.asString.map { Network(passphrase: $0) } ?? .testnet
        let subject = ReviewInput.Subject.envelope(try TransactionEnvelope(xdr: bytes), on: network)
        return Reviewer.review(ReviewInput(subject, now: now)).review
    }
}
