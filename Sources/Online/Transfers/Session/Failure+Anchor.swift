// SPDX-License-Identifier: Apache-2.0

package import Anchor
package import Faults
import TextCodec

extension Failure {
    /// The failure for a transfer's error, with hints that name anchor, user and network, ready to copy.
    ///
    /// - Parameter type: the customer type, as `customer put --type` takes it.
    package init(_ error: TransferError, _ session: AnchorSession, type: String? = nil) {
        switch error {
        case .anchor(let error): self.init(error, session, type: type)
        case .failure(let failure): self = failure
        }
    }

    /// The failure for an anchor error, with hints that name anchor, user and network, ready to copy.
    ///
    /// - Parameter type: the customer type, as `customer put --type` takes it.
    package init(_ error: AnchorError, _ session: AnchorSession, type: String? = nil) {
        let plain = Failure(error)
        switch error {
        case .customerInfoNeeded(_, let fields):
            let type = type.map { " --type \(ShellWord.quoted($0))" } ?? ""
            // The message has all fields; there may be many, so the hint has only the first ones.
            let names = fields.prefix(5).map { field in
                " --field " + ShellWord.quoted(String(field.unicodeScalars.prefix(64)) + "=...")
            }.joined()
            self.init(
                plain.kind, plain.message,
                hint: "coldstar-submit anchor customer put \(session.arguments)\(type)\(names) gives it the fields")
        case .loginNeeded:
            self.init(
                plain.kind, plain.message,
                hint: session.login)
        default: self = plain
        }
    }
}
