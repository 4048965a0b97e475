// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Handoff
import Secp256k1Kit
import Stellar

@testable import Anchors

/// A session on a stage: the frame, the signer and the clock of a test.
struct Stage {
    var session: RampSession
    var now: UInt64 = 1_800_000_000
    var page = "p1"
    var records: [RampRecord] = []
    let configuration: RampConfiguration
    let frame: RampFrame

    init(_ document: JSON = solana, _ presentation: RampPresentation = .embedded, isOpen: Bool = true) throws {
        configuration = try RampConfiguration(document, presentation)
        frame = try RampFrame(configuration)
        session = RampSession(configuration, frame, makeID: Self.makeID)
        if isOpen { open() }
    }

    static let makeID: @Sendable () -> RequestID = {
        var generator = SystemRandomNumberGenerator()
        return RequestID(using: &generator)
    }

    var time: Timestamp { Timestamp(now) }

    /// The session as it would go on after the program was killed.
    var restored: RampSession { RampSession(configuration, frame, records: records, makeID: Self.makeID) }

    @discardableResult mutating func note(_ reaction: RampReaction) -> [PageCommand] {
        records += reaction.records
        return reaction.commands
    }

    @discardableResult mutating func open(_ page: String = "p1") -> [PageCommand] {
        self.page = page
        return note(session.open(page: page, at: time))
    }

    @discardableResult mutating func leave() -> [PageCommand] { note(session.leave(page: page, at: time)) }

    @discardableResult mutating func post(
        _ raw: String, from origin: String? = nil, _ source: PagePost.Source = .frame, page: String? = nil
    ) -> [PageCommand] {
        let post = PagePost(
            page: page ?? self.page, raw: raw, origin: origin ?? frame.origin.text, source: source)
        return note(session.receive(post, at: time))
    }

    @discardableResult mutating func send(_ message: RampMessage, _ source: PagePost.Source = .frame) -> [PageCommand] {
        post(message.json.text(), source)
    }

    @discardableResult mutating func ask(_ text: String = "Verify wallet ownership") -> [PageCommand] {
        send(.requestSignedMessage(text))
    }

    @discardableResult mutating func update(
        _ status: RampStatus, id: String = "t1", at time: String = "1", transaction: String? = nil
    ) -> [PageCommand] {
        send(.transferUpdate(RampUpdate(id: id, status: status, updatedAt: time, networkTransactionID: transaction)))
    }

    @discardableResult mutating func respond(_ response: RampResponse) throws(RampResponseError) -> [PageCommand] {
        note(try session.respond(response, at: time))
    }

    @discardableResult mutating func tick() -> [PageCommand] { note(session.tick(at: time)) }

    @discardableResult mutating func refuse() -> [PageCommand] { note(session.refuse("no", at: time)) }

    /// The right response to the open request.
    func response(_ request: RampRequest? = nil) throws -> RampResponse {
        guard let request = request ?? session.request else { throw RampResponseError.noRequest }
        let message = request.message
        return RampResponse(
            id: request.id, hash: message.hash, network: message.network, address: message.address,
            scheme: message.scheme, signature: try Signer.sign(message))
    }
}

/// The keys of the vectors.
enum Signer {
    static func sign(_ message: ChainMessage) throws -> [UInt8] {
        switch message.network.chain {
        case .solana, .stellar:
            let seed = try Hex.decode(Vectors.keys["solana"]?["secret_seed_hex"]?.asString ?? "")
            return try Ed25519.sign(message.bytes, seed: try SecretBytes(count: 32) { $0.copyBytes(from: seed) })
        case .eip155:
            let key = try Hex.decode(Vectors.keys["eip155"]?["private_key_hex"]?.asString ?? "")
            return try Secp256k1.sign(
                EIP191.hash(message.bytes), with: try SecretBytes(count: 32) { $0.copyBytes(from: key) })
        }
    }
}

let refusal = PageCommand.post(.returnSignedMessage(nil))
