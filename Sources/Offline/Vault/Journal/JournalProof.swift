// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto

/// The signature of a line by the record key of the key in its member `by`, over a domain separator and the line up to the
/// signature. The line starts with the digest of the previous one, so a signature is valid in one place of one journal only.
enum JournalProof {
    static let domain = Array("Coldstar journal line 1\n".utf8)
    private static let beginning = Array(#","proof":""#.utf8)
    private static let digits = Ed25519.signatureLength * 2

    /// Adds the signature to a JSON document.
    static func adding(to document: [UInt8], by key: borrowing RecordKey) throws(SodiumError) -> [UInt8] {
        let body = Array(document.dropLast())
        return body + beginning + Array(Hex.encode(try key.signature(line: domain + body)).utf8) + Array(#""}"#.utf8)
    }

    /// Whether a complete line, including its check, has a valid signature of this record key.
    static func isRight(_ line: [UInt8], by publicKey: [UInt8]) -> Bool {
        let end = line.count - JournalCheck.length
        let start = end - digits - 1
        guard start >= beginning.count, line[end - 1] == UInt8(ascii: "\""),
            line[(start - beginning.count)..<start].elementsEqual(beginning),
            let signature = try? Hex.decode(String(decoding: line[start..<(end - 1)], as: UTF8.self))
        else { return false }
        return Ed25519.verify(
            signature, message: domain + line[..<(start - beginning.count)], publicKey: publicKey)
    }
}
