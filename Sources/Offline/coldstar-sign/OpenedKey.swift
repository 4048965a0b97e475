// SPDX-License-Identifier: Apache-2.0

import CLISupport
import SodiumKit
import Vault

/// A key that its PIN has opened, among others; with the last reference it goes from memory.
final class OpenedKey {
    let signer: VaultSigner
    let name: KeyName
    /// Whose lists and journal lines the key believes from now on, because holds that named them were passed.
    private(set) var trust = NewTrust()

    init(_ key: consuming UnlockedKey) {
        name = key.info.name
        signer = VaultSigner(key)
    }

    /// Finds book, policy and journal, of which the review was made, to be what this key knows.
    ///
    /// - Parameters:
    ///   - saidFirst: whether the review said that this key sees the owner's lists for the first time.
    ///   - others: keys whose PINs were entered in the same command.
    ///   - isAttended: whether a person has passed the holds of the review.
    /// - Throws: `.refused` for anything else.
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
