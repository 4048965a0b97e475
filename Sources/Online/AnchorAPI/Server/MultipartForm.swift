// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP

/// A `multipart/form-data` body with fields and files.
///
/// - Source: RFC 7578.
struct MultipartForm {
    private var body: [UInt8] = []
    private let boundary: String

    init() {
        var generator = SystemRandomNumberGenerator()
        // 128 random bits, which no content contains by chance.
        boundary = "coldstar-" + Hex.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    mutating func add(_ name: String, _ value: String) { add(name, Array(value.utf8), "") }

    mutating func add(_ name: String, file: [UInt8], named fileName: String, type: String) {
        add(name, file, "; filename=\"\(Self.escape(fileName))\"\r\nContent-Type: \(type)")
    }

    private mutating func add(_ name: String, _ content: [UInt8], _ more: String) {
        body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escape(name))\"\(more)\r\n\r\n".utf8
        body += content
        body += "\r\n".utf8
    }

    var header: HTTPHeader { HTTPHeader("Content-Type", "multipart/form-data; boundary=\(boundary)") }

    var bytes: [UInt8] { body + Array("--\(boundary)--\r\n".utf8) }

    /// The text with quotes and line breaks escaped as browsers do.
    private static func escape(_ text: String) -> String {
        text.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
