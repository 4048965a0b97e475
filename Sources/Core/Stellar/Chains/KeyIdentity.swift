// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// What a key is known by: an account of Stellar, or an address of the other chain to which it is bound.
package enum KeyIdentity: Hashable, Sendable {
    case stellar(AccountID)
    case other(ChainAddress)

    package var chain: Chain {
        switch self {
        case .stellar: .stellar
        case .other(let address): address.chain
        }
    }

    /// The account of Stellar; nil for a key of another chain.
    package var account: AccountID? { if case .stellar(let account) = self { account } else { nil } }

    /// The address of another chain; nil for a key of Stellar.
    package var address: ChainAddress? { if case .other(let address) = self { address } else { nil } }

    /// The address, as its chain writes it.
    package var text: String {
        switch self {
        case .stellar(let account): account.address
        case .other(let address): address.text
        }
    }
}
