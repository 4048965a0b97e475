// SPDX-License-Identifier: Apache-2.0

/// A URL that requests may be sent to: https, or http when the host is this machine.
///
/// The type enforces the rule: no value can break it, whether the text comes from the command line, a server's link or
/// a redirect. Parsing is strict, so that the host that was checked is the host that libcurl connects to: no user
/// information, no escapes or non-ASCII in the host, no short or hexadecimal IPv4 forms.
///
/// - Source: RFC 3986, narrowed.
package struct HTTPURL: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable {
        case http, https
    }

    package let scheme: Scheme
    /// The host in lower case; an IPv6 address without its brackets.
    package let host: String
    /// The port as written; nil for the scheme's default.
    package let port: UInt16?
    /// Whether the host is in 127.0.0.0/8, ::1 or localhost.
    package let isLoopback: Bool
    /// The whole URL.
    package let text: String
    /// The byte offsets in the text at which the path begins and ends.
    private let pathStart: Int
    private let pathEnd: Int

    static let maximumLength = 8192

    /// - Throws: `HTTPURLError`; offsets are in bytes of the text.
    package init(_ text: String) throws(HTTPURLError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumLength else { throw .tooLong(limit: Self.maximumLength) }
        if let offset = bytes.firstIndex(where: { $0 >= 0x80 }) { throw .notASCII(offset: offset) }
        if let offset = bytes.firstIndex(where: { !(0x21...0x7e).contains($0) }) { throw .notPrintable(offset: offset) }
        let (scheme, start) = try Self.scheme(of: bytes)
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        let authority = bytes[start..<end]
        guard !authority.contains(UInt8(ascii: "@")) else { throw .userInformation }
        let (host, port) = try HostAndPort.parse(authority)
        isLoopback = HostAndPort.isLoopback(host)
        guard scheme == .https || isLoopback else { throw .insecure(host: host) }
        let (path, query) = try Self.pathAndQuery(of: bytes, from: end)
        self.scheme = scheme
        self.host = host
        self.port = port
        let origin = "\(scheme.rawValue)://\(Self.authority(host, port))"
        pathStart = origin.utf8.count
        pathEnd = pathStart + path.utf8.count
        self.text = Self.text(origin + path, query)
    }

    /// - Parameter upToQuery: the text up to the query; begins like the base, up to its path.
    private init(_ base: HTTPURL, upToQuery: String, query: String?) {
        scheme = base.scheme
        host = base.host
        port = base.port
        isLoopback = base.isLoopback
        pathStart = base.pathStart
        pathEnd = upToQuery.utf8.count
        text = Self.text(upToQuery, query)
    }

    /// The path, beginning with `/`; escapes as written.
    package var path: String { String(Substring(text.utf8.prefix(pathEnd).dropFirst(pathStart))) }

    /// The query without the `?`; escapes as written.
    package var query: String? {
        text.utf8.count > pathEnd ? String(Substring(text.utf8.dropFirst(pathEnd + 1))) : nil
    }

    private var upToQuery: String { String(Substring(text.utf8.prefix(pathEnd))) }

    /// Compares the text, from which all other properties follow.
    package static func == (a: HTTPURL, b: HTTPURL) -> Bool { a.text == b.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The host and, if one was written, the port, as they appear in the URL: names a server to the user.
    package var authority: String { Self.authority(host, port) }

    private static func authority(_ host: String, _ port: UInt16?) -> String {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }

    private static func text(_ upToQuery: String, _ query: String?) -> String {
        query.map { "\(upToQuery)?\($0)" } ?? upToQuery
    }

    /// Whether scheme, host and effective port are equal.
    package func hasSameOrigin(as other: HTTPURL) -> Bool {
        scheme == other.scheme && host == other.host && effectivePort == other.effectivePort
    }

    private var effectivePort: UInt16 { port ?? (scheme == .https ? 443 : 80) }

    /// The URL with path segments appended, encoded and joined with `/`; the query replaces the current one.
    package func appending(_ segments: String..., query: [(name: String, value: String)] = []) -> HTTPURL {
        appending(segments, query: query)
    }

    package func appending(_ segments: [String], query: [(name: String, value: String)]) -> HTTPURL {
        precondition(segments.allSatisfy { $0 != "." && $0 != ".." })
        var text = upToQuery
        for segment in segments {
            if text.utf8.last != UInt8(ascii: "/") { text += "/" }
            text += PercentEncoding.encode(segment)
        }
        return HTTPURL(self, upToQuery: text, query: query.isEmpty ? nil : PercentEncoding.pairs(query))
    }

    /// The URL with pairs appended to its query.
    package func adding(query pairs: [(name: String, value: String)]) -> HTTPURL {
        let more = PercentEncoding.pairs(pairs)
        return HTTPURL(self, upToQuery: upToQuery, query: query.map { $0.isEmpty ? more : "\($0)&\(more)" } ?? more)
    }

    private static func scheme(of bytes: [UInt8]) throws(HTTPURLError) -> (Scheme, Int) {
        for scheme in [Scheme.https, .http] {
            let prefix = Array((scheme.rawValue + "://").utf8)
            if bytes.prefix(prefix.count).elementsEqual(prefix, by: { lowercase($0) == $1 }) {
                return (scheme, prefix.count)
            }
        }
        throw .unsupportedScheme
    }

    private static func pathAndQuery(of bytes: [UInt8], from start: Int) throws(HTTPURLError) -> (String, String?) {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "#") { throw .fragment(offset: index) }
            guard isPathByte(byte) else { throw .badPath(offset: index) }
            if byte == UInt8(ascii: "%") {
                let digits = bytes[(index + 1)...].prefix(2)
                guard digits.count == 2, digits.allSatisfy(isHexDigit) else { throw .badPath(offset: index) }
            }
            index += 1
        }
        let question = bytes[start...].firstIndex(of: UInt8(ascii: "?"))
        let path = bytes[start..<(question ?? bytes.endIndex)]
        if let dots = dotSegment(in: path) { throw .badPath(offset: dots) }
        let query = question.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
        return (path.isEmpty ? "/" : String(decoding: path, as: UTF8.self), query)
    }

    /// The offset of a `.` or `..` segment, escaped or not: clients and servers disagree on how to resolve such a path.
    private static func dotSegment(in path: ArraySlice<UInt8>) -> Int? {
        for segment in path.split(separator: UInt8(ascii: "/")) {
            let text = String(decoding: segment, as: UTF8.self).lowercased().replacing("%2e", with: ".")
            if text == "." || text == ".." { return segment.startIndex }
        }
        return nil
    }

    private static func isPathByte(_ byte: UInt8) -> Bool {
        PercentEncoding.isUnreserved(byte) || "/?%:@!$&'()*+,;=".utf8.contains(byte)
    }

    /// ASCII letters only: setting the lower-case bit alone would turn control characters into digits.
    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        switch lowercase(byte) {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}

