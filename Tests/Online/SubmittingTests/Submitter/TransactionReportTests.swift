// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import Journal
@testable import Submitting

struct TransactionReportTests {
    private static let (hash, earlier) = (FakeHorizon.hash, TransactionHash(Hash(sha256: [1])))

    private static func report(
        _ state: SubmissionState, _ ending: Submitter.Ending = .known, ledger: Int64? = nil, codes: ResultCodes? = nil,
        error: String? = nil, wasThere: Bool = false
    ) -> TransactionReport {
        let transaction = SignedTransaction(
            hash: hash, network: .testnet, envelope: "", source: FakeHorizon.aliceID, sequence: 101, maxTime: nil)
        let submission = Submission(
            transaction: transaction, state: state, attempts: 1, doubtfulAttempts: 0, ledger: ledger, resultXDR: nil,
            codes: codes, error: error, appliedAs: nil, held: nil, queuedAt: 0, firstSent: nil, lastAttempt: nil)
        return TransactionReport(submission, ending, wasThere: wasThere)
    }

    @Test func `reports an applied transaction without a failure`() {
        let report = Self.report(.included, ledger: 11)
        #expect(report.failure == nil)
        #expect(report.item.lines == ["\(Self.hash)  applied in ledger 11"])
    }

    @Test func `reports an earlier application as such and not as a submission`() {
        let report = Self.report(.included, ledger: 11, wasThere: true)
        #expect(report.item.lines == ["\(Self.hash)  was already applied in ledger 11; nothing was submitted"])
    }

    @Test(arguments: [
        (SubmissionState.queued, FaultKind.unreachable), (.sent, .unknownYet), (.pending, .unknownYet),
        (.failed, .refusedByLedger), (.expired, .refusedByLedger),
    ])
    func `reports every other state as a failure of the matching kind`(state: SubmissionState, kind: FaultKind) {
        #expect(Self.report(state).failure?.kind == kind)
    }

    @Test func `an unknown outcome warns not to rebuild it`() {
        let hint = Self.report(.pending).failure?.hint
        #expect(hint == "do not rebuild it; to continue: \(step: .submit(.resume))")
    }

    @Test func `a blocked transaction names the one that failed`() {
        let report = Self.report(.queued, .blocked(by: Self.earlier))
        #expect(report.item.lines == ["\(Self.hash)  not submitted: \(Self.earlier) failed before it"])
        #expect(report.failure?.kind == .refusedByLedger)
        #expect(report.waitsFor == nil)
    }

    @Test func `a waiting transaction names the one whose outcome is unknown`() {
        let report = Self.report(.queued, .waiting(for: Self.earlier))
        #expect(report.failure?.kind == .unknownYet)
        #expect(report.waitsFor == Self.earlier)
    }

    @Test func `a failure in a ledger says that the fee is paid`() {
        let report = Self.report(
            .failed, ledger: 11,
            codes: ResultCodes(transaction: .txInsufficientBalance, innerTransaction: nil, operations: []))
        #expect(report.failure?.message.hasPrefix("\(Self.hash) failed in ledger 11, fee paid: ") == true)
        #expect(report.failure?.message.hasSuffix("(tx_insufficient_balance)") == true)
    }

    @Test func `reports the reason of a failure whose codes cannot be read`() {
        let report = Self.report(.failed, error: "no codes")
        #expect(report.failure?.message == "\(Self.hash) was rejected by the network: no codes")
    }

    // MARK: the failure of a run

    @Test func `an unknown outcome outweighs every other failure`() {
        var worst = OverallFailure()
        #expect(worst.failure == nil)
        for kind in [FaultKind.refusedByLedger, .unreachable, .unknownYet, .protocolBroken, .refusedByLedger] {
            worst.add(Failure(kind, "\(String(describing: kind))"))
        }
        #expect(worst.failure?.kind == .unknownYet)
    }

    @Test func `reports the first of equal failures`() {
        var worst = OverallFailure()
        worst.add(Failure(.refusedByLedger, "first"))
        worst.add(Failure(.refusedByLedger, "second"))
        #expect(worst.failure?.message == "first")
    }
}
