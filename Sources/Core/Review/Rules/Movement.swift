// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

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

    /// Those of one operation, in order.
    static func all(of body: OperationBody, by source: MuxedAccount, _ tokens: KnownTokens) -> [Movement] {
        func own(_ form: Form, _ sent: Asset, _ received: Asset? = nil, to destination: MuxedAccount) -> Movement {
            Movement(
                form: form, sent: .asset(sent), received: .asset(received ?? sent), from: .account(source.account),
                to: SCAddress(destination))
        }
        switch body {
        case .createAccount(let op): return [own(.creation, .native, to: MuxedAccount(op.destination))]
        case .payment(let op): return [own(.payment, op.asset, to: op.destination)]
        case .pathPaymentStrictSend(let op): return [own(.payment, op.sendAsset, op.destAsset, to: op.destination)]
        case .pathPaymentStrictReceive(let op): return [own(.payment, op.sendAsset, op.destAsset, to: op.destination)]
        case .accountMerge(let destination): return [own(.merge, .native, to: destination)]
        case .createClaimableBalance(let op):
            return op.claimants.map { claimant in
                switch claimant {
                case .v0(let one): own(.claim, op.asset, to: MuxedAccount(one.destination))
                }
            }
        case .invokeHostFunction(let op):
            let root: InvokeContractArgs? = if case .invokeContract(let call) = op.hostFunction { call } else { nil }
            return op.calls.compactMap { call in
                TokenCall(call).flatMap { Movement($0, tokens.token(of: $0), isNested: call != root) }
            }
        default: return []
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

extension OperationContext {
    /// The value that it moves.
    var movements: [Movement] { Movement.all(of: body, by: source, transaction.tokens) }
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
    /// The accounts that receive something, each once.
    var recipients: [MuxedAccount] {
        var seen: Set<MuxedAccount> = []
        return compactMap(\.recipient).filter { seen.insert($0).inserted }
    }
}
