// SPDX-License-Identifier: Apache-2.0

import SodiumKit
import Stellar
import StellarXDR
import TextCodec
import XDR

/// Rules about Soroban: contract calls, contract creation and authorizations.
extension Rules {
    /// About a day, at five seconds per ledger.
    private static let dayOfLedgers: UInt32 = 17_280
    /// 2015-09-30, when the network began. No ledger has a higher number than seconds have passed since.
    private static let firstLedger: UInt64 = 1_443_571_200

    static let contracts = [
        Rule(.contractCall, .operation([.invokeHostFunction], contractCall)),
        Rule(
            .allowance,
            .operation([.invokeHostFunction]) { context, findings in
                guard case .invokeHostFunction(let op) = context.body else { return }
                for call in op.calls where call.isNamed("approve") {
                    findings.hold("lets another spend: \(Phrase(call))", about: call.contractAddress.strKey)
                }
            }),
        Rule(.authorization, .operation([.invokeHostFunction], authorization)),
        Rule(.authorizationExpiry, .operation([.invokeHostFunction], expiry)),
        Rule(
            .contractLogin,
            .operation([.invokeHostFunction]) { context, findings in
                guard case .invokeHostFunction(let op) = context.body,
                    op.calls.contains(where: { $0.isNamed("web_auth_verify") })
                else { return }
                findings.warn("calls the function of a login, but is a transaction that the network carries out")
            }),
        Rule(
            .footprint,
            .transaction { context, findings in
                guard case .v1(let data) = context.transaction.ext else { return }
                let footprint = data.resources.footprint
                findings.info(
                    """
                    reads \(footprint.readOnly.count) ledger entr\(footprint.readOnly.count == 1 ? "y" : "ies") and writes \(footprint.readWrite.count); up to \
                    \(Amount(stroops: data.resourceFee)) XLM for resources
                    """)
            },
            .operation([.extendFootprintTtl, .restoreFootprint]) { context, findings in
                findings.info("\(OperationSummary.of(context.body))")
            }),
        Rule(
            .contractCode,
            .operation([.invokeHostFunction]) { context, findings in
                guard case .invokeHostFunction(let op) = context.body else { return }
                if case .uploadContractWasm(let code) = op.hostFunction {
                    let hash = Hex.encode(SHA256.hash(code.bytes))
                    findings.hold(
                        "uploads contract code of \(code.bytes.count) bytes with the hash \(plain: hash)",
                        typing: String(hash.suffix(6)), about: hash)
                }
                for (preimage, words) in op.creations {
                    findings.hold(words, about: .contract(preimage.contract(on: context.transaction.network)))
                }
            }),
    ]

    private static func contractCall(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body, case .invokeContract(let call) = op.hostFunction else {
            return
        }
        if let transfer = AssetTransfer(call, on: context.transaction.network, among: [.native] + context.book.assets),
            context.book.knows(transfer.destination.account)
        {
            findings.warn(
                """
                pays \(plain: transfer.amount) \(transfer.asset) to \(transfer.destination) through the asset's own \
                contract
                """)
        } else {
            findings.hold(
                "calls \(Phrase(call)); what an unknown contract does cannot be known",
                about: call.contractAddress.strKey)
        }
    }

    private static func authorization(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        for (index, entry) in op.auth.enumerated() {
            let target = entry.rootInvocation.function.target(on: context.transaction.network)
            var tree = PhraseTree("authorization \(index + 1), \(Phrase(entry.credentials)), for")
            tree.append(entry.rootInvocation)
            findings.hold(tree, about: target)
        }
    }

    private static func expiry(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        let input = context.transaction.input
        for credentials in op.auth.compactMap(\.credentials.address) {
            let end = credentials.signatureExpirationLedger
            let sentence: Phrase = "the authorization of \(credentials.address) ends with ledger \(end)"
            guard let claimed = input.claims.ledger else {
                hold(credentials, "\(sentence): when that is cannot be told here", &findings)
                continue
            }
            if UInt64(claimed) > input.now.seconds - min(firstLedger, input.now.seconds) {
                hold(
                    credentials, "\(sentence), and the claimed newest, \(claimed), cannot have been reached yet",
                    &findings)
            } else if end < claimed {
                hold(
                    credentials,
                    "\(sentence), before the claimed newest, \(claimed): it is over, or the claim is wrong", &findings)
            } else if end - claimed > dayOfLedgers {
                hold(
                    credentials, "\(sentence), \(end - claimed) after the claimed newest: that is more than a day",
                    &findings)
            } else {
                findings.warn(
                    """
                    \(sentence), within a day if the newest is \(claimed) as claimed: whether it is cannot be told here
                    """)
            }
        }
    }

    private static func hold(
        _ credentials: SorobanAddressCredentials, _ sentence: Phrase, _ findings: inout Findings
    ) {
        let end = String(credentials.signatureExpirationLedger)
        findings.hold(sentence, typing: end, about: "\(credentials.address.strKey.text) \(end)")
    }
}
