// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Handoff
import Review
import SodiumKit
import Stellar
import StellarXDR
import TextCodec
import XDR

/// What was read, turned into what the review looks at.
struct Examined {
    let source: TransactionInput
    /// The request, when it came as one.
    let request: SigningRequest?
    let subject: ReviewInput.Subject
    private var claims = Claims()

    init(_ argument: String?, _ networks: NetworkOptions) throws(Failure) {
        source = try TransactionInput(argument)
        switch source.input.content {
        case .envelope(let envelope):
            request = nil
            subject = .envelope(envelope, original: envelope.xdr, on: try networks.required())
        case .request(let document):
            request = document
            let network = try networks.resolve(documented: Network(passphrase: document.networkPassphrase))
            claims = Self.claims(document)
            switch document.content {
            case .transaction(let envelope), .challenge(let envelope, _):
                subject = .envelope(envelope, original: envelope.xdr, on: network)
            case .message(let message): subject = .message(message.bytes)
            }
        case .response:
            throw Failure(.badInput, "\(source.origin): this is an answer of a signer, there is nothing in it to sign")
        }
    }

    private static func claims(_ request: SigningRequest) -> Claims {
        var claims = Claims()
        claims.kind =
            switch request.kind {
            case .transaction: .transaction
            case .challenge: .challenge
            case .message: .message
            }
        claims.note = request.note
        claims.signers = request.signers.map { MuxedAccount($0) }
        claims.hints = .object(request.hints)
        if case .challenge(_, let context) = request.content {
            claims.challenge = ChallengeClaims(
                homeDomain: context.homeDomain, webAuthDomain: context.webAuthDomain,
                webAuthEndpoint: context.webAuthEndpoint, signingKey: context.signingKey,
                clientDomain: context.clientDomain)
        }
        return claims
    }

    /// The review, for a key or for nobody.
    func review(
        now: Timestamp, key: SigningKey? = nil, candidates: [AccountID] = [],
        history: any SigningHistory = EmptyHistory()
    ) -> ReviewedEnvelope {
        var input = ReviewInput(subject, now: now)
        input.claims = claims
        input.key = key
        input.candidates = candidates
        input.history = history
        return Reviewer.review(input)
    }

    /// The network, where there is one.
    var network: Network? {
        if case .envelope(_, _, let network) = subject { network } else { nil }
    }
}
