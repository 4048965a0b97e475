// SPDX-License-Identifier: Apache-2.0

import LedgerXDR
import Stellar
import StellarXDR

/// The events of an operation that is no call of a contract: what it moves, as the asset's contract would tell it.
///
/// - Source: CAP-67 §Events emitted for classic operations.
struct ClassicEvents {
    private let network: Network
    private let memo: Memo
    private(set) var events: [ContractEvent] = []

    /// `AUTHORIZED_FLAG`.
    private static let authorized: UInt32 = 1

    /// - Parameters:
    ///   - result: of a successful operation.
    ///   - before: the state before it.
    init(
        of body: OperationBody, by source: AccountID, _ result: OperationResult, before: LedgerState, memo: Memo,
        on network: Network
    ) {
        (self.network, self.memo) = (network, memo)
        let payer = SCAddress.account(source)
        switch body {
        case .createAccount(let op): move(op.startingBalance, .native, payer, to: MuxedAccount(op.destination))
        case .payment(let op): move(op.amount, op.asset, payer, to: op.destination)
        case .accountMerge(let destination): move(result.merged ?? 0, .native, payer, to: destination)
        case .pathPaymentStrictReceive(let op):
            trade(result.claims, by: source)
            move(op.destAmount, op.destAsset, payer, to: op.destination)
        case .pathPaymentStrictSend(let op):
            trade(result.claims, by: source)
            move(result.delivered ?? 0, op.destAsset, payer, to: op.destination)
        case .createClaimableBalance(let op):
            if let id = result.createdBalance { move(op.amount, op.asset, payer, .claimableBalance(id), nil) }
        case .claimClaimableBalance(let op):
            if let balance = before.claimableBalances[op.balanceID] {
                move(balance.amount, balance.asset, .claimableBalance(op.balanceID), payer, nil)
            }
        case .clawback(let op): clawBack(op.amount, op.asset, .account(op.from.account))
        case .clawbackClaimableBalance(let op):
            if let balance = before.claimableBalances[op.balanceID] {
                clawBack(balance.amount, balance.asset, .claimableBalance(op.balanceID))
            }
        case .setTrustLineFlags(let op):
            let isSet = op.setFlags & Self.authorized != 0
            if isSet || op.clearFlags & Self.authorized != 0 {
                authorize(op.trustor, op.asset, isSet)
            }
        case .allowTrust(let op):
            authorize(op.trustor, Asset(op.asset, issuer: source), op.authorize & Self.authorized != 0)
        default: break
        }
    }

    private mutating func emit(_ asset: Asset, _ topics: [SCVal], _ data: SCVal) {
        let body = ContractEventBodyV0(topics: topics + [asset.eventName], data: data)
        events.append(
            ContractEvent(
                ext: .v0, contractID: asset.contract(on: network), type: .contract, body: .v0(body)))
    }

    /// To an account, whose user the event names: by the muxed account, or else by the memo.
    private mutating func move(_ amount: Int64, _ asset: Asset, _ from: SCAddress, to destination: MuxedAccount) {
        let user: SCVal? =
            destination.id.map(SCVal.u64)
            ?? {
                switch memo {
                case .none: nil
                case .text(let text): SCString(text.bytes).map(SCVal.string)
                case .id(let id): .u64(id)
                case .hash(let hash), .return(let hash): SCBytes(hash.bytes).map(SCVal.bytes)
                }
            }()
        move(amount, asset, from, .account(destination.account), user)
    }

    /// What the issuer sends is minted, what it receives is burned.
    private mutating func move(
        _ amount: Int64, _ asset: Asset, _ from: SCAddress, _ to: SCAddress, _ user: SCVal?
    ) {
        let amount = SCVal.amount(Int128(amount))
        let data = user.map { SCVal.record(("amount", amount), ("to_muxed_id", $0)) } ?? amount
        let issuer = asset.issuer.map(SCAddress.account)
        if from != to, from == issuer {
            emit(asset, [.name("mint"), .address(to)], data)
        } else if from != to, to == issuer {
            emit(asset, [.name("burn"), .address(from)], amount)
        } else {
            emit(asset, [.name("transfer"), .address(from), .address(to)], data)
        }
    }

    /// Both sides of each exchange.
    private mutating func trade(_ claims: [ClaimAtom], by taker: AccountID) {
        for claim in claims {
            guard let maker = claim.maker else { continue }
            let (one, other) = (SCAddress.account(taker), SCAddress.account(maker))
            move(claim.taken.amount, claim.taken.asset, one, other, nil)
            move(claim.given.amount, claim.given.asset, other, one, nil)
        }
    }

    private mutating func clawBack(_ amount: Int64, _ asset: Asset, _ from: SCAddress) {
        emit(asset, [.name("clawback"), .address(from)], .amount(Int128(amount)))
    }

    private mutating func authorize(_ trustor: AccountID, _ asset: Asset, _ isAuthorized: Bool) {
        emit(asset, [.name("set_authorized"), .address(.account(trustor))], .bool(isAuthorized))
    }
}

extension Asset {
    /// The last topic of the events of its contract.
    fileprivate var eventName: SCVal {
        SCString(Array((self == .native ? "native" : text).utf8)).map(SCVal.string) ?? .void
    }
}
