// SPDX-License-Identifier: Apache-2.0

/// Why a text is not acceptable JSON, or a document does not have the expected content.
package enum JSONError: Error, Hashable {
    /// A violation of the grammar of RFC 8259 at this byte offset.
    case syntax(offset: Int, String)
    /// A duplicate member (compared after unescaping); `offset` is that of the second key.
    case duplicateKey(offset: Int, key: String)
    /// Ill-formed UTF-8, or an escaped lone surrogate.
    case notUTF8(offset: Int)
    /// Arrays and objects are nested deeper than `limit`.
    case tooDeep(offset: Int, limit: Int)
    /// A required member is missing.
    case missing(field: String)
    /// A member has a value of another type.
    case wrongType(field: String, expected: String)
    /// A number that the field's type cannot hold.
    case outOfRange(field: String)
    /// A value of the right form that this version does not know, as a later protocol may have: `what` names it, escaped.
    case unknownValue(field: String, what: String)

    /// The longest text of a document that an error repeats, in characters.
    private static let quotedLimit = 60

    /// The error for a text that is none of those that the field can have.
    package static func unknown(_ field: String, _ text: String) -> JSONError {
        let isCut = text.count > quotedLimit
        return .unknownValue(
            field: field, what: "\"\(TerminalText.escape(String(text.prefix(quotedLimit))))\"" + (isCut ? " ..." : ""))
    }

    /// The description for the end of an error line; text from the document is escaped.
    package var message: String {
        switch self {
        case .syntax(let offset, let what): "not JSON: \(what) at byte offset \(offset)"
        case .duplicateKey(let offset, let key):
            "not JSON: the member \"\(TerminalText.escape(key))\" occurs twice, the second time at byte offset \(offset)"
        case .notUTF8(let offset): "not JSON: text is not UTF-8 at byte offset \(offset)"
        case .tooDeep(let offset, let limit): "JSON is nested deeper than \(limit) levels at byte offset \(offset)"
        case .missing(let field): "the field \"\(TerminalText.escape(field))\" is missing"
        case .wrongType(let field, let expected): "the field \"\(TerminalText.escape(field))\" is not \(expected)"
        case .outOfRange(let field): "the number in the field \"\(TerminalText.escape(field))\" is out of range"
        case .unknownValue(let field, let what):
            "the field \"\(TerminalText.escape(field))\" has a value that this version does not know: \(what)"
        }
    }

    /// The error with its field placed inside `parent`: `missing("key")` in "list[2]" becomes "list[2].key".
    package func inside(_ parent: String) -> JSONError {
        switch self {
        case .missing(let field): .missing(field: parent + "." + field)
        case .wrongType(let field, let expected): .wrongType(field: parent + "." + field, expected: expected)
        case .outOfRange(let field): .outOfRange(field: parent + "." + field)
        case .unknownValue(let field, let what): .unknownValue(field: parent + "." + field, what: what)
        case .syntax, .duplicateKey, .notUTF8, .tooDeep: self
        }
    }
}
