// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not a value of the expected XDR type, and at which offset of the input.
///
/// Every case carries the byte offset of the faulty item, from the start of the input.
@usableFromInline package enum XDRError: Error, Hashable {
    /// The input ends before the value does.
    case truncated(offset: Int, needed: Int)
    /// Bytes follow the value.
    case trailingBytes(offset: Int, count: Int)
    /// A padding byte is not zero (RFC 4506 §3).
    case nonZeroPadding(offset: Int)
    /// A boolean or presence flag is neither 0 nor 1.
    case badBoolean(offset: Int, value: UInt32)
    /// An enum has no such member, or a union no such arm.
    case unknownValue(type: StaticString, offset: Int, value: Int32)
    /// A string, opaque or array is longer than its type allows.
    case tooLong(offset: Int, count: UInt32, limit: Int)
    /// Recursive types are nested deeper than `XDRReader.depthLimit`.
    case tooDeep(offset: Int)

    /// A description on one lower-case line.
    package var message: String {
        switch self {
        case .truncated(let offset, let needed):
            "ends at byte \(offset), where \(needed) more byte\(needed == 1 ? "" : "s") should follow"
        case .trailingBytes(let offset, let count):
            "the value ends at byte \(offset), but \(count) more byte\(count == 1 ? " follows" : "s follow")"
        case .nonZeroPadding(let offset): "padding at byte \(offset) is not zero"
        case .badBoolean(let offset, let value): "a flag at byte \(offset) is \(value), neither 0 nor 1"
        case .unknownValue(let type, let offset, let value): "\(type) at byte \(offset) has the unknown value \(value)"
        case .tooLong(let offset, let count, let limit):
            "a length at byte \(offset) is \(count), more than the \(limit) allowed"
        case .tooDeep(let offset): "nested too deeply at byte \(offset)"
        }
    }

    @usableFromInline package static func == (a: XDRError, b: XDRError) -> Bool { a.message == b.message }
    @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(message) }
}
