// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec

extension Failure {
    /// The failure for a transfer's error, with hints that name anchor, user and network.
    ///
    /// - Parameter type: the customer type, or nil for the anchor's usual one.
    package init(_ error: TransferError, _ session: AnchorSession, type: String? = nil) {
        switch error {
        case .anchor(let error): self.init(error, session, type: type)
        case .failure(let failure): self = failure
        }
    }

    /// The failure for an anchor error, with hints that name anchor, user and network.
    ///
    /// - Parameter type: the customer type, or nil for the anchor's usual one.
    package init(_ error: AnchorError, _ session: AnchorSession, type: String? = nil) {
        let plain = Failure(error)
        switch error {
        case .customerInfoNeeded(_, let fields):
            // The message has all fields; there may be many, so the hint has only the first ones.
            let names = fields.prefix(5).map { String($0.unicodeScalars.prefix(64)) }
            let step = NextStep.anchor(.giveCustomerFields(session.reference, type: type, fields: names))
            self.init(plain.kind, plain.reason, hint: "to give it the fields: \(step: step)")
        case .loginNeeded: self.init(plain.kind, plain.reason, hint: "log in: \(step: session.login)")
        default: self = plain
        }
    }
}
