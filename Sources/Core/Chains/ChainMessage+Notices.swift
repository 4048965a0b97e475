// SPDX-License-Identifier: Apache-2.0

extension ChainMessage {
    /// What to point out to the person who decides, in order of weight. Only meaningful if `fault` is nil.
    package var notices: [ChainMessageNotice] {
        let text = String(decoding: bytes, as: UTF8.self)
        var notices: [ChainMessageNotice] = []
        if let signIn = SignInText(text) {
            if !Self.isSite(signIn, of: origin) {
                notices.append(.otherDomain(domain: signIn.domain, origin: origin))
            }
            if Self.isInternational(signIn.domain) { notices.append(.internationalDomain(signIn.domain)) }
        }
        if EthereumTransactionLook.contains(bytes) { notices.append(.ethereumTransaction) }
        return notices + otherAddresses(in: bytes).map { .otherAddress($0) }
    }

    // MARK: domains

    private static let ports = ["https": ":443", "http": ":80"]

    /// Whether a sign-in text is for the site that asks: the same host and port and, if it has one, the same scheme.
    private static func isSite(_ signIn: SignInText, of origin: String) -> Bool {
        let parts = origin.lowercased().split(separator: "://", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return false }
        let port = ports[parts[0]] ?? ""
        func plain(_ host: String) -> [UInt8] {
            Array((port.isEmpty || !host.hasSuffix(port) ? host : String(host.dropLast(port.count))).utf8)
        }
        return plain(parts[1]) == plain(signIn.domain.lowercased())
            && signIn.scheme.map { $0.lowercased() == parts[0] } ?? true
    }

    private static func isInternational(_ domain: String) -> Bool {
        domain.utf8.contains { $0 >= 0x80 }
            || domain.lowercased().split(separator: ".").contains { $0.hasPrefix("xn--") }
    }

    // MARK: addresses

    /// How many addresses are pointed out.
    private static let mostAddresses = 3

    /// The first few addresses of the signer's chain that are not its own, as the text writes them.
    private func otherAddresses(in text: [UInt8]) -> [String] {
        var found: [String] = []
        for word in text.split(whereSeparator: { !Self.isLetterOrDigit($0) }) {
            let word = String(decoding: word, as: UTF8.self)
            guard found.count < Self.mostAddresses, isOtherAddress(word), !found.contains(word) else { continue }
            found.append(word)
        }
        return found
    }

    private func isOtherAddress(_ word: String) -> Bool {
        switch address {
        case .solana:
            (32...44).contains(word.utf8.count) && ChainAddress(word, on: network).map { $0 != address } == true
        case .eip155:
            // In one case it has no checksum: one with a wrong checksum is meant as an address, too.
            word.utf8.count == 42 && word.lowercased() != address.text.lowercased()
                && EthereumAddress(word.lowercased()) != nil
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
