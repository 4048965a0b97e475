// SPDX-License-Identifier: Apache-2.0

import TextCodec
package import XDR

/// Why a text in JSON or txrep is no value of the expected XDR type, and where that showed.
package enum FormatError: Error, Hashable {
    /// A value of JSON, by its path: `tx.tx.operations[0].body.payment.amount`; empty for the whole.
    case member(String, FormatFault)
    /// A line of txrep, counted from 1, and its field; no line where one is missing.
    case line(Int?, field: String, FormatFault)
    /// A line of txrep that is no field with a value.
    case notALine(Int)
    /// The parts are right each, but not together: recursive types nested too deeply.
    case value(XDRError)

    /// What is wrong, in words for the end of an error line; text of the input in it is escaped.
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
