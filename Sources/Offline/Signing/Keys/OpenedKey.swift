// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
package import Review
package import Stellar
package import Vault

/// The entry of a key's PIN, which counts wrong ones and makes each next one wait.
///
/// The front end waits for `pause`, asks, and passes what was typed to `attempt`, until that gives a result or no tries
/// are left.
package struct PINEntry: Sendable {
    package let key: KeyInfo
    /// Tells the user that the named second factor is not used; nil if it is, or none was named.
    package let note: Wording?
    private let folder: String
    private var left: Int

    /// How often a PIN is asked for on a terminal.
    package static let mostTries = 3

    /// - Parameters:
    ///   - tries: how often the PIN may be entered.
    ///   - hasSecondFactor: whether the user named one.
    /// - Throws: `.refused` if the key needs a second factor and none was named, and for a chain that this program was
    ///   built without.
    package init(
        for key: KeyInfo, in vault: Vault, tries: Int = mostTries, hasSecondFactor: Bool
    ) throws(Failure) {
        do { try key.checkSupport() } catch { throw Failure(error) }
        guard !key.hasSecondFactor || hasSecondFactor else {
            throw Failure(VaultError.secondFactor(key.name, wanted: true))
        }
        self.key = key
        note =
            !key.hasSecondFactor && hasSecondFactor
            ? "the key \(key.name.text) has no second factor: \(field: .secondFactor) is not used for it" : nil
        folder = vault.folder
        left = tries
    }

    /// What takes long about opening the key, to show meanwhile; nil for the usual parameters, which take half a
    /// second.
    package var effort: String? {
        func cost(_ parameters: PasswordHash.Parameters) -> Double {
            Double(parameters.passes) * Double(parameters.memory)
        }
        guard cost(key.parameters) > cost(.moderate) else { return nil }
        return "opening \(key.name.text) takes some seconds: Argon2id, \(key.parameters.text)"
    }

    /// What came of a PIN.
    package enum Outcome<Result: ~Copyable>: ~Copyable {
        /// - Parameter note: how many wrong PINs were entered before; nil if none.
        case opened(Result, note: String?)
        /// A wrong or empty PIN, and how often it may be corrected.
        case wrong(String)
    }

    /// Seconds until the next PIN is taken, and why.
    package func pause(now: Timestamp) -> (seconds: UInt64, reason: String) {
        let tries = PINTries(folder: folder, key: key.name)
        return (tries.wait(now: now), "\(Self.entered(tries.failed)) for \(key.name.text)")
    }

    /// Tries a PIN.
    ///
    /// - Parameters:
    ///   - clock: the time of a wrong PIN.
    ///   - body: what needs the PIN; throws `VaultError.cannotOpen` for a wrong one.
    /// - Throws: `.refused` for a wrong PIN when no tries are left, `.badInput` for an empty one; the other errors of
    ///   `body`.
    package mutating func attempt<Result: ~Copyable>(
        _ pin: borrowing SecretBytes, clock: () -> Timestamp, _ body: (borrowing SecretBytes) throws -> Result
    ) throws(Failure) -> Outcome<Result> {
        left -= 1
        // No key has an empty PIN, so an empty line is not counted as a wrong one.
        guard pin.count > 0 else { return try wrong(Self.empty) }
        var tries = PINTries(folder: folder, key: key.name)
        do {
            let result = try body(pin)
            let note = tries.failed > 0 ? "before this \(Self.entered(tries.failed)) for \(key.name.text)" : nil
            tries.succeed()
            return .opened(result, note: note)
        } catch {
            guard case VaultError.cannotOpen = error else { throw Failure(any: error) }
            tries.fail(now: clock())
            return try wrong(Failure(any: error))
        }
    }

    private func wrong<Result: ~Copyable>(_ failure: Failure) throws(Failure) -> Outcome<Result> {
        guard left > 0 else { throw failure }
        return .wrong("\(failure.message); \(left) \(left == 1 ? "try" : "tries") left")
    }

    private static func entered(_ count: Int) -> String {
        "\(count) wrong PIN\(count == 1 ? " was" : "s were") entered"
    }

    /// Asks for the PIN of an existing key.
    package static func question(_ key: KeyName) -> String { "PIN or passphrase of \(key.text): " }

    /// Asks for the PIN of a new key.
    package static func newQuestion(_ key: KeyName) -> String {
        "new PIN (at least 6 digits) or passphrase for \(key.text): "
    }

    /// Rejects a weak new PIN.
    package static func checkNew(_ pin: borrowing SecretBytes) throws(Failure) {
        do throws(PINWeakness) { try PINPolicy.check(pin) } catch { throw Failure(VaultError.weakPIN(error)) }
    }

    package static let empty = Failure(.badInput, "nothing was entered")
}

