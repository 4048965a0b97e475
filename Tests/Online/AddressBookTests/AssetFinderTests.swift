// SPDX-License-Identifier: Apache-2.0

import Faults
import Stellar
import StellarXDR
import Testing

@testable import AddressBook

struct AssetFinderTests {
    private let home = OnlineHome()

    private func error(_ text: String) -> Failure? {
        var finder = AssetFinder(home.context, network: .testnet)
        return #expect(throws: Failure.self) { try finder.find(text, "--asset", holder: nil) }
    }

    @Test(arguments: ["native", "XLM", "xlm"])
    func `XLM has no issuer`(text: String) throws {
        var finder = AssetFinder(home.context, network: .testnet)
        #expect(try finder.find(text, "--asset", holder: nil) == .native)
        #expect(!AssetFinder.needsHolder(text))
    }

    @Test func `a contact may stand for the issuer, and the user is told who that is`() throws {
        try home.keep(Contact(name: "mint", account: OnlineHome.issuer, memo: nil, note: nil))
        var finder = AssetFinder(home.context, network: .testnet)
        #expect(try finder.find("USD:mint", "--asset", holder: nil).text == "USD:\(OnlineHome.issuer)")
        #expect(finder.takeNotices() == [.fact("asset", "USD:mint is USD:\(OnlineHome.issuer)")])
        #expect(finder.takeNotices() == [])
    }

    @Test func `a code alone is the asset that is well known on the network`() throws {
        var finder = AssetFinder(home.context, network: .testnet)
        #expect(try finder.findKnown("SRT", "--asset").code == "SRT")
        #expect(finder.takeNotices().count == 1)
    }

    @Test func `rejects a code alone when the balances are not looked up`() {
        let failure = error("USD")
        #expect(failure?.message.contains("USD names no issuer") == true)
        #expect(failure?.hint == "write CODE:ISSUER")
    }

    @Test(arguments: ["USD:nobody", "USD:", ":GA", "TOOLONGACODE1:\(OnlineHome.issuer)", "U$D:\(OnlineHome.issuer)"])
    func `rejects a text that is not an asset`(text: String) {
        #expect(error(text)?.kind == .badInput)
    }

    @Test func `rejects a code that no known asset has`() {
        var finder = AssetFinder(home.context, network: .public)
        #expect(throws: Failure.self) { try finder.findKnown("SRT", "--asset") }
    }
}
