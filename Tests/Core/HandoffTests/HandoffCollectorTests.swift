// SPDX-License-Identifier: Apache-2.0

import Handoff
import Testing

struct HandoffCollectorTests {
    private let encoder = must { try URDecoderTests.encoder(400, fragment: 50) }
    private let other = must { try URDecoderTests.encoder(400, fragment: 50, seed: 1) }

    @Test func `returns a multipart message once, when it is complete`() throws {
        var collector = HandoffCollector()
        #expect(collector.progress == nil)
        for number in [1, 2, 3, 4, 5, 6, 7] as [UInt32] {
            let missing = Array(Int(number) + 1...8)
            let progress = PartProgress(expected: 8, received: Int(number), missing: missing)
            #expect(try collector.receive(encoder.part(number).uppercased()) == .part(progress))
            #expect(try collector.receive(encoder.part(number)) == .known)
        }
        #expect(try collector.receive(" " + encoder.part(8) + "\n") == .complete([encoder.ur.text]))
        #expect(try collector.receive(encoder.part(8)) == .known)
        #expect(try collector.receive(encoder.part(9)) == .known)
        #expect(collector.progress?.missing == [])
    }

    @Test func `rejects parts of another message until the current one is complete`() throws {
        var collector = HandoffCollector()
        _ = try collector.receive(encoder.part(1))
        #expect(throws: HandoffError.ur(.otherMessage)) { try collector.receive(other.part(2)) }
        #expect(throws: HandoffError.lumenSigner(.notAFrame)) { try collector.receive(LumenSignerTests.frames[0]) }
        for number in 2...8 as ClosedRange<UInt32> { _ = try collector.receive(encoder.part(number)) }
        #expect(
            try collector.receive(other.part(1)) == .part(PartProgress(expected: 8, received: 1, missing: Array(2...8)))
        )
        #expect(throws: HandoffError.ur(.otherMessage)) { try collector.receive(encoder.part(1)) }
    }

    @Test func `returns LumenSigner frames in order, however they arrive`() throws {
        var collector = HandoffCollector()
        let frames = LumenSignerTests.frames
        for frame in frames.dropFirst().reversed() { _ = try collector.receive(frame) }
        #expect(collector.progress?.missing == [1])
        #expect(throws: HandoffError.ur(.otherMessage)) { try collector.receive(encoder.part(1)) }
        #expect(throws: HandoffError.lumenSigner(.otherCount(found: 2, expected: 4))) {
            try collector.receive("p1of2;sign-transaction;x")
        }
        #expect(try collector.receive(frames[0]) == .complete(frames))
        #expect(try collector.receive(frames[0]) == .known)
        #expect(try collector.receive("p1of1;sign-transaction;x") == .complete(["p1of1;sign-transaction;x"]))
    }

    @Test func `returns a single-code text once while it stays in view`() throws {
        var collector = HandoffCollector()
        for text in [Sample.envelopeText, "signature;AAAA", "hello"] {
            #expect(try collector.receive(text) == .complete([text]))
            #expect(try collector.receive(text) == .known)
        }
        #expect(try collector.receive(encoder.ur.qrText) == .complete([encoder.ur.text]))
        #expect(try collector.receive(encoder.ur.text) == .known)
        #expect(collector.progress == nil)
    }

    @Test func `a damaged part leaves the progress unchanged`() throws {
        var collector = HandoffCollector()
        _ = try collector.receive(encoder.part(1))
        #expect(throws: HandoffError.self) { try collector.receive(encoder.part(2).dropLast() + "z") }
        #expect(throws: HandoffError.ur(.badPath)) { try collector.receive("ur:bytes/1-x/ae") }
        #expect(collector.progress?.received == 1)
    }
}
