// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import StellarXDR
import TestSupport
import Workspace

@testable import Building

/// A temporary online folder for one test, removed with this object, and the requests built in it.
final class Office {
    static let alice = "GDK36SR7ZTTRPMBYRPGCOSPLYFEK3GLJWI7UL3Q3MBP5LB3YK5VMI6ET"
    static let bob = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"
    static let issuer = "GC457CLNAUSJLWOHGRUD3VLBXKGOM3JJKKGMXPRJNR6BAJB5K3PXYX3Z"
    static let third = "GAJYLVS4MLQCWY6PFAYZC3CAPGVOVPWKT4LF235NGGYHNQAMV476HMRP"
    static let now = Timestamp(1_800_000_000)

    private let temporary = TemporaryFolder()
    var folder: String { temporary.path("online") }

    var context: OnlineContext { OnlineContext(folder: folder, servers: nil) { 1_800_000_000 } }

    /// A draft request by Alice on testnet, offline, with the sequence number 101.
    func request(
        in context: OnlineContext? = nil, _ change: (inout TransactionParameters) -> Void = { _ in }
    ) -> TransactionParameters {
        var request = TransactionParameters(
            context: context ?? self.context, network: NetworkSelection(.testnet), now: Self.now)
        request.source = try? AccountReference(text: Self.alice)
        request.sequence = .number(101)
        change(&request)
        return request
    }

    /// The request for an operation.
    func build(
        _ operation: any OperationInput, _ change: (inout TransactionParameters) -> Void = { _ in }
    ) throws -> BuiltRequest {
        var builder = try TransactionBuilder(request(change))
        let body = try operation.body(in: &builder)
        return try builder.request(for: body, resources: operation.resources)
    }

    func pay(_ destination: String = bob, _ amount: String = "1", asset: String = "native") throws -> any OperationInput
    {
        try OperationSpec.payment.operation(["destination": destination, "asset": asset, "amount": amount])
    }

    /// The payment that a link requests.
    ///
    /// - Parameter network: nil for a link that names none.
    func pay(link network: Network?) throws -> any OperationInput {
        let passphrase = network.map { PercentText.encode($0.passphrase) }
        let text =
            "web+stellar:pay?destination=\(Self.bob)&amount=1" + (passphrase.map { "&network_passphrase=\($0)" } ?? "")
        return try PayLink(Array(text.utf8), origin: "the link", amount: nil)
    }

    /// The request for an operation as a person describes it.
    func build(
        _ spec: OperationSpec, _ texts: FieldTexts, as source: String = alice
    ) throws -> BuiltRequest {
        try build(try spec.operation(texts)) { $0.source = try? AccountReference(text: source) }
    }

    func keep(_ contacts: Contact...) throws { try Contacts(context.journal()).keep(contacts, replacing: false) }
}

/// A request as a user's input.
func input(_ request: SigningRequest) throws -> TransactionInput {
    try TransactionInput(Array(request.json.text().utf8), origin: "request.json")
}

extension BuiltRequest {
    var transaction: Transaction? { request.envelope?.innermost }
}

/// Texts by the names of their fields.
extension FieldTexts: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String?)...) {
        self.init()
        for (name, text) in elements { self[FieldID(name)] = text }
    }
}
