// SPDX-License-Identifier: Apache-2.0

import Codec
import ColdstarOnline
import ColdstarStellar
import Foundation
import Handoff
import Stellar
import StellarXDR
import TestSupport

/// A client with a folder of its own, removed with the value, and the keys that would be on the offline machine.
final class Office {
    /// A key that is the same in every run.
    struct Key {
        private let key: TestKey
        let account: Account

        init(_ name: String) {
            key = TestKey("online test \(name)")
            account = Account(MuxedAccount(key.id))
        }

        /// The signed envelope in base64.
        func sign(_ transaction: ColdstarStellar.Transaction, on network: Stellar.Network = .testnet) throws -> String {
            let signature = key.sign(transaction.value.hash(on: network))
            return ColdstarStellar.Transaction(try transaction.value.adding(signature)).text(.xdr)
        }

        /// The signer's response: the signature alone.
        func respond(to request: ColdstarOnline.SigningRequest) throws -> String { try respond(to: request.hash) }

        /// The signer's response to a request to sign a message.
        func respond(to request: ColdstarOnline.MessageRequest) throws -> String { try respond(to: request.hash) }

        private func respond(to hash: ColdstarStellar.TransactionHash) throws -> String {
            let hash = hash.value
            guard
                let signature = ResponseSignature(
                    publicKey: .ed25519(key.id.key), signature: key.sign(hash.bytes).bytes)
            else { preconditionFailure("a signature has 64 bytes") }
            return SigningResponse(id: nil, hash: hash, signatures: [signature]).json.text()
        }
    }

    static let alice = Key("alice")
    static let bob = Key("bob")
    static let stranger = Key("stranger")
    static let anchor = Key("anchor")

    private let temporary = TemporaryFolder()
    var folder: String { temporary.path("online") }
    let network = RecordedNetwork([
        alice.account.address: "100.0000000", bob.account.address: "5.0000000",
    ])

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
