// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Stellar
package import StellarXDR
import XDR

extension TransactionInput {
    /// The transaction of a SEP-7 link, for a command that uses it unchanged.
    ///
    /// - Throws: `.badInput` if the link requires fields to be filled in first.
    package func transaction(
        of link: SEP7Transaction, _ networks: NetworkSelection
    ) throws(Failure) -> (envelope: TransactionEnvelope, network: Network) {
        guard link.replace == nil else {
            throw Failure(
                .badInput, "\(origin): the link has fields to fill in first",
                hint:
                    "write it as text, fill in the fields, and make a request: \(step: .build(.writeText)), then \(step: .build(.compose))"
            )
        }
        return (link.envelope, try networks.resolve(link.terms))
    }
}

extension SEP7Transaction {
    /// The link as a Coldstar request, with its message as note. Callback, origin and signature are dropped.
    package func request(on network: Network, now: Timestamp) -> SigningRequest {
        var generator = SystemRandomNumberGenerator()
        let message = terms.message.flatMap { $0.utf8.count <= Limits.note ? $0 : nil }
        return SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: network.passphrase, content: .transaction(envelope),
            signers: publicKey.map { [$0] } ?? [], note: message, created: now)
    }
}
