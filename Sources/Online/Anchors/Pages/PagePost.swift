// SPDX-License-Identifier: Apache-2.0

/// A message event of the page, as its script saw it.
package struct PagePost: Hashable, Sendable {
    /// Which window sent it.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// The frame of the page.
        case frame
        /// The frame that was opened for an onboarding.
        case onboarding
        /// The window that the page opened.
        case window
        /// Anything else: another frame, an extension.
        case other
    }

    /// The page that forwards it: of two pages of one flow only the last one counts.
    package let page: String
    /// The text of the data, or the data as JSON.
    package let raw: String
    /// `event.origin`.
    package let origin: String
    package let source: Source

    package init(page: String, raw: String, origin: String, source: Source) {
        self.page = page
        self.raw = raw
        self.origin = origin
        self.source = source
    }
}

/// A web origin as a browser writes it: `https://transfer.meso.network`, without a path and without the scheme's own
/// port.
package struct WebOrigin: Hashable, Sendable {
    private static let loopback = ["127.0.0.1", "localhost", "[::1]"]

    package let scheme: String
    package let host: String
    /// Nil for the scheme's own port.
    package let port: UInt16?

    /// - Parameters:
    ///   - host: in lower case; an IPv6 address in brackets.
    ///   - port: the scheme's own is the same as none.
    package init(scheme: String, host: String, port: UInt16?) {
        self.scheme = scheme
        self.host = host
        self.port = port == Self.ownPort(of: scheme) ? nil : port
    }

    /// Parses an origin exactly as `event.origin` has it.
    ///
    /// - Returns: nil for anything else, such as `null`, an address with a path, or capitals.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), let colon = text.firstIndex(of: ":"),
            text[colon...].hasPrefix("://")
        else { return nil }
        let scheme = String(text[..<colon])
        guard scheme == "https" || scheme == "http" else { return nil }
        let rest = text[colon...].dropFirst(3)
        let named =
            rest.hasPrefix("[") ? rest.firstIndex(of: "]").map { rest.index(after: $0) } : rest.firstIndex(of: ":")
        let end = named ?? rest.endIndex
        let host = String(rest[..<end])
        guard !host.isEmpty, Self.isName(host) || host == "[::1]" else { return nil }
        guard end < rest.endIndex else {
            self.init(scheme: scheme, host: host, port: nil)
            return
        }
        let digits = rest[end...].dropFirst()
        guard rest[end] == ":", let port = UInt16(digits), port > 0, String(port) == digits,
            port != Self.ownPort(of: scheme)
        else { return nil }
        self.init(scheme: scheme, host: host, port: port)
    }

    private static func ownPort(of scheme: String) -> UInt16 { scheme == "https" ? 443 : 80 }

    private static func isName(_ host: String) -> Bool {
        host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }

    /// Whether it is a server on this machine.
    package var isLoopback: Bool { Self.loopback.contains(host) }

    package var text: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
}
