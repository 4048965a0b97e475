// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Signing
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
        let viewpoint = ReviewViewpoint.reader(now: try clock.time(), candidates: candidates)
        let context = try VaultContext(displaying: home)
        let file = try HandoffFolder.file(transaction, .unsigned)
        switch try TransactionSource(file) {
        case .one(let input):
            let request = try ParsedRequest(input, network.choice, envelopes: envelope)
            let review = Reviewer.review(context.input(request, for: viewpoint)).review
            try HandoffFolder.check(file, of: transaction, holds: review.hash)
            try show(review)
        case .many(let lines):
            guard envelope.isEmpty else { throw Failure(.usage, "--envelope cannot be used with a batch") }
            let batch = try ReviewedBatch(lines, network.choice, in: context, for: viewpoint)
            try HandoffFolder.check(file, of: transaction, holds: batch.review.hash)
            try show(batch)
        }
    }

    private func show(_ review: Review) throws(Failure) {
        if json {
            try Console.put(line: ReviewJSON.document(review).text(pretty: true))
        } else {
            try Console.put(Array(ReviewText.of(review, full: full, on: .output).utf8))
        }
    }

    /// Shows a page about the batch; with `--full` followed by each transaction, with `--json` one per line.
    private func show(_ batch: ReviewedBatch) throws(Failure) {
        if json {
            try Console.put(line: BatchJSON.document(batch.review).text(pretty: !full))
        } else {
            try Console.put(Array(BatchText.of(batch.review, on: .output).utf8))
        }
        guard full else { return }
        try batch.visit { (line, reviewed, _) throws(Failure) in
            if json {
                try Console.put(line: ReviewJSON.document(reviewed.review).text())
            } else {
                let text = ReviewText.of(reviewed.review, full: true, on: .output)
                try Console.put(Array("\nLine \(line)\n\(text)".utf8))
            }
        }
    }
}
