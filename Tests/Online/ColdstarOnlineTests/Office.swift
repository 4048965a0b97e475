// SPDX-License-Identifier: Apache-2.0

import Codec
import ColdstarOnline
import ColdstarStellar
import Crypto
import Foundation
import Handoff
import Stellar
import StellarXDR

/// A client with a folder of its own, removed with the value, and the keys that would be on the offline machine.
final class Office {
    /// A key that is the same in every run.
    struct Key {
        private let seed: [UInt8]
        let account: Account

        init(_ name: String) {
            seed = SHA256.hash(Array("online test \(name)".utf8))
            do {
                let key = try Ed25519.publicKey(seed: try Self.secret(seed))
                account = Account(MuxedAccount(AccountID.ed25519(Uint256(key) ?? Uint256())))
            } catch { preconditionFailure("a seed has a public key") }
        }

        private static func secret(_ seed: [UInt8]) throws(SodiumError) -> SecretBytes {
            try SecretBytes(count: seed.count) { $0.copyBytes(from: seed) }
        }

        private func signature(_ hash: Stellar.TransactionHash) throws -> [UInt8] {
            try Ed25519.sign(hash.bytes, seed: try Self.secret(seed))
        }

        /// The signed envelope in base64.
        func sign(_ transaction: ColdstarStellar.Transaction, on network: Stellar.Network = .testnet) throws -> String {
            let bytes = try signature(transaction.value.hash(on: network))
            let decorated = DecoratedSignature(
                hint: account.value.account.hint, signature: Signature(bytes) ?? Signature())
            return ColdstarStellar.Transaction(try transaction.value.adding(decorated)).text(.xdr)
        }

        /// The signer's response: the signature alone.
        func respond(to request: ColdstarOnline.SigningRequest) throws -> String {
            let hash = request.hash.value
            guard
                let signature = ResponseSignature(
                    publicKey: .ed25519(account.value.account.key), signature: try signature(hash))
            else { preconditionFailure("a signature has 64 bytes") }
            return SigningResponse(id: nil, hash: hash, signatures: [signature]).json.text()
        }
    }

    static let alice = Key("alice")
    static let bob = Key("bob")
    static let stranger = Key("stranger")
    static let anchor = Key("anchor")

    let folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-\(UUID().uuidString)").path
    let network = RecordedNetwork([
        alice.account.address: "100.0000000", bob.account.address: "5.0000000",
    ])

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func client(on network: ColdstarStellar.Network = .testnet) throws -> OnlineClient {
        try OnlineClient(
            folder: folder, network: network, servers: self.network.servers, clock: Self.StillClock())
    }

    /// The present of the recorded network; only its monotonic seconds go on, so that waiting ends.
    struct StillClock: OnlineClock {
        var now: Int64 { Int64(RecordedNetwork.now) }
        var monotonic: UInt64 { SystemClock().monotonic }
        func sleep(_ seconds: UInt64) { SystemClock().sleep(seconds) }
    }

    var hasJournal: Bool { FileManager.default.fileExists(atPath: folder + "/journal.sqlite") }

    /// A payment to Bob.
    func payment(of amount: String = "10.5") throws -> TransactionOperation {
        .payment(of: try ColdstarStellar.Amount(parsing: amount), to: Self.bob.account)
    }

    /// A recorded request of Alice to pay Bob.
    func request(_ terms: TransactionTerms = TransactionTerms()) throws -> ColdstarOnline.SigningRequest {
        try client().request([try payment()], from: Self.alice.account, terms)
    }
}
