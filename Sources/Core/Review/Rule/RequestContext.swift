// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The input of rules about a request.
package struct RequestContext: Sendable {
    let input: ReviewInput
    let kind: ReviewKind
    /// What would be signed; nil for a raw payload.
    let hash: TransactionHash?
    /// For an envelope: the accounts for which our signature would count, from the fee source, the transaction and
    /// the operations.
    let sources: [AccountID]
    /// For an envelope: the makers of its signatures.
    var signatures: [SignatureReview] = []
    /// For an authorization entry that logs in a contract account (SEP-45): whether it is a valid login.
    var contractLogin: ContractChallengeVerdict?

    /// Whether this is an entry that does nothing but log in.
    var isContractLogin: Bool { contractLogin?.isValid == true }

    /// The contract account of an authorization entry, if the book has the key as one of its signers.
    func contractAccount(signedBy key: AccountID) -> SCAddress? {
        guard case .authorization(let asked, let network) = input.subject,
            let address = asked.entry.credentials.address?.address, case .contract(let id) = address,
            input.book.pin(of: id, on: network)?.account?.signers.contains(key) == true
        else { return nil }
        return address
    }
}
