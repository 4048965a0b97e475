// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR

/// The two documents that the signer keeps sealed and that a user may import: the book and the policy.
///
/// What is read is written and read as the same, and used to review a payment.
enum SealedLists {
    static func acceptsBook(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let document = try? JSON(parsing: input), let book = try? Book(document) else { return false }
        let again = try? Book(try JSON(parsing: Array(book.json.text().utf8)))
        try BrokenPromise.unless(again?.json == book.json, "a book is not the same when it is written and read")
        try checkLines(BookText.of(book))
        var review = payment
        review?.book = book
        if let review { try Reviews.check(review) }
        return true
    }

    static func acceptsPolicy(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let document = try? JSON(parsing: input), let policy = try? Policy(document) else { return false }
        let again = try? Policy(try JSON(parsing: Array(policy.json.text().utf8)))
        try BrokenPromise.unless(again?.json == policy.json, "a policy is not the same when it is written and read")
        var review = payment
        review?.policy = policy
        if let review { try Reviews.check(review) }
        return true
    }

    private static func checkLines(_ text: String) throws(BrokenPromise) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            try BrokenPromise.unless(
                line.count <= 80 && line.allSatisfy { (0x20...0x7e).contains($0) },
                "a book is not shown in printable ASCII of 80 columns")
        }
    }

    /// 10.5 USDC and 1 XLM with a text memo, so that contacts, assets, domains and limits all apply.
    private static let payment: ReviewInput? = {
        let text = """
            AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAMgAAAAAAAAAKgAAAAEAAAAAAAAAAAAAAABrSdRYAAAA\
            AQAAAARyZW50AAAAAgAAAAAAAAABAAAAAP0XJDhaoMdbZPt4zWAvodmR/ev3axPFjtcC6sg16fYYAAAAAVVTREMAAAAAE5j2LG0a\
            RXxRumpLXz29L2n8qTIWIY3ImX5Ba9F9k8oAAAAABkIsQAAAAAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvR\
            fZPKAAAAAAAAAAAAmJaAAAAAAAAAAAA=
            """
        guard let bytes = try? Base64.decode(text), let envelope = try? TransactionEnvelope(xdr: bytes) else {
            return nil
        }
        var input = ReviewInput(envelope, on: .testnet, now: Timestamp(1_800_000_000))
        input.key = SigningKey(envelope.feeSource.account)
        return input
    }()
}