/// Where a front end takes PINs from.
package protocol PINSource {
    /// How often a PIN may be entered.
    var tries: Int { get }
    /// Whether the user named a second factor.
    var hasSecondFactor: Bool { get }
    /// The second factor, read only for a key that has one.
    func factor() throws(Failure) -> SecretBytes?
    /// Calls a body that asks for PINs, as long as they can be entered.
    func entering<Result: ~Copyable>(
        _ body: ((PINQuestion) throws(Failure) -> SecretBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result
    /// Hears what is to be told about a PIN.
    func hear(_ event: PINEvent)
    /// The time, for what a wrong PIN costs.
    func clock() -> Timestamp
}

/// A question for a PIN.
package struct PINQuestion: Sendable {
    package let key: KeyName
    package let prompt: String
    /// How long to wait before it is asked, and why.
    package let pause: (seconds: UInt64, reason: String)
    /// What was wrong with the PIN before; nil for the first one.
    package let correction: String?
}

package enum PINEvent: Hashable, Sendable {
    case note(Wording)
    /// What takes long about opening the key, to show meanwhile.
    case effort(String)
}

extension PINSource {
    /// Opens a key with its PIN.
    ///
    /// - Throws: the errors of `opening`.
    func unlock(_ key: KeyInfo, in vault: Vault) throws(Failure) -> UnlockedKey {
        try opening(key, in: vault) { pin, factor in try vault.unlock(key.name, pin: pin, secondFactor: factor) }
    }

    /// Runs a body that needs the right PIN and throws `VaultError.cannotOpen` for a wrong one. Wrong PINs are counted;
    /// after several, the next one is taken only after a wait.
    ///
    /// - Throws: `.refused` for a wrong PIN when no tries are left, and for a missing second factor; the other errors
    ///   of `body`.
    func opening<Result: ~Copyable>(
        _ key: KeyInfo, in vault: Vault, _ body: (borrowing SecretBytes, borrowing SecretBytes?) throws -> Result
    ) throws(Failure) -> Result {
        var entry = try PINEntry(for: key, in: vault, tries: tries, hasSecondFactor: hasSecondFactor)
        if let note = entry.note { hear(.note(note)) }
        let factor = key.hasSecondFactor ? try factor() : nil
        return try entering { ask throws(Failure) in
            var correction: String?
            while true {
                let pin = try ask(
                    PINQuestion(
                        key: key.name, prompt: PINEntry.question(key.name), pause: entry.pause(now: clock()),
                        correction: correction))
                if let effort = entry.effort { hear(.effort(effort)) }
                switch try entry.attempt(pin, clock: clock, { pin in try body(pin, factor) }) {
                case .opened(let result, let note):
                    if let note { hear(.note(Wording(note))) }
                    return result
                case .wrong(let message): correction = message
                }
            }
        }
    }
}

/// A key opened with its PIN; it is erased from memory with the last reference.
final class OpenedKey {
    let unlocked: UnlockedKey
    var name: KeyName { unlocked.info.name }
    /// What the key accepts from now on, because the user passed the holds that named it.
    private(set) var trust = SealTrust()
    /// The proof of the policy under which the key signs; nil until `prove`, and if there is no policy.
    private(set) var policy: PolicyProof?

    init(_ key: consuming UnlockedKey) { unlocked = key }

    /// Opens keys, all of them before any is used, and verifies that they accept the vault on which the reviews were
    /// based.
    ///
    /// The user's agreement is bound to these key files, which only their PINs can prove.
    ///
    /// - Parameter saidFirst: for each key, whether the review stated that it sees the owner's lists for the first
    ///   time.
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
