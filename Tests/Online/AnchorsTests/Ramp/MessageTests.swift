// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Anchors

struct MessageTests {
    @Test func `leaves the signature of a refusal out, because the frame drops null and empty ones`() {
        #expect(
            RampMessage.returnSignedMessage(nil).json.text() == #"{"kind":"RETURN_SIGNED_MESSAGE_RESULT","payload":{}}"#
        )
        #expect(
            RampMessage.returnSignedMessage("abc").json.text()
                == #"{"kind":"RETURN_SIGNED_MESSAGE_RESULT","payload":{"signedMessage":"abc"}}"#)
    }

    @Test(arguments: [
        #"{"kind":"READY","payload":null}"#, #"{"kind":"READY","payload":{}}"#, #"{"kind":"ready"}"#, #"{"kind":null}"#,
        #"{"kind":"toString"}"#, #"{"kind":["READY"]}"#,
        #"{"kind":"REQUEST_SIGNED_MESSAGE","payload":{"messageToSign":" \n\u00a0\ufeff\u2003"}}"#,
        #"{"kind":"REQUEST_SIGNED_MESSAGE","payload":"x"}"#, #"{"kind":"REQUEST_SIGNED_MESSAGE","payload":null}"#,
        #"{"kind":"RETURN_SIGNED_MESSAGE_RESULT","payload":{"signedMessage":null}}"#,
        #"{"kind":"RETURN_SIGNED_MESSAGE_RESULT","payload":null}"#,
        #"{"kind":"TRANSFER_UPDATE","payload":null}"#, #"{"kind":"TRANSFER_UPDATE","payload":[]}"#,
        #"{"kind":"TRANSFER_UPDATE","payload":{"id":"a","status":"COMPLETED","updatedAt":"t"}}"#,
        #"{"kind":"TRANSFER_UPDATE","payload":{"id":"a","status":"toString","updatedAt":"t"}}"#,
        #"{"kind":"TRANSFER_UPDATE","payload":{"id":" ","status":"COMPLETE","updatedAt":"t"}}"#,
        #"{"kind":"TRANSFER_UPDATE","payload":{"id":"a","status":"COMPLETE","updatedAt":"t","networkTransactionId":5}}"#,
        #"{"kind":"ERROR","payload":{"message":"\t"}}"#,
        #"{"kind":"INITIATE_MODAL_ONBOARDING","payload":{"initialPathname":"/a","search":null}}"#,
        #"{"kind":"INITIATE_MODAL_ONBOARDING","payload":{"initialPathname":5}}"#,
        #"{"kind":"RESUME_INLINE_FRAME","payload":{"action":"constructor"}}"#,
        #"{"kind":"REQUEST_SEND_TRANSACTION","payload":{"amount":"1","recipientAddress":"r","tokenAddress":"t","decimals":"6"}}"#,
        #"{"kind":"REQUEST_SEND_TRANSACTION","payload":{"amount":1,"recipientAddress":"r","tokenAddress":"t","decimals":6}}"#,
        "null", "5", "[{\"kind\":\"READY\"}]", "\"{}\"", "{", "{\"kind\":\"READY\"}x",
        "{\"kind\":\"READY\",\"kind\":\"CLOSE\"}",
        "{'kind':'READY'}", "",
    ])
    func `drops what is not a message`(raw: String) {
        guard case .malformed = RampInbound(raw: raw) else {
            Issue.record("accepted")
            return
        }
    }

    @Test func `takes unknown members, empty transaction ids, and what stands around the object`() {
        let update = RampUpdate(id: "a", status: .complete, updatedAt: "t")
        for text in [
            #"{"kind":"TRANSFER_UPDATE","payload":{"id":"a","status":"COMPLETE","updatedAt":"t","networkTransactionId":""}}"#,
            #" {"kind":"TRANSFER_UPDATE","x":1,"payload":{"id":"a","status":"COMPLETE","updatedAt":"t","y":[1],"networkTransactionId":null}}"#
                + "\n",
        ] { #expect(RampInbound(raw: text) == .message(.transferUpdate(update))) }
        #expect(RampInbound(raw: #"{"kind":"READY"}"#) == .message(.ready))
    }

    @Test func `drops the noise of wallet extensions and messages without bound`() {
        #expect(RampInbound(raw: #"{"kind":"CLOSE","target":"metamask-inpage"}"#) == .targeted)
        #expect(RampInbound(raw: #"{"target":null}"#) == .targeted)
        let long = #"{"kind":"READY","x":""# + String(repeating: "x", count: RampMessage.maximumLength) + #""}"#
        #expect(RampInbound(raw: long) == .malformed(.tooLong))
        #expect(
            RampInbound(raw: "{\"kind\":\"READY\",\"x\":" + String(repeating: "[", count: 60_000))
                == .malformed(.notJSON))
    }

    @Test func `knows the nine events`() { #expect(RampEvent.allCases.count == 9) }
}
