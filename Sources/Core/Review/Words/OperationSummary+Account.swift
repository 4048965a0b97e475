// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

extension OperationSummary {
    static func setOptions(_ op: SetOptionsOp) -> Phrase {
        var parts: [Phrase] = []
        if let signer = op.signer {
            parts.append(
                signer.weight == 0
                    ? "remove the signer: \(Phrase(signer.key))"
                    : "set a signer of weight \(signer.weight): \(Phrase(signer.key))")
        }
        if let weight = op.masterWeight { parts.append("set the weight of the account's own key to \(weight)") }
        let levels: [(Phrase, UInt32?)] = [
            ("low", op.lowThreshold), ("medium", op.medThreshold), ("high", op.highThreshold),
        ]
        for (name, threshold) in levels {
            if let threshold { parts.append("set the \(name) threshold to \(threshold)") }
        }
        if let bits = op.setFlags { parts.append("set flags: \(Flags.account(bits))") }
        if let bits = op.clearFlags { parts.append("clear flags: \(Flags.account(bits))") }
        if let domain = op.homeDomain {
            parts.append(
                domain.bytes.isEmpty ? "remove the home domain" : "set the home domain to \(text: domain.bytes)")
        }
        if let account = op.inflationDest { parts.append("set the inflation destination to \(account)") }
        return parts.isEmpty ? "Set options: nothing changes" : "Set options: \(Phrase(parts, separator: "; "))"
    }

    static func sponsored(_ op: RevokeSponsorshipOp) -> Phrase {
        switch op {
        case .signer(let signer): "the signer \(Phrase(signer.signerKey)) of \(signer.accountID)"
        case .ledgerEntry(.account(let key)): "the account \(key.accountID)"
        case .ledgerEntry(.trustline(let key)): "the trustline of \(key.accountID) for \(Phrase(key.asset))"
        case .ledgerEntry(.offer(let key)): "the offer \(key.offerID) of \(key.sellerID)"
        case .ledgerEntry(.data(let key)): "the data entry \(text: key.dataName.bytes) of \(key.accountID)"
        case .ledgerEntry(.claimableBalance(let key)): "the claimable balance \(key.balanceID.strKey)"
        case .ledgerEntry(.liquidityPool(let key)): "the pool \(StrKey.liquidityPool(key.liquidityPoolID))"
        case .ledgerEntry(let key): "a ledger entry of the kind \(plain: "\(key.discriminant)")"
        }
    }

    static func trust(_ body: OperationBody) -> Phrase {
        switch body {
        case .changeTrust(let op):
            switch op.limit {
            case 0: "Remove the trustline for \(Phrase(op.line))"
            case .max: "Trust \(Phrase(op.line)) without limit"
            default: "Trust \(Phrase(op.line)) up to \(Amount(stroops: op.limit))"
            }
        case .allowTrust(let op):
            """
            Set what \(op.trustor) may do with the asset \(Phrase(op.asset)) that this account issues: \
            \(op.authorize == 0 ? "nothing" : Flags.trustline(op.authorize))
            """
        case .setTrustLineFlags(let op):
            """
            Change the trustline of \(op.trustor) for \(op.asset): set \(Flags.trustline(op.setFlags)), \
            clear \(Flags.trustline(op.clearFlags))
            """
        default: preconditionFailure("not about trust")
        }
    }
}

extension ClaimableBalanceID {
    var strKey: StrKey {
        switch self {
        case .v0(let hash): .claimableBalance(hash)
        }
    }
}
