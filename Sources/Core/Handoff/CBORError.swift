// SPDX-License-Identifier: Apache-2.0

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
