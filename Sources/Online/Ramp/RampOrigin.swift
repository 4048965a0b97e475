// SPDX-License-Identifier: Apache-2.0

package import Faults
import TextCodec

/// A web origin that may serve the frame: one of Meso's, or a server on this machine for tests.
package struct RampOrigin: Hashable, Sendable {
    private static let loopback = ["127.0.0.1", "localhost", "[::1]"]

    package let scheme: String
    package let host: String
    /// Nil for the scheme's own port.
    package let port: UInt16?

    init(scheme: String, host: String, port: UInt16?) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Parses an origin as a browser writes it: `https://transfer.meso.network`, without a path and without the default port.
    ///
    /// - Throws: `.badInput` for anything else, for a host that is not Meso's, and for http to another machine.
    package init(_ text: String) throws(Failure) {
        guard let origin = Self.parse(text) else {
            throw Failure(
                .badInput, "\(TerminalText.escape(text)) is not a web origin",
                hint: "an origin has a scheme and a host and nothing else: https://transfer.sandbox.meso.network")
        }
        guard origin.isLoopback || RampEnvironment.allCases.contains(where: { $0.origins.contains(origin) }) else {
            throw Failure(
                .badInput, "\(origin.text) is not an origin of Meso",
                hint: "the frame may come from transfer.* or api.* of meso.network, or for tests from this machine")
        }
        self = origin
    }

    private static func parse(_ text: String) -> RampOrigin? {
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
        let isName = host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard !host.isEmpty, isName || host == "[::1]" else { return nil }
        guard end < rest.endIndex else { return RampOrigin(scheme: scheme, host: host, port: nil) }
        let digits = rest[end...].dropFirst()
        guard rest[end] == ":", let port = UInt16(digits), port > 0, String(port) == digits,
            port != (scheme == "https" ? 443 : 80)
        else { return nil }
        return RampOrigin(scheme: scheme, host: host, port: port)
    }

    /// Whether it is a server on this machine.
    package var isLoopback: Bool { Self.loopback.contains(host) }

    /// The origin as a browser writes it.
    package var text: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
}
