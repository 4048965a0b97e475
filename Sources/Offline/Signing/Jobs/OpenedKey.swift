// SPDX-License-Identifier: Apache-2.0

import Codec
package import Review
package import Stellar
package import Vault

/// A key opened with its PIN; it is erased from memory with the last reference.
final class OpenedKey {
    let unlocked: UnlockedKey
    var name: KeyName { unlocked.info.name }
    /// What the key accepts from now on, because the user passed the holds that named it.
    private(set) var trust = SealTrust()
    /// The proof of the policy under which the key signs; nil until `prove`, and if there is no policy.
    private(set) var policy: PolicyProof?

    init(_ key: consuming UnlockedKey) { unlocked = key }

    /// Opens keys, all of them before any is used, and verifies that they accept the vault on which the reviews were based.
    ///
    /// The user's agreement is bound to these key files, which only their PINs can prove.
    ///
    /// - Parameter saidFirst: for each key, whether the review stated that it sees the owner's lists for the first time.
    static func open(
        _ keys: [KeyInfo], saidFirst: [Bool], in context: VaultContext, isAttended: Bool,
        unlock: (KeyInfo) throws(Failure) -> UnlockedKey
    ) throws(Failure) -> [OpenedKey] {
        var opened: [OpenedKey] = []
        for info in keys {
            let key = OpenedKey(try unlock(info))
            guard key.name == info.name else {
                throw Failure(.bug, "another key was opened than the one that was reviewed")
            }
            opened.append(key)
        }
        let identities = opened.map { $0.unlocked.record.identity }
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
        do { lists = try context.state.prove(unlocked) } catch { throw Failure(error) }
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

    /// Approves what was agreed to, with the holds that the policy passes.
    ///
    /// - Throws: `.refused` if a rule refuses or a hold was not passed.
    func approve(_ item: ReviewedItem, _ passed: Set<PassedHold>) throws(Failure) -> ApprovedEnvelope {
        do { return try item.approve(holdsPassed: passed, policy: policy) } catch {
            throw Failure(.refused, "the review was not passed")
        }
    }
}

/// The vault's key signs what `ApprovedEnvelope` asks it to.
extension UnlockedKey: ItemSigner {
    package var identity: KeyIdentity { info.identity }

    package borrowing func sign(_ item: Signable) throws(KeyUseError) -> [UInt8] {
        switch item {
        case .hash(let hash): try sign(hash.hash)
        case .payload(let bytes), .file(let bytes): try sign(payload: bytes)
        case .comment(let comment, let signature): try sign(comment: comment, after: signature)
        }
    }
}

extension PolicyProof {
    /// The proof for the policy of a vault whose lists an opened key has verified; nil if there is no policy.
    ///
    /// This is the only place that makes a proof (`scripts/check-airgap`).
    init?(_ lists: ListProof, of context: VaultContext) {
        guard let policy = context.policy, let list = context.state.policy, lists.covers(list) else { return nil }
        self.init(verified: policy)
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
