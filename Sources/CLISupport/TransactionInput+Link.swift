// SPDX-License-Identifier: Apache-2.0

package import Handoff
package import Stellar
package import StellarXDR
import XDR

extension TransactionInput {
    /// The transaction of a SEP-7 link, for a command that goes on with it as it is.
    ///
    /// - Throws: `.badInput` when the link wants fields to be filled in first.
    package func transaction(
        of link: SEP7Transaction, _ networks: NetworkOptions
    ) throws(Failure) -> (envelope: TransactionEnvelope, network: Network) {
        guard link.replace == nil else {
            throw Failure(
                .badInput, "\(origin): the link has fields that are to be filled in first",
                hint:
                    "coldstar-build convert --format txrep writes it down, coldstar-build compose makes a request of it"
            )
        }
        return (link.envelope, try networks.resolve(link.terms))
    }
}

extension SEP7Transaction {
    /// The same as a request of Coldstar's own, with the link's message for a note; callback, origin and signature belong to the
    /// link alone.
    package func request(on network: Network, now: Timestamp) -> SigningRequest {
        var generator = SystemRandomNumberGenerator()
        let message = terms.message.flatMap { $0.utf8.count <= Limits.note ? $0 : nil }
        return SigningRequest(
            id: RequestID(using: &generator), networkPassphrase: network.passphrase, content: .transaction(envelope),
            signers: publicKey.map { [$0] } ?? [], note: message, created: now)
    }
}
