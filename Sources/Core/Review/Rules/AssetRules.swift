// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Rules about assets, trustlines and their issuers.
extension Rules {
    static let assets = [
        Rule(
            .clawbackGivenUp,
            .operation([.setTrustLineFlags]) { context, findings in
                guard case .setTrustLineFlags(let op) = context.body, op.clearFlags & Flags.trustlineClawback != 0
                else { return }
                findings.hold(
                    "the issuer can never claw back from this trustline again: the flag cannot be set later",
                    about: .publicKey(op.trustor.key))
            }),
        Rule(
            .trustlineFlags,
            .operation([.setTrustLineFlags, .allowTrust]) { context, findings in
                findings.warn(
                    "the issuer changes what the holder may do with the asset",
                    target: context.facts.trustor.map { "\($0)" })
            }),
        Rule(
            .clawback,
            .operation([.clawback, .clawbackClaimableBalance]) { context, findings in
                switch context.body {
                case .clawback(let op):
                    findings.hold(
                        "destroys units that belong to \(op.from), who is not asked", about: op.from.strKey)
                case .clawbackClaimableBalance(let op):
                    findings.hold(
                        "destroys the balance, and its claimants are not asked", about: op.balanceID.strKey)
                default: break
                }
            }),
        Rule(
            .unlimitedTrust,
            .operation([.changeTrust]) { context, findings in
                guard case .changeTrust(let op) = context.body, op.limit == .max else { return }
                findings.info("the account accepts any amount of the asset")
            },
            .operation([.invokeHostFunction], contractTrust)),
        Rule(
            .trustRemoved,
            .operation([.changeTrust]) { context, findings in
                guard case .changeTrust(let op) = context.body, op.limit == 0 else { return }
                findings.info("a limit of 0 removes the trustline")
            }),
        Rule(
            .fakeAsset,
            .operation([]) { context, findings in
                for asset in context.assets {
                    guard let known = context.book.assetsLike(asset).first, let issuer = asset.issuer else { continue }
                    let whose: Phrase = known == .native ? "the network's own XLM" : "\(known) of the book"
                    findings.hold(
                        """
                        \(asset) looks like \(whose), but is a different asset: compare the issuer with the one on the asset's \
                        home page; '\(step: .sign(.addKnownAsset))' makes an asset known
                        """, about: .publicKey(issuer.key))
                }
            }),
        Rule(
            .shortCode,
            .operation([]) { context, findings in
                var told: Set<Asset> = []
                for asset in context.assets where asset.isShortCodeOfLongKind && told.insert(asset).inserted {
                    findings.warn(
                        """
                        \(asset) is not the asset that its letters name: a code of up to four characters is AlphaNum4. The network refuses it
                        """)
                }
            }),
        Rule(
            .mint,
            .operation([]) { context, findings in
                var told: Set<Asset> = []
                for movement in context.movements where movement.isMint {
                    guard let asset = movement.sent?.asset, told.insert(asset).inserted else { continue }
                    findings.warn("the sender issues \(Phrase(codeOf: asset)): this creates new units")
                }
            }),
        Rule(.burn, .operation([], burn)),
    ]

    /// An asset's contract makes a trustline, too (CAP-73).
    private static func contractTrust(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        for call in op.calls.compactMap(TokenCall.init) {
            guard case .trust(let address) = call.action, let token = context.transaction.tokens.token(of: call),
                let asset = token.asset
            else { continue }
            guard case .account(let account) = address, asset != .native, asset.issuer != account else {
                findings.info("the call makes no trustline: \(address) needs none for \(asset)")
                continue
            }
            findings.info(
                """
                a trustline without limit for \(asset): \(account) accepts any amount of it, and keeps the reserve of an entry if it did \
                not have one yet
                """)
        }
    }

    private static func burn(_ context: OperationContext, _ findings: inout Findings) {
        var told: Set<Movement> = []
        for movement in context.movements where movement.isBurn && told.insert(movement).inserted {
            guard let destination = movement.recipient else {
                let what: Phrase = movement.received.map { "units of \($0)" } ?? "by its name, units of a token"
                findings.warn("destroys \(what): no one receives them", target: movement.contract.map { "\($0)" })
                continue
            }
            guard let asset = movement.received?.asset else { continue }
            let who: Phrase = movement.isNested ? "the destination \(destination)" : "the destination"
            let sentence: Phrase = "\(who) issues \(Phrase(codeOf: asset)): the units are destroyed"
            if context.book.terms(of: destination.account)?.wantsMemo == true {
                findings.hold("\(sentence), and the book requires a memo there", about: destination.strKey)
            } else {
                findings.warn(sentence, target: "\(destination)")
            }
        }
    }
}
