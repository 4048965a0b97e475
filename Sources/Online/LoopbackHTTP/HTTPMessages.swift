// SPDX-License-Identifier: Apache-2.0

/// A request of a client.
package struct HTTPRequest: Sendable {
    package let method: String
    /// As sent, with escapes; begins with a slash.
    package let path: String
    /// What follows the first question mark, as sent; empty if there is none.
    package let query: String
    package let headers: [(name: String, value: String)]
    /// Nil where it is larger than the handler's limit; empty where that is 0.
    package internal(set) var body: [UInt8]? = []

    /// The value of a header that may be there once; nil if it is missing or repeated.
    ///
    /// - Parameter name: in lower case.
    package func header(_ name: String) -> String? {
        var values = headers.lazy.filter { $0.name.lowercased() == name }.map(\.value).makeIterator()
        guard let value = values.next(), values.next() == nil else { return nil }
        return value
    }
}

/// The answer to a request. The server adds the length and what concerns the connection.
package struct HTTPResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Sent as it comes; the connection is closed at its end.
        case stream(ByteStream)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body
    /// Whether the connection ends with this response, and with it the requests that the client has already sent.
    package var endsConnection = false

    package init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package init(_ status: Int, headers: [(name: String, value: String)] = [], text: String = "") {
        self.init(status, headers: headers, body: .bytes(Array(text.utf8)))
    }

    var phrase: String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 303: "See Other"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Internal Server Error"
        }
    }

    /// The status line and the headers.
    ///
    /// - Parameter closes: whether the connection ends after this response.
    func head(closes: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(phrase)\r\n"
        for (name, value) in headers {
            // A line end in a value would begin another header.
            text += "\(name): \(String(decoding: value.utf8.filter { $0 >= 0x20 }, as: UTF8.self))\r\n"
        }
        if case .bytes(let bytes) = body, status != 204, status != 304 { text += "Content-Length: \(bytes.count)\r\n" }
        if closes { text += "Connection: close\r\n" }
        return Array((text + "\r\n").utf8)
    }
}

/// Answers requests, each on the thread of its connection, which may be kept waiting. Many at the same time.
package protocol HTTPHandler: Sendable {
    /// The largest body in bytes that is read for a request; its own `body` is still empty. With 0, none is read.
    func bodyLimit(of request: HTTPRequest) -> Int

    func answer(to request: HTTPRequest) -> HTTPResponse
}

/// The request line and the headers of an HTTP/1.1 request, strictly.
///
/// - Source: RFC 9112 §3 and §5, RFC 9110 §5. Refused although a server may accept it: a target other than a path, line
///   ends without a carriage return, folded headers, and a body whose length is not stated.
struct RequestHead {
    /// Why a request cannot be answered.
    struct ParsingError: Error, Hashable {
        let status: Int
        let text: String

        init(_ status: Int, _ text: String) {
            self.status = status
            self.text = text
        }
    }

    /// The maximum size of a head in bytes, with the empty line at its end.
    static let limit = 16 << 10
    static let mostHeaders = 100
    /// The length of the empty line at the end, with the line end before it.
    static let end = 4

    let request: HTTPRequest
    /// The length of the body in bytes.
    let length: Int
    /// Whether the client keeps the connection after the response.
    let keepsAlive: Bool
    /// Whether the client waits for a word before it sends the body.
    let awaitsContinue: Bool

    /// - Parameter bytes: all before the empty line, with the line end of the last header.
    init(parsing bytes: ArraySlice<UInt8>) throws(ParsingError) {
        var lines = Lines(bytes)
        guard let first = try lines.next() else { throw Self.malformed }
        let parts = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(Self.isToken),
            parts[1].first == UInt8(ascii: "/"), parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else { throw Self.malformed }
        guard parts[2].starts(with: "HTTP/".utf8) else { throw Self.malformed }
        let version = Self.text(parts[2])
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            throw ParsingError(505, "Only HTTP/1.1 is understood.")
        }
        var headers: [(name: String, value: String)] = []
        while let line = try lines.next() {
            guard headers.count < Self.mostHeaders else {
                throw ParsingError(431, "There are more than \(Self.mostHeaders) headers.")
            }
            headers.append(try Self.header(line))
        }
        let target = parts[1].split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        request = HTTPRequest(
            method: Self.text(parts[0]), path: Self.text(target[0]),
            query: target.count > 1 ? Self.text(target[1]) : "",
            headers: headers)
        length = try Self.length(of: headers)
        let connection = Self.values("connection", headers).flatMap { $0.lowercased().split(separator: ",") }
        keepsAlive = version == "HTTP/1.1" && !connection.contains { $0.filter { $0 != " " } == "close" }
        awaitsContinue =
            version == "HTTP/1.1" && Self.values("expect", headers).contains { $0.lowercased() == "100-continue" }
    }

    private static let malformed = ParsingError(400, "This is not an HTTP request.")

    private static func values(_ name: String, _ headers: [(name: String, value: String)]) -> [String] {
        headers.filter { $0.name.lowercased() == name }.map(\.value)
    }

    private static func length(of headers: [(name: String, value: String)]) throws(ParsingError) -> Int {
        guard values("transfer-encoding", headers).isEmpty else {
            throw ParsingError(501, "A body must state its length with Content-Length.")
        }
        let stated = values("content-length", headers)
        guard let text = stated.first else { return 0 }
        guard stated.count == 1, !text.isEmpty, text.utf8.count <= 18,
            text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }), let length = Int(text)
        else { throw malformed }
        return length
    }

    private static func header(_ line: ArraySlice<UInt8>) throws(ParsingError) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(isToken)
        else { throw malformed }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let value = line[(colon + 1)...].drop(while: isBlank)
        let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else { throw malformed }
        return (text(line[..<colon]), text(value[..<end]))
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private struct Lines {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        /// The next line, without its end; nil after the last.
        mutating func next() throws(ParsingError) -> ArraySlice<UInt8>? {
            guard !rest.isEmpty else { return nil }
            guard let end = rest.firstIndex(where: { $0 == 13 || $0 == 10 }), rest[end] == 13,
                rest.index(after: end) < rest.endIndex, rest[end + 1] == 10
            else { throw malformed }
            defer { rest = rest[(end + 2)...] }
            return rest[..<end]
        }
    }
}
