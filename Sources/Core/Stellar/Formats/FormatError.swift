// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// What is wrong with one value in a text that represents XDR. Carries none of the text, which may be a misplaced
/// secret.
package enum ValueFormatError: Error, Hashable {
    case missing
    /// A name that the value's type does not have, or does not have in this place.
    case unknown
    /// A value of another kind is expected.
    case expected(String)
    /// A number outside the type's range.
    case outOfRange
    /// More bytes or elements than the type allows.
    case tooLong(limit: Int)
    /// A number of bytes other than the type's.
    case wrongLength(wanted: Int)
    /// An element count larger than the number of lines.
    case countWithoutElements
    case address(StrKeyError)
    /// A backslash followed by an unknown escape.
    case badEscape
    /// Bytes outside printable ASCII, which must be escaped.
    case notASCII
    case tooDeep

    /// The end of a sentence that begins with the field's name.
    package var message: String {
        switch self {
        case .missing: "is missing"
        case .unknown: "does not exist"
        case .expected(let wanted): "is not \(wanted)"
        case .outOfRange: "is a number out of range"
        case .tooLong(let limit): "is longer than the \(limit) allowed"
        case .wrongLength(let wanted): "does not have \(wanted) bytes"
        case .countWithoutElements: "declares more elements than there are lines"
        case .address(let error): "is \(error.message)"
        case .badEscape: "has an unknown backslash escape"
        case .notASCII: "has a character outside printable ASCII; write such bytes as \\xNN"
        case .tooDeep: "is nested too deeply"
        }
    }
}

/// Why JSON or txrep text is not a value of the expected XDR type, and where.
package enum FormatError: Error, Hashable {
    /// A JSON value, by its path: `tx.tx.operations[0].body.payment.amount`; empty for the whole document.
    case member(String, ValueFormatError)
    /// A txrep line, counted from 1, and its field; no line if the field is missing.
    case line(Int?, field: String, ValueFormatError)
    /// A txrep line that is not a field with a value.
    case notALine(Int)
    /// Each part is valid, but not the whole: recursive types nested too deeply.
    case value(XDRError)

    /// What is wrong, for the end of an error line; text from the input is escaped.
    package var message: String {
        switch self {
        case .member("", let fault): "the value \(fault.message)"
        case .member(let path, let fault): "the field \"\(TerminalText.escape(path))\" \(fault.message)"
        case .line(nil, let field, let fault): "the field \"\(TerminalText.escape(field))\" \(fault.message)"
        case .line(let line?, let field, let fault):
            "line \(line): the field \"\(TerminalText.escape(field))\" \(fault.message)"
        case .notALine(let line): "line \(line) is not a field, a colon and a value"
        case .value(let error): error.message
        }
    }
}
