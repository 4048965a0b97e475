// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import Testing
import Vault

@testable import Signing

/// The test whether the words of a new key were written down.
struct WordQuizTests {
    private let words = "abandon ability able about above absent absorb abstract absurd abuse access accident"

    /// Always the same.
    private struct Counting: RandomNumberGenerator {
        var state: UInt64 = 1
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }

    @Test func `asks for three different words in ascending order`() throws {
        var generator = Counting()
        for _ in 0..<100 {
            let positions = WordQuiz(about: try SecretBytes(words), using: &generator).positions
            #expect(positions.count == 3 && Set(positions).count == 3 && positions == positions.sorted())
            #expect(positions.allSatisfy { (1...12).contains($0) })
        }
    }

    @Test func `every word may be asked for`() throws {
        var generator = Counting()
        var seen: Set<Int> = []
        for _ in 0..<200 { seen.formUnion(WordQuiz(about: try SecretBytes(words), using: &generator).positions) }
        #expect(seen == Set(1...12))
    }

    @Test func `takes the word at its position, and nothing that is only like it`() throws {
        let all = try SecretBytes(words)
        #expect(WordQuiz.isRight(try SecretBytes("abandon"), at: 1, of: all))
        #expect(WordQuiz.isRight(try SecretBytes("accident"), at: 12, of: all))
        for (typed, position) in [
            ("abandon", 2), ("", 1), ("aband", 1), ("abandon ", 1), ("Abandon", 1), ("ability able", 2),
        ] {
            #expect(!WordQuiz.isRight(try SecretBytes(typed), at: position, of: all), "\(typed)")
        }
    }

    /// Runs the test; returns how often the words were shown, and what was told.
    private func run(
        _ key: KeyInfo, answer: (Int) throws(Failure) -> String
    ) throws -> (shown: Int, told: [String]) {
        var generator = Counting()
        var (shown, told) = (0, [String]())
        try WordQuiz.run(about: try SecretBytes(words), of: key, using: &generator) {
            shown += 1
        } ask: { position throws(Failure) in
            let text = try answer(position)
            do { return try SecretBytes(text) } catch { throw Failure(any: error) }
        } tell: {
            told.append($0.plain)
        }
        return (shown, told)
    }

    private func key(_ vault: TestVault) throws -> KeyInfo { try vault.vault.info(try KeyName("alice")) }

    @Test func `the words are shown once if they are known`() throws {
        let vault = try TestVault("alice")
        let right = words.split(separator: " ").map(String.init)
        let outcome = try run(try key(vault)) { right[$0 - 1] }
        #expect(outcome.shown == 1 && outcome.told.isEmpty)
    }

    @Test func `after three wrong words the key is kept, and that is said`() throws {
        let vault = try TestVault("alice")
        let outcome = try run(try key(vault)) { _ in "zoo" }
        #expect(outcome.shown == 3)
        #expect(outcome.told.filter { $0 == "that is not the right word" }.count == 3)
        #expect(outcome.told.last?.contains("test the backup of key alice at the signer") == true)
    }

    @Test func `a word that was wrong may be right the next time`() throws {
        let vault = try TestVault("alice")
        let right = words.split(separator: " ").map(String.init)
        var isFirst = true
        let outcome = try run(try key(vault)) { position in
            defer { isFirst = false }
            return isFirst ? "zoo" : right[position - 1]
        }
        #expect(outcome.shown == 2 && outcome.told.count == 1)
    }

    @Test func `says how to go on after an ended test, by what the key has kept`() throws {
        let vault = try TestVault("alice")
        let ended = Failure(.refused, "nothing was entered")
        let kept = try failure { _ = try run(try key(vault)) { _ throws(Failure) in throw ended } }
        #expect(kept.kind == .refused && kept.message == "the words were not confirmed; the key alice is kept")
        #expect(kept.hint?.steps == [.sign(.exportKey(key: "alice")), .sign(.drillKey(key: "alice"))])
        _ = try vault.vault.create(
            try KeyName("carol"),
            secret: try KeySecret(
                reading: try Mnemonic.generate(words: .twelve).text(), passphrase: try SecretBytes("extra")),
            pin: try SecretBytes(TestVault.pin), created: Timestamp(1), parameters: .cheap)
        let carol = try vault.vault.info(try KeyName("carol"))
        let gone = try failure { _ = try run(carol) { _ throws(Failure) in throw ended } }
        #expect(gone.hint?.plain.contains("its words cannot be shown again") == true)
    }

    @Test func `a second factor that can be guessed is refused`() throws {
        try SecondFactor.check(try SecretBytes([UInt8](repeating: 7, count: 32)), .secondFactor)
        let short = try failure {
            try SecondFactor.check(try SecretBytes([UInt8](repeating: 7, count: 31)), .secondFactor)
        }
        #expect(short.kind == .badInput && short.message.hasPrefix("second factor: "))
    }
}
