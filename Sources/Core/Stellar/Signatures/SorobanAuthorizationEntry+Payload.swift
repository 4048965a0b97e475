// SPDX-License-Identifier: Apache-2.0

import SodiumKit
package import StellarXDR
import XDR

extension SorobanAuthorizationEntry {
    /// The hash that the entry's address signs: SHA-256 of its `HashIDPreimage`, which for the older credentials does not name the address.
    ///
    /// - Parameter ledger: the last ledger in which the signature counts; the entry's own is not read.
    /// - Returns: nil for the credentials of a transaction's source, which the envelope's signature covers.
    /// - Source: CAP-46-11, CAP-71-01.
    package func payload(until ledger: UInt32, on network: Network) -> TransactionHash? {
        let preimage: HashIDPreimage
        switch credentials {
        case .sourceAccount: return nil
        case .address(let body):
            preimage = .sorobanAuthorization(
                .init(
                    networkID: network.id, nonce: body.nonce, signatureExpirationLedger: ledger,
                    invocation: rootInvocation))
        case .addressV2(let body): preimage = bound(to: body, until: ledger, on: network)
        case .addressWithDelegates(let delegated):
            preimage = bound(to: delegated.addressCredentials, until: ledger, on: network)
        }
        return TransactionHash(Hash(sha256: preimage.xdr))
    }

    private func bound(
        to body: SorobanAddressCredentials, until ledger: UInt32, on network: Network
    ) -> HashIDPreimage {
        .sorobanAuthorizationWithAddress(
            .init(
                networkID: network.id, nonce: body.nonce, signatureExpirationLedger: ledger, address: body.address,
                invocation: rootInvocation))
    }
}

extension SorobanCredentials {
    /// The credentials of an address; nil when the source account's signature is the authorization.
    package var address: SorobanAddressCredentials? {
        switch self {
        case .sourceAccount: nil
        case .address(let credentials), .addressV2(let credentials): credentials
        case .addressWithDelegates(let delegated): delegated.addressCredentials
        }
    }

    /// `source_account`, `address`, `address_v2` or `address_with_delegates`.
    package var name: String {
        switch self {
        case .sourceAccount: "source_account"
        case .address: "address"
        case .addressV2: "address_v2"
        case .addressWithDelegates: "address_with_delegates"
        }
    }
}
