// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Foundation
import Handoff
import Journal
import Stellar
import StellarXDR
import TextCodec

@testable import Building

/// A temporary online folder for one test, removed with this object, and the requests built in it.
final class Office {
    static let alice = "GDK36SR7ZTTRPMBYRPGCOSPLYFEK3GLJWI7UL3Q3MBP5LB3YK5VMI6ET"
    static let bob = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"
    static let issuer = "GC457CLNAUSJLWOHGRUD3VLBXKGOM3JJKKGMXPRJNR6BAJB5K3PXYX3Z"
    static let third = "GAJYLVS4MLQCWY6PFAYZC3CAPGVOVPWKT4LF235NGGYHNQAMV476HMRP"
    static let now = Timestamp(1_800_000_000)

    let folder = FileManager.default.temporaryDirectory.appending(path: "coldstar-office-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var context: OnlineContext { OnlineContext(folder: folder, servers: nil) { 1_800_000_000 } }

    /// A draft request by Alice on testnet, offline, with the sequence number 101.
    func request(_ change: (inout DraftRequest) -> Void = { _ in }) -> DraftRequest {
        var request = DraftRequest(context: context, network: NetworkChoice(.testnet), now: Self.now)
        request.source = Self.alice
        request.sequence = "101"
        change(&request)
        return request
    }

    /// The request for an operation.
    func build(
        _ operation: any OperationInput, _ change: (inout DraftRequest) -> Void = { _ in }
    ) throws -> BuiltRequest {
        var draft = try Draft(request(change))
        let body = try operation.body(in: &draft)
        return try draft.request(for: body, resources: try operation.resources())
    }

    func pay(_ destination: String = bob, _ amount: String = "1", asset: String = "native") -> PaymentInput {
        PaymentInput(destination: destination, asset: asset, amount: amount)
    }

    func keep(_ contacts: Contact...) throws { try Contacts(context.journal().store).keep(contacts, replacing: false) }
}

/// A request as a user's input.
func input(_ request: SigningRequest) throws -> TransactionInput {
    try TransactionInput(Array(request.json.text().utf8), origin: "request.json")
}

extension BuiltRequest {
    var transaction: Transaction? { request.envelope?.innermost }
}
