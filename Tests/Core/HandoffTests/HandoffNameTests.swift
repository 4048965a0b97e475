// SPDX-License-Identifier: Apache-2.0

import Stellar
import Testing

@testable import Handoff

/// Cases that the vectors of `docs/spec` do not cover.
struct HandoffNameTests {
    @Test func `a signed file has a numbered successor up to 99, an unsigned one has none`() throws {
        let signed = try #require(HandoffName("transaction-e6a53830-signed.xdr"))
        #expect(signed.next?.text == "transaction-e6a53830-signed-2.xdr")
        #expect(HandoffName("transaction-e6a53830-signed-99.xdr")?.next == nil)
        #expect(HandoffName("transaction-e6a53830-unsigned.json")?.next == nil)
    }
}
