// SPDX-License-Identifier: Apache-2.0

import Stellar
import Submitting
import Testing

@testable import CommandLine

/// What a program says at a terminal when it is started without arguments.
struct OnlineNextStepLinesTests {
    @Test(arguments: [
        OnlineNextStep.examine(reason: "x"), .resume(count: 2), .send(files: ["a b", "c"]), .sendAgain(count: 1),
        .carry(count: 3, latest: "Pay 1 XLM", file: nil), .carry(count: 1, latest: "Pay 1 XLM", file: "-x"), .begin,
        .idle, .sendCollected(hash: TransactionHash(ofBatch: [TransactionHash]()), what: "Pay 1 XLM"),
        .follow(transfers: 2),
        .requestEntries(what: "Call", file: nil), .requestEntries(what: "Call", file: "a b"),
    ])
    func `says it in at most five lines and names the help`(step: OnlineNextStep) {
        for (hasAccount, network) in [(false, nil), (true, "testnet"), (false, "public")] {
            let lines = step.lines(hasAccount: hasAccount, network: network, program: "coldstar-build")
            #expect(lines.allSatisfy { $0.utf8.count <= 80 })
            #expect((3...5).contains(lines.count))
            #expect(lines.last?.hasPrefix("  coldstar-build --help") == true)
        }
    }

    @Test func `does not offer practice money on the public network`() {
        let lines = OnlineNextStep.begin.lines(hasAccount: true, network: "public", program: "coldstar-build")
        #expect(!lines.contains { $0.contains("fund") || $0.contains("--source") || $0.contains("testnet") })
    }

    @Test func `quotes file names for the shell`() {
        let lines = OnlineNextStep.send(files: ["it's; rm -r"]).lines(
            hasAccount: false, network: nil, program: "coldstar-submit")
        #expect(lines.contains { $0.contains("coldstar-submit send 'it'\\''s; rm -r'") })
    }
}
