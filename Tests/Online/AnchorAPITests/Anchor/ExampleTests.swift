// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import HTTP
import Stellar
import StellarXDR
import Testing

/// The example in `Anchor.md`.
struct ExampleTests {
    @Test func `the documented example resolves a federation name to an account`() throws {
        let account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
        let transport = RecordedTransport(answers: [
            .success(HTTPResponse(status: 200, body: Array("FEDERATION_SERVER = \"https://example.com/fed\"".utf8))),
            .success(HTTPResponse(status: 200, body: Array("{\"account_id\": \"\(account)\"}".utf8))),
        ])
        let federation = Federation(DomainFiles(by: transport))
        let found = try federation.resolve(try FederationName("bob*example.com"))
        #expect(found.account.address.hasPrefix("G"))
        #expect(found.memo == .none)
    }
}
