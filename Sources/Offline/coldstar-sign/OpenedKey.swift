// SPDX-License-Identifier: Apache-2.0

import Faults
import Shell
import SodiumKit
import Vault

/// A key opened with its PIN; it is erased from memory with the last reference.
final class OpenedKey {
    let signer: VaultSigner
    let name: KeyName
    /// What the key accepts from now on, because the user passed the holds that named it.
    private(set) var trust = NewTrust()

    init(_ key: consuming UnlockedKey) {
        name = key.info.name
        signer = VaultSigner(key)
    }

    /// Verifies that this key accepts the book, policy and journal on which the review was based.
    ///
    /// - Parameters:
    ///   - saidFirst: whether the review stated that this key sees the owner's lists for the first time.
    ///   - others: keys whose PINs were entered in the same command.
    ///   - isAttended: whether the user has passed the holds of the review.
    /// - Throws: `.refused` if it does not.
    func prove(_ around: Surroundings, saidFirst: Bool, others: [AcceptedKey], isAttended: Bool) throws(Failure) {
        let isFirst: Bool
        do {
            isFirst = try signer.withKey { (key) throws(StateError) in try around.state.verify(key) }
        } catch {
            throw Failure(error)
        }
        trust.keys = others + (isAttended ? around.state.record(for: name).strangers : [])
        trust.hasSeenRecord = isAttended
        guard isFirst else { return }
        guard saidFirst else {
            throw Failure(
                .refused, "this key does not know the owner of the book, and the review did not say so")
        }
        trust.owner = around.state.listKey
    }
}
