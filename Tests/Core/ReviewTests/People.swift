// SPDX-License-Identifier: Apache-2.0

import Crypto
import Review
import Stellar
import StellarXDR

/// A person whose key is derived from the name.
struct Person: ItemSigner {
    let name: String
    /// Derived once: tests ask for it all the time.
    let account: AccountID

    init(name: String) {
        self.name = name
        guard let seed = try? Self.seed(of: name), let bytes = try? Ed25519.publicKey(seed: seed),
            let key = Uint256(bytes)
        else { preconditionFailure("a test's key") }
        account = .ed25519(key)
    }

    private static func seed(of name: String) throws(SodiumError) -> SecretBytes {
        var seed = try SecretBytes(count: 32)
        let bytes = SHA256.hash(Array("review tests \(name)".utf8))
        seed.withMutableBytes { $0.copyBytes(from: bytes) }
        return seed
    }

    func seed() throws(SodiumError) -> SecretBytes { try Self.seed(of: name) }

    var identity: KeyIdentity { .stellar(account) }

    /// A person with the same key on Solana.
    var onSolana: SolanaPerson { SolanaPerson(person: self) }

    func sign(_ message: ChainMessage) throws(SodiumError) -> [UInt8] { throw .cannotOpen }

    var muxed: MuxedAccount { MuxedAccount(account) }

    func muxed(_ id: UInt64) -> MuxedAccount {
        .muxedEd25519(MuxedAccountMed25519(id: id, ed25519: account.key))
    }

    var recipient: RecipientAddress { RecipientAddress(muxed) }

    func recipient(_ id: UInt64) -> RecipientAddress { RecipientAddress(muxed(id)) }

    func sign(_ item: Signable) throws(SodiumError) -> [UInt8] { try sign(item.bytes) }

    func sign(_ bytes: [UInt8]) throws(SodiumError) -> [UInt8] { try Ed25519.sign(bytes, seed: try seed()) }
}

/// A person whose key is bound to Solana.
struct SolanaPerson: ItemSigner {
    let person: Person

    var address: ChainAddress { .solana(SolanaAddress(publicKey: person.account.key.bytes)) }
    var identity: KeyIdentity { .other(address) }

    /// Signs whatever it is given: what protects the key is in front of it.
    func sign(_ item: Signable) throws(SodiumError) -> [UInt8] { try person.sign(item) }

    func sign(_ message: ChainMessage) throws(SodiumError) -> [UInt8] { try person.sign(message.bytes) }
}

let alice = Person(name: "alice")
let bob = Person(name: "bob")
let carol = Person(name: "carol")
let issuer = Person(name: "issuer")
let mallory = Person(name: "mallory")

/// The fixed current time: 2026-09-21T14:13:20Z.
let now = Timestamp(1_790_000_000)
let hour: UInt64 = 3600
let day: UInt64 = 86400

func asset(_ code: String, of person: Person = issuer) -> Asset {
    guard let asset = try? Asset(code: code, issuer: person.account) else { preconditionFailure("a test's asset") }
    return asset
}

let usdc = asset("USDC")

func units(_ text: String) -> Int64 {
    guard let amount = try? Amount(text) else { preconditionFailure("a test's amount") }
    return amount.stroops
}

func bytes<let max: Int>(_ text: String) -> Opaque<max> {
    guard let bytes = Opaque<max>(Array(text.utf8)) else { preconditionFailure("a test's text") }
    return bytes
}

func hash(_ byte: UInt8) -> Hash {
    guard let hash = Hash(Array(repeating: byte, count: 32)) else { preconditionFailure("32 bytes") }
    return hash
}

func bounded<Element, let max: Int>(_ elements: [Element]) -> BoundedArray<Element, max> {
    guard let array = BoundedArray<Element, max>(elements) else { preconditionFailure("a test's list") }
    return array
}
