// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

struct TextTests {
    /// Writes inputs and actions between brackets.
    private struct Brackets: WordingStyle {
        func text(of field: FieldID, value: String?) -> String { "[\(field.name)]" }
        func text(of step: NextStep) -> String { "[\(step.title)]" }
    }

    @Test func `inputs and actions are written as the front end writes them, in text, JSON and summary`() throws {
        let review = Scenario { $0.operations = [pay(bob)] }.review
        let finding = try #require(review.findings.first { $0.rule == .newDestination })
        #expect(finding.phrase.wording.steps == [.sign(.addContact)])
        #expect(finding.message.hasSuffix("'add the contact to the signer's book' makes it known"))
        let brackets = Screen(in: Brackets())
        let texts = [
            ReviewText.of(review, on: brackets), ReviewJSON.document(review, in: brackets.style).text(),
            LastScreen([review], in: brackets.style).text(on: brackets, rows: 40),
        ]
        for text in texts {
            let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            #expect(words.contains("'[add the contact to the signer's book]'"))
        }
    }

    @Test func `a terminal has the local time beside that of UTC, and no foreign text is taken for a time`() throws {
        let memo = "2027-07-01 10:00:00 UTC"
        let review = Scenario {
            $0.memo = .text(bytes(memo))
            $0.setUp = { $0.claims.note = memo }
        }.review
        let zone = LocalZone { _ in 19_800 }
        let end = now.adding(3_600)
        let told = "\(end.utc) (\(zone.plain(end).dropFirst(11).dropLast(3)) local)"
        func words(_ screen: Screen) -> String {
            ReviewText.of(review, on: screen).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        }
        for columns in [40, 80] {
            let text = words(Screen(columns: columns, zone: zone))
            #expect(text.contains(told) && text.ranges(of: memo).count >= 2 && !text.contains("\(memo) ("))
        }
        for screen in [Screen(), Screen(zone: .utc)] {
            #expect(words(screen).contains(end.utc) && !words(screen).contains("local)"))
        }
        let lines = ReviewText.of(review, on: Screen(columns: 60, zone: zone)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 60 })
        #expect(!ReviewJSON.document(review).text().contains("local)"))
        let far = LocalZone { _ in -86_399 }
        #expect(far.remark(on: Timestamp(1_798_707_600)) == " (2026-12-30 09:00 local)")
        for told in [253_402_300_799, 253_402_300_800, .max] as [UInt64] {
            #expect(zone.remark(on: Timestamp(told)).isEmpty, "beyond the year 9999")
        }
    }

    /// A transaction with many kinds of content and text that attacks the terminal.
    private let crowded = Scenario {
        $0.memo = .text(bytes("\u{1b}[2J\u{202e}a   b\r"))
        $0.payer = bob
        $0.signers = [alice, mallory]
        $0.operations = [
            pay(to: bob.muxed(1 << 63), usdc, by: carol), operation(.accountMerge(mallory.muxed)),
            data("a\u{9b}31m", "b\0c"), options { $0.homeDomain = bytes("a\"b\nc") },
            invoke(
                .invokeContract(call("transfer", [.string(bytes("x\u{200b}\n" + String(repeating: "y", count: 300)))])),
                auth: [authorization(credentials(until: 5), transfer())]),
        ]
        $0.setUp = { $0.claims.note = "\u{1b}]0;pwn\u{7}" }
    }

    @Test(arguments: [false, true])
    func `the text is printable ASCII in lines of at most 80 columns`(_ full: Bool) {
        let lines = ReviewText.of(crowded.review, full: full).split(separator: "\n")
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7e).contains($0) } })
        #expect(lines.allSatisfy { $0.utf8.count <= 80 }, "\(lines.filter { $0.utf8.count > 80 })")
    }

    @Test func `a deeply nested field name does not exceed 80 columns`() {
        // Authorizations ten deep: the path of the innermost field alone has more than 200 characters.
        var entry = authorization(credentials(until: 5), transfer())
        for _ in 0..<10 {
            entry.rootInvocation = SorobanAuthorizedInvocation(
                function: entry.rootInvocation.function, subInvocations: [entry.rootInvocation])
        }
        let deep = entry
        let scenario = Scenario { $0.operations = [invoke(.invokeContract(call("f")), auth: [deep])] }
        let lines = ReviewText.of(scenario.review, full: true).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("     auth.0.rootInvocation.subInvocations.0.subInvocations.0") })
        #expect(lines.allSatisfy { $0.utf8.count <= 80 }, "\(lines.filter { $0.utf8.count > 80 })")
    }

    @Test func `coloured output differs only in colour codes`() {
        let plain = ReviewText.of(crowded.review, full: true)
        let painted = ReviewText.of(crowded.review, full: true, on: Screen(colours: true))
        #expect(painted != plain)
        #expect(painted.replacing(/\u{1b}\[[0-9;]+m/, with: "") == plain)
    }

    @Test func `addresses, hashes and the network are shown in full`() {
        let review = crowded.review
        let shown = ReviewText.of(review).filter { !$0.isWhitespace }
        for person in [alice, bob, carol, mallory, issuer] { #expect(shown.contains(person.account.address)) }
        #expect(shown.contains(bob.muxed(1 << 63).address))
        #expect(shown.contains(review.hash?.hex ?? "no hash") && shown.contains(review.inner?.hash?.hex ?? "no hash"))
        #expect(shown.contains("testnet") && shown.contains("cee0302d"))
    }

    private static func payees(_ count: Int) -> [Operation] {
        (0..<count).map { index in
            let amount = units("\(index + 1)")
            return operation(
                .payment(PaymentOp(destination: Person(name: "payee \(index)").muxed, asset: usdc, amount: amount)))
        }
    }

    @Test func `lists many payments compactly and shows every other operation in full`() throws {
        let held = Person(name: "payee 41")
        let scenario = Scenario {
            $0.operations = Self.payees(98)
            $0.operations.insert(operation(.accountMerge(mallory.muxed), by: carol), at: 17)
            $0.operations.insert(
                operation(.createAccount(.init(destination: bob.account, startingBalance: units("777"))), by: carol),
                at: 60)
            $0.setUp = { $0.claims.memoRequired = [held.account] }
        }
        let review = scenario.review
        let text = ReviewText.of(review)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count < 285, "\(lines.count)")
        #expect(lines.allSatisfy { $0.utf8.count <= 80 })
        let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("WARN W-NEWDEST: 98 times, the first at operation 1: the destination"))
        #expect(words.contains("98 of the 100 operations are plain payments:"))
        let packed = text.filter { !$0.isWhitespace }
        for (index, operation) in review.operations.enumerated() {
            guard case .payment(let payment) = operation.operation.body, payment.destination != held.muxed else {
                continue
            }
            let amount = Amount(stroops: payment.amount).text
            #expect(packed.contains("\(index + 1).\(payment.destination.address):\(amount),W-NEWDEST"))
        }
        #expect(packed.contains("61.\(bob.account.address):777,theaccountiscreated,by\(carol.account.address)"))
        // Held payments and other operations come before the list, with all their findings.
        let list = try #require(text.firstRange(of: "operations are plain payments:")).lowerBound
        for (number, rule) in [(18, "HOLD W-MERGE"), (43, "HOLD W-MEMOREQ")] {
            let place = try #require(text.firstRange(of: "\n  \(number). "))
            #expect(place.lowerBound < list)
            #expect(text[place.lowerBound..<list].contains("     \(rule): "))
            #expect(text[list...].firstRange(of: "\n  \(number). ") == nil)
        }
        #expect(packed.contains("Largestpaymentsof\(Phrase(usdc).plain.filter { $0 != " " })"))
        #expect(review.holds.count == 2)
        for hold in review.holds { #expect(text.contains("To pass \(hold.rule.rawValue), type: \(hold.value)")) }
        let full = ReviewText.of(review, full: true)
        #expect(full.ranges(of: "W-NEWDEST: the destination").count == 100)
    }

    @Test func `shows a few payments in full, and lists many compactly even in a fee bump`() {
        let few = Scenario { $0.operations = Self.payees(10) }
        #expect(!ReviewText.of(few.review).contains("plain payments"))
        let bump = Scenario {
            $0.operations = Self.payees(11)
            $0.payer = bob
        }
        #expect(ReviewText.of(bump.review).contains("11 of the 11 operations are plain payments:"))
    }

    @Test func `marks a muxed destination and a repeated payment in a compact list`() {
        let scenario = Scenario {
            $0.operations = Self.payees(11) + [pay(to: bob.muxed(7)), pay(to: bob.muxed(7))]
        }
        let words = ReviewText.of(scenario.review).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("Repeated 1 payments have"))
        #expect(words.contains("operation 13, and before it operation 12"))
        #expect(words.contains("under the id 7, W-NEWDEST"))
    }

    @Test func `the review names every hold and what to type`() {
        let review = crowded.review
        let text = ReviewText.of(review)
        #expect(review.holds.count >= 4)
        for hold in review.holds { #expect(text.contains("To pass \(hold.rule.rawValue), type: \(hold.value)")) }
    }

    @Test func `every operation type has a summary and fields`() throws {
        for (row, review) in try Vectors.lines("envelopes.jsonl").map({ ($0, try Vectors.review($0)) }) {
            for operation in review.operations {
                #expect(operation.summary.plain.utf8.count > 5, "\(row["name"] ?? .null)")
                if !["inflation", "end_sponsoring_future_reserves", "restore_footprint"].contains(operation.type) {
                    #expect(!operation.fields.isEmpty, "\(operation.type)")
                }
                #expect(Set(operation.fields.map(\.path)).count == operation.fields.count, "\(operation.type)")
            }
        }
    }

    @Test func `quoted text cannot end its quotes, break lines or hide blanks`() {
        #expect(Phrase(quoting: Array("plain text".utf8)).plain == "\"plain text\"")
        #expect(Phrase(quoting: Array("a\" b".utf8)).plain == "\"a\\x22 b\" (4 bytes)")
        #expect(
            Phrase(quoting: Array(" a  ".utf8)).plain
                == "\" a \\x20\" (4 bytes, begins with a blank, ends with a blank)")
        #expect(Phrase(quoting: []).plain == "\"\" (empty)")
        #expect(Phrase(quoting: [0xff, 0x5c]).plain == "\"\\xff\\\\\" (2 bytes)")
    }

    @Test func `a contract by reference is shown with the owner and tag, and as replaceable code`() throws {
        let arguments: [SCVal] = [
            .executableTag(bytes("v1")),
            .contractInstance(SCContractInstance(executable: followingTag.executable, storage: nil)),
        ]
        let scenario = Scenario {
            $0.operations = [
                invoke(.createContract(followingTag)), invoke(.invokeContract(call("f", arguments))),
            ]
        }
        let owner = contract.address
        let code = #"the code that \#(owner) chooses under the tag "v1\x1b[2J" (6 bytes) and can change at any time"#
        let summaries = scenario.review.operations.map(\.summary.plain)
        #expect(try #require(summaries.first).contains("Create a contract from \(code)"))
        #expect(try #require(summaries.last).contains(#"the key of the executable tag "v1""#))
        #expect(try #require(summaries.last).contains("contract instance of \(code)"))
        let holds = scenario.review.findings.filter { $0.rule == .contractCode && $0.level == .hold }
        #expect(holds.contains { $0.message.contains(code) })
    }

    @Test func `an issued asset named XLM is always shown with its issuer`() {
        let fake = asset("XLM", of: mallory)
        let offer = ManageSellOfferOp(
            selling: .native, buying: fake, amount: units("5"), price: Price(n: 1, d: 1), offerID: 0)
        let scenario = Scenario {
            $0.operations = [operation(.manageSellOffer(offer)), strictSend(.native, "10", fake, atLeast: "5")]
        }
        let named = "XLM (\(mallory.account.address))"
        for operation in scenario.review.operations { #expect(operation.summary.plain.contains(named)) }
        let messages = scenario.review.findings.filter { [.offer, .pathPayment].contains($0.rule) }.map(\.message)
        #expect(messages.count == 2)
        #expect(messages.first == "an offer at 1 \(named) for each XLM, which is 1 XLM for each \(named)")
        for message in messages { #expect(message.ranges(of: named).count == 2) }
    }

    @Test func `truncates rates to seven significant digits and marks them as approximate`() {
        #expect(Ratio(3, 7).text == "about 0.4285714")
        #expect(Ratio(1, 4).text == "0.25")
        #expect(Ratio(.max, 1).text == "9223372036854775807")
        #expect(Ratio(1, .max).text == "about 0.0000000000000000001084202")
        #expect(Ratio(0, 1).text == nil && Ratio(1, 0).text == nil && Ratio(-1, 2).text == nil)
    }
}
