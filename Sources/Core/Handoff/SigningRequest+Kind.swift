// SPDX-License-Identifier: Apache-2.0

package import Faults
import Stellar
import StellarXDR

extension SigningRequest {
    /// Checks that it does not declare a login as a transaction: the signer, which goes by the bytes alone, refuses such a request.
    package func checkKind() throws(Failure) {
        guard case .transaction(let envelope) = content, case .transaction(let transaction) = envelope.content,
            transaction.hasShapeOfChallenge
        else { return }
        throw Failure(
            .badInput, "this is a login's challenge, and a request for one says where it comes from",
            hint:
                "to sign the challenge as it is: \(step: .sign(.sign)); to fetch one, checked: \(step: .build(.challenge))"
        )
    }
}
