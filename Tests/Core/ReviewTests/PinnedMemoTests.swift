// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import Testing

/// Payments to an account of which the book has two customers: one with the id or the memo 5, another with the memo 7.
struct PinnedMemoTests {
    private static let rules: Set<RuleID> = [.memoMissing, .memoChanged, .otherMuxedID]

    enum Way: CaseIterable, Sendable {
        case payment, pathPayment, merge, creation, claimableBalance

        /// Nil for a kind that pays no M address.
        func operation(to destination: MuxedAccount) -> StellarXDR.Operation? {
            let isMuxed = if case .muxedEd25519 = destination { true } else { false }
            switch self {
            case .payment: return pay(to: destination)
            case .merge: return ReviewTests.operation(.accountMerge(destination))
            case .pathPayment:
                return ReviewTests.operation(
                    .pathPaymentStrictSend(
                        PathPaymentStrictSendOp(
                            sendAsset: .native, sendAmount: units("1"), destination: destination, destAsset: .native,
                            destMin: units("1"), path: bounded([]))))
            case .creation: return isMuxed ? nil : create(bob)
            case .claimableBalance: return isMuxed ? nil : claimable(.unconditional)
            }
        }
    }

    /// How the book knows the first customer.
    enum Known: CaseIterable, Sendable {
        case memo, id

        var contact: Contact {
            switch self {
            case .memo: Contact(name: "exchange", account: bob.account, memo: .pinned(.id(5)))
            case .id: Contact(name: "exchange", account: bob.account, ids: [5])
            }
        }
    }

    private func levels(_ way: Way, to destination: MuxedAccount, _ memo: Memo, _ known: Known) -> [RuleID: Level]? {
        guard let operation = way.operation(to: destination) else { return nil }
        let mine = Contact(name: "mine", account: bob.account, memo: .pinned(.id(7)))
        let findings = Scenario {
            $0.operations = [operation]
            $0.memo = memo
            $0.setUp = { $0.book = Book(contacts: [known.contact, mine]) }
        }.review.findings.filter { Self.rules.contains($0.rule) }
        return Dictionary(findings.map { ($0.rule, $0.level) }) { first, _ in first }
    }

    @Test(arguments: Way.allCases, Known.allCases)
    func `holds a payment without a memo, or with that of no customer`(way: Way, known: Known) {
        for memo in [Memo.none, .id(6), .text(bytes("5"))] {
            let found = levels(way, to: bob.muxed, memo, known)
            #expect(found?.isEmpty == false && found?.values.allSatisfy { $0 == .hold } == true, "\(memo)")
        }
    }

    @Test(arguments: Way.allCases, Known.allCases)
    func `passes the memo of either customer`(way: Way, known: Known) {
        for memo in [Memo.id(5), .id(7)] { #expect(levels(way, to: bob.muxed, memo, known) == [:], "\(memo)") }
    }

    @Test(arguments: Way.allCases, Known.allCases)
    func `holds the M address of no customer`(way: Way, known: Known) {
        guard let found = levels(way, to: bob.muxed(6), .none, known) else { return }
        #expect(found == [.otherMuxedID: .hold])
        #expect(levels(way, to: bob.muxed(5), .none, known) == [:])
    }
}
