// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import TestSupport

/// Random operations of the kinds that the practice ledger supports, with amounts near the accounts' balances.
struct RandomOperations {
    private static let amounts: [Int64] = [1, 5_000_000, 10_000_000, 50_000_000, 100_000_000, 1_000_000_000]

    static func operation(_ dice: inout Seeded) -> Operation {
        let source: MuxedAccount? = dice.roll(3) ? MuxedAccount(dice.pick(PracticeWorld.people).id) : nil
        return Operation(sourceAccount: source, body: body(&dice, by: source))
    }

    private static func person(_ dice: inout Seeded) -> AccountID {
        dice.pick(PracticeWorld.people + [PracticeWorld.gone]).id
    }

    private static func body(_ dice: inout Seeded, by source: MuxedAccount?) -> OperationBody {
        let amount = dice.pick(amounts)
        let asset = dice.pick(PracticeWorld.assets)
        let anyAsset = dice.roll(2) ? .native : asset
        let other = person(&dice)
        switch Int.random(in: 0..<14, using: &dice) {
        case 0:
            return .createAccount(CreateAccountOp(destination: other, startingBalance: amount))
        case 1, 2:
            return .payment(PaymentOp(destination: MuxedAccount(other), asset: anyAsset, amount: amount))
        case 3:
            return .pathPaymentStrictSend(
                PathPaymentStrictSendOp(
                    sendAsset: anyAsset, sendAmount: amount, destination: MuxedAccount(other),
                    destAsset: dice.pick([.native, anyAsset, asset]), destMin: 1, path: BoundedArray()))
        case 4:
            return .pathPaymentStrictReceive(
                PathPaymentStrictReceiveOp(
                    sendAsset: anyAsset, sendMax: .max, destination: MuxedAccount(other),
                    destAsset: dice.pick([.native, anyAsset, asset]), destAmount: amount, path: BoundedArray()))
        case 5: return .setOptions(options(&dice))
        case 6, 7:
            let limit = dice.pick([0, 0, 50_000_000, 100_000_000, .max] as [Int64])
            return .changeTrust(ChangeTrustOp(line: asset.asTrustLine, limit: limit))
        case 8: return trust(&dice, other)
        case 9: return .accountMerge(MuxedAccount(other))
        case 10:
            let name = String64(Array(dice.pick(["kept", "new"]).utf8)) ?? String64()
            return .manageData(ManageDataOp(dataName: name, dataValue: dice.roll(2) ? nil : DataValue([1])))
        case 11: return .bumpSequence(BumpSequenceOp(bumpTo: dice.pick([0, 100, .max])))
        case 12:
            let claimants = [Claimant.v0(ClaimantV0(destination: other, predicate: .unconditional))]
            return .createClaimableBalance(
                CreateClaimableBalanceOp(
                    asset: anyAsset, amount: amount, claimants: BoundedArray(claimants) ?? BoundedArray()))
        default:
            return .clawback(ClawbackOp(asset: asset, from: MuxedAccount(other), amount: amount))
        }
    }

    private static func trust(_ dice: inout Seeded, _ trustor: AccountID) -> OperationBody {
        if dice.roll(2) {
            return .allowTrust(
                AllowTrustOp(
                    trustor: trustor, asset: .creditAlphanum4(AssetCode4(Array("USD\0".utf8)) ?? AssetCode4()),
                    authorize: dice.pick([0, 1, 2])))
        }
        let (set, clear) = dice.pick([(1, 0), (0, 1), (2, 0), (2, 1), (1, 2), (0, 4)] as [(UInt32, UInt32)])
        return .setTrustLineFlags(
            SetTrustLineFlagsOp(
                trustor: trustor, asset: dice.pick(PracticeWorld.assets), clearFlags: clear, setFlags: set))
    }

    private static func options(_ dice: inout Seeded) -> SetOptionsOp {
        var op = SetOptionsOp(
            inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: nil, lowThreshold: nil,
            medThreshold: nil, highThreshold: nil, homeDomain: nil, signer: nil)
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: op.inflationDest = person(&dice)
        case 1: op.setFlags = dice.pick([1, 2, 4, 8, 10])
        case 2: op.clearFlags = dice.pick([1, 2, 8, 10])
        default:
            op.signer = Signer(key: .ed25519(dice.pick(PracticeWorld.cosigners).id.key), weight: dice.pick([0, 0, 1]))
        }
        return op
    }
}
