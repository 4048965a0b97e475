// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import Stellar
package import StellarXDR

/// An account as a user names it. `AccountFinder` finds what a name stands for.
package enum AccountReference: Hashable, Sendable {
    case address(MuxedAccount)
    /// A contact's name.
    case contact(String)
    /// A federation name, which a server knows (SEP-2).
    ///
    /// - Parameter written: the name as the user wrote it, for display.
    case federation(FederationName, written: String)
}

extension AccountReference: TextValue {
    /// - Parameter text: `G…`, `M…`, a contact's name, or `name*domain`.
    package init(text: String) throws(Failure) {
        if FederationName.isMeant(by: text) {
            do { self = .federation(try FederationName(text), written: text) } catch { throw Failure(error) }
            return
        }
        do { self = .address(try MuxedAccount(address: text)) } catch {
            guard ContactName.isOne(text) else { throw Failure(.badInput, "\(error.message)") }
            self = .contact(text)
        }
    }

    /// The name of an account on the ledger.
    package init(_ account: AccountID) { self = .address(MuxedAccount(account)) }
}
