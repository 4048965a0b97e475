// SPDX-License-Identifier: Apache-2.0

import Foundation
import Review
import Stellar
import StellarXDR
import Terminal
import Testing

/// `docs/REVIEW.md` against the rules.
struct DocumentationTests {
    private struct Row {
        let rule: String
        let levels: Set<String>
        let example: String
    }

    private static func document(file: String = #filePath) throws -> String {
        let root = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "docs/REVIEW.md"), encoding: .utf8)
    }

    private static func rows() throws -> [Row] {
        try document().split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, RuleID(rawValue: cells[0]) != nil else { return nil }
            return Row(
                rule: cells[0],
                levels: Set(cells[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }),
                example: cells[3])
        }
    }

    @Test func `the document has a row with the right levels for every rule`() throws {
        let rows = try Self.rows()
        #expect(rows.map(\.rule).sorted() == RuleID.allCases.map(\.rawValue).sorted())
        for row in rows {
            var levels = Set(RuleTests.cases.filter { $0.rule.rawValue == row.rule }.map(\.level.rawValue))
            // `ChallengeTests` and `ContractChallengeTests` cover the info level, for a login whose key is in the book.
            let logins: [RuleID] = [.login, .contractLogin]
            if logins.contains(where: { $0.rawValue == row.rule }) { levels.insert("info") }
            #expect(row.levels == levels, "\(row.rule)")
        }
    }

    @Test func `every example matches a message of its rule`() throws {
        for row in try Self.rows() {
            let messages = RuleTests.cases.filter { $0.rule.rawValue == row.rule }
                .flatMap { Scenario($0.hit).review.allFindings }.filter { $0.rule.rawValue == row.rule }
                .map { $0.phrase.text(in: CommandStyle()) }
            #expect(messages.contains { Self.matches($0, row.example) }, "\(row.rule): \(messages)")
        }
    }

    /// Whether a message matches the example, in which `...` stands for any text.
    private static func matches(_ message: String, _ example: String) -> Bool {
        var rest = message[...]
        for (index, part) in example.components(separatedBy: "...").enumerated() where !part.isEmpty {
            guard let found = rest.range(of: part), index > 0 || found.lowerBound == message.startIndex else {
                return false
            }
            rest = rest[found.upperBound...]
        }
        return true
    }

    @Test func `the sample review matches the program's output`() throws {
        let sample = Scenario {
            $0.operations = [pay(bob, usdc)]
            $0.setUp = {
                $0.key = SigningKey(alice.account)
                $0.claims.note = "Invoice 42"
            }
        }
        #expect(try Self.document().contains(ReviewText.of(sample.review, on: Screen(in: CommandStyle()))))
    }

    @Test func `the sample of the signers section matches the program's output`() throws {
        let known = KnownAccount(
            account: alice.account, signers: [Signer(key: .ed25519(bob.account.key), weight: 1)], low: 1, medium: 2,
            high: 2)
        let review = Scenario {
            $0.operations = [
                signer(.ed25519(bob.account.key), weight: 0), signer(.ed25519(mallory.account.key), weight: 2),
            ]
            $0.setUp = { $0.book = Book(accounts: [known]) }
        }.review
        let document = try Self.document()
        let start = try #require(document.range(of: "  Signers  of\n")).lowerBound
        let block = document[start...].prefix { $0 != "`" }
        #expect(block.count > 400)
        #expect(ReviewText.of(review).contains(block), "\n\(ReviewText.of(review))")
    }
}
