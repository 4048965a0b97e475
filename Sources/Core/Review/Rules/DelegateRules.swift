// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// The rule about entries that others may authorize in an address's name (CAP-71).
extension Rules {
    static func delegates(_ context: OperationContext, _ findings: inout Findings) {
        guard case .invokeHostFunction(let op) = context.body else { return }
        for entry in op.auth {
            guard case .addressWithDelegates(let one) = entry.credentials else { continue }
            let address = one.addressCredentials.address
            do throws(DelegateError) { try entry.credentials.checkDelegates() } catch {
                findings.refuse("the network rejects every call with the delegates of \(address): \(Phrase(error))")
                continue
            }
            let reach = context.transaction.reach
            guard let own = reach.delegations else {
                findings.hold(tree(of: entry.credentials, address, by: []), about: address.strKey)
                continue
            }
            if own.isEmpty {
                findings.refuse(
                    """
                    the signature would count for no one: this key is neither that of \(address) nor of a delegate, and the book lists none of \
                    them as an account that it signs for: '\(step: .sign(.addKnownAccount(account: nil)))' adds one
                    """)
            } else if reach.signsRules, !own.contains(address) {
                findings.refuse(
                    """
                    the signature would count for no one: the request asks for that of \(address) over its context rules, and a delegate signs \
                    the entry itself
                    """)
            } else {
                findings.hold(tree(of: entry.credentials, address, by: own), about: address.strKey)
            }
        }
        for call in op.calls where call.isNamed("__check_auth") {
            findings.refuse(
                """
                counts for \(call.contractAddress) as a delegated signature over a digest, which does not show what it stands for; such an \
                entry is shown and never signed
                """)
        }
    }

    /// - Parameter own: the addresses for which the key signs; empty where that is not known.
    private static func tree(
        of credentials: SorobanCredentials, _ address: SCAddress, by own: [SCAddress]
    ) -> PhraseTree {
        let delegates = credentials.delegates
        let who: Phrase =
            if own.isEmpty {
                "others authorize in the name of \(address), its delegates (CAP-71)"
            } else {
                "signing as \(Phrase(own.map { "\($0)" }, separator: " and as ")) for the account \(address) (CAP-71)"
            }
        let use: Phrase =
            switch (address, delegates.isEmpty) {
            case (_, true): "the entry names none, so that only its own signature counts"
            case (.account, _):
                "it is no contract account, so that its delegates count for nothing: only its own signatures do. The entry names"
            default:
                """
                a delegate counts only if the account's code asks for it, one below another only if that one's code does; which of them \
                suffice is known to the code alone. All sign the same. The entry names
                """
            }
        var tree = PhraseTree("\(who): \(use)")
        for delegate in delegates {
            let isOwn: Phrase = own.contains(delegate.address) ? ", this key's" : ""
            let kind: Phrase =
                switch delegate.address {
                case .account where delegate.hasDelegates:
                    "an account, with the medium threshold of its signers; those below it count for nothing"
                case .account: "an account, with the medium threshold of its signers"
                default: "a contract account, whose own code decides"
                }
            tree.append("[\(plain: delegate.place)] \(delegate.address)\(isOwn): \(kind)", depth: delegate.depth)
        }
        return tree
    }
}

extension Phrase {
    fileprivate init(_ error: DelegateError) {
        self =
            switch error {
            case .unordered(let address): "\(address) is not in the order of the addresses"
            case .twice(let address): "\(address) is twice in one list"
            case .noSigner(let address): "\(address) cannot sign"
            }
    }
}
