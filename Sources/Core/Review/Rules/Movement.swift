// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Value that an operation moves: directly, by its contract call, or by a call that it authorizes, however deep.
///
/// What rules about destinations, memos, burns and mints ask, whatever the type of the operation.
struct Movement: Hashable {
    enum Form: Hashable {
        case payment, creation, merge
        /// Set aside for a claimant.
        case claim
        /// A call of the token interface; nested if the operation's own call does not make it.
        case call(isNested: Bool)

        init(_ form: OperationFacts.Transfer.Form) {
            self =
                switch form {
                case .payment, .pathPayment, .clawback: .payment
                case .creation: .creation
                case .merge: .merge
                case .claim: .claim
                }
        }
    }

    let form: Form
    /// What leaves; nil for a contract that is not known as a token's.
    let sent: KnownToken?
    /// What arrives.
    let received: KnownToken?
    /// Nil for newly issued units of a token that is not known.
    let from: SCAddress?
    /// Nil if the units are destroyed.
    let to: SCAddress?
    /// The contract that is called; nil for an operation that moves value directly.
    var contract: SCAddress?

    /// Those of one operation, in order. A clawback is none: nothing goes anywhere.
    static func all(of review: OperationReview, by source: MuxedAccount, _ tokens: KnownTokens) -> [Movement] {
        if case .invokeHostFunction(let op) = review.operation.body {
            let root: InvokeContractArgs? = if case .invokeContract(let call) = op.hostFunction { call } else { nil }
            return op.calls.compactMap { call in
                TokenCall(call).flatMap { Movement($0, tokens.token(of: $0), isNested: call != root) }
            }
        }
        guard let transfer = review.facts.transfer, let received = transfer.received else { return [] }
        return transfer.destinations.map { destination in
            Movement(
                form: Form(transfer.form), sent: .asset(transfer.sent.asset), received: .asset(received.asset),
                from: .account(source.account), to: SCAddress(destination))
        }
    }

    /// Nil for a call that moves nothing.
    private init?(_ call: TokenCall, _ token: KnownToken?, isNested: Bool) {
        switch call.action {
        case .transfer(let source, let destination), .transferFrom(_, let source, let destination):
            (from, to) = (source, destination)
        case .burn(let source), .burnFrom(_, let source): (from, to) = (source, nil)
        case .mint(let destination):
            (from, to) = (token?.asset?.issuer.map { .account($0) }, destination)
        case .approve, .clawback, .setAdmin, .setAuthorized, .trust: return nil
        }
        form = .call(isNested: isNested)
        (sent, received, contract) = (token, token, call.contract)
    }

    private init(form: Form, sent: KnownToken?, received: KnownToken?, from: SCAddress?, to: SCAddress?) {
        (self.form, self.sent, self.received, self.from, self.to) = (form, sent, received, from, to)
    }

    /// The account that receives it, with an id if it has one.
    var recipient: MuxedAccount? { to?.recipient }

    /// Whether SEP-29 lets the recipient require a memo: not if it is created, or claims later.
    var canNeedMemo: Bool {
        switch form {
        case .payment, .merge, .call: true
        case .creation, .claim: false
        }
    }

    /// Whether the issuer of what arrives receives it, or the call destroys it.
    var isBurn: Bool {
        switch form {
        case .payment, .merge, .call: to == nil || received?.asset?.issuer.map { $0 == recipient?.account } == true
        case .creation, .claim: false
        }
    }

    /// Whether the issuer of what leaves sends it, so that it is new.
    var isMint: Bool { sent?.asset?.issuer.map { .account($0) == from } == true }

    /// Whether an operation other than this line's own call makes it, so that the line does not name its addresses.
    var isNested: Bool { form == .call(isNested: true) }
}

extension SCAddress {
    init(_ account: MuxedAccount) {
        switch account {
        case .ed25519(let key): self = .account(.ed25519(key))
        case .muxedEd25519(let muxed): self = .muxedAccount(MuxedEd25519Account(id: muxed.id, ed25519: muxed.ed25519))
        }
    }
}

extension Sequence<Movement> {
    /// The accounts and contracts that receive something, each once.
    var receivers: [RecipientAddress] {
        let all = compactMap { $0.to?.recipientAddress }
        guard all.count > 1 else { return all }
        var seen: Set<RecipientAddress> = []
        return all.filter { seen.insert($0).inserted }
    }

    /// The accounts that receive something, each once.
    var recipients: [MuxedAccount] {
        let all = compactMap(\.recipient)
        // Most operations move one thing, and every operation of a batch is asked.
        guard all.count > 1 else { return all }
        var seen: Set<MuxedAccount> = []
        return all.filter { seen.insert($0).inserted }
    }
}
