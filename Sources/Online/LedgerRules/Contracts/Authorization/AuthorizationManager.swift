// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// The authorization entries of a call, given or recorded.
struct AuthorizationManager {
    let source: AccountID
    let mode: AuthorizationMode
    var trackers: [AuthorizationTracker] = []
    /// The checks by contract accounts that run, the innermost last.
    var checks: [AuthorizationCheck] = []

    init(_ mode: AuthorizationMode, source: AccountID) throws(HostError) {
        self.mode = mode
        self.source = source
        guard case .enforce(let entries) = mode else { return }
        for entry in entries { trackers.append(try AuthorizationTracker(entry, source: source)) }
    }

    mutating func enterFrame() {
        for index in trackers.indices where !trackers[index].isBusy { trackers[index].tree.enterFrame() }
    }

    mutating func leaveFrame() {
        for index in trackers.indices where !trackers[index].isBusy { trackers[index].tree.leaveFrame() }
    }

    /// The entry that authorizes the innermost call, now marked as used for it; nil if there is none.
    mutating func match(_ function: SorobanAuthorizedFunction, by address: SCAddress) -> Int? {
        let own = trackers.indices.filter { !trackers[$0].isBusy && trackers[$0].address == address }
        // A tree that is being followed has to have the call: entries cannot be combined to one tree.
        let isFollowing = own.contains { trackers[$0].tree.isActive && !trackers[$0].tree.hasMatchedFrame }
        for index in own where trackers[index].tree.match(function, mayStart: !isFollowing) { return index }
        return nil
    }

    /// Adds the innermost call to a tree of the address that is being recorded; false if there is none.
    mutating func extendRecorded(_ function: SorobanAuthorizedFunction, by address: SCAddress) -> Bool {
        let place = trackers.firstIndex { tracker in
            tracker.address == address && tracker.tree.isInStack && !tracker.tree.hasMatchedFrame
        }
        guard let place else { return false }
        trackers[place].tree.record(function)
        return true
    }

    /// The recorded entries; empty if entries were given.
    var recorded: [SorobanAuthorizationEntry] {
        guard case .record(_, let isUpgraded, _) = mode else { return [] }
        return trackers.map { $0.recorded(isUpgraded: isUpgraded) }
    }
}

/// Whether a call has to be authorized, or finds out which authorization it needs.
package enum AuthorizationMode {
    /// Every authorization that the call demands must be among these entries.
    case enforce([SorobanAuthorizationEntry])
    /// Every demand is recorded as an entry without signature.
    ///
    /// - `allowsNonRoot`: the tree of an address may begin below the outermost call.
    /// - `isUpgraded`: the entries have credentials whose signature is bound to the address (`ADDRESS_V2`).
    /// - `nonce`: a random number for each entry.
    case record(allowsNonRoot: Bool, isUpgraded: Bool, nonce: () -> Int64)
}

/// A delegate of an entry during a call, which the code of the account above it may ask for.
struct DelegateTracker: Hashable {
    let address: SCAddress
    let signature: SCVal
    var delegates: [DelegateTracker]
    /// Each counts once.
    var isUsed = false

    init(_ delegate: SorobanDelegateSignature) {
        (address, signature) = (delegate.address, delegate.signature)
        delegates = delegate.nestedDelegates.map(DelegateTracker.init)
    }
}

/// The check of an entry's signature by a contract account.
struct AuthorizationCheck {
    let account: ContractID
    let payload: TransactionHash
    /// What is authorized, as the check gets it.
    let contexts: SCVal
    /// Whom the account's code may ask for.
    var delegates: [DelegateTracker]
}

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

    /// Those of its address.
    private(set) var delegates: [DelegateTracker] = []

    /// - Throws: for delegates in another order than that of their addresses.
    init(_ entry: SorobanAuthorizationEntry, source: AccountID) throws(HostError) {
        tree = InvocationTree(entry.rootInvocation)
        switch entry.credentials {
        case .sourceAccount:
            address = .account(source)
            credentials = .source
        case .address(let body), .addressV2(let body):
            address = body.address
            credentials = .signed(entry, body)
        case .addressWithDelegates(let delegated):
            do throws(DelegateError) { try entry.credentials.checkDelegates() } catch {
                throw HostError(.auth(.invalidInput), "delegated signer addresses are not in sorted order")
            }
            address = delegated.addressCredentials.address
            credentials = .signed(entry, delegated.addressCredentials)
            delegates = delegated.delegates.map(DelegateTracker.init)
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
