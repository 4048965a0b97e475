// SPDX-License-Identifier: Apache-2.0

/// What is wrong with one value of a text that stands for XDR. Carries nothing of the text: it may be a secret in the
/// wrong place.
package enum FormatFault: Error, Hashable {
    case missing
    /// The value's type has nothing of this name, or nothing where it stands.
    case unknown
    /// Another kind of value is wanted.
    case expected(String)
    /// A number that the type cannot hold.
    case outOfRange
    /// More bytes or elements than the type allows.
    case tooLong(limit: Int)
    /// Another number of bytes than the type has.
    case wrongLength(wanted: Int)
    /// More elements than the text has lines for.
    case countWithoutElements
    case address(StrKeyError)
    /// A backslash followed by what it does not escape.
    case badEscape
    /// Bytes outside printable ASCII, which have to be written as escapes.
    case notASCII
    case tooDeep

    /// The end of a sentence that begins with the field's name.
    package var message: String {
        switch self {
        case .missing: "is missing"
        case .unknown: "names nothing that is there"
        case .expected(let wanted): "is not \(wanted)"
        case .outOfRange: "is a number out of range"
        case .tooLong(let limit): "is longer than the \(limit) allowed"
        case .wrongLength(let wanted): "does not have \(wanted) bytes"
        case .countWithoutElements: "counts more elements than there are lines"
        case .address(let error): "is \(error.message)"
        case .badEscape: "has a backslash that escapes nothing"
        case .notASCII: "has a character outside printable ASCII; such bytes are written \\xNN"
        case .tooDeep: "is nested too deeply"
        }
    }
}
