// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Review
import Signing
import StellarXDR
import Terminal

struct Inspect: ConfinedCommand, PagedCommand, JudgingCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show the review of a transaction, login or message; needs no key or PIN.",
        discussion: "Example: coldstar-sign inspect request.json")

    @OptionGroup var argument: TransactionArgument

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

    var reach: AllowedAccess {
        get throws(Failure) { argument.reach + TransactionInput.reach(envelope) + (try home.toRead) }
    }

    func run() throws {
        let candidates = try signer.map { text throws(Failure) in try FieldID.signer.value(of: text, as: AccountID.self)
        }
        let viewpoint = ReviewViewpoint.reader(
            now: try clock.time(), own: KernelClock().wall(), candidates: candidates)
        let context = try VaultContext(displaying: home)
        let file = try argument.unsigned(takesAnswered: true)
        let printer = ReviewPrinter(isJSON: json, isFull: full, on: .output)
        switch try file.source() {
        case .one(let input):
            let request = try ParsedRequest(input, network.choice, envelopes: envelope)
            let review = Reviewer.review(context.input(request, for: viewpoint)).review
            try file.check(holds: review.hash)
            try printer.write(review, Console.result(text:))
        case .many(let lines):
            guard envelope.isEmpty else { throw Failure(.usage, "--envelope cannot be used with a batch") }
            let progress = Progress.counter("reviewing", "transactions")
            let batch = try ReviewedBatch(lines, network.choice, in: context, for: viewpoint, progress: progress)
            try file.check(holds: batch.review.hash)
            try printer.write(batch, Console.result(text:))
        }
    }
}
