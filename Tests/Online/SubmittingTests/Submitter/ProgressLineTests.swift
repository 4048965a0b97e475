// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Submitting

struct ProgressLineTests {
    private static func line(_ count: Int, isInterruptible: Bool = true) -> ProgressLine {
        let transactions = (0..<count).map { number in
            PendingTransaction(
                hash: TransactionHash(Hash(sha256: [UInt8(number)])), source: StateMachineBench.source,
                sequence: Int64(number), maxTime: nil)
        }
        return ProgressLine(transactions, since: Timestamp(3_600), isInterruptible: isInterruptible)
    }

    @Test func `names a single transaction and the start of its wait`() {
        let text = Self.line(1).text(SubmitCounts(total: 1), seconds: 5, columns: 100)
        #expect(text.hasPrefix("waiting for 6e340b9c... to be in a ledger since 01:00:00 UTC (5 s)"))
    }

    @Test(arguments: [40, 60, 100, 200]) func `says nothing of Ctrl-C to those who have none`(columns: Int) {
        for count in [1, 9] {
            let counts = SubmitCounts(total: count, sent: 1)
            let text = Self.line(count, isInterruptible: false).text(counts, seconds: 5, columns: columns)
            #expect(!text.contains("Ctrl-C"))
        }
        #expect(Self.line(1).text(SubmitCounts(total: 1), seconds: 5, columns: 200).contains("Ctrl-C"))
    }

    @Test func `never exceeds the columns`() {
        for columns in 1...200 {
            for (line, counts) in [
                (Self.line(1), SubmitCounts(total: 1)), (Self.line(9), SubmitCounts(total: 9, sent: 3)),
            ] {
                let text = line.text(counts, seconds: 5, columns: columns)
                #expect(!text.isEmpty && text.utf8.count <= columns)
            }
        }
    }

    @Test func `shows only counts of several transactions at first`() {
        let counts = SubmitCounts(total: 9, sent: 3, included: 2)
        let text = Self.line(9).text(counts, seconds: 0.5, columns: 200)
        #expect(text == "2 of 9: applied 2, failed 0, pending 0, sent 3")
    }

    @Test func `estimates the time left from the rate`() {
        let text = ProgressLine.text(SubmitCounts(total: 30, sent: 10, included: 10), seconds: 4)
        #expect(text.hasSuffix("; 2.5 a second, about 8 s left"))
    }

    @Test(arguments: [(119, "119 s"), (120, "2 min"), (7_199, "119 min"), (7_260, "2 h 1 min")])
    func `formats a time span as seconds, minutes, or hours and minutes`(seconds: Int64, text: String) {
        #expect(TimeSpan.text(seconds: seconds) == text)
    }
}
