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
