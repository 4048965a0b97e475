// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR

/// The cost of a review, counted per operation, not per transaction.
struct ReviewJobs {
    private let inputs: [ReviewInput]
    private let reviews: [Review]
    /// Operations in each envelope.
    private let operations: Int

    init(_ envelopes: [(envelope: TransactionEnvelope, bytes: [UInt8])], signedBy publicKey: [UInt8]) throws {
        guard let key = Uint256(publicKey) else { throw BenchError.input("no key") }
        // A time inside the validity of all the envelopes.
        let now = Timestamp(1_800_000_000)
        inputs = envelopes.map { envelope, _ in
            var input = ReviewInput(envelope, on: .testnet, now: now)
            input.key = SigningKey(.ed25519(key))
            return input
        }
        reviews = inputs.map { Reviewer.review($0).review }
        operations = envelopes[0].envelope.innermost.operations.count
        guard envelopes.allSatisfy({ $0.envelope.innermost.operations.count == operations }) else {
            throw BenchError.input("envelopes of different sizes")
        }
    }

    func run(_ stopwatch: Stopwatch) {
        let count = inputs.count
        stopwatch.measure("findings", weight: operations) { Stopwatch.use(Reviewer.review(inputs[$0 % count])) }
        stopwatch.measure("review_text", weight: operations) { Stopwatch.use(ReviewText.of(reviews[$0 % count])) }
        stopwatch.measure("review_full_text", weight: operations) {
            Stopwatch.use(ReviewText.of(reviews[$0 % count], full: true))
        }
        stopwatch.measure("review_json", weight: operations) {
            Stopwatch.use(ReviewJSON.document(reviews[$0 % count]).text())
        }
    }
}
