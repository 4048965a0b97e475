// SPDX-License-Identifier: Apache-2.0

package import Codec
import LoopbackHTTP

/// The fields of a form that a browser sent.
package struct DeskFields: Sendable {
    /// An uploaded file.
    package struct File: Hashable, Sendable {
        /// The name that the browser states, as sent.
        package let name: String
        package let content: [UInt8]
    }

    private var texts: [(name: String, value: String)] = []
    private var uploads: [(name: String, file: File)] = []

    package init(_ texts: [(name: String, value: String)] = []) { self.texts = texts }

    /// The fields of a request's body: `application/x-www-form-urlencoded` or `multipart/form-data`; none for any other type.
    package init(of request: DeskRequest) throws(Failure) {
        let type = request.header("content-type") ?? ""
        switch type.prefix(while: { $0 != ";" }).lowercased() {
        case "application/x-www-form-urlencoded":
            guard let entries = FormDecoding.entries(request.body) else {
                throw Failure(.badInput, "the form cannot be read")
            }
            texts = entries
        case "multipart/form-data":
            let parts: [Multipart.Part]
            do throws(Multipart.Problem) { parts = try Multipart.parts(of: request.body, contentType: type) } catch {
                throw Failure(.badInput, "the form cannot be read: \(error.reason)")
            }
            for part in parts {
                if let name = part.fileName {
                    // A browser sends an empty file for a field without one.
                    if !part.content.isEmpty { uploads.append((part.name, File(name: name, content: part.content))) }
                } else {
                    texts.append((part.name, part.text ?? ""))
                }
            }
        default: break
        }
    }

    /// A text without blanks at its ends; nil if it is missing or empty.
    package subscript(_ name: String) -> String? {
        guard let text = texts.last(where: { $0.name == name })?.value else { return nil }
        let trimmed = text.drop(while: \.isWhitespace)
        let end = trimmed.lastIndex { !$0.isWhitespace }
        return end.map { String(trimmed[...$0]) }
    }

    /// Whether the form had a field of this name, filled in or not.
    package func has(_ name: String) -> Bool { texts.contains { $0.name == name } }

    /// Whether a box is ticked.
    package func isOn(_ name: String) -> Bool { self[name] != nil }

    /// The lines of all texts with this name that are not empty.
    package func lines(_ name: String) -> [String] {
        texts.filter { $0.name == name }.flatMap { $0.value.split(whereSeparator: \.isNewline) }
            .map { String($0) }.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// The files of a field, in order.
    package func files(_ name: String) -> [File] { uploads.filter { $0.name == name }.map(\.file) }

    /// The fields with another value for one of them.
    package func setting(_ name: String, _ value: String) -> DeskFields {
        var fields = self
        fields.texts.append((name, value))
        return fields
    }
}
