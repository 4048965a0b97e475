// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

@testable import Desk

struct LinkedTextTests {
    @Test func `an action with a page is a link, and nothing is a command`() {
        let text = LinkedText(
            "first: \(step: .build(.addTrustline(account: "GA", asset: "USD:GB"))), by \(field: .validFor)")
        #expect(text.spans.map(\.path) == [nil, "/trust?source=GA&asset=USD%3AGB", nil, nil])
        #expect(text.spans.map(\.text).joined() == "first: add a trustline for USD:GB to GA, by \"Valid for\"")
    }

    @Test func `what the signer does has no page`() {
        #expect(LinkedText("\(step: .sign(.newKey))").spans == [.init(text: "create a key at the signer", path: nil)])
    }

    @Test(
        arguments: [
            (.build(.cancel(hash: "ab")), "/requests/ab"), (.submit(.resume), "/"),
            (.anchor(.resume(number: 7, isLoopback: false)), "/transfers/7"),
            (.anchor(.info(.init(homeDomain: "a.example:1"))), "/anchors/a.example%3A1"),
            (.build(.endSponsoring(account: "GA")), "/operation/end-sponsoring-future-reserves?operation-source=GA"),
        ] as [(NextStep, String)])
    func `leads to the page of the action`(step: NextStep, path: String) {
        #expect(DeskPath.page(of: step) == path)
    }
}
