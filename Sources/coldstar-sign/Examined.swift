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
    /// What a wallet asks, when it came in a device's words; the answer goes back in the same.
    let asked: DeviceRequest?
    let subject: ReviewInput.Subject
    private var claims = Claims()

    /// - Parameter companion: a transaction given beside a request of a bare hash.
    init(
        _ argument: String?, _ networks: NetworkOptions, envelope companion: String? = nil
    ) throws(Failure) {
        try self.init(try TransactionInput(argument), networks, envelope: companion)
    }

    init(_ input: TransactionInput, _ networks: NetworkOptions, envelope companion: String? = nil) throws(Failure) {
        source = input
        asked = if case .device(let asked) = source.input.content { asked } else { nil }
        let isBareHash = if case .hash = asked?.subject { true } else { false }
        guard companion == nil || isBareHash else {
            throw Failure(.usage, "--envelope goes with a request of a bare hash, which \(source.origin) is not")
        }
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
        case .device(let asked):
            request = nil
            claims = Self.claims(asked)
            subject = try Self.subject(asked, source, networks, companion)
        case .link(let link):
            request = nil
            let network = try networks.resolve(documented: link.terms.network)
            subject = .envelope(link.envelope, original: link.envelope.xdr, on: network)
            claims.signers = link.publicKey.map { [MuxedAccount($0)] } ?? []
            claims.link = LinkClaims(link, book: Book())
        case .response, .signature, .accounts, .addressRequest: throw source.noTransaction
        }
    }

    private static func subject(
        _ asked: DeviceRequest, _ source: TransactionInput, _ networks: NetworkOptions, _ companion: String?
    ) throws(Failure) -> ReviewInput.Subject {
        guard case .hash(let hash) = asked.subject else {
            let found = try source.transaction(of: asked, networks)
            return .envelope(found.envelope, original: found.envelope.xdr, on: found.network)
        }
        guard let companion else { return .bareHash(hash) }
        let given = try Examined(companion, networks)
        guard case .envelope(let envelope, _, let network) = given.subject else { throw given.source.noTransaction }
        guard envelope.hash(on: network) == hash else {
            throw Failure(
                .refused,
                "\(given.source.origin): this hashes to \(envelope.hash(on: network).hex), but the request is for \(hash.hex)",
                hint: "the network may be another one")
        }
        return given.subject
    }

    private static func claims(_ asked: DeviceRequest) -> Claims {
        var claims = Claims()
        claims.note = asked.origin
        claims.keyPath = asked.path.text
        claims.keyFingerprint = asked.fingerprint.map { fingerprint in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: fingerprint >> UInt32($0)) }
        }
        claims.keyAccount = asked.account
        return claims
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
