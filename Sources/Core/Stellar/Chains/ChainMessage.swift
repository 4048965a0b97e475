// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
import StellarXDR

/// A message that a key of another chain should sign, and who asks for it. Only its bytes are signed; the rest is
/// claimed.
package struct ChainMessage: Hashable, Sendable {
    package let network: ChainNetwork
    package let address: ChainAddress
    package let scheme: MessageScheme
    /// The web origin that asks, such as `https://transfer.meso.network`.
    package let origin: String
    /// What it is for, such as "wallet verification".
    package let purpose: String
    /// The last moment at which the asking page accepts a response; nil if it did not say.
    package let expires: Timestamp?
    package let bytes: [UInt8]

    /// - Precondition: the address and the scheme are of the network's chain.
    package init(
        network: ChainNetwork, address: ChainAddress, scheme: MessageScheme, origin: String, purpose: String,
        expires: Timestamp? = nil, bytes: [UInt8]
    ) {
        precondition(address.chain == network.chain, "the address is of the network's chain")
        precondition(MessageScheme(of: network.chain) == scheme, "a chain has one scheme")
        self.network = network
        self.address = address
        self.scheme = scheme
        self.origin = origin
        self.purpose = purpose
        self.expires = expires
        self.bytes = bytes
    }

    /// What identifies the message: for `solana-raw` its SHA-256, for `eip191` the hash that is signed.
    package var hash: TransactionHash {
        switch scheme {
        case .solanaRaw: TransactionHash(Hash(sha256: bytes))
        case .eip191:
            TransactionHash(Hash(EIP191.hash(bytes)) ?? { preconditionFailure("Keccak-256 has 32 bytes") }())
        }
    }
}

extension ChainMessage {
    /// Bytes.
    package static let limit = 4096

    /// The first reason not to sign the message, the most dangerous first; nil if there is none.
    ///
    /// The signature of a Solana key covers nothing but the bytes, so that what they could also be decides. Whether the
    /// request has expired, was answered before, or is for this key, is not judged here.
    package var fault: ChainMessageError? { rawFault ?? textFault ?? signInFault }

    /// What the bytes are to something that is not a person.
    private var rawFault: ChainMessageError? {
        if let wire = SolanaWire(bytes) { return .solana(wire) }
        if bytes.starts(with: [0xff] + Array("solana offchain".utf8)) { return .offChainPrefix }
        if case .solana(let own) = address, bytes.contains(own.publicKey) { return .ownPublicKey }
        if bytes.count == 32 { return .hashLength }
        if bytes.count > Self.limit { return .tooLong(bytes.count) }
        return SolanaWire(text: bytes).map { .encodedSolana($0) }
    }

    /// What a person does not see.
    private var textFault: ChainMessageError? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return .notUTF8 }
        let scalars = text.unicodeScalars
        if scalars.allSatisfy({ $0.properties.isWhitespace }) { return .blank }
        if let first = bytes.first, Self.plainControls.contains(first) { return .leadingControl }
        for scalar in scalars {
            if scalar.properties.generalCategory == .control {
                guard UInt8(exactly: scalar.value).map(Self.plainControls.contains) == true else {
                    return .control(scalar)
                }
            } else if scalar == "\u{fffd}" {
                return .replacementCharacter
            } else if HiddenCharacter.contains(scalar) {
                return .hidden(scalar)
            }
        }
        return nil
    }

    /// Tab, line feed, carriage return.
    private static let plainControls: [UInt8] = [0x09, 0x0a, 0x0d]

    private var signInFault: ChainMessageError? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let signIn = SignInText(text) else { return SignInText.isSuspected(in: text) ? .malformedSignIn : nil }
        if signIn.chain != network.chain { return .signInForOtherChain(signIn.chain.title) }
        if ChainAddress(signIn.address, on: network) != address { return .signInForOtherAddress(signIn.address) }
        if let named = signIn.chainID, !network.signInNames.contains(where: named.utf8.elementsEqual) {
            return .signInForOtherChain(named)
        }
        return nil
    }
}

extension ChainNetwork {
    /// What sign-in texts write after `Chain ID:`.
    ///
    /// - Source: EIP-4361 for numbers; Phantom's Sign In With Solana for names.
    fileprivate var signInNames: [String.UTF8View] {
        let reference = String(caip2.drop { $0 != ":" }.dropFirst())
        let names = chain == .solana ? [caip2, "mainnet", "mainnet-beta", "solana:mainnet"] : []
        return ([reference] + names).map(\.utf8)
    }
}

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
        if EthereumTransactionShape.contains(bytes) { notices.append(.ethereumTransaction) }
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

