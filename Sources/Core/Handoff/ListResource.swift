// SPDX-License-Identifier: Apache-2.0

/// A list that crosses the gap as codes: a signed book, or contacts. The message is the list's document byte for byte, so
/// that its signature stays valid, in one CBOR byte string.
package enum ListResource {
    package static let type = "coldstar-list"

    package static func ur(of document: [UInt8]) -> UR { UR(type: type, message: CBOR.bytes(document).encoded) }

    /// The document in the lines of such a UR, whole or in parts; nil for input that is not a UR of this type.
    package static func document(_ bytes: [UInt8]) throws(HandoffError) -> [UInt8]? {
        let text = HandoffText(bytes)
        guard text.starts(with: "\(UR.scheme)\(type)/") else { return nil }
        guard bytes.count <= Limits.input else { throw .tooLarge(limit: Limits.input) }
        let ur = try HandoffInput.ur(text.lines)
        let item: CBOR
        do throws(CBORError) { item = try CBOR(decoding: ur.message) } catch { throw .cbor(error) }
        guard case .bytes(let document) = item else { throw .field("list", .wrongType(expected: "bytes")) }
        return document
    }
}
