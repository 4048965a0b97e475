// SPDX-License-Identifier: Apache-2.0
import Stellar
import Testing

@testable import Handoff

struct HandoffNameTests {
    @Test(arguments: [
        "transaction-e6a53830-unsigned.json", "fee-bump-00000000-signed.xdr", "challenge-abcdef01-signed-2.txt",
        "message-12345678-signed-99.json", "transaction-e6a53830-unsigned-2.json",
    ])
    func `a name is written as it was read`(text: String) {
        #expect(HandoffName(text)?.text == text)
    }

    @Test(arguments: [
        "", "transaction", "transaction-e6a53830-unsigned", "transaction-e6a53830-unsigned.exe",
        "transaction-e6a53830-unsigned.json.lnk", "Transaction-e6a53830-unsigned.json",
        "transaction-E6A53830-unsigned.json",
        "transaction-e6a5383-unsigned.json", "transaction-e6a538300-unsigned.json",
        "transaction-e6a5383g-unsigned.json",
        "transaction-e6a53830-signed-1.xdr", "transaction-e6a53830-signed-02.xdr",
        "transaction-e6a53830-signed-100.xdr",
        "transaction-e6a53830-signed-.xdr", "transaction-e6a53830-sent.xdr", "payment-e6a53830-signed.xdr",
        " transaction-e6a53830-signed.xdr", "../transaction-e6a53830-signed.xdr", "transaction-e6a53830-signed.xdr~",
        "._transaction-e6a53830-signed.xdr", "transaction-e6a53830-signed-2-3.xdr",
    ])
    func `nothing else is a handoff's name`(text: String) {
        #expect(HandoffName(text) == nil)
    }

    @Test func `signatures lie side by side, requests do not`() throws {
        let signed = try #require(HandoffName("transaction-e6a53830-signed.xdr"))
        #expect(signed.next?.text == "transaction-e6a53830-signed-2.xdr")
        #expect(HandoffName("transaction-e6a53830-signed-99.xdr")?.next == nil)
        #expect(HandoffName("transaction-e6a53830-unsigned.json")?.next == nil)
    }
}
