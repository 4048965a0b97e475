// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

/// Why JSON or txrep text is not a value of the expected XDR type, and where.
package enum FormatError: Error, Hashable {
    /// A JSON value, by its path: `tx.tx.operations[0].body.payment.amount`; empty for the whole document.
    case member(String, FormatFault)
    /// A txrep line, counted from 1, and its field; no line if the field is missing.
    case line(Int?, field: String, FormatFault)
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
