// SPDX-License-Identifier: Apache-2.0

/// Parses `multipart/form-data`: texts and files.
///
/// - Source: RFC 7578, RFC 2046 §5.1.
enum Multipart {
    private static let lineEnd = Array("\r\n".utf8)
    private static let headEnd = Array("\r\n\r\n".utf8)

    static func parts(of body: [UInt8], contentType: String) throws(AnchorRefusal) -> [(String, Fields.Value)] {
        guard let boundary = parameter("boundary", of: contentType), (1...70).contains(boundary.utf8.count) else {
            throw broken("it has no boundary")
        }
        let delimiter = lineEnd + Array("--\(boundary)".utf8)
        // The first delimiter needs no preceding line break.
        let text = lineEnd + body
        guard let first = find(delimiter, in: text, from: 0) else { throw broken("its boundary is not in it") }
        var parts: [(String, Fields.Value)] = []
        var start = first + delimiter.count
        while !text[start...].starts(with: "--".utf8) {
            guard parts.count < Fields.most else { throw broken("it has too many parts") }
            guard text[start...].starts(with: lineEnd), let end = find(delimiter, in: text, from: start) else {
                throw broken("a part has no end")
            }
            parts.append(try part(text[start..<end]))
            start = end + delimiter.count
        }
        return parts
    }

    /// - Parameter bytes: from the end of the delimiter's line to the start of the next delimiter.
    private static func part(_ bytes: ArraySlice<UInt8>) throws(AnchorRefusal) -> (String, Fields.Value) {
        guard let end = find(headEnd, in: Array(bytes.prefix(4096)), from: 0),
            let head = String(validating: bytes.prefix(end), as: UTF8.self)
        else { throw broken("a part has no head") }
        let lines = head.split(separator: "\r\n")
        let disposition = lines.first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let disposition, let name = parameter("name", of: String(disposition)) else {
            throw broken("a part has no name")
        }
        let content = bytes.dropFirst(end + headEnd.count)
        if parameter("filename", of: String(disposition)) != nil { return (name, .file(UploadedFile(content))) }
        guard let text = String(validating: content, as: UTF8.self) else { throw broken("a text is not UTF-8") }
        return (name, .text(text))
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

    /// The position of `wanted`, which must not be empty, at or after `start`.
    private static func find(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count >= wanted.count else { return nil }
            var at = start
            while at <= bytes.count - wanted.count {
                if bytes[at] == wanted[0], wanted.indices.allSatisfy({ bytes[at + $0] == wanted[$0] }) { return at }
                at += 1
            }
            return nil
        }
    }

    private static func broken(_ reason: String) -> AnchorRefusal {
        AnchorRefusal("The multipart body does not decode: \(reason).")
    }
}
