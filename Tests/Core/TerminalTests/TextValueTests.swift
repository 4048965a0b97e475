// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Stellar
import StellarXDR
import Testing

@testable import Terminal

struct TextValueTests {
    @Test(arguments: [("90s", 90), ("30m", 1800), ("24h", 86400), ("7d", 604_800)] as [(String, UInt64)])
    func `parses a duration`(text: String, seconds: UInt64) throws {
        #expect(try TimeSpan(text: text).seconds == seconds)
    }

    @Test(arguments: ["", "h", "0h", "-1h", "+1h", "1.5h", "24", "1y", "99999999999999999999d", "3651d", " 1h"])
    func `rejects a malformed or out-of-range duration`(text: String) {
        #expect(throws: PlainValueError.self) { try TimeSpan(text: text) }
    }

    @Test(arguments: ["", "-1", "+1", "1.0", "0x1", "4294967296", "\u{661}"])
    func `rejects a malformed or out-of-range integer`(text: String) {
        #expect(throws: PlainValueError.self) { try UInt32(text: text) }
    }

    @Test func `errors name the input and escape the value`() throws {
        let error = #expect(throws: Failure.self) { try FieldID.fee.value(of: "\u{1b}[2J", as: UInt32.self) }
        #expect(error?.message.hasPrefix("fee: \\x1b[2J") == true)
        #expect(error?.kind == .badInput)
    }
}

struct RedactionTests {
    private let seed = "SB65MHFA2Z342DX4FNKHH2KCNR5JRM7GIVTWQLKG5Z6L3AAH4UZLZV4E"
    private let address = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

    @Test func `redacts a secret key anywhere in the text`() {
        let texts = [
            seed, "unexpected argument '\(seed)'", "\(seed),\(seed)", "--source=\(seed.lowercased())",
            "\\xef\\xbb\\xbf\(seed)",
            "A\(seed)", "\(seed)A", seed + seed, "\(address)\(seed)",
        ]
        for text in texts {
            #expect(!Redaction.apply(text).uppercased().contains(seed))
        }
    }

    @Test func `leaves addresses and other text unchanged`() {
        let text =
            "the account \(address) is not SHORT, S\(address.dropFirst(2)) or \(seed.dropLast().lowercased()) or \(address + address)"
        #expect(Redaction.apply(text) == text)
    }
}

struct NetworkOptionTests {
    private func options(_ name: String?, _ passphrase: String?) -> NetworkOptions {
        var options = NetworkOptions()
        options.name = name
        options.passphrase = passphrase
        return options
    }

    @Test func `accepts a network name and a passphrase that agree`() throws {
        #expect(try options("testnet", Network.testnet.passphrase).named() == .testnet)
        #expect(try options(nil, "x").named() == Network(passphrase: "x"))
        #expect(try options(nil, nil).named() == nil)
    }

    @Test func `rejects an unknown, empty or contradictory network`() {
        #expect(throws: Failure.self) { try options("public", Network.testnet.passphrase).named() }
        #expect(throws: Failure.self) { try options("mainnet", nil).named() }
        #expect(throws: Failure.self) { try options(nil, "").named() }
    }

    @Test func `rejects a network option that contradicts the document`() throws {
        #expect(try options(nil, nil).resolve(documented: .futurenet) == .futurenet)
        #expect(try options("futurenet", nil).resolve(documented: .futurenet) == .futurenet)
        let error = #expect(throws: Failure.self) { try options("public", nil).resolve(documented: .testnet) }
        #expect(error?.kind == .badInput)
    }
}
