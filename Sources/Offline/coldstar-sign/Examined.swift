// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Review
import Shell
import SodiumKit
import Stellar
import StellarXDR
import TextCodec
import XDR

/// The input, converted to what the review needs.
struct Examined {
    /// The input; nil for a payload, which comes from an option.
    let source: TransactionInput?
    /// The request, if the input is one.
    let request: SigningRequest?
    /// The device request, if the input is one; the response uses the same dialect.
    let asked: DeviceRequest?
    let subject: ReviewInput.Subject
    private var claims = Claims()
    /// Attached transactions that this one authorizes in advance.
    private var companions: [TransactionEnvelope] = []

    /// - Parameters:
    ///   - given: attached transactions (TX): the one that a bare hash is of, or those whose hashes become signers.
    ///   - book: has the keys for verifying the signatures of links.
    init(
        _ input: TransactionInput, _ networks: NetworkChoice, envelopes given: [String] = [], book: Book
    ) throws(Failure) {
        let source = input
        self.source = source
        asked = if case .device(let asked) = source.input.content { asked } else { nil }
        let isBareHash = if case .hash = asked?.subject { true } else { false }
        if isBareHash, given.count > 1 { throw Failure(.usage, "a bare hash is of one transaction: --envelope once") }
        switch source.input.content {
        case .envelope(let envelope):
            request = nil
            subject = .envelope(envelope, original: envelope.xdr, on: try networks.required())
        case .request(let document):
            request = document
            let network = try networks.resolve(documented: Network(passphrase: document.networkPassphrase))
            claims = Self.claims(document)
            guard claims.signerCount <= Claims.mostSigners else {
                throw Failure(
                    .badInput,
                    "\(input.origin): the request names \(claims.signerCount) signers, more than \(Claims.mostSigners)")
            }
            switch document.content {
            case .transaction(let envelope), .challenge(let envelope, _):
                subject = .envelope(envelope, original: envelope.xdr, on: network)
            case .message(let message): subject = .message(message.bytes)
            }
        case .device(let asked):
            request = nil
            claims = Self.claims(asked)
            subject = try Self.subject(asked, source, networks, given.first)
        case .link(let link):
            request = nil
            let network = try networks.resolve(link.terms)
            subject = .envelope(link.envelope, original: link.envelope.xdr, on: network)
            claims.signers = link.publicKey.map { [MuxedAccount($0)] } ?? []
            claims.link = LinkClaims(link, book: book)
        case .response, .signature, .accounts, .addressRequest: throw source.noTransaction
        }
        try takeCompanions(isBareHash ? [] : given, networks)
    }

    /// Collects attached transactions that this one authorizes: for those given as options that is required; hints are filtered.
    private mutating func takeCompanions(_ given: [String], _ networks: NetworkChoice) throws(Failure) {
        guard case .envelope(let envelope, _, let network) = subject, !envelope.preauthorized.isEmpty else {
            guard given.isEmpty else {
                throw Failure(
                    .usage, "--envelope goes with a bare hash, or with a transaction that authorizes another in advance"
                )
            }
            return
        }
        for text in given {
            let source = try TransactionInput(text)
            let found: TransactionEnvelope
            switch source.input.content {
            case .envelope(let bare): found = bare
            case .request(let other):
                guard other.networkPassphrase == network.passphrase, let asked = other.envelope else {
                    throw Failure(.badInput, "\(source.origin): this is for another network, or a message")
                }
                found = asked
            default: throw source.noTransaction
            }
            guard envelope.preauthorized.contains(found.hash(on: network).hash) else {
                throw Failure(.badInput, "\(source.origin): its hash does not become a signer here")
            }
            if !companions.contains(found) { companions.append(found) }
        }
        for text in request?.hints["preauthorized"]?.asArray?.compactMap(\.asString) ?? [] {
            guard case .envelope(let found)? = try? HandoffInput.recognise(text).content, !companions.contains(found),
                envelope.preauthorized.contains(found.hash(on: network).hash)
            else { continue }
            companions.append(found)
        }
    }

    private static func subject(
        _ asked: DeviceRequest, _ source: TransactionInput, _ networks: NetworkChoice, _ companion: String?
    ) throws(Failure) -> ReviewInput.Subject {
        guard case .hash(let hash) = asked.subject else {
            let found = try source.transaction(of: asked, networks)
            return .envelope(found.envelope, original: found.envelope.xdr, on: found.network)
        }
        guard let companion else { return .bareHash(hash) }
        let given = try Examined(try TransactionInput(companion), networks, book: Book())
        guard case .envelope(let envelope, _, let network) = given.subject else { throw given.noTransaction }
        guard envelope.hash(on: network) == hash else {
            throw Failure(
                .refused,
                "\(given.origin): this hashes to \(envelope.hash(on: network).hex), but the request is for \(hash.hex)",
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
        claims.take(hints: .object(request.hints))
        if case .challenge(_, let challenge) = request.content { claims.challenge = challenge }
        return claims
    }

    /// The review input without the vault's part, which `Surroundings` adds.
    func input(now: Timestamp) -> ReviewInput {
        var input = ReviewInput(subject, now: now)
        input.claims = claims
        input.companions = companions
        return input
    }

    /// The payload of a signed-payload signer (CAP-40).
    init(payload: [UInt8]) {
        source = nil
        request = nil
        asked = nil
        subject = .payload(payload)
    }

    /// The bytes to sign directly; nil for everything that has a hash.
    var payload: [UInt8]? { if case .payload(let bytes) = subject { bytes } else { nil } }

    /// The name of the input in errors.
    var origin: String { source?.origin ?? "the payload" }

    var noTransaction: Failure { source?.noTransaction ?? Failure(.badInput, "this is not a transaction") }

    /// The network; nil if the input has none.
    var network: Network? {
        if case .envelope(_, _, let network) = subject { network } else { nil }
    }
}
