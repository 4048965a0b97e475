// SPDX-License-Identifier: Apache-2.0

package import CLISupport
package import Handoff
import Stellar
import StellarXDR

extension SigningRequest {
    /// Makes sure that it does not call a login a transaction: the signer, for which the bytes alone decide, refuses such a request.
    package func checkKind() throws(Failure) {
        guard case .transaction(let envelope) = content, case .transaction(let transaction) = envelope.content,
            transaction.hasShapeOfChallenge
        else { return }
        throw Failure(
            .badInput, "this is a login's challenge, and a request for one says where it comes from",
            hint: "coldstar-sign signs the challenge as it is; coldstar-build challenge fetches one, and checks it")
    }
}
