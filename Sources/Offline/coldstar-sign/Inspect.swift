// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Stellar
import TextCodec

struct Inspect: ConfinedCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the review of a transaction, login or message; needs no key or PIN.",
        discussion: "Example: coldstar-sign inspect request.json")

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var transaction: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @Flag(help: "Show every field of every operation, and all unverified hints of the request.")
    var full = false

    @Option(help: "An account that may have signed, G...; can be repeated.")
    var signer: [String] = []

    @Option(
        help: "A transaction (TX) that this one is about: which a bare hash is of, or whose hash becomes a signer.",
        completion: .file())
    var envelope: [String] = []

    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    var reach: Reach {
        get throws(Failure) {
            TransactionInput.reach(transaction) + TransactionInput.reach(envelope) + (try home.toRead)
        }
    }

    func run() throws {
        let candidates = try signer.map { try Arguments.accountID($0, "--signer") }
        let now = try clock.time()
        let around = try Surroundings(toLook: home)
        let complete = { (input: inout ReviewInput) in
            around.completeToLook(&input, for: input.accountsToSign)
            input.candidates = candidates
        }
        let examined: Examined
        let file = try HandoffFolder.file(transaction, .unsigned)
        switch try TransactionSource(file) {
        case .one(let input): examined = try Examined(input, network.choice, envelopes: envelope, book: around.book)
        case .many(let lines):
            guard envelope.isEmpty else { throw Failure(.usage, "--envelope cannot be used with a batch") }
            let batch = try ExaminedBatch(lines, network.choice, now: now, book: around.book, complete: complete)
            try HandoffFolder.check(file, of: transaction, holds: batch.review.hash)
            return try show(batch)
        }
        var facts = examined.input(now: now)
        complete(&facts)
        let review = Reviewer.review(facts).review
        try HandoffFolder.check(file, of: transaction, holds: review.hash)
        if json {
            try Console.put(line: ReviewJSON.document(review).text(pretty: true))
        } else {
            try Console.put(Array(ReviewText.of(review, full: full, on: .output).utf8))
        }
    }

    /// Shows a page about the batch; with `--full` followed by each transaction, with `--json` one per line.
    private func show(_ batch: ExaminedBatch) throws(Failure) {
        if json {
            try Console.put(line: BatchJSON.document(batch.review).text(pretty: !full))
        } else {
            try Console.put(Array(BatchText.of(batch.review, on: .output).utf8))
        }
        guard full else { return }
        try batch.visit { (line, reviewed) throws(Failure) in
            if json {
                try Console.put(line: ReviewJSON.document(reviewed.review).text())
            } else {
                let text = ReviewText.of(reviewed.review, full: true, on: .output)
                try Console.put(Array("\nLine \(line)\n\(text)".utf8))
            }
        }
    }
}
