// SPDX-License-Identifier: Apache-2.0

import Chains
import SodiumKit
import Stellar
import StellarXDR
import Testing
import XDR

@testable import Vault

struct KeyChoiceTests {
    private func account(_ byte: UInt8) throws -> AccountID {
        .ed25519(try #require(Uint256([UInt8](repeating: byte, count: 32))))
    }

    private func identity(_ byte: UInt8) throws -> KeyIdentity { .stellar(try account(byte)) }

    private func key(_ name: String, _ byte: UInt8) throws -> ListedKey {
        let name = try KeyName(name)
        let info = KeyInfo(
            name: name, identity: .stellar(try account(byte)), kind: .seed, account: nil, created: Timestamp(0),
            parameters: .moderate)
        return ListedKey(name: name, info: .success(info))
    }

    @Test func `chooses the only key for any signing account`() throws {
        let keys = [try key("a", 1)]
        #expect(KeyChoice(among: keys, for: []) == .only(keys[0].name))
        #expect(KeyChoice(among: keys, for: [try identity(9)]) == .only(keys[0].name))
        #expect(KeyChoice(among: [], for: [try identity(9)]) == KeyChoice.none)
    }

    @Test func `chooses the key of the first account that has one`() throws {
        let keys = [try key("a", 1), try key("b", 2), try key("c", 3)]
        #expect(KeyChoice(among: keys, for: [try identity(2), try identity(1)]) == .owner(keys[1].name))
        #expect(KeyChoice(among: keys, for: [try identity(9), try identity(3)]) == .owner(keys[2].name))
    }

    @Test func `reports an ambiguous choice instead of guessing`() throws {
        let keys = [try key("a", 1), try key("b", 1), try key("c", 3)]
        #expect(KeyChoice(among: keys, for: [try identity(9)]) == .ambiguous(keys.map(\.name)))
        #expect(KeyChoice(among: keys, for: []) == .ambiguous(keys.map(\.name)))
        #expect(KeyChoice(among: keys, for: [try identity(1)]) == .ambiguous([keys[0].name, keys[1].name]))
    }
}
