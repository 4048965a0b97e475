// SPDX-License-Identifier: Apache-2.0

package import Codec
package import StellarXDR

/// An address of another chain than Stellar.
package enum ChainAddress: Hashable, Sendable {
    case solana(SolanaAddress)
    case eip155(EthereumAddress)

    /// - Returns: nil for text that is not an address of this network.
    package init?(_ text: String, on network: ChainNetwork) { self.init(text, chain: network.chain) }

    /// - Returns: nil for text that is not an address of this chain, and for Stellar.
    package init?(_ text: String, chain: Chain) {
        switch chain {
        case .stellar: return nil
        case .solana:
            guard let address = SolanaAddress(text) else { return nil }
            self = .solana(address)
        case .eip155:
            guard let address = EthereumAddress(text) else { return nil }
            self = .eip155(address)
        }
    }

    package var chain: Chain {
        switch self {
        case .solana: .solana
        case .eip155: .eip155
        }
    }

    /// Base58, or `0x` with the checksum of EIP-55.
    package var text: String {
        switch self {
        case .solana(let address): address.text
        case .eip155(let address): address.text
        }
    }
}

/// What a vault tells the online side of its keys: name, chain and address of each, and nothing secret.
///
/// A JSON document, `{"format": "coldstar-accounts", "version": 1, "accounts": [{"name", "chain", "address",
/// "path"}]}`, as a file or in a QR code. It is not authenticated: an address from it is compared with the signer's
/// screen before money is sent to it.
package struct ChainAccounts: Hashable, Sendable {
    package struct Account: Hashable, Sendable {
        package let name: String
        package let identity: KeyIdentity
        /// Such as m/44'/501'/0'/0'; nil for a key without one.
        package let path: String?

        package init(name: String, identity: KeyIdentity, path: String?) {
            self.name = name
            self.identity = identity
            self.path = path
        }
    }

    package static let format = "coldstar-accounts"
    /// Maximum size of a document in bytes.
    package static let limit = 64 << 10
    private static let version: UInt64 = 1
    private static let longestText = 128

    package let accounts: [Account]

    package init(_ accounts: [Account]) { self.accounts = accounts }

    /// The addresses on other chains than Stellar.
    package var addresses: [ChainAddress] { accounts.compactMap(\.identity.address) }

    package var json: JSON {
        [
            "format": .string(Self.format), "version": .integer(Self.version),
            "accounts": .array(
                accounts.map { account in
                    [
                        "name": .string(account.name), "chain": .string(account.identity.chain.rawValue),
                        "address": .string(account.identity.text), "path": account.path.map(JSON.string) ?? .null,
                    ]
                }),
        ]
    }

    /// Parses a document; members that are not known are ignored.
    ///
    /// - Throws: for another format or version, a chain that is not known, and an address that is not one of its chain.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        guard bytes.count <= Self.limit else { throw .outOfRange(field: "document") }
        let fields = try JSON(parsing: bytes, maximumDepth: 8)
        guard try fields.string("format") == Self.format else {
            throw .wrongType(field: "format", expected: Self.format)
        }
        guard try fields.integer("version", as: UInt64.self) == Self.version else {
            throw .outOfRange(field: "version")
        }
        accounts = try fields.array("accounts").map { account throws(JSONError) in
            guard let chain = Chain(rawValue: try account.string("chain")) else {
                throw .wrongType(field: "chain", expected: "a known chain")
            }
            guard let identity = Self.identity(try account.string("address"), chain) else {
                throw .wrongType(field: "address", expected: "an address of \(chain.title)")
            }
            let path = try account.member("path")
            guard path == .null || path.asString != nil else { throw .wrongType(field: "path", expected: "a string") }
            return Account(
                name: String(try account.string("name").prefix(Self.longestText)), identity: identity,
                path: path.asString.map { String($0.prefix(Self.longestText)) })
        }
    }

    private static func identity(_ text: String, _ chain: Chain) -> KeyIdentity? {
        guard chain == .stellar else { return ChainAddress(text, chain: chain).map { .other($0) } }
        return (try? PublicKey(address: text)).map { .stellar($0) }
    }
}

/// What a key is known by: an account of Stellar, or an address of the other chain to which it is bound.
package enum KeyIdentity: Hashable, Sendable {
    case stellar(AccountID)
    case other(ChainAddress)

    package var chain: Chain {
        switch self {
        case .stellar: .stellar
        case .other(let address): address.chain
        }
    }

    /// The account of Stellar; nil for a key of another chain.
    package var account: AccountID? { if case .stellar(let account) = self { account } else { nil } }

    /// The address of another chain; nil for a key of Stellar.
    package var address: ChainAddress? { if case .other(let address) = self { address } else { nil } }

    /// The address, as its chain writes it.
    package var text: String {
        switch self {
        case .stellar(let account): account.address
        case .other(let address): address.text
        }
    }
}
