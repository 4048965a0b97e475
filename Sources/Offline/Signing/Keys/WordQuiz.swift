// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import Stellar
package import Vault

/// A test whether the words of a new key were written down: some of them are to be typed again.
///
/// The front end shows all words, and asks for some of them; after a wrong one it shows all again.
package struct WordQuiz: Hashable, Sendable {
    /// How often the words are shown.
    private static let attempts = 3
    private static let questions = 3

    /// The words to ask for, from 1, in ascending order.
    let positions: [Int]

    init(about words: borrowing SecretBytes, using generator: inout some RandomNumberGenerator) {
        let count = words.withBytes { $0.count { $0 == UInt8(ascii: " ") } } + 1
        positions = Array(1...count).shuffled(using: &generator).prefix(Self.questions).sorted()
    }

    /// Whether the word at a position was typed, exactly.
    static func isRight(
        _ typed: borrowing SecretBytes, at position: Int, of words: borrowing SecretBytes
    ) -> Bool {
        words.withBytes { words in
            typed.withBytes { typed in
                words.split(separator: UInt8(ascii: " "))[position - 1].elementsEqual(typed)
            }
        }
    }

    /// Shown above the words.
    package static let warning =
        "Write these words down in this order before you go on. Anyone who has them controls the account."

    /// Tests the words of a key that is kept whatever comes of it.
    ///
    /// - Parameters:
    ///   - show: shows all words until the user says that they are written down.
    ///   - ask: asks for the word at a position, from 1.
    ///   - tell: shows a line to the user.
    /// - Throws: what `show` and `ask` throw when the user ends the test, with what to do then.
    package static func run(
        about words: borrowing SecretBytes, of key: KeyInfo, using generator: inout some RandomNumberGenerator,
        show: () throws(Failure) -> Void, ask: (Int) throws(Failure) -> SecretBytes, tell: (Wording) -> Void
    ) throws(Failure) {
        let name = key.name.text
        do throws(Failure) {
            for _ in 0..<attempts {
                try show()
                if try WordQuiz(about: words, using: &generator).isPassed(words, ask) { return }
                tell("that is not the right word")
            }
        } catch {
            throw Failure(
                error.kind, "the words were not confirmed; the key \(name) is kept",
                hint: key.kind == .mnemonic
                    ? "to see the words again: \(step: .sign(.exportKey(key: name))); to check the paper: \(step: .sign(.drillKey(key: name)))"
                    : "its words cannot be shown again: if they are not on paper (check with \(step: .sign(.drillKey(key: name)))), create another key"
            )
        }
        tell(
            "The key is kept, but the words on paper were not confirmed. To type all of them: \(step: .sign(.drillKey(key: name)))"
        )
    }

    private func isPassed(
        _ words: borrowing SecretBytes, _ ask: (Int) throws(Failure) -> SecretBytes
    ) throws(Failure) -> Bool {
        for position in positions {
            guard Self.isRight(try ask(position), at: position, of: words) else { return false }
        }
        return true
    }
}

/// A test of the words on paper: that they give the key, and when that was last tried.
struct BackupDrill: Sendable {
    let key: KeyInfo
    private let vault: Vault

    init(of name: KeyName, in vault: Vault) throws(Failure) {
        key = try vault.key(name)
        self.vault = vault
    }

    /// Compares typed words, or a secret key, with the key.
    ///
    /// - Throws: `.badInput` for another secret, and for anything that is not one.
    func check(_ text: borrowing SecretBytes, passphrase: borrowing SecretBytes?) throws(Failure) {
        let isRight: Bool
        do { isRight = try vault.isBackedUp(key.name, by: text, passphrase: passphrase) } catch { throw Failure(error) }
        guard isRight else {
            throw Failure(
                .badInput, "this is a valid secret, but of another key than \(key.name.text)",
                hint: "write it down again while the key still opens: \(step: .sign(.exportKey(key: key.name.text)))")
        }
    }

    /// Records in the key's seal that the backup was tried.
    ///
    /// - Parameter unlock: opens the key with its PIN.
    /// - Returns: the recorded time.
    func record(
        at time: GivenTime, machine: any MachineClock, unlock: (KeyInfo) throws(Failure) -> UnlockedKey
    ) throws(Failure) -> Timestamp {
        let name = key.name
        let context = try VaultContext(vault, for: [name])
        do { try context.state.check(name) } catch { throw Failure(error) }
        let now = ReviewClock(time, machine: machine, in: context.state, for: [name]).counted
        let opened = try unlock(key)
        do {
            let lock = try VaultLock(folder: vault.folder)
            let state = try context.state.refreshed(holding: lock)
            _ = try state.verify(opened)
            try state.note(.drilled, by: opened, at: now, holding: lock, changing: .drilled(now))
        } catch {
            throw Failure(any: error)
        }
        return now
    }
}