/// Why a text is not an accepted URL. The text itself is not repeated: it may contain a password.
package enum HTTPURLError: Error, Hashable {
    case tooLong(limit: Int)
    case notASCII(offset: Int)
    /// A space or a control character.
    case notPrintable(offset: Int)
    /// Neither `https://` nor `http://` at the start.
    case unsupportedScheme
    /// http to a host that is not this machine.
    case insecure(host: String)
    /// `user@` or `user:password@` before the host.
    case userInformation
    case badHost
    case badPort
    /// A byte that is not allowed in a path or query, a `%` without two hex digits, or a `.` or `..` segment.
    case badPath(offset: Int)
    case fragment(offset: Int)

    package var message: String {
        switch self {
        case .tooLong(let limit): "a URL of more than \(limit) characters"
        case .notASCII(let offset): "a character that is not ASCII at byte \(offset) of the URL"
        case .notPrintable(let offset): "a blank or control character at byte \(offset) of the URL"
        case .unsupportedScheme: "a URL must begin with https://"
        case .insecure(let host): "http is for this machine only, \(host) needs https"
        case .userInformation: "a URL with a user name or password"
        case .badHost: "the URL's host is not a valid name or address"
        case .badPort: "the URL's port is not a number from 1 to 65535"
        case .badPath(let offset): "a wrong character, escape or dot segment at byte \(offset) of the URL"
        case .fragment(let offset): "a fragment (#) at byte \(offset) of the URL"
        }
    }
}
