// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Workspace

struct AssetFinderTests {
    private let home = OnlineHome()

    private func error(_ text: String) -> Failure? {
        var finder = AssetFinder(home.context, network: .testnet)
        return #expect(throws: Failure.self) { try finder.find(try AssetReference(text: text), .asset, holder: nil) }
    }

    @Test(arguments: ["native", "XLM", "xlm"])
    func `XLM has no issuer`(text: String) throws {
        var finder = AssetFinder(home.context, network: .testnet)
        #expect(try finder.find(try AssetReference(text: text), .asset, holder: nil) == .native)
        #expect(try !AssetReference(text: text).needsHolder)
    }

    @Test func `accepts a contact as the issuer and reports the issuer's address once`() throws {
        try home.keep(Contact(name: "mint", account: OnlineHome.issuer, memo: nil, note: nil))
        var finder = AssetFinder(home.context, network: .testnet)
        #expect(
            try finder.find(.issued(code: "USD", by: "mint"), .asset, holder: nil).text == "USD:\(OnlineHome.issuer)")
        #expect(finder.takeNotices() == [.fact(.asset, "USD:mint is USD:\(OnlineHome.issuer)")])
        #expect(finder.takeNotices() == [])
    }

    @Test func `resolves a code alone to the network's well-known asset`() throws {
        var finder = AssetFinder(home.context, network: .testnet)
        #expect(try finder.findKnown(.code("SRT"), .asset).code == "SRT")
        #expect(finder.takeNotices().count == 1)
    }

    @Test func `rejects a code alone without a holder whose balances could be looked up`() {
        let failure = error("USD")
        #expect(failure?.message.contains("USD names no issuer") == true)
        #expect(failure?.hint?.plain == "write CODE:ISSUER")
    }

    @Test(arguments: ["USD:nobody", "USD:", ":GA", "TOOLONGACODE1:\(OnlineHome.issuer)", "U$D:\(OnlineHome.issuer)"])
    func `rejects a text that is not an asset`(text: String) {
        #expect(error(text)?.kind == .badInput)
    }

    @Test func `rejects a code alone without a well-known asset`() {
        var finder = AssetFinder(home.context, network: .public)
        #expect(throws: Failure.self) { try finder.findKnown(.code("SRT"), .asset) }
    }
}
