// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

/// LumenSigner messages against the samples that its project publishes.
struct LumenSignerTests {
    static let official = must { try Vectors.json("airgap.json").object("official").object("lumensigner") }
    static let frames = must { try official.array("sign_transaction").compactMap(\.asString) }

    private struct Wrong: Error {}

    @Test func `reads the frames of the published request in any order`() throws {
        #expect(Self.frames.count == 4)
        for lines in [Self.frames, Self.frames.reversed(), Self.frames + Self.frames] {
            let input = try HandoffInput.recognise(lines.joined(separator: "\r\n") + "\n")
            guard case .device(let request) = input.content else { throw Wrong() }
            #expect(input.dialect == .lumenSigner && request.dialect == .lumenSigner)
            #expect(request.path.text == "m/44'/148'/1'" && request.id == nil && request.fingerprint == nil)
            guard case .transaction(let envelope, let network) = request.subject else { throw Wrong() }
            #expect(network == .passphrase(Network.testnet.passphrase))
            #expect(envelope.hash(on: .testnet).hex.hasPrefix("49817f477758a324"))
        }
    }

    @Test func `reads frames whose payload starts on a new line`() throws {
        let lines = Self.frames.map { $0.replacing("sign-transaction;", with: "sign-transaction;\n") }
        guard case .device = try HandoffInput.recognise(lines.joined(separator: "\n")).content else { throw Wrong() }
    }

    @Test func `reads frames split at any byte, even inside the passphrase`() throws {
        let text = "m/44'/148'/7';\(Sample.envelopeText);Test SDF Network ; September 2015"
        for length in [1, 7, 50, 1000] {
            let pieces = stride(from: 0, to: text.utf8.count, by: length).map { start in
                String(decoding: Array(text.utf8)[start..<min(start + length, text.utf8.count)], as: UTF8.self)
            }
            let frames = pieces.enumerated().map { "p\($0 + 1)of\(pieces.count);sign-transaction;\($1)" }
            guard case .device(let request) = try HandoffInput.recognise(frames.joined(separator: "\n")).content else {
                throw Wrong()
            }
            #expect(request.subject == .transaction(Sample.envelope, .passphrase(Network.testnet.passphrase)))
        }
    }

    @Test func `writes frames split as xBull does, and reads them back`() throws {
        let frames = LumenSigner.frames(of: Sample.envelope, on: .public, path: DerivationPath(account: 3))
        #expect(frames.count == 4)
        #expect(frames[0] == "p1of4;sign-transaction;m/44'/148'/3';" + Sample.envelopeText.prefix(50))
        #expect(frames[3].hasSuffix("==;Public Global Stellar Network ; September 2015"))
        guard case .device(let request) = try HandoffInput.recognise(frames.joined(separator: "\n")).content else {
            throw Wrong()
        }
        #expect(request.subject == .transaction(Sample.envelope, .passphrase(Sample.network)))
    }

