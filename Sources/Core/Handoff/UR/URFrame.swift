// SPDX-License-Identifier: Apache-2.0

/// One text that begins with `ur:`: a whole message, or a part of one.
///
/// - Source: BCR-2020-005.
package enum URFrame: Hashable, Sendable {
    case whole(UR)
    case part(URPart, type: String)

    /// Parses one text, in any case. The only part of a message in one part (`1-1`, which some signers write although the
    /// single-part form is required) is a whole message.
    package init(parsing text: String) throws(URError) {
        guard text.utf8.count <= UR.textLimit else { throw .tooLong(limit: UR.textLimit) }
        let lower = text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        guard lower.starts(with: UR.scheme.utf8) else { throw .noScheme }
        let path = lower.dropFirst(UR.scheme.utf8.count)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let type = path.first, UR.isType(type) else { throw .badType }
        guard (2...3).contains(path.count) else { throw .badPath }
        let name = String(decoding: type, as: UTF8.self)
        guard path.count == 3 else {
            self = .whole(UR(type: name, message: try Self.bytes(path[1])))
            return
        }
        guard lower.count <= URPart.longestText else { throw .tooLong(limit: URPart.longestText) }
        let sequence = try URSequence(path[1])
        let part = try URPart(cbor: try Self.bytes(path[2]), path: sequence, limits: .of(name))
        guard part.message.count == 1 else {
            self = .part(part, type: name)
            return
        }
        guard part.message.checksum == CRC32.checksum(part.data) else { throw .wrongChecksum }
        self = .whole(UR(type: name, message: part.data))
    }

    private static func bytes(_ words: ArraySlice<UInt8>) throws(URError) -> [UInt8] {
        do throws(BytewordsError) {
            return try Bytewords.decode(String(decoding: words, as: UTF8.self), style: .minimal)
        } catch {
            throw .bytewords(error)
        }
    }
}
