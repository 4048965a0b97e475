// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// An account: a `G…` address, or an `M…` address, which adds the id of a customer.
///
/// - Source: SEP-23.
public struct Account: Hashable, Sendable, CustomStringConvertible {
    package let value: MuxedAccount

    package init(_ value: MuxedAccount) { self.value = value }

    /// - Throws: `ColdstarError.Kind.invalidInput`, which says what is wrong: length, checksum, or another kind of address.
    public init(_ address: String) throws(ColdstarError) {
        do { value = try MuxedAccount(address: address) } catch { throw ColdstarError(error) }
    }

    /// The address as it was given, `G…` or `M…`.
    public var address: String { value.address }
    /// The account on the ledger, `G…`.
    public var ledgerAddress: String { value.account.address }
    /// The id of an `M…` address; nil for `G…`.
    public var id: UInt64? { value.id }

    public var description: String { address }
}
