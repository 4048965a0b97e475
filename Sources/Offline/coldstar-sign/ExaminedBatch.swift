// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Review
import Shell
import Stellar
import StellarXDR

/// A file with one transaction per line, and the review of all of them.
///
/// The lines are parsed and reviewed one at a time, again for each purpose, so that little more memory than the file's size is needed.
struct ExaminedBatch {
    private let lines: TransactionLines
    private let networks: NetworkChoice
    let now: Timestamp
    private let book: Book
    /// Adds what is common to all reviews.
    private let complete: (inout ReviewInput) -> Void
    let review: BatchReview

    /// - Parameters:
    ///   - book: has the keys for verifying the signatures of links.
    ///   - complete: adds what is common to all reviews, including the history before the batch.
    ///   - check: an additional check of each transaction.
    /// - Throws: `.badInput` for a line that is not a transaction, is for another network than the first, or is a duplicate.
    init(
        _ lines: TransactionLines, _ networks: NetworkChoice, now: Timestamp, book: Book,
        complete: @escaping (inout ReviewInput) -> Void, check: (Examined) throws(Failure) -> Void = { _ in }
    ) throws(Failure) {
        self.lines = lines
        self.networks = networks
        self.now = now
        self.book = book
        self.complete = complete
        var places: [TransactionHash: Int] = [:]
        var batch: BatchReview?
        try Self.visit(lines, networks, now, book, complete) { (line, reviewed, examined) throws(Failure) in
            try check(examined)
            let review = reviewed.review
            let origin = examined.origin
            guard let network = review.network, let hash = review.hash,
                review.kind == .transaction || review.kind == .feeBump
            else {
                throw Failure(
                    .badInput,
                    "\(origin): this is a \(review.kind.rawValue), which has to be reviewed and signed on its own",
                    hint: "a batch has transactions only")
            }
            guard review.companions.isEmpty else {
                throw Failure(
                    .badInput,
                    "\(origin): this authorizes another transaction, and has to be reviewed and signed on its own",
                    hint: "a batch shows what is in its lines, and not what came along")
            }
            var page = batch ?? BatchReview(on: network, now: now)
            batch = nil  // so that the page is not copied
            guard page.network == network else {
                throw Failure(.badInput, "\(origin): this is for another network than the line before")
            }
            if let first = places.updateValue(line, forKey: hash) {
                throw Failure(.badInput, "\(origin): the same transaction as in line \(first)")
            }
            page.add(review, line: line)
            batch = page
        }
        guard let batch else { throw Failure(.badInput, "\(lines.origin): there is no transaction in it") }
        review = batch
    }

    /// Passes each transaction with its review to `body`, in the order of the file.
    func visit(_ body: (Int, ReviewedEnvelope, Examined) throws(Failure) -> Void) throws(Failure) {
        try Self.visit(lines, networks, now, book, complete, body)
    }

    func visit(_ body: (Int, ReviewedEnvelope) throws(Failure) -> Void) throws(Failure) {
        try visit { (line, reviewed, _) throws(Failure) in try body(line, reviewed) }
    }

    private static func visit(
        _ lines: TransactionLines, _ networks: NetworkChoice, _ now: Timestamp, _ book: Book,
        _ complete: (inout ReviewInput) -> Void,
        _ body: (Int, ReviewedEnvelope, Examined) throws(Failure) -> Void
    ) throws(Failure) {
        var past: BatchHistory?
        // Three signatures per line are enough for most accounts; a short batch may use more.
        var checksLeft = max(Reviewer.mostSignatureChecks, 3 * lines.count)
        for index in 0..<lines.count {
            let examined = try Examined(try lines.input(at: index), networks, book: book)
            let review = try { () throws(Failure) -> Review in
                var input = examined.input(now: now)
                complete(&input)
                input.checksLeft = checksLeft
                checksLeft -= Reviewer.signatureChecks(for: input)
                if past == nil, input.policy != nil { input.history.prepareSums(since: input.dayStart) }
                let history = past ?? BatchHistory(before: input.history, now: now)
                input.history = history
                input.isPartOfBatch = true
                past = history
                let reviewed = Reviewer.review(input)
                try body(lines.number(at: index), reviewed, examined)
                return reviewed.review
            }()
            past?.add(review)
        }
    }
}
