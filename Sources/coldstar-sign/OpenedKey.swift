// SPDX-License-Identifier: Apache-2.0

import CLISupport
import SodiumKit
import Vault

/// A key that its PIN has opened, among others; with the last reference it goes from memory.
final class OpenedKey {
    let signer: VaultSigner
    let name: KeyName
    /// Whose lists the key believes from now on, because a hold that named them was passed; nil when it knows their owner.
    private(set) var newOwner: [UInt8]?

    init(_ key: consuming UnlockedKey) {
        name = key.info.name
        signer = VaultSigner(key)
    }

    /// Finds book and policy, of which the review was made, to be the owner's own.
    ///
    /// - Parameter saidFirst: whether the review said that this key sees the owner's lists for the first time.
    /// - Throws: `.refused` for anything else.
    func prove(_ around: Surroundings, saidFirst: Bool) throws(Failure) {
        let isFirst: Bool
        do {
            isFirst = try signer.withKey { (key) throws(StateError) in try around.state.verify(key) }
        } catch {
            throw Failure(error)
        }
        guard isFirst else { return }
        guard saidFirst else {
            throw Failure(
                .refused, "the book is of somebody whom this key does not know, and the review did not say so")
        }
        newOwner = around.state.listKey
    }
}
