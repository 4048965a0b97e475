// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
import StellarXDR

/// What a client asks for when it begins a transfer under either SEP.
struct TransferPlan {
    let session: Session
    let customer: String
    let origin: Transfer.Origin
    let direction: Transfer.Direction
    let asset: Asset
    /// The asset received or paid at the practice bank; nil if there is no exchange.
    let exchanged: AnchorAsset?
    let method: DeliveryMethod
    let quote: Quote?
    let amount: Amount?
    let account: MuxedAccount
    let depositMemo: Memo?
    let refundMemo: Memo?
    let takesClaimable: Bool
    let destination: String?

    /// The terms for the amount, once that is known.
    func terms(_ amount: Amount, srt: AnchorAsset) throws(AnchorRefusal) -> Terms {
        if let quote { return quote.terms }
        guard let exchanged else {
            return try Terms(plain: amount, asset: asset, isDeposit: direction == .deposit)
        }
        let sides = direction == .deposit ? (exchanged, srt) : (srt, exchanged)
        guard let list = PriceList(sell: sides.0, buy: sides.1, srt: srt) else {
            throw AnchorRefusal("The anchor does not exchange the one for the other.")
        }
        return try list.selling(amount)
    }

    func transfer(id: String, pageKey: String, memo id64: UInt64, at now: UInt64) -> Transfer {
        // Use both types of memo, so that clients practise both.
        let memo = method == .bank ? Memo.id(id64) : .hash(Hash(sha256: Array(id.utf8)))
        var transfer = Transfer(
            id: id, owner: session.subject, customer: customer, origin: origin, direction: direction,
            isExchange: exchanged != nil, asset: asset, account: account, memo: memo, method: method, pageKey: pageKey,
            started: now, status: .incomplete, since: now)
        transfer.depositMemo = depositMemo ?? .none
        transfer.refundMemo = refundMemo
        transfer.takesClaimable = takesClaimable
        transfer.destination = destination
        transfer.quote = quote?.id
        transfer.deadline = now + Transfer.patience
        return transfer
    }
}
