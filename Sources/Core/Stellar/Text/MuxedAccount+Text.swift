// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

extension MuxedAccount {
    /// The account of a `G…` or `M…` address.
    package init(address: String) throws(StrKeyError) {
        switch try StrKey(address) {
        case .publicKey(let key): self = .ed25519(key)
        case .muxed(let key, let id): self = .muxedEd25519(MuxedAccountMed25519(id: id, ed25519: key))
        default: throw .wrongKind(wanted: "an account, G... or M...")
        }
    }

    package init(_ account: AccountID) { self = .ed25519(account.key) }

    /// The raw Ed25519 key of the underlying account.
    package var key: Uint256 {
        switch self {
        case .ed25519(let key): key
        case .muxedEd25519(let muxed): muxed.ed25519
        }
    }

    /// The underlying account, without the id.
    package var account: AccountID { .ed25519(key) }

    /// The id of an `M…` address; nil for a `G…` address. Zero is a valid id.
    package var id: UInt64? {
        if case .muxedEd25519(let muxed) = self { muxed.id } else { nil }
    }

    /// `G…` or `M…`.
    package var address: String {
        switch self {
        case .ed25519(let key): StrKey.publicKey(key).text
        case .muxedEd25519(let muxed): StrKey.muxed(muxed.ed25519, id: muxed.id).text
        }
    }
}
