// SPDX-License-Identifier: Apache-2.0

/// A CBOR item of the kinds that handoffs use, in deterministic encoding.
///
/// - Source: RFC 8949, with the core deterministic encoding of §4.2.1.
package indirect enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    /// The number -1 - `n`.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([CBOR: CBOR])
    case tagged(UInt64, CBOR)
    case bool(Bool)
    case null

    /// Decodes one item that fills the whole input. The keys of a map may be in any order; everything else must be in
    /// its deterministic form.
    package init(decoding bytes: [UInt8]) throws(CBORError) {
        var decoder = CBORDecoder(bytes)
        self = try decoder.document()
    }

    /// The deterministic encoding.
    package var encoded: [UInt8] {
        switch self {
        case .unsigned(let value): Self.head(0, value)
        case .negative(let value): Self.head(1, value)
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let items): Self.head(4, UInt64(items.count)) + items.flatMap(\.encoded)
        case .map(let members): Self.head(5, UInt64(members.count)) + Self.sorted(members)
        case .tagged(let tag, let item): Self.head(6, tag) + item.encoded
        case .bool(let value): [value ? 0xf5 : 0xf4]
        case .null: [0xf6]
        }
    }

    private static func sorted(_ members: [CBOR: CBOR]) -> [UInt8] {
        members.map { (key: $0.encoded, value: $1.encoded) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .flatMap { $0.key + $0.value }
    }

    /// Major type and argument, in as few bytes as possible.
    private static func head(_ major: UInt8, _ value: UInt64) -> [UInt8] {
        switch value {
        case 0..<24: [major << 5 | UInt8(value)]
        case 24..<0x100: [major << 5 | 24, UInt8(value)]
        case 0x100..<0x1_0000: [major << 5 | 25] + bigEndian(value, bytes: 2)
        case 0x1_0000..<0x1_0000_0000: [major << 5 | 26] + bigEndian(value, bytes: 4)
        default: [major << 5 | 27] + bigEndian(value, bytes: 8)
        }
    }

    private static func bigEndian(_ value: UInt64, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }
}

extension CBOR {
    package var asUnsigned: UInt64? {
        guard case .unsigned(let value) = self else { return nil }
        return value
    }

    package var asBytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    package var asText: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    package var asArray: [CBOR]? {
        guard case .array(let items) = self else { return nil }
        return items
    }

    package var asMap: [CBOR: CBOR]? {
        guard case .map(let members) = self else { return nil }
        return members
    }
}

extension CBOR {
    /// Decodes as `init(decoding:)` does, with errors as `HandoffError`.
    init(handoff bytes: [UInt8]) throws(HandoffError) {
        do throws(CBORError) {
            self = try CBOR(decoding: bytes)
        } catch {
            throw .cbor(error)
        }
    }
}

/// Why bytes are not acceptable CBOR. Offsets are those of the item's first byte.
package enum CBORError: Error, Hashable {
    /// The input ends inside an item, or an item claims more content than the input has.
    case truncated(offset: Int)
    /// Bytes follow the item.
    case trailing(offset: Int)
    /// A number or length is not in its shortest form.
    case notShortest(offset: Int)
    /// An item of indefinite length.
    case indefinite(offset: Int)
    /// A map has a duplicate key.
    case duplicateKey(offset: Int)
    /// Arrays, maps and tags are nested deeper than the limit.
    case tooDeep(offset: Int)
    /// A floating-point number, a reserved form, or a simple value other than true, false and null.
    case unsupported(offset: Int)
    /// A text that is not UTF-8.
    case notUTF8(offset: Int)

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .truncated(let offset): "the CBOR is cut off in the item at byte offset \(offset)"
        case .trailing(let offset): "bytes after the CBOR item, from byte offset \(offset)"
        case .notShortest(let offset): "CBOR not in its shortest form at byte offset \(offset)"
        case .indefinite(let offset): "CBOR of indefinite length at byte offset \(offset)"
        case .duplicateKey(let offset): "a CBOR map has a key twice, again at byte offset \(offset)"
        case .tooDeep(let offset): "CBOR nested too deeply at byte offset \(offset)"
        case .unsupported(let offset): "CBOR of a kind that is not used here at byte offset \(offset)"
        case .notUTF8(let offset): "CBOR text that is not UTF-8 at byte offset \(offset)"
        }
    }
}
