// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Review
import Vault

/// A key opened with its PIN; it is erased from memory with the last reference.
final class OpenedKey {
    let signer: VaultSigner
    let name: KeyName
    /// What the key accepts from now on, because the user passed the holds that named it.
    private(set) var trust = SealTrust()
    /// The proof of the policy under which the key signs; nil until `prove`, and if there is no policy.
    private(set) var policy: PolicyProof?

    init(_ key: consuming UnlockedKey) {
        name = key.info.name
        signer = VaultSigner(key)
    }

    /// Opens keys, all of them before any is used, and verifies that they accept the vault on which the reviews were based.
    ///
    /// The user's agreement is bound to these key files, which only their PINs can prove.
    ///
    /// - Parameter saidFirst: for each key, whether the review stated that it sees the owner's lists for the first time.
    static func open(
        _ names: [KeyName], saidFirst: [Bool], in context: VaultContext, isAttended: Bool,
        unlock: (KeyName) throws(Failure) -> UnlockedKey
    ) throws(Failure) -> [OpenedKey] {
        var opened: [OpenedKey] = []
        for name in names {
            let key = OpenedKey(try unlock(name))
            guard key.name == name else { throw Failure(.bug, "another key was opened than the one that was reviewed") }
            opened.append(key)
        }
        let identities = opened.map { $0.signer.recordIdentity }
        for (key, saidFirst) in zip(opened, saidFirst) {
            let others = identities.filter { $0.name != key.name }
            try key.prove(context, saidFirst: saidFirst, others: others, isAttended: isAttended)
        }
        return opened
    }

    /// Verifies that this key accepts the book, policy and journal on which the review was based.
    ///
    /// - Parameters:
    ///   - saidFirst: whether the review stated that this key sees the owner's lists for the first time.
    ///   - others: keys whose PINs were entered in the same job.
    ///   - isAttended: whether the user has passed the holds of the review.
    /// - Throws: `.refused` if it does not.
    private func prove(_ context: VaultContext, saidFirst: Bool, others: [AcceptedKey], isAttended: Bool)
        throws(Failure)
    {
        let lists: ListProof
        do {
            lists = try signer.withKey { (key) throws(StateError) in try context.state.prove(key) }
        } catch {
            throw Failure(error)
        }
        trust.keys = others + (isAttended ? context.state.record(for: name).strangers : [])
        trust.hasSeenRecord = isAttended
        if lists.isFirst {
            guard saidFirst else {
                throw Failure(
                    .refused, "this key does not know the owner of the book, and the review did not say so")
            }
            trust.owner = context.state.listKey
        }
        policy = PolicyProof(lists, of: context)
    }
}

/// What a key's seal accepts from its next write on.
struct SealTrust {
    /// The list key of the book's owner; nil if the key knows it already.
    var owner: [UInt8]?
    /// Other keys whose journal lines are proven from now on.
    var keys: [AcceptedKey] = []
    /// Whether the user has passed the findings about unproven lines.
    var hasSeenRecord = false
}
