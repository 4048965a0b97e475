// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

struct StrKeyTests {
    private static func rows() throws -> [JSON] {
        try JSON(parsing: try Vectors.bytes("strkey.json")).asArray ?? []
    }

    @Test func `rejects a signed payload with non-zero padding`() throws {
        let padded = try Self.rows().filter { $0["error"] == "inner_padding" }
        #expect(!padded.isEmpty)
        for row in padded {
            #expect(throws: StrKeyError.badPayload) { try StrKey(try row.string("strkey")) }
        }
    }

    private static func kind(_ key: StrKey) -> String {
        switch key {
        case .publicKey: "ed25519_public_key"
        case .muxed: "muxed_account"
        case .preAuthTx: "pre_auth_tx"
        case .hashX: "hash_x"
        case .signedPayload: "signed_payload"
        case .contract: "contract"
        case .liquidityPool: "liquidity_pool"
        case .claimableBalance: "claimable_balance"
        case .muxedContract: "muxed_contract"
        }
    }

    @Test func `round-trips every valid address vector with its kind`() throws {
        var seen: Set<String> = []
        for row in try Self.rows() where row["error"] == nil && row["kind"] != "ed25519_seed" {
            let text = try row.string("strkey")
            let key = try StrKey(text)
            #expect(key.text == text)
            #expect(try Self.kind(key) == row.string("kind"))
            if case .muxed(_, let id) = key { #expect(try String(id) == row.string("id")) }
            seen.insert(Self.kind(key))
        }
        #expect(seen.count == 8)
    }

    @Test func `rejects every invalid address vector`() throws {
        var refused = 0
        for row in try Self.rows() where row["error"] != nil && row["error"] != "wrong_kind" {
            #expect(throws: StrKeyError.self, "\(row)") { try StrKey(try row.string("strkey")) }
            refused += 1
        }
        #expect(refused > 100)
    }

    @Test func `rejects a secret seed with its own error`() throws {
        let seeds = try Self.rows().filter { $0["error"] == nil && $0["kind"] == "ed25519_seed" }
        #expect(!seeds.isEmpty)
        for row in seeds {
            #expect(throws: StrKeyError.secretSeed) { try StrKey(try row.string("strkey")) }
        }
    }

    @Test func `reports the specific error for a malformed address`() throws {
        let good = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
        #expect(throws: StrKeyError.badChecksum) {
            try StrKey(good.replacing("GA7", with: "GA8", maxReplacements: 1).replacing("8", with: "6"))
        }
        #expect(throws: StrKeyError.invalidCharacter(offset: 0)) { try StrKey(good.lowercased()) }
        #expect(throws: StrKeyError.invalidCharacter(offset: 56)) { try StrKey(good + "=") }
        for (text, found) in [(String(good.dropLast()), 55), (good + "A", 57), (String(good.prefix(40)), 40)] {
            #expect(throws: StrKeyError.wrongLength(found: found, wanted: 56)) { try StrKey(text) }
        }
        #expect(StrKeyError.wrongLength(found: 55, wanted: 56).message == "not an address: 55 of 56 characters")
        #expect(throws: StrKeyError.badLength) { try StrKey("") }
        #expect(throws: StrKeyError.badLength) { try StrKey(String(repeating: "A", count: 100_000)) }
    }
}
