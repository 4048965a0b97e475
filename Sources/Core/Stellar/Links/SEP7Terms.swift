// SPDX-License-Identifier: Apache-2.0

/// The parameters that any link may have, whatever its operation.
package struct SEP7Terms: Hashable, Sendable {
    /// SEP-7's limits: characters of a message, and nested links.
    package static let messageLimit = 300
    package static let chainLimit = 7

    package let message: String?
    /// The https address that should receive the result. Never opened here.
    package let callback: String?
    /// The network that the link names; nil means the public network.
    package let namedNetwork: Network?
    package let origin: SEP7Origin?
    /// The link that this one forwards, as text; it must be valid, too.
    package let chain: String?

    init(_ query: SEP7Query, depth: Int) throws(SEP7Error) {
        origin = try SEP7Origin(query)
        message = try query.text("msg")
        if let message, message.unicodeScalars.count > Self.messageLimit {
            throw .tooLong("msg", limit: Self.messageLimit)
        }
        callback = try query.uri("callback").map(Self.address)
        let passphrase = try query.text("network_passphrase")
        if let passphrase, !(1...256).contains(passphrase.utf8.count) { throw .network }
        namedNetwork = passphrase.map(Network.init)
        chain = try query.uri("chain")
        guard let chain else { return }
        guard depth < Self.chainLimit else { throw .chainTooDeep(limit: Self.chainLimit) }
        do throws(SEP7Error) {
            _ = try SEP7Link(chain, depth: depth + 1)
        } catch {
            if case .chainTooDeep = error { throw error }
            throw .chain(error)
        }
    }

    /// The named network, or SEP-7's default, the public one.
    package var network: Network { namedNetwork ?? .public }

    /// The address after `url:`: https, with a host, in printable ASCII.
    private static func address(_ text: String) throws(SEP7Error) -> String {
        let start = "url:https://"
        guard text.hasPrefix(start), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { throw .callback }
        let host = text.dropFirst(start.count).prefix { !"/?#".contains($0) }
        guard !host.isEmpty, !host.contains("@"), !host.contains("\\") else { throw .callback }
        return String(text.dropFirst("url:".count))
    }
}
