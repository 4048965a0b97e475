// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import Stellar
import Testing

@testable import Anchors

struct SessionTests {
    // MARK: who is heard

    @Test func `hears a message only from the frame's origin and window in the page that was opened last`() throws {
        var stage = try Stage()
        let complete = RampMessage.transferUpdate(RampUpdate(id: "t", status: .complete, updatedAt: "1")).json.text()
        let ask = RampMessage.requestSignedMessage("sign this").json.text()
        for raw in [complete, ask, #"{"kind":"CLOSE"}"#] {
            #expect(stage.post(raw, from: "https://evil.example") == [])
            #expect(stage.post(raw, from: "https://api.sandbox.meso.network") == [])
            #expect(stage.post(raw, from: "null") == [])
            #expect(stage.post(raw, from: "") == [])
            #expect(stage.post(raw, from: "http://transfer.sandbox.meso.network") == [])
            #expect(stage.post(raw, .other) == [])
            #expect(stage.post(raw, page: "p0") == [])
        }
        #expect(stage.session.ignored == 21 && stage.session.request == nil && stage.session.outcome == .pending)
        let record = try #require(stage.records.dropFirst().first)
        #expect(record.kind == .ignored && record["origin"] == "https://evil.example")
        #expect(record["kind"] == "TRANSFER_UPDATE" && record["message"] == nil)
    }

    @Test func `hears nothing before a page is open`() throws {
        var stage = try Stage(isOpen: false)
        #expect(stage.ask() == [] && stage.session.request == nil)
    }

    @Test func `records ignored messages up to a bound`() throws {
        var stage = try Stage()
        for number in 0..<RampSession.noiseLimit + 100 {
            stage.post("junk \(number)", from: String(repeating: "x", count: 100_000), .other)
        }
        #expect(stage.session.ignored == RampSession.noiseLimit)
        #expect(stage.records.allSatisfy { $0.stored.detail.utf8.count < 1000 })
        for _ in 0..<RampSession.noiseLimit + 100 { stage.send(.ready) }
        #expect(stage.records.count < RampSession.noiseLimit + 10)
        stage.update(.complete)
        #expect(stage.session.outcome == .complete, "what matters is still recorded")
    }

