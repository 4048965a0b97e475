// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR

/// Reviews of envelopes, by a signer without data and by one whose book has some of the accounts, assets and contracts
/// in them.
enum Reviews {
    private static let now = Timestamp(1_800_000_000)

    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let envelope = try? TransactionEnvelope(xdr: input) else { return false }
        var review = ReviewInput(envelope, on: .testnet, now: now)
        try check(review)
        review.book = book(for: envelope)
        review.key = SigningKey(envelope.feeSource.account)
        review.companions = [envelope]
        for case .invokeHostFunction(let operation) in envelope.innermost.operations.map(\.body) {
            let known = Pins.of(operation, on: .testnet, signer: envelope.feeSource.account)
            review.claims.contracts = known.material
            review.book = book(for: envelope, contracts: known.pins)
        }
        try check(review)
        return true
    }

    /// Checks that a review is printable ASCII, as text (of at most 80 columns) and as JSON.
    static func check(_ input: ReviewInput) throws(BrokenPromise) {
        let review = Reviewer.review(input).review
        for text in [ReviewText.of(review), ReviewText.of(review, full: true)] {
            let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for line in lines {
                try BrokenPromise.unless(line.count <= 80, "a line of a review is wider than the screen")
                try BrokenPromise.unless(isPrintable(line), "a review shows what is not printable ASCII")
            }
        }
        try BrokenPromise.unless(
            isPrintable(ReviewJSON.document(review).text().utf8), "a review's JSON is not printable ASCII")
    }

    private static func isPrintable(_ text: some Sequence<UInt8>) -> Bool {
        text.allSatisfy { (0x20...0x7e).contains($0) }
    }

    /// Knows the source, its asset, and the destination of the first payment, the latter with another id and a required
    /// memo.
    private static func book(for envelope: TransactionEnvelope, contracts: [ContractPin] = []) -> Book {
        let transaction = envelope.innermost
        let source = transaction.sourceAccount.account
        var contacts = [Contact(name: "source", account: source, ids: [1])]
        var assets: [Asset] = []
        for operation in transaction.operations {
            guard case .payment(let payment) = operation.body else { continue }
            contacts.append(
                Contact(name: "first", account: payment.destination.account, ids: [2], memo: .required(kinds: ["id"])))
            if let code = payment.asset.codeBytes.map({ String(decoding: $0, as: UTF8.self) }),
                let asset = try? Asset(code: code, issuer: source)
            {
                assets.append(asset)
            }
            break
        }
        let account = KnownAccount(
            account: source, masterWeight: 1,
            signers: [Signer(key: .ed25519(envelope.feeSource.account.key), weight: 1)], low: 1, medium: 2, high: 2)
        return Book(contacts: contacts, accounts: [account], assets: assets, contracts: contracts)
    }
}
