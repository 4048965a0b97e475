// SPDX-License-Identifier: Apache-2.0

import Crypto
import Review
import Stellar
import StellarXDR
import Testing

struct SigningTests {
    private func asked(_ key: Person = alice, _ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
        Scenario {
            $0.setUp = { [account = key.account] in $0.key = SigningKey(account) }
            change(&$0)
        }
    }

    @Test func `signs a plain payment that raises no hold`() throws {
        let signed = try asked().reviewed.approve().signed(by: alice)
        let envelope = try #require(signed.envelope)
        #expect(signed.hash == Scenario().envelope.hash(on: .testnet))
        #expect(envelope.signers(among: [alice.account.key], on: .testnet) == [alice.account.key])
    }

    @Test func `signing a transaction again gives the same bytes and no second signature`() throws {
        let once = try asked().reviewed.approve().signed(by: alice)
        let twice = try asked { $0.signers = [alice] }.reviewed.approve().signed(by: alice)
        #expect(once == twice)
    }

    @Test func `a hold passes only when its value is typed, in capitals or not`() throws {
        let reviewed = asked { $0.operations = [operation(.accountMerge(bob.muxed))] }.reviewed
        let hold = try #require(reviewed.review.holds.first)
        #expect(reviewed.review.holds.count == 1)
        #expect(throws: ApprovalError.held([hold])) { try reviewed.approve() }
        for wrong in ["", "yes", " " + hold.value, hold.value + "A", String(hold.value.dropLast())] {
            #expect(hold.passed(byTyping: wrong) == nil)
        }
        for typed in [hold.value, hold.value.lowercased()] {
            let passed = try #require(hold.passed(byTyping: typed))
            #expect(try reviewed.approve(holdsPassed: [passed]).signed(by: alice).envelope != nil)
        }
    }

    @Test func `a hold passed for one target does not pass another`() throws {
        let bobs = asked { $0.operations = [operation(.accountMerge(bob.muxed))] }.reviewed
        let carols = asked { $0.operations = [operation(.accountMerge(carol.muxed))] }.reviewed
        let hold = try #require(bobs.review.holds.first)
        let passed = try #require(hold.passed(byTyping: hold.value))
        #expect(throws: ApprovalError.self) { try carols.approve(holdsPassed: [passed]) }
    }

    @Test func `a hold in an inner or attached transaction holds the whole request`() {
        let merge = operation(.accountMerge(carol.muxed))
        let bumped = asked(bob) {
            $0.operations = [merge]
            $0.payer = bob
        }
        #expect(bumped.review.holds.map(\.rule) == [.merge])
        let later = Scenario { $0.operations = [merge] }.envelope
        let prepared = Scenario {
            $0.operations = [signer(.preAuthTx(later.hash(on: .testnet).hash))]
            $0.setUp = { $0.companions = [later] }
        }
        #expect(prepared.review.holds.map(\.rule) == [.newSigner, .merge])
    }

    @Test func `a refusal cannot be approved by passing holds`() throws {
        let reviewed = asked { $0.operations = [operation(.bumpSequence(.init(bumpTo: .max)))] }.reviewed
        let passed = Set(reviewed.review.holds.compactMap { $0.passed(byTyping: $0.value) })
        #expect(passed.count == 1)
        #expect(throws: ApprovalError.self) { try reviewed.approve(holdsPassed: passed) }
    }

    @Test func `only the key that was reviewed signs`() throws {
        #expect(throws: SigningError<SodiumError>.self) { try asked().reviewed.approve().signed(by: bob) }
        #expect(throws: SigningError<SodiumError>.self) { try Scenario().reviewed.approve().signed(by: alice) }
    }

    @Test func `rejects a signature that does not verify`() throws {
        let approved = try asked().reviewed.approve()
        for broken in [Broken.otherBytes, .short, .empty] {
            #expect(throws: SigningError<SodiumError>.self) { try approved.signed(by: FaultySigner(fault: broken)) }
        }
    }

    @Test func `refuses to add a signature to an envelope that has twenty`() throws {
        let crowd = (0..<20).map { Person(name: "signer \($0)") }
        let full = asked { $0.signers = crowd }
        #expect(throws: SigningError<SodiumError>.self) { try full.reviewed.approve().signed(by: alice) }
        let there = asked { $0.signers = Array(crowd.dropLast()) + [alice] }
        #expect(try there.reviewed.approve().signed(by: alice).envelope?.signatures.count == 20)
    }

    @Test func `never signs a bare hash or a 32-byte payload, and another payload only after its hold`() throws {
        let bareHash = asked { $0.subject = .bareHash(TransactionHash(hash(1))) }.reviewed
        #expect(throws: ApprovalError.self) { try bareHash.approve(holdsPassed: passed(bareHash)) }
        let disguised = asked { $0.subject = .payload(hash(1).bytes) }.reviewed
        #expect(throws: ApprovalError.self) { try disguised.approve(holdsPassed: passed(disguised)) }
        let payload = asked { $0.subject = .payload([1, 2, 3]) }.reviewed
        #expect(throws: ApprovalError.self) { try payload.approve() }
        let signature = try payload.approve(holdsPassed: passed(payload)).signed(by: alice).signature
        #expect(Ed25519.verify(signature, message: [1, 2, 3], publicKey: alice.account.key.bytes))
    }

    @Test func `a signer is told the kind of what it signs, whatever the number of bytes`() throws {
        func items(_ subject: ReviewInput.Subject?) throws -> [Signable] {
            let reviewed = asked { if let subject { $0.subject = subject } }.reviewed
            let signer = RecordingSigner()
            _ = try reviewed.approve(holdsPassed: passed(reviewed)).signed(by: signer)
            return signer.items
        }
        let transaction = asked().reviewed
        #expect(try items(nil) == [.hash(try #require(transaction.review.hash))])
        let long = [UInt8](repeating: 7, count: 64)
        #expect(try items(.payload(long)) == [.payload(long)])
        let file = try #require(FileStatement(name: "a", content: [1], comment: nil))
        let both = try items(.file(file))
        #expect(both == [.file(file.blake2b), .comment(Array("file:a".utf8), after: try alice.sign(file.blake2b))])
    }

    private func passed(_ reviewed: ReviewedItem) -> Set<PassedHold> {
        Set(reviewed.review.holds.compactMap { $0.passed(byTyping: $0.value) })
    }
}

/// Remembers what it was asked to sign.
private final class RecordingSigner: ItemSigner {
    private(set) var items: [Signable] = []

    var identity: KeyIdentity { alice.identity }

    func sign(_ item: Signable) throws(SodiumError) -> [UInt8] {
        items.append(item)
        return try alice.sign(item)
    }

    func sign(_ message: ChainMessage) throws(SodiumError) -> [UInt8] { throw .cannotOpen }
}

private enum Broken { case otherBytes, short, empty }

/// A faulty signer for Alice's account.
private struct FaultySigner: ItemSigner {
    let fault: Broken

    var identity: KeyIdentity { alice.identity }

    func sign(_ item: Signable) throws(SodiumError) -> [UInt8] {
        switch fault {
        case .otherBytes: try alice.sign(item.bytes + [0])
        case .short: Array(try alice.sign(item).dropLast())
        case .empty: []
        }
    }

    func sign(_ message: ChainMessage) throws(SodiumError) -> [UInt8] { try sign(.payload(message.bytes)) }
}
