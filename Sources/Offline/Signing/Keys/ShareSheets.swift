// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import Stellar
package import Vault

/// The shares of a key, and what has to stand on each holder's sheet.
package struct ShareSheets: Sendable {
    package let key: KeyInfo
    package let shares: [Share]

    /// How often a share is shown when wrong words are typed.
    private static let attempts = 3
    private static let questions = 2
    /// The first words say which set and which share it is, and are much the same on all sheets.
    private static let firstAsked = 5

    /// What is above a share, with the command for the account, as the shares alone do not say which it is.
    package func heading(of index: Int) -> Wording {
        "Share \(index + 1) of \(shares.count) of the key \(key.name.text); any \(shares[index].threshold) restore it: \(step: restoring)"
    }

    /// What to write down, for the person who does it.
    package func instruction(of index: Int) -> Wording {
        "For one holder only: write down the words in this order, and this: \(heading(of: index))"
    }

    /// How the key is restored.
    package var summary: Wording {
        "any \(shares[0].threshold) of the \(shares.count) shares restore the key: \(step: restoring)"
    }

    private var restoring: NextStep {
        .sign(
            .restoreShares(
                key: key.name.text, account: key.identity.text, number: key.account.flatMap { $0 > 0 ? $0 : nil },
                chain: key.chain == .stellar ? nil : key.chain.rawValue))
    }

    /// Shows the shares one after the other, and asks for some words of each.
    ///
    /// - Parameters:
    ///   - show: shows a share below a heading, until the user says that it is written down.
    ///   - ask: asks for the word at a position, from 1, of a share, from 0.
    ///   - tell: shows a line to the user.
    /// - Throws: what `show` and `ask` throw when the user ends it, with what to do then.
    package func handOut(
        using generator: inout some RandomNumberGenerator,
        show: (Wording, borrowing SecretBytes) throws(Failure) -> Void,
        ask: (_ position: Int, _ share: Int) throws(Failure) -> SecretBytes, tell: (Wording) -> Void
    ) throws(Failure) {
        for index in shares.indices {
            do throws(Failure) {
                let words: SecretBytes
                do { words = try shares[index].text() } catch { throw Failure(any: error) }
                guard try !isConfirmed(index, words, using: &generator, show, ask, tell) else { continue }
                tell(
                    "Share \(index + 1) was not confirmed. Check the sheets before you hand them out: \(step: .sign(.drillShares(key: key.name.text)))"
                )
            } catch {
                throw Failure(
                    error.kind, "ended at share \(index + 1) of \(shares.count): the others cannot be shown again",
                    hint:
                        "destroy what was written down, and make all shares again: \(step: .sign(.makeShares(key: key.name.text)))"
                )
            }
        }
    }

    private func isConfirmed(
        _ index: Int, _ words: borrowing SecretBytes, using generator: inout some RandomNumberGenerator,
        _ show: (Wording, borrowing SecretBytes) throws(Failure) -> Void,
        _ ask: (_ position: Int, _ share: Int) throws(Failure) -> SecretBytes, _ tell: (Wording) -> Void
    ) throws(Failure) -> Bool {
        for _ in 0..<Self.attempts {
            try show(instruction(of: index), words)
            let places = Array(Self.firstAsked...shares[index].header.wordCount)
            var isRight = true
            for position in places.shuffled(using: &generator).prefix(Self.questions).sorted() where isRight {
                isRight = WordQuiz.isRight(try ask(position, index), at: position, of: words)
            }
            if isRight { return true }
            tell("that is not the right word")
        }
        return false
    }
}
