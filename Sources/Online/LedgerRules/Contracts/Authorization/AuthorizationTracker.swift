// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// One authorization entry during a call: whose it is, how it is proven, and which of its calls have been made.
struct AuthorizationTracker: Hashable {
    enum Credentials: Hashable {
        /// The transaction's signatures prove it.
        case source
        /// An entry with a signature, which is checked when the first call of its tree is made.
        case signed(SorobanAuthorizationEntry, SorobanAddressCredentials)
        /// Nothing proves it: the call only finds out what has to be signed.
        case recorded(nonce: Int64)
    }

    let address: SCAddress
    let credentials: Credentials
    var tree: InvocationTree
    var isAuthenticated = false
    /// Its signature is being checked by a contract, which cannot use the entry for itself.
    var isBusy = false

    /// - Throws: for the credentials with delegates, which the practice network does not know.
    init(_ entry: SorobanAuthorizationEntry, source: AccountID) throws(HostError) {
        tree = InvocationTree(entry.rootInvocation)
        switch entry.credentials {
        case .sourceAccount:
            address = .account(source)
            credentials = .source
        case .address(let body), .addressV2(let body):
            address = body.address
            credentials = .signed(entry, body)
        case .addressWithDelegates:
            throw HostError(
                .auth(.invalidInput), "the practice network does not support credentials with delegates (CAP-71)")
        }
    }

    init(recording address: SCAddress, _ credentials: Credentials, _ tree: InvocationTree) {
        self.address = address
        self.credentials = credentials
        self.tree = tree
        isAuthenticated = true
    }

    /// The entry to sign for what was recorded.
    ///
    /// - Parameter isUpgraded: with credentials whose signature is bound to the address (`ADDRESS_V2`).
    func recorded(isUpgraded: Bool) -> SorobanAuthorizationEntry {
        guard case .recorded(let nonce) = credentials else {
            return SorobanAuthorizationEntry(credentials: .sourceAccount, rootInvocation: tree.invocation)
        }
        let body = SorobanAddressCredentials(
            address: address, nonce: nonce, signatureExpirationLedger: 0, signature: .void)
        return SorobanAuthorizationEntry(
            credentials: isUpgraded ? .addressV2(body) : .address(body), rootInvocation: tree.invocation)
    }
}