/// Why no key signs a message of another chain.
package enum ChainMessageError: Hashable, Fault {
    /// Bytes that a validator of Solana would accept.
    case solana(SolanaWire)
    /// The text of such bytes.
    case encodedSolana(SolanaWire)
    /// Solana's off-chain messages are another scheme, which hardware wallets show.
    case offChainPrefix
    /// The raw bytes of the signer's own public key, as every transaction of Solana contains them.
    case ownPublicKey
    /// 32 bytes, as a hash: a Stellar transaction is signed by its hash, without a prefix.
    case hashLength
    case tooLong(Int)
    case notUTF8
    case blank
    case control(Unicode.Scalar)
    case replacementCharacter
    /// It begins with a tab or a line end, which could be the number of signers of a Solana message.
    case leadingControl
    case hidden(Unicode.Scalar)
    case malformedSignIn
    case signInForOtherChain(String)
    case signInForOtherAddress(String)

    package var kind: FaultKind { .refused }

    package var message: String {
        switch self {
        case .solana(.message): "the message is a Solana transaction without its signatures"
        case .solana(.transaction): "the message is a Solana transaction"
        case .encodedSolana: "the message is a Solana transaction in base58, base64 or hexadecimal"
        case .offChainPrefix: "the message begins with the prefix of Solana's off-chain messages"
        case .ownPublicKey: "the message contains the bytes of the key's own public key, as a Solana transaction does"
        case .hashLength: "the message has 32 bytes, like the hash of a transaction"
        case .tooLong(let count): "the message has \(count) bytes; the limit is \(ChainMessage.limit)"
        case .notUTF8: "the message is not valid UTF-8"
        case .blank: "the message is empty or blank"
        case .control(let scalar): "the message contains the control character \(HiddenCharacter.name(of: scalar))"
        case .replacementCharacter: "the message contains U+FFFD, which replaces damaged text"
        case .leadingControl: "the message begins with a tab or a line end"
        case .hidden(let scalar):
            "the message contains the invisible or reordering character \(HiddenCharacter.name(of: scalar))"
        case .malformedSignIn: "the message looks like a sign-in text, but does not have the form of one"
        case .signInForOtherChain(let found): "the sign-in text is for another chain: \(Self.shown(found))"
        case .signInForOtherAddress(let found): "the sign-in text is for another address: \(Self.shown(found))"
        }
    }

    package var hint: Wording? {
        switch self {
        case .solana, .encodedSolana, .ownPublicKey, .offChainPrefix, .hashLength:
            "the signature could be used for more than the asking site says; do not trust the site"
        case .signInForOtherAddress, .signInForOtherChain:
            "the signature would not sign you in; start again with this key's address and network"
        case .tooLong, .notUTF8, .blank, .control, .replacementCharacter, .leadingControl, .hidden, .malformedSignIn:
            nil
        }
    }

    private static func shown(_ text: String) -> String { TerminalText.escape(text.utf8.prefix(80)) }
}

/// What a person should know before a message of another chain is signed. None of it is a reason to refuse.
package enum ChainMessageNotice: Hashable, Sendable {
    /// A sign-in text for another site than the one that asks.
    case otherDomain(domain: String, origin: String)
    /// The domain of a sign-in text has letters outside ASCII, written out or as `xn--`.
    case internationalDomain(String)
    /// An address of the same chain that is not the signer's.
    case otherAddress(String)
    /// The message has the structure of an Ethereum transaction.
    case ethereumTransaction

    /// One lower-case line.
    package var message: String {
        switch self {
        case .otherDomain(let domain, let origin):
            "the sign-in text is for \(Self.shown(domain)), but \(Self.shown(origin)) asks for the signature"
        case .internationalDomain(let domain):
            "the domain \(Self.shown(domain)) has letters outside ASCII and may imitate another"
        case .otherAddress(let address): "the message names an address that is not the key's: \(Self.shown(address))"
        case .ethereumTransaction: "the message looks like an Ethereum transaction"
        }
    }

    private static func shown(_ text: String) -> String { TerminalText.escape(text.utf8.prefix(120)) }
}

/// How a message is turned into what is signed.
package enum MessageScheme: String, Hashable, Sendable, CaseIterable {
    /// Ed25519 over the bytes as they are, as wallets of Solana do it.
    case solanaRaw = "solana-raw"
    /// ECDSA over the Keccak-256 of the bytes behind a prefix (`personal_sign`).
    case eip191 = "eip191"

    /// The one scheme of a chain; nil for Stellar, whose messages are signed as in SEP-53.
    package init?(of chain: Chain) {
        switch chain {
        case .stellar: return nil
        case .solana: self = .solanaRaw
        case .eip155: self = .eip191
        }
    }
}
