// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Review
import Stellar
import StellarXDR

/// Requests for authorization entries, read and reviewed by a signer that has a key and a book.
enum Authorizations {
    private static let now = Timestamp(1_800_000_000)

    static func accepts(_ input: [UInt8]) throws(BrokenPromise) -> Bool {
        guard let json = try? JSON(parsing: input), let request = try? SigningRequest(json: json),
            case .authorization(let asked) = request.content
        else { return false }
        try BrokenPromise.unless(
            (try? SigningRequest(json: request.json)) == request, "a request is not read as it was written")
        let network = Network(passphrase: request.networkPassphrase)
        var other = asked
        other.expirationLedger ^= 1
        try BrokenPromise.unless(
            asked.payload(on: network) == nil || other.payload(on: network) != asked.payload(on: network),
            "a payload does not depend on the expiration")
        var review = ReviewInput(.authorization(asked, on: network), now: now)
        try Reviews.check(review)
        review.claims.ledger = asked.claimedLedger
        var signer = AccountID.ed25519(Uint256())
        var authorizer: ContractID?
        switch asked.entry.credentials.address?.address {
        case .account(let account)?: signer = account
        case .contract(let contract)?: authorizer = contract
        default: break
        }
        let known = Pins.of(asked.asOperation, by: authorizer, on: network, signer: signer)
        review.key = SigningKey(signer)
        review.claims.contracts = known.material
        review.book = Book(contacts: [Contact(name: "own", account: signer)], contracts: known.pins)
        try Reviews.check(review)
        return true
    }
}
