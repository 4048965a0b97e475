// SPDX-License-Identifier: Apache-2.0

import Stellar
import Testing

@testable import Handoff

/// What the vectors of `docs/spec` do not cover.
struct HandoffNameTests {
    @Test func `signatures lie side by side, requests do not`() throws {
        let signed = try #require(HandoffName("transaction-e6a53830-signed.xdr"))
        #expect(signed.next?.text == "transaction-e6a53830-signed-2.xdr")
        #expect(HandoffName("transaction-e6a53830-signed-99.xdr")?.next == nil)
        #expect(HandoffName("transaction-e6a53830-unsigned.json")?.next == nil)
    }
}