    @Test(arguments: ["null", "undefined", "", "5", "{}", "[object Object]", #"{"target":"x"}"#])
    func `ignores data that is not a message`(raw: String) throws {
        var stage = try Stage()
        #expect(stage.post(raw) == [] && stage.session.request == nil)
    }

    @Test func `ignores messages in the wrong direction and from the wrong window`() throws {
        var stage = try Stage(solana, .inline)
        stage.send(.openOnboarding(path: "/a", search: nil))
        for message: RampMessage in [
            .requestSignedMessage("x"), .close, .returnSignedMessage("x"), .openOnboarding(path: "/b", search: nil),
            .transferUpdate(RampUpdate(id: "t", status: .complete, updatedAt: "1")),
        ] { #expect(stage.send(message, .onboarding) == []) }
        #expect(stage.send(.returnSignedMessage("x")) == [])
        #expect(stage.session.ignored == 6 && stage.session.transfers.isEmpty)
    }

    // MARK: signatures

    @Test(arguments: [solana, ethereum])
    func `hands a valid signature to the frame`(document: JSON) throws {
        var stage = try Stage(document)
        #expect(stage.ask("hello \u{e9} \u{4e16}\u{754c}") == [])
        let request = try #require(stage.session.request)
        #expect(request.message.bytes == Array("hello \u{e9} \u{4e16}\u{754c}".utf8))
        #expect(request.message.origin == "https://transfer.sandbox.meso.network")
        #expect(request.message.expires == Timestamp(stage.now + RampSession.lifetime))
        stage.now += 240
        let vectors = Vectors.keys[document == solana ? "solana" : "eip155"]?["messages"]?.asArray?.first
        let expected =
            vectors?["signature_base58"]?.asString ?? "0x" + (vectors?["signature"]?.asString ?? "")
        let commands = try stage.respond(stage.response())
        #expect(commands == [.post(.returnSignedMessage(expected))])
        #expect(stage.session.request == nil)
        let reply = try #require(stage.records.last)
        #expect(reply.kind == .replied && reply.detail["seconds"] == 240)
    }

    @Test func `takes no wrong response, and keeps the request open`() throws {
        var stage = try Stage()
        #expect(throws: RampResponseError.noRequest) { try stage.respond(try stage.response()) }
        stage.ask("one")
        let request = try #require(stage.session.request)
        let right = try stage.response()
        func wrong(
            id: RequestID? = nil, hash: TransactionHash? = nil, network: ChainNetwork? = nil,
            address: ChainAddress? = nil,
            signature: [UInt8]? = nil
        ) -> RampResponse {
            RampResponse(
                id: id ?? right.id, hash: hash ?? right.hash, network: network ?? right.network,
                address: address ?? right.address, scheme: right.scheme, signature: signature ?? right.signature)
        }
        let other = ChainAddress.solana(SolanaAddress(publicKey: Array(repeating: 7, count: 32)))
        let another = ChainMessage(
            network: .solana, address: request.message.address, scheme: .solanaRaw, origin: "", purpose: "",
            bytes: Array("two".utf8))
        var bent = right.signature
        bent[3] ^= 1
        let table: [(RampResponse, RampResponseError)] = [
            (wrong(id: Stage.makeID()), .otherRequest), (wrong(network: .base), .otherNetwork(.base)),
            (wrong(address: other), .otherAddress(other)), (wrong(hash: another.hash), .otherMessage),
            (wrong(signature: bent), .invalidSignature), (wrong(signature: []), .invalidSignature),
            (wrong(signature: right.signature + [0]), .invalidSignature),
            (wrong(signature: try Signer.sign(another)), .invalidSignature),
        ]
        for (response, fault) in table {
            #expect(throws: fault) { try stage.respond(response) }
            #expect(stage.session.request == request && stage.session.isAsked)
        }
        #expect(try stage.respond(right).count == 1)
        #expect(throws: RampResponseError.over) { try stage.respond(right) }
    }

    @Test func `takes no signature of another key for Ethereum`() throws {
        var stage = try Stage(ethereum.with("walletAddress", "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"))
        stage.ask()
        #expect(throws: RampResponseError.invalidSignature) { try stage.respond(try stage.response()) }
    }

    @Test func `tells the frame of a refusal, after which it may ask again`() throws {
        var stage = try Stage()
        stage.ask("one")
        let old = try stage.response()
        #expect(stage.refuse() == [refusal])
        #expect(stage.refuse() == [] && stage.session.request == nil)
        stage.ask("one")
        #expect(stage.session.request?.id != old.id)
        #expect(throws: RampResponseError.over) { try stage.respond(old) }
        #expect(try stage.respond(try stage.response()).count == 1)
    }

    @Test func `ends a request by time`() throws {
        var stage = try Stage()
        stage.ask()
        let late = try stage.response()
        stage.now += RampSession.lifetime - 1
        #expect(stage.tick() == [])
        stage.now += 1
        #expect(throws: RampResponseError.expired) { try stage.respond(late) }
        #expect(stage.tick() == [refusal])
        #expect(stage.tick() == [])
        #expect(throws: RampResponseError.over) { try stage.respond(late) }
        #expect(stage.records.last?.kind == .expired)
    }

    @Test func `replaces a request for other bytes, and keeps one for the same`() throws {
        var stage = try Stage()
        stage.ask("one")
        let first = try stage.response()
        stage.ask("one")
        #expect(stage.session.request?.id == first.id)
        stage.ask("two")
        #expect(throws: RampResponseError.over) { try stage.respond(first) }
        #expect(stage.session.request?.message.bytes == Array("two".utf8))
        stage.ask("one")
        #expect(stage.session.request?.id != first.id, "a request that was replaced does not come back")
    }

    @Test func `keeps the request over a reload, and replies only when the new frame asks`() throws {
        var stage = try Stage()
        stage.ask("one")
        let response = try stage.response()
        #expect(stage.open("p2") == [])
        #expect(stage.session.request?.id == response.id)
        #expect(try stage.respond(response) == [], "the new frame has not asked")
        #expect(stage.ask("one").count == 1)
        #expect(stage.session.request == nil)
        #expect(stage.records.map(\.kind).suffix(4) == [.opened, .signed, .repeated, .replied])
    }

    @Test func `forgets a signature for a frame that asks for another message after a reload`() throws {
        var stage = try Stage()
        stage.ask("one")
        try stage.respond(try stage.response())
        stage.ask("two")
        let response = try stage.response()
        stage.open("p2")
        #expect(try stage.respond(response) == [])
        #expect(stage.ask("three") == [])
        #expect(stage.session.request?.message.bytes == Array("three".utf8))
    }

    @Test func `does not tell a frame of a refusal for which it does not wait`() throws {
        var stage = try Stage()
        stage.ask("one")
        stage.leave()
        #expect(stage.refuse() == [])
        stage.open("p2")
        #expect(stage.ask("one") == [])
        #expect(stage.session.request != nil)
    }

    @Test func `goes on after a crash between request and response`() throws {
        var stage = try Stage()
        stage.ask("one")
        let response = try stage.response()
        stage.session = stage.restored
        #expect(stage.session.request?.id == response.id)
        #expect(try stage.respond(response) == [], "the page of the other run waits no more")
        stage.open("p2")
        #expect(stage.ask("one").count == 1)
        stage.session = stage.restored
        #expect(stage.session.request == nil)
        #expect(throws: RampResponseError.over) { try stage.respond(response) }
    }

    @Test func `refuses a message that the signer could not take`() throws {
        var stage = try Stage()
        #expect(stage.ask(String(repeating: "x", count: 4097)) == [refusal])
        #expect(stage.ask("a\0b") == [refusal])
        #expect(stage.session.request == nil)
        #expect(stage.ask(String(repeating: "x", count: 4096)) == [])
        #expect(stage.records.allSatisfy { $0.stored.detail.utf8.count < 8000 })
    }

    @Test func `gives a reply again to a frame on a later page`() throws {
        var stage = try Stage()
        stage.ask("one")
        let response = try stage.response()
        let reply = try stage.respond(response)
        #expect(reply.count == 1)
        // Perhaps the page went away with the reply.
        stage.open("p2")
        #expect(stage.ask("one") == reply && stage.session.request == nil)
        // A frame that asks again on the same page has refused the signature: the next one is of another request.
        #expect(stage.ask("one") == [])
        #expect(stage.session.request.map { $0.id != response.id } == true)
    }

    @Test func `takes a response again whose reply was lost with the program`() throws {
        var stage = try Stage()
        stage.ask("one")
        let response = try stage.response()
        let reply = try stage.respond(response)
        stage.session = stage.restored
        #expect(throws: RampResponseError.over) { try stage.respond(response) }
        stage.open("p2")
        #expect(stage.ask("two") == [] && stage.session.request?.id != response.id, "other bytes are another request")
        stage.refuse()
        #expect(stage.ask("one") == [] && stage.session.request?.id == response.id)
        #expect(stage.restored.request?.id == response.id)
        #expect(try stage.respond(response) == reply)
        stage.open("p3")
        stage.now += RampSession.lifetime
        stage.ask("one")
        #expect(stage.session.request?.id != response.id, "its time is over")
    }

    @Test(arguments: [
        String(repeating: "a", count: 32), "\u{202e}gnp.exe", "a\u{200b}b", "\tb", "\u{fffd}", "\u{7f}",
        "example.com wants you to sign in with your Solana account:\n11111111111111111111111111111111",
    ])
    func `carries nothing to the signer that it would refuse`(_ text: String) throws {
        var stage = try Stage()
        #expect(stage.ask(text) == [refusal] && stage.session.request == nil)
        #expect(stage.records.last?.kind == .refused && stage.records.last?["reason"]?.isEmpty == false)
        #expect(stage.ask("Verify wallet ownership") == [] && stage.session.request != nil)
    }

    @Test func `bounds the number of requests`() throws {
        var stage = try Stage()
        for number in 0..<300 { stage.ask("message \(number)") }
        #expect(stage.records.filter { $0.kind == .requested }.count == RampSession.requestLimit)
    }

    // MARK: transfers

    @Test func `follows a transfer to its end`() throws {
        var stage = try Stage()
        #expect(stage.send(.ready) == [])
        #expect(stage.update(.approved) == [.hide])
        #expect(stage.update(.executing) == [])
        #expect(stage.update(.complete, transaction: "5nWm") == [.remove, .done])
        #expect(stage.session.events == [.ready, .transferApproved, .transferComplete])
        #expect(stage.session.outcome == .complete && stage.session.transfers.first?.networkTransactionID == "5nWm")
        #expect(stage.ask() == [] && stage.update(.declined) == [] && stage.session.outcome == .complete)
        #expect(stage.open("p2") == [.done])
    }

    @Test func `leaves an inline frame where it is`() throws {
        var stage = try Stage(solana, .inline)
        #expect(stage.update(.approved) == [])
        #expect(stage.update(.complete) == [.done])
    }

    @Test func `never goes back from DECLINED, and records what contradicts it`() throws {
        var stage = try Stage()
        stage.update(.declined)
        for status in RampStatus.allCases { #expect(stage.update(status, at: "2") == []) }
        #expect(stage.session.outcome == .declined && stage.session.transfers.map(\.status) == [.declined])
        #expect(stage.records.filter { $0.kind == .status && $0.detail["accepted"] == false }.count == 5)
        #expect(stage.restored.transfers == stage.session.transfers)
        #expect(!stage.session.isEnded, "the frame may begin another transfer")
        stage.update(.approved, id: "t2")
        #expect(stage.session.outcome == .pending)
        #expect(stage.session.transfers.map(\.status) == [.declined, .approved])
    }

    @Test func `records an update once`() throws {
        var stage = try Stage()
        for _ in 0..<3 { stage.update(.approved) }
        stage.update(.unknown)
        stage.update(.approved, at: "2")
        #expect(stage.records.filter { $0.kind == .status }.count == 3)
        #expect(stage.session.events == [.transferApproved])
    }

    @Test func `drops the open request with the end of the transfer`() throws {
        for message in [RampMessage.close, .transferUpdate(RampUpdate(id: "t", status: .complete, updatedAt: "1"))] {
            var stage = try Stage()
            stage.ask()
            let response = try stage.response()
            #expect(stage.send(message) == [.remove, .done])
            #expect(throws: RampResponseError.over) { try stage.respond(response) }
        }
    }

    @Test func `calls the outcome unknown when Meso closes before the end`() throws {
        var stage = try Stage()
        stage.update(.executing)
        #expect(stage.send(.close) == [.remove, .done])
        #expect(stage.session.outcome == .unknown && stage.session.events.last == .close)
        #expect(stage.session.outcome.advice.contains("e-mail"))
    }

    @Test func `ends at the user's wish, and tells the frame`() throws {
        var stage = try Stage()
        stage.ask()
        #expect(stage.note(stage.session.end(at: stage.time)) == [refusal, .remove, .done])
        #expect(stage.note(stage.session.end(at: stage.time)) == [])
        #expect(stage.session.outcome == .unknown)
    }

    @Test func `keeps the frame's errors`() throws {
        var stage = try Stage()
        for kind in RampErrorKind.allCases { stage.send(.error(kind, "wrong: \(kind.rawValue)")) }
        #expect(
            stage.session.events == [.error, .configurationError, .unsupportedNetworkError, .unsupportedAssetError])
        #expect(stage.session.lastError == "wrong: UNSUPPORTED_ASSET_ERROR")
        #expect(stage.session.outcome == .pending)
    }

    @Test func `records a request for a payment and makes none`() throws {
        var stage = try Stage()
        let payout = RampPayout(amount: "abc", recipient: "r", token: "t", decimals: "-1.5")
        #expect(stage.send(.requestSendTransaction(payout)) == [])
        #expect(stage.records.last?.kind == .payout && stage.records.last?["amount"] == "abc")
        #expect(stage.session.payout == payout && stage.restored.payout == payout)
    }

    // MARK: onboarding

    @Test func `opens and closes the onboarding window of an inline frame`() throws {
        var stage = try Stage(solana, .inline)
        #expect(stage.send(.resumeInlineFrame(.complete), .onboarding) == [])
        #expect(
            stage.send(.openOnboarding(path: "/kyc", search: "?a=1"))
                == [.openOnboarding(url: "https://transfer.sandbox.meso.network/modal/onboarding/kyc?a=1")])
        #expect(
            stage.send(.resumeInlineFrame(.terminated), .onboarding)
                == [.closeOnboarding, .post(.resumeInlineFrame(.terminated))])
        #expect(stage.session.events == [.transferIncomplete])
        #expect(stage.send(.resumeInlineFrame(.complete), .onboarding) == [], "it is closed")
        var embedded = try Stage()
        #expect(embedded.send(.openOnboarding(path: "/kyc", search: nil)) == [])
    }

    // MARK: pages

    @Test func `hears the last of two pages`() throws {
        var stage = try Stage()
        stage.open("p2")
        #expect(stage.post(RampMessage.requestSignedMessage("x").json.text(), page: "p1") == [])
        #expect(stage.session.request == nil)
        #expect(stage.note(stage.session.leave(page: "p1", at: stage.time)) == [])
        #expect(stage.session.page == "p2", "the older page took nothing with it")
        stage.leave()
        #expect(stage.session.page == nil && stage.session.outcome == .pending)
    }
}
