// SPDX-License-Identifier: Apache-2.0

/// Why a text is not valid CSV. Lines are counted from 1.
package enum CSVError: Error, Hashable {
    case notUTF8(line: Int)
    /// A quotation mark that is not closed; `line` is where it opens.
    case openQuote(line: Int)
    /// A quotation mark inside a field that does not begin with one.
    case strayQuote(line: Int)
    /// Text between a closing quotation mark and the next comma.
    case afterQuote(line: Int)
    /// A carriage return that does not end a line.
    case carriageReturn(line: Int)
    case tooManyRecords(limit: Int)
    /// More fields in one record than any table has.
    case tooManyFields(line: Int, limit: Int)
    /// More fields in all records together; `line` is where the limit is passed.
    case tooManyCells(line: Int, limit: Int)

    package var message: String {
        switch self {
        case .notUTF8(let line): "line \(line) is not UTF-8 text"
        case .openQuote(let line): "the quotation mark in line \(line) is never closed"
        case .strayQuote(let line): "line \(line) has a quotation mark inside a field; quote the whole field"
        case .afterQuote(let line): "line \(line) has text behind a closing quotation mark"
        case .carriageReturn(let line): "line \(line) has a carriage return inside"
        case .tooManyRecords(let limit): "there are more than \(limit) lines"
        case .tooManyFields(let line, let limit): "line \(line) has more than \(limit) fields"
        case .tooManyCells(let line, let limit):
            "there are more than \(limit) fields up to line \(line); divide the file"
        }
    }
}