    @Test func `reads the published hash, address and signature messages`() throws {
        let hash = "3389e9f0f1a65f19736cacf544c2e825313e8447f569233bb8db39aa607c8889"
        guard case .device(let asked) = try HandoffInput.recognise(Self.official.string("sign_hash")).content else {
            throw Wrong()
        }
        #expect(asked.subject == .hash(must { TransactionHash(hex: hash) }) && asked.path.account == 0)
        #expect(
            try HandoffInput.recognise(Self.official.string("request_address")).content
                == .addressRequest(DerivationPath(account: 0)))
        let address = try Self.official.string("address")
        guard case .accounts(let accounts) = try HandoffInput.recognise(address).content else { throw Wrong() }
        let account = accounts.accounts[0]
        #expect(LumenSigner.address(account.key, path: try #require(account.path)) == address)
        let text = try Self.official.string("signature")
        guard case .signature(let answer) = try HandoffInput.recognise(text).content else { throw Wrong() }
        #expect(answer.lumenSignerText == text && answer.id == nil)
        #expect(
            [
                DecoratedSignature(
                    hint: .last(of: account.key.key.bytes), signature: must { Signature(answer.signature) })
            ]
            .signers(of: must { TransactionHash(hex: hash) }, among: [account.key.key]) == [account.key.key])
    }

    static let wrongFrames: [([String], LumenSignerError)] = [
        (Array(frames.dropLast()), .incomplete(PartProgress(expected: 4, received: 3, missing: [4]))),
        (Array(frames.dropFirst()), .incomplete(PartProgress(expected: 4, received: 3, missing: [1]))),
        (frames + ["p9of3;sign-transaction;AAAA"], .notAFrame), (frames + ["p0of4;sign-transaction;AAAA"], .notAFrame),
        (frames + ["p5of4;sign-transaction;AAAA"], .notAFrame), (frames + ["p+1of4;sign-transaction;AAAA"], .notAFrame),
        (frames + ["p01of4;sign-transaction;AAAA"], .notAFrame), (frames + ["p1of4;sign-hash;AAAA"], .notAFrame),
        (frames + ["p1of5;sign-transaction;AAAA"], .otherCount(found: 5, expected: 4)),
        (frames + ["p2of4;sign-transaction;AAAA"], .contradiction(number: 2)),
        (["p1of1025;sign-transaction;AAAA"], .tooManyFrames(limit: 1024)),
        (["p1of2;sign-transaction;" + String(repeating: "A", count: 4297)], .tooLong(limit: 4296)),
        (
            (1...64).map { "p\($0)of64;sign-transaction;" + String(repeating: "A", count: 4200) },
            .tooLong(limit: 1 << 18)
        ),
        (["p1of1;sign-transaction;m/44'/148'/0';AAAA"], .malformed), (["p1of1;sign-transaction;"], .malformed),
        (["p1of1;sign-transaction;m/44'/148'/0';\(Sample.envelopeText);"], .malformed),
        (["p1of1;sign-transaction;44'/148'/0';\(Sample.envelopeText);x"], .badPath),
        (["sign-hash;m/44'/148'/0';abcd"], .malformed), (["sign-hash;m/44'/148'/0'"], .malformed),
        (["sign-hash;;" + String(repeating: "ab", count: 32)], .badPath), (["request-address;"], .badPath),
        (["address;m/44'/148'/0'"], .malformed), (["sign-transaction;m/44'/148'/0';AAAA;x"], .notAFrame),
    ]

    @Test(arguments: wrongFrames)
    func `reports the specific error for malformed frames`(frames: [String], error: LumenSignerError) {
        #expect(throws: HandoffError.lumenSigner(error)) {
            try HandoffInput.recognise(frames.joined(separator: "\n"))
        }
        #expect(error.message.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }

    @Test func `rejects frames that do not form a canonical envelope, and malformed replies`() throws {
        let cut = "p1of1;sign-transaction;m/44'/148'/0';\(Sample.envelopeText.dropLast(4));x"
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(cut) }
        let other = LumenSigner.frames(of: Sample.envelope, on: .testnet, path: DerivationPath(account: 0))
        var mixed = Self.frames
        mixed[1] = other[1]
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(mixed.joined(separator: "\n")) }
        #expect(throws: HandoffError.self) { try HandoffInput.recognise("signature;AAAA") }
        #expect(throws: HandoffError.self) { try HandoffInput.recognise("signature;BYM3") }
        #expect(throws: HandoffError.self) { try HandoffInput.recognise("address;m/44'/148'/0';GA") }
    }

    @Test func `the decoder reports received and missing frames`() throws {
        var decoder = LumenSignerDecoder()
        #expect(decoder.progress == nil && !decoder.isComplete)
        #expect(throws: LumenSignerError.notAFrame) { try decoder.text() }
        #expect(try decoder.receive(Self.frames[2]))
        #expect(try decoder.receive(Self.frames[2]) == false)
        #expect(decoder.progress == PartProgress(expected: 4, received: 1, missing: [1, 2, 4]))
        for frame in Self.frames { try decoder.receive(frame) }
        #expect(decoder.isComplete && decoder.frames == Self.frames)
    }
}
