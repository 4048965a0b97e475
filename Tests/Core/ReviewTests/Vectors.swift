// SPDX-License-Identifier: Apache-2.0

import Codec
import Foundation
import Review
import Stellar
import StellarXDR

/// Rows of the vector files in `Tests/Vectors`.
enum Vectors {
    static func lines(_ name: String) throws -> [JSON] {
        try bytes(name).split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: [UInt8]($0)) }
    }

    static func rows(_ name: String) throws -> [JSON] { try JSON(parsing: try bytes(name)).asArray ?? [] }

    static func document(_ name: String) throws -> JSON { try JSON(parsing: try bytes(name)) }

    /// The review of a row's envelope.
    static func review(_ row: JSON) throws -> Review {
        let bytes = try Base64.decode(try row.string("xdr"))
        let network = row["network_passphrase"]?.asString.map { Network(passphrase: $0) } ?? .testnet
        let subject = ReviewInput.Subject.envelope(try TransactionEnvelope(xdr: bytes), original: bytes, on: network)
        return Reviewer.review(ReviewInput(subject, now: now)).review
    }

    private static func bytes(_ name: String, file: String = #filePath) throws -> [UInt8] {
        let folder = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appending(path: "Vectors/\(name)")))
    }
}
