// SPDX-License-Identifier: Apache-2.0

import Codec

/// Decodes `application/x-www-form-urlencoded`, in bodies and query strings.
package enum FormDecoding {
    /// The fields by name, the last one of a name; nil if an escape is invalid or the text is not UTF-8.
    package static func fields(_ bytes: some Collection<UInt8>) -> [String: String]? {
        entries(bytes).map { Dictionary($0, uniquingKeysWith: { $1 }) }
    }

    /// The fields in order; nil if an escape is invalid or the text is not UTF-8.
    package static func entries(_ bytes: some Collection<UInt8>) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = unescape(parts[0], plusIsSpace: true) else { return nil }
            guard let value = parts.count > 1 ? unescape(parts[1], plusIsSpace: true) : "" else { return nil }
            fields.append((name, value))
        }
        return fields
    }

    /// The text with percent escapes decoded; nil if one is truncated or the bytes are not UTF-8.
    package static func unescape(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) -> String? {
        let blanks = bytes.map { plusIsSpace && $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return PercentText.decode(blanks).flatMap { String(validating: $0, as: UTF8.self) }
    }
}

/// Parses `multipart/form-data`: texts and files.
///
/// - Source: RFC 7578, RFC 2046 §5.1.
package enum Multipart {
    /// A part of the form. The values of a text and of a file are not told apart by their bytes: a browser names a
    /// file.
    package struct Part: Hashable, Sendable {
        package let name: String
        /// Nil for a text.
        package let fileName: String?
        package let content: [UInt8]

        /// The content as text; nil if it is not UTF-8.
        package var text: String? { String(validating: content, as: UTF8.self) }
    }

    /// Why a body is not a form.
    package struct ParsingError: Error, Hashable {
        package let reason: String
    }

    /// The maximum number of parts.
    package static let mostParts = 100

    private static let lineEnd = Array("\r\n".utf8)
    private static let headEnd = Array("\r\n\r\n".utf8)

    /// The parts in order.
    package static func parts(of body: [UInt8], contentType: String) throws(ParsingError) -> [Part] {
        guard let boundary = parameter("boundary", of: contentType), (1...70).contains(boundary.utf8.count) else {
            throw ParsingError(reason: "it has no boundary")
        }
        let opening = Array("--\(boundary)".utf8)
        let delimiter = lineEnd + opening
        // The first delimiter needs no preceding line break.
        let first = body.starts(with: opening) ? opening.count : find(delimiter, in: body, from: 0)?.upperBound
        guard var start = first else { throw ParsingError(reason: "its boundary is not in it") }
        var parts: [Part] = []
        while !body[start...].starts(with: "--".utf8) {
            guard parts.count < mostParts else { throw ParsingError(reason: "it has too many parts") }
            guard body[start...].starts(with: lineEnd), let end = find(delimiter, in: body, from: start) else {
                throw ParsingError(reason: "a part has no end")
            }
            parts.append(try part(body[start..<end.lowerBound]))
            start = end.upperBound
        }
        return parts
    }

    /// - Parameter bytes: from the end of the delimiter's line to the start of the next delimiter.
    private static func part(_ bytes: ArraySlice<UInt8>) throws(ParsingError) -> Part {
        guard let end = find(headEnd, in: Array(bytes.prefix(4096)), from: 0),
            let head = String(validating: bytes.prefix(end.lowerBound), as: UTF8.self)
        else { throw ParsingError(reason: "a part has no head") }
        let lines = head.split(separator: "\r\n")
        let disposition = lines.first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let disposition, let name = parameter("name", of: String(disposition)) else {
            throw ParsingError(reason: "a part has no name")
        }
        let part = Part(
            name: name, fileName: parameter("filename", of: String(disposition)),
            content: Array(bytes.dropFirst(end.upperBound)))
        guard part.fileName != nil || part.text != nil else { throw ParsingError(reason: "a text is not UTF-8") }
        return part
    }

    /// A parameter `value` or `"value"` after `; name=`.
    private static func parameter(_ name: String, of header: String) -> String? {
        for part in header.split(separator: ";").dropFirst() {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0].filter({ !$0.isWhitespace }).lowercased() == name else { continue }
            let value = sides[1].drop { $0 == " " }
            guard value.first == "\"" else { return String(value.prefix { $0 != " " }) }
            return String(value.dropFirst().prefix { $0 != "\"" })
        }
        return nil
    }

    /// The place of `wanted`, which must not be empty, at or after `start`.
    private static func find(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Range<Int>? {
        bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count >= wanted.count else { return nil }
            var at = start
            while at <= bytes.count - wanted.count {
                if bytes[at] == wanted[0], wanted.indices.allSatisfy({ bytes[at + $0] == wanted[$0] }) {
                    return at..<at + wanted.count
                }
                at += 1
            }
            return nil
        }
    }
}
