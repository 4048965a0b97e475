// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Review
import Stellar
import StellarXDR

/// A file with one transaction per line, and the review of all of them.
///
/// The lines are parsed and reviewed one at a time, again where they are signed, so that little more memory than the file's size is needed.
package struct ReviewedBatch: Sendable {
    private let lines: TransactionLines
    private let networks: NetworkSelection
    private let context: VaultContext
    private let viewpoint: ReviewViewpoint
    package let review: BatchReview
    /// What the journal says of each transaction, in the order of the file; empty if nothing is signed.
    let journaled: [JournaledReview]

    /// - Parameters:
    ///   - format: the format of the result, which has to suit each transaction; nil if nothing is signed.
    ///   - progress: told how many transactions have been reviewed, and how many there are.
    /// - Throws: `.badInput` for a line that is not a transaction, is for another network than the first, or is a duplicate; `.usage`
    ///   for one that the format does not suit.
    package init(
        _ lines: TransactionLines, _ networks: NetworkSelection, in context: VaultContext,
        for viewpoint: ReviewViewpoint,
        format: SignedFormat? = nil, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(Failure) {
        self.lines = lines
        self.networks = networks
        self.context = context
        self.viewpoint = viewpoint
        var places: [TransactionHash: Int] = [:]
        var batch: BatchReview?
        var journaled: [JournaledReview] = []
        try Self.visit(lines, networks, context, viewpoint) { (line, reviewed, request) throws(Failure) in
            try format?.check(request)
            let review = reviewed.review
            let origin = request.origin
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
            var page = batch ?? BatchReview(on: network, now: viewpoint.now)
            batch = nil  // so that the page is not copied
            guard page.network == network else {
                throw Failure(.badInput, "\(origin): this is for another network than the line before")
            }
            if let first = places.updateValue(line, forKey: hash) {
                throw Failure(.badInput, "\(origin): the same transaction as in line \(first)")
            }
            page.add(review, line: line)
            if format != nil { journaled.append(try JournaledReview(review)) }
            batch = page
            progress(places.count, lines.count)
        }
        guard let batch else { throw Failure(.badInput, "\(lines.origin): there is no transaction in it") }
        review = batch
        self.journaled = journaled
    }

    /// The number of transactions.
    var count: Int { lines.count }

    /// Passes each transaction with its review to `body`, in the order of the file.
    package func visit(
        _ body: (_ line: Int, ReviewedEnvelope, ParsedRequest) throws(Failure) -> Void
    ) throws(Failure) {
        try Self.visit(lines, networks, context, viewpoint, body)
    }

    private static func visit(
        _ lines: TransactionLines, _ networks: NetworkSelection, _ context: VaultContext, _ viewpoint: ReviewViewpoint,
        _ body: (Int, ReviewedEnvelope, ParsedRequest) throws(Failure) -> Void
    ) throws(Failure) {
        let now = viewpoint.now
        var past: BatchHistory?
        // Three signatures per line are enough for most accounts; a short batch may use more.
        var checksLeft = max(Reviewer.mostSignatureChecks, 3 * lines.count)
        for index in 0..<lines.count {
            let request = try ParsedRequest(try lines.input(at: index), networks)
            let review = try { () throws(Failure) -> Review in
                var input = context.input(request, for: viewpoint)
                input.checksLeft = checksLeft
                checksLeft -= Reviewer.signatureChecks(for: input)
                if past == nil, input.policy != nil { input.history.prepareSums(since: input.dayStart) }
                let history = past ?? BatchHistory(before: input.history, now: now)
                input.history = history
                input.isPartOfBatch = true
                past = history
                let reviewed = Reviewer.review(input)
                try body(lines.number(at: index), reviewed, request)
                return reviewed.review
            }()
            past?.add(review)
        }
    }
}
