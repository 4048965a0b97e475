// SPDX-License-Identifier: Apache-2.0

package import Codec

/// A part of a response that is read alone, so that one that this version cannot read does not hide the rest: an element of a list, which
/// anyone on the network may have made, or what a response says beside what was asked for.
package enum Readable<Value: Hashable & Sendable>: Hashable, Sendable {
    case read(Value)
    case unread(Unread)

    /// Reads an element of a list; whatever is wrong with it concerns this element alone.
    package init(_ json: JSON, _ read: (JSON) throws(JSONError) -> Value) {
        do throws(JSONError) { self = .read(try read(json)) } catch { self = .unread(Unread(error, in: json)) }
    }

    /// Reads a part that is not needed, and may have values of a later protocol. Anything else that is wrong with it is an error.
    package init(tolerant json: JSON, _ read: (JSON) throws(JSONError) -> Value) throws(JSONError) {
        do throws(JSONError) { self = .read(try read(json)) } catch {
            guard case .unknownValue = error else { throw error }
            self = .unread(Unread(error, in: json))
        }
    }

    /// Nil when it cannot be read.
    package var value: Value? {
        if case .read(let value) = self { value } else { nil }
    }

    /// Nil when it was read.
    package var fault: Unread? {
        if case .unread(let unread) = self { unread } else { nil }
    }
}

/// A part of a response that this version cannot read.
package struct Unread: Hashable, Sendable {
    /// The longest text that is shown of it, in characters.
    private static let shownLimit = 200

    /// What is wrong: it names the field.
    package let reason: String
    /// The part, as the server wrote it.
    package let json: JSON

    init(_ error: JSONError, in json: JSON) {
        reason = error.message
        self.json = json
    }

    /// What a list shows in place of it.
    package var text: String { "cannot be read: \(reason)" }

    /// The part itself, escaped, as far as a line shows it.
    package var excerpt: String {
        let text = json.text()
        return TerminalText.escape(String(text.prefix(Self.shownLimit))) + (text.count > Self.shownLimit ? "..." : "")
    }
}

extension Array {
    /// The elements that were read.
    package func read<Value>() -> [Value] where Element == Readable<Value> { compactMap(\.value) }
}
